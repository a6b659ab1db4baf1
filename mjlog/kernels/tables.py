"""Tables for shanten, indexed by suit keys; built with numpy in a fraction of a second, once a process.

A *suit key* is the base-5 number of the nine (honors: seven) counts of a suit, kind 1 in the lowest digit. Keys add and
subtract as tiles come and go.

All suit keys together have few different rows of `mjlog.rules.shanten.Distances` (140), and pairs of suits hardly more
(215). So a key gives the number of its row, two rows give the number of their joint row, and two joint rows give the
distance of the whole hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.rules.shanten import OUT_OF_REACH

POWERS_OF_5: Final[tuple[int, ...]] = tuple(5**i for i in range(9))
HONORS_AT: Final = 5**9
"""Where the honor keys begin in the tables; the keys of the three suits begin at 0."""
SANMA_MAN_AT: Final = HONORS_AT + 5**7
"""Where man in three-player begins: 25 places by `n_1m + 5 * n_9m`, since it has no other tiles and no runs."""

PAIR: Final = 1
KIND: Final = 1 << 6
ORPHAN: Final = 1 << 12
ORPHAN_PAIR: Final = 1 << 16
"""Units of the counted fields: how many kinds are held at least twice (6 bits) and at least once (6 bits), how many
terminals and honors at least once (4 bits) and twice. The fields of four suits add up without overflow."""


class ShantenTables(NamedTuple):
    """Lookup tables; compiled functions take them as one argument."""

    rows: NDArray[np.uint8]
    """Row of each suit key, shape `(5**9 + 5**7 + 25,)`."""
    counted: NDArray[np.int32]
    """What each suit key adds to chiitoitsu and kokushi, in units of `PAIR` … `ORPHAN_PAIR`, same shape."""
    joint: NDArray[np.uint8]
    """Joint row of two rows, symmetric."""
    distance: NDArray[np.int8]
    """Distance by number of sets and two joint rows."""


@cache
def shanten_tables() -> ShantenTables:
    """The tables, about 10 MB."""
    suits = [_packed(_distances(n_kinds, runs)) for n_kinds, runs in ((9, True), (7, False), (2, False))]
    rows = np.unique(np.concatenate([np.unique(suit) for suit in suits]))
    pairs = _packed(_joined(_unpacked(rows)).reshape(10, -1))
    joint_rows = np.unique(pairs)
    tables = ShantenTables(
        rows=np.concatenate([np.searchsorted(rows, suit).astype(np.uint8) for suit in suits]),
        counted=np.concatenate([_counted(n, orphans) for n, orphans in ((9, (0, 8)), (7, range(7)), (2, (0, 1)))]),
        joint=np.searchsorted(joint_rows, pairs).reshape(rows.size, rows.size).astype(np.uint8),
        distance=_joined(_unpacked(joint_rows))[5:].astype(np.int8),
    )
    for table in tables:
        table.flags.writeable = False
    return tables


def _distances(n_kinds: int, runs: bool) -> NDArray[np.uint8]:
    """`Distances` of all keys of a suit of `n_kinds`, shape `(10, 5**n_kinds)`.

    The distance to a complete suit is a sum over kinds, so it spreads from the complete suits one kind at a time.
    """
    distances = np.full((10, 5**n_kinds), OUT_OF_REACH, np.uint8)
    for row, keys in enumerate(_complete_keys(n_kinds, runs)):
        distances[row, keys] = 0
    for kind in range(n_kinds):
        by_count = distances.reshape(10, 5 ** (n_kinds - 1 - kind), 5, 5**kind)
        for n in (1, 2, 3, 4):  # a tile too many costs nothing
            np.minimum(by_count[:, :, n], by_count[:, :, n - 1], out=by_count[:, :, n])
        for n in (3, 2, 1, 0):  # a missing tile costs one
            np.minimum(by_count[:, :, n], by_count[:, :, n + 1] + 1, out=by_count[:, :, n])
    return distances


def _complete_keys(n_kinds: int, runs: bool) -> list[NDArray[np.int64]]:
    """Keys of 0-4 sets, then of 0-4 sets and a pair."""
    kinds = np.eye(n_kinds, dtype=np.int64)
    sets = np.concatenate([3 * kinds, kinds[:-2] + kinds[1:-1] + kinds[2:]]) if runs else 3 * kinds
    alone = [np.zeros((1, n_kinds), np.int64)]
    for _ in range(4):
        alone.append(_sums(alone[-1], sets))
    return [
        counts @ np.array(POWERS_OF_5[:n_kinds]) for counts in [*alone, *(_sums(part, 2 * kinds) for part in alone)]
    ]


def _sums(counts: NDArray[np.int64], more: NDArray[np.int64]) -> NDArray[np.int64]:
    """All different sums of a row of each, with at most four tiles of a kind."""
    sums = (counts[:, None] + more).reshape(-1, counts.shape[1])
    return np.unique(sums[(sums <= 4).all(axis=1)], axis=0)


def _counted(n_kinds: int, orphans: Sequence[int]) -> NDArray[np.int32]:
    """The counting fields of all keys of a suit; `orphans` are the places of its terminals or honors."""
    counted = np.zeros(1, np.int32)
    for kind in range(n_kinds):
        once, twice = (KIND + ORPHAN, PAIR + ORPHAN_PAIR) if kind in orphans else (KIND, PAIR)
        counted = np.add.outer(np.array([0, once, *(once + twice,) * 3], np.int32), counted).ravel()
    return counted


def _packed(distances: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Ten distances as one number of four bits each."""
    packed = np.zeros(distances.shape[1], np.uint64)
    for place, row in enumerate(distances):
        packed |= row.astype(np.uint64) << np.uint64(4 * place)
    return packed


def _unpacked(packed: NDArray[np.uint64]) -> NDArray[np.uint8]:
    return (packed >> np.arange(0, 40, 4, dtype=np.uint64)[:, None] & np.uint64(15)).astype(np.uint8)


def _joined(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """`Distances` of every two rows together, shape `(10, n_rows, n_rows)`."""
    joined = np.full((10, rows.shape[1], rows.shape[1]), OUT_OF_REACH, np.uint8)
    for n_sets in range(5):
        for here in range(n_sets + 1):
            for pair, other_pair in ((0, 0), (5, 0), (0, 5)):
                place = n_sets + pair + other_pair
                sums = np.add.outer(rows[here + pair], rows[n_sets - here + other_pair])
                np.minimum(joined[place], sums, out=joined[place])
    return joined
