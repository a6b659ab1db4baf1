"""Distributions: how the rows of each group fall into kinds, each share with its count and interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import to_frame
from mjlog.stats.intervals import BUCKETS, rate_interval, ratio_variance


def bucket_of(rows: ir.Table) -> ir.Column:
    """The random group of each row's game (see `intervals`)."""
    return (HASH(rows.game) % BUCKETS).abs()


def _hash(text: str) -> int:
    """The backend's own function: Ibis' `hash` goes by way of strings of bits on DuckDB, at three times the cost."""
    raise NotImplementedError  # the backend computes it


def _count_if(condition: bool) -> int:
    """The backend's own count of true values, a tenth faster on DuckDB than a sum of numbers."""
    raise NotImplementedError  # the backend computes it


COUNT_IF: Final = ibis.udf.agg.builtin(_count_if, name="count_if", signature=(("boolean",), "int64"))
HASH: Final = ibis.udf.scalar.builtin(_hash, name="hash", signature=(("string",), "uint64"))


def shares(rows: ir.Table, groups: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """The share of each kind among the rows of its group.

    Columns: the groups, the kinds, `count`, `n` (rows of the group), `share`, `low`, `high`. A kind that never
    occurs has no row. Games, not rows, are taken as independent.
    """
    groups, kinds = list(groups), list(kinds)
    counted = to_frame(
        rows.group_by([*groups, *kinds, bucket_of(rows).name("·bucket")]).aggregate(**{"·x": rows.count()}),
        [*groups, *kinds],
    )
    whole = counted.groupby([*groups, "·bucket"], dropna=False)["·x"].sum().rename("·y").reset_index()
    parts = counted.merge(whole, on=[*groups, "·bucket"])
    parts = parts.assign(xx=parts["·x"].astype(float) ** 2, xy=parts["·x"].astype(float) * parts["·y"])
    frame = parts.groupby([*groups, *kinds], dropna=False, as_index=False)[["·x", "xx", "xy"]].sum()
    y = whole["·y"].astype(float)
    totals = whole.assign(yy=y**2, filled=1).groupby(groups, dropna=False, as_index=False)[["·y", "yy", "filled"]].sum()
    frame = frame.merge(totals, on=groups)
    x, n, xx, xy, yy, filled = (frame[c].to_numpy(float) for c in ("·x", "·y", "xx", "xy", "yy", "filled"))
    low, high = rate_interval(x, n, ratio_variance(x, n, xx, xy, yy, filled), filled)
    return frame[[*groups, *kinds]].assign(
        count=x.astype(np.int64), n=n.astype(np.int64), share=x / n, low=low, high=high
    )
