"""The files and games of a data set, as sets of digests of 16 bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from mjlog.tables.store import Manifest, column_of

Digest = bytes
"""16 bytes."""

UNSORTED: Final = 10_000
"""New digests that are kept in a Python set before they are merged into the sorted array."""


class DigestSet:
    """A growing set of digests that takes 16 bytes each: a sorted array, and a Python set of recent additions."""

    def __init__(self, digests: bytes) -> None:
        self.sorted = np.sort(np.frombuffer(digests, "S16"))
        self.recent: set[Digest] = set()

    def __contains__(self, digest: Digest) -> bool:
        if digest in self.recent:
            return True
        if not len(self.sorted):
            return False
        index = int(self.sorted.searchsorted(digest))
        # numpy strips zero bytes from the end of the values it returns
        return index < len(self.sorted) and bool(self.sorted[index] == digest.rstrip(b"\0"))

    def intersects(self, digests: Sequence[Digest]) -> bool:
        """Whether any of the digests is in the set; faster than one test each."""
        if not self.recent.isdisjoint(digests):
            return True
        if not len(self.sorted):
            return False
        values = np.array(digests, "S16")
        indices = np.minimum(self.sorted.searchsorted(values), len(self.sorted) - 1)
        return bool((self.sorted[indices] == values).any())

    def add(self, *digests: Digest) -> None:
        """Add digests that are not in the set."""
        self.recent.update(digests)
        if len(self.recent) > max(UNSORTED, len(self.sorted) // 4):
            self.sorted = np.sort(np.concatenate([self.sorted, np.frombuffer(b"".join(self.recent), "S16")]))
            self.recent = set()

    def remove(self, digests: Collection[Digest]) -> None:
        """Remove digests; those that are not in the set are ignored."""
        self.recent.difference_update(digests)
        self.sorted = self.sorted[~np.isin(self.sorted, np.array(list(digests), "S16"))]


def id_digest(game: str) -> Digest:
    """The digest of a game's id."""
    return hashlib.sha256(game.encode()).digest()[:16]


def imported_inputs(folder: Path, manifest: Manifest) -> DigestSet:
    """Digests of the bytes of all files and members that have been read into a data set."""
    return DigestSet(b"".join(map(bytes.fromhex, column_of(folder, manifest, "inputs", "digest"))))


def imported_games(folder: Path, manifest: Manifest) -> tuple[DigestSet, DigestSet]:
    """Digests of the ids, and of the contents, of all games of a data set."""
    ids = DigestSet(b"".join(map(id_digest, column_of(folder, manifest, "games", "game"))))
    return ids, DigestSet(b"".join(map(bytes.fromhex, column_of(folder, manifest, "games", "content"))))
