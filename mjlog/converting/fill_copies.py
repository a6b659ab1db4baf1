"""Which of the four copies each tile is, for games of formats that do not tell.

Each physical tile keeps one copy from the deal to its discard, call or win. Which one of equal tiles it is is chosen:
the lowest that is left, so the same log always gets the same copies. They tell nothing about the wall.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.tiles import N_KINDS, N_TILES, copies_of_tile, name_of

_CALLED: Final = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)


def with_copies(games: Games) -> Games:
    """The games with a copy for each tile, in every kyoku whose format does not tell copies.

    A `LogError` tells of a kyoku that has more of a tile than there are.
    """
    untold = np.flatnonzero((games.kyoku.hand_copies[:, 0] == ABSENT).any(axis=1))
    if not len(untold):
        return games
    made = replace(
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
    for kyoku in untold.tolist():
        game = int(game_of[kyoku])
        red = bool(games.rule_sets[games.games.rules[game]].reds)
        try:
            _Kyoku(made, kyoku, red).number()
        except LogError as error:
            place = kyoku - int(games.kyoku_start[game])
            raise error.at(source=games.games.source[game], kyoku=place) from error
    return made


class _Kyoku:
    """The tiles of one kyoku while it is gone through."""

    def __init__(self, games: Games, kyoku: int, red: bool) -> None:
        self.games, self.kyoku = games, kyoku
        self.copies_of = [copies_of_tile(tile, red=red) if red or tile < N_KINDS else () for tile in range(N_TILES)]
        self.free = [[*reversed(copies)] for copies in self.copies_of]
        """Copies not yet in play, the lowest last."""
        self.held: list[list[list[int]]] = [[[] for _ in range(N_TILES)] for _ in range(4)]
        """Copies in each hand, by tile, ascending."""
        self.drawn: int = ABSENT
        self.last: int = ABSENT
        """The copy that can be called or won on."""
        self.turned: list[int] = []

    def number(self) -> None:
        """Write the copies of the whole kyoku."""
        games, kyoku = self.games, self.kyoku
        for seat, hand in enumerate(games.kyoku.hands[kyoku].tolist()):
            games.kyoku.hand_copies[kyoku, seat] = [
                self._draw(seat, tile) if tile != ABSENT else ABSENT for tile in hand
            ]
        self.turned.append(self._new(int(games.kyoku.dora_indicator[kyoku])))
        games.kyoku.dora_indicator_copy[kyoku] = self.turned[0]
        call = int(games.call_start[kyoku])
        for row in range(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1])):
            call = self._event(row, call)
        for row in range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1])):
            self._win(row)
        for row in range(int(games.draw_start[kyoku]), int(games.draw_start[kyoku + 1])):
            for seat in range(4):
                games.draws.hand_copies[row, seat] = self._shown(seat, games.draws.hands[row, seat], None)

    def _event(self, row: int, call: int) -> int:
        """Number the tiles of an event; the place of the next call."""
        events, calls = self.games.events, self.games.calls
        kind, seat, tile = int(events.kind[row]), int(events.seat[row]), int(events.tile[row])
        if kind == EventKind.DRAW:
            self.drawn = self.last = self._draw(seat, tile)
            events.copy[row] = self.drawn
        elif kind == EventKind.DISCARD:
            self.last = events.copy[row] = self._discard(seat, tile, bool(events.tsumogiri[row] == 1))
            self.drawn = ABSENT
        elif kind == EventKind.DORA:
            self.turned.append(self._new(tile))
            events.copy[row] = self.turned[-1]
        elif EventKind.CHI <= kind <= EventKind.KITA:
            tiles = [t for t in calls.tiles[call].tolist() if t != ABSENT]
            copies = self._call(kind, seat, tiles, call)
            calls.copies[call, : len(copies)] = copies
            events.copy[row] = copies[0]
            return call + 1
        return call

    def _call(self, kind: int, seat: int, tiles: list[int], call: int) -> list[int]:
        if kind in _CALLED:
            return [self.last, *(self._give(seat, tile) for tile in tiles[1:])]
        if kind == EventKind.KAKAN:
            self.last = self._give(seat, tiles[0])
            return [self.last, *self._pon(seat, self.last // 4, call)]
        copies = [self._give(seat, tile) for tile in tiles]
        self.last = copies[-1]
        return copies

    def _pon(self, seat: int, kind: int, call: int) -> list[int]:
        calls = self.games.calls
        for row in range(call - 1, int(self.games.call_start[self.kyoku]) - 1, -1):
            if (calls.kind[row], calls.seat[row], calls.copies[row, 0] // 4) == (EventKind.PON, seat, kind):
                copies: list[int] = calls.copies[row, :3].tolist()
                return copies
        raise LogError(Fault.BAD_ORDER, "a kakan without its pon")

    def _win(self, row: int) -> None:
        wins = self.games.wins
        wins.copy[row] = self.last
        ronned = self.last if wins.from_seat[row] != ABSENT else None
        wins.hand_copies[row] = self._shown(int(wins.winner[row]), wins.hand[row], ronned)
        turned = self.turned[: int((wins.dora_indicators[row] != ABSENT).sum())]
        wins.dora_indicator_copies[row, : len(turned)] = turned
        first = int(self.games.win_start[self.kyoku])
        ura = [tile for tile in wins.ura_indicators[row].tolist() if tile != ABSENT]
        earlier = [n for n in range(first, row) if wins.ura_indicators[n, 0] != ABSENT]
        if earlier:  # the same tiles as for the first winner in riichi
            wins.ura_indicator_copies[row] = wins.ura_indicator_copies[earlier[0]]
        else:
            wins.ura_indicator_copies[row, : len(ura)] = [self._new(tile) for tile in ura]

    def _new(self, tile: int) -> int:
        if not self.free[tile]:
            raise LogError(Fault.BAD_TILES, f"more {name_of(tile, 'mpsz')} than there are")
        return self.free[tile].pop()

    def _draw(self, seat: int, tile: int) -> int:
        copy = self._new(tile)
        self.held[seat][tile].append(copy)
        self.held[seat][tile].sort()
        return copy

    def _give(self, seat: int, tile: int, *, keep: int = ABSENT) -> int:
        """The lowest copy a seat holds, which it then has no more; `keep` only if there is no other."""
        held = self.held[seat][tile]
        if not held:
            raise LogError(Fault.BAD_TILES, f"seat {seat} gives a {name_of(tile, 'mpsz')} that it does not hold")
        return held.pop(1 if held[0] == keep and len(held) > 1 else 0)

    def _discard(self, seat: int, tile: int, tsumogiri: bool) -> int:
        if tsumogiri and self.drawn in self.held[seat][tile]:
            self.held[seat][tile].remove(self.drawn)
            return self.drawn
        return self._give(seat, tile, keep=self.drawn)

    def _shown(self, seat: int, hand: Ints, ronned: int | None) -> list[int]:
        """Copies of the concealed tiles of a seat as a result shows them."""
        left = [[*copies] for copies in self.held[seat]]
        shown = hand.tolist()
        if ronned is not None:
            tile = next((tile for tile in shown if tile != ABSENT and ronned in self.copies_of[tile]), None)
            if tile is not None:
                left[tile] = sorted([*left[tile], ronned])
        if any(tile != ABSENT and shown.count(tile) > len(left[tile]) for tile in shown):
            raise LogError(Fault.BAD_TILES, f"seat {seat} shows tiles that it does not hold")
        return [left[tile].pop(0) if tile != ABSENT else ABSENT for tile in shown]
