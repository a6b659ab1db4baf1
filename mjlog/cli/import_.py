"""`mjlog import`: archives into tables, with a bar to watch and a summary at the end."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import mjlog
from mjlog.cli import COMPILING, plain
from mjlog.tables.store import StoreError

if TYPE_CHECKING:
    from mjlog.importing import Progress as Step

PATIENCE: Final = 1.0
"""Seconds after which somebody wants to know what is going on."""
LINE_SECONDS: Final = 10.0
"""Seconds between two lines where there is no terminal to draw a bar on."""
MOST_NAMED: Final = 3
"""Games that a failed self-check names."""
INTERRUPTED: Final = 130
"""Exit status after an interrupt, as shells have it."""


def import_(
    paths: Annotated[
        list[str],
        typer.Argument(help="Files, folders, archives and URLs of logs; - is standard input.", show_default=False),
    ],
    out: Annotated[str, typer.Option("--out", "-o", help="Folder of the data set; made, or added to.")],
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", min=1, help="Processes; by default as many as pay.")
    ] = None,
    audit: Annotated[
        str, typer.Option(help="Levels at which the games are audited, such as score,settlement; none by default.")
    ] = "",
    decisions: Annotated[
        bool, typer.Option("--decisions", help="Also make the tables of every discard and every call.")
    ] = False,
) -> None:
    """Import logs into a data set; what it already has is not imported again.

    An import that was stopped goes on when the command is given again.

    The exit status is 1 if there are no logs, something could not be read (the table `failures` says what), an audit
    has findings, or an identity that holds in every sound archive does not hold (`mjlog stats --check` lists them).

    Example: mjlog import logs/ more.zip https://example.com/2024.zip --out out/
    """
    console = Console(stderr=True, highlight=False)
    try:
        with Watch(console) as watch:
            report = mjlog.import_archive(paths, out, workers=workers, audit=audit, decisions=decisions, progress=watch)
    except KeyboardInterrupt as stop:
        console.print(f"Stopped. What was finished is in {out}; the same command goes on from there.", soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from stop
    except (OSError, StoreError, ValueError) as error:
        console.print(plain(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    if not (report.n_inputs or report.n_known):
        console.print(f"no logs found in {', '.join(paths)}", style="red", markup=False, soft_wrap=True)
        raise typer.Exit(1)
    typer.echo(str(report))
    sound = not report.n_games or _is_sound(out, console)
    if report.n_failures or report.n_findings or not sound:
        raise typer.Exit(1)


def _is_sound(out: str, console: Console) -> bool:
    """Whether the identities of every sound archive hold in a data set; tells those that do not."""
    from mjlog.stats.self_check import broken_games, check_identities  # which `--help` does not need

    ds = mjlog.open(out)
    identities = check_identities(ds)
    broken = identities[~identities.holds]
    games = broken_games(ds) if len(broken) else broken
    for row in broken.itertuples():
        found = games.query("players == @row.players and identity == @row.identity")["game"].tolist()
        more = f" and {len(found) - MOST_NAMED:,} more" if len(found) > MOST_NAMED else ""
        console.print(
            f"Self-check: with {row.players} players '{row.sentence}' does not hold: {row.left:,} and {row.right:,}; "
            f"see {', '.join(found[:MOST_NAMED])}{more}",
            style="red",
            markup=False,
            soft_wrap=True,
        )
    typer.echo(f"Self-check: {len(identities) - len(broken)} of {len(identities)} identities hold")
    return broken.empty


class Watch:
    """Shows how far an import is, if it takes longer than a second: as a bar on a terminal, else in lines."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.begun = time.monotonic()
        self.next_line = self.begun + LINE_SECONDS
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
        )
        self.task = self.bar.add_task("Starting", total=None)
        self.timer = threading.Timer(PATIENCE, self._begin)
        self.timer.daemon = True

    def __call__(self, step: Step) -> None:
        """Take note of a step."""
        now = time.monotonic()
        if not step.stored_bytes:
            begun = COMPILING if step.compiles else "Importing"
            self.bar.update(self.task, total=step.total_bytes or None, description=begun)
            if step.compiles and not self.console.is_terminal:
                self.console.print(COMPILING)
            return
        text = f"{step.n_games:,} games, {step.n_games / (now - self.begun):,.0f} games/s"
        if step.n_failures:
            text += f", {step.n_failures:,} failures"
        self.bar.update(self.task, completed=step.stored_bytes, description=text)
        if not self.console.is_terminal and now > self.next_line:
            self.next_line = now + LINE_SECONDS
            share = f"{step.stored_bytes / step.total_bytes:.0%}: " if step.stored_bytes <= step.total_bytes else ""
            self.console.print(f"{share}{text}")

    def __enter__(self) -> Watch:
        self.timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.timer.cancel()
        self.timer.join()
        if self.console.is_terminal:
            self.bar.stop()

    def _begin(self) -> None:
        if self.console.is_terminal:
            self.bar.start()
