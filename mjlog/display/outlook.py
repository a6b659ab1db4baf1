"""How far a hand is from winning: shanten, and the tiles that bring it closer."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from mjlog.errors import LogError
from mjlog.kyoku.state import KyokuState
from mjlog.rules.shanten import shanten, useful_kinds
from mjlog.tiles import KIND_OF_TILE


class Outlook(NamedTuple):
    """A hand without the tile just drawn."""

    shanten: int
    """0 is tenpai."""
    useful: dict[int, int]
    """Tiles left of each kind that lowers the shanten, for this player's eyes; empty between a call and its discard."""


def outlook(state: KyokuState, number: int) -> Outlook | None:
    """The outlook of a seat; None for a hand that cannot exist."""
    seat = state.seats[number]
    kinds = tuple(sorted(KIND_OF_TILE[tile] for tile in seat.resting))
    try:
        distance, useful = _distance(kinds, len(seat.sets), state.players)
    except LogError:
        return None
    seen = [KIND_OF_TILE[tile] for tile in _visible(state)]
    seen += [KIND_OF_TILE[tile] for tile in seat.hand]
    return Outlook(distance, {kind: max(4 - seen.count(kind), 0) for kind in useful})


@lru_cache(4096)
def _distance(kinds: tuple[int, ...], n_melds: int, players: int) -> tuple[int, tuple[int, ...]]:
    useful = useful_kinds(kinds, n_melds, players=players) if len(kinds) % 3 == 1 else ()
    return shanten(kinds, n_melds, players=players).best, useful


def _visible(state: KyokuState) -> list[int]:
    """Melds, norths, discards and indicators; a called tile is counted in its meld."""
    rivers = (each.tile for seat in state.seats for each in seat.river if each.called_by is None)
    melds = (tile for seat in state.seats for call in seat.sets for tile in call.tiles)
    norths = (tile for seat in state.seats for tile in seat.norths)
    return [*chain(rivers, melds, norths), *state.indicators]
