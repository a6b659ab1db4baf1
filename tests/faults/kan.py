"""Kinds of faults in kan, kita and the indicators they turn."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT
from tests.faults.injecting import Edits, Facts, Spot, injected, named
from tests.faults.play import (
    ANKAN,
    AT_END,
    CHI,
    DISCARD,
    DORA,
    DRAW,
    KAKAN,
    KITA,
    NORTH,
    PON,
    add_call,
    added,
    at_event,
    call_row,
    copies_of,
    kyoku_of,
    n_kans,
)

# -- kan and kita


@injected(
    "legality",
    Code.TILE_NOT_HELD,
    at="events",
    where=lambda f: f.is_kind(DRAW) & f.next_is(DISCARD) & (f.states.live > 0),
    consequences=AT_END,
)
def ankan_of_three_tiles(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    hand = [*facts.hand(seat, row), int(facts.events.copy[row])]
    three = next((c // 4 for c in hand if len(copies_of(hand, c // 4)) == 3), None)
    if three is None or facts.states.riichi[row] >> seat & 1:
        return None
    return added(edits, kyoku, add_call(edits, row, ANKAN, seat, list(range(4 * three, 4 * three + 4))), seat)


@injected(
    "legality",
    Code.KAN_CONDITION,
    at="events",
    where=lambda f: f.is_kind(DRAW) & f.next_is(DISCARD) & (f.states.live > 0),
    consequences=AT_END,
)
def kakan_without_a_pon(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat, copy = kyoku_of(edits, row), int(facts.events.seat[row]), int(facts.events.copy[row])
    if facts.states.riichi[row] >> seat & 1 or _pons(facts, row, seat, copy // 4):
        return None
    three = [c for c in range(copy // 4 * 4, copy // 4 * 4 + 4) if c != copy]
    return added(edits, kyoku, add_call(edits, row, KAKAN, seat, [copy, *three]), seat)


def _pons(facts: Facts, row: int, seat: int, kind: int | None = None) -> list[int]:
    """Rows of the pons a seat has at an event."""
    kyoku = int(facts.kyoku_of_event[row])
    start, end = facts.games.call_start[kyoku : kyoku + 2].tolist()
    place = row - facts.games.event_start[kyoku]
    return [
        c
        for c in range(start, end)
        if facts.calls.kind[c] == PON
        and facts.calls.seat[c] == seat
        and facts.calls.event[c] < place
        and kind in (None, int(facts.calls.copies[c, 0]) // 4)
    ]


@injected(
    "legality",
    Code.KAN_CONDITION,
    at="events",
    where=lambda f: f.is_kind(CHI, PON) & (f.states.live > 0),
    consequences=AT_END | {Code.WIN_HAND},
)
def kan_right_after_a_call(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    hand = facts.hand(seat, int(facts.following[row])) if facts.following[row] != ABSENT else []
    for copy in hand:
        if copy % 4 == 0 and len(copies_of(hand, copy // 4)) == 4:
            return added(edits, kyoku, add_call(edits, row, ANKAN, seat, copies_of(hand, copy // 4)), seat)
        if pons := _pons(facts, row + 1, seat, copy // 4):
            three = facts.calls.copies[pons[0], :3].tolist()
            return added(edits, kyoku, add_call(edits, row, KAKAN, seat, [copy, *three]), seat)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: f.is_kind(DRAW) & (f.states.live == 0) & f.next_is(DISCARD),
    consequences=AT_END,
)
def kan_or_kita_on_the_last_tile(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    hand = facts.hand(seat, int(facts.following[row]))
    for copy in hand:
        if copy // 4 == NORTH and facts.players[kyoku] == 3:
            return added(edits, kyoku, add_call(edits, row, KITA, seat, [copy]), seat)
        if copy % 4 == 0 and len(copies_of(hand, copy // 4)) == 4:
            return added(edits, kyoku, add_call(edits, row, ANKAN, seat, copies_of(hand, copy // 4)), seat)
        if pons := _pons(facts, row, seat, copy // 4):
            three = facts.calls.copies[pons[0], :3].tolist()
            return added(edits, kyoku, add_call(edits, row, KAKAN, seat, [copy, *three]), seat)
    return None


@injected(
    "legality",
    Code.KAN_CONDITION,
    at="events",
    where=lambda f: f.is_kind(DRAW) & (n_kans(f) == 4),
    consequences=AT_END,
)
def a_fifth_kan(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat, copy = kyoku_of(edits, row), int(facts.events.seat[row]), int(facts.events.copy[row])
    if facts.states.live[row] == 0:
        return None
    return added(edits, kyoku, add_call(edits, row, ANKAN, seat, list(range(copy // 4 * 4, copy // 4 * 4 + 4))), seat)


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: f.is_kind(DRAW) & f.next_is(DISCARD) & (f.states.live > 0) & (f.players == 4)[f.kyoku_of_event],
    consequences=AT_END,
)
def kita_of_four_players(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    north = copies_of(facts.hand(seat, int(facts.following[row])), NORTH)
    return added(edits, kyoku, add_call(edits, row, KITA, seat, north[:1]), seat) if north else None


@injected(
    "legality",
    Code.TILE_NOT_HELD,
    Code.RIICHI_HAND,
    at="events",
    where=lambda f: f.is_kind(KITA),
    consequences=AT_END | {Code.WIN_HAND},
)
def kita_of_another_tile(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    copy = next((c for c in facts.hand(int(facts.events.seat[row]), row) if c // 4 != NORTH), None)
    if copy is None:
        return None
    tile = facts.tile(kyoku, copy)
    edits.set("events", row, tile=tile, copy=copy)
    edits.set("calls", (call_row(edits, row), 0), tiles=tile, copies=copy)
    return at_event(edits, row)


# -- indicators


def _delayed(facts: Facts) -> np.ndarray:
    """Indicators of an open kan that are turned after the replacement draw."""
    timed = facts.of_rules(lambda r: r.kan_dora_timing == "before_discard")[facts.kyoku_of_event]
    found = facts.is_kind(DORA) & timed & (facts.before != ABSENT)
    found[found] &= facts.events.kind[facts.before[found]] == DRAW
    return found


@injected("legality", Code.INDICATOR, at="events", where=_delayed, consequences=AT_END)
def indicator_before_the_replacement_draw(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    event = edits.add("events", like=row, before=int(facts.before[row]))
    edits.drop("events", row)
    return Spot(kyoku=kyoku_of(edits, row), event=event)


@injected(
    "legality", Code.INDICATOR, at="events", where=lambda f: _delayed(f) & f.next_is(DISCARD), consequences=AT_END
)
def indicator_after_the_discard(edits: Edits, row: int) -> Spot | None:
    discard = int(edits.facts.following[row])
    edits.add("events", like=row, after=discard)
    edits.drop("events", row)
    return at_event(edits, discard)


@injected(
    "legality",
    Code.INDICATOR,
    at="events",
    where=lambda f: f.is_kind(DORA) & f.next_is(DISCARD, DRAW, ANKAN),
    consequences=AT_END,
)
def indicator_not_turned(edits: Edits, row: int) -> Spot | None:
    following = int(edits.facts.following[row])
    edits.drop("events", row)
    return at_event(edits, following)


@injected(
    "legality", Code.INDICATOR, at="events", where=lambda f: f.uncalled & (f.states.indicators < 5), consequences=AT_END
)
def indicator_without_a_kan(edits: Edits, row: int) -> Spot | None:
    kyoku = kyoku_of(edits, row)
    copy = edits.facts.unseen(kyoku)[0]
    event = edits.add(
        "events", like=row, kind=DORA, seat=ABSENT, tile=edits.facts.tile(kyoku, copy), copy=copy, tsumogiri=ABSENT
    )
    return Spot(kyoku=kyoku, event=event)


@injected("legality", Code.TILE_TWICE, at="events", where=lambda f: f.is_kind(DORA), consequences=AT_END)
def indicator_in_play_already(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    edits.set("events", row, tile=facts.kyoku.hands[kyoku, 0, 3], copy=facts.kyoku.hand_copies[kyoku, 0, 3])
    return Spot(kyoku=kyoku, event=row)


KINDS = named(globals())
