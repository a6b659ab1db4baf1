"""95 % intervals of rates and ratios, from sums that one query can compute.

Rows of one game are correlated: the four seats of a kyoku share its draw, and only one of them wins. So games, not
rows, are treated as independent. The hash of its id puts each game into one of `BUCKETS` random buckets; the variance
follows from the spread of the buckets' sums (method of random groups, with linearisation of the ratio), whatever the
correlation inside a game. Games that fill fewer than `ENOUGH` buckets are too few for this: there each kyoku is a
bucket, since nearly all correlation is inside a kyoku. Buckets of different sizes count as fewer equal ones
(`effective`).

- A mean or ratio has a normal interval with Student's t for the number of buckets, cut off at its minimum and maximum.
- A rate has a Wilson interval, which is valid near 0 and 1 where a normal one is not, with Student's t too. Its sample
  size is the number of rows divided by the design effect: the measured variance over that of independent rows. With
  very few buckets or rows the design effect is noisy, and at least 1.
- A value that is the same in every game has no interval (`fixed`): the rules fix the mean place of whole tables.
- A difference of two values has the interval that follows from theirs and from their correlation over the buckets
  (MOVER; Zou and Donner 2008). Two players of the same tables have negatively correlated results, which makes it wider.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

BUCKETS: Final = 64
"""Number of random buckets; with 64 the standard error itself is accurate to 9 %."""
ENOUGH: Final = 12
"""Filled buckets of games from which kyoku are no buckets."""
FEW: Final = 6
"""With fewer buckets, or up to two rows a bucket, a design effect is too noisy to be less than 1."""
SAME: Final = 1e-12
"""A variance of up to this share of the squared value is 0 but for rounding."""
Z: Final = 1.959964
"""The 97.5 % point of the normal distribution."""

Floats = NDArray[np.float64]


def wilson(successes: Floats | float, n: Floats | float, z: Floats | float = Z) -> tuple[Floats, Floats]:
    """Lower and upper end of Wilson's score interval for a share; `n` may be fractional.

    >>> low, high = wilson(5, 10)
    >>> round(float(low), 4), round(float(high), 4)
    (0.2366, 0.7634)
    """
    n = np.asarray(n, float)
    share = np.asarray(successes, float) / n
    centre = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z / (1 + z**2 / n) * np.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    return np.clip(centre - half, 0, share), np.clip(centre + half, share, 1)  # rounding could exclude the share


def student(freedom: Floats) -> Floats:
    """The 97.5 % point of Student's t, accurate to 0.5 %.

    Up to 3 degrees of freedom from tables, above that by the expansion around the normal point (Abramowitz and Stegun
    26.7.5, first three terms).

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


def effective(y: Any, yy: Any) -> Floats:
    """The number of equal buckets that are worth as much as these: fewer if a few have most of the denominator."""
    with np.errstate(divide="ignore", invalid="ignore"):
        number: Floats = np.asarray(y, float) ** 2 / yy
    return number


def ratio_variance(x: Any, y: Any, xx: Any, xy: Any, yy: Any) -> Floats:
    """Variance of sum(x) / sum(y), from sums over buckets of x, y and their products; nan with one bucket."""
    buckets = effective(y, yy)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = x / y
        spread = np.maximum(xx - 2 * share * xy + share**2 * yy, 0)
        return np.where(buckets > 1 + SAME, buckets / (buckets - 1) * spread / y**2, np.nan)


def mean_interval(
    value: Floats,
    variance: Floats,
    buckets: Floats,
    minimum: Floats | float = -np.inf,
    maximum: Floats | float = np.inf,
) -> tuple[Floats, Floats]:
    """Lower and upper end for a mean or ratio, cut off at its minimum and maximum; nan where the variance is nan."""
    half = student(buckets - 1) * np.sqrt(variance)
    return np.maximum(value - half, minimum), np.minimum(value + half, maximum)


def rate_interval(successes: Floats, n: Floats, variance: Floats, buckets: Floats) -> tuple[Floats, Floats]:
    """Lower and upper end for a rate: Wilson's interval with the sample size that matches the measured variance."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = successes / n
        binomial = share * (1 - share) / n
        effect = np.where((buckets > 1) & (binomial > 0), variance / binomial, 1.0)
        single = n <= 2 * buckets
        effect = np.maximum(effect, np.where(single | (buckets < FEW), 1, SAME))
        return wilson(share * n / effect, n / effect, np.where(single, Z, student(buckets - 1)))


def fixed(kind: Any, x: Floats, y: Floats, variance: Floats, buckets: Floats) -> NDArray[np.bool_]:
    """Whether all buckets have the same value, so that a measured variance of 0 says nothing.

    A rate needs `ENOUGH` buckets and a value other than 0 and 1, since its interval does not need the variance.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        same = variance <= SAME * ((x / y) ** 2 + SAME)
    between = (buckets >= ENOUGH) & (x > 0) & (x < y)
    result: NDArray[np.bool_] = same & ((np.asarray(kind) != "rate") | between)
    return result


def difference_interval(one: Floats, other: Floats, correlation: Floats | float) -> tuple[Floats, Floats]:
    """Lower and upper end for the first value minus the second.

    Each side `(3, n)` is the values, their lower and their upper ends.
    """
    (x, x_low, x_high), (y, y_low, y_high) = one, other

    def reach(a: Floats, b: Floats) -> Floats:
        length: Floats = np.sqrt(np.maximum(a**2 + b**2 - 2 * correlation * a * b, 0))
        return length

    return x - y - reach(x - x_low, y_high - y), x - y + reach(x_high - x, y - y_low)


def correlation(x: Floats, y: Floats, other_x: Floats, other_y: Floats) -> Floats:
    """The correlation of two ratios sum(x) / sum(y), from their sums by bucket (the first axis); 0 if one is constant.

    Linearised: the covariance of the residuals `x - ratio * y`. With fewer than `ENOUGH` buckets it is at most 0, since
    a positive one by chance would make an interval too narrow.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = x - x.sum(0) / y.sum(0) * y, other_x - other_x.sum(0) / other_y.sum(0) * other_y
        value = (one * other).sum(0) / np.sqrt((one**2).sum(0) * (other**2).sum(0))
    most = 1.0 if len(x) >= ENOUGH else 0.0
    bounded: Floats = np.minimum(np.nan_to_num(value), most)
    return bounded
