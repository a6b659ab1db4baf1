"""Options that several presets share; `mjlog.rules.preset_sources` gives the source of each value."""

from __future__ import annotations

from typing import Any, Final

Options = dict[str, Any]


def uma_of(*thousands: int) -> tuple[int, ...]:
    """The points of an uma in thousands."""
    return tuple(1_000 * n for n in thousands)


NO_ABORTIVE_DRAWS: Final[Options] = dict.fromkeys(
    ("kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"), "off"
)
"""No abortive draws at all; a foul can still void a kyoku."""
PLAY_AS_PLANNED: Final[Options] = {"tobi": "none", "extension_winds": 0, "agari_yame": "none", "tenpai_yame": "none"}
"""Exactly the planned kyoku are played."""
FIRST_DORA_ONLY: Final[Options] = {
    "disabled_yaku": frozenset({"ippatsu"}),
    "kan_dora": False,
    "ura_dora": False,
    "kan_ura_dora": False,
}
"""The older competition rules: no ippatsu, no kan dora, no ura."""
FROM_30_000: Final[Options] = {"start_points": 30_000, "return_points": 30_000}
"""Start and return 30,000: no oka."""
THREE_PLAYERS: Final[Options] = {
    "players": 3,
    "honba_points": 200,
    "noten_pool": 2_000,
    "reds": ("5p", "5s"),
    "north": "kita",
    "suufon_renda": "off",
    "suucha_riichi": "off",
    "sanchahou": "off",
    "riichi_wall": 3,
}
"""The three-player game of the services: norths pulled, tsumo loss, no draw by four winds or riichi or three rons.

Riichi needs one more own draw, so three tiles: of 313 genuine games at Tenhou three riichi came with three tiles left,
none with fewer. The other services, whose four-player games need four tiles, are taken to count alike.
"""
LEAGUE: Final[Options] = {
    **PLAY_AS_PLANNED,
    **NO_ABORTIVE_DRAWS,
    "multiple_ron": "head_bump",
    "kan_dora_timing": "at_once",
    "double_wind_fu": 2,
    "kiriage": True,
    "kazoe": "sanbaiman",
    "nagashi": "off",
    "riichi_wall": 0,
    "tenpai_shown": "may_hide",
}
"""The rules that the Japanese leagues of today share."""
RENHOU_MANGAN: Final[Options] = {"local_yaku": frozenset({"renhou"}), "renhou_value": "mangan"}
"""Renhou as a mangan."""
PAO_OF_THREE: Final = frozenset({"daisangen", "daisuushii", "suukantsu"})
"""The yakuman that can have a liable player."""
