"""Reading shards: whatever a file contains, down to the logs."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import IO, Final, NamedTuple, TypeVar

from mjlog.archive.databases import ALL_ROWS, hold_database, log_rows, open_database
from mjlog.archive.pieces import (
    BZIP2,
    DAMAGE,
    GZIP,
    ITEM_BYTES,
    NOT_UNPACKED,
    SQLITE,
    UNPACKED_LIMIT,
    XZ,
    ZIP,
    Large,
    LogRows,
    Packed,
    Piece,
    RemoteFile,
    Shard,
    Source,
    Unreadable,
    WholeFile,
    ZipMember,
    damaged,
    most_unpacked,
    name_of,
    read_all,
    shown,
    too_large,
)
from mjlog.archive.places import chunks_of, fetched, open_place, spooled
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.zips import read_zip_member, zip_member_chunks, zip_members
from mjlog.errors import Fault, LogError

DEPTH_LIMIT: Final = 4
"""Containers around a log."""

CONTAINERS: Final = (GZIP, BZIP2, XZ, *ZIP, SQLITE)
"""How files begin that hold others; a tar archive shows only later."""
NOT_LOGS: Final = (*CONTAINERS, *NOT_UNPACKED)

Member = TypeVar("Member")


class Within(NamedTuple):
    """What a file was found in."""

    n_containers: int = 0
    n_stored: int = 0
    """Bytes of the outermost as it is stored."""

    def deeper(self) -> Within:
        """Within one container more."""
        return self._replace(n_containers=self.n_containers + 1)


OUTERMOST: Final = Within()


def sources(shard: Shard) -> Iterator[Source | Unreadable]:
    """Everything a shard holds, unpacked."""
    within = Within(0, shard.n_stored)
    with _LastFile() as last:
        for piece, data in _with_fetched(shard.pieces):
            if isinstance(data, OSError):
                yield damaged(name_of(piece), data)
            else:
                yield from bounded(name_of(piece), _unpack_piece(piece, data, last, within), shard.n_stored)


def _with_fetched(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, bytes | OSError]]:
    """The pieces with the bytes of those that are elsewhere."""
    data = fetched([piece.url for piece in pieces if isinstance(piece, RemoteFile)])
    for piece in pieces:
        yield piece, next(data) if isinstance(piece, RemoteFile) else b""


def _unpack_piece(piece: Piece, data: bytes, last: _LastFile, within: Within) -> Iterator[Source | Unreadable]:
    name = name_of(piece)
    match piece:
        case Unreadable():
            yield piece
        case Packed(_, packed):
            yield from unpack(name, packed, within)
        case RemoteFile():
            yield from unpack(name, data, within)
        case WholeFile(path):
            yield from _unpack_whole(name, path, within)
        case ZipMember(path):
            yield from unpack_zip_member(name, piece, partial(last.open, path), within.deeper())
        case LogRows(path, first, final):
            yield from _unpack_each(name, partial(_rows_of, path, first, final), within)


def bounded(name: str, items: Iterable[Source | Unreadable], n_stored: int) -> Iterator[Source | Unreadable]:
    """The items from a file of so many bytes, up to where they become too many for it."""
    left = limit = most_unpacked(n_stored)
    for item in items:
        left -= ITEM_BYTES + (len(item.data) if isinstance(item, Source) else 0)
        if left < 0:
            yield Unreadable(name, too_large(limit))
            return
        yield item


def unpack(name: str, data: bytes, within: Within = OUTERMOST) -> Iterator[Source | Unreadable]:
    """The logs in the bytes of one file: those of its members if it is a container, else the file itself."""
    if not (data.startswith(NOT_LOGS) or is_tar(data)):
        yield Source(name, data)
    elif within.n_containers < DEPTH_LIMIT and data.startswith(GZIP):
        yield from _unpack_gzip(name, data, within)
    else:
        yield from unpack_file(name, io.BytesIO(data), within)


def unpack_file(name: str, file: IO[bytes], within: Within) -> Iterator[Source | Unreadable]:
    """The logs in an open file, read as far as they are asked for."""
    head = file.read(BLOCK)
    file.seek(0)
    if within.n_containers >= DEPTH_LIMIT and is_container(head):
        yield Unreadable(name, LogError(Fault.UNREADABLE_FILE, f"more than {DEPTH_LIMIT} containers in each other"))
    elif kind := next((kind for magic, kind in NOT_UNPACKED.items() if head.startswith(magic)), ""):
        yield Unreadable(name, LogError(Fault.UNKNOWN_FORMAT, f"a {kind} archive, which is not read: unpack it first"))
    elif head.startswith(ZIP):
        size = file.seek(0, os.SEEK_END)
        for member in _each(name, partial(zip_members, "", file, size)):
            if isinstance(member, Unreadable):
                yield member
            else:
                yield from unpack_zip_member(f"{name}!{member.name}", member, lambda: file, within.deeper())
    elif head.startswith(SQLITE):
        yield from _unpack_each(name, partial(_all_rows, name, file), within)
    elif is_tar(head):
        yield from _unpack_each(name, partial(tar_members, name, file), within)
    elif stream := decompressing(head, file):
        yield from _unpack_stream(name, stream, within)
    else:
        yield from _unpack_what(name, partial(read_all, file), within)


def is_container(head: bytes) -> bool:
    """Whether a file that begins with `head` holds others."""
    return head.startswith(CONTAINERS) or is_tar(head)


def unpack_large(name: str, chunks: Iterator[bytes], within: Within) -> Iterator[Source | Unreadable]:
    """The logs in a container too large to be held, by way of a temporary file; no single log is that large."""
    try:
        head = next(chunks, b"")
        if not is_container(head):
            raise too_large()
        with spooled(chain([head], chunks), most_unpacked(within.n_stored)) as file:
            yield from unpack_file(name, file, within)
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)


def _unpack_gzip(name: str, data: bytes, within: Within) -> Iterator[Source | Unreadable]:
    """As `_unpack_stream`, faster, for the form in which nearly all logs are stored."""
    inner: bytes | None = None
    try:
        inflater = zlib.decompressobj(wbits=31)
        head = inflater.decompress(data, BLOCK)
        if not is_tar(head):
            inner = head + inflater.decompress(inflater.unconsumed_tail, UNPACKED_LIMIT)
            if not inflater.eof and len(inner) < UNPACKED_LIMIT:
                raise EOFError("the compressed data end too early")
            if inflater.unused_data or not inflater.eof or len(inner) > UNPACKED_LIMIT:
                inner = None  # several gzip files in one, or too large
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if inner is None:
        yield from _unpack_stream(name, gzip.GzipFile(fileobj=io.BytesIO(data)), within)
    else:
        yield from unpack(name, inner, within.deeper())


def _unpack_stream(name: str, stream: io.BufferedIOBase, within: Within) -> Iterator[Source | Unreadable]:
    """The logs in a stream: its members one by one if it is a tar archive, else the whole of it."""
    try:
        members = holds_tar(stream)
        inner = b"" if members else stream.read(UNPACKED_LIMIT + 1)
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if members:
        yield from _unpack_each(name, partial(tar_members, name, stream), within)
    elif len(inner) > UNPACKED_LIMIT:
        yield from unpack_large(name, chain([inner], chunks_of(stream)), within.deeper())
    else:
        yield from unpack(name, inner, within.deeper())


def unpack_zip_member(
    name: str, member: ZipMember, file: Callable[[], IO[bytes]], within: Within
) -> Iterator[Source | Unreadable]:
    """The logs in a member of the zip archive that `file` opens."""
    if max(member.n_stored, member.n_bytes) > UNPACKED_LIMIT and not member.encrypted:
        yield from unpack_large(name, _chunks_of_member(member, file), within)
    else:
        yield from _unpack_what(name, lambda: read_zip_member(file(), member), within)


def _chunks_of_member(member: ZipMember, file: Callable[[], IO[bytes]]) -> Iterator[bytes]:
    yield from zip_member_chunks(file(), member)


def _unpack_whole(name: str, path: str, within: Within) -> Iterator[Source | Unreadable]:
    """The logs in a file, held as a whole unless it is large."""
    try:
        data = _read_file(path)
        if data is None:
            with open(path, "rb") as file:
                yield from unpack_file(name, file, within)
            return
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
    else:
        yield from unpack(name, data, within)


def _unpack_what(name: str, read: Callable[[], bytes], within: Within) -> Iterator[Source | Unreadable]:
    """The logs in what `read` returns; what it raises is the file's error."""
    try:
        data = read()
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
    else:
        yield from unpack(name, data, within)


