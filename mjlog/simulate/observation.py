"""The visible tiles and each hand as counts and masks, which players decide by."""

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
    OpenRiichi,
    Pon,
    RiichiAccepted,
)
from mjlog.kyoku.state import KyokuState
from mjlog.simulate.policy import shanten_rows, waits_and_calls
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, RED_FIVES


class Observation:
    """Counts of the tiles of one kyoku; it follows the same events as `state`.

    A player may look at its own hand and at the visible tiles.
    """

    def __init__(self, state: KyokuState) -> None:
        self.state, self.players = state, state.players
        self.others = [
            [(seat + step) % self.players for step in range(1, self.players)] for seat in range(self.players)
        ]
        """The other seats of each seat, in the order of play."""
        self.kinds = [bytearray(N_KINDS) for _ in state.seats]
        """Concealed tiles of each seat by kind."""
        self.arrays = [np.frombuffer(kinds, np.uint8) for kinds in self.kinds]
        """The same memory, for compiled functions."""
        self.reds = [0 for _ in state.seats]
        """Numbers of red fives among them, three bits for each suit, man first."""
        self.waits = [0 for _ in state.seats]
        """Masks of the kinds each hand of thirteen waits on."""
        self.pons, self.chis = [0 for _ in state.seats], [0 for _ in state.seats]
        """Masks of the kinds each hand can call."""
        self._visible = bytearray(N_KINDS)
        self.visible = np.frombuffer(self._visible, np.uint8)
        """Visible tiles: rivers, melds, norths, indicators and tiles that open riichi show, by kind."""
        self.rivers = np.zeros(4, np.int64)
        """Masks of the kinds each seat discarded."""
        self.riichi = 0
        """Mask of the seats in riichi."""
        self.open_waits = [0 for _ in state.seats]
        """Masks of the kinds each open riichi shows that it waits on."""
        self.tables = shanten_rows()
        self.dora = 0
        """Mask of the dora kinds."""
        for seat, own in enumerate(state.seats):
            for tile in own.hand:
                self._gain(seat, tile)
            self._update_waits(seat)
        for tile in state.indicators:
            self._indicate(tile)

    def take(self, event: Event) -> None:
        """Follow an event that the state has taken."""
        match event:
            case Draw():
                if event.tile is not None:
                    self._gain(event.seat, event.tile)
            case Discard():
                self._show(event.seat, (event.tile,))
                self.rivers[event.seat] |= 1 << KIND_OF_TILE[event.tile]
                if not self.state.seats[event.seat].riichi_accepted:
                    self._update_waits(event.seat)
            case Chi() | Pon() | Daiminkan():
                self._show(event.seat, event.tiles[1:])
                if isinstance(event, Daiminkan):
                    self._update_waits(event.seat)
            case Ankan():
                self._show(event.seat, event.tiles)
                self._update_waits(event.seat)
            case Kakan():
                self._show(event.seat, event.tiles[:1])
                self._update_waits(event.seat)
            case Kita():
                self._show(event.seat, (event.tile,))
                self._update_waits(event.seat)
            case RiichiAccepted():
                self.riichi |= 1 << event.seat
            case OpenRiichi():
                me = self.state.seats[event.seat]
                self.open_waits[event.seat] = self.waits[event.seat]
                for tile in me.shown_by_open_riichi(self.state.rules):
                    self._visible[KIND_OF_TILE[tile]] += 1
            case DoraIndicator():
                self._indicate(event.tile)
            case _:
                pass

    def callers(self, discarder: int, kind: int) -> list[int]:
        """Seats with the tiles to call a discard, in the order of play."""
        first, *others = self.others[discarder]
        may_chi = self.players == 4 and self.chis[first] >> kind & 1
        seats = [seat for seat in others if self.pons[seat] >> kind & 1]
        return [first, *seats] if may_chi or self.pons[first] >> kind & 1 else seats

    def _gain(self, seat: int, tile: int) -> None:
        self.kinds[seat][KIND_OF_TILE[tile]] += 1
        if tile in RED_FIVES:
            self.reds[seat] += 1 << 3 * (tile - N_KINDS)

    def _show(self, seat: int, tiles: Iterable[int]) -> None:
        """Tiles of a hand become visible."""
        for tile in tiles:
            kind = KIND_OF_TILE[tile]
            self.kinds[seat][kind] -= 1
            self._visible[kind] += 1
            if tile in RED_FIVES:
                self.reds[seat] -= 1 << 3 * (tile - N_KINDS)

    def _update_waits(self, seat: int) -> None:
        """After a change to a hand of thirteen tiles."""
        n_melds = len(self.state.seats[seat].sets)
        masks = waits_and_calls(self.arrays[seat], n_melds, self.players, self.tables)
        self.waits[seat], self.pons[seat], self.chis[seat] = masks

    def _indicate(self, tile: int) -> None:
        self._visible[KIND_OF_TILE[tile]] += 1
        self.dora |= 1 << DORA_OF[self.players][KIND_OF_TILE[tile]]
