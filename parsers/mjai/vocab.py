"""The vocabulary of mjai: tiles, events, reasons of draws, lengths of games, yaku.

Sources: gimite/mjai (`action.rb`, `hora.rb`, its golden log) for the fields of the original dialect, Equim-chan/Mortal
(`event.rs`) and Equim-chan/mjai-reviewer (`convlog`) for the reduced one, smly/RiichiEnv for three players.
"""

from __future__ import annotations

from typing import Final

from mjlog.games.columns import YAKUMAN_HAN, Result
from mjlog.rules.yaku import BY_KEY, NUMBER
from mjlog.rules.yaku import YAKU as ROWS
from mjlog.tiles import EAST, GREEN, NAMES, RED, WHITE

TILES: Final = {name: tile for tile, names in enumerate(NAMES) for name in (names.mjai, names.mpsz)}
"""The tile of each name; some programs write `1z`-`7z` and `0m`, `0p`, `0s`."""
WINDS_BY_NAME: Final = {name: wind for wind in range(4) for name in (NAMES[EAST + wind].mjai, NAMES[EAST + wind].mpsz)}
"""`bakaze`, 0 east to 3 north."""
URA_MARKERS: Final = ("ura_markers", "uradora_markers", "uradora_marker")
"""The fields for the ura indicators: of Mortal, of the original dialect, and a spelling of it."""
HIDDEN: Final = "?"
"""A tile hidden from the receiver of the log."""

IGNORED: Final = frozenset({"hello", "join", "error", "none", "start_game", "end_kyoku"})
"""Events without effect in a kyoku; `start_game` is read for its fields."""
FIELDS_OF_PLAY: Final = frozenset(
    {"actor", "target", "pai", "pais", "consumed", "dora_marker", "dora_markers", "tehais", "deltas", "scores"}
)
"""The list of events is open. An unknown event with none of these fields changes nothing in a kyoku and is ignored."""
FIRST_EVENTS: Final = ("start_game", "start_kyoku", "hello")
"""Events with which logs begin."""

KYOKU_FIRST: Final = {"hanchan": 0, "east": 4}
"""`kyoku_first` of `start_game` (akochan, convlog) by length of game."""

REASONS: Final = {
    "fanpai": Result.EXHAUSTIVE_DRAW,
    "nagashimangan": Result.NAGASHI_MANGAN,
    "kyushukyuhai": Result.KYUUSHU_KYUUHAI,
    "sufonrenta": Result.SUUFON_RENDA,
    "sukaikan": Result.SUUKAIKAN,
    "suchareach": Result.SUUCHA_RIICHI,
    "sanchaho": Result.SANCHAHOU,
    "foul_draw": Result.FOUL_DRAW,
    "chombo": Result.CHOMBO,
}
"""`reason` of `ryukyoku` in the original dialect; the last two are ours, since no known program that writes mjai lets a
player commit a foul. Other programs write other words (RiichiEnv `kyushu_kyuhai`, jansou `reach4`), so that a word that
is not here only says that the kyoku was drawn."""
REASON_OF_RESULT: Final = {result: reason for reason, result in REASONS.items()}

DRAGON_YAKU: Final = ("haku", "hatsu", "chun")
DRAGON_ROWS: Final = {tile: NUMBER[key] for tile, key in zip((WHITE, GREEN, RED), DRAGON_YAKU, strict=True)}
"""The yaku that `sangenpai` may mean, by dragon tile."""
DRAGONS: Final = "sangenpai"

_YAKU: Final = {
    "menzenchin_tsumoho": "menzen_tsumo",
    "reach": "riichi",
    "ippatsu": "ippatsu",
    "chankan": "chankan",
    "rinshankaiho": "rinshan",
    "haiteiraoyue": "haitei",
    "hoteiraoyui": "houtei",
    "pinfu": "pinfu",
    "tanyaochu": "tanyao",
    "ipeko": "iipeikou",
    "jikaze": "seat_wind",
    "bakaze": "round_wind",
    "double_reach": "double_riichi",
    "chitoitsu": "chiitoitsu",
    "honchantaiyao": "chanta",
    "ikkitsukan": "ittsuu",
    "sanshokudojun": "sanshoku_doujun",
    "sanshokudoko": "sanshoku_doukou",
    "sankantsu": "sankantsu",
    "toitoiho": "toitoi",
    "sananko": "sanankou",
    "shosangen": "shousangen",
    "honroto": "honroutou",
    "ryanpeko": "ryanpeikou",
    "junchantaiyao": "junchan",
    "honiso": "honitsu",
    "chiniso": "chinitsu",
    "renho": "renhou",
    "tenho": "tenhou",
    "chiho": "chiihou",
    "daisangen": "daisangen",
    "suanko": "suuankou",
    "tsuiso": "tsuuiisou",
    "ryuiso": "ryuuiisou",
    "chinroto": "chinroutou",
    "churenpoton": "chuuren",
    "kokushimuso": "kokushi",
    "daisushi": "daisuushii",
    "shosushi": "shousuushii",
    "sukantsu": "suukantsu",
    "dora": "dora",
    "uradora": "ura_dora",
    "akadora": "red_dora",
}
YAKU: Final = {name: NUMBER[key] for name, key in _YAKU.items()}
"""Row of the table of yaku by mjai's name; `sangenpai` is `DRAGONS`."""
OTHER_NAMES: Final = {
    name.casefold(): NUMBER[row.key] for row in reversed(ROWS) for name in (row.zh, row.ja, row.en, row.key)
}
"""Row of the table of yaku by the words of other programs: romaji, English, Japanese and Chinese."""
RARER_WAIT: Final = {
    NUMBER[key]: NUMBER[rarer]
    for key, rarer in (("suuankou", "suuankou_tanki"), ("kokushi", "kokushi_13"), ("chuuren", "junsei_chuuren"))
}
"""Yakuman and their variants with a rarer wait, which have the same name in mjai. The hand has the rarer wait if it
contains an even number of the winning kind: the tile completes a pair, or is the extra tile of the nine gates."""
NAME_OF_YAKU: Final = (
    {NUMBER[row.key]: row.key for row in ROWS if row.local}
    | {row: name for name, row in YAKU.items()}
    | {NUMBER[key]: DRAGONS for key in DRAGON_YAKU}
    | {rarer: name for name, row in YAKU.items() if (rarer := RARER_WAIT.get(row)) is not None}
)
"""mjai's name of each row; a local yaku, which mjai does not name, has its key."""
YAKUMAN: Final = frozenset(row for key, row in NUMBER.items() if BY_KEY[key].kind == "yakuman")
YAKUMAN_FAN: Final = YAKUMAN_HAN
"""`fan` of a yakuman."""
