"""Whether the audit finds faults put into games, each with the right code and at the right place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from mjlog.auditing.findings import Code, Finding
from mjlog.auditing.run import CHECKS
from mjlog.games.batch import Games
from mjlog.replay.played import Played
from tests.faults.injecting import TRIES, Edits, Facts, Injection, Spot, placed, tried


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A kind of fault put into games: one fault in each game."""

    kind: Injection
    games: Games
    spots: tuple[Spot, ...]
    """By game; the kyoku, event and win as places."""
    originals: tuple[int, ...]
    """The games' places in the batch they come from."""


def apply(kind: Injection, facts: Facts, *, most: int | None = None, seed: int = 0) -> Applied:
    """Put one fault of a kind into each game that can take it, into `most` games at the most."""
    random = np.random.default_rng([seed, *kind.name.encode()])
    rows = random.permutation(np.flatnonzero(kind.where(facts)))
    games = facts.game_of(kind.group)[rows]
    rows = rows[np.argsort(games, kind="stable")]
    at, count = np.unique(games, return_counts=True)
    first = np.cumsum(count) - count
    edits = Edits(facts)
    spots: dict[int, Spot] = {}
    for place in random.permutation(len(at)).tolist():
        some = rows[first[place] : first[place] + min(TRIES, count[place])].tolist()
        if spot := tried(kind, edits, some):
            spots[int(at[place])] = spot
        if most is not None and len(spots) == most:
            break
    chosen = sorted(spots)
    made = edits.made().select(np.array(chosen, np.int64))
    return Applied(
        kind=kind,
        games=made,
        spots=tuple(placed(edits, spots[game]) for game in chosen),
        originals=tuple(chosen),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the audit found of a kind of fault."""

    kind: Injection
    applied: int
    found: int
    missed: tuple[tuple[int, Spot, tuple[Finding, ...]], ...]
    """Game, spot, and what was found instead."""
    beside: Counter[Code] = field(default_factory=Counter)
    """Games in which a consequence was found, by code."""
    accused: tuple[tuple[int, Finding], ...] = ()
    """What was found although it is no consequence."""


def outcome(applied: Applied) -> Outcome:
    """Audit the games of a kind at every level, and compare."""
    batch = Played(applied.games)
    by_game: dict[int, list[Finding]] = {}
    for check in CHECKS.values():
        for finding in check(batch):
            by_game.setdefault(finding.game, []).append(finding)
    return judged(applied, by_game)


def judged(applied: Applied, by_game: dict[int, list[Finding]]) -> Outcome:
    """What the findings, by game of the batch, say of a kind."""
    kind, missed, accused, beside = applied.kind, [], [], Counter[Code]()
    for game, spot in enumerate(applied.spots):
        findings = by_game.get(game, [])
        right = [f for f in findings if f.code in kind.codes and is_at(f, spot)]
        others = [f for f in findings if f not in right]
        if not right:
            missed.append((applied.originals[game], spot, tuple(findings)))
        beside.update({f.code for f in others})
        accused += [(applied.originals[game], f) for f in others if f.code not in kind.consequences]
    n = len(applied.spots)
    return Outcome(
        kind=kind, applied=n, found=n - len(missed), missed=tuple(missed), beside=beside, accused=tuple(accused)
    )


def is_at(finding: Finding, spot: Spot) -> bool:
    """Whether a finding names the spot as exactly as is due."""
    pairs = (
        (spot.kyoku, finding.kyoku),
        (spot.event, finding.event),
        (spot.win, finding.win),
        (spot.seat, finding.seat),
    )
    return all(due is None or due == told for due, told in pairs)
