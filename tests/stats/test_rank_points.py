"""Points of the ladders by their published tables, and stable ranks with their intervals."""

import numpy as np
import pytest

from mjlog.stats.questions.rank_points import (
    SOUL_LEVELS,
    SOUL_PENALTIES,
    TENHOU_TABLES,
    bootstrapped,
    soul_expectation,
    soul_points,
    soul_stable_level,
    tenhou_points,
    tenhou_rate_change,
    tenhou_stable_dan,
)


@pytest.mark.parametrize(("table", "first", "second"), [("鳳", 6, 3), ("特", 5, 2), ("上", 4, 1), ("般", 2, 1)])
def test_the_stable_dan_is_the_published_formula(table, first, second):
    counts = [310, 270, 230, 190]
    expected = (first * counts[0] + second * counts[1]) / counts[3] - 2
    assert tenhou_stable_dan(counts, table).value == pytest.approx(expected)


@pytest.mark.parametrize("table", TENHOU_TABLES)
@pytest.mark.parametrize("length", ["east", "hanchan"])
def test_a_player_neither_rises_nor_falls_at_the_stable_dan(table, length):
    counts = np.array([300, 300, 250, 10])
    for last in range(50, 300, 50):
        counts[3] = last
        dan = tenhou_stable_dan(counts.tolist(), table).value
        whole = [tenhou_points(place, int(np.floor(dan)), table, length) for place in (1, 2, 3, 4)]
        after = [tenhou_points(place, int(np.floor(dan)) + 1, table, length) for place in (1, 2, 3, 4)]
        assert counts @ whole >= -1e-9 >= counts @ after - 1e-9


def test_east_games_give_two_thirds():
    assert [tenhou_points(1, 1, table, "east") for table in TENHOU_TABLES] == [20, 40, 50, 60]
    assert tenhou_points(4, 10, "鳳", "east") == -120


def test_ratings_move_less_with_more_games():
    assert tenhou_rate_change(1, 1500, 1500, 0) == 30
    assert tenhou_rate_change(1, 1500, 1500, 200) == pytest.approx(18)
    assert tenhou_rate_change(2, 2100, 1900, 1000) == pytest.approx(0.2 * (10 - 5))
    assert tenhou_rate_change(3, 1500, 1200, 400) == pytest.approx(0.2 * -10)


def test_the_interval_of_a_stable_rank_is_as_wide_as_the_published_bootstrap():
    """MajsoulPaipuAnalyzer issue 4 gives bootstrap intervals of records of 500, 1,000 and 10,000 games but not their
    places; four equal shares with these points have the mean and spread of the longest one (inferred)."""
    points = np.array([165, 110, 50])

    def settle(n):
        return (n[..., :3] * points).sum(axis=-1) / n[..., 3]

    for games, low, high in ((500, 293.0, 456.4), (1000, 298.6, 404.8), (10_000, 310.6, 340.6)):
        found = bootstrapped([games // 4] * 4, settle)
        assert np.log(found.high / found.low) == pytest.approx(np.log(high / low), rel=0.1)
        assert found.low < 325 < found.high


def test_the_interval_holds_the_true_rank_nineteen_times_in_twenty():
    shares, random = np.array([0.28, 0.27, 0.24, 0.21]), np.random.default_rng(1)
    true = (6 * shares[0] + 3 * shares[1]) / shares[3] - 2
    held = [
        found.low <= true <= found.high
        for found in (tenhou_stable_dan(random.multinomial(500, shares).tolist(), seed=n) for n in range(300))
    ]
    assert 0.92 <= np.mean(held) <= 0.98


def test_without_last_places_there_is_no_stable_rank():
    found = tenhou_stable_dan([5, 3, 2, 0])
    assert np.isnan([found.value, found.low, found.high]).all()
    assert found.n == 10
    assert tenhou_stable_dan([0, 0, 0, 0]).n == 0


def test_a_record_with_one_last_place_says_how_often_it_would_have_none():
    assert 0.3 < tenhou_stable_dan([5, 3, 2, 1]).undefined < 0.42


@pytest.mark.parametrize(
    ("place", "points", "room", "expected"),
    [(1, 41_200, "jade", 142), (2, 25_000, "gold", 45), (4, -500, "throne", -40)],
)
def test_points_of_mahjong_soul(place, points, room, expected):
    assert soul_points(place, points, room) == expected


def test_a_last_place_costs_by_level_three_players_too():
    assert soul_points(4, 10_000, "jade", level="豪2") == -15 - 15 - 180
    assert soul_points(3, 20_000, "jade", players=3, length="east", level="魂") == -15 - 15 - 175


def test_expected_points_fall_to_zero_at_the_stable_level():
    counts, means = [260, 255, 250, 235], [140.0, 66.0, -10.0, -38.0]
    level = soul_stable_level(counts, means).value
    expected = soul_expectation(counts, means)
    at = 6 + int(np.floor(level)) - 1  # 豪1 is level 1
    assert expected[SOUL_LEVELS[at]] >= 0 >= expected[SOUL_LEVELS[at + 1]]


def test_every_kind_of_game_has_a_penalty_for_each_level():
    assert {len(row) for row in SOUL_PENALTIES.values()} == {len(SOUL_LEVELS)}
    assert all(list(row) == sorted(row) for row in SOUL_PENALTIES.values())
