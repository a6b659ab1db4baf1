"""Tiles: 37 tiles (34 kinds and three red fives), other coloured tiles, 136 copies, and their notations.

Encodings used everywhere in this package:

- *kind* 0-33: 0-8 man 1-9, 9-17 pin, 18-26 sou, 27-30 winds E S W N, 31-33 dragons white green red.
- *tile* 0-36: the kind, or 34, 35, 36 for the red five of man, pin, sou. These 37 are the tiles of logs and columns.
  A hand and a view of a kyoku may also contain coloured tiles of house rules: 37-67 red tiles that are no fives, and
  68-101 blue tiles (`REDS`, `BLUES`).
- *copy* 0-135: one physical tile; its kind is `copy // 4`. The lowest copies of a kind are red, the next ones blue, as
  many as the rules have (`tiles_of_copies`). With one red five of each suit copy 0 of the five is the red one
  (Tenhou's numbering, `16`, `52`, `88`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Final, Literal, NamedTuple

from mjlog.errors import Fault, LogError

N_KINDS: Final = 34
N_TILES: Final = 37
N_COPIES: Final = 136
RED_FIVES: Final = (34, 35, 36)
"""The red five of man, pin and sou."""
REDS: Final = range(N_KINDS, 68)
"""All red tiles: the fives, then the other kinds in their order."""
BLUES: Final = range(68, 68 + N_KINDS)
"""The blue tiles (ao-dora), by kind."""

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)


class Names(NamedTuple):
    """One tile in every notation; a row of `NAMES`."""

    mpsz: str
    """`1m` … `9s`, honors `1z` … `7z`, red fives `0m 0p 0s`; other red tiles have an r, blue ones a b: `3rm`, `4bz`."""
    tenhou_json: int
    """Two digits: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honors, 51-53 red fives."""
    mjai: str
    """`1m` … `9s`, `E S W N P F C`, red fives `5mr 5pr 5sr`."""
    unicode: str
    """The tile picture of Unicode's Mahjong Tiles block, which has no colours."""
    record: str
    """Handwritten record style: kanji for man, circled digits for pin, plain digits for sou, T and N for east and
    south, R for green, the kanji of the other honors, `*` after a red tile and `°` after a blue one."""


def _names() -> tuple[Names, ...]:
    man = "一二三四五六七八九"
    rows = [Names(f"{n}m", 10 + n, f"{n}m", chr(0x1F006 + n), man[n - 1]) for n in range(1, 10)]
    rows += [Names(f"{n}p", 20 + n, f"{n}p", chr(0x1F018 + n), chr(0x245F + n)) for n in range(1, 10)]
    rows += [Names(f"{n}s", 30 + n, f"{n}s", chr(0x1F00F + n), str(n)) for n in range(1, 10)]
    honors = zip("ESWNPFC", (0, 1, 2, 3, 6, 5, 4), "TN西北白R中", strict=True)
    rows += [Names(f"{n}z", 40 + n, m, chr(0x1F000 + u), r) for n, (m, u, r) in enumerate(honors, 1)]
    rows += [
        Names(f"0{suit}", code, f"5{suit}r", rows[five].unicode, rows[five].record + "*")
        for suit, code, five in (("m", 51, 4), ("p", 52, 13), ("s", 53, 22))
    ]
    return tuple(rows)


def _coloured(tile: int) -> Names:
    plain: Names = NAMES[KIND_OF_TILE[tile]]
    letter, mark = ("r", "*") if tile in REDS else ("b", "°")
    return plain._replace(mpsz=letter.join(plain.mpsz), record=plain.record + mark)


_FIVES: Final = (4, 13, 22)
KIND_OF_TILE: Final = (*range(N_KINDS), *_FIVES, *(k for k in range(N_KINDS) if k not in _FIVES), *range(N_KINDS))
"""Kind of each tile, coloured tiles included."""
STANDARD_TILE: Final = (*range(N_TILES), *KIND_OF_TILE[N_TILES:])
"""The tile 0-36 that stands for each tile in logs and columns."""


NAMES: Final = _names()
"""Row `tile` gives the names of that tile 0-36; every notation is read and written from here."""
_ALL_NAMES: Final = (*NAMES, *map(_coloured, range(N_TILES, BLUES.stop)))
"""The same with all coloured tiles, which only mpsz and the record style distinguish from the plain ones."""

YAOCHUU: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
"""Kinds of terminals and honors (yaochuu)."""

