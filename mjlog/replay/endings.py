"""Ends and final results of games, by columns.

`rules.progress` and `rules.result` define the same for one game; `tests/replay/test_twins.py` compares the two.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import Ints
from mjlog.replay.course import Course, Flags, any_seat, of_rules, of_seats, recorded
from mjlog.replay.payments import ExpectedPayments
from mjlog.rules.points import STICK
from mjlog.rules.result import ROUNDING_OFFSETS, final_result
from mjlog.rules.ruleset import RuleSet


class End(IntEnum):
    """Why a game ends after a kyoku; the names are those of `rules.progress.EndReason`."""

    NONE = 0
    PLAYED_OUT = 1
    TARGET_REACHED = 2
    AGARI_YAME = 3
    TENPAI_YAME = 4
    TOBI = 5


class Endings(NamedTuple):
    """After each kyoku, `(n_kyoku,)`: why the game ends, and whether it must."""

    reason: Ints
    """int8: an `End`."""
    must: Flags
    """False where the last dealer may choose to go on."""


def chombo_of(course: Course, rows: Ints) -> Ints:
    """`(n, 4)`: the chombo of each seat in the games of these kyoku."""
    fouls = np.zeros((len(course.game), 4), np.int32)
    np.add.at(fouls, course.game, course.chombo)
    return fouls[course.game[rows]]


class FinalResults(NamedTuple):
    """Final results of games, `(n_games, 4)`; 0 for seats without a player."""

    points: Ints
    scores: Ints
    """In points: 1,000 is one on the score sheet."""


def points_after(games: Games, course: Course, expected: ExpectedPayments | None) -> Ints:
    """`(n_kyoku, 4)`: points after each kyoku, by the recorded payments.

    The expected payments are taken instead where the log records none, and where the next kyoku (or the final result)
    starts from them and not from the recorded ones: then one recorded payment is wrong.
    """
    points = course.points - STICK * course.riichi.astype(np.int64) + course.payments
    if expected is None:
        return points
    for start, payments in ((games.win_start, games.wins.payments), (games.draw_start, games.draws.payments)):
        without = runs(start)[~recorded(payments)]
        points[without] = expected.points[without]
    rows = np.flatnonzero(any_seat(points != expected.points))
    if len(rows):
        follows = np.roll(course.points, -1, axis=0)[rows]
        last = course.last[rows]
        ended = rows[last]
        follows[last] = games.games.final_points[course.game[ended]] * course.seated[ended]
        by_rules = expected.points[rows]
        by_rules[last] = final_results(
            games, course.rules[ended], expected.points[ended], course.sticks_left[ended]
        ).points
        agrees = ~any_seat(by_rules != follows)
        points[rows[agrees]] = expected.points[rows[agrees]]
    return points


def endings(games: Games, course: Course, points: Ints) -> Endings:
    """Whether the rules end the game after each kyoku, which leaves these points `(n_kyoku, 4)`."""

    def fact(of: Any, dtype: Any = np.bool_) -> Any:
        return of_rules(games, course.rules, of, dtype)

    rows = np.arange(len(course.game))
    lowest = of_seats(np.minimum, np.where(course.seated, points, np.iinfo(np.int32).max))
    highest = of_seats(np.maximum, np.where(course.seated, points, np.iinfo(np.int32).min))
    dealer_leads = points[rows, course.dealer] == highest
    for seat in range(3):
        dealer_leads &= ~((points[:, seat] == highest) & (seat < course.dealer))
    place = course.wind.astype(np.int16) * course.players + course.dealer
    last = fact(lambda r: r.last_kyoku, np.int16)
    final = last + fact(lambda r: r.extension_winds * r.players, np.int16)
    reached = highest >= fact(lambda r: r.target_points, np.int32)
    in_extension = place > last
    sudden = fact(lambda r: r.sudden_death)

    repeats = course.repeats
    early = repeats & in_extension & reached & sudden & ~fact(lambda r: r.extension_repeat_first)
    leads = (dealer_leads & reached) | fact(lambda r: r.yame_anywhere)
    yame = repeats & ~early & leads
    tenpai = course.tenpai[rows, course.dealer] & ~course.won
    planned = ~repeats & ((place >= final) | (reached & ~in_extension))
    target = (~repeats & ~planned & reached & sudden) | early
    over = (place >= last) & ~course.void

    reason = np.zeros(len(rows), np.int8)
    reason[over & target] = End.TARGET_REACHED
    reason[over & planned] = End.PLAYED_OUT
    reason[over & yame & course.won & fact(lambda r: r.agari_yame != "none")] = End.AGARI_YAME
    reason[over & yame & tenpai & fact(lambda r: r.tenpai_yame != "none")] = End.TENPAI_YAME
    reason[fact(lambda r: r.length == "single") & ~course.void] = End.PLAYED_OUT
    optional = (reason == End.AGARI_YAME) & fact(lambda r: r.agari_yame == "optional")
    optional |= (reason == End.TENPAI_YAME) & fact(lambda r: r.tenpai_yame == "optional")
    tobi = lowest < fact(lambda r: {"below_zero": 0, "at_zero": 1, "none": np.iinfo(np.int32).min}[r.tobi], np.int32)
    reason[tobi] = End.TOBI
    return Endings(reason, (reason != End.NONE) & (~optional | tobi))


def final_results(games: Games, rules: Ints, points: Ints, sticks: Ints, chombo: Ints | None = None) -> FinalResults:
    """The final results of games that end with these points `(n, 4)` and sticks `(n,)`; `rules` index the rule sets.

    `chombo` `(n, 4)` are the chombo of each seat, if there are any.
    """
    final, scores = np.zeros((2, *points.shape), np.int32)
    for place, rule_set in enumerate(games.rule_sets):
        rows = np.flatnonzero(rules == place)
        plain = np.zeros(len(rows), np.bool_)
        if not (rule_set.uma_by_below or rule_set.points_as_held):
            ordered = np.sort(points[rows, : rule_set.players], axis=1)
            tied = (ordered[:, 1:] == ordered[:, :-1]).any(1)
            plain = ~tied | (rule_set.ties == "seat")
            plain &= (sticks[rows] == 0) | (rule_set.left_sticks == "first") | ~tied & (rule_set.left_sticks == "split")
        simple = rows[plain]
        final[simple], scores[simple] = _plain_results(rule_set, points[simple], sticks[simple])
        for row in rows[~plain].tolist():
            result = final_result(rule_set, points[row, : rule_set.players].tolist(), int(sticks[row]))
            final[row, : rule_set.players], scores[row, : rule_set.players] = result.points, result.scores
        if chombo is not None and rule_set.chombo == "after_game":
            scores[rows] -= rule_set.chombo_points * chombo[rows]
    return FinalResults(final, scores)


def _plain_results(rules: RuleSet, points: Ints, sticks: Ints) -> tuple[Ints, Ints]:
    """Final points and scores where ranks go by points, then seat, and sticks to the first."""
    n = rules.players
    final, scores = np.zeros((2, *points.shape), np.int32)
    final[:, :n] = points[:, :n]
    rows = np.arange(len(points))
    by_rank = np.argsort(-points[:, :n], axis=1, kind="stable")
    first = by_rank[:, 0]
    final[rows, first] += STICK * sticks
    whole = final[:, :n]
    if rules.rounding != "none":
        size = np.abs(whole) if rules.rounding_below_zero == "mirrored" else whole
        sign = np.sign(whole) if rules.rounding_below_zero == "mirrored" else 1
        whole = sign * ((size + ROUNDING_OFFSETS[rules.rounding]) // 1_000 * 1_000)
    bonus = np.zeros((len(points), n), np.int32)
    np.put_along_axis(bonus, by_rank, np.array(rules.uma, np.int32)[None, :], axis=1)
    scores[:, :n] = whole - rules.return_points + bonus
    scores[rows, first] = 0
    exact = final[:, :n].sum(1) - rules.return_points * n + rules.oka
    scores[rows, first] = exact - scores[:, :n].sum(1)
    return final, scores
