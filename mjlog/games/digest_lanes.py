"""Digests of games by what was dealt, drawn and discarded: the same for one game in every format."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.jit import jit

Ints = NDArray[Any]

MASK: Final = 0xFFFFFFFF
PRIMES: Final = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F)
"""Odd multipliers of the four lanes (those of xxHash)."""
START: Final = 0x165667B1
DRAW, DISCARD = 0, 1


Lanes = tuple[int, int, int, int]


@jit
def mixed(lanes: Lanes, value: int) -> Lanes:
    """The lanes with one more number in 0-2^31; products stay below 2^64, of which the low half counts."""
    a, b, c, d = lanes
    a = ((a ^ value) * PRIMES[0]) & MASK
    b = ((b ^ value) * PRIMES[1]) & MASK
    c = ((c ^ value) * PRIMES[2]) & MASK
    d = ((d ^ value) * PRIMES[3]) & MASK
    return a ^ (a >> 15), b ^ (b >> 15), c ^ (c >> 15), d ^ (d >> 15)


@jit
def content_lanes(
    players: Ints,
    kyoku_start: Ints,
    wind: Ints,
    number: Ints,
    honba: Ints,
    hands: Ints,
    dora_indicator: Ints,
    event_start: Ints,
    kind: Ints,
    seat: Ints,
    tile: Ints,
) -> Ints:
    """`(n_games, 4)` int64: four lanes of 32 bits of each game, from columns of `mjlog.games.batch.Games`."""
    digests = np.empty((len(players), 4), np.int64)
    held = np.empty(4, np.int64)
    for game in range(len(players)):
        lanes = (START, START, START, START)
        for kyoku in range(kyoku_start[game], kyoku_start[game + 1]):
            lanes = mixed(lanes, 64 * int(wind[kyoku]) + int(number[kyoku]))
            lanes = mixed(lanes, 64 * int(honba[kyoku]) + 1 + int(dora_indicator[kyoku]))
            for player in range(players[game]):
                held[:] = 0  # how many of each tile, three bits for each
                for place in range(hands.shape[2]):
                    tile_from_1 = 1 + int(hands[kyoku, player, place])
                    held[tile_from_1 // 10] += 1 << 3 * (tile_from_1 % 10)
                for word in range(4):
                    lanes = mixed(lanes, int(held[word]))
            played = 1
            for event in range(event_start[kyoku], event_start[kyoku + 1]):
                if kind[event] == DRAW or kind[event] == DISCARD:
                    played = played << 10 | 256 * int(kind[event]) + 64 * int(seat[event]) + 1 + int(tile[event])
                    if played >> 30:  # it holds three behind the 1 it began with
                        lanes = mixed(lanes, played)
                        played = 1
            lanes = mixed(lanes, played)
        for _ in range(4):
            a, b, c, d = lanes
            lanes = mixed((a ^ d >> 1, b ^ a >> 1, c ^ b >> 1, d ^ c >> 1), 0)
        for lane in range(4):
            digests[game, lane] = lanes[lane]
    return digests
