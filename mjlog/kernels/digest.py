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
def push(lanes: Ints, word: int, value: int) -> int:
    """Append a number in 0-1023 to a word that begins as 1, and mix the word in when it holds three; the next word."""
    word = word << 10 | value
    if word >> 30:
        mix(lanes, word)
        return 1
    return word


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
    """`(n_games, 4)` int64: four lanes of 32 bits of each game, from columns of `mjlog.games.Games`."""
    digests = np.empty((len(players), 4), np.int64)
    held = np.empty(hands.shape[2], np.int64)
    for game in range(len(players)):
        lanes = digests[game]
        lanes[:] = START
        for kyoku in range(kyoku_start[game], kyoku_start[game + 1]):
            mix(lanes, 64 * int(wind[kyoku]) + int(number[kyoku]))
            mix(lanes, 64 * int(honba[kyoku]) + 1 + int(dora_indicator[kyoku]))
            word = 1
            for player in range(players[game]):
                for place in range(len(held)):
                    dealt = int(hands[kyoku, player, place])
                    while place > 0 and held[place - 1] > dealt:
                        held[place] = held[place - 1]
                        place -= 1
                    held[place] = dealt
                for place in range(len(held)):
                    word = push(lanes, word, 1 + int(held[place]))
            for event in range(event_start[kyoku], event_start[kyoku + 1]):
                if kind[event] == DRAW or kind[event] == DISCARD:
                    word = push(lanes, word, 256 * int(kind[event]) + 64 * int(seat[event]) + 1 + int(tile[event]))
            mix(lanes, word)
        for _ in range(4):
            for lane in range(4):
                mix(lanes, int(lanes[lane]) >> 1)  # halved: a lane would cancel itself
    return digests
