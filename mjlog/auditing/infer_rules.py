"""The rules a log was played by, where its header leaves some open. Every inference is reported as a `Decision`.

Three things can be missing. The date: rules change over the years, so the game is audited by the rules of every period
that its seed allows, and the period with the fewest findings is taken (the latest of several). The rules of a table
with its own, such as a tournament lobby: all start with the same points, but not those of the room; its uma, rounding
and honba are then inferred from its result and payments. And the length of a game of one kyoku, as bots play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from mjlog.auditing import progress
from mjlog.auditing.findings import Code
from mjlog.formats import platforms
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.course import course_of, of_rules
from mjlog.rules.points import STICK
from mjlog.rules.result import rounded
from mjlog.rules.ruleset import RuleSet

ONE_FINDING: Final = 1 << 20
"""Weight of a finding; a finding about several seats weighs 1 more, which only decides between equals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The inferred rules of one game."""

    game: int
    """Place in the batch."""
    rules: RuleSet
    reason: str
    """A sentence: the evidence and the rules taken."""


def rules_of_log(games: Games) -> tuple[Games, tuple[Decision, ...]]:
    """The games with the rules they were played by, and the decisions about headers that leave rules open."""
    private = tuple(_private_tables(games))
    known = {decision.game for decision in private}
    decisions = private + tuple(_periods(games, known)) + tuple(_single_kyoku(games, known))
    decided = dict.fromkeys(decision.rules for decision in decisions)
    rule_sets = (*games.rule_sets, *(rules for rules in decided if rules not in games.rule_sets))
    rules = games.games.rules.copy()
    for decision in decisions:
        rules[decision.game] = rule_sets.index(decision.rules)
    return replace(games, rule_sets=rule_sets, games=games.games._replace(rules=rules)), decisions


def under(games: Games, rules: RuleSet) -> Games:
    """The games under one rule set."""
    return replace(games, rule_sets=(rules,), games=games.games._replace(rules=np.zeros_like(games.games.rules)))


def _weights(games: Games, rules: RuleSet) -> Ints:
    """`(n_games,)`: how badly the rules fit each game, by its findings of the progress level."""
    weights = np.zeros(len(games), np.int64)
    for finding in progress.check(under(games, rules)):
        weights[finding.game] += ONE_FINDING + (finding.seat is None)
    return weights


# -- games without a date


def _periods(games: Games, known: Set[int]) -> Iterator[Decision]:
    """The period of each game without a date on a platform whose rules changed, apart from games with known rules."""
    by_periods: dict[tuple[RuleSet, ...], list[int]] = {}
    for game in np.flatnonzero(np.isnat(games.games.started)).tolist():
        platform = platforms().get(games.games.platform[game])
        if game not in known and platform is not None and platform.rules_by_period is not None:
            periods = platform.rules_by_period(games.rule_sets[games.games.rules[game]], games.games.seed[game])
            by_periods.setdefault(periods, []).append(game)
    for periods, rows in by_periods.items():
        if not periods:
            continue
        subset = games.select(np.array(rows))
        weights = np.array([_weights(subset, period) for period in periods])
        counts = weights.min(0) // ONE_FINDING
        for game, best, fewest in zip(rows, weights.argmin(0).tolist(), counts.tolist(), strict=True):
            period = periods[best]
            reason = f"no date: of {len(periods)} possible periods, {period.name} leaves the fewest findings ({fewest})"
            yield Decision(game=game, rules=period, reason=reason)


# -- games of one kyoku


def _single_kyoku(games: Games, known: Set[int]) -> Iterator[Decision]:
    """The rules of each whole game that ends after its first kyoku although its length does not allow it.

    Bots play such games. A log of a platform that states the length is taken at its word.
    """
    stated = np.isin(games.games.platform, [name for name, platform in platforms().items() if platform.states_length])
    one = games.games.complete & (np.diff(games.kyoku_start) == 1) & ~stated
    rows = [game for game in np.flatnonzero(one).tolist() if game not in known]
    alone = games.select(np.array(rows, np.int64))
    early = {found.game for found in progress.check(alone) if found.code == Code.GAME_ENDS_EARLY}
    for game in (rows[place] for place in sorted(early)):
        rules = games.rule_sets[games.games.rules[game]]
        single = replace(rules, length="single", name=f"{rules.name}-single")
        yield Decision(game=game, rules=single, reason="the game ends after its first kyoku: a game of one kyoku")


# -- tables with rules of their own


def _private_tables(games: Games) -> Iterator[Decision]:
    """The rules of each game that starts with other points than its room."""
    course, kyoku = course_of(games), games.kyoku
    points = kyoku.points
    second = course.points_before + STICK * course.riichi.astype(np.int32)
    equal = ((points == points[:, :1]) | ~course.seated).all(1) & (points == second).all(1)
    begins = course.first & (kyoku.wind == 0) & (kyoku.number == 1) & (kyoku.honba == 0)
    of_room = of_rules(games, course.rules, lambda r: r.start_points, np.int32)
    for row in np.flatnonzero(begins & equal & (points[:, 0] != of_room)).tolist():
        yield _private_table(games, int(course.game[row]), int(points[row, 0]))


def _private_table(games: Games, game: int, start: int) -> Decision:
    room = games.rule_sets[games.games.rules[game]]
    rules = replace(room, start_points=start, return_points=start, name=f"{room.name}-own")
    evidence = [f"all start with {start:,} points, which is taken as the return too"]
    honba = _honba_points(games, game, room)
    if honba is not None and honba != room.honba_points:
        rules = replace(rules, honba_points=honba)
        evidence.append(f"honba of {honba} follows from the payments")
    rules, sentence = _with_uma(games, game, rules)
    evidence += sentence
    evidence.append(f"all else is assumed to be as in {room.name}")
    return Decision(game=game, rules=rules, reason="a table with rules of its own: " + "; ".join(evidence))


def _honba_points(games: Games, game: int, rules: RuleSet) -> int | None:
    """The points one honba added to the recorded value of the wins of a game; None if unknown or contradictory."""
    wins = games.wins
    rows = slice(games.win_start[games.kyoku_start[game]], games.win_start[games.kyoku_start[game + 1]])
    honba = wins.honba[rows].astype(np.int32)
    gain = wins.payments[rows][np.arange(len(honba)), wins.winner[rows]]
    extra = gain - wins.points[rows] - STICK * wins.sticks[rows].astype(np.int32)
    paid = (honba > 0) & (extra > 0)
    found = {divmod(int(e), int(h)) for e, h in zip(extra[paid], honba[paid], strict=True)}
    if len(found) != 1:
        return None
    each, rest = found.pop()
    return each if rest == 0 and each >= 0 and each % (100 * (rules.players - 1)) == 0 else None


def _with_uma(games: Games, game: int, rules: RuleSet) -> tuple[RuleSet, list[str]]:
    """The rule set with the uma and the rounding that follow from the result of the game."""
    seats = slice(rules.players)
    points = games.games.final_points[game, seats]
    in_points = 1_000 * games.games.final_scores[game, seats]
    if np.isnan(in_points).any() or (points == ABSENT).all():
        return rules, []
    scores = np.rint(in_points).astype(int)
    if (scores % 1_000).any():
        rules = replace(rules, rounding="none")
    uma = uma_of(rules, points.tolist(), scores.tolist())
    words = "/".join(f"{n / 1_000:g}" for n in uma)
    sentences = [f"uma {words} and rounding {rules.rounding} follow from the result"]
    if len({*points.tolist()}) < rules.players:
        sentences.append("two players are level, so the uma of their places are not decided")
    return replace(rules, uma=uma), sentences


def uma_of(rules: RuleSet, points: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """The uma, by rank, that follows from final points and scores by seat; the first takes the rest after rounding."""
    by_rank = sorted(range(rules.players), key=lambda seat: (-points[seat], seat))
    uma = [scores[seat] - rounded(rules, points[seat]) + rules.return_points for seat in by_rank]
    return (uma[0] - sum(uma), *uma[1:])
