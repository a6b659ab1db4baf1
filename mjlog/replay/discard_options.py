"""Compiled: shanten and ukeire after each possible discard, with few table look-ups.

A discard changes one suit. The rows of the other suits stay, and so do the tiles they need; discards that leave a suit
the same row, such as single honors, differ only in the useful tiles of that suit.
"""

from __future__ import annotations

from typing import Any

from mjlog.jit import jit_inline
from mjlog.replay.unseen import Unseen, n_kinds, n_tiles
from mjlog.rules.columns.shanten import STEP, lowering, orphans_shanten, pairs_shanten, useful_for_pairs
from mjlog.rules.columns.shanten_tables import ROW, ShantenTables


@jit_inline
def weigh(
    fact: Any, state: Any, players: int, seat: int, kind: int, least: int, unseen: Unseen, tables: ShantenTables
) -> int:
    """Write shanten and ukeire after the discard of a kind, and the most ukeire after a discard with shanten `least`.

    In riichi the discard is the only one. `state` is a `HandState`. Returns the mask of the kinds useful after the
    discard.
    """
    at, suits, n_sets = state.places[seat], tables.suits, 4 - state.n_sets[seat]
    whole = suits[at[0]] + suits[at[1]] + suits[at[2]] + suits[at[3]]
    held = state.kinds[seat] & (1 << kind if state.in_riichi[seat] else -1)
    most = useful_after = 0
    for suit in range(4):
        numbers = held >> 9 * suit & 511
        if not numbers:
            continue
        counted_before = whole - suits[at[suit]]
        rest = _rest(at, suit, tables)
        row = tight = others = -1
        """Of the previous discard: they hold for all discards that leave the same row."""
        here = at[suit]
        while numbers:
            other = 9 * suit + n_kinds((numbers & -numbers) - 1)  # the lowest
            numbers &= numbers - 1
            place = here - STEP[players - 3, other]
            inside = suits[place]
            counted = counted_before + inside
            standard = tables.distance[n_sets, inside >> ROW, rest] - 1
            left = standard
            if n_sets == 4:
                left = min(left, pairs_shanten(counted), orphans_shanten(counted))
            if other != kind and left != least:
                continue
            useful = 0
            if left == standard:
                if inside >> ROW != row:
                    row = inside >> ROW
                    tight, others = _needs(at, suit, row, n_sets, tables)
                useful = lowering(place, tight, tables) << 9 * suit | others
            if n_sets == 4:
                at[suit] = place
                useful |= useful_for_pairs(at[0], at[1], at[2], at[3], counted, left, tables)
                at[suit] = here
            tiles = n_tiles(useful, unseen)
            if left == least:
                most = max(most, tiles)
            if other == kind:
                fact.shanten, fact.useful_kinds, fact.useful_tiles = left, n_kinds(useful), tiles
                useful_after = useful
    fact.best_tiles = most
    return useful_after


@jit_inline
def _rest(at: Any, suit: int, tables: ShantenTables) -> int:
    """Joint row of the other three suits, from the places of all suit keys."""
    suits, joint = tables.suits, tables.joint
    one, other = suits[at[suit ^ 1]] >> ROW, joint[suits[at[suit ^ 2]] >> ROW, suits[at[suit ^ 3]] >> ROW]
    rest: int = joint[one, other]
    return rest


@jit_inline
def _needs(at: Any, suit: int, row: int, n_sets: int, tables: ShantenTables) -> tuple[int, int]:
    """When a suit has the row: its tight ways, and the kinds of the other suits that lower the shanten."""
    suits, joint, tight = tables.suits, tables.joint, tables.tight[n_sets]
    near, far, last = suit ^ 1, suit ^ 2, suit ^ 3
    near_row, far_row, last_row = suits[at[near]] >> ROW, suits[at[far]] >> ROW, suits[at[last]] >> ROW
    two, others = joint[row, near_row], joint[far_row, last_row]
    useful = lowering(at[near], tight[near_row, joint[row, others]], tables) << 9 * near
    useful |= lowering(at[far], tight[far_row, joint[two, last_row]], tables) << 9 * far
    useful |= lowering(at[last], tight[last_row, joint[two, far_row]], tables) << 9 * last
    return tight[row, joint[near_row, others]], useful
