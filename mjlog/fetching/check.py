"""Whether an answer is the complete log of the game that was asked for."""

from __future__ import annotations

from typing import Final

from mjlog.archive import Unreadable, unpack
from mjlog.errors import Fault
from mjlog.formats import formats, parse
from mjlog.formats.lists import ListReader

NOT_KEPT: Final = frozenset(
    {Fault.UNKNOWN_FORMAT, Fault.BROKEN_MARKUP, Fault.TRUNCATED, Fault.EMPTY_GAME, Fault.UNREADABLE_FILE}
)
"""Faults of answers that are no log, or an incomplete one.

A log with other faults is kept as the service has it; an import reports them.
"""
SNIPPET: Final = 40
"""Bytes of an answer that is no log, shown in the message."""


def check_log(game: str, data: bytes, reader: ListReader) -> tuple[bytes, str | None]:
    """The unpacked bytes of a log, which may be gzipped, and its flaw, None if it is good.

    Services sometimes answer with the log of another game (README of phoenix-logs: one in a hundred of 2009).
    """
    items = list(unpack(f"{game}.xml", data))
    if len(items) != 1:
        return data, f"an archive of {len(items)} files instead of one log"
    (item,) = items
    if isinstance(item, Unreadable):
        return data, item.error.message
    if not formats()[reader.format].recognises(item):
        return item.data, f"not a log in the format {reader.format}; it begins {item.data[:SNIPPET]!r}"
    parsed = parse([item])
    faults = [error for _, _, error in parsed.failures if error.fault in NOT_KEPT]
    if faults:
        return item.data, f"not a complete log: {faults[0].message} [{faults[0].fault}]"
    if not reader.agrees(game, parsed.games):
        return item.data, "the log of another game: its kind of table differs from that in the id"
    return item.data, None
