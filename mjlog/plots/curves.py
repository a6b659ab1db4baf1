"""Plots of curves: results game by game, events by turn, and statistics over a number."""

from __future__ import annotations

from itertools import cycle
from typing import Final

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from mjlog.plots.frames import check_frame, direction_of_good, groups_of, ordinal, statistic_name, with_n
from mjlog.plots.style import (
    BAD,
    COLOURS,
    EVENT_COLOURS,
    GOOD,
    GREY,
    INK,
    MIN_CASES,
    PALE,
    PLACE_COLOURS,
    draw_band,
    is_narrow,
    legend,
    localised,
    new_axes,
    percent_ticks,
)
from mjlog.words import tr, word

LINE_STYLES: Final = ("-", "--", ":", "-.")


@localised
def points_curve(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The running sum of a player's results by game and date, coloured by place (`mjlog.stats.history`).

    ```python
    plots.points_curve(stats.history(ds, "Kaede", {"players": 4}))
    ```
    """
    check_frame(frame, "number", "total_score", "place")
    ax = new_axes(ax, (8, 4), title)
    kinds = sorted(frame["players"].unique())
    for players in kinds:
        games = frame[frame["players"] == players]
        ax.plot(games["number"], games["total_score"], color=GREY, linewidth=1, zorder=2)
        for place, colour in enumerate(PLACE_COLOURS[:players], start=1):
            games_in_place = games[games["place"] == place]
            kind = [tr(f"{players} players")] * (len(kinds) > 1)
            label = tr(", ").join([*kind, f"{ordinal(place)} ({len(games_in_place)})"])
            ax.plot(
                games_in_place["number"],
                games_in_place["total_score"],
                "o",
                markersize=4,
                color=colour,
                label=label,
                zorder=3,
            )
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=3 if is_narrow() else 7))
    ax.set_xlabel(tr("games"))
    if len(kinds) == 1 and "started" in frame and frame["started"].notna().all():
        date = tr("%Y-%m" if is_narrow() else "%Y-%m-%d")
        days = dict(zip(frame["number"], frame["started"], strict=True))
        ax.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:g}\n{days[n]:{date}}" if n in days else ""))
        ax.set_xticks([n for n in ax.get_xticks() if n in days])
    ax.set_ylabel(tr("sum of results (1,000 points)"))
    ax.grid(axis="y", color=PALE)
    legend(ax)
    return ax


@localised
def turns(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The share of kyoku that had a call, a riichi, a tenpai or a win by each turn (`mjlog.stats.turns`).

    ```python
    plots.turns(stats.turns(ds, where={"players": 4}))
    ```
    """
    check_frame(frame, "event", "turn", "share")
    groups = groups_of(frame, drop=("event", "turn", "share", "low", "high", "count", "kyoku"))
    ax = new_axes(ax, (8, 4.2), title)
    for (label, rows), style in zip(groups, cycle(LINE_STYLES)):
        for event, curve in rows.groupby("event"):
            name = word(event) + (f"{tr(', ')}{label}" if len(groups) > 1 else "")
            colour = EVENT_COLOURS[str(event)]
            draw_band(ax, curve["turn"], curve, colour, value="share", style=style, label=name)
    ax.set_xlim(1, frame["turn"].max())
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    percent_ticks(ax.yaxis)
    ax.set_xlabel(tr("turn"))
    ax.set_ylabel(tr("share of kyoku with the event by that turn"))
    ax.grid(color=PALE)
    legend(ax)
    return ax


@localised
def outcomes(frame: pd.DataFrame, x: str, *, statistic: str = "", ax: Axes | None = None, title: str = "") -> Axes:
    """Statistics over a column of numbers, with intervals: one line for each statistic and group.

    For `mjlog.stats.riichi_outcomes` (`x="riichi_turn"`), `call_outcomes` (`x="first_call_turn"`), `danger` by turn
    (`x="turn"`), and `summary` by a number or by categories in order. Points with fewer than 30 cases are not drawn.

    ```python
    frame = stats.danger(ds, ("danger", "turn"), {"players": 4, "danger": ["musuji", "honor"]})
    plots.outcomes(frame, "turn")
    ```
    """
    check_frame(frame, x, "n")
    rate = "deal_in_rate" in frame
    value = "deal_in_rate" if rate else "value"
    if statistic:
        frame = frame[frame["statistic"] == statistic]
    elif "statistic" in frame:
        frame = frame.assign(outcome=frame["statistic"].map(statistic_name))
    rate = rate or bool(frame["unit"].eq("share").all())
    frame = frame[(frame["n"] >= MIN_CASES) & frame[value].notna()]
    bands: list[str] = []
    if isinstance(frame[x].dtype, pd.CategoricalDtype):
        bands = [str(band) for band in frame[x].cat.categories]
        frame = frame.assign(**{x: frame[x].cat.codes})
    ax = new_axes(ax, (8, 4.2), title)
    groups = groups_of(frame, drop=(x, value), keep=("danger",))
    one_each = "outcome" in frame and len(groups) == frame["outcome"].nunique()
    for place, (label, rows) in enumerate(groups):
        colour, style = COLOURS[place % len(COLOURS)], LINE_STYLES[place // len(COLOURS) % len(LINE_STYLES)]
        if one_each:
            colour = {"high": GOOD, "low": BAD}.get(direction_of_good(rows["statistic"].iloc[0]), colour)
        name = with_n(label, int(rows["n"].sum()))
        rows = rows.sort_values(x)
        draw_band(ax, rows[x], rows, colour, value=value, style=style, label=name)
        ax.plot(rows[x], rows[value], "o", markersize=4, color=colour)
        if len(rows) == 1:
            ax.vlines(rows[x], rows["low"], rows["high"], color=colour, alpha=0.4)
    if bands:
        step = -(-len(bands) // (4 if is_narrow() else 10))  # so that the labels do not overlap
        ax.set_xticks(range(0, len(bands), step), list(map(tr, bands[::step])))
        ax.set_xlim(-0.4, len(bands) - 0.6)
    else:
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    if rate:
        percent_ticks(ax.yaxis)
        ax.set_ylim(0, min(1.0, 1.05 * max(frame["high"].max(), 0.001)))
    ax.set_xlabel(word(x))
    ax.set_ylabel(tr("deal-in rate of a discard") if value == "deal_in_rate" else statistic_name(statistic))
    ax.grid(color=PALE)
    legend(ax)
    return ax
