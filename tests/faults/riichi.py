"""Kinds of faults in riichi and furiten."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT
from mjlog.kyoku.tenpai import waits_of
from tests.faults.injecting import CALLED, SAID_BY_WALL, Edits, Facts, Spot, injected, named
from tests.faults.play import (
    ACCEPTED,
    ANKAN,
    AT_END,
    CHI,
    DAIMINKAN,
    DISCARD,
    DRAW,
    OPEN_RIICHI,
    PON,
    RIICHI,
    add_call,
    added,
    at_event,
    copies_of,
    in_riichi,
    kyoku_of,
    next_call,
    retile,
)

# -- riichi


def _closed_discards(facts: Facts, *, tenpai: bool) -> np.ndarray:
    """Discards after a draw by a seat without sets and without riichi, tenpai behind them or not."""
    drawn = np.zeros(len(facts.events.kind), np.bool_)
    behind = facts.before
    drawn[behind != ABSENT] = facts.events.kind[behind[behind != ABSENT]] == DRAW
    seat = facts.events.seat
    return (
        facts.uncalled
        & drawn
        & (facts.states.n_melds == 0)
        & ~in_riichi(facts, seat)
        & ((facts.states.waits != 0) == tenpai)
    )


def _enough(facts: Facts) -> np.ndarray:
    return facts.states.live >= facts.of_rules(lambda r: r.riichi_wall)[facts.kyoku_of_event]


def _rich(facts: Facts) -> np.ndarray:
    return facts.kyoku.points[facts.kyoku_of_event, np.maximum(facts.events.seat, 0)] >= 1000


def declare(edits: Edits, discard: int) -> int:
    """A declaration before a discard, and its stick behind it; the number of the declaration."""
    seat = int(edits.facts.events.seat[discard])
    columns = {"seat": seat, "from_seat": ABSENT, "tile": ABSENT, "copy": ABSENT, "tsumogiri": ABSENT}
    row = edits.add("events", like=discard, before=discard, kind=RIICHI, **columns)
    edits.add("events", like=discard, after=discard, kind=ACCEPTED, **columns)
    return row


IN_RIICHI = AT_END | {Code.FURITEN}


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: _closed_discards(f, tenpai=False) & _enough(f) & _rich(f),
    consequences=IN_RIICHI,
)
def riichi_without_tenpai(edits: Edits, row: int) -> Spot | None:
    declare(edits, row)
    return at_event(edits, row)


def _open_tenpai(facts: Facts) -> np.ndarray:
    return facts.uncalled & (facts.states.n_melds > 0) & (facts.states.waits != 0) & _enough(facts) & _rich(facts)


@injected("legality", Code.RIICHI_CONDITION, at="events", where=_open_tenpai, consequences=IN_RIICHI)
def riichi_with_an_open_hand(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    start = edits.games.call_start[kyoku]
    own = [
        c for c in range(start, next_call(edits, row)) if facts.calls.seat[c] == seat and facts.calls.kind[c] in CALLED
    ]
    return (
        added(edits, kyoku, declare(edits, row), seat) if own and facts.events.kind[facts.before[row]] == DRAW else None
    )


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: _closed_discards(f, tenpai=True) & ~_enough(f) & _rich(f),
    consequences=IN_RIICHI,
)
def riichi_with_too_few_live_tiles(edits: Edits, row: int) -> Spot | None:
    return added(edits, kyoku_of(edits, row), declare(edits, row), int(edits.facts.events.seat[row]))


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: f.is_kind(RIICHI) & f.of_rules(lambda r: r.riichi_points == "thousand")[f.kyoku_of_event],
    consequences=AT_END,
)
def riichi_with_900_points(edits: Edits, row: int) -> Spot | None:
    seat = int(edits.facts.events.seat[row])
    edits.set("kyoku", (kyoku_of(edits, row), seat), points=900)
    return at_event(edits, row)


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: f.passing & in_riichi(f, f.events.seat),
    consequences=AT_END,
)
def riichi_declared_twice(edits: Edits, row: int) -> Spot | None:
    return added(
        edits, kyoku_of(edits, row), declare(edits, int(edits.facts.following[row])), int(edits.facts.events.seat[row])
    )


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: f.uncalled & ~in_riichi(f, (f.events.seat + 1) % 3),
    consequences=AT_END,
)
def riichi_out_of_turn(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), facts.other(int(facts.events.seat[row]), kyoku_of(edits, row))
    if facts.states.riichi[row] >> seat & 1:
        return None
    event = edits.add("events", like=row, kind=RIICHI, seat=seat, tile=ABSENT, copy=ABSENT, tsumogiri=ABSENT)
    return added(edits, kyoku, event, seat)


@injected(
    "legality",
    Code.RIICHI_CONDITION,
    at="events",
    where=lambda f: f.is_kind(ACCEPTED) & ~f.of_rules(lambda r: r.has_open_riichi)[f.kyoku_of_event],
)
def riichi_opened_where_none_may_be(edits: Edits, row: int) -> Spot | None:
    event = edits.add("events", like=row, after=row, kind=OPEN_RIICHI)
    return added(edits, kyoku_of(edits, row), event, int(edits.facts.events.seat[row]))


@injected(
    "legality",
    Code.RIICHI_HAND,
    at="events",
    where=lambda f: f.passing & in_riichi(f, f.events.seat),
    consequences=AT_END | {Code.WIN_HAND, Code.SHOWN_HAND},
)
def discard_from_the_hand_in_riichi(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    discard = int(facts.following[row])
    copy = facts.hand(int(facts.events.seat[row]), row)[4]
    edits.set("events", discard, tile=facts.tile(kyoku_of(edits, row), copy), copy=copy, tsumogiri=0)
    return at_event(edits, discard)


@injected(
    "legality",
    Code.RIICHI_HAND,
    at="events",
    where=lambda f: f.passing & in_riichi(f, f.events.seat) & (f.states.live > 0),
    consequences=AT_END,
)
def ankan_in_riichi_not_of_the_drawn_tile(edits: Edits, row: int) -> Spot | None:
    """The hand of thirteen holds four of a kind, and another tile is drawn."""
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    hand = facts.hand(seat, row)
    four = next(
        (c // 4 for c in hand if len(copies_of(hand, c // 4)) == 4 and c // 4 != facts.events.copy[row] // 4), None
    )
    return None if four is None else added(edits, kyoku, add_call(edits, row, ANKAN, seat, copies_of(hand, four)), seat)


@injected(
    "legality",
    Code.RIICHI_HAND,
    at="events",
    where=lambda f: f.passing & in_riichi(f, f.events.seat) & (f.states.live > 0),
    consequences=AT_END,
)
def ankan_that_changes_the_waits(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = kyoku_of(edits, row), int(facts.events.seat[row])
    hand = facts.hand(seat, row)
    counts = np.bincount([c // 4 for c in hand], minlength=34)
    for kind in np.flatnonzero(counts == 3).tolist():
        after = counts.copy()
        after[kind] = 0
        n_melds = int(facts.states.n_melds[row])
        if kind == facts.events.copy[row] // 4:
            drawn = int(facts.events.copy[row])
        else:
            unseen = [c for c in facts.unseen(kyoku) if c // 4 == kind]
            if not unseen:
                continue
            drawn = unseen[0]
        if _waits(counts, n_melds) != _waits(after, n_melds + 1):
            edits.set("events", row, tile=facts.tile(kyoku, drawn), copy=drawn)
            event = add_call(edits, row, ANKAN, seat, sorted([*copies_of(hand, kind), drawn]))
            return added(edits, kyoku, event, seat)
    return None


def _waits(counts: np.ndarray, n_melds: int) -> frozenset[int]:
    return frozenset(waits_of(np.repeat(np.arange(34), counts).tolist(), n_melds))


@injected(
    "legality",
    Code.RIICHI_STICK,
    at="events",
    where=lambda f: f.is_kind(ACCEPTED) & f.next_is(DRAW, CHI, PON, DAIMINKAN),
    consequences=AT_END,
)
def stick_of_a_riichi_not_paid(edits: Edits, row: int) -> Spot | None:
    edits.drop("events", row)
    return at_event(edits, int(edits.facts.following[row]))


@injected("legality", Code.RIICHI_STICK, at="events", where=lambda f: f.uncalled, consequences=AT_END)
def stick_without_a_riichi(edits: Edits, row: int) -> Spot | None:
    seat = int(edits.facts.events.seat[row])
    event = edits.add("events", like=row, kind=ACCEPTED, tile=ABSENT, copy=ABSENT, tsumogiri=ABSENT)
    return added(edits, kyoku_of(edits, row), event, seat)


# -- furiten


def _waiting_on(edits: Edits, win: int) -> tuple[int, list[int]]:
    """A winner's copies that a kyoku never shows and that the hand waited on, but no other winner's."""
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    waits = facts.batch.replay.wins.waits
    wins = range(int(facts.games.win_start[kyoku]), int(facts.games.win_start[kyoku + 1]))
    waited = int(waits[win]) & ~int(np.bitwise_or.reduce([0, *(waits[other] for other in wins if other != win)]))
    return kyoku, [copy for copy in facts.unseen(kyoku) if waited >> copy // 4 & 1]


def _passing_of(facts: Facts, kyoku: int, win: int) -> np.ndarray:
    """Draws discarded at once, but not by another winner, who might become furiten too."""
    rows = np.arange(facts.games.event_start[kyoku], facts.games.event_start[kyoku + 1])
    winners = facts.wins.winner[facts.games.win_start[kyoku] : facts.games.win_start[kyoku + 1]]
    own = facts.events.seat[rows] == facts.wins.winner[win]
    return rows[facts.passing[rows] & (own | ~np.isin(facts.events.seat[rows], winners))]


@injected("legality", Code.FURITEN, at="wins", where=lambda f: f.wins.from_seat != ABSENT, consequences=SAID_BY_WALL)
def ron_on_a_wait_in_the_own_river(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku, copies = _waiting_on(edits, win)
    winner = facts.wins.winner[win]
    rows = [row for row in _passing_of(facts, kyoku, win) if facts.events.seat[row] == winner]
    if facts.n_wins[kyoku] > 1:
        return None
    if not rows or not copies:
        return None
    retile(edits, int(rows[0]), copies[0])
    return Spot(kyoku=kyoku, seat=int(winner))


def _last_own(facts: Facts, kyoku: int, seat: int) -> int:
    rows = np.arange(facts.games.event_start[kyoku], facts.games.event_start[kyoku + 1])
    own = rows[(facts.events.seat[rows] == seat) & (facts.events.kind[rows] == DISCARD)]
    return int(own[-1]) if len(own) else int(rows[0])


@injected("legality", Code.FURITEN, at="wins", where=lambda f: f.wins.from_seat != ABSENT, consequences=SAID_BY_WALL)
def ron_after_a_wait_passed_in_the_same_turn(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku, copies = _waiting_on(edits, win)
    winner = int(facts.wins.winner[win])
    since = _last_own(facts, kyoku, winner)
    rows = [row for row in _passing_of(facts, kyoku, win) if facts.events.seat[row] != winner and row > since]
    if not rows or not copies or facts.batch.payments.course.riichi[kyoku, winner]:
        return None
    retile(edits, int(rows[0]), copies[0])
    return Spot(kyoku=kyoku, seat=winner)


@injected("legality", Code.FURITEN, at="wins", where=lambda f: f.wins.from_seat != ABSENT, consequences=SAID_BY_WALL)
def ron_after_a_wait_passed_in_riichi(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku, copies = _waiting_on(edits, win)
    winner = int(facts.wins.winner[win])
    rows = [
        row
        for row in _passing_of(facts, kyoku, win)
        if facts.events.seat[row] != winner and facts.states.riichi[row] >> winner & 1
    ]
    if not rows or not copies:
        return None
    retile(edits, int(rows[0]), copies[0])
    return Spot(kyoku=kyoku, seat=winner)


KINDS = named(globals())
