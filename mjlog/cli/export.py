"""`mjlog export`: the tables of a data set for other programs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.cli.exits import echo, fail, plain_errors
from mjlog.tables.rows import TABLES
from mjlog.tables.store import StoreError

KEY_FILE = "pseudonyms.key"
LONG_SHEET = 100_000
"""Rows; writing a longer Excel sheet takes a minute or more."""


class Format(StrEnum):
    """A file format."""

    PARQUET = "parquet"
    CSV = "csv"
    XLSX = "xlsx"


def export(
    dataset: Annotated[
        str, typer.Argument(help="Folder or URL of a data set; with --training a folder or archive of logs.")
    ],
    out: Annotated[Path, typer.Argument(help="Folder to write to; with xlsx or --training a file.")],
    format_: Annotated[Format, typer.Option("--format", help="File format.")] = Format.PARQUET,
    table: Annotated[
        list[str] | None, typer.Option(help=f"Only this table: {', '.join(TABLES)}. May be given several times.")
    ] = None,
    aliases: Annotated[
        Path | None, typer.Option(help="A .toml or .csv file that maps accounts to the names of people.")
    ] = None,
    training: Annotated[
        bool,
        typer.Option(
            "--training", help="Write the games of logs as one parquet file for machine learning, with splits."
        ),
    ] = False,
    pseudonyms: Annotated[
        bool, typer.Option("--pseudonyms", help="Replace names of players and ids of games with keyed hashes.")
    ] = False,
    key: Annotated[
        Path | None,
        typer.Option(
            help="File with the key of the hashes, created on first use.", show_default=f"{KEY_FILE} next to the tables"
        ),
    ] = None,
) -> None:
    """Export the tables of a data set as parquet, CSV or Excel files.

    Examples: `mjlog export out/ csv/ --format csv`, `mjlog export out/ shared/ --pseudonyms --aliases accounts.toml`,
    `mjlog export out/ players.xlsx --format xlsx --table seats`, `mjlog export logs/ games.parquet --training`.
    """
    from mjlog.exporting import ExportError  # these load pandas and Ibis, which `--help` does not need
    from mjlog.stats.aliases import AliasError, pseudonym_key

    if training:
        _training(dataset, out, pseudonym_key(key or out.with_name(KEY_FILE)) if pseudonyms else None)
        return
    if unknown := set(table or ()) - set(TABLES):
        raise typer.BadParameter(f"no table {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}")
    with plain_errors(AliasError, ExportError, StoreError):
        ds = mjlog.open(dataset)
        if format_ is Format.XLSX and (
            long := [name for name in table or TABLES if ds.manifest.rows(name) > LONG_SHEET]
        ):
            echo(f"{', '.join(long)}: long Excel sheets take minutes; CSV takes seconds", err=True)
        written = mjlog.export(
            ds,
            out,
            format=format_.value,
            tables=table or (),
            aliases=aliases,
            pseudonym_key=pseudonym_key(key or _next_to(dataset)) if pseudonyms else None,
        )
    for name, rows in written.items():
        echo(f"{name}: {rows:,} rows")


def _next_to(dataset: str) -> Path:
    """The default file of the key. Raises StoreError for a URL: a key is kept on this machine."""
    if "://" in dataset:
        raise StoreError("the pseudonyms of a data set at a URL need a file for their key: --key FILE")
    return Path(dataset, KEY_FILE)


def _training(logs: str, out: Path, key: bytes | None) -> None:
    from mjlog.exporting import export_training  # it loads the parsers, which tables do without

    with plain_errors():
        written = export_training(logs, out, pseudonym_key=key)
    for split, n_games in written.n_games.items():
        echo(f"{split}: {n_games:,} games")
    if written.n_failures:
        fail(f"{written.n_failures:,} logs could not be read; `mjlog import` lists them")
