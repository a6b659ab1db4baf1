"""What lies open and what each hand holds, as the numbers that players decide by."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from mjlog.events import Ankan, Chi, Daiminkan, Discard, DoraIndicator, Draw, Event, Kakan, Kita, Pon
from mjlog.kernels.choice import shanten_rows, waits_of_hand
from mjlog.state import KyokuState
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS


class Sight:
    """A table and its tiles counted; it follows the events the table takes.

    A player may look at its own hand and at what lies open.
    """

    def __init__(self, state: KyokuState) -> None:
        self.state, self.players = state, state.players
        self.kinds = [bytearray(N_KINDS) for _ in state.seats]
        """Concealed tiles of each seat by kind."""
        self.arrays = [np.frombuffer(kinds, np.uint8) for kinds in self.kinds]
        """The same memory, for kernels."""
        self.reds = [0 for _ in state.seats]
        """Mask of the red fives among them, bit 0 for man."""
        self.waits = [0 for _ in state.seats]
        """Mask of the kinds each hand of thirteen waits on."""
        self._open = bytearray(N_KINDS)
        self.open = np.frombuffer(self._open, np.uint8)
        """Tiles that lie open, by kind."""
        self.rivers = np.zeros(4, np.int64)
        """Mask of the kinds each seat discarded."""
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
            case DoraIndicator():
                self._indicate(event.tile)
            case _:
                pass

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
        self.waits[seat] = waits_of_hand(self.arrays[seat], n_sets, self.players, shanten_rows())

    def _indicate(self, tile: int) -> None:
        self._open[KIND_OF_TILE[tile]] += 1
        self.dora |= 1 << DORA_OF[self.players][KIND_OF_TILE[tile]]
