"""Which rules explain games best: presets first, then single options, with the number of facts that need each.

A *fact* is a win (its yaku, fu and value), a payment (of a win or a draw), the start of a kyoku, the end of a game
(that it ends there and not before), or a final result. A fact is *unexplained* by a rule set under which the audit
objects to it. Games that have the same rules by their logs are taken together; those rules are a candidate like every
preset for that number of players. From the best candidate on, the option that explains most of what is left is
changed, one after another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_origin

import numpy as np

from mjlog.auditing.alternatives import shown
from mjlog.auditing.infer_rules import rules_of_log
from mjlog.auditing.score import differences
from mjlog.errors import LogError
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.endings import End, endings, final_results, points_after
from mjlog.replay.pao import pao_seats
from mjlog.replay.payments import ExpectedPayments, expected_payments
from mjlog.replay.played import Played
from mjlog.replay.scores import recorded_scores, scores_of
from mjlog.rules.option import options_of
from mjlog.rules.presets import PRESETS
from mjlog.rules.result import rounded
from mjlog.rules.ruleset import RuleSet, deciding, option_types
from mjlog.tables.originals import GameSource, games_of

MOST_GAMES: Final = 3_000
"""Games read for a detection: they hold every option often enough, and try a hundred of them in some seconds."""
MOST_CHANGES: Final = 12
"""Options changed at most, one after another."""
SHOWN: Final = 4
"""Candidates a summary shows."""

Aspect = Literal["wins", "payments", "starts", "ends", "results"]
WORDS: Final[dict[Aspect, tuple[str, str]]] = {
    "wins": ("win", "wins"),
    "payments": ("payment", "payments"),
    "starts": ("start of a kyoku", "starts of kyoku"),
    "ends": ("end of a game", "ends of games"),
    "results": ("final result", "final results"),
}
"""Sorts of facts, and what one and several are called."""

Options = dict[str, Any]
Masks = dict[Aspect, Ints]
"""By sort which facts are unexplained, as bools."""

SETS_OF_YAKU: Final = tuple(option for option, kind in option_types().items() if get_origin(kind) is frozenset)
"""Options whose values differ by one yaku at a time, of those that some preset has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for one option."""

    option: str
    """As `field=value`."""
    needs: Mapping[Aspect, int]
    """Facts of each sort that no other value tried would explain."""

    def __str__(self) -> str:
        return f"{self.option}: {counted(self.needs)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """The rules that explain some games best."""

    own: str
    """Name of the rules by the logs."""
    n_games: int
    facts: Mapping[Aspect, int]
    candidates: tuple[tuple[str, int], ...]
    """Rule sets tried as a whole, with the facts each leaves unexplained, the best first."""
    rules: RuleSet
    """The best candidate with the options changed that explain more."""
    changes: tuple[str, ...]
    """Those options, as `field=value`."""
    unexplained: Mapping[Aspect, int]
    """What is left by `rules`."""
    evidence: tuple[Evidence, ...]
    """Options some facts need, the most needed first."""
    undecided: tuple[str, ...]
    """Options, as `field=value`, for which another value explains as much."""

    def __str__(self) -> str:
        best = self.candidates[0][0]
        name = best if best != self.own else f"{best}, the rules of the logs,"
        changed = f" with {', '.join(self.changes)}" if self.changes else ""
        left = sum(self.unexplained.values())
        total = sum(self.facts.values())
        lines = [
            f"{self.n_games:,} games by {self.own}: best explained by {name}{changed}",
            f"  {left:,} of {total:,} facts unexplained" + (f": {counted(self.unexplained)}" if left else ""),
            "  left unexplained by: " + ", ".join(f"{name} {count:,}" for name, count in self.candidates[:SHOWN]),
        ]
        if self.evidence:
            lines.append("  these options are needed, by so many facts that no other value tried explains:")
        lines += (f"    {each}" for each in self.evidence)
        if self.undecided:
            lines.append(f"  not decided by these games: {', '.join(self.undecided)}")
        return "\n".join(lines)


def detect(source: GameSource) -> list[Detection]:
    """The rules that explain best what is audited (see `mjlog.auditing.run.audit`), for each rule set its logs name.

    Of a large archive the first games are read.
    """
    parts: list[Games] = []
    for games in games_of(source):
        parts.append(games)
        if sum(map(len, parts)) >= MOST_GAMES:
            break
    if not sum(map(len, parts)):
        return []
    games, _ = rules_of_log(concatenate(parts).select(np.arange(min(MOST_GAMES, sum(map(len, parts))))))
    used, counts = np.unique(games.games.rules, return_counts=True)
    order = used[np.argsort(-counts, kind="stable")].tolist()
    return [
        _detected(_Case(under(games.select(games.games.rules == rules), games.rule_sets[rules]))) for rules in order
    ]


def under(games: Games, rules: RuleSet) -> Games:
    """The games under one rule set."""
    return replace(games, rule_sets=(rules,), games=games.games._replace(rules=np.zeros_like(games.games.rules)))


def _detected(case: _Case) -> Detection:
    own = case.games.rule_sets[0]
    tried = [own, *(rules for rules in PRESETS.values() if rules.players == own.players and rules != own)]
    candidates = sorted(((rules, case.n_unexplained(rules)) for rules in tried), key=lambda pair: pair[1])
    rules, changes = candidates[0][0], dict[str, Any]()
    for _ in range(MOST_CHANGES):
        left = case.n_unexplained(rules)
        moves = [(case.n_unexplained(other), change, other) for change, other in _moves(case, rules)] if left else []
        n, change, better = min(moves, key=lambda move: move[0], default=(left, Options(), rules))
        if n >= left:
            break
        rules = better
        changes |= change
    evidence, undecided = _evidence(case, rules)
    return Detection(
        own=own.name,
        n_games=len(case.games),
        facts={aspect: len(mask) for aspect, mask in case.unexplained(rules).items()},
        candidates=tuple((tried.name, n) for tried, n in candidates),
        rules=rules,
        changes=tuple(shown(option, value) for option, value in changes.items()),
        unexplained={aspect: int(mask.sum()) for aspect, mask in case.unexplained(rules).items()},
        evidence=evidence,
        undecided=undecided,
    )


def _evidence(case: _Case, rules: RuleSet) -> tuple[tuple[Evidence, ...], tuple[str, ...]]:
    """What speaks for each option of a rule set: the facts that would be unexplained with every other value tried."""
    explained = case.unexplained(rules)
    needs: dict[str, Counter[Aspect]] = {}
    for change, other in _moves(case, rules):
        (option, value), *more = change.items()
        if more or (option in SETS_OF_YAKU and len(value ^ getattr(rules, option)) > 1):
            continue
        lost = Counter[Aspect](
            {aspect: int((mask & ~explained[aspect]).sum()) for aspect, mask in case.unexplained(other).items()}
        )
        name = _stated(option, getattr(rules, option), value)
        if name not in needs or lost.total() < needs[name].total():
            needs[name] = lost
    found = [Evidence(option=name, needs=+lost) for name, lost in needs.items() if lost.total()]
    found.sort(key=lambda each: -sum(each.needs.values()))
    of_sets = tuple(f"{option} " for option in SETS_OF_YAKU)
    undecided = (name for name, lost in needs.items() if not lost.total() and not name.startswith(of_sets))
    return tuple(found), tuple(undecided)


def _stated(option: str, value: Any, other: Any) -> str:
    """What a rule set has for an option, or whether the one yaku in question is in that set."""
    if option not in SETS_OF_YAKU:
        return shown(option, value)
    (yaku,) = value ^ other
    return f"{option} {'with' if yaku in value else 'without'} {yaku}"


def _moves(case: _Case, rules: RuleSet) -> Iterator[tuple[Options, RuleSet]]:
    """Changes of one option, or of two that go together, with the rule set each makes; impossible ones left out."""
    for change in _changes(case, rules):
        if all(getattr(rules, option) == value for option, value in change.items()):
            continue
        try:
            yield change, replace(rules, **change)
        except LogError:
            continue  # the options contradict others of this rule set


def _changes(case: _Case, rules: RuleSet) -> Iterator[Options]:
    yield from ({option: value} for option, about in options_of(RuleSet).items() for value in about.tried)
    for option in SETS_OF_YAKU:
        now = getattr(rules, option)
        some = sorted({yaku for preset in PRESETS.values() for yaku in getattr(preset, option)})
        yield from ({option: now ^ {yaku}} for yaku in some)
    start = case.start_points
    yield from ({"start_points": start, "return_points": value} for value in {start, rules.return_points})
    yield {"start_points": start, "return_points": start, "target_points": start}
    if (uma := case.uma(rules)) is not None:
        yield {"uma": uma}


def counted(counts: Mapping[Aspect, int]) -> str:
    """Numbers of facts in words.

    >>> counted({"wins": 1, "ends": 0, "results": 2})
    '1 win, 2 final results'
    """
    return ", ".join(f"{count:,} {WORDS[aspect][count != 1]}" for aspect, count in counts.items() if count)


class _Case:
    """Games of one rule set, and what does not depend on the rules they are tried with."""

    def __init__(self, games: Games) -> None:
        self.games = games
        played = Played(games)
        self.replay = played.replay
        self.hands, _ = played.hands
        self.recorded = recorded_scores(games)
        self.no_winds = np.full((len(games.wins.winner), 2), ABSENT)
        self.tells_yaku = np.diff(games.yaku_start) > 0
        self.scored: dict[tuple[Any, ...], tuple[Ints, Ints]] = {}
        self.known: dict[RuleSet, Masks] = {}

    def n_unexplained(self, rules: RuleSet) -> int:
        """Facts of all sorts that are unexplained."""
        return sum(int(mask.sum()) for mask in self.unexplained(rules).values())

    def unexplained(self, rules: RuleSet) -> Masks:
        """The facts that are unexplained by a rule set."""
        if rules not in self.known:
            wrong_wins, base = self._scores(rules)
            games = under(self.games, rules)
            owed = expected_payments(games, base, pao_seats(games, self.replay))
            wins, draws = (
                (stated != expected).any(1)
                for stated, expected in ((games.wins.payments, owed.wins), (games.draws.payments, owed.draws))
            )
            self.known[rules] = {
                "wins": wrong_wins,
                "payments": np.append(wins & (base >= 0), draws),
                **self._progress(games, owed),
            }
        return self.known[rules]

    def _scores(self, rules: RuleSet) -> tuple[Ints, Ints]:
        """Which wins are unexplained, and the base points of all, -1 for no win; worked out once for each scoring."""
        key = tuple(getattr(rules, option) for option in deciding("value"))
        if key not in self.scored:
            scores = scores_of(self.hands, (rules,), np.zeros(len(self.no_winds), np.int16))
            wrong = differences(self.recorded, scores, self.no_winds)
            differs = np.logical_or.reduce([mask for code, mask in wrong.items()])
            values = scores.values
            value_alone = (self.recorded.points != scores.points) | ~values.valid
            self.scored[key] = (
                np.where(self.tells_yaku, differs, value_alone),
                np.where(values.valid, values.base, -1),
            )
        return self.scored[key]

    def _progress(self, games: Games, owed: ExpectedPayments) -> Masks:
        course, kyoku = owed.course, games.kyoku
        points = points_after(games, course, owed)
        carried = course.expected
        start = np.where(course.first[:, None], carried.points, np.roll(points, 1, axis=0))
        differs = (kyoku.dealer != carried.dealer) | (kyoku.honba != carried.honba) | (kyoku.sticks != carried.sticks)
        differs |= (kyoku.wind != carried.wind) | (kyoku.points != start).any(1)
        end = endings(games, course, points)
        complete = games.games.complete[course.game] & course.has_result
        goes_on = end.must & course.has_result & ~course.last
        early = complete & course.last & (end.reason == End.NONE)
        rows = np.flatnonzero(complete & course.last)
        of_game, seated = course.game[rows], course.seated[rows]
        expected = final_results(games, course.rules[rows], points[rows], course.sticks_left[rows])
        in_points = 1_000 * games.games.final_scores[of_game]
        wrong = (expected.points != games.games.final_points[of_game]) & seated
        wrong |= (np.rint(np.nan_to_num(in_points)) != expected.scores) & seated & ~np.isnan(in_points)
        of_end = np.zeros(len(games), np.bool_)
        of_end[course.game[goes_on | early]] = True
        return {"starts": differs & carried.known, "ends": of_end, "results": wrong.any(1)}

    @property
    def start_points(self) -> int:
        """The points most seats start with."""
        first = self.games.kyoku_start[:-1][np.diff(self.games.kyoku_start) > 0]
        points = self.games.kyoku.points[first, : self.games.rule_sets[0].players]
        return int(Counter(points.ravel().tolist()).most_common(1)[0][0])

    def uma(self, rules: RuleSet) -> tuple[int, ...] | None:
        """The uma most final results show under the return and rounding of a rule set; None if none does."""
        seats = slice(rules.players)
        shown = self.games.games.complete & ~np.isnan(self.games.games.final_scores[:, seats]).any(1)
        found = Counter[tuple[int, ...]]()
        for row in np.flatnonzero(shown).tolist():
            points = self.games.games.final_points[row, seats].tolist()
            scores = np.rint(1_000 * self.games.games.final_scores[row, seats]).astype(int).tolist()
            by_rank = sorted(range(rules.players), key=lambda seat: (-points[seat], seat))
            uma = [scores[seat] - rounded(rules, points[seat]) + rules.return_points for seat in by_rank]
            found[(uma[0] - sum(uma), *uma[1:])] += 1
        return found.most_common(1)[0][0] if found else None
