"""A set piece: a game arranged so that it shows one thing, and what is claimed of it by hand."""

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
"""By table, what its rows hold, in their order."""

FIRST_DAY: Final = datetime(2024, 1, 1, 12)
MOST_ATTEMPTS: Final = 3_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Piece:
    """A game that shows one thing."""

    name: str
    """What it shows, as the name of its file without suffix."""
    number: int
    """Tells its chance and day from those of others."""
    shows: str
    """The same in a sentence."""
    options: tuple[str, ...] = ()
    """Options of the rules that it follows from."""
    claims: Claims = field(default_factory=dict)
    """What must be found in the kyoku it shows, worked out by hand."""
    shown: int = 0
    """The kyoku that shows it, from the end if negative."""
    kind: int = FOUR_EAST
    """Table type."""
    rules: RuleSet | None = None
    """Unless they are those of the table type."""
    scenario: Scenario | None = None
    seed: bool = False
    """Whether the log tells the seed of its walls."""
    away: tuple[Absence, ...] = ()
    wanted: Callable[[PlayedGame], bool] | None = None
    """Chance is tried until this holds."""


@cache
def played(piece: Piece) -> tuple[PlayedGame, LogHeader]:
    """The game, and the header of its log."""
    for attempt in range(MOST_ATTEMPTS):
        found = _attempt(piece, Random(f"{piece.number} {attempt}" if attempt else piece.number))
        if piece.wanted is None or piece.wanted(found[0]):
            return found
    raise ValueError(f"{piece.name}: not found in {MOST_ATTEMPTS:,} games")


def _attempt(piece: Piece, chance: Random) -> tuple[PlayedGame, LogHeader]:
    started = FIRST_DAY + timedelta(days=piece.number)
    rules = piece.rules or rules_of(piece.kind, started.date())
    names = chance.sample(sorted(PLAYERS), rules.players)
    seed = seed_of(chance)
    deal, opening = seeded(seed, rules.players), None
    if piece.scenario is not None:
        later, first, opening = deal, arranged_wall(piece.scenario, rules, chance), piece.scenario.habits
        deal = lambda place, start: later(place, start) if place else first  # noqa: E731  # one line is all it is
    habits = [PLAYERS[name][3] for name in names]
    game = play(rules, habits, deal, chance, absences=piece.away, opening=opening)
    return game, header_of(names, piece.kind, started, seed if piece.seed else None)
