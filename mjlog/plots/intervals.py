"""Plots of values with their intervals, one row for each: rates, differences, shares, rankings, luck."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from mjlog.display.statistics import value_name, value_text
from mjlog.plots.frames import (
    ALL,
    check_frame,
    direction_of_good,
    group_label,
    groups_of,
    statistic_name,
    with_n,
)
from mjlog.plots.style import (
    BLUE,
    COLOURS,
    GREY,
    INK,
    direction_colour,
    draw_difference,
    draw_intervals,
    label_rows,
    legend,
    localised,
    new_axes,
    percent_ticks,
    row_note,
    signed_ticks,
)
from mjlog.words import percent_text, tr, word

SHARE_COLUMNS: Final = ("share", "low", "high", "count", "n", "kyoku", "games", "wins", "all_wins", "han", "japanese")
"""Columns of distributions that are not groups."""
PLAYER_BANDS: Final = ((5, 95), (25, 75))
"""Percentiles between which nine tenths and half of the players lie."""
LESS_IS_BETTER: Final = ("dealt in", "haipai")
LUCK_NAMES: Final = {
    "ura": "ura dora per riichi win",
    "ippatsu": "ippatsu per riichi",
    "dealt in": "deal-ins per risky discard",
    "haipai": "shanten of the dealt hand",
    "draws": "useful draws per kyoku",
}


@localised
def rates(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Rates with their 95 % intervals: one row for each statistic, one colour for each group.

    A column `published` (`mjlog.stats.compare_published`) is drawn as diamonds. With one group, each row shows n.

    ```python
    keys = ["win_rate", "deal_in_rate", "riichi_rate", "call_rate", "draw_rate"]
    plots.rates(stats.summary(ds, keys, by="players"))
    ```
    """
    check_frame(frame, "statistic", "value", "unit")
    frame = frame[frame["unit"].eq("share") & frame["value"].notna()]
    keys = list(frame["statistic"].drop_duplicates())
    groups = groups_of(frame)
    above = len(groups) > 1 or "published" in frame
    ax = new_axes(ax, (8, 1.2 + 0.34 * len(keys) * max(1.0, 0.45 * len(groups))), title, legend_above=above)
    for place, (label, rows) in enumerate(groups):
        offset = 0.0 if len(groups) == 1 else min(0.6, 0.18 * len(groups)) * (place / (len(groups) - 1) - 0.5)
        heights = np.array([keys.index(key) for key in rows["statistic"]]) + offset
        draw_intervals(ax, rows, heights, COLOURS[place % len(COLOURS)], label)
        if "published" in rows:
            ax.plot(rows["published"], heights, "D", color=INK, markerfacecolor="none", markersize=6, zorder=4)
    if "published" in frame:
        ax.plot([], [], "D", color=INK, markerfacecolor="none", label=tr("published"))
    label_rows(ax, [statistic_name(key) for key in keys])
    ax.set_xlim(left=0)
    percent_ticks(ax.xaxis)
    if len(groups) == 1:
        for key, n in zip(frame["statistic"], frame["n"], strict=True):
            row_note(ax, keys.index(key), f"n {n:,}", colour=GREY)
    if above:
        legend(ax, columns=min(len(groups) + ("published" in frame), 4))
    return ax


