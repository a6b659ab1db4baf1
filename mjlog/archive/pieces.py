"""What archives are cut into, and what comes out of the cuts."""

from __future__ import annotations

import io
import lzma
import os
import sqlite3
import struct
import tarfile
import zlib
from pathlib import Path
from typing import IO, Final, NamedTuple

from mjlog.errors import Fault, LogError

UNPACKED_LIMIT: Final = 256 << 20
"""Bytes one file or member may have when unpacked; what is larger is no log, but may be a container of logs."""
EXPANSION: Final = 200
"""How many times its stored size a container may unpack to; logs compress to a fifth, at best to a fiftieth."""
UNSUSPECTED: Final = 1 << 30
"""Bytes that may be unpacked from however little."""
ITEM_BYTES: Final = 256
"""What a file counts for, however little is in it, against the limit of what may be unpacked."""

JUNK: Final = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN", "System Volume Information"})
"""Names operating systems leave in folders and archives."""

GZIP: Final = b"\x1f\x8b"
BZIP2: Final = b"BZh"
XZ: Final = b"\xfd7zXZ\x00"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
SQLITE: Final = b"SQLite format 3\x00"

NOT_UNPACKED: Final = {b"7z\xbc\xaf\x27\x1c": "7-Zip", b"Rar!\x1a\x07": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard"}
"""Containers that are known, but not read."""

DAMAGE: Final = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, struct.error, sqlite3.Error)
"""What the readers of the standard library raise on damaged containers."""

Stream = IO[bytes] | io.BufferedIOBase


class Source(NamedTuple):
    """One file or archive member: its name as shown to users, and its decompressed bytes."""

    name: str
    data: bytes


class Unreadable(NamedTuple):
    """One file or archive member that cannot be read, or a container that breaks off."""

    name: str
    error: LogError


class WholeFile(NamedTuple):
    """A file, by place."""

    path: str


class RemoteFile(NamedTuple):
    """A file that is fetched where it is read."""

    url: str


class Packed(NamedTuple):
    """A file or member as stored, by value."""

    name: str
    data: bytes


class ZipMember(NamedTuple):
    """A member of a zip archive, as its central directory describes it."""

    path: str
    name: str
    offset: int
    """Of its local header."""
    method: int
    encrypted: bool
    n_stored: int
    n_bytes: int
    crc: int


class LogRows(NamedTuple):
    """Rows of a database of logs, by the first and the last row number."""

    path: str
    first: int
    last: int


class Large(NamedTuple):
    """A member beyond the limit for what is held, while its archive stands where it begins."""

    name: str
    stream: Stream


Piece = WholeFile | RemoteFile | Packed | ZipMember | LogRows | Unreadable


class Shard(NamedTuple):
    """A cut of an archive, small enough to be read as one."""

    pieces: tuple[Piece, ...]
    n_stored: int
    """Bytes of the archive it stands for."""


def name_of(piece: Piece) -> str:
    """A piece as shown to users."""
    match piece:
        case Unreadable(name) | Packed(name):
            return name
        case ZipMember(path, name):
            return f"{shown(path)}!{name}"
        case WholeFile(path) | LogRows(path):
            return shown(path)
        case RemoteFile(url):
            return url


def shown(path: str | Path) -> str:
    r"""A path as text that can be stored: bytes that are no UTF-8 are written as `\xff`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def is_junk(name: str) -> bool:
    """Whether a file or folder, or a member given by its path in an archive, is hidden or left by a system."""
    if "/" not in name:
        return name in JUNK or (name.startswith(".") and name not in {".", ".."})
    return any(map(is_junk, name.split("/")))


def damaged(name: str, error: BaseException) -> Unreadable:
    """What is known of a file when reading it raised an error."""
    if isinstance(error, LogError):
        return Unreadable(name, error)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or "it ends too early"
    return Unreadable(name, LogError(Fault.UNREADABLE_FILE, f"cannot be read: {reason}"))


def too_large(limit: int | None = None) -> LogError:
    """The error for what is beyond the limit, by default that of a single log."""
    if limit is None:
        what = f"more than {UNPACKED_LIMIT >> 20} MiB unpacked, and no container; no single log is that large"
    else:
        what = f"unpacks to more than {limit / (1 << 30):.3g} GiB, far more than logs of its size do; it may be a bomb"
    return LogError(Fault.UNREADABLE_FILE, what)


def most_unpacked(n_stored: int) -> int:
    """Bytes that a file of `n_stored` bytes may unpack to."""
    return max(UNSUSPECTED, EXPANSION * n_stored)


def read_all(stream: Stream) -> bytes:
    """All of a stream, up to the limit."""
    data = stream.read(UNPACKED_LIMIT + 1)
    if len(data) > UNPACKED_LIMIT:
        raise too_large()
    return data
