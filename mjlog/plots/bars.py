"""Plots of bars: the shares of places, the values of wins, and the parts of luck."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from mjlog.display.statistics import event_text, value_name
from mjlog.plots.frames import ALL, check_frame, check_players, groups_of, ordinal, with_n
from mjlog.plots.intervals import SHARE_COLUMNS
from mjlog.plots.style import (
    BAD,
    BLUE,
    COLOURS,
    GOOD,
    GREY,
    INK,
    ON_COLOUR,
    PALE,
    PLACE_COLOURS,
    SMALL_TEXT,
    drawable,
    is_narrow,
    label_rows,
    legend,
    localised,
    new_axes,
    percent_ticks,
    row_note,
)
from mjlog.seats import WINDS, wind_of_round
from mjlog.words import percent_text, span_text, tr, word

PLACE_RATES: Final = ("first_rate", "second_rate", "third_rate", "fourth_rate")
VALUE_EDGES: Final = (0, 2000, 3900, 5200, 7700, 12000, 16000, 24000, 32000)
"""Lower ends of the classes of hand values, in points."""
LUCK_WORDS: Final = {
    "rest": "without luck",
    "ura": "ura dora",
    "dealt in": "risky discards",
    "draws": "useful draws",
    "haipai": "dealt hands",
    "balance": "actual",
}


@localised
def places(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of the places: one bar for each group, with its average place and number of games.

    ```python
    frame = stats.summary(ds, [*plots.PLACE_RATES, "average_place"], {"players": 4}, by="seat")
    plots.places(frame)
    ```
    """
    check_frame(frame, "statistic", "value")
    groups = [(label, rows.set_index("statistic")) for label, rows in groups_of(frame)]
    shares = pd.DataFrame({height: rows["value"].reindex(PLACE_RATES) for height, (_, rows) in enumerate(groups)}).T
    notes = []
    for _, rows in groups:
        average = tr("ø {place:.2f}, ", place=rows["value"]["average_place"]) if "average_place" in rows.index else ""
        notes.append(f"{average}n {int(rows['n'].max()):,}" if "n" in rows else average.rstrip(", 、"))
    return place_bars(shares.to_numpy(float), [label for label, _ in groups], notes, ax=ax, title=title)


