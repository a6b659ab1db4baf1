"""Tenhou's vocabulary that both of its formats use."""

from __future__ import annotations

from enum import IntFlag
from typing import Final


class GameType(IntFlag):
    """Bits of `GO type` (names of Tenhou's own script; `FAST` is the bit 速, `HIGH` and `SPECIAL` make the room)."""

    HUMANS = 0x0001
    NO_RED = 0x0002
    NO_KUITAN = 0x0004
    HANCHAN = 0x0008
    SANMA = 0x0010
    SPECIAL = 0x0020
    FAST = 0x0040
    HIGH = 0x0080
    DARK = 0x0100
    CHIPS = 0x0200
    PARLOUR = 0x0400
    SKILL = 0x0800
    LIGHT_SPEED = 0x1000


ROOMS: Final = "般上特鳳若銀琥孔技技技技"
"""Room by number: four ranked rooms, four parlour rooms, skill match."""
