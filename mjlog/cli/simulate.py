"""`mjlog simulate`: complete games of simple players, written as logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import MofNCompleteColumn

import mjlog
from mjlog.cli.arguments import RULES_HELP, Dask, executor_at
from mjlog.cli.exits import echo, plain_errors
from mjlog.progress_bar import ProgressBar


def simulate(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write to, one file per game.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: Annotated[int, typer.Option(help="Seed of the random numbers; the same seed gives the same games.")] = 0,
    rules: Annotated[str, typer.Option(help=RULES_HELP)] = "tenhou",
    event: Annotated[
        str | None,
        typer.Option(
            help="Play until this happens in each game: chankan, double_ron, tobi, any yaku …; rare events take long."
        ),
    ] = None,
    to: Annotated[
        str, typer.Option("--format", help="Format to write (see `mjlog convert --list-formats`).")
    ] = "tenhou-xml",
    workers: Annotated[int, typer.Option("--workers", "-j", min=1, help="Number of processes.")] = 1,
    dask: Dask = None,
) -> None:
    """Play complete games with simple players and write them as logs.

    They contain no real player and no real game.

    Example: mjlog simulate --games 1000 --seed 7 --rules tenhou-3p --out logs/
    """
    with (
        plain_errors(ValueError),
        executor_at(dask, None) as (executor, n_workers),
        ProgressBar("Playing", total=games, amount=MofNCompleteColumn()) as bar,
    ):
        lost = mjlog.simulate.write(
            games, out, seed=seed, rules=rules, event=event, to=to, workers=n_workers or workers,
            executor=executor, progress=lambda n_done: bar.update("Playing", done=n_done),
        )  # fmt: skip
    seconds = bar.seconds
    echo(f"{games:,} games written to {out} in {seconds:,.0f} s ({games / seconds:,.0f} games/s)")
    for sentence in lost.sentences():
        echo(f"lost in {to}: {sentence}", err=True)
