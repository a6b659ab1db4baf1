"""Before the first deal: the seats, the first dealer and the start marker. Second document, lines 23-55."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from mjlog.rules.ruleset import FirstDealer, RuleSet
from mjlog.seats import thrown_seat

N_THROWS: Final[dict[FirstDealer, int]] = {"two_throws": 2, "one_throw": 1, "east": 0}
"""Throws of two dice that choose the first dealer."""


class StartMarker(NamedTuple):
    """The marker that lies at the right hand of the first dealer and shows the round wind."""

    face: Literal["E", "S"]
    upright: bool


def seats_drawn(winds: Sequence[int]) -> tuple[int, ...]:
    """The players in turn order from the one who drew east; `winds` are the winds (0-3) they drew, by player.

    Raises ValueError if the players did not draw each wind once; three players draw without north.

    >>> seats_drawn([2, 0, 1])
    (1, 2, 0)
    """
    if sorted(winds) != list(range(len(winds))) or len(winds) not in (3, 4):
        raise ValueError(f"{len(winds)} players cannot draw the winds {list(winds)}")
    return tuple(winds.index(wind) for wind in range(len(winds)))


def first_dealer(rules: RuleSet, throws: Sequence[int] = ()) -> int:
    """The seat of the first dealer, counted from the player who drew east; `throws` are sums of two dice.

    That player throws first, and with two throws the seat thrown throws again. Raises ValueError for another number of
    throws than the rules have.

    >>> first_dealer(RuleSet(first_dealer="two_throws"), [3, 6])
    3
    """
    if len(throws) != N_THROWS[rules.first_dealer]:
        raise ValueError(f"first_dealer = {rules.first_dealer} has {N_THROWS[rules.first_dealer]} throws")
    seat = 0
    for thrown in throws:
        seat = thrown_seat(thrown, seat, rules.players)
    return seat


def start_marker(round_wind: int) -> StartMarker:
    """The side of the start marker that shows in a round: east and south upright, west and north upside down."""
    return StartMarker("S" if round_wind % 2 else "E", round_wind < 2)
