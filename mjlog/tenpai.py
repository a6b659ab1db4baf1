"""Waits and divisions of one hand by trying them all: slow, plain, and apart from the tables of `mjlog.rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from mjlog.events import Tiles
from mjlog.tiles import KIND_OF_TILE, N_KINDS, YAOCHUU

Kinds = frozenset[int]


def kinds_of(tiles: Iterable[int]) -> list[int]:
    """The kinds of tiles, in their order."""
    return [KIND_OF_TILE[tile] for tile in tiles]


def is_kokushi(tiles: Iterable[int]) -> bool:
    """Whether the tiles are of thirteen different terminals and honors but for one at most."""
    kinds = set(kinds_of(tiles))
    return kinds <= YAOCHUU and len(kinds) >= 12


def waits_of(tiles: Iterable[int], n_sets: int) -> Kinds:
    """Kinds that complete the concealed tiles beside `n_sets` called sets; also a fifth tile of a kind.

    >>> sorted(waits_of((1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 31, 31, 31), 0))
    [0, 3, 6]
    """
    return _waits(tuple(sorted(kinds_of(tiles))), n_sets)


@cache
def _waits(kinds: Tiles, n_sets: int) -> Kinds:
    if len(kinds) != 13 - 3 * n_sets:
        return frozenset()
    near = {k for kind in kinds for k in (kind - 2, kind - 1, kind, kind + 1, kind + 2)} | YAOCHUU
    return frozenset(k for k in near if 0 <= k < N_KINDS and _complete(tuple(sorted((*kinds, k)))))


def _complete(kinds: Tiles) -> bool:
    counts = Counter(kinds)
    if len(kinds) == 14 and (set(counts.values()) == {2} or set(counts) == YAOCHUU):
        return True
    suits = Counter(kind // 9 for kind in kinds)
    if sorted(n % 3 for n in suits.values() if n % 3) != [2]:
        return False  # sets fill the suits, and one has the pair besides
    return any(divisions(kinds))


def divisions(kinds: Tiles) -> Iterator[tuple[Tiles, ...]]:
    """Every way to divide sorted kinds into a pair, which comes first, and sets.

    >>> list(divisions((0, 1, 2, 3, 3)))
    [((3, 3), (0, 1, 2))]
    """
    for pair in sorted({kind for kind in kinds if kinds.count(kind) >= 2}):
        for sets in _sets(_without(kinds, (pair, pair))):
            yield ((pair, pair), *sets)


def _sets(kinds: Tiles) -> Iterator[tuple[Tiles, ...]]:
    if not kinds:
        yield ()
        return
    first = kinds[0]
    candidates = [(first, first, first)]
    if first < 27 and first % 9 < 7:
        candidates.append((first, first + 1, first + 2))
    for candidate in candidates:
        if all(kinds.count(kind) >= candidate.count(kind) for kind in candidate):
            for rest in _sets(_without(kinds, candidate)):
                yield (candidate, *rest)


def _without(kinds: Tiles, taken: Tiles) -> Tiles:
    left = list(kinds)
    for kind in taken:
        left.remove(kind)
    return tuple(left)
