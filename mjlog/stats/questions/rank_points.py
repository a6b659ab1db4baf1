"""The points of each place on the ladders of Tenhou and Mahjong Soul, and the rank where a record would settle.

Sources: Tenhou's manual (points by table and dan, R), amae-koromo `metadata.ts` and `level.ts` (Mahjong Soul). Tenhou's
three-player tables are left out: no source was found.

A *stable dan* is the rank at which a player with these results neither rises nor falls. It is a ratio with the number
of last places in the denominator, so it is biased and skewed in small samples; its interval comes from a parametric
bootstrap over the counts of places. Without a last place it is not defined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

Length = Literal["east", "hanchan"]
Floats = NDArray[np.float64]

SAMPLES: Final = 10_000
"""Samples of a bootstrap."""
TENHOU_TABLES: Final[dict[str, tuple[int, int]]] = {"般": (30, 15), "上": (60, 15), "特": (75, 30), "鳳": (90, 45)}
"""Points of first and second place in a hanchan by table; an east game gives two thirds. Third place gives nothing."""


def tenhou_points(place: int, dan: int, table: str, length: Length = "hanchan") -> int:
    """The dan points of a four-player game for a player of this dan (1-10).

    >>> [tenhou_points(place, 7, "鳳") for place in (1, 2, 3, 4)]
    [90, 45, 0, -135]
    >>> tenhou_points(1, 7, "鳳", "east"), tenhou_points(4, 7, "鳳", "east")
    (60, -90)
    """
    return (*TENHOU_TABLES[table], 0, -15 * (dan + 2))[place - 1] * (2 if length == "east" else 3) // 3


def tenhou_dan_span(dan: int) -> tuple[int, int]:
    """The points a dan (1-10) starts with, and the points needed for the next.

    >>> tenhou_dan_span(1), tenhou_dan_span(10)
    ((200, 400), (2000, 4000))
    """
    return 200 * dan, 400 * dan


def tenhou_rate_change(place: int, rate: float, table_average: float, n_games: int) -> float:
    """The change of R by a four-player game; `n_games` is the number played before.

    >>> tenhou_rate_change(1, 2000, 2000, 400), tenhou_rate_change(4, 1500, 1500, 0)
    (6.0, -30.0)
    """
    adjust = max(0.2, 1 - 0.002 * n_games)
    return adjust * ((30, 10, -10, -30)[place - 1] + (max(table_average, 1500.0) - rate) / 40)


SOUL_ROOMS: Final[dict[tuple[int, Length], dict[str, tuple[int, ...]]]] = {
    (4, "hanchan"): {"gold": (80, 40, 0, 0), "jade": (110, 55, 0, 0), "throne": (120, 60, 0, 0)},
    (4, "east"): {"gold": (40, 20, 0, 0), "jade": (55, 30, 0, 0), "throne": (60, 30, 0, 0)},
    (3, "hanchan"): {"gold": (105, 0, 0), "jade": (160, 0, 0), "throne": (240, 0, 0)},
    (3, "east"): {"gold": (55, 0, 0), "jade": (75, 0, 0), "throne": (120, 0, 0)},
}
"""Bonus by place of the rooms of Mahjong Soul."""
SOUL_UMA: Final = {4: (15, 5, -5, -15), 3: (15, 0, -15)}
SOUL_START: Final = {4: 25_000, 3: 35_000}
SOUL_LEVELS: Final = (*(f"{title}{star}" for title in "士傑豪聖" for star in (1, 2, 3)), "魂")
"""Levels that lose points for a last place, from Adept 1 to Celestial."""
SOUL_PENALTIES: Final[dict[tuple[int, Length], tuple[int, ...]]] = {
    (4, "hanchan"): (20, 40, 60, 80, 100, 120, 165, 180, 195, 210, 225, 240, 255),
    (4, "east"): (10, 20, 30, 40, 50, 60, 80, 90, 100, 110, 120, 130, 140),
    (3, "hanchan"): (20, 40, 60, 80, 100, 120, 165, 190, 215, 240, 265, 290, 320),
    (3, "east"): (10, 20, 30, 40, 50, 60, 80, 95, 110, 125, 140, 160, 175),
}
"""Points lost for a last place, by level."""


def soul_points(
    place: int, final_points: int, room: str, *, players: int = 4, length: Length = "hanchan", level: str | None = None
) -> int:
    """The points of a game on Mahjong Soul; without a level, before the penalty for a last place.

    >>> soul_points(1, 41_200, "jade"), soul_points(4, 3_000, "throne", level="聖1")
    (142, -247)
    """
    score = ceil((final_points - SOUL_START[players]) / 1000 + SOUL_UMA[players][place - 1])
    penalty = 0
    if level is not None and place == players:
        penalty = SOUL_PENALTIES[players, length][SOUL_LEVELS.index(level)]
    return score + SOUL_ROOMS[players, length][room][place - 1] - penalty


@dataclass(frozen=True, slots=True)
class Stable:
    """The rank where results settle, with its 95 % interval; nan if not defined."""

    value: float
    low: float
    high: float
    n: int
    """Games."""
    undefined: float
    """Share of the bootstrap samples in which it is not defined."""


def tenhou_stable_dan(counts: Sequence[int], table: str = "鳳", *, seed: int = 0) -> Stable:
    """The stable dan of a four-player record, by counts of first to fourth places.

    >>> round(tenhou_stable_dan([60, 55, 50, 45]).value, 2)
    9.67
    """
    first, second = TENHOU_TABLES[table]

    def settle(n: Floats) -> Floats:
        return _ratio(first * n[..., 0] + second * n[..., 1], 15 * n[..., 3]) - 2

    return bootstrapped(counts, settle, seed=seed)


def soul_stable_level(counts: Sequence[int], means: Sequence[float], *, seed: int = 0) -> Stable:
    """The stable level for hanchan in the Jade and Throne rooms; `soul_level_name` gives its name.

    `means` are the mean points of each place before the penalty (`soul_points` without a level); the interval ignores
    their spread. Levels continue above 聖3, since the penalty keeps growing by 15 per level.
    """
    if len(counts) != 4:
        raise ValueError(f"the stable level is defined for four players, not {len(counts)}: use `soul_expectation`")
    worth = np.asarray(means, float)
    return bootstrapped(counts, lambda n: _ratio((n * worth).sum(axis=-1), 15 * n[..., 3]) - 10, seed=seed)


def soul_level_name(level: float) -> str:
    """A stable level as amae-koromo writes it.

    >>> soul_level_name(3.25), soul_level_name(4.0), soul_level_name(8.12)
    ('豪3.25', '聖1.00', '聖5.12')
    """
    return f"聖{level - 3:.2f}" if level >= 4 else f"豪{level:.2f}"


def soul_expectation(counts: Sequence[int], means: Sequence[float], *, length: Length = "hanchan") -> dict[str, float]:
    """Expected points per game at each level, for any room; the sign changes at the stable level.

    >>> expected = soul_expectation([30, 25, 25, 20], [140, 65, -10, -40])
    >>> expected["豪1"] > 0 > expected["魂"]
    True
    """
    n = np.asarray(counts, float)
    before, last = float((n * np.asarray(means, float)).sum() / n.sum()), float(n[-1] / n.sum())
    penalties = SOUL_PENALTIES[len(counts), length]
    return {level: before - last * penalty for level, penalty in zip(SOUL_LEVELS, penalties, strict=True)}


def bootstrapped(counts: Sequence[int], settle: Callable[[Floats], Floats], *, seed: int = 0) -> Stable:
    """A figure of the counts of places, with the percentiles over `SAMPLES` random records with the same shares."""
    n = np.asarray(counts, float)
    games = int(n.sum())
    if games == 0:
        return Stable(np.nan, np.nan, np.nan, 0, 1.0)
    drawn = settle(np.random.default_rng(seed).multinomial(games, n / games, SAMPLES).astype(float))
    known = drawn[~np.isnan(drawn)]
    value = float(settle(n))
    if np.isnan(value):
        return Stable(np.nan, np.nan, np.nan, games, 1.0)
    low, high = np.percentile(known, [2.5, 97.5])
    return Stable(value, float(low), float(high), games, 1 - len(known) / SAMPLES)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """The quotient; nan where the denominator is 0."""
    ratio: Floats = np.divide(
        numerator, denominator, out=np.full(np.shape(numerator), np.nan), where=np.asarray(denominator) > 0
    )
    return ratio
