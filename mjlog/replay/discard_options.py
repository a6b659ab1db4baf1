"""Compiled: what the discards of a hand leave of it, reading the tables of shanten as little as can be.

A discard changes one suit. The rows of the other suits stay, and so does what they need for the shanten that is left;
discards of a suit that leave it the same row, such as lone honors, differ in the useful tiles of their own suit only.
"""

from __future__ import annotations

from typing import Any

from mjlog.jit import jit_inline
from mjlog.replay.unseen import Unseen, n_kinds, n_tiles
from mjlog.rules.columns.shanten import STEP, lowering, orphans_shanten, pairs_shanten, useful_for_pairs
from mjlog.rules.columns.shanten_tables import ROW, ShantenTables


@jit_inline
def weigh(
    fact: Any, table: Any, players: int, seat: int, kind: int, least: int, unseen: Unseen, tables: ShantenTables
) -> int:
    """Write what the discard of a kind leaves, and the most any discard that leaves the shanten `least` does.

    In riichi there is no other. `table` has, by seat, `kinds` held, `places` of the suit keys, `n_sets` and
    `in_riichi`. The mask of the kinds useful behind the discard is returned.
    """
    at, suits, n_sets = table.places[seat], tables.suits, 4 - table.n_sets[seat]
    whole = suits[at[0]] + suits[at[1]] + suits[at[2]] + suits[at[3]]
    held = table.kinds[seat] & (1 << kind if table.in_riichi[seat] else -1)
    most = behind = 0
    for suit in range(4):
        numbers = held >> 9 * suit & 511
        if not numbers:
            continue
        counted_before = whole - suits[at[suit]]
        rest = _rest(at, suit, tables)
        row = own = others = -1
        """Of the discard before: what is read for it holds for all that leave the same row."""
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
                    own, others = _needs(at, suit, row, n_sets, tables)
                useful = lowering(place, own, tables) << 9 * suit | others
            if n_sets == 4:
                at[suit] = place
                useful |= useful_for_pairs(at[0], at[1], at[2], at[3], counted, left, tables)
                at[suit] = here
            tiles = n_tiles(useful, unseen)
            if left == least:
                most = max(most, tiles)
            if other == kind:
                fact.shanten, fact.useful_kinds, fact.useful_tiles = left, n_kinds(useful), tiles
                behind = useful
    fact.best_tiles = most
    return behind


@jit_inline
def _rest(at: Any, suit: int, tables: ShantenTables) -> int:
    """Joint row of the suits but one, from the places of all suits' keys."""
    suits, joint = tables.suits, tables.joint
    one, other = suits[at[suit ^ 1]] >> ROW, joint[suits[at[suit ^ 2]] >> ROW, suits[at[suit ^ 3]] >> ROW]
    rest: int = joint[one, other]
    return rest


@jit_inline
def _needs(at: Any, suit: int, row: int, n_sets: int, tables: ShantenTables) -> tuple[int, int]:
    """Once a suit has the row: the tight ways of that suit, and the kinds of the others that lower the shanten."""
    suits, joint, tight = tables.suits, tables.joint, tables.tight[n_sets]
    near, far, last = suit ^ 1, suit ^ 2, suit ^ 3
    near_row, far_row, last_row = suits[at[near]] >> ROW, suits[at[far]] >> ROW, suits[at[last]] >> ROW
    two, others = joint[row, near_row], joint[far_row, last_row]
    useful = lowering(at[near], tight[near_row, joint[row, others]], tables) << 9 * near
    useful |= lowering(at[far], tight[far_row, joint[two, last_row]], tables) << 9 * far
    useful |= lowering(at[last], tight[last_row, joint[two, far_row]], tables) << 9 * last
    return tight[row, joint[near_row, others]], useful