SANMA_KINDS: Final = (0, *range(8, 34))
"""The 27 kinds of the three-player game: no 2-8 of man."""


def starts_run(kind: int) -> bool:
    """Whether a run can start at the kind: it is 1-7 of a suit."""
    return kind < EAST and kind % 9 < 7


def is_run(kinds: Sequence[int]) -> bool:
    """Whether sorted kinds are three in a row of one suit."""
    first = kinds[0]
    return starts_run(first) and list(kinds) == [first, first + 1, first + 2]


_BY_COPY: Final = tuple(2 * kind + (tile < N_KINDS) for tile, kind in enumerate(KIND_OF_TILE))


def in_order(tiles: Iterable[int]) -> list[int]:
    """Tiles in the order of their copies: by kind, a red five before the other fives.

    >>> in_order([33, 5, 4, 34])
    [34, 4, 5, 33]
    """
    return sorted(tiles, key=_BY_COPY.__getitem__)


def tile_of_copy(copy: int, *, red: bool = True) -> int:
    """The tile of a physical copy in Tenhou's logs; with `red`, copy 0 of each suit's five is the red five.

    >>> [tile_of_copy(c) for c in (0, 16, 17, 88, 135)]
    [0, 34, 4, 36, 33]
    """
    if not 0 <= copy < N_COPIES:
        raise LogError(Fault.BAD_TILES, f"tile id {copy} is not in 0-135")
    return _RED_FIVE_OF_COPY.get(copy, copy // 4) if red else copy // 4


_RED_FIVE_OF_COPY: Final = {KIND_OF_TILE[tile] * 4: tile for tile in RED_FIVES}


@cache
def tiles_of_copies(reds: tuple[str, ...], blues: tuple[str, ...] = ()) -> tuple[int, ...]:
    """The tile of each copy, `(136,)`, where the tiles of these names have a red or a blue copy, one entry a copy.

    >>> tiles = tiles_of_copies(("5m", "3p", "3p"), ("3p",))
    >>> to_mpsz(tiles[16:20]), to_mpsz(tiles[44:48])
    ('0555m', '3r3r3b3p')
    """
    tiles = [copy // 4 for copy in range(N_COPIES)]
    for names, letter in ((reds, "r"), (blues, "b")):
        for name in names:
            kind = tile_of(name, "mpsz")
            tiles[tiles.index(kind)] = tile_of(letter.join(name), "mpsz")
    return tuple(tiles)


def _dora_of(kind: int, players: int) -> int:
    if players == 3 and kind == 0:
        return 8
    if kind < 27:
        return kind // 9 * 9 + (kind + 1) % 9
    return 27 + (kind - 26) % 4 if kind < 31 else 31 + (kind - 30) % 3


DORA_OF: Final = {players: tuple(_dora_of(k, players) for k in range(N_KINDS)) for players in (3, 4)}
"""`DORA_OF[players][indicator kind]` is the kind the indicator makes dora (in three-player 1m makes 9m dora)."""


Notation = Literal["mpsz", "tenhou_json", "mjai", "unicode", "record"]
"""The notations of `NAMES`; the physical copies 0-135 are numbers and have `tiles_of_copies`."""

_EXPECTED: Final[Mapping[Notation, str]] = {
    "mpsz": "1-9 of m, p or s, 0 for their red five, or 1-7 of z, and r or b after a red or blue number",
    "tenhou_json": "11-19, 21-29, 31-39, 41-47, or 51-53 for a red five",
    "mjai": "1-9 of m, p or s, 5mr, 5pr or 5sr, or one of E S W N P F C",
    "unicode": "a picture from U+1F000 to U+1F021",
    "record": "一-九, ①-⑨, 1-9, T N 西 北 白 R 中, and * or ° after a red or blue tile",
}

_ALIASES: Final[Mapping[Notation, Mapping[str, int]]] = {
    "mpsz": {f"5r{suit}": tile for suit, tile in zip("mps", RED_FIVES, strict=True)},
    "record": {"東": EAST, "东": EAST, "南": SOUTH, "發": GREEN, "発": GREEN, "发": GREEN},
}
"""Other spellings, which are read but never written."""


def _tiles_by_name(notation: Notation) -> Mapping[str, int]:
    """Tile of each name; a name shared by a plain and a coloured tile is the plain one."""
    names = {str(getattr(row, notation)): tile for tile, row in reversed(tuple(enumerate(_ALL_NAMES)))}
    return {**names, **_ALIASES.get(notation, {})}


_TILES: Final = {notation: _tiles_by_name(notation) for notation in _EXPECTED}

_TOKEN: Final = {
    notation: re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    for notation, names in _TILES.items()
}
_BETWEEN: Final = re.compile(r"[\s,|\ufe0e\ufe0f]*")
"""Separators of tiles: blanks, commas, bars, and the selectors of text or emoji style for a picture."""

_NUMBER: Final = re.compile("[0-9][rb]?")
_GROUP: Final = re.compile(rf"((?:{_NUMBER.pattern})+)([mpszq])")
_FLOWER: Final = re.compile(r"[1-8]+q|[\U0001F022-\U0001F029]")


def tile_of(name: str | int, notation: Notation) -> int:
    """The tile with this name in `notation`.

    >>> tile_of("5pr", "mjai"), tile_of(53, "tenhou_json"), tile_of("①", "record")
    (35, 36, 9)
    """
    tile = _TILES[notation].get(str(name))
    if tile is None:
        raise _not_a_tile(str(name), notation)
    return tile


def name_of(tile: int, notation: Notation) -> str:
    """The name of a tile in `notation`; a two-digit code is given as text.

    >>> [name_of(34, notation) for notation in ("mpsz", "tenhou_json", "mjai", "unicode", "record")]
    ['0m', '51', '5mr', '🀋', '五*']
    """
    if not 0 <= tile < len(_ALL_NAMES):
        raise LogError(Fault.BAD_TILES, f"tile {tile} is not in 0-{len(_ALL_NAMES) - 1}")
    return str(getattr(_ALL_NAMES[tile], notation))


def parse(text: str, notation: Notation = "mpsz") -> tuple[int, ...]:
    """The tiles of a text, in its order; blanks, commas and bars between tiles are skipped.

    In mpsz one suit letter serves all digits before it; an r or b after a digit is a red or a blue tile.

    >>> parse("123m0p77z"), to_mpsz(parse("3r4p4bz"))
    ((0, 1, 2, 35, 33, 33), '3r4p4bz')
    >>> parse("一二三④⑤⑥78 TT", "record")
    (0, 1, 2, 12, 13, 14, 24, 25, 27, 27)
    """
    known = _TILES[notation]
    spread = text
    if notation == "mpsz":
        groups = _GROUP.findall(text)
        names = [digit + suit for digits, suit in groups for digit in digits]
        if len(names) + len(groups) == len(text) and known.keys() >= set(names):
            return tuple([known[name] for name in names])  # the common case: nothing between the tiles
        spread = _GROUP.sub(lambda group: _NUMBER.sub(rf"\g<0>{group[2]}", group[1]), text)
    tiles: list[int] = []
    position = _skip(spread, 0)
    while position < len(spread):
        token = _TOKEN[notation].match(spread, position)
        if token is None:
            raise _not_a_tile(text, notation, spread[position:])
        tiles.append(known[token[0]])
        position = _skip(spread, token.end())
    return tuple(tiles)


def to_mpsz(tiles: Iterable[int]) -> str:
    """The mpsz text of tiles in their order, one suit letter for neighbours of a suit.

    >>> to_mpsz((0, 1, 2, 35, 33, 33))
    '123m0p77z'
    """
    names = [name_of(tile, "mpsz") for tile in tiles]
    return "".join(
        "".join(name[:-1] for name in group) + suit for suit, group in groupby(names, key=lambda name: name[-1])
    )


def to_text(tiles: Iterable[int], notation: Notation) -> str:
    """The text of tiles in their order, as `parse` reads it.

    >>> to_text(parse("05p1z"), "mjai"), to_text(parse("05p1z"), "record")
    ('5pr 5p E', '⑤*⑤T')
    """
    if notation == "mpsz":
        return to_mpsz(tiles)
    return (" " if notation == "mjai" else "").join(name_of(tile, notation) for tile in tiles)


def _skip(text: str, position: int) -> int:
    between = _BETWEEN.match(text, position)
    return between.end() if between else position


def _not_a_tile(text: str, notation: Notation, rest: str | None = None) -> LogError:
    found = text if rest is None else rest
    if flower := _FLOWER.match(found):
        return LogError(Fault.BAD_TILES, f"{flower[0]!r} is a flower tile, which is never in play", text)
    shown = found if len(found) <= 12 else found[:12] + "…"
    return LogError(Fault.BAD_TILES, f"{shown!r} is not a tile: {notation} has {_EXPECTED[notation]}", text)