@localised
def forest(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Differences of rates in percentage points with 95 % intervals.

    The frame comes from `mjlog.stats.against_others` or `difference`. Differences whose interval excludes zero are
    coloured: green if it is good for the first side, orange if it is bad, blue for a matter of style. Each row shows
    both rates, and the n of the first.

    ```python
    keys = ["win_rate", "deal_in_rate", "riichi_rate", "call_rate", "first_rate"]
    plots.forest(stats.against_others(ds, "Kaede", keys, {"players": 4}))
    ```
    """
    check_frame(frame, "statistic", "difference")
    other = "others" if "others" in frame else "other"
    frame = frame[frame["unit"].eq("share") & frame["difference"].notna()].reset_index(drop=True)
    ax = new_axes(ax, (8.5, 1.2 + 0.36 * len(frame)), title)
    differences = frame[["difference", "difference_low", "difference_high"]].to_numpy(float) * 100
    ax.axvline(0, color=INK, linewidth=0.8)
    for height, (key, (value, low, high)) in enumerate(zip(frame["statistic"], differences, strict=True)):
        draw_difference(ax, height, value, low, high, direction_of_good(key))
    for height, row in enumerate(frame.to_dict("records")):
        row_note(ax, height, f"{value_text(row['value'], 'share')} ({value_text(row[other], 'share')}), n {row['n']:,}")
    row_note(ax, -1, tr("player (others)" if other == "others" else "one (other)"), colour=GREY)
    label_rows(ax, [statistic_name(key) for key in frame["statistic"]])
    widest = np.nanmax(np.abs(differences), initial=1) * 1.05
    ax.set_xlim(-widest, widest)
    signed_ticks(ax.xaxis)
    ax.set_xlabel(tr(f"percentage points above the {other}"))
    return ax


@localised
def profile(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Where a player's values lie among the values of all players (`mjlog.stats.percentiles`): one row for each.

    The dark band contains the middle half of the players, the pale band nine tenths. Dots are coloured as in `forest`.
    Each row shows the value and n.

    ```python
    keys = ["win_rate", "deal_in_rate", "riichi_rate", "call_rate", "balance"]
    players = stats.summary(ds, keys, {"players": 4}, by="player")
    plots.profile(stats.percentiles(stats.against_others(ds, "Kaede", keys, {"players": 4}), players))
    ```
    """
    check_frame(frame, "statistic", "percentile")
    frame = frame[frame["percentile"].notna()].reset_index(drop=True)
    ax = new_axes(ax, (8, 1.2 + 0.34 * len(frame)), title)
    for low, high in PLAYER_BANDS:
        ax.axvspan(low, high, color=GREY, alpha=0.14, linewidth=0)
    ax.axvline(50, color=INK, linewidth=0.8)
    for height, row in enumerate(frame.to_dict("records")):
        good = direction_of_good(row["statistic"])
        colour = direction_colour(row["difference_low"], row["difference_high"], good)
        ax.plot(row["percentile"], height, "o", color=colour, markersize=8, clip_on=False)
        row_note(ax, height, with_n(value_text(row["value"], row["unit"]), row["n"]), colour=GREY)
    label_rows(ax, [statistic_name(key) for key in frame["statistic"]], grid=False)
    ax.set_xlim(0, 100)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: percent_text(f"{value:g}")))
    ax.set_xlabel(tr("players with a lower value"))
    return ax


@localised
def distribution(frame: pd.DataFrame, kind: str, *, top: int = 30, ax: Axes | None = None, title: str = "") -> Axes:
    """The share of each kind with its interval and count: one row for each kind, one colour for each group.

    For `mjlog.stats.kyoku_results` (`kind="result"`), `deal_ins_by_shanten` (`"shanten"`), `folding` (`"answer"`),
    `yaku` (`"yaku"`), `game_lengths` (`"n_kyoku"`) and others with a column `share`. The `top` most frequent kinds are
    shown.

    ```python
    plots.distribution(stats.yaku(ds, where={"players": 4}), "yaku", top=15)
    ```
    """
    check_frame(frame, kind, "share")
    groups = groups_of(frame, drop=(kind, "longest", *SHARE_COLUMNS))
    count = "wins" if "wins" in frame else "count"
    kinds = list(frame.groupby(kind, sort=False, dropna=False)[count].sum().nlargest(top).index)
    kinds = [name for name in frame[kind].drop_duplicates() if name in kinds]
    alone = [label for label, _ in groups] == [tr(ALL)]
    ax = new_axes(ax, (8, 1.2 + 0.34 * len(kinds) * max(1.0, 0.5 * len(groups))), title, legend_above=not alone)
    for place, (label, rows) in enumerate(groups):
        rows = rows[rows[kind].isin(kinds)].rename(columns={"share": "value"})
        offset = 0.0 if len(groups) == 1 else 0.4 * (place / (len(groups) - 1) - 0.5)
        heights = np.array([kinds.index(name) for name in rows[kind]]) + offset
        draw_intervals(ax, rows, heights, COLOURS[place % len(COLOURS)], with_n(label, _total(rows)))
        if len(groups) == 1:
            for height, n in zip(heights, rows[count], strict=True):
                row_note(ax, float(height), f"{n:,}", colour=GREY)
    label_rows(ax, [value_name(kind, str(name)) for name in kinds])
    if pd.api.types.is_numeric_dtype(frame[kind]):
        ax.set_ylabel(word(kind))
    ax.set_xlim(left=0)
    percent_ticks(ax.xaxis)
    ax.set_xlabel(with_n(_share_of(frame, kind), _total(frame)) if alone else _share_of(frame, kind))
    if not alone:
        legend(ax, columns=min(len(groups), 3) if len(groups) > 1 else 2)
    return ax


