"""The hand of a seat at its deal-in: its turn and its shanten, also where a kan or a north was robbed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.rules.shanten import shanten_of_counts
from mjlog.tiles import KIND_OF_TILE, N_KINDS, N_TILES


class DealIns(NamedTuple):
    """Facts of each seat at its deal-in, `(n_kyoku, 4)` int8, ABSENT without one."""

    turn: Ints
    """Own discards before it plus one."""
    shanten: Ints
    """Of the hand without the tile dealt."""

    @classmethod
    def of(cls, games: Games, dealt_in: Any, n_discards: Ints, end_shanten: Ints) -> DealIns:
        """From the discards of each seat and the shanten after the last one (ABSENT: unknown), `(n_kyoku, 4)` each.

        A robbed kan or north comes after the last discard, so its hand is counted anew. That is rare.
        """
        turn = np.where(dealt_in, n_discards, ABSENT).astype(np.int8)
        after = np.where(dealt_in, end_shanten, ABSENT).astype(np.int8)
        kinds = games.events.kind
        moves = np.flatnonzero(kinds <= EventKind.KITA)
        last = np.searchsorted(moves, games.event_start[1:]) - 1
        robbed = np.zeros(len(last), np.bool_)
        robbed[last >= 0] = kinds[moves[last[last >= 0]]] >= EventKind.ANKAN
        robbed &= dealt_in.any(axis=1)
        for kyoku in np.flatnonzero(robbed).tolist():
            for seat in np.flatnonzero(dealt_in[kyoku]).tolist():
                turn[kyoku, seat] += 1
                if after[kyoku, seat] != ABSENT:
                    after[kyoku, seat] = _shanten_at_end(games, kyoku, seat)
        return cls(turn, after)


def _shanten_at_end(games: Games, kyoku: int, seat: int) -> int:
    """Shanten of the concealed tiles that a seat has after its last move, a kan or a north."""
    events, first, end = games.events, int(games.event_start[kyoku]), int(games.event_start[kyoku + 1])
    held = np.zeros(N_TILES, np.int64)
    np.add.at(held, games.kyoku.hands[kyoku, seat], 1)
    kinds, own = events.kind[first:end], events.seat[first:end] == seat
    np.add.at(held, events.tile[first:end][own & (kinds == EventKind.DRAW)], 1)
    np.subtract.at(held, events.tile[first:end][own & (kinds == EventKind.DISCARD)], 1)
    calls, n_melds = games.calls, 0
    for call in range(int(games.call_start[kyoku]), int(games.call_start[kyoku + 1])):
        if calls.seat[call] == seat and calls.event[call] != ABSENT:
            kind = calls.kind[call]
            shown = calls.tiles[call][(0 if kind >= EventKind.ANKAN else 1) : (1 if kind >= EventKind.KAKAN else 4)]
            np.subtract.at(held, shown[shown != ABSENT], 1)
            n_melds += int(kind <= EventKind.ANKAN)
    players = int(games.games.players[runs(games.kyoku_start)[kyoku]])
    counts = np.zeros(N_KINDS, np.int64)
    np.add.at(counts, list(KIND_OF_TILE[:N_TILES]), np.maximum(held, 0))
    return shanten_of_counts(counts.tolist(), n_melds, players=players).best
