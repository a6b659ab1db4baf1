"""How much of a player's statistics is the player and how much is chance.

Terms. The *reliability* of a value is the share of its variance among players that is no chance: 0 for pure luck, 1 for
a value that does not vary with the games. `reliability` measures it by two random halves of each player's games,
`shrunk` estimates it from the intervals. A *shrunk* value is the value drawn to the mean of all players as far as it is
not reliable (empirical Bayes): the best guess of the next games.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atanh, sqrt, tanh
from statistics import NormalDist
from typing import Final

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables, Where
from mjlog.stats.intervals import Z
from mjlog.stats.questions.comparison import STYLE
from mjlog.stats.statistic import Statistic
from mjlog.stats.summaries import SMALL, summary

PRIME: Final = 1009
"""The hash of a game modulo this number gives its half; its lowest bits give the random bucket."""
FEW: Final = 4
"""Players needed for an interval of a correlation."""
COLUMNS: Final = ("players", "statistic", "halves", "low", "high", "reliability", "n_players")


def reliability(
    ds: Tables, stats: Iterable[str | Statistic] = STYLE, where: Where | None = None, *, least: int = 50
) -> pd.DataFrame:
    """The correlation of each statistic between two random halves of each player's games.

    Columns: `players`, `statistic`, `halves` (correlation) with its 95 % interval, `reliability` of all games together
    (Spearman–Brown), and `n_players`, those with at least `least` rows in the denominator in each half. Null with
    fewer than `FEW` players.
    """
    from mjlog.stats.query import HASH  # it loads Ibis

    half = {"player": lambda t: t.player, "half": lambda t: HASH(t.game) % PRIME % 2}
    frame = summary(ds, stats, where, by=half)
    frame = frame[(frame["n"] >= least) & frame["player"].notna()]
    out = []
    for (players, key), part in frame.groupby(["players", "statistic"], sort=False):
        pairs = part.pivot(index="player", columns="half", values="value").dropna().to_numpy(float)
        n, two = len(pairs), pairs.shape[1] == 2
        r = float(np.corrcoef(pairs.T)[0, 1]) if n >= FEW and two and (pairs.std(axis=0) > 0).all() else np.nan
        reach = Z / sqrt(n - 3) if n >= FEW else np.nan
        centre = atanh(min(max(r, -0.999999), 0.999999))
        out.append((players, key, r, tanh(centre - reach), tanh(centre + reach), 2 * r / (1 + r), n if two else 0))
    return pd.DataFrame(out, columns=list(COLUMNS))


def shrunk(by_player: pd.DataFrame, *, least: int = SMALL) -> pd.DataFrame:
    """A `summary` by player with the columns `shrunk`, `shrunk_low`, `shrunk_high`, `reliability` and `percentile`.

    Players with at least `least` rows in the denominator give the mean and the spread of all; the others are left out.
    `percentile` is the expected percentage of players with a lower true value. The intervals take the spread as known,
    so they are too narrow with fewer than about 50 players.
    """
    known = by_player[(by_player["n"] >= least) & by_player[["low", "high"]].notna().all(axis=1)]
    parts = [_shrunk(part) for _, part in known.groupby(["players", "statistic"], sort=False)]
    return pd.concat(parts or [known]).sort_index()


def _shrunk(part: pd.DataFrame) -> pd.DataFrame:
    """The players of one statistic; the spread by the method of moments (DerSimonian and Laird 1986)."""
    value, variance = part["value"].to_numpy(float), ((part["high"] - part["low"]).to_numpy(float) / (2 * Z)) ** 2
    variance = np.maximum(variance, 1e-12)
    weight = 1 / variance
    mean = (weight * value).sum() / weight.sum()
    excess = (weight * (value - mean) ** 2).sum() - (len(value) - 1)
    spread = max(excess / max(weight.sum() - (weight**2).sum() / weight.sum(), 1e-300), 0.0) if len(value) > 1 else 0.0
    weight = 1 / (variance + spread)
    mean = (weight * value).sum() / weight.sum()
    share = spread / (spread + variance)
    best, left = mean + share * (value - mean), share * variance
    scale = np.sqrt(np.maximum(spread + left, 1e-300))
    percentile = [100 * NormalDist().cdf(z) for z in (best - mean) / scale]
    half = Z * np.sqrt(left)
    return part.assign(
        shrunk=best, shrunk_low=best - half, shrunk_high=best + half, reliability=share, percentile=percentile
    )
