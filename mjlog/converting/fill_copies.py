"""Fills in which of the four copies each tile is, for games of formats that do not record it.

Each physical tile keeps one copy from the deal to its discard, call or win. Of equal tiles the lowest free copy is
chosen, so the same log always gets the same copies. They say nothing about the wall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind
from mjlog.games.hands import FROM_HAND, KIND_OF_COPY, Hands
from mjlog.tiles import N_COPIES, N_TILES, name_of

_CALLED: Final = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)


def with_copies(games: Games) -> Games:
    """The games with a copy for each tile, in every kyoku whose format does not record copies.

    Raises `LogError` for a kyoku with more of a tile than exist.
    """
    without = np.flatnonzero((games.kyoku.hand_copies[:, 0] == ABSENT).all(axis=1))
    if not len(without):
        return games
    filled = replace(
        games,
        kyoku=games.kyoku._replace(
            hand_copies=games.kyoku.hand_copies.copy(), dora_indicator_copy=games.kyoku.dora_indicator_copy.copy()
        ),
        events=games.events._replace(copy=games.events.copy.copy()),
        calls=games.calls._replace(copies=games.calls.copies.copy()),
        wins=games.wins._replace(
            copy=games.wins.copy.copy(),
            hand_copies=games.wins.hand_copies.copy(),
            dora_indicator_copies=games.wins.dora_indicator_copies.copy(),
            ura_indicator_copies=games.wins.ura_indicator_copies.copy(),
        ),
        draws=games.draws._replace(hand_copies=games.draws.hand_copies.copy()),
    )
    game_of = runs(games.kyoku_start)
    for kyoku in without.tolist():
        game = int(game_of[kyoku])
        tiles = games.rule_sets[games.games.rules[game]].tiles
        try:
            _KyokuCopies(filled, kyoku, tiles).fill()
        except LogError as error:
            place = kyoku - int(games.kyoku_start[game])
            raise error.at(source=games.games.source[game], kyoku=place) from error
    return filled


class _KyokuCopies:
    """The copies of one kyoku, up to the event that is being filled."""

    def __init__(self, games: Games, kyoku: int, tiles: Sequence[int]) -> None:
        self.games, self.kyoku = games, kyoku
        self.copies_of = [[copy for copy in range(N_COPIES) if tiles[copy] == tile] for tile in range(N_TILES)]
        self.free = [[*reversed(copies)] for copies in self.copies_of]
        """Copies not yet in play, the lowest last."""
        self.hands = Hands([[]] * 4, kinds=KIND_OF_COPY)
        self.drawn: int = ABSENT
        self.last: int = ABSENT
        """The copy that can be called or won on."""
        self.indicators: list[int] = []

    def fill(self) -> None:
        """Write the copies of the whole kyoku."""
        games, kyoku = self.games, self.kyoku
        for seat, hand in enumerate(games.kyoku.hands[kyoku].tolist()):
            for place, tile in enumerate(hand):
                games.kyoku.hand_copies[kyoku, seat, place] = self._draw(seat, tile)
        first = int(games.kyoku.dora_indicator[kyoku])
        self.indicators.append(self._new(first) if first != ABSENT else ABSENT)
        games.kyoku.dora_indicator_copy[kyoku] = self.indicators[0]
        call = int(games.call_start[kyoku])
        for row in range(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1])):
            call = self._event(row, call)
        for row in range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1])):
            self._win(row)
        for row in range(int(games.draw_start[kyoku]), int(games.draw_start[kyoku + 1])):
            for seat, hand in enumerate(games.draws.hands[row].tolist()):
                games.draws.hand_copies[row, seat] = self._copies(seat, hand, "shows")

    def _event(self, row: int, call: int) -> int:
        """Fill an event; returns the row of the next call."""
        events = self.games.events
        kind, seat, tile = int(events.kind[row]), int(events.seat[row]), int(events.tile[row])
        if kind == EventKind.DRAW:
            if tile == ABSENT:
                raise LogError(Fault.MISSING_VALUE, f"seat {seat} draws a tile that the game does not record")
            self.drawn = self.last = events.copy[row] = self._draw(seat, tile)
        elif kind == EventKind.DISCARD:
            self.last = events.copy[row] = self._discarded(seat, tile, tsumogiri=bool(events.tsumogiri[row] == 1))
            self.hands.discard(seat, self.last)
            self.drawn = ABSENT
        elif kind == EventKind.DORA:
            self.indicators.append(self._new(tile))
            events.copy[row] = self.indicators[-1]
        elif EventKind.CHI <= kind <= EventKind.KITA:
            copies = self._call(row, call, EventKind(kind))
            self.games.calls.copies[call, : len(copies)] = copies
            events.copy[row] = copies[0]
            return call + 1
        return call

    def _call(self, row: int, call: int, kind: EventKind) -> Sequence[int]:
        calls = self.games.calls
        seat, from_seat = int(calls.seat[call]), int(calls.from_seat[call])
        tiles = [tile for tile in calls.tiles[call].tolist() if tile != ABSENT]
        copies = self._copies(seat, tiles[FROM_HAND[kind]], "gives")
        if kind in _CALLED:
            copies = [self.last, *copies]
        else:
            self.last = copies[-1]
        if kind == EventKind.KAKAN:
            return self.hands.kakan(row, seat, *copies).tiles
        return self.hands.call(row, kind, seat, from_seat, copies).tiles

    def _win(self, row: int) -> None:
        wins = self.games.wins
        wins.copy[row] = self.last
        ronned = self.last if wins.from_seat[row] != ABSENT else None
        wins.hand_copies[row] = self._copies(int(wins.winner[row]), wins.hand[row].tolist(), "shows", ronned)
        indicators = self.indicators[: int((wins.dora_indicators[row] != ABSENT).sum())]
        wins.dora_indicator_copies[row, : len(indicators)] = indicators
        first = int(self.games.win_start[self.kyoku])
        ura = [tile for tile in wins.ura_indicators[row].tolist() if tile != ABSENT]
        earlier = [n for n in range(first, row) if wins.ura_indicators[n, 0] != ABSENT]
        if earlier:  # the same tiles as for the first winner in riichi
            wins.ura_indicator_copies[row] = wins.ura_indicator_copies[earlier[0]]
        else:
            wins.ura_indicator_copies[row, : len(ura)] = [self._new(tile) for tile in ura]

    def _new(self, tile: int) -> int:
        if not self.free[tile]:
            raise LogError(Fault.BAD_TILES, f"more {name_of(tile, 'mpsz')} than exist")
        return self.free[tile].pop()

    def _draw(self, seat: int, tile: int) -> int:
        """The copy of a tile that a seat gets."""
        copy = self._new(tile) if tile != ABSENT else ABSENT
        self.hands.draw(seat, copy)
        return copy

    def _discarded(self, seat: int, tile: int, *, tsumogiri: bool) -> int:
        """The copy drawn if it is discarded, else the lowest, the drawn one only if there is no other."""
        copies = [copy for copy in self.copies_of[tile] if self.hands.counts[seat][copy]]
        if tsumogiri and self.drawn in copies:
            return self.drawn
        others = [copy for copy in copies if copy != self.drawn]
        return others[0] if others else self._copies(seat, [tile], "gives")[0]

    def _copies(self, seat: int, tiles: Sequence[int], verb: str, ronned: int | None = None) -> list[int]:
        """The lowest copies of tiles in a hand, which for a ron holds the winning tile too; ABSENT for ABSENT."""
        counts = self.hands.counts[seat]
        left = {
            tile: [copy for copy in self.copies_of[tile] if counts[copy] or copy == ronned]
            for tile in set(tiles)
            if tile != ABSENT
        }
        for tile, copies in left.items():
            if tiles.count(tile) > len(copies):
                raise LogError(Fault.BAD_TILES, f"seat {seat} {verb} a {name_of(tile, 'mpsz')} that it does not hold")
        return [left[tile].pop(0) if tile != ABSENT else ABSENT for tile in tiles]
