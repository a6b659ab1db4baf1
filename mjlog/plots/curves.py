"""How things run: results game by game, events by turn, values of wins, outcomes by turn, distributions."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mjlog.plots.drawing import (
    BLUE,
    COLOURS,
    EVENT_COLOURS,
    FEW,
    GREY,
    INK,
    PALE,
    PLACE_COLOURS,
    axes,
    beside,
    check_frame,
    draw_band,
    draw_intervals,
    english,
    groups_of,
    legend,
    lines,
    ordinal,
    percent,
    styles,
)

VALUE_EDGES: Final = (0, 2000, 3900, 5200, 7700, 12000, 16000, 24000, 32000)
"""Lower ends of the classes of hand values, in points."""
SHARE_COLUMNS: Final = ("share", "low", "high", "count", "n", "kyoku", "games", "wins", "all_wins", "han", "japanese")
"""Columns of distributions that tell no groups."""


def points_curve(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """A player's results added up game by game, each game marked by its place (`mjlog.stats.history`)."""
    check_frame(frame, "number", "total_score", "place")
    ax = axes(ax, (8, 4), title)
    kinds = sorted(frame["players"].unique())
    for players in kinds:
        games = frame[frame["players"] == players]
        ax.plot(games["number"], games["total_score"], color=GREY, linewidth=1, zorder=2)
        for place, colour in enumerate(PLACE_COLOURS[:players], start=1):
            chosen = games[games["place"] == place]
            label = f"{players} players, " * (len(kinds) > 1) + f"{ordinal(place)} ({len(chosen)})"
            ax.plot(chosen["number"], chosen["total_score"], "o", markersize=4, color=colour, label=label, zorder=3)
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("games")
    ax.set_ylabel("sum of results (1,000 points)")
    ax.grid(axis="y", color=PALE)
    legend(ax)
    return ax


