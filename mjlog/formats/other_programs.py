"""Files of programs whose format is not read: how they are recognised, and what to export instead."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = 1 << 16
"""A word of the format must be in this many bytes."""
READ: Final = "Tenhou's XML or JSON, mjai, kobalab's JSON, mjx's states, or a record of Mahjong Soul or Riichi City"
PROGRAMS: Final = {
    rb'"(?:qipai|qijia|kaiju|dapai)"\s*:': (
        "messages of kobalab's programs to one player, not a log; save the log (paipu) of the game instead"
    ),
    rb'"privateObservation"\s*:|"legalActions"\s*:': (
        "one player's view in mjx (an observation); save the states of the game instead"
    ),
    rb'"eventHistory"\s*:': (
        "states of an early mjx, whose form mjlog does not read; write them with a release of mjx, or as Tenhou's XML"
    ),
    rb'"(?:publicObservation|hiddenState)"\s*:': (
        "a part of a state of mjx; save whole states, with the observations of all players"
    ),
    rb'"nested"\s*:\s*\{\s*"lq"|\bpackage\s+lq\s*;': (
        "the description of Mahjong Soul's protocol, not a record; save the record of a game instead"
    ),
    rb'"entries"\s*:\s*\[[\s\S]*?"request"\s*:': (
        "a capture of network traffic (HAR) without a record of Mahjong Soul; open the record while capturing"
    ),
    rb"^\s*(?:[0-9A-Fa-f]{2}[\s:,]?){32}": (
        "bytes as hexadecimal text that are no record of Mahjong Soul; save the whole answer with the record"
    ),
    rb"(?i)^\s*<(?:!doctype\s+html|html)\b": (
        f"an HTML page without a log in it; save the log that the page shows, as {READ}"
    ),
}
"""Messages by what a file of the program contains, the first match counts."""


def program_message(data: bytes) -> str | None:
    """The message about a file of a known program; None for any other file.

    >>> program_message(b'{"kaiju": {"id": 0}}')[:30]
    "messages of kobalab's programs"
    """
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf")
    return next((message for pattern, message in PROGRAMS.items() if re.search(pattern, head)), None)
