"""Every statistic of every player, or of any other group: one query for each table.

`summary(ds)` gives a tidy frame: a row for each group and statistic with value, 95 % interval, numerator, denominator
and sample size. Where a statistic is not defined its value is null and the note says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd
from ibis.expr import operations

from mjlog.stats.common_expressions import computed_once
from mjlog.stats.dimensions import (
    By,
    NoSuchColumnError,
    NoTableError,
    Tables,
    Where,
    group_names,
    grouped_rows,
    require,
    to_frame,
)
from mjlog.stats.distributions import COUNT_IF, bucket_of
from mjlog.stats.intervals import mean_interval, rate_interval, ratio_variance
from mjlog.stats.registry import chosen
from mjlog.stats.statistic import Statistic, TableName
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of

MEASURES: Final = ("value", "low", "high", "numerator", "denominator", "n", "unit", "note")
"""Columns of the result behind the groups and the statistic's key."""
SMALL: Final = 30
"""Samples below this are marked."""
BUCKET: Final = "·bucket"
"""Column of the random group of a row's game."""


def summary(
    ds: Tables,
    stats: Iterable[str | Statistic] | None = None,
    where: Where | None = None,
    *,
    by: By = (),
) -> pd.DataFrame:
    """Statistics by player, or by any grouping: one row for each group and statistic.

    `by` names columns of the table or of the tables above it (`room`, `dan`, `dealer`, `wind`, `year`, …; `()` for
    everything together), or maps new names to expressions. `stats` are keys or `Statistic` values, by default all
    that the grouping allows. `where` filters rows: `{"room": "鳳", "players": 4}`, or `lambda t: t.honba == 0`.
    A group that one table has rows of and another has not is undefined there. Raises `UnknownStatisticError`,
    `NoSuchColumnError`, and `NoTableError` where neither the table nor another tells the groups.
    `players` is always the first column: three- and four-player games are never mixed. `n` is the number of rows the
    denominator holds for.
    """
    wanted = chosen(stats)
    groups = group_names(by)
    parts: list[tuple[list[Statistic], pd.DataFrame]] = []
    refused: list[NoSuchColumnError] = []
    reasons: dict[str, str] = {}
    for table, found in groupby(sorted(wanted, key=lambda s: s.table), key=lambda s: s.table):
        entries = list(found)
        try:
            rows, _ = grouped_rows(ds, table, by, where)
        except NoTableError as error:
            reasons |= {entry.key: str(error) for entry in entries}
            parts.append((entries, pd.DataFrame(columns=[*groups, "statistic", *MEASURES])))
        except NoSuchColumnError as error:
            refused.append(error)
        else:
            parts.append((entries, measured(rows, groups, entries)))
    if refused and (stats is not None or not parts):
        raise refused[0]
    everyone = _everyone(ds, by, where, groups, parts)
    frames = [_undefined(everyone, part, groups, entries, reasons) for entries, part in parts]
    frames += [part for _, part in parts]
    result = pd.concat([frame for frame in frames if len(frame)] or frames[-1:], ignore_index=True)
    order = {statistic.key: place for place, statistic in enumerate(wanted)}
    ordered = result.assign(order=result["statistic"].map(order)).sort_values([*groups, "order"], kind="stable")
    return ordered.drop(columns="order").reset_index(drop=True)


def _everyone(
    ds: Tables, by: By, where: Where | None, groups: list[str], parts: Sequence[tuple[list[Statistic], pd.DataFrame]]
) -> pd.DataFrame:
    """Every group that one of the tables has rows of; where none has any, those of `hands`."""
    known = [_groups_of(part, groups) for _, part in parts if len(part)]
    if known:
        return pd.concat(known).drop_duplicates()
    try:
        rows, _ = grouped_rows(ds, "hands", by, where)
    except NoSuchColumnError:
        require(ds, parts[0][0][0].table)
        return parts[0][1][groups]
    return to_frame(rows.select(*groups).distinct(), groups)


