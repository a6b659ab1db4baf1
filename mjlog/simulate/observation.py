"""What lies open and what each hand holds, as the numbers that players decide by."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Pon,
    RiichiAccepted,
)
from mjlog.kyoku.state import KyokuState
from mjlog.simulate.policy import kinds_wanted, shanten_rows
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS


class Sight:
    """A table and its tiles counted; it follows the events the table takes.

    A player may look at its own hand and at what lies open.
    """

    def __init__(self, state: KyokuState) -> None:
        self.state, self.players = state, state.players
        self.others = [
            [(seat + step) % self.players for step in range(1, self.players)] for seat in range(self.players)
        ]
        """The other seats in the order of play."""
        self.kinds = [bytearray(N_KINDS) for _ in state.seats]
        """Concealed tiles of each seat by kind."""
        self.arrays = [np.frombuffer(kinds, np.uint8) for kinds in self.kinds]
        """The same memory, for kernels."""
        self.reds = [0 for _ in state.seats]
        """Mask of the red fives among them, bit 0 for man."""
        self.waits = [0 for _ in state.seats]
        """Mask of the kinds each hand of thirteen waits on."""
        self.pons, self.chis = [0 for _ in state.seats], [0 for _ in state.seats]
        """Masks of the kinds each has the tiles to call."""
        self._open = bytearray(N_KINDS)
        self.open = np.frombuffer(self._open, np.uint8)
        """Tiles that lie open, by kind."""
        self.rivers = np.zeros(4, np.int64)
        """Mask of the kinds each seat discarded."""
        self.riichi = 0
        """Mask of the seats in riichi."""
        self.tables = shanten_rows()
        self.dora = 0
        """Mask of the dora kinds."""
        for seat, held in enumerate(state.seats):
            for tile in held.hand:
                self._gain(seat, tile)
            self._rest(seat)
        for tile in state.indicators:
            self._indicate(tile)

    def take(self, event: Event) -> None:
        """Follow an event that the table has taken."""
        match event:
            case Draw():
                self._gain(event.seat, event.tile)
            case Discard():
                self._lay(event.seat, (event.tile,))
                self.rivers[event.seat] |= 1 << KIND_OF_TILE[event.tile]
                if not self.state.seats[event.seat].riichi_accepted:
                    self._rest(event.seat)
            case Chi() | Pon() | Daiminkan():
                self._lay(event.seat, event.tiles[1:])
                if isinstance(event, Daiminkan):
                    self._rest(event.seat)
            case Ankan():
                self._lay(event.seat, event.tiles)
                self._rest(event.seat)
            case Kakan():
                self._lay(event.seat, event.tiles[:1])
                self._rest(event.seat)
            case Kita():
                self._lay(event.seat, (event.tile,))
                self._rest(event.seat)
            case RiichiAccepted():
                self.riichi |= 1 << event.seat
            case DoraIndicator():
                self._indicate(event.tile)
            case _:
                pass

    def callers(self, giver: int, kind: int) -> list[int]:
        """Seats with the tiles to call a discard of the kind, in the order of play."""
        first, *others = self.others[giver]
        may_chi = self.players == 4 and self.chis[first] >> kind & 1
        seats = [seat for seat in others if self.pons[seat] >> kind & 1]
        return [first, *seats] if may_chi or self.pons[first] >> kind & 1 else seats

    def _gain(self, seat: int, tile: int) -> None:
        self.kinds[seat][KIND_OF_TILE[tile]] += 1
        if tile >= N_KINDS:
            self.reds[seat] |= 1 << tile - N_KINDS

    def _lay(self, seat: int, tiles: Iterable[int]) -> None:
        """Tiles of a hand come to lie open."""
        for tile in tiles:
            kind = KIND_OF_TILE[tile]
            self.kinds[seat][kind] -= 1
            self._open[kind] += 1
            if tile >= N_KINDS:
                self.reds[seat] &= ~(1 << tile - N_KINDS)

    def _rest(self, seat: int) -> None:
        """A hand has thirteen tiles again."""
        n_sets = len(self.state.seats[seat].sets)
        wanted = kinds_wanted(self.arrays[seat], n_sets, self.players, self.tables)
        self.waits[seat], self.pons[seat], self.chis[seat] = wanted

    def _indicate(self, tile: int) -> None:
        self._open[KIND_OF_TILE[tile]] += 1
        self.dora |= 1 << DORA_OF[self.players][KIND_OF_TILE[tile]]
