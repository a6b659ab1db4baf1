"""The files that games are read from: given paths, or the files from which a data set was imported."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from mjlog.archive import Shard, Source, check_location, exists, is_url, shards, sources
from mjlog.formats import ReadGames, parse, read_sources
from mjlog.games.batch import Games, GameView
from mjlog.games.columns import Ints
from mjlog.tables.folder import Folder, RemotePath, folder_of
from mjlog.tables.store import is_dataset, load_manifest, parts_of, read_part

SHARD_BYTES: Final = 2 << 20
"""Stored bytes read together; bounds the memory of a worker."""


@runtime_checkable
class Stored(Protocol):
    """A data set, such as `mjlog.tables.dataset.Dataset`."""

    folder: Folder


GameSource = Games | Stored | str | Path | Iterable[str | Path]
"""A batch of games, a data set (or its folder), or files, folders, archives and URLs."""


class Originals(NamedTuple):
    """The files to read for a source of games."""

    paths: tuple[str, ...]
    missing: tuple[str, ...] = ()
    """Files of a data set that no longer exist."""
    dataset: Folder | None = None
    """The folder of the data set; only its games are wanted from the files."""

    def shards(self) -> Iterator[Shard]:
        """The files in shards of about `SHARD_BYTES`."""
        return shards(self.paths, shard_bytes=SHARD_BYTES)


def originals(source: Stored | str | Path | Iterable[str | Path]) -> Originals:
    """The files of a source. Raises FileNotFoundError for a path that does not exist."""
    if isinstance(source, Stored):
        return _of_dataset(source.folder)
    if isinstance(source, str | Path) and is_dataset(source):
        return _of_dataset(folder_of(source))
    paths = tuple(os.fspath(path) for path in ([source] if isinstance(source, str | Path) else source))
    for path in paths:
        check_location(path)
    return Originals(paths)


def _of_dataset(folder: Folder) -> Originals:
    names = sorted({file_of(name) for name in _imported(folder)})
    found = {name for name in names if exists(name)}
    return Originals(tuple(filter(found.__contains__, names)), tuple(n for n in names if n not in found), folder)


def _imported(folder: Folder) -> Iterator[str]:
    for path in parts_of(folder, load_manifest(folder), "inputs"):
        yield from pc.unique(read_part(path, ["source"])["source"]).to_pylist()


def file_of(source: str) -> str:
    """The file that contains a source. Members of archives follow a `!`, which may also be part of a file's name."""
    ends = [n for n, letter in enumerate(source) if letter == "!"]
    if is_url(source):
        return source[: ends[0]] if ends else source
    files = (source[:end] for end in [*ends, len(source)])
    return next(filter(os.path.isfile, files), source[: ends[0]] if ends else source)


def source_of_game(game: str, dataset: str | Path | RemotePath) -> str:
    """The source from which a data set imported a game. Raises ValueError for an unknown id."""
    folder = folder_of(dataset)
    for path in parts_of(folder, load_manifest(folder), "games"):
        table = read_part(path, ["game", "source"])
        rows = table.filter(pc.equal(table["game"], game))
        if len(rows):
            return str(rows["source"][0].as_py())
    raise ValueError(f"no game {game} in {folder}")


def find_game(source: str, name: str) -> GameView:
    """The game with that id or source in the member `source` of an archive. Raises ValueError if there is none."""
    member = source.split("#")[0]
    for shard in shards([file_of(member)]):
        logs = [item for item in sources(shard) if isinstance(item, Source) and item.name == member]
        for game in parse(logs).games if logs else ():
            if name in (game.id, game.source):
                return game
    raise ValueError(f"there is no game {name} in {file_of(member)}")


def games_of(source: GameSource) -> Iterator[Games]:
    """The games of a source, shard by shard; what cannot be read is left out."""
    if isinstance(source, Games):
        yield source
        return
    files = originals(source)
    for shard in files.shards():
        yield read_shard(shard, files.dataset).games


def read_shard(shard: Shard, dataset: Folder | None = None) -> ReadGames:
    """Read a shard; for a data set only the games it contains, and no errors."""
    read = read_sources(sources(shard))
    if dataset is None:
        return read
    keys = _keys(read.games.games.id, read.games.games.source)
    return ReadGames(read.games.select(np.flatnonzero(np.isin(keys, _keys_of(dataset)))))


@lru_cache(maxsize=1)
def _keys_of(dataset: Folder) -> Ints:
    """`(n_games,)` uint64: keys of the games of a data set."""
    tables = [read_part(path, ["game", "source"]) for path in parts_of(dataset, load_manifest(dataset), "games")]
    keys = [_keys(*(table[name].to_numpy() for name in ("game", "source"))) for table in tables]
    return np.concatenate([np.zeros(0, np.uint64), *keys])


def _keys(ids: Any, names: Any) -> Ints:
    """A 64-bit hash of each id and source; equal hashes of two games are too unlikely to matter."""
    both = [f"{game}\n{name}" for game, name in zip(ids.tolist(), names.tolist(), strict=True)]
    return pd.util.hash_array(np.array(both, object))
