"""A player's finished games in order of time: results added up, and streaks.

Terms. Games are ordered by their start: to the minute where a list page of the service has the game (table `list`),
else to the hour, since Tenhou's logs have no minutes; games of one time are ordered by id. A *streak* is a run of
consecutive games that all fulfil a condition. Its *chance* is the probability that as many independent games with the
player's own rate contain a streak at least that long. A small chance would be evidence of form; among many players
some small ones are expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlog.stats.dimensions import Tables, Where, grouped_rows, matches, require_player, to_frame, widened

STREAKS: Final[dict[str, Callable[[pd.DataFrame], pd.Series]]] = {
    "first": lambda games: games["place"] == 1,
    "first or second": lambda games: games["place"] <= 2,
    "not last": lambda games: games["place"] < games["players"],
    "last": lambda games: games["place"] == games["players"],
}
"""The condition that every game of a streak fulfils."""
ORDER: Final = (ibis.asc("started", nulls_first=False), "game")


def history(ds: Tables, name: str, where: Mapping[str, Any] | None = None) -> pd.DataFrame:
    """A player's finished games in order of time: place and result, with the running total and average.

    `dan` and `rate` are those before the game.

    Raises ValueError for a player who is in no game.
    """
    rows = widened(ds, "seats", {"started", "room", "length", "rules", "platform", *(where or {})})
    rows = rows.filter((rows.player == name) & rows.place.notnull())
    for column, wanted in (where or {}).items():
        rows = rows.filter(matches(rows[column], wanted))
    columns = ["players", "game", "started", "room", "length", "place", "final_points", "final_score", "dan", "rate"]
    frame = to_frame(_to_the_minute(ds, rows.select(*columns)).order_by(ORDER))
    if frame.empty:
        require_player(ds, name)
    together = frame.groupby("players")
    return frame.assign(
        number=together.cumcount() + 1,
        total_score=together["final_score"].cumsum(),
        average_place=together["place"].cumsum() / (together.cumcount() + 1),
    )


def streaks(ds: Tables, where: Where | None = None, *, minimum: int = 10) -> pd.DataFrame:
    """The longest and the current streak of every player with at least `minimum` games.

    Columns: `players`, `player`, `streak`, `longest`, `latest` (the one that the last game belongs to, else 0),
    `chance`, `rate`, `games`.
    """
    rows, _ = grouped_rows(ds, "seats", (), where, extra=["started"])
    rows = rows.filter(rows.place.notnull() & rows.player.notnull())
    games = _to_the_minute(ds, rows.select("players", "player", "game", "started", "place"))
    games = to_frame(games.order_by(ORDER))
    out = []
    for (players, name), of_player in games.groupby(["players", "player"]):
        if len(of_player) < minimum:
            continue
        for streak, condition in STREAKS.items():
            fulfilled = condition(of_player).to_numpy(bool)
            lengths = run_lengths(fulfilled)
            longest = int(lengths.max(initial=0))
            latest = int(lengths[-1]) if fulfilled[-1] else 0
            rate = float(fulfilled.mean())
            chance = chance_of_streak(len(fulfilled), rate, longest)
            out.append((players, name, streak, longest, latest, chance, rate, len(fulfilled)))
    return pd.DataFrame(out, columns=["players", "player", "streak", "longest", "latest", "chance", "rate", "games"])


def _to_the_minute(ds: Tables, rows: ir.Table) -> ir.Table:
    """The rows with the start of their games as a list page has it."""
    listed = ds.list.filter(ds.list.game.notnull()).group_by("game").aggregate(minute=lambda t: t.started.min())
    joined = rows.left_join(listed, "game")
    return joined.mutate(started=ibis.coalesce(joined.minute, joined.started)).select(*rows.columns)


def run_lengths(fulfilled: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Lengths of the runs of true values, in order.

    >>> run_lengths(np.array([True, True, False, True])).tolist()
    [2, 1]
    """
    edges = np.diff(np.concatenate(([0], fulfilled.astype(np.int8), [0])))
    lengths: NDArray[np.int64] = np.flatnonzero(edges == -1) - np.flatnonzero(edges == 1)
    return lengths


def chance_of_streak(games: int, rate: float, length: int) -> float:
    """The probability of a streak of at least `length` in a number of independent games.

    >>> chance_of_streak(2, 0.5, 2), chance_of_streak(3, 0.5, 2), chance_of_streak(5, 0.3, 0)
    (0.25, 0.375, 1.0)
    """
    if length == 0:
        return 1.0
    without = np.ones(games + 1)  # probability that the first n games contain no such streak
    for n in range(length, games + 1):
        ended = rate**length if n == length else (1 - rate) * rate**length * without[n - length - 1]
        without[n] = without[n - 1] - ended
    return float(1 - without[games])
