"""Seats and winds: seat 0 is the first dealer of the game, seats run in turn order (counter-clockwise)."""

from __future__ import annotations

from typing import Any, Final

WINDS: Final = "ESWN"
"""Wind 0-3 as letters; wind `w` is tile kind `27 + w`."""


def seat_wind(seat: int, dealer: int, players: int = 4) -> int:
    """The wind (0-3) of a seat while `dealer` deals.

    >>> seat_wind(0, dealer=3), seat_wind(0, dealer=2, players=3)
    (1, 1)
    """
    return (seat - dealer) % players


def wind_of_round(number: Any) -> Any:
    """The wind (0-3) of a round by its number from 0 on, one or a column: after north comes east again (kaeriton).

    >>> wind_of_round(3), wind_of_round(4)
    (3, 0)
    """
    return number % len(WINDS)


def thrown_seat(thrown: int, from_seat: int, players: int = 4) -> int:
    """The seat that the sum of dice points to: 1 is the thrower, and seats follow in turn order.

    Second document, lines 39-41: of four, 5 and 9 are the thrower, 2, 6, 10 the right, 3, 7, 11 the one across, 4, 8,
    12 the left.

    >>> [thrown_seat(thrown, 0) for thrown in range(2, 13)]
    [1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
    """
    return (from_seat + thrown - 1) % players


def turn_distance(from_seat: int, to_seat: int, players: int = 4) -> int:
    """How many turns after `from_seat` it is `to_seat`'s turn: 1 shimocha (right), 2 toimen, 3 kamicha (left).

    >>> turn_distance(3, 0), turn_distance(0, 3)
    (1, 3)
    """
    return (to_seat - from_seat) % players
