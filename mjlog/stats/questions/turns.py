"""How far players have come by each turn: called, tenpai, riichi, won.

Terms. A *turn* is the number of the seat's own discards so far plus one. Shares are of all kyoku of the group, so a
curve ends at the rate of its event.
"""

from __future__ import annotations

from typing import Final

import ibis
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import bucket_counts, shares
from mjlog.stats.entries.hands import reached_tenpai
from mjlog.stats.sums import BUCKET

LAST_TURN: Final = 18
"""Later turns are counted with this one."""
NEVER: Final = LAST_TURN + 1
"""Stands for the turn of an event that did not occur."""
EVENTS: Final = {"call": "first_call_turn", "riichi": "riichi_turn", "win": "win_turn", "tenpai": "tenpai_turn"}
"""Event → the column of `hands` with its turn."""


def turns(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of kyoku in which the player had called, been tenpai, declared riichi or won by each turn.

    Columns: groups, `event`, `turn`, `share` with its interval, `count`, `kyoku`.
    """
    rows, groups = grouped_rows(ds, "hands", by, where)
    events = []
    for event, column in EVENTS.items():
        turn = ibis.ifelse(rows[column].notnull(), ibis.least(rows[column], LAST_TURN), NEVER)
        known = rows.mutate(turn=turn)
        if event == "tenpai":
            known = known.filter(reached_tenpai(known).notnull())
        counts = bucket_counts(known, groups, ["turn"])
        keys = [*groups, BUCKET]
        by_turn = counts.set_index([*keys, "turn"])["x"].unstack("turn", fill_value=0)
        by_turn = by_turn.reindex(columns=range(1, NEVER + 1), fill_value=0).cumsum(axis=1)
        whole = by_turn[NEVER].rename("y").reset_index()
        reached = by_turn.drop(columns=NEVER).melt(ignore_index=False, value_name="x").reset_index()
        events.append(shares(reached, whole, groups, ["turn"]).assign(event=event))
    frame = pd.concat(events, ignore_index=True).rename(columns={"n": "kyoku"})
    ordered = frame.sort_values([*groups, "event", "turn"], kind="stable", ignore_index=True)
    return ordered[[*groups, "event", "turn", "share", "low", "high", "count", "kyoku"]]
