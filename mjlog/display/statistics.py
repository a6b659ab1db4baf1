"""Values and intervals of statistics as text."""

from __future__ import annotations

import pandas as pd


def value_text(value: float, unit: str) -> str:
    """A value, rounded by its unit; `share` in percent.

    >>> value_text(0.2117, "share"), value_text(5906.6, "points"), value_text(0.1273, "rons per kyoku")
    ('21.2 %', '5,907', '0.127')
    >>> value_text(-0.0001, "place")
    '0.000'
    """
    if pd.isna(value):
        return "–"
    if unit == "share":
        return f"{100 * value:.1f} %" if value >= 0.01 or value == 0 else f"{100 * value:.3f} %"
    if unit == "points":
        return f"{value:z,.0f}"
    return f"{value:z.3f}" if 0 < abs(value) < 1 else f"{value:z,.2f}"


def interval_text(low: float, high: float, unit: str) -> str:
    """An interval, that of a `share` in percent without the sign; empty where there is none.

    >>> interval_text(0.2051, 0.2142, "share"), interval_text(-6918, -6464, "points")
    ('20.5–21.4', '-6,918…-6,464')
    """
    if pd.isna(low):
        return ""
    if unit == "share":
        digits = 1 if high >= 0.01 else 3
        return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}"
    return ("–" if low >= 0 else "…").join(value_text(end, unit) for end in (low, high))
