"""Listing an archive and splitting it into shards."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from mjlog.archive.containers import Nesting, bounded, unpack_file, unpack_spooled, unpack_zip_member
from mjlog.archive.databases import split_database
from mjlog.archive.locations import (
    STANDARD_INPUT,
    chunks_of,
    files_at,
    is_seekable,
    is_url,
    local_copy,
    location_of,
    open_location,
)
from mjlog.archive.shard import (
    DAMAGE,
    SQLITE,
    UNPACKED_LIMIT,
    ZIP,
    Large,
    Packed,
    Piece,
    RemoteFile,
    Shard,
    Source,
    Stream,
    Unreadable,
    WholeFile,
    damaged,
    is_junk,
    name_of,
    shown,
    unpacked_limit,
)
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.zips import zip_members
from mjlog.errors import Fault, LogError

SHARD_BYTES: Final = 32 << 20
"""Default of the stored bytes of a shard."""
SHARD_PIECES: Final = 4096
"""Most files or members of one shard."""


def total_bytes(paths: Iterable[str | Path], *, leave_out: Collection[str | Path] = ()) -> int:
    """Bytes of all files under the paths, without opening them: nearly the sum of `n_stored` of their shards.

    Standard input and URLs of unknown size count 0.
    """
    return sum(n or 0 for _, n in _files(paths, leave_out))


def shards(
    paths: Iterable[str | Path], *, shard_bytes: int = SHARD_BYTES, leave_out: Collection[str | Path] = ()
) -> Iterator[Shard]:
    """The archive in shards of about `shard_bytes` stored bytes, in the order of the paths and of names in folders.

    Folders in `leave_out` are skipped.
    """
    pieces: list[Piece] = []
    n_stored = n_held = 0
    for piece, n in _pieces(paths, shard_bytes, leave_out):
        n_more = len(piece.data) if isinstance(piece, Packed) else 0
        if pieces and (max(n_stored + n, n_held + n_more) > shard_bytes or len(pieces) == SHARD_PIECES):
            yield Shard(tuple(pieces), n_stored)
            pieces, n_stored, n_held = [], 0, 0
        pieces.append(piece)
        n_stored += n
        n_held += n_more
    if pieces:
        yield Shard(tuple(pieces), n_stored)


def _pieces(
    paths: Iterable[str | Path], shard_bytes: int, leave_out: Collection[str | Path]
) -> Iterator[tuple[Piece, int]]:
    """All pieces with their stored bytes."""
    for file, n in _files(paths, leave_out):
        if isinstance(file, Unreadable):
            yield file, 0
        elif n is None:
            yield from _split_copy(name_of(file))
        elif n < shard_bytes:
            yield file, n
        elif isinstance(file, RemoteFile):
            yield from _split_url(file.url, n)
        else:
            yield from _split(file.path, n, shard_bytes)


def _files(
    paths: Iterable[str | Path], leave_out: Collection[str | Path]
) -> Iterator[tuple[WholeFile | RemoteFile | Unreadable, int | None]]:
    """Every file under the paths with its size, None if that is unknown.

    A folder that links reach twice is listed once; standard input is read once.
    """
    visited = {_identity(os.stat(folder)) for folder in leave_out if not is_url(folder)}
    locations = list(map(location_of, paths))
    for n, location in enumerate(locations):
        if location == STANDARD_INPUT:
            if location not in locations[:n]:
                yield RemoteFile(location), None
        elif is_url(location):
            yield from _files_of_url(location, tuple(f"{folder}/" for folder in leave_out if is_url(folder)))
        else:
            yield from _files_of_path(location, visited)


def _files_of_url(url: str, leave_out: tuple[str, ...]) -> Iterator[tuple[RemoteFile | Unreadable, int | None]]:
    try:
        for file, size in files_at(url):
            if not file.startswith(leave_out):
                yield RemoteFile(file), size
    except OSError as error:
        yield damaged(url, error), 0


def _files_of_path(path: str, visited: set[tuple[int, int]]) -> Iterator[tuple[WholeFile | Unreadable, int]]:
    try:
        status = os.stat(path)
        if not stat.S_ISDIR(status.st_mode):
            yield _file(path, status), status.st_size
            return
        if _identity(status) in visited:
            return
        visited.add(_identity(status))
        with os.scandir(path) as listing:
            entries = sorted((entry for entry in listing if not is_junk(entry.name)), key=lambda entry: entry.name)
    except OSError as error:
        yield damaged(shown(path), error), 0
        return
    for entry in entries:
        if not entry.is_file(follow_symlinks=False):
            yield from _files_of_path(entry.path, visited)
            continue
        try:  # as above, but faster: nearly every entry is a file
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


def _split(path: str, size: int, shard_bytes: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of a large file."""
    try:
        with open(path, "rb") as file:
            head = file.read(BLOCK)
            file.seek(0)
            if head.startswith(SQLITE):
                yield from split_database(path, size, shard_bytes)
            elif (members := _members(path, file, head, size)) is not None:
                yield from members
            elif size > UNPACKED_LIMIT:
                file.seek(0)
                yield from _copied(bounded(shown(path), unpack_file(shown(path), file, Nesting(0, size)), size), size)
            else:
                yield WholeFile(path), size
    except (LogError, *DAMAGE) as error:
        yield damaged(shown(path), error), 0


