"""Listing an archive, and cutting it into shards."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from mjlog.archive.databases import cut_database
from mjlog.archive.pieces import (
    DAMAGE,
    SQLITE,
    ZIP,
    Piece,
    Shard,
    Stream,
    Unreadable,
    WholeFile,
    damaged,
    is_junk,
    shown,
)
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.zips import zip_members
from mjlog.errors import Fault, LogError

SHARD_BYTES: Final = 32 << 20
"""Stored bytes of a shard, where the caller does not say."""
MOST_PIECES: Final = 4096
"""Files or members of one shard, however small they are."""


def total_bytes(paths: Iterable[str | Path], *, leave_out: Collection[str | Path] = ()) -> int:
    """Bytes of all files under the paths, by a listing alone: nearly what the `n_stored` of their shards sum to."""
    return sum(n for _, n in _files(paths, leave_out))


def shards(
    paths: Iterable[str | Path], *, shard_bytes: int = SHARD_BYTES, leave_out: Collection[str | Path] = ()
) -> Iterator[Shard]:
    """The archive in cuts of about `shard_bytes` stored bytes, in the order of the paths and of names within folders.

    Folders in `leave_out` are passed over.
    """
    pieces: list[Piece] = []
    n_stored = 0
    for piece, n in _pieces(paths, shard_bytes, leave_out):
        if pieces and (n_stored + n > shard_bytes or len(pieces) == MOST_PIECES):
            yield Shard(tuple(pieces), n_stored)
            pieces, n_stored = [], 0
        pieces.append(piece)
        n_stored += n
    if pieces:
        yield Shard(tuple(pieces), n_stored)


def _pieces(
    paths: Iterable[str | Path], shard_bytes: int, leave_out: Collection[str | Path]
) -> Iterator[tuple[Piece, int]]:
    """What shards are made of, with the stored bytes of each."""
    for file, n in _files(paths, leave_out):
        if isinstance(file, Unreadable) or n < shard_bytes:
            yield file, n
        else:
            yield from _cut(file.path, n, shard_bytes)


def _files(
    paths: Iterable[str | Path], leave_out: Collection[str | Path]
) -> Iterator[tuple[WholeFile | Unreadable, int]]:
    """Every file under the paths with its size; a folder that is reached twice, through links, is entered once."""
    entered = {_identity(os.stat(folder)) for folder in leave_out}
    for path in paths:
        yield from _files_at(os.fspath(path), entered)


def _files_at(path: str, entered: set[tuple[int, int]]) -> Iterator[tuple[WholeFile | Unreadable, int]]:
    try:
        status = os.stat(path)
        if not stat.S_ISDIR(status.st_mode):
            yield _file(path, status), status.st_size
            return
        if _identity(status) in entered:
            return
        entered.add(_identity(status))
        with os.scandir(path) as listing:
            entries = sorted((entry for entry in listing if not is_junk(entry.name)), key=lambda entry: entry.name)
    except OSError as error:
        yield damaged(shown(path), error), 0
        return
    for entry in entries:
        if not entry.is_file(follow_symlinks=False):
            yield from _files_at(entry.path, entered)
            continue
        try:  # as above, faster, for what nearly everything is
            size = entry.stat(follow_symlinks=False).st_size
        except OSError as error:
            yield damaged(shown(entry.path), error), 0
        else:
            yield WholeFile(entry.path), size


def _file(path: str, status: os.stat_result) -> WholeFile | Unreadable:
    if stat.S_ISREG(status.st_mode):
        return WholeFile(path)
    return Unreadable(shown(path), LogError(Fault.UNREADABLE_FILE, "neither a file nor a folder"))


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _cut(path: str, size: int, shard_bytes: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of one large file."""
    try:
        with open(path, "rb") as file:
            head = file.read(BLOCK)
            file.seek(0)
            if head.startswith(ZIP):
                yield from ((member, member.n_stored) for member in zip_members(path, file, size))
            elif head.startswith(SQLITE):
                yield from cut_database(path, size, shard_bytes)
            elif is_tar(head):
                yield from _cut_tar(path, file, file)
            elif (stream := decompressing(head, file)) and holds_tar(stream):
                yield from _cut_tar(path, stream, file)
            else:
                yield WholeFile(path), size
    except (LogError, *DAMAGE) as error:
        yield damaged(shown(path), error), 0


def _cut_tar(path: str, stream: Stream, file: IO[bytes]) -> Iterator[tuple[Piece, int]]:
    before = 0
    for member in tar_members(shown(path), stream):
        now = file.tell()
        yield member, now - before
        before = now
