"""Tsumogiri that a log does not record, though it has a place for it: two conventions of programs.

- Services that deal 14 tiles do not record which one was drawn. Logs made from theirs say that the dealer's first
  discard came from the hand. A kyoku in which it did not shows that the whole game has this convention.
- Some programs write the same for every discard. A game shows it if several discards are the tile just drawn and none
  is marked: no player keeps the drawn copy of a tile each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.games.build import EventRow
from mjlog.games.columns import ABSENT, EventKind

FEW: Final = 5
"""Up to this many unmarked discards of the tile just drawn may come from the hand."""


def as_recorded(kyoku: Sequence[tuple[list[EventRow], Sequence[int]]]) -> list[list[EventRow]]:
    """The events of the kyoku of a game, each with the dealt hand of its dealer, ABSENT where nothing is recorded."""
    if _n_unmarked([events for events, _ in kyoku]) > FEW:
        return [[(*event[:5], ABSENT) for event in events] for events, _ in kyoku]
    if any(_contradicts_first_draw(events, hand) for events, hand in kyoku):
        return [_without_first(events) for events, _ in kyoku]
    return [events for events, _ in kyoku]


def _n_unmarked(kyoku: Sequence[Sequence[EventRow]]) -> int:
    """Number of discards of the tile just drawn; 0 if any discard is marked as tsumogiri."""
    n = 0
    for events in kyoku:
        drawn = ABSENT
        for event in events:
            if event[0] == EventKind.DISCARD:
                if event[5] == 1:
                    return 0
                n += event[3] == drawn and event[5] == 0
            if event[0] != EventKind.RIICHI:
                drawn = event[3] if event[0] == EventKind.DRAW else ABSENT
    return n


def _without_first(events: Sequence[EventRow]) -> list[EventRow]:
    first = _first_discard(events)
    return [(*event[:5], ABSENT) if row == first else event for row, event in enumerate(events)]


def _contradicts_first_draw(events: Sequence[EventRow], hand: Sequence[int]) -> bool:
    """Whether the dealer's first discard is the drawn tile, though the log says that it is from the dealt `hand`."""
    row = _first_discard(events)
    if row < 0 or ABSENT in hand:
        return False
    return events[row][3] == events[0][3] and events[row][5] == 0 and events[0][3] not in hand


def _first_discard(events: Sequence[EventRow]) -> int:
    """Row of the discard that follows the first draw, a riichi aside; -1 without one."""
    kinds = [event[0] for event in events[:3]]
    if kinds[:2] == [EventKind.DRAW, EventKind.DISCARD]:
        return 1
    return 2 if kinds == [EventKind.DRAW, EventKind.RIICHI, EventKind.DISCARD] else -1
