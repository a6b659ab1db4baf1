"""Pictures of single questions: how dangerous tiles are, what luck gave, how games end from a situation."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from mjlog.plots.drawing import (
    BLUE,
    FEW,
    GREY,
    INK,
    ORANGE,
    axes,
    beside,
    check_frame,
    group_label,
    lines,
    one_table,
    signed,
)
from mjlog.plots.overview import place_bars

DANGERS: Final = ("genbutsu", "safe", "honor", "omote", "naka", "kata", "far", "musuji")
"""From the safest to the most dangerous."""
TILE_CLASSES: Final = ("terminal", "2-8", "3-7", "4-6", "honor")
LESS_IS_BETTER: Final = ("dealt in", "haipai")
LUCK_NAMES: Final = {
    "ura": "ura dora per riichi win",
    "ippatsu": "ippatsu per riichi",
    "dealt in": "deal-ins per risky discard",
    "haipai": "shanten of the dealt hand",
    "draws": "useful draws per kyoku",
}
WINDS: Final = "ESWN"


def danger(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """The deal-in rate of discards facing riichi by danger class and class of tile (`mjlog.stats.danger`).

    Of one number of players. Each cell shows the rate with its interval and n; those with fewer than 30 discards are
    empty.
    """
    frame = one_table(frame)
    check_frame(frame, "danger", "tile_class", "deal_in_rate")
    frame = frame[frame["n"] >= FEW]
    rows = [name for name in DANGERS if name in set(frame["danger"])]
    columns = [name for name in TILE_CLASSES if name in set(frame["tile_class"])]
    ax = axes(ax, (1.5 + 1.25 * len(columns), 1.2 + 0.55 * len(rows)), title)
    shades = frame.pivot(index="danger", columns="tile_class", values="deal_in_rate").reindex(rows, columns=columns)
    top = float(frame["deal_in_rate"].max())
    ax.imshow(shades.to_numpy(float), cmap="OrRd", vmin=0, vmax=top, aspect="auto")
    for cell in frame.to_dict("records"):
        rate, where = cell["deal_in_rate"], (columns.index(cell["tile_class"]), rows.index(cell["danger"]))
        text = f"{rate:.1%}\n{cell['low']:.1%}–{cell['high']:.1%}, n {cell['n']:,}"
        ink = "white" if rate > 0.6 * top else INK
        ax.text(*where, text, ha="center", va="center", fontsize=7, color=ink, linespacing=1.3)
    lines(ax, [name.replace("_", " ") for name in rows], grid=False)
    ax.set_xticks(range(len(columns)), columns)
    ax.tick_params(length=0)
    ax.spines["bottom"].set_visible(False)
    return ax


def luck(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """What each kind of luck gave beside what was to be expected, in percent of it, good luck to the right.

    The frame is that of `mjlog.stats.luck`, of one player or a few. Differences whose interval leaves zero out are
    coloured. Beside each stand what happened, what was expected, and the cases.
    """
    check_frame(frame, "luck", "expected")
    frame = frame[frame["expected"].gt(0)].reset_index(drop=True)
    named = [column for column in ("players", "player") if column in frame and frame[column].nunique() > 1]
    ax = axes(ax, (8.5, 1.2 + 0.4 * len(frame)), title)
    ax.axvline(0, color=INK, linewidth=0.8)
    labels, widest = [], 10.0
    for height, row in enumerate(frame.to_dict("records")):
        sign = (-100 if row["luck"] in LESS_IS_BETTER else 100) / row["expected"]
        value, (low, high) = row["difference"] * sign, sorted((row["low"] * sign, row["high"] * sign))
        colour = BLUE if low > 0 else ORANGE if high < 0 else GREY
        ax.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="round")
        ax.plot(value, height, "o", color=colour, markersize=6)
        beside(ax, height, f"{row['actual']:.3g} (expected {row['expected']:.3g}), n {row['n']:,}")
        group = group_label(named, [row[column] for column in named])
        labels.append(", ".join(filter(None, (LUCK_NAMES.get(row["luck"], row["luck"]), group))))
        widest = float(np.nanmax([widest, min(abs(low), 150), min(abs(high), 150), abs(value)]))
    lines(ax, labels)
    ax.set_xlim(-1.05 * widest, 1.05 * widest)
    signed(ax.xaxis)
    ax.set_xlabel("luck: percent better than expected")
    return ax


def final_places(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """How games end from a situation: one bar of final places for each group of situations.

    The frame is that of `mjlog.stats.placement`, `placement_by_start` or `all_last`; of one number of players.
    """
    frame = one_table(frame)
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
    """A situation in words, as `E3, 2nd`."""
    told = dict(zip(kinds, key, strict=True))
    words = []
    if "wind" in told and "number" in told:
        words.append(f"{WINDS[int(str(told.pop('wind')))]}{told.pop('number')}")
    for name, value in told.items():
        words.append(SPOKEN[name].format(value) if name in SPOKEN else f"{name.replace('_', ' ')} {value}")
    return ", ".join(words)


SPOKEN: Final = {"players": "{} players", "start_place": "place {}", "player": "{}"}
