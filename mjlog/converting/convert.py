"""Convert games to another format."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np

from mjlog.archive import check_location, shards, sources
from mjlog.converting.fill_claims import with_claims, with_yaku_codes
from mjlog.converting.fill_copies import with_copies
from mjlog.converting.losses import Losses, losses
from mjlog.errors import Fault, LogError
from mjlog.formats import Format, formats, platforms, read_sources
from mjlog.games.batch import Games
from mjlog.tables.folder import replaced

__all__ = ["Converted", "convert", "encode", "encode_each", "format_to_write", "viewer_link"]

_UNSAFE: Final = re.compile(r"[^\w.-]+|^\.+")
"""The parts of an id that are replaced in the name of a file."""


def format_to_write(name: str) -> Format:
    """The format of this name; LogError if none has it or it cannot be written."""
    known = formats().get(name)
    if known is None or known.write is None:
        names = ", ".join(sorted(other.name for other in formats().values() if other.write))
        raise LogError(Fault.UNKNOWN_FORMAT, f"{name!r} cannot be written; the formats are {names}")
    return known


def encode(games: Games, to: str) -> list[bytes]:
    """One file's bytes per game, in the format `to`.

    A format may need every tile copy and the value of every win (`Format.filled_for`). Games of formats that do not
    record them get plausible copies (`with_copies`) and the values by the rules (`with_claims`). A game that the format
    cannot record is refused with a `LogError` that names the missing value.
    """
    target = format_to_write(to)
    assert target.write is not None, "format_to_write returns none that is only read"
    if target.filled_for is not None:
        games = with_copies(with_yaku_codes(with_claims(games), platforms()[target.filled_for].yaku_codes))
    return target.write(games)


@dataclass(frozen=True, slots=True)
class Converted:
    """The result of converting an archive."""

    files: tuple[Path, ...]
    """The files written, one per game."""
    failures: tuple[LogError, ...]
    """The errors of logs that could not be read and of games that could not be written."""
    lost: Losses = field(default_factory=Losses)
    """The parts of the games that the format cannot record."""
    n_lists: int = 0
    """Number of list pages skipped."""


def convert(paths: Iterable[str | Path], out: str | Path, to: str) -> Converted:
    """Write each game of files, folders and archives as a file in the folder `out`, named by its id.

    A game whose id another game had before gets a number at the end of its name. Existing files are overwritten.
    Raises FileNotFoundError for a path that does not exist, before anything is written.
    """
    folder = Path(out)
    suffix = format_to_write(to).suffix
    paths = list(paths)
    for path in paths:
        check_location(path)
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    failures: list[LogError] = []
    lost = Losses()
    n_of_name: Counter[str] = Counter()
    n_lists = 0
    for shard in shards(paths):
        games, errors, lists = read_sources(sources(shard))
        failures += errors
        n_lists += len(lists)
        encoded = encode_each(games, to)
        written = [game for game, data in enumerate(encoded) if isinstance(data, bytes)]
        lost |= losses(
            games.select(np.array(written, np.int64)), to, [data for data in encoded if isinstance(data, bytes)]
        )
        for game, data in enumerate(encoded):
            if isinstance(data, LogError):
                failures.append(data.at(source=games.games.source[game]))
                continue
            name = _UNSAFE.sub("_", games.games.id[game])
            n_of_name[name] += 1
            number = f"-{n_of_name[name]}" if n_of_name[name] > 1 else ""
            files.append(folder / f"{name}{number}{suffix}")
            with replaced(files[-1]) as file:
                file.write_bytes(data)
    return Converted(files=tuple(files), failures=tuple(failures), lost=lost, n_lists=n_lists)


def encode_each(games: Games, to: str) -> list[bytes | LogError]:
    """The file of each game, or the error that says why it cannot be written."""
    try:
        return [*encode(games, to)]
    except LogError as error:
        if len(games) == 1:
            return [error]
    return [file for game in range(len(games)) for file in encode_each(games.select(np.array([game])), to)]


def viewer_link(games: Games, game: int, kyoku: int) -> str:
    """The address that shows one kyoku in Tenhou's viewer; it contains the whole kyoku, nothing is uploaded."""
    for known in formats().values():
        if known.viewer_link is not None:
            return known.viewer_link(games, game, kyoku)
    raise LogError(Fault.UNKNOWN_FORMAT, "no installed format has a viewer")
