"""Wins: their value, han and fu, yaku, winning tiles, and records.

Terms. A *win* is one row of `wins`: a double ron is two. *Points* are without honba and sticks; by tsumo they are the
sum of the payments. A win counts once for each yaku of its list; dora, red and ura dora count where they gave han. A
yakuman has no han.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import ibis
import pandas as pd

from mjlog.rules.yaku import YAKU
from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import bucket_counts, distribution, shares
from mjlog.stats.questions.danger import TILE_CLASS

JAPANESE: Final = {entry.key: entry.ja for entry in YAKU}
EVERY_WIN: Final = "·"
"""Added to the yaku of each win, so that the same query counts the wins."""


def hand_values(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of wins of each value in `points`, with `wins` and interval."""
    rows, groups = grouped_rows(ds, "wins", by, where)
    return distribution(rows, groups, ["points"]).rename(columns={"count": "wins"})


def han_and_fu(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of wins with each han and fu, with count and interval; yakuman have null han.

    Sum over `fu` for the distribution of han; with `where=lambda t: t.han <= 4` the shares are of such wins alone.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    return distribution(rows, groups, ["han", "fu"])


def winning_tiles(
    ds: Tables, by: By = (), where: Where | None = None, *, kinds: Sequence[str] = ("tile_class", "wait")
) -> pd.DataFrame:
    """The share of wins of each kind of winning tile, with count and interval.

    `kinds` are columns of `wins` (`wait`, `turn`, `tsumo`, `riichi`, …) and `tile_class` (see `danger`).
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    return distribution(rows.mutate(tile_class=TILE_CLASS(rows)), groups, kinds)


def yaku(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The yaku of the wins of each group, most frequent first.

    Columns: groups, `yaku` and `japanese`, `wins` with it, `all_wins` with known yaku, `share` with its interval, mean
    `han`.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    known = rows.filter(rows.n_yakuman.notnull())
    keys = list(dict.fromkeys([*groups, "game", "kyoku"]))
    listed = known.select(*keys, yaku=known.yaku.concat(ibis.array([EVERY_WIN])).unnest())
    counts = bucket_counts(listed, groups, ["yaku"])
    every = counts["yaku"] == EVERY_WIN
    whole = counts[every].drop(columns="yaku").rename(columns={"x": "y"})
    frame = shares(counts[~every], whole, groups, ["yaku"]).rename(columns={"count": "wins", "n": "all_wins"})
    pairs = known.select(*groups, pair=known.yaku.zip(known.yaku_han).unnest())
    pairs = pairs.select(*groups, yaku=pairs.pair.f1, han=pairs.pair.f2)
    frame = frame.merge(
        to_frame(pairs.group_by([*groups, "yaku"]).aggregate(han=pairs.han.mean())), on=[*groups, "yaku"]
    )
    frame = frame.assign(japanese=frame["yaku"].map(JAPANESE))
    ordered = frame.sort_values([*groups, "wins"], ascending=[*([True] * len(groups)), False], kind="stable")
    columns = [*groups, "yaku", "japanese", "wins", "all_wins", "share", "low", "high", "han"]
    return ordered[columns].reset_index(drop=True)


def best_wins(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The records of each group: most han, dora of all kinds, points and honba, and the earliest turn.

    Columns: groups, `han` (yakuman left out), `yakuman` (in one win), `dora`, `points`, `honba`, `turn`, `wins`.
    """
    rows, groups = grouped_rows(ds, "wins", by, where)
    frame = to_frame(
        rows.group_by(groups).aggregate(
            han=rows.han.max(),
            yakuman=rows.n_yakuman.max(),
            dora=(rows.n_dora + rows.n_red + rows.n_ura).max(),
            points=rows.points.max(),
            honba=rows.honba.max(),
            turn=rows.turn.min(),
            wins=rows.count(),
        )
    )
    return frame.sort_values(groups, ignore_index=True)
