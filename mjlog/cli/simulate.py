"""`mjlog simulate`: complete games by simple players, written as files."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import mjlog
from mjlog.errors import LogError


def simulate(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write to, one file per game.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same number gives the same games.")] = 0,
    rules: Annotated[
        str, typer.Option(help="A preset (see mjlog rules list), or a rule file ending in .toml.")
    ] = "tenhou",
    event: Annotated[
        str | None,
        typer.Option(help="What happens in each game: chankan, double_ron, tobi, any yaku …; rare takes long."),
    ] = None,
    to: Annotated[
        str, typer.Option("--format", help="Format to write (see mjlog convert --list-formats).")
    ] = "tenhou-xml",
    workers: Annotated[int, typer.Option("--workers", "-j", min=1, help="Processes.")] = 1,
) -> None:
    """Play complete games by simple players and write them as files; no real player and no real game is in them.

    Example: mjlog simulate --games 1000 --seed 7 --rules tenhou-3p --out logs/
    """
    console = Console(stderr=True, highlight=False)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    begun = time.monotonic()
    try:
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("", total=games)
            n_games = mjlog.simulate.write(
                games, out, seed=seed, rules=rules, event=event, to=to,
                workers=workers,
                progress=lambda n_done: bar.update(task, completed=n_done),
            )  # fmt: skip
    except (OSError, LogError, ValueError) as error:
        console.print(str(error), style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    seconds = time.monotonic() - begun
    typer.echo(f"{n_games:,} games written to {out} in {seconds:,.0f} s ({n_games / seconds:,.0f} games/s)")
