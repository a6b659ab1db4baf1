"""`mjlog export`: the tables of a data set for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.exporting.tables import ExportError
from mjlog.exporting.tables import export as export_tables
from mjlog.stats.aliases import AliasError, pseudonym_key
from mjlog.tables.rows import TABLES
from mjlog.tables.store import StoreError

KEY_FILE = "pseudonyms.key"
LONG_SHEET = 100_000
"""Rows from which on Excel's format takes a minute."""


class Format(StrEnum):
    """What `mjlog export` writes."""

    PARQUET = "parquet"
    CSV = "csv"
    XLSX = "xlsx"


def export(
    dataset: Annotated[
        Path, typer.Argument(help="Folder that `mjlog import` made; logs for --training.", show_default=False)
    ],
    out: Annotated[
        Path, typer.Argument(help="Folder to write into; one file for Excel and --training.", show_default=False)
    ],
    format_: Annotated[Format, typer.Option("--format", help="What to write.")] = Format.PARQUET,
    table: Annotated[
        list[str] | None, typer.Option(help=f"Only this table: {', '.join(TABLES)}; again for more.")
    ] = None,
    aliases: Annotated[
        Path | None, typer.Option(help="A .toml or .csv file that puts accounts under their persons' names.")
    ] = None,
    training: Annotated[
        bool, typer.Option("--training", help="Write whole games as one parquet file, split by game and player.")
    ] = False,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Replace names and ids of games by keyed hashes.")
    ] = False,
    key: Annotated[
        Path | None,
        typer.Option(help=f"File with the key of the hashes, made on first use; else {KEY_FILE} beside the tables."),
    ] = None,
) -> None:
    """Write the tables as CSV, parquet or Excel files.

    Examples: `mjlog export out/ csv/ --format csv`, `mjlog export out/ shared/ --pseudonyms --aliases accounts.toml`,
    `mjlog export out/ players.xlsx --format xlsx --table seats`, `mjlog export logs/ games.parquet --training`.
    """
    if training:
        _training(dataset, out, pseudonym_key(key or out.with_name(KEY_FILE)) if pseudonyms else None)
        return
    if unknown := set(table or ()) - set(TABLES):
        raise typer.BadParameter(f"no table {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    try:
        ds = mjlog.open(dataset)
        if format_ is Format.XLSX and (
            long := [name for name in table or TABLES if ds.manifest.rows(name) > LONG_SHEET]
        ):
            typer.echo(f"{', '.join(long)}: a long sheet takes minutes; --table chooses, CSV takes seconds", err=True)
        written = export_tables(
            ds,
            out,
            format=format_.value,
            tables=table or (),
            aliases=aliases,
            pseudonym_key=pseudonym_key(key or dataset / KEY_FILE) if pseudonyms else None,
        )
    except (AliasError, ExportError, StoreError, OSError) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(2) from error
    for name, rows in written.items():
        typer.echo(f"{name}: {rows:,} rows")


def _training(logs: Path, out: Path, key: bytes | None) -> None:
    """Whole games of logs for training."""
    from mjlog.exporting.training import export_training  # it loads the parsers, which tables do without

    try:
        written = export_training(logs, out, pseudonym_key=key)
    except FileNotFoundError as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(2) from error
    for split, n_games in written.n_games.items():
        typer.echo(f"{split}: {n_games:,} games")
    if written.n_failures:
        typer.secho(f"{written.n_failures:,} could not be read; `mjlog import` lists them", err=True, fg="yellow")
        raise typer.Exit(1)
