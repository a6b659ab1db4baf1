"""Games written in another format: formats that can be written, and what a game must be given for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

import numpy as np

from mjlog.archive import Unreadable, check_place, shards, sources
from mjlog.converting.fill_claims import with_claims
from mjlog.converting.fill_copies import with_copies
from mjlog.converting.losses import Losses, losses
from mjlog.errors import Fault, LogError
from mjlog.formats import GROUP, Writer, parse
from mjlog.games.batch import Games

__all__ = ["SUFFIXES", "Converted", "convert", "viewer_link", "with_claims", "with_copies", "writers", "written"]

TENHOU_XML: Final = "tenhou-xml"
SUFFIXES: Final = {TENHOU_XML: ".xml", "tenhou-json": ".json", "mjai": ".mjson"}
"""How the files of a format are named."""

_UNSAFE: Final = re.compile(r"[^\w.-]+|^\.+")
"""What a file's name does not take over from an id."""


@runtime_checkable
class Viewer(Protocol):
    """A format whose service shows a kyoku at an address that holds it."""

    def viewer_link(self, games: Games, game: int, kyoku: int) -> str:
        """The address."""


@cache
def writers() -> dict[str, Writer]:
    """Every format that can be written, by its name."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    found: Sequence[Writer] = [writer for entry in entries for writer in getattr(entry.load(), "WRITERS", ())]
    return {writer.name: writer for writer in found}


def written(games: Games, to: str) -> list[bytes]:
    """One file's bytes per game, in the format `to`.

    Tenhou's XML names every physical tile and the value of every win: games of formats that do not tell them get them
    made up (`with_copies`) and worked out (`with_claims`). A game that the format cannot carry is refused with a
    `LogError` that names what is missing.
    """
    return writer(to).write(with_copies(with_claims(games)) if to == TENHOU_XML else games)


@dataclass(frozen=True, slots=True)
class Converted:
    """What came of converting an archive."""

    files: tuple[Path, ...]
    """Written, one per game."""
    failures: tuple[LogError, ...]
    """What could not be read, or not be written."""
    lost: Losses = field(default_factory=Losses)
    """What the games told that the format has no place for."""
    n_lists: int = 0
    """List pages passed over."""


def convert(paths: Iterable[str | Path], out: str | Path, to: str) -> Converted:
    """Write each game of files, folders and archives as a file in the folder `out`, named by its id.

    Games with an id that another has had before get a number behind it. Files that were there are written over.
    Raises FileNotFoundError, before anything is written, for a path that is not there.
    """
    folder = Path(out)
    writer(to)
    paths = list(paths)
    for path in paths:
        check_place(path)
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    failures: list[LogError] = []
    lost = Losses()
    n_of_name: Counter[str] = Counter()
    n_lists = 0
    for shard in shards(paths):
        found = [*sources(shard)]
        failures += [item.error.at(source=item.name) for item in found if isinstance(item, Unreadable)]
        batch = [item for item in found if not isinstance(item, Unreadable)]
        parsed = parse(batch)
        n_lists += len(parsed.lists)
        failures += [error.at(source=batch[place].name) for place, _, error in parsed.failures]
        made = each_written(parsed.games, to)
        done = [game for game, data in enumerate(made) if isinstance(data, bytes)]
        lost |= losses(parsed.games.select(np.array(done, np.int64)), to, [d for d in made if isinstance(d, bytes)])
        for game, data in enumerate(made):
            if isinstance(data, LogError):
                failures.append(data.at(source=parsed.games.games.source[game]))
                continue
            name = _UNSAFE.sub("_", parsed.games.games.id[game])
            n_of_name[name] += 1
            number = f"-{n_of_name[name]}" if n_of_name[name] > 1 else ""
            files.append(folder / f"{name}{number}{SUFFIXES.get(to, '')}")
            files[-1].write_bytes(data)
    return Converted(files=tuple(files), failures=tuple(failures), lost=lost, n_lists=n_lists)


def each_written(games: Games, to: str) -> list[bytes | LogError]:
    """The file of each game, or why it cannot be written."""
    try:
        return [*written(games, to)]
    except LogError as error:
        if len(games) == 1:
            return [error]
    return [file for game in range(len(games)) for file in each_written(games.select(np.array([game])), to)]


def writer(to: str) -> Writer:
    """The format of this name; LogError if it cannot be written."""
    if to not in writers():
        raise LogError(Fault.UNKNOWN_FORMAT, f"{to!r} cannot be written; there are {', '.join(writers())}")
    return writers()[to]


def viewer_link(games: Games, game: int, kyoku: int) -> str:
    """The address that shows one kyoku in Tenhou's viewer; it holds the whole kyoku, nothing is uploaded."""
    for writer in writers().values():
        if isinstance(writer, Viewer):
            return writer.viewer_link(games, game, kyoku)
    raise LogError(Fault.UNKNOWN_FORMAT, "no installed format has a viewer")
