"""One player against the field: the same statistics of the player and of everybody else at the same kind of table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables
from mjlog.stats.overview import player
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


def against_field(
    ds: Tables,
    name: str,
    stats: Iterable[str | Statistic] = PORTRAIT,
    where: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """Each statistic of a player beside that of all others, with the difference and its 95 % interval.

    Columns: `players`, `statistic`, `value`, `low`, `high`, `n`, `field`, `field_low`, `field_high`, `difference`,
    `difference_low`, `difference_high`, `unit`. The interval of the difference joins the two intervals' half-widths
    as independent (Newcombe's way for rates); games the player shared with the field make it slightly too wide or too
    narrow, which matters only where the field is small.
    """
    sides = player(ds, by={"mine": lambda t: t.player == name}, stats=stats, where=where)
    keys = ["players", "statistic", "unit"]
    mine = sides[sides["mine"].eq(True)].drop(columns="mine")
    field = sides[sides["mine"].eq(False)][[*keys, "value", "low", "high"]]
    both = mine.merge(
        field.rename(columns={"value": "field", "low": "field_low", "high": "field_high"}), on=keys, how="left"
    )
    difference = both["value"] - both["field"]
    down = np.hypot(both["value"] - both["low"], both["field_high"] - both["field"])
    up = np.hypot(both["high"] - both["value"], both["field"] - both["field_low"])
    both = both.assign(difference=difference, difference_low=difference - down, difference_high=difference + up)
    columns = [*keys[:2], "value", "low", "high", "n", "field", "field_low", "field_high"]
    return both[[*columns, "difference", "difference_low", "difference_high", "unit"]]
