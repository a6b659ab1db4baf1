"""Errors with a fault (`Fault`), a place (`Where`), and the text that shows the fault."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from unicodedata import category


class Fault(StrEnum):
    """Faults of an input; the value is the code shown to users and stored in the table `failures`."""

    UNREADABLE_FILE = "unreadable-file"
    """The bytes could not be read: missing file, damaged archive or compression."""
    READER_FAILED = "reader-failed"
    """The reader crashed on the file: a bug of this package, or too little memory."""
    UNKNOWN_FORMAT = "unknown-format"
    """No parser recognises the bytes."""
    BROKEN_MARKUP = "broken-markup"
    """The text is not well-formed in its own syntax (XML, JSON)."""
    TRUNCATED = "truncated"
    """The log stops in mid-game; complete kyoku are kept."""
    EMPTY_GAME = "empty-game"
    """A game without one complete kyoku."""
    UNKNOWN_TAG = "unknown-tag"
    """A tag (or event name) the format does not know."""
    UNKNOWN_CODE = "unknown-code"
    """A vendor code (yaku, call, draw, option) outside its table."""
    BAD_VALUE = "bad-value"
    """A value outside its range or of the wrong shape."""
    MISSING_VALUE = "missing-value"
    """A required attribute or field is absent."""
    BAD_ORDER = "bad-order"
    """A record in a place where the format does not allow it."""
    BAD_TILES = "bad-tiles"
    """Tiles that do not exist, or that are used where they cannot be."""
    BAD_HAND = "bad-hand"
    """A hand, or the circumstances of a win, that contradict themselves."""
    BAD_RULES = "bad-rules"
    """Rule options that contradict each other or do not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """A place in an input; unknown parts are None."""

    source: str | None = None
    """File name, with `!` and the member of an archive, and `#` and the index of the game in the file."""
    kyoku: int | None = None
    """Place of the kyoku in its game, from 0."""
    event: int | None = None
    """Place of the event in its kyoku, from 0."""
    offset: int | None = None
    """Byte offset in the (decompressed) file."""

    def __str__(self) -> str:
        parts = [
            self.source or "",
            *(f"{k} {v}" for k in ("kyoku", "event", "offset") if (v := getattr(self, k)) is not None),
        ]
        return ", ".join(p for p in parts if p)


class LogError(ValueError):
    """Bad input: a fault, a sentence with the expected value, the offending text, and the place.

    Low-level code raises it without a place; its callers add one with `at`.
    """

    def __init__(self, fault: Fault, message: str, raw: str | None = None, where: Where | None = None) -> None:
        super().__init__(fault, message, raw, where)
        self.fault = fault
        self.message = message
        self.raw = raw
        self.where = where or Where()

    def at(self, **place: str | int | None) -> LogError:
        """The same error, with the unknown parts of its place filled in.

        >>> str(LogError(Fault.BAD_VALUE, "kyoku 99 is not in 0-15").at(source="a.xml", kyoku=3))
        'a.xml, kyoku 3: kyoku 99 is not in 0-15 [bad-value]'
        """
        missing = {k: v for k, v in place.items() if getattr(self.where, k) is None}
        return LogError(self.fault, self.message, self.raw, replace(self.where, **missing))  # type: ignore[arg-type]  # a dict of mixed places

    def __str__(self) -> str:
        where = str(self.where)
        raw = f" in {self.raw!r}" if self.raw else ""
        return printable(f"{where + ': ' if where else ''}{self.message}{raw} [{self.fault}]")


def printable(text: str, keep: str = "") -> str:
    r"""The text, with escapes in place of characters that control a terminal or the direction of writing.

    Blanks of all widths stay, and those in `keep`.

    >>> printable("a\x1b[31m\u202eb\nc\u3000d")
    'a\\x1b[31m\\u202eb\\nc\u3000d'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep or category(c) == "Zs" else repr(c)[1:-1] for c in text)
