"""Distributions: the share of each kind among the rows of a group, with its count and interval."""

from __future__ import annotations

from collections.abc import Sequence

import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import to_frame
from mjlog.stats.intervals import rate_interval, ratio_variance
from mjlog.stats.query import BUCKET, bucket_of


def distribution(rows: ir.Table, groups: Sequence[str], kinds: Sequence[str]) -> pd.DataFrame:
    """The share of each kind among the rows of its group, in the order of groups and kinds.

    Columns: the groups, the kinds, `count`, `n` (rows of the group), `share`, `low`, `high`. A kind that never occurs
    has no row. Games, not rows, are treated as independent.
    """
    groups, kinds = list(groups), list(kinds)
    counts = to_frame(
        rows.group_by([*groups, *kinds, bucket_of(rows).name(BUCKET)]).aggregate(x=rows.count()), [*groups, *kinds]
    )
    whole = counts.groupby([*groups, BUCKET], dropna=False)["x"].sum().rename("y").reset_index()
    parts = counts.merge(whole, on=[*groups, BUCKET])
    parts = parts.assign(xx=parts["x"].astype(float) ** 2, xy=parts["x"].astype(float) * parts["y"])
    frame = parts.groupby([*groups, *kinds], dropna=False, as_index=False)[["x", "xx", "xy"]].sum()
    totals = whole.assign(yy=whole["y"].astype(float) ** 2, buckets=1)
    totals = totals.groupby(groups, dropna=False, as_index=False)[["y", "yy", "buckets"]].sum()
    frame = frame.merge(totals, on=groups)
    x, n, xx, xy, yy, buckets = (frame[c].to_numpy(float) for c in ("x", "y", "xx", "xy", "yy", "buckets"))
    low, high = rate_interval(x, n, ratio_variance(x, n, xx, xy, yy, buckets), buckets)
    return frame[[*groups, *kinds]].assign(
        count=x.astype(np.int64), n=n.astype(np.int64), share=x / n, low=low, high=high
    )
