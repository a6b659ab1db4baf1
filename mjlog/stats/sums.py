"""The columns of the sums from which statistics and their intervals are computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import pandas as pd

from mjlog.stats.intervals import ENOUGH
from mjlog.stats.statistic import Statistic

BUCKET: Final = "·bucket"
"""Column with the random bucket of a row's game, or with its kyoku (see `mjlog.stats.intervals`)."""
GAMES: Final = "·games"
"""Column with the number of buckets of games that a group has."""


class Sums(NamedTuple):
    """The columns with the sums of one statistic: numerator and denominator, which other statistics may share."""

    statistic: Statistic
    x: str
    y: str


def totals(bucketed: pd.DataFrame, groups: Sequence[str], sums: Sequence[Sums]) -> pd.DataFrame:
    """The sums by group over the buckets, with those of squares and products, as of `mjlog.stats.query.sums_of`.

    They are added in the order of the buckets, so that they do not depend on the order of the rows.
    """
    bucketed = bucketed.sort_values(BUCKET, kind="stable", ignore_index=True)
    names, x, y = columns_of(sums)
    pairs = {f"{entry.x}·{entry.y}": place for entry, *place in zip(sums, x, y, strict=True)}
    x, y = (list(places) for places in zip(*pairs.values(), strict=True))
    values = np.nan_to_num(bucketed[names].to_numpy(float))
    values = np.hstack([np.ones((len(values), 1)), values, values**2, values[:, x] * values[:, y]])
    frame = pd.DataFrame(values, bucketed.index, [GAMES, *names, *(f"{name}²" for name in names), *pairs])
    return frame.groupby([bucketed[group] for group in groups], dropna=False).sum().reset_index()


def columns_of(sums: Sequence[Sums]) -> tuple[list[str], list[int], list[int]]:
    """The columns, and for each statistic the places of its numerator and denominator among them."""
    places: dict[str, int] = {}
    x = [places.setdefault(entry.x, len(places)) for entry in sums]
    y = [places.setdefault(entry.y, len(places)) for entry in sums]
    return list(places), x, y


def with_kyoku(frame: pd.DataFrame, by_kyoku: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    """The sums by group, those of groups of few games replaced by sums whose buckets are kyoku."""
    few = frame[GAMES] < ENOUGH
    by_kyoku = by_kyoku.drop(columns=GAMES).merge(frame.loc[few, [*groups, GAMES]], on=list(groups))
    return by_kyoku if few.all() else pd.concat([frame[~few], by_kyoku])