def _share_of(frame: pd.DataFrame, kind: str) -> str:
    """What the shares of a distribution refer to, as far as its columns say it."""
    whole = next((name for name in ("all_wins", "kyoku", "games") if name in frame), None)
    whole = {"answer": "kyoku that face a riichi", "shanten": "hands"}.get(kind, whole)
    if whole:
        return tr(f"share of {whole.removeprefix('all_')}")
    return tr("share by {kind}", kind=word(kind))


def _total(rows: pd.DataFrame) -> int:
    """The number of rows that the shares of a distribution refer to."""
    column = next(name for name in ("n", "all_wins", "kyoku", "games") if name in rows)
    return int(rows[column].max())


@localised
def ranking(
    frame: pd.DataFrame,
    value: str = "value",
    *,
    of: str = "player",
    top: int = 20,
    ax: Axes | None = None,
    title: str = "",
) -> Axes:
    """The groups with most cases, the highest value first, each with its interval and n.

    For `mjlog.stats.tenhou_ladder` (`value="stable_dan"`), `league_points` (`"result"`), `places_added`,
    `head_to_head` (`"share"`, `of="other"`) and `summary` of one statistic.

    ```python
    plots.ranking(stats.summary(ds, ["win_rate"], {"players": 4}, by="player"), top=12)
    ```
    """
    check_frame(frame, value, of)
    n = next(name for name in ("n", "games") if name in frame)
    frame = frame[frame[value].notna()].nlargest(top, n).sort_values(value, ascending=False)
    ax = new_axes(ax, (8, 1.2 + 0.3 * len(frame)), title)
    heights = np.arange(len(frame), dtype=float)
    draw_intervals(ax, frame.assign(value=frame[value]), heights, BLUE, "")
    for height, cases in enumerate(frame[n]):
        row_note(ax, height, f"n {cases:,}", colour=GREY)
    label_rows(ax, [value_name(of, str(name)) for name in frame[of]])
    if "unit" in frame and frame["unit"].eq("share").all():
        percent_ticks(ax.xaxis)
    ax.set_xlabel(statistic_name(str(frame["statistic"].iloc[0])) if "statistic" in frame else word(value))
    return ax


@localised
def luck(frame: pd.DataFrame, *, ax: Axes | None = None, title: str = "") -> Axes:
    """Each kind of luck in percent of the expected value; good luck is to the right.

    The frame comes from `mjlog.stats.luck`, for one player or a few. Differences whose interval excludes zero are
    coloured. Each row shows the actual value, the expected value and n.

    ```python
    plots.luck(stats.luck(ds, "player", {"players": 4, "player": "Kaede"}))
    ```
    """
    check_frame(frame, "luck", "expected")
    frame = frame[frame["expected"].gt(0)].reset_index(drop=True)
    named = [column for column in ("players", "player") if column in frame and frame[column].nunique() > 1]
    ax = new_axes(ax, (8.5, 1.2 + 0.4 * len(frame)), title)
    ax.axvline(0, color=INK, linewidth=0.8)
    labels, widest = [], 10.0
    for height, row in enumerate(frame.to_dict("records")):
        sign = (-100 if row["luck"] in LESS_IS_BETTER else 100) / row["expected"]
        value, (low, high) = row["difference"] * sign, sorted((row["low"] * sign, row["high"] * sign))
        draw_difference(ax, height, value, low, high, "high")
        digits = 3 if row["expected"] < 1 else 2
        means = {name: f"{row[name]:.{digits}f}" for name in ("actual", "expected")}
        row_note(ax, height, tr("{actual} (expected {expected}), n {n:,}", **means, n=row["n"]))
        group = group_label(named, [row[column] for column in named])
        labels.append(tr(", ").join(filter(None, (word(LUCK_NAMES.get(row["luck"], row["luck"])), group))))
        widest = float(np.nanmax([widest, min(abs(low), 150), min(abs(high), 150), abs(value)]))
    label_rows(ax, labels)
    ax.set_xlim(-1.05 * widest, 1.05 * widest)
    signed_ticks(ax.xaxis)
    ax.set_xlabel(tr("luck: percent better than expected"))
    return ax
