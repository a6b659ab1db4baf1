"""Placement before and after each kyoku: places, gaps in points, and who fell below zero."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.columns import ABSENT, Ints
from mjlog.tables.sorting import network

NETWORK: Final = network(4)
EMPTY: Final = np.iinfo(np.int32).min
"""Points of an empty seat: fewer than any player can have."""


class Placement(NamedTuple):
    """One row per kyoku, one column per seat; the end means nothing where payments are not recorded."""

    end_points: Ints
    start_place: Ints
    """From 1; equal points by seat."""
    end_place: Ints
    start_gaps: tuple[Ints, Ints]
    """Points to the next place above and below; ABSENT for the first and the last."""
    end_gaps: tuple[Ints, Ints]
    busted: Any
    """`(n, 4)` bool: began at zero or more and ended below."""

    @classmethod
    def of(cls, points: Ints, payments: Ints, seated: Any) -> Placement:
        """From the points at the start and the payments."""
        end = points + payments
        start_place, end_place = places(points, seated), places(end, seated)
        return cls(
            end_points=end,
            start_place=start_place,
            end_place=end_place,
            start_gaps=gaps(points, start_place, seated),
            end_gaps=gaps(end, end_place, seated),
            busted=(points >= 0) & (end < 0),
        )


def places(points: Ints, seated: Any) -> Ints:
    """Places `(n, 4)` from 1; equal points by seat."""
    by_seat = np.where(seated, points, EMPTY).T.copy()
    places = np.ones_like(points, np.int8)
    for seat in range(4):
        for other in range(4):
            if other != seat:
                places[:, seat] += by_seat[other] >= by_seat[seat] if other < seat else by_seat[other] > by_seat[seat]
    return places


def gaps(points: Ints, place: Ints, seated: Any) -> tuple[Ints, Ints]:
    """Points `(n, 4)` int32 to the next place above and below, ABSENT for the first and the last.

    >>> import numpy as np
    >>> points = np.array([[30_000, 50_000, 25_000, 0]])
    >>> above, below = gaps(points, np.array([[2, 1, 3, 4]]), np.array([[True, True, True, False]]))
    >>> above[0, :3].tolist(), below[0, :3].tolist()
    ([20000, -1, 5000], [5000, 20000, -1])
    """
    ranked = np.where(seated, points, EMPTY).T.astype(np.int32)
    for first, later in NETWORK:
        larger = np.maximum(ranked[first], ranked[later])
        np.minimum(ranked[first], ranked[later], out=ranked[later])
        ranked[first] = larger
    gaps = np.full((5, len(points)), ABSENT, np.int32)
    """Between each place and the next; ABSENT before the first and after the last."""
    gaps[1:4] = np.where(ranked[1:] == EMPTY, ABSENT, ranked[:-1] - ranked[1:])
    row = np.arange(len(points))[:, None]
    return gaps[place - 1, row], gaps[place, row]
