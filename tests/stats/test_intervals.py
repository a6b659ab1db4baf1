"""Intervals, against known values and against samples that hang together."""

import numpy as np
import pytest

from mjlog.stats.intervals import mean_interval, rate_interval, ratio_variance, student, wilson


def sums(x, y):
    return x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum(), (y > 0).sum()


def intervals(x, y):
    """Rate interval of groups with the sums x of y."""
    total_x, total_y, xx, xy, yy, groups = map(np.asarray, sums(x.astype(float), y.astype(float)))
    variance = ratio_variance(total_x, total_y, xx, xy, yy, groups)
    return rate_interval(total_x, total_y, variance, groups)


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)]
)
def test_wilson_gives_the_published_examples(successes, n, low, high):
    """Newcombe 1998, table I (81 of 263), and the closed forms at the ends."""
    assert [float(end) for end in wilson(successes, n)] == pytest.approx([low, high], abs=1e-4)


@pytest.mark.parametrize(("freedom", "point"), [(4, 2.776), (9, 2.262), (30, 2.042), (63, 1.998)])
def test_students_points_are_those_of_the_tables(freedom, point):
    assert float(student(np.array([float(freedom)]))[0]) == pytest.approx(point, rel=5e-3)


def test_independent_rows_give_wilsons_interval():
    random = np.random.default_rng(1)
    n = np.full(64, 400)
    x = random.binomial(n, 0.2)
    found = np.array(intervals(x, n))
    plain = np.array(wilson(x.sum(), n.sum()))
    assert found[1] - found[0] == pytest.approx(plain[1] - plain[0], rel=0.3)


def test_four_seats_that_share_an_outcome_double_the_interval():
    random = np.random.default_rng(2)
    kyoku = np.full(64, 400)
    x = 4 * random.binomial(kyoku, 0.15)
    found = np.array(intervals(x, 4 * kyoku))
    plain = np.array(wilson(x.sum(), 4 * kyoku.sum()))
    assert found[1] - found[0] == pytest.approx(2 * (plain[1] - plain[0]), rel=0.3)


def test_a_rate_fixed_by_the_rules_does_not_vary():
    games = np.full(64, 40)
    low, high = intervals(games // 4, games)
    assert float(high - low) < 1e-5


def test_means_cover_the_truth_nineteen_times_in_twenty():
    random = np.random.default_rng(3)
    covered = 0
    for _ in range(2000):
        y = random.poisson(10, 30) + 1.0
        x = y * 5 + random.normal(0, 8, 30)
        total_x, total_y, xx, xy, yy, groups = map(np.asarray, sums(x, y))
        low, high = mean_interval(total_x / total_y, ratio_variance(total_x, total_y, xx, xy, yy, groups), groups)
        covered += bool(low <= 5 <= high)
    assert covered / 2000 == pytest.approx(0.95, abs=0.02)