@localised
def final_places(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of the final places: one bar for each situation.

    The frame comes from `mjlog.stats.placement`, `placement_by_start` or `all_last`, for four- or three-player
    games; or from `place_changes`, with a bar for each result of a kyoku.

    ```python
    plots.final_places(stats.placement_by_start(ds, "start_place", {"players": 4}))
    ```
    """
    if "chance_1" in frame:
        chances = frame.filter(like="chance_").to_numpy(float)
        labels = [event_text(row["event"], row["other"], row["value"]) for row in frame.to_dict("records")]
        notes = [tr("ø {place:.2f}", place=place) for place in frame["place"]]
        return place_bars(chances, labels, notes, ax=ax, title=title)
    check_players(frame)
    check_frame(frame, "place", "share")
    n = next(name for name in ("kyoku", "games", "n") if name in frame)
    kinds = [c for c in frame.columns if c not in ("players", "place", "count", "share", "low", "high", n)]
    wide = frame.pivot_table(index=kinds or ["players"], columns="place", values="share", sort=False, fill_value=0.0)
    cases = frame.groupby(kinds or ["players"], sort=False)[n].first()
    keys = [key if isinstance(key, tuple) else (key,) for key in wide.index]
    labels = [_situation(kinds or ["players"], key) for key in keys]
    notes = [f"n {cases.loc[key]:,}" for key in wide.index]
    return place_bars(wide.sort_index(axis=1).to_numpy(float), labels, notes, ax=ax, title=title)


def _situation(kinds: list[str], key: tuple[object, ...]) -> str:
    """A situation in words, such as `E3, place 2`."""
    values = dict(zip(kinds, key, strict=True))
    words = []
    if "wind" in values and "number" in values:
        wind = tr(WINDS[wind_of_round(int(str(values.pop("wind"))))])
        words.append(tr("{wind}{number}", wind=wind, number=values.pop("number")))
    for name, value in values.items():
        match name:
            case "players":
                words.append(tr(f"{value} players"))
            case "start_place":
                words.append(tr("place {place}", place=value))
            case "player" | "room":
                words.append(value_name(name, str(value)))
            case _:
                words.append(f"{word(name)} {value}")
    return tr(", ").join(words)


def place_bars(
    shares: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    labels: list[str],
    notes: list[str],
    *,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """One bar for each row of `shares`, `(n, places)`, which is nan for the fourth place of three-player games."""
    ax = new_axes(ax, (8, 1.2 + 0.4 * len(labels)), title, legend_above=True)
    for height, (row, note) in enumerate(zip(shares, notes, strict=True)):
        left = 0.0
        for share, colour in zip(row[~np.isnan(row)], PLACE_COLOURS, strict=False):
            ax.barh(height, share, left=left, color=colour, height=0.7)
            if share > 0.06:
                shade = "white" if colour in (PLACE_COLOURS[0], PLACE_COLOURS[-1]) else ON_COLOUR
                middle = left + share / 2
                ax.text(
                    middle,
                    height,
                    percent_text(f"{100 * share:.0f}"),
                    ha="center",
                    va="center",
                    fontsize=9,
                    color=shade,
                )
            left += share
        row_note(ax, height, note)
    places = [place for place in range(shares.shape[1]) if not np.isnan(shares[:, place]).all()]
    for place in places:
        ax.add_patch(Rectangle((0, 0), 0, 0, color=PLACE_COLOURS[place], label=ordinal(place + 1)))
    label_rows(ax, [drawable(label) for label in labels], grid=False)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=percent_text("")))
    legend(ax, columns=4)
    return ax


@localised
def hand_values(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of wins in each class of value, one colour for each group (`mjlog.stats.hand_values`).

    ```python
    plots.hand_values(stats.hand_values(ds, by="players"))
    ```
    """
    check_frame(frame, "points", "share")
    groups = groups_of(frame, drop=("points", *SHARE_COLUMNS))
    alone = [label for label, _ in groups] == [tr(ALL)]
    ax = new_axes(ax, (8, 4), title, legend_above=not alone)
    width = 0.8 / len(groups)
    for place, (label, rows) in enumerate(groups):
        classes = np.searchsorted(VALUE_EDGES, rows["points"], side="right") - 1
        shares = np.bincount(classes, rows["wins"], len(VALUE_EDGES)) / rows["wins"].sum()
        centres = np.arange(len(VALUE_EDGES)) + width * (place - (len(groups) - 1) / 2)
        name = with_n(label, int(rows["wins"].sum()))
        ax.bar(centres, shares, width=width * 0.92, color=COLOURS[place % len(COLOURS)], label=name)
    ends = [f"–{end - 100:,}" for end in VALUE_EDGES[1:]]
    labels = [f"{start:,}\n{end}" for start, end in zip(VALUE_EDGES, [*ends, tr("and more")], strict=True)]
    labels[0] = tr("under\n2,000")
    if is_narrow():
        labels = [label.replace("\n", " ") for label in labels]
    ax.set_xticks(range(len(VALUE_EDGES)), labels, fontsize=SMALL_TEXT, rotation=90 if is_narrow() else 0)
    percent_ticks(ax.yaxis)
    ax.set_xlabel(tr("hand value in points, without honba and riichi sticks"))
    ax.set_ylabel(with_n(tr("share of wins"), int(frame["wins"].sum())) if alone else tr("share of wins"))
    ax.grid(axis="y", color=PALE)
    if not alone:
        legend(ax, columns=2)
    return ax


@localised
def luck_waterfall(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """How luck leads from the points of a kyoku without luck to the actual ones (`mjlog.stats.luck_points`, one group).

    Each kind of luck is a bar from the sum before it to the sum after it, with the 95 % interval of its end.

    ```python
    plots.luck_waterfall(stats.luck_points(ds, where={"players": 4, "player": "Kaede"}))
    ```
    """
    check_frame(frame, "luck", "points", "price")
    ax = new_axes(ax, (8, 1.2 + 0.42 * len(frame)), title)
    ax.axvline(0, color=INK, linewidth=0.8)
    end = 0.0
    for height, row in enumerate(frame.to_dict("records")):
        whole = row["luck"] in ("rest", "balance")
        start, points = 0.0 if whole else end, row["points"]
        end = start + points
        colour = BLUE if whole else GOOD if points > 0 else BAD
        ax.barh(height, points, left=start, color=colour, height=0.6)
        if height + 1 < len(frame):
            ax.plot([end, end], [height - 0.3, height + 1.3], color=GREY, linewidth=0.8, linestyle=":")
        if not whole:
            ax.hlines(height, start + row["low"], start + row["high"], color=INK, linewidth=1)
        ends = span_text(f"{row['low']:+,.0f}", f"{row['high']:+,.0f}")
        row_note(ax, height, f"{points:+,.0f}" + ("" if whole else f" ({ends})"))
    label_rows(ax, [word(LUCK_WORDS.get(kind, kind)) for kind in frame["luck"]])
    ax.margins(x=0.05)
    ax.set_xlabel(with_n(tr("points per kyoku"), frame["n"].iloc[0]))
    return ax
