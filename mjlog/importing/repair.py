"""Files that failed in an earlier import and have been repaired since: they are read again.

The table `failures` names files (members, containers) that could not be read at all or to their end. When such a name
comes with other bytes, its old failures are deleted, and with them the incomplete games it gave, so that the complete
games can replace them. Its old rows in `inputs` stay: those bytes are not read again. Standard input repairs nothing,
because its name does not identify a file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Set

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.archive import STANDARD_INPUT
from mjlog.importing.digest_set import LogKeys
from mjlog.tables.folder import Folder, copy
from mjlog.tables.store import (
    SCHEMAS,
    Manifest,
    Part,
    column_of,
    part_path,
    parts_of,
    read_column,
    read_part,
    verify,
    write_part,
)


def failed_sources(folder: Folder, manifest: Manifest) -> set[str]:
    """Names of all files and members in the table `failures`."""
    return {without_number(source) for source in column_of(folder, manifest, "failures", "source")}


def without_number(source: str) -> str:
    """A source without the number of a game in its file, which follows `#`."""
    file, mark, number = source.rpartition("#")
    return file if mark and number.isdecimal() else source


def repaired_sources(names: Iterable[str], failed: Collection[str]) -> set[str]:
    """The failed sources that are among the names or contain one of them."""
    if not failed:
        return set()
    sources = {source for name in names for source in (name, *_containers(name)) if source in failed}
    return {source for source in sources if source.split("!")[0] != STANDARD_INPUT}


def _containers(name: str) -> Iterator[str]:
    return (name[:end] for end, letter in enumerate(name) if letter == "!")


def incomplete_games(folder: Folder, manifest: Manifest, sources: Collection[str]) -> list[LogKeys]:
    """The keys of the incomplete games from the sources."""
    games: list[LogKeys] = []
    for path in parts_of(folder, manifest, "games"):
        rows = read_part(path, ["game", "content", "opening", "source", "complete"])
        games += (
            LogKeys(row["game"], bytes.fromhex(row["content"]), row["opening"])
            for row in rows.filter(~pc.field("complete")).to_pylist()
            if without_number(row["source"]) in sources
        )
    return games


def part_without(folder: Folder, part: Part, number: int, sources: Collection[str], games: Set[str]) -> Part:
    """The part without the failures of the sources and the rows of the games, as a new part of this number.

    A part without such rows is returned as it is.
    """
    kept: dict[str, list[bool]] = {}
    if "failures" in part.rows:
        failed = read_column(part_path(folder, "failures", part.number), "source")
        kept["failures"] = [without_number(source) not in sources for source in failed]
    if "games" in part.rows and not games.isdisjoint(read_column(part_path(folder, "games", part.number), "game")):
        for table in part.rows:
            if table != "failures" and "game" in SCHEMAS[table].names:
                column = read_column(part_path(folder, table, part.number), "game")
                kept[table] = [game not in games for game in column]
    if all(map(all, kept.values())):
        return part
    verify(folder, part)
    rows, checksums = {}, {}
    for table, n_rows in part.rows.items():
        old, new = (part_path(folder, table, n) for n in (part.number, number))
        n_kept = sum(kept[table]) if table in kept else n_rows
        if n_kept == n_rows:
            copy(old, new)
            checksums[table] = part.checksums[table]
        elif n_kept:
            checksums[table] = write_part(table, read_part(old).filter(pa.array(kept[table])), new)
        if n_kept:
            rows[table] = n_kept
    return Part(number, rows, checksums)
