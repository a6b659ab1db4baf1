"""An archive held against the published figures of its kind: which lie in its intervals, and why others do not.

Terms. A published figure is *inside* if it lies in the archive's 95 % interval. One in twenty does not by chance
alone, so a figure outside is looked into only beyond the interval that holds all figures of the population together
with 95 % (Bonferroni). There it either has a known reason (`populations.Reason`: the archive has many games of years
that are known to differ, in this direction) or is unexplained: a definition, a reading of the log, or a fact nobody
has told yet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from statistics import NormalDist
from typing import Final, Literal

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import Z
from mjlog.stats.populations import POPULATIONS, Population, Reason
from mjlog.stats.query import summary

Verdict = Literal["inside", "near", "differs", "unexplained", ""]
"""`near` is outside, but no farther than some figure of so many goes by chance; empty without a case or interval."""
MANY: Final = 0.25
"""Share of an archive's kyoku from which on a reason of some years speaks of it."""
MUCH: Final = 0.1
"""Difference of the shares of east games from which on a reason of lengths speaks."""


def compare_published(ds: Tables, key: str = "houou", where: Where | None = None) -> pd.DataFrame:
    """An archive beside a published population: each statistic, the published value, and what the difference is.

    By default only the archive's games of the population's kind are taken; `where` replaces that filter. Columns: those
    of `summary`, then `published`, `difference`, `inside`, `verdict` (`Verdict`) and `reason` in words.
    """
    published = POPULATIONS[key]
    where = published.where if where is None else where
    frame = summary(ds, published.figures, where)
    frame = frame.assign(published=frame["statistic"].map(published.figures).astype(float))
    difference = frame["value"] - frame["published"]
    side = np.where(difference > 0, frame["value"] - frame["low"], frame["high"] - frame["value"])
    known = pd.Series(side, frame.index).gt(0)
    inside = known & (difference.abs() <= side)
    near = difference.abs() <= side * familywise(len(published.figures))
    reasons = _speaking(ds, published, where)
    told = [_reason(reasons, key, gap) for key, gap in zip(frame["statistic"], difference, strict=True)]
    is_told = np.array([bool(text) for text in told])
    cases = [~known, inside, is_told, near]
    verdicts = np.select([np.asarray(case, bool) for case in cases], ["", "inside", "differs", "near"], "unexplained")
    return frame.assign(
        difference=difference,
        inside=inside.where(known),
        verdict=verdicts,
        reason=np.where(known & ~inside, told, ""),
    )


def familywise(figures: int) -> float:
    """How much wider than one 95 % interval those are that hold so many figures together with 95 %.

    >>> round(familywise(1), 3), round(familywise(49), 2)
    (1.0, 1.68)
    """
    return NormalDist().inv_cdf(1 - 0.025 / figures) / Z


def composition(ds: Tables, where: Where | None = None) -> pd.DataFrame:
    """How many kyoku (of one player each) a filter leaves, by year and length of game."""
    rows, groups = grouped_rows(ds, "hands", ("year", "length"), where)
    return to_frame(rows.group_by(groups).aggregate(n=rows.count(), games=rows.game.nunique())).sort_values(
        groups, ignore_index=True
    )


def _speaking(ds: Tables, published: Population, where: Where) -> list[Reason]:
    """The reasons that speak of the archive."""
    found = composition(ds, where)
    total = max(int(found["n"].sum()), 1)
    east = float(found.loc[found["length"].eq("east"), "n"].sum() / total)

    def speaks(reason: Reason) -> bool:
        if reason.years is not None:
            return bool(found.loc[found["year"].between(*reason.years), "n"].sum() > MANY * total)
        if published.east_share is None:
            return False
        gap = east - published.east_share
        return gap > MUCH if reason.east == "more" else gap < -MUCH

    return [reason for reason in published.reasons if speaks(reason)]


def _reason(reasons: Collection[Reason], statistic: str, difference: float) -> str:
    """The first reason for a difference in this direction."""
    base = statistic.partition("@")[0]
    return next((r.words for r in reasons if base in (r.higher if difference > 0 else r.lower)), "")


def filter_words(where: Mapping[str, object]) -> str:
    """A filter as one reads it.

    >>> filter_words({"room": "鳳", "year": (2016, 2017, 2018), "players": 4})
    'room 鳳, year 2016-2018, players 4'
    """
    return ", ".join(f"{column} {_values(value)}" for column, value in where.items())


def _values(value: object) -> str:
    if not isinstance(value, tuple | list | range):
        return str(value)
    run = all(isinstance(v, int) for v in value) and len(value) > 1 and value[-1] - value[0] == len(value) - 1
    return f"{value[0]}-{value[-1]}" if run else ", ".join(map(str, value))
