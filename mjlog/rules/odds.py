"""Exact chances of a dealt hand: the figures of the rule documents, counted.

A *first hand* is 14 tiles: a dealt hand and the first draw. Copies of a tile count as different, so that every first
hand is equally likely. Sources: first document, kyuushu kyuuhai (A446-448) and tenhou (A1225); second document, the
number of walls (A141). The first document quotes 3,199 tenhou in 9.3 × 10⁸ games and prints 1 in 2.92 × 10⁶; the
quotient is 1 in 2.91 × 10⁵ (A1227).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import Final

from mjlog.tiles import N_KINDS, SANMA_KINDS, YAOCHUU

TILES: Final = 14
"""Tiles of a first hand."""
COPIES: Final = 4
KYUUSHU: Final = 9
"""Kinds of terminals and honors that allow an abortive draw."""

Kinds = tuple[int, ...]


def n_walls() -> int:
    """Walls of 136 tiles that differ to the eye: 136! / 4!³⁴ ≈ 4.327 × 10¹⁸⁵."""
    orders: int = factorial(COPIES) ** N_KINDS
    return factorial(COPIES * N_KINDS) // orders


def n_first_hands(players: int = 4) -> int:
    """First hands of 14 tiles out of 136, or out of 108 with three players.

    >>> n_first_hands()
    4250305029168216000
    """
    return comb(COPIES * len(_kinds(players)), TILES)


def n_kyuushu(players: int = 4) -> int:
    """First hands with at least nine kinds of terminals and honors.

    >>> n_kyuushu(), round(n_first_hands() / n_kyuushu(), 3)
    (13746798425456640, 309.185)
    """
    n_others = COPIES * (len(_kinds(players)) - len(YAOCHUU))
    ways = Counter({(0, 0): 1})  # by number of kinds and number of tiles
    for _ in YAOCHUU:
        longer: Counter[tuple[int, int]] = Counter()
        for (n_kinds, n_tiles), n in ways.items():
            for copies in range(COPIES + 1):
                longer[n_kinds + (copies > 0), n_tiles + copies] += n * comb(COPIES, copies)
        ways = longer
    return sum(
        n * comb(n_others, TILES - n_tiles)
        for (n_kinds, n_tiles), n in ways.items()
        if n_kinds >= KYUUSHU and n_tiles <= TILES
    )


def n_dealt_wins(players: int = 4) -> int:
    """First hands that are complete: four sets and a pair, seven pairs, or kokushi.

    >>> n_dealt_wins(), n_first_hands() // n_dealt_wins()
    (12859078207674, 330529)
    """
    kinds = _kinds(players)
    pairs: int = comb(len(kinds), 7) * comb(COPIES, 2) ** 7
    kokushi: int = len(YAOCHUU) * comb(COPIES, 2) * COPIES ** (len(YAOCHUU) - 1)
    return _standard(kinds) + pairs - _standard(kinds, only_pairs=True) + kokushi


def _kinds(players: int) -> Kinds:
    return tuple(range(N_KINDS)) if players == 4 else tuple(sorted(SANMA_KINDS))


def _standard(kinds: Kinds, *, only_pairs: bool = False) -> int:
    """Hands of four sets and a pair; `only_pairs` counts those that are seven pairs as well."""
    ways = Counter({(0, 0): 1})  # by sets and pairs
    for suit in range(4):
        numbers = tuple(kind % 9 for kind in kinds if kind // 9 == suit)
        parts = _parts(numbers, runs=suit < 3, only_pairs=only_pairs)
        longer: Counter[tuple[int, int]] = Counter()
        for ((sets, pairs), n), ((more_sets, more_pairs), m) in product(ways.items(), parts.items()):
            longer[sets + more_sets, pairs + more_pairs] += n * m
        ways = longer
    return ways[4, 1]


@cache
def _parts(numbers: Kinds, *, runs: bool, only_pairs: bool) -> Counter[tuple[int, int]]:
    """Ways to take sets and at most one pair from one suit, by number of sets and of pairs.

    The number of tiles tells both numbers, so tiles that can be split in two ways count once.
    """
    sets: list[Kinds] = [(number,) * 3 for number in numbers]
    if runs:
        sets += [run for low in numbers if set(run := (low, low + 1, low + 2)) <= set(numbers)]
    found: Counter[tuple[int, int]] = Counter()
    for n_sets in range(5):
        for pair in (False, True):
            hands = {hand for hand in _hands(sets, n_sets, numbers if pair else None) if max(hand, default=0) <= COPIES}
            found[n_sets, int(pair)] = sum(
                prod(comb(COPIES, n) for n in hand) for hand in hands if not only_pairs or set(hand) <= {0, 2}
            )
    return found


def _hands(sets: list[Kinds], n_sets: int, pairs: Kinds | None) -> Iterator[Kinds]:
    """Counts by number in the suit, of every choice of sets and of a pair where there is one."""
    for chosen in combinations_with_replacement(sets, n_sets):
        tiles = Counter(number for one in chosen for number in one)
        for pair in [None] if pairs is None else pairs:
            yield tuple(tiles[number] + 2 * (number == pair) for number in range(9))
