"""Final places by score situation, and how much each kyoku changes them (win probability added).

Terms. A *situation* is the state of the game for one player at the start of a kyoku: planned length, round wind and
number, dealer or not, place, and the gaps to the places above and below in bands of `BAND` points, up to `BANDS`
bands. Expectations do not come from these bands but from the smooth model of `mjlog.stats.place_model`: by default the
shipped one, or one fitted to the data set `expected_from`, which never expects a game from itself. The note of a result
gives the number of games of the model. Only finished games count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, NamedTuple

import ibis
import ibis.expr.types as ir
import pandas as pd

from mjlog.stats.dimensions import By, Tables, Where, grouped_rows
from mjlog.stats.distributions import distribution
from mjlog.stats.place_model import KEYS, chances_of_places
from mjlog.stats.statistic import EVERY_ROW, SIGNED, Family, Sample, Statistic
from mjlog.stats.summaries import measure

BAND: Final = 4_000
BANDS: Final = 4
FINE: Final = ("players", "length", "wind", "number", "start_place", "dealer", "band_above", "band_below")
NEEDED: Final = ("length", "place", "gap_above", "gap_below")
"""Columns of other tables that define a situation."""


class End(NamedTuple):
    """How a game ended for a player, as Ibis values."""

    place: Any
    players: Any


Score = Callable[[End], Any]
"""A number for how a game ended."""
Ending = Literal["first", "top two", "not last"]
ENDINGS: Final[dict[Ending, Score]] = {
    "first": lambda end: (end.place == 1).cast("int8"),
    "top two": lambda end: (end.place <= 2).cast("int8"),
    "not last": lambda end: (end.place < end.players).cast("int8"),
}


def final_place(end: End) -> Any:
    """The final place."""
    return end.place


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


def expectations(
    ds: Tables, score: Score = final_place, *, expected_from: Tables | None = None
) -> tuple[ir.Table, Mapping[int, int]]:
    """Every kyoku of every seat with its `expected` score, and the `score` its game ended with.

    Also the number of games of the model, by number of players. The score is by default the final place.
    """
    chances, n_games = chances_of_places(ds, expected_from)
    rows = chances.inner_join(ds.hands.select(*KEYS, "players"), KEYS)
    expected = sum(rows[f"chance_{place}"] * score(End(ibis.literal(place), rows.players)) for place in range(1, 5))
    return rows.select(*KEYS, expected=expected, score=score(End(rows.place, rows.players))), n_games


def places_added(
    ds: Tables, by: By = "player", where: Where | None = None, *, expected_from: Tables | None = None
) -> pd.DataFrame:
    """The mean gain in expected final place per kyoku of each group, with interval and n; positive is better.

    The gain is the expectation before the kyoku minus the one before the next (after the last kyoku, minus the final
    place), so the gains of a game sum to the expectation at its start minus its final place.
    """
    rows, groups, n_games = _changes(ds, by, where, final_place, expected_from)
    return _mean(rows.mutate(places_added=-rows.change), groups, PLACES_ADDED, n_games)


def chance_added(
    ds: Tables,
    by: By = "player",
    where: Where | None = None,
    *,
    of: Ending = "first",
    expected_from: Tables | None = None,
) -> pd.DataFrame:
    """The mean gain per kyoku in the chance of an ending, for each group, with interval and n.

    `of` is `first` (win probability added), `top two`, or `not last`. After the last kyoku the chance is 1 or 0. The
    gains of a game sum to 1 or 0 minus the chance at its start. `by=["game", "kyoku", "player"]` gives every kyoku.
    """
    rows, groups, n_games = _changes(ds, by, where, ENDINGS[of], expected_from)
    return _mean(rows.mutate(chance_added=rows.change), groups, CHANCE_ADDED, n_games)


def _changes(
    ds: Tables, by: By, where: Where | None, score: Score, expected_from: Tables | None
) -> tuple[ir.Table, list[str], Mapping[int, int]]:
    """The kyoku of the groups, each with the `change` in expectation; and the games of the model."""
    value, n_games = expectations(ds, score, expected_from=expected_from)
    order = ibis.window(group_by=["game", "seat"], order_by="kyoku")
    after = ibis.coalesce(value.expected.lead(1).over(order), value["score"].cast("float64"))
    changes = value.mutate(change=after - value.expected).select(*KEYS, "change")
    rows, groups = grouped_rows(ds, "hands", by, where)
    return rows.inner_join(changes, KEYS), groups, n_games


def _mean(rows: ir.Table, groups: list[str], statistic: Statistic, n_games: Mapping[int, int]) -> pd.DataFrame:
    frame = measure(rows, groups, [statistic]).sort_values(groups, ignore_index=True)
    model = [f"model of {n_games[players]:,} games" for players in frame["players"]]
    return frame.assign(
        note=[f"{note}; {text}" if note else text for note, text in zip(frame["note"], model, strict=True)]
    )


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
    return rows.mutate(band_above=banded(rows, "gap_above"), band_below=banded(rows, "gap_below"))
