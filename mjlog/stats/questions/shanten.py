"""Shanten: distance from tenpai of dealt hands and of hands that deal in.

Terms. Tenpai is 0 shanten. The hand that dealt in is counted without the discarded tile.
"""

from __future__ import annotations

import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import distribution


def haipai_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of each `shanten` of the dealt hand, with count and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    return distribution(rows, groups, ["haipai_shanten"]).rename(columns={"haipai_shanten": "shanten"})


def deal_ins_by_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of deal-ins at each `shanten`, with count and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    frame = distribution(rows.filter(rows.deal_in_shanten.notnull()), groups, ["deal_in_shanten"])
    return frame.rename(columns={"deal_in_shanten": "shanten"})
