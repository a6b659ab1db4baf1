"""Shanten and useful tiles of one hand.

*Distance*: the smallest number of tiles that a hand lacks for a complete hand; surplus tiles do not count. *Shanten* is
the distance minus one: -1 complete, 0 tenpai. A complete hand has at most four tiles of a kind, so a hand that lacks
only a fifth is not tenpai. Tiles in melds or visible elsewhere do not change a shanten, only the number of useful tiles
left.

The distance to four sets and a pair is the sum over the suits: `distances_of` gives the tiles a suit lacks for each
number of sets, with and without a pair. `mjlog.rules.columns.shanten_tables` holds these numbers for all suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Final, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.tiles import KIND_OF_TILE, N_KINDS, SANMA_KINDS, YAOCHUU, parse, to_mpsz

Hand = str | Iterable[int]
"""Concealed tiles: tiles 0-36, or mpsz text."""

N_SETS: Final = 4
OUT_OF_REACH: Final = 15
"""An impossible distance, larger than any other: 14 tiles complete any hand."""

Distances = tuple[int, ...]
"""Ten distances: of 0-4 sets, then of 0-4 sets and a pair."""

_NEVER: Final[Distances] = (OUT_OF_REACH,) * 10
_NOTHING: Final[Distances] = (0, *_NEVER[1:])


class Shanten(NamedTuple):
    """Shanten by shape; None where melds rule the shape out."""

    standard: int
    """Four sets and a pair."""
    chiitoitsu: int | None
    kokushi: int | None

    @property
    def best(self) -> int:
        """The smallest of the three."""
        return min(shanten for shanten in self if shanten is not None)


@dataclass(frozen=True, slots=True)
class Discard:
    """Shanten and useful tiles after one discard."""

    tile: int
    shanten: int
    useful: dict[int, int]
    """Tiles left of each kind that lowers the shanten."""

    @property
    def n_useful(self) -> int:
        """Useful tiles left, all kinds together."""
        return sum(self.useful.values())


def shanten(hand: Hand, n_melds: int = 0, *, players: int = 4) -> Shanten:
    """Shanten of a hand of 13 or 14 tiles, three of them for each meld.

    >>> shanten("1112345678999m1z"), shanten("1112345678999m1z").best
    (Shanten(standard=0, chiitoitsu=4, kokushi=9), 0)
    """
    return shanten_of_counts(counts_of(hand, n_melds, players=players), n_melds, players=players)


def useful_kinds(hand: Hand, n_melds: int = 0, *, players: int = 4) -> tuple[int, ...]:
    """The kinds that lower the shanten of a hand of 13 tiles; of a tenpai hand its waits.

    >>> useful_kinds("123345567789m6z")
    (32,)
    """
    return _useful(counts_of(hand, n_melds, players=players), n_melds, players)


def ukeire(hand: Hand, n_melds: int = 0, *, seen: Hand = (), players: int = 4) -> dict[int, int]:
    """Tiles left of each useful kind, for a player with this hand who also sees the tiles `seen`.

    `seen` are all visible melds, discards and indicators.

    >>> ukeire("23455789m66777z", seen="5m")
    {4: 1, 32: 2}
    """
    counts = counts_of(hand, n_melds, players=players)
    return _left(_useful(counts, n_melds, players), counts, tally(seen))


def discards(hand: Hand, n_melds: int = 0, *, seen: Hand = (), players: int = 4) -> tuple[Discard, ...]:
    """Every different discard of a hand of 14 tiles, best first: by shanten, then by useful tiles left.

    >>> best = discards("123345567789m56z")[0]
    >>> best.tile, best.shanten, best.useful
    (31, 0, {32: 3})
    """
    tiles = sorted(set(_tiles(hand)))
    counts = counts_of(hand, n_melds, players=players)
    if sum(counts) % 3 != 2:
        raise LogError(Fault.BAD_HAND, f"{sum(counts)} tiles: a hand discards from 14, three of them for each meld")
    known = tally(seen)
    options = []
    for tile in tiles:
        kind = KIND_OF_TILE[tile]
        rest = _added(counts, kind, -1)
        after = {k: n - (k == kind) for k, n in _left(_useful(rest, n_melds, players), rest, known).items()}
        options.append(Discard(tile, shanten_of_counts(rest, n_melds, players=players).best, after))
    return tuple(sorted(options, key=lambda option: (option.shanten, -option.n_useful)))


def counts_of(hand: Hand, n_melds: int = 0, *, players: int = 4) -> tuple[int, ...]:
    """Number of tiles of each of the 34 kinds in a concealed hand, whose size must fit `n_melds`."""
    counts = tally(hand)
    if any(n > 4 for n in counts):
        fifth = next(kind for kind, n in enumerate(counts) if n > 4)
        raise LogError(Fault.BAD_TILES, f"a hand with {counts[fifth]} tiles of {to_mpsz([fifth])}, but only four exist")
    if players == 3 and any(counts[kind] for kind in range(1, 8)):
        raise LogError(Fault.BAD_TILES, "a three-player hand with one of 2m-8m, which do not exist there")
    if not 0 <= n_melds <= N_SETS or sum(counts) + 3 * n_melds not in {13, 14}:
        raise LogError(Fault.BAD_HAND, f"{sum(counts)} tiles and {n_melds} melds: a hand has 13 or 14, three a meld")
    return counts


def tally(hand: Hand) -> tuple[int, ...]:
    """Number of tiles of each of the 34 kinds."""
    counts = [0] * N_KINDS
    for tile in _tiles(hand):
        counts[KIND_OF_TILE[tile]] += 1
    return tuple(counts)


def shanten_of_counts(counts: Sequence[int], n_melds: int, *, players: int = 4, most: int = 4) -> Shanten:
    """Shanten of counts by kind, unchecked; a complete hand may have up to `most` tiles of a kind."""
    n_pairs = sum(n >= 2 for n in counts)
    n_kinds = sum(n >= 1 for n in counts)
    orphans = [counts[kind] for kind in YAOCHUU]
    standard = _distance(_suits(counts, players), N_SETS - n_melds, most) - 1
    if n_melds:
        return Shanten(standard, None, None)
    chiitoitsu = 6 - min(n_pairs, 7) + max(0, 7 - n_kinds)
    kokushi = 13 - sum(n >= 1 for n in orphans) - any(n >= 2 for n in orphans)
    return Shanten(standard, chiitoitsu, kokushi)


@lru_cache(maxsize=1 << 15)
def distances_of(counts: tuple[int, ...], runs: bool, most: int = 4, begun: int = 0, half: int = 0) -> Distances:
    """Distances of one suit's counts; honors, and man in three-player, have no runs.

    The recursion goes from the lowest kind up. `begun` runs started one kind before these counts and need their first
    two kinds, `half` runs started two kinds before and need the first. Three equal runs count as three triplets.

    >>> distances_of((2, 0, 1, 1, 0, 0, 0, 0, 0), runs=True)
    (0, 1, 2, 5, 8, 0, 1, 4, 7, 10)
    """
    if not counts:
        return _NEVER if begun or half else _NOTHING
    best = _NEVER
    for started in range(3 if runs else 1):
        for triplet in (0, 1):
            needed = begun + half + started + 3 * triplet
            if needed > most:
                continue
            rest = distances_of(counts[1:], runs, most, started, begun)
            shift = started + triplet
            best = _minimum(best, _moved(rest[:5], shift), _moved(rest[5:], shift), max(0, needed - counts[0]))
            if needed + 2 <= most:
                best = _minimum(best, _NEVER[:5], _moved(rest[:5], shift), max(0, needed + 2 - counts[0]))
    return best


def _moved(part: Distances, n_sets: int) -> Distances:
    """Five distances by number of sets, with `n_sets` more complete sets."""
    return _NEVER[:n_sets] + part[: 5 - n_sets]


def _minimum(best: Distances, alone: Distances, paired: Distances, cost: int) -> Distances:
    return tuple(map(min, best, (distance + cost for distance in alone + paired)))


def _suits(counts: Sequence[int], players: int) -> list[tuple[tuple[int, ...], bool]]:
    """The counts of the four suits, each with whether it has runs."""
    man = (tuple(counts[:9]), True) if players == 4 else ((counts[0], counts[8]), False)
    return [man, (tuple(counts[9:18]), True), (tuple(counts[18:27]), True), (tuple(counts[27:]), False)]


def _distance(suits: Iterable[tuple[tuple[int, ...], bool]], n_sets: int, most: int) -> int:
    return reduce(_joined, (distances_of(counts, runs, most) for counts, runs in suits))[5 + n_sets]


def _joined(one: Distances, other: Distances) -> Distances:
    """Distances of two suits together, with the best division of sets and pair between them."""
    alone = tuple(min(one[i] + other[n - i] for i in range(n + 1)) for n in range(5))
    paired = tuple(
        min(min(one[5 + i] + other[n - i], one[i] + other[5 + n - i]) for i in range(n + 1)) for n in range(5)
    )
    return alone + paired


def _useful(counts: Sequence[int], n_melds: int, players: int) -> tuple[int, ...]:
    before = shanten_of_counts(counts, n_melds, players=players).best
    return tuple(
        kind
        for kind in (SANMA_KINDS if players == 3 else range(N_KINDS))
        if counts[kind] < 4 and shanten_of_counts(_added(counts, kind, 1), n_melds, players=players).best < before
    )


def _added(counts: Sequence[int], kind: int, n: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + n, *counts[kind + 1 :])


def _left(kinds: Iterable[int], held: Sequence[int], seen: Sequence[int]) -> dict[int, int]:
    return {kind: max(0, 4 - held[kind] - seen[kind]) for kind in kinds}


def _tiles(hand: Hand) -> tuple[int, ...]:
    return parse(hand) if isinstance(hand, str) else tuple(hand)
