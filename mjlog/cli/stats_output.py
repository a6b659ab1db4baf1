"""Results of `mjlog stats`: the selection of statistics, and the output in each format."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd
import typer
from rich.console import Console

import mjlog
from mjlog.cli.arguments import Format
from mjlog.cli.exits import echo, fail, plain_errors
from mjlog.cli.tables import Columns, group_tables, markdown, rich_table, statistics_tables
from mjlog.errors import printable
from mjlog.stats.dimensions import NEEDS, NoSuchColumnError, NoTableError
from mjlog.stats.prepared_query import columns_of_rows
from mjlog.stats.registry import STATISTICS, UnknownStatisticError
from mjlog.stats.summaries import LEAST_GAMES, summary
from mjlog.tables.dataset import Dataset
from mjlog.tables.folder import replaced
from mjlog.tables.spreadsheets import as_text
from mjlog.tables.store import StoreError
from mjlog.words import counted, tr

PIPED_WIDTH: Final = 160
"""Characters per line where no terminal says how wide it is."""
CORE: Final = (
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "call_rate",
    "tsumo_share",
    "win_value",
    "deal_in_value",
    "balance",
    "average_place",
    "match_points",
)
"""The statistics of a table of groups, unless others are named."""
STARS: Final = "* The 95 % interval of the difference excludes zero. Among 20 statistics expect one by chance."
UNKNOWN_STATISTIC_HINT: Final = "; `mjlog stats list` lists all"


class Output(NamedTuple):
    """A result in both forms: rows for programs, tables for people."""

    frame: pd.DataFrame
    tables: Sequence[Columns]
    heading: str = ""
    notes: Sequence[str] = ()


def statistics_output(
    frame: pd.DataFrame, keys: Sequence[str], by: Sequence[str] | None, top: int, named: bool, width: int
) -> Output:
    """The tables of statistics, with notes on what is missing."""
    missing = frame["note"].str.startswith(NEEDS)
    reasons = {str(note): rows["statistic"].nunique() for note, rows in frame[missing].groupby("note", sort=False)}
    if by:
        tables, more = group_tables(frame, keys, top, width)
        return Output(frame, tables, notes=[*filter(None, [more]), *map(tr, reasons)])
    stars = [tr(STARS)] if "others" in frame else []
    if named or missing.all():
        return Output(frame, statistics_tables(frame, width), notes=[*stars, *map(tr, reasons)])
    notes = [tr("{n} statistics skipped: {reason}", n=n, reason=tr(reason)) for reason, n in reasons.items()]
    return Output(frame, statistics_tables(frame[~missing], width), notes=[*stars, *notes])


@contextmanager
def opened(folder: str) -> Iterator[Dataset]:
    """The data set of a folder; errors end the command, and so does a data set without games."""

    def hint(error: Exception) -> str:
        if isinstance(error, UnknownStatisticError):
            return UNKNOWN_STATISTIC_HINT
        if isinstance(error, NoTableError) or not isinstance(error, NoSuchColumnError):
            return ""
        return (" " if str(error).endswith("?") else "; ") + "`mjlog schema TABLE` lists the columns"

    with plain_errors(UnknownStatisticError, NoSuchColumnError, StoreError, hint=hint):
        ds = mjlog.open(folder)
        if not ds.manifest.rows("hands"):
            fail("the data set has no games; its table `failures` says which files could not be read")
        yield ds


def default_keys(everything: bool, *, grouped: bool) -> list[str] | None:
    """The statistics to show where none is named; None for all."""
    if everything:
        return None
    if grouped:
        return list(CORE)
    return [
        key
        for key, s in STATISTICS.items()
        if "@" not in key and not (s.table == "wins" and s.unit == "share" and key.endswith("_share"))
    ]


def enough_games(ds: Dataset, frame: pd.DataFrame, filters: Mapping[str, Any]) -> tuple[pd.DataFrame, list[str]]:
    """The rows of a player's four- and three-player games, unless one kind has too few games; and a note on those."""
    if frame["players"].nunique() < 2:
        return frame, []
    places = summary(ds, ["average_place"], filters).set_index("players")["n"]
    few = places[(places < LEAST_GAMES) & (places < places.max())]
    notes = [
        tr("{kind}: {n}, too few to show; --where players={players} shows them",
           kind=tr(f"{players} players"), n=counted(n, "game"), players=players)
        for players, n in few.items()
    ]  # fmt: skip
    return frame[~frame["players"].isin(few.index)], notes


def possible_keys(keys: Sequence[str], columns: set[str]) -> list[str]:
    """The keys whose table has all the columns; all keys if none has, so that the error is reported."""
    return [key for key in keys if columns <= columns_of_rows(STATISTICS[key].table).keys()] or list(keys)


def line_width(format_: Format, out: Path | None) -> int:
    """Characters per line of a table."""
    if format_ is Format.MARKDOWN:
        return sys.maxsize
    console = Console()
    return console.width if out is None and (console.is_terminal or "COLUMNS" in os.environ) else PIPED_WIDTH


def write(output: Output, format_: Format, out: Path | None) -> None:
    """Write a result to a file, or to the terminal if `out` is None."""
    match format_:
        case Format.CSV:
            cells = {name: column.map(as_text) for name, column in output.frame.items()}
            _write_rows(pd.DataFrame(cells).to_csv(index=False), out)
        case Format.JSON:
            _write_rows(output.frame.to_json(orient="records", lines=True, force_ascii=False), out)
        case Format.PARQUET:
            if out is None:
                raise typer.BadParameter("parquet cannot be shown on the terminal; name a file with --out")
            with replaced(out) as file:
                output.frame.to_parquet(file, index=False)
        case _ if out is None:
            _write_text(output, Console(width=line_width(format_, out) if format_ is Format.TABLE else None), format_)
        case _:
            with replaced(out) as new, new.open("w", encoding="utf-8") as text:
                _write_text(output, Console(file=text, width=PIPED_WIDTH), format_)


def _write_rows(text: str, out: Path | None) -> None:
    """Write rows for programs; where a person reads them, on a terminal, without characters that control it."""
    if out is not None:
        with replaced(out) as file:
            file.write_text(text, encoding="utf-8")
    elif sys.stdout.isatty():
        echo(text, nl=False)
    else:
        sys.stdout.write(text)


def _write_text(output: Output, console: Console, format_: Format) -> None:
    """Heading, tables and notes, the tables with a blank line between them."""

    def plain(text: str) -> None:
        console.print(printable(text, "\n"), highlight=False, markup=False, soft_wrap=True)

    if output.heading:
        plain(output.heading)
    for place, table in enumerate(output.tables):
        if place:
            plain("")
        if format_ is Format.TABLE:
            console.print(rich_table(table))
        else:
            plain(markdown(table))
    for note in output.notes:
        plain(note)
