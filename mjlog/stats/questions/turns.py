"""How far players have come by each turn: called, tenpai, riichi, won.

Terms. A *turn* is the number of the seat's own discards so far plus one. Shares are of all kyoku of the group, so a
curve ends at the rate of its event.
"""

from __future__ import annotations

from typing import Final

import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import wilson

LAST_TURN: Final = 18
"""Later turns are counted with this one."""
EVENTS: Final = {"call": "first_call_turn", "riichi": "riichi_turn", "win": "win_turn", "tenpai": "tenpai_turn"}
"""Event → the column of `hands` with its turn."""


def turns(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of kyoku in which the player had called, been tenpai, declared riichi or won by each turn.

    Columns: groups, `event`, `turn`, `share` with its interval, `count`, `kyoku`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    sums = {
        f"{event} {turn}": ((rows[column] <= turn) if turn < LAST_TURN else rows[column].notnull()).sum()
        for event, column in EVENTS.items()
        for turn in range(1, LAST_TURN + 1)
    }
    wide = to_frame(rows.group_by(groups).aggregate(kyoku=rows.count(), **sums))
    long = wide.melt(id_vars=[*groups, "kyoku"], var_name="event", value_name="count").fillna({"count": 0})
    parts = long["event"].str.extract(r"(?P<event>.*) (?P<turn>\d+)$")
    low, high = wilson(long["count"].to_numpy(float), long["kyoku"].to_numpy(float))
    long = long.assign(
        event=parts["event"], turn=parts["turn"].astype(int), share=long["count"] / long["kyoku"], low=low, high=high
    )
    ordered = long.sort_values([*groups, "event", "turn"], kind="stable")
    return ordered[[*groups, "event", "turn", "share", "low", "high", "count", "kyoku"]].reset_index(drop=True)
