"""Compiled: the form of the waits of a hand, as `mjlog.rules.waits.Waits.shape` names it."""

from __future__ import annotations

from typing import Any, Final

from mjlog.jit import jit_inline
from mjlog.rules.columns.shanten import STEP, shanten_at
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.rules.readings import WAIT_NAMES
from mjlog.tiles import EAST, N_KINDS

FORMS: Final = (*WAIT_NAMES.values(), "nobetan", "kokushi", "mixed", "many")
"""Words of the forms: `mixed` is any other on one or two kinds, `many` on more; the first five as in `Wait`."""
RYANMEN, SHANPON, NOBETAN, KOKUSHI, MIXED, MANY = (
    FORMS.index(word) for word in ("ryanmen", "shanpon", "nobetan", "kokushi", "mixed", "many")
)
_RYANMEN, _KANCHAN, _PENCHAN, _SHANPON, _TANKI = WAIT_NAMES
"""Bits of `Wait`."""


@jit_inline
def form_of(hand: Any, players: int, seat: int, waits: int, tables: ShantenTables) -> int:
    """Index into `FORMS` for a hand of thirteen tiles with these `waits`, of which there is at least one.

    `hand` has, by seat, `held` (tiles by kind), `places` (of the suit keys) and `n_sets`.
    """
    n = first = last = shared = form = 0
    for kind in range(N_KINDS):
        if waits >> kind & 1:
            form = _completed(hand, players, seat, kind, tables)
            shared = form if n == 0 else shared & form
            first, last = kind if n == 0 else first, kind
            n += 1
    if form == 0:
        return KOKUSHI
    if n > 2:
        return MANY
    if n == 1:
        for place in range(NOBETAN):
            if shared == 1 << place:
                return place
        return MIXED
    if shared & _SHANPON:
        return SHANPON
    if last - first == 3 and last // 9 == first // 9:
        if shared & _RYANMEN:
            return RYANMEN
        if shared & _TANKI:
            return NOBETAN
    return MIXED


@jit_inline
def _completed(hand: Any, players: int, seat: int, kind: int, tables: ShantenTables) -> int:
    """Bits of `Wait` that a kind completes in some reading; none for kokushi."""
    forms, number = 0, kind % 9
    if kind < EAST:
        if number >= 2 and _is_set_without(hand, players, seat, kind - 2, kind - 1, tables):
            forms |= _PENCHAN if number == 2 else _RYANMEN
        if number <= 6 and _is_set_without(hand, players, seat, kind + 1, kind + 2, tables):
            forms |= _PENCHAN if number == 6 else _RYANMEN
        if 1 <= number <= 7 and _is_set_without(hand, players, seat, kind - 1, kind + 1, tables):
            forms |= _KANCHAN
    if _is_set_without(hand, players, seat, kind, kind, tables):
        forms |= _SHANPON
    if _is_pair(hand, players, seat, kind, tables):
        forms |= _TANKI
    return forms


@jit_inline
def _is_set_without(hand: Any, players: int, seat: int, one: int, other: int, tables: ShantenTables) -> bool:
    """Whether the rest of the hand is complete when two of its tiles are part of a set."""
    held, at, step = hand.held, hand.places, STEP[players - 3]
    if hand.n_sets[seat] >= 4 or held[seat, one] < 1 + (one == other) or held[seat, other] == 0:
        return False
    at[seat, one // 9] -= step[one]
    at[seat, other // 9] -= step[other]
    left = shanten_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], hand.n_sets[seat] + 1, tables)
    at[seat, one // 9] += step[one]
    at[seat, other // 9] += step[other]
    return bool(left == -1)


@jit_inline
def _is_pair(hand: Any, players: int, seat: int, kind: int, tables: ShantenTables) -> bool:
    """Whether the hand is complete when a pair of an honor it does not have replaces one tile."""
    held, at, step = hand.held, hand.places, STEP[players - 3]
    if held[seat, kind] == 0:
        return False
    for honor in range(EAST, N_KINDS):
        if held[seat, honor] == 0:
            at[seat, kind // 9] -= step[kind]
            at[seat, 3] += 2 * step[honor]
            left = shanten_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], hand.n_sets[seat], tables)
            at[seat, kind // 9] += step[kind]
            at[seat, 3] -= 2 * step[honor]
            return bool(left == -1)
    return False