def _groups_of(part: pd.DataFrame, groups: list[str]) -> pd.DataFrame:
    return part.loc[part["statistic"].eq(part["statistic"].iloc[0]) if len(part) else [], groups]


def _undefined(
    everyone: pd.DataFrame,
    part: pd.DataFrame,
    groups: list[str],
    entries: Sequence[Statistic],
    reasons: Mapping[str, str],
) -> pd.DataFrame:
    """The statistics of the groups that the table has no rows of, each null with its reason."""
    both = everyone.merge(_groups_of(part, groups), on=groups, how="left", indicator="·side")
    lacking = both.loc[both["·side"].eq("left_only"), groups]
    return pd.concat(
        [
            lacking.assign(
                statistic=entry.key,
                value=0.0 if entry.kind == "count" and entry.key not in reasons else np.nan,
                low=np.nan,
                high=np.nan,
                numerator=0.0,
                denominator=0.0,
                n=0,
                unit=entry.unit,
                note=reasons.get(entry.key, "" if entry.kind == "count" else f"not defined: no {entry.per}"),
            )
            for entry in entries
        ],
        ignore_index=True,
    )


def pivot(frame: pd.DataFrame, measure: str = "value") -> pd.DataFrame:
    """The wide form of a result: one row for each group, one column for each statistic, holding one measure."""
    groups = [column for column in frame.columns if column not in ("statistic", *MEASURES)]
    keys = frame["statistic"].drop_duplicates()
    wide = frame.set_index([*groups, "statistic"])[measure].unstack("statistic")
    return wide[list(keys)].rename_axis(columns=None)


class _Sums(NamedTuple):
    """The columns of one statistic in the query: its numerator and its denominator, which others may share."""

    statistic: Statistic
    x: str
    y: str


def measured(rows: ir.Table, groups: list[str], statistics: Sequence[Statistic]) -> pd.DataFrame:
    """Statistics of the rows of one table, which need a column `game`, by groups."""
    columns, searches, sums = _columns(rows, statistics)
    keys = [*groups, BUCKET]
    bucketed = _bucketed(rows, groups, columns)
    for search, values in searches.items():
        bucketed = _beside(bucketed, _found(rows, groups, search, values), keys)
    result = to_frame(_totals(bucketed, groups, sums), groups)
    return pd.concat([_frame(result, groups, entry) for entry in sums], ignore_index=True)


class _Search(NamedTuple):
    """A list column, and which rows it is searched in."""

    column: str
    rows: Any


def _columns(
    rows: ir.Table, statistics: Sequence[Statistic]
) -> tuple[dict[str, ir.Value], dict[_Search, dict[str, Any]], list[_Sums]]:
    """What is summed for each row, equal expressions once; and the values looked for in lists, by name."""
    names: dict[Any, str] = {}
    searches: dict[_Search, dict[str, Any]] = {}
    sums = []
    for statistic in statistics:
        x, y = _summands(rows, statistic)
        denominator = names.setdefault(y.op(), f"sum {len(names)}")
        match _searched(rows, statistic):
            case None:
                numerator = names.setdefault(x.op(), f"sum {len(names)}")
            case column, value:
                numerator = f"found {column} {value} {denominator}"
                searches.setdefault(_Search(column, y.op()), {})[numerator] = value
        sums.append(_Sums(statistic, numerator, denominator))
    return {name: node.to_expr() for node, name in names.items()}, searches, sums


def _summands(rows: ir.Table, statistic: Statistic) -> tuple[ir.Value, ir.Value]:
    """Numerator and denominator of one row."""
    x, y = _value(statistic.numerator(rows)), _value(statistic.denominator(rows))
    everything = isinstance(y, ir.Scalar)
    match statistic.kind:
        case "rate":
            return x if everything else x & y, y
        case "mean":
            known = x.notnull() if _may_be_null(x, rows, statistic.table) else None
            if everything:
                return x, y if known is None else known
            return _where(x, y), y if known is None else y & known
        case "ratio" | "count":
            return x, y


