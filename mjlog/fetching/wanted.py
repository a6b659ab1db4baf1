"""Which games to fetch: ids from list pages, from a data set's table `list`, or from any text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from mjlog.archive import Source, Unreadable, shards, sources
from mjlog.errors import Fault, LogError
from mjlog.formats import list_reader_of, list_readers
from mjlog.tables.dataset import open as open_dataset
from mjlog.tables.store import MANIFEST


def wanted(given: Iterable[str | Path]) -> list[str]:
    """The ids of the games that are named, each once, in order.

    Each of `given` is a list page, a folder or archive of some, a text with ids or addresses, one id or address itself,
    or the folder of a data set, which names the games of its table `list` that it does not hold.

    Raises FileNotFoundError for a path that is not there, and LogError for what names no game.
    """
    return list(dict.fromkeys(game for what in given for game in _named(what)))


def _named(what: str | Path) -> list[str]:
    ids = list_readers()[0].ids(str(what))
    if ids and not os.path.exists(what):
        return ids
    if Path(what, MANIFEST).is_file():
        return _not_held(Path(what))
    os.stat(what)
    games = [game for shard in shards([what]) for item in sources(shard) for game in _in(item)]
    if not games:
        raise LogError(Fault.MISSING_VALUE, "no id of a game is named in it").at(source=str(what))
    return games


def _not_held(folder: Path) -> list[str]:
    """Games a data set has on its list and not among its games, in the order of their starts."""
    ds = open_dataset(folder)
    listed = ds.list.filter(ds.list.game.notnull())
    left: list[str] = listed.anti_join(ds.games, "game").order_by(["started", "game"]).game.to_pandas().tolist()
    return left


def _in(item: Source | Unreadable) -> Iterator[str]:
    """The ids in a file; a list page is read as one, since players' names may look like anything."""
    if isinstance(item, Unreadable):
        raise item.error.at(source=item.name)
    lister = list_reader_of(item)
    if lister is None:
        yield from list_readers()[0].ids(item.data.decode("utf-8", "replace"))
    else:
        yield from (listed.game for listed in lister.read(item).games if listed.game is not None)
