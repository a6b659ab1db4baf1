"""Rows of all groups of columns, collected one by one and turned into a batch at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from mjlog.columns import (
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    Group,
    KyokuColumns,
    SeatColumns,
    WinColumns,
    YakuColumns,
    empty,
)
from mjlog.games import Games, offsets
from mjlog.rules.ruleset import RuleSet

STARTS: Final = ("kyoku", "event", "call", "win", "yaku", "draw")


class Rows:
    """Rows of a batch; the rows of a group are made by its own `NamedTuple`, with values in place of columns."""

    def __init__(self) -> None:
        self.rule_sets: dict[RuleSet, int] = {}
        self.games: list[GameColumns] = []
        self.seats: list[SeatColumns] = []
        self.kyoku: list[KyokuColumns] = []
        self.events: list[Sequence[int]] = []
        self.calls: list[CallColumns] = []
        self.wins: list[WinColumns] = []
        self.yaku: list[YakuColumns] = []
        self.draws: list[DrawColumns] = []
        self.lengths: dict[str, list[int]] = {name: [] for name in STARTS}
        """How many rows each parent has."""

    def rules(self, rules: RuleSet) -> int:
        """The number of a rule set in this batch."""
        return self.rule_sets.setdefault(rules, len(self.rule_sets))

    def batch(self) -> Games:
        """All rows as columns."""
        starts: Any = {f"{name}_start": offsets(np.array(n, np.int64)) for name, n in self.lengths.items()}
        return Games(
            rule_sets=tuple(self.rule_sets),
            games=columns(GameColumns, self.games),
            seats=columns(SeatColumns, self.seats),
            kyoku=columns(KyokuColumns, self.kyoku),
            events=columns(EventColumns, self.events),
            calls=columns(CallColumns, self.calls),
            wins=columns(WinColumns, self.wins),
            yaku=columns(YakuColumns, self.yaku),
            draws=columns(DrawColumns, self.draws),
            **starts,
        )


def columns(group: type[Group], rows: Sequence[Sequence[Any]]) -> Group:
    """The columns of some rows, in the declared types."""
    made = empty(group, len(rows))
    if rows:
        for column, values in zip(made, zip(*rows, strict=True), strict=True):
            column[:] = values
    return made


def padded(values: Iterable[Any], n: int, rest: Any) -> list[Any]:
    """The values and as much of `rest` as makes them `n`."""
    values = list(values)
    return values + [rest] * (n - len(values))


