"""Values that differ from program to program and claim nothing: they become what Tenhou's logs would record.

- The place of `dora`: convlog turns the indicator of an open kan just before the discard, others right after the kan or
  after the discard.
- `reach_accepted`, in a file that never has it: a riichi is accepted once its discard has passed.
- `tsumogiri`, where a log does not record it (`mjlog.games.tsumogiri`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mjlog.errors import LogError
from mjlog.games.build import CallRow, EventRow
from mjlog.games.columns import EventKind, Result
from mjlog.games.draw_kinds import KANS
from parsers.mjai import vocab
from parsers.mjai.fields import Event
from parsers.mjai.kyoku import HANDLERS

Placed = tuple[int | None, Event | LogError]
"""An event with its offset in the file."""


def with_acceptances(events: Iterable[Placed]) -> Iterator[Placed]:
    """The events with a `reach_accepted` after each riichi whose discard nobody won on."""
    declared = discarded = None
    for offset, event in events:
        if isinstance(event, LogError):
            yield offset, event
            continue
        kind = event["type"]
        if discarded is not None and kind in HANDLERS:
            if kind != "hora" and vocab.REASONS.get(str(event.get("reason"))) != Result.SANCHAHOU:
                yield None, {"type": "reach_accepted", "actor": discarded}
            discarded = None
        if kind == "start_kyoku":
            declared = discarded = None
        elif kind == "reach":
            declared = event.get("actor")
        elif kind == "dahai" and declared is not None:
            declared, discarded = None, declared
        yield offset, event


def with_indicators_in_place(
    events: Sequence[EventRow], calls: Sequence[CallRow]
) -> tuple[Sequence[EventRow], Sequence[CallRow]]:
    """Events and calls of a kyoku with each indicator where Tenhou's rules turn it.

    That is before the replacement draw of a closed kan; of an open one, between the replacement draw and the discard.
    An indicator after the next draw or discard stays: the replay finds that it is late.
    """
    kinds = [event[0] for event in events]
    turned = [row for row, kind in enumerate(kinds) if kind == EventKind.DORA]
    if not turned:
        return events, calls
    kans = [row for row, kind in enumerate(kinds) if kind in KANS]
    places: list[float] = [*range(len(events))]
    for row, kan in zip(turned, kans, strict=False):
        places[row] = _place(kinds, row, kan)
    order = sorted(range(len(events)), key=places.__getitem__)
    if order == [*range(len(events))]:
        return events, calls
    new = {old: row for row, old in enumerate(order)}
    return [events[row] for row in order], [call._replace(event=new[call.event]) for call in calls]


def _place(kinds: Sequence[EventKind | int], row: int, kan: int) -> float:
    """The place of an indicator (its row) of a kan (its row): a row, or a half between two rows."""
    draws = _rows(kinds, kan, EventKind.DRAW)
    moves = _rows(kinds, kan, EventKind.DISCARD)
    if row < kan or not draws:
        return row
    if moves and any(n < row for n in _rows(kinds, moves[0], EventKind.DRAW, EventKind.DISCARD)):
        return row
    if kinds[kan] == EventKind.ANKAN:
        return row if row < draws[0] else kan + 0.5
    if row < draws[0]:
        return draws[0] + 0.5
    ends = [*moves[:1], *draws[1:2]]
    return row if all(row < end for end in ends) else min([*ends, *_rows(kinds, kan, *KANS)]) - 0.5


def _rows(kinds: Sequence[EventKind | int], after: int, *wanted: EventKind) -> list[int]:
    return [row for row in range(after + 1, len(kinds)) if kinds[row] in wanted]
