"""What a data set already has, as sets of digests of 16 bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow.parquet as pq

from mjlog.tables.store import Manifest, load_manifest, parts_of

Digest = bytes
"""16 bytes."""

UNSORTED: Final = 10_000
"""Digests that are kept apart before they are sorted in."""


class Seen:
    """A growing set of digests that takes 16 bytes for each: sorted ones, and some new ones."""

    def __init__(self, digests: bytes) -> None:
        self.sorted = np.sort(np.frombuffer(digests, "S16"))
        self.new: set[Digest] = set()

    def __contains__(self, digest: Digest) -> bool:
        if digest in self.new:
            return True
        if not len(self.sorted):
            return False
        place = int(self.sorted.searchsorted(digest))
        # numpy cuts zero bytes off the end of what it returns
        return place < len(self.sorted) and bool(self.sorted[place] == digest.rstrip(b"\0"))

    def meets(self, digests: Sequence[Digest]) -> bool:
        """Whether any of the digests is in the set."""
        if not self.new.isdisjoint(digests):
            return True
        if not len(self.sorted):
            return False
        asked = np.array(digests, "S16")
        places = np.minimum(self.sorted.searchsorted(asked), len(self.sorted) - 1)
        return bool((self.sorted[places] == asked).any())

    def add(self, *digests: Digest) -> None:
        """Take digests in."""
        self.new.update(digests)
        if len(self.new) > max(UNSORTED, len(self.sorted) // 4):
            self.sorted = np.sort(np.concatenate([self.sorted, np.frombuffer(b"".join(self.new), "S16")]))
            self.new = set()

    def remove(self, digests: Collection[Digest]) -> None:
        """Take digests out."""
        self.new.difference_update(digests)
        self.sorted = self.sorted[~np.isin(self.sorted, np.array(list(digests), "S16"))]


def id_digest(game: str) -> Digest:
    """The digest an id is known by."""
    return hashlib.sha256(game.encode()).digest()[:16]


def known_inputs(folder: Path) -> Seen:
    """Digests of the bytes of everything that has been read into a data set."""
    return Seen(b"".join(map(bytes.fromhex, _values(folder, load_manifest(folder), "inputs", "digest"))))


def known_games(folder: Path, manifest: Manifest) -> tuple[Seen, Seen]:
    """Digests of the ids, and of the contents, of all games of a data set."""
    ids = Seen(b"".join(map(id_digest, _values(folder, manifest, "games", "game"))))
    return ids, Seen(b"".join(map(bytes.fromhex, _values(folder, manifest, "games", "content"))))


def _values(folder: Path, manifest: Manifest, table: str, column: str) -> Iterator[Any]:
    for path in parts_of(folder, manifest, table):
        yield from pq.read_table(path, columns=[column], partitioning=None)[column].to_pylist()
