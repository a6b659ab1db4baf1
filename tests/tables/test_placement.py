"""Places, gaps and busts, against sorting the seats one table at a time; outcomes of kyoku one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.games.columns import ABSENT, Result
from mjlog.tables.outcomes import DEAL_IN_STATES, OUTCOMES, deal_in_states, outcomes
from mjlog.tables.placement import Placement
from tests.judged import beside, ranked

POINTS = st.integers(-300, 1000).map(lambda hundreds: 100 * hundreds)


def placed(points, gained):
    """Of one table, in lists by seat."""
    seats = np.zeros((1, 4), np.int32)
    gains = np.zeros((1, 4), np.int32)
    seats[0, : len(points)], gains[0, : len(points)] = points, gained
    found = Placement.of(seats, gains, np.arange(4)[None] < len(points))
    return [
        column[0, : len(points)].tolist() for column in (*found[:3], *found.start_gaps, *found.end_gaps, found.busted)
    ]


@given(st.sampled_from([3, 4]).flatmap(lambda n: st.lists(st.tuples(POINTS, POINTS), min_size=n, max_size=n)))
def test_placement_is_that_of_sorted_seats(seats):
    start, gained = zip(*seats, strict=True)
    end, start_place, end_place, above, below, end_above, end_below, fell = placed(start, gained)
    assert end == [before + gain for before, gain in seats]
    for points, place, gap_above, gap_below in (
        (start, start_place, above, below),
        (end, end_place, end_above, end_below),
    ):
        order = ranked(points)
        for seat in range(len(points)):
            expected = [ABSENT if gap is None else gap for gap in beside(points, order, seat)]
            assert [place[seat], gap_above[seat], gap_below[seat]] == [order.index(seat) + 1, *expected]
    assert fell == [before >= 0 > after for before, after in zip(start, end, strict=True)]


def test_equal_points_are_no_gap_and_zero_points_no_bust():
    *_, above, below, fell = placed([8000, 25000, 25000, 42000], [-8000, 0, 0, 8000])
    assert above == [25000, 25000, 0, ABSENT]
    assert below == [ABSENT, 0, 25000, 25000]
    assert fell == [False] * 4


def outcome(result, *, won=(), tsumo=(), dealt_in=(), hit=(), nagashi=(0, 0, 0, 0)):
    flags = [np.isin(np.arange(4), seats)[None] for seats in (won, tsumo, dealt_in, hit)]
    codes = outcomes(np.array([result]), *flags, np.array([nagashi]))[0]
    return [None if code == ABSENT else OUTCOMES[code] for code in codes]


def test_outcomes_of_wins():
    assert outcome(Result.WIN, won=[2], tsumo=[2], hit=[0, 1, 3]) == [
        "hit_by_tsumo",
        "hit_by_tsumo",
        "tsumo",
        "hit_by_tsumo",
    ]
    assert outcome(Result.WIN, won=[1, 3], dealt_in=[0]) == ["dealt_in", "ron", "others_ron", "ron"]


def test_outcomes_of_draws():
    paid = (-4000, 8000, -2000, -2000)
    assert outcome(Result.NAGASHI_MANGAN, nagashi=paid) == ["hit_by_nagashi", "nagashi_mangan", *["hit_by_nagashi"] * 2]
    both = (-8000, 4000, 4000, 0)
    assert outcome(Result.NAGASHI_MANGAN, nagashi=both)[1:3] == ["nagashi_mangan"] * 2
    assert outcome(Result.NAGASHI_MANGAN) == [None] * 4
    for result in set(Result) - {Result.WIN, Result.NAGASHI_MANGAN}:
        assert outcome(result) == [result.name.lower()] * 4


@pytest.mark.parametrize(
    ("state", "shanten", "word"),
    [
        (0, 0, "riichi"),
        (0, 1, "riichi"),
        (1, 0, "open_tenpai"),
        (1, 2, "open_noten"),
        (2, 0, "dama"),
        (2, 1, "closed_noten"),
    ],
)
def test_states_of_a_deal_in(state, shanten, word):
    column = np.array([state], np.int8), np.array([True]), np.array([shanten], np.int8)
    assert DEAL_IN_STATES[deal_in_states(*column)[0]] == word
    assert deal_in_states(column[0], np.array([False]), column[2])[0] == ABSENT
