"""`mjlog show`: one game, one kyoku, or the table before one event, as text or as a page."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated

import pyarrow.compute as pc
import pyarrow.parquet as pq
import typer

from mjlog.archive import Source, shards, sources
from mjlog.display import Style, page, result_texts, table_text
from mjlog.errors import LogError
from mjlog.games.views import GameView
from mjlog.tables.store import MANIFEST, StoreError, load_manifest, parts_of


def show(
    game: Annotated[
        str, typer.Argument(help="A file, `archive!member`, or with --data the id of a game.", show_default=False)
    ],
    kyoku: Annotated[int | None, typer.Option("--kyoku", "-k", help="Place of the kyoku in the game, from 0.")] = None,
    event: Annotated[int | None, typer.Option("--event", "-e", help="Place of the event in the kyoku, from 0.")] = None,
    data: Annotated[Path | None, typer.Option("--data", "-d", help="Data set that has the game.")] = None,
    nth: Annotated[int, typer.Option(help="Place of the game in a file of several, from 0.")] = 0,
    html: Annotated[Path | None, typer.Option(help="Write a page to step through the kyoku.")] = None,
    tiles: Annotated[str, typer.Option(help="Tiles as `unicode` pictures or as `mpsz` names.")] = "unicode",
) -> None:
    """Show the table before an event: hands, rivers, calls, indicators, points, and the events around it.

    Without an event the table before the result of the kyoku, without a kyoku a line for each.

    Example: mjlog show game.xml --kyoku 3 --event 37
    """
    try:
        if tiles not in ("unicode", "mpsz"):
            raise ValueError(f"tiles are shown as unicode or mpsz, not {tiles!r}")
        style: Style = "mpsz" if tiles == "mpsz" else "unicode"
        found = _game(game, data, nth)
        if kyoku is None and (event is not None or html is not None):
            raise ValueError("an event or a page is of one kyoku: give --kyoku")
        if kyoku is None:
            typer.echo(_overview(found, style))
            return
        if not 0 <= kyoku < len(found.kyoku):
            raise ValueError(f"the game has kyoku 0 to {len(found.kyoku) - 1}, not {kyoku}")
        view = found.kyoku[kyoku]
        title = f"{found.id}, kyoku {kyoku}"
        if html is not None:
            html.write_text(page(view, f"{title} ({view.name})", event), encoding="utf-8")
            typer.echo(f"{html}: {title}")
            return
        typer.echo(f"{title}\n{table_text(view, event, style)}")
    except (OSError, StoreError, LogError, ValueError, IndexError) as error:
        typer.echo(f"{error}{_hint(game, data)}", err=True)
        raise typer.Exit(2) from error


def _hint(game: str, data: Path | None) -> str:
    """What helps where the game was looked for in the wrong place."""
    if data is not None or "!" in game:
        return ""
    if (Path(game) / MANIFEST).is_file():
        return f"; {game} is a data set: `mjlog show ID --data {game}` shows a game of it"
    return "" if Path(game).exists() else "; a game is shown by its id with `--data FOLDER`, the data set that has it"


def _game(name: str, data: Path | None, nth: int) -> GameView:
    """The game of a file, of a place in an archive, or of an id in a data set, read from where it was imported from."""
    from mjlog.formats import LogWarning, parse, read  # these load the compiler, which `--help` does not need
    from mjlog.tables.originals import file_of

    source = name if data is None else _source(name, data)
    file = file_of(source.split("#")[0])
    if data is not None and "://" not in file and not Path(file).exists():
        raise ValueError(f"{name} was imported from {file}, which is not here")
    if source == file and data is None:
        with warnings.catch_warnings(record=True) as unread:
            warnings.simplefilter("always", LogWarning)
            games = read(file)
        for warning in unread:
            typer.echo(f"not read: {warning.message}", err=True)
        if len(games) > 1:
            typer.echo(f"game {nth} of 0 to {len(games) - 1} in {name}; --nth shows another", err=True)
        if not 0 <= nth < len(games):
            raise ValueError(f"{name} has games 0 to {len(games) - 1}, not {nth}")
        return games[nth]
    for shard in shards([file]):
        logs = [item for item in sources(shard) if isinstance(item, Source) and source.split("#")[0] == item.name]
        for found in parse(logs).games if logs else ():
            if name in (found.id, found.source):
                return found
    raise ValueError(f"there is no game {name} in {file}")


def _source(game: str, data: Path) -> str:
    """Where a data set has a game from."""
    for path in parts_of(data, load_manifest(data), "games"):
        table = pq.read_table(path, columns=["game", "source"], partitioning=None)
        chosen = table.filter(pc.equal(table["game"], game))
        if len(chosen):
            return str(chosen["source"][0].as_py())
    raise ValueError(f"no game {game} in {data}")


def _overview(game: GameView, style: Style) -> str:
    """Players and rules, and a line for each kyoku."""
    lines = [f"{game.id}  {game.platform}  rules {game.rules.name}  {game.started or ''}"]
    lines += (f"  seat {seat}  {name or ''}" for seat, name in enumerate(game.names))
    for place, kyoku in enumerate(game.kyoku):
        lines.append(f"{place:>3}  {kyoku.name}  {', '.join(f'{p:,}' for p in kyoku.points)}")
        lines += (f"       {text}" for text in result_texts(kyoku, style))
    if game.final_scores is not None:
        lines.append(f"     final {', '.join(f'{score:+.1f}' for score in game.final_scores)}")
    return "\n".join(lines)
