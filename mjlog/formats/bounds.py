"""Bounds on a file: how deep its JSON is nested, and how many of its failures are reported."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final

import orjson

from mjlog.errors import Fault, LogError, printable
from mjlog.limits import limit

MOST_DEPTH: Final = limit("JSON_DEPTH", 64)
"""Lists and objects around a value; no log known has more than twelve."""
MOST_CHARACTERS: Final = limit("MESSAGE_CHARACTERS", 500)
"""Characters of a message, and of the text that shows a fault; the rest is left out."""
MOST_FAILURES: Final = limit("FAILURES", 1_000)
"""Failures of one file that are reported one by one."""

TOO_DEEP: Final = LogError(Fault.BAD_VALUE, f"lists and objects are nested more than {MOST_DEPTH} deep")
_TEXT: Final = re.compile(rb'"(?:[^"\\]|\\.?)*+"?', re.DOTALL)
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))

Failure = tuple[int, str | None, LogError]
"""Place of the source in the batch, id of the game where that is known, and the error."""


def too_deep(data: bytes) -> bool:
    """Whether lists and objects of JSON are nested deeper than `MOST_DEPTH`.

    >>> too_deep(b"[" * 64 + b"]" * 64), too_deep(b"[" * 65 + b"]" * 65), too_deep(b'["]"' * 65 + b"]" * 65)
    (False, True, True)
    """
    if data.find(b"[") < 0 and data.find(b"{") < 0:
        return False
    rest = _peeled(data.translate(None, _NOT_BRACKETS))
    if rest and not _nested(rest):  # brackets in texts hide pairs
        rest = _peeled(_TEXT.sub(b"", data).translate(None, _NOT_BRACKETS))
    return _nested(rest)


def _peeled(brackets: bytes) -> bytes:
    """Brackets without `MOST_DEPTH` layers of pairs."""
    for _ in range(MOST_DEPTH):
        outer = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if len(outer) == len(brackets):
            break
        brackets = outer
    return brackets


def _nested(brackets: bytes) -> bool:
    return b"[]" in brackets or b"{}" in brackets


def value_at(text: str, position: int) -> tuple[Any, int]:
    """The JSON value that begins at a position of a text, and its end; raises LogError."""
    try:
        end = JSONDecoder().raw_decode(text, position)[1]
        raw = text[position:end].encode("utf-8", "replace")
        if not too_deep(raw):
            return orjson.loads(raw), end
    except JSONDecodeError as error:  # that of orjson too
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        message = "the text ends within its JSON" if cut else f"the JSON is broken: {error.msg}"
        raise LogError(Fault.TRUNCATED if cut else Fault.BROKEN_MARKUP, message) from None
    except RecursionError:
        pass
    raise TOO_DEEP


def capped(failures: Iterable[Failure]) -> Iterator[Failure]:
    """The first failures of each source, in one short line each, and one that counts the others."""
    n_of_source: Counter[int] = Counter()
    last: dict[int, LogError] = {}
    for place, game, error in failures:
        n_of_source[place] += 1
        if n_of_source[place] <= MOST_FAILURES:
            yield place, game, _one_line(error)
        last[place] = error
    for place, n in n_of_source.items():
        if n > MOST_FAILURES:
            source = (last[place].where.source or "").rpartition("#")[0] or last[place].where.source
            yield place, None, LogError(last[place].fault, f"{n - MOST_FAILURES:,} more failures").at(source=source)


def _one_line(error: LogError) -> LogError:
    """The error with escapes in place of line breaks and characters that control a terminal, cut after some."""
    message, raw = printable(error.message[:MOST_CHARACTERS]), error.raw and error.raw[:MOST_CHARACTERS]
    return error if (message, raw) == (error.message, error.raw) else LogError(error.fault, message, raw, error.where)
