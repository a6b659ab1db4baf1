"""Whether what came back is the log of a game, whole enough to be kept."""

from __future__ import annotations

from typing import Final

from mjlog.archive import Unreadable, unpack
from mjlog.errors import Fault
from mjlog.formats import formats, parse
from mjlog.formats.lists import ListReader

NOT_KEPT: Final = frozenset(
    {Fault.UNKNOWN_FORMAT, Fault.BROKEN_MARKUP, Fault.TRUNCATED, Fault.EMPTY_GAME, Fault.UNREADABLE_FILE}
)
"""Faults of something else than a log, or of a log that did not come whole.

Others are of the log itself: it is kept as the service has it, and an import tells.
"""
SNIPPET: Final = 40
"""Bytes shown of what is no log."""


def checked(game: str, data: bytes, lister: ListReader) -> tuple[bytes, str | None]:
    """The plain bytes of a log, which may come gzipped, and what is wrong with it, if anything.

    Services have been seen to answer with the log of another game (README of phoenix-logs: one in a hundred of 2009).
    """
    items = list(unpack(f"{game}.xml", data))
    if len(items) != 1:
        return data, f"an archive of {len(items)} files, where one log was asked for"
    (item,) = items
    if isinstance(item, Unreadable):
        return data, item.error.message
    if not formats()[lister.format].recognises(item):
        return item.data, f"no log in the format {lister.format}; it begins {item.data[:SNIPPET]!r}"
    parsed = parse([item])
    faults = [error for _, _, error in parsed.failures if error.fault in NOT_KEPT]
    if faults:
        return item.data, f"not a whole log: {faults[0].message} [{faults[0].fault}]"
    if not lister.agrees(game, parsed.games):
        return item.data, "the log of another game: it is of another kind of table than its id says"
    return item.data, None
