"""The language of all words that players read: English, or Japanese by the catalogue `ja.toml`.

Code and data sets contain English texts only. A text is translated when it is shown, so that one answer can be shown
in both languages. A text without a translation stays English. Names, mpsz, errors and `--help` are never translated.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, get_args

from mjlog.seats import WINDS, wind_of_round

Language = Literal["en", "ja"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
NAMES: Final[dict[Language, str]] = {"en": "English", "ja": "日本語"}
"""The languages in their own words."""
VARIABLE: Final = "MJLOG_LANGUAGE"
"""The environment variable with the language of the process, until `language` changes it."""

_process: Language | None = None
_block: ContextVar[Language | None] = ContextVar("language", default=None)


def language(code: Language | None = None) -> Language:
    """The language in use; with `code`, that language from now on.

    Raises ValueError for a language that is not one of `LANGUAGES`.
    """
    global _process
    if code is not None:
        _process = _known(code)
    return _block.get() or _process or _known(os.environ.get(VARIABLE) or "en")


@contextmanager
def in_language(code: Language) -> Iterator[None]:
    """Use a language in a `with` block; other threads and tasks keep theirs."""
    token = _block.set(_known(code))
    try:
        yield
    finally:
        _block.reset(token)


def _known(code: str) -> Language:
    for each in LANGUAGES:
        if each == code:
            return each
    raise ValueError(f"no language {code!r}; the languages are {', '.join(LANGUAGES)}")


def tr(text: str, **values: Any) -> str:
    """An English text in the language in use, with the values of its fields.

    >>> with in_language("ja"):
    ...     tr("No {unit}.", unit=tr("wins"))
    '和了はありません。'
    """
    if language() == "ja":
        text = catalogue().get(text, text)
    return text.format(**values) if values else text


def tr_values(text: str) -> str:
    """An English text that contains numbers or tiles; the catalogue has it with `{}` for each of them.

    >>> with in_language("ja"):
    ...     tr_values("at least 1,000 points")
    '1,000点以上'
    """
    values, pattern = VALUE.findall(text), VALUE.sub("{}", text)
    return tr(text) if tr(pattern) == pattern else tr(pattern).format(*values)


VALUE: Final = re.compile(r"[+-]?\d[\w,.:+-]*")
"""A number or tiles, which are the same in all languages."""


def word(code: object) -> str:
    """A word of a data set, such as `exhaustive_draw`, as players read it."""
    return tr(str(code).replace("_", " "))


def counted(n: int, noun: str) -> str:
    """A number and a noun, given in the singular.

    >>> counted(1, "game"), counted(1_200, "game")
    ('1 game', '1,200 games')
    """
    if language() == "en":
        return f"{n:,} {noun}{'s' * (n != 1)}"
    return f"{n:,}{tr(noun)}"


def day_text(day: date) -> str:
    """A date; as `2019-07-03` in English."""
    return f"{day:{tr('%Y-%m-%d')}}"


def span_text(first: str, last: str | None = None) -> str:
    """From one value to another; a single value stays as it is."""
    return first if last is None else tr("{first} to {last}", first=first, last=last)


def kyoku_text(wind: int, number: int, honba: int) -> str:
    """Round, number and honba, such as `S3-1`; `wind` counts the rounds from 0."""
    return tr("{wind}{number}-{honba}", wind=tr(WINDS[wind_of_round(wind)]), number=number, honba=honba)


def percent_text(number: str) -> str:
    """A number with a percent sign.

    >>> percent_text("21.2")
    '21.2 %'
    """
    return tr("{number} %", number=number)


def room_text(room: str) -> str:
    """A room of the column `room`, which is in the service's own word.

    >>> room_text("鳳"), room_text("a club")
    ('houou', 'a club')
    """
    return ROOMS.get(room, {}).get(language(), room)


ROOMS: Final[dict[str, dict[Language, str]]] = {
    "般": {"en": "ippan", "ja": "一般卓"},
    "上": {"en": "joukyuu", "ja": "上級卓"},
    "特": {"en": "tokujou", "ja": "特上卓"},
    "鳳": {"en": "houou", "ja": "鳳凰卓"},
    "銅の間": {"en": "Bronze"},
    "銀の間": {"en": "Silver"},
    "金の間": {"en": "Gold"},
    "玉の間": {"en": "Jade"},
    "王座の間": {"en": "Throne"},
    "友人戦": {"en": "Friend Room"},
    "大会戦": {"en": "Tournament"},
}
"""The words for rooms that are not the services' own."""


@cache
def catalogue() -> dict[str, str]:
    """English text → Japanese text."""
    sections = tomllib.loads(files(__name__).joinpath("ja.toml").read_text(encoding="utf-8"))
    return {english: japanese for section in sections.values() for english, japanese in section.items()}
