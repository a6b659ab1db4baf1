"""kobalab's notation of tiles, hands and melds, and its words for draws.

Sources: `types/data.d.ts` and `lib/game.js` of kobalab/majiang-core for the format, `lib/convlog.js` of
kobalab/tenhou-log for logs converted from Tenhou, whose words for draws differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT, Result
from mjlog.tiles import KIND_OF_TILE, NAMES, RED_FIVES

TILES: Final = {names.mpsz[::-1]: tile for tile, names in enumerate(NAMES)}
"""The tile of each name, `m1` … `z7`, with `m0`, `p0`, `s0` for the red fives."""
NAME: Final = tuple(TILES)
"""The name of each tile."""
HIDDEN: Final = "_"
"""A tile that the receiver of the log does not see."""
FROM: Final = "_+=-"
"""The sign of a called tile by the number of seats from the caller to the discarder."""
DISCARD: Final = re.compile(r"([mps]\d|z[1-7])(_?)(\*?)[-+=]?")
"""A discard: its tile, `_` for tsumogiri, `*` for riichi."""
MELD: Final = re.compile(r"([mpsz])((?:\d[-+=]?){3,4})")

RESULTS: Final = {
    "荒牌平局": Result.EXHAUSTIVE_DRAW,
    "流局": Result.EXHAUSTIVE_DRAW,
    "流し満貫": Result.NAGASHI_MANGAN,
    "九種九牌": Result.KYUUSHU_KYUUHAI,
    "四風連打": Result.SUUFON_RENDA,
    "四開槓": Result.SUUKAIKAN,
    "四槓散了": Result.SUUKAIKAN,
    "四家立直": Result.SUUCHA_RIICHI,
    "三家和": Result.SANCHAHOU,
    "三家和了": Result.SANCHAHOU,
}
"""The words for draws; the name is free text, so another word only says that the kyoku was drawn."""
NAME_OF_RESULT: Final = {result: name for name, result in reversed(RESULTS.items())}


class Meld(NamedTuple):
    """A meld: its tiles in the order of the text."""

    tiles: list[int]
    called: int | None
    """Place of the called tile; None for an ankan."""
    towards: int
    """Number of seats from the caller to the discarder."""


def tile_of(name: Any) -> int:
    """The tile of a name."""
    if not isinstance(name, str) or name not in TILES:
        if name in (HIDDEN, ""):
            raise LogError(Fault.MISSING_VALUE, "a tile that all players see is hidden")
        raise LogError(Fault.BAD_TILES, f"{name!r} is not a tile of kobalab's notation")
    return TILES[name]


def hand_of(text: Any) -> list[int]:
    """The concealed tiles of a hand, in the order of the text; the last of 14 is the tile drawn or won on.

    A hidden tile is ABSENT.

    >>> hand_of("m123p055s789z1117*,p5550")
    [0, 1, 2, 35, 13, 13, 24, 25, 26, 27, 27, 27, 33]
    """
    if not isinstance(text, str):
        raise LogError(Fault.BAD_VALUE, f"{text!r} is not a hand")
    tiles, suit = [], ""
    for sign in text.split(",")[0].rstrip("*"):
        if sign in "mpsz":
            suit = sign
        else:
            tiles.append(ABSENT if sign == HIDDEN else tile_of(suit + sign))
    return tiles


def meld_of(text: Any) -> Meld:
    """The meld of a text.

    >>> meld_of("s505="), meld_of("m1-23").called, meld_of("p5500").called
    (Meld(tiles=[22, 36, 22], called=2, towards=2), 0, None)
    """
    match = MELD.fullmatch(text) if isinstance(text, str) else None
    signs = re.findall(r"\d([-+=]?)", match[2]) if match else []
    if match is None or sum(map(bool, signs)) > 1:
        raise LogError(Fault.BAD_TILES, f"{text!r} is not a meld")
    tiles = [tile_of(match[1] + digit) for digit in re.findall(r"\d", match[2])]
    called = next((place for place, sign in enumerate(signs) if sign), None)
    return Meld(tiles, called, 0 if called is None else FROM.index(signs[called]))


def hand_text(tiles: Iterable[int], last: int | None = None) -> str:
    """Concealed tiles as kobalab writes them: hidden ones, then by suit and number, a red five before other fives.

    >>> hand_text([35, 13, 0, 1, 33], last=2)
    'm12p05z7m3'
    """
    tiles = list(tiles)
    text, suit = HIDDEN * tiles.count(ABSENT), "-"
    for tile in sorted((tile for tile in tiles if tile != ABSENT), key=_order):
        name = NAME[tile]
        text += name.removeprefix(suit)
        suit = name[0]
    return text + ("" if last is None else NAME[last])


def meld_text(tiles: Iterable[int], called: int | None = None, towards: int = 0, added: int | None = None) -> str:
    """A meld as kobalab writes it; `tiles` are those from the hand.

    >>> meld_text([1, 2], 0, 3), meld_text([22, 36], 22, 2), meld_text([32, 32], 32, 3, added=32)
    ('m1-23', 's505=', 'z666-6')
    """
    from_hand = sorted(tiles, key=lambda tile: (KIND_OF_TILE[tile], tile))
    names = [NAME[tile] for tile in from_hand]
    if called is not None:
        n_before = sum(KIND_OF_TILE[tile] <= KIND_OF_TILE[called] for tile in from_hand)
        names.insert(n_before, NAME[called] + FROM[towards])
    return names[0][0] + "".join(name[1:] for name in names) + ("" if added is None else NAME[added][1])


def _order(tile: int) -> tuple[int, bool]:
    return KIND_OF_TILE[tile], tile not in RED_FIVES
