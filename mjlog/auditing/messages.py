"""The sentence of a finding in the language in use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mjlog.rules.yaku import BY_KEY
from mjlog.rules.yaku_names import yaku_name
from mjlog.words import language, tr, tr_values, word

_SEAT: Final = re.compile(r"\bseat (\d)\b|席(\d)")


def finding_text(code: str, message: str, expected: str, found: str) -> str:
    """The message of a finding; in Japanese the kind of finding with both values."""
    if language() == "en":
        return message
    return tr("{code}: {expected} by the rules, {found} in the log", code=word(code.replace("-", " ")),
              expected=_both(expected), found=_both(found))  # fmt: skip


def with_names(message: str, names: Sequence[str]) -> str:
    """A message with the names of players for the numbers of seats.

    >>> with_names("seat 2 draws out of turn", ["Aoi", "Botan", "Chika", "Eiji"])
    'Chika draws out of turn'
    """

    def name(seat: re.Match[str]) -> str:
        number = int(seat[1] or seat[2])
        return names[number] if number < len(names) else seat[0]

    return _SEAT.sub(name, message)


def _both(text: str) -> str:
    """The expected or the recorded value of a finding: words, numbers, tiles, and yaku with their han."""
    return tr(text) if tr(text) != text else tr(", ").join(map(_part, text.split(", ")))


def _part(text: str) -> str:
    first, _, rest = text.partition(" ")
    if first in BY_KEY:
        return " ".join(filter(None, (yaku_name(first), _part(rest))))
    return tr_values(text.replace("_", " "))
