"""How the points of a table stand before and after each kyoku: places, gaps between them, and who fell below zero."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.columns import ABSENT, Ints
from mjlog.tables.sorting import network

NETWORK: Final = network(4)
NOBODY: Final = np.iinfo(np.int32).min
"""Less than any points."""


class Standing(NamedTuple):
    """One row per kyoku, one column per seat; what depends on its end means nothing where payments are not told."""

    end_points: Ints
    start_place: Ints
    """From 1; equal points by seat."""
    end_place: Ints
    start_gaps: tuple[Ints, Ints]
    """Points to the next place above and below; ABSENT for the first and the last."""
    end_gaps: tuple[Ints, Ints]
    fell: Any
    """`(n, 4)` bool: began at zero or more and ended below."""

    @classmethod
    def of(cls, points: Ints, gained: Ints, seated: Any) -> Standing:
        """The standing before and after kyoku, from the points at the start and what was gained."""
        end = points + gained
        start_place, end_place = places(points, seated), places(end, seated)
        return cls(
            end_points=end,
            start_place=start_place,
            end_place=end_place,
            start_gaps=gaps(points, start_place, seated),
            end_gaps=gaps(end, end_place, seated),
            fell=(points >= 0) & (end < 0),
        )


def places(points: Ints, seated: Any) -> Ints:
    """Places `(n, 4)` from 1; equal points by seat."""
    own = np.where(seated, points, NOBODY).T.copy()
    places = np.ones_like(points, np.int8)
    for seat in range(4):
        for other in range(4):
            if other != seat:
                places[:, seat] += own[other] >= own[seat] if other < seat else own[other] > own[seat]
    return places


def gaps(points: Ints, place: Ints, seated: Any) -> tuple[Ints, Ints]:
    """Points `(n, 4)` int32 to the next place above and below, ABSENT for the first and the last.

    >>> import numpy as np
    >>> points = np.array([[30_000, 50_000, 25_000, 0]])
    >>> above, below = gaps(points, np.array([[2, 1, 3, 4]]), np.array([[True, True, True, False]]))
    >>> above[0, :3].tolist(), below[0, :3].tolist()
    ([20000, -1, 5000], [5000, 20000, -1])
    """
    ranked = np.where(seated, points, NOBODY).T.astype(np.int32)
    for first, later in NETWORK:
        larger = np.maximum(ranked[first], ranked[later])
        np.minimum(ranked[first], ranked[later], out=ranked[later])
        ranked[first] = larger
    apart = ranked[:-1] - ranked[1:]
    """Between each place and the next."""
    beside = np.full((5, len(points)), ABSENT, np.int32)
    beside[1:4] = np.where(ranked[1:] == NOBODY, ABSENT, apart)
    row = np.arange(len(points))[:, None]
    return beside[place - 1, row], beside[place, row]
