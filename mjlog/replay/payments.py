"""What every win and draw moves by the rules: the payments due.

Wins and draws go through the points functions column by column; liability, nagashi and the rules by which several
winners share honba and sticks go through `rules.settle`, kyoku by kyoku.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.course import ABORTIVE, Course, Flags, any_seat, course, nearest_winners, of_rules, of_seats
from mjlog.rules.points import YAKUMAN, noten_payment, seat_payment
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import (
    STICK,
    AbortiveDraw,
    ExhaustiveDraw,
    Kyoku,
    Liability,
    Outcome,
    Settlement,
    Win,
    Wins,
    settle,
)

FED_YAKUMAN: Final = ("daisangen", "daisuushii", "suukantsu")
"""Yakuman with a feeder, in the order of `Liable`."""


class Liable(NamedTuple):
    """Who fed the last set of a yakuman that the hand has, by win: `(n_wins,)` seats, ABSENT for nobody."""

    dragons: Ints
    winds: Ints
    kans: Ints
    rinshan: Ints
    """Who fed the daiminkan whose replacement tile won, if the rule set makes them pay."""

    @classmethod
    def nobody(cls, n_wins: int) -> Liable:
        """No liable seat anywhere."""
        return cls(*np.full((4, n_wins), ABSENT, np.int8))


class Due(NamedTuple):
    """What the rules say is received and paid, by seat, and what it follows from."""

    course: Course
    base: Ints
    """`(n_wins,)`: base points, below 0 where not known."""
    liable: Liable
    wins: Ints
    """`(n_wins, 4)` int32; where the value of the hand is not known, what the log states."""
    draws: Ints
    """`(n_draws, 4)` int32."""
    points: Ints
    """`(n_kyoku, 4)` int32: points of each seat behind the kyoku."""


def due(games: Games, base: Ints, liable: Liable) -> Due:
    """What is due for every win and draw; `base` are the computed base points of each win, below 0 where not known."""
    follow = course(games)
    wins = games.wins
    kyoku_of_win, kyoku_of_draw = runs(games.win_start), runs(games.draw_start)
    by_win = np.zeros((len(wins.winner), 4), np.int32)
    by_draw = np.zeros((len(kyoku_of_draw), 4), np.int32)
    special = _special(games, follow, liable)
    plain = np.flatnonzero(~special[kyoku_of_win])
    nearest = nearest_winners(games)
    for rules, rows in _by_rules(games, follow.rules[kyoku_of_win[plain]], _win_options):
        chosen = plain[rows]
        kyoku = kyoku_of_win[chosen]
        winner, payer = wins.winner[chosen], wins.from_seat[chosen]
        by_win[chosen, : rules.players] = seat_payment(
            rules,
            np.arange(rules.players, dtype=np.int8),
            winner=winner[:, None],
            payer=np.where(payer == ABSENT, winner, payer)[:, None],
            dealer=follow.dealer[kyoku, None],
            base=base[chosen, None].astype(np.int32),
            honba=(follow.honba[kyoku] * nearest[chosen])[:, None].astype(np.int32),
            sticks=(follow.sticks_won[kyoku] * nearest[chosen])[:, None],
        )
    drawn = np.flatnonzero(~special[kyoku_of_draw] & _played_out(games)[kyoku_of_draw])
    for rules, rows in _by_rules(games, follow.rules[kyoku_of_draw[drawn]], _draw_options):
        chosen = drawn[rows]
        tenpai = follow.tenpai[kyoku_of_draw[chosen], : rules.players]
        n_tenpai = of_seats(np.add, follow.tenpai[kyoku_of_draw[chosen]].astype(np.int32))[:, None]
        by_draw[chosen, : rules.players] = noten_payment(rules, tenpai, n_tenpai)
    for kyoku in np.flatnonzero(special).tolist():
        rules = games.rule_sets[follow.rules[kyoku]]
        settled = settled_alone(games, follow, base, liable, kyoku, rules)
        by_win[games.win_start[kyoku] : games.win_start[kyoku + 1]] = rows_of_wins(games, kyoku, settled)
        by_draw[games.draw_start[kyoku] : games.draw_start[kyoku + 1], : rules.players] = settled.payments
    if (unknown := base < 0).any():
        by_win[unknown] = wins.payments[unknown]
    points = follow.points - STICK * follow.riichi.astype(np.int32)
    points[kyoku_of_win[nearest]] += by_win[nearest]
    np.add.at(points, kyoku_of_win[~nearest], by_win[~nearest])
    points[kyoku_of_draw] += by_draw
    return Due(follow, base, liable, by_win, by_draw, points)


def _played_out(games: Games) -> Flags:
    result = games.kyoku.result
    return np.asarray((result == Result.EXHAUSTIVE_DRAW) | (result == Result.NAGASHI_MANGAN))


def _special(games: Games, follow: Course, liable: Liable) -> Flags:
    """Kyoku with a liable seat, with nagashi, or with several winners where not all goes to the nearest."""
    n_wins = np.diff(games.win_start)
    special = any_seat(follow.nagashi) | (n_wins > 2)
    shared = of_rules(
        games, follow.rules, lambda r: (r.multiple_ron, r.honba_to, r.sticks_to) != ("paid", "nearest", "nearest")
    )
    special |= (n_wins > 1) & shared
    somebody = np.maximum.reduce(liable) != ABSENT
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


# -- one kyoku through `rules.settle`


def settled_alone(games: Games, follow: Course, base: Ints, liable: Liable, kyoku: int, rules: RuleSet) -> Settlement:
    """The settlement of one kyoku, by the scalar definition."""
    riichi = np.flatnonzero(follow.riichi[kyoku]).tolist()
    outcome = outcome_of(games, follow, kyoku, rules, base, liable)
    return settle(rules, start_of(follow, kyoku, rules), outcome, riichi)


def start_of(follow: Course, kyoku: int, rules: RuleSet) -> Kyoku:
    """The state one kyoku is played in, for the scalar definitions."""
    return Kyoku(
        wind=int(follow.wind[kyoku]),
        dealer=int(follow.dealer[kyoku]),
        honba=int(follow.honba[kyoku]),
        sticks=int(follow.sticks[kyoku]),
        points=tuple(follow.points[kyoku, : rules.players].tolist()),
    )


def outcome_of(
    games: Games, follow: Course, kyoku: int, rules: RuleSet, base: Ints | None = None, liable: Liable | None = None
) -> Outcome:
    """The outcome of one kyoku, for the scalar definitions; without base points wins are worth nothing."""
    rows = range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1]))
    result = Result(int(games.kyoku.result[kyoku]))
    if rows:
        if (games.wins.from_seat[rows.start : rows.stop] == ABSENT).any():
            rows = rows[:1]  # a tsumo has one winner; of several, which only a wrong log names, the first counts
        n_wins = len(games.wins.winner)
        base = np.zeros(n_wins, np.int64) if base is None else base
        liable = Liable.nobody(n_wins) if liable is None else liable
        return Wins(wins=tuple(_win(games, base, liable, row, rules) for row in rows))
    if result in ABORTIVE:
        return AbortiveDraw(kind=ABORTIVE[result])
    seats = range(rules.players)
    return ExhaustiveDraw(
        tenpai=tuple(bool(follow.tenpai[kyoku, seat]) for seat in seats),
        nagashi=tuple(seat for seat in seats if follow.nagashi[kyoku, seat]),
    )


def _win(games: Games, base: Ints, liable: Liable, row: int, rules: RuleSet) -> Win:
    payer, rinshan = int(games.wins.from_seat[row]), int(liable.rinshan[row])
    return Win(
        seat=int(games.wins.winner[row]),
        payer=None if payer == ABSENT else payer,
        base=int(base[row]),
        liable=liabilities(rules, liable, row),
        rinshan_feeder=None if rinshan == ABSENT else rinshan,
    )


def liabilities(rules: RuleSet, liable: Liable, row: int) -> tuple[Liability, ...]:
    """Liable seats of a win and what each yakuman is worth; several of one seat together."""
    worth: dict[int, int] = {}
    for yakuman, seats in zip(FED_YAKUMAN, liable[:3], strict=True):
        seat = int(seats[row])
        if seat != ABSENT and yakuman in rules.pao_yaku:
            worth[seat] = worth.get(seat, 0) + YAKUMAN * (2 if yakuman in rules.double_yakuman else 1)
    return tuple(Liability(seat=seat, base=base) for seat, base in worth.items())


def rows_of_wins(games: Games, kyoku: int, settled: Settlement) -> Ints:
    """`(n_wins, 4)`: the rows of a settlement in the order of the log's wins; zeros for a win that does not count."""
    winners = games.wins.winner[games.win_start[kyoku] : games.win_start[kyoku + 1]].tolist()
    rows = np.zeros((len(winners), 4), np.int32)
    if isinstance(settled.outcome, Wins):
        for win, payments in zip(settled.outcome.wins, settled.rows, strict=True):
            rows[winners.index(win.seat), : len(payments)] = payments
    return rows
