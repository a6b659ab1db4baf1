"""The words of Tenhou's JSON, its own and those of converters, as tables from which everything else is derived.

Converters of Mahjong Soul games (tensoul and its copies) write that service's yaku names, Japanese or English, and
limits and draws in Japanese, romaji or English. Sources: specification of the format, and the tables of tensoul.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.games.columns import ABSENT, EventKind, Limit, Result
from mjlog.rules.yaku import BY_KEY, NUMBER, YAKU
from mjlog.tiles import NAMES
from parsers.tenhou.vocab import YAKU_CODES, GameType

KEYS: Final = (
    "ver",
    "ref",
    "log",
    "connection",
    "ratingc",
    "rule",
    "lobby",
    "dan",
    "rate",
    "sx",
    "sc",
    "name",
    "title",
)
"""The keys of a game, in Tenhou's order."""

TILE_OF_CODE: Final = {row.tenhou_json: tile for tile, row in enumerate(NAMES)}
CODE_OF_TILE: Final = tuple(row.tenhou_json for row in NAMES)
TSUMOGIRI: Final = 60
"""In place of a discard: the tile just drawn."""
NO_DISCARD: Final = 0
"""In place of a discard: a daiminkan, whose replacement draw comes first."""

CALL_LETTERS: Final = {
    "c": EventKind.CHI,
    "p": EventKind.PON,
    "m": EventKind.DAIMINKAN,
    "a": EventKind.ANKAN,
    "k": EventKind.KAKAN,
    "f": EventKind.KITA,
}
RIICHI_LETTER: Final = "r"
N_TILES_OF_CALL: Final = {
    EventKind.CHI: 3,
    EventKind.PON: 3,
    EventKind.DAIMINKAN: 4,
    EventKind.ANKAN: 4,
    EventKind.KAKAN: 4,
    EventKind.KITA: 1,
}
PLACES_OF_LETTER: Final = {
    EventKind.CHI: {0: 3},
    EventKind.PON: {0: 3, 2: 2, 4: 1},
    EventKind.DAIMINKAN: {0: 3, 2: 2, 6: 1},
}
"""Seats from the caller to the discarder, by the place of the letter in the string."""

WIN_WORDS: Final = ("和了", "Agari")
UNKNOWN_RESULT: Final = "不明"
"""The editor's word for a kyoku without a result."""
DRAW_WORDS: Final = {
    "流局": Result.EXHAUSTIVE_DRAW,
    "全員聴牌": Result.EXHAUSTIVE_DRAW,
    "全員不聴": Result.EXHAUSTIVE_DRAW,
    "流し満貫": Result.NAGASHI_MANGAN,
    "九種九牌": Result.KYUUSHU_KYUUHAI,
    "四風連打": Result.SUUFON_RENDA,
    "四槓散了": Result.SUUKAIKAN,
    "四家立直": Result.SUUCHA_RIICHI,
    "三家和了": Result.SANCHAHOU,
    "四開槓": Result.SUUKAIKAN,
    "三家和": Result.SANCHAHOU,
    "Ryuukyoku": Result.EXHAUSTIVE_DRAW,
    "Exhaustive Draw": Result.EXHAUSTIVE_DRAW,
    "Nagashi Mangan": Result.NAGASHI_MANGAN,
    "Mangan at Draw": Result.NAGASHI_MANGAN,
    "Kyuushu Kyuuhai": Result.KYUUSHU_KYUUHAI,
    "Nine Terminal Abortion": Result.KYUUSHU_KYUUHAI,
    "Suufon Renda": Result.SUUFON_RENDA,
    "Four Wind Abortion": Result.SUUFON_RENDA,
    "Suukaikan": Result.SUUKAIKAN,
    "Four Kan Abortion": Result.SUUKAIKAN,
    "Suucha Riichi": Result.SUUCHA_RIICHI,
    "Four Riichi Abortion": Result.SUUCHA_RIICHI,
    "Sanchahou": Result.SANCHAHOU,
    "Three Ron Abortion": Result.SANCHAHOU,
}
"""Result of each word; the first word for a result is Tenhou's own."""
ALL_TENPAI, NONE_TENPAI = "全員聴牌", "全員不聴"
DRAW_WORD: Final = {result: word for word, result in reversed(DRAW_WORDS.items())}

POINTS: Final = re.compile(
    r"(?:(?P<fu>[0-9]{1,3})\s*(?:符|[Ff]u)\s*(?P<han>[0-9]{1,3})\s*(?:[飜翻番]|[Hh]an))?(?P<limit>[^0-9]*?)"
    r"(?P<each>[0-9]{1,9})(?:-(?P<dealer>[0-9]{1,9}))?\s*[点點](?P<all>∀?)"
)
"""`30符4飜7700点`, `満貫2000-4000点`, `40符2飜1300点∀`: value of a hand; some logs show fu and han with a limit."""
LIMIT_WORDS: Final = {
    "": Limit.NONE,
    "満貫": Limit.MANGAN,
    "跳満": Limit.HANEMAN,
    "倍満": Limit.BAIMAN,
    "三倍満": Limit.SANBAIMAN,
    "役満": Limit.YAKUMAN,
    "数え役満": Limit.YAKUMAN,
    "切り上げ満貫": Limit.NONE,
    "Mangan": Limit.MANGAN,
    "Haneman": Limit.HANEMAN,
    "Baiman": Limit.BAIMAN,
    "Sanbaiman": Limit.SANBAIMAN,
    "Yakuman": Limit.YAKUMAN,
    "Kazoe Yakuman": Limit.YAKUMAN,
    "Counted Yakuman": Limit.YAKUMAN,
    "Kiriage Mangan": Limit.NONE,
    "Rounded Mangan": Limit.NONE,
}
"""A rounded mangan (kiriage) counts as no limit, as in Tenhou's XML; its fu is unknown."""
ROUNDED_MANGAN: Final = "切り上げ満貫"
LIMIT_WORD: Final = {limit: word for word, limit in reversed(LIMIT_WORDS.items())}

