"""How `mjlog stats` shows results: numbers by their unit, and frames as tables of the terminal or of Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import pandas as pd
from rich.table import Table
from rich.text import Text

from mjlog.display.numbers import shown, span
from mjlog.stats.overview import pivot
from mjlog.stats.populations import Population
from mjlog.stats.registry import STATISTICS


def long_table(frame: pd.DataFrame) -> Table:
    """One line for each statistic, three- and four-player games side by side."""
    kinds = sorted(frame["players"].unique(), reverse=True)
    table = Table(box=None, header_style="bold", pad_edge=False, row_styles=("", "on grey7"))
    table.add_column("statistic")
    for players in kinds:
        table.add_column(f"{players} players", justify="right", no_wrap=True)
        table.add_column("95 %", justify="right", style="dim", no_wrap=True)
        table.add_column("n", justify="right", style="dim", no_wrap=True)
    for key, rows in frame.groupby("statistic", sort=False):
        by_players = rows.set_index("players")
        cells = []
        for players in kinds:
            if players not in by_players.index:
                cells += ["–", "", ""]
                continue
            row = by_players.loc[players]
            unit = str(row["unit"])
            size = f"[yellow]{row['n']:,}[/yellow]" if row["note"] else f"{row['n']:,}"
            cells += [shown(row["value"], unit), span(row["low"], row["high"], unit), size]
        table.add_row(label(str(key)), *cells)
    return table


def wide_table(frame: pd.DataFrame, keys: Sequence[str], top: int) -> Table:
    """One line for each group, the largest first."""
    sizes = pivot(frame, "n").max(axis=1).sort_values(ascending=False, kind="stable")
    values = pivot(frame).loc[sizes.index[:top]]
    table = Table(header_style="bold", row_styles=("", "on grey7"), box=None, pad_edge=False)
    for name in values.index.names:
        table.add_column(str(name), no_wrap=True)
    table.add_column("n", justify="right", style="dim", no_wrap=True)
    columns = [key for key in keys if key in values.columns]
    cells: dict[str, list[str]] = {}
    for key in columns:
        cells[key] = [shown(value, STATISTICS[key].unit).removesuffix(" %") for value in values[key]]
        percent = " %" if STATISTICS[key].unit == "share" else ""
        table.add_column(label(key) + percent, justify="right", min_width=max(map(len, cells[key])))
    for place, group in enumerate(values.index):
        labels = group if isinstance(group, tuple) else (group,)
        table.add_row(
            *("–" if pd.isna(label) else f"{label:g}" if isinstance(label, float) else str(label) for label in labels),
            f"{sizes[group]:,}",
            *(cells[key][place] for key in columns),
        )
    if len(sizes) > top:
        table.caption = f"{len(sizes) - top:,} more groups; --top shows more, --format csv all"
        table.caption_justify = "left"
    return table


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

    plain = [
        [Text.from_markup(str(cell)).plain.replace("|", "\\|") for cell in column.cells] for column in table.columns
    ]
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
            table.add_row(s.key, f"{s.english} {s.japanese} [dim]{s.definition}[/dim]")
    return table


def label(key: str) -> str:
    """The English name, with the source of a variant."""
    variant = key.partition("@")[2]
    return STATISTICS[key].english + (f" @{variant}" if variant else "")