def _split_url(url: str, size: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of a large file at a URL, read there if the server allows access in the middle, else from a copy."""
    try:
        with closing(open_location(url)) as file:
            if is_seekable(file, size):
                head = file.read(BLOCK)
                file.seek(0)
                if (members := _members(url, file, head, size)) is not None:
                    yield from members
                    return
    except (LogError, *DAMAGE) as error:
        yield damaged(url, error), 0
    else:
        yield from _split_copy(url)


def _members(path: str, file: IO[bytes], head: bytes, size: int) -> Iterator[tuple[Piece, int]] | None:
    """The members of a zip or tar archive; None for other files."""
    if head.startswith(ZIP):
        return _split_zip(path, file, size)
    if is_tar(head):
        return _split_tar(path, file, file, size)
    if (stream := decompressing(head, file)) and holds_tar(stream):
        return _split_tar(path, stream, file, size)
    return None


def _split_zip(path: str, file: IO[bytes], size: int) -> Iterator[tuple[Piece, int]]:
    for member in zip_members(path, file, size):
        if member.n_bytes > UNPACKED_LIMIT:
            name = name_of(member)
            inner = unpack_zip_member(name, member, lambda: file, Nesting(1, size))
            yield from _copied(bounded(name, inner, member.n_stored), member.n_stored)
        else:
            yield member, member.n_stored


def _split_tar(path: str, stream: Stream, file: IO[bytes], size: int) -> Iterator[tuple[Piece, int]]:
    before = 0
    for member in tar_members(shown(path), stream, unpacked_limit(size)):
        now = file.tell()
        if isinstance(member, Large):
            inner = unpack_spooled(member.name, chunks_of(member.stream), Nesting(1, size))
            yield from _copied(bounded(member.name, inner, size), now - before)
        else:
            yield member, now - before
        before = now


def _split_copy(location: str) -> Iterator[tuple[Piece, int]]:
    """The pieces of input that is read only once, by way of a temporary copy."""
    try:
        with local_copy(location) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            yield from _copied(bounded(location, unpack_file(location, file, Nesting(0, size)), size), size)
    except (LogError, *DAMAGE) as error:
        yield damaged(location, error), 0


def _copied(items: Iterable[Source | Unreadable], n_stored: int) -> Iterator[tuple[Piece, int]]:
    """The content of a container as pieces, each with a share of the container's stored bytes."""
    left = n_stored
    last: Source | Unreadable | None = None
    for item in items:
        if last is not None:
            share = min(left, len(last.data)) if isinstance(last, Source) else 0
            yield _piece(last), share
            left -= share
        last = item
    if last is not None:
        yield _piece(last), left


def _piece(item: Source | Unreadable) -> Packed | Unreadable:
    return item if isinstance(item, Unreadable) else Packed(*item)
