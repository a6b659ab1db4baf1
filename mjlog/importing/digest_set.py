"""The files and games of a data set, as sets of digests of 16 bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from mjlog.games.columns import Bools, Ints
from mjlog.tables.folder import Folder
from mjlog.tables.store import Manifest, column_of, parts_of, read_part

Digest = bytes
"""16 bytes."""

UNSORTED: Final = 10_000
"""New digests that are kept in a Python dictionary before they are merged into the sorted array."""


class DigestSet:
    """A growing set of digests with a rank each, in 24 bytes: sorted arrays, and a dictionary of recent additions."""

    def __init__(self, digests: bytes, ranks: Ints | None = None) -> None:
        values = np.frombuffer(digests, "S16")
        order = values.argsort()
        self.sorted = values[order]
        self.ranks = np.zeros(len(values), np.int64) if ranks is None else ranks[order]
        self.recent: dict[Digest, int] = {}

    def __contains__(self, digest: Digest) -> bool:
        return self.rank(digest) is not None

    def rank(self, digest: Digest) -> int | None:
        """The rank of a digest, None if it is not in the set."""
        if digest in self.recent:
            return self.recent[digest]
        if not len(self.sorted):
            return None
        index = int(self.sorted.searchsorted(digest))
        # numpy strips zero bytes from the end of the values it returns
        found = index < len(self.sorted) and bool(self.sorted[index] == digest.rstrip(b"\0"))
        return int(self.ranks[index]) if found else None

    def contains(self, digests: Sequence[Digest]) -> Bools:
        """`(n_digests,)`: whether each of the digests is in the set; faster than one test each."""
        inside = np.array([digest in self.recent for digest in digests], np.bool_)
        if len(self.sorted):
            values = np.array(digests, "S16")
            indices = np.minimum(self.sorted.searchsorted(values), len(self.sorted) - 1)
            inside |= self.sorted[indices] == values
        return inside

    def add(self, *digests: Digest, ranks: Sequence[int] = ()) -> None:
        """Add digests that are not in the set, with their ranks (default 0)."""
        self.recent.update(zip(digests, ranks or [0] * len(digests), strict=True))
        if len(self.recent) > max(UNSORTED, len(self.sorted) // 4):
            values = np.concatenate([self.sorted, np.frombuffer(b"".join(self.recent), "S16")])
            numbers = np.concatenate([self.ranks, np.fromiter(self.recent.values(), np.int64)])
            order = values.argsort()
            self.sorted, self.ranks, self.recent = values[order], numbers[order], {}

    def remove(self, digests: Collection[Digest]) -> None:
        """Remove digests; those that are not in the set are ignored."""
        for digest in digests:
            self.recent.pop(digest, None)
        kept = ~np.isin(self.sorted, np.array(list(digests), "S16"))
        self.sorted, self.ranks = self.sorted[kept], self.ranks[kept]


def id_digest(game: str) -> Digest:
    """The digest of a game's id."""
    return hashlib.sha256(game.encode()).digest()[:16]


def imported_inputs(folder: Folder, manifest: Manifest) -> DigestSet:
    """Digests of the bytes of all files and members that have been read into a data set."""
    return DigestSet(b"".join(map(bytes.fromhex, column_of(folder, manifest, "inputs", "digest"))))


def imported_games(folder: Folder, manifest: Manifest) -> tuple[DigestSet, DigestSet]:
    """Digests of the ids, and of the contents, of all games of a data set, ranked by precedence."""
    ids: list[Digest] = []
    contents: list[Digest] = []
    ranks = [np.zeros(0, np.int64)]
    for path in parts_of(folder, manifest, "games"):
        rows = read_part(path, ["game", "content", "precedence"])
        ids += map(id_digest, rows["game"].to_pylist())
        contents += map(bytes.fromhex, rows["content"].to_pylist())
        ranks.append(rows["precedence"].to_numpy())
    rank = np.concatenate(ranks)
    return DigestSet(b"".join(ids), rank), DigestSet(b"".join(contents), rank)
