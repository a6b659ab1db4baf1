"""`mjlog report`: a data set, or one of its players, as one HTML page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.cli.arguments import DataSet, Where
from mjlog.cli.exits import echo, plain_errors
from mjlog.cli.filters import filters_of


def report(
    dataset: DataSet,
    to: Annotated[Path, typer.Option(help="File to write.")] = Path("report.html"),
    player: Annotated[str | None, typer.Option(help="Report on this player, compared with all others.")] = None,
    where: Where = None,
    title: Annotated[str, typer.Option(help="Title of the page.", show_default="the player or the folder")] = "",
) -> None:
    """Write a report on a data set or a player as one HTML file.

    It shows statistics, players, places, riichi, danger, hand values and luck.

    Examples: `mjlog report out/ --to report.html`, `mjlog report out/ --player NAME --where players=4`.
    """
    from mjlog.report import page  # these load matplotlib and pandas, which `--help` does not need
    from mjlog.stats.dimensions import NoSuchColumnError
    from mjlog.tables.folder import replaced
    from mjlog.tables.store import StoreError

    with plain_errors(NoSuchColumnError, StoreError, ValueError):
        ds = mjlog.open(dataset)
        text = page(ds, player=player, where=filters_of(where), title=title)
        with replaced(to) as file:
            file.write_text(text, encoding="utf-8")
    echo(f"{to}: {len(text.encode()) / 1e6:.1f} MB")
