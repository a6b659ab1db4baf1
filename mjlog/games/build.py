"""Rows of all groups of columns, collected one by one and turned into a batch at the end: for parsers of small logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from mjlog.games.batch import Games, offsets
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    Group,
    KyokuColumns,
    SeatColumns,
    WinColumns,
    YakuColumns,
    declarations,
    empty,
)
from mjlog.rules.ruleset import RuleSet

STARTS: Final = ("kyoku", "event", "call", "win", "yaku", "draw")

Row = Sequence[Any]
"""The values of one row in the order of the columns."""
Points = tuple[int, ...]
"""Points by seat, of all four."""
UNKNOWN: Final = (ABSENT,) * 4
"""Points that are told nowhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWin:
    """A win as a log tells it; what it leaves open is ABSENT."""

    seat: int
    from_seat: int
    pao: int
    tile: int
    hand: tuple[int, ...]
    """Concealed tiles with the winning one."""
    calls: tuple[int, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]
    fu: int
    points: int
    limit: int = ABSENT
    yaku: tuple[tuple[int, int, int], ...]
    """Row, han and the service's number of each."""


def plus(points: Points, change: Points) -> Points:
    """Points after a change, unknown if either is."""
    if UNKNOWN in (points, change):
        return UNKNOWN
    return tuple(p + c for p, c in zip(points, change, strict=True))


class Rows:
    """Rows of a batch, group by group."""

    def __init__(self) -> None:
        self.rule_sets: dict[RuleSet, int] = {}
        self.games: list[Row] = []
        self.seats: list[Row] = []
        self.kyoku: list[Row] = []
        self.events: list[Row] = []
        self.calls: list[Row] = []
        self.wins: list[Row] = []
        self.yaku: list[Row] = []
        self.draws: list[Row] = []
        self.lengths: dict[str, list[int]] = {name: [] for name in STARTS}
        """How many rows each parent has."""

    def rules(self, rules: RuleSet) -> int:
        """The number of a rule set in this batch."""
        return self.rule_sets.setdefault(rules, len(self.rule_sets))

    def add_wins(
        self, wins: Sequence[ToldWin], payments: Sequence[Points], *, honba: int, sticks: int, before: Points
    ) -> None:
        """The wins of a kyoku with what each moves; the first takes the sticks, `before` are the points before it."""
        for n, (win, gains) in enumerate(zip(wins, payments, strict=True)):
            self.wins.append(
                row(
                    WinColumns,
                    winner=win.seat,
                    from_seat=win.from_seat,
                    pao=win.pao,
                    tile=win.tile,
                    hand=win.hand,
                    calls=win.calls,
                    fu=win.fu,
                    points=win.points,
                    limit=win.limit,
                    honba=honba,
                    sticks=sticks if n == 0 else 0,
                    dora_indicators=win.dora,
                    ura_indicators=win.ura,
                    points_before=before,
                    payments=gains,
                )
            )
            before = plus(before, gains)
            self.yaku += [row(YakuColumns, yaku=number, han=han, code=code) for number, han, code in win.yaku]
            self.lengths["yaku"].append(len(win.yaku))

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


def row(group: type[Group], **values: Any) -> Row:
    """One row of a group: the named values, those that end early filled up, and nothing told of all other columns.

    >>> row(YakuColumns, yaku=3, han=1)
    [3, 1, -1, -1]
    >>> row(CallColumns, event=0, kind=5, seat=2, tiles=[33])[4]
    [33, -1, -1, -1]
    """
    blanks = _blanks(group)
    assert values.keys() <= blanks.keys(), f"{values.keys() - blanks.keys()} are no columns of {group.__name__}"
    return [_filled(values[name], blank) if name in values else blank for name, blank in blanks.items()]


def columns(group: type[Group], rows: Sequence[Row]) -> Group:
    """The columns of some rows, in the declared types."""
    made = empty(group, len(rows))
    if rows:
        for column, values in zip(made, zip(*rows, strict=True), strict=True):
            column[:] = values
    return made


def _filled(value: Any, blank: Any) -> Any:
    if not isinstance(blank, list):
        return value
    given = [_filled(inner, blank[0]) for inner in value]
    return given + blank[len(given) :]


@cache
def _blanks(group: type[Group]) -> dict[str, Any]:
    """What stands in each column of a group where there is nothing to tell."""
    blanks = {}
    for name, column in declarations(group).items():
        nothing: Any = {"i": ABSENT, "f": np.nan, "O": None, "M": "NaT", "b": False}[np.dtype(column.dtype).kind]
        blanks[name] = np.full(column.shape, nothing, object if nothing == "NaT" else column.dtype).tolist()
    return blanks