def _unpack_each(
    name: str, members: Callable[[], Iterable[Packed | Large | Unreadable]], within: Within
) -> Iterator[Source | Unreadable]:
    """The logs in the members of a container."""
    for member in _each(name, members):
        match member:
            case Unreadable():
                yield member
            case Packed(inner, data):
                yield from unpack(inner, data, within.deeper())
            case Large(inner, stream):
                yield from unpack_large(inner, chunks_of(stream), within.deeper())


def _each(name: str, members: Callable[[], Iterable[Member]]) -> Iterator[Member | Unreadable]:
    """The members of a container, up to where it is damaged."""
    try:
        yield from members()
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)


class _LastFile:
    """Keeps the file that was opened last open, for members of one archive that are read in a row."""

    def __init__(self) -> None:
        self.path = ""
        self.file: IO[bytes] = io.BytesIO()

    def open(self, path: str) -> IO[bytes]:
        """The file at the path or URL."""
        if path != self.path:
            self.file.close()
            self.file = open_place(path)
            self.path = path
        return self.file

    def __enter__(self) -> _LastFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _read_file(path: str) -> bytes | None:
    """The bytes of a file, or None of a large one."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # four times as fast as a file object
    try:
        size = os.fstat(file).st_size
        if size > UNPACKED_LIMIT:
            return None
        data = os.read(file, size)
        while len(data) < size and (more := os.read(file, size - len(data))):
            data += more
        return data
    finally:
        os.close(file)


def _rows_of(path: str, first: int, last: int) -> Iterator[Packed]:
    return log_rows(shown(path), open_database(path), first, last)


def _all_rows(name: str, file: IO[bytes]) -> Iterator[Packed]:
    """The rows of a database that is held, or in a temporary file."""
    opened = hold_database(file.getvalue()) if isinstance(file, io.BytesIO) else open_database(file.name)
    return log_rows(name, opened, *ALL_ROWS)
