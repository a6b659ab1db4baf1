"""`mjlog stats`: the statistics of a data set on the terminal or in a file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import pandas as pd
import typer
from rich.console import Console
from rich.table import Table

import mjlog
from mjlog.stats.dimensions import NoSuchColumnError, Tables, widened
from mjlog.stats.identities import check as check_identities
from mjlog.stats.overview import pivot, player
from mjlog.stats.published import POPULATIONS
from mjlog.stats.published import compare as compare_published
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, explain, find
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


def stats(
    dataset: Annotated[Path | None, typer.Argument(help="Folder that `mjlog import` made.", show_default=False)] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(help="Group by this column, such as player, room, dan, year, dealer; again for more."),
    ] = None,
    name: Annotated[str | None, typer.Option("--player", help="Only this player.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(help="Only rows with COLUMN=VALUE, such as players=4; again for more.")
    ] = None,
    stat: Annotated[list[str] | None, typer.Option(help="Only this statistic, by key; again for more.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every statistic, also variants and each yaku.")] = False,
    top: Annotated[int, typer.Option(help="Groups shown in the table, those with most kyoku first.")] = 30,
    listing: Annotated[bool, typer.Option("--list", help="List the statistics there are.")] = False,
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
        elif listing:
            console.print(_list())
        elif dataset is None:
            raise typer.BadParameter("name the folder of a data set")
        else:
            ds = mjlog.open(dataset)
            filters = _filters(ds, where or [], name)
            if check:
                result = check_identities(ds)
                _write(result, format_, out, console, _plain("Identities", result))
                if not result["holds"].all():
                    raise typer.Exit(1)
            elif against is not None:
                if against not in POPULATIONS:
                    raise typer.BadParameter(f"no published population {against!r}; there are {', '.join(POPULATIONS)}")
                result = compare_published(ds, against, filters or None)
                _write(result, format_, out, console, _compared(result, POPULATIONS[against].words))
            else:
                keys = [find(key).key for key in stat] if stat else _keys(everything, wide=bool(by))
                result = player(
                    ds,
                    by=by or (),
                    stats=None if keys is None else _possible(ds, keys, by or [], filters, bool(stat)),
                    where=filters,
                )
                if result.empty and format_ is Format.TABLE:
                    console.print("nothing matches")
                    raise typer.Exit(1)
                table = _wide(result, keys or CORE, top) if by else _long(result)
                _write(result, format_, out, console, table)
    except (UnknownStatisticError, NoSuchColumnError, StoreError, OSError) as error:
        hint = ""
        if isinstance(error, UnknownStatisticError):
            hint = "; `mjlog stats --list` lists all"
        elif isinstance(error, NoSuchColumnError):
            hint = "; `mjlog schema TABLE` lists the columns of one"
        typer.secho(f"{error}{hint}", err=True, fg="red")
        raise typer.Exit(2) from error


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


def _filters(ds: Tables, where: Sequence[str], name: str | None) -> dict[str, Any]:
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
        elif kind.is_integer():
            filters[column] = int(value)
        elif kind.is_floating():
            filters[column] = float(value)
        else:
            filters[column] = value
    return filters


def _write(frame: pd.DataFrame, format_: Format, out: Path | None, console: Console, table: Table) -> None:
    """The result in the form asked for, to the terminal or a file."""
    match format_:
        case Format.TABLE:
            if out is None:
                console.print(table)
            else:
                with out.open("w", encoding="utf-8") as file:
                    Console(file=file, width=160).print(table)
        case Format.CSV:
            frame.to_csv(out or sys.stdout, index=False)
        case Format.JSON:
            frame.to_json(out or sys.stdout, orient="records", lines=True, force_ascii=False)
        case Format.PARQUET:
            if out is None:
                raise typer.BadParameter("parquet is not for the terminal; name a file with --out")
            frame.to_parquet(out, index=False)


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


def _long(frame: pd.DataFrame) -> Table:
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
        table.add_row(_label(str(key)), *cells)
    return table


def _wide(frame: pd.DataFrame, keys: Sequence[str], top: int) -> Table:
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
        table.add_column(_label(key) + percent, justify="right", min_width=max(map(len, cells[key])))
    for place, group in enumerate(values.index):
        labels = group if isinstance(group, tuple) else (group,)
        table.add_row(
            *("–" if pd.isna(label) else f"{label:g}" if isinstance(label, float) else str(label) for label in labels),
            f"{sizes[group]:,}",
            *(cells[key][place] for key in columns),
        )
    if len(sizes) > top:
        table.caption = f"{len(sizes) - top:,} more groups; --top shows more, --format csv all"
    return table


def _compared(frame: pd.DataFrame, words: str) -> Table:
    """The archive beside published figures."""
    table = Table(title=f"against {words}", header_style="bold", box=None, pad_edge=False, title_justify="left")
    table.add_column("statistic")
    for column in ("archive", "95 %", "n", "published"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("")
    for row in frame.to_dict("records"):
        unit = row["unit"]
        interval = span(row["low"], row["high"], unit)
        mark = {True: "inside", False: "[yellow]outside[/yellow]"}.get(row["inside"], "")
        table.add_row(
            _label(row["statistic"]),
            shown(row["value"], unit),
            interval,
            f"{row['n']:,}",
            shown(row["published"], unit),
            mark,
        )
    return table


def _plain(title: str, frame: pd.DataFrame) -> Table:
    """A frame as it is."""
    table = Table(title=title, header_style="bold", box=None, pad_edge=False, title_justify="left")
    for column in frame.columns:
        table.add_column(str(column))
    for row in frame.itertuples(index=False):
        table.add_row(*map(str, row))
    return table


def _list() -> Table:
    """Every statistic with its definition."""
    table = Table(header_style="bold", box=None, pad_edge=False)
    for column in ("key", "statistic", "definition", "of"):
        table.add_column(column, no_wrap=column == "key")
    for s in STATISTICS.values():
        table.add_row(s.key, f"{s.english} {s.japanese}", s.definition, s.per)
    return table


def _label(key: str) -> str:
    """The English name, with the source of a variant."""
    variant = key.partition("@")[2]
    return STATISTICS[key].english + (f" @{variant}" if variant else "")
