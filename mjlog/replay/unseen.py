"""Compiled: how many tiles of each kind a seat does not see, counted for all kinds at once.

Three masks hold the kinds whose number has a one, a two, a four in it. A tile that comes in sight is taken off by a few
operations on whole masks, and the tiles of any kinds are summed by counting bits.
"""

from __future__ import annotations

from typing import Any

from mjlog.jit import jit_inline

Unseen = tuple[int, int, int]
"""The kinds whose number has a one, a two, a four in it."""


@jit_inline
def n_kinds(mask: int) -> int:
    """How many kinds a mask has."""
    n = 0
    while mask:  # the compiler knows this loop and counts at once
        mask &= mask - 1
        n += 1
    return n


@jit_inline
def n_tiles(mask: int, unseen: Unseen) -> int:
    """Unseen tiles of the kinds in a mask."""
    ones, twos, fours = unseen
    return n_kinds(mask & ones) + 2 * n_kinds(mask & twos) + 4 * n_kinds(mask & fours)


@jit_inline
def see(table: Any, seat: int, kind: int) -> None:
    """Take a tile off those a seat does not see, if any is left; `table` has `ones`, `twos` and `fours` by seat."""
    ones, twos, fours = table.ones[seat], table.twos[seat], table.fours[seat]
    taken = (ones | twos | fours) & 1 << kind
    table.ones[seat] = ones ^ taken
    taken &= ~ones
    table.twos[seat] = twos ^ taken
    table.fours[seat] = fours ^ taken & ~twos
