"""Exact chances of a dealt hand: walls, kyuushu kyuuhai, tenhou, and the shanten of a haipai.

Copies of a tile count as different, so every hand of a number of tiles is equally likely. A *first hand* is the 14
tiles of a haipai and the first draw. Three players have a deck of 108 tiles. Sources: first document, walls and first
hands (A141), kyuushu kyuuhai (A446-448), tenhou (A1225). It also quotes 3,199 tenhou in 9.3 × 10⁸ games as 1 in
2.92 × 10⁶; the quotient is 1 in 2.91 × 10⁵ (A1227).

The hands by shanten are counted suit by suit: the hands of a suit with the same number of tiles and the same entry in
`ShantenTables.suits` are one class, and the classes of two parts of a hand join to classes of both.
"""

from __future__ import annotations

from functools import cache
from math import comb, factorial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mjlog.rules.columns.shanten_tables import (
    HONORS_AT,
    KIND,
    KINDS,
    ORPHAN,
    ORPHAN_PAIR,
    PAIR,
    ROW,
    SANMA_MAN_AT,
    shanten_tables,
)
from mjlog.tiles import N_KINDS, SANMA_KINDS, YAOCHUU

HAIPAI, FIRST_HAND = 13, 14
"""Tiles of a dealt hand, without and with the first draw."""
COPIES: Final = 4
KYUUSHU: Final = 9
"""Kinds of terminals and honors that allow an abortive draw."""
N_TILES_AT: Final = ROW + 8
"""First bit of the number of tiles in the code of a class, after the entry of `ShantenTables.suits`."""

Classes = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Codes of different classes, and the number of hands of each."""


def n_walls() -> int:
    """Walls of 136 tiles that look different: 136! / 4!³⁴ ≈ 4.327 × 10¹⁸⁵."""
    orders: int = factorial(COPIES) ** N_KINDS
    return factorial(COPIES * N_KINDS) // orders


def n_hands(n_tiles: int = FIRST_HAND, players: int = 4) -> int:
    """Hands of `n_tiles` out of 136, or out of 108 with three players.

    >>> n_hands()
    4250305029168216000
    """
    return comb(COPIES * _n_kinds(players), n_tiles)


def n_kyuushu(n_tiles: int = FIRST_HAND, players: int = 4) -> int:
    """Hands with at least nine kinds of terminals and honors.

    The coefficient of xⁿ in the sum over k ≥ 9 of C(13, k) ((1+x)⁴ - 1)ᵏ (1+x)ᵐ; m tiles are simples.

    >>> n_kyuushu(), round(n_hands() / n_kyuushu(), 3)
    (13746798425456640, 309.185)
    """
    n_simples = COPIES * (_n_kinds(players) - len(YAOCHUU))
    return sum(
        comb(len(YAOCHUU), k) * (-1) ** j * comb(k, j) * comb(n_simples + COPIES * (k - j), n_tiles)
        for k in range(KYUUSHU, len(YAOCHUU) + 1)
        for j in range(k + 1)
    )


def n_dealt_wins(players: int = 4) -> int:
    """First hands that are complete, as the dealer needs for tenhou.

    >>> n_dealt_wins(), n_hands() // n_dealt_wins()
    (12859078207674, 330529)
    """
    return hands_by_shanten(FIRST_HAND, players)[-1]


@cache
def hands_by_shanten(n_tiles: int = HAIPAI, players: int = 4) -> dict[int, int]:
    """Hands of 13 or 14 tiles by shanten, of the nearest of the three shapes.

    >>> {shanten: round(n / n_hands(13), 4) for shanten, n in hands_by_shanten().items()}
    {0: 0.0001, 1: 0.0062, 2: 0.0935, 3: 0.362, 4: 0.3988, 5: 0.131, 6: 0.0084}
    """
    suit = _classes(0, len(KINDS[0]), n_tiles)
    man = suit if players == 4 else _classes(SANMA_MAN_AT, len(KINDS[2]), n_tiles)
    codes, others = _joined(man, suit, n_tiles), _joined(suit, _classes(HONORS_AT, len(KINDS[1]), n_tiles), n_tiles)
    counts: dict[int, int] = {}
    for tiles in range(n_tiles + 1):
        shanten, n = _shanten(_of_size(codes, tiles), _of_size(others, n_tiles - tiles))
        for value in np.unique(shanten).tolist():
            counts[value] = counts.get(value, 0) + int(n[shanten == value].sum())
    return dict(sorted(counts.items()))


def _n_kinds(players: int) -> int:
    return N_KINDS if players == 4 else len(SANMA_KINDS)


def _classes(start: int, n_kinds: int, most: int) -> Classes:
    """The classes of one suit with up to `most` tiles; its keys begin at `start`."""
    ways, sizes = np.ones(1, np.int64), np.zeros(1, np.int64)
    for _ in range(n_kinds):
        ways = np.multiply.outer([comb(COPIES, n) for n in range(COPIES + 1)], ways).ravel()
        sizes = np.add.outer(np.arange(COPIES + 1), sizes).ravel()
    entries = shanten_tables().suits[start : start + sizes.size].astype(np.int64)
    return _merged((entries | sizes << N_TILES_AT)[sizes <= most], ways[sizes <= most])


def _joined(a: Classes, b: Classes, most: int) -> Classes:
    """The classes of two parts of a hand together, with up to `most` tiles."""
    i, j = np.nonzero(np.add.outer(a[0] >> N_TILES_AT, b[0] >> N_TILES_AT) <= most)
    rows = shanten_tables().joint[_row(a[0][i]), _row(b[0][j])].astype(np.int64)
    return _merged(_without_row(a[0][i]) + _without_row(b[0][j]) + (rows << ROW), a[1][i] * b[1][j])


def _merged(codes: NDArray[np.int64], n: NDArray[np.int64]) -> Classes:
    merged, place = np.unique(codes, return_inverse=True)
    total = np.zeros(merged.size, np.int64)
    np.add.at(total, place, n)
    return merged, total


def _of_size(classes: Classes, n_tiles: int) -> Classes:
    selected = classes[0] >> N_TILES_AT == n_tiles
    return classes[0][selected], classes[1][selected]


def _shanten(a: Classes, b: Classes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Shanten and number of the hands of every two classes, which together are whole hands."""
    codes = np.add.outer(_without_row(a[0]), _without_row(b[0]))
    standard = shanten_tables().distance[4][np.ix_(_row(a[0]), _row(b[0]))] - 1
    pairs, kinds = codes >> PAIR & 0x3F, codes >> KIND & 0x3F
    orphans, orphan_pairs = codes >> ORPHAN & 0xF, codes >> ORPHAN_PAIR & 0xF
    chiitoitsu = 6 - np.minimum(pairs, 7) + np.maximum(7 - kinds, 0)
    kokushi = 13 - orphans - (orphan_pairs > 0)
    return np.minimum(standard, np.minimum(chiitoitsu, kokushi)), np.multiply.outer(a[1], b[1])


def _row(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    return codes >> ROW & 0xFF


def _without_row(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    return codes & ~(0xFF << ROW)
