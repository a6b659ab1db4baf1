"""List pages in an import: staged as rows of the table `list`, and taken into the data set without a game twice.

A service lists the same games by the hour and later by the day, so pages overlap though their bytes differ. Only pages
of one kind and one day can: rows are compared with those of such pages alone, whatever the size of the data set.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mjlog.formats.lists import ListedGame
from mjlog.games.columns import Ints
from mjlog.tables.rows import ListRow
from mjlog.tables.schema import schema_of
from mjlog.tables.store import Part, part_path, write_part

TABLE: Final = "list"
PART_ROWS: Final = 100_000
"""Rows after which a part is written."""

Day = tuple[str | None, date]
"""Kind of page, None where its name does not tell, and date."""


class StagedList(NamedTuple):
    """A staged part of the table `list`."""

    name: str
    input: Ints
    """Place of the input of each row."""
    days: Sequence[tuple[int, frozenset[Day]]]
    """Place and days of each page."""


class Listed:
    """Rows of list pages that a worker collects and stages."""

    def __init__(self, write: Callable[[pa.Table, str], None], name: str) -> None:
        self.write = write
        self.name = name
        self.pages: list[tuple[int, str, Sequence[ListedGame]]] = []
        self.staged: list[StagedList] = []

    def add(self, place: int, source: str, games: Sequence[ListedGame]) -> None:
        """Take in the games of a page, the input at a place; an id that stands there again is passed over."""
        ids = [game.game for game in games if game.game is not None]
        if len(set(ids)) < len(ids):
            first = {game.game: game.line for game in reversed(games)}
            games = [game for game in games if game.game is None or first[game.game] == game.line]
        if games:
            self.pages.append((place, source, games))
        if sum(len(games) for _, _, games in self.pages) >= PART_ROWS:
            self.stage()

    def stage(self) -> None:
        """Write what has been collected."""
        if not self.pages:
            return
        name = f"{self.name}-list{len(self.staged)}"
        self.write(rows_of(self.pages), name)
        places = np.repeat([place for place, _, _ in self.pages], [len(games) for _, _, games in self.pages])
        days = [(place, frozenset((game.page, game.started.date()) for game in page)) for place, _, page in self.pages]
        self.staged.append(StagedList(name, places, days))
        self.pages = []


def rows_of(pages: Sequence[tuple[int, str, Sequence[ListedGame]]]) -> pa.Table:
    """Rows of the table `list` from the games of pages, each with its place and source."""
    games = (game for _, _, page in pages for game in page)
    columns = dict(zip(ListedGame._fields, zip(*games, strict=True), strict=True))
    columns["source"] = tuple(source for _, source, page in pages for _ in page)
    schema = schema_of(ListRow)
    return pa.table({name: pa.array(columns[name], schema.field(name).type) for name in schema.names}, schema)


class Pages:
    """The rows of `list` a data set has, found by the day."""

    def __init__(self, folder: Path, parts: Iterable[Part]) -> None:
        self.folder = folder
        self.unread = [part.number for part in parts if TABLE in part.rows]
        self.parts: defaultdict[date, dict[str | None, set[int]]] = defaultdict(dict)
        """Numbers of parts by date and kind of page."""

    def commit(self, staged: StagedList, path: Path, taken: Collection[int], number: int) -> Part | None:
        """Put what is new of the pages that are taken in its place, as the part of this number; None if nothing is."""
        self._read()
        days = {day for place, of_page in staged.days if place in taken for day in of_page}
        target = part_path(self.folder, TABLE, number)
        if self._stands_alone(staged, taken):
            os.replace(path, target)
            n_rows = len(staged.input)
        else:
            rows = self._new_rows(pq.read_table(path, partitioning=None), staged.input, taken, days)
            n_rows = len(rows)
            if not n_rows:
                return None
            write_part(TABLE, rows, target)
        self._add(number, days)
        return Part(number, {TABLE: n_rows})

    def _stands_alone(self, staged: StagedList, taken: Collection[int]) -> bool:
        """Whether all pages are taken and none could list a game of another one."""
        met: defaultdict[date, set[str | None]] = defaultdict(set)
        for place, days in staged.days:
            if place not in taken or any(could_meet(kind, met[day] | self.parts[day].keys()) for kind, day in days):
                return False
            for kind, day in days:
                met[day].add(kind)
        return True

    def _new_rows(self, rows: pa.Table, inputs: Ints, taken: Collection[int], days: Collection[Day]) -> pa.Table:
        """The rows of the inputs that are taken, without games the data set or an earlier page has."""
        chosen = np.isin(inputs, list(taken))
        near = {
            number
            for kind, day in days
            for other, numbers in self.parts[day].items()
            if could_meet(kind, {other})
            for number in numbers
        }
        seen = {key for number in near for key in keys_of(self._rows(number, days))}
        for at, key in enumerate(keys_of(rows)):
            if chosen[at]:
                chosen[at] = key not in seen
                seen.add(key)
        return rows.filter(pa.array(chosen))

    def _read(self) -> None:
        """Look up the days of the parts that were there before."""
        for number in self.unread:
            rows = pq.read_table(self._path(number), columns=["page", "started"], partitioning=None)
            rows = rows.set_column(1, "started", rows["started"].cast(pa.date32())).group_by(rows.schema.names)
            self._add(number, {tuple(row.values()) for row in rows.aggregate([]).to_pylist()})
        self.unread = []

    def _add(self, number: int, days: Iterable[Day]) -> None:
        for kind, day in days:
            self.parts[day].setdefault(kind, set()).add(number)

    def _rows(self, number: int, days: Iterable[Day]) -> pa.Table:
        """The rows of a part on these days."""
        rows = pq.read_table(self._path(number), partitioning=None)
        dates = pa.array(sorted({day for _, day in days}), pa.date32())
        return rows.filter(pc.is_in(rows["started"].cast(pa.date32()), dates))

    def _path(self, number: int) -> Path:
        return part_path(self.folder, TABLE, number)


def could_meet(kind: str | None, others: Set[str | None]) -> bool:
    """Whether pages of a kind could list a game that one of the other kinds lists too."""
    return bool(others) and (kind is None or None in others or kind in others)


def keys_of(rows: pa.Table) -> Iterator[Any]:
    """What a listed game is known by: its id, or what its line says and how many such lines its page has up to there.

    Players without an account have one name, so that lines of one page may be equal and yet be two games.
    """
    columns = ("source", "game", "started", "lobby_name", "rule", "names", "scores")
    n_of_key: Counter[Any] = Counter()
    for source, game, *line, names, scores in zip(*(rows[name].to_pylist() for name in columns), strict=True):
        if game is not None:
            yield game
            continue
        key = (*line, *names, *scores)
        n_of_key[source, key] += 1
        yield (*key, n_of_key[source, key])
