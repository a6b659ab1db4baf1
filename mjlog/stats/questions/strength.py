"""How strong players are by their places, adjusted for their opponents (Plackett–Luce).

Terms. The *strength* of a player is a logit: among any seats of a table, the chance to be first of them is in
proportion to exp(strength) (Plackett 1975, Luce 1959). 0 is the average player, and so is every player with fewer than
`minimum` games. Strengths are drawn to 0 by a normal distribution whose spread is estimated from the same games
(empirical Bayes), so that few games do not make a champion.
"""

from __future__ import annotations

from typing import Any, Final

import ibis
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import Floats, Z

STEPS: Final = 50
SPREAD: Final = 0.3
"""The first guess of the spread of strengths."""
CONVERGED: Final = 1e-6
COLUMNS: Final = (
    "players", "player", "games", "average_place", "strength", "low", "high", "ahead", "ahead_low", "ahead_high",
)  # fmt: skip


def strength(ds: Tables, where: Where | None = None, *, minimum: int = 20) -> pd.DataFrame:
    """The strength of every player with at least `minimum` finished games, the strongest first.

    Columns: `players`, `player`, `games`, `average_place`, `strength` with its 95 % interval `low`, `high`, and
    `ahead`, the chance to end a game before an average player, with `ahead_low` and `ahead_high`.
    """
    rows, _ = grouped_rows(ds, "seats", (), where)
    seats = rows.filter(rows.place.notnull() & rows.player.notnull()).select("players", "game", "player", "place")
    whole = seats.mutate(seats=seats.count().over(ibis.window(group_by="game")))
    frame = to_frame(whole.filter(whole.seats == whole.players).drop("seats").order_by(["game", "place"]))
    out = [_of_players(n, frame[frame["players"] == n], minimum) for n in sorted(frame["players"].unique())]
    return pd.concat([pd.DataFrame(columns=list(COLUMNS)), *out][bool(out) :], ignore_index=True)


def _of_players(players: int, frame: pd.DataFrame, minimum: int) -> pd.DataFrame:
    """The strengths for one number of players; rows are in the order of game and place."""
    of_player = frame.groupby("player")["place"].agg(games="size", average_place="mean").reset_index()
    known = of_player[of_player["games"] >= minimum].reset_index(drop=True)
    number = pd.Series(known.index + 1, known["player"])
    order = frame["player"].map(number).fillna(0).to_numpy(int).reshape(-1, players)
    values, variances = fit_orders(order, len(known))
    half = Z * np.sqrt(variances)
    ends = np.array([values, values - half, values + half])
    result = known.assign(players=players, **dict(zip(COLUMNS[4:], [*ends, *1 / (1 + np.exp(-ends))], strict=True)))
    return result[list(COLUMNS)].sort_values("strength", ascending=False, ignore_index=True)


def fit_orders(order: NDArray[np.int_], n_players: int) -> tuple[Floats, Floats]:
    """The strengths of players 1 to `n_players` and their variances, from games `(n, seats)` in the order of places.

    Player 0 stands for all others and has strength 0.
    """
    strengths, variance = np.zeros(n_players + 1), SPREAD**2
    covariance: NDArray[Any] = np.zeros((n_players, n_players))
    for _ in range(STEPS):
        slope, curvature = _derivatives(order, strengths)
        curvature[np.diag_indices(n_players)] += 1 / variance
        covariance = np.linalg.inv(curvature)
        step = covariance @ (slope - strengths[1:] / variance)
        strengths[1:] += step
        variance = max(float(np.mean(strengths[1:] ** 2 + np.diag(covariance))), CONVERGED) if n_players else variance
        if np.abs(step).max(initial=0) < CONVERGED:
            break
    return strengths[1:], np.diag(covariance)


def _derivatives(order: NDArray[np.int_], strengths: Floats) -> tuple[Floats, Floats]:
    """The slope and the negative curvature of the likelihood, without player 0."""
    size, seats = len(strengths), order.shape[1]
    slope, curvature = np.zeros(size), np.zeros((size, size))
    for first in range(seats - 1):
        left = order[:, first:]
        weight = np.exp(strengths[left])
        chance = weight / weight.sum(axis=1, keepdims=True)
        np.add.at(slope, left[:, 0], 1.0)
        np.subtract.at(slope, left, chance)
        for one in range(left.shape[1]):
            np.add.at(curvature, (left[:, one], left[:, one]), chance[:, one])
            for other in range(left.shape[1]):
                np.subtract.at(curvature, (left[:, one], left[:, other]), chance[:, one] * chance[:, other])
    return slope[1:], curvature[1:, 1:]
