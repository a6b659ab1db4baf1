"""A set piece: a game arranged to show one thing, with claims made by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from random import Random
from typing import Final

from playing import FOUR_EAST, PLAYERS, header_of, rules_of, seed_of

from mjlog.rules.ruleset import RuleSet
from mjlog.simulate.game import PlayedGame, play, seeded
from mjlog.simulate.scenarios import Scenario, arranged_wall
from mjlog.simulate.to_games import LogHeader
from mjlog.simulate.turns import Absence

Row = Mapping[str, object]
"""Columns of a row of a table."""
Claims = Mapping[str, Sequence[Row]]
"""By table, values of its rows, in order."""

FIRST_DAY: Final = datetime(2024, 1, 1, 12)
MOST_ATTEMPTS: Final = 3_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Piece:
    """A game that shows one thing."""

    name: str
    """Name of its file, without suffix."""
    number: int
    """Seed of its random numbers, and its day."""
    shows: str
    """What it shows, in a sentence."""
    options: tuple[str, ...] = ()
    """Options of the rules it depends on."""
    claims: Claims = field(default_factory=dict)
    """Values expected in the kyoku shown, computed by hand."""
    shown: int = 0
    """The kyoku shown, from the end if negative."""
    kind: int = FOUR_EAST
    """Table type."""
    rules: RuleSet | None = None
    """None for those of the table type."""
    scenario: Scenario | None = None
    seed: bool = False
    """Whether the log contains the seed of its walls."""
    absences: tuple[Absence, ...] = ()
    required: Callable[[PlayedGame], bool] | None = None
    """Games are played until this holds."""


@cache
def played(piece: Piece) -> tuple[PlayedGame, LogHeader]:
    """The game, and the header of its log."""
    for attempt in range(MOST_ATTEMPTS):
        attempted = _attempt(piece, Random(f"{piece.number} {attempt}" if attempt else piece.number))
        if piece.required is None or piece.required(attempted[0]):
            return attempted
    raise ValueError(f"{piece.name}: not found in {MOST_ATTEMPTS:,} games")


def _attempt(piece: Piece, chance: Random) -> tuple[PlayedGame, LogHeader]:
    started = FIRST_DAY + timedelta(days=piece.number)
    rules = piece.rules or rules_of(piece.kind, started.date())
    names = chance.sample(sorted(PLAYERS), rules.players)
    seed = seed_of(chance)
    deal, opening = seeded(seed, rules.players), None
    if piece.scenario is not None:
        later, first, opening = deal, arranged_wall(piece.scenario, rules, chance), piece.scenario.habits
        deal = lambda place, start: later(place, start) if place else first  # noqa: E731  # a one-line function
    habits = [PLAYERS[name][3] for name in names]
    game = play(rules, habits, deal, chance, absences=piece.absences, opening=opening)
    return game, header_of(names, piece.kind, started, seed if piece.seed else None)
