"""`Games`: a batch of game logs as columns, the canonical form of this package.

A batch is a few groups of equally long numpy arrays. Groups nest by offsets (`kyoku_start`, `event_start`, …): the kyoku of game `g` are
rows `kyoku_start[g]:kyoku_start[g + 1]` of `kyoku`, and so on down. No column holds the number of a row elsewhere in the batch, so batches
are concatenated and cut by copying.

Conventions of all columns:

- seats are 0-3 in the order of the game (0 = first dealer); arrays over seats have a last axis of 4, also in three-player games, whose
  seat 3 is empty (zeros or `ABSENT`);
- tiles are 0-36, copies 0-135 (`mjlog.tiles`); points are in points, not hundreds;
- `ABSENT` (-1) stands for "the log does not tell" or "does not apply" in integer columns, NaN in float columns, None in object columns; the
  views and tables show all of them as None or null.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mjlog.columns import (
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
from mjlog.rules.ruleset import RuleSet

Group = GameColumns | SeatColumns | KyokuColumns | EventColumns | CallColumns | WinColumns | YakuColumns | DrawColumns


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
