"""Kinds of faults in who pays whom."""

import numpy as np

from mjlog.auditing.findings import Code
from mjlog.games.columns import ABSENT, Result
from mjlog.rules.points import STICK
from tests.faults.injecting import OF_NEXT, Edits, Facts, Spot, always, cell, injected, named, plus


def win_spot(facts: Facts, win: int, **rest: int) -> Spot:
    return Spot(kyoku=int(facts.kyoku_of_win[win]), win=win, **rest)


def any_win(facts: Facts) -> np.ndarray:
    return np.ones(len(facts.wins.winner), np.bool_)


def pay(edits: Edits, win: int, **by_seat: int) -> None:
    """Change payments of a win by so many points."""
    for name, points in by_seat.items():
        seat = int(name[1:])
        edits.set("wins", (win, seat), payments=edits.facts.wins.payments[win, seat] + points)


def shift(edits: Edits, win: int, points: int) -> Spot:
    """Give the winner so many points more, from who pays the most."""
    facts = edits.facts
    winner, payer = int(facts.wins.winner[win]), int(facts.wins.payments[win].argmin())
    pay(edits, win, **{f"s{winner}": points, f"s{payer}": -points})
    return win_spot(facts, win)


@injected("settlement", Code.PAYMENT, at="wins", where=any_win)
def one_payment_of_a_win(edits: Edits, win: int) -> Spot | None:
    seat = int(edits.facts.wins.winner[win])
    pay(edits, win, **{f"s{seat}": 100})
    return win_spot(edits.facts, win, seat=seat)


