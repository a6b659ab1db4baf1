"""Shards of an archive, the pieces they consist of, and the sources read from them; with the limits on their size."""

from __future__ import annotations

import lzma
import os
import re
import sqlite3
import struct
import zlib
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from mjlog.errors import Fault, LogError
from mjlog.limits import limit

UNPACKED_LIMIT: Final = limit("UNPACKED_BYTES", 256 << 20)
"""Unpacked bytes of one file or member; a larger one is no log, but may be a container of logs."""
MOST_EXPANSION: Final = limit("EXPANSION", 200)
"""Largest ratio of unpacked to stored bytes of a container; logs compress to a fifth, at best to a fiftieth."""
ALWAYS_ALLOWED: Final = limit("ALWAYS_ALLOWED_BYTES", 1 << 30)
"""Unpacked bytes allowed for a container of any size."""
ITEM_BYTES: Final = 256
"""Bytes that each file counts in addition to its content, against the limit of unpacked bytes."""

JUNK: Final = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini", "$RECYCLE.BIN", "System Volume Information"})
"""Files and folders that operating systems leave in folders and archives."""
_OF_DATABASE: Final = re.compile(r"\.(?:db3?|sqlite3?)-(?:wal|shm|journal)$")
"""The files that SQLite keeps next to a database."""

GZIP: Final = b"\x1f\x8b"
BZIP2: Final = b"BZh"
XZ: Final = b"\xfd7zXZ\x00"
ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
SQLITE: Final = b"SQLite format 3\x00"

UNSUPPORTED: Final = {b"7z\xbc\xaf\x27\x1c": "7-Zip", b"Rar!\x1a\x07": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard"}
"""First bytes and names of containers that are not read."""

DAMAGE: Final = (OSError, EOFError, zlib.error, lzma.LZMAError, struct.error, sqlite3.Error, UnicodeDecodeError)
"""Errors that the standard library raises for damaged containers; the last for a message of SQLite in no encoding."""


class Stream(Protocol):
    """Bytes that are read in order."""

    def read(self, n: int, /) -> bytes:
        """At most `n` of the next bytes; none at the end."""


class Source(NamedTuple):
    """A file or archive member: its name as shown to users, and its decompressed bytes."""

    name: str
    data: bytes


class Unreadable(NamedTuple):
    """A file or archive member that cannot be read, or a container that is cut short."""

    name: str
    error: LogError


class WholeFile(NamedTuple):
    """A file, by its path."""

    path: str


class RemoteFile(NamedTuple):
    """A file that the reading process downloads."""

    url: str


class Packed(NamedTuple):
    """The stored bytes of a file or member, not yet unpacked."""

    name: str
    data: bytes


class ZipMember(NamedTuple):
    """A member of a zip archive, as its central directory describes it."""

    path: str
    name: str
    offset: int
    """Of the local header, in bytes."""
    method: int
    encrypted: bool
    n_stored: int
    n_bytes: int
    crc: int


class LogRows(NamedTuple):
    """Rows of a table in a database of logs, by row numbers or ids."""

    path: str
    table: str
    first: int | str | None
    """The first row that is read; None to read from the beginning."""
    after: int | str | None
    """The first row that is not read; None to read to the end."""


class Large(NamedTuple):
    """A member too large for memory, while the stream of its archive is at its first byte."""

    name: str
    stream: Stream


Piece = WholeFile | RemoteFile | Packed | ZipMember | LogRows | Unreadable


class Shard(NamedTuple):
    """A part of an archive, small enough to be read at once."""

    pieces: tuple[Piece, ...]
    n_stored: int
    """Stored bytes of the pieces."""


def name_of(piece: Piece) -> str:
    """The name of a piece as shown to users."""
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
    r"""A path as text that can be stored: bytes that are not UTF-8 are written as `\xff`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def is_junk(name: str) -> bool:
    """Whether a file, folder or path of a member is hidden, left by an operating system, or a part of a database."""
    if "/" not in name:
        return (
            name in JUNK or _OF_DATABASE.search(name) is not None or (name.startswith(".") and name not in {".", ".."})
        )
    return any(map(is_junk, name.split("/")))


def damaged(name: str, error: BaseException) -> Unreadable:
    """The result for a file of which reading raised an error."""
    if isinstance(error, LogError):
        return Unreadable(name, error)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error) or "it ends too early"
    return Unreadable(name, LogError(Fault.UNREADABLE_FILE, f"cannot be read: {reason}"))


def too_large(limit: int | None = None) -> LogError:
    """The error for unpacked bytes beyond a limit, by default that of a single log."""
    if limit is None:
        reason = f"more than {UNPACKED_LIMIT >> 20} MiB unpacked and not a container; no single log is that large"
    else:
        reason = f"unpacks to more than {limit / (1 << 30):.3g} GiB, far more than logs of its size; perhaps a zip bomb"
    return LogError(Fault.UNREADABLE_FILE, reason)


def unpacked_limit(n_stored: int) -> int:
    """Most unpacked bytes of a file of `n_stored` bytes."""
    return max(ALWAYS_ALLOWED, MOST_EXPANSION * n_stored)


def read_all(stream: Stream) -> bytes:
    """The rest of a stream; raises if it is larger than a log."""
    data = stream.read(UNPACKED_LIMIT + 1)
    if len(data) > UNPACKED_LIMIT:
        raise too_large()
    return data
