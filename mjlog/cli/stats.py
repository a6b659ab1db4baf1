"""`mjlog stats`: the statistics of a data set on the terminal or in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import pandas as pd
import typer
from rich.console import Console
from rich.table import Table

import mjlog
from mjlog.cli.tables import PIPED, compared_table, counted, listing, long_tables, markdown, plain_table, wide_tables
from mjlog.stats.dimensions import NEEDS, NoSuchColumnError, NoTableError, Tables, widened
from mjlog.stats.populations import POPULATIONS
from mjlog.stats.published import compare_published, composition, filter_words
from mjlog.stats.query import summary
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, explain, find
from mjlog.stats.self_check import check_identities
from mjlog.tables.store import StoreError

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
"""The columns of the wide form, unless others are asked for."""


class Format(StrEnum):
    """What `mjlog stats` writes."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    MARKDOWN = "markdown"


def stats(
    dataset: Annotated[Path | None, typer.Argument(help="Folder that `mjlog import` made.", show_default=False)] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(help="Group by this column, such as player, room, dan, year, dealer; again for more."),
    ] = None,
    name: Annotated[str | None, typer.Option("--player", help="Only this player.")] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(help="Only rows with COLUMN=VALUE, such as players=4 or year=2016..2018; again for more."),
    ] = None,
    stat: Annotated[list[str] | None, typer.Option(help="Only this statistic, by key; again for more.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every statistic, also variants and each yaku.")] = False,
    top: Annotated[int, typer.Option(help="Groups shown in the table, those with most kyoku first.")] = 30,
    listed: Annotated[bool, typer.Option("--list", help="List the statistics there are.")] = False,
    explained: Annotated[
        str | None, typer.Option("--explain", help="Say what a statistic is, with its variants.")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check the identities that hold in every sound archive.")
    ] = False,
    against: Annotated[
        str | None,
        typer.Option("--compare", help=f"Hold the archive against published figures: {', '.join(POPULATIONS)}."),
    ] = None,
    format_: Annotated[Format, typer.Option("--format", help="A table to read, or the tidy frame.")] = Format.TABLE,
    out: Annotated[Path | None, typer.Option(help="File to write instead of the terminal.")] = None,
) -> None:
    """Show statistics with their numbers and 95 % intervals.

    Examples: `mjlog stats out/`, `mjlog stats out/ --by room`, `mjlog stats out/ --by player --format csv`,
    `mjlog stats --explain deal_in_rate@zyr17`.
    """
    console = Console()
    try:
        if explained is not None:
            console.print(explain(explained), highlight=False, markup=False)
        elif listed:
            console.print(listing())
        elif dataset is None:
            raise typer.BadParameter("name the folder of a data set")
        else:
            ds = mjlog.open(dataset)
            filters = filters_of(ds, where or [], name)
            _some_games(ds)
            if check:
                result = check_identities(ds)
                _write(result, format_, out, console, plain_table("Identities", result))
                if not result["holds"].all():
                    raise typer.Exit(1)
            elif against is not None:
                _compare(ds, against, filters, format_, out, console)
            else:
                keys = [find(key).key for key in stat] if stat else _keys(everything, wide=bool(by))
                result = summary(
                    ds,
                    by=by or (),
                    stats=None if keys is None else _possible(ds, keys, by or [], filters, bool(stat)),
                    where=filters,
                )
                if result.empty and format_ is Format.TABLE:
                    console.print("nothing matches; names and values of filters are as in the tables")
                    raise typer.Exit(1)
                lacking = result["note"].str.startswith(NEEDS)
                left_out = not by and not stat and not lacking.all()
                width = _width(format_, out, console)
                if by:
                    tables = wide_tables(result, keys or CORE, top, width)
                else:
                    tables = long_tables(result[~lacking] if left_out else result, width)
                _write(result, format_, out, console, *tables)
                if format_ is Format.TABLE and out is None:
                    for note, rows in result[lacking].groupby("note", sort=False):
                        told = f"{rows['statistic'].nunique()} left out: {note}" if left_out else note
                        console.print(told, highlight=False)
    except (UnknownStatisticError, NoSuchColumnError, StoreError, OSError) as error:
        typer.secho(f"{error}{_hint(error, dataset)}", err=True, fg="red")
        raise typer.Exit(2) from error


def _hint(error: Exception, dataset: Path | None) -> str:
    """What helps with a name that is unknown."""
    if isinstance(error, UnknownStatisticError):
        return "; `mjlog stats --list` lists all"
    if not isinstance(error, NoSuchColumnError) or isinstance(error, NoTableError) or dataset is None:
        return ""
    columns = widened(mjlog.open(dataset), "hands").columns
    wanted = str(error).partition(":")[0].split(", ")
    near = [column for name in wanted for column in get_close_matches(name, columns)]
    return (f"; near: {', '.join(near)}" if near else "") + "; `mjlog schema TABLE` lists the columns of one"


def _some_games(ds: Tables) -> None:
    """Ends the command where there is nothing to count."""
    if not ds.hands.limit(1).to_pyarrow().num_rows:
        typer.secho("the data set has no games; its table failures says what could not be read", err=True, fg="red")
        raise typer.Exit(1)


