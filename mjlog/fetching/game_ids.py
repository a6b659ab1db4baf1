"""Ids of the games to fetch: from list pages, the table `list` of a data set, or any text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from mjlog.archive import Source, Unreadable, shards, sources
from mjlog.errors import Fault, LogError
from mjlog.formats import list_reader_of, list_readers
from mjlog.tables.dataset import open as open_dataset
from mjlog.tables.store import is_dataset


def game_ids(inputs: Iterable[str | Path]) -> list[str]:
    """The ids of all games that the inputs name, each once, in order.

    An input is a list page, a folder or archive of list pages, a text with ids or addresses, an id or address itself,
    or a data set, which names the games of its table `list` that it does not contain.

    Raises FileNotFoundError for a path that does not exist, and LogError for an input that names no game.
    """
    return list(dict.fromkeys(game for source in inputs for game in _ids_of(source)))


def _ids_of(source: str | Path) -> list[str]:
    ids = list_readers()[0].ids(str(source))
    if ids and not os.path.exists(source):
        return ids
    if is_dataset(source):
        return _not_imported(source)
    os.stat(source)
    games = [game for shard in shards([source]) for item in sources(shard) for game in _ids_in(item)]
    if not games:
        raise LogError(Fault.MISSING_VALUE, "it contains no id of a game").at(source=str(source))
    return games


def _not_imported(dataset: str | Path) -> list[str]:
    """Games of a data set's table `list` that are not in its table `games`, in the order of their starts."""
    ds = open_dataset(dataset)
    listed = ds.list.filter(ds.list.game.notnull())
    left: list[str] = listed.anti_join(ds.games, "game").order_by(["started", "game"]).game.to_pandas().tolist()
    return left


def _ids_in(item: Source | Unreadable) -> Iterator[str]:
    """The ids in a file; a list page is parsed, because names of players may look like ids."""
    if isinstance(item, Unreadable):
        raise item.error.at(source=item.name)
    reader = list_reader_of(item)
    if reader is None:
        yield from list_readers()[0].ids(item.data.decode("utf-8", "replace"))
    else:
        yield from (listed.game for listed in reader.read(item).games if listed.game is not None)
