"""List pages in an import: a worker stages their rows, the importing process adds the new ones to the table `list`.

A service lists the same games by the hour and later by the day, so pages overlap although their bytes differ. Only
pages of one kind and one day can overlap: rows are compared with those of such pages alone, whatever the size of the
data set.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from datetime import date
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mjlog.formats.lists import ListedGame
from mjlog.games.columns import Ints
from mjlog.tables.folder import Folder, move
from mjlog.tables.store import SCHEMAS, Part, part_path, read_part, staged_path, write_part

TABLE: Final = "list"
PART_ROWS: Final = 100_000
"""Rows after which a part is written."""

Day = tuple[str | None, date]
"""Kind of a page, None if its name does not show it, and a date."""


class StagedList(NamedTuple):
    """A staged part of the table `list`."""

    path: Folder
    checksum: str
    input: Ints
    """Index of the input of each row."""
    days: Sequence[tuple[int, frozenset[Day]]]
    """Index of the input, and days, of each page."""


class ListStager:
    """Collects the rows of list pages in a worker, and stages them."""

    def __init__(self, staging: Folder, name: str) -> None:
        self.staging = staging
        self.name = name
        self.pages: list[tuple[int, str, Sequence[ListedGame]]] = []
        """Index of the input, source and games of each page."""
        self.staged: list[StagedList] = []

    def add(self, index: int, source: str, games: Sequence[ListedGame]) -> None:
        """Add the games of a page, the input with this index; of a repeated id only the first line counts."""
        ids = [game.game for game in games if game.game is not None]
        if len(set(ids)) < len(ids):
            first_line = {game.game: game.line for game in reversed(games)}
            games = [game for game in games if game.game is None or first_line[game.game] == game.line]
        if games:
            self.pages.append((index, source, games))
        if sum(len(games) for _, _, games in self.pages) >= PART_ROWS:
            self.stage()

    def stage(self) -> None:
        """Write the rows that have been collected as a staged part."""
        if not self.pages:
            return
        path = staged_path(self.staging, TABLE, f"{self.name}-list{len(self.staged)}")
        checksum = write_part(TABLE, rows_of(self.pages), path)
        inputs = np.repeat([index for index, _, _ in self.pages], [len(games) for _, _, games in self.pages])
        days = [(index, frozenset((game.page, game.started.date()) for game in page)) for index, _, page in self.pages]
        self.staged.append(StagedList(path, checksum, inputs, days))
        self.pages = []


def rows_of(pages: Sequence[tuple[int, str, Sequence[ListedGame]]]) -> pa.Table:
    """Rows of the table `list` from pages, each with the index of its input, its source and its games."""
    games = (game for _, _, page in pages for game in page)
    columns = dict(zip(ListedGame._fields, zip(*games, strict=True), strict=True))
    columns["source"] = tuple(source for _, source, page in pages for _ in page)
    return pa.table({field.name: pa.array(columns[field.name], field.type) for field in SCHEMAS[TABLE]}, SCHEMAS[TABLE])


class ListTable:
    """The table `list` of a data set that is being written, indexed by day."""

    def __init__(self, folder: Folder, parts: Iterable[Part]) -> None:
        self.folder = folder
        self.unindexed = [part.number for part in parts if TABLE in part.rows]
        """Numbers of the parts that are indexed once there is a page to add."""
        self.parts: defaultdict[date, dict[str | None, set[int]]] = defaultdict(dict)
        """Numbers of the parts by date and kind of page."""

    def commit(self, staged: StagedList, inputs: Collection[int], number: int) -> Part | None:
        """Add the new rows of the pages among the inputs as the part of this number; None if nothing is new."""
        self._index_parts()
        days = {day for index, of_page in staged.days if index in inputs for day in of_page}
        target = part_path(self.folder, TABLE, number)
        if self._overlaps_nothing(staged, inputs):
            move({staged.path: target})
            n_rows, checksum = len(staged.input), staged.checksum
        else:
            rows = self._new_rows(read_part(staged.path), staged.input, inputs, days)
            n_rows = len(rows)
            if not n_rows:
                return None
            checksum = write_part(TABLE, rows, target)
        self._index(number, days)
        return Part(number, {TABLE: n_rows}, {TABLE: checksum})

    def _overlaps_nothing(self, staged: StagedList, inputs: Collection[int]) -> bool:
        """Whether every page is among the inputs and none can list a game of another page."""
        kinds: defaultdict[date, set[str | None]] = defaultdict(set)
        for index, days in staged.days:
            if index not in inputs or any(may_overlap(kind, kinds[day] | self.parts[day].keys()) for kind, day in days):
                return False
            for kind, day in days:
                kinds[day].add(kind)
        return True

    def _new_rows(self, rows: pa.Table, input: Ints, inputs: Collection[int], days: Collection[Day]) -> pa.Table:
        """The rows of the inputs, without games that the data set or an earlier page has."""
        is_new = np.isin(input, list(inputs))
        overlapping = {
            number
            for kind, day in days
            for other, numbers in self.parts[day].items()
            if may_overlap(kind, {other})
            for number in numbers
        }
        known = {key for number in overlapping for key in keys_of(self._rows(number, days))}
        for row, key in enumerate(keys_of(rows)):
            if is_new[row]:
                is_new[row] = key not in known
                known.add(key)
        return rows.filter(pa.array(is_new))

    def _index_parts(self) -> None:
        """Index the parts of earlier imports."""
        for number in self.unindexed:
            rows = read_part(part_path(self.folder, TABLE, number), ["page", "started"])
            rows = rows.set_column(1, "started", rows["started"].cast(pa.date32())).group_by(rows.schema.names)
            self._index(number, {tuple(row.values()) for row in rows.aggregate([]).to_pylist()})
        self.unindexed = []

    def _index(self, number: int, days: Iterable[Day]) -> None:
        for kind, day in days:
            self.parts[day].setdefault(kind, set()).add(number)

    def _rows(self, number: int, days: Iterable[Day]) -> pa.Table:
        """The rows of a part on these days."""
        rows = read_part(part_path(self.folder, TABLE, number))
        dates = pa.array(sorted({day for _, day in days}), pa.date32())
        return rows.filter(pc.is_in(rows["started"].cast(pa.date32()), dates))


def may_overlap(kind: str | None, others: Set[str | None]) -> bool:
    """Whether a page of a kind can list a game that a page of the other kinds also lists."""
    return bool(others) and (kind is None or None in others or kind in others)


def keys_of(rows: pa.Table) -> Iterator[Any]:
    """A key for each listed game: its id, or the text of its line and the number of equal lines so far on its page.

    Players without an account share one name, so equal lines of one page can be different games.
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
