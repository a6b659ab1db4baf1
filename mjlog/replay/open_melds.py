"""The compiled pass over calls that tells what the sets a seat has shown by then are made of: the yaku they leave."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjlog.games.columns import CallColumns, EventKind, Ints
from mjlog.jit import jit, jit_inline
from mjlog.tiles import KIND_OF_TILE, N_TILES, YAOCHUU

HAS_YAOCHUU: Final = 1
"""A set with a terminal or honor."""
HAS_SIMPLE: Final = 2
"""A set without any."""
HAS_RUN: Final = 4
OPENS: Final = 8
"""A set that is no ankan."""
HONORS: Final = 4
"""The first of seven bits, one for a triplet of each honor."""
SUITS: Final = 11
"""The first of three bits, one for a set of each suit."""
FIRST_HONOR: Final = 27

_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_YAOCHUU: Final = np.isin(KIND_OF_TILE, list(YAOCHUU))


def shown_sets(call_start: Ints, calls: CallColumns) -> Ints:
    """`(n_calls,)` int16: bits for the sets of the caller in that kyoku up to and with each call, ankan included.

    A north set aside adds nothing.
    """
    shown = np.zeros(len(calls.kind), np.int16)
    _look(call_start, calls, shown)
    return shown


@jit
def _look(call_start: Ints, calls: CallColumns, shown: Ints) -> None:
    so_far = np.zeros(4, np.int16)
    for kyoku in range(call_start.size - 1):
        so_far[:] = 0
        for call in range(call_start[kyoku], call_start[kyoku + 1]):
            seat = calls.seat[call]
            if not 0 <= seat < 4:
                continue  # whatever a log holds, it is told within the columns
            if EventKind.CHI <= calls.kind[call] <= EventKind.KAKAN:
                so_far[seat] |= _of_set(calls.kind[call], calls.tiles[call])
            shown[call] = so_far[seat]


@jit_inline
def _of_set(action: int, tiles: Ints) -> int:
    """The bits of one set."""
    found = 0 if action == EventKind.ANKAN else OPENS
    if action == EventKind.CHI:
        found |= HAS_RUN
    plain = HAS_SIMPLE
    for place in range(4):
        tile = tiles[place]
        if 0 <= tile < N_TILES:
            kind = _KINDS[tile]
            found |= 1 << (HONORS + kind - FIRST_HONOR if kind >= FIRST_HONOR else SUITS + kind // 9)
            if _YAOCHUU[tile]:
                plain = HAS_YAOCHUU
    return found | plain
