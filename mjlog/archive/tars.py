"""Compressed streams, and tar archives.

The standard library's `tarfile` keeps extended headers of any length in memory, follows them recursively, and raises
errors of many kinds for sizes that no archive has; this module reads the few fields that matter.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Iterator
from typing import IO, Final

from mjlog.archive.shard import (
    BZIP2,
    GZIP,
    UNPACKED_LIMIT,
    XZ,
    Large,
    Packed,
    Stream,
    Unreadable,
    is_junk,
    too_large,
)
from mjlog.errors import Fault, LogError
from mjlog.limits import limit

BLOCK: Final = 512
"""Bytes of a header."""
XZ_MEMORY: Final = limit("XZ_MEMORY_BYTES", 512 << 20)
"""Bytes of memory to decompress an xz file, which states its need; its own programs use at most 65 MiB by default."""
HEADER_LIMIT: Final = limit("TAR_HEADER_BYTES", 1 << 20)
"""Bytes of an extended header of a tar archive."""
CHUNK: Final = 1 << 16


FILES, SPARSE = (b"0", b"\0", b"7"), b"S"
WITHOUT_CONTENT: Final = (b"1", b"2", b"3", b"4", b"5", b"6")
"""Links, devices, folders and pipes."""
LONG_NAME: Final = b"L"
EXTENDED: Final = (b"x", b"X")
ABOUT_THE_NEXT: Final = (*EXTENDED, LONG_NAME, b"K", b"g")
"""Headers with an extended header as their content; those of links and of the whole archive are not used."""


def decompressing(head: bytes, file: IO[bytes]) -> io.BufferedIOBase | None:
    """The decompressed stream of a file that begins with `head`; None if it is not compressed."""
    if head.startswith(GZIP):
        return gzip.GzipFile(fileobj=file)
    if head.startswith(BZIP2):
        return bz2.BZ2File(file)
    if head.startswith(XZ):
        return _XzStream(file)
    return None


def _unxz() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)


class _XzStream(io.BufferedIOBase):
    """The unpacked bytes of an xz file of one or more streams; `lzma.LZMAFile` has no limit of memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.unpacker = _unxz()

    def read(self, n: int | None = -1, /) -> bytes:
        """The next `n` bytes, fewer at the end; raises LZMAError or EOFError for a damaged file."""
        if n is None or n < 0:
            raise io.UnsupportedOperation("only a number of bytes is read")
        parts = []
        while n and (part := self._part(n)):
            parts.append(part)
            n -= len(part)
        return b"".join(parts)

    def _part(self, most: int) -> bytes:
        data = b""
        while not data:
            packed = b""
            if self.unpacker.eof:
                packed = self.unpacker.unused_data.lstrip(b"\0")
                while not packed and (more := self.file.read(CHUNK)):
                    packed = more.lstrip(b"\0")  # padding between streams
                if not packed:
                    break
                self.unpacker = _unxz()
            elif self.unpacker.needs_input and not (packed := self.file.read(CHUNK)):
                raise EOFError("the compressed data ends too early")
            data = self.unpacker.decompress(packed, most)
        return data

    def seek(self, offset: int, whence: int = 0, /) -> int:
        """Return to the beginning, the only position allowed."""
        assert (offset, whence) == (0, 0)
        self.unpacker = _unxz()
        return self.file.seek(0)


def is_tar(head: bytes) -> bool:
    """Whether a file that begins with `head`, of at least a block, is a tar archive (POSIX or GNU)."""
    return head[257:262] == b"ustar"


def holds_tar(stream: io.BufferedIOBase) -> bool:
    """Whether a decompressed stream, which is at its beginning, is a tar archive."""
    head = stream.read(BLOCK)
    stream.seek(0)
    return is_tar(head)


