"""`mjlog fetch`: download the logs of listed games, once the user accepts the terms of the service."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import MofNCompleteColumn

from mjlog.cli.exits import FOUND_FAULTS, WRONG_USE, echo, plain_errors
from mjlog.progress_bar import ProgressBar

if TYPE_CHECKING:
    from mjlog.fetching import Progress

LINE_SECONDS: Final = 30.0
"""Seconds between two lines of progress where there is no terminal."""
MOST_FAILURES: Final = 10
"""Failed downloads that are listed."""

TERMS: Final = """\
Nothing was downloaded. Logs belong to the service that keeps them and to the people who played them. Read the terms of
the service first (Tenhou: https://tenhou.net/man/ and https://tenhou.net/sc/raw/); they say what you may do with logs.
Tenhou's operator has asked programs to use one session at a time, and to download the XML of a log, not its JSON. Do
not publish logs or names. See also docs/guide/lists-and-fetch.md.

If you have read the terms and keep to them, add the option --i-accept-the-terms, and with --contact an address at
which the operator can reach you."""


def fetch(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="List pages, text files with ids, ids, or a data set (the games of its table `list` that it lacks)."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder, or archive if it ends in .zip, to add to.")],
    accept: Annotated[
        bool, typer.Option("--i-accept-the-terms", help="You have read the terms of the service and keep to them.")
    ] = False,
    contact: Annotated[str, typer.Option(help="Your mail or web address, sent with every request.")] = "",
    interval: Annotated[float, typer.Option(help="Minimum seconds between requests (at least 1).")] = 2.0,
    limit: Annotated[
        int | None, typer.Option(min=0, help="Maximum number of logs to request.", show_default="all")
    ] = None,
    site: Annotated[str | None, typer.Option(help="Send requests to this site, such as http://host:port.")] = None,
) -> None:
    """Download the logs of listed games, slowly and one at a time.

    It does nothing without --i-accept-the-terms. Logs that are already there are skipped. An interrupted download
    continues when the command is run again.

    The exit status is 1 if a log could not be downloaded or the site refused, 2 for wrong use.

    Example: mjlog fetch scc20240101.html.gz --out logs/ --i-accept-the-terms --contact me@example.org
    """
    if not accept:
        echo(TERMS, err=True)
        raise typer.Exit(WRONG_USE)
    from mjlog.fetching import Pace, game_ids
    from mjlog.fetching import fetch as fetch_logs
    from mjlog.tables.store import StoreError

    interrupted = f"Stopped. Downloaded logs are in {out}; run the same command to continue."
    bar = ProgressBar("Fetching", amount=MofNCompleteColumn(), line_seconds=LINE_SECONDS)
    with plain_errors(StoreError, ValueError, interrupted=interrupted), bar:
        report = fetch_logs(
            game_ids(sources), out, contact=contact, accept_terms=accept, site=site, limit=limit,
            pace=Pace(interval), progress=lambda step: show(bar, step),
        )  # fmt: skip
    for failure in report.not_fetched[:MOST_FAILURES]:
        echo(str(failure), err=True)
    echo(str(report))
    if report.not_fetched or report.stopped:
        raise typer.Exit(FOUND_FAULTS)


def show(bar: ProgressBar, step: Progress) -> None:
    """Show the progress of a fetch."""
    failed = f", {step.n_failed:,} failed" if step.n_failed else ""
    bar.update(f"Fetching{failed}", done=step.n_done, total=step.n_total)
    bar.line(f"{step.n_done:,} of {step.n_total:,} logs{failed}")
