"""Listing an archive, and cutting it into shards."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from mjlog.archive.databases import cut_database
from mjlog.archive.pieces import (
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
)
from mjlog.archive.places import (
    STANDARD_INPUT,
    can_be_entered,
    chunks_of,
    is_url,
    listed,
    local_copy,
    open_place,
    place_of,
)
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.unpacking import Within, bounded, unpack_file, unpack_large, unpack_zip_member
from mjlog.archive.zips import zip_members
from mjlog.errors import Fault, LogError

SHARD_BYTES: Final = 32 << 20
"""Stored bytes of a shard, where the caller does not say."""
MOST_PIECES: Final = 4096
"""Files or members of one shard, however small they are."""


def total_bytes(paths: Iterable[str | Path], *, leave_out: Collection[str | Path] = ()) -> int:
    """Bytes of all files under the paths, by a listing alone: nearly what the `n_stored` of their shards sum to.

    Standard input, and URLs that do not tell their size, count nothing.
    """
    return sum(n or 0 for _, n in _files(paths, leave_out))


def shards(
    paths: Iterable[str | Path], *, shard_bytes: int = SHARD_BYTES, leave_out: Collection[str | Path] = ()
) -> Iterator[Shard]:
    """The archive in cuts of about `shard_bytes` stored bytes, in the order of the paths and of names within folders.

    Folders in `leave_out` are passed over.
    """
    pieces: list[Piece] = []
    n_stored = n_held = 0
    for piece, n in _pieces(paths, shard_bytes, leave_out):
        n_more = len(piece.data) if isinstance(piece, Packed) else 0
        if pieces and (max(n_stored + n, n_held + n_more) > shard_bytes or len(pieces) == MOST_PIECES):
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
    """What shards are made of, with the stored bytes of each."""
    for file, n in _files(paths, leave_out):
        if isinstance(file, Unreadable):
            yield file, 0
        elif n is None:
            yield from _cut_copy(name_of(file))
        elif n < shard_bytes:
            yield file, n
        elif isinstance(file, RemoteFile):
            yield from _cut_url(file.url, n)
        else:
            yield from _cut(file.path, n, shard_bytes)


def _files(
    paths: Iterable[str | Path], leave_out: Collection[str | Path]
) -> Iterator[tuple[WholeFile | RemoteFile | Unreadable, int | None]]:
    """Every file under the paths with its size.

    A folder that is reached twice, through links, is entered once; standard input, which has an end, is read once.
    """
    entered = {_identity(os.stat(folder)) for folder in leave_out}
    places = list(map(place_of, paths))
    for nth, place in enumerate(places):
        if place == STANDARD_INPUT:
            if place not in places[:nth]:
                yield RemoteFile(place), None
        elif is_url(place):
            yield from _files_at_url(place)
        else:
            yield from _files_at(place, entered)


def _files_at_url(url: str) -> Iterator[tuple[RemoteFile | Unreadable, int | None]]:
    try:
        for file, size in listed(url):
            yield RemoteFile(file), size
    except OSError as error:
        yield damaged(url, error), 0


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
            if head.startswith(SQLITE):
                yield from cut_database(path, size, shard_bytes)
            elif (members := _members(path, file, head, size)) is not None:
                yield from members
            elif size > UNPACKED_LIMIT:
                file.seek(0)
                yield from _by_value(bounded(shown(path), unpack_file(shown(path), file, Within(0, size)), size), size)
            else:
                yield WholeFile(path), size
    except (LogError, *DAMAGE) as error:
        yield damaged(shown(path), error), 0


def _cut_url(url: str, size: int) -> Iterator[tuple[Piece, int]]:
    """The pieces of one large file at a URL: as of a file if it can be entered there, else of a copy."""
    try:
        with closing(open_place(url)) as file:
            if can_be_entered(file, size):
                head = file.read(BLOCK)
                file.seek(0)
                if (members := _members(url, file, head, size)) is not None:
                    yield from members
                    return
    except (LogError, *DAMAGE) as error:
        yield damaged(url, error), 0
    else:
        yield from _cut_copy(url)


def _members(path: str, file: IO[bytes], head: bytes, size: int) -> Iterator[tuple[Piece, int]] | None:
    """The members of a zip or tar archive, None of anything else."""
    if head.startswith(ZIP):
        return _cut_zip(path, file, size)
    if is_tar(head):
        return _cut_tar(path, file, file, size)
    if (stream := decompressing(head, file)) and holds_tar(stream):
        return _cut_tar(path, stream, file, size)
    return None


def _cut_zip(path: str, file: IO[bytes], size: int) -> Iterator[tuple[Piece, int]]:
    for member in zip_members(path, file, size):
        if member.n_bytes > UNPACKED_LIMIT:
            name = name_of(member)
            inner = unpack_zip_member(name, member, lambda: file, Within(1, size))
            yield from _by_value(bounded(name, inner, member.n_stored), member.n_stored)
        else:
            yield member, member.n_stored


def _cut_tar(path: str, stream: Stream, file: IO[bytes], size: int) -> Iterator[tuple[Piece, int]]:
    before = 0
    for member in tar_members(shown(path), stream):
        now = file.tell()
        if isinstance(member, Large):
            inner = unpack_large(member.name, chunks_of(member.stream), Within(1, size))
            yield from _by_value(bounded(member.name, inner, size), now - before)
        else:
            yield member, now - before
        before = now


def _cut_copy(place: str) -> Iterator[tuple[Piece, int]]:
    """The pieces, by value, of what can be read only once or is to be fetched only once, from a temporary copy."""
    try:
        with local_copy(place) as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(0)
            yield from _by_value(bounded(place, unpack_file(place, file, Within(0, size)), size), size)
    except (LogError, *DAMAGE) as error:
        yield damaged(place, error), 0


def _by_value(items: Iterable[Source | Unreadable], n_stored: int) -> Iterator[tuple[Piece, int]]:
    """What is in a container of so many stored bytes, each with a share of these."""
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
