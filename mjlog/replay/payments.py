"""The payments of every win and draw by the rules, by columns.

Most wins and draws are computed by columns with the functions of `rules.points`. A kyoku with pao, with nagashi, or
with several winners who share honba or sticks goes through `rules.settlement`, which defines the payments of one kyoku;
`tests/replay/test_twins.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.course import ABORTIVE, Course, Flags, any_seat, course_of, nearest_winners, of_rules, of_seats
from mjlog.rules.points import STICK, noten_payment, seat_payment
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import (
    PAO_YAKUMAN,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Kyoku,
    Liability,
    Outcome,
    Settlement,
    Win,
    Wins,
    liabilities,
    settle,
)


class PaoSeats(NamedTuple):
    """The seats that fed the last set of each yakuman, by win: `(n_wins,)` int8, ABSENT for nobody.

    The first three are of `PAO_YAKUMAN`, in its order.
    """

    dragons: Ints
    winds: Ints
    kans: Ints
    rinshan: Ints
    """The seat that fed the daiminkan before a rinshan win, where the rule set makes it pay."""

    @classmethod
    def nobody(cls, n_wins: int) -> PaoSeats:
        """No seat is liable for any win."""
        return cls(*np.full((4, n_wins), ABSENT, np.int8))


class ExpectedPayments(NamedTuple):
    """The payments by the rules, by seat: points received are positive, points paid negative."""

    course: Course
    base: Ints
    """`(n_wins,)`: base points by the rules, below 0 where not known."""
    pao: PaoSeats
    wins: Ints
    """`(n_wins, 4)` int64, as hands of aotenjou ask for; the recorded payments where the base points are not known."""
    draws: Ints
    """`(n_draws, 4)` int64."""
    points: Ints
    """`(n_kyoku, 4)` int64: points of each seat after the kyoku."""


def expected_payments(games: Games, base: Ints, pao: PaoSeats) -> ExpectedPayments:
    """The payments by the rules; `base` `(n_wins,)` are the base points of each win, below 0 where not known."""
    course = course_of(games)
    wins = games.wins
    kyoku_of_win, kyoku_of_draw = runs(games.win_start), runs(games.draw_start)
    by_win = np.zeros((len(wins.winner), 4), np.int64)
    by_draw = np.zeros((len(kyoku_of_draw), 4), np.int64)
    special = _special(games, course, pao)
    plain = np.flatnonzero(~special[kyoku_of_win])
    nearest = nearest_winners(games)
    for rules, rows in _by_rules(games, course.rules[kyoku_of_win[plain]], _win_options):
        win = plain[rows]
        kyoku = kyoku_of_win[win]
        winner, payer = wins.winner[win], wins.from_seat[win]
        by_win[win, : rules.players] = seat_payment(
            rules,
            np.arange(rules.players, dtype=np.int8),
            winner=winner[:, None],
            payer=np.where(payer == ABSENT, winner, payer)[:, None],
            dealer=course.dealer[kyoku, None],
            base=base[win, None],
            honba=(course.honba[kyoku] * nearest[win])[:, None].astype(np.int64),
            sticks=(course.sticks_won[kyoku] * nearest[win])[:, None],
        )
    drawn = np.flatnonzero(~special[kyoku_of_draw] & _played_out(games)[kyoku_of_draw])
    for rules, rows in _by_rules(games, course.rules[kyoku_of_draw[drawn]], _draw_options):
        draw = drawn[rows]
        tenpai = course.tenpai[kyoku_of_draw[draw], : rules.players]
        n_tenpai = of_seats(np.add, course.tenpai[kyoku_of_draw[draw]].astype(np.int32))[:, None]
        by_draw[draw, : rules.players] = noten_payment(rules, tenpai, n_tenpai)
    for kyoku in np.flatnonzero(special).tolist():
        rules = games.rule_sets[course.rules[kyoku]]
        settled = settle_kyoku(games, course, base, pao, kyoku, rules)
        by_win[games.win_start[kyoku] : games.win_start[kyoku + 1]] = payments_of_wins(games, kyoku, settled)
        by_draw[games.draw_start[kyoku] : games.draw_start[kyoku + 1], : rules.players] = settled.payments
    if (unknown := base < 0).any():
        by_win[unknown] = wins.payments[unknown]
    points = course.points - STICK * course.riichi.astype(np.int64)
    points[kyoku_of_win[nearest]] += by_win[nearest]
    np.add.at(points, kyoku_of_win[~nearest], by_win[~nearest])
    points[kyoku_of_draw] += by_draw
    return ExpectedPayments(course, base, pao, by_win, by_draw, points)


def _played_out(games: Games) -> Flags:
    result = games.kyoku.result
    return np.asarray((result == Result.EXHAUSTIVE_DRAW) | (result == Result.NAGASHI_MANGAN))


def _special(games: Games, course: Course, pao: PaoSeats) -> Flags:
    """Kyoku with pao, with nagashi, void, or with several winners where not all goes to the nearest."""
    n_wins = np.diff(games.win_start)
    special = any_seat(course.nagashi) | (n_wins > 2) | course.void
    shared = of_rules(
        games, course.rules, lambda r: (r.multiple_ron, r.honba_to, r.sticks_to) != ("paid", "nearest", "nearest")
    )
    special |= (n_wins > 1) & shared
    somebody = np.maximum.reduce(pao) != ABSENT
    if somebody.any():
        special[runs(games.win_start)[somebody]] = True
    return np.asarray(special)


def _win_options(rules: RuleSet) -> tuple[Any, ...]:
    return rules.players, rules.honba_points, rules.tsumo_loss


def _draw_options(rules: RuleSet) -> tuple[Any, ...]:
    return rules.players, rules.noten_pool


def _by_rules(
    games: Games, rules: Ints, options: Callable[[RuleSet], tuple[Any, ...]]
) -> Iterator[tuple[RuleSet, Any]]:
    """One rule set for each combination of the options, with the rows it holds for."""
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, rule_set in enumerate(games.rule_sets):
        groups.setdefault(options(rule_set), []).append(place)
    for places in groups.values():
        belongs = np.isin(np.arange(len(games.rule_sets)), places)
        rows = slice(None) if belongs.all() else np.flatnonzero(belongs[rules])
        yield games.rule_sets[places[0]], rows


# -- one kyoku, by `rules.settlement`


def settle_kyoku(games: Games, course: Course, base: Ints, pao: PaoSeats, kyoku: int, rules: RuleSet) -> Settlement:
    """The settlement of one kyoku."""
    riichi = np.flatnonzero(course.riichi[kyoku]).tolist()
    outcome = outcome_of(games, course, kyoku, rules, base, pao)
    return settle(rules, start_of(course, kyoku, rules), outcome, riichi)


def start_of(course: Course, kyoku: int, rules: RuleSet) -> Kyoku:
    """The state at the start of one kyoku."""
    return Kyoku(
        wind=int(course.wind[kyoku]),
        dealer=int(course.dealer[kyoku]),
        honba=int(course.honba[kyoku]),
        sticks=int(course.sticks[kyoku]),
        points=tuple(course.points[kyoku, : rules.players].tolist()),
    )


def outcome_of(
    games: Games, course: Course, kyoku: int, rules: RuleSet, base: Ints | None = None, pao: PaoSeats | None = None
) -> Outcome:
    """The outcome of one kyoku; without base points its wins are worth nothing."""
    rows = range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
    result = Result(int(games.kyoku.result[kyoku]))
    if rows:
        if (games.wins.from_seat[rows.start : rows.stop] == ABSENT).any():
            rows = rows[:1]  # a tsumo has one winner; a wrong log may list more, of which the first counts
        n_wins = len(games.wins.winner)
        base = np.zeros(n_wins, np.int64) if base is None else base
        pao = PaoSeats.nobody(n_wins) if pao is None else pao
        return Wins(wins=tuple(_win(games, base, pao, row, rules) for row in rows))
    if result in ABORTIVE:
        return AbortiveDraw(kind=ABORTIVE[result])
    if result is Result.CHOMBO:
        return Chombo(seat=int(course.chombo[kyoku].argmax()))
    seats = range(rules.players)
    return ExhaustiveDraw(
        tenpai=tuple(bool(course.tenpai[kyoku, seat]) for seat in seats),
        nagashi=tuple(seat for seat in seats if course.nagashi[kyoku, seat]),
    )


def _win(games: Games, base: Ints, pao: PaoSeats, row: int, rules: RuleSet) -> Win:
    payer, rinshan = int(games.wins.from_seat[row]), int(pao.rinshan[row])
    return Win(
        seat=int(games.wins.winner[row]),
        payer=None if payer == ABSENT else payer,
        base=int(base[row]),
        liable=liabilities_of_win(rules, pao, row),
        rinshan_feeder=None if rinshan == ABSENT else rinshan,
    )


def liabilities_of_win(rules: RuleSet, pao: PaoSeats, row: int) -> tuple[Liability, ...]:
    """The liable seats of a win with the base points of their yakuman."""
    seats = (int(seats[row]) for seats in pao[:3])
    return liabilities(rules, {y: seat for y, seat in zip(PAO_YAKUMAN, seats, strict=True) if seat != ABSENT})


def payments_of_wins(games: Games, kyoku: int, settled: Settlement) -> Ints:
    """`(n_wins, 4)`: the payments of a settlement in the order of the log's wins; 0 for a win that does not count."""
    winners = games.wins.winner[games.win_start[kyoku] : games.win_start[kyoku + 1]].tolist()
    rows = np.zeros((len(winners), 4), np.int64)
    if isinstance(settled.outcome, Wins):
        for win, payments in zip(settled.outcome.wins, settled.rows, strict=True):
            rows[winners.index(win.seat), : len(payments)] = payments
    return rows
