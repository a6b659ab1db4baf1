"""Tables for shanten, indexed by suit keys; built with numpy in a fraction of a second, once per process.

A *suit key* is the base-5 number of the nine (honors: seven) counts of a suit, kind 1 in the lowest digit. Keys add and
subtract as tiles come and go.

All suit keys have only 140 different rows of `mjlog.rules.shanten.Distances`; two, three or four suits together have
225. So a key gives the number of its row, two rows give the number of their joint row, and two rows of a whole hand
give its distance.

A tile lowers each of the ten distances of its suit by 0 or 1. There are several ways to divide the sets and the pair
between a suit and the rest of the hand; those that need the fewest tiles are *tight*. A kind lowers the distance of a
hand if it lowers a distance of its suit that a tight way uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from mjlog.rules.shanten import OUT_OF_REACH

POWERS_OF_5: Final[tuple[int, ...]] = tuple(5**i for i in range(9))
HONORS_AT: Final = 5**9
"""First place of the honor keys in the tables; the keys of the three suits begin at 0."""
SANMA_MAN_AT: Final = HONORS_AT + 5**7
"""First place of man in three-player: 25 places by `n_1m + 5 * n_9m`, as it has no other tiles and no runs."""

KINDS: Final = (range(9), range(7), (0, 8))
"""Kinds counted by the keys of a suit, of honors and of man in three-player, by number in their suit."""
ORPHANS: Final = ((0, 8), range(7), (0, 8))
"""Those that are terminals or honors."""
FIELD: Final = 6
"""Bits of one of ten distances packed into one number; the nine kinds of a suit fit into two fields."""

PAIR: Final = 0
KIND: Final = 6
ORPHAN: Final = 12
ORPHAN_PAIR: Final = 16
"""First bits of counted fields: kinds held at least twice (6 bits) and once (6 bits), terminals and honors held at
least once (4 bits) and twice (4 bits). The fields of four suits add up without overflow."""
ROW: Final = 20
"""First bit of the row, after these fields."""
MISSING: Final = 9
"""First bit of the mask of the kinds not held, after the mask of the kinds held once."""


class ShantenTables:
    """Lookup tables as the fields of one numpy record, which compiled functions pass as one pointer."""

    suits: NDArray[np.int32]
    """Counted fields of each suit key and its row, from the bits `PAIR` … `ROW` on.

    Shape `(5**9 + 5**7 + 25,)`; honors begin at `HONORS_AT`, man in three-player at `SANMA_MAN_AT`.
    """
    singles: NDArray[np.int32]
    """Mask of the kinds each suit key holds once, and from bit `MISSING` on of those it does not hold."""
    joint: NDArray[np.uint8]
    """Joint row of two rows; symmetric."""
    distance: NDArray[np.int8]
    """Distance by number of sets and two rows."""
    lowering: NDArray[np.int64]
    """The distances each kind lowers, by suit key and part of the suit: its first six kinds, its last three.

    Ten fields of six bits, one a distance; a bit is a kind. Kinds of which four are held lower none.
    """
    tight: NDArray[np.int64]
    """Full fields of the distances of a row that tight ways use, by number of sets, the row and that of the rest."""


@cache
def shanten_tables() -> ShantenTables:
    """The tables, about 50 MB."""
    suits = [_packed(_distances(n_kinds, runs)) for n_kinds, runs in ((9, True), (7, False), (2, False))]
    single = np.unique(np.concatenate([np.unique(suit) for suit in suits]))
    rows = np.union1d(single, _packed(_joined(_unpacked(single))))
    joined = _joined(_unpacked(rows))
    tables = {
        "suits": np.concatenate(
            [
                np.searchsorted(rows, suit).astype(np.int32) << ROW | _counted(kinds, orphans)
                for suit, kinds, orphans in zip(suits, KINDS, ORPHANS, strict=True)
            ]
        ),
        "singles": np.concatenate([_singles(kinds) for kinds in KINDS]),
        "joint": np.searchsorted(rows, _packed(joined)).astype(np.uint8),
        "distance": joined[5:].astype(np.int8),
        "lowering": np.concatenate([_lowering(suit, kinds) for suit, kinds in zip(suits, KINDS, strict=True)]),
        "tight": _tight(_unpacked(rows), joined[5:]),
    }
    fields = [(name, table.dtype, table.shape) for name, table in tables.items()]
    record = np.empty(1, np.dtype(fields, align=True)).view(np.recarray)
    for name, table in tables.items():
        record[name] = table
    record.flags.writeable = False
    return cast(ShantenTables, record[0])


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


def _counted(kinds: Sequence[int], orphans: Sequence[int]) -> NDArray[np.int32]:
    """The counting fields of all keys of a suit; `orphans` are its terminals or honors."""
    counted = np.zeros(1, np.int32)
    for kind in kinds:
        once = 1 << KIND | (kind in orphans) << ORPHAN
        twice = 1 << PAIR | (kind in orphans) << ORPHAN_PAIR
        counted = np.add.outer(np.array([0, once, *(once + twice,) * 3], np.int32), counted).ravel()
    return counted


def _singles(kinds: Sequence[int]) -> NDArray[np.int32]:
    """`ShantenTables.singles` of all keys of a suit."""
    singles = np.zeros(1, np.int32)
    for kind in kinds:
        singles = np.add.outer(np.array([1 << kind + MISSING, 1 << kind, 0, 0, 0], np.int32), singles).ravel()
    return singles


def _packed(distances: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Ten distances as one number, a field each."""
    packed = np.zeros(distances.shape[1:], np.int64)
    for place, row in enumerate(distances):
        packed |= row.astype(np.int64) << FIELD * place
    return packed


def _unpacked(packed: NDArray[np.int64]) -> NDArray[np.uint8]:
    return (packed >> np.arange(0, 10 * FIELD, FIELD)[:, None] & 15).astype(np.uint8)


def _lowering(packed: NDArray[np.int64], kinds: Sequence[int]) -> NDArray[np.int64]:
    """`ShantenTables.lowering` of all keys of a suit, from their distances."""
    lowering = np.zeros((packed.size, 2), np.int64)
    for digit, kind in enumerate(kinds):
        by_count = packed.reshape(-1, 5, 5**digit)
        part, place = divmod(kind, FIELD)
        lowering.reshape(-1, 5, 5**digit, 2)[:, :4, :, part] |= by_count[:, :4] - by_count[:, 1:] << place
    return lowering


def _tight(rows: NDArray[np.uint8], whole: NDArray[np.uint8]) -> NDArray[np.int64]:
    """`ShantenTables.tight` of rows, from the distances of every two as a whole hand."""
    tight = np.zeros(whole.shape, np.int64)
    for n_sets in range(5):
        for here in range(n_sets + 1):
            for pair, other_pair in ((5, 0), (0, 5)):
                sums = np.add.outer(rows[here + pair], rows[n_sets - here + other_pair])
                field = (1 << FIELD) - 1 << FIELD * (here + pair)
                tight[n_sets] |= np.where(sums == whole[n_sets], field, 0)
    return tight


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
