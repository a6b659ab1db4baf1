"""The rules that explain games best: first a preset, then single options, with the number of facts that need each.

A *fact* is a win (its yaku, fu and value), a payment (of a win or a draw), the start of a kyoku, the end of a game
(there and not before), or a final result. A fact is *unexplained* by a rule set under which the audit has a finding
about it. Games with the same rules by their logs are taken together; these rules and all presets for the same number of
players are the candidates. Then one option after another is changed in the best candidate, always the one that explains
the most remaining facts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, get_origin

import numpy as np

from mjlog.auditing import progress
from mjlog.auditing.alternatives import shown
from mjlog.auditing.infer_rules import rules_of_log, uma_of, under
from mjlog.auditing.score import any_difference, differences
from mjlog.errors import LogError
from mjlog.games.batch import Games, concatenate
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay.pao import pao_seats
from mjlog.replay.payments import ExpectedPayments, expected_payments
from mjlog.replay.played import Played
from mjlog.replay.scores import recorded_scores, scores_of
from mjlog.rules.columns.atozuke import refused
from mjlog.rules.option import options_of
from mjlog.rules.presets import PRESETS
from mjlog.rules.rule_options import deciding, option_types
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.originals import GameSource, games_of

MOST_GAMES: Final = 3_000
"""Games read: enough cases of every option, and few enough to try a hundred values in some seconds."""
MOST_CHANGES: Final = 12
"""Number of options changed at most."""
SHOWN: Final = 4
"""Candidates a summary shows."""

FactKind = Literal["wins", "payments", "starts", "ends", "results"]
WORDS: Final[dict[FactKind, tuple[str, str]]] = {
    "wins": ("win", "wins"),
    "payments": ("payment", "payments"),
    "starts": ("start of a kyoku", "starts of kyoku"),
    "ends": ("end of a game", "ends of games"),
    "results": ("final result", "final results"),
}
"""Kinds of facts, with the words for one and for several."""

Options = dict[str, Any]
Masks = dict[FactKind, Ints]
"""By kind: whether each fact is unexplained."""

SETS_OF_YAKU: Final = tuple(option for option, kind in option_types().items() if get_origin(kind) is frozenset)
"""Options with sets of yaku; they are tried with one yaku more or less, of those some preset has there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The facts that need one value of an option."""

    option: str
    """As `field=value`."""
    needs: Mapping[FactKind, int]
    """Facts of each kind that no other value tried explains."""

    def __str__(self) -> str:
        return f"{self.option}: {counted(self.needs)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """The rules that explain some games best."""

    recorded: str
    """Name of the rules by the logs."""
    n_games: int
    facts: Mapping[FactKind, int]
    candidates: tuple[tuple[str, int], ...]
    """Names of whole rule sets with the number of facts each leaves unexplained, the best first."""
    rules: RuleSet
    """The best candidate with its changed options."""
    changes: tuple[str, ...]
    """The changed options, as `field=value`."""
    unexplained: Mapping[FactKind, int]
    """Facts of each kind that `rules` leaves unexplained."""
    evidence: tuple[Evidence, ...]
    """Options that some facts need, the most needed first."""
    undecided: tuple[str, ...]
    """Options, as `field=value`, of which another value explains as much."""

    def __str__(self) -> str:
        best = self.candidates[0][0]
        name = best if best != self.recorded else f"{best}, the rules of the logs,"
        changed = f" with {', '.join(self.changes)}" if self.changes else ""
        left = sum(self.unexplained.values())
        total = sum(self.facts.values())
        lines = [
            f"{self.n_games:,} games by {self.recorded}: best explained by {name}{changed}",
            f"  {left:,} of {total:,} facts unexplained" + (f": {counted(self.unexplained)}" if left else ""),
            "  unexplained by each candidate: "
            + ", ".join(f"{name} {count:,}" for name, count in self.candidates[:SHOWN]),
        ]
        if self.evidence:
            lines.append("  facts that only this value of an option explains:")
        lines += (f"    {each}" for each in self.evidence)
        if self.undecided:
            lines.append(f"  not decided by these games: {', '.join(self.undecided)}")
        return "\n".join(lines)


def detect(source: GameSource) -> list[Detection]:
    """The rules that explain games best, for each rule set their logs name; `source` is that of `mjlog.audit`.

    Reads the first `MOST_GAMES` games.
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
        recorded=own.name,
        n_games=len(case.games),
        facts={kind: len(mask) for kind, mask in case.unexplained(rules).items()},
        candidates=tuple((tried.name, n) for tried, n in candidates),
        rules=rules,
        changes=tuple(shown(option, value) for option, value in changes.items()),
        unexplained={kind: int(mask.sum()) for kind, mask in case.unexplained(rules).items()},
        evidence=evidence,
        undecided=undecided,
    )


