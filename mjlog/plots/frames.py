"""Frames of statistics as input of plots: checks, groups of rows, and their labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

from mjlog.display.statistics import value_name
from mjlog.plots.style import drawable
from mjlog.stats.registry import STATISTICS
from mjlog.stats.summaries import MEASURES
from mjlog.words import tr, word

MOST_COLUMNS: Final = 8
"""Columns of a frame that a message names."""
ALL: Final = "all"
"""Label of the only group of a frame."""


def groups_of(
    frame: pd.DataFrame, drop: Sequence[str] = (), keep: Sequence[str] = ()
) -> list[tuple[str, pd.DataFrame]]:
    """The rows of each group with its label, in order of appearance.

    Columns with one value that are not in `keep`, and the columns `drop`, are not in the label.
    """
    measures = {"statistic", "published", "difference", "inside", "verdict", "reason", *MEASURES, *drop}
    columns = [column for column in frame.columns if column not in measures]
    varying = [column for column in columns if column in keep or frame[column].nunique(dropna=False) > 1]
    if not varying:
        return [(tr(ALL), frame)]
    return [(group_label(varying, key), rows) for key, rows in frame.groupby(varying, sort=False, dropna=False)]


def group_label(columns: Sequence[str], key: Sequence[object]) -> str:
    """The label of a group.

    >>> group_label(["players", "room", "calls", "good"], [4, "A", 2, False])
    '4 players, A, calls 2, not good'
    """
    return drawable(tr(", ").join(_group_word(name, value) for name, value in zip(columns, key, strict=True)))


def with_n(label: str, n: int) -> str:
    """The label of a group with its number of cases; that number alone if there is one group.

    >>> with_n("Kaede", 1200), with_n("all", 30)
    ('Kaede, n 1,200', 'n 30')
    """
    return f"n {n:,}" if label == tr(ALL) else tr("{label}, n {n:,}", label=label, n=n)


def _group_word(name: str, value: object) -> str:
    words = word(name)
    match value:
        case bool() | np.bool_():
            return words if value else tr("not {name}", name=words)
        case int() | np.integer() if name == "players":
            return tr(f"{value} players")
        case float() if value.is_integer():
            return f"{words} {value:.0f}"
        case int() | float() | np.number():
            return f"{words} {value}"
        case _:
            return value_name(name, str(value))


def check_frame(frame: pd.DataFrame, *columns: str) -> None:
    """Raise ValueError for a frame without rows, or without a column that the plot needs."""
    if missing := [column for column in columns if column not in frame]:
        present = ", ".join([*map(str, frame.columns[:MOST_COLUMNS]), *["…"] * (len(frame.columns) > MOST_COLUMNS)])
        raise ValueError(f"this plot needs the columns {', '.join(missing)}; the frame has {present}")
    if frame.empty:
        raise ValueError("nothing to draw: the frame has no rows")


def check_players(frame: pd.DataFrame) -> None:
    """Raise ValueError for a frame with both four- and three-player games."""
    if frame["players"].nunique() > 1:
        raise ValueError("this plot shows four- or three-player games, not both: select with where={'players': 4}")


def statistic_name(key: str) -> str:
    """The label of a statistic; any other word with spaces for underscores."""
    return STATISTICS[key].label if key in STATISTICS else word(key)


def ordinal(place: int) -> str:
    """A place as `1st`."""
    return tr(("1st", "2nd", "3rd", "4th")[place - 1])


def direction_of_good(key: str) -> str:
    """`high` or `low` for a statistic that is better so; empty for a matter of style and for an unknown key."""
    return STATISTICS[key].good if key in STATISTICS else ""
