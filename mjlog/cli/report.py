"""`mjlog report`: a data set, or one player of it, as a page to read and to send."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.cli.stats import filters_of
from mjlog.stats.dimensions import NoSuchColumnError
from mjlog.tables.store import StoreError


def report(
    dataset: Annotated[Path, typer.Argument(help="Folder that `mjlog import` made.", show_default=False)],
    to: Annotated[Path, typer.Option(help="The page to write.")] = Path("report.html"),
    player: Annotated[str | None, typer.Option(help="Only this player, beside the field.")] = None,
    where: Annotated[
        list[str] | None, typer.Option(help="Only rows with COLUMN=VALUE, such as year=2016..2018; again for more.")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of the page.")] = "",
) -> None:
    """Write a report: overview, players, places, riichi, danger, hand values and luck in one HTML file.

    Examples: `mjlog report out/ --to report.html`, `mjlog report out/ --player NAME --where players=4`.
    """
    from mjlog.report import page  # it loads matplotlib, which `--help` does not need

    try:
        ds = mjlog.open(dataset)
        text = page(ds, player=player, where=filters_of(ds, where or []), title=title)
        to.write_text(text, encoding="utf-8")
    except (NoSuchColumnError, StoreError, OSError, ValueError) as error:
        typer.secho(str(error), err=True, fg="red")
        raise typer.Exit(2) from error
    typer.echo(f"{to}: {len(text.encode()) / 1e6:.1f} MB")
