"""What a score situation is worth, what the last kyoku turns around, and what each kyoku won or lost of the game.

`situations` is the table of placement probabilities, `places_added` and `chance_added` are what each kyoku changed of
the expected place and of the chance of a place (win probability added).

Terms. A *situation* is what a player faces when a kyoku begins: planned length, round wind and number, dealer or not,
own place, and the gaps to the places above and below in bands of `BAND` points up to `BANDS` bands. Its *worth* is the
mean final place of all rows of the archive in it; situations with fewer than `ENOUGH` rows are taken together, first
without the gap that is farther, then without both. Only games that came to their final result count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import shares
from mjlog.stats.query import measured
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family, Sample

BAND: Final = 4_000
BANDS: Final = 4
ENOUGH: Final = 50
COARSE: Final = ("players", "length", "wind", "number", "start_place")
FINE: Final = (*COARSE, "dealer", "band_above", "band_below")
NEEDED: Final = ("length", "place", "gap_above", "gap_below")
"""Columns of other tables that situations are made of."""


Ended = Callable[[ir.Table], Any]
"""A number that tells how a game ended, from `place` and `players`."""
Ending = Literal["first", "top two", "not last"]
ENDINGS: Final[dict[Ending, Ended]] = {
    "first": lambda t: (t.place == 1).cast("int8"),
    "top two": lambda t: (t.place <= 2).cast("int8"),
    "not last": lambda t: (t.place < t.players).cast("int8"),
}


def final_place(t: ir.Table) -> Any:
    """The final place."""
    return t.place


def banded(t: ir.Table, gap: str) -> ir.Column:
    """A gap in bands: 0 for less than `BAND` points …, `BANDS` for all that are wider; -1 without a place there."""
    band = (t[gap] // BAND).cast("int64")
    return ibis.ifelse(t[gap].isnull(), -1, ibis.ifelse(band > BANDS, BANDS, band))


def situations(ds: Tables, where: Where | None = None) -> pd.DataFrame:
    """The share of each final place by round, number, own place and gap bands, with interval and n."""
    rows, _ = grouped_rows(ds, "hands", (), where, also=NEEDED)
    return shares(_told(rows), FINE, ["place"]).sort_values([*FINE, "place"], ignore_index=True)


def all_last(ds: Tables, by: By = (), where: Where | None = None) -> pd.DataFrame:
    """How games end from their first all-last kyoku: the final place by the place and gap before it.

    Columns: groups, `start_place`, `band_above`, `band_below`, `place`, `count`, `n`, `share`, `low`, `high`; a place
    above `start_place` is an overtaking, one below it being overtaken.
    """
    rows, groups = grouped_rows(ds, "hands", by, where, also=NEEDED)
    last = _told(rows.filter(rows.all_last))
    window = ibis.window(group_by=["game", "seat"])
    last = last.mutate(first=last.kyoku.min().over(window))
    last = last.filter(last.kyoku == last["first"])
    kinds = ["start_place", "band_above", "band_below"]
    return shares(last, [*groups, *kinds], ["place"]).sort_values([*groups, *kinds, "place"], ignore_index=True)


def worth(ds: Tables, final: Ended = final_place) -> ir.Table:
    """Every kyoku of every seat with `final`, what its game ended with, and the mean of its situation, `expected`.

    The mean is over the whole archive; by default that of the final place.
    """
    rows, _ = grouped_rows(ds, "hands", (), None, also=NEEDED)
    told = _told(rows)
    told = told.mutate(final=final(told))

    def mean(*keys: str) -> tuple[ir.Column, ir.Column]:
        window = ibis.window(group_by=list(keys))
        return told["final"].mean().over(window), told.count().over(window)

    coarse, _ = mean(*COARSE)
    middle, n_middle = mean(*COARSE, "dealer", "band_near")
    fine, n_fine = mean(*FINE)
    expected = ibis.cases((n_fine >= ENOUGH, fine), (n_middle >= ENOUGH, middle), else_=coarse)
    return told.mutate(expected=expected)


def places_added(ds: Tables, by: By = "player", where: Where | None = None) -> pd.DataFrame:
    """What the kyoku of each group changed of the expected final place: the mean of a kyoku, with interval and n.

    The change is the worth of the situation before less that of the next (after the last kyoku, the final place
    itself), so the sum over a game is the worth of its start less its final place. Positive is better. Every kyoku
    counts, also those that ended a game.
    """
    rows, groups = _changed(ds, by, where, final_place)
    return measured(rows.mutate(places_added=-rows.change), groups, [PLACES_ADDED])


def chance_added(ds: Tables, by: By = "player", where: Where | None = None, *, of: Ending = "first") -> pd.DataFrame:
    """What the kyoku of each group changed of the chance to end in a place: the mean of a kyoku, with interval and n.

    `of` is `first` (win probability added), `top two`, or `not last`. The chance of a situation is the share of its
    rows in the archive that ended so; after the last kyoku it is 1 or 0. The sum over a game is what became of it less
    the chance at its start. By `by=["game", "kyoku", "player"]` it is told of every kyoku; with `where` of some.
    """
    rows, groups = _changed(ds, by, where, ENDINGS[of])
    return measured(rows.mutate(chance_added=rows.change), groups, [CHANCE_ADDED])


def _changed(ds: Tables, by: By, where: Where | None, final: Ended) -> tuple[ir.Table, list[str]]:
    """The kyoku of the groups with the `change` of the worth of the situation by each."""
    value = worth(ds, final).select("game", "kyoku", "seat", "expected", "final")
    order = ibis.window(group_by=["game", "seat"], order_by="kyoku")
    after = ibis.coalesce(value.expected.lead(1).over(order), value["final"].cast("float64"))
    keys = ["game", "kyoku", "seat"]
    changes = value.mutate(change=after - value.expected).select(*keys, "change")
    rows, groups = grouped_rows(ds, "hands", by, where)
    return rows.inner_join(changes, keys), groups


_hand, FINISHED = Family("hands"), Sample("kyoku of finished games", EVERY_ROW.rows)
PLACES_ADDED: Final = _hand.mean(
    "places_added",
    "places won by a kyoku",
    "期待順位増減",
    "Expected final place before a kyoku less that after it.",
    lambda t: t.places_added,
    FINISHED,
    "place",
    "mjlog",
    least=SIGNED,
)
"""The statistic of `places_added`, whose column that function makes."""
CHANCE_ADDED: Final = _hand.mean(
    "chance_added",
    "chance won by a kyoku",
    "期待着順率増減",
    "Chance to end in a place after a kyoku less that before it.",
    lambda t: t.chance_added,
    FINISHED,
    "chance",
    "mjlog",
    least=SIGNED,
)
"""The statistic of `chance_added`, whose column that function makes."""


def _told(rows: ir.Table) -> ir.Table:
    """Rows of finished games with their bands."""
    rows = rows.filter(rows.place.notnull())
    rows = rows.mutate(band_above=banded(rows, "gap_above"), band_below=banded(rows, "gap_below"))
    above, below = rows.band_above, rows.band_below
    near = ibis.ifelse((above >= 0) & ((below < 0) | (above <= below)), above, 10 + below)
    return rows.mutate(band_near=near)
