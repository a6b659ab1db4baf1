"""The sums of built-in statistics by group from prepared SQL, without Ibis.

The query is that of `mjlog.stats.query`: sums by group and random bucket of games, then the sums of the buckets, of
their squares and of their products.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import pandas as pd
import pyarrow as pa

from mjlog.stats.dimensions import (
    KEYS,
    OPTIONAL,
    Bands,
    By,
    Equals,
    NoTableError,
    Tables,
    Where,
    group_names,
    room_of,
    to_frame,
)
from mjlog.stats.intervals import BUCKETS, ENOUGH
from mjlog.stats.prepared import Prepared, Search
from mjlog.stats.prepared_cache import prepared
from mjlog.stats.registry import BUILT_IN
from mjlog.stats.statistic import Statistic, TableName
from mjlog.stats.sums import BUCKET, GAMES, Sums, with_kyoku
from mjlog.tables.dataset import Dataset

SQL_TYPES: Final = {str: "VARCHAR", bool: "BOOLEAN", int: "BIGINT", float: "DOUBLE"}
LARGEST: Final = 2**53
"""Numbers up to here are exact as floating-point numbers."""


class NotPreparedError(Exception):
    """A question that prepared SQL does not answer; Ibis answers it, or says what is wrong with it."""


def columns_of_rows(table: TableName) -> dict[str, str]:
    """The columns of a table and of the tables above it, with their types as in `Prepared.columns`."""
    columns = dict(prepared()[table].columns)
    for other, keys in KEYS.items():
        if set(keys) <= columns.keys():
            columns = {**prepared()[other].columns, **columns}
    return columns


def is_prepared(statistic: Statistic) -> bool:
    """Whether the statistic is one of the registry, as it was declared there."""
    return BUILT_IN.get(statistic.key) is statistic


def prepared_sums(
    ds: Tables, table: TableName, by: By, where: Where | None, statistics: Sequence[Statistic]
) -> tuple[pd.DataFrame, list[Sums]]:
    """The sums as of `query.sums_of`, over the filtered rows of a table.

    Raises NotPreparedError for another backend, a computed group or filter, a column of times or lists or one that the
    rows do not have, and a value of another type; NoTableError if the table was not imported.
    """
    query = _query(ds, table, by, where, statistics)
    frame = query.frame(query.totals())
    few = frame[GAMES] < ENOUGH
    if "kyoku" in query.columns and few.any():
        query.by_kyoku, query.only_few = True, not few.all()
        frame = with_kyoku(frame, query.frame(query.totals()), list(query.groups))
    return frame, query.sums


def prepared_buckets(
    ds: Tables, table: TableName, by: By, where: Where | None, statistics: Sequence[Statistic], *, by_kyoku: bool
) -> tuple[pd.DataFrame, list[Sums]]:
    """The sums by group and bucket as of `query.bucket_sums`; raises as `prepared_sums`."""
    query = _query(ds, table, by, where, statistics)
    query.by_kyoku = by_kyoku
    return query.frame(query.buckets()), query.sums


def _query(ds: Tables, table: TableName, by: By, where: Where | None, statistics: Sequence[Statistic]) -> _Query:
    if not (isinstance(ds, Dataset) and all(map(is_prepared, statistics))):
        raise NotPreparedError
    query = _Query(ds, table, by, where)
    if table in OPTIONAL and not ds.manifest.has_decisions:
        raise NoTableError(table)
    query.sums = [Sums(statistic, *query.prepared.sums[statistic.key]) for statistic in statistics]
    return query


def count_cut_games(ds: Dataset, where: Where | None) -> int:
    """The number of games with a row in `where` that could not be read to their end; raises NotPreparedError."""
    query = _Query(ds, "hands", (), where)
    games = "FROM failures SEMI JOIN (FROM games WHERE NOT complete) USING (game)"
    if where:
        games += f" SEMI JOIN ({query.rows(['game'])}) USING (game)"
    (n,) = ds.database.execute(f"SELECT count(DISTINCT game) {games}", query.parameters).fetchall()[0]
    return int(n)


class _Query:
    """A grouping and filter of one table as SQL."""

    def __init__(self, ds: Dataset, table: TableName, by: By, where: Where | None) -> None:
        if callable(where) or not isinstance(where, Mapping | None):
            raise NotPreparedError
        self.ds = ds
        self.prepared: Prepared = prepared()[table]
        self.sums: list[Sums] = []
        self.by_kyoku = False
        """Whether each kyoku is a bucket."""
        self.only_few = False
        """Whether only groups of few games count."""
        self.parameters: list[Any] = []
        self.columns = dict(self.prepared.columns)
        """The columns of the rows and of the tables above them, with their types."""
        self.above: list[tuple[str, tuple[str, ...], list[str]]] = []
        parts = {name: by.get(name, name) if isinstance(by, Mapping) else name for name in group_names(by)}
        columns = [column for part in parts.values() if (column := _column_of(part))]
        names = {*columns, *(where or {})}
        self._widen(table, names)
        self.computed = {name for name, part in parts.items() if part != name}
        """Groups that are not a column of the rows."""
        if len(columns) < len(parts) or self.computed & {*(where or {})} or not all(map(self.columns.get, names)):
            raise NotPreparedError
        self.groups = {name: self._group(part) for name, part in parts.items()}
        self.conditions = [self._matches(column, value) for column, value in (where or {}).items()]

    def _group(self, part: Any) -> str:
        """A group as SQL."""
        match part:
            case Equals(column, value):
                return f"coalesce({self._matches(column, value)}, false)"
            case Bands(column, bands):
                if not self.columns[column].startswith(("int", "float")):
                    raise NotPreparedError
                cases = (f"WHEN {_column(column)} <= {last:d} THEN {_text(name)}" for last, name in bands)
                return f"CASE {' '.join(cases)} END"
            case _:
                return _column(part)

    def _widen(self, table: str, names: set[str]) -> None:
        """Join the tables above that have columns the rows lack."""
        for other, keys in KEYS.items():
            if other == table or not set(keys) <= self.columns.keys():
                continue
            above = prepared()[other].columns
            if new := [name for name in above if name in names - self.columns.keys()]:
                self.above.append((other, keys, new))
                self.columns |= {name: above[name] for name in new}

    def _matches(self, column: str, value: Any) -> str:
        """The condition of `dimensions.matches`."""
        if value is None:
            return f"{_column(column)} IS NULL"
        values = list(value) if isinstance(value, list | tuple | set | frozenset) else [value]
        if not values or not all(_is_of(self.columns[column], each) for each in values):
            raise NotPreparedError
        if column == "room":
            values = list(map(room_of, values))
        self.parameters.append(values)
        type_ = SQL_TYPES[float if any(isinstance(each, float) for each in values) else type(values[0])]
        parameter = f"${len(self.parameters)}::{type_}[]"
        if len(values) == 1:
            return f"{_column(column)} = ({parameter})[1]"
        return f"{_column(column)} IN (SELECT unnest({parameter}))"

    def frame(self, text: str) -> pd.DataFrame:
        """The result of a query of sums."""
        columns = self.ds.database.execute(text, self.parameters).fetchnumpy()
        types = {name: self.columns.get(name) for name in self.groups if name not in self.computed}
        table = pa.table({name: pa.array(values, types.get(name)) for name, values in columns.items()})
        return to_frame(table, list(self.groups))

    def totals(self) -> str:
        """The query of the sums over the buckets, and those of their squares and products."""
        groups = _listed(self.groups)
        fractions = {name for name, piece in self.prepared.totals.items() if "DECIMAL(38" in piece.text}
        return (
            f"SELECT {groups}, {_selected(_products(self.sums, fractions))} FROM ({self.buckets()}) GROUP BY {groups}"
        )

    def buckets(self) -> str:
        """The query of the sums by group and bucket."""
        names = {name for entry in self.sums for name in (entry.x, entry.y)}
        searches = [
            Search(search.column, search.condition, {name: v for name, v in search.values.items() if name in names})
            for search in self.prepared.searches
        ]
        searches = [search for search in searches if search.values]
        totals = sorted(names - {name for search in searches for name in search.values})
        layers, columns = self.prepared.parts_of(totals)
        rows = self.rows(columns)
        for layer in layers:
            rows = f"SELECT *, {_selected({name: piece.text for name, piece in layer.items()})} FROM ({rows})"
        keys = _listed([*self.groups, BUCKET])
        values = _selected({name: f"({self.prepared.totals[name].text})::DOUBLE" for name in totals})
        bucketed = f"SELECT {keys}, {values} FROM ({rows}) GROUP BY {keys}"
        for search in searches:
            bucketed = self._with_search(bucketed, search)
        return bucketed

    def rows(self, columns: Iterable[str]) -> str:
        """The filtered rows: groups, bucket, and these columns."""
        text = f"({self.prepared.source})"
        for other, keys, new in self.above:
            rows = f"SELECT {_listed([*keys, *new])} FROM ({prepared()[other].source})"
            text += f" LEFT JOIN ({rows}) USING ({_listed(keys)})"
        if self.conditions:
            text += f" WHERE {' AND '.join(self.conditions)}"
        code = f"hash({_column('game')})"
        bucket = f"{code} // {2**16} + {_column('kyoku')}::UBIGINT" if self.by_kyoku else f"{code} % {BUCKETS}"
        columns = set(columns)
        if columns & self.computed:  # a statistic reads a column that the group replaces
            raise NotPreparedError
        selected = {**{column: _column(column) for column in sorted(columns)}, **self.groups, BUCKET: bucket}
        rows = f"SELECT {_selected(selected)} FROM {text}"
        if not self.only_few:
            return rows
        n_games = f"count(DISTINCT {code} % {BUCKETS})"
        few = f"SELECT {_selected(self.groups)} FROM {text} GROUP BY ALL HAVING {n_games} < {ENOUGH}"
        return f"SELECT a.* FROM ({rows}) AS a SEMI JOIN ({few}) AS b ON {_same(self.groups)}"

    def _with_search(self, bucketed: str, search: Search) -> str:
        """The sums with the number of rows whose list contains each value; each list is walked once for all values."""
        keys = [*self.groups, BUCKET]
        rows = f"SELECT * FROM ({self.rows({search.column, *search.condition.columns})}) WHERE {search.condition.text}"
        items = f"SELECT {_listed(keys)}, unnest({_column(search.column)}) AS item FROM ({rows})"
        counts = _selected({name: f"count_if(item = '{value}')::DOUBLE" for name, value in search.values.items()})
        names = ", ".join(f"b.{_column(name)}" for name in search.values)
        return (
            f"SELECT a.*, {names} FROM ({bucketed}) AS a LEFT JOIN "
            f"(SELECT {_listed(keys)}, {counts} FROM ({items}) GROUP BY {_listed(keys)}) AS b ON {_same(keys)}"
        )


def _products(sums: Sequence[Sums], fractions: Collection[str]) -> dict[str, str]:
    """The sums over the buckets, and those of their squares and products; those of fractions in a fixed order."""
    totals = {GAMES: "count(*)"}

    def add(name: str, *factors: str) -> None:
        order = f" ORDER BY {_column(BUCKET)}" if {*factors} & {*fractions} else ""
        totals[name] = f"sum({' * '.join(map(_column, factors))}{order})"

    for _, x, y in sums:
        for name in (x, y):
            add(name, name)
            add(f"{name}²", name, name)
        add(f"{x}·{y}", x, y)
    return totals


def _is_of(type_: str, value: Any) -> bool:
    """Whether a value may be compared with a column of this type."""
    if type(value) in (int, float):
        return type_.startswith(("int", "float")) and math.isfinite(value) and abs(value) <= LARGEST
    return {"string": str, "boolean": bool}.get(type_) is type(value)


def _same(keys: Iterable[str]) -> str:
    """The condition that rows `a` and `b` are of one group."""
    return " AND ".join(f"a.{_column(key)} IS NOT DISTINCT FROM b.{_column(key)}" for key in keys)


def _column(name: str) -> str:
    """A column's name in SQL."""
    return '"' + name.replace('"', '""') + '"'


def _column_of(group: Any) -> str | None:
    """The column that a group of `By` reads; None for an expression of Ibis."""
    if isinstance(group, Equals | Bands):
        return group.column
    return group if isinstance(group, str) else None


def _text(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(_column, names))


def _selected(expressions: Mapping[str, str]) -> str:
    return ", ".join(f"{text} AS {_column(name)}" for name, text in expressions.items())
