"""Final places, points by the rules of any league, and the stable dan or level of a record.

Terms. Only finished games have places. Counts of places are games; their shares have the
interval of independent games.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import pandas as pd

from mjlog.rules.result import final_result
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import distribution
from mjlog.stats.intervals import effective, mean_interval, ratio_variance
from mjlog.stats.questions.rank_points import (
    SOUL_ROOMS,
    TENHOU_TABLES,
    Stable,
    soul_points,
    soul_stable_level,
    tenhou_points,
    tenhou_stable_dan,
)

FIRST_DAN: Final = 10
"""The value of the column `dan` for a Tenhou player of dan 1."""
PLACES: Final = ("first", "second", "third", "fourth")
FEW: Final = 100
"""A stable dan of fewer games is marked."""


def placement(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The share of each place by group, with count, interval and games."""
    rows, groups = grouped_rows(ds, "seats", by, where)
    return distribution(rows.filter(rows.place.notnull()), groups, ["place"]).rename(columns={"n": "games"})


def placement_by_start(
    ds: Tables, by: By = ("wind", "number", "start_place"), where: Where | None = None
) -> pd.DataFrame:
    """The share of each final place by the state of the game at the start of a kyoku; one row of `hands` is one case.

    A repeated kyoku (honba) is a case of its own. `by` takes `start_place`, `gap_above`, `gap_below`, `dealer`, …
    """
    rows, groups = grouped_rows(ds, "hands", by, where, extra=["place"])
    return distribution(rows.filter(rows.place.notnull()), groups, ["place"]).rename(columns={"n": "kyoku"})


