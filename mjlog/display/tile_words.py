"""The names of tiles in words: Japanese, English and Chinese. First document, tiles (A20-57)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from mjlog.errors import Fault, LogError
from mjlog.tiles import BLUES, EAST, KIND_OF_TILE, name_of

Language = Literal["ja", "en", "zh"]

NUMERALS: Final = "一二三四五六七八九"
SUITS: Final[Mapping[Language, tuple[str, str, str]]] = {
    "ja": ("萬", "筒", "索"),
    "en": ("Character", "Circle", "Bamboo"),
    "zh": ("万", "筒", "索"),
}
HONORS: Final[Mapping[Language, tuple[str, ...]]] = {
    "ja": ("東", "南", "西", "北", "白", "發", "中"),
    "en": ("East Wind", "South Wind", "West Wind", "North Wind", "White Dragon", "Green Dragon", "Red Dragon"),
    "zh": ("东风", "南风", "西风", "北风", "白板", "发财", "红中"),
}
COLOURS: Final[Mapping[Language, Mapping[str, str]]] = {
    "ja": {"red": "赤", "blue": "青"},
    "en": {"red": "Red ", "blue": "Blue "},
    "zh": {"red": "赤", "blue": "蓝"},
}
"""Words before the name of a coloured tile; a plain tile has none."""
SUIT_SYNONYMS: Final[Mapping[str, tuple[str, ...]]] = {
    "Character": ("Characters",),
    "Circle": ("Circles", "Dot", "Dots"),
    "Bamboo": ("Bamboos",),
    "萬": ("万",),
    "筒": ("饼", "餅"),
    "索": ("条", "條"),
    "赤": ("红", "紅"),
}
"""Other spellings in names of numbers, which are read but never written."""
HONOR_SYNONYMS: Final = tuple(
    {name: kind for kind, names in enumerate(row.split("/"), EAST) for name in names.split()}
    for row in (
        "East/South/West/North/Haku/Hatsu/Chun",
        "东 東風/南風/西風/北風/白 白板/発 发 緑發 綠發 青发 绿发/紅中",
    )
)
"""The same of honors, with their kinds."""


def word_of(tile: int, language: Language = "en") -> str:
    """The name of a tile in words; a coloured tile begins with its colour.

    >>> [word_of(tile) for tile in (0, 27, 33, 35)]
    ['1 Character', 'East Wind', 'Red Dragon', 'Red 5 Circle']
    >>> [word_of(tile, "ja") for tile in (0, 27, 33, 35)], word_of(31, "zh")
    (['一萬', '東', '中', '赤五筒'], '白板')
    """
    name = name_of(tile, "mpsz")
    suit, number = divmod(KIND_OF_TILE[tile], 9)
    colour = "red" if name[0] == "0" or "r" in name else "blue" if "b" in name else None
    if suit == len(SUITS[language]):
        plain: str = HONORS[language][number]
    elif language == "en":
        plain = f"{number + 1} {SUITS[language][suit]}"
    else:
        plain = NUMERALS[number] + SUITS[language][suit]
    return (COLOURS[language][colour] if colour else "") + plain


def words_of(tiles: Iterable[int], language: Language = "en") -> str:
    """The names of tiles in their order, with commas between them.

    >>> words_of((27, 27, 34))
    'East Wind, East Wind, Red 5 Character'
    """
    return ", ".join(word_of(tile, language) for tile in tiles)


def parse_words(text: str) -> tuple[int, ...]:
    """The tiles of names in any of the languages; capitals, blanks and commas between names do not matter.

    Raises `LogError` with `Fault.BAD_TILES` at the first word that is no tile.

    >>> parse_words("east wind, Red 5 circle, 9 dots 一萬白板")
    (27, 35, 17, 0, 31)
    >>> [name_of(tile, "mpsz") for tile in parse_words("red 3 circle, blue north wind, 青五萬")]
    ['3rp', '4bz', '5bm']
    """
    tiles, position = [], _skip(text, 0)
    while position < len(text):
        name = _NAME.match(text, position)
        if name is None:
            raise LogError(Fault.BAD_TILES, f"{text[position : position + 12]!r} is not the name of a tile", text)
        tiles.append(_TILES[name[0].lower()])
        position = _skip(text, name.end())
    return tuple(tiles)


def _tiles_by_word() -> dict[str, int]:
    """The tile of each name in small letters, other spellings included."""
    names = {word_of(tile, language): tile for language in SUITS for tile in range(BLUES.stop)}
    others = {
        name.replace(written, other): tile
        for written, spellings in SUIT_SYNONYMS.items()
        for other in spellings
        for name, tile in names.items()
        if written in name
    }
    return {name.lower(): tile for each in (others, names, *HONOR_SYNONYMS) for name, tile in each.items()}


_TILES: Final = _tiles_by_word()
_NAME: Final = re.compile("|".join(map(re.escape, sorted(_TILES, key=len, reverse=True))), re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[\s,、，]*")


def _skip(text: str, position: int) -> int:
    between = _BETWEEN.match(text, position)
    return between.end() if between else position
