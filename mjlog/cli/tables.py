"""How `mjlog stats` shows results: numbers by their unit, and frames as tables of the terminal or of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

import pandas as pd
from rich.cells import cell_len
from rich.markup import escape
from rich.table import Column, Table
from rich.text import Text

from mjlog.display.numbers import shown, span
from mjlog.stats.populations import Population
from mjlog.stats.query import pivot
from mjlog.stats.registry import STATISTICS

PIPED: Final = 160
"""Characters of a line where no terminal says how many it has."""
WITH_INTERVALS: Final = 3
"""Statistics that the wide form still shows with their intervals."""
GAP: Final = 2
"""Characters a column takes beside its own: its padding."""


def long_tables(frame: pd.DataFrame, width: int) -> list[Table]:
    """One line for each statistic; games of four and three players side by side, where that fits."""
    kinds = sorted(frame["players"].unique(), reverse=True)
    table = _long_table(frame, kinds)
    needed = sum(max(map(cell_len, (str(column.header), *_plain(column)))) + GAP for column in table.columns) - GAP
    return [table] if needed <= width else [_long_table(frame[frame["players"].eq(kind)], [kind]) for kind in kinds]


def _long_table(frame: pd.DataFrame, kinds: Sequence[int]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, row_styles=("", "on grey7"))
    table.add_column("statistic")
    for players in kinds:
        table.add_column(f"{players} players", justify="right", no_wrap=True)
        table.add_column("95 %", justify="right", style="dim", no_wrap=True)
        table.add_column("n", justify="right", style="dim", no_wrap=True)
    for key, rows in frame.groupby("statistic", sort=False):
        by_players = {row["players"]: row for row in rows.to_dict("records")}
        cells = []
        for players in kinds:
            if players not in by_players:
                cells += ["–", "", ""]
                continue
            row = by_players[players]
            unit = str(row["unit"])
            size = f"[yellow]{row['n']:,}[/yellow]" if row["note"] else f"{row['n']:,}"
            cells += [shown(row["value"], unit), span(row["low"], row["high"], unit), size]
        table.add_row(label(str(key)), *cells)
    return table


class _Measures(NamedTuple):
    """What the wide form shows of a statistic: a column of values, and perhaps one of intervals."""

    heads: list[str]
    cells: list[list[str]]

    def widths(self, *, broken: bool) -> list[int]:
        """Width of each column, with its head in one line or broken between words; cells are never broken."""
        return [
            max(map(cell_len, (*(head.split() if broken else [head]), *cells)))
            for head, cells in zip(self.heads, self.cells, strict=True)
        ]


def wide_tables(frame: pd.DataFrame, keys: Sequence[str], top: int, width: int) -> list[Table]:
    """One line for each group, the largest first; what does not fit beside each other stands in further tables.

    A few statistics stand with their intervals.
    """
    sizes = pivot(frame, "n").max(axis=1).sort_values(ascending=False, kind="stable")
    shown_groups = sizes.index[:top]
    values, low, high = (pivot(frame, column).reindex(shown_groups) for column in ("value", "low", "high"))
    columns = [key for key in keys if key in values.columns]
    measures = [
        _measures(key, values[key], low[key], high[key], intervals=len(columns) <= WITH_INTERVALS) for key in columns
    ]
    groups = [[_group(part) for part in (group if isinstance(group, tuple) else (group,))] for group in shown_groups]
    stub = [
        *zip(map(str, values.index.names), map(list, zip(*groups, strict=True)), strict=True),
        ("n", [f"{sizes[group]:,}" for group in shown_groups]),
    ]
    taken = sum(max(map(cell_len, (head, *cells))) + GAP for head, cells in stub) - GAP
    tables = [_wide_table(stub, block, width - taken) for block in _blocks(measures, width - taken)]
    if len(sizes) > top:
        tables[-1].caption = f"{len(sizes) - top:,} more groups; --top shows more, --format csv all"
        tables[-1].caption_justify = "left"
    return tables


def _measures(
    key: str, values: pd.Series[float], low: pd.Series[float], high: pd.Series[float], *, intervals: bool
) -> _Measures:
    """The columns of one statistic."""
    unit = STATISTICS[key].unit
    heads = [label(key) + (" %" if unit == "share" else "")]
    cells = [[shown(value, unit).removesuffix(" %") for value in values]]
    if intervals:
        heads.append("95 %")
        cells.append([span(*ends, unit) for ends in zip(low, high, strict=True)])
    return _Measures(heads, cells)


def _group(value: Any) -> str:
    """What a group is called."""
    return "–" if pd.isna(value) else f"{value:g}" if isinstance(value, float) else str(value)


def _needed(measures: Iterable[_Measures], *, broken: bool) -> int:
    """Characters of columns beside each other."""
    return sum(width + GAP for measure in measures for width in measure.widths(broken=broken))


def _blocks(measures: Sequence[_Measures], width: int) -> list[list[_Measures]]:
    """The statistics in as many parts as it takes for each part to fit, one at least in each."""
    blocks: list[list[_Measures]] = [[]]
    for measure in measures:
        if blocks[-1] and _needed([*blocks[-1], measure], broken=True) > width:
            blocks.append([])
        blocks[-1].append(measure)
    return blocks


def _wide_table(stub: Sequence[tuple[str, list[str]]], block: Sequence[_Measures], width: int) -> Table:
    """One part of the wide form."""
    table = Table(header_style="bold", row_styles=("", "on grey7"), box=None, pad_edge=False)
    for head, _ in stub[:-1]:
        table.add_column(head, no_wrap=True)
    table.add_column(stub[-1][0], justify="right", style="dim", no_wrap=True)
    broken = _needed(block, broken=False) > width
    for measure in block:
        for place, (head, least) in enumerate(zip(measure.heads, measure.widths(broken=broken), strict=True)):
            table.add_column(head, justify="right", width=least, style="dim" if place else "")
    for row in zip(*(cells for _, cells in stub), *(cells for m in block for cells in m.cells), strict=True):
        table.add_row(*map(escape, row))
    return table


def _plain(column: Column) -> list[str]:
    """The cells of a column without markup."""
    return [Text.from_markup(str(cell)).plain for cell in column.cells]


def compared_table(frame: pd.DataFrame) -> tuple[Table, list[str]]:
    """The archive beside published figures, and the notes below: each reason once, then the sum."""
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("statistic")
    for column in ("archive", "95 %", "n", "published"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    reasons = {text: number for number, text in enumerate(frame["reason"].loc[lambda r: r != ""].unique(), start=1)}
    for row in frame.to_dict("records"):
        unit = row["unit"]
        differs = f"[yellow]differs: ({reasons.get(row['reason'])})[/yellow]"
        table.add_row(
            label(row["statistic"]),
            shown(row["value"], unit),
            span(row["low"], row["high"], unit),
            f"{row['n']:,}",
            shown(row["published"], unit),
            VERDICTS.get(row["verdict"], differs),
        )
    return table, [f"({number}) {text}" for text, number in reasons.items()] + [_verdicts(frame)]


VERDICTS: Final = {
    "": "no interval",
    "inside": "inside",
    "near": "outside, as by chance",
    "unexplained": "[bold red]OUTSIDE, UNEXPLAINED[/bold red]",
}


def _verdicts(frame: pd.DataFrame) -> str:
    """How many figures are inside, and what the others are."""
    n = frame["verdict"].value_counts()
    known = len(frame) - n.get("", 0)
    parts = [
        f"{n.get('inside', 0)} of {known} figures are inside; chance alone leaves about {known * 0.05:.0f} outside"
    ]
    if near := n.get("near", 0):
        parts.append(f"{near} outside no farther than chance goes among so many")
    if differs := n.get("differs", 0):
        parts.append(f"{differs} for a known reason")
    if unexplained := n.get("unexplained", 0):
        parts.append(f"[bold red]{unexplained} UNEXPLAINED[/bold red]")
    return "; ".join(parts)


def counted(taken: pd.DataFrame, published: Population) -> str:
    """What a filter left of an archive, in words."""
    if taken.empty:
        return "none"
    years = taken["year"].dropna().astype(int)
    dated = "-".join(map(str, dict.fromkeys((years.min(), years.max())))) + ", " if len(years) else ""
    text = f"{taken['games'].sum():,} games, {dated}{taken['n'].sum():,} kyoku of players"
    if published.east_share is None:
        return text
    east = taken.loc[taken["length"].eq("east"), "n"].sum() / taken["n"].sum()
    return f"{text}, {east:.0%} of them in east games (published {published.east_share:.0%})"


def markdown(table: Table) -> str:
    """A table as Markdown."""

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    plain = [[cell.replace("|", "\\|") for cell in _plain(column)] for column in table.columns]
    aligned = ["---:" if column.justify == "right" else "---" for column in table.columns]
    heads = [Text.from_markup(str(column.header)).plain for column in table.columns]
    return "\n".join([line(heads), line(aligned), *(line(row) for row in zip(*plain, strict=True))])


def plain_table(title: str, frame: pd.DataFrame) -> Table:
    """A frame as it is."""
    table = Table(title=title, header_style="bold", box=None, pad_edge=False, title_justify="left")
    for column in frame.columns:
        table.add_column(str(column))
    for row in frame.itertuples(index=False):
        table.add_row(*map(str, row))
    return table


def listing() -> Table:
    """Every statistic with its names and definition, by the table it counts rows of."""
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column("key", no_wrap=True)
    table.add_column("what it is")
    for name, entries in groupby(sorted(STATISTICS.values(), key=lambda s: s.table), key=lambda s: s.table):
        table.add_row("", "")
        table.add_row(f"[bold]of {name.replace('_', '-')}[/bold]", "")
        for s in entries:
            table.add_row(s.key, f"{s.english} {s.japanese}\n[dim]{s.definition}[/dim]")
    return table


def label(key: str) -> str:
    """The English name, with the source of a variant."""
    variant = key.partition("@")[2]
    return STATISTICS[key].english + (f" @{variant}" if variant else "")
