"""One query per table: sums of the numerators and denominators of its statistics, by group.

Every sum is first taken by group and random bucket of games, then the buckets are added up with their squares and
products, from which `mjlog.stats.intervals` computes variances. Equal expressions are summed once. In a group of few
games, each kyoku is a bucket.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.types as ir
import pandas as pd
import pyarrow as pa
from ibis.expr.operations import Negate, Not

from mjlog.stats.dimensions import to_frame
from mjlog.stats.expressions import columns_used, searched_list, share_parts
from mjlog.stats.intervals import BUCKETS, ENOUGH
from mjlog.stats.statistic import Statistic, TableName
from mjlog.stats.sums import BUCKET, GAMES, Sums, totals, with_kyoku
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of

NEVER_NULL: Final = {
    name: {c for c, column in columns_of(row).items() if not column.null} for name, row in TABLES.items()
}
"""The columns of each table that have a value in every row."""


def _hash(text: str) -> int:
    """The backend's own function: on DuckDB, the `hash` of Ibis makes bit strings and takes three times as long."""
    raise NotImplementedError  # the backend computes it


def _count_if(condition: bool) -> int:
    """The backend's own count of true values, on DuckDB a tenth faster than a sum of numbers."""
    raise NotImplementedError  # the backend computes it


EXACT: Final = "decimal(38, 12)"
"""The type in which fractions are summed."""
COUNT_IF: Final = ibis.udf.agg.builtin(_count_if, name="count_if", signature=(("boolean",), "int64"))
HASH: Final = ibis.udf.scalar.builtin(_hash, name="hash", signature=(("string",), "uint64"))


def _bucket_of_game(game: pd.Series) -> pd.Series:
    """The bucket by DuckDB's hash, computed in the workers of another engine, so that the intervals are the same."""
    import duckdb

    with duckdb.connect() as database:
        database.register("games", pa.table({"game": pa.array(game, pa.string())}))
        buckets = database.execute(f"SELECT (hash(game) % {BUCKETS})::BIGINT AS bucket FROM games").fetchnumpy()
    return pd.Series(buckets["bucket"])


BUCKET_OF_GAME: Final = ibis.udf.scalar.pandas(_bucket_of_game, signature=(("string",), "int64"))


def bucket_of(rows: ir.Table, *, by_kyoku: bool = False) -> ir.Column:
    """The random bucket of each row's game (see `intervals`), or a bucket for each kyoku."""
    if rows.get_backend().name != "duckdb":
        return rows.game.concat(" ", rows.kyoku.cast("string")) if by_kyoku else BUCKET_OF_GAME(rows.game)
    code = HASH(rows.game)
    return code // 2**16 + rows.kyoku.cast("uint64") if by_kyoku else (code % BUCKETS).abs()


def of_few_games(rows: ir.Table, groups: Sequence[str], n_games: pd.DataFrame) -> ir.Table | None:
    """The rows of groups with fewer than `ENOUGH` buckets of games, which `n_games` counts; None without any.

    None also for tables without kyoku: their rows are games.
    """
    few = n_games[GAMES] < ENOUGH
    if "kyoku" not in rows.columns or not few.any():
        return None
    if few.all():
        return rows
    chosen = ibis.memtable(pa.Table.from_pandas(n_games.loc[few, list(groups)], preserve_index=False))
    same = [rows[name].identical_to(chosen[name].cast(rows[name].type())) for name in groups]
    return rows.semi_join(chosen, same)


@contextmanager
def computed_once(rows: ir.Table) -> Iterator[ir.Table]:
    """The rows as a temporary table for several queries; on other engines than DuckDB, the rows themselves."""
    backend: Any = rows.get_backend()
    if backend.name != "duckdb":
        yield rows
        return
    name = ibis.util.gen_name("rows")
    table = backend.create_table(name, rows, temp=True)
    try:
        yield table
    finally:
        backend.con.execute(f'DROP TABLE "{name}"')


class Search(NamedTuple):
    """A list column, and the condition for the rows in which it is searched."""

    column: str
    rows: Any


def sums_of(rows: ir.Table, groups: list[str], statistics: Sequence[Statistic]) -> tuple[pd.DataFrame, list[Sums]]:
    """The sums by group over the rows of one table, and their columns for each statistic.

    For sums `x` and `y` of a statistic the frame has the columns `x`, `y`, `x²`, `y²` and `x·y`; `GAMES` is the number
    of buckets of games.
    """
    bucketed, sums = bucket_sums(rows, groups, statistics)
    frame = totals(to_frame(bucketed, groups), groups, sums)
    few = of_few_games(rows, groups, frame)
    if few is not None:
        by_kyoku = to_frame(bucket_sums(few, groups, statistics, by_kyoku=True)[0], groups)
        frame = with_kyoku(frame, totals(by_kyoku, groups, sums), groups)
    return frame, sums


