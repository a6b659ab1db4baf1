"""The same statistics of two sides, and their difference: a player and the field, two players, two periods."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where
from mjlog.stats.query import MEASURES, summary
from mjlog.stats.statistic import Statistic

PORTRAIT: Final = (
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "call_rate",
    "tsumo_share",
    "dama_win_share",
    "tenpai_at_draw",
    "riichi_win_rate",
    "riichi_deal_in_rate",
    "call_win_rate",
    "call_deal_in_rate",
    "ippatsu_rate",
    "ura_rate",
    "first_rate",
    "fourth_rate",
    "busted_rate",
)
"""Rates that draw a player's style."""


def against_others(
    ds: Tables,
    name: str,
    stats: Iterable[str | Statistic] = PORTRAIT,
    where: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Each statistic of a player beside that of all others, with the difference and its 95 % interval.

    Columns: `players`, `statistic`, `value`, `low`, `high`, `n`, `others`, `others_low`, `others_high`, `others_n`,
    `difference`, `difference_low`, `difference_high`, `unit`. The interval of the difference joins the two intervals'
    half-widths as independent (Newcombe's way for rates); games the player shared with the field make it slightly too
    wide or too narrow, which matters only where the field is small.
    """
    sides = summary(ds, by={"mine": lambda t: (t.player == name).fill_null(False)}, stats=stats, where=where)
    mine = sides[sides["mine"].eq(True)].drop(columns="mine")
    return _beside(mine, sides[sides["mine"].eq(False)], "others")


def difference(
    ds: Tables,
    one: Where,
    other: Where,
    stats: Iterable[str | Statistic] = PORTRAIT,
    by: By = (),
) -> pd.DataFrame:
    """Each statistic of the rows of one filter beside that of another, with the difference and its 95 % interval.

    The sides are players (`{"player": "A"}, {"player": "B"}`), periods (`{"year": 2018}, {"year": 2019}`), tables or
    anything else; `by` compares within groups. Columns as of `against_others`, with `other` for `others`.
    """
    stats = list(stats)
    return _beside(summary(ds, stats, one, by=by), summary(ds, stats, other, by=by), "other")


def _beside(mine: pd.DataFrame, theirs: pd.DataFrame, name: str) -> pd.DataFrame:
    """Two results in one, the second's columns named after it."""
    keys = [column for column in mine.columns if column not in MEASURES] + ["unit"]
    named = {"value": name, "low": f"{name}_low", "high": f"{name}_high", "n": f"{name}_n"}
    both = mine.merge(theirs[[*keys, *named]].rename(columns=named), on=keys, how="left")
    down = np.hypot(both["value"] - both["low"], both[f"{name}_high"] - both[name])
    up = np.hypot(both["high"] - both["value"], both[name] - both[f"{name}_low"])
    gap = both["value"] - both[name]
    both = both.assign(difference=gap, difference_low=gap - down, difference_high=gap + up)
    columns = [*keys[:-1], "value", "low", "high", "n", *named.values()]
    return both[[*columns, "difference", "difference_low", "difference_high", "unit"]]
