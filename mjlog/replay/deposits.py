"""The compiled pass that settlement and progress rest on: sticks laid down, and nagashi when the wall has run out."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.columns import EventColumns, EventKind, Result
from mjlog.jit import jit
from mjlog.tiles import KIND_OF_TILE, YAOCHUU

IS_YAOCHUU: Final = np.isin(KIND_OF_TILE, list(YAOCHUU))
"""By tile."""


class Laid(NamedTuple):
    """One row per kyoku, one column per seat."""

    riichi: Any
    """`(n, 4)` bool: a riichi stick was laid down."""
    nagashi: Any
    """`(n, 4)` bool: at an exhaustive draw, all own discards were terminals or honors and none was called."""


def laid(event_start: Any, events: EventColumns, result: Any) -> Laid:
    """Sticks and nagashi of each kyoku, from its events and its `Result`."""
    n = len(event_start) - 1
    out = Laid(np.zeros((n, 4), np.bool_), np.zeros((n, 4), np.bool_))
    _lay(event_start, events.kind, events.seat, events.from_seat, events.tile, result, IS_YAOCHUU, *out)
    return out


@jit
def _lay(
    event_start: Any,
    kind: Any,
    seat: Any,
    from_seat: Any,
    tile: Any,
    result: Any,
    is_yaochuu: Any,
    riichi: Any,
    nagashi: Any,
) -> None:
    for kyoku in range(event_start.size - 1):
        for event in range(event_start[kyoku], event_start[kyoku + 1]):
            if kind[event] == EventKind.RIICHI_ACCEPTED.value:
                riichi[kyoku, seat[event]] = True
        if result[kyoku] != Result.EXHAUSTIVE_DRAW.value and result[kyoku] != Result.NAGASHI_MANGAN.value:
            continue
        discarded = spoiled = 0
        """Seats that have discarded and seats that have lost their nagashi, a bit each."""
        for event in range(event_start[kyoku], event_start[kyoku + 1]):
            if kind[event] == EventKind.DISCARD.value:
                discarded |= 1 << seat[event]
                if not is_yaochuu[tile[event]]:
                    spoiled |= 1 << seat[event]
            elif EventKind.CHI.value <= kind[event] <= EventKind.DAIMINKAN.value:
                spoiled |= 1 << from_seat[event]
        for player in range(4):
            nagashi[kyoku, player] = (discarded & ~spoiled) >> player & 1
