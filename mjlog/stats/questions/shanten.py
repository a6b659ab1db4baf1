"""Shanten: distance from tenpai of dealt hands and of hands that deal in.

Terms. Tenpai is 0 shanten. The hand that dealt in is counted without the discarded tile.
"""

from __future__ import annotations

import ibis
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import distribution
from mjlog.stats.questions.turns import LAST_TURN


def haipai_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of each `shanten` of the dealt hand, with count and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    return distribution(rows, groups, ["haipai_shanten"]).rename(columns={"haipai_shanten": "shanten"})


def shanten_by_turn(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of each `shanten` after the discard of each `turn` (1 to 18), with count and interval.

    `n` counts the hands that discarded in the turn, as `examples/xiangting.js` of kobalab's majiang-analog does.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    pairs = rows.shanten_by_turn.zip(ibis.array(list(range(1, LAST_TURN + 1)))).unnest()
    keys = dict.fromkeys([*groups, "game", "kyoku"])
    paired = rows.select(*keys, pair=pairs)
    turns = paired.select(*keys, shanten=paired.pair.f1, turn=paired.pair.f2)
    return distribution(turns.filter(turns.shanten.notnull()), [*groups, "turn"], ["shanten"])


def deal_ins_by_shanten(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of deal-ins at each `shanten`, with count and interval."""
    rows, groups = grouped_rows(ds, "hands", by, where)
    frame = distribution(rows.filter(rows.deal_in_shanten.notnull()), groups, ["deal_in_shanten"])
    return frame.rename(columns={"deal_in_shanten": "shanten"})