def _where(x: Any, condition: Any) -> ir.Value:
    """The number where the condition holds; elsewhere null or 0, which adds nothing to a sum.

    Whole numbers are masked by all bits or none, 1 ns a row: the branch of a case cannot be foretold and costs 3 ns.
    """
    if x.type().is_signed_integer():
        return x & -condition.cast("int32")
    return ibis.ifelse(condition, x, None)


def _searched(rows: ir.Table, statistic: Statistic) -> tuple[str, Any] | None:
    """The list column and the value, where a statistic is the share of rows whose list has the value."""
    if statistic.kind != "rate":
        return None
    match _value(statistic.numerator(rows)).op():
        case operations.ArrayContains(arg=operations.Field(name=column), other=operations.Literal(value=value)):
            return column, value
        case _:
            return None


def _value(expression: Any) -> Any:
    return expression if isinstance(expression, ir.Value) else ibis.literal(expression)


def _bucketed(rows: ir.Table, groups: list[str], columns: dict[str, ir.Value]) -> ir.Table:
    """The sums of the columns by group and random group of games (see `intervals`)."""
    keys = {**{column: rows[column] for column in groups}, BUCKET: bucket_of(rows)}
    shared, values = computed_once(rows, keys, list(columns.values()))
    totals = {name: _total(value, shared) for name, value in zip(columns, values, strict=True)}
    return shared.group_by([*keys]).aggregate(**totals)


def _found(rows: ir.Table, groups: list[str], search: _Search, values: dict[str, Any]) -> ir.Table:
    """How many rows have each value in their list, by group and random group: each list is walked once for all values.

    A value that a list held twice would count twice; no list of yaku does.
    """
    rows = rows.filter(search.rows.to_expr())
    items = rows.select(*groups, **{BUCKET: bucket_of(rows)}, item=rows[search.column].unnest())
    items = items.group_by([*groups, BUCKET, "item"]).aggregate(n=items.count())
    return items.group_by([*groups, BUCKET]).aggregate(
        **{name: ibis.ifelse(items["item"] == value, items.n, 0).sum() for name, value in values.items()}
    )


def _beside(bucketed: ir.Table, found: ir.Table, keys: list[str]) -> ir.Table:
    """The sums of one table, and those of the other in the rows of the same keys."""
    joined = bucketed.left_join(found, [bucketed[key].identical_to(found[key]) for key in keys])
    return joined.select(bucketed, *[found[column] for column in found.columns if column not in keys])


def _may_be_null(x: ir.Value, rows: ir.Table, table: TableName) -> bool:
    """Whether a value is made of anything but columns that are declared never to be null."""
    fields = (field for field in x.op().find(operations.Field) if field.rel == rows.op())
    return not {field.name for field in fields} <= NEVER_NULL.get(table, set())


NEVER_NULL: Final = {
    name: {c for c, column in columns_of(row).items() if not column.null} for name, row in TABLES.items()
}
"""The columns of each table that have a value in every row."""


def _total(value: ir.Value, rows: ir.Table) -> ir.Scalar:
    """The sum of a value over the rows, or how often it is true."""
    if isinstance(value, ir.BooleanColumn):
        return COUNT_IF(value)
    if isinstance(value, ir.Column):
        return value.sum()
    return rows.count() * (value.cast("int32") if value.type().is_boolean() else value)


def _totals(bucketed: ir.Table, groups: list[str], sums: Sequence[_Sums]) -> ir.Table:
    """By group, the sums over the random groups, and the sums of their squares and products."""
    names = dict.fromkeys(name for entry in sums for name in (entry.x, entry.y))
    denominators = {entry.y for entry in sums}
    double = {name: bucketed[name].cast("float64") for name in names}
    totals: dict[str, Any] = {}
    for name in names:
        totals[name] = bucketed[name].sum()
        totals[f"{name}²"] = (double[name] * double[name]).sum()
        if name in denominators:
            totals[f"{name}#"] = (bucketed[name] > 0).sum()
    for x, y in sorted({(entry.x, entry.y) for entry in sums}):
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
            low, high = mean_interval(value, variance, filled, statistic.least, statistic.most)
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
