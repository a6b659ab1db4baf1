"""Waits and divisions of one hand by exhaustive search, independent of the tables of `mjlog.rules`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from mjlog.games.events import Tiles
from mjlog.tiles import KIND_OF_TILE, YAOCHUU, starts_run

Kinds = frozenset[int]


def kinds_of(tiles: Iterable[int]) -> list[int]:
    """The kinds of tiles, in their order."""
    return [KIND_OF_TILE[tile] for tile in tiles]


def is_kokushi(tiles: Iterable[int]) -> bool:
    """Whether the tiles have at least twelve of the thirteen terminals and honors, and nothing else."""
    kinds = set(kinds_of(tiles))
    return kinds <= YAOCHUU and len(kinds) >= 12


def waits_of(tiles: Iterable[int], n_sets: int) -> Kinds:
    """Kinds that complete the concealed tiles with `n_sets` called sets; also a fifth tile of a kind.

    >>> sorted(waits_of((1, 2, 3, 4, 5, 6, 7, 8, 27, 27, 31, 31, 31), 0))
    [0, 3, 6]
    """
    return _waits(tuple(tiles), n_sets)


@lru_cache(1 << 13)
def _waits(tiles: Tiles, n_sets: int) -> Kinds:
    if len(tiles) != 13 - 3 * n_sets:
        return frozenset()
    kinds = sorted(kinds_of(tiles))
    found = set(_pairs_waits(kinds)) if n_sets == 0 else set()
    suits: list[list[int]] = [[], [], [], []]
    for kind in kinds:
        suits[kind // 9].append(kind)
    if sorted([len(suit) % 3 for suit in suits]) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return frozenset(found)  # no tile turns all suits into sets and one pair
    for place, suit in enumerate(suits):
        if len(suit) % 3 and all(_divides(tuple(other)) for n, other in enumerate(suits) if n != place):
            shift = 9 * place
            found |= {kind + shift for kind in _suit_waits(tuple(kind - shift for kind in suit), place == 3)}
    return frozenset(found)


def _pairs_waits(kinds: list[int]) -> Kinds:
    """Waits of thirteen tiles for seven pairs and for thirteen orphans."""
    different = set(kinds)
    if len(different) == 7:
        single = [kind for kind in different if kinds.count(kind) == 1]
        return frozenset(single if len(single) == 1 and all(kinds.count(kind) <= 2 for kind in different) else ())
    if len(different) >= 12 and different <= YAOCHUU:
        return (YAOCHUU - different) or YAOCHUU
    return frozenset()


def waiting_part(tiles: Tiles, waits: Kinds) -> Tiles:
    """The tiles of a tenpai hand without the sets and the pair that can stay complete whatever wait comes.

    Of kokushi it is the whole hand.

    >>> waiting_part((0, 0, 0, 9, 10, 11, 12, 18, 19, 20, 31, 31, 31), frozenset({9, 12}))
    (9, 10, 11, 12)
    """
    kinds = kinds_of(tiles)
    rests = [_rests(tuple(sorted((*kinds, wait))), wait) for wait in sorted(waits)]
    if not all(rests):  # seven pairs or kokushi
        return tiles if is_kokushi(tiles) else tuple(t for t in tiles if kinds.count(KIND_OF_TILE[t]) == 1)
    common = rests[0]
    for others in rests[1:]:
        common = {tuple(sorted((Counter(one) & Counter(other)).elements())) for one in common for other in others}
    most = max(common, key=lambda blocks: (sum(map(len, blocks)), blocks))
    hidden = Counter(kind for block in most for kind in block)
    shown = []
    for tile in tiles:
        hidden[KIND_OF_TILE[tile]] -= 1
        if hidden[KIND_OF_TILE[tile]] < 0:
            shown.append(tile)
    return tuple(shown)


def _rests(complete: Tiles, wait: int) -> set[tuple[Tiles, ...]]:
    """What each division of complete kinds leaves without a set or pair that the wait completes."""
    rests = set()
    for blocks in divisions(complete):
        for place, block in enumerate(blocks):
            if wait in block:
                rests.add(tuple(sorted((*blocks[:place], *blocks[place + 1 :]))))
    return rests


@lru_cache(1 << 16)
def _suit_waits(numbers: Tiles, honors: bool) -> Kinds:
    """Numbers, from 0, that complete the tiles of one suit to sets, or to sets and a pair."""
    shift = 27 * honors
    return frozenset(
        number
        for number in range(7 if honors else 9)
        if _divides(tuple(sorted(kind + shift for kind in (*numbers, number))))
    )


@lru_cache(1 << 16)
def _divides(kinds: Tiles) -> bool:
    """Whether the tiles of one suit are sets, or sets and a pair."""
    if len(kinds) % 3 == 0:
        return next(_sets(kinds), None) is not None
    return len(kinds) % 3 == 2 and any(divisions(kinds))


def divisions(kinds: Tiles) -> Iterator[tuple[Tiles, ...]]:
    """All divisions of sorted kinds into a pair, which comes first, and sets.

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
    if starts_run(first):
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
