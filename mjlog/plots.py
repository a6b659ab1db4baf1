"""Pictures of statistics: each function takes a frame of `mjlog.stats`, draws it, and returns the axes.

It draws on the axes it is given or on new ones. Colours are those of Okabe and Ito, told apart by colour-blind readers;
no global setting of matplotlib is changed. Intervals are drawn wherever the frame has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

from mjlog.stats.overview import MEASURES
from mjlog.stats.registry import STATISTICS

BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
GREEN: Final = "#009E73"
AMBER: Final = "#E69F00"
SKY: Final = "#56B4E9"
PINK: Final = "#CC79A7"
GREY: Final = "#7F7F7F"
INK: Final = "#222222"
PALE: Final = "#E6E6E6"
COLOURS: Final = (BLUE, ORANGE, GREEN, AMBER, PINK, SKY)
PLACE_COLOURS: Final = (BLUE, SKY, AMBER, ORANGE)
"""First to last place."""
EVENT_COLOURS: Final = {"win": ORANGE, "riichi": BLUE, "call": GREEN, "tenpai": AMBER}
PLACE_RATES: Final = ("first_rate", "second_rate", "third_rate", "fourth_rate")
VALUE_EDGES: Final = (0, 2000, 3900, 5200, 7700, 12000, 16000, 24000, 32000)
"""Lower ends of the classes of hand values, in points."""
LATIN_FONT: Final = "DejaVu Sans"
"""The font that comes with matplotlib."""
JAPANESE_FONTS: Final = (
    "Noto Sans CJK JP",
    "Noto Sans JP",
    "IPAexGothic",
    "IPAGothic",
    "TakaoGothic",
    "Hiragino Sans",
    "Yu Gothic",
    "MS Gothic",
)
"""Fonts that have Japanese characters, one of which is used where it is installed."""


def rates(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Rates with their 95 % intervals, one line for each statistic and one colour for each group.

    A column `published` (`mjlog.stats.compare`) is drawn as a diamond.
    """
    frame = frame[frame["unit"].eq("share") & frame["value"].notna()]
    keys = list(frame["statistic"].drop_duplicates())
    groups = _groups(frame)
    ax = _axes(ax, (7.5, 1.2 + 0.34 * len(keys) * max(1.0, 0.45 * len(groups))), title)
    for place, (label, rows) in enumerate(groups):
        offset = 0.0 if len(groups) == 1 else min(0.6, 0.18 * len(groups)) * (place / (len(groups) - 1) - 0.5)
        heights = np.array([keys.index(key) for key in rows["statistic"]]) + offset
        _intervals(ax, rows, heights, COLOURS[place % len(COLOURS)], label)
        if "published" in rows:
            ax.plot(
                rows["published"],
                heights,
                "D",
                color=INK,
                markerfacecolor="none",
                markersize=6,
                linestyle="none",
                zorder=4,
            )
    if "published" in frame:
        ax.plot([], [], "D", color=INK, markerfacecolor="none", linestyle="none", label="published")
    _lines(ax, [_english(key) for key in keys])
    ax.set_xlim(left=0)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    if len(groups) > 1 or "published" in frame:
        _legend(ax)
    return ax


def forest(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """One player against the field: differences of rates in percentage points with 95 % intervals.

    The frame is that of `mjlog.stats.against_field`. Differences whose interval leaves zero out are coloured; beside
    each stands the player's rate and the field's.
    """
    frame = frame[frame["unit"].eq("share") & frame["difference"].notna()].reset_index(drop=True)
    ax = _axes(ax, (8.5, 1.2 + 0.36 * len(frame)), title)
    differences = frame[["difference", "difference_low", "difference_high"]].to_numpy(float) * 100
    ax.axvline(0, color=INK, linewidth=0.8)
    for height, (value, low, high) in enumerate(differences):
        colour = BLUE if low > 0 else ORANGE if high < 0 else GREY
        ax.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="round")
        ax.plot(value, height, "o", color=colour, markersize=6)
    for height, row in enumerate(frame.itertuples()):
        text = f"{row.value:6.1%}  ({row.field:.1%})"
        ax.annotate(text, (1.02, height), xycoords=("axes fraction", "data"), va="center", fontsize=9, color=INK)
    ax.annotate(
        "player (field)",
        (1.02, -1),
        xycoords=("axes fraction", "data"),
        va="center",
        fontsize=9,
        color=GREY,
        annotation_clip=False,
    )
    _lines(ax, [_english(key) for key in frame["statistic"]])
    widest = np.nanmax(np.abs(differences)) * 1.05
    ax.set_xlim(-widest, widest)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))
    ax.set_xlabel("percentage points above the field")
    return ax


