"""`mjlog stats`: the statistics of a data set, on the terminal or in a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import pandas as pd
import typer
from rich.console import Console
from typer.core import TyperGroup

import mjlog
from mjlog.cli.arguments import DataSet, Where
from mjlog.cli.exits import FOUND_FAULTS, fail, plain_errors
from mjlog.cli.filters import filters_of, no_rows, similar_columns
from mjlog.cli.tables import (
    Columns,
    comparison_table,
    frame_table,
    games_used,
    group_tables,
    markdown,
    rich_table,
    statistics_list,
    statistics_tables,
)
from mjlog.stats.cut_games import cut_games_note
from mjlog.stats.dimensions import NEEDS, NoSuchColumnError, widened
from mjlog.stats.published import compare_published, composition, filter_words
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, find
from mjlog.stats.registry import explain as explain_statistic
from mjlog.stats.self_check import check_identities
from mjlog.stats.summaries import summary
from mjlog.stats.theory import COMPARED, THEORY, population
from mjlog.tables.dataset import Dataset
from mjlog.tables.store import StoreError

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
UNKNOWN_STATISTIC_HINT: Final = "; `mjlog stats list` lists all"


class Format(StrEnum):
    """An output format."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    MARKDOWN = "markdown"


class ShowByDefault(TyperGroup):
    """Subcommands, where any other first word is an argument of `show`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: D102  # of Typer
        known = args and args[0] in (*self.commands, *ctx.help_option_names)
        return super().parse_args(ctx, args if known or not args else ["show", *args])


app = typer.Typer(
    cls=ShowByDefault,
    help="Show the statistics of a data set, each with its 95 % interval.\n\n"
    "`mjlog stats FOLDER` is short for `mjlog stats show FOLDER`; `mjlog stats show --help` lists its options.\n\n"
    "Examples: `mjlog stats out/`, `mjlog stats out/ --by room`, `mjlog stats explain deal_in_rate`.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Player = Annotated[str | None, typer.Option(help="Only this player.")]
FormatOption = Annotated[
    Format, typer.Option("--format", help="Output format; all but table and markdown write one row per statistic.")
]
Out = Annotated[Path | None, typer.Option(help="Write to this file, not to the terminal.")]


class Output(NamedTuple):
    """A result in both forms: rows for programs, tables for people."""

    frame: pd.DataFrame
    tables: Sequence[Columns]
    heading: str = ""
    notes: Sequence[str] = ()


@app.command()
def show(
    dataset: DataSet,
    by: Annotated[
        list[str] | None,
        typer.Option(
            help="Group by this column, such as player, room, dan, year or dealer. May be given several times."
        ),
    ] = None,
    player: Player = None,
    where: Where = None,
    stat: Annotated[
        list[str] | None,
        typer.Option(help="Only this statistic (a key of `mjlog stats list`). May be given several times."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show variants and the share of each yaku.")] = False,
    top: Annotated[int, typer.Option(help="Number of groups in the table, the largest first.")] = 30,
    format_: FormatOption = Format.TABLE,
    out: Out = None,
) -> None:
    """Show statistics with 95 % intervals and numbers of cases.

    Examples: `mjlog stats out/`, `mjlog stats out/ --by room`, `mjlog stats out/ --by player --format csv`.
    """
    with opened(dataset) as ds:
        filters = filters_of(ds, where, player)
        keys = [find(key).key for key in stat] if stat else _keys(everything, grouped=bool(by))
        if keys and not stat:
            keys = _possible(ds, keys, {*(by or ()), *filters})
        frame = summary(ds, by=by or (), stats=keys, where=filters)
        if frame.empty and format_ is Format.TABLE:
            fail(no_rows(ds, filters))
        output = _statistics(frame, keys or CORE, by, top, bool(stat), _width(format_, out))
        cut = cut_games_note(ds, filters)
        write(output._replace(notes=[*output.notes, cut]) if cut else output, format_, out)


def _statistics(
    frame: pd.DataFrame, keys: Sequence[str], by: Sequence[str] | None, top: int, named: bool, width: int
) -> Output:
    """The tables of statistics, with notes on what is missing."""
    missing = frame["note"].str.startswith(NEEDS)
    reasons = {str(note): rows["statistic"].nunique() for note, rows in frame[missing].groupby("note", sort=False)}
    if by:
        tables, more = group_tables(frame, keys, top, width)
        return Output(frame, tables, notes=[more, *reasons] if more else list(reasons))
    if named or missing.all():
        return Output(frame, statistics_tables(frame, width), notes=list(reasons))
    notes = [f"{n} statistics skipped: {reason}" for reason, n in reasons.items()]
    return Output(frame, statistics_tables(frame[~missing], width), notes=notes)


@app.command("list")
def list_statistics() -> None:
    """List all statistics with their definitions.

    Example: mjlog stats list
    """
    Console().print(statistics_list())


@app.command()
def explain(statistic: Annotated[str, typer.Argument(help="Key or name of a statistic.")]) -> None:
    """Explain a statistic: its definition, sources and variants.

    Example: mjlog stats explain deal_in_rate@zyr17
    """
    with plain_errors(UnknownStatisticError, hint=lambda error: UNKNOWN_STATISTIC_HINT):
        typer.echo(explain_statistic(statistic))


@app.command()
def check(dataset: DataSet, format_: FormatOption = Format.TABLE, out: Out = None) -> None:
    """Check that the tables agree with each other, as in every sound data set; exit status 1 if they do not.

    Example: mjlog stats check out/
    """
    with opened(dataset) as ds:
        frame = check_identities(ds)
        write(Output(frame, [frame_table(frame)]), format_, out)
    if not frame["holds"].all():
        raise typer.Exit(FOUND_FAULTS)


@app.command()
def compare(
    dataset: DataSet,
    against: Annotated[
        str,
        typer.Argument(
            metavar="FIGURES",
            help="Exact chances of dealt hands (theory; theory-3p for three players), or published averages "
            f"(houou: Phoenix room): {', '.join(COMPARED)}.",
        ),
    ],
    player: Player = None,
    where: Where = None,
    format_: FormatOption = Format.TABLE,
    out: Out = None,
) -> None:
    """Compare a data set with exact chances or published averages; exit status 1 if a difference has no known reason.

    Only games of the published kind are used; --where changes that filter.

    Examples: `mjlog stats compare out/ theory`, `mjlog stats compare out/ houou`.
    """
    if against not in COMPARED:
        raise typer.BadParameter(f"no figures {against!r}; there are {', '.join(COMPARED)}")
    published = population(against)
    with opened(dataset) as ds:
        filters = {**published.where, **filters_of(ds, where, player)}
        selected = composition(ds, filters)
        if selected.empty:
            fail(f"no game of {published.title} (filter: {filter_words(filters)}); --where changes the filter")
        frame = compare_published(ds, against, filters)
        table, notes = comparison_table(frame, "expected" if against in THEORY else "published")
        heading = (
            f"Against {published.title}; {published.source}\n"
            f"Games used: {filter_words(filters)}; {games_used(selected, published)}\n"
        )
        write(Output(frame, [table], heading, ["", *notes]), format_, out)
    if frame["verdict"].eq("unexplained").any():
        raise typer.Exit(FOUND_FAULTS)


@contextmanager
def opened(folder: Path) -> Iterator[Dataset]:
    """The data set of a folder; errors end the command, and so does a data set without games."""
    ds: Dataset | None = None

    def hint(error: Exception) -> str:
        if isinstance(error, UnknownStatisticError):
            return UNKNOWN_STATISTIC_HINT
        return "" if ds is None else similar_columns(ds, error)

    with plain_errors(UnknownStatisticError, NoSuchColumnError, StoreError, hint=hint):
        ds = mjlog.open(folder)
        if not ds.hands.limit(1).to_pyarrow().num_rows:
            fail("the data set has no games; its table `failures` says which files could not be read")
        yield ds


def _keys(everything: bool, *, grouped: bool) -> list[str] | None:
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


def _possible(ds: Dataset, keys: Sequence[str], columns: set[str]) -> list[str]:
    """The keys whose table has all the columns; all keys if none has, so that the error is reported."""
    able = []
    for table in dict.fromkeys(STATISTICS[key].table for key in keys):
        try:
            widened(ds, table, columns)
        except NoSuchColumnError:
            continue
        able.append(table)
    return [key for key in keys if STATISTICS[key].table in able] or list(keys)


def _width(format_: Format, out: Path | None) -> int:
    """Characters per line of a table."""
    if format_ is Format.MARKDOWN:
        return sys.maxsize
    console = Console()
    return console.width if out is None and (console.is_terminal or "COLUMNS" in os.environ) else PIPED_WIDTH


def write(output: Output, format_: Format, out: Path | None) -> None:
    """Write a result to a file, or to the terminal if `out` is None."""
    match format_:
        case Format.CSV:
            output.frame.to_csv(out or sys.stdout, index=False)
        case Format.JSON:
            output.frame.to_json(out or sys.stdout, orient="records", lines=True, force_ascii=False)
        case Format.PARQUET:
            if out is None:
                raise typer.BadParameter("parquet cannot be shown on the terminal; name a file with --out")
            output.frame.to_parquet(out, index=False)
        case _ if out is None:
            _write_text(output, Console(width=_width(format_, out) if format_ is Format.TABLE else None), format_)
        case _:
            with out.open("w", encoding="utf-8") as file:
                _write_text(output, Console(file=file, width=PIPED_WIDTH), format_)


def _write_text(output: Output, console: Console, format_: Format) -> None:
    """Heading, tables and notes, the tables with a blank line between them."""

    def plain(text: str) -> None:
        console.print(text, highlight=False, markup=False, soft_wrap=True)

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
