"""Compiled: which yaku the sets of a seat still allow, as bits."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjlog.games.columns import EventKind
from mjlog.jit import int64, jit_inline
from mjlog.tiles import EAST, KIND_OF_TILE, N_TILES, YAOCHUU

HAS_YAOCHUU: Final = 1
"""A set with a terminal or honor."""
HAS_SIMPLE: Final = 2
"""A set without any."""
HAS_RUN: Final = 4
OPENS: Final = 8
"""A set that is no ankan."""
HONORS: Final = 4
"""The first of seven bits, one for a triplet or kan of each honor."""
SUITS: Final = 11
"""The first of three bits, one for a set of each suit."""

_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_YAOCHUU: Final = np.isin(KIND_OF_TILE, list(YAOCHUU))


@jit_inline
def meld_bits(action: int, tiles: Any) -> int:
    """The bits of the set a call makes, from its `EventKind` and tiles `(4,)`."""
    bits = 0 if action == EventKind.ANKAN else OPENS
    if action == EventKind.CHI:
        bits |= HAS_RUN
    outer = HAS_SIMPLE
    for place in range(4):
        tile = int64(tiles[place])
        if 0 <= tile < N_TILES:
            kind = _KINDS[tile]
            bits |= 1 << (HONORS + kind - EAST if kind >= EAST else SUITS + kind // 9)
            if _YAOCHUU[tile]:
                outer = HAS_YAOCHUU
    return bits | outer
