"""Steps of kinds of faults in what was played."""

from typing import Any

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT, EventKind, Result
from tests.faults.injecting import CALLED, OF_HAND, OF_NEXT, OF_PAYMENTS, SAID_BY_WALL, Edits, Facts, Spot, Where

DRAW, DISCARD, CHI, PON = EventKind.DRAW, EventKind.DISCARD, EventKind.CHI, EventKind.PON
ANKAN, KAKAN, DAIMINKAN, KITA = EventKind.ANKAN, EventKind.KAKAN, EventKind.DAIMINKAN, EventKind.KITA
RIICHI, ACCEPTED, DORA = EventKind.RIICHI, EventKind.RIICHI_ACCEPTED, EventKind.DORA
OPEN_RIICHI = EventKind.OPEN_RIICHI
NORTH = 30
ALL = OF_HAND | OF_PAYMENTS | OF_NEXT | SAID_BY_WALL
AT_END = ALL | {Code.WIN_INDICATORS}
"""What may not fit a kyoku whose moves are not those that were played."""

RETILED = SAID_BY_WALL | {Code.PAYMENT}
"""What a tile in another river breaks: nagashi mangan may be gone."""


def at_event(edits: Edits, row: int, seat: int | None = None) -> Spot:
    """The spot of an event of the batch."""
    facts = edits.facts
    seat = int(facts.events.seat[row]) if seat is None else seat
    return Spot(kyoku=int(facts.kyoku_of_event[row]), event=row, seat=None if seat == ABSENT else seat)


def added(edits: Edits, kyoku: int, event: int, seat: int | None) -> Spot:
    return Spot(kyoku=kyoku, event=event, seat=seat)


def kyoku_of(edits: Edits, row: int) -> int:
    return int(edits.facts.kyoku_of_event[row])


def retile(edits: Edits, row: int, copy: int) -> None:
    """Make a draw and the following discard of the same tile another tile."""
    facts = edits.facts
    tile = facts.tile(kyoku_of(edits, row), copy)
    edits.set("events", [row, int(facts.following[row])], tile=tile, copy=copy)


def next_call(edits: Edits, row: int) -> int:
    """Where in the calls a call made behind an event stands: the row of the first later one, or the end."""
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    start, end = edits.games.call_start[kyoku : kyoku + 2]
    later = facts.calls.event[start:end] > row - edits.games.event_start[kyoku]
    return int(start + (np.argmax(later) if later.any() else end - start))


def add_call(edits: Edits, after: int, kind: EventKind, seat: int, copies: list[int]) -> int:
    """Add a call behind an event, with its row in the calls; the number of the event."""
    facts = edits.facts
    kyoku = kyoku_of(edits, after)
    tiles = [facts.tile(kyoku, copy) for copy in copies]
    lowest = min(range(len(copies)), key=lambda n: copies[n]) if kind == ANKAN else 0
    from_seat = int(facts.events.seat[after]) if kind in CALLED else ABSENT
    event = edits.add(
        "events",
        like=after,
        kind=kind,
        seat=seat,
        from_seat=from_seat,
        tile=tiles[lowest],
        copy=copies[lowest],
        tsumogiri=ABSENT,
    )
    end = [ABSENT] * (4 - len(copies))
    call = next_call(edits, after)
    columns: dict[str, Any] = {
        "event": event,
        "kind": kind,
        "seat": seat,
        "from_seat": from_seat,
        "tiles": [*tiles, *end],
        "copies": [*copies, *end],
    }
    if call < edits.games.call_start[kyoku + 1]:
        edits.add("calls", like=call, before=call, **columns)
    else:
        edits.add_to("calls", kyoku, **columns)
    return event


def copies_of(hand: list[int], kind: int) -> list[int]:
    return [copy for copy in hand if copy // 4 == kind]


def run_with(hand: list[int], kind: int) -> list[int]:
    """Two copies of a hand that make a run with a kind; none if it has none."""
    for low in range(kind - 2, kind + 1):
        kinds = [k for k in range(low, low + 3) if k != kind]
        if low >= 0 and low // 9 == (low + 2) // 9 and kind < 27 and all(copies_of(hand, k) for k in kinds):
            return [copies_of(hand, k)[0] for k in kinds]
    return []


def in_riichi(facts: Facts, seat: np.ndarray) -> np.ndarray:
    """Whether a seat's riichi is accepted after each event."""
    return (facts.states.riichi >> np.maximum(seat, 0) & 1) == 1


def others(facts: Facts, row: int) -> list[int]:
    """The seats that could call the discard of an event: not in riichi."""
    seat, kyoku = int(facts.events.seat[row]), int(facts.kyoku_of_event[row])
    riichi = int(facts.states.riichi[row])
    return [s for s in range(facts.players[kyoku]) if s != seat and not riichi >> s & 1]


def plain_discards(facts: Facts) -> np.ndarray:
    """Discards behind which somebody draws, with no riichi in between, and live tiles left."""
    return facts.uncalled & (facts.states.live > 0)


def call_row(edits: Edits, row: int) -> int:
    return next_call(edits, row - 1)


def moves_of(*kinds: EventKind) -> Where:
    """Events of some kinds."""
    return lambda facts: facts.is_kind(*kinds)


def n_kans(facts: Facts) -> np.ndarray:
    """Kans of all seats so far, after each event."""
    is_kan = facts.is_kind(ANKAN, KAKAN, DAIMINKAN)
    total = np.cumsum(is_kan)
    before = np.append(0, total)[facts.games.event_start[:-1]]
    return total - before[facts.kyoku_of_event]


def is_result(result: Result) -> Where:
    """Kyoku with a result."""
    return lambda facts: facts.kyoku.result == result
