"""Kinds of faults in kyoku that nobody wins."""

from collections.abc import Iterable

import numpy as np

from mjlog.auditing.findings import Code, Level
from mjlog.games.columns import ABSENT, Result
from mjlog.tiles import YAOCHUU
from tests.faults.injecting import (
    OF_NEXT,
    SAID_BY_WALL,
    Edits,
    Facts,
    Injection,
    Spot,
    Where,
    always,
    cell,
    injected,
    named,
)
from tests.faults.play import ALL, DISCARD, DRAW, added, is_result, kyoku_of, n_kans, next_call

# -- draws


def _exhausted(facts: Facts) -> np.ndarray:
    return np.isin(facts.kyoku.result, (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN))


@injected("legality", Code.DRAW_CONDITION, at="kyoku", where=lambda f: _exhausted(f), consequences=ALL)
def exhaustive_draw_before_the_wall_is_empty(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    rows = facts.moves[facts.kyoku_of_event[facts.moves] == kyoku][-2:]
    if facts.events.kind[rows].tolist() != [DRAW, DISCARD] or facts.events.tsumogiri[rows[1]] != 1:
        return None
    edits.drop("events", *rows)
    return Spot(kyoku=kyoku)


@injected(
    "legality",
    Code.DRAW_CONDITION,
    at="kyoku",
    where=lambda f: _exhausted(f),
    consequences=ALL | {Code.SHOWN_HAND, Code.TENPAI_CLAIM},
)
def exhaustive_draw_before_the_last_discard(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    rows = facts.moves[facts.kyoku_of_event[facts.moves] == kyoku]
    last = rows[facts.events.kind[rows] == DISCARD][-1]
    draw = int(edits.games.draw_start[kyoku])
    if facts.draws.revealed[draw, facts.events.seat[last]] == 1 or last != rows[-1]:
        return None
    edits.drop("events", int(last))
    return Spot(kyoku=kyoku)


@injected("legality", Code.TENPAI_CLAIM, at="draws", where=lambda f: _exhausted(f)[f.kyoku_of_draw], consequences=ALL)
def hand_shown_without_tenpai(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_draw[draw])
    noten = facts.seated[kyoku] & ~facts.batch.replay.kyoku.tenpai[kyoku]
    seats = np.flatnonzero((facts.draws.revealed[draw] == 0) & noten)
    if not len(seats):
        return None
    seat = int(seats[0])
    copies = facts.hand_at_end(seat, kyoku)
    edits.set("draws", (draw, seat), revealed=1)
    n = len(copies)
    edits.set("draws", (draw, seat, slice(0, n)), hands=[facts.tile(kyoku, c) for c in copies], hand_copies=copies)
    return Spot(kyoku=kyoku, seat=seat)


@injected("legality", Code.TENPAI_CLAIM, at="draws", where=lambda f: _exhausted(f)[f.kyoku_of_draw], consequences=ALL)
def tenpai_not_shown(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    seats = np.flatnonzero(facts.draws.revealed[draw] == 1)
    if not len(seats):
        return None
    edits.set("draws", (draw, int(seats[0])), revealed=0, hands=ABSENT, hand_copies=ABSENT)
    return Spot(kyoku=int(facts.kyoku_of_draw[draw]), seat=int(seats[0]))


@injected("legality", Code.SHOWN_HAND, at="draws", where=lambda f: (f.draws.revealed == 1).any(1))
def tile_of_a_hand_shown_at_a_draw(edits: Edits, draw: int) -> Spot | None:
    facts = edits.facts
    kyoku, seat = int(facts.kyoku_of_draw[draw]), int(np.flatnonzero(facts.draws.revealed[draw] == 1)[0])
    tile = facts.draws.hands[draw, seat, 0]
    copy = next(c for c in facts.unseen(kyoku) if facts.tile(kyoku, c) != tile)
    edits.set("draws", (draw, seat, 0), hands=facts.tile(kyoku, copy), hand_copies=copy)
    return Spot(kyoku=kyoku, seat=seat)


nagashi_logged_as_exhaustive_draw = cell(
    "legality",
    Code.DRAW_CONDITION,
    at="kyoku",
    where=is_result(Result.NAGASHI_MANGAN),
    consequences=ALL,
    column="result",
    to=always(Result.EXHAUSTIVE_DRAW),
)


exhaustive_draw_logged_as_nagashi = cell(
    "legality",
    Code.DRAW_CONDITION,
    at="kyoku",
    where=lambda f: f.kyoku.result == Result.EXHAUSTIVE_DRAW,
    consequences=ALL,
    column="result",
    to=always(Result.NAGASHI_MANGAN),
)


@injected(
    "legality",
    Code.DRAW_CONDITION,
    at="kyoku",
    where=is_result(Result.KYUUSHU_KYUUHAI),
    consequences=ALL | {Code.SHOWN_HAND},
)
def kyuushu_with_eight_kinds(edits: Edits, kyoku: int) -> Spot | None:
    facts = edits.facts
    last = facts.moves[facts.kyoku_of_event[facts.moves] == kyoku][-1]
    seat = int(facts.events.seat[last])
    hand = facts.hand_at_end(seat, kyoku)
    kinds = [c // 4 for c in hand if c // 4 in YAOCHUU]
    if len(set(kinds)) != 9:
        return None
    dealt = facts.kyoku.hand_copies[kyoku, seat].tolist()
    at = next((n for n, c in enumerate(dealt) if kinds.count(c // 4) == 1), None)
    copy = next(c for c in facts.unseen(kyoku) if c // 4 not in YAOCHUU)
    if at is None:
        return None
    edits.set("kyoku", (kyoku, seat, at), hands=facts.tile(kyoku, copy), hand_copies=copy)
    draw = int(edits.games.draw_start[kyoku])
    shown = facts.draws.hand_copies[draw, seat].tolist()
    if dealt[at] in shown:
        edits.set("draws", (draw, seat, shown.index(dealt[at])), hands=facts.tile(kyoku, copy), hand_copies=copy)
    return Spot(kyoku=kyoku, seat=seat)


def end_at(edits: Edits, row: int, result: Result) -> Spot:
    """End a kyoku after an event with a draw that pays nothing."""
    facts = edits.facts
    kyoku = kyoku_of(edits, row)
    edits.drop("events", *range(row + 1, int(edits.games.event_start[kyoku + 1])))
    edits.drop("calls", *range(next_call(edits, row), int(edits.games.call_start[kyoku + 1])))
    edits.drop("wins", *range(*edits.games.win_start[kyoku : kyoku + 2].tolist()))
    edits.drop("draws", *range(*edits.games.draw_start[kyoku : kyoku + 2].tolist()))
    riichi = [int(facts.states.riichi[row]) >> seat & 1 for seat in range(4)]
    edits.add_to(
        "draws",
        kyoku,
        honba=facts.kyoku.honba[kyoku],
        sticks=facts.kyoku.sticks[kyoku] + sum(riichi),
        revealed=0,
        hands=ABSENT,
        hand_copies=ABSENT,
        points_before=facts.kyoku.points[kyoku] - 1000 * np.array(riichi),
        payments=0,
        chips_before=facts.kyoku.chips[kyoku],
        chip_payments=0 if (facts.kyoku.chips[kyoku] != ABSENT).any() else ABSENT,
    )
    edits.set("kyoku", kyoku, result=result)
    return Spot(kyoku=kyoku)


def ended(
    level: Level, *codes: Code, at: str, where: Where, result: Result, consequences: Iterable[Code] = ()
) -> Injection:
    """A kind of fault that ends a kyoku after an event with an abortive draw."""
    return injected(level, *codes, at=at, where=where, consequences=consequences)(
        lambda edits, row: end_at(edits, row, result)
    )


ENDED = OF_NEXT | {Code.START_CHIPS, Code.FINAL_CHIPS}


def _turn(facts: Facts, turn: int) -> np.ndarray:
    """Draws with so many own discards before."""
    return facts.is_kind(DRAW) & (facts.states.turn == turn)


kyuushu_on_the_second_turn = ended(
    "legality",
    Code.DRAW_CONDITION,
    at="events",
    where=lambda f: _turn(f, 1),
    consequences=ENDED,
    result=Result.KYUUSHU_KYUUHAI,
)


@injected(
    "legality", Code.DRAW_CONDITION, at="events", where=lambda f: _turn(f, 0) & f.states.first_turn, consequences=ENDED
)
def kyuushu_with_too_few_kinds(edits: Edits, row: int) -> Spot | None:
    facts = edits.facts
    hand = [*facts.hand(int(facts.events.seat[row]), row), int(facts.events.copy[row])]
    return end_at(edits, row, Result.KYUUSHU_KYUUHAI) if len({c // 4 for c in hand} & YAOCHUU) < 9 else None


@injected(
    "legality", Code.DRAW_CONDITION, at="events", where=lambda f: f.uncalled & (f.states.turn == 1), consequences=ENDED
)
def suufon_renda_of_other_tiles(edits: Edits, row: int) -> Spot | None:
    seat, kyoku = int(edits.facts.events.seat[row]), kyoku_of(edits, row)
    last = edits.facts.other(seat, kyoku) == edits.facts.kyoku.dealer[kyoku]
    return end_at(edits, row, Result.SUUFON_RENDA) if last and edits.facts.states.first_turn[row] else None


suukaikan_with_fewer_kans = ended(
    "legality",
    Code.DRAW_CONDITION,
    at="events",
    where=lambda f: f.uncalled & (n_kans(f) < 4),
    consequences=ENDED,
    result=Result.SUUKAIKAN,
)


suucha_riichi_with_fewer_riichi = ended(
    "legality",
    Code.DRAW_CONDITION,
    at="events",
    where=lambda f: f.uncalled & (f.states.riichi != 15),
    consequences=ENDED,
    result=Result.SUUCHA_RIICHI,
)


sanchahou_without_three_rons = ended(
    "legality",
    Code.DRAW_CONDITION,
    at="events",
    where=lambda f: f.uncalled,
    consequences=ENDED,
    result=Result.SANCHAHOU,
)


def go_on(edits: Edits, kyoku: int) -> Spot | None:
    """Add a draw after the end of a kyoku."""
    facts = edits.facts
    last = int(facts.moves[facts.kyoku_of_event[facts.moves] == kyoku][-1])
    rows = np.arange(edits.games.event_start[kyoku], last + 1)
    discard = int(rows[facts.events.kind[rows] == DISCARD][-1])
    seat, copy = facts.other(int(facts.events.seat[discard]), kyoku), facts.unseen(kyoku)[0]
    event = edits.add(
        "events",
        like=discard,
        after=last,
        kind=DRAW,
        seat=seat,
        tile=facts.tile(kyoku, copy),
        copy=copy,
        tsumogiri=ABSENT,
    )
    return added(edits, kyoku, event, seat)


def continued(level: Level, *codes: Code, at: str, where: Where, consequences: Iterable[Code] = ()) -> Injection:
    """A kind of fault that plays on after the end of a kyoku."""
    return injected(level, *codes, at=at, where=where, consequences=consequences)(go_on)


play_after_four_equal_winds = continued(
    "legality", Code.DRAW_CONDITION, at="kyoku", where=is_result(Result.SUUFON_RENDA), consequences=SAID_BY_WALL
)


play_after_four_riichi = continued(
    "legality", Code.DRAW_CONDITION, at="kyoku", where=is_result(Result.SUUCHA_RIICHI), consequences=SAID_BY_WALL
)


play_after_four_kans = continued(
    "legality", Code.DRAW_CONDITION, at="kyoku", where=is_result(Result.SUUKAIKAN), consequences=SAID_BY_WALL
)


four_winds_of_three_players = ended(
    "legality",
    Code.DRAW_CONDITION,
    at="events",
    where=lambda f: f.uncalled & (f.states.turn == 1) & (f.players == 3)[f.kyoku_of_event],
    consequences=ENDED,
    result=Result.SUUFON_RENDA,
)


KINDS = named(globals())
