"""The builder of `Games`: parsers and the simulator add rows, game by game, and get a batch of columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import chain
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import NESTING, Games, offsets
from mjlog.games.columns import (
    ABSENT,
    GROUPS,
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    Group,
    Ints,
    KyokuColumns,
    SeatColumns,
    WinColumns,
    declarations,
    empty,
)
from mjlog.rules.ruleset import RuleSet

Row = Sequence[Any]
"""The values of one row in the order of the columns."""
EventRow = tuple[int, int, int, int, int, int]
"""A row of `EventColumns`: kind, seat, from_seat, tile, copy, tsumogiri."""
Points = tuple[int, ...]
"""Points of the four seats."""
UNKNOWN: Final = (ABSENT,) * 4
"""Points that the log does not record."""


class CallRow(NamedTuple):
    """A row of `CallColumns`."""

    event: int
    kind: int
    seat: int
    from_seat: int
    tiles: Sequence[int]
    copies: Sequence[int] = ()


class YakuRow(NamedTuple):
    """A row of `YakuColumns`."""

    yaku: int
    han: int
    code: int = ABSENT
    chips: int = ABSENT


MOST_CONCEALED: Final = 14
"""Concealed tiles of a hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedWin:
    """A win as the log records it, without its payments; values the log leaves out are ABSENT."""

    winner: int
    from_seat: int
    pao: int
    tile: int
    hand: Sequence[int]
    """Concealed tiles with the winning one."""
    calls: Sequence[int]
    dora_indicators: Sequence[int]
    ura_indicators: Sequence[int]
    han: int
    fu: int
    points: int
    limit: int = ABSENT
    yaku: Sequence[YakuRow]
    lists_yaku: bool
    lists_ura: bool = True
    names_pao: bool = True

    def __post_init__(self) -> None:
        check_hands([self.hand])


_RECORDED: Final = tuple(field.name for field in fields(RecordedWin) if field.name != "yaku")
"""Its columns."""


def check_hands(hands: Iterable[Sequence[int]]) -> None:
    """Raise LogError for a hand that its column cannot hold: a seat has drawn without discarding."""
    for hand in hands:
        if len(hand) > MOST_CONCEALED:
            raise LogError(Fault.BAD_TILES, f"a hand of {len(hand)} tiles")


class GamesBuilder:
    """Collects rows and makes a batch of them.

    Children come before their parent: wins (or a draw), then their kyoku, then its game. A parent gets all children
    added since the last one. Columns are keyword arguments; those not named are ABSENT, NaN, None, NaT or False, and
    arrays shorter than their column are filled up.
    """

    def __init__(self) -> None:
        self._rule_sets: dict[RuleSet, int] = {}
        self._rows: dict[str, list[Row]] = {name: [] for name in GROUPS if name != "events"}
        self._events: list[Ints] = []
        self._n_events = 0
        self._ends: dict[str, list[int]] = {child: [] for _, _, child in NESTING}
        """Of each group, the number of rows up to the end of each parent."""

    def add_win(self, yaku: Iterable[Row], **columns: Any) -> None:
        """Add a win of the next kyoku, with its rows of `YakuColumns`."""
        self._rows["yaku"] += yaku
        self._rows["wins"].append(_row(WinColumns, **columns))
        self._end("yaku")

    def add_wins(
        self, wins: Iterable[RecordedWin], payments: Iterable[Points], *, honba: int, sticks: int, before: Points
    ) -> None:
        """Add the wins of the next kyoku; the first takes the sticks, `before` are the points before it."""
        for win, paid in zip(wins, payments, strict=True):
            recorded = {name: getattr(win, name) for name in _RECORDED}
            settled = {"honba": honba, "sticks": sticks, "points_before": before, "payments": paid}
            self.add_win(win.yaku, **recorded, **settled)
            before, sticks = plus(before, paid), 0

    def add_draw(self, **columns: Any) -> None:
        """Add the draw of the next kyoku."""
        self._rows["draws"].append(_row(DrawColumns, **columns))

    def add_kyoku(self, events: Sequence[EventRow] | Ints, calls: Iterable[CallRow], **columns: Any) -> None:
        """Add a kyoku of the next game, with its events, `(n, 6)` as in `EventRow`, and calls."""
        if not isinstance(events, np.ndarray):  # three times as fast as asarray
            events = np.fromiter(chain.from_iterable(events), np.int16)
        self._events.append(events.reshape(-1, len(EventColumns._fields)))
        self._n_events += len(self._events[-1])
        self._rows["calls"] += [_row(CallColumns, **call._asdict()) for call in calls]
        self._rows["kyoku"].append(_row(KyokuColumns, **columns))
        for child in ("calls", "wins", "draws"):
            self._end(child)
        self._ends["events"].append(self._n_events)

    def add_game(self, rules: RuleSet, seats: Mapping[str, Any], **columns: Any) -> None:
        """Add a game of the kyoku added since the last one; `seats` are columns of `SeatColumns`."""
        number = self._rule_sets.setdefault(rules, len(self._rule_sets))
        self._rows["games"].append(_row(GameColumns, rules=number, players=rules.players, **columns))
        self._rows["seats"].append(_row(SeatColumns, **seats))
        self._end("kyoku")

    def games(self) -> Games:
        """All rows as a batch."""
        starts: Any = {start: offsets(np.diff([0, *self._ends[child]])) for _, start, child in NESTING}
        groups: Any = {name: _columns(GROUPS[name], rows) for name, rows in self._rows.items()}
        events = _event_columns(self._events)
        return Games(rule_sets=tuple(self._rule_sets), events=events, **starts, **groups)

    def _end(self, child: str) -> None:
        self._ends[child].append(len(self._rows[child]))


