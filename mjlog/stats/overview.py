"""Every statistic of every player, or of any other group: one query for each table.

`player(ds)` gives a tidy frame: a row for each group and statistic with value, 95 % interval, numerator, denominator
and sample size. Where a statistic is not defined its value is null and the note says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd
from ibis.expr import operations

from mjlog.stats.dimensions import By, NoSuchColumnError, Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import BUCKETS, mean_interval, rate_interval, ratio_variance
from mjlog.stats.registry import chosen
from mjlog.stats.statistic import Statistic, TableName
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of

MEASURES: Final = ("value", "low", "high", "numerator", "denominator", "n", "unit", "note")
"""Columns of the result behind the groups and the statistic's key."""
SMALL: Final = 30
"""Samples below this are marked."""


def player(
    ds: Tables,
    by: By = "player",
    stats: Iterable[str | Statistic] | None = None,
    where: Where | None = None,
) -> pd.DataFrame:
    """Statistics by player, or by any grouping: one row for each group and statistic.

    `by` names columns of the table or of the tables above it (`room`, `dan`, `dealer`, `wind`, `year`, …; `()` for
    everything together), or maps new names to expressions. `stats` are keys or `Statistic` values, by default all
    that the grouping allows. `where` filters rows: `{"room": "鳳", "players": 4}`, or `lambda t: t.honba == 0`.
    `players` is always the first column: three- and four-player games are never mixed. `n` is the number of rows the
    denominator holds for.
    """
    wanted = chosen(stats)
    order = {statistic.key: place for place, statistic in enumerate(wanted)}
    frames: list[pd.DataFrame] = []
    refused: list[NoSuchColumnError] = []
    for table, entries in groupby(sorted(wanted, key=lambda s: s.table), key=lambda s: s.table):
        try:
            rows, groups = grouped_rows(ds, table, by, where)
        except NoSuchColumnError as error:
            refused.append(error)
            continue
        frames.append(_measure(rows, groups, list(entries)))
    if refused and (stats is not None or not frames):
        raise refused[0]
    result = pd.concat(frames, ignore_index=True)
    groups = [column for column in result.columns if column not in ("statistic", *MEASURES)]
    ordered = result.assign(order=result["statistic"].map(order)).sort_values([*groups, "order"], kind="stable")
    return ordered.drop(columns="order").reset_index(drop=True)


def population(ds: Tables, stats: Iterable[str | Statistic] | None = None, where: Where | None = None) -> pd.DataFrame:
    """Statistics of everybody together, four- and three-player games apart."""
    return player(ds, by=(), stats=stats, where=where)


def pivot(frame: pd.DataFrame, measure: str = "value") -> pd.DataFrame:
    """The wide form of a result: one row for each group, one column for each statistic, holding one measure."""
    groups = [column for column in frame.columns if column not in ("statistic", *MEASURES)]
    keys = frame["statistic"].drop_duplicates()
    wide = frame.set_index([*groups, "statistic"])[measure].unstack("statistic")
    return wide[list(keys)].rename_axis(columns=None)


class _Sums(NamedTuple):
    """The columns of one statistic in the query: its numerator, and the denominator it may share with others."""

    statistic: Statistic
    x: str
    y: str


def _measure(rows: ir.Table, groups: list[str], statistics: Sequence[Statistic]) -> pd.DataFrame:
    columns, sums = _columns(rows, statistics)
    result = to_frame(_query(rows, groups, columns, sums))
    return pd.concat([_frame(result, groups, entry) for entry in sums], ignore_index=True)


def _columns(rows: ir.Table, statistics: Sequence[Statistic]) -> tuple[dict[str, ir.Column], list[_Sums]]:
    """What is summed for each row, equal expressions once."""
    names: dict[Any, str] = {}
    columns: dict[str, ir.Column] = {}
    sums = []
    for statistic in statistics:
        entry = []
        for prefix, expression in zip("xy", _summands(rows, statistic), strict=True):
            name = names.setdefault((prefix, expression.op()), f"{prefix}{len(names)}")
            columns[name] = expression
            entry.append(name)
        sums.append(_Sums(statistic, *entry))
    return columns, sums


