"""Two choices compared in like situations: the difference of their outcomes, raw and matched.

Terms. A *stratum* is a set of rows with equal values in the columns that are held equal. The matched difference is the
mean of the differences inside each stratum, with the weights of Mantel and Haenszel, `n1 * n0 / (n1 + n0)`: strata in
which both choices are common count most, and those with one choice only do not count. The raw difference has one
stratum. The interval leaves out one random group of games after the other (delete-a-group jackknife), with Student's t.
Matching removes the differences in the columns that it holds equal, and no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from ibis.expr import types as ir

from mjlog.stats.dimensions import to_frame
from mjlog.stats.intervals import ENOUGH, Floats, student
from mjlog.stats.query import bucket_of, computed_once
from mjlog.stats.statistic import Statistic
from mjlog.stats.summaries import SMALL, frame_of
from mjlog.stats.sums import BUCKET, GAMES, Sums, totals, with_kyoku

COLUMNS: Final = ("choice", "statistic", "value", "low", "high", "n", "unit", "note")
DIFFERENCE: Final = "difference"
MATCHED: Final = "matched difference"


def compared(
    rows: ir.Table, groups: Sequence[str], pair: tuple[str, str], strata: Sequence[str], outcomes: Sequence[Statistic]
) -> pd.DataFrame:
    """The outcomes of each `choice` by group, and the first of the pair minus the second, raw and matched.

    Columns: groups, `choice` (also `difference` and `matched difference`), `statistic`, `value`, `low`, `high`, `n`,
    `unit`, `note`. The outcomes are rates and means over all rows; `n` of a difference counts the rows of both choices,
    of a matched one those in strata with both.
    """
    sums = [Sums(outcome, f"y_{i}", f"n_{i}") for i, outcome in enumerate(outcomes)]
    keys = [*groups, "choice"]
    with computed_once(rows) as rows:
        cells = _cells(rows, groups, strata, sums)
        values = _totals(cells, keys, sums)
        n_games = cells[BUCKET].nunique()
        if (values[GAMES] < ENOUGH).any():
            by_kyoku = _cells(rows, groups, strata, sums, by_kyoku=True)
            values = with_kyoku(values, _totals(by_kyoku, keys, sums), keys)
            cells = by_kyoku if n_games < ENOUGH else cells
    of_choice = frame_of(keys, values, sums).sort_values(keys)
    differences = _differences(cells[cells["choice"].isin(pair)], groups, pair, strata, outcomes)
    frame = pd.concat([of_choice, differences], ignore_index=True)
    order = frame["statistic"].map([outcome.key for outcome in outcomes].index)
    frame = frame.assign(order=order).sort_values([*groups, "order"], kind="stable", ignore_index=True)
    return frame[[*groups, *COLUMNS]]


def _cells(
    rows: ir.Table, groups: Sequence[str], strata: Sequence[str], sums: Sequence[Sums], *, by_kyoku: bool = False
) -> pd.DataFrame:
    """By group, stratum, choice and bucket: the rows `n_i` with a known outcome, and its sum `y_i`."""
    rows = rows.mutate(**{BUCKET: bucket_of(rows, by_kyoku=by_kyoku)})
    totals: dict[str, ir.Value] = {}
    for outcome, total, n in sums:
        y = outcome.numerator(rows).cast("float64")
        totals |= {n: y.notnull().cast("int64").sum(), total: y.sum()}
    keys = [*dict.fromkeys([*groups, *strata, "choice", BUCKET])]
    return to_frame(rows.group_by(keys).aggregate(**totals).order_by(keys), groups)


def _totals(cells: pd.DataFrame, groups: Sequence[str], sums: Sequence[Sums]) -> pd.DataFrame:
    """The sums by group over all strata, and those of squares and products over the buckets."""
    columns = [name for _, *names in sums for name in names]
    return totals(cells.groupby([*groups, BUCKET], dropna=False)[columns].sum().reset_index(), groups, sums)


def _differences(
    cells: pd.DataFrame,
    groups: Sequence[str],
    pair: tuple[str, str],
    strata: Sequence[str],
    outcomes: Sequence[Statistic],
) -> pd.DataFrame:
    records: list[dict[str, Any]] = []
    for key, part in cells.groupby(list(groups), dropna=False, sort=False):
        buckets, names = pd.factorize(part[BUCKET])
        choice = (part["choice"] == pair[1]).to_numpy(int)
        in_stratum = part.groupby(list(strata), dropna=False, sort=False).ngroup().to_numpy()
        for name, stratum in ((DIFFERENCE, np.zeros(len(part), int)), (MATCHED, in_stratum)):
            for i, outcome in enumerate(outcomes):
                sums = np.zeros((2, len(names), 2, int(stratum.max()) + 1))
                for which, column in enumerate((f"n_{i}", f"y_{i}")):
                    np.add.at(sums[which], (buckets, choice, stratum), part[column].fillna(0).to_numpy(float))
                records.append(
                    {**dict(zip(groups, key, strict=True)), "choice": name, "statistic": outcome.key}
                    | _difference(sums)
                    | {"unit": outcome.unit}
                )
    return pd.DataFrame(records, columns=[*groups, *COLUMNS])


def _difference(sums: Floats) -> dict[str, Any]:
    """The difference with its interval, n and note, from the counts and sums `(2, n_buckets, 2, n_strata)`."""
    total = sums.sum(axis=1)
    counts = total[0]
    n = int(counts[:, (counts > 0).all(axis=0)].sum())
    value, without = float(difference(total)), difference(sums.sum(axis=1, keepdims=True) - sums)
    n_buckets = len(without)
    if not n:
        note = "not defined: no stratum has both choices"
    elif np.isnan(without).any() or n_buckets < 2:
        note = "too few games: no interval"
    else:
        note = f"small sample: fewer than {SMALL}" if n < SMALL else ""
    half = np.nan
    if n_buckets > 1:
        spread = ((without - without.mean()) ** 2).sum() * (n_buckets - 1) / n_buckets
        half = float(student(np.array(n_buckets - 1.0)) * np.sqrt(spread))
    if half == 0:
        half, note = np.nan, "the same in every game: no interval"
    return {"value": value, "low": value - half, "high": value + half, "n": n, "note": note}


def difference(sums: Floats) -> Floats:
    """The matched difference of counts and sums `(2, ..., 2, n_strata)`, over the last axis; nan without any match.

    >>> counts, won = [[10, 10], [10, 0]], [[6, 9], [4, 0]]  # the second stratum has one choice only
    >>> round(float(difference(np.array([counts, won], float))), 2)
    0.2
    """
    n, y = sums
    one, other = n[..., 0, :], n[..., 1, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = y[..., 0, :] / one - y[..., 1, :] / other
        weight = np.where((one > 0) & (other > 0), one * other / (one + other), 0)
        mean: Floats = np.where(weight > 0, apart * weight, 0).sum(axis=-1) / weight.sum(axis=-1)
    return mean
