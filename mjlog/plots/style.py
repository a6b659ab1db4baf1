"""The look of all plots: colours, fonts, axes, labelled rows, intervals, legends and ticks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from itertools import accumulate
from textwrap import fill
from typing import Any, Final, ParamSpec, TypeVar
from unicodedata import east_asian_width
from warnings import warn

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

from mjlog.errors import printable
from mjlog.words import in_language, language, percent_text

Heights = NDArray[np.float64]
"""Positions on the vertical axis, `(n,)`."""

BLUE: Final = "#0072B2"
ORANGE: Final = "#D55E00"
GREEN: Final = "#009E73"
AMBER: Final = "#E69F00"
SKY: Final = "#56B4E9"
PINK: Final = "#CC79A7"
GREY: Final = "#7F7F7F"
INK: Final = "#222222"
PALE: Final = "#E6E6E6"
ON_COLOUR: Final = "#1A1A1A"
"""Letters on a coloured surface, which stay dark on a dark page."""
COLOURS: Final = (BLUE, AMBER, PINK, SKY, GREEN, ORANGE)
"""Groups without an order. Only good is `GOOD`, and only bad is `BAD`, as long as four colours are enough."""
GOOD, BAD = GREEN, ORANGE
PLACE_COLOURS: Final = (BLUE, SKY, AMBER, ORANGE)
"""First to last place."""
EVENT_COLOURS: Final = {"win": GREEN, "riichi": BLUE, "call": PINK, "tenpai": AMBER}
MIN_CASES: Final = 30
"""Points with fewer cases are not drawn."""
NARROW_WIDTH: Final = 3.7
"""Width of a plot for a phone, in inches: 355 pixels."""
NARROW_LETTERS: Final = 30
"""Letters of a line that such a plot has room for."""
SMALL_TEXT: Final = 8
"""Size of the smallest letters, in points: 10.7 pixels."""
LONGEST_LABEL: Final = 30
"""Widest label of a row, in Latin letters; Japanese ones count as two."""
LATIN_FONT: Final = "DejaVu Sans"
"""The font that matplotlib contains."""
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
"""Fonts with Japanese characters; the installed ones are used."""


_IS_NARROW: Final = ContextVar("narrow", default=False)


@contextmanager
def narrow() -> Iterator[None]:
    """Draw new plots as wide as a phone: `NARROW_WIDTH`, notes and legends below what they belong to."""
    token = _IS_NARROW.set(True)
    try:
        yield
    finally:
        _IS_NARROW.reset(token)


def is_narrow() -> bool:
    """Whether plots are drawn for a phone."""
    return _IS_NARROW.get()


def new_axes(ax: Axes | None, size: tuple[float, float], title: str, *, legend_above: bool = False) -> Axes:
    """The axes to draw on, with a title at the left: the given ones, or new ones of that size in inches.

    `legend_above` leaves room for a legend below the title.
    """
    if ax is None:
        figsize = (NARROW_WIDTH, 1.15 * size[1]) if is_narrow() else size
        _, ax = plt.subplots(figsize=figsize, layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.set_axisbelow(True)
    ax.tick_params(labelfontfamily=font_families())
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_fontfamily(font_families())
    if title:
        ax.set_title(
            drawable(title), loc="left", fontsize=12, color=INK, pad=14 + 16 * legend_above, **_title_font(title)
        )
    return ax


def _title_font(title: str) -> dict[str, Any]:
    """Bold, but not for Japanese letters: many Japanese fonts have one weight only."""
    latin = font_manager.get_font(font_manager.findfont(LATIN_FONT))
    if all(latin.get_char_index(ord(c)) for c in title):
        return {"family": LATIN_FONT, "fontweight": "bold"}
    return {"family": font_families(), "fontweight": "normal"}


def font_families() -> list[str]:
    """The font for names, followed by the installed Japanese fonts."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    return [LATIN_FONT, *(name for name in JAPANESE_FONTS if name in installed)]


Given = ParamSpec("Given")
Drawn = TypeVar("Drawn")


