"""The order and position of the tiles of a meld on the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mjlog.games.events import Ankan, Kakan, OpenSet
from mjlog.seats import turn_distance


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldTile:
    """One tile of a meld on the table."""

    tile: int
    sideways: bool = False
    """The called tile, which points to the player it came from."""
    added: int | None = None
    """The tile of a kakan that lies next to the sideways tile."""
    hidden: bool = False
    """Face down."""


def meld_tiles(call: OpenSet | Ankan, seat: int, players: int) -> tuple[MeldTile, ...]:
    """The tiles of a meld from left to right; the called tile lies on the side it came from, or in the middle.

    >>> from mjlog.games.events import Chi
    >>> [tile.tile for tile in meld_tiles(Chi(1, 0, (2, 0, 1)), 1, 4) if tile.sideways]
    [2]
    """
    if isinstance(call, Ankan):
        first, second, third, last = sorted(call.tiles)  # coloured tiles are the last, and lie face up
        order = [first, last, third, second]
        return tuple(MeldTile(tile=tile, hidden=place in (0, 3)) for place, tile in enumerate(order))
    added, tiles = (call.tiles[0], call.tiles[1:]) if isinstance(call, Kakan) else (None, call.tiles)
    called, *others = (MeldTile(tile=tile) for tile in tiles)
    turns = turn_distance(seat, call.from_seat, players)
    place = len(others) if turns == 1 else 0 if turns == players - 1 else 1
    others.insert(place, replace(called, sideways=True, added=added))
    return tuple(others)