class _Tar:
    """A tar archive as a stream of headers, each followed by the content of its member."""

    def __init__(self, stream: Stream, most_bytes: int) -> None:
        self.stream = stream
        self.most_bytes = most_bytes
        self.n_bytes = 0
        self.n_left = 0
        """Bytes of the content that are not yet read."""
        self.n_padding = 0

    def begin(self, n_bytes: int) -> None:
        """The content that follows has this length."""
        self.n_left, self.n_padding = n_bytes, -n_bytes % BLOCK

    def read(self, n: int) -> bytes:
        """The next bytes of the content; none at its end."""
        data = self._read(min(n, self.n_left))
        self.n_left -= len(data)
        if self.n_left and not data:
            raise EOFError("it ends within a member")
        return data

    def content(self, most: int) -> bytes:
        """The content as a whole."""
        if self.n_left > most:
            raise _damage(f"a header of more than {most:,} bytes")
        data = self._read(self.n_left)
        self.n_left -= len(data)
        if self.n_left:
            raise EOFError("it ends within a member")
        return data

    def header(self) -> bytes:
        """The next header, after the rest of the content; empty at the end mark."""
        self.n_left += self.n_padding
        while self.n_left:
            self.read(CHUNK)
        block = self.block()
        if not block.strip(b"\0"):
            return b""
        if _number(block[148:156]) != sum(block) - sum(block[148:156]) + 8 * ord(" "):
            raise _damage("bad checksum of a header")
        self.begin(0 if block[156:157] in WITHOUT_CONTENT else _number(block[124:136]))
        return block

    def block(self) -> bytes:
        """The next block of a header."""
        block = self._read(BLOCK)
        if len(block) < BLOCK:
            raise EOFError("the archive has no end mark; it may be cut short")
        return block

    def _read(self, n: int) -> bytes:
        data = self.stream.read(n)
        self.n_bytes += len(data)
        if self.n_bytes > self.most_bytes:
            raise too_large(self.most_bytes)
        return data


def tar_members(name: str, stream: Stream, most_bytes: int) -> Iterator[Packed | Large | Unreadable]:
    """The files of a tar archive of at most `most_bytes`; use each before the next. Raises at the first damage.

    Links, devices and pipes are left out.
    """
    tar = _Tar(stream, most_bytes)
    fields: dict[bytes, bytes] = {}
    while header := tar.header():
        kind = header[156:157]
        if kind in ABOUT_THE_NEXT:
            content = tar.content(HEADER_LIMIT)
            if kind in EXTENDED:
                fields |= _fields(content)
            elif kind == LONG_NAME:
                fields[b"path"] = content.partition(b"\0")[0]
            continue
        if b"size" in fields:
            tar.begin(_number(fields[b"size"], 10))
        member = _name(header, fields).decode("utf-8", "backslashreplace")
        if kind in FILES and not (is_junk(member) or member.endswith("/")):
            full = f"{name}!{member}"
            if any(key.startswith(b"GNU.sparse") for key in fields):
                yield _sparse(full)
            elif tar.n_left > UNPACKED_LIMIT:
                yield Large(full, tar)
            else:
                yield Packed(full, tar.content(UNPACKED_LIMIT))
        elif kind == SPARSE:
            more = header[482]
            while more:
                more = tar.block()[504]
            yield _sparse(f"{name}!{member}")
        fields = {}


def _name(header: bytes, fields: dict[bytes, bytes]) -> bytes:
    name, prefix = (part.partition(b"\0")[0] for part in (header[:100], header[345:500]))
    return fields.get(b"path", prefix + b"/" + name if prefix and header[257:263] == b"ustar\0" else name)


def _fields(content: bytes) -> dict[bytes, bytes]:
    """The fields of an extended header: records of their length, a blank, and `key=value` (POSIX pax)."""
    fields = {}
    at = 0
    while at < len(content) and content[at]:
        blank = content.find(b" ", at, at + 20)
        n = _number(content[at : max(at, blank)], 10)
        key, equals, value = content[blank + 1 : at + n - 1].partition(b"=")
        if not (n and equals) or at + n > len(content):
            raise _damage("a bad extended header")
        fields[key] = value
        at += n
    return fields


def _number(field: bytes, base: int = 8) -> int:
    """A number in digits, or by a first byte of 128 in binary (GNU)."""
    if field[:1] == b"\x80":
        return int.from_bytes(field[1:], "big")
    digits = field.strip(b" \0")
    try:
        return int(digits, base) if digits.isdigit() else int(b"0" * (not digits))
    except ValueError:
        raise _damage("a bad number in a header") from None


def _sparse(name: str) -> Unreadable:
    return Unreadable(name, LogError(Fault.UNREADABLE_FILE, "a sparse member of a tar archive; pack it without `-S`"))


def _damage(what: str) -> LogError:
    return LogError(Fault.UNREADABLE_FILE, f"the tar archive is damaged: {what}")
