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


def turn_distance(from_seat: int, to_seat: int, players: int = 4) -> int:
    """How many turns after `from_seat` it is `to_seat`'s turn: 1 shimocha (right), 2 toimen, 3 kamicha (left).

    >>> turn_distance(3, 0), turn_distance(0, 3)
    (1, 3)
    """
    return (to_seat - from_seat) % players
