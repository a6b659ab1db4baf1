"""Reading shards: whatever a file contains, down to the logs."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO, Final, TypeVar

from mjlog.archive.databases import ALL_ROWS, hold_database, log_rows, open_database
from mjlog.archive.pieces import (
    BZIP2,
    DAMAGE,
    GZIP,
    SQLITE,
    UNPACKED_LIMIT,
    XZ,
    ZIP,
    LogRows,
    Packed,
    Shard,
    Source,
    Unreadable,
    WholeFile,
    ZipMember,
    damaged,
    name_of,
    read_all,
    shown,
    too_large,
)
from mjlog.archive.tars import BLOCK, decompressing, holds_tar, is_tar, tar_members
from mjlog.archive.zips import read_zip_member, zip_members
from mjlog.errors import Fault, LogError

DEPTH_LIMIT: Final = 4
"""Containers around a log."""

CONTAINERS: Final = (GZIP, BZIP2, XZ, *ZIP, SQLITE)
"""How files begin that hold others; a tar archive shows only later."""

Member = TypeVar("Member")


def sources(shard: Shard) -> Iterator[Source | Unreadable]:
    """Everything a shard holds, unpacked."""
    with _LastFile() as last:
        for piece in shard.pieces:
            name = name_of(piece)
            match piece:
                case Unreadable():
                    yield piece
                case Packed(_, data):
                    yield from unpack(name, data)
                case WholeFile(path):
                    yield from _unpack_what(name, partial(_read_file, path))
                case ZipMember(path):
                    yield from _unpack_what(name, partial(_read_from, last, piece), 1)
                case LogRows(path, first, final):
                    yield from _unpack_each(name, partial(_rows_of, path, first, final), 0)


def unpack(name: str, data: bytes, depth: int = 0) -> Iterator[Source | Unreadable]:
    """The logs in the bytes of one file: those of its members if it is a container, else the file itself."""
    if not (data.startswith(CONTAINERS) or is_tar(data)):
        yield Source(name, data)
    elif depth >= DEPTH_LIMIT:
        yield Unreadable(name, LogError(Fault.UNREADABLE_FILE, f"more than {DEPTH_LIMIT} containers in each other"))
    elif data.startswith(GZIP):
        yield from _unpack_gzip(name, data, depth)
    elif data.startswith(ZIP):
        file = io.BytesIO(data)
        for member in _each(name, partial(zip_members, "", file, len(data))):
            if isinstance(member, Unreadable):
                yield member
            else:
                yield from _unpack_what(f"{name}!{member.name}", partial(read_zip_member, file, member), depth + 1)
    elif data.startswith(SQLITE):
        yield from _unpack_each(name, lambda: log_rows(name, hold_database(data), *ALL_ROWS), depth)
    elif is_tar(data):
        yield from _unpack_each(name, partial(tar_members, name, io.BytesIO(data)), depth)
    elif stream := decompressing(data, io.BytesIO(data)):
        yield from _unpack_stream(name, stream, depth)


def _unpack_gzip(name: str, data: bytes, depth: int) -> Iterator[Source | Unreadable]:
    """As `_unpack_stream`, faster, for the form in which nearly all logs are stored."""
    head = b""
    try:
        inflater = zlib.decompressobj(wbits=31)
        head = inflater.decompress(data, BLOCK)
        if not is_tar(head):
            inner = head + inflater.decompress(inflater.unconsumed_tail, UNPACKED_LIMIT)
            if not inflater.eof and len(inner) < UNPACKED_LIMIT:
                raise EOFError("the compressed data end too early")
            if inflater.unused_data or not inflater.eof:
                inner = read_all(gzip.GzipFile(fileobj=io.BytesIO(data)))  # several gzip files in one, or too large
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if is_tar(head):
        yield from _unpack_each(name, lambda: tar_members(name, gzip.GzipFile(fileobj=io.BytesIO(data))), depth)
    else:
        yield from unpack(name, inner, depth + 1)


def _unpack_stream(name: str, stream: io.BufferedIOBase, depth: int) -> Iterator[Source | Unreadable]:
    """The logs in a stream: its members one by one if it is a tar archive, else the whole of it."""
    try:
        members = holds_tar(stream)
        inner = b"" if members else read_all(stream)
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
        return
    if members:
        yield from _unpack_each(name, partial(tar_members, name, stream), depth)
    else:
        yield from unpack(name, inner, depth + 1)


def _unpack_what(name: str, read: Callable[[], bytes], depth: int = 0) -> Iterator[Source | Unreadable]:
    """The logs in what `read` returns; what it raises is the file's error."""
    try:
        data = read()
    except (LogError, *DAMAGE) as error:
        yield damaged(name, error)
    else:
        yield from unpack(name, data, depth)


def _unpack_each(
    name: str, members: Callable[[], Iterable[Packed | Unreadable]], depth: int
) -> Iterator[Source | Unreadable]:
    """The logs in the members of a container."""
    for member in _each(name, members):
        if isinstance(member, Unreadable):
            yield member
        else:
            yield from unpack(member.name, member.data, depth + 1)


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
        """The file at the path."""
        if path != self.path:
            self.file.close()
            self.file = open(path, "rb")  # noqa: SIM115  # closed with the next one, or with this object
            self.path = path
        return self.file

    def __enter__(self) -> _LastFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def _read_file(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))  # four times as fast as a file object
    try:
        size = os.fstat(file).st_size
        if size > UNPACKED_LIMIT:
            raise too_large()
        data = os.read(file, size)
        while len(data) < size and (more := os.read(file, size - len(data))):
            data += more
        return data
    finally:
        os.close(file)


def _read_from(last: _LastFile, member: ZipMember) -> bytes:
    return read_zip_member(last.open(member.path), member)


def _rows_of(path: str, first: int, last: int) -> Iterator[Packed]:
    return log_rows(shown(path), open_database(path), first, last)
