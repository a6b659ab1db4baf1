"""The plot of deal-in rates by danger class and tile."""

from __future__ import annotations

from typing import Final

import pandas as pd
from matplotlib.axes import Axes

from mjlog.plots.frames import check_frame, check_players
from mjlog.plots.style import MIN_CASES, ON_COLOUR, SMALL_TEXT, is_narrow, label_rows, localised, new_axes
from mjlog.words import word

DANGERS: Final = ("genbutsu", "safe", "honor", "omote", "naka", "kata", "far", "musuji")
"""From the safest to the most dangerous."""
TILE_CLASSES: Final = ("terminal", "2-8", "3-7", "4-6", "honor")


@localised
def danger(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The deal-in rate of discards against a riichi, by danger class and class of tile (`mjlog.stats.danger`).

    Each cell shows the rate, its interval (not on a phone) and the number of discards; cells with fewer than 30
    discards are empty. The frame is for four- or three-player games.
    """
    check_players(frame)
    check_frame(frame, "danger", "tile_class", "deal_in_rate")
    frame = frame[frame["n"] >= MIN_CASES]
    rows = [name for name in DANGERS if name in set(frame["danger"])]
    columns = [name for name in TILE_CLASSES if name in set(frame["tile_class"])]
    ax = new_axes(ax, (1.5 + 1.35 * len(columns), 1.2 + 0.55 * len(rows)), title)
    shades = frame.pivot(index="danger", columns="tile_class", values="deal_in_rate").reindex(rows, columns=columns)
    top = float(frame["deal_in_rate"].max())
    ax.imshow(shades.to_numpy(float), cmap="OrRd", vmin=0, vmax=top, aspect="auto")
    for cell in frame.to_dict("records"):
        rate, where = cell["deal_in_rate"], (columns.index(cell["tile_class"]), rows.index(cell["danger"]))
        interval = f"{cell['low']:.1%}–{cell['high']:.1%}".replace("%–", "–")
        text = f"{rate:.1%}\n" + (f"n {cell['n']:,}" if is_narrow() else f"{interval}, n {cell['n']:,}")
        ink = "white" if rate > 0.6 * top else ON_COLOUR
        ax.text(*where, text, ha="center", va="center", fontsize=SMALL_TEXT, color=ink, linespacing=1.3)
    label_rows(ax, list(map(word, rows)), grid=False)
    ax.set_xticks(range(len(columns)), list(map(word, columns)))
    ax.tick_params(length=0)
    ax.spines["bottom"].set_visible(False)
    return ax