def plus(points: Points, change: Points) -> Points:
    """Points after a change, UNKNOWN if either is."""
    if UNKNOWN in (points, change):
        return UNKNOWN
    return tuple(p + c for p, c in zip(points, change, strict=True))


def _row(group: type[tuple[Any, ...]], **values: Any) -> Row:
    """One row of a group in the order of its columns; columns not named are blank, short arrays are filled up.

    >>> _row(CallColumns, event=0, kind=5, seat=2, tiles=[33])
    [0, 5, 2, -1, [33, -1, -1, -1], [-1, -1, -1, -1]]
    """
    blanks = _blanks(group)
    assert values.keys() <= blanks.keys(), f"{values.keys() - blanks.keys()} are no columns of {group.__name__}"
    return [_filled(values[name], blank) if name in values else blank for name, blank in blanks.items()]


def _filled(value: Any, blank: Any) -> Any:
    if not isinstance(blank, list):
        return value
    values = [_filled(inner, blank[0]) for inner in value] if isinstance(blank[0], list) else list(value)
    return values + blank[len(values) :]


@cache
def _blanks(group: type[tuple[Any, ...]]) -> dict[str, Any]:
    """The value of each column of a group in a row that does not state it."""
    blanks = {}
    for name, column in declarations(group).items():
        blank: Any = {"i": ABSENT, "f": np.nan, "O": None, "M": "NaT", "b": False}[np.dtype(column.dtype).kind]
        blanks[name] = np.full(column.shape, blank, object if blank == "NaT" else column.dtype).tolist()
    return blanks


def _columns(group: type[Group], rows: Sequence[Row]) -> Group:
    columns = empty(group, len(rows))
    if rows:
        for column, values in zip(columns, zip(*rows, strict=True), strict=True):
            try:
                column[:] = values
            except OverflowError:
                column[:] = _clipped(values, column.dtype)
    return columns


def _clipped(values: Sequence[Any], dtype: Any) -> Any:
    """Integers, those beyond a type as its ends, which are out of the range of the column (`mjlog.games.ranges`)."""
    return np.clip(np.array(values, object), np.iinfo(dtype).min, np.iinfo(dtype).max).astype(dtype)


def _event_columns(events: Sequence[Ints]) -> EventColumns:
    columns = empty(EventColumns, sum(map(len, events)))
    if events:
        for column, values in zip(columns, np.concatenate(events).T, strict=True):
            column[:] = values
    return columns
