"""Links between logs: the ids and contents of one game, from all logs of it that the data set has read.

A log that was cut short has the id of the whole game, and a converted one its content. Through a third log they are one
game, although they have neither in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TypeVar

import numpy as np

from mjlog.importing.digest_set import Digest, DigestSet, id_digest
from mjlog.tables.folder import Folder
from mjlog.tables.store import Manifest, parts_of, read_part

T = TypeVar("T")
Key = str | Digest
"""The id of a log, or the digest of its content."""


class Links:
    """Groups of keys; the logs with keys of one group are logs of one game."""

    def __init__(self) -> None:
        self.groups: dict[Key, set[Key]] = {}

    def of(self, key: Key) -> Set[Key]:
        """The key and all that are linked to it."""
        return self.groups.get(key) or {key}

    def touches(self, keys: Iterable[Key]) -> bool:
        """Whether any of the keys is linked to another one."""
        return not self.groups.keys().isdisjoint(keys)

    def grouped(self, logs: Mapping[T, Key]) -> list[tuple[Set[Key], list[T]]]:
        """The logs that are linked to each other, in groups, and the keys of each group; a log comes with a key."""
        groups: dict[int, tuple[Set[Key], list[T]]] = {}
        for log, key in logs.items():
            group = self.of(key)
            groups.setdefault(id(group), (group, []))[1].append(log)
        return list(groups.values())

    def add(self, key: Key, other_key: Key) -> None:
        """Link two keys of a log, and thereby their groups."""
        group = self.groups.setdefault(key, {key})
        other = self.groups.setdefault(other_key, {other_key})
        if group is not other:
            small, large = sorted((group, other), key=len)
            large |= small
            self.groups.update(dict.fromkeys(small, large))


def links_of(folder: Folder, manifest: Manifest, stored: DigestSet) -> Links:
    """The links by the duplicates in a data set; those with the id and the content of a game link nothing new."""
    links = Links()
    for path in parts_of(folder, manifest, "inputs"):
        rows = read_part(path, ["duplicate_of", "duplicate_content"])
        games, digests = (column.combine_chunks().flatten().to_pylist() for column in rows.itercolumns())
        keys = [bytes.fromhex(digest) for digest in digests]
        is_new = ~(stored.contains(list(map(id_digest, games))) & stored.contains(keys))
        for row in np.flatnonzero(is_new).tolist():
            links.add(games[row], keys[row])
    return links
