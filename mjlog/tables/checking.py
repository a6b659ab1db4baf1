"""Damage to a data set: every file is compared with its checksum in the manifest."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from mjlog.tables.folder import Folder, RemotePath, folder_of
from mjlog.tables.store import MANIFEST, Manifest, StoreError, load_manifest, part_path, verify

CHECKED_AT_OPENING: Final = 32 << 20
"""Bytes up to which a data set is checked whenever it is opened, in 50 ms at most; a larger one by `mjlog check`."""


def damages(location: str | Path) -> Iterator[str]:
    """A message for each part of a data set with a file that is missing or not as it was written.

    Raises FileNotFoundError for a folder without a data set, and StoreError for a damaged manifest.
    """
    folder = folder_of(location)
    if not (folder / MANIFEST).is_file():
        raise FileNotFoundError(f"no data set in {folder}")
    for part in load_manifest(folder).parts:
        try:
            verify(folder, part)
        except (OSError, StoreError) as error:
            yield str(error)


def check_small(folder: Folder, manifest: Manifest) -> None:
    """Raise StoreError if a data set of at most `CHECKED_AT_OPENING` bytes on this machine has a damaged file."""
    if isinstance(folder, RemotePath):
        return
    n_bytes = 0
    for part in manifest.parts:
        for table in part.rows:
            path = part_path(folder, table, part.number)
            n_bytes += os.path.getsize(str(path)) if path.is_file() else 0
            if n_bytes > CHECKED_AT_OPENING:
                return
    for part in manifest.parts:
        verify(folder, part)