@injected("settlement", Code.PAYMENT, at="wins", where=any_win)
def payment_by_a_seat_that_owes_none(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    seats = np.flatnonzero((facts.wins.payments[win] == 0) & facts.seated[facts.kyoku_of_win[win]])
    if not len(seats):
        return None
    pay(edits, win, **{f"s{seats[0]}": -300})
    return win_spot(facts, win, seat=int(seats[0]))


@injected("settlement", Code.PAYMENT, at="wins", where=any_win)
def two_payments_of_a_win_swapped(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    payments = facts.wins.payments[win]
    seats = [int(facts.wins.winner[win]), facts.other(int(facts.wins.winner[win]), int(facts.kyoku_of_win[win]))]
    if payments[seats[0]] == payments[seats[1]]:
        return None
    edits.set("wins", (win, seats), payments=payments[seats[::-1]])
    return win_spot(facts, win)


@injected("settlement", Code.PAYMENT, at="wins", where=lambda f: f.wins.from_seat == ABSENT)
def shares_of_dealer_and_child_swapped(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    losers = [s for s in range(facts.players[kyoku]) if s != facts.wins.winner[win]]
    payments = facts.wins.payments[win]
    pairs = [[a, b] for a in losers for b in losers if payments[a] < payments[b]]
    if not pairs:
        return None
    edits.set("wins", (win, pairs[0]), payments=payments[pairs[0][::-1]])
    return win_spot(facts, win)


@injected("settlement", Code.PAYMENT, at="wins", where=lambda f: (f.wins.honba > 0) & f.alone)
def honba_not_paid(edits: Edits, win: int) -> Spot | None:
    return shift(edits, win, -100 * int(edits.facts.wins.honba[win]))


@injected("settlement", Code.PAYMENT, at="wins", where=any_win)
def honba_paid_once_more(edits: Edits, win: int) -> Spot | None:
    return shift(edits, win, 300)


def _with_sticks(facts: Facts) -> np.ndarray:
    return facts.wins.sticks > 0


@injected("settlement", Code.PAYMENT, at="wins", where=_with_sticks)
def stick_not_given_to_the_winner(edits: Edits, win: int) -> Spot | None:
    seat = int(edits.facts.wins.winner[win])
    pay(edits, win, **{f"s{seat}": -STICK})
    return win_spot(edits.facts, win, seat=seat)


@injected("settlement", Code.PAYMENT, at="wins", where=_with_sticks)
def sticks_given_twice(edits: Edits, win: int) -> Spot | None:
    seat = int(edits.facts.wins.winner[win])
    pay(edits, win, **{f"s{seat}": STICK * int(edits.facts.wins.sticks[win])})
    return win_spot(edits.facts, win, seat=seat)


def _second(facts: Facts) -> np.ndarray:
    second = np.zeros(len(facts.wins.winner), np.bool_)
    second[1:] = facts.kyoku_of_win[1:] == facts.kyoku_of_win[:-1]
    return second


@injected(
    "settlement",
    Code.PAYMENT,
    at="wins",
    where=lambda f: _second(f) & (f.kyoku.honba > 0)[f.kyoku_of_win],
    consequences={Code.POINTS_BEFORE},
)
def honba_paid_to_the_second_winner_too(edits: Edits, win: int) -> Spot | None:
    return shift(edits, win, 300 * int(edits.facts.kyoku.honba[edits.facts.kyoku_of_win[win]]))


@injected("settlement", Code.PAYMENT, at="wins", where=_second)
def stick_given_to_the_second_winner(edits: Edits, win: int) -> Spot | None:
    pay(edits, win, **{f"s{edits.facts.wins.winner[win]}": STICK})
    return win_spot(edits.facts, win, seat=int(edits.facts.wins.winner[win]))


sticks_stated_with_a_win = cell("settlement", Code.STICKS_TAKEN, at="wins", where=any_win, column="sticks", to=plus(1))


sticks_stated_with_a_draw = cell(
    "settlement", Code.STICKS_TAKEN, at="draws", where=lambda f: f.draws.sticks >= 0, column="sticks", to=plus(1)
)


honba_stated_with_a_win = cell(
    "settlement", Code.HONBA_STATED, at="wins", where=any_win, column="honba", to=plus(1), drops=["seat"]
)


honba_stated_with_a_draw = cell(
    "settlement", Code.HONBA_STATED, at="draws", where=lambda f: f.draws.honba >= 0, column="honba", to=plus(1)
)


@injected("settlement", Code.POINTS_BEFORE, at="wins", where=any_win)
def points_before_a_win(edits: Edits, win: int) -> Spot | None:
    seat = int(edits.facts.wins.winner[win])
    edits.set("wins", (win, seat), points_before=edits.facts.wins.points_before[win, seat] + 100)
    return win_spot(edits.facts, win, seat=seat)


points_before_a_draw = cell(
    "settlement",
    Code.POINTS_BEFORE,
    at="draws",
    where=lambda f: f.draws.points_before[:, 0] != ABSENT,
    column="points_before",
    of_seat=2,
    to=plus(-1000),
)


def _noten_paid(facts: Facts) -> np.ndarray:
    exhausted = (facts.kyoku.result == Result.EXHAUSTIVE_DRAW)[facts.kyoku_of_draw]
    return exhausted & (facts.draws.payments != 0).any(1)


@injected("settlement", Code.PAYMENT, at="draws", where=_noten_paid)
def noten_payment_to_the_wrong_seat(edits: Edits, draw: int) -> Spot | None:
    payments = edits.facts.draws.payments[draw]
    seats = [int(payments.argmax()), int(payments.argmin())]
    edits.set("draws", (draw, seats), payments=payments[seats[::-1]])
    return Spot(kyoku=int(edits.facts.kyoku_of_draw[draw]))


noten_not_paid = cell("settlement", Code.PAYMENT, at="draws", where=_noten_paid, column="payments", to=always(0))


@injected(
    "settlement",
    Code.PAYMENT,
    at="draws",
    where=lambda f: (f.kyoku.result == Result.EXHAUSTIVE_DRAW)[f.kyoku_of_draw] & (f.draws.payments == 0).all(1),
)
def noten_paid_where_none_is_due(edits: Edits, draw: int) -> Spot | None:
    edits.set("draws", (draw, slice(0, 3)), payments=[2000, -1000, -1000])
    return Spot(kyoku=int(edits.facts.kyoku_of_draw[draw]))


nagashi_not_paid = cell(
    "settlement",
    Code.PAYMENT,
    at="draws",
    where=lambda f: (f.kyoku.result == Result.NAGASHI_MANGAN)[f.kyoku_of_draw],
    column="payments",
    to=always(0),
)


@injected(
    "settlement", Code.PAYMENT, at="draws", where=lambda f: (f.kyoku.result >= Result.KYUUSHU_KYUUHAI)[f.kyoku_of_draw]
)
def payment_at_an_abortive_draw(edits: Edits, draw: int) -> Spot | None:
    edits.set("draws", (draw, slice(0, 2)), payments=[1000, -1000])
    return Spot(kyoku=int(edits.facts.kyoku_of_draw[draw]))


# -- liability


@injected("settlement", Code.PAO, at="wins", where=lambda f: (f.wins.pao == ABSENT) & f.alone)
def liable_seat_where_nobody_is(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    winner = int(facts.wins.winner[win])
    edits.set("wins", win, pao=facts.other(winner, int(facts.kyoku_of_win[win])))
    return win_spot(facts, win, seat=winner)


def _fed(facts: Facts) -> np.ndarray:
    return (facts.wins.pao != ABSENT) & (facts.wins.pao != facts.wins.from_seat)


@injected("settlement", Code.PAO, at="wins", where=_fed)
def another_seat_named_as_liable(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku, winner, pao = int(facts.kyoku_of_win[win]), int(facts.wins.winner[win]), int(facts.wins.pao[win])
    edits.set("wins", win, pao=next(s for s in range(facts.players[kyoku]) if s not in (winner, pao)))
    return win_spot(facts, win, seat=winner)


liable_seat_not_named = cell("settlement", Code.PAO, at="wins", where=_fed, column="pao", to=always(ABSENT))


@injected("settlement", Code.PAYMENT, at="wins", where=_fed)
def liable_seat_does_not_pay(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    kyoku = int(facts.kyoku_of_win[win])
    pao = int(facts.wins.pao[win])
    others = [s for s in range(facts.players[kyoku]) if s not in (pao, int(facts.wins.winner[win]))]
    part = int(facts.wins.payments[win, pao])
    edits.set("wins", (win, pao), payments=0)
    pay(edits, win, **{f"s{others[0]}": part})
    return win_spot(facts, win)


# -- chips


def _chips(facts: Facts) -> np.ndarray:
    return (facts.wins.chips_before != ABSENT).any(1)


@injected("settlement", Code.CHIPS, at="wins", where=_chips, consequences={Code.START_CHIPS, Code.FINAL_CHIPS})
def chip_not_paid(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    seat = int(facts.wins.winner[win])
    edits.set("wins", (win, seat), chip_payments=facts.wins.chip_payments[win, seat] + 1)
    return win_spot(facts, win, seat=seat)


@injected("settlement", Code.CHIPS, at="wins", where=_chips)
def chips_before_a_win(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    edits.set("wins", (win, 1), chips_before=facts.wins.chips_before[win, 1] + 1)
    return win_spot(facts, win, seat=int(facts.wins.winner[win]))


chips_of_a_yaku = cell(
    "settlement", Code.CHIPS, at="yaku", where=lambda f: f.yaku.chips > 0, column="chips", to=plus(1)
)


def carried_on(edits: Edits, kyoku: int, by_seat: np.ndarray) -> None:
    """Add points to all that the log says of the kyoku behind one."""
    games, facts = edits.games, edits.facts
    game = int(facts.game_of_kyoku[kyoku])
    later = np.arange(kyoku + 1, games.kyoku_start[game + 1])
    edits.set("kyoku", later, points=games.kyoku.points[later] + by_seat)
    for group, of in (("wins", facts.kyoku_of_win), ("draws", facts.kyoku_of_draw)):
        rows = np.flatnonzero(np.isin(of, later))
        edits.set(group, rows, points_before=getattr(games, group).points_before[rows] + by_seat)
    edits.set("games", game, final_points=games.games.final_points[game] + by_seat)


@injected(
    "settlement",
    Code.PAYMENT,
    at="wins",
    where=lambda f: (~f.last)[f.kyoku_of_win],
    consequences=OF_NEXT | {Code.RIICHI_CONDITION},
)
def wrong_payment_that_the_game_goes_on_with(edits: Edits, win: int) -> Spot | None:
    facts = edits.facts
    change = np.zeros(4, np.int32)
    change[[facts.wins.winner[win], facts.wins.payments[win].argmin()]] = [100, -100]
    edits.set("wins", win, payments=facts.wins.payments[win] + change)
    carried_on(edits, int(facts.kyoku_of_win[win]), change)
    return win_spot(facts, win)


KINDS = named(globals())
