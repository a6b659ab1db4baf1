"""Zip archives, read member by member through their central directory.

The standard library's `zipfile` makes an object for every member in every process that opens an archive; this module
reads the directory, which may have millions of members, as a stream.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import IO, Final

from mjlog.archive.shard import ZipMember, is_junk
from mjlog.errors import Fault, LogError

END: Final = struct.Struct("<4s4H2LH")
END_64: Final = struct.Struct("<4sQ2H2L4Q")
LOCATOR_64: Final = struct.Struct("<4sLQL")
ENTRY: Final = struct.Struct("<4s6H3L5H2L")
LOCAL: Final = struct.Struct("<4s5H3L2H")
"""The records of APPNOTE.TXT (PKWARE), sections 4.3.16, 4.3.14, 4.3.15, 4.3.12 and 4.3.7."""

LONGEST_COMMENT: Final = 0xFFFF
LONGEST_ENTRY: Final = ENTRY.size + 3 * 0xFFFF
ENCRYPTED, UTF8_NAME = 0x1, 0x800
STORED, DEFLATED = 0, 8
CHUNK: Final = 1 << 20
IN_EXTRA: Final = 0xFFFFFFFF
"""A field of 32 bits with this value is in the extra field with tag 1 (zip64)."""


def zip_members(path: str, file: IO[bytes], size: int) -> Iterator[ZipMember]:
    """The files of a zip archive in the order of its directory; raises at the first damage."""
    position, end, shift = _directory(file, size)
    n_total = 0
    while position < end:
        file.seek(position)
        block = file.read(min(end - position, max(LONGEST_ENTRY, 1 << 20)))
        at = 0
        while at + ENTRY.size <= len(block):
            magic, _, _, flags, method, _, _, crc, n_stored, n_bytes, n_name, n_extra, n_comment, _, _, _, offset = (
                ENTRY.unpack_from(block, at)
            )
            after = at + ENTRY.size + n_name + n_extra + n_comment
            if magic != b"PK\x01\x02":
                raise _damage("an entry of its directory is invalid")
            if after > len(block):
                break
            names_at = at + ENTRY.size
            name = _name(block[names_at : names_at + n_name], flags)
            extra = block[names_at + n_name : names_at + n_name + n_extra]
            n_bytes, n_stored, offset = _sizes(extra, n_bytes, n_stored, offset)
            n_total += n_stored if n_stored <= size else 0  # a wrong size damages only that member
            if n_total > size:
                raise _damage("its members overlap")
            if not name.endswith("/") and not is_junk(name):
                encrypted = bool(flags & ENCRYPTED)
                yield ZipMember(path, name, shift + offset, method, encrypted, min(n_stored, size), n_bytes, crc)
            at = after
        if at == 0:
            raise _damage("its directory is cut short")
        position += at


def read_zip_member(file: IO[bytes], member: ZipMember) -> bytes:
    """The unpacked bytes of a member."""
    _seek_member(file, member)
    data = file.read(member.n_stored)
    inflater = zlib.decompressobj(wbits=-15)
    if member.method == DEFLATED:
        data = inflater.decompress(data, member.n_bytes + 1)
    if inflater.unused_data or len(data) != member.n_bytes or zlib.crc32(data) != member.crc:
        raise _damage("length or checksum of the member differs")
    return data


def zip_member_chunks(file: IO[bytes], member: ZipMember) -> Iterator[bytes]:
    """The unpacked bytes of a member in chunks; raises after the last one if the member is damaged."""
    _seek_member(file, member)
    inflater = zlib.decompressobj(wbits=-15)
    left, n_bytes, crc = member.n_stored, 0, 0
    rest = b""
    while rest or left:
        packed = rest or file.read(min(left, CHUNK))
        if not packed:
            raise _damage("it ends within the member")
        left -= 0 if rest else len(packed)
        if member.method == DEFLATED:
            data, rest = inflater.decompress(packed, 16 * CHUNK), inflater.unconsumed_tail
        else:
            data = packed
        n_bytes, crc = n_bytes + len(data), zlib.crc32(data, crc)
        yield data
        if inflater.eof and (left or inflater.unused_data):
            break
    if left or inflater.unused_data or n_bytes != member.n_bytes or crc != member.crc:
        raise _damage("length or checksum of the member differs")


def _seek_member(file: IO[bytes], member: ZipMember) -> None:
    """Move to the stored bytes of a member; raises if it cannot be unpacked."""
    if member.encrypted:
        raise LogError(Fault.UNREADABLE_FILE, "the member is encrypted")
    if member.method not in (STORED, DEFLATED):
        methods = "stored (0) and deflated (8) are read"
        raise LogError(Fault.UNREADABLE_FILE, f"zip compression method {member.method}; only {methods}")
    _seek(file, member.offset)
    magic, *_, n_name, n_extra = LOCAL.unpack(file.read(LOCAL.size))
    if magic != b"PK\x03\x04":
        raise _damage("a member is not where the directory says")
    file.seek(member.offset + LOCAL.size + n_name + n_extra)


def _seek(file: IO[bytes], position: int) -> None:
    """Move to a position that the archive states; `seek` itself overflows on some."""
    if position >> 63:
        raise _damage("it refers to a place beyond its end")
    file.seek(position)


def _damage(what: str) -> LogError:
    return LogError(Fault.UNREADABLE_FILE, f"the zip archive is damaged or cut short: {what}")


def _directory(file: IO[bytes], size: int) -> tuple[int, int, int]:
    """Start and end of the central directory, and the number to add to offsets (bytes before the archive)."""
    tail_at = max(0, size - LONGEST_COMMENT - END.size - LOCATOR_64.size)
    file.seek(tail_at)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or at + END.size > len(tail):
        raise _damage("it has no directory")
    *_, n_directory, offset, _ = END.unpack_from(tail, at)
    end = tail_at + at
    locator = at - LOCATOR_64.size
    if locator >= 0 and tail.startswith(b"PK\x06\x07", locator):
        _, _, end, _ = LOCATOR_64.unpack_from(tail, locator)
        _seek(file, end)
        *_, n_directory, offset = END_64.unpack(file.read(END_64.size))
    start = end - n_directory
    if start < 0 or start < offset:
        raise _damage("its directory is not at its stated position")
    return start, end, start - offset


def _sizes(extra: bytes, *values: int) -> Iterator[int]:
    """Sizes and offset of an entry; those too large for 32 bits come from the extra field."""
    at, wide = 0, b""
    while at + 4 <= len(extra):
        tag, n = struct.unpack_from("<2H", extra, at)
        if tag == 1:
            wide = extra[at + 4 : at + 4 + n]
        at += 4 + n
    for value in values:
        if value == IN_EXTRA and len(wide) >= 8:
            yield int.from_bytes(wide[:8], "little")
            wide = wide[8:]
        else:
            yield value


def _name(raw: bytes, flags: int) -> str:
    """A member's name; without the UTF-8 flag it is in the encoding of the packer's system, often Japanese."""
    for encoding in ("utf-8",) if flags & UTF8_NAME else ("utf-8", "cp932"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "backslashreplace")
