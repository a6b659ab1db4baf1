"""Compiled: one kyoku as `mjlog.replay.hands` follows it: concealed tiles, waits, and the tiles each seat sees."""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from mjlog.games.columns import ABSENT
from mjlog.jit import jit_inline
from mjlog.replay.unseen import Unseen, see
from mjlog.rules.columns.shanten import STEP, shanten_at, useful_at
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS

KINDS: Final = np.array(KIND_OF_TILE, np.int64)
"""Kind of each tile."""
_DORA: Final = np.array([[1 << DORA_OF[players][kind] for kind in KIND_OF_TILE] for players in (3, 4)])
"""Mask of the kind that an indicator makes dora, by number of players - 3 and tile."""


class HandState:
    """The fields of the record that one kyoku is followed on; the first axis is the seat."""

    held: Annotated[Any, 4, N_KINDS]
    """Concealed tiles by kind."""
    kinds: Annotated[Any, 4]
    """Mask of the kinds held."""
    places: Annotated[Any, 4, 4]
    """Places of the suit keys of the concealed tiles in the shanten tables."""
    n_sets: Annotated[Any, 4]
    melds: Annotated[Any, 4]
    """Bits of `open_melds`; only with decisions."""
    ankan: Annotated[Any, 4]
    """Mask of the kinds in closed kans."""
    turn: Annotated[Any, 4]
    """Discards of the seat."""
    river: Annotated[Any, 4]
    """Mask of the kinds discarded."""
    since: Annotated[Any, 4]
    """Mask of the kinds that any seat discarded since the riichi."""
    declared: Annotated[Any, 4]
    """The next discard declares riichi."""
    in_riichi: Annotated[Any, 4]
    """The riichi was accepted."""
    shanten: Annotated[Any, 4]
    """Of the hand after the last discard, or as dealt."""
    waits: Annotated[Any, 4]
    """Mask of the kinds the hand waits on."""
    useful: Annotated[Any, 4]
    """Mask of the kinds that lower the shanten of the hand before a draw; only with decisions."""
    public: Annotated[Any, N_KINDS]
    """Tiles all seats see, by kind: rivers, open sets, norths set aside and indicators."""
    ones: Annotated[Any, 4]
    twos: Annotated[Any, 4]
    fours: Annotated[Any, 4] = (1 << N_KINDS) - 1
    """Tiles a seat does not see (`mjlog.replay.unseen`); only with decisions."""
    decisions: int
    """Every draw, discard and call is recorded."""
    dora: int
    """Mask of the kinds the indicators make dora."""


@jit_inline
def give(state: HandState, players: int, seat: int, kind: int) -> None:
    """Add a tile to a hand, unless no hand could have it."""
    step = STEP[players - 3, kind]
    if state.held[seat, kind] < 4 and step:
        state.held[seat, kind] += 1
        if state.decisions:
            see(state, seat, kind)
        state.kinds[seat] |= 1 << kind
        state.places[seat, kind // 9] += step


@jit_inline
def turn_indicator(state: HandState, players: int, indicator: int) -> None:
    """Turn a dora indicator."""
    state.public[KINDS[indicator]] += 1
    see_all(state, players, KINDS[indicator], ABSENT)
    state.dora |= _DORA[players - 3, indicator]


@jit_inline
def show(state: HandState, players: int, seat: int, kind: int) -> None:
    """Move a tile from a hand, if it is there, to where all seats see it."""
    holder = ABSENT
    if state.held[seat, kind] > 0:
        holder = seat
        state.held[seat, kind] -= 1
        state.kinds[seat] ^= (state.held[seat, kind] == 0) << kind
        state.places[seat, kind // 9] -= STEP[players - 3, kind]
    state.public[kind] += 1
    see_all(state, players, kind, holder)


@jit_inline
def shanten_of(state: HandState, seat: int, tables: ShantenTables) -> int:
    """Shanten of the concealed tiles of a seat."""
    at = state.places
    return shanten_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], state.n_sets[seat], tables)


@jit_inline
def useful_of(state: HandState, seat: int, shanten: int, tables: ShantenTables) -> int:
    """Mask of the kinds that lower the shanten of a hand."""
    at = state.places
    return useful_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], state.n_sets[seat], shanten, tables)


@jit_inline
def update_waits(state: HandState, seat: int, tables: ShantenTables) -> None:
    """Update the waits of a hand; in riichi they stay."""
    if state.shanten[seat] != 0:
        state.waits[seat] = 0
    elif not state.in_riichi[seat] or state.waits[seat] == 0:
        state.waits[seat] = useful_of(state, seat, 0, tables)


@jit_inline
def unseen_by(state: HandState, seat: int) -> Unseen:
    """Tiles a seat does not see, with decisions."""
    return state.ones[seat], state.twos[seat], state.fours[seat]


@jit_inline
def see_all(state: HandState, players: int, kind: int, holder: int) -> None:
    """All seats see a tile, with decisions; the holder (or ABSENT) saw it before."""
    for seat in range(players if state.decisions else 0):
        if seat != holder:
            see(state, seat, kind)


@jit_inline
def unheld_by(state: HandState, first: int, end: int) -> Unseen:
    """Tiles that are neither public nor held by the seats from `first` to before `end`."""
    ones = twos = fours = 0
    for kind in range(N_KINDS):
        n = 4 - state.public[kind]
        for seat in range(first, end):
            n -= state.held[seat, kind]
        n = max(n, 0)
        ones |= (n & 1) << kind
        twos |= (n >> 1 & 1) << kind
        fours |= (n >> 2) << kind
    return ones, twos, fours
