"""`mjlog import`: logs into tables, with progress and a summary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

import mjlog
from mjlog.cli.arguments import RULES_HELP, Dask, Logs, Workers, executor_at
from mjlog.cli.exits import FOUND_FAULTS, echo, fail, plain_errors, warn
from mjlog.tables.store import StoreError
from mjlog.words import tr

MOST_NAMED: Final = 3
"""Games named for each consistency check that fails."""


def import_(
    paths: Logs,
    out: Annotated[
        str, typer.Option("--out", "-o", help="Folder or s3:// URL of the data set: a new one, or one to add to.")
    ],
    workers: Workers = None,
    audit: Annotated[
        str, typer.Option(help="Also check the games at these levels, such as score,settlement (see `mjlog audit`).")
    ] = "",
    rules: Annotated[
        str | None, typer.Option(help=f"Audit all games by these rules, and remember them. {RULES_HELP}")
    ] = None,
    aliases: Annotated[
        Path | None,
        typer.Option(help="Show the accounts in this file (TOML or CSV) under one name each, and remember them."),
    ] = None,
    decisions: Annotated[
        bool | None,
        typer.Option(
            "--decisions/--without-decisions",
            help="Whether to write the tables of all discards, calls and possible acts.",
            show_default="yes, unless the archive is larger than 2 GB",
        ),
    ] = None,
    dask: Dask = None,
) -> None:
    """Import logs into a data set: parquet tables of games, kyoku, hands and wins.

    Logs that the data set already has are skipped. An interrupted import continues when the command is run again.

    The exit status is 1 if no logs were found, a file could not be read (see the table `failures`), the audit found
    something, or a consistency check failed (see `mjlog stats check`).

    Examples: `mjlog import logs/ more.zip https://example.com/2024.zip --out out/`,
    `mjlog import season/ --out out/ --rules club.toml`.
    """
    from mjlog.importing.progress import shown  # `--help` does not need it

    interrupted = f"Stopped. Finished work is in {out}; run the same command to continue."
    with (
        plain_errors(StoreError, ValueError, interrupted=interrupted),
        executor_at(dask, workers) as cluster,
        shown(always=True) as show,
    ):
        report = mjlog.import_archive(
            paths,
            out,
            executor=cluster[0],
            workers=cluster[1],
            audit=audit,
            rules=rules,
            aliases=None if aliases is None else mjlog.stats.read_aliases(aliases),
            decisions=decisions,
            progress=show,
        )
    if not (report.n_inputs or report.n_known):
        fail(f"no logs found in {', '.join(paths)}")
    echo(str(report))
    consistent = not report.n_games or _is_consistent(out)
    if report.n_failures or report.n_findings or not consistent:
        raise typer.Exit(FOUND_FAULTS)


def _is_consistent(out: str) -> bool:
    """Whether the tables of a data set agree; prints the checks that fail, and how many games are cut."""
    from mjlog.stats.cut_games import cut_games_note  # `--help` does not need it
    from mjlog.stats.self_check import broken_games, check_identities

    ds = mjlog.open(out)
    if note := cut_games_note(ds):
        echo(note)
    checks = check_identities(ds)
    broken = checks[~checks.holds]
    games = broken_games(ds) if len(broken) else broken
    for row in broken.itertuples():
        names = games.query("players == @row.players and identity == @row.identity")["game"].tolist()
        more = f" and {len(names) - MOST_NAMED:,} more" if len(names) > MOST_NAMED else ""
        warn(
            f"Consistency check failed ({row.players} players): {row.sentence}: {row.left:,} and {row.right:,}; "
            f"see {', '.join(names[:MOST_NAMED])}{more}"
        )
    echo(tr("Consistency checks: {passed} of {n} passed", passed=len(checks) - len(broken), n=len(checks)))
    return broken.empty
