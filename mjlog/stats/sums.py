"""The columns of the sums from which statistics and their intervals are computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

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


def with_kyoku(frame: pd.DataFrame, by_kyoku: pd.DataFrame, groups: Sequence[str]) -> pd.DataFrame:
    """The sums by group, those of groups of few games replaced by sums whose buckets are kyoku."""
    few = frame[GAMES] < ENOUGH
    by_kyoku = by_kyoku.drop(columns=GAMES).merge(frame.loc[few, [*groups, GAMES]], on=list(groups))
    return by_kyoku if few.all() else pd.concat([frame[~few], by_kyoku])
