"""Compares a data set with published figures, and gives known reasons for differences.

Terms. A published figure is *inside* if it lies in the 95 % interval of the data set. One in twenty is outside by
chance alone, so a figure needs an explanation only outside the wider interval that contains all figures of the
population with 95 % (Bonferroni). The explanation is a known reason (`populations.Reason`: the data set has many games
of years that are known to differ in this direction), or the figure is *unexplained*: a wrong definition, a wrongly
read log, or an unknown fact.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from statistics import NormalDist
from typing import Final, Literal

import numpy as np
import pandas as pd

from mjlog.stats.dimensions import Tables, Where, grouped_rows, to_frame
from mjlog.stats.intervals import Z
from mjlog.stats.populations import Population, Reason
from mjlog.stats.summaries import summary
from mjlog.stats.theory import population
from mjlog.words import tr, word

Verdict = Literal["inside", "near", "differs", "unexplained", ""]
"""`near` is outside, but within the interval for all figures together; empty without a case or interval."""
MANY: Final = 0.25
"""A reason about some years applies from this share of kyoku in these years."""
MUCH: Final = 0.1
"""A reason about lengths applies from this difference in the share of east games."""


def compare_published(ds: Tables, key: str = "houou", where: Where | None = None) -> pd.DataFrame:
    """Each statistic of the data set and of a published population or of `theory`, with the difference and a verdict.

    By default only games of the population's kind count; `where` replaces that filter. Columns: those of `summary`,
    then `published`, `difference`, `inside`, `verdict` (`Verdict`) and `reason`.
    """
    published = population(key)
    where = published.where if where is None else where
    frame = summary(ds, published.figures, where)
    frame = frame.assign(published=frame["statistic"].map(published.figures).astype(float))
    difference = frame["value"] - frame["published"]
    side = np.where(difference > 0, frame["value"] - frame["low"], frame["high"] - frame["value"])
    known = pd.Series(side, frame.index).gt(0)
    inside = known & (difference.abs() <= side)
    near = difference.abs() <= side * familywise(len(published.figures))
    reasons = _applicable(ds, published, where)
    texts = [_reason(reasons, key, gap) for key, gap in zip(frame["statistic"], difference, strict=True)]
    explained = np.array([bool(text) for text in texts])
    cases = [~known, inside, explained, near]
    verdicts = np.select([np.asarray(case, bool) for case in cases], ["", "inside", "differs", "near"], "unexplained")
    return frame.assign(
        difference=difference,
        inside=inside.where(known),
        verdict=verdicts,
        reason=np.where(known & ~inside, texts, ""),
    )


def familywise(figures: int) -> float:
    """The factor by which intervals widen to contain all of `figures` figures together with 95 %.

    >>> round(familywise(1), 3), round(familywise(49), 2)
    (1.0, 1.68)
    """
    return NormalDist().inv_cdf(1 - 0.025 / figures) / Z


def composition(ds: Tables, where: Where | None = None) -> pd.DataFrame:
    """The number of kyoku (of one player each) and games that pass a filter, by year and length of game."""
    rows, groups = grouped_rows(ds, "hands", ("year", "length"), where)
    return to_frame(rows.group_by(groups).aggregate(n=rows.count(), games=rows.game.nunique())).sort_values(
        groups, ignore_index=True
    )


def _applicable(ds: Tables, published: Population, where: Where) -> list[Reason]:
    """The reasons that apply to the data set."""
    kyoku = composition(ds, where)
    total = max(int(kyoku["n"].sum()), 1)
    east = float(kyoku.loc[kyoku["length"].eq("east"), "n"].sum() / total)

    def applies(reason: Reason) -> bool:
        if reason.years is not None:
            return bool(kyoku.loc[kyoku["year"].between(*reason.years), "n"].sum() > MANY * total)
        if published.east_share is None:
            return False
        gap = east - published.east_share
        return gap > MUCH if reason.east == "more" else gap < -MUCH

    return [reason for reason in published.reasons if applies(reason)]


def _reason(reasons: Collection[Reason], statistic: str, difference: float) -> str:
    """The first reason for a difference in this direction."""
    base = statistic.partition("@")[0]
    return next((r.text for r in reasons if base in (r.higher if difference > 0 else r.lower)), "")


def filter_words(where: Mapping[str, object]) -> str:
    """A filter as text for people.

    >>> filter_words({"room": "鳳", "year": (2016, 2017, 2018), "players": 4})
    'room 鳳, year 2016-2018, players 4'
    """
    return tr(", ").join(f"{word(column)} {word(_values(value))}" for column, value in where.items())


def _values(value: object) -> str:
    if not isinstance(value, tuple | list | range):
        return str(value)
    run = all(isinstance(v, int) for v in value) and len(value) > 1 and value[-1] - value[0] == len(value) - 1
    return f"{value[0]}-{value[-1]}" if run else ", ".join(map(str, value))
