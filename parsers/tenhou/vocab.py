"""Tenhou's vocabulary that both of its formats use."""

from __future__ import annotations

from collections.abc import Mapping
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

YAKU_CODES: Final[Mapping[str, tuple[int, ...]]] = {
    "menzen_tsumo": (0,), "riichi": (1,), "ippatsu": (2,), "chankan": (3,), "rinshan": (4,), "haitei": (5,),
    "houtei": (6,), "pinfu": (7,), "tanyao": (8,), "iipeikou": (9,), "seat_wind": (10, 11, 12, 13),
    "round_wind": (14, 15, 16, 17), "haku": (18,), "hatsu": (19,), "chun": (20,), "double_riichi": (21,),
    "chiitoitsu": (22,), "chanta": (23,), "ittsuu": (24,), "sanshoku_doujun": (25,), "sanshoku_doukou": (26,),
    "sankantsu": (27,), "toitoi": (28,), "sanankou": (29,), "shousangen": (30,), "honroutou": (31,),
    "ryanpeikou": (32,), "junchan": (33,), "honitsu": (34,), "chinitsu": (35,), "renhou": (36,), "tenhou": (37,),
    "chiihou": (38,), "daisangen": (39,), "suuankou": (40,), "suuankou_tanki": (41,), "tsuuiisou": (42,),
    "ryuuiisou": (43,), "chinroutou": (44,), "chuuren": (45,), "junsei_chuuren": (46,), "kokushi": (47,),
    "kokushi_13": (48,), "daisuushii": (49,), "shousuushii": (50,), "suukantsu": (51,), "dora": (52,),
    "ura_dora": (53,), "red_dora": (54,),
}  # fmt: skip
"""Tenhou's numbers of each yaku; the seat wind and the round wind have four, from east to north."""
