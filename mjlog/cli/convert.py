"""`mjlog convert`: games in another format, or the address of a kyoku in Tenhou's viewer."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated

import typer

import mjlog
from mjlog.archive import check_location
from mjlog.cli.exits import FOUND_FAULTS, echo, fail, plain_errors


def _list_formats(listed: bool) -> None:
    if listed:
        from mjlog.formats import formats  # it loads numba, which `--help` does not need

        for name, known in sorted(formats().items()):
            echo(f"{name:12} {known.suffix:8} {known.title}{'' if known.write else ' (can only be read)'}")
        raise typer.Exit


def convert(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file, folder, archive or URL of logs; - is standard input.")
    ],
    out: Annotated[Path | None, typer.Argument(metavar="OUT", help="Folder to write to, one file per game.")] = None,
    *,
    to: Annotated[str, typer.Option(help="Format to write, such as mjai (see --list-formats).")] = "",
    link: Annotated[
        int | None, typer.Option(min=0, help="Print the viewer's address of this kyoku; 0 is the first of the game.")
    ] = None,
    nth: Annotated[int, typer.Option(min=0, help="With --link: number of the game in the input; 0 is the first.")] = 0,
    list_formats: Annotated[
        bool, typer.Option("--list-formats", callback=_list_formats, is_eager=True, help="List the formats and exit.")
    ] = False,
) -> None:
    """Convert logs to another format, or link to a kyoku in Tenhou's viewer.

    Details that the source lacks are filled in (tile copies) or computed (fu, points). Details that the new format
    cannot hold are listed.

    The exit status is 1 if no logs were found, or a game could not be read or written.

    Example: mjlog convert logs/ out/ --to mjai
    """
    with plain_errors(ValueError):
        if link is not None and (out is not None or to):
            raise ValueError("--link takes neither a folder nor --to")
        if link is not None:
            echo(_link(source, nth, link))
            return
        if out is None or not to:
            raise ValueError("give a folder to write to and --to, or --link")
        if out.exists() and not out.is_dir():
            raise ValueError(f"{out} is a file, not a folder to write to")
        done = mjlog.convert([source], out, to)
    from mjlog.formats import skipped_lists  # loaded by now

    for failure in done.failures:
        echo(str(failure), err=True)
    if done.n_lists:
        echo(skipped_lists(done.n_lists), err=True)
    if not done.files and not done.failures:
        fail(f"no logs found in {source}")
    for sentence in done.lost.sentences():
        echo(f"lost in {to}: {sentence}", err=True)
    echo(
        f"{_counted(len(done.files), 'game')} written to {out}"
        + (f", {_counted(len(done.failures), 'failure')}" if done.failures else "")
    )
    if done.failures:
        raise typer.Exit(FOUND_FAULTS)


def _counted(n: int, what: str) -> str:
    return f"{n:,} {what}{'' if n == 1 else 's'}"


def _link(source: str, nth: int, kyoku: int) -> str:
    from mjlog.formats import LogWarning  # loads the compiler, which `--help` does not need

    check_location(source)
    with warnings.catch_warnings(record=True) as unread:
        warnings.simplefilter("always", LogWarning)
        games = mjlog.read(source)
    for warning in unread:
        echo(f"not read: {warning.message}", err=True)
    if not nth < len(games):
        raise ValueError(f"{source} has games 0 to {len(games) - 1}, not {nth}")
    if not kyoku < len(games[nth].kyoku):
        raise ValueError(f"the game has kyoku 0 to {len(games[nth].kyoku) - 1}, not {kyoku}")
    return mjlog.viewer_link(games, nth, kyoku)
