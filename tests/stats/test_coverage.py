"""Short form of `benchmarks/interval_coverage.py`: intervals contain the true value about nineteen times in twenty."""

import numpy as np
import pytest

import mjlog
from benchmarks.interval_coverage import REASONS, coverage, sums_of

KEYS = ("win_rate", "draw_rate", "deal_in_rate", "riichi_rate", "balance", "deal_in_value", "deal_in_rate@zyr17",
        "average_place", "first_rate", "final_points")  # fmt: skip
REPLICATES = 500
MOST_NOISE = 3.5 * (0.05 * 0.95 / REPLICATES) ** 0.5
FIXED = {("average_place", "everybody"), ("first_rate", "everybody"), ("final_points", "everybody")}
"""The rules fix the value."""


@pytest.fixture(scope="module")
def population(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coverage")
    mjlog.simulate.write(200, folder / "logs", seed=3)
    mjlog.import_archive(folder / "logs", folder / "tables", workers=1)
    return sums_of(mjlog.open(folder / "tables"), KEYS, 4)


@pytest.mark.parametrize("n_games", [20, 100])
@pytest.mark.parametrize("key", KEYS)
def test_intervals_cover_the_true_value_nineteen_times_in_twenty(key, n_games, population):
    frames, games = population
    for case, share in coverage(frames[key], key, games, 4, n_games, REPLICATES).items():
        if (key, case) in FIXED:
            assert np.isnan(share)
        elif (key, case) not in REASONS:
            assert 0.93 - MOST_NOISE < share < 0.97 + MOST_NOISE, case
