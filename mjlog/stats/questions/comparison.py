"""The same statistics of two sides, and their difference: a player and the others, two players, two periods.

Terms. The interval of a difference combines the half-widths of the two intervals as independent (Newcombe's method
for rates). Games that a player shares with the others make it slightly too wide or too narrow, which matters only if
the others are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, require_player
from mjlog.stats.statistic import Statistic
from mjlog.stats.summaries import MEASURES, SMALL, summary

STYLE: Final = (
    "win_rate", "deal_in_rate", "riichi_rate", "call_rate", "tsumo_share", "dama_win_share", "tenpai_at_draw",
    "riichi_win_rate", "riichi_deal_in_rate", "call_win_rate", "call_deal_in_rate", "ippatsu_rate", "ura_rate",
    "first_rate", "fourth_rate", "busted_rate",
)  # fmt: skip
"""Rates that describe a player's style."""


def against_others(
    ds: Tables,
    name: str,
    stats: Iterable[str | Statistic] = STYLE,
    where: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Each statistic of a player and of all others, with the difference and its 95 % interval.

    Columns: `players`, `statistic`, `value`, `low`, `high`, `n`, `others`, `others_low`, `others_high`, `others_n`,
    `difference`, `difference_low`, `difference_high`, `unit`, `note`. Raises ValueError for a player who is in no game.
    """
    sides = summary(ds, stats, where, by={"mine": lambda t: (t.player == name).fill_null(False)})
    if not sides["mine"].any():
        require_player(ds, name)
    mine, others = (sides[sides["mine"].eq(side)].drop(columns="mine") for side in (True, False))
    return _difference(mine, others, "others")


def difference(
    ds: Tables,
    one: Where,
    other: Where,
    stats: Iterable[str | Statistic] = STYLE,
    by: By = (),
) -> pd.DataFrame:
    """Each statistic of the rows of two filters, with the difference and its 95 % interval.

    The sides are players (`{"player": "A"}, {"player": "B"}`), periods (`{"year": 2018}, {"year": 2019}`), tables or
    anything else; `by` compares within groups. Columns as of `against_others`, with `other` for `others`.
    """
    stats = list(stats)
    return _difference(summary(ds, stats, one, by=by), summary(ds, stats, other, by=by), "other")


def _difference(one: pd.DataFrame, other: pd.DataFrame, name: str) -> pd.DataFrame:
    """Two summaries in one frame, the columns of the second under `name`."""
    keys = [column for column in one.columns if column not in MEASURES] + ["unit"]
    named = {"value": name, "low": f"{name}_low", "high": f"{name}_high", "n": f"{name}_n"}
    both = one.merge(other[[*keys, *named]].rename(columns=named), on=keys, how="left")
    down = np.hypot(both["value"] - both["low"], both[f"{name}_high"] - both[name])
    up = np.hypot(both["high"] - both["value"], both[name] - both[f"{name}_low"])
    gap = both["value"] - both[name]
    both = both.assign(difference=gap, difference_low=gap - down, difference_high=gap + up)
    columns = [*keys[:-1], "value", "low", "high", "n", *named.values()]
    return both[[*columns, "difference", "difference_low", "difference_high", "unit", "note"]]


def percentiles(compared: pd.DataFrame, by_player: pd.DataFrame, *, least: int = SMALL) -> pd.DataFrame:
    """A result of `against_others` with each value's place among players, as columns `percentile` and `peers`.

    `by_player` is a `summary` of the same statistics by player. Peers are the players with at least `least` rows in the
    denominator; `percentile` is the percentage of them with a lower value, equal ones counted half, and null without
    peers.
    """
    peers = by_player[(by_player["n"] >= least) & by_player["value"].notna()]
    both = compared[["players", "statistic", "value"]].merge(peers, on=["players", "statistic"], suffixes=("", "_peer"))
    below = (both["value_peer"] < both["value"]) + 0.5 * (both["value_peer"] == both["value"])
    ranked = both.assign(percentile=100 * below).groupby(["players", "statistic"])["percentile"]
    table = ranked.agg(percentile="mean", peers="size").reset_index()
    merged = compared.merge(table, on=["players", "statistic"], how="left")
    return merged.assign(peers=merged["peers"].fillna(0).astype(int))