def places(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of the places of each group as one bar; the average place behind it if the frame has it."""
    groups = [(label, rows.set_index("statistic")) for label, rows in _groups(frame)]
    ax = _axes(ax, (7.5, 1.2 + 0.5 * len(groups)), title)
    for height, (_, rows) in enumerate(groups):
        left = 0.0
        for place, (key, colour) in enumerate(zip(PLACE_RATES, PLACE_COLOURS, strict=True)):
            share = float(rows["value"].get(key, np.nan))
            if np.isnan(share):
                continue
            ax.barh(
                height, share, left=left, color=colour, height=0.7, label=_ordinal(place + 1) if height == 0 else None
            )
            if share > 0.06:
                ax.text(
                    left + share / 2,
                    height,
                    f"{share:.0%}",
                    ha="center",
                    va="center",
                    fontsize=9,
                    color="white" if place in (0, 3) else INK,
                )
            left += share
        if "average_place" in rows.index:
            average = float(rows["value"]["average_place"])
            ax.annotate(
                f"ø {average:.2f}",
                (1.01, height),
                xycoords=("axes fraction", "data"),
                va="center",
                fontsize=9,
                color=INK,
            )
    _lines(ax, [label or "all" for label, _ in groups], grid=False)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    _legend(ax, columns=4)
    return ax


def points_curve(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """A player's results added up game by game, each game marked by its place (`mjlog.stats.history`)."""
    ax = _axes(ax, (8, 4), title)
    for players in sorted(frame["players"].unique()):
        games = frame[frame["players"] == players]
        ax.plot(games["number"], games["total_score"], color=GREY, linewidth=1, zorder=2)
        colours = (*PLACE_COLOURS[: players - 1], PLACE_COLOURS[-1])
        for place, colour in enumerate(colours, start=1):
            chosen = games[games["place"] == place]
            label = f"{_ordinal(place)} ({len(chosen)})"
            ax.plot(chosen["number"], chosen["total_score"], "o", markersize=4, color=colour, label=label, zorder=3)
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set_xlabel("games")
    ax.set_ylabel("sum of results (1,000 points)")
    ax.grid(axis="y", color=PALE)
    _legend(ax, columns=2)
    return ax


def hand_values(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of wins by classes of value, one colour for each group (`mjlog.stats.values`)."""
    groups = _groups(frame, drop=("points", "wins", "share"))
    ax = _axes(ax, (8, 4), title)
    width = 0.8 / len(groups)
    for place, (label, rows) in enumerate(groups):
        classes = np.searchsorted(VALUE_EDGES, rows["points"], side="right") - 1
        shares = np.bincount(classes, rows["wins"], len(VALUE_EDGES)) / rows["wins"].sum()
        centres = np.arange(len(VALUE_EDGES)) + width * (place - (len(groups) - 1) / 2)
        ax.bar(centres, shares, width=width * 0.92, color=COLOURS[place % len(COLOURS)], label=label)
    ends = [f"–{end - 100:,}" for end in VALUE_EDGES[1:]]
    labels = [f"{start:,}\n{end}" for start, end in zip(VALUE_EDGES, [*ends, "and more"], strict=True)]
    ax.set_xticks(range(len(VALUE_EDGES)), ["under\n2,000", *labels[1:]], fontsize=8)
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    ax.set_xlabel("value of the win without honba and sticks (points)")
    ax.set_ylabel("share of wins")
    ax.grid(axis="y", color=PALE)
    if len(groups) > 1:
        _legend(ax)
    return ax


def turns(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of kyoku with a call, a riichi and a win by each turn, with their intervals (`mjlog.stats.turns`)."""
    groups = _groups(frame, drop=("event", "turn", "share", "low", "high", "count", "kyoku"))
    ax = _axes(ax, (8, 4.2), title)
    for (label, rows), style in zip(groups, _styles(len(groups)), strict=True):
        for event, curve in rows.groupby("event"):
            colour = EVENT_COLOURS[str(event)]
            name = f"{event}, {label}" if len(groups) > 1 else str(event)
            ax.plot(curve["turn"], curve["share"], color=colour, linestyle=style, linewidth=2, label=name)
            ax.fill_between(
                curve["turn"],
                curve["low"].to_numpy(float),
                curve["high"].to_numpy(float),
                color=colour,
                alpha=0.15,
                linewidth=0,
            )
    ax.set_xlim(1, frame["turn"].max())
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    ax.set_xlabel("turn")
    ax.set_ylabel("share of kyoku that had it by then")
    ax.grid(color=PALE)
    _legend(ax)
    return ax


def _axes(ax: Axes | None, size: tuple[float, float], title: str) -> Axes:
    if ax is None:
        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_axisbelow(True)
    if title:
        ax.set_title(
            _drawable(title), loc="left", fontsize=12, fontweight="bold", color=INK, family=_families(), pad=14
        )
    return ax


def _families() -> list[str]:
    """The font for names, which may be Japanese, with a Japanese font to fall back on where there is one."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    return [LATIN_FONT, *(name for name in JAPANESE_FONTS if name in installed)]


def _drawable(text: str) -> str:
    """The text, with a box for each character that no font at hand can draw."""
    fonts = [font_manager.get_font(font_manager.findfont(family)) for family in _families()]
    return "".join(c if any(font.get_char_index(ord(c)) for font in fonts) else "□" for c in text)


def _lines(ax: Axes, labels: Sequence[str], *, grid: bool = True) -> None:
    """One labelled line for each height, the first on top."""
    ax.set_yticks(range(len(labels)), [_drawable(label) for label in labels], family=_families())
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    if grid:
        ax.grid(axis="both", color=PALE)


def _intervals(
    ax: Axes, rows: pd.DataFrame, heights: np.ndarray[tuple[int], np.dtype[np.float64]], colour: str, label: str
) -> None:
    ax.hlines(heights, rows["low"], rows["high"], color=colour, linewidth=2, zorder=2)
    ax.plot(rows["value"], heights, "o", color=colour, markersize=5, linestyle="none", label=label, zorder=3)


def _legend(ax: Axes, columns: int = 1) -> None:
    """A legend; columns of several lie above the axes."""
    if columns == 1:
        ax.legend(frameon=False, prop={"family": _families(), "size": 9})
    else:
        ax.legend(
            frameon=False,
            prop={"family": _families(), "size": 9},
            ncols=columns,
            loc="lower right",
            bbox_to_anchor=(1, 1),
        )


def _groups(frame: pd.DataFrame, drop: Sequence[str] = ()) -> list[tuple[str, pd.DataFrame]]:
    """The rows of each group with its label, in their order.

    Columns that say the same everywhere are not in the label.
    """
    measures = {"statistic", "published", "difference", "inside", *MEASURES, *drop}
    columns = [column for column in frame.columns if column not in measures]
    telling = [column for column in columns if frame[column].nunique(dropna=False) > 1]
    if not telling:
        return [("archive", frame)]

    def label(key: tuple[object, ...]) -> str:
        named = zip(telling, key, strict=True)
        return _drawable(", ".join(f"{value} players" if name == "players" else str(value) for name, value in named))

    return [(label(key), rows) for key, rows in frame.groupby(telling, sort=False, dropna=False)]


def _styles(n: int) -> list[str]:
    return [("-", "--", ":", "-.")[place % 4] for place in range(n)]


def _english(key: str) -> str:
    return STATISTICS[key].english if key in STATISTICS else key


def _ordinal(place: int) -> str:
    return ("1st", "2nd", "3rd", "4th")[place - 1]
