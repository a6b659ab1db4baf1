"""The compiled passes over many walls: shuffling them, and what each event of a kyoku takes from its wall."""

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
"""These kinds and those between are followed by a replacement."""


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
    """`(n_events,)` int16 each: how many tiles of the live wall, and how many replacements, were drawn before an event.

    Events `first[row]` to `end[row]` belong to one kyoku; of the others both are 0.
    """
    drawn, replaced = np.zeros(len(kind), np.int16), np.zeros(len(kind), np.int16)
    for row in range(len(first)):
        n_drawn = n_replaced = 0
        owed = False
        for event in range(first[row], end[row]):
            drawn[event], replaced[event] = n_drawn, n_replaced
            what = kind[event]
            if what == DRAW:
                n_drawn += not owed
                n_replaced += owed
                owed = False
            elif DAIMINKAN <= what <= KITA:
                owed = True
            elif what == DISCARD:
                owed = False
    return drawn, replaced


@jit
def tiles_in_wall(masks: Ints, walls: Ints, drawn: Ints, replaced: Ints, draws: Ints, replacements: Ints) -> Ints:
    """`(n, 2)` int64: tiles that can still be drawn when so many were, and those of them of the kinds in each mask.

    `walls` are rows of `draws` and `replacements`, which hold copies in the order of use. What can be drawn are the
    live wall up to the end the replacements have moved, and the replacements left.
    """
    found = np.zeros((len(masks), 2), np.int64)
    for i in range(len(masks)):
        wall, end = walls[i], draws.shape[1] - replaced[i]
        for place in range(drawn[i], end):
            found[i, 1] += masks[i] >> (draws[wall, place] // 4) & 1
        for place in range(replaced[i], replacements.shape[1]):
            found[i, 1] += masks[i] >> (replacements[wall, place] // 4) & 1
        found[i, 0] = max(end - drawn[i], 0) + max(replacements.shape[1] - replaced[i], 0)
    return found


@jit
def taken(kind: Ints, first: Ints, end: Ints, draws: Ints, replacements: Ints, dora: Ints) -> Ints:
    """`(n_events,)` int16: the copy each draw and indicator has by its wall, `NO_TILE` past its end, else ABSENT.

    `kind` is that of all events of a batch; events `first[row]` to `end[row]` belong to a row of `draws`,
    `replacements` and `dora`, which hold copies in the order of use. Each replacement leaves one more of the draws
    undrawn.
    """
    found = np.full(len(kind), ABSENT, np.int16)
    for row in range(len(first)):
        n_drawn = n_replaced = 0
        n_turned = 1
        owed = False
        for event in range(first[row], end[row]):
            what = kind[event]
            if what == DRAW:
                left = n_drawn + n_replaced < draws.shape[1]
                found[event] = NO_TILE
                if owed:
                    if left and n_replaced < replacements.shape[1]:
                        found[event] = replacements[row, n_replaced]
                    n_replaced += 1
                else:
                    if left:
                        found[event] = draws[row, n_drawn]
                    n_drawn += 1
                owed = False
            elif what == DORA:
                found[event] = dora[row, n_turned] if n_turned < dora.shape[1] else NO_TILE
                n_turned += 1
            elif DAIMINKAN <= what <= KITA:
                owed = True
            elif what == DISCARD:
                owed = False
    return found
