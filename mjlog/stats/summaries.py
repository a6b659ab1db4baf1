"""The tidy frame of statistics: one row per group and statistic, with value, 95 % interval, sums and sample size.

A statistic that is not defined for a group has a null value, and the note gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

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
    require_names,
    to_frame,
)
from mjlog.stats.intervals import Floats, effective, fixed, mean_interval, rate_interval, ratio_variance
from mjlog.stats.prepared_query import NotPreparedError, is_prepared, prepared_sums
from mjlog.stats.registry import selected
from mjlog.stats.statistic import Statistic, TableName
from mjlog.stats.sums import GAMES, Sums

if TYPE_CHECKING:
    import ibis.expr.types as ir

OfTable = Callable[[Tables, TableName, Sequence[Statistic], By, Where | None], pd.DataFrame]
"""Measures the statistics of one table."""
MEASURES: Final = ("value", "low", "high", "numerator", "denominator", "n", "unit", "note")
"""The columns after the groups and the key of the statistic."""
SMALL: Final = 30
"""Samples of fewer rows are marked."""
FEW: Final = 5
"""Samples from fewer games are marked."""
LEAST_GAMES: Final = 10
"""Games below which a page and a table show no figures of a player."""


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
    `NoSuchColumnError`, `NoTableError` where only a table that was not imported has the grouping columns, and
    `NoSuchPlayerError` or `NoSuchRoomError` for a filter with a name that no game has.
    """
    return summarised(ds, selected(stats), where, by, _of_table, named=stats is not None)


def summarised(
    ds: Tables, statistics: Sequence[Statistic], where: Where | None, by: By, of_table: OfTable, *, named: bool = True
) -> pd.DataFrame:
    """The frame of `summary`, of what `of_table` makes of the statistics of each table."""
    groups = group_names(by)
    parts: list[tuple[list[Statistic], pd.DataFrame]] = []
    refused: list[NoSuchColumnError] = []
    reasons: dict[str, str] = {}
    for table, some in groupby(sorted(statistics, key=lambda s: s.table), key=lambda s: s.table):
        entries = list(some)
        try:
            part = of_table(ds, table, entries, by, where)
        except NoTableError as error:
            reasons |= {entry.key: str(error) for entry in entries}
            parts.append((entries, pd.DataFrame(columns=[*groups, "statistic", *MEASURES])))
        except NoSuchColumnError as error:
            refused.append(error)
        else:
            parts.append((entries, part))
    if refused and (named or not parts):
        raise refused[0]
    all_groups = _all_groups(ds, by, where, groups, parts)
    frames = [_undefined(all_groups, part, groups, entries, reasons) for entries, part in parts]
    frames += [part for _, part in parts]
    result = pd.concat([frame for frame in frames if len(frame)] or frames[-1:], ignore_index=True)
    if result.empty:
        require_names(ds, where)
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
    from mjlog.stats.query import sums_of  # it loads Ibis

    return frame_of(groups, *sums_of(rows, groups, statistics))


def _of_table(
    ds: Tables, table: TableName, statistics: Sequence[Statistic], by: By, where: Where | None
) -> pd.DataFrame:
    """Statistics of one table, from prepared SQL where there is some."""
    groups = group_names(by)
    frames = []
    planned = [statistic for statistic in statistics if not is_prepared(statistic)]
    if len(planned) < len(statistics):
        known = [statistic for statistic in statistics if is_prepared(statistic)]
        try:
            frames.append(frame_of(groups, *prepared_sums(ds, table, by, where, known)))
        except NotPreparedError:
            planned = list(statistics)
    if planned:
        rows, _ = grouped_rows(ds, table, by, where)
        frames.append(measure(rows, groups, planned))
    return pd.concat(frames, ignore_index=True) if len(frames) > 1 else frames[0]


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
    known = _groups_of(part, groups)
    if len(known) == len(all_groups):
        return part.iloc[:0]
    both = all_groups.merge(known, on=groups, how="left", indicator="·side")
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


def frame_of(groups: list[str], result: pd.DataFrame, sums: Sequence[Sums]) -> pd.DataFrame:
    """The statistics of all groups, from their sums."""

    def stacked(*names: str) -> Floats:
        return np.array([numbers[name] for name in names]).reshape(len(names), len(result))

    names = result.columns.difference(groups)
    numbers = dict(zip(names, result[names].fillna(0).to_numpy(float).T, strict=True))
    statistics = [entry.statistic for entry in sums]
    x, y = stacked(*(entry.x for entry in sums)), stacked(*(entry.y for entry in sums))
    xx, xy = stacked(*(f"{entry.x}²" for entry in sums)), stacked(*(f"{entry.x}·{entry.y}" for entry in sums))
    yy = stacked(*(f"{entry.y}²" for entry in sums))
    variance, buckets = ratio_variance(x, y, xx, xy, yy), effective(y, yy)
    kinds = np.array([[statistic.kind] for statistic in statistics])
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(kinds == "count", x, np.where(y > 0, x / y, np.nan))
    minimum, maximum = (
        np.array([[end] for end in ends]) for ends in zip(*((s.minimum, s.maximum) for s in statistics), strict=True)
    )
    is_place = np.array([[statistic.unit == "place"] for statistic in statistics])
    maximum = np.where(is_place, result["players"].to_numpy(float), maximum)
    of_means = mean_interval(value, variance, buckets, minimum, maximum)
    of_rates = rate_interval(x, y, variance, buckets)
    defined = (y > 0) & (kinds != "count")
    same = defined & fixed(kinds, x, y, variance, buckets)
    low, high = (
        np.where(defined & ~same, np.where(kinds == "rate", rate, mean), np.nan)
        for rate, mean in zip(of_rates, of_means, strict=True)
    )
    one = defined & np.isnan(variance) & (kinds != "rate")
    reasons = np.array([[f"not defined: no {statistic.per}"] for statistic in statistics])
    note = np.select(
        [y <= 0, one, same, defined & (y < SMALL), defined & (numbers[GAMES] < FEW)],
        [
            np.broadcast_to(reasons, y.shape),
            "one game or kyoku: no interval",
            "the same in every game: no interval",
            f"small sample: fewer than {SMALL}",
            f"small sample: fewer than {FEW} games",
        ],
        "",
    )
    rows = result[groups].iloc[np.tile(np.arange(len(result)), len(sums))]
    return rows.assign(
        statistic=np.repeat([statistic.key for statistic in statistics], len(result)),
        value=value.ravel(),
        low=low.ravel(),
        high=high.ravel(),
        numerator=x.ravel(),
        denominator=y.ravel(),
        n=y.ravel().astype(np.int64),
        unit=np.repeat([statistic.unit for statistic in statistics], len(result)),
        note=note.ravel(),
    ).reset_index(drop=True)
