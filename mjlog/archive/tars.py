"""Compressed streams, and tar archives."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Iterator
from typing import IO, Final, cast

from mjlog.archive.shard import BZIP2, GZIP, UNPACKED_LIMIT, XZ, Large, Packed, Stream, is_junk, shown

BLOCK: Final = 512
"""Bytes of a header."""


def decompressing(head: bytes, file: IO[bytes]) -> io.BufferedIOBase | None:
    """The decompressed stream of a file that begins with `head`; None if it is not compressed."""
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
    """Whether a decompressed stream, which is at its beginning, is a tar archive."""
    head = stream.read(BLOCK)
    stream.seek(0)
    return is_tar(head)


class _EndTracker:
    """A stream that records whether somebody has read beyond its end."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.exhausted = False

    def read(self, n: int) -> bytes:
        """The next bytes; none at the end."""
        data = self.stream.read(n)
        self.exhausted = self.exhausted or not data
        return data


def tar_members(name: str, stream: Stream) -> Iterator[Packed | Large]:
    """The files of a tar archive in their order; use each before the next. Raises at the first damage."""
    tracker = _EndTracker(stream)
    file = cast("IO[bytes]", tracker)
    with tarfile.open(fileobj=file, mode="r|", errors="surrogateescape", encoding="utf-8") as archive:
        while (member := archive.next()) is not None:
            archive.members = []  # type: ignore[attr-defined]  # not in the stubs; it would keep all headers
            if not member.isfile() or is_junk(member.name):
                continue
            name_of_member = f"{name}!{shown(member.name)}"
            content = archive.extractfile(member)
            assert content is not None, "a regular file has content"
            if member.size > UNPACKED_LIMIT:
                yield Large(name_of_member, content)
                continue
            data = content.read()
            if len(data) < member.size:
                raise EOFError(f"it ends within {shown(member.name)}")
            yield Packed(name_of_member, data)
    if tracker.exhausted:  # `tarfile` raises nothing when an archive ends within a header
        raise EOFError("the archive has no end mark; it may be cut short")
