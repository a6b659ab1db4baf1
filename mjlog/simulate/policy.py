"""Compiled decisions for one hand: its best and its safest discard, and the shanten after each call.

Hands are counts by kind, `(34,)` uint8; sets of kinds are int64 masks. `rows` is `shanten_rows()`: numba takes an array
of one record much faster than the record itself.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from mjlog.jit import jit, jit_inline
from mjlog.rules.columns.shanten import NO_SHAPE, START, STEP, shanten_at, useful_at
from mjlog.rules.columns.shanten_tables import ShantenTables, shanten_tables
from mjlog.tiles import EAST, KIND_OF_TILE, N_KINDS, N_TILES, YAOCHUU

KIND: Final = np.array(KIND_OF_TILE)
IS_YAOCHUU: Final = np.array([kind in YAOCHUU for kind in range(N_KINDS)])
WORTH_OF_YAOCHUU: Final = 0.1
"""Useful tiles that a discard of a terminal or honor counts more."""
NOT_NINE: Final = sum(1 << kind for kind in range(EAST) if kind % 9 != 8)
NOT_ONE: Final = sum(1 << kind for kind in range(EAST) if kind % 9 != 0)
"""Masks of the suited kinds that have a next, and a previous one."""
SAFE, HONOR_SHOWN, SUJI, HONOR, EDGE, MIDDLE = 0, 1, 2, 3, 4, 5
"""Danger of a tile, ascending: genbutsu, an honor seen three times, suji, honors, terminals, all others."""


@cache
def shanten_rows() -> Any:
    """The shanten tables as an array of one record."""
    tables: Any = shanten_tables()
    return np.frombuffer(tables, tables.dtype)


@jit_inline
def _places(kinds: Any, players: int) -> tuple[int, int, int, int]:
    """Places of the four suits of a hand in the tables."""
    start, step = START[players - 3], STEP[players - 3]
    man, pin, sou, honors = start[0], start[1], start[2], start[3]
    for kind in range(9):
        man += step[kind] * kinds[kind]
        pin += step[9 + kind] * kinds[9 + kind]
        sou += step[18 + kind] * kinds[18 + kind]
    for kind in range(EAST, N_KINDS):
        honors += step[kind] * kinds[kind]
    return man, pin, sou, honors


@jit_inline
def _without(places: tuple[int, int, int, int], kind: int, players: int) -> tuple[int, int, int, int]:
    """The places without a tile of the kind."""
    man, pin, sou, honors = places
    step, suit = STEP[players - 3, kind], kind // 9
    return man - step * (suit == 0), pin - step * (suit == 1), sou - step * (suit == 2), honors - step * (suit == 3)


@jit_inline
def _shanten(places: tuple[int, int, int, int], n_melds: int, tables: ShantenTables) -> int:
    return shanten_at(places[0], places[1], places[2], places[3], n_melds, tables)


@jit_inline
def _useful(places: tuple[int, int, int, int], n_melds: int, best: int, tables: ShantenTables) -> int:
    return useful_at(places[0], places[1], places[2], places[3], n_melds, best, tables)


@jit
def waits_and_calls(kinds: Any, n_melds: int, players: int, rows: Any) -> tuple[int, int, int]:
    """Masks of the kinds a hand of thirteen tiles waits on, can call for a pon, and can call for a chi.

    It never waits on a fifth tile of a kind.
    """
    places, tables = _places(kinds, players), rows[0]
    waits = _useful(places, n_melds, 0, tables) if _shanten(places, n_melds, tables) == 0 else 0
    hand, pairs = 0, 0
    for kind in range(N_KINDS):
        hand |= int(kinds[kind] > 0) << kind
        pairs |= int(kinds[kind] > 1) << kind
    return waits, pairs, _completes_run(hand)


@jit_inline
def _completes_run(hand: int) -> int:
    """Mask of the kinds that make a run with two kinds of a mask."""
    above, twice_above = hand >> 1 & NOT_NINE, hand >> 2 & NOT_NINE & NOT_NINE >> 1
    below, twice_below = hand << 1 & NOT_ONE, hand << 2 & NOT_ONE & NOT_ONE << 1
    return (below & twice_below) | (below & above) | (above & twice_above)


@jit
def best_discards(
    kinds: Any, reds: int, visible: Any, n_melds: int, players: int, dora: int, first: int, banned: int,
    dora_worth: float, rivers: Any, threats: int, rows: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """The best tile to discard, the shanten it leaves, and the safest tile.

    `reds` counts the red fives of the hand (three bits for each suit, man first), `visible` counts by kind, `rivers`
    masks the kinds each seat discarded, `threats` the seats in riichi. Kinds in `first` are discarded before all others
    (their shanten counts nine less), kinds in `banned` never. A dora or red five is worth `dora_worth` useful tiles.
    """
    places, tables = _places(kinds, players), rows[0]
    best, best_shanten, best_worth = -1, 0, 0.0
    safest, least, safe_shanten, safe_worth = -1, 0, 0, 0.0
    for tile in range(N_TILES):
        kind = KIND[tile]
        red = tile >= N_KINDS
        n_red = _n_red(kind, reds)
        if (n_red if red else kinds[kind] - n_red) == 0 or banned >> kind & 1:
            continue
        left = _without(places, kind, players)
        shanten = _shanten(left, n_melds, tables)
        useful = _n_left(_useful(left, n_melds, shanten, tables), kinds, visible)
        worth = useful - dora_worth * red - dora_worth * (dora >> kind & 1) + WORTH_OF_YAOCHUU * IS_YAOCHUU[kind]
        shanten -= 9 * (first >> kind & 1)
        if best < 0 or shanten < best_shanten or (shanten == best_shanten and worth > best_worth):
            best, best_shanten, best_worth = tile, shanten, worth
        danger = _danger(kind, visible[kind] + kinds[kind], rivers, threats)
        if safest < 0 or danger < least or (danger == least and (
            shanten < safe_shanten or (shanten == safe_shanten and worth > safe_worth)
        )):  # fmt: skip
            safest, least, safe_shanten, safe_worth = tile, danger, shanten, worth
    return best, best_shanten, safest


@jit_inline
def _n_red(kind: int, reds: int) -> int:
    """Red fives of a kind in the hand."""
    return reds >> 3 * (kind // 9) & 7 if kind < EAST and kind % 9 == 4 else 0


@jit_inline
def _n_left(mask: int, kinds: Any, visible: Any) -> int:
    """Tiles of the kinds in a mask that are neither in the hand nor visible."""
    n = 0
    for kind in range(N_KINDS):
        if mask >> kind & 1:
            n += max(4 - int(kinds[kind]) - int(visible[kind]), 0)
    return n


@jit_inline
def _danger(kind: int, n_seen: int, rivers: Any, threats: int) -> int:
    """Danger of a tile against the most dangerous seat."""
    most = SAFE
    for seat in range(4):
        if threats >> seat & 1:
            most = max(most, _danger_against(kind, n_seen, rivers[seat]))
    return most


@jit_inline
def _danger_against(kind: int, n_seen: int, river: int) -> int:
    if river >> kind & 1:
        return SAFE
    if kind >= EAST:
        return HONOR_SHOWN if n_seen >= 3 else HONOR
    number = kind % 9
    below, above = number < 3 or river >> (kind - 3) & 1, number > 5 or river >> (kind + 3) & 1
    if below and above:
        return SUJI
    return EDGE if number == 0 or number == 8 else MIDDLE


@jit
def after_calls(
    kinds: Any, kind: int, chi: bool, n_melds: int, players: int, rows: Any
) -> tuple[int, int, int, int, int]:
    """Shanten of a hand of thirteen, and after calling a kind for a pon, and as highest, middle and lowest of a run.

    `NO_SHAPE` if the hand lacks the tiles, and for the runs without `chi`.
    """
    places, tables = _places(kinds, players), rows[0]
    now = _shanten(places, n_melds, tables)
    pon, below, around, above = NO_SHAPE, NO_SHAPE, NO_SHAPE, NO_SHAPE
    if kinds[kind] >= 2:
        pon = _without_two(places, kind, kind, n_melds, players, tables)
    if chi and kind < EAST:
        number = kind % 9
        if number >= 2 and kinds[kind - 2] and kinds[kind - 1]:
            below = _without_two(places, kind - 2, kind - 1, n_melds, players, tables)
        if 1 <= number <= 7 and kinds[kind - 1] and kinds[kind + 1]:
            around = _without_two(places, kind - 1, kind + 1, n_melds, players, tables)
        if number <= 6 and kinds[kind + 1] and kinds[kind + 2]:
            above = _without_two(places, kind + 1, kind + 2, n_melds, players, tables)
    return now, pon, below, around, above


@jit_inline
def _without_two(
    places: tuple[int, int, int, int], one: int, other: int, n_melds: int, players: int, tables: ShantenTables
) -> int:
    """Shanten after two tiles become part of a meld."""
    return _shanten(_without(_without(places, one, players), other, players), n_melds + 1, tables)
