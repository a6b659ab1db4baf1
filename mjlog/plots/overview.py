"""Statistics side by side: rates with intervals, a player against the field, places."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from mjlog.plots.drawing import (
    BLUE,
    COLOURS,
    GREY,
    INK,
    ORANGE,
    PLACE_COLOURS,
    axes,
    beside,
    check_frame,
    draw_intervals,
    drawable,
    english,
    groups_of,
    legend,
    lines,
    ordinal,
    percent,
    signed,
)

PLACE_RATES: Final = ("first_rate", "second_rate", "third_rate", "fourth_rate")


def rates(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Rates with their 95 % intervals, one line for each statistic and one colour for each group.

    A column `published` (`mjlog.stats.compare_published`) is drawn as a diamond. With one group, n stands beside
    each line.
    """
    check_frame(frame, "statistic", "value", "unit")
    frame = frame[frame["unit"].eq("share") & frame["value"].notna()]
    keys = list(frame["statistic"].drop_duplicates())
    groups = groups_of(frame)
    above = len(groups) > 1 or "published" in frame
    ax = axes(ax, (8, 1.2 + 0.34 * len(keys) * max(1.0, 0.45 * len(groups))), title, legend_above=above)
    for place, (label, rows) in enumerate(groups):
        offset = 0.0 if len(groups) == 1 else min(0.6, 0.18 * len(groups)) * (place / (len(groups) - 1) - 0.5)
        heights = np.array([keys.index(key) for key in rows["statistic"]]) + offset
        draw_intervals(ax, rows, heights, COLOURS[place % len(COLOURS)], label)
        if "published" in rows:
            ax.plot(rows["published"], heights, "D", color=INK, markerfacecolor="none", markersize=6, zorder=4)
    if "published" in frame:
        ax.plot([], [], "D", color=INK, markerfacecolor="none", label="published")
    lines(ax, [english(key) for key in keys])
    ax.set_xlim(left=0)
    percent(ax.xaxis)
    if len(groups) == 1:
        for key, n in zip(frame["statistic"], frame["n"], strict=True):
            beside(ax, keys.index(key), f"n {n:,}", colour=GREY)
    if above:
        legend(ax, columns=min(len(groups) + ("published" in frame), 4))
    return ax


def forest(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """One side against another: differences of rates in percentage points with 95 % intervals.

    The frame is that of `mjlog.stats.against_others` or `difference`. Differences whose interval leaves zero
    out are coloured; beside each stand the rates of both sides and the first one's n.
    """
    check_frame(frame, "statistic", "difference")
    other = "others" if "others" in frame else "other"
    frame = frame[frame["unit"].eq("share") & frame["difference"].notna()].reset_index(drop=True)
    ax = axes(ax, (8.5, 1.2 + 0.36 * len(frame)), title)
    differences = frame[["difference", "difference_low", "difference_high"]].to_numpy(float) * 100
    ax.axvline(0, color=INK, linewidth=0.8)
    for height, (value, low, high) in enumerate(differences):
        colour = BLUE if low > 0 else ORANGE if high < 0 else GREY
        ax.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="round")
        ax.plot(value, height, "o", color=colour, markersize=6)
    for height, row in enumerate(frame.to_dict("records")):
        beside(ax, height, f"{row['value']:6.1%}  ({row[other]:.1%}), n {row['n']:,}")
    beside(ax, -1, f"player ({other})" if other == "others" else "one (other)", colour=GREY)
    lines(ax, [english(key) for key in frame["statistic"]])
    widest = np.nanmax(np.abs(differences), initial=1) * 1.05
    ax.set_xlim(-widest, widest)
    signed(ax.xaxis)
    ax.set_xlabel(f"percentage points above the {other}")
    return ax


def places(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The shares of the places of each group as one bar; the average place and the games beside it."""
    check_frame(frame, "statistic", "value")
    groups = [(label, rows.set_index("statistic")) for label, rows in groups_of(frame)]
    table = pd.DataFrame({height: rows["value"].reindex(PLACE_RATES) for height, (_, rows) in enumerate(groups)}).T
    notes = []
    for _, rows in groups:
        average = f"ø {rows['value']['average_place']:.2f}, " if "average_place" in rows.index else ""
        notes.append(f"{average}n {int(rows['n'].max()):,}" if "n" in rows else average.removesuffix(", "))
    return place_bars(table.to_numpy(float), [label for label, _ in groups], notes, ax=ax, title=title)


def place_bars(
    shares: np.ndarray[tuple[int, int], np.dtype[np.float64]],
    labels: list[str],
    notes: list[str],
    *,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """Bars of the shares of each place, `(n, places)` with nan for a place there is not, and a note beside each."""
    ax = axes(ax, (8, 1.2 + 0.4 * len(labels)), title, legend_above=True)
    for height, (row, note) in enumerate(zip(shares, notes, strict=True)):
        left = 0.0
        for share, colour in zip(row[~np.isnan(row)], PLACE_COLOURS, strict=False):
            ax.barh(height, share, left=left, color=colour, height=0.7)
            if share > 0.06:
                shade = "white" if colour in (PLACE_COLOURS[0], PLACE_COLOURS[-1]) else INK
                middle = left + share / 2
                ax.text(middle, height, f"{share:.0%}", ha="center", va="center", fontsize=9, color=shade)
            left += share
        beside(ax, height, note)
    known = [place for place in range(shares.shape[1]) if not np.isnan(shares[:, place]).all()]
    for place in known:
        ax.add_patch(Rectangle((0, 0), 0, 0, color=PLACE_COLOURS[place], label=ordinal(place + 1)))
    lines(ax, [drawable(label) for label in labels], grid=False)
    ax.set_xlim(0, 1)
    ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
    legend(ax, columns=4)
    return ax
