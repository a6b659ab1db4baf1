"""List pages in an import: staged as rows of the table `list`, and taken into the data set without a game twice.

A service lists the same games by the hour and later by the day, so pages overlap though their bytes differ. Only pages
of one kind and one day can: rows are compared with those of such pages alone, whatever the size of the data set.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mjlog.columns import Ints
from mjlog.lists import ListedGame
from mjlog.tables.rows import ListRow
from mjlog.tables.schema import schema_of
from mjlog.tables.store import Part, part_path, write_part

TABLE: Final = "list"
PART_ROWS: Final = 100_000
"""Rows after which a part is written."""

Day = tuple[str | None, Any]
"""Kind of page and date."""


class StagedList(NamedTuple):
    """A staged part of the table `list`."""

    name: str
    input: Ints
    """Place of the input of each row."""


class Listed:
    """Rows of list pages that a worker collects and stages."""

    def __init__(self, write: Callable[[pa.Table, str], None], name: str) -> None:
        self.write = write
        self.name = name
        self.pages: list[tuple[int, str, Sequence[ListedGame]]] = []
        self.staged: list[StagedList] = []

    def add(self, place: int, source: str, games: Sequence[ListedGame]) -> None:
        """Take in the games of a page, the input at a place."""
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
        self.staged.append(StagedList(name, places))
        self.pages = []


def rows_of(pages: Iterable[tuple[int, str, Sequence[ListedGame]]]) -> pa.Table:
    """Rows of the table `list` from the games of pages, each with its place and source."""
    pages = list(pages)
    columns = dict(
        zip(ListedGame._fields, zip(*(game for _, _, games in pages for game in games), strict=True), strict=True)
    )
    columns["source"] = tuple(source for _, source, games in pages for _ in games)
    schema = schema_of(ListRow)
    return pa.table({name: pa.array(columns[name], schema.field(name).type) for name in schema.names}, schema)


class Pages:
    """The rows of `list` a data set has, found by the day."""

    def __init__(self, folder: Path, parts: Iterable[Part]) -> None:
        self.folder = folder
        self.unread = [part.number for part in parts if TABLE in part.rows]
        self.parts: defaultdict[Any, dict[str | None, set[int]]] = defaultdict(dict)
        """Numbers of parts by date and kind of page."""

    def new_rows(self, rows: pa.Table, inputs: Ints, taken: Collection[int]) -> pa.Table:
        """The rows of the inputs that are taken, without games the data set or an earlier row has."""
        self._read()
        chosen = np.isin(inputs, list(taken))
        days = days_of(rows)
        known = {number for day in set(days) for number in self._near(day)}
        seen: set[Any] = set()
        for number in known:
            seen.update(keys_of(self._rows(number, days)))
        places = inputs.tolist()
        last = -1
        own: set[Any] = set()
        for at, key in enumerate(keys_of(rows, places)):
            if not chosen[at]:
                continue
            if places[at] != last:
                seen |= own
                own, last = set(), places[at]
            chosen[at] = key not in seen and key not in own
            own.add(key)
        return rows if chosen.all() else rows.filter(pa.array(chosen))

    def add(self, number: int, rows: pa.Table) -> None:
        """Know of a part that has been added."""
        for kind, date in set(days_of(rows)):
            self.parts[date].setdefault(kind, set()).add(number)

    def _read(self) -> None:
        """Look up the days of the parts that were there before."""
        for number in self.unread:
            self.add(number, pq.read_table(self._path(number), columns=["page", "started"], partitioning=None))
        self.unread = []

    def _near(self, day: Day) -> Iterator[int]:
        """Parts with pages of the day that could list the same games."""
        kind, date = day
        for other, numbers in self.parts[date].items():
            if kind == other or None in (kind, other):
                yield from numbers

    def _rows(self, number: int, days: Sequence[Day]) -> pa.Table:
        """The rows of a part on these days."""
        rows = pq.read_table(self._path(number), partitioning=None)
        dates = pa.array(sorted({date for _, date in days}), pa.date32())
        return rows.filter(pc.is_in(rows["started"].cast(pa.date32()), dates))

    def _path(self, number: int) -> Path:
        return part_path(self.folder, TABLE, number)


def days_of(rows: pa.Table) -> list[Day]:
    """Kind of page and date of each row."""
    return list(zip(rows["page"].to_pylist(), rows["started"].cast(pa.date32()).to_pylist(), strict=True))


def keys_of(rows: pa.Table, groups: Sequence[Any] | None = None) -> Iterator[Any]:
    """What a listed game is known by: its id, or all that the line says and the how many-eth such line it is.

    Players without an account have one name, so that lines of one page may be equal and yet be two games. Lines are
    counted within their group, by default their source.
    """
    of_group = rows["source"].to_pylist() if groups is None else groups
    columns = (rows[name].to_pylist() for name in ("game", "started", "lobby_name", "rule", "names", "scores"))
    n_of_key: Counter[Any] = Counter()
    for group, game, started, lobby, rule, names, scores in zip(of_group, *columns, strict=True):
        if game is not None:
            yield game
            continue
        key = (started, lobby, rule, *names, *scores)
        n_of_key[group, key] += 1
        yield (*key, n_of_key[group, key])


def commit_list(pages: Pages, staged: StagedList, path: Path, taken: Collection[int], number: int) -> Part | None:
    """Put what is new of a staged part in its place, as the part of this number; None if nothing is."""
    rows = pages.new_rows(pq.read_table(path, partitioning=None), staged.input, taken)
    if not len(rows):
        return None
    write_part(TABLE, rows, part_path(pages.folder, TABLE, number))
    pages.add(number, rows)
    return Part(number, {TABLE: len(rows)})
