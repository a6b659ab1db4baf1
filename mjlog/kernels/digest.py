"""Digests of games by what was dealt, drawn and discarded: the same for one game in every format."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[Any]

MASK: Final = 0xFFFFFFFF
PRIMES: Final = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F)
"""Odd multipliers of the four lanes (those of xxHash)."""
START: Final = 0x165667B1
DRAW, DISCARD = 0, 1


@njit(cache=True)
def mix(lanes: Ints, value: int) -> None:
    """Take one number in 0-2^31 into the four lanes; products stay below 2^64, of which the low half counts."""
    for lane in range(4):
        mixed = ((int(lanes[lane]) ^ value) * PRIMES[lane]) & MASK
        lanes[lane] = mixed ^ (mixed >> 15)


@njit(cache=True)
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
    """`(n_games, 4)` int64: four lanes of 32 bits of each game, from columns of `mjlog.games.Games`; `hands` sorted."""
    digests = np.empty((len(players), 4), np.int64)
    for game in range(len(players)):
        lanes = digests[game]
        lanes[:] = START
        for kyoku in range(kyoku_start[game], kyoku_start[game + 1]):
            mix(lanes, 1 + int(wind[kyoku]))
            mix(lanes, 1 + int(number[kyoku]))
            mix(lanes, 1 + int(honba[kyoku]))
            mix(lanes, 1 + int(dora_indicator[kyoku]))
            for player in range(players[game]):
                for dealt in hands[kyoku, player]:
                    mix(lanes, 1 + int(dealt))
            for event in range(event_start[kyoku], event_start[kyoku + 1]):
                if kind[event] == DRAW or kind[event] == DISCARD:
                    mix(lanes, 256 * int(kind[event]) + 64 * int(seat[event]) + 1 + int(tile[event]))
            mix(lanes, 1023)
        for _ in range(4):
            for lane in range(4):
                mix(lanes, int(lanes[lane]))
    return digests
