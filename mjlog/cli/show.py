"""`mjlog show`: a game, a kyoku, or one position of a kyoku, as text or as an HTML page."""

from __future__ import annotations

import os
import warnings
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from mjlog.archive import is_url
from mjlog.cli.exits import echo, plain_errors
from mjlog.display import Style, page, result_texts, table_text
from mjlog.display.text import name_of_kyoku, seat_name
from mjlog.games.batch import GameView
from mjlog.tables.folder import replaced
from mjlog.tables.store import StoreError, is_dataset
from mjlog.words import tr


class TileStyle(StrEnum):
    """How tiles are written."""

    UNICODE = "unicode"
    MPSZ = "mpsz"


def show(
    game: Annotated[str, typer.Argument(help="A file, `archive!member`, or with --data the id of a game.")],
    kyoku: Annotated[
        int | None, typer.Option("--kyoku", "-k", help="Kyoku number within the game; 0 is the first.")
    ] = None,
    event: Annotated[
        int | None, typer.Option("--event", "-e", help="Event number within the kyoku; 0 is the first.")
    ] = None,
    data: Annotated[str | None, typer.Option("--data", "-d", help="Data set that contains the game.")] = None,
    nth: Annotated[int, typer.Option(help="Game number within a file with several games; 0 is the first.")] = 0,
    html: Annotated[Path | None, typer.Option(help="Write an HTML page with every step of the kyoku.")] = None,
    tiles: Annotated[TileStyle, typer.Option(help="Tiles as names such as 5p, or as Unicode pictures.")] = (
        TileStyle.MPSZ
    ),
) -> None:
    """Show a game, a kyoku, or one position of a kyoku.

    A position shows the wall, hands, rivers, melds, dora indicators, points and nearby events. Without --event it is
    the one before the result of the kyoku; without --kyoku each kyoku is one line.

    Example: mjlog show game.xml --kyoku 3 --event 37
    """
    with plain_errors(StoreError, ValueError, IndexError, hint=lambda error: _hint(game, data)):
        view = _game(game, data, nth)
        if kyoku is None:
            if event is not None or html is not None:
                raise ValueError("--event and --html need --kyoku")
            echo(_overview(view, tiles.value))
            return
        if not 0 <= kyoku < len(view.kyoku):
            raise ValueError(f"the game has kyoku 0 to {len(view.kyoku) - 1}, not {kyoku}")
        title = tr("{game}, kyoku {kyoku}", game=view.id, kyoku=kyoku)
        if html is not None:
            text = page(view.kyoku[kyoku], f"{title} ({name_of_kyoku(view.kyoku[kyoku])})", event)
            with replaced(html) as file:
                file.write_text(text, encoding="utf-8")
            echo(f"{html}: {title}")
            return
        echo(f"{title}\n{table_text(view.kyoku[kyoku], event, tiles.value)}")


def _hint(game: str, data: str | None) -> str:
    if data is not None or "!" in game:
        return ""
    if not is_url(game) and not os.path.exists(game):  # unlike `Path.exists`, false for a name that is too long
        return "; to show a game by its id, name its data set with --data"
    return f"; {game} is a data set: show a game of it with `mjlog show ID --data {game}`" if is_dataset(game) else ""


def _game(name: str, data: str | None, nth: int) -> GameView:
    """The game of a file, of a member of an archive, or of an id in a data set, read from its log."""
    from mjlog.formats import LogWarning, read  # these load numba, which `--help` does not need
    from mjlog.tables.originals import file_of, find_game, source_of_game

    source = name if data is None else source_of_game(name, data)
    file = file_of(source.split("#")[0])
    if data is not None and "://" not in file and not Path(file).exists():
        raise ValueError(f"{name} was imported from {file}, which no longer exists")
    if source != file or data is not None:
        return find_game(source, name)
    with warnings.catch_warnings(record=True) as unread:
        warnings.simplefilter("always", LogWarning)
        games = read(file)
    for warning in unread:
        echo(f"not read: {warning.message}", err=True)
    if len(games) > 1:
        echo(f"showing game {nth} of 0 to {len(games) - 1} in {name}; --nth selects another", err=True)
    if not 0 <= nth < len(games):
        raise ValueError(f"{name} has games 0 to {len(games) - 1}, not {nth}")
    return games[nth]


def _overview(game: GameView, style: Style) -> str:
    """Players and rules, then one line per kyoku."""
    lines = [f"{game.id}  {game.platform}  {tr('rules')} {game.rules.name}  {game.started or ''}"]
    lines += (f"  {seat_name(seat)}  {name or ''}" for seat, name in enumerate(game.names))
    for number, kyoku in enumerate(game.kyoku):
        lines.append(f"{number:>3}  {name_of_kyoku(kyoku)}  {', '.join(f'{p:,}' for p in kyoku.points)}")
        lines += (f"       {text}" for text in result_texts(kyoku, style))
    if game.final_scores is not None:
        lines.append(f"     {tr('final')} {', '.join(f'{score:+.1f}' for score in game.final_scores)}")
    return "\n".join(lines)
