"""95 % intervals of rates and ratios, from sums that one query can give.

Rows of one game hang together: the four seats of a kyoku share its draw, and a win of one is none of the others. So
games, not rows, are the independent pieces. Games are dealt into at most `BUCKETS` random groups by the hash of their
id; the spread of the groups' sums about the common ratio gives the variance (random groups, with linearisation of the
ratio), whatever hangs together inside a game.

- A mean or ratio has a normal interval with Student's t for the groups that were filled, within what it can be.
- A rate has a Wilson interval, which holds near 0 and 1 where a normal one does not. Its sample size is the number of
  rows divided by the design effect: the variance found, over the variance of as many independent rows. With fewer
  than `ENOUGH` groups the design effect is too noisy to use and taken as 1.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BUCKETS: Final = 64
"""Random groups games are dealt into; 64 give a standard error that is itself within 9 %."""
ENOUGH: Final = 20
"""Groups from which on a design effect is believed."""
Z: Final = 1.959964
"""The 97.5 % point of the normal distribution."""

Floats = NDArray[np.float64]


def wilson(successes: Floats | float, n: Floats | float) -> tuple[Floats, Floats]:
    """Lower and upper end of Wilson's score interval of a share; `n` need not be whole.

    >>> low, high = wilson(5, 10)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2366, 0.7634)
    """
    n = np.asarray(n, float)
    share = np.asarray(successes, float) / n
    centre = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z / (1 + Z**2 / n) * np.sqrt(share * (1 - share) / n + Z**2 / (4 * n**2))
    return np.clip(centre - half, 0, share), np.clip(centre + half, share, 1)  # rounded, it might not hold the share


def student(freedom: Floats) -> Floats:
    """The 97.5 % point of Student's t, good to 0.5 %.

    Up to 3 degrees of freedom from the tables, then by the expansion about the normal point (Abramowitz and Stegun
    26.7.5, the first three terms).

    >>> student(np.array([1.0, 5.0, 20.0, 63.0])).round(2).tolist()
    [12.71, 2.57, 2.09, 2.0]
    """
    f = np.maximum(freedom, 1)
    expanded = (
        Z
        + (Z**3 + Z) / (4 * f)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * f**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * f**3)
    )
    return np.select([f < 2, f < 3, f < 4], [12.7062, 4.3027, 3.1824], expanded)


def ratio_variance(x: Any, y: Any, xx: Any, xy: Any, yy: Any, groups: Any) -> Floats:
    """Variance of sum(x) / sum(y), from sums over groups of x, y and their products.

    It is nan with fewer than two groups.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        share = x / y
        spread = np.maximum(xx - 2 * share * xy + share**2 * yy, 0)
        return np.where(groups > 1, groups / (groups - 1) * spread / y**2, np.nan)


def mean_interval(
    value: Floats, variance: Floats, groups: Any, least: float = -np.inf, most: float = np.inf
) -> tuple[Floats, Floats]:
    """Lower and upper end for a mean or ratio that lies between `least` and `most`; nan where the variance is.

    With few groups the normal interval goes beyond what can be. There it is cut off: no value inside is lost.
    """
    half = student(np.asarray(groups, float) - 1) * np.sqrt(variance)
    return np.maximum(value - half, least), np.minimum(value + half, most)


def rate_interval(successes: Floats, n: Floats, variance: Floats, groups: Any) -> tuple[Floats, Floats]:
    """Lower and upper end for a rate: Wilson's with the sample size that fits the variance found."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = successes / n
        binomial = share * (1 - share) / n
        effect = np.where((groups >= ENOUGH) & (binomial > 0), variance / binomial, 1.0)
        effect = np.maximum(
            effect, 1e-12
        )  # a rate fixed by the rules, as the share of first places among all seats, does not vary
        return wilson(share * n / effect, n / effect)
