"""The course of each game, by columns: the true state at the start of every kyoku, and what follows from its result.

A log records the state of a kyoku up to three times: at its start, with its result, and by the result of the kyoku
before. Where the start differs from the other two, the start is wrong. The audit then compares everything else with the
state on which two agree, so that one wrong number is one finding.

`rules.progress` and `rules.settlement` define the same for one game; `tests/replay/test_twins.py` compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.seat_counts import seat_counts
from mjlog.rules.points import STICK
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import AbortiveKind
from mjlog.seats import WINDS, wind_of_round

Flags = NDArray[np.bool_]

ABORTIVE: Final[dict[Result, AbortiveKind]] = {
    Result.KYUUSHU_KYUUHAI: "kyuushu_kyuuhai",
    Result.SUUFON_RENDA: "suufon_renda",
    Result.SUUKAIKAN: "suukaikan",
    Result.SUUCHA_RIICHI: "suucha_riichi",
    Result.SANCHAHOU: "sanchahou",
    Result.FOUL_DRAW: "foul_draw",
}
"""The abortive draw of each result."""
WIND_NAMES: Final = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))


class Course(NamedTuple):
    """One row per kyoku, `(n,)`; one column per seat where a field says `(n, 4)`."""

    game: Ints
    rules: Ints
    """Index into the rule sets."""
    players: Ints
    seated: Flags
    """`(n, 4)`: whether a player sits there."""
    first: Flags
    last: Flags
    """First and last kyoku of a game in the log."""
    has_result: Flags
    """Whether the log has a result."""
    riichi: Flags
    """`(n, 4)`: a riichi stick was deposited."""
    tenpai: Flags
    """`(n, 4)`: tenpai at an exhaustive draw, as shown; False where the log does not record it."""
    nagashi: Flags
    """`(n, 4)`: nagashi mangan at an exhaustive draw, by the discards; False where the rules have none."""
    won: Flags
    """Whether the result counts as a win in the rules."""
    repeats: Flags
    """The dealer repeats."""
    void: Flags
    """The kyoku is played again, with its riichi sticks returned."""
    chombo: Flags
    """`(n, 4)`: the seat whose foul voids the kyoku."""
    dealer: Ints
    honba: Ints
    wind: Ints
    sticks: Ints
    """Sticks on the table at the start."""
    points: Ints
    """`(n, 4)`: at the start."""
    payments: Ints
    """`(n, 4)`: the recorded payments of the kyoku, summed over its winners."""
    points_before: Ints
    """`(n, 4)`: the recorded points before the first result is paid."""
    sticks_won: Ints
    """Sticks on the table at the result."""
    sticks_left: Ints
    """Sticks on the table after the kyoku."""
    expected: ExpectedStart


class ExpectedStart(NamedTuple):
    """The start of each kyoku by the one before it; the recorded start where that is not known."""

    known: Flags
    dealer: Ints
    honba: Ints
    wind: Ints
    sticks: Ints
    points: Ints
    """`(n, 4)`, by the recorded payments."""


def of_rules(games: Games, course_rules: Ints, of: Callable[[RuleSet], Any], dtype: Any = np.bool_) -> Any:
    """`(n,)`: a value of the rule set of each row."""
    facts = np.array([of(rules) for rules in games.rule_sets], dtype)
    if len(facts) and (facts == facts[0]).all():
        return np.full(len(course_rules), facts[0], dtype)
    return facts[course_rules]


def of_seats(fold: np.ufunc, columns: Ints) -> Ints:
    """`(n, 4)` reduced over its seats; many times faster than a reduction along so short an axis."""
    return np.asarray(fold(fold(columns[:, 0], columns[:, 1]), fold(columns[:, 2], columns[:, 3])))


def any_seat(flags: Flags) -> Flags:
    """`(n,)`: whether any seat of `(n, 4)` has the flag."""
    return of_seats(np.logical_or, flags)


def recorded(payments: Ints) -> Flags:
    """`(n,)`: whether the log records the payments `(n, 4)`; no real payment is -1."""
    return any_seat(payments != ABSENT)


def chips_recorded(chips: Ints) -> Flags:
    """`(n,)`: whether the log records chips `(n, 4)`; a seat can lose one, but as chips sum to 0 not all four can."""
    return any_seat(chips != ABSENT)


def with_tenpai(games: Games, tenpai: Flags) -> Games:
    """The games, with hands in `tenpai` `(n_kyoku, 4)` shown at draws where the log does not record it.

    Where tenpai may be hidden and nobody pays although not all are tenpai, all hide.
    """
    unknown = games.draws.revealed == ABSENT
    if not unknown.any():
        return games
    kyoku = runs(games.draw_start)
    rules = games.games.rules[runs(games.kyoku_start)[kyoku]]
    may_hide = of_rules(games, rules, lambda r: r.tenpai_shown == "may_hide" and r.noten_pool > 0)
    seated = np.arange(4) < games.games.players[runs(games.kyoku_start)[kyoku]][:, None]
    hide = may_hide & ~any_seat(games.draws.payments != 0) & any_seat(seated & ~tenpai[kyoku])
    revealed = np.where(unknown, tenpai[kyoku] & ~hide[:, None], games.draws.revealed).astype(np.int8)
    return replace(games, draws=games.draws._replace(revealed=revealed))


def nearest_winners(games: Games) -> Flags:
    """`(n_wins,)`: whether a winner is the first in turn order after the discarder; True for a sole winner."""
    nearest = np.ones(len(games.wins.winner), np.bool_)
    n_wins = np.diff(games.win_start)
    several = (n_wins > 1)[kyoku_of_win := runs(games.win_start)]
    rows = np.flatnonzero(several)
    if len(rows):
        wins, kyoku = games.wins, kyoku_of_win[rows]
        players = games.games.players[runs(games.kyoku_start)[kyoku]]
        distance = (wins.winner[rows] - wins.from_seat[rows]) % players
        starts = np.flatnonzero(np.append(True, kyoku[1:] != kyoku[:-1]))
        least = np.minimum.reduceat(distance, starts)
        nearest[rows] = distance == np.repeat(least, n_wins[kyoku[starts]])
    return nearest


def course_of(games: Games) -> Course:
    """The course of all games of a batch."""
    kyoku = games.kyoku
    n = len(kyoku.wind)
    game = runs(games.kyoku_start)
    rules = games.games.rules[game]
    players = games.games.players[game]
    counts = seat_counts(games)
    first, last = np.zeros((2, n), np.bool_)
    has_kyoku = np.diff(games.kyoku_start) > 0
    first[games.kyoku_start[:-1][has_kyoku]] = True
    last[games.kyoku_start[1:][has_kyoku] - 1] = True
    deposited = STICK * counts.riichi_accepted.astype(np.int32)
    void = void_kyoku(games)
    n_riichi = of_seats(np.add, counts.riichi_accepted.view(np.int8)).astype(np.int16) * ~void
    results = _recorded_results(games, deposited, n_riichi)
    nagashi = counts.nagashi & of_rules(games, rules, lambda r: r.nagashi != "off")[:, None]
    played_out = (kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN)
    repeating = _Repeating(games, rules, played_out, results.tenpai, nagashi)

    begins = first & (games.games.complete[game] | ((kyoku.wind == 0) & (kyoku.dealer == 0) & (kyoku.honba == 0)))
    follows = ~first & np.append(False, results.known[:-1]) if n else ~first

    def next_start(left: Ints, at_first: Any, unknown: Ints) -> Ints:
        """What the kyoku before `left`; `at_first` in the first kyoku of a game, `unknown` without a result before."""
        by_row = (slice(None), *[None] * (left.ndim - 1))
        return np.where(follows[by_row], np.roll(left, 1, axis=0), np.where(begins[by_row], at_first, unknown))

    def next_dealer(dealer: Ints) -> Ints:
        return np.where(repeating.at(dealer) | void, dealer, (dealer + 1) % players)

    dealer, expected_dealer = _agreed(kyoku.dealer, kyoku.number - 1, lambda x: next_start(next_dealer(x), 0, x))
    repeats = repeating.at(dealer) | void
    keeps = repeats | ~repeating.won
    honba, expected_honba = _agreed(
        kyoku.honba, results.honba, lambda x: next_start(np.where(keeps, x + ~void, 0), 0, x)
    )
    sticks, expected_sticks = _agreed(
        kyoku.sticks,
        results.sticks - n_riichi,
        lambda x: next_start(np.where(repeating.won, 0, x + n_riichi), 0, x),
    )
    seated = np.arange(4) < players[:, None]
    start = of_rules(games, rules, lambda r: r.start_points, np.int32)[:, None] * seated
    points, expected_points = _agreed(
        kyoku.points,
        results.points_before + deposited,
        lambda x: next_start(x - deposited + results.payments, start, x),
    )
    turned = ~repeats & ((dealer + 1) % players == 0)
    by_next = np.where(last, kyoku.wind, np.roll(kyoku.wind, -1) - turned)
    wind, expected_wind = _agreed(
        kyoku.wind, by_next.astype(np.int8), lambda x: next_start(x + turned, 0, x).astype(np.int8), last
    )
    sticks_won = sticks.astype(np.int32) + n_riichi
    return Course(
        game=game,
        rules=rules,
        players=players,
        seated=seated,
        first=first,
        last=last,
        has_result=results.known,
        riichi=counts.riichi_accepted,
        tenpai=results.tenpai,
        nagashi=nagashi,
        won=repeating.won,
        repeats=repeats,
        void=void,
        chombo=chombo_seats(games),
        dealer=dealer,
        honba=honba,
        wind=wind,
        sticks=sticks,
        points=points,
        payments=results.payments,
        points_before=results.points_before,
        sticks_won=sticks_won,
        sticks_left=np.where(repeating.won, 0, sticks_won),
        expected=ExpectedStart(
            begins | follows, expected_dealer, expected_honba, expected_wind, expected_sticks, expected_points
        ),
    )


def _agreed(
    start: Ints, second: Ints, after: Callable[[Ints], Ints], expected_counts: Flags | None = None
) -> tuple[Ints, Ints]:
    """The true start of each kyoku, on which two of three sources agree, and the start the kyoku before leads to.

    The sources are the recorded `start`, a `second` record of it, and `after(start)`, the start that follows from the
    kyoku before. In rows of `expected_counts` the last one alone decides against a recorded start.
    """
    expected = after(start)
    differs = start != second
    if expected_counts is not None:
        differs |= expected_counts & (start != expected)
    if not differs.any():
        return start, expected
    agree = second == expected
    if expected_counts is not None:
        agree |= expected_counts
    wrong = differs & agree
    if start.ndim == 2:
        wrong = (any_seat(differs) & ~any_seat(~agree))[:, None]
    true = np.where(wrong, expected, start)
    return true, after(true)


def void_kyoku(games: Games) -> Flags:
    """`(n_kyoku,)`: whether a foul voids the kyoku (`rules.settlement.is_void`)."""
    result = games.kyoku.result
    void = np.asarray(result == Result.CHOMBO)
    if (result == Result.FOUL_DRAW).any():
        rules = games.games.rules[runs(games.kyoku_start)]
        void |= (result == Result.FOUL_DRAW) & of_rules(games, rules, lambda r: r.foul_draw == "void")
    return void


def chombo_seats(games: Games) -> Flags:
    """`(n_kyoku, 4)`: the seat of a chombo, which shows its hand; if several or none do, the one that pays the most."""
    seats = np.zeros((len(games.kyoku.result), 4), np.bool_)
    for kyoku in np.flatnonzero(games.kyoku.result == Result.CHOMBO).tolist():
        draw = int(games.draw_start[kyoku])
        shows = games.draws.revealed[draw] == 1
        seats[kyoku, shows.argmax() if shows.sum() == 1 else games.draws.payments[draw].argmin()] = True
    return seats


class _RecordedResults(NamedTuple):
    """The results in the log, one row per kyoku."""

    known: Flags
    honba: Ints
    sticks: Ints
    """Taken by the winners, or left on the table by a draw."""
    points_before: Ints
    payments: Ints
    tenpai: Flags


def _recorded_results(games: Games, deposited: Ints, n_riichi: Ints) -> _RecordedResults:
    wins, draws, kyoku = games.wins, games.draws, games.kyoku
    n = len(kyoku.wind)
    won, drawn = np.diff(games.win_start) > 0, np.diff(games.draw_start) > 0
    by_win, by_draw = games.win_start[:-1][won], games.draw_start[:-1][drawn]
    honba, sticks = kyoku.honba.copy(), kyoku.sticks + n_riichi
    before = kyoku.points - deposited
    payments = np.zeros((n, 4), np.int32)
    tenpai = np.zeros((n, 4), np.bool_)
    for rows, places, group in ((won, by_win, wins), (drawn, by_draw, draws)):
        honba[rows], sticks[rows] = group.honba[places], group.sticks[places]
        before[rows], payments[rows] = group.points_before[places], group.payments[places]
    # a value the format does not record counts as equal to the start
    honba = np.where(honba == ABSENT, kyoku.honba, honba)
    sticks = np.where(sticks == ABSENT, kyoku.sticks + n_riichi, sticks)
    if (unknown := before[:, 0] == ABSENT).any():
        before[unknown] = kyoku.points[unknown] - deposited[unknown]
    tenpai[drawn] = draws.revealed[by_draw] == 1
    tenpai &= ((kyoku.result == Result.EXHAUSTIVE_DRAW) | (kyoku.result == Result.NAGASHI_MANGAN))[:, None]
    if len(wins.winner) > len(by_win):
        kyoku_of_win = runs(games.win_start)
        further = np.ones(len(wins.winner), np.bool_)
        further[by_win] = False
        np.add.at(payments, kyoku_of_win[further], wins.payments[further])
        np.add.at(sticks, kyoku_of_win[further], np.maximum(wins.sticks[further], 0))
    return _RecordedResults(won | drawn, honba, sticks, before, payments, tenpai)


class _Repeating:
    """Whether the dealer repeats, for any assumed dealer of each kyoku."""

    def __init__(self, games: Games, rules: Ints, played_out: Flags, tenpai: Flags, nagashi: Flags) -> None:
        kyoku = games.kyoku
        n = len(kyoku.wind)
        self.rows = np.arange(n)
        by_nagashi = of_rules(games, rules, lambda r: r.nagashi == "win") & any_seat(nagashi)
        self.winners = nagashi & by_nagashi[:, None]
        _mark_winners(games, rules, self.winners)
        self.won = any_seat(self.winners)
        kinds = [
            [kind in ABORTIVE and getattr(r, ABORTIVE[kind]) == "repeat" for kind in Result] for r in games.rule_sets
        ]
        result = np.where((kyoku.result == Result.WIN) & ~self.won, Result.SANCHAHOU, kyoku.result)
        aborted = ~self.won & ~played_out
        self.by_abortion = aborted & np.array(kinds, np.bool_).reshape(-1, len(Result))[rules, result]
        self.may = ~aborted & of_rules(games, rules, lambda r: r.dealer_repeat != "never")
        by_tenpai = of_rules(games, rules, lambda r: r.dealer_repeat in ("tenpai", "tenpai_south_always"))
        always = of_rules(games, rules, lambda r: r.dealer_repeat == "tenpai_south_always") & (kyoku.wind > 0)
        self.stays = self.winners | ((by_tenpai & ~self.won)[:, None] & (tenpai | always[:, None]))

    def at(self, dealer: Ints) -> Flags:
        """`(n_kyoku,)`: whether these dealers repeat."""
        return np.asarray(self.by_abortion | (self.may & self.stays[self.rows, dealer]))


def _mark_winners(games: Games, rules: Ints, winners: Flags) -> None:
    """Mark the winners that count: the nearest only under head bump, none of three where that is a draw."""
    wins, kyoku_of_win = games.wins, runs(games.win_start)
    counts = ~of_rules(games, rules, lambda r: r.multiple_ron == "head_bump")[kyoku_of_win]
    if not counts.all():
        counts |= nearest_winners(games)
    three = np.diff(games.win_start) == 3
    if three.any():
        counts &= ~(three & of_rules(games, rules, lambda r: r.sanchahou != "off"))[kyoku_of_win]
    winners[kyoku_of_win[counts], wins.winner[counts]] = True


def kyoku_name(wind: int, number: int, honba: int) -> str:
    """The name of a kyoku, as players say it.

    >>> kyoku_name(0, 2, 1), kyoku_name(1, 4, 0)
    ('East 2, honba 1', 'South 4')
    """
    name = f"{WIND_NAMES[WINDS[wind_of_round(wind)]]} {number}"
    return f"{name}, honba {honba}" if honba else name
