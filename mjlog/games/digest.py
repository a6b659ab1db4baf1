"""Digests of whole games: the same game has the same digest in every file and format."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np

from mjlog.games.columns import EventColumns, EventKind, Ints, KyokuColumns
from mjlog.jit import jit, jit_inner

if TYPE_CHECKING:  # the cache key of the kernel covers every module imported at the top
    from mjlog.games.batch import Games

DIGEST_BYTES: Final = 16
MASK: Final = 0xFFFFFFFF
PRIMES: Final = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F)
"""Odd multipliers of the four lanes (those of xxHash)."""
START: Final = 0x165667B1
DRAW, DISCARD = int(EventKind.DRAW), int(EventKind.DISCARD)

Lanes = tuple[int, int, int, int]


def content_digests(games: Games) -> bytes:
    """One digest of `DIGEST_BYTES` per game, concatenated.

    It covers, kyoku by kyoku, wind, number and honba, the first dora indicator, the dealt hands without their order,
    and the draws and discards in order: the facts that every format records.
    """
    return _lanes(games, games.kyoku_start[1:])


def openings(games: Games) -> list[str]:
    """A digest of the names of each game's players and of its first kyoku: the id of a game that has none.

    A log that was cut short therefore has the same id as the whole one.
    """
    content = _lanes(games, np.minimum(games.kyoku_start[:-1] + 1, games.kyoku_start[1:]))
    named = ("\0".join(name or "" for name in names).encode() for names in games.seats.name)
    return [
        blake2b(content[at : at + DIGEST_BYTES] + name, digest_size=DIGEST_BYTES).hexdigest()
        for at, name in zip(range(0, len(content), DIGEST_BYTES), named, strict=True)
    ]


def _lanes(games: Games, stop: Ints) -> bytes:
    """The digests of the kyoku of each game before `stop`."""
    players, start = games.games.players, games.kyoku_start[:-1]
    lanes = content_lanes(players, start, stop, games.kyoku, games.event_start, games.events)
    return lanes.astype(">u4").tobytes()


def as_text(digests: bytes) -> list[str]:
    """Each digest as 32 hexadecimal digits."""
    text = digests.hex()
    return [text[at : at + 2 * DIGEST_BYTES] for at in range(0, len(text), 2 * DIGEST_BYTES)]


@jit_inner
def mixed(lanes: Lanes, value: int) -> Lanes:
    """The lanes after one more number in 0-2^31; products stay below 2^64, of which the low half is kept."""
    a, b, c, d = lanes
    a = ((a ^ value) * PRIMES[0]) & MASK
    b = ((b ^ value) * PRIMES[1]) & MASK
    c = ((c ^ value) * PRIMES[2]) & MASK
    d = ((d ^ value) * PRIMES[3]) & MASK
    return a ^ (a >> 15), b ^ (b >> 15), c ^ (c >> 15), d ^ (d >> 15)


@jit
def content_lanes(
    players: Ints, start: Ints, stop: Ints, starts: KyokuColumns, event_start: Ints, events: EventColumns
) -> Ints:
    """`(n_games, 4)` int64: four lanes of 32 bits of each game, from columns of `Games`; `stop` is after its kyoku."""
    digests = np.empty((len(players), 4), np.int64)
    counts = np.empty(4, np.int64)
    for game in range(len(players)):
        lanes = (START, START, START, START)
        for kyoku in range(start[game], stop[game]):
            lanes = mixed(lanes, 64 * int(starts.wind[kyoku]) + int(starts.number[kyoku]))
            lanes = mixed(lanes, 64 * int(starts.honba[kyoku]) + 1 + int(starts.dora_indicator[kyoku]))
            for player in range(players[game]):
                counts[:] = 0  # of each tile, in three bits
                for place in range(starts.hands.shape[2]):
                    tile_from_1 = 1 + int(starts.hands[kyoku, player, place])
                    counts[tile_from_1 // 10] += 1 << 3 * (tile_from_1 % 10)
                for word in range(4):
                    lanes = mixed(lanes, int(counts[word]))
            packed = 1
            for event in range(event_start[kyoku], event_start[kyoku + 1]):
                kind, seat, tile = int(events.kind[event]), int(events.seat[event]), int(events.tile[event])
                if kind in (DRAW, DISCARD):
                    packed = packed << 10 | 256 * kind + 64 * seat + 1 + tile
                    if packed >> 30:  # three events after the leading 1
                        lanes = mixed(lanes, packed)
                        packed = 1
            lanes = mixed(lanes, packed)
        for _ in range(4):
            a, b, c, d = lanes
            lanes = mixed((a ^ d >> 1, b ^ a >> 1, c ^ b >> 1, d ^ c >> 1), 0)
        for lane in range(4):
            digests[game, lane] = lanes[lane]
    return digests
