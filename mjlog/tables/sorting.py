"""Sorting networks: sort the short rows of many hands or tables at once, column by column."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjlog.games.columns import Ints
from mjlog.tiles import RED_FIVES


def network(n: int) -> tuple[tuple[int, int], ...]:
    """The comparisons that sort any `n` values, as pairs of places in order (Knuth 5.2.2, algorithm M).

    >>> network(3)
    ((0, 2), (0, 1), (1, 2))
    """
    pairs = []
    first = 1 << (n - 1).bit_length() - 1
    step = first
    while step:
        last, low, distance = first, 0, step
        while True:
            pairs += [(at, at + distance) for at in range(n - distance) if at & step == low]
            if last == step:
                break
            distance, last, low = last - step, last >> 1, step
        step >>= 1
    return tuple(pairs)


NETWORK_OF_HANDS: Final = network(13)


def sorted_hands(hands: Ints) -> Ints:
    """Tiles `(n, 13)` ascending by kind, red fives after the other fives, by Batcher's network."""
    red = hands >= RED_FIVES[0]
    keys = np.where(red, 18 * (hands - RED_FIVES[0]) + 9, 2 * hands).T.copy()  # twice the kind, plus one if red
    for low, high in NETWORK_OF_HANDS:
        smaller = np.minimum(keys[low], keys[high])
        np.maximum(keys[low], keys[high], out=keys[high])
        keys[low] = smaller
    tiles: Ints = np.where(keys & 1, RED_FIVES[0] + (keys - 9) // 18, keys >> 1).T
    return tiles
