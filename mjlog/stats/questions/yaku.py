"""How often each yaku is won with, and the han it brings.

A win counts once for each yaku of its list; dora, red and ura dora are in it where they gave han. A yakuman has no han.
"""

from __future__ import annotations

import pandas as pd

from mjlog.rules.yaku import YAKU
from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import wilson


def yaku(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The yaku of the wins of each group, most frequent first.

    Columns: `yaku` and `japanese`, `wins` with it, `all_wins` whose yaku are told, `share` with its interval, mean
    `han`.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    pairs = rows.select(*groups, pair=rows.yaku.zip(rows.yaku_han).unnest())
    listed = pairs.select(*groups, yaku=pairs.pair.f1, han=pairs.pair.f2)
    listed = listed.filter(~(listed.yaku.isin(DORA) & (listed.han == 0)))
    counts = to_frame(listed.group_by([*groups, "yaku"]).aggregate(wins=listed.count(), han=listed.han.mean()))
    told = rows.filter(rows.n_yakuman.notnull())
    totals = to_frame(told.group_by(groups).aggregate(all_wins=told.count()))
    frame = counts.merge(totals, on=groups)
    low, high = wilson(frame["wins"].to_numpy(float), frame["all_wins"].to_numpy(float))
    frame = frame.assign(
        share=frame["wins"] / frame["all_wins"], low=low, high=high, japanese=frame["yaku"].map(JAPANESE)
    )
    ordered = frame.sort_values([*groups, "wins"], ascending=[*([True] * len(groups)), False], kind="stable")
    return ordered[[*groups, "yaku", "japanese", "wins", "all_wins", "share", "low", "high", "han"]].reset_index(
        drop=True
    )


DORA = tuple(entry.key for entry in YAKU if entry.kind == "dora")
JAPANESE = {entry.key: entry.ja for entry in YAKU}
