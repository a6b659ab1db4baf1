"""Compiled passes over many walls: the shuffle, and the tiles each event takes from its wall."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.games.columns import ABSENT, EventKind
from mjlog.jit import jit

Ints = NDArray[Any]

NO_TILE: Final = -2
"""The wall has no tile left for this event."""
DRAW, DISCARD, DORA = int(EventKind.DRAW), int(EventKind.DISCARD), int(EventKind.DORA)
DAIMINKAN, KITA = int(EventKind.DAIMINKAN), int(EventKind.KITA)
"""After these kinds and those between a replacement is drawn."""


@jit
def shuffle(walls: Ints, words: Ints) -> None:
    """Shuffle each row of `walls`, `(n, n_tiles)`, by the words (uint32) of its row."""
    n_tiles = walls.shape[1]
    for row in range(len(walls)):
        wall = walls[row]
        for i in range(n_tiles - 1):
            j = i + int(words[row, i]) % (n_tiles - i)
            wall[i], wall[j] = wall[j], wall[i]


@jit
def drawn_before(kind: Ints, first: Ints, end: Ints) -> tuple[Ints, Ints]:
    """`(n_events,)` int16 each: tiles of the live wall, and replacements, drawn before an event.

    Events `first[row]` to `end[row]` belong to one kyoku; for all others both numbers are 0.
    """
    drawn, replaced = np.zeros(len(kind), np.int16), np.zeros(len(kind), np.int16)
    for row in range(len(first)):
        n_drawn = n_replaced = 0
        after_kan = False
        for event in range(first[row], end[row]):
            drawn[event], replaced[event] = n_drawn, n_replaced
            event_kind = kind[event]
            if event_kind == DRAW:
                n_drawn += not after_kan
                n_replaced += after_kan
                after_kan = False
            elif DAIMINKAN <= event_kind <= KITA:
                after_kan = True
            elif event_kind == DISCARD:
                after_kan = False
    return drawn, replaced


@jit
def tiles_in_wall(masks: Ints, walls: Ints, drawn: Ints, replaced: Ints, draws: Ints, replacements: Ints) -> Ints:
    """`(n, 2)` int64: tiles that can still be drawn, and those among them of the kinds in each mask.

    `walls` are rows of `draws` and `replacements`, which hold copies in the order of use; `drawn` and `replaced` count
    the tiles already drawn. Each replacement drawn takes one tile from the end of the live wall.
    """
    counts = np.zeros((len(masks), 2), np.int64)
    for i in range(len(masks)):
        wall, end = walls[i], draws.shape[1] - replaced[i]
        for place in range(drawn[i], end):
            counts[i, 1] += masks[i] >> (draws[wall, place] // 4) & 1
        for place in range(replaced[i], replacements.shape[1]):
            counts[i, 1] += masks[i] >> (replacements[wall, place] // 4) & 1
        counts[i, 0] = max(end - drawn[i], 0) + max(replacements.shape[1] - replaced[i], 0)
    return counts


@jit
def tiles_of_events(kind: Ints, first: Ints, end: Ints, draws: Ints, replacements: Ints, dora: Ints) -> Ints:
    """`(n_events,)` int16: the tile of each draw and indicator by its wall, `NO_TILE` after its end; else ABSENT.

    `kind` is that of all events of a batch; events `first[row]` to `end[row]` belong to a row of `draws`,
    `replacements` and `dora`, which hold tiles in the order of use. Each replacement leaves one more of the draws
    undrawn.
    """
    tiles = np.full(len(kind), ABSENT, np.int16)
    for row in range(len(first)):
        n_drawn = n_replaced = 0
        n_turned = 1
        after_kan = False
        for event in range(first[row], end[row]):
            event_kind = kind[event]
            if event_kind == DRAW:
                left = n_drawn + n_replaced < draws.shape[1]
                tiles[event] = NO_TILE
                if after_kan:
                    if left and n_replaced < replacements.shape[1]:
                        tiles[event] = replacements[row, n_replaced]
                    n_replaced += 1
                else:
                    if left:
                        tiles[event] = draws[row, n_drawn]
                    n_drawn += 1
                after_kan = False
            elif event_kind == DORA:
                tiles[event] = dora[row, n_turned] if n_turned < dora.shape[1] else NO_TILE
                n_turned += 1
            elif DAIMINKAN <= event_kind <= KITA:
                after_kan = True
            elif event_kind == DISCARD:
                after_kan = False
    return tiles
