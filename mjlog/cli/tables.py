"""Results of `mjlog stats` as tables of text, for a terminal and for Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from math import nan
from textwrap import fill
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from mjlog.display.statistics import interval_text, signed_text, tone_of, value_name, value_text
from mjlog.errors import printable
from mjlog.stats.populations import Population
from mjlog.stats.registry import SECTION_OF, STATISTICS
from mjlog.stats.summaries import pivot
from mjlog.words import percent_text, tr, word

WITH_INTERVALS: Final = 3
"""Up to this many statistics, a table of groups also has their intervals."""
LONG: Final = 20
"""Tables of more statistics have headings."""
NO_OTHERS: Final = {"others": nan, "difference": nan}
"""A number of cases is not compared with that of all other players."""
NARROWEST: Final = 20
"""Cells of the terminal for the name of a statistic, on several lines."""
GAP: Final = 2
"""Spaces between two columns."""


_MARKDOWN: Final = re.compile(r"[\\`*_\[\]<>|~$&](?!\s)")
"""Characters that Markdown reads as markup where no space follows."""


class Column(NamedTuple):
    """A column of text."""

    head: str
    cells: Sequence[str | Text]
    number: bool = True
    """Aligned at the right and never wrapped."""
    style: str = ""

    @property
    def width(self) -> int:
        """Cells of the terminal it takes."""
        return max(map(cell_len, (*self.head.split("\n"), *map(str, self.cells))))


Columns = list[Column]
"""A table."""


def width_of(columns: Columns) -> int:
    """Cells of the terminal a table takes."""
    return sum(column.width + GAP for column in columns) - GAP


def rich_table(columns: Columns) -> Table:
    """A table for the terminal."""
    table = Table(header_style="bold", box=None, pad_edge=False, padding=(0, GAP, 0, 0))
    for column in columns:
        justify = "right" if column.number else "left"
        table.add_column(Text(column.head), justify=justify, no_wrap=column.number, style=column.style)  # type: ignore[arg-type]
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*(Text(printable(cell)) if isinstance(cell, str) else cell for cell in row))
    return table


def markdown(columns: Columns) -> str:
    """A table as Markdown."""

    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(cells)} |"

    rows = zip(*([_in_markdown(str(cell)) for cell in column.cells] for column in columns), strict=True)
    rule = line("---:" if column.number else "---" for column in columns)
    return "\n".join([line(column.head for column in columns), rule, *map(line, rows)])


def _in_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", printable(text))


def frame_table(frame: pd.DataFrame) -> Columns:
    """A frame as it is."""
    return [Column(str(name), [str(value) for value in frame[name]], number=False) for name in frame.columns]


def statistics_tables(frame: pd.DataFrame, width: int) -> list[Columns]:
    """One row per statistic of a `summary` or of `against_others`, long tables with a heading for each section.

    Four- and three-player games are side by side if they fit, else two tables. Where one does not fit either, intervals
    and numbers of cases are left out.
    """
    kinds = sorted(frame["players"].unique(), reverse=True)
    keys = list(frame["statistic"].unique())
    columns = [Column(tr("statistic"), [label(key) for key in keys], number=False)]
    for players in kinds:
        rows = frame[frame["players"].eq(players)].set_index("statistic").reindex(keys)
        columns += _measures(tr(f"{players} players"), rows.reset_index().to_dict("records"))
    if len(kinds) == 1 or width_of(columns) <= width:
        for head in (tr("95 %"), "n"):
            if width_of(columns) - columns[0].width + NARROWEST > width:
                columns = [column for column in columns if column.head != head]
        return [_with_headings(columns, keys) if len(keys) > LONG else columns]
    return [table for players in kinds for table in statistics_tables(frame[frame["players"].eq(players)], width)]


def _measures(head: str, rows: Sequence[Mapping[Any, Any]]) -> Columns:
    """The values of some statistics with interval and number of cases, and next to those of other players if known."""
    columns = [
        Column(head, [value_text(row["value"], row["unit"]) for row in rows]),
        Column(tr("95 %"), [interval_text(row["low"], row["high"], row["unit"]) for row in rows], style="dim"),
        Column(
            "n", [Text(f"{row['n']:,.0f}" if row["n"] >= 0 else "", "red" if row["note"] else "dim") for row in rows]
        ),
    ]
    if rows and "others" in rows[0]:
        sides = [row if STATISTICS[row["statistic"]].kind != "count" else {**row, **NO_OTHERS} for row in rows]
        columns += [
            Column(tr("others"), [value_text(row["others"], row["unit"]) for row in sides]),
            Column(tr("difference"), [_difference(row) for row in sides]),
        ]
    return columns


def _difference(row: Mapping[Any, Any]) -> Text:
    """The difference to the others; with a star, in bold and in the colour of its direction if it excludes zero."""
    text = signed_text(row["difference"], row["unit"], row["value"])
    if row["note"] or not (row["difference_low"] > 0 or row["difference_high"] < 0):
        return Text(f"{text}  ", "dim")
    good = STATISTICS[row["statistic"]].good
    colour = {"good": " green", "bad": " red", "": ""}[tone_of(row, good)]
    return Text(f"{text} *", f"bold{colour}")


def _with_headings(columns: Columns, keys: Sequence[str]) -> Columns:
    """The rows by section, each section below an empty row and its heading."""
    sections: dict[str, list[int]] = {}
    for row, key in enumerate(keys):
        sections.setdefault(SECTION_OF.get(key, "Your own"), []).append(row)

    def cells(column: Column, *, first: bool) -> list[str | Text]:
        new: list[str | Text] = []
        for name, rows in sections.items():
            new += [
                *([""] if new else []),
                Text(tr(name), "bold") if first else "",
                *(column.cells[row] for row in rows),
            ]
        return new

    return [column._replace(cells=cells(column, first=not place)) for place, column in enumerate(columns)]


def group_tables(frame: pd.DataFrame, keys: Sequence[str], top: int, width: int) -> tuple[list[Columns], str]:
    """One row per group, the largest groups first, in as many tables as the width needs; and a note on other groups."""
    sizes = pivot(frame, "n").max(axis=1).sort_values(ascending=False, kind="stable")
    largest = sizes.index[:top]
    values, low, high = (pivot(frame, column).reindex(largest) for column in ("value", "low", "high"))
    groups = [group if isinstance(group, tuple) else (group,) for group in largest]
    stub = [
        Column(word(name), [_group_text(str(name), cell) for cell in cells], number=False)
        for name, cells in zip(values.index.names, zip(*groups, strict=True), strict=True)
    ]
    stub.append(Column("n", [f"{sizes[group]:,}" for group in largest], style="dim"))
    keys = [key for key in keys if key in values.columns]
    blocks = []
    for key in keys:
        unit = STATISTICS[key].unit
        head = percent_text(label(key)) if unit == "share" else label(key)
        block = [Column(head, [value_text(value, unit).removesuffix(percent_text("")) for value in values[key]])]
        if len(keys) <= WITH_INTERVALS:
            ends = zip(low[key], high[key], strict=True)
            block.append(Column(tr("95 %"), [interval_text(*pair, unit) for pair in ends], style="dim"))
        blocks.append(block)
    if width_of([*stub, *(column for block in blocks for column in block)]) > width:
        blocks = [[_with_wrapped_head(column) for column in block] for block in blocks]
    n_more = len(sizes) - top
    note = tr("{n:,} more groups; --top shows more, --format csv all", n=n_more) if n_more > 0 else ""
    return _fitted(stub, blocks, width), note


def _with_wrapped_head(column: Column) -> Column:
    """The column with its head on several lines, as narrow as its cells and words allow."""
    narrowest = max(map(cell_len, (*column.head.split(), *map(str, column.cells))))
    return column._replace(head=fill(column.head, narrowest, break_long_words=False, break_on_hyphens=False))


def _fitted(stub: Columns, blocks: Sequence[Columns], width: int) -> list[Columns]:
    """Tables that begin with the stub, each with as many blocks as fit, but at least one."""
    tables = [list(stub)]
    for block in blocks:
        if len(tables[-1]) > len(stub) and width_of([*tables[-1], *block]) > width:
            tables.append(list(stub))
        tables[-1] += block
    return tables


def _group_text(column: str, value: Any) -> str:
    if pd.isna(value):
        return "–"
    if isinstance(value, bool | np.bool_):
        return tr("yes" if value else "no")
    return f"{value:g}" if isinstance(value, float) else value_name(column, str(value))


VERDICTS: Final = {
    "": ("no interval", ""),
    "inside": ("inside", ""),
    "near": ("outside, as by chance", ""),
    "unexplained": ("OUTSIDE, UNEXPLAINED", "bold red"),
}
"""Verdict → words and style."""


def comparison_table(frame: pd.DataFrame, head: str = "published") -> tuple[Columns, list[str]]:
    """A data set next to published figures; and the notes below: the numbered reasons, then the sums."""
    reasons = {text: number for number, text in enumerate(frame["reason"].loc[lambda r: r != ""].unique(), start=1)}
    rows = frame.to_dict("records")
    columns = [
        Column(tr("statistic"), [label(row["statistic"]) for row in rows], number=False),
        Column(tr("data set"), [value_text(row["value"], row["unit"]) for row in rows]),
        Column(tr("95 %"), [interval_text(row["low"], row["high"], row["unit"]) for row in rows]),
        Column("n", [f"{row['n']:,}" for row in rows]),
        Column(tr(head), [value_text(row["published"], row["unit"]) for row in rows]),
        Column(
            "",
            [
                Text(tr(VERDICTS[row["verdict"]][0]), VERDICTS[row["verdict"]][1])
                if row["verdict"] in VERDICTS
                else Text(tr("differs: ({number})", number=reasons.get(row["reason"])), "bold")
                for row in rows
            ],
            number=False,
        ),
    ]  # fmt: skip
    return columns, [f"({number}) {tr(text)}" for text, number in reasons.items()] + [_verdicts(frame)]


def _verdicts(frame: pd.DataFrame) -> str:
    """How many figures agree, and why others differ."""
    n = frame["verdict"].value_counts()
    known = len(frame) - n.get("", 0)
    parts = [
        tr(
            "{n} of {known} figures are inside; chance alone leaves about {chance:.0f} outside",
            n=n.get("inside", 0),
            known=known,
            chance=known * 0.05,
        )
    ]
    if near := n.get("near", 0):
        parts.append(tr("{n} outside, but within the interval of all figures together", n=near))
    if differs := n.get("differs", 0):
        parts.append(tr("{n} for a known reason", n=differs))
    if unexplained := n.get("unexplained", 0):
        parts.append(tr("{n} UNEXPLAINED", n=unexplained))
    return tr("; ").join(parts)


def games_used(selected: pd.DataFrame, published: Population) -> str:
    """The number and kind of games that a filter leaves."""
    years = selected["year"].dropna().astype(int)
    dated = "-".join(map(str, dict.fromkeys((years.min(), years.max())))) + tr(", ") if len(years) else ""
    text = tr(
        "{games:,} games, {dated}{n:,} kyoku of players",
        games=selected["games"].sum(),
        dated=dated,
        n=selected["n"].sum(),
    )
    if published.east_share is None:
        return text
    east = selected.loc[selected["length"].eq("east"), "n"].sum() / selected["n"].sum()
    return tr(
        "{games}, {east:.0f} % of them in east games (published {share:.0f} %)",
        games=text,
        east=100 * east,
        share=100 * published.east_share,
    )


def statistics_list() -> Table:
    """Every statistic with its names and definition, by section."""
    table = Table(header_style="bold", box=None, pad_edge=False)
    table.add_column(tr("key"), no_wrap=True)
    table.add_column(tr("definition"))
    for name, entries in groupby(STATISTICS.values(), key=lambda s: SECTION_OF.get(s.key, "Your own")):
        table.add_row("", "")
        table.add_row(f"[bold]{tr(name)}[/bold]", "")
        for s in entries:
            table.add_row(s.key, f"{s.label}\n[dim]{tr(s.definition)}[/dim]")
    return table


def label(key: str) -> str:
    """The label of a statistic, with the source of a variant."""
    variant = key.partition("@")[2]
    return STATISTICS[key].label + (f" @{variant}" if variant else "")
