"""Texts that a spreadsheet would take for formulas.

Excel and its kin compute a cell that begins with one of a few characters, also in a CSV file, and a formula can start
programs. An apostrophe before it makes it text. Parquet and JSON hold every text as it is.
"""

from __future__ import annotations

from typing import Final

from mjlog.errors import printable

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""First characters of a formula."""


def as_text(value: object) -> object:
    """A cell that is no formula, and has no characters that end a line in some programs.

    >>> as_text("=1+1"), as_text("Kaede"), as_text(-5)
    ("'=1+1", 'Kaede', -5)
    """
    if not isinstance(value, str):
        return value
    return "'" * value.startswith(FORMULA) + printable(value, "\n")
