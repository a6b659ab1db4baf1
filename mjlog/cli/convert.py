"""`mjlog convert`: games written in another format, or the address that shows one kyoku in Tenhou's viewer."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.archive import check_place
from mjlog.cli import plain
from mjlog.errors import LogError


def _list_formats(wanted: bool) -> None:
    if wanted:
        from mjlog.formats import formats  # loads the compiler, which `--help` does not need

        for name, known in sorted(formats().items()):
            typer.echo(f"{name:12} {known.suffix:8} {known.title}{'' if known.write else ' (can only be read)'}")
        raise typer.Exit


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN", help="A file, folder, archive or URL of logs, or - for standard input.", show_default=False
        ),
    ],
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="Folder to write to, one file per game.", show_default=False)
    ] = None,
    *,
    to: Annotated[
        str, typer.Option(help="Format to write, such as mjai (see --list-formats).", show_default=False)
    ] = "",
    link: Annotated[
        int | None, typer.Option(min=0, help="Show the address of this kyoku, from 0, in Tenhou's viewer instead.")
    ] = None,
    nth: Annotated[int, typer.Option(min=0, help="With --link, place of the game among those read, from 0.")] = 0,
    list_formats: Annotated[
        bool, typer.Option("--list-formats", callback=_list_formats, is_eager=True, help="List the formats and exit.")
    ] = False,
) -> None:
    """Write games in another format, or show the address of a kyoku in Tenhou's viewer.

    What the old format does not tell and the new one must is made up (which copy a tile is) or worked out (fu, points).
    What the new format has no place for is lost, and named.

    The exit status is 1 if a game could not be read or not be written, or there are no logs.

    Example: mjlog convert logs/ out/ --to mjai
    """
    try:
        if link is not None and (out is not None or to):
            raise ValueError("--link writes nothing: leave out the folder and --to")
        if link is not None:
            typer.echo(_link(source, nth, link))
            return
        if out is None or not to:
            raise ValueError("give a folder to write to and --to, or --link")
        if out.exists() and not out.is_dir():
            raise ValueError(f"{out} is a file, not a folder to write to")
        done = mjlog.convert([source], out, to)
    except (OSError, LogError, ValueError) as error:
        typer.echo(plain(error), err=True)
        raise typer.Exit(2) from error
    from mjlog.formats import skipped_lists  # loaded by now

    for failure in done.failures:
        sys.stderr.write(f"{failure}\n")
    if done.n_lists:
        sys.stderr.write(f"{skipped_lists(done.n_lists)}\n")
    if not done.files and not done.failures:
        typer.echo(f"no logs found in {source}", err=True)
        raise typer.Exit(1)
    for sentence in done.lost.sentences():
        sys.stderr.write(f"lost in {to}: {sentence}\n")
    typer.echo(
        f"{_counted(len(done.files), 'game')} written to {out}"
        + (f", {_counted(len(done.failures), 'failure')}" if done.failures else "")
    )
    if done.failures:
        raise typer.Exit(1)


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def _link(source: str, nth: int, kyoku: int) -> str:
    from mjlog.formats import LogWarning  # loads the compiler, which `--help` does not need

    check_place(source)
    with warnings.catch_warnings(record=True) as unread:
        warnings.simplefilter("always", LogWarning)
        games = mjlog.read(source)
    for warning in unread:
        sys.stderr.write(f"not read: {warning.message}\n")
    if not nth < len(games):
        raise ValueError(f"{source} has {len(games)} games, counted from 0")
    if not kyoku < len(games[nth].kyoku):
        raise ValueError(f"the game has {len(games[nth].kyoku)} kyoku, counted from 0")
    return mjlog.viewer_link(games, nth, kyoku)
