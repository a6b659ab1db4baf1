"""The files and games of a data set, as sets of digests of 16 bytes, and the keys by which logs are of one game."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from mjlog.formats import platforms
from mjlog.games.columns import Bools, Ints
from mjlog.games.parts import id_of_game
from mjlog.tables.folder import Folder
from mjlog.tables.store import Manifest, column_of, parts_of, read_part

Digest = bytes
"""16 bytes."""

UNSORTED: Final = 10_000
"""New digests that are kept in a Python dictionary before they are merged into the sorted array."""


class LogKeys(NamedTuple):
    """The keys of a log; logs that share one are logs of one game."""

    id: str
    content: Digest
    opening: str
    """The id that the log has if it records none: a key only between a log without an id and others."""

    @property
    def stored(self) -> tuple[Digest, ...]:
        """The digests that a data set with the game of this log has."""
        return id_digest(self.id), self.content, bytes.fromhex(self.opening)

    @property
    def sought(self) -> tuple[Digest, ...]:
        """The digests of which a data set with the game of this log has at least one."""
        nameless = self.id == self.opening
        return id_digest(self.id), self.content, bytes.fromhex(self.opening) if nameless else id_digest(self.opening)


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


def is_opening(game: str) -> bool:
    """Whether an id is the digest that a log without one gets (`mjlog.games.digest.openings`)."""
    return re.fullmatch("[0-9a-f]{32}", game) is not None


def add_parts(ids: Iterable[str], parts_of: dict[str, set[str]]) -> None:
    """Add those of the ids that are of parts to the ids of the parts by their game."""
    for part in ids:
        if (game := id_of_game(part)) != part:
            parts_of.setdefault(game, set()).add(part)


def imported_inputs(folder: Folder, manifest: Manifest) -> DigestSet:
    """Digests of the bytes of all files and members that have been read into a data set."""
    digests, sources = (column_of(folder, manifest, "inputs", name) for name in ("digest", "source"))
    known = (input_digests(bytes.fromhex(digest), source) for digest, source in zip(digests, sources, strict=True))
    return DigestSet(b"".join(chain.from_iterable(known)))


def input_digests(digest: Digest, source: str) -> tuple[Digest, ...]:
    """What is known after a file was read: its bytes, and before that its bytes with the id of the game in its name.

    A file is read again if the first of these is not known, because a log may have its id from its name only.
    """
    ids = "".join(platform.id_in_name(source) or "" for platform in platforms().values())
    return (hashlib.sha256(digest + ids.encode()).digest()[:16], digest) if ids else (digest,)


def imported_games(folder: Folder, manifest: Manifest) -> tuple[DigestSet, dict[str, set[str]]]:
    """The stored keys of all games of a data set, ranked by precedence, and the ids of parts by their game."""
    digests: list[Digest] = []
    ranks = [np.zeros(0, np.int64)]
    parts: dict[str, set[str]] = {}
    for path in parts_of(folder, manifest, "games"):
        rows = read_part(path, ["game", "content", "opening", "precedence"])
        ids, contents, openings = (rows[name].to_pylist() for name in ("game", "content", "opening"))
        for column in (map(id_digest, ids), map(bytes.fromhex, contents), map(bytes.fromhex, openings)):
            digests += column
            ranks.append(rows["precedence"].to_numpy())
        add_parts(ids, parts)
    return DigestSet(b"".join(digests), np.concatenate(ranks)), parts