YAKU_ENTRY: Final = re.compile(r"(?P<name>.+?)\s*[(（](?:(?P<han>[0-9]{1,4})\s*(?:[飜翻番]|[Hh]an)|役満)[)）]")
"""`立直(1飜)`, `大三元(役満)`."""
WINDS: Final = "東南西北"

YAKU_ALIASES: Final = {
    "haku": ("翻牌 白",),
    "hatsu": ("翻牌 發", "役牌 発"),
    "chun": ("翻牌 中",),
    "seat_wind": ("役牌:自風牌",),
    "round_wind": ("役牌:場風牌", "Prevalent Wind"),
    "menzen_tsumo": ("Fully Concealed Hand",),
    "double_riichi": ("ダブル立直",),
    "red_dora": ("Red Five",),
    "kita": ("Kita",),
    "kokushi_13": ("国士無双十三面待ち", "国士無双13面"),
    "shousuushii": ("Four Little Winds",),
    "daisuushii": ("Four Big Winds",),
    "suukantsu": ("Four Quads",),
    "sankantsu": ("Three Quads",),
    "paarenchan": ("Eight-time East Staying",),
    "tsubame_gaeshi": ("Tsubame-gaeshi",),
    "sanrenkou": ("Three Chained Triplets",),
    "isshoku_sanjun": ("Pure Triple Chow",),
    "iipin_mouyue": ("Iipinmoyue",),
    "chuupin_raoyui": ("Chuupinraoyui",),
    "renhou": ("Hand of Man",),
    "daichikurin": ("Bamboo Forest",),
    "daisuurin": ("Numerous Neighbours",),
    "ishi_no_ue_ni_mo_sannen": ("Ishinouenimosannen",),
}
"""More names than those of the yaku table: older ones of Tenhou (`翻牌`), and those of Mahjong Soul."""


def _yaku_names() -> dict[str, tuple[int, int]]:
    """Row and Tenhou's number of each name in lower case; Tenhou has a name and number for every wind."""
    names: dict[str, tuple[int, int]] = {}
    for row, yaku in enumerate(YAKU):
        codes = YAKU_CODES.get(yaku.key, ())
        code = codes[0] if len(codes) == 1 else ABSENT
        for name in (yaku.ja, yaku.en.lower(), yaku.key.replace("_", " "), *YAKU_ALIASES.get(yaku.key, ())):
            names.setdefault(name.lower(), (row, code))
        if len(codes) == len(WINDS):
            names |= {f"{yaku.ja} {wind}": (row, own) for wind, own in zip(WINDS, codes, strict=True)}
    return names


YAKU_OF_NAME: Final = _yaku_names()
NAME_OF_YAKU_CODE: Final = {
    code: f"{BY_KEY[key].ja} {WINDS[place]}" if len(codes) > 1 else BY_KEY[key].ja
    for key, codes in YAKU_CODES.items()
    for place, code in enumerate(codes)
}
"""Tenhou's spelling of each of its numbers."""
SEAT_WIND, ROUND_WIND, URA = NUMBER["seat_wind"], NUMBER["round_wind"], NUMBER["ura_dora"]

DAN_NAMES: Final = (
    "新人",
    *(f"{digit}級" for digit in "９８７６５４３２１"),
    "初段",
    *(f"{digit}段" for digit in "二三四五六七八九十"),
    "天鳳",
)
"""Ranks by number; Tenhou also writes 天鳳位."""
DAN_OF_NAME: Final = {name: dan for dan, name in enumerate(DAN_NAMES)} | {"天鳳位": len(DAN_NAMES) - 1}

TABLE: Final = re.compile(
    r"(?P<sanma>三)?四?(?P<room>.*?)(?P<length>[東南])(?P<kuitan>喰)?(?P<red>赤)?(?P<speed>[速光])?－?(?P<chips>祝[０２５])?"
)
"""Tenhou's `rule.disp`, also with rooms of others: `鳳南喰赤`, `三特東喰赤速`."""
SPEEDS: Final = {"速": GameType.FAST, "光": GameType.LIGHT_SPEED}
CHIP_WORDS: Final = {"祝０": GameType.PARLOUR, "祝２": GameType.CHIPS, "祝５": GameType.CHIPS | GameType.PARLOUR}

SOUL_TABLE: Final = re.compile(
    r"(?:三|3-Player |3)?(?P<room>.*?(?:の間|友人戦|大会戦|Room|Friendly|Tou?r?nament))(?:四人)?(?P<rest>.*)"
)
"""`rule.disp` of a game converted from Mahjong Soul: `金の間南喰赤`, `三玉の間赤`, `Gold Room South`."""
SOUL_FREE_ROOMS: Final = ("友人戦", "大会戦", "Friendly", "Tounament", "Tournament")
"""Rooms in which the host sets the rules."""
SOUL_EAST: Final = ("東", "East")
SOUL_SOUTH: Final = ("南", "South")
SOUL_ID: Final = re.compile(r"\d{6}-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NO_ID: Final = "000000-00000000-0000-0000-0000-000000000000"
SOUL_RANK: Final = "★"
