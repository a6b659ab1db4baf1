"""The codes of Mahjong Soul: records, calls, draws, yaku, tables, and the switches of rooms.

Sources: the client's description of messages, converters of several authors, and genuine records.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.games.columns import EventKind, Result
from mjlog.rules.ruleset import Length
from mjlog.rules.yaku import BY_KEY, NUMBER, YAKU

PLATFORM: Final = "mahjong-soul"

CALLS: Final = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)
"""`type` of `ChiPengGang`."""
KAKAN, ANKAN = 2, 3
"""`type` of `AnGangAddGang`."""

DRAWS: Final = {
    1: Result.KYUUSHU_KYUUHAI,
    2: Result.SUUFON_RENDA,
    3: Result.SUUKAIKAN,
    4: Result.SUUCHA_RIICHI,
    5: Result.SANCHAHOU,
}
"""`type` of `LiuJu`."""

YAKU_IDS: Final[Mapping[str, int]] = {
    "nagashi_mangan": 0, "menzen_tsumo": 1, "riichi": 2, "chankan": 3, "rinshan": 4, "haitei": 5, "houtei": 6,
    "haku": 7, "hatsu": 8, "chun": 9, "seat_wind": 10, "round_wind": 11, "tanyao": 12, "iipeikou": 13, "pinfu": 14,
    "chanta": 15, "ittsuu": 16, "sanshoku_doujun": 17, "double_riichi": 18, "sanshoku_doukou": 19, "sankantsu": 20,
    "toitoi": 21, "sanankou": 22, "shousangen": 23, "honroutou": 24, "chiitoitsu": 25, "junchan": 26, "honitsu": 27,
    "ryanpeikou": 28, "chinitsu": 29, "ippatsu": 30, "dora": 31, "red_dora": 32, "ura_dora": 33, "kita": 34,
    "tenhou": 35, "chiihou": 36, "daisangen": 37, "suuankou": 38, "tsuuiisou": 39, "ryuuiisou": 40, "chinroutou": 41,
    "kokushi": 42, "shousuushii": 43, "suukantsu": 44, "chuuren": 45, "paarenchan": 46, "junsei_chuuren": 47,
    "suuankou_tanki": 48, "kokushi_13": 49, "daisuushii": 50, "tsubame_gaeshi": 51, "kanburi": 52,
    "shiiaruraotai": 53, "uumensai": 54, "sanrenkou": 55, "isshoku_sanjun": 56, "iipin_mouyue": 57,
    "chuupin_raoyui": 58, "renhou": 59, "daisharin": 60, "daichikurin": 61, "daisuurin": 62,
    "ishi_no_ue_ni_mo_sannen": 63, "daichisei": 64,
}  # fmt: skip
"""`id` of each yaku."""
YAKU_OF_ID: Final = {number: NUMBER[key] for key, number in YAKU_IDS.items()}
"""Row of the table of yaku by `id`."""
YAKUMAN: Final = frozenset(row for row, yaku in enumerate(YAKU) if yaku.kind == "yakuman")
DORA: Final = frozenset(row for row, yaku in enumerate(YAKU) if yaku.kind == "dora")
OLD_YAKU: Final = frozenset(key for key in YAKU_IDS if BY_KEY[key].local)
"""The yaku of `guyi_mode`."""

FRIENDS, RANKED, TOURNAMENT = 1, 2, 4
"""`category` of a game."""
HOSTED: Final = {FRIENDS: "友人戦", TOURNAMENT: "大会戦"}
"""Rooms with rules set by a host."""
LENGTHS: Final[Mapping[int, Length]] = {0: "single", 1: "east", 2: "hanchan", 4: "single"}
"""Last digit of `mode`. 4 is inferred from the one record that has it: a friend room of one kyoku."""

_FIRST_MODES: Final = {
    "銅の間": (2, 17),
    "銀の間": (5, 19),
    "金の間": (8, 21),
    "玉の間": (11, 23),
    "王座の間": (15, 25),
}
ROOMS: Final = {first + n: room for room, firsts in _FIRST_MODES.items() for first in firsts for n in (0, 1)}
"""Room of a ranked table by `mode_id`; of two neighbours one is east, one hanchan."""
ROOMS_OF_EVENTS: Final = (*range(33, 37), *range(40, 1000))
"""`mode_id` of event modes."""

EVENT_MODES: Final = {
    "dora3_mode": "dora frenzy: three indicators at the start",
    "begin_open_mode": "tiles dealt face up",
    "jiuchao_mode": "nine tides",
    "muyu_mode": "wooden fish",
    "xuezhandaodi": "battle to the end",
    "huansanzhang": "exchange of three tiles",
    "chuanma": "Sichuan mahjong",
    "reveal_discard": "hidden discards",
    "field_spell_mode": "field spells",
    "zhanxing": "astrology",
    "tianming_mode": "transparent tiles",
    "yongchang_mode": "chanting",
    "hunzhiyiji_mode": "soul strike",
    "wanxiangxiuluo_mode": "jokers",
    "beishuizhizhan_mode": "last stand",
    "amusement_switches": "an amusement mode",
}
"""Options that make it another game."""
EVENT_RECORDS: Final = {
    "HuleXueZhanMid": "battle to the end",
    "HuleXueZhanEnd": "battle to the end",
    "ChangeTile": "exchange of tiles",
    "SelectGap": "Sichuan mahjong",
    "GangResult": "Sichuan mahjong",
    "GangResultEnd": "Sichuan mahjong",
    "RevealTile": "hidden discards",
    "UnveilTile": "hidden discards",
    "LockTile": "hidden discards",
    "NewCard": "field spells",
    "FillAwaitingTiles": "astrology",
}
"""Records of other games."""
IGNORED: Final = frozenset({"MJStart"})
"""Records without information."""
