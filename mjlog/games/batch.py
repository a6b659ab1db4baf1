"""`Games`: a batch of game logs as columns, the canonical form of this package.

A batch is a few groups of equally long numpy arrays (`mjlog.games.columns`). Groups nest by offsets (`kyoku_start`,
`event_start`, …): the kyoku of game `g` are rows `kyoku_start[g]:kyoku_start[g + 1]` of `kyoku`, and so on down. No
column holds the number of a row elsewhere in the batch, so batches are concatenated and cut by copying.

Conventions of all columns:

- seats are 0-3 in the order of the game (0 = first dealer); arrays over seats have an axis of 4, also in three-player
  games, whose seat 3 is empty (zeros or `ABSENT`);
- tiles are 0-36, copies 0-135 (`mjlog.tiles`); points are in points, not hundreds;
- `ABSENT` (-1) stands for "the log does not tell" or "does not apply" in integer columns, NaN in float columns, None in
  object columns; the views and tables show all of them as None or null.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mjlog.games.columns import (
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    Ints,
    KyokuColumns,
    SeatColumns,
    WinColumns,
    YakuColumns,
)
from mjlog.games.views import GameView
from mjlog.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """A batch of games as columns; see the module for the conventions."""

    rule_sets: tuple[RuleSet, ...]
    games: GameColumns
    seats: SeatColumns
    kyoku_start: Ints
    """`(n_games + 1,)` int64 offsets into `kyoku`."""
    kyoku: KyokuColumns
    event_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `events`."""
    events: EventColumns
    call_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `calls`."""
    calls: CallColumns
    win_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `wins`."""
    wins: WinColumns
    yaku_start: Ints
    """`(n_wins + 1,)` int64 offsets into `yaku`."""
    yaku: YakuColumns
    draw_start: Ints
    """`(n_kyoku + 1,)` int64 offsets into `draws`."""
    draws: DrawColumns

    def __len__(self) -> int:
        return len(self.games.id)

    def __getitem__(self, game: int) -> GameView:
        """One game for reading: `games[0].kyoku[3].events`."""
        return GameView(self, range(len(self))[game])

    def __iter__(self) -> Iterator[GameView]:
        return (GameView(self, game) for game in range(len(self)))

    def select(self, games: Ints) -> Games:
        """The given games, by index or boolean mask, in the given order, as a batch of their own."""
        rows: dict[str, Ints] = {"games": np.arange(len(self))[games]}
        rows["seats"] = rows["games"]
        starts: dict[str, Any] = {}
        for parent, start, child in NESTING:
            starts[start], rows[child] = ragged(getattr(self, start), rows[parent])
        groups: dict[str, Any] = {name: _take(getattr(self, name), index) for name, index in rows.items()}
        return Games(rule_sets=self.rule_sets, **starts, **groups)


NESTING: Final = (
    ("games", "kyoku_start", "kyoku"),
    ("kyoku", "event_start", "events"),
    ("kyoku", "call_start", "calls"),
    ("kyoku", "win_start", "wins"),
    ("wins", "yaku_start", "yaku"),
    ("kyoku", "draw_start", "draws"),
)
"""Parent group, offsets and child group, parents first."""


def concatenate(batches: Sequence[Games]) -> Games:
    """All games of the batches in one; rule sets are merged."""
    rule_sets = tuple(dict.fromkeys(rules for batch in batches for rules in batch.rule_sets))
    groups: dict[str, Any] = {}
    for name in ("games", "seats", *(child for _, _, child in NESTING)):
        parts = [getattr(batch, name) for batch in batches]
        groups[name] = type(parts[0])._make(map(np.concatenate, zip(*parts, strict=True)))
    renumbered = [
        np.array([rule_sets.index(r) for r in b.rule_sets], np.int16)[b.games.rules] for b in batches if len(b)
    ]
    groups["games"] = groups["games"]._replace(rules=np.concatenate(renumbered or [groups["games"].rules]))
    starts: dict[str, Any] = {}
    for _, start, _ in NESTING:
        lengths = np.concatenate([np.diff(getattr(batch, start)) for batch in batches])
        starts[start] = offsets(lengths)
    return Games(rule_sets=rule_sets, **starts, **groups)


def offsets(lengths: Ints) -> Ints:
    """`(n + 1,)` int64 offsets of consecutive runs of the given lengths."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])


def runs(start: Ints) -> Ints:
    """For each row of a child group the row of its parent, from the parent's offsets."""
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def ragged(start: Ints, parents: Ints) -> tuple[Ints, Ints]:
    """Offsets of the chosen parents' runs set end to end, and the child rows they hold."""
    lengths = start[parents + 1] - start[parents]
    new = offsets(lengths)
    return new, np.repeat(start[parents] - new[:-1], lengths) + np.arange(new[-1])


def _take(group: Any, rows: Ints) -> Any:
    return type(group)._make(column[rows] for column in group)
