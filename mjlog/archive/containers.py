"""Reading shards: containers are unpacked down to the logs in them."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import IO, Final, NamedTuple, TypeVar

from mjlog.archive.databases import all_log_rows, has_write_ahead_log, load_database, log_rows, open_database
from mjlog.archive.locations import chunks_of, downloads, open_location, temporary_file
from mjlog.archive.shard import (
    BZIP2,
    DAMAGE,
    GZIP,
    ITEM_BYTES,
    SQLITE,
    UNPACKED_LIMIT,
    UNSUPPORTED,
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
    name_of,
    read_all,
    too_large,
    unpacked_limit,
)
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.zips import read_zip_member, zip_member_chunks, zip_members
from mjlog.errors import Fault, LogError
from mjlog.limits import limit

DEPTH_LIMIT: Final = limit("NESTED_CONTAINERS", 4)
"""Most containers around a log."""

CONTAINERS: Final = (GZIP, BZIP2, XZ, *ZIP, SQLITE)
"""First bytes of containers; a tar archive is recognised later in its first block."""
NOT_LOGS: Final = (*CONTAINERS, *UNSUPPORTED)

Member = TypeVar("Member")


class Nesting(NamedTuple):
    """The containers around a file."""

    depth: int = 0
    n_stored: int = 0
    """Stored bytes of the outermost container."""

    def deeper(self) -> Nesting:
        """The nesting of a member."""
        return self._replace(depth=self.depth + 1)


TOP_LEVEL: Final = Nesting()


def sources(shard: Shard) -> Iterator[Source | Unreadable]:
    """The unpacked content of a shard."""
    nesting = Nesting(0, shard.n_stored)
    with _LastFile() as last:
        for piece, data in _with_downloads(shard.pieces):
            if isinstance(data, OSError):
                yield damaged(name_of(piece), data)
            else:
                yield from bounded(name_of(piece), _unpack_piece(piece, data, last, nesting), shard.n_stored)


def _with_downloads(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, bytes | OSError]]:
    """The pieces, with the downloaded bytes of remote files."""
    data = downloads([piece.url for piece in pieces if isinstance(piece, RemoteFile)])
    for piece in pieces:
        yield piece, next(data) if isinstance(piece, RemoteFile) else b""


def _unpack_piece(piece: Piece, data: bytes, last: _LastFile, nesting: Nesting) -> Iterator[Source | Unreadable]:
    name = name_of(piece)
    match piece:
        case Unreadable():
            yield piece
        case Packed(_, packed):
            yield from unpack(name, packed, nesting)
        case RemoteFile():
            yield from unpack(name, data, nesting)
        case WholeFile(path):
            yield from _unpack_whole(name, path, nesting)
        case ZipMember(path):
            yield from unpack_zip_member(name, piece, partial(last.open, path), nesting.deeper())
        case LogRows():
            yield from _unpack_members(name, partial(log_rows, piece, name), nesting)


def bounded(name: str, items: Iterable[Source | Unreadable], n_stored: int) -> Iterator[Source | Unreadable]:
    """The items from a file of `n_stored` bytes, up to the limit of unpacked bytes."""
    left = limit = unpacked_limit(n_stored)
    for item in items:
        left -= ITEM_BYTES + (len(item.data) if isinstance(item, Source) else 0)
        if left < 0:
            yield Unreadable(name, too_large(limit))
            return
        yield item


def unpack(name: str, data: bytes, nesting: Nesting = TOP_LEVEL) -> Iterator[Source | Unreadable]:
    """The logs in the bytes of a file: those of its members if it is a container, else the file itself."""
    if not (data.startswith(NOT_LOGS) or is_tar(data)):
        yield Source(name, data)
    elif nesting.depth < DEPTH_LIMIT and data.startswith(GZIP):
        yield from _unpack_gzip(name, data, nesting)
    else:
        yield from unpack_file(name, io.BytesIO(data), nesting)


def unpack_file(name: str, file: IO[bytes], nesting: Nesting) -> Iterator[Source | Unreadable]:
    """The logs in an open file, read on demand."""
    head = file.read(BLOCK)
    file.seek(0)
    if nesting.depth >= DEPTH_LIMIT and is_container(head):
        yield Unreadable(name, LogError(Fault.UNREADABLE_FILE, f"more than {DEPTH_LIMIT} nested containers"))
    elif kind := next((kind for magic, kind in UNSUPPORTED.items() if head.startswith(magic)), ""):
        message = f"mjlog cannot read {kind} archives; unpack it first"
        yield Unreadable(name, LogError(Fault.UNKNOWN_FORMAT, message))
    elif head.startswith(ZIP):
        size = file.seek(0, os.SEEK_END)
        for member in _until_damage(name, partial(zip_members, "", file, size)):
            if isinstance(member, Unreadable):
                yield member
            else:
                yield from unpack_zip_member(f"{name}!{member.name}", member, lambda: file, nesting.deeper())
    elif head.startswith(SQLITE):
        yield from _unpack_members(name, partial(_all_rows, name, file), nesting)
    elif is_tar(head):
        yield from _unpack_members(name, partial(tar_members, name, file, unpacked_limit(nesting.n_stored)), nesting)
    elif stream := decompressing(head, file):
        yield from _unpack_stream(name, stream, nesting)
    else:
        yield from _unpack_bytes(name, partial(read_all, file), nesting)


def is_container(head: bytes) -> bool:
    """Whether a file that begins with `head` is a container."""
    return head.startswith(CONTAINERS) or is_tar(head)


def unpack_spooled(name: str, chunks: Iterator[bytes], nesting: Nesting) -> Iterator[Source | Unreadable]:
    """The logs in a container too large for memory, by way of a temporary file; no single log is that large."""
    try:
        head = next(chunks, b"")
        if not is_container(head):
            raise too_large()
        with temporary_file(chain([head], chunks), unpacked_limit(nesting.n_stored)) as file:
            yield from unpack_file(name, file, nesting)
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)


def _unpack_gzip(name: str, data: bytes, nesting: Nesting) -> Iterator[Source | Unreadable]:
    """As `_unpack_stream`, but faster: nearly all logs are stored as gzip."""
    inner: bytes | None = None
    try:
        inflater = zlib.decompressobj(wbits=31)
        head = inflater.decompress(data, BLOCK)
        if not is_tar(head):
            inner = head + inflater.decompress(inflater.unconsumed_tail, UNPACKED_LIMIT)
            if not inflater.eof and len(inner) < UNPACKED_LIMIT:
                raise EOFError("the compressed data ends too early")
            if inflater.unused_data or not inflater.eof or len(inner) > UNPACKED_LIMIT:
                inner = None  # concatenated gzip files, or too large
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if inner is None:
        yield from _unpack_stream(name, gzip.GzipFile(fileobj=io.BytesIO(data)), nesting)
    else:
        yield from unpack(name, inner, nesting.deeper())


def _unpack_stream(name: str, stream: io.BufferedIOBase, nesting: Nesting) -> Iterator[Source | Unreadable]:
    """The logs in a stream: those of its members if it is a tar archive, else the stream itself."""
    try:
        members = holds_tar(stream)
        inner = b"" if members else stream.read(UNPACKED_LIMIT + 1)
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if members:
        yield from _unpack_members(name, partial(tar_members, name, stream, unpacked_limit(nesting.n_stored)), nesting)
    elif len(inner) > UNPACKED_LIMIT:
        yield from unpack_spooled(name, chain([inner], chunks_of(stream)), nesting.deeper())
    else:
        yield from unpack(name, inner, nesting.deeper())


def unpack_zip_member(
    name: str, member: ZipMember, file: Callable[[], IO[bytes]], nesting: Nesting
) -> Iterator[Source | Unreadable]:
    """The logs in a member of the zip archive that `file` opens."""
    if max(member.n_stored, member.n_bytes) > UNPACKED_LIMIT and not member.encrypted:
        yield from unpack_spooled(name, _chunks_of_member(member, file), nesting)
    else:
        yield from _unpack_bytes(name, lambda: read_zip_member(file(), member), nesting)


def _chunks_of_member(member: ZipMember, file: Callable[[], IO[bytes]]) -> Iterator[bytes]:
    yield from zip_member_chunks(file(), member)


def _unpack_whole(name: str, path: str, nesting: Nesting) -> Iterator[Source | Unreadable]:
    """The logs in a file, which is read at once unless it is large."""
    try:
        data = _read_file(path)
        if data is None or (data.startswith(SQLITE) and has_write_ahead_log(path)):
            with open(path, "rb") as file:
                yield from unpack_file(name, file, nesting)
            return
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
    else:
        yield from unpack(name, data, nesting)


def _unpack_bytes(name: str, read: Callable[[], bytes], nesting: Nesting) -> Iterator[Source | Unreadable]:
    """The logs in the bytes that `read` returns; an error it raises makes the file unreadable."""
    try:
        data = read()
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
    else:
        yield from unpack(name, data, nesting)


def _unpack_members(
    name: str, members: Callable[[], Iterable[Packed | Large | Unreadable]], nesting: Nesting
) -> Iterator[Source | Unreadable]:
    """The logs in the members of a container."""
    for member in _until_damage(name, members):
        match member:
            case Unreadable():
                yield member
            case Packed(inner, data):
                yield from unpack(inner, data, nesting.deeper())
            case Large(inner, stream):
                yield from unpack_spooled(inner, chunks_of(stream), nesting.deeper())


def _until_damage(name: str, members: Callable[[], Iterable[Member]]) -> Iterator[Member | Unreadable]:
    """The members of a container, up to the first damage."""
    try:
        yield from members()
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)


class _LastFile:
    """Keeps the last opened file open, for members of one archive that are read one after the other."""

    def __init__(self) -> None:
        self.path = ""
        self.file: IO[bytes] = io.BytesIO()

    def open(self, path: str) -> IO[bytes]:
        """The file at the path or URL."""
        if path != self.path:
            self.file.close()
            self.file = open_location(path)
            self.path = path
        return self.file

    def __enter__(self) -> _LastFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _read_file(path: str) -> bytes | None:
    """The bytes of a file, None for a large one."""
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


def _all_rows(name: str, file: IO[bytes]) -> Iterator[Packed]:
    """The rows of a database in memory or in a temporary file."""
    opened = load_database(file.getvalue()) if isinstance(file, io.BytesIO) else open_database(file.name)
    return all_log_rows(name, opened)
