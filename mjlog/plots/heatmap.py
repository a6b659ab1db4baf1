"""A heat map: a statistic by two columns, such as the danger of tiles by turn."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from mjlog.display.statistics import value_name
from mjlog.plots.frames import check_frame, check_players, direction_of_good
from mjlog.plots.style import MIN_CASES, ON_COLOUR, SMALL_TEXT, is_narrow, label_rows, localised, new_axes
from mjlog.words import percent_text, word

ORDERS: Final = {
    "danger": ("genbutsu", "safe", "honor", "omote", "naka", "kata", "far", "musuji"),
    "tile_class": ("terminal", "2-8", "3-7", "4-6", "honor"),
    "choice": ("push", "mawashi", "free", "fold", "riichi", "dama", "call", "pass", "difference", "matched difference"),
    "wait": ("good", "bad"),
    "riichi_wait_form": ("many", "ryanmen", "nobetan", "mixed", "shanpon", "kanchan", "penchan", "tanki", "kokushi"),
}
"""The order of words that have one: danger classes from the safest, tiles from the edge, waits from the widest on."""
SHADES: Final = {"low": "OrRd", "high": "Greens", "": "Blues"}
"""The colours of rates, by the direction of good."""
SIGNED_SHADES: Final = "BrBG"
"""The colours of values with a sign: brown below zero, green above."""
WHITE_BELOW: Final = 0.2
"""The luminance on which white and dark letters have the same contrast."""
MOST_INTERVALS: Final = 6
"""Columns up to which the cells have room for intervals."""


@localised
def heatmap(
    frame: pd.DataFrame, rows: str, columns: str, *, statistic: str = "", ax: Axes | None = None, title: str = ""
) -> Axes:
    """A statistic by two columns of a frame for four- or three-player games.

    For `mjlog.stats.danger` (`"danger", "tile_class"`), `push_fold` (`"choice", "shanten"`), and `summary` by two
    columns. Each cell shows the value, its interval (not on a phone) and n; cells with fewer than 30 cases are empty.
    High rates are dark: orange if they are bad, green if they are good, else blue. Points and differences are brown
    below zero and green above.

    ```python
    plots.heatmap(stats.danger(ds, where={"players": 4}), "danger", "tile_class")
    ```
    """
    check_players(frame)
    value = "deal_in_rate" if "deal_in_rate" in frame else "value"
    check_frame(frame, rows, columns, value)
    if statistic:
        frame = frame[frame["statistic"] == statistic]
    good = "low" if value == "deal_in_rate" else direction_of_good(str(frame["statistic"].iloc[0]))
    frame = frame[(frame["n"] >= MIN_CASES) & frame[value].notna()]
    if frame.empty:
        raise ValueError(f"nothing to draw: no cell has {MIN_CASES} cases")
    down, across = _ordered(frame[rows]), _ordered(frame[columns])
    wide = min(1.5 + 1.35 * len(across), 9)
    top, signed = float(frame[value].abs().max()), bool((frame[value] < 0).any())
    ax = new_axes(ax, (wide, 1.2 + (0.7 if signed else 0.55) * len(down)), title)
    shades = frame.pivot(index=rows, columns=columns, values=value).reindex(down, columns=across)
    colours = SIGNED_SHADES if signed else SHADES[good]
    shading = ax.imshow(shades.to_numpy(float), cmap=colours, vmin=-top if signed else 0, vmax=top, aspect="auto")
    in_points = "unit" in frame and frame["unit"].eq("points").all()
    for cell in frame.to_dict("records"):
        to, end = (" … ", "\n") if signed else ("–", ", ")
        figures = [f"{v:,.0f}" if in_points else f"{100 * v:.1f}" for v in (cell[value], cell["low"], cell["high"])]
        interval = f"{figures[1]}{to}{figures[2]}{end}"
        shown = figures[0] if in_points else percent_text(figures[0])
        if is_narrow() or len(across) > MOST_INTERVALS or pd.isna(cell["low"]):
            interval = ""
        n = f"n {cell['n']:,}" if len(across) < MOST_INTERVALS or not is_narrow() else f"{cell['n']:,}"
        ax.text(
            across.index(cell[columns]), down.index(cell[rows]), f"{shown}\n{interval}{n}",
            ha="center", va="center", fontsize=SMALL_TEXT, linespacing=1.3,
            color=_ink_on(shading.to_rgba(cell[value])),
        )  # fmt: skip
    label_rows(ax, [value_name(rows, str(name)) for name in down], grid=False)
    names = [value_name(columns, str(name)) for name in across]
    ax.set_xticks(range(len(across)), names, fontsize=SMALL_TEXT if is_narrow() else None)
    ax.set_xlabel(word(columns))
    ax.tick_params(length=0)
    ax.spines["bottom"].set_visible(False)
    return ax


def _ink_on(colour: Any) -> str:
    """White or dark letters on a colour `(red, green, blue, alpha)`: those with the higher contrast."""
    luminance = np.dot(np.power(colour[:3], 2.2), (0.2126, 0.7152, 0.0722))
    return "white" if luminance < WHITE_BELOW else ON_COLOUR


def _ordered(column: pd.Series) -> list[object]:
    """The values of a column, in the order of its categories, of `ORDERS`, or of their size."""
    present = list(column.unique())
    if isinstance(column.dtype, pd.CategoricalDtype):
        order = list(column.cat.categories)
    else:
        known = ORDERS.get(str(column.name), ())
        order = [*known, *sorted(set(present) - set(known))]
    return [value for value in order if value in present]
