"""Vocabulary of Tenhou's XML: tags, attributes and codes as tables, from which everything else is derived."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

import numpy as np

from mjlog.errors import Fault
from mjlog.games.columns import Ints, Result
from mjlog.rules.yaku import NUMBER
from parsers.tenhou.vocab import YAKU_CODES


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
    """Attributes that the decoder reads; others are kept with the header or skipped."""

    WHO, M, SEED, TEN, OYA, STEP, HAI, BA, MACHI, YAKU, YAKUMAN, FROM_WHO, PAO_WHO, SC, OWARI, TYPE, CHIP, SHUFFLE = (
        range(18)
    )
    HAI0, HAI1, HAI2, HAI3 = range(18, 22)
    N0, N1, N2, N3 = range(22, 26)
    DORA_HAI, DORA_HAI_URA = 26, 27
    LOBBY, DAN, RATE, SX = range(28, 32)
    OTHER = 32


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
    "lobby": Attribute.LOBBY,
    "dan": Attribute.DAN,
    "rate": Attribute.RATE,
    "sx": Attribute.SX,
}


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

YAKU_OF_CODE: Final = {code: NUMBER[key] for key, codes in YAKU_CODES.items() for code in codes}
"""Row of the yaku table by Tenhou's number."""


class Trouble(IntEnum):
    """The errors of the decoder; compiled code cannot raise and returns one of these."""

    NONE = 0
    UNKNOWN_TAG = 1
    NO_GAME_TYPE = 2
    SECOND_HEADER = 3
    NOT_IN_KYOKU = 4
    KYOKU_NOT_ENDED = 5
    AFTER_RESULT = 6
    AFTER_LAST_RESULT = 7
    CUT_SHORT = 8
    TWICE = 9
    MISSING_ATTRIBUTE = 10
    BAD_NUMBER = 11
    BAD_LIST = 12
    BAD_SEAT = 13
    BAD_TILE = 14
    BAD_KYOKU = 15
    BAD_STEP = 16
    BAD_CALL = 17
    BAD_YAKU = 18
    BAD_LIMIT = 19
    BAD_DRAW_TYPE = 20
    WRONG_POINTS = 21
    WRONG_DEALER = 22


TROUBLES: Final = {
    Trouble.UNKNOWN_TAG: (Fault.UNKNOWN_TAG, "this tag is not in Tenhou's vocabulary"),
    Trouble.NO_GAME_TYPE: (Fault.MISSING_VALUE, "a kyoku begins before the type of the game (GO)"),
    Trouble.SECOND_HEADER: (Fault.BAD_ORDER, "this tag must occur once, before the first kyoku"),
    Trouble.NOT_IN_KYOKU: (Fault.BAD_ORDER, "this tag is outside a kyoku (no INIT before it)"),
    Trouble.KYOKU_NOT_ENDED: (Fault.BAD_ORDER, "a new kyoku begins before the last one has a result"),
    Trouble.AFTER_RESULT: (Fault.BAD_ORDER, "this tag follows the result of the kyoku"),
    Trouble.AFTER_LAST_RESULT: (Fault.BAD_ORDER, "a new kyoku begins after the final result of the game"),
    Trouble.CUT_SHORT: (Fault.TRUNCATED, "the log ends before the game does"),
    Trouble.TWICE: (Fault.BROKEN_MARKUP, "an attribute occurs twice in a tag, with different values"),
    Trouble.MISSING_ATTRIBUTE: (Fault.MISSING_VALUE, "a required attribute of this tag is missing"),
    Trouble.BAD_NUMBER: (Fault.BAD_VALUE, "a number is missing, not a number, or too large"),
    Trouble.BAD_LIST: (Fault.BAD_VALUE, "a list has the wrong number of entries"),
    Trouble.BAD_SEAT: (Fault.BAD_VALUE, "a seat must be 0-3, and 0-2 with three players"),
    Trouble.BAD_TILE: (Fault.BAD_TILES, "a tile id must be 0-135"),
    Trouble.BAD_KYOKU: (Fault.BAD_VALUE, "the kyoku number in seed must be 0-31"),
    Trouble.BAD_STEP: (Fault.BAD_VALUE, "a riichi step must be 1 or 2"),
    Trouble.BAD_CALL: (Fault.UNKNOWN_CODE, "this call code has no meaning"),
    Trouble.BAD_YAKU: (Fault.UNKNOWN_CODE, "a yaku number is not in Tenhou's table"),
    Trouble.BAD_LIMIT: (Fault.UNKNOWN_CODE, "the limit in ten must be 0-5"),
    Trouble.WRONG_POINTS: (Fault.BAD_VALUE, "ten of REACH must be the points at the start without the sticks paid"),
    Trouble.WRONG_DEALER: (Fault.BAD_VALUE, "the dealer of the first kyoku is not the one that TAIKYOKU names"),
    Trouble.BAD_DRAW_TYPE: (Fault.UNKNOWN_CODE, "this kind of draw is not in Tenhou's table"),
}
"""Fault and sentence of each trouble."""
WITHOUT_END: Final = Trouble.WRONG_POINTS
"""From this one on, a trouble does not end the game: the value contradicts others of the log and has no column."""


DIGEST_FACTOR: Final = 257
DIGEST_MASK: Final = 2**54 - 1
"""Factor times digest fits into 64 signed bits, with and without compilation."""
LARGEST_NUMBER: Final = 2**31 - 1
"""Larger numbers are not read as numbers."""


def digest(name: str) -> int:
    """The number of a short text in compiled code.

    >>> digest("m")
    109
    """
    value = 0
    for byte in name.encode():
        value = (value * DIGEST_FACTOR + byte) & DIGEST_MASK
    return value


def lookup(names: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Digests (int64) and codes (int8) of a vocabulary, in its order."""
    return np.array([digest(n) for n in names], np.int64), np.array([int(code) for code in names.values()], np.int8)
