"""The hands of one kyoku, followed event by event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games
from mjlog.games.build import CallRow
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import KIND_OF_TILE, N_COPIES, in_order

MOST_MELDS: Final = 8
"""Four melds and four norths."""
KIND_OF_COPY: Final = tuple(copy // 4 for copy in range(N_COPIES))
FROM_HAND: Final = {
    **dict.fromkeys((EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN), slice(1, None)),
    **dict.fromkeys((EventKind.KAKAN, EventKind.KITA), slice(1)),
    EventKind.ANKAN: slice(None),
}
"""The tiles of a call (as in `CallColumns`) that come from the hand."""


class Hands:
    """Concealed tiles and melds of each seat, as of the last event.

    Tiles are 0-36, or copies with `kinds=KIND_OF_COPY`; ABSENT is a tile that the log does not record. A seat that
    gives a tile it does not have gives such a tile; without one it gets a count below 0, or a `LogError` if `strict`.
    """

    def __init__(
        self, dealt: Iterable[Sequence[int]], *, kinds: Sequence[int] = KIND_OF_TILE, strict: bool = True
    ) -> None:
        self.kinds, self.strict = kinds, strict
        dealt = list(dealt)
        self.counts = [[hand.count(tile) for tile in range(len(kinds))] for hand in dealt]
        """Concealed tiles, by seat and tile."""
        self.unknown = [hand.count(ABSENT) for hand in dealt]
        """Concealed tiles of each seat that the log does not record."""
        self.calls: list[CallRow] = []
        self.melds: list[list[int]] = [[] for _ in self.counts]
        """Of each seat, its melds and norths as places in `calls`, the newest first; a kakan takes its pon's place."""

    def draw(self, seat: int, tile: int) -> None:
        """Add a tile to a hand."""
        if tile == ABSENT:
            self.unknown[seat] += 1
        else:
            self.counts[seat][tile] += 1

    def discard(self, seat: int, tile: int) -> None:
        """Take a tile out of a hand."""
        if self.unknown[seat] and not self.counts[seat][tile]:
            self.unknown[seat] -= 1
            return
        if self.strict and not self.counts[seat][tile]:
            raise LogError(Fault.BAD_TILES, f"seat {seat} gives a tile that it does not hold")
        self.counts[seat][tile] -= 1

    def call(self, event: int, kind: EventKind, seat: int, from_seat: int, tiles: Sequence[int]) -> CallRow:
        """Note a call (values as in `CallColumns`) and take its tiles out of the hand."""
        melds = self.melds[seat]
        place = 0 if kind != EventKind.KAKAN else melds.index(self._pon(seat, tiles[0]))
        if kind == EventKind.KAKAN:
            del melds[place]
        elif len(melds) == MOST_MELDS:
            raise LogError(Fault.BAD_ORDER, "more melds than a hand can have")
        for tile in tiles[FROM_HAND[kind]]:
            self.discard(seat, tile)
        melds.insert(place, len(self.calls))
        self.calls.append(CallRow(event, kind, seat, from_seat, tiles))
        return self.calls[-1]

    def kakan(self, event: int, seat: int, added: int) -> CallRow:
        """Note the call that adds a tile to a pon."""
        pon = self.pon(seat, added)
        return self.call(event, EventKind.KAKAN, seat, pon.from_seat, [added, *pon.tiles])

    def pon(self, seat: int, added: int) -> CallRow:
        """The pon of the kind of a tile; `LogError` if the seat has none."""
        return self.calls[self._pon(seat, added)]

    def _pon(self, seat: int, added: int) -> int:
        for place in self.melds[seat]:
            call = self.calls[place]
            if call.kind == EventKind.PON and self.kinds[call.tiles[0]] == self.kinds[added]:
                return place
        raise LogError(Fault.BAD_ORDER, "a kakan without its pon")

    def n_melds(self, seat: int) -> int:
        """Melds of a seat without norths."""
        return sum(self.calls[place].kind != EventKind.KITA for place in self.melds[seat])

    def concealed(self, seat: int) -> list[int]:
        """The concealed tiles of a seat, sorted."""
        tiles = [tile for tile, n in enumerate(self.counts[seat]) for _ in range(n)]
        return in_order(tiles) if self.kinds is KIND_OF_TILE else tiles


def hands_of(games: Games, kyoku: int, *, before: int | None = None, copies: bool = False) -> Hands:
    """The hands at the end of a kyoku (its row), or `before` an event (its row), of tiles or copies."""
    dealt = (games.kyoku.hand_copies if copies else games.kyoku.hands)[kyoku].tolist()
    hands = Hands(dealt, kinds=KIND_OF_COPY if copies else KIND_OF_TILE)
    play_out(hands, games, kyoku, before=before, copies=copies)
    return hands


def play_out(hands: Hands, games: Games, kyoku: int, *, before: int | None = None, copies: bool = False) -> None:
    """Move the tiles of hands just dealt as the events of a kyoku say, up to its end or `before` an event (its row)."""
    first, end = games.event_start[kyoku : kyoku + 2].tolist()
    rows = slice(first, end if before is None else before)
    tiles_of_call = games.calls.copies if copies else games.calls.tiles
    call = int(games.call_start[kyoku])
    columns = (games.events.kind, games.events.seat, games.events.copy if copies else games.events.tile)
    for event, (kind, seat, tile) in enumerate(zip(*(column[rows].tolist() for column in columns), strict=True)):
        if kind == EventKind.DRAW:
            hands.draw(seat, tile)
        elif kind == EventKind.DISCARD:
            hands.discard(seat, tile)
        elif EventKind.CHI <= kind <= EventKind.KITA:
            tiles = [tile for tile in tiles_of_call[call].tolist() if tile != ABSENT]
            hands.call(event, EventKind(kind), seat, int(games.calls.from_seat[call]), tiles)
            call += 1
