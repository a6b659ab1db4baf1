"""Distributions: the share of each kind among the rows of a group, with its count and interval."""

from __future__ import annotations

from collections.abc import Sequence

import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import to_frame
from mjlog.stats.intervals import ENOUGH, effective, rate_interval, ratio_variance
from mjlog.stats.query import bucket_of, of_few_games
from mjlog.stats.sums import BUCKET, GAMES


def distribution(rows: ir.Table, groups: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """The share of each kind among the rows of its group, in the order of groups and kinds.

    Columns: the groups, the kinds, `count`, `n` (rows of the group), `share`, `low`, `high`. A kind that never occurs
    has no row. Games, not rows, are treated as independent.
    """
    counts = bucket_counts(rows, groups, kinds)
    whole = counts.groupby([*groups, BUCKET], dropna=False)["x"].sum().rename("y").reset_index()
    return shares(counts, whole, groups, kinds)


def bucket_counts(rows: ir.Table, groups: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """The number of rows of each kind by group and bucket, as `x` (see `mjlog.stats.intervals`)."""
    keys = [*groups, *kinds]

    def counted(rows: ir.Table, *, by_kyoku: bool) -> pd.DataFrame:
        bucket = bucket_of(rows, by_kyoku=by_kyoku).name(BUCKET)
        return to_frame(rows.group_by([*keys, bucket]).aggregate(x=rows.count()), keys)

    counts = counted(rows, by_kyoku=False)
    n_games = counts.groupby(list(groups), dropna=False)[BUCKET].nunique().rename(GAMES).reset_index()
    few = of_few_games(rows, groups, n_games)
    if few is None:
        return counts
    many = counts.merge(n_games[n_games[GAMES] >= ENOUGH][list(groups)], on=list(groups))
    by_kyoku = counted(few, by_kyoku=True)
    return pd.concat([many, by_kyoku]) if len(many) else by_kyoku


def shares(counts: pd.DataFrame, whole: pd.DataFrame, groups: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """The share of each kind, from the rows of each kind (`x`) and all rows (`y`) by group and bucket."""
    groups, kinds = list(groups), list(kinds)
    parts = counts.merge(whole, on=[*groups, BUCKET])
    parts = parts.assign(xx=parts["x"].astype(float) ** 2, xy=parts["x"].astype(float) * parts["y"])
    frame = parts.groupby([*groups, *kinds], dropna=False, as_index=False)[["x", "xx", "xy"]].sum()
    totals = whole.assign(yy=whole["y"].astype(float) ** 2)
    totals = totals.groupby(groups, dropna=False, as_index=False)[["y", "yy"]].sum()
    frame = frame.merge(totals, on=groups)
    x, n, xx, xy, yy = (frame[c].to_numpy(float) for c in ("x", "y", "xx", "xy", "yy"))
    low, high = rate_interval(x, n, ratio_variance(x, n, xx, xy, yy), effective(n, yy))
    return frame[[*groups, *kinds]].assign(
        count=x.astype(np.int64), n=n.astype(np.int64), share=x / n, low=low, high=high
    )
