"""Values and intervals of statistics as people read them."""

from __future__ import annotations

import pandas as pd


def shown(value: float, unit: str) -> str:
    """A value with as many digits as its unit deserves.

    >>> shown(0.2117, "share"), shown(5906.6, "points"), shown(-0.0001, "place"), shown(0.1273, "rons per kyoku")
    ('21.2 %', '5,907', '0.000', '0.127')
    """
    if pd.isna(value):
        return "–"
    if unit == "share":
        return f"{100 * value:.1f} %" if value >= 0.01 or value == 0 else f"{100 * value:.3f} %"
    if unit == "points":
        return f"{value:z,.0f}"
    return f"{value:z.3f}" if 0 < abs(value) < 1 else f"{value:z,.2f}"


def span(low: float, high: float, unit: str) -> str:
    """An interval; of a rate in percent.

    >>> span(0.2051, 0.2142, "share"), span(-6918, -6464, "points")
    ('20.5–21.4', '-6,918…-6,464')
    """
    if pd.isna(low):
        return ""
    if unit == "share":
        digits = 1 if high >= 0.01 else 3
        return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}"
    return ("–" if low >= 0 else "…").join(shown(end, unit) for end in (low, high))
