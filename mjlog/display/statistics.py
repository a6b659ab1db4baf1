"""Values and intervals of statistics as text."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor, log10
from typing import Any, Final

import pandas as pd

from mjlog.rules.yaku_names import yaku_name
from mjlog.words import percent_text, room_text, span_text, tr, word

OTHERS: Final = "all others"
"""The group of all other players, in a column of players."""


def event_text(event: str, other: int | None, value: str) -> str:
    """A result of a kyoku in `mjlog.stats.place_changes`, in words.

    >>> event_text("ron", 2, "3,900"), event_text("now", None, "")
    ('ron on seat 2: 3,900', 'now')
    """
    match event:
        case "now":
            text = tr("now")
        case "riichi":
            text = tr("riichi stick")
        case "ron":
            text = tr("ron on seat {seat}", seat=other)
        case "deal-in":
            text = tr("deal-in to seat {seat}", seat=other)
        case "tenpai":
            text = tr("draw, tenpai alone")
        case "noten":
            text = tr("draw, noten alone")
        case _:
            text = tr("tsumo")
    return tr("{result}: {value}", result=text, value=value) if value else text


def value_text(value: float, unit: str) -> str:
    """A value, rounded by its unit; `share` in percent.

    >>> value_text(0.2117, "share"), value_text(5906.6, "points"), value_text(0.1273, "rons per kyoku")
    ('21.2 %', '5,907', '0.127')
    >>> value_text(-0.0001, "place"), value_text(3.03e-6, "share")
    ('0.00', '0.00030 %')
    """
    if pd.isna(value):
        return "–"
    if unit == "share":
        return percent_text(f"{100 * value:.{_digits(value)}f}")
    if unit == "points":
        return f"{value:z,.0f}"
    return f"{value:z,.{_decimals(value, unit)}f}"


def _decimals(value: float, unit: str) -> int:
    """Digits after the point of a value that is neither a share nor points."""
    return 3 if 0 < abs(value) < 1 and unit not in ("place", "1000 points") else 2


def signed_text(difference: float, unit: str, value: float) -> str:
    """A difference with its sign and as many digits as its `value`; that of a `share` in percentage points.

    >>> signed_text(0.0077, "share", 0.2117), signed_text(-213.4, "points", 5906.6), signed_text(-0.195, "place", 2.32)
    ('+0.8 pp', '-213', '-0.20')
    """
    if pd.isna(difference):
        return "–"
    if unit == "share":
        return tr("{number} pp", number=f"{100 * difference:+z.1f}")
    return f"{difference:+z,.{0 if unit == 'points' else _decimals(value, unit)}f}"


def interval_text(low: float, high: float, unit: str) -> str:
    """An interval, that of a `share` in percent without the sign; empty where there is none.

    >>> interval_text(0.2051, 0.2142, "share"), interval_text(-6918, -6464, "points")
    ('20.5–21.4', '-6,918 to -6,464')
    """
    if pd.isna(low):
        return ""
    if unit == "share":
        digits = _digits(high)
        return f"{100 * low:.{digits}f}–{100 * high:.{digits}f}"
    ends = [value_text(end, unit) for end in (low, high)]
    return "–".join(ends) if low >= 0 else span_text(*ends)


def _digits(share: float) -> int:
    """Digits after the point of a share in percent: one from 1 % on, else three or as many as show two figures."""
    return 1 if share >= 0.01 or share == 0 else max(3, -floor(log10(share)) - 1)


def tone_of(row: Mapping[Any, Any], good: str) -> str:
    """`good` or `bad` for a difference whose interval excludes zero, if the statistic has a direction."""
    if not good or not (row["difference_low"] > 0 or row["difference_high"] < 0):
        return ""
    return "good" if (row["difference_low"] > 0) == (good == "high") else "bad"


def value_name(column: str, value: str) -> str:
    """A word of a column as players read it; names of players and games stay as they are."""
    match column:
        case "player" | "other" | "opponent" if value != OTHERS:
            return value
        case "game" | "rules" | "platform" | "source" | "month":
            return value
        case "room":
            return room_text(value)
        case "yaku":
            return yaku_name(value)
    special = f"{column}: {value}"  # a word with another meaning in this column
    return word(value) if tr(special) == special else tr(special)