def localised(plot: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """A plot in the language in use, or in English, with a warning, where no installed font has Japanese letters.

    SVG with `svg.fonttype` none needs no font: see `drawable`.
    """

    @wraps(plot)
    def draw(*args: Given.args, **kwargs: Given.kwargs) -> Drawn:
        if language() == "en" or len(font_families()) > 1 or mpl.rcParams["svg.fonttype"] == "none":
            return plot(*args, **kwargs)
        warn(f"plots are in English: no Japanese font is installed, such as {JAPANESE_FONTS[0]}", stacklevel=2)
        with in_language("en"):
            return plot(*args, **kwargs)

    return draw


def drawable(text: str) -> str:
    """The text, with a box for each character that no installed font can draw.

    SVG with `svg.fonttype` none keeps the text: the reader's fonts draw it.
    """
    text = printable(text, "\n").replace("$", r"\$")  # not mathematics
    if mpl.rcParams["svg.fonttype"] == "none":
        return text
    fonts = [font_manager.get_font(font_manager.findfont(family)) for family in font_families()]
    return "".join(c if any(font.get_char_index(ord(c)) for font in fonts) else "□" for c in text)


def shortened(text: str) -> str:
    """The text, cut where it is wider than `LONGEST_LABEL`.

    >>> shortened("Kaede"), shortened(100 * "a")
    ('Kaede', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaa…')
    """
    ends = list(accumulate(2 if east_asian_width(letter) in "WF" else 1 for letter in text))
    if not ends or ends[-1] <= LONGEST_LABEL:
        return text
    return text[: bisect_left(ends, LONGEST_LABEL)] + "…"


def wrap_labels(ax: Axes) -> Axes:
    """Break the labels of the axes into lines that fit a phone; the same axes."""
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_text(fill(axis.label.get_text(), NARROW_LETTERS))
    return ax


def label_rows(ax: Axes, labels: Sequence[str], *, grid: bool = True) -> None:
    """Label the rows at heights 0, 1, …; the first row is at the top."""
    ax.set_yticks(range(len(labels)), [drawable(shortened(label)) for label in labels], family=font_families())
    ax.set_ylim(len(labels) - (0.3 if is_narrow() else 0.5), -0.5)  # room for the note below the last row
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    if grid:
        ax.grid(axis="both", color=PALE)


def row_note(ax: Axes, height: float, text: str, *, colour: str = INK) -> None:
    """Write a note to the right of the axes, at the height of a row; in a narrow plot, at the right below the row."""
    if is_narrow():
        ax.annotate(
            text, (1, height + 0.45), xycoords=("axes fraction", "data"), ha="right", va="center", fontsize=SMALL_TEXT,
            color=colour, annotation_clip=False, family=font_families(),
        )  # fmt: skip
        return
    ax.annotate(
        text, (1.02, height), xycoords=("axes fraction", "data"), va="center", fontsize=9, color=colour,
        annotation_clip=False, family=font_families(),
    )  # fmt: skip


def draw_intervals(ax: Axes, rows: pd.DataFrame, heights: Heights, colour: str, label: str) -> None:
    """Draw a dot for each value, and a line for its interval."""
    ax.hlines(heights, rows["low"], rows["high"], color=colour, linewidth=2, zorder=2)
    ax.plot(
        rows["value"], heights, "o", color=colour, markersize=5, linestyle="none", label=label, zorder=3, clip_on=False
    )


def draw_band(ax: Axes, x: pd.Series, rows: pd.DataFrame, colour: str, *, value: str, style: str, label: str) -> None:
    """Draw a line through the values, and a band for their intervals."""
    ax.plot(x, rows[value], color=colour, linestyle=style, linewidth=2, label=label)
    low, high = rows["low"].to_numpy(float), rows["high"].to_numpy(float)
    ax.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)


def legend(ax: Axes, *, columns: int = 1) -> None:
    """Add a legend to the right of the axes, or above them if it has several columns."""
    font = FontProperties(family=font_families(), size=SMALL_TEXT if is_narrow() else 9)
    if is_narrow():
        figure = ax.get_figure(root=True)
        assert figure is not None
        handles, labels = ax.get_legend_handles_labels()
        columns = 2 if max(map(len, labels), default=0) <= NARROW_LETTERS // 2 else 1
        figure.legend(handles, labels, frameon=False, prop=font, loc="outside lower left", ncols=columns)
    elif columns == 1:
        ax.legend(frameon=False, prop=font, loc="upper left", bbox_to_anchor=(1.01, 1))
    else:
        ax.legend(frameon=False, prop=font, loc="lower right", bbox_to_anchor=(1, 1), ncols=columns)


def percent_ticks(axis: Axis) -> None:
    """Label the ticks in percent."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: percent_text(f"{100 * value:.4g}")))


def signed_ticks(axis: Axis) -> None:
    """Label the ticks with a sign."""
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:+g}" if value else "0"))


def direction_colour(low: float, high: float, good: str) -> str:
    """Grey for an interval that contains zero, else green for good, orange for bad, blue where neither is meant.

    `good` is the direction of good: `high`, `low` or empty (see `mjlog.stats.Statistic.good`).
    """
    if low <= 0 <= high or low != low:
        return GREY
    if not good:
        return BLUE
    return GOOD if (low > 0) == (good == "high") else BAD


def draw_difference(ax: Axes, height: float, value: float, low: float, high: float, good: str) -> None:
    """Draw a difference with its interval in the colour of `direction_colour`."""
    colour = direction_colour(low, high, good)
    ax.plot([low, high], [height, height], color=colour, linewidth=2, solid_capstyle="round")
    ax.plot(value, height, "o", color=colour, markersize=6)