def _summands(rows: ir.Table, statistic: Statistic) -> tuple[Any, Any]:
    """Numerator and denominator of one row as numbers."""
    x, y = _value(statistic.numerator(rows)), _value(statistic.denominator(rows))
    everything = isinstance(y, ir.Scalar)
    match statistic.kind:
        case "rate":
            x = x if everything else x & y
        case "mean":
            if _may_be_null(x, statistic.table):
                y, everything = (x.notnull() if everything else y & x.notnull()), False
            x = x if everything else ibis.ifelse(y, x, 0)
        case "ratio" | "count":
            pass
    return _number(x), _number(y)


def _value(expression: Any) -> Any:
    return expression if isinstance(expression, ir.Value) else ibis.literal(expression)


def _may_be_null(x: ir.Value, table: TableName) -> bool:
    """Whether a value is made of anything but columns that are declared never to be null."""
    return not {field.name for field in x.op().find(operations.Field)} <= NEVER_NULL.get(table, set())


NEVER_NULL: Final = {
    name: {c for c, column in columns_of(row).items() if not column.null} for name, row in TABLES.items()
}
"""The columns of each table that have a value in every row."""


def _number(value: Any) -> Any:
    return value.cast("int32") if value.type().is_boolean() else value


def _query(rows: ir.Table, groups: list[str], columns: dict[str, Any], sums: Sequence[_Sums]) -> ir.Table:
    """One aggregation by group and random group of games, and one over the random groups (see `intervals`)."""
    pairs = {(entry.x, entry.y) for entry in sums}
    bucketed = rows.group_by([*groups, (rows.game.hash() % BUCKETS).abs().name("bucket")]).aggregate(
        **{
            name: value.sum() if isinstance(value, ir.Column) else value * rows.count()
            for name, value in columns.items()
        }
    )
    double = {name: bucketed[name].cast("float64") for name in columns}
    totals: dict[str, Any] = {}
    for name in columns:
        totals[name] = bucketed[name].sum()
        totals[f"{name}²"] = (double[name] * double[name]).sum()
        if name.startswith("y"):
            totals[f"{name}#"] = (bucketed[name] > 0).sum()
    for x, y in sorted(pairs):
        totals[f"{x}·{y}"] = (double[x] * double[y]).sum()
    return bucketed.group_by(groups).aggregate(**totals)


def _frame(result: pd.DataFrame, groups: list[str], entry: _Sums) -> pd.DataFrame:
    """One statistic of all groups."""
    statistic = entry.statistic
    x, y, xx, yy, xy, filled = (
        result[name].fillna(0).to_numpy(float)
        for name in (entry.x, entry.y, f"{entry.x}²", f"{entry.y}²", f"{entry.x}·{entry.y}", f"{entry.y}#")
    )
    defined = y > 0
    variance = ratio_variance(x, y, xx, xy, yy, filled)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(defined, x / y, np.nan)
    match statistic.kind:
        case "rate":
            low, high = rate_interval(x, y, variance, filled)
        case "mean" | "ratio":
            low, high = mean_interval(value, variance, filled)
        case "count":
            value = x
            low = high = np.full_like(x, np.nan)
    few = {
        "count": np.zeros(len(y), bool),
    }.get(statistic.kind, defined & (y < SMALL))
    one = defined & np.isnan(variance) & (statistic.kind in ("mean", "ratio"))
    note = np.select(
        [~defined, one, few],
        [f"not defined: no {statistic.per}", "one game: no interval", f"small sample: fewer than {SMALL}"],
        "",
    )
    measures = {"value": value, "low": np.where(defined, low, np.nan), "high": np.where(defined, high, np.nan)}
    return pd.DataFrame(
        {
            **{column: result[column] for column in groups},
            "statistic": statistic.key,
            **measures,
            "numerator": x,
            "denominator": y,
            "n": y.astype(np.int64),
            "unit": statistic.unit,
            "note": note,
        }
    )
