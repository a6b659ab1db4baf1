"""What all plots share: colours, fonts, axes, legends, and how the rows of a frame fall into groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.font_manager import FontProperties
from matplotlib.ticker import FuncFormatter
from numpy.typing import NDArray

from mjlog.stats.query import MEASURES
from mjlog.stats.registry import STATISTICS

Heights = NDArray[np.float64]
"""Where lines lie on the vertical axis, `(n,)`."""

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
FEW: Final = 30
"""Cases below which a point of a curve is not drawn."""
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


def axes(ax: Axes | None, size: tuple[float, float], title: str, *, legend_above: bool = False) -> Axes:
    """The axes to draw on, new ones of that size in inches if none are given, with a title at the left.

    The title leaves room for a legend between it and the axes if asked.
    """
    if ax is None:
        _, ax = plt.subplots(figsize=size, layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_axisbelow(True)
    if title:
        ax.set_title(
            drawable(title),
            loc="left",
            fontsize=12,
            color=INK,
            pad=14 + 16 * legend_above,
            **_title_font(title),
        )
    return ax


def _title_font(title: str) -> dict[str, Any]:
    """Bold letters; where a title has Japanese ones, which many fonts have in one weight only, plain ones."""
    latin = font_manager.get_font(font_manager.findfont(LATIN_FONT))
    if all(latin.get_char_index(ord(c)) for c in title):
        return {"family": LATIN_FONT, "fontweight": "bold"}
    return {"family": families(), "fontweight": "normal"}


def families() -> list[str]:
    """The font for names, which may be Japanese, with a Japanese font to fall back on where there is one."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    return [LATIN_FONT, *(name for name in JAPANESE_FONTS if name in installed)]


def drawable(text: str) -> str:
    """The text, with a box for each character that no font at hand can draw.

    SVG with `svg.fonttype` none keeps its text, which the reader's fonts draw.
    """
    if mpl.rcParams["svg.fonttype"] == "none":
        return text
    fonts = [font_manager.get_font(font_manager.findfont(family)) for family in families()]
    return "".join(c if any(font.get_char_index(ord(c)) for font in fonts) else "□" for c in text)


def lines(ax: Axes, labels: Sequence[str], *, grid: bool = True) -> None:
    """One labelled line for each height, the first on top."""
    ax.set_yticks(range(len(labels)), [drawable(label) for label in labels], family=families())
    ax.set_ylim(len(labels) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    if grid:
        ax.grid(axis="both", color=PALE)


def beside(ax: Axes, height: float, text: str, *, colour: str = INK) -> None:
    """A text at the right of the axes, level with a line."""
    ax.annotate(
        text, (1.02, height), xycoords=("axes fraction", "data"), va="center", fontsize=9, color=colour,
        annotation_clip=False,
    )  # fmt: skip


def draw_intervals(ax: Axes, rows: pd.DataFrame, heights: Heights, colour: str, label: str) -> None:
    """A dot for each value with its interval as a line."""
    ax.hlines(heights, rows["low"], rows["high"], color=colour, linewidth=2, zorder=2)
    ax.plot(
        rows["value"], heights, "o", color=colour, markersize=5, linestyle="none", label=label, zorder=3, clip_on=False
    )


def draw_band(ax: Axes, x: pd.Series, rows: pd.DataFrame, colour: str, *, value: str, style: str, label: str) -> None:
    """A line with its interval as a band."""
    ax.plot(x, rows[value], color=colour, linestyle=style, linewidth=2, label=label)
    low, high = rows["low"].to_numpy(float), rows["high"].to_numpy(float)
    ax.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)


def legend(ax: Axes, *, columns: int = 1) -> None:
    """A legend beside the axes; one of several columns lies above them. It never covers what is drawn."""
    font = FontProperties(family=families(), size=9)
    if columns == 1:
        ax.legend(frameon=False, prop=font, loc="upper left", bbox_to_anchor=(1.01, 1))
    else:
        ax.legend(frameon=False, prop=font, loc="lower right", bbox_to_anchor=(1, 1), ncols=columns)


def percent(axis: Axis) -> None:
    """Ticks in percent."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.4g} %"))


def signed(axis: Axis) -> None:
    """Ticks with their sign."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))


def groups_of(frame: pd.DataFrame, drop: Sequence[str] = ()) -> list[tuple[str, pd.DataFrame]]:
    """The rows of each group with its label, in their order.

    Columns that say the same everywhere are not in the label.
    """
    measures = {"statistic", "published", "difference", "inside", "verdict", "reason", *MEASURES, *drop}
    columns = [column for column in frame.columns if column not in measures]
    telling = [column for column in columns if frame[column].nunique(dropna=False) > 1]
    if not telling:
        return [("archive", frame)]
    return [(group_label(telling, key), rows) for key, rows in frame.groupby(telling, sort=False, dropna=False)]


def group_label(columns: Sequence[str], key: Sequence[object]) -> str:
    """A group as one reads it.

    >>> group_label(["players", "room", "calls", "good"], [4, "A", 2, False])
    '4 players, A, calls 2, not good'
    """
    return drawable(", ".join(_group_word(name, value) for name, value in zip(columns, key, strict=True)))


def _group_word(name: str, value: object) -> str:
    spoken = name.replace("_", " ")
    match value:
        case bool() | np.bool_():
            return spoken if value else f"not {spoken}"
        case int() | np.integer() if name == "players":
            return f"{value} players"
        case float() if value.is_integer():
            return f"{spoken} {value:.0f}"
        case int() | float() | np.number():
            return f"{spoken} {value}"
        case _:
            return str(value)


def check_frame(frame: pd.DataFrame, *columns: str) -> None:
    """Raise ValueError for a frame that has not the columns of a plot, or no rows."""
    if missing := [column for column in columns if column not in frame]:
        there = ", ".join(map(str, frame.columns))
        raise ValueError(f"this plot is of frames with {', '.join(missing)}; this one has {there}")
    if frame.empty:
        raise ValueError("nothing to draw: the frame has no rows")


def one_table(frame: pd.DataFrame) -> pd.DataFrame:
    """The frame, which must be of one number of players: its plot has no room for both."""
    if frame["players"].nunique() > 1:
        raise ValueError("this plot is of one number of players: choose with where={'players': 4}")
    return frame


def styles(n: int) -> list[str]:
    """So many styles of lines."""
    return [("-", "--", ":", "-.")[place % 4] for place in range(n)]


def english(key: str) -> str:
    """The name of a statistic."""
    return STATISTICS[key].english if key in STATISTICS else key.replace("_", " ")


def ordinal(place: int) -> str:
    """A place in words."""
    return ("1st", "2nd", "3rd", "4th")[place - 1]