def hand_values(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of wins by classes of value, one colour for each group (`mjlog.stats.hand_values`)."""
    check_frame(frame, "points", "share")
    groups = groups_of(frame, drop=("points", *SHARE_COLUMNS))
    ax = axes(ax, (8, 4), title, legend_above=True)
    width = 0.8 / len(groups)
    for place, (label, rows) in enumerate(groups):
        classes = np.searchsorted(VALUE_EDGES, rows["points"], side="right") - 1
        shares = np.bincount(classes, rows["wins"], len(VALUE_EDGES)) / rows["wins"].sum()
        centres = np.arange(len(VALUE_EDGES)) + width * (place - (len(groups) - 1) / 2)
        name = f"{label}, n {rows['wins'].sum():,}"
        ax.bar(centres, shares, width=width * 0.92, color=COLOURS[place % len(COLOURS)], label=name)
    ends = [f"–{end - 100:,}" for end in VALUE_EDGES[1:]]
    labels = [f"{start:,}\n{end}" for start, end in zip(VALUE_EDGES, [*ends, "and more"], strict=True)]
    ax.set_xticks(range(len(VALUE_EDGES)), ["under\n2,000", *labels[1:]], fontsize=8)
    percent(ax.yaxis)
    ax.set_xlabel("value of the win without honba and sticks (points)")
    ax.set_ylabel("share of wins")
    ax.grid(axis="y", color=PALE)
    legend(ax, columns=2)
    return ax


def turns(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of kyoku with a call, a riichi, a win by each turn, with their intervals (`mjlog.stats.turns`)."""
    check_frame(frame, "event", "turn", "share")
    groups = groups_of(frame, drop=("event", "turn", "share", "low", "high", "count", "kyoku"))
    ax = axes(ax, (8, 4.2), title)
    for (label, rows), style in zip(groups, styles(len(groups)), strict=True):
        for event, curve in rows.groupby("event"):
            name = f"{event}, {label}" if len(groups) > 1 else str(event)
            colour = EVENT_COLOURS[str(event)]
            draw_band(ax, curve["turn"], curve, colour, value="share", style=style, label=name)
    ax.set_xlim(1, frame["turn"].max())
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    percent(ax.yaxis)
    ax.set_xlabel("turn")
    ax.set_ylabel("share of kyoku that had it by then")
    ax.grid(color=PALE)
    legend(ax)
    return ax


def outcomes(frame: pd.DataFrame, x: str, *, statistic: str = "", ax: Axes | None = None, title: str = "") -> Axes:
    """Statistics over a column of numbers, one line for each statistic and group, with intervals.

    For `mjlog.stats.riichi_outcomes` (`x="riichi_turn"`), `call_outcomes` (`x="first_call_turn"`), `danger` by turn
    (`x="turn"`), and `summary` by a number. Points of fewer than 30 cases are left out.
    """
    check_frame(frame, x, "n")
    rate = "deal_in_rate" in frame
    value = "deal_in_rate" if rate else "value"
    if statistic:
        frame = frame[frame["statistic"] == statistic]
    elif "statistic" in frame:
        frame = frame.assign(outcome=frame["statistic"].map(english))
    rate = rate or bool(frame["unit"].eq("share").all())
    frame = frame[(frame["n"] >= FEW) & frame[value].notna()]
    ax = axes(ax, (8, 4.2), title)
    for place, (label, rows) in enumerate(groups_of(frame, drop=(x, value))):
        colour, style = COLOURS[place % len(COLOURS)], styles(place // len(COLOURS) + 1)[-1]
        name = f"{label}, n {rows['n'].sum():,}"
        rows = rows.sort_values(x)
        draw_band(ax, rows[x], rows, colour, value=value, style=style, label=name)
        ax.plot(rows[x], rows[value], "o", markersize=4, color=colour)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    if rate:
        percent(ax.yaxis)
        ax.set_ylim(0, 1.3 * max(frame[value].max(), 0.001))
    ax.set_xlabel(x.replace("_", " "))
    ax.set_ylabel("deal-in rate of a discard" if value == "deal_in_rate" else english(statistic))
    ax.grid(color=PALE)
    legend(ax)
    return ax


def distribution(frame: pd.DataFrame, kind: str, *, top: int = 30, ax: Axes | None = None, title: str = "") -> Axes:
    """How rows fall into kinds, one line for each kind with its share, interval and count, one colour for each group.

    For `mjlog.stats.kyoku_results` (`kind="result"`), `deal_ins_by_shanten` (`"shanten"`), `folding` (`"answer"`),
    `yaku` (`"yaku"`), `game_lengths` (`"n_kyoku"`) and others that have a column `share`. The `top` kinds are shown.
    """
    check_frame(frame, kind, "share")
    groups = groups_of(frame, drop=(kind, "longest", *SHARE_COLUMNS))
    count = "wins" if "wins" in frame else "count"
    kinds = list(frame.groupby(kind, sort=False, dropna=False)[count].sum().nlargest(top).index)
    kinds = [name for name in frame[kind].drop_duplicates() if name in kinds]
    ax = axes(ax, (8, 1.2 + 0.34 * len(kinds) * max(1.0, 0.5 * len(groups))), title, legend_above=True)
    for place, (label, rows) in enumerate(groups):
        rows = rows[rows[kind].isin(kinds)].rename(columns={"share": "value"})
        offset = 0.0 if len(groups) == 1 else 0.4 * (place / (len(groups) - 1) - 0.5)
        heights = np.array([kinds.index(name) for name in rows[kind]]) + offset
        draw_intervals(ax, rows, heights, COLOURS[place % len(COLOURS)], f"{label}, n {_whole(rows):,}")
        if len(groups) == 1:
            for height, n in zip(heights, rows[count], strict=True):
                beside(ax, float(height), f"{n:,}", colour=GREY)
    lines(ax, [str(name).replace("_", " ") for name in kinds])
    ax.set_xlim(left=0)
    percent(ax.xaxis)
    ax.set_xlabel(f"share by {kind.replace('_', ' ')}")
    legend(ax, columns=min(len(groups), 3) if len(groups) > 1 else 2)
    return ax


def _whole(rows: pd.DataFrame) -> int:
    """The rows a distribution is of."""
    column = next(name for name in ("n", "all_wins", "kyoku", "games") if name in rows)
    return int(rows[column].max())


def ranking(
    frame: pd.DataFrame,
    value: str = "value",
    *,
    of: str = "player",
    top: int = 20,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """A figure of the groups with most cases, best first, each with its interval, n beside it.

    For `mjlog.stats.tenhou_ladder` (`value="stable_dan"`), `league_points` (`"result"`), `places_added`, `meetings`
    (`"share"`, `of="other"`) and `player` of one statistic.
    """
    check_frame(frame, value, of)
    n = next(name for name in ("n", "games") if name in frame)
    frame = frame[frame[value].notna()].nlargest(top, n).sort_values(value, ascending=False)
    ax = axes(ax, (8, 1.2 + 0.3 * len(frame)), title)
    heights = np.arange(len(frame), dtype=float)
    draw_intervals(ax, frame.assign(value=frame[value]), heights, BLUE, "")
    for height, cases in enumerate(frame[n]):
        beside(ax, height, f"n {cases:,}", colour=GREY)
    lines(ax, [str(name) for name in frame[of]])
    if "unit" in frame and frame["unit"].eq("share").all():
        percent(ax.xaxis)
    ax.set_xlabel(english(str(frame["statistic"].iloc[0])) if "statistic" in frame else value.replace("_", " "))
    return ax
