"""Two players at the same tables: who ended ahead, and what went from one to the other.

Terms. A *meeting* is a finished game both played. The share of meetings a player ended ahead has the interval of
independent games; equal points are ranked by seat, so one of two is always ahead. Points paid by ron go from the seat
that dealt in to the winner, hand values alone.
"""

from __future__ import annotations

import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import mean_interval, wilson


def head_to_head(ds: Tables, name: str, where: Where | None = None, *, least: int = 1) -> pd.DataFrame:
    """A player against each other one: meetings, share ended ahead with interval, mean differences, and rons.

    Columns: `players`, `other`, `games`, `ahead`, `share`, `low`, `high`, `place_difference` (own less the other's)
    with `place_low`, `place_high`, `points_difference`, `rons` and `ron_points` won from the other, `deal_ins` and
    `deal_in_points` paid to. Others met fewer than `least` times are left out.
    """
    rows, _ = grouped_rows(ds, "seats", (), where)
    finished = rows.filter(rows.place.notnull()).select("players", "game", "seat", "player", "place", "final_points")
    mine = finished.filter(finished.player == name)
    both = mine.inner_join(finished, ["players", "game"], rname="other_{name}")
    both = both.filter((both.seat != both.other_seat) & both.other_player.notnull())
    gap = (both.place - both.other_place).cast("float64")
    met = to_frame(
        both.group_by(["players", "other_player"]).aggregate(
            games=both.count(),
            ahead=(both.place < both.other_place).sum(),
            place_difference=gap.mean(),
            spread=gap.var(),
            points_difference=(both.final_points - both.other_final_points).mean(),
        )
    ).rename(columns={"other_player": "other"})
    met = met[met["games"] >= least]
    for column, mine_is in (("rons", "winner"), ("deal_ins", "from_seat")):
        met = met.merge(_rons(ds, both, mine_is, column), on=["players", "other"], how="left")
    counts = ["rons", "ron_points", "deal_ins", "deal_in_points"]
    met[counts] = met[counts].fillna(0).astype(int)
    low, high = wilson(met["ahead"].to_numpy(float), met["games"].to_numpy(float))
    games = met["games"].to_numpy(float)
    variance = np.where(games > 1, met["spread"].to_numpy(float) / games, np.nan)
    place_low, place_high = mean_interval(met["place_difference"].to_numpy(float), variance, games)
    met = met.assign(
        share=met["ahead"] / met["games"], low=low, high=high, place_low=place_low, place_high=place_high
    ).sort_values(["players", "games", "other"], ascending=[True, False, True], ignore_index=True)
    columns = [
        "players",
        "other",
        "games",
        "ahead",
        "share",
        "low",
        "high",
        "place_difference",
        "place_low",
        "place_high",
    ]
    return met[[*columns, "points_difference", *counts]]


def _rons(ds: Tables, both: ir.Table, mine_is: str, column: str) -> pd.DataFrame:
    """Rons between the player and each other one, with the player on one side of them."""
    other_is = "from_seat" if mine_is == "winner" else "winner"
    seats = both.select("players", "game", "other_player", **{mine_is: both.seat, other_is: both.other_seat})
    rons = ds.wins.filter(ds.wins.from_seat.notnull()).select("game", "winner", "from_seat", "points")
    joined = seats.inner_join(rons, ["game", "winner", "from_seat"])
    points = f"{column.removesuffix('s')}_points"
    found = to_frame(
        joined.group_by(["players", "other_player"]).aggregate(
            joined.count().name(column), joined.points.sum().name(points)
        )
    )
    return found.rename(columns={"other_player": "other"})