def _compare(
    ds: Tables, against: str, filters: dict[str, Any], format_: Format, out: Path | None, console: Console
) -> None:
    """The archive beside published figures, with the games taken and what is off."""
    if against not in POPULATIONS:
        raise typer.BadParameter(f"no published population {against!r}; there are {', '.join(POPULATIONS)}")
    published = POPULATIONS[against]
    where = {**published.where, **filters}
    taken = composition(ds, where)
    result = compare_published(ds, against, where)
    if taken.empty:
        message = f"no game of {published.words} (filter: {filter_words(where)}); --where changes the filter"
        typer.secho(message, err=True, fg="red")
        raise typer.Exit(1)
    table, notes = compared_table(result)
    read_by_people = format_ in (Format.TABLE, Format.MARKDOWN) and out is None
    if read_by_people:
        console.print(f"Against {published.words}; {published.source}", highlight=False, markup=False, soft_wrap=True)
        told = f"Games taken: {filter_words(where)}; {counted(taken, published)}\n"
        console.print(told, highlight=False, markup=False, soft_wrap=True)
    _write(result, format_, out, console, table)
    if read_by_people:
        for note in ("", *notes):
            console.print(note, highlight=False, soft_wrap=format_ is Format.MARKDOWN)
    if result["verdict"].eq("unexplained").any():
        raise typer.Exit(1)


def _keys(everything: bool, *, wide: bool) -> list[str] | None:
    """The statistics to show where none is named; None for all."""
    if everything:
        return None
    if wide:
        return list(CORE)
    return [
        key
        for key, s in STATISTICS.items()
        if "@" not in key and not (s.table == "wins" and s.unit == "share" and key.endswith("_share"))
    ]


def _possible(ds: Tables, keys: Sequence[str], by: Sequence[str], filters: dict[str, Any], named: bool) -> list[str]:
    """The keys whose table has the columns asked for; those the user named are kept, so that a fault is told."""
    if named:
        return list(keys)
    able = []
    for table in dict.fromkeys(STATISTICS[key].table for key in keys):
        try:
            widened(ds, table, {*by, *filters})
        except NoSuchColumnError:
            continue
        able.append(table)
    return [key for key in keys if STATISTICS[key].table in able] or list(keys)


def filters_of(ds: Tables, where: Sequence[str], name: str | None = None) -> dict[str, Any]:
    """Column → value of the options, the value read as the column's type."""
    schema = widened(ds, "hands").schema() if where else {}
    filters: dict[str, Any] = {} if name is None else {"player": name}
    for text in where:
        column, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"--where {text}: write COLUMN=VALUE")
        if column not in schema:
            raise NoSuchColumnError(f"{column}: no such column")
        kind = schema[column]
        if kind.is_boolean():
            filters[column] = value.lower() in ("true", "yes", "1")
        elif kind.is_numeric():
            filters[column] = _number(text, value, whole=kind.is_integer())
        else:
            filters[column] = value
    return filters


def _number(text: str, value: str, *, whole: bool) -> int | float | tuple[int, ...]:
    """A number of a filter, or all whole numbers of a range `A..B`."""
    first, dots, last = value.partition("..")
    try:
        if dots and whole:
            return tuple(range(int(first), int(last) + 1))
        return int(value) if whole else float(value)
    except ValueError as error:
        raise typer.BadParameter(f"--where {text}: {value!r} is no number" + (" or range A..B" * whole)) from error


def _width(format_: Format, out: Path | None, console: Console) -> int:
    """Characters a line of a table may have."""
    if format_ is Format.MARKDOWN:
        return sys.maxsize
    return console.width if out is None and (console.is_terminal or "COLUMNS" in os.environ) else PIPED


def _write(frame: pd.DataFrame, format_: Format, out: Path | None, console: Console, *tables: Table) -> None:
    """The result in the form asked for, to the terminal or a file; `tables` stand below each other."""
    match format_:
        case Format.TABLE:
            width = _width(format_, out, console)
            if out is None:
                _print(tables, Console(width=width))
            else:
                with out.open("w", encoding="utf-8") as file:
                    _print(tables, Console(file=file, width=width))
        case Format.MARKDOWN:
            text = "\n\n".join(map(markdown, tables))
            if out is None:
                console.print(text, highlight=False, markup=False, soft_wrap=True)
            else:
                out.write_text(text + "\n", encoding="utf-8")
        case Format.CSV:
            frame.to_csv(out or sys.stdout, index=False)
        case Format.JSON:
            frame.to_json(out or sys.stdout, orient="records", lines=True, force_ascii=False)
        case Format.PARQUET:
            if out is None:
                raise typer.BadParameter("parquet is not for the terminal; name a file with --out")
            frame.to_parquet(out, index=False)


def _print(tables: Sequence[Table], console: Console) -> None:
    """Tables below each other, with a line between."""
    for place, table in enumerate(tables):
        if place:
            console.print()
        console.print(table)
