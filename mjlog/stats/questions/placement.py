"""Where games end: places, points by the uma of any league, and the dan or level the results would settle at.

Terms. Only games that came to their final result have places. Counts of places are games; their shares have the
interval of independent games.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import pandas as pd

from mjlog.rules.result import final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.stats.dimensions import By, Tables, Where, grouped_rows, to_frame
from mjlog.stats.distributions import shares
from mjlog.stats.intervals import mean_interval
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
"""What the column `dan` says of a Tenhou player of dan 1."""
FEW: Final = 100
"""Games below which a stable dan is marked."""


def placement(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The share of each place by group, with count, interval and games."""
    rows, groups = grouped_rows(ds, "seats", by, where)
    frame = shares(rows.filter(rows.place.notnull()), groups, ["place"])
    return frame.rename(columns={"n": "games"}).sort_values([*groups, "place"], ignore_index=True)


def placement_by_start(
    ds: Tables, by: By = ("wind", "number", "start_place"), where: Where | None = None
) -> pd.DataFrame:
    """The share of each final place by the situation a kyoku began in: one row of `hands` is one situation.

    A continued kyoku (honba) is a situation of its own. `by` takes `start_place`, `gap_above`, `gap_below`, `dealer`, …
    """
    rows, groups = grouped_rows(ds, "hands", by, where, also=["place"])
    frame = shares(rows.filter(rows.place.notnull()), groups, ["place"])
    return frame.rename(columns={"n": "kyoku"}).sort_values([*groups, "place"], ignore_index=True)


def league_points(ds: Tables, rules: RuleSet, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The mean result of a game by the uma, oka and rounding of a rule set, whatever the games were played for.

    Final points are as in the log, so riichi sticks left over are where the log's own rules put them; they are moved to
    the start of the rule set if that differs. Columns: groups, `result` (1,000 points) with interval, `total`, `games`.
    """
    rows, groups = grouped_rows(ds, "seats", by, where)
    mine = to_frame(rows.filter(rows.place.notnull()).select(*dict.fromkeys([*groups, "game", "seat"])))
    table = ds.seats.filter((ds.seats.players == rules.players) & ds.seats.final_points.notnull())
    points = to_frame(table.select("game", "seat", "final_points")).pivot(
        index="game", columns="seat", values="final_points"
    )
    points = points.dropna().astype(int)
    start = points.to_numpy().mean(axis=1, keepdims=True)
    held = (points.to_numpy() - start + rules.start_points).astype(int)

    @cache
    def scores(points: tuple[int, ...]) -> tuple[int, ...]:
        return final_result(rules, points).scores

    results = pd.DataFrame([scores(tuple(row)) for row in held.tolist()], index=points.index, columns=points.columns)
    long = results.melt(ignore_index=False, var_name="seat", value_name="result").reset_index()
    merged = mine[mine["players"] == rules.players].merge(long, on=["game", "seat"])
    grouped = merged.assign(result=merged["result"] / 1_000).groupby(groups, dropna=False)["result"]
    frame = grouped.agg(result="mean", total="sum", games="count", spread="var").reset_index()
    low, high = mean_interval(
        frame["result"].to_numpy(), (frame["spread"] / frame["games"]).to_numpy(), frame["games"].to_numpy()
    )
    return frame.assign(low=low, high=high)[[*groups, "result", "low", "high", "total", "games"]]


def tenhou_ladder(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """Tenhou's dan points of four-player games, and the stable dan by table (`room`).

    Columns: groups, `room`, `first` … `fourth`, `games`, `stable_dan` with interval, `points` (of the games
    begun at dan 1-10, each at its dan), `points_games`, `note`. East games and hanchan share the stable dan, for
    both scale alike.
    """
    rows, groups = grouped_rows(ds, "seats", by, where, also=["room", "dan", "length"])
    groups = list(dict.fromkeys([*groups, "room"]))
    games = rows.filter((rows.players == 4) & rows.place.notnull() & rows.room.isin(list(TENHOU_TABLES)))
    counts = to_frame(games.group_by([*dict.fromkeys([*groups, "dan", "length", "place"])]).aggregate(n=games.count()))
    out = []
    for key, part in counts.groupby(groups, dropna=False):
        named = dict(zip(groups, key, strict=True))
        room = str(named["room"])
        n = part.groupby("place")["n"].sum().reindex(range(1, 5), fill_value=0).tolist()
        ranked = part[part["dan"].between(FIRST_DAN, FIRST_DAN + 9)]
        cells = zip(
            ranked["place"], ranked["dan"].astype(int) - FIRST_DAN + 1, ranked["length"], ranked["n"], strict=True
        )
        points = sum(n * tenhou_points(place, dan, room, length) for place, dan, length, n in cells)
        stable = tenhou_stable_dan(n, room)
        places = dict(zip(("first", "second", "third", "fourth"), n, strict=True))
        out.append(
            named | places | _columns(stable, "stable_dan") | {"points": points, "points_games": int(ranked["n"].sum())}
        )
    return pd.DataFrame(out)


def soul_ladder(ds: Tables, room: str, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """Mahjong Soul's points before penalties and the stable level, as if every four-player hanchan were of this room.

    Columns: groups, `first` … `fourth`, `games`, `mean_points`, `stable_level` with interval, `note`.
    """
    if room not in SOUL_ROOMS[4, "hanchan"]:
        raise ValueError(f"no room {room!r}; there are {', '.join(SOUL_ROOMS[4, 'hanchan'])}")
    rows, groups = grouped_rows(ds, "seats", by, where, also=["length"])
    kept = rows.filter((rows.players == 4) & (rows.length == "hanchan") & rows.place.notnull())
    games = to_frame(kept.select(*groups, "place", "final_points"))
    points = [soul_points(place, held, room) for place, held in zip(games["place"], games["final_points"], strict=True)]
    out = []
    for key, part in games.assign(points=points).groupby(groups, dropna=False):
        n = part["place"].value_counts().reindex(range(1, 5), fill_value=0)
        means = part.groupby("place")["points"].mean().reindex(range(1, 5), fill_value=0.0)
        stable = soul_stable_level(n.tolist(), means.tolist())
        places = dict(zip(("first", "second", "third", "fourth"), n.tolist(), strict=True))
        out.append(
            dict(zip(groups, key, strict=True))
            | places
            | {"mean_points": part["points"].mean()}
            | _columns(stable, "stable_level")
        )
    return pd.DataFrame(out)


def _columns(stable: Stable, name: str) -> dict[str, object]:
    """A stable rank as columns of a result."""
    note = "not defined: no last place" if np.isnan(stable.value) else "small sample" if stable.n < FEW else ""
    return {"games": stable.n, name: stable.value, "low": stable.low, "high": stable.high, "note": note}
