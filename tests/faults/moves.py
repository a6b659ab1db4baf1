"""Kinds of faults in draws, discards, chi and pon."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import KIND_OF_TILE
from tests.faults.injecting import Edits, Facts, Spot, injected, named
from tests.faults.play import (
    ALL,
    AT_END,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    PON,
    RETILED,
    add_call,
    added,
    at_event,
    call_row,
    copies_of,
    kyoku_of,
    moves_of,
    next_call,
    others,
    plain_discards,
    retile,
    run_with,
)

# -- draws and discards


@injected("legality", Code.TILE_TWICE, at="events", where=lambda f: f.passing, consequences=RETILED)
def drawn_tile_in_play_already(edits: Edits, row: int) -> Spot | None:
    retile(edits, row, int(edits.facts.kyoku.hand_copies[kyoku_of(edits, row), 0, 5]))
    return at_event(edits, row)


@injected("legality", Code.TILE_TWICE, at="kyoku", where=lambda f: f.kyoku.hands[:, 0, 0] != ABSENT, consequences=ALL)
def dealt_tile_in_two_hands(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    edits.set(
        "kyoku", (kyoku, 1, 4), hands=facts.kyoku.hands[kyoku, 0, 7], hand_copies=facts.kyoku.hand_copies[kyoku, 0, 7]
    )
    return Spot(kyoku=kyoku, seat=1)


@injected(
    "legality",
    Code.TILE_TWICE,
    at="events",
    where=lambda f: f.passing & (f.players == 3)[f.kyoku_of_event],
    consequences=RETILED,
)
def drawn_tile_three_players_do_not_have(edits: Edits, row: int) -> Spot | None:
    retile(edits, row, 10)
    return at_event(edits, row)


@injected("legality", Code.OUT_OF_TURN, at="events", where=lambda f: f.passing, consequences=AT_END)
def tile_drawn_twice(edits: Edits, row: int) -> Spot | None:
    kyoku = kyoku_of(edits, row)
    copy = edits.facts.unseen(kyoku)[0]
    event = edits.add("events", like=row, tile=edits.facts.tile(kyoku, copy), copy=copy)
    return added(edits, kyoku, event, int(edits.facts.events.seat[row]))


@injected(
    "legality",
    Code.OUT_OF_TURN,
    at="events",
    where=lambda f: f.is_kind(DRAW) & (f.before != ABSENT),
    consequences=AT_END | {Code.WIN_HAND, Code.WIN_IMPOSSIBLE},
)
def draw_of_another_seat(edits: Edits, row: int) -> Spot | None:
    seat = edits.facts.other(int(edits.facts.events.seat[row]), kyoku_of(edits, row))
    edits.set("events", row, seat=seat)
    return at_event(edits, row, seat)


@injected(
    "legality", Code.OUT_OF_TURN, at="events", where=lambda f: f.is_kind(DRAW) & f.next_is(DISCARD), consequences=AT_END
)
def draw_left_out(edits: Edits, row: int) -> Spot | None:
    edits.drop("events", row)
    return at_event(edits, int(edits.facts.following[row]))


@injected("legality", Code.OUT_OF_TURN, Code.RIICHI_STICK, at="events", where=lambda f: f.uncalled, consequences=AT_END)
def discard_left_out(edits: Edits, row: int) -> Spot | None:
    edits.drop("events", row)
    return at_event(edits, int(edits.facts.following[row]))


@injected("legality", Code.OUT_OF_TURN, at="events", where=lambda f: f.is_kind(DISCARD), consequences=AT_END)
def discard_of_another_seat(edits: Edits, row: int) -> Spot | None:
    seat = edits.facts.other(int(edits.facts.events.seat[row]), kyoku_of(edits, row))
    edits.set("events", row, seat=seat)
    return at_event(edits, row, seat)


@injected("legality", Code.TILE_NOT_HELD, at="events", where=lambda f: f.is_kind(DISCARD), consequences=AT_END)
def discarded_tile_not_held(edits: Edits, row: int) -> Spot | None:
    kyoku = kyoku_of(edits, row)
    copy = edits.facts.unseen(kyoku)[0]
    edits.set("events", row, tile=edits.facts.tile(kyoku, copy), copy=copy, tsumogiri=0)
    return at_event(edits, row)


@injected("legality", Code.TILE_NOT_HELD, at="events", where=lambda f: f.is_kind(DISCARD), consequences=AT_END)
def discarded_copy_not_held(edits: Edits, row: int) -> Spot | None:
    """The tile is held, but not this copy of it."""
    facts = edits.facts
    kyoku, copy, seat = kyoku_of(edits, row), int(facts.events.copy[row]), int(facts.events.seat[row])
    hand = facts.hand(seat, row)
    for other in range(copy // 4 * 4, copy // 4 * 4 + 4):
        if other not in hand and facts.tile(kyoku, other) == facts.events.tile[row]:
            edits.set("events", row, copy=other)
            return at_event(edits, row)
    return None


@injected(
    "legality",
    Code.WALL_COUNT,
    at="events",
    where=lambda f: f.is_kind(DISCARD) & (f.states.live == 0) & ~f.next_is(*EventKind),
    consequences=ALL,
)
def draw_from_the_empty_wall(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    if facts.n_wins[kyoku]:
        return None
    seat, copy = facts.other(int(facts.events.seat[row]), kyoku), facts.unseen(kyoku)[0]
    event = edits.add(
        "events", like=row, kind=DRAW, seat=seat, tile=facts.tile(kyoku, copy), copy=copy, tsumogiri=ABSENT
    )
    return added(edits, kyoku, event, seat)


# -- calls


@injected(
    "legality",
    Code.OUT_OF_TURN,
    at="events",
    where=lambda f: f.is_kind(CHI, PON),
    consequences=AT_END | {Code.WIN_HAND},
)
def call_left_out(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    edits.drop("events", row)
    edits.drop("calls", next_call(edits, row - 1))
    return at_event(edits, int(facts.following[row]))


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=plain_discards, consequences=AT_END)
def chi_from_another_seat_than_the_left(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    if facts.players[kyoku] == 3:
        return None
    for seat in others(facts, row):
        own = run_with(facts.hand(seat, row), int(facts.events.copy[row]) // 4)
        if seat != facts.other(int(facts.events.seat[row]), kyoku) and own:
            return added(edits, kyoku, add_call(edits, row, CHI, seat, [int(facts.events.copy[row]), *own]), seat)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: plain_discards(f) & (f.players == 3)[f.kyoku_of_event],
    consequences=AT_END,
)
def chi_of_three_players(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    seat = facts.other(int(facts.events.seat[row]), kyoku)
    own = run_with(facts.hand(seat, row), int(facts.events.copy[row]) // 4)
    if seat not in others(facts, row) or not own:
        return None
    return added(edits, kyoku, add_call(edits, row, CHI, seat, [int(facts.events.copy[row]), *own]), seat)


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=plain_discards, consequences=AT_END)
def chi_of_tiles_that_are_no_run(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    seat = facts.other(int(facts.events.seat[row]), kyoku)
    if seat not in others(facts, row) or facts.players[kyoku] == 3:
        return None
    copy = int(facts.events.copy[row])
    own = [c for c in facts.hand(seat, row) if not copy // 4 - 2 <= c // 4 <= copy // 4 + 2][:2]
    return added(edits, kyoku, add_call(edits, row, CHI, seat, [copy, *own]), seat) if len(own) == 2 else None


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=plain_discards, consequences=AT_END)
def chi_across_suits(edits: Edits, row: int) -> Spot | None:
    """8 9 of one suit and 1 of the next, whose numbers of kind follow each other."""
    facts = edits.facts
    kyoku, copy = kyoku_of(edits, row), int(facts.events.copy[row])
    seat = facts.other(int(facts.events.seat[row]), kyoku)
    hand = facts.hand(seat, row)
    for low in (7, 8, 16, 17, 25, 26):
        kinds = [k for k in range(low, low + 3) if k != copy // 4]
        if len(kinds) == 2 and all(copies_of(hand, k) for k in kinds) and seat in others(facts, row):
            own = [copies_of(hand, k)[0] for k in kinds]
            return added(edits, kyoku, add_call(edits, row, CHI, seat, [copy, *own]), seat)
    return None


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=plain_discards, consequences=AT_END)
def pon_with_tiles_of_another_kind(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, copy = kyoku_of(edits, row), int(facts.events.copy[row])
    for seat in others(facts, row):
        hand = [c for c in facts.hand(seat, row) if c // 4 != copy // 4]
        pair = next((copies_of(hand, c // 4)[:2] for c in hand if len(copies_of(hand, c // 4)) > 1), [])
        if pair:
            return added(edits, kyoku, add_call(edits, row, PON, seat, [copy, *pair]), seat)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=moves_of(CHI, PON, DAIMINKAN),
    consequences=AT_END | {Code.WIN_HAND},
)
def called_tile(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    kind = int(facts.events.copy[row]) // 4
    copy = next(c for c in facts.unseen(kyoku) if c // 4 != kind)
    edits.set("events", row, tile=facts.tile(kyoku, copy), copy=copy)
    edits.set("calls", (call_row(edits, row), 0), tiles=facts.tile(kyoku, copy), copies=copy)
    return at_event(edits, row)


@injected("legality", Code.CALL_IMPOSSIBLE, at="events", where=moves_of(CHI, PON, DAIMINKAN), consequences=AT_END)
def seat_a_call_is_from(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    seat, from_seat = int(facts.events.seat[row]), int(facts.events.from_seat[row])
    other = next(s for s in range(facts.players[kyoku]) if s not in (seat, from_seat))
    edits.set("events", row, from_seat=other)
    edits.set("calls", call_row(edits, row), from_seat=other)
    return at_event(edits, row)


@injected("legality", Code.TILE_NOT_HELD, at="events", where=moves_of(CHI, PON, DAIMINKAN), consequences=AT_END)
def call_with_a_tile_not_held(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    hand = facts.hand(int(facts.events.seat[row]), row)
    call = call_row(edits, row)
    own = int(facts.calls.copies[call, 1])
    kyoku = kyoku_of(edits, row)
    for other in range(own // 4 * 4, own // 4 * 4 + 4):
        if (
            other not in hand
            and other != facts.events.copy[row]
            and facts.tile(kyoku, other) == facts.calls.tiles[call, 1]
        ):
            edits.set("calls", (call, 1), copies=other)
            return at_event(edits, row)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: plain_discards(f) & (f.states.riichi != 0),
    consequences=AT_END,
)
def pon_in_riichi(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, copy = kyoku_of(edits, row), int(facts.events.copy[row])
    for seat in range(facts.players[kyoku]):
        own = copies_of(facts.hand(seat, row), copy // 4)[:2]
        if seat != facts.events.seat[row] and facts.states.riichi[row] >> seat & 1 and len(own) == 2:
            return added(edits, kyoku, add_call(edits, row, PON, seat, [copy, *own]), seat)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: f.is_kind(DISCARD) & (f.states.live == 0) & ~f.next_is(EventKind.RIICHI_ACCEPTED),
    consequences=AT_END,
)
def call_of_the_last_discard(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, copy = kyoku_of(edits, row), int(facts.events.copy[row])
    for seat in others(facts, row):
        hand = facts.hand(seat, row)
        pair, run = copies_of(hand, copy // 4)[:2], run_with(hand, copy // 4)
        left = facts.other(int(facts.events.seat[row]), kyoku) == seat and facts.players[kyoku] == 4
        if len(pair) == 2:
            return added(edits, kyoku, add_call(edits, row, PON, seat, [copy, *pair]), seat)
        if left and run:
            return added(edits, kyoku, add_call(edits, row, CHI, seat, [copy, *run]), seat)
    return None


@injected(
    "legality",
    Code.CALL_IMPOSSIBLE,
    at="events",
    where=lambda f: f.is_kind(DRAW) & f.next_is(DISCARD),
    consequences=AT_END,
)
def pon_before_the_discard(edits: Edits, row: int) -> Spot | None:
    """A call at a moment when nobody's tile lies open."""
    facts = edits.facts
    kyoku, copy = kyoku_of(edits, row), int(facts.events.copy[facts.following[row]])
    for seat in others(facts, row):
        own = copies_of(facts.hand(seat, row), copy // 4)[:2]
        if len(own) == 2:
            return added(edits, kyoku, add_call(edits, row, PON, seat, [copy, *own]), seat)
    return None


def _kuikae(facts: Facts) -> np.ndarray:
    forbidden = facts.of_rules(lambda r: r.kuikae == "forbidden")[facts.kyoku_of_event]
    return forbidden & facts.next_is(DISCARD)


@injected(
    "legality",
    Code.KUIKAE,
    at="events",
    where=lambda f: _kuikae(f) & f.is_kind(CHI, PON),
    consequences=AT_END | {Code.SHOWN_HAND},
)
def discard_of_the_called_kind(edits: Edits, row: int) -> Spot | None:
    return _discard_instead(edits, row, {int(edits.facts.events.copy[row]) // 4})


@injected(
    "legality",
    Code.KUIKAE,
    at="events",
    where=lambda f: _kuikae(f) & f.is_kind(CHI),
    consequences=AT_END | {Code.SHOWN_HAND},
)
def discard_of_the_other_end_of_the_run(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kinds = sorted(KIND_OF_TILE[t] for t in facts.calls.tiles[call_row(edits, row)].tolist() if t != ABSENT)
    called = int(facts.events.copy[row]) // 4
    other = kinds[2] + 1 if called == kinds[0] else kinds[0] - 1 if called == kinds[2] else ABSENT
    same_suit = other >= 0 and other // 9 == called // 9 and other < 27
    return _discard_instead(edits, row, {other}) if same_suit else None


def _discard_instead(edits: Edits, row: int, kinds: set[int]) -> Spot | None:
    """The discard after a call becomes a tile of the hand of some kinds."""
    facts = edits.facts
    kyoku, discard = kyoku_of(edits, row), int(facts.following[row])
    held = [c for c in facts.hand(int(facts.events.seat[row]), discard) if c // 4 in kinds]
    if not held:
        return None
    edits.set("events", discard, tile=facts.tile(kyoku, held[0]), copy=held[0])
    return at_event(edits, discard)


KINDS = named(globals())
