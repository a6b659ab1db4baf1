"""Compaction: the small parts of a data set become few large ones.

Parts are joined in their order, so the rows of every table stay as they are. The joined parts are written next to the
old ones, then the manifest is replaced; whatever is killed in between is deleted by the next writer. The old files stay
until then, for readers that opened the data set before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import pyarrow as pa

from mjlog.tables.folder import Folder, folder_of
from mjlog.tables.store import (
    MANIFEST,
    Manifest,
    Part,
    part_path,
    read_part,
    save_manifest,
    verify,
    write_part,
    writing,
)

PART_ROWS: Final = 500_000
"""Most rows of a joined part, all tables together: some 700 games with discards, which take 300 MB while they are
joined. A part of half as many rows is left as it is, so a row is seldom copied twice."""
MOST_SMALL: Final = 64
"""An import compacts a data set once that joins more parts than this. An import of one file adds two parts, so with one
import a day it happens once a month and takes about a second."""


class Compaction(NamedTuple):
    """Numbers of parquet files before and after."""

    before: int
    after: int


def compact(folder: str | Path) -> Compaction:
    """Join the small parts of the data set in a folder or at a URL; no row and no order changes.

    Raises FileNotFoundError for a folder without a data set, and StoreError for one that is in use, damaged or of
    another version.
    """
    place = folder_of(folder)
    if not (place / MANIFEST).is_file():
        raise FileNotFoundError(f"no data set in {place}")
    with writing(place) as manifest:
        return Compaction(_n_files(manifest), _n_files(compacted(place, manifest)))


def compacted(folder: Folder, manifest: Manifest, *, least: int = 0) -> Manifest:
    """The manifest after a compaction, which is left out unless it joins more than `least` parts.

    The caller holds the lock of the folder.
    """
    runs = runs_of(manifest.parts)
    if len(manifest.parts) - len(runs) <= least:
        return manifest
    number = manifest.next_number
    parts = []
    for run in runs:
        parts.append(run[0] if len(run) == 1 else _joined(folder, run, number))
        number += len(run) > 1
    new = replace(manifest, parts=tuple(parts), mjlog_version=Manifest().mjlog_version)
    save_manifest(folder, new)
    return new


def runs_of(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts to join: runs of neighbours; a large part is a run by itself.

    Parts with games, with inputs and with lists are joined separately: a replaced game is deleted from its own part.
    """
    kinds: dict[bool | None, list[Part]] = {True: [], False: [], None: []}
    for part in parts:
        kinds[None if "list" in part.rows else "games" in part.rows].append(part)
    runs: list[list[Part]] = []
    for kind in kinds.values():
        size = PART_ROWS
        for part in kind:
            n_rows = sum(part.rows.values())
            if n_rows > PART_ROWS // 2 or size + n_rows > PART_ROWS:
                runs.append([])
                size = 0
            runs[-1].append(part)
            size += n_rows if n_rows <= PART_ROWS // 2 else PART_ROWS
    return runs


def _joined(folder: Folder, run: Sequence[Part], number: int) -> Part:
    """The parts of a run as one part of this number."""
    for part in run:
        verify(folder, part)
    rows, checksums = {}, {}
    for table in dict.fromkeys(table for part in run for table in part.rows):
        files = [read_part(part_path(folder, table, part.number)) for part in run if table in part.rows]
        joined = pa.concat_tables(files).unify_dictionaries()
        checksums[table] = write_part(table, joined, part_path(folder, table, number))
        rows[table] = len(joined)
    return Part(number, rows, checksums)


def _n_files(manifest: Manifest) -> int:
    return sum(len(part.rows) for part in manifest.parts)
