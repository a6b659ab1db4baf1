"""Limits of memory and time on what strangers send; `docs/guide/limits.md` lists them."""

from __future__ import annotations

import os
from typing import Final

PREFIX: Final = "MJLOG_"
DEFAULTS: Final[dict[str, int]] = {}
"""Default of every limit that an imported module has declared, by its name."""


def limit(name: str, default: int) -> int:
    """The value of the environment variable `MJLOG_` + `name`, or the default; raises ValueError if it is no number.

    >>> limit("UNPACKED_BYTES", 256 << 20)
    268435456
    """
    DEFAULTS[name] = default
    text = os.environ.get(PREFIX + name, str(default))
    if not text.isdecimal() or int(text) == 0:
        raise ValueError(f"the environment variable {PREFIX}{name} is {text!r}, expected a whole number from 1")
    return int(text)