def bucket_sums(
    rows: ir.Table, groups: list[str], statistics: Sequence[Statistic], *, by_kyoku: bool = False
) -> tuple[ir.Table, list[Sums]]:
    """The sums by group and bucket over the rows of one table, and their columns for each statistic.

    Equal statistics have equal columns.
    """
    rows = rows.mutate(**{BUCKET: bucket_of(rows, by_kyoku=by_kyoku)})
    columns, searches, sums = columns_to_sum(rows, statistics)
    keys = [*groups, BUCKET]
    bucketed = _bucketed(rows, groups, columns)
    for search, values in searches.items():
        counts = _occurrences(rows, groups, search, values)
        joined = bucketed.left_join(counts, [bucketed[key].identical_to(counts[key]) for key in keys])
        bucketed = joined.select(bucketed, *[counts[column] for column in counts.columns if column not in keys])
    return bucketed, sums


def columns_to_sum(
    rows: ir.Table, statistics: Sequence[Statistic]
) -> tuple[dict[str, ir.Value], dict[Search, dict[str, Any]], list[Sums]]:
    """By column name, the expressions to sum and the values to look for in lists; and the columns of each statistic."""
    names: dict[Any, str] = {}
    searches: dict[Search, dict[str, Any]] = {}
    sums = []
    for statistic in statistics:
        x, y = _summands(rows, statistic)
        denominator = names.setdefault(y.op(), f"sum {len(names)}")
        match searched_list(_value(statistic.numerator(rows))) if statistic.kind == "rate" else None:
            case None:
                numerator = names.setdefault(x.op(), f"sum {len(names)}")
            case column, value:
                numerator = f"found {column} {value} {denominator}"
                searches.setdefault(Search(column, y.op()), {})[numerator] = value
        sums.append(Sums(statistic, numerator, denominator))
    return {name: node.to_expr() for node, name in names.items()}, searches, sums


def _summands(rows: ir.Table, statistic: Statistic) -> tuple[ir.Value, ir.Value]:
    """Numerator and denominator of one row."""
    x, y = _value(statistic.numerator(rows)), _value(statistic.denominator(rows))
    if statistic.kind == "count":
        return x, y
    all_rows = isinstance(y, ir.Scalar)
    known = _is_known(x) if _may_be_null(x, rows, statistic.table) else None
    if statistic.kind == "ratio":
        of_known = _where(x, _is_known(y)) if _may_be_null(y, rows, statistic.table) else x
        return of_known, y if known is None else _where(y, known)
    if all_rows:
        return x, y if known is None else known
    return x & y if statistic.kind == "rate" else _where(x, y), y if known is None else y & known


def _is_known(x: ir.Value) -> ir.BooleanValue:
    """Whether a value is not null; in SQL, `NOT x IS NOT NULL` would negate the test, not the value."""
    while isinstance(x.op(), Not | Negate):
        x = x.op().arg.to_expr()
    return x.notnull()


def _where(x: Any, condition: Any) -> ir.Value:
    """The number where the condition holds, elsewhere null or 0, which adds nothing to a sum.

    Whole numbers are masked by all bits or none, 1 ns a row: an unpredictable branch costs 3 ns.
    """
    if x.type().is_signed_integer():
        return x & -condition.cast("int32")
    return ibis.ifelse(condition, x, None)


def _value(expression: Any) -> Any:
    return expression if isinstance(expression, ir.Value) else ibis.literal(expression)


def _may_be_null(x: ir.Value, rows: ir.Table, table: TableName) -> bool:
    """Whether a value uses a column that is not declared as never null."""
    return not columns_used(x, rows) <= NEVER_NULL.get(table, set())


def _bucketed(rows: ir.Table, groups: list[str], columns: dict[str, ir.Value]) -> ir.Table:
    """The sums of the columns by group and bucket."""
    keys = {column: rows[column] for column in (*groups, BUCKET)}
    shared, values = share_parts(rows, keys, list(columns.values()))
    totals = {name: total(value, shared) for name, value in zip(columns, values, strict=True)}
    return shared.group_by([*keys]).aggregate(**totals)


def total(value: ir.Value, rows: ir.Table) -> ir.Scalar:
    """The sum of a value over the rows; of a condition, the number of rows where it is true.

    Fractions are summed as decimals, since a sum of floating-point numbers depends on the order of the rows.
    """
    if isinstance(value, ir.BooleanColumn):
        return COUNT_IF(value)
    if isinstance(value, ir.FloatingColumn):
        return value.cast(EXACT).sum().cast("float64")
    if isinstance(value, ir.Column):
        return value.sum()
    return rows.count() * (value.cast("int32") if value.type().is_boolean() else value)


def _occurrences(rows: ir.Table, groups: list[str], search: Search, values: dict[str, Any]) -> ir.Table:
    """The number of rows whose list contains each value, by group and bucket; each list is walked once for all values.

    A value that occurs twice in a list would count twice; no list of yaku has one.
    """
    rows = rows.filter(search.rows.to_expr())
    items = rows.select(*groups, BUCKET, item=rows[search.column].unnest())
    items = items.group_by([*groups, BUCKET, "item"]).aggregate(n=items.count())
    return items.group_by([*groups, BUCKET]).aggregate(
        **{name: ibis.ifelse(items["item"] == value, items.n, 0).sum() for name, value in values.items()}
    )