def league_points(ds: Tables, rules: Rules, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The mean result of a game by the uma, oka and rounding of a rule set, whatever rules the games were played by.

    Final points are those of the log, so riichi sticks left over are where the log's own rules put them. If the start
    points differ from those of the rule set, all points are shifted. Columns: groups, `result` (1,000 points) with
    interval, `total`, `games`.
    """
    rules = rules_of(rules)
    rows, groups = grouped_rows(ds, "seats", by, where)
    mine = to_frame(rows.filter(rows.place.notnull()).select(*dict.fromkeys([*groups, "game", "seat"])))
    table = ds.seats.filter((ds.seats.players == rules.players) & ds.seats.final_points.notnull())
    points = to_frame(table.select("game", "seat", "final_points")).pivot(
        index="game", columns="seat", values="final_points"
    )
    points = points.dropna().astype(int)
    sums = points.to_numpy().sum(axis=1, keepdims=True)
    shifted = (points.to_numpy() - sums / rules.players + rules.start_points).astype(int)

    @cache
    def scores(points: tuple[int, ...]) -> tuple[int, ...]:
        return final_result(rules, points).scores

    results = pd.DataFrame([scores(tuple(row)) for row in shifted.tolist()], index=points.index, columns=points.columns)
    long = results.melt(ignore_index=False, var_name="seat", value_name="result").reset_index()
    merged = mine[mine["players"] == rules.players].merge(long, on=["game", "seat"])
    grouped = merged.assign(result=merged["result"] / 1_000).groupby(groups, dropna=False)["result"]
    frame = grouped.agg(result="mean", total="sum", seats="count").reset_index()
    totals = (
        merged.groupby(list(dict.fromkeys([*groups, "game"])), dropna=False)["result"]
        .agg(x="sum", y="count")
        .reset_index()
    )
    totals = totals.assign(x=totals["x"] / 1_000, games=1)
    totals = totals.assign(xx=totals["x"] ** 2, xy=totals["x"] * totals["y"], yy=totals["y"] ** 2)
    by_game = totals.groupby(groups, dropna=False)[["x", "y", "xx", "xy", "yy", "games"]].sum().reset_index()
    x, y, xx, xy, yy = by_game[["x", "y", "xx", "xy", "yy"]].to_numpy(float).T
    low, high = mean_interval(frame["result"].to_numpy(), ratio_variance(x, y, xx, xy, yy), effective(y, yy))
    frame = frame.assign(games=by_game["games"])
    return frame.assign(low=low, high=high)[[*groups, "result", "low", "high", "total", "games", "seats"]]


def tenhou_ladder(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The dan points of four-player games on Tenhou, and the stable dan, by table (`room`).

    Columns: groups, `room`, `first` … `fourth`, `games`, `stable_dan` with interval, `points` (of the games
    played at dan 1-10, each by its dan), `points_games`, `note`. East games and hanchan share the stable dan, since
    both scale alike.
    """
    rows, groups = grouped_rows(ds, "seats", by, where, extra=["room", "dan", "length"])
    groups = list(dict.fromkeys([*groups, "room"]))
    games = rows.filter((rows.players == 4) & rows.place.notnull() & rows.room.isin(list(TENHOU_TABLES)))
    counts = to_frame(games.group_by([*dict.fromkeys([*groups, "dan", "length", "place"])]).aggregate(n=games.count()))
    out = []
    for key, part in counts.groupby(groups, dropna=False):
        group = dict(zip(groups, key, strict=True))
        room = str(group["room"])
        n = part.groupby("place")["n"].sum().reindex(range(1, 5), fill_value=0).tolist()
        ranked = part[part["dan"].between(FIRST_DAN, FIRST_DAN + 9)]
        cells = zip(
            ranked["place"], ranked["dan"].astype(int) - FIRST_DAN + 1, ranked["length"], ranked["n"], strict=True
        )
        points = sum(n * tenhou_points(place, dan, room, length) for place, dan, length, n in cells)
        stable = tenhou_stable_dan(n, room)
        places = dict(zip(PLACES, n, strict=True))
        out.append(
            group | places | _columns(stable, "stable_dan") | {"points": points, "points_games": int(ranked["n"].sum())}
        )
    columns = [*groups, *PLACES, "games", "stable_dan", "low", "high", "note", "points", "points_games"]
    return pd.DataFrame(out, columns=columns)


def soul_ladder(ds: Tables, room: str, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The points on Mahjong Soul before penalties, and the stable level, with all hanchan counted in this room.

    Columns: groups, `first` … `fourth`, `games`, `mean_points`, `stable_level` with interval, `note`. Only four-player
    hanchan count.
    """
    if room not in SOUL_ROOMS[4, "hanchan"]:
        raise ValueError(f"unknown room {room!r}; the rooms are {', '.join(SOUL_ROOMS[4, 'hanchan'])}")
    rows, groups = grouped_rows(ds, "seats", by, where, extra=["length"])
    hanchan = rows.filter((rows.players == 4) & (rows.length == "hanchan") & rows.place.notnull())
    games = to_frame(hanchan.select(*groups, "place", "final_points"))
    points = [
        soul_points(place, final, room) for place, final in zip(games["place"], games["final_points"], strict=True)
    ]
    out = []
    for key, part in games.assign(points=points).groupby(groups, dropna=False):
        n = part["place"].value_counts().reindex(range(1, 5), fill_value=0)
        means = part.groupby("place")["points"].mean().reindex(range(1, 5), fill_value=0.0)
        stable = soul_stable_level(n.tolist(), means.tolist())
        places = dict(zip(PLACES, n.tolist(), strict=True))
        out.append(
            dict(zip(groups, key, strict=True))
            | places
            | {"mean_points": part["points"].mean()}
            | _columns(stable, "stable_level")
        )
    columns = [*groups, *PLACES, "mean_points", "games", "stable_level", "low", "high", "note"]
    return pd.DataFrame(out, columns=columns)


def _columns(stable: Stable, name: str) -> dict[str, object]:
    """A stable rank as columns of a result."""
    note = "not defined: no last place" if np.isnan(stable.value) else "small sample" if stable.n < FEW else ""
    return {"games": stable.n, name: stable.value, "low": stable.low, "high": stable.high, "note": note}
