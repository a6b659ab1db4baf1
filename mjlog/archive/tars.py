"""Compressed streams, and tar archives in them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Iterator
from typing import IO, Final, cast

from mjlog.archive.pieces import BZIP2, GZIP, UNPACKED_LIMIT, XZ, Large, Packed, Stream, is_junk, shown

BLOCK: Final = 512
"""Bytes of a header."""


def decompressing(head: bytes, file: IO[bytes]) -> io.BufferedIOBase | None:
    """The decompressed stream of a file that begins with `head`, or None if it is not compressed."""
    if head.startswith(GZIP):
        return gzip.GzipFile(fileobj=file)
    if head.startswith(BZIP2):
        return bz2.BZ2File(file)
    if head.startswith(XZ):
        return lzma.LZMAFile(file)
    return None


def is_tar(head: bytes) -> bool:
    """Whether a file that begins with `head`, of at least a block, is a tar archive (POSIX or GNU)."""
    return head[257:262] == b"ustar"


def holds_tar(stream: io.BufferedIOBase) -> bool:
    """Whether a decompressed stream is a tar archive; it stands at its beginning before and after."""
    head = stream.read(BLOCK)
    stream.seek(0)
    return is_tar(head)


class _Watched:
    """A stream that knows whether more was asked of it than it has."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.exhausted = False

    def read(self, n: int) -> bytes:
        """The next bytes."""
        data = self.stream.read(n)
        self.exhausted = self.exhausted or not data
        return data


def tar_members(name: str, stream: Stream) -> Iterator[Packed | Large]:
    """The files of a tar archive in its order, as stored, to be used one by one; raises where it is damaged."""
    watched = _Watched(stream)
    file = cast("IO[bytes]", watched)
    with tarfile.open(fileobj=file, mode="r|", errors="surrogateescape", encoding="utf-8") as archive:
        while (member := archive.next()) is not None:
            archive.members = []  # type: ignore[attr-defined]  # not in the stubs; it would keep every header
            if not member.isfile() or is_junk(member.name):
                continue
            place = f"{name}!{shown(member.name)}"
            content = archive.extractfile(member)
            assert content is not None, "a regular file has content"
            if member.size > UNPACKED_LIMIT:
                yield Large(place, content)
                continue
            data = content.read()
            if len(data) < member.size:
                raise EOFError(f"it ends within {shown(member.name)}")
            yield Packed(place, data)
    if watched.exhausted:  # `tarfile` says nothing when an archive ends within a header
        raise EOFError("the archive has no end mark; it may be cut short")
