"""Intervals, against known values and against samples that hang together."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog import stats
from mjlog.stats.intervals import (
    correlation,
    difference_interval,
    effective,
    mean_interval,
    rate_interval,
    ratio_variance,
    student,
    wilson,
)
from tests.stats.small_tables import dataset, hands


def sums(x, y):
    return x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()


def intervals(x, y):
    """Rate interval of groups with the sums x of y."""
    total_x, total_y, xx, xy, yy = map(np.asarray, sums(x.astype(float), y.astype(float)))
    return rate_interval(total_x, total_y, ratio_variance(total_x, total_y, xx, xy, yy), effective(total_y, yy))


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)]
)
def test_wilson_gives_the_published_examples(successes, n, low, high):
    """Newcombe 1998, table I (81 of 263), and the closed forms at the ends."""
    assert [float(end) for end in wilson(successes, n)] == pytest.approx([low, high], abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (63, 1.998)]
)
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
        total_x, total_y, xx, xy, yy = map(np.asarray, sums(x, y))
        variance = ratio_variance(total_x, total_y, xx, xy, yy)
        low, high = mean_interval(total_x / total_y, variance, effective(total_y, yy))
        covered += bool(low <= 5 <= high)
    assert covered / 2000 == pytest.approx(0.95, abs=0.02)


@pytest.mark.parametrize(("of_sides", "width"), [(-1.0, 4), (0.0, 8**0.5), (1.0, 0)])
def test_a_difference_is_as_wide_as_the_correlation_of_its_sides_makes_it(of_sides, width):
    side = np.array([[5.0], [4.0], [6.0]])
    low, high = difference_interval(side, side, of_sides)
    assert float((high - low)[0]) == pytest.approx(width)


def test_seats_that_win_from_each_other_are_negatively_correlated():
    random = np.random.default_rng(4)
    places, games = random.integers(1, 5, 64).astype(float), np.ones(64)
    assert correlation(places, games, places, games) == pytest.approx(1)
    assert correlation(places, games, 5 - places, games) == pytest.approx(-1)
    assert correlation(places[:5], games[:5], places[:5], games[:5]) == 0


@given(n=st.integers(1, 10**7), data=st.data())
def test_wilson_holds_the_share_and_stays_within_0_and_1(n, data):
    successes = data.draw(st.integers(0, n))
    low, high = map(float, wilson(successes, n))
    assert 0 <= low <= successes / n <= high <= 1


@given(counts=st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=1, max_size=64))
def test_intervals_of_shares_hold_the_share_whatever_the_groups(counts):
    x = np.array([min(x, n) for x, n in counts])
    n = np.array([n for _, n in counts])
    low, high = map(float, intervals(x, n))
    assert 0 <= low <= x.sum() / n.sum() <= high <= 1


@given(
    values=st.lists(st.tuples(st.integers(0, 100), st.integers(1, 5)), min_size=1, max_size=64),
    least=st.sampled_from([0, -np.inf]),
)
def test_intervals_of_means_hold_the_mean_and_stay_within_what_it_can_be(values, least):
    x, n = (np.array(part, float) for part in zip(*values, strict=True))
    total_x, total_y, xx, xy, yy = map(np.asarray, sums(x, n))
    value = total_x / total_y
    low, high = mean_interval(value, ratio_variance(total_x, total_y, xx, xy, yy), effective(total_y, yy), least)
    assert len(values) == 1 or least <= low <= value <= high
    assert np.isnan(low) == (len(values) == 1)


def test_no_interval_of_a_player_with_few_games_is_impossible(genuine):
    """Every statistic of every player of the genuine games: most have a single one."""
    found = stats.summary(genuine, by="player")
    known = found[found["low"].notna()]
    assert (known["low"] <= known["value"]).all()
    assert (known["value"] <= known["high"]).all()
    entries = [stats.STATISTICS[key] for key in known["statistic"]]
    assert (known["low"] >= [entry.minimum for entry in entries]).all()
    assert (known["high"] <= [entry.maximum for entry in entries]).all()
    places = known[known["unit"].eq("place")]
    assert set(places["players"]) == {3, 4}
    assert (places["high"] <= places["players"]).all()
    negative = found.loc[found["value"] < 0, "statistic"].unique()
    assert len(negative) > 10
    assert all(stats.STATISTICS[key].minimum < 0 for key in negative)


def test_of_few_games_a_mean_that_cannot_be_negative_is_cut_off_and_one_that_can_is_not():
    rows = hands(1, "a", n_calls=3, start_points=0, end_points=100) + hands(1, "b", end_points=9000)
    found = stats.summary(dataset(hands=rows), ["calls_per_kyoku", "balance"]).set_index("statistic")
    assert found.loc["calls_per_kyoku", "low"] == 0
    assert found.loc["balance", "low"] < 0
    assert pd.notna(found["high"]).all()


def test_buckets_of_different_sizes_are_worth_fewer_equal_ones():
    assert effective(40, np.array([10, 10, 10, 10]) @ np.array([10, 10, 10, 10])) == pytest.approx(4)
    assert effective(40, 37**2 + 3) == pytest.approx(40**2 / 1372)


def test_a_value_that_is_the_same_in_every_game_has_no_interval():
    """Places of whole tables are; a rate of 0 may have been luck, and three equal wins are no rule."""
    table = [{"game": str(game), "seat": seat, "place": 1 + seat} for game in range(40) for seat in range(4)]
    found = stats.summary(dataset(seats=table), ["average_place", "first_rate"])
    assert found["value"].tolist() == [2.5, 0.25]
    assert found["low"].isna().all()
    assert set(found["note"]) == {"the same in every game: no interval"}
    rates = stats.summary(dataset(hands=hands(40, "a")), ["win_rate", "calls_per_kyoku"]).set_index("statistic")
    assert rates.loc["win_rate", "high"] > 0
    assert pd.isna(rates.loc["calls_per_kyoku", "high"])
