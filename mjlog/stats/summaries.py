"""The tidy frame of statistics: one row per group and statistic, with value, 95 % interval, sums and sample size.

A statistic that is not defined for a group has a null value, and the note gives the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

import ibis.expr.types as ir
import numpy as np
import pandas as pd

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
from mjlog.stats.intervals import mean_interval, rate_interval, ratio_variance
from mjlog.stats.query import GAMES, Sums, sums_of
from mjlog.stats.registry import selected
from mjlog.stats.statistic import Statistic

MEASURES: Final = ("value", "low", "high", "numerator", "denominator", "n", "unit", "note")
"""The columns after the groups and the key of the statistic."""
SMALL: Final = 30
"""Samples of fewer rows are marked."""
FEW: Final = 5
"""Samples from fewer games are marked."""


def summary(
    ds: Tables,
    stats: Iterable[str | Statistic] | None = None,
    where: Where | None = None,
    *,
    by: By = (),
) -> pd.DataFrame:
    """Statistics of everyone, or of each group: one row per group and statistic.

    `stats` are keys or `Statistic` values, by default all that the grouping allows. `where` filters rows:
    `{"room": "鳳", "players": 4}`, or `lambda t: t.honba == 0`. `by` names columns of the table or of the tables above
    it (`player`, `room`, `dan`, `dealer`, `wind`, `year`, …), or maps new names to expressions. `players` is always
    the first column: three- and four-player games are never mixed. `n` is the number of rows in the denominator. A
    group missing from a table has null values for that table's statistics. Raises `UnknownStatisticError`,
    `NoSuchColumnError`, and `NoTableError` where only a table that was not imported has the grouping columns.
    """
    statistics = selected(stats)
    groups = group_names(by)
    parts: list[tuple[list[Statistic], pd.DataFrame]] = []
    refused: list[NoSuchColumnError] = []
    reasons: dict[str, str] = {}
    for table, entries in groupby(sorted(statistics, key=lambda s: s.table), key=lambda s: s.table):
        of_table = list(entries)
        try:
            rows, _ = grouped_rows(ds, table, by, where)
        except NoTableError as error:
            reasons |= {entry.key: str(error) for entry in of_table}
            parts.append((of_table, pd.DataFrame(columns=[*groups, "statistic", *MEASURES])))
        except NoSuchColumnError as error:
            refused.append(error)
        else:
            parts.append((of_table, measure(rows, groups, of_table)))
    if refused and (stats is not None or not parts):
        raise refused[0]
    all_groups = _all_groups(ds, by, where, groups, parts)
    frames = [_undefined(all_groups, part, groups, entries, reasons) for entries, part in parts]
    frames += [part for _, part in parts]
    result = pd.concat([frame for frame in frames if len(frame)] or frames[-1:], ignore_index=True)
    order = {statistic.key: place for place, statistic in enumerate(statistics)}
    ordered = result.assign(order=result["statistic"].map(order)).sort_values([*groups, "order"], kind="stable")
    return ordered.drop(columns="order").reset_index(drop=True)


def pivot(frame: pd.DataFrame, measure: str = "value") -> pd.DataFrame:
    """The wide form of a summary: one row per group, one column per statistic, holding one measure."""
    groups = [column for column in frame.columns if column not in ("statistic", *MEASURES)]
    keys = frame["statistic"].drop_duplicates()
    wide = frame.set_index([*groups, "statistic"])[measure].unstack("statistic")
    return wide[list(keys)].rename_axis(columns=None)


def measure(rows: ir.Table, groups: list[str], statistics: Sequence[Statistic]) -> pd.DataFrame:
    """Statistics of the rows of one table, which need a column `game`, by group."""
    result, sums = sums_of(rows, groups, statistics)
    return pd.concat([_frame(result, groups, entry) for entry in sums], ignore_index=True)


def _all_groups(
    ds: Tables, by: By, where: Where | None, groups: list[str], parts: Sequence[tuple[list[Statistic], pd.DataFrame]]
) -> pd.DataFrame:
    """Every group that has rows in one of the tables; if none has any, the groups of `hands`."""
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
    all_groups: pd.DataFrame,
    part: pd.DataFrame,
    groups: list[str],
    entries: Sequence[Statistic],
    reasons: Mapping[str, str],
) -> pd.DataFrame:
    """The statistics of the groups without rows in the table: each null, with its reason."""
    both = all_groups.merge(_groups_of(part, groups), on=groups, how="left", indicator="·side")
    missing = both.loc[both["·side"].eq("left_only"), groups]
    return pd.concat(
        [
            missing.assign(
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


def _frame(result: pd.DataFrame, groups: list[str], entry: Sums) -> pd.DataFrame:
    """One statistic of all groups."""
    statistic = entry.statistic
    x, y, xx, yy, xy, buckets = (
        result[name].fillna(0).to_numpy(float)
        for name in (entry.x, entry.y, f"{entry.x}²", f"{entry.y}²", f"{entry.x}·{entry.y}", f"{entry.y}#")
    )
    defined = y > 0
    variance = ratio_variance(x, y, xx, xy, yy, buckets)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(defined, x / y, np.nan)
    match statistic.kind:
        case "rate":
            low, high = rate_interval(x, y, variance, buckets)
        case "mean" | "ratio":
            low, high = mean_interval(value, variance, buckets, statistic.minimum, statistic.maximum)
        case "count":
            value = x
            low = high = np.full_like(x, np.nan)
    few = defined & (y < SMALL) & (statistic.kind != "count")
    one = defined & np.isnan(variance) & (statistic.kind in ("mean", "ratio"))
    few_games = defined & (result[GAMES].to_numpy() < FEW) & (statistic.kind != "count")
    note = np.select(
        [~defined, one, few, few_games],
        [
            f"not defined: no {statistic.per}",
            "one game or kyoku: no interval",
            f"small sample: fewer than {SMALL}",
            f"small sample: fewer than {FEW} games",
        ],
        "",
    )
    return pd.DataFrame(
        {
            **{column: result[column] for column in groups},
            "statistic": statistic.key,
            "value": value,
            "low": np.where(defined, low, np.nan),
            "high": np.where(defined, high, np.nan),
            "numerator": x,
            "denominator": y,
            "n": y.astype(np.int64),
            "unit": statistic.unit,
            "note": note,
        }
    )
