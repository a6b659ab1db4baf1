"""The compiled pass over decisions: what every discard gave up and risked, and what every call changed.

It runs over the states of a replay (hand keys, sets, riichi) and keeps only what those do not hold: the tiles everybody sees and the rivers.
A seat sees its own hand, all rivers, open sets, norths set aside and indicators. Suji classes are those of `mjlog.rules.waits.suji_of`, no-chance and
one-chance those of the second rule document's safe tiles.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from mjlog.columns import ABSENT, CALL_KINDS, EventKind, Ints
from mjlog.games import Games, runs
from mjlog.kernels.replay import States
from mjlog.kernels.shanten import shanten_of_keys, useful_of_keys
from mjlog.kernels.tables import ShantenTables, shanten_tables
from mjlog.rules.waits import suji_of as _suji_of
from mjlog.tiles import KIND_OF_TILE

SAFE_IN_RIICHI: Final = 7
"""Danger class of a kind that somebody discarded since the riichi and the seat let pass; the lower ones are `waits.Suji`."""
NO_CHANCE, ONE_CHANCE, OPEN_CHANCE = 0, 1, 2
"""Whether a ryanmen on the tile is impossible by four visible tiles, needs the last of one, or is open."""

_DRAW, _DISCARD, _CHI, _PON, _DAIMINKAN, _ANKAN, _KAKAN, _KITA, _RIICHI, _ACCEPTED, _DORA = range(11)
_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_suji = njit(cache=True, nogil=True)(_suji_of)


class DiscardFacts(NamedTuple):
    """One row per discard."""

    event: Any
    """`(n,)` int64 row of the event in the batch."""
    shanten_before: Any
    """`(n,)` int8: of the hand with the drawn (or called) tile, so the least any discard can leave."""
    shanten: Any
    """`(n,)` int8: of the hand that is left."""
    useful_kinds: Any
    """`(n,)` int8: kinds that lower the shanten of the hand that is left."""
    useful_tiles: Any
    """`(n,)` int16: tiles of those kinds the seat does not see."""
    best_tiles: Any
    """`(n,)` int16: the most such tiles any discard with the least shanten would leave; in riichi those of the only one."""
    visible: Any
    """`(n,)` int8: tiles of the discarded kind the seat saw, this one included."""
    chance: Any
    """`(n,)` int8: NO_CHANCE, ONE_CHANCE or OPEN_CHANCE for a ryanmen on the tile; ABSENT for honors."""
    danger: Any
    """`(n, 4)` int8: class against each other seat in riichi (`waits.Suji` or SAFE_IN_RIICHI); ABSENT against others."""


class CallFacts(NamedTuple):
    """One row per call that was made."""

    event: Any
    """`(n,)` int64 row of the event in the batch."""
    shanten_before: Any
    """`(n,)` int8: of the hand just before."""
    shanten: Any
    """`(n,)` int8: of the hand with the set, the least the next discard can leave."""


def decisions(games: Games, states: States) -> tuple[DiscardFacts, CallFacts]:
    """What every discard and call of a batch meant, from the states after each of its events."""
    i8, i16 = np.int8, np.int16
    discards = np.flatnonzero(games.events.kind == EventKind.DISCARD)
    calls = np.flatnonzero(np.isin(games.events.kind, CALL_KINDS))
    n, m = len(discards), len(calls)
    of_discards = DiscardFacts(
        discards, np.zeros(n, i8), np.zeros(n, i8), np.zeros(n, i8), np.zeros(n, i16), np.zeros(n, i16),
        np.zeros(n, i8), np.full(n, ABSENT, i8), np.full((n, 4), ABSENT, i8),
    )  # fmt: skip
    of_calls = CallFacts(calls, np.zeros(m, i8), np.zeros(m, i8))
    players = games.games.players[runs(games.kyoku_start)].astype(np.int64)
    _decide(
        games.event_start, games.call_start, players, games.kyoku, games.events, games.calls, states, shanten_tables(), _KINDS,
        of_discards, of_calls,
    )  # fmt: skip
    return of_discards, of_calls


@njit(cache=True, nogil=True)
def _tiles_left(mask: int, unseen: Any) -> int:
    left = 0
    for kind in range(34):
        left += unseen[kind] * (mask >> kind & 1)
    return left


@njit(cache=True, nogil=True)
def _chance(kind: int, unseen: Any) -> int:
    """Whether a ryanmen on a numbered kind is still possible, by what the seat sees."""
    number = kind % 9
    best = NO_CHANCE
    for step in (-1, 1):
        near, far, other = number + step, number + 2 * step, number + 3 * step
        if 0 <= far <= 8 and 0 <= other <= 8:
            near, far = kind + step, kind + 2 * step
            fewest = min(unseen[near], unseen[far])
            best = max(best, NO_CHANCE if fewest == 0 else ONE_CHANCE if fewest == 1 else OPEN_CHANCE)
    return best


@njit(cache=True, nogil=True)
def _shanten_without(keys: Any, kind: int, n_melds: int, players: int, tables: ShantenTables) -> int:
    suit = kind // 9
    gone = 5 ** (kind - 9 * suit)
    return shanten_of_keys(
        keys[0] - gone * (suit == 0), keys[1] - gone * (suit == 1), keys[2] - gone * (suit == 2), keys[3] - gone * (suit == 3),
        n_melds, players, tables,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _useful_without(keys: Any, kind: int, n_melds: int, players: int, tables: ShantenTables) -> tuple[int, int]:
    suit = kind // 9
    gone = 5 ** (kind - 9 * suit)
    return useful_of_keys(
        keys[0] - gone * (suit == 0), keys[1] - gone * (suit == 1), keys[2] - gone * (suit == 2), keys[3] - gone * (suit == 3),
        n_melds, players, tables,
    )  # fmt: skip


@njit(cache=True, nogil=True)
def _decide(
    event_start: Any, call_start: Any, players_of: Any, kyoku: Any, events: Any, calls: Any, states: Any, tables: ShantenTables, kinds: Any,
    of_discards: DiscardFacts, of_calls: CallFacts,
) -> None:  # fmt: skip
    public = np.zeros(34, np.int64)
    unseen = np.zeros(34, np.int64)
    held = np.zeros((4, 34), np.int64)
    river, since = np.zeros((2, 4), np.int64)
    keys, before = np.zeros((2, 4), np.int64)
    hands = np.zeros((4, 4), np.int64)
    n_melds = np.zeros(4, np.int64)
    row = 0
    made = 0
    for k in range(event_start.size - 1):
        players = players_of[k]
        public[:] = 0
        river[:] = 0
        since[:] = 0
        n_melds[:] = 0
        hands[:] = 0
        held[:] = 0
        for player in range(players):
            for place in range(13):
                kind = kinds[kyoku.hands[k, player, place]]
                hands[player, kind // 9] += 5 ** (kind % 9)
                held[player, kind] += 1
        public[kinds[kyoku.dora_indicator[k]]] += 1
        call = call_start[k]
        for event in range(event_start[k], event_start[k + 1]):
            action = events.kind[event]
            if action > _DORA:
                continue
            seat: Any = np.int64(events.seat[event])
            if action == _DORA:
                public[kinds[events.tile[event]]] += 1
                continue
            if action == _RIICHI or action == _ACCEPTED:
                continue
            for suit in range(4):
                before[suit] = hands[seat, suit]
                keys[suit] = states.keys[event, suit]
                hands[seat, suit] = keys[suit]
            melds_before = n_melds[seat]
            n_melds[seat] = states.n_melds[event]
            if action == _DRAW:
                held[seat, kinds[events.tile[event]]] += 1
            elif action == _DISCARD:
                kind = kinds[events.tile[event]]
                own = held[seat]
                for other in range(34):
                    unseen[other] = max(4 - public[other] - own[other], 0)
                n = n_melds[seat]
                least = shanten_of_keys(before[0], before[1], before[2], before[3], n, players, tables)
                left, mask = useful_of_keys(keys[0], keys[1], keys[2], keys[3], n, players, tables)
                tiles = _tiles_left(mask, unseen)
                best = tiles if left == least else 0
                free = not states.riichi[event] >> seat & 1
                for other in range(34):
                    if (
                        free
                        and own[other] > 0
                        and other != kind
                        and _shanten_without(before, other, n, players, tables) == least
                    ):
                        _, other_mask = _useful_without(before, other, n, players, tables)
                        best = max(best, _tiles_left(other_mask, unseen))
                of_discards.shanten_before[row] = least
                of_discards.shanten[row] = left
                for bit in range(34):
                    of_discards.useful_kinds[row] += mask >> bit & 1
                of_discards.useful_tiles[row] = tiles
                of_discards.best_tiles[row] = best
                of_discards.visible[row] = public[kind] + own[kind]
                if kind < 27:
                    of_discards.chance[row] = _chance(kind, unseen)
                for other in range(players):
                    if other != seat and states.riichi[event] >> other & 1:
                        danger: Any = np.int64(_suji(kind, river[other]))
                        if danger != 0 and since[other] >> kind & 1:
                            danger = SAFE_IN_RIICHI
                        of_discards.danger[row, other] = danger
                row += 1
                own[kind] -= 1
                public[kind] += 1
                river[seat] |= 1 << kind
                for other in range(players):
                    if states.riichi[event] >> other & 1:
                        since[other] |= 1 << kind
            elif action >= _CHI and action <= _KITA:
                of_calls.shanten_before[made] = shanten_of_keys(
                    before[0], before[1], before[2], before[3], melds_before, players, tables
                )
                of_calls.shanten[made] = shanten_of_keys(
                    keys[0], keys[1], keys[2], keys[3], n_melds[seat], players, tables
                )
                made += 1
                first = 0 if action >= _ANKAN else 1
                n_shown = 4 if action == _ANKAN else 1 if action >= _KAKAN else 3 if action == _DAIMINKAN else 2
                for place in range(first, first + n_shown):
                    if calls.tiles[call, place] >= 0:
                        public[kinds[calls.tiles[call, place]]] += 1
                        held[seat, kinds[calls.tiles[call, place]]] -= 1
                call += 1


def class_of_danger(danger: Ints) -> Ints:
    """The most dangerous class of each row of `danger`, over the seats in riichi, `(n,)`; ABSENT where nobody is.

    MUSUJI is worse than FAR, KATA, an honor not discarded, OMOTE and NAKA, in this order; what passed is safe.
    """
    order = np.array([0, 3, 2, 5, 6, 7, 4, 1], np.int8)
    rank = np.where(danger == ABSENT, -1, order[danger])
    worst = rank.argmax(axis=1)
    return np.where(rank.max(axis=1) < 0, ABSENT, danger[np.arange(len(danger)), worst])
