"""The yaku that a record names by text: older records have no `id`.

The names are those of the game client in Chinese (simplified and traditional), Japanese and English, and those in the
table of yaku. Script, case, spaces and punctuation do not matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.rules.yaku import BY_KEY, NUMBER
from parsers.majsoul.vocab import YAKU_IDS

_SIMPLIFIED: Final = str.maketrans(
    "門發発風場盃帶帯么純順氣気貫槓對対頭搶槍枪嶺開撈魚兩両寶裡裏紅國無雙単單騎綠緑蓮燈連莊荘斉齊車輪數鄰隣滿満圏拔抜從従將",
    "门发发风场杯带带幺纯顺气气贯杠对对头抢抢抢岭开捞鱼两两宝里里红国无双单单骑绿绿莲灯连庄庄齐齐车轮数邻邻满满圈拔拔从从将",
)
"""Traditional and Japanese characters in names of yaku, and the simplified ones."""
_PUNCTUATION: Final = re.compile(r"[\W_]+")
_OF_THE_CLIENT: Final[Mapping[str, tuple[str, ...]]] = {
    "menzen_tsumo": ("Fully Concealed Hand",),
    "double_riichi": ("ダブル立直", "两立直"),
    "haku": ("白",),
    "hatsu": ("发",),
    "chun": ("中",),
    "seat_wind": ("役牌:自风牌", "役牌:门风牌"),
    "round_wind": ("役牌:场风牌", "Prevalent Wind"),
    "sankantsu": ("Three Quads",),
    "red_dora": ("红宝牌", "Red Five"),
    "ura_dora": ("Ura Dora",),
    "kita": ("Kita",),
    "kokushi_13": ("国士无双十三面", "国士無双十三面待ち"),
    "shousuushii": ("Four Little Winds",),
    "daisuushii": ("Four Big Winds",),
    "suukantsu": ("Four Quads",),
    "paarenchan": ("Eight-time East Staying",),
    "tsubame_gaeshi": ("Tsubame-gaeshi",),
    "kanburi": ("Kanburi",),
    "shiiaruraotai": ("Shiiaruraotai",),
    "uumensai": ("Uumensai",),
    "sanrenkou": ("Three Chained Triplets",),
    "isshoku_sanjun": ("一色三同顺", "Pure Triple Chow"),
    "iipin_mouyue": ("Iipinmoyue",),
    "chuupin_raoyui": ("Chuupinraoyui",),
    "renhou": ("Hand of Man",),
    "daichikurin": ("Bamboo Forest",),
    "daisuurin": ("Numerous Neighbours",),
    "ishi_no_ue_ni_mo_sannen": ("Ishinouenimosannen",),
}
"""Names of the client that the table of yaku does not have."""


def yaku_named(name: str) -> int | None:
    """The row of the table of yaku with a name; None if no yaku of this service has it.

    >>> yaku_named("一发") == yaku_named("一発") == yaku_named("Ippatsu") == NUMBER["ippatsu"]
    True
    """
    return _ROWS.get(_plain(name))


def _plain(name: str) -> str:
    text = unicodedata.normalize("NFKC", name).casefold().translate(_SIMPLIFIED)
    return _PUNCTUATION.sub("", text)


def _names() -> Iterator[tuple[str, int]]:
    for key in YAKU_IDS:
        row = BY_KEY[key]
        for name in (row.ja, row.en, row.zh, *_OF_THE_CLIENT.get(key, ())):
            yield _plain(name), NUMBER[key]


_ROWS: Final = dict(_names())
