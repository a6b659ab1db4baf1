"""The codes of Riichi City: tiles, events, actions, ends of kyoku, yaku, tables.

Sources, found in public repositories: lists of the client's enumerations (events, actions, ends, yaku, rooms), typed
models of whole records by two authors, a statistics bot, a converter to Tenhou's JSON, the loader of InjusticeJudge and
the bridges of Akagi, which read the same messages from the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from mjlog.games.columns import Result
from mjlog.rules.ruleset import Length
from mjlog.rules.yaku import BY_KEY
from mjlog.tiles import NAMES

PLATFORM: Final = "riichi-city"

_RED: Final = 0x100
_SUIT: Final = {"p": 0x00, "s": 0x10, "m": 0x20}


def _code(mpsz: str) -> int:
    number, suit = int(mpsz[0]), mpsz[1]
    if suit == "z":
        return 0x10 * (number + 2) + 1
    return _SUIT[suit] + (number or _RED + 5)


TILES: Final = {_code(names.mpsz): names.mjai for names in NAMES}
"""mjai's name of each tile by its code: `0x01`-`0x09` pin, `0x11` sou, `0x21` man, `0x31`, `0x41` … `0x91` honors, and
`0x100` more for a red five."""
WINDS: Final = {_code(f"{number}z"): wind for number, wind in enumerate("ESWN", 1)}
"""The round wind by `quan_feng`, which is the code of its tile."""


class EventType(IntEnum):
    """`eventType` of the events that are read."""

    DEAL = 1
    TURN = 2
    ACTION = 4
    KYOKU_END = 5
    GAME_END = 6
    INDICATOR = 7


IGNORED: Final = frozenset({3, 8, 9, 10, 11})
"""Offers of calls, automatic kans in riichi, furiten, pauses and waits: what the play shows, or says nothing about."""


class Action(IntEnum):
    """`action` of the actions that are read."""

    CHI_LOW = 2
    CHI_MIDDLE = 3
    CHI_HIGH = 4
    PON = 5
    DAIMINKAN = 6
    RON = 7
    ANKAN = 8
    KAKAN = 9
    TSUMO = 10
    DISCARD = 11
    KYUUSHU = 12
    KITA = 13


PASSES: Final = frozenset({0, 1})
"""Actions without effect: a call or a win is let pass."""

WINS: Final = {0: "ron", 1: "tsumo"}
"""`end_type` of a kyoku that is won."""
DRAWS: Final = {
    2: Result.SUUFON_RENDA,
    3: Result.SUUKAIKAN,
    4: Result.SUUCHA_RIICHI,
    5: Result.SANCHAHOU,
    6: Result.KYUUSHU_KYUUHAI,
    7: Result.EXHAUSTIVE_DRAW,
}
"""`end_type` of a kyoku that is drawn."""
STOPPED: Final = {8: "a vote of the players", 11: "the service"}
"""`end_type` of a kyoku that has no result, and who ended the game."""

YAKU_IDS: Final[Mapping[str, int]] = {
    "riichi": 0, "menzen_tsumo": 1, "ippatsu": 2, "rinshan": 3, "haitei": 4, "houtei": 5, "chankan": 6, "chun": 7,
    "hatsu": 8, "haku": 9, "round_wind": 10, "seat_wind": 11, "iipeikou": 12, "pinfu": 13, "tanyao": 14,
    "double_riichi": 15, "toitoi": 16, "chiitoitsu": 17, "sanankou": 18, "sankantsu": 19, "honroutou": 20, "chanta": 21,
    "ittsuu": 22, "sanshoku_doujun": 23, "shousangen": 24, "sanshoku_doukou": 25, "junchan": 26, "honitsu": 27,
    "ryanpeikou": 28, "chinitsu": 29, "nagashi_mangan": 30, "tenhou": 31, "chiihou": 32, "renhou": 33, "kokushi": 34,
    "kokushi_13": 35, "chuuren": 36, "junsei_chuuren": 37, "suuankou": 38, "suuankou_tanki": 39, "suukantsu": 40,
    "chinroutou": 41, "tsuuiisou": 42, "daisuushii": 43, "shousuushii": 44, "daisangen": 45, "ryuuiisou": 46,
    "junsei_ryuuiisou": 47, "paarenchan": 48, "red_dora": 49, "dora": 50, "ura_dora": 51, "open_riichi": 52,
    "open_double_riichi": 53, "open_riichi_deal_in": 54, "kita": 55, "north_wind": 56,
}  # fmt: skip
"""`fang_type` of each yaku."""
YAKU_OF_ID: Final = {number: key for key, number in YAKU_IDS.items()}
NAGASHI: Final = YAKU_IDS["nagashi_mangan"]
YAKUMAN: Final = frozenset(number for key, number in YAKU_IDS.items() if BY_KEY[key].kind == "yakuman")
OPEN_RIICHI: Final = frozenset({3, 4})
"""`li_zhi_type` of an open riichi and an open double riichi."""

RANKED: Final = 1001
ROOMS: Final = {1002: "大会", 1003: "友人戦"}
"""The rooms whose rules a host sets, by `gamePlay`."""
RANKED_ROOMS: Final = {1: "新星", 2: "輝月", 3: "炎陽", 4: "銀河"}
"""Ranked rooms by `stageType`."""
LENGTHS: Final[Mapping[int, Length]] = {1: "east", 2: "hanchan", 3: "single"}
"""Length of the game by `round`."""
MIN_HAN: Final = {0: 1, 1: 1, 2: 2, 3: 4}
"""Least han of a win by `fangFu`; 4 (a mangan) and 5 (a closed hand) have no option."""
