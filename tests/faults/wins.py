"""Kinds of faults in who wins, on which tile, with which hand and sets."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT, EventKind
from mjlog.rules.yaku import NUMBER
from mjlog.tiles import KIND_OF_TILE, YAOCHUU
from tests.faults.injecting import (
    OF_HAND,
    OF_NEXT,
    OF_PAYMENTS,
    Edits,
    Facts,
    Spot,
    always,
    cell,
    injected,
    named,
    of_winner,
)
from tests.faults.score import DORA, RED, REVALUED, URA, any_win, listed, place, rons, tsumos, win_spot

# -- the hand a win shows


SHOWN = REVALUED | {Code.WIN_IMPOSSIBLE}


@injected("legality", Code.WIN_HAND, at="wins", where=any_win, consequences=SHOWN)
def tile_of_the_winning_hand(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    for at, (tile, copy) in enumerate(zip(facts.wins.hand[win], facts.wins.hand_copies[win], strict=True)):
        if tile == ABSENT or copy == facts.wins.copy[win]:
            continue
        for other in facts.unseen(kyoku):
            if facts.tile(kyoku, other) != tile:
                edits.set("wins", (win, at), hand=facts.tile(kyoku, other), hand_copies=other)
                return of_winner(facts, win)
    return None


@injected("legality", Code.TILE_COPY, at="wins", where=any_win)
def other_copy_of_the_winning_tile(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    others = same_tile(facts, win, int(facts.wins.copy[win]))
    if not others:
        return None
    edits.set("wins", win, copy=others[0])
    return of_winner(facts, win)


@injected("legality", Code.TILE_COPY, at="wins", where=any_win)
def other_copy_in_the_winning_hand(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    for at, copy in enumerate(facts.wins.hand_copies[win].tolist()):
        others = same_tile(facts, win, copy) if copy not in (ABSENT, facts.wins.copy[win]) else []
        if others:
            edits.set("wins", (win, at), hand_copies=others[0])
            return of_winner(facts, win)
    return None


@injected("legality", Code.TILE_COPY, at="wins", where=any_win)
def other_copy_of_an_indicator(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    others = same_tile(facts, win, int(facts.wins.dora_indicator_copies[win, 0]))
    if not others:
        return None
    edits.set("wins", (win, 0), dora_indicator_copies=others[0])
    return of_winner(facts, win)


def same_tile(facts: Facts, win: int, copy: int) -> list[int]:
    """Copies of the same tile that nobody has seen."""
    kyoku = int(facts.kyoku_of_win[win])
    return [other for other in facts.unseen(kyoku) if facts.tile(kyoku, other) == facts.tile(kyoku, copy)]


@injected("score", Code.NOT_A_WIN, at="wins", where=any_win, consequences=REVALUED | {Code.WIN_HAND})
def incomplete_winning_hand(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    kinds = {KIND_OF_TILE[t] for t in facts.wins.hand[win].tolist() if t != ABSENT}
    held = [KIND_OF_TILE[t] for t in facts.wins.hand[win].tolist() if t != ABSENT]
    honors = [c for c in facts.unseen(kyoku) if c // 4 >= 27 and c // 4 not in kinds]
    if not honors or all(kind in YAOCHUU for kind in kinds) or len(kinds) == 7:
        return None
    at = next(n for n, kind in enumerate(held) if kind < 27 and facts.wins.hand_copies[win, n] != facts.wins.copy[win])
    edits.set("wins", (win, at), hand=honors[0] // 4, hand_copies=honors[0])
    return win_spot(facts, win)


@injected("legality", Code.WIN_HAND, at="wins", where=any_win, consequences=SHOWN)
def tile_missing_in_the_winning_hand(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    at = place(facts.wins.hand[win]) - 1
    if facts.wins.hand_copies[win, at] == facts.wins.copy[win]:
        at -= 1
    hand, copies = (np.append(np.delete(c[win], at), ABSENT) for c in (facts.wins.hand, facts.wins.hand_copies))
    edits.set("wins", win, hand=hand, hand_copies=copies)
    return of_winner(facts, win)


def _sets(facts: Facts) -> np.ndarray:
    return facts.wins.calls[:, 0] != ABSENT


@injected("legality", Code.WIN_HAND, at="wins", where=_sets, consequences=SHOWN)
def set_of_a_win_not_named(edits: Edits, win: int) -> Spot | None:
    calls = edits.facts.wins.calls[win]
    edits.set("wins", win, calls=np.append(calls[1:], ABSENT))
    return of_winner(edits.facts, win)


@injected("legality", Code.WIN_HAND, at="wins", where=_sets, consequences=SHOWN)
def set_of_another_seat_named(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    own = facts.wins.calls[win, 0] + edits.games.call_start[kyoku]

    def of_set(call: int) -> tuple[int, list[int]]:
        return int(facts.calls.kind[call]), sorted(
            KIND_OF_TILE[t] for t in facts.calls.tiles[call].tolist() if t != ABSENT
        )

    for call in range(edits.games.call_start[kyoku], edits.games.call_start[kyoku + 1]):
        if facts.calls.seat[call] != facts.wins.winner[win] and of_set(call) != of_set(own):
            edits.set("wins", (win, 0), calls=call - edits.games.call_start[kyoku])
            return of_winner(facts, win)
    return None


@injected("legality", Code.WIN_HAND, at="wins", where=lambda f: f.wins.calls[:, 1] != ABSENT, consequences=SHOWN)
def set_of_a_win_named_twice(edits: Edits, win: int) -> Spot | None:
    edits.set("wins", (win, 1), calls=edits.facts.wins.calls[win, 0])
    return of_winner(edits.facts, win)


# -- the tile, the winner, the payer


OTHERS = OF_HAND | OF_PAYMENTS | {Code.WIN_HAND, Code.WIN_INDICATORS, Code.START_CHIPS, Code.FINAL_CHIPS, *OF_NEXT}


@injected("legality", Code.WIN_IMPOSSIBLE, at="wins", where=any_win, consequences=REVALUED)
def winning_tile(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    for tile, copy in zip(facts.wins.hand[win].tolist(), facts.wins.hand_copies[win].tolist(), strict=True):
        if tile not in (ABSENT, facts.wins.tile[win]):
            edits.set("wins", win, tile=tile, copy=copy)
            return of_winner(facts, win)
    return None


def _third(facts: Facts, win: int) -> int:
    """A seat that neither won nor dealt in."""
    both = (facts.wins.from_seat[win], facts.wins.winner[win])
    return next(seat for seat in range(facts.players[facts.kyoku_of_win[win]]) if seat not in both)


@injected(
    "legality",
    Code.WIN_IMPOSSIBLE,
    Code.WIN_HAND,
    at="wins",
    where=lambda f: rons(f) & f.alone,
    consequences=OTHERS,
)
def winner_of_a_ron(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    other = _third(facts, win)
    edits.set("wins", win, winner=other)
    return Spot(kyoku=kyoku, seat=other)


@injected("legality", Code.WIN_IMPOSSIBLE, at="wins", where=tsumos, consequences=OTHERS)
def winner_of_a_tsumo(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    other = facts.other(int(facts.wins.winner[win]), kyoku)
    edits.set("wins", win, winner=other)
    return Spot(kyoku=kyoku, seat=other)


@injected(
    "legality",
    Code.WIN_IMPOSSIBLE,
    at="wins",
    where=lambda f: rons(f) & f.alone,
    consequences=OTHERS,
)
def payer_of_a_ron(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    edits.set("wins", win, from_seat=_third(facts, win))
    return of_winner(facts, win)


ron_logged_as_tsumo = cell(
    "legality",
    Code.WIN_IMPOSSIBLE,
    at="wins",
    where=lambda f: rons(f) & f.alone,
    consequences=OTHERS,
    column="from_seat",
    to=always(ABSENT),
    drops=["win"],
)


@injected("legality", Code.WIN_IMPOSSIBLE, at="wins", where=tsumos, consequences=OTHERS)
def tsumo_logged_as_ron(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    edits.set("wins", win, from_seat=facts.other(int(facts.wins.winner[win]), kyoku))
    return of_winner(facts, win)


@injected(
    "legality",
    Code.WIN_IMPOSSIBLE,
    at="wins",
    where=lambda f: rons(f) & f.alone,
    consequences=OTHERS,
)
def ron_on_the_own_tile(edits: Edits, win: int) -> Spot | None:
    winner = int(edits.facts.wins.winner[win])
    edits.set("wins", win, from_seat=winner)
    return Spot(kyoku=int(edits.facts.kyoku_of_win[win]), seat=winner)


AFTER_ORDER = {Code.STICKS_TAKEN, Code.POINTS_BEFORE, Code.CHIPS}


def _double_ron(facts: Facts) -> np.ndarray:
    second = np.zeros(len(facts.wins.winner), np.bool_)
    second[1:] = facts.kyoku_of_win[1:] == facts.kyoku_of_win[:-1]
    return second


@injected("legality", Code.WINNERS, at="wins", where=_double_ron, consequences=AFTER_ORDER)
def winners_in_another_order(edits: Edits, win: int) -> Spot | None:
    first = edits.facts.wins.winner[win - 1]
    edits.add("wins", like=win - 1, after=win)
    edits.drop("wins", win - 1)
    return Spot(kyoku=int(edits.facts.kyoku_of_win[win]), seat=int(first))


@injected("legality", Code.WINNERS, at="wins", where=lambda f: f.alone, consequences=OTHERS)
def winner_named_twice(edits: Edits, win: int) -> Spot | None:
    edits.add("wins", like=win)
    return Spot(kyoku=int(edits.facts.kyoku_of_win[win]))


@injected("legality", Code.WINNERS, at="wins", where=_double_ron, consequences=OTHERS)
def a_third_winner(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    if facts.players[kyoku] == 3:
        return None
    somebody = {int(facts.wins.from_seat[win]), int(facts.wins.winner[win]), int(facts.wins.winner[win - 1])}
    edits.add("wins", like=win, winner=next(s for s in range(4) if s not in somebody))
    return Spot(kyoku=kyoku)


def _only_riichi(facts: Facts) -> np.ndarray:
    """Wins whose only yaku is riichi."""
    counted = ~np.isin(facts.yaku.yaku, (DORA, URA, RED))
    n = np.bincount(facts.win_of_yaku[counted], minlength=len(facts.wins.winner))
    only = np.zeros(len(n), np.bool_)
    only[facts.win_of_yaku[listed(facts, NUMBER["riichi"])]] = True
    return only & (n == 1)


@injected("score", Code.NO_YAKU, at="wins", where=_only_riichi, consequences=OTHERS | {Code.WALL_URA, Code.FURITEN})
def win_without_a_yaku(edits: Edits, win: int) -> Spot | None:
    """The winner's riichi is taken out of the play; it was the only yaku."""
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    rows = slice(edits.games.event_start[kyoku], edits.games.event_start[kyoku + 1])
    own = (facts.events.seat[rows] == facts.wins.winner[win]) & facts.is_kind(
        EventKind.RIICHI, EventKind.RIICHI_ACCEPTED
    )[rows]
    edits.drop("events", *(np.flatnonzero(own) + rows.start))
    return win_spot(facts, win)


KINDS = named(globals())
