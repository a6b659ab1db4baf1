"""Tiles: 37 tiles (34 kinds and three red fives), 136 copies, and every way of writing them.

Encodings used everywhere in this package:

- *kind* 0-33: 0-8 man 1-9, 9-17 pin, 18-26 sou, 27-30 winds E S W N, 31-33 dragons white green red.
- *tile* 0-36: the kind, or 34, 35, 36 for the red five of man, pin, sou.
- *copy* 0-135: one physical tile; its kind is `copy // 4`. With red fives in play copy 0 of a suit's five is the red one
  (Tenhou's numbering, `16`, `52`, `88`).
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from mjlog.errors import Fault, LogError

N_KINDS: Final = 34
N_TILES: Final = 37
N_COPIES: Final = 136
RED_FIVES: Final = (34, 35, 36)
"""The red five of man, pin and sou."""

EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)


class Names(NamedTuple):
    """One tile in every notation; a row of `NAMES`."""

    mpsz: str
    """`1m` … `9s`, honors `1z` … `7z`, red fives `0m 0p 0s`."""
    tenhou_json: int
    """Two digits: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honors, 51-53 red fives."""
    mjai: str
    """`1m` … `9s`, `E S W N P F C`, red fives `5mr 5pr 5sr`."""
    unicode: str
    """The tile picture of Unicode's Mahjong Tiles block; a red five has the picture of its five."""
    record: str
    """Handwritten record style: kanji for man, circled digits for pin, plain digits for sou."""


def _names() -> tuple[Names, ...]:
    man = "一二三四五六七八九"
    rows = [Names(f"{n}m", 10 + n, f"{n}m", chr(0x1F006 + n), man[n - 1]) for n in range(1, 10)]
    rows += [Names(f"{n}p", 20 + n, f"{n}p", chr(0x1F018 + n), chr(0x245F + n)) for n in range(1, 10)]
    rows += [Names(f"{n}s", 30 + n, f"{n}s", chr(0x1F00F + n), str(n)) for n in range(1, 10)]
    honors = zip("ESWNPFC", (0, 1, 2, 3, 6, 5, 4), ("東", "南", "西", "北", "白", "發", "中"), strict=True)
    rows += [Names(f"{n}z", 40 + n, m, chr(0x1F000 + u), r) for n, (m, u, r) in enumerate(honors, 1)]
    rows += [
        Names(f"0{suit}", code, f"5{suit}r", rows[five].unicode, rows[five].record + "*")
        for suit, code, five in (("m", 51, 4), ("p", 52, 13), ("s", 53, 22))
    ]
    return tuple(rows)


NAMES: Final = _names()
"""Row `tile` gives the names of that tile; every notation is read and written from here."""

KIND_OF_TILE: Final = (*range(N_KINDS), 4, 13, 22)
"""Kind of each tile."""

YAOCHUU: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
"""Kinds of terminals and honors (yaochuu)."""

SANMA_KINDS: Final = (0, *range(8, 34))
"""The 27 kinds of the three-player game: no 2-8 of man."""


def tile_of_copy(copy: int, *, red: bool = True) -> int:
    """The tile of a physical copy; with `red`, copy 0 of each suit's five is the red five.

    >>> [tile_of_copy(c) for c in (0, 16, 17, 88, 135)]
    [0, 34, 4, 36, 33]
    """
    if not 0 <= copy < N_COPIES:
        raise LogError(Fault.BAD_TILES, f"tile id {copy} is not in 0-135")
    return {16: 34, 52: 35, 88: 36}.get(copy, copy // 4) if red else copy // 4


def _dora_of(kind: int, players: int) -> int:
    if players == 3 and kind == 0:
        return 8
    if kind < 27:
        return kind // 9 * 9 + (kind + 1) % 9
    return 27 + (kind - 26) % 4 if kind < 31 else 31 + (kind - 30) % 3


DORA_OF: Final = {players: tuple(_dora_of(k, players) for k in range(N_KINDS)) for players in (3, 4)}
"""`DORA_OF[players][indicator kind]` is the kind the indicator makes dora (in three-player 1m makes 9m dora)."""


Notation = Literal["mpsz", "tenhou_json", "mjai", "unicode", "record"]
