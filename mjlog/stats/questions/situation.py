"""Final places by score situation, and how much each kyoku changes them (win probability added).

Terms. A *situation* is the state of the game for one player at the start of a kyoku: planned length, round wind and
number, dealer or not, place, and the gaps to the places above and below in bands of `BAND` points, up to `BANDS`
bands. Its *expectation* is the mean final place (or the share of an ending) over all rows of the data set in the
same situation. Situations with fewer than `ENOUGH` rows are pooled, first without the wider gap, then without both.
Only finished games count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import distribution
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family, Sample, Statistic
from mjlog.stats.summaries import measure

BAND: Final = 4_000
BANDS: Final = 4
ENOUGH: Final = 50
COARSE: Final = ("players", "length", "wind", "number", "start_place")
FINE: Final = (*COARSE, "dealer", "band_above", "band_below")
NEEDED: Final = ("length", "place", "gap_above", "gap_below")
"""Columns of other tables that define a situation."""


Score = Callable[[ir.Table], Any]
"""A number for how a game ended, from `place` and `players`."""
Ending = Literal["first", "top two", "not last"]
ENDINGS: Final[dict[Ending, Score]] = {
    "first": lambda t: (t.place == 1).cast("int8"),
    "top two": lambda t: (t.place <= 2).cast("int8"),
    "not last": lambda t: (t.place < t.players).cast("int8"),
}


def final_place(t: ir.Table) -> Any:
    """The final place."""
    return t.place


def banded(t: ir.Table, gap: str) -> ir.Column:
    """A gap in bands: 0 for less than `BAND` points, up to `BANDS` for all wider ones; -1 without a place there."""
    band = (t[gap] // BAND).cast("int64")
    return ibis.ifelse(t[gap].isnull(), -1, ibis.ifelse(band > BANDS, BANDS, band))


def situations(ds: Tables, where: Where | None = None) -> pd.DataFrame:
    """The share of each final place by situation, with count, interval and n."""
    rows, _ = grouped_rows(ds, "hands", (), where, extra=NEEDED)
    return distribution(_with_bands(rows), FINE, ["place"])


def all_last(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """The share of each final place by place and gap bands before the first all-last kyoku.

    Columns: groups, `start_place`, `band_above`, `band_below`, `place`, `count`, `n`, `share`, `low`, `high`. The
    player overtook someone where `place` is better than `start_place`, and was overtaken where it is worse.
    """
    rows, groups = grouped_rows(ds, "hands", by, where, extra=NEEDED)
    last = _with_bands(rows.filter(rows.all_last))
    window = ibis.window(group_by=["game", "seat"])
    last = last.mutate(first=last.kyoku.min().over(window))
    last = last.filter(last.kyoku == last["first"])
    kinds = ["start_place", "band_above", "band_below"]
    return distribution(last, [*groups, *kinds], ["place"])


def expectations(ds: Tables, score: Score = final_place) -> ir.Table:
    """Every kyoku of every seat with the `score` its game ended with, and the mean over its situation, `expected`.

    The mean is taken over the whole data set; the score is by default the final place.
    """
    rows, _ = grouped_rows(ds, "hands", (), None, extra=NEEDED)
    rows = _with_bands(rows)
    rows = rows.mutate(score=score(rows))

    def mean(*keys: str) -> tuple[ir.Column, ir.Column]:
        window = ibis.window(group_by=list(keys))
        return rows["score"].mean().over(window), rows.count().over(window)

    coarse, _ = mean(*COARSE)
    middle, n_middle = mean(*COARSE, "dealer", "band_near")
    fine, n_fine = mean(*FINE)
    expected = ibis.cases((n_fine >= ENOUGH, fine), (n_middle >= ENOUGH, middle), else_=coarse)
    return rows.mutate(expected=expected)


def places_added(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """The mean gain in expected final place per kyoku of each group, with interval and n; positive is better.

    The gain is the expectation of the situation before the kyoku minus that of the next situation (after the last
    kyoku, minus the final place), so the gains of a game sum to the expectation at its start minus its final place.
    """
    rows, groups = _changes(ds, by, where, final_place)
    return _mean(rows.mutate(places_added=-rows.change), groups, PLACES_ADDED)


def chance_added(ds: Tables, by: By = "player", where: Where | None = None, *, of: Ending = "first") -> pd.DataFrame:
    """The mean gain per kyoku in the chance of an ending, for each group, with interval and n.

    `of` is `first` (win probability added), `top two`, or `not last`. The chance in a situation is the share of its
    rows in the data set with this ending; after the last kyoku it is 1 or 0. The gains of a game sum to 1 or 0 minus
    the chance at its start. `by=["game", "kyoku", "player"]` gives every kyoku.
    """
    rows, groups = _changes(ds, by, where, ENDINGS[of])
    return _mean(rows.mutate(chance_added=rows.change), groups, CHANCE_ADDED)


def _changes(ds: Tables, by: By, where: Where | None, score: Score) -> tuple[ir.Table, list[str]]:
    """The kyoku of the groups, each with the `change` in expectation."""
    value = expectations(ds, score).select("game", "kyoku", "seat", "expected", "score")
    order = ibis.window(group_by=["game", "seat"], order_by="kyoku")
    after = ibis.coalesce(value.expected.lead(1).over(order), value["score"].cast("float64"))
    keys = ["game", "kyoku", "seat"]
    changes = value.mutate(change=after - value.expected).select(*keys, "change")
    rows, groups = grouped_rows(ds, "hands", by, where)
    return rows.inner_join(changes, keys), groups


def _mean(rows: ir.Table, groups: list[str], statistic: Statistic) -> pd.DataFrame:
    return measure(rows, groups, [statistic]).sort_values(groups, ignore_index=True)


_hand, FINISHED = Family("hands"), Sample("kyoku of finished games", EVERY_ROW.rows)
PLACES_ADDED: Final = _hand.mean(
    "places_added",
    "expected places gained per kyoku",
    "期待順位増減",
    "Expected final place before a kyoku minus the one after it.",
    lambda t: t.places_added,
    FINISHED,
    "place",
    "mjlog",
    minimum=SIGNED,
)
"""The statistic of `places_added`, which adds its column."""
CHANCE_ADDED: Final = _hand.mean(
    "chance_added",
    "chance gained per kyoku",
    "期待着順率増減",
    "Chance of an ending after a kyoku minus the one before it.",
    lambda t: t.chance_added,
    FINISHED,
    "chance",
    "mjlog",
    minimum=SIGNED,
)
"""The statistic of `chance_added`, which adds its column."""


def _with_bands(rows: ir.Table) -> ir.Table:
    """The rows of finished games, with the bands of their gaps."""
    rows = rows.filter(rows.place.notnull())
    rows = rows.mutate(band_above=banded(rows, "gap_above"), band_below=banded(rows, "gap_below"))
    above, below = rows.band_above, rows.band_below
    near = ibis.ifelse((above >= 0) & ((below < 0) | (above <= below)), above, 10 + below)
    return rows.mutate(band_near=near)
