"""Files that could not be read, or not to their end, and are read again after somebody has mended them.

When other bytes come under the name of a file (or of a member, or from within a container) of which `failures` tells,
its rows there have had their day. With them go the incomplete games that were kept from it, so that the whole games can
take their place. What `inputs` says stays: the old bytes are not read again. What comes from standard input mends
nothing: the name says nothing about what it is.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterable, Iterator, Set
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mjlog.archive import STANDARD_INPUT
from mjlog.tables.store import SCHEMAS, Manifest, Part, part_path, parts_of, write_part


def failed_sources(folder: Path, manifest: Manifest) -> set[str]:
    """Names of everything `failures` tells of, without the place of a game in its file."""
    paths = parts_of(folder, manifest, "failures")
    return {file_of(source) for path in paths for source in _column(path, "source")}


def file_of(source: str) -> str:
    """The file or member of a source, without the place of a game behind `#`."""
    file, mark, nth = source.rpartition("#")
    return file if mark and nth.isdecimal() else source


def mended(names: Iterable[str], failed: Collection[str]) -> set[str]:
    """Those of the failed sources that are among the names, or containers of some."""
    if not failed:
        return set()
    places = (place for name in names for place in (name, *_containers(name)))
    return {place for place in places if place in failed and place.split("!")[0] != STANDARD_INPUT}


def _containers(name: str) -> Iterator[str]:
    return (name[:at] for at, letter in enumerate(name) if letter == "!")


def games_to_replace(folder: Path, manifest: Manifest, sources: Collection[str]) -> dict[str, str]:
    """Ids and contents of the incomplete games from the sources."""
    found = {}
    for path in parts_of(folder, manifest, "games"):
        rows = pq.read_table(
            path, columns=["game", "content", "source"], filters=~pc.field("complete"), partitioning=None
        )
        for row in rows.to_pylist():
            if file_of(row["source"]) in sources:
                found[row["game"]] = row["content"]
    return found


def without(folder: Path, part: Part, number: int, sources: Collection[str], games: Set[str]) -> Part:
    """The part, or where it tells of the failed sources or the games, one of another number that does not."""
    keeps: dict[str, list[bool]] = {}
    if "failures" in part.rows:
        failed = _column(part_path(folder, "failures", part.number), "source")
        keeps["failures"] = [file_of(source) not in sources for source in failed]
    if "games" in part.rows and not games.isdisjoint(_column(part_path(folder, "games", part.number), "game")):
        for table in part.rows:
            if table != "failures" and "game" in SCHEMAS[table].names:
                keeps[table] = [game not in games for game in _column(part_path(folder, table, part.number), "game")]
    if all(map(all, keeps.values())):
        return part
    rows = {}
    for table, n in part.rows.items():
        old, new = (part_path(folder, table, place) for place in (part.number, number))
        left = sum(keeps[table]) if table in keeps else n
        if left == n:
            shutil.copyfile(old, new)
        elif left:
            write_part(table, pq.read_table(old, partitioning=None).filter(pa.array(keeps[table])), new)
        if left:
            rows[table] = left
    return Part(number, rows)


def _column(path: Path, name: str) -> list[Any]:
    values: list[Any] = pq.read_table(path, columns=[name], partitioning=None)[name].to_pylist()
    return values
