"""Tenhou's vocabulary: tags, attributes and codes of its logs, as tables; everything else is derived from them."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Final

import numpy as np

from mjlog.columns import Result
from mjlog.errors import Fault
from mjlog.rules.yaku import YAKU


class Tag(IntEnum):
    """Tags of an mjlog; a draw or discard is a letter with the copy's number, such as `T53`."""

    DRAW_0, DRAW_1, DRAW_2, DRAW_3 = 0, 1, 2, 3
    DISCARD_0, DISCARD_1, DISCARD_2, DISCARD_3 = 4, 5, 6, 7
    GAME = 8
    GAME_END = 9
    SHUFFLE = 10
    GO = 11
    UN = 12
    TAIKYOKU = 13
    BYE = 14
    INIT = 15
    CALL = 16
    REACH = 17
    DORA = 18
    AGARI = 19
    RYUUKYOKU = 20
    UNKNOWN = 21


TAG_NAMES: Final = {
    "mjloggm": Tag.GAME,
    "/mjloggm": Tag.GAME_END,
    "SHUFFLE": Tag.SHUFFLE,
    "GO": Tag.GO,
    "UN": Tag.UN,
    "TAIKYOKU": Tag.TAIKYOKU,
    "BYE": Tag.BYE,
    "INIT": Tag.INIT,
    "N": Tag.CALL,
    "REACH": Tag.REACH,
    "DORA": Tag.DORA,
    "AGARI": Tag.AGARI,
    "RYUUKYOKU": Tag.RYUUKYOKU,
}
DRAW_LETTERS: Final = "TUVW"
DISCARD_LETTERS: Final = "DEFG"


class Attribute(IntEnum):
    """Attributes the decoder reads; others are kept with the header or passed over."""

    WHO, M, SEED, TEN, OYA, STEP, HAI, BA, MACHI, YAKU, YAKUMAN, FROM_WHO, PAO_WHO, SC, OWARI, TYPE, CHIP, SHUFFLE = (
        range(18)
    )
    HAI0, HAI1, HAI2, HAI3 = range(18, 22)
    N0, N1, N2, N3 = range(22, 26)
    DORA_HAI, DORA_HAI_URA = 26, 27
    OTHER = 28


ATTRIBUTE_NAMES: Final = {
    "who": Attribute.WHO,
    "m": Attribute.M,
    "seed": Attribute.SEED,
    "ten": Attribute.TEN,
    "oya": Attribute.OYA,
    "step": Attribute.STEP,
    "hai": Attribute.HAI,
    "ba": Attribute.BA,
    "machi": Attribute.MACHI,
    "yaku": Attribute.YAKU,
    "yakuman": Attribute.YAKUMAN,
    "fromWho": Attribute.FROM_WHO,
    "paoWho": Attribute.PAO_WHO,
    "sc": Attribute.SC,
    "owari": Attribute.OWARI,
    "type": Attribute.TYPE,
    "chip": Attribute.CHIP,
    "shuffle": Attribute.SHUFFLE,
    **{f"hai{seat}": Attribute(Attribute.HAI0 + seat) for seat in range(4)},
    **{f"n{seat}": Attribute(Attribute.N0 + seat) for seat in range(4)},
    "doraHai": Attribute.DORA_HAI,
    "doraHaiUra": Attribute.DORA_HAI_URA,
}


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

DRAW_TYPES: Final = {
    "yao9": Result.KYUUSHU_KYUUHAI,
    "kaze4": Result.SUUFON_RENDA,
    "kan4": Result.SUUKAIKAN,
    "reach4": Result.SUUCHA_RIICHI,
    "ron3": Result.SANCHAHOU,
    "nm": Result.NAGASHI_MANGAN,
}
"""`RYUUKYOKU type`; absent for an exhaustive draw."""

LIMIT_CODES: Final = 6
"""`ten`'s third number is below this: 0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman."""

YAKU_OF_CODE: Final = {code: row for row, yaku in enumerate(YAKU) for code in yaku.tenhou}
"""Row of the yaku table by Tenhou's number."""


class Trouble(IntEnum):
    """What the decoder can object to in a game; compiled code cannot raise and returns one of these."""

    NONE = 0
    UNKNOWN_TAG = 1
    NO_GAME_TYPE = 2
    NOT_IN_KYOKU = 3
    KYOKU_NOT_ENDED = 4
    CUT_SHORT = 5
    BAD_TILE = 6
    BAD_SEAT = 7
    MISSING_ATTRIBUTE = 8
    BAD_LIST = 9
    BAD_CALL = 10
    BAD_YAKU = 11
    BAD_DRAW_TYPE = 12
    BAD_LIMIT = 13
    BAD_KYOKU = 14
    BAD_STEP = 15
    TOO_MANY = 16
    EVENT_AFTER_RESULT = 17
    BAD_NUMBER = 18


TROUBLES: Final = {
    Trouble.UNKNOWN_TAG: (Fault.UNKNOWN_TAG, "this tag is not in Tenhou's vocabulary"),
    Trouble.NO_GAME_TYPE: (Fault.MISSING_VALUE, "a kyoku begins before GO has told the type of the game"),
    Trouble.NOT_IN_KYOKU: (Fault.BAD_ORDER, "this tag stands outside a kyoku (no INIT before it)"),
    Trouble.KYOKU_NOT_ENDED: (Fault.BAD_ORDER, "a new kyoku begins before the last one has a result"),
    Trouble.CUT_SHORT: (Fault.TRUNCATED, "the log ends before the game does"),
    Trouble.BAD_TILE: (Fault.BAD_TILES, "a tile id must be 0-135"),
    Trouble.BAD_SEAT: (Fault.BAD_VALUE, "a seat must be 0-3, and 0-2 with three players"),
    Trouble.MISSING_ATTRIBUTE: (Fault.MISSING_VALUE, "an attribute this tag needs is missing"),
    Trouble.BAD_LIST: (Fault.BAD_VALUE, "a list has the wrong number of entries"),
    Trouble.BAD_CALL: (Fault.UNKNOWN_CODE, "this call code has no meaning"),
    Trouble.BAD_YAKU: (Fault.UNKNOWN_CODE, "a yaku number is not in Tenhou's table"),
    Trouble.BAD_DRAW_TYPE: (Fault.UNKNOWN_CODE, "this kind of draw is not in Tenhou's table"),
    Trouble.BAD_LIMIT: (Fault.UNKNOWN_CODE, "the limit in ten must be 0-5"),
    Trouble.BAD_KYOKU: (Fault.BAD_VALUE, "the kyoku number in seed must be 0-15"),
    Trouble.BAD_STEP: (Fault.BAD_VALUE, "a riichi step must be 1 or 2"),
    Trouble.TOO_MANY: (Fault.BAD_VALUE, "a list is longer than any game allows"),
    Trouble.EVENT_AFTER_RESULT: (Fault.BAD_ORDER, "an event follows the result of the kyoku"),
    Trouble.BAD_NUMBER: (Fault.BAD_VALUE, "a number was expected"),
}
"""Fault and sentence of each trouble."""


def digest(name: str) -> int:
    """The number a name is looked up by in compiled code: its 64-bit FNV-1a digest."""
    value = 0xCBF29CE484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def lookup(
    names: dict[str, int],
) -> tuple[np.ndarray[tuple[int], np.dtype[np.uint64]], np.ndarray[tuple[int], np.dtype[np.int8]]]:
    """Digests and codes of a vocabulary, in its order, for the compiled passes."""
    return np.array([digest(n) for n in names], np.uint64), np.array([int(code) for code in names.values()], np.int8)
