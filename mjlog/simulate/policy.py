"""What a player weighs, for one hand a call: what each discard leaves and risks, and what a call would bring.

Hands are counts by kind, `(34,)` uint8, sets of kinds int64 masks. `rows` is `shanten_rows()`: an array of one record
is handed to compiled code much faster than the record itself.
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
"""Useful tiles by which a terminal or honor goes before another discard."""
NOT_NINE: Final = sum(1 << kind for kind in range(EAST) if kind % 9 != 8)
NOT_ONE: Final = sum(1 << kind for kind in range(EAST) if kind % 9 != 0)
"""Masks of the suited kinds with one above, and with one below."""
SAFE, HONOR_SHOWN, SUJI, HONOR, EDGE, MIDDLE = 0, 1, 2, 3, 4, 5
"""How likely a tile deals in: one of the river, an honor seen thrice, suji, honors, terminals, everything else."""


@cache
def shanten_rows() -> Any:
    """The shanten tables as an array of one record."""
    tables: Any = shanten_tables()
    return np.frombuffer(tables, tables.dtype)


@jit_inline
def _places(kinds: Any, players: int) -> tuple[int, int, int, int]:
    """Places of the four suit keys of a hand in the tables."""
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
    """The places after a tile of the kind has gone."""
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
def kinds_wanted(kinds: Any, n_melds: int, players: int, rows: Any) -> tuple[int, int, int]:
    """Masks of the kinds a hand of thirteen tiles waits on, and of those it has the tiles to call for a pon and a chi.

    It waits on none unless it is tenpai, and never on a fifth of a kind.
    """
    places, tables = _places(kinds, players), rows[0]
    waits = _useful(places, n_melds, 0, tables) if _shanten(places, n_melds, tables) == 0 else 0
    held, pairs = 0, 0
    for kind in range(N_KINDS):
        held |= int(kinds[kind] > 0) << kind
        pairs |= int(kinds[kind] > 1) << kind
    return waits, pairs, _between_runs(held)


@jit_inline
def _between_runs(held: int) -> int:
    """Mask of the kinds that make a run with two of the kinds in a mask."""
    above, twice_above = held >> 1 & NOT_NINE, held >> 2 & NOT_NINE & NOT_NINE >> 1
    below, twice_below = held << 1 & NOT_ONE, held << 2 & NOT_ONE & NOT_ONE << 1
    return (below & twice_below) | (below & above) | (above & twice_above)


@jit
def best_discards(
    kinds: Any, reds: int, seen: Any, n_melds: int, players: int, dora: int, first: int, banned: int, keeps: float,
    rivers: Any, threats: int, rows: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """The best tile to discard, the shanten it leaves, and the safest tile.

    `reds` masks the red fives held (bit 0 for man), `seen` counts open tiles by kind. Kinds in `first` go before all
    others (their shanten counts nine less), those in `banned` may not go; a dora or red five is worth `keeps` useful
    tiles. `rivers` masks the kinds in each seat's river, `threats` the seats to beware of.
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
        useful = _n_left(_useful(left, n_melds, shanten, tables), kinds, seen)
        worth = useful - keeps * red - keeps * (dora >> kind & 1) + WORTH_OF_YAOCHUU * IS_YAOCHUU[kind]
        shanten -= 9 * (first >> kind & 1)
        if best < 0 or shanten < best_shanten or (shanten == best_shanten and worth > best_worth):
            best, best_shanten, best_worth = tile, shanten, worth
        danger = _danger(kind, seen[kind] + kinds[kind], rivers, threats)
        if safest < 0 or danger < least or (danger == least and (
            shanten < safe_shanten or (shanten == safe_shanten and worth > safe_worth)
        )):  # fmt: skip
            safest, least, safe_shanten, safe_worth = tile, danger, shanten, worth
    return best, best_shanten, safest


@jit_inline
def _n_red(kind: int, reds: int) -> int:
    """Red fives held of a kind."""
    return reds >> (kind // 9) & 1 if kind < EAST and kind % 9 == 4 else 0


@jit_inline
def _n_left(mask: int, kinds: Any, seen: Any) -> int:
    """Tiles of the kinds in a mask that are neither in the hand nor open."""
    n = 0
    for kind in range(N_KINDS):
        if mask >> kind & 1:
            n += max(4 - int(kinds[kind]) - int(seen[kind]), 0)
    return n


@jit_inline
def _danger(kind: int, n_seen: int, rivers: Any, threats: int) -> int:
    """How likely a tile deals in, to the seat it is most dangerous against."""
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
    """Shanten of a hand of thirteen, and after it calls a kind: for a pon, for a run below, around and above it.

    `NO_SHAPE` where the hand lacks the tiles, or for the runs without `chi`.
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
    """Shanten after two tiles have gone into a set."""
    return _shanten(_without(_without(places, one, players), other, players), n_melds + 1, tables)
