"""Tsumogiri of the dealer's first discard: services that deal 14 tiles do not record which one was drawn.

Logs made from theirs say that the tile came from the hand. A kyoku in which it did not shows that the whole game has
this convention.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.games.build import EventRow
from mjlog.games.columns import ABSENT, EventKind


def without_first_tsumogiri(events: Sequence[EventRow]) -> list[EventRow]:
    """The events of a kyoku whose log does not record `tsumogiri` of the dealer's first discard."""
    first = _first_discard(events)
    return [(*event[:5], ABSENT) if row == first else event for row, event in enumerate(events)]


def contradicts_first_draw(events: Sequence[EventRow], hand: Sequence[int]) -> bool:
    """Whether the dealer's first discard is the drawn tile, though the log says that it is from the dealt `hand`."""
    row = _first_discard(events)
    return row > 0 and events[row][3] == events[0][3] and events[row][5] == 0 and events[0][3] not in hand


def _first_discard(events: Sequence[EventRow]) -> int:
    """Row of the discard that follows the first draw, a riichi aside; -1 without one."""
    kinds = [event[0] for event in events[:3]]
    if kinds[:2] == [EventKind.DRAW, EventKind.DISCARD]:
        return 1
    return 2 if kinds == [EventKind.DRAW, EventKind.RIICHI, EventKind.DISCARD] else -1
