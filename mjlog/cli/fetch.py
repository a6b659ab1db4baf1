"""`mjlog fetch`: the logs a list names, once somebody has said that the terms of the service are kept to."""

from __future__ import annotations

import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mjlog.cli import plain

if TYPE_CHECKING:
    from mjlog.fetching import Step

LINE_SECONDS: Final = 30.0
"""Seconds between two lines where there is no terminal to draw a bar on."""
INTERRUPTED: Final = 130
"""Exit status after an interrupt, as shells have it."""
SHOWN: Final = 10
"""Logs that could not be had and are shown one by one."""

TERMS: Final = """\
Nothing was fetched. Logs belong to the service that keeps them and to the people who played them, and it says what may
be done with them: read its terms (Tenhou: https://tenhou.net/man/ and https://tenhou.net/sc/raw/) first. What Tenhou's
operator is known to have asked of programs: one session at a time, and the XML of a log rather than its JSON. Do not
publish logs or names. The guide docs/guide/lists-and-fetch.md says more.

If you have read the terms and keep to them, give the option --i-accept-the-terms, and with --contact an address where
the operator can reach you."""


def fetch(
    sources: Annotated[
        list[str],
        typer.Argument(
            help="List pages, texts with ids, ids, or a data set (what its table `list` names and it lacks).",
            show_default=False,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder, or archive if it ends in .zip; added to.")],
    accept: Annotated[
        bool, typer.Option("--i-accept-the-terms", help="You have read the terms of the service and keep to them.")
    ] = False,
    contact: Annotated[
        str, typer.Option(help="Your address, by mail or on the web; every request names it.", show_default=False)
    ] = "",
    interval: Annotated[float, typer.Option(help="Least seconds between two requests; not below 1.")] = 2.0,
    limit: Annotated[int | None, typer.Option(min=0, help="Most logs to ask for; by default all.")] = None,
    site: Annotated[
        str | None, typer.Option(help="Ask here in place of the service, as http://host:port.", show_default=False)
    ] = None,
) -> None:
    """Fetch the logs of listed games into a folder or archive, slowly, one after the other.

    Does nothing without --i-accept-the-terms. What is there is not fetched again: a fetch that was stopped goes on when
    the command is given again.

    The exit status is 1 if a log could not be had or the fetch was stopped by the site, 2 for wrong use.

    Example: mjlog fetch scc20240101.html.gz --out logs/ --i-accept-the-terms --contact me@example.org
    """
    console = Console(stderr=True, highlight=False)
    if not accept:
        console.print(TERMS, markup=False, soft_wrap=True)
        raise typer.Exit(2)
    from mjlog.errors import LogError
    from mjlog.fetching import Pace, wanted
    from mjlog.fetching import fetch as fetch_logs
    from mjlog.tables.store import StoreError

    try:
        with Watch(console) as watch:
            report = fetch_logs(
                wanted(sources),
                out,
                contact=contact,
                accept_terms=accept,
                site=site,
                limit=limit,
                pace=Pace(interval),
                progress=watch,
            )
    except KeyboardInterrupt as stop:
        console.print(f"Stopped. What was fetched is in {out}; the same command goes on from there.", soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from stop
    except (OSError, LogError, StoreError, ValueError) as error:
        console.print(plain(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    for failure in report.not_fetched[:SHOWN]:
        console.print(str(failure), markup=False, soft_wrap=True)
    typer.echo(str(report))
    if report.not_fetched or report.stopped:
        raise typer.Exit(1)


class Watch:
    """Shows how far a fetch is: as a bar on a terminal, else in a line now and then."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.next_line = time.monotonic()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self.task = self.bar.add_task("Fetching", total=None)

    def __call__(self, step: Step) -> None:
        """Take note of a step."""
        failed = f", {step.n_failed:,} not to be had" if step.n_failed else ""
        self.bar.update(self.task, total=step.n_total, completed=step.n_done, description=f"Fetching{failed}")
        if not self.console.is_terminal and time.monotonic() >= self.next_line:
            self.next_line = time.monotonic() + LINE_SECONDS
            self.console.print(f"{step.n_done:,} of {step.n_total:,} logs{failed}")

    def __enter__(self) -> Watch:
        self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.bar.stop()
