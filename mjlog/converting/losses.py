"""The parts of games that are lost in a format that cannot record them.

Lost columns follow from the format's declaration; lost events and rules from a sample of the games, written and read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from mjlog.formats import Source, formats, parse
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, GROUPS, EventKind
from mjlog.rules.ruleset import RuleSet, differences


@dataclass(frozen=True, slots=True)
class Losses:
    """The parts of some games that a format cannot record."""

    columns: frozenset[str] = frozenset()
    """As `group.column`; the reference page on formats explains each."""
    events: frozenset[EventKind] = frozenset()
    options: frozenset[str] = frozenset()
    """Options of the rules that a reader of the written file takes for other ones."""

    def __bool__(self) -> bool:
        return bool(self.columns or self.events or self.options)

    def __or__(self, other: Losses) -> Losses:
        return Losses(self.columns | other.columns, self.events | other.events, self.options | other.options)

    def sentences(self) -> Iterable[str]:
        """A sentence for each kind of loss."""
        if self.columns:
            yield f"columns not recorded: {', '.join(sorted(self.columns))}"
        if self.events:
            yield f"events not recorded: {', '.join(kind.name.lower() for kind in sorted(self.events))}"
        if self.options:
            yield f"rules not recorded: {', '.join(sorted(self.options))}"


def recorded_columns(games: Games) -> frozenset[str]:
    """The columns of a batch that have any value, as `group.column`."""
    return frozenset(
        f"{group}.{name}"
        for group in GROUPS
        for name, values in zip(getattr(games, group)._fields, getattr(games, group), strict=True)
        if (values != ABSENT if values.dtype.kind == "i" else ~pd.isna(values)).any()
    )


def losses(games: Games, to: str, files: Sequence[bytes]) -> Losses:
    """The losses of some games in the format `to`; `files` has the written file of each game."""
    lost = Losses(columns=recorded_columns(games) & formats()[to].unrecorded)
    for game in _sample(games):
        back = parse([Source("", files[game])]).games
        if len(back) == 1:
            lost |= _of_game(games, game, back)
    return lost


def _of_game(games: Games, game: int, back: Games) -> Losses:
    rules: RuleSet = games.rule_sets[games.games.rules[game]]
    span = slice(games.event_start[games.kyoku_start[game]], games.event_start[games.kyoku_start[game + 1]])
    events = set(games.events.kind[span].tolist()) - set(back.events.kind.tolist())
    return Losses(
        events=frozenset(map(EventKind, events)),
        options=frozenset(differences(rules, back.rule_sets[back.games.rules[0]])),
    )


def _sample(games: Games) -> list[int]:
    """A game of each rule set and one with each kind of event."""
    _, by_rules = np.unique(games.games.rules, return_index=True)
    _, by_kind = np.unique(games.events.kind, return_index=True)
    game_of_event = runs(games.kyoku_start)[runs(games.event_start)[by_kind]]
    return sorted({*by_rules.tolist(), *game_of_event.tolist()})
