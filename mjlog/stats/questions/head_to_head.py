"""Two players at the same tables: who finished ahead, and the points that went from one to the other.

Terms. Only finished games count. Equal points are ranked by seat, so one of two players is always ahead; the share
has the interval of independent games. Points paid by ron go from the seat that dealt in to the winner, without honba
and sticks.
"""

from __future__ import annotations

import ibis.expr.types as ir
import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables, Where, grouped_rows, require_player, to_frame
from mjlog.stats.intervals import mean_interval, wilson


def head_to_head(ds: Tables, name: str, where: Where | None = None, *, minimum: int = 1) -> pd.DataFrame:
    """A player against each other one: games, share finished ahead with interval, mean differences, and rons.

    Columns: `players`, `other`, `games`, `ahead`, `share`, `low`, `high`, `place_difference` (the player's place minus
    the other's) with `place_low`, `place_high`, `points_difference`, `rons` and `ron_points` won from the other,
    `deal_ins` and `deal_in_points` paid to them. Others with fewer than `minimum` common games are left out.
    Raises ValueError for a player who is in no game.
    """
    rows, _ = grouped_rows(ds, "seats", (), where)
    finished = rows.filter(rows.place.notnull()).select("players", "game", "seat", "player", "place", "final_points")
    mine = finished.filter(finished.player == name)
    both = mine.inner_join(finished, ["players", "game"], rname="other_{name}")
    both = both.filter((both.seat != both.other_seat) & both.other_player.notnull())
    gap = (both.place - both.other_place).cast("float64")
    frame = to_frame(
        both.group_by(["players", "other_player"]).aggregate(
            games=both.count(),
            ahead=(both.place < both.other_place).sum(),
            place_difference=gap.mean(),
            spread=gap.var(),
            points_difference=(both.final_points - both.other_final_points).mean(),
        )
    ).rename(columns={"other_player": "other"})
    if frame.empty:
        require_player(ds, name)
    frame = frame[frame["games"] >= minimum]
    for column, role in (("rons", "winner"), ("deal_ins", "from_seat")):
        frame = frame.merge(_rons(ds, both, role, column), on=["players", "other"], how="left")
    counts = ["rons", "ron_points", "deal_ins", "deal_in_points"]
    frame[counts] = frame[counts].fillna(0).astype(int)
    low, high = wilson(frame["ahead"].to_numpy(float), frame["games"].to_numpy(float))
    games = frame["games"].to_numpy(float)
    variance = np.where(games > 1, frame["spread"].to_numpy(float) / games, np.nan)
    place_low, place_high = mean_interval(frame["place_difference"].to_numpy(float), variance, games)
    frame = frame.assign(
        share=frame["ahead"] / frame["games"], low=low, high=high, place_low=place_low, place_high=place_high
    ).sort_values(["players", "games", "other"], ascending=[True, False, True], ignore_index=True)
    columns = ["players", "other", "games", "ahead", "share", "low", "high"]
    return frame[[*columns, "place_difference", "place_low", "place_high", "points_difference", *counts]]


def _rons(ds: Tables, both: ir.Table, role: str, column: str) -> pd.DataFrame:
    """Rons between the player and each other one, with the player in one role: `winner` or `from_seat`."""
    other_role = "from_seat" if role == "winner" else "winner"
    seats = both.select("players", "game", "other_player", **{role: both.seat, other_role: both.other_seat})
    rons = ds.wins.filter(ds.wins.from_seat.notnull()).select("game", "winner", "from_seat", "points")
    joined = seats.inner_join(rons, ["game", "winner", "from_seat"])
    points = f"{column.removesuffix('s')}_points"
    frame = to_frame(
        joined.group_by(["players", "other_player"]).aggregate(
            joined.count().name(column), joined.points.sum().name(points)
        )
    )
    return frame.rename(columns={"other_player": "other"})
