"""`mjlog view`: the dashboard of a data set in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

import mjlog
from mjlog.cli.arguments import DataSet
from mjlog.cli.exits import echo, fail, plain_errors
from mjlog.tables.store import StoreError


def view(
    dataset: DataSet,
    player: Annotated[str | None, typer.Option(help="Begin with the page about this player.")] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; only this machine reaches the default one.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65_535, help="Port to listen on.")] = 8866,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Show a data set as a live page in the browser.

    The page has controls for player, room, years and opponent.

    The page is served by this machine until the command is interrupted with Ctrl-C.

    Example: mjlog view out/ --player NAME
    """
    with plain_errors(StoreError, OSError, interrupted="Stopped."):
        mjlog.open(dataset)
        try:
            from mjlog.dashboard.web import serve
        except ModuleNotFoundError as error:
            fail(f"the live page needs {error.name}: pip install starlette uvicorn")
        serve(
            dataset,
            player=player,
            host=host,
            port=port,
            ready=lambda address: _ready(address, dataset, browser),
        )


def _ready(address: str, dataset: object, browser: bool) -> None:
    echo(f"{address} shows {dataset}; Ctrl-C ends it")
    if browser:
        typer.launch(address)
