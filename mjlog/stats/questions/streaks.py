"""Runs of results: the longest of a player's games in a row, and how surprising it is.

Terms. A *streak* is a row of finished games, in order of time, that all have what it is of. Its *chance* is the
probability that as many independent games with the player's own rate hold a streak at least as long; a small one would
speak for runs of luck or form, and among many players small ones are expected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import ibis
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame

STREAKS: Final[dict[str, Callable[[pd.DataFrame], pd.Series]]] = {
    "first": lambda games: games["place"] == 1,
    "first or second": lambda games: games["place"] <= 2,
    "not last": lambda games: games["place"] < games["players"],
    "last": lambda games: games["place"] == games["players"],
}
"""What streaks are of."""


def streaks(ds: Tables, where: Where | None = None, *, least: int = 10) -> pd.DataFrame:
    """The longest and the latest streak of every player with at least so many games.

    Columns: `players`, `player`, `streak`, `longest`, `latest` (that lasts to the last game; 0 if it does not),
    `chance`, `rate`, `games`. Games of one hour stand in the order of their ids.
    """
    rows, _ = grouped_rows(ds, "seats", (), where, also=["started"])
    rows = rows.filter(rows.place.notnull() & rows.player.notnull())
    order = [ibis.asc("started", nulls_first=False), "game"]
    games = to_frame(rows.select("players", "player", "game", "started", "place").order_by(order))
    out = []
    for (players, name), own in games.groupby(["players", "player"]):
        if len(own) < least:
            continue
        for streak, holds in STREAKS.items():
            held = holds(own).to_numpy(bool)
            lengths = run_lengths(held)
            longest = int(lengths.max(initial=0))
            rate = float(held.mean())
            chance = chance_of_streak(len(held), rate, longest)
            out.append((players, name, streak, longest, int(lengths[-1]) if held[-1] else 0, chance, rate, len(held)))
    return pd.DataFrame(out, columns=["players", "player", "streak", "longest", "latest", "chance", "rate", "games"])


def run_lengths(held: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Lengths of the runs of true values, in order.

    >>> run_lengths(np.array([True, True, False, True])).tolist()
    [2, 1]
    """
    edges = np.diff(np.concatenate(([0], held.astype(np.int8), [0])))
    lengths: NDArray[np.int64] = np.flatnonzero(edges == -1) - np.flatnonzero(edges == 1)
    return lengths


def chance_of_streak(games: int, rate: float, length: int) -> float:
    """The probability of a streak of at least so many among independent games.

    >>> chance_of_streak(2, 0.5, 2), chance_of_streak(3, 0.5, 2), chance_of_streak(5, 0.3, 0)
    (0.25, 0.375, 1.0)
    """
    if length == 0:
        return 1.0
    without = np.ones(games + 1)  # probability that the first n games hold no such streak
    for n in range(length, games + 1):
        ended = rate**length if n == length else (1 - rate) * rate**length * without[n - length - 1]
        without[n] = without[n - 1] - ended
    return float(1 - without[games])
