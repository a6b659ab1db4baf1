"""Compiled: counts of the tiles a seat does not see, for all kinds at once.

Three masks hold the bits 1, 2 and 4 of the count of every kind. A few operations on whole masks remove a tile, and
counting bits sums the tiles of any kinds.
"""

from __future__ import annotations

from typing import Any

from mjlog.jit import jit_inline

Unseen = tuple[int, int, int]
"""Masks of the kinds whose count has bit 1, bit 2, bit 4."""


@jit_inline
def n_kinds(mask: int) -> int:
    """Number of kinds in a mask."""
    n = 0
    while mask:  # LLVM compiles this loop to one instruction
        mask &= mask - 1
        n += 1
    return n


@jit_inline
def n_tiles(mask: int, unseen: Unseen) -> int:
    """Number of unseen tiles of the kinds in a mask."""
    ones, twos, fours = unseen
    return n_kinds(mask & ones) + 2 * n_kinds(mask & twos) + 4 * n_kinds(mask & fours)


@jit_inline
def see(state: Any, seat: int, kind: int) -> None:
    """Remove a tile from those a seat does not see, if any is left; `state` has `ones`, `twos` and `fours` by seat."""
    ones, twos, fours = state.ones[seat], state.twos[seat], state.fours[seat]
    removed = (ones | twos | fours) & 1 << kind
    state.ones[seat] = ones ^ removed
    removed &= ~ones
    state.twos[seat] = twos ^ removed
    state.fours[seat] = fours ^ removed & ~twos
