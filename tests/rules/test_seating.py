"""Seats drawn with wind tiles, the first dealer, and the start marker."""

from dataclasses import replace

import pytest

from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.seating import first_dealer, seats_drawn, start_marker
from mjlog.seats import thrown_seat

SELF, RIGHT, ACROSS, LEFT = range(4)


def test_the_dice_count_from_the_thrower_to_the_right():
    """Second document, lines 39-41."""
    seats = {SELF: (5, 9), RIGHT: (2, 6, 10), ACROSS: (3, 7, 11), LEFT: (4, 8, 12)}
    for from_seat in range(4):
        for seat, sums in seats.items():
            assert {thrown_seat(thrown, from_seat) for thrown in sums} == {(from_seat + seat) % 4}
    assert [thrown_seat(thrown, 2, players=3) for thrown in (2, 3, 4)] == [0, 1, 2]


def test_players_sit_by_the_wind_they_draw():
    """Second document, line 25."""
    assert seats_drawn([3, 1, 0, 2]) == (2, 1, 3, 0)
    assert seats_drawn([1, 2, 0]) == (2, 0, 1)


@pytest.mark.parametrize("winds", [[0, 1, 2, 2], [0, 1, 3], [0, 1], [0, 1, 2, 3, 0]])
def test_each_wind_is_drawn_once_and_north_is_not_among_three(winds):
    with pytest.raises(ValueError, match="cannot draw"):
        seats_drawn(winds)


@pytest.mark.parametrize(
    ("option", "throws", "seat"),
    [
        ("two_throws", [3, 6], 3),
        ("two_throws", [5, 9], 0),
        ("one_throw", [3], 2),
        ("one_throw", [8], 3),
        ("east", [], 0),
    ],
)
def test_the_first_dealer_is_thrown_for_or_drew_east(option, throws, seat):
    """Second document, lines 43-45: 3 points to west, whose 6 points to north."""
    rules = replace(TENHOU, first_dealer=option)
    assert first_dealer(rules, throws) == seat
    with pytest.raises(ValueError, match="throws"):
        first_dealer(rules, [*throws, 7])


def test_three_players_throw_for_three_seats():
    assert [first_dealer(replace(TENHOU_3P, first_dealer="one_throw"), [n]) for n in (4, 5, 6)] == [0, 1, 2]


def test_the_start_marker_has_two_sides_and_is_turned_upside_down_for_west_and_north():
    """Second document, lines 47-55."""
    assert [start_marker(wind) for wind in range(4)] == [("E", True), ("S", True), ("E", False), ("S", False)]