def _evidence(case: _Case, rules: RuleSet) -> tuple[tuple[Evidence, ...], tuple[str, ...]]:
    """For each option of a rule set the facts unexplained with every other value; and options without such facts."""
    explained = case.unexplained(rules)
    needs: dict[str, Counter[FactKind]] = {}
    for change, other in _moves(case, rules):
        (option, value), *more = change.items()
        if more or (option in SETS_OF_YAKU and len(value ^ getattr(rules, option)) > 1):
            continue
        lost = Counter[FactKind](
            {kind: int((mask & ~explained[kind]).sum()) for kind, mask in case.unexplained(other).items()}
        )
        name = _value(option, getattr(rules, option), value)
        if name not in needs or lost.total() < needs[name].total():
            needs[name] = lost
    found = [Evidence(option=name, needs=+lost) for name, lost in needs.items() if lost.total()]
    found.sort(key=lambda each: -sum(each.needs.values()))
    of_sets = tuple(f"{option} " for option in SETS_OF_YAKU)
    undecided = (name for name, lost in needs.items() if not lost.total() and not name.startswith(of_sets))
    return tuple(found), tuple(undecided)


def _value(option: str, value: Any, other: Any) -> str:
    """The value of an option, or for a set of yaku whether it has the one yaku in question."""
    if option not in SETS_OF_YAKU:
        return shown(option, value)
    (yaku,) = value ^ other
    return f"{option} {'with' if yaku in value else 'without'} {yaku}"


def _moves(case: _Case, rules: RuleSet) -> Iterator[tuple[Options, RuleSet]]:
    """Changes of one option, or of several that go together, with the changed rule set; without impossible ones."""
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


def counted(counts: Mapping[FactKind, int]) -> str:
    """Numbers of facts of each kind, in words.

    >>> counted({"wins": 1, "ends": 0, "results": 2})
    '1 win, 2 final results'
    """
    return ", ".join(f"{count:,} {WORDS[kind][count != 1]}" for kind, count in counts.items() if count)


class _Case:
    """Games of one rule set, with everything that does not depend on the rules tried."""

    def __init__(self, games: Games) -> None:
        self.games = games
        played = Played(games)
        self.replay = played.replay
        self.hands, _ = played.hands
        self.recorded = recorded_scores(games)
        self.no_winds = np.full((len(games.wins.winner), 2), ABSENT)
        self.scored: dict[tuple[Any, ...], tuple[Ints, Ints]] = {}
        self.known: dict[RuleSet, Masks] = {}

    def n_unexplained(self, rules: RuleSet) -> int:
        """Number of facts a rule set leaves unexplained."""
        return sum(int(mask.sum()) for mask in self.unexplained(rules).values())

    def unexplained(self, rules: RuleSet) -> Masks:
        """The facts a rule set leaves unexplained."""
        if rules not in self.known:
            wrong_wins, base = self._scores(rules)
            games = under(self.games, rules)
            expected = expected_payments(games, base, pao_seats(games, self.replay))
            wins, draws = (
                (by_log != by_rules).any(1)
                for by_log, by_rules in ((games.wins.payments, expected.wins), (games.draws.payments, expected.draws))
            )
            self.known[rules] = {
                "wins": wrong_wins,
                "payments": np.append(wins & (base >= 0), draws),
                **self._progress(games, expected),
            }
        return self.known[rules]

    def _scores(self, rules: RuleSet) -> tuple[Ints, Ints]:
        """Whether each win is unexplained, and its base points, -1 for no winning hand."""
        key = tuple(getattr(rules, option) for option in deciding("value"))
        if key not in self.scored:
            index = np.zeros(len(self.no_winds), np.int16)
            scores = scores_of(self.hands, (rules,), index)
            wrong = any_difference(differences(self.recorded, scores, self.no_winds))
            wrong |= refused(self.hands, self.replay.wins.waits, (rules,), index)
            values = scores.values
            self.scored[key] = wrong, np.where(values.valid & self.recorded.lists_ura, values.base, -1)
        return self.scored[key]

    def _progress(self, games: Games, payments: ExpectedPayments) -> Masks:
        audit = progress.Progress(games, payments)
        of_end = np.zeros(len(games), np.bool_)
        of_end[audit.course.game[audit.goes_on | audit.ends_early]] = True
        _, wrong_points, wrong_scores = audit.final_differences()
        return {"starts": audit.wrong_starts, "ends": of_end, "results": (wrong_points | wrong_scores).any(1)}

    @property
    def start_points(self) -> int:
        """The most frequent start points."""
        first = self.games.kyoku_start[:-1][np.diff(self.games.kyoku_start) > 0]
        points = self.games.kyoku.points[first, : self.games.rule_sets[0].players]
        return int(Counter(points.ravel().tolist()).most_common(1)[0][0])

    def uma(self, rules: RuleSet) -> tuple[int, ...] | None:
        """The most frequent uma of the final results, given the return and rounding of a rule set."""
        seats = slice(rules.players)
        header = self.games.games
        complete = header.complete & ~np.isnan(header.final_scores[:, seats]).any(1)
        scores = np.rint(1_000 * header.final_scores[complete, seats]).astype(int).tolist()
        points = header.final_points[complete, seats].tolist()
        found = Counter(uma_of(rules, *both) for both in zip(points, scores, strict=True))
        return found.most_common(1)[0][0] if found else None
