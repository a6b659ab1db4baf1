"""Compiled: shanten and useful tiles of many hands, as `mjlog.rules.shanten` defines them.

A concealed hand is four suit keys (`mjlog.rules.columns.shanten_tables`): man, pin, sou, honors; shape `(n_hands, 4)`.
Sets of kinds are int64 masks, bit *k* for kind *k*. `n_melds` and `players` are numbers or arrays of `(n_hands,)`.
Hands are not checked: at most four tiles of a kind, and 13 or 14 tiles with three for each meld.

Other compiled code calls `shanten_of_keys` and `useful_of_keys` with the tables as an argument. Code that updates the
places of the keys in the tables itself (`START`, `STEP`) calls `shanten_at` and `useful_at` or their parts.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlog.jit import jit, jit_inline
from mjlog.rules.columns.shanten_tables import (
    FIELD,
    HONORS_AT,
    KIND,
    MISSING,
    ORPHAN,
    ORPHAN_PAIR,
    PAIR,
    POWERS_OF_5,
    ROW,
    SANMA_MAN_AT,
    ShantenTables,
    shanten_tables,
)
from mjlog.tiles import N_KINDS, YAOCHUU

NO_SHAPE: Final = 127
"""Shanten of a shape or discard that is impossible: chiitoitsu and kokushi with melds, a kind not held."""
SHAPES: Final = ("standard", "chiitoitsu", "kokushi")
"""The shapes of a winning hand."""

_POWERS: Final = [POWERS_OF_5[kind % 9] for kind in range(N_KINDS)]
START: Final = np.array([[SANMA_MAN_AT, 0, 0, HONORS_AT], [0, 0, 0, HONORS_AT]])
"""Places of the keys of no tiles, by number of players - 3."""
STEP: Final = np.array([[1, *[0] * 7, 5, *_POWERS[9:]], _POWERS])
"""Change of the place of a suit key by a tile of a kind, by number of players - 3; 0 if the kind is not in play."""
_ORPHANS: Final = sum(1 << kind for kind in YAOCHUU)


def keys_of_counts(counts: NDArray[np.integer]) -> NDArray[np.int32]:
    """Suit keys of counts by kind, shape `(n_hands, 34)`."""
    keys = np.empty((len(counts), 4), np.int32)
    _keys_of_counts(counts, keys)
    return keys


def shanten(keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4) -> NDArray[np.int8]:
    """Shanten of each hand: the least of the three shapes."""
    out = np.empty(len(keys), np.int8)
    _shanten(keys, *_columns(len(keys), n_melds, players), shanten_tables(), out)
    return out


def shanten_by_shape(keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4) -> NDArray[np.int8]:
    """Shanten of each hand for the standard shape, chiitoitsu and kokushi, shape `(n_hands, 3)`."""
    out = np.empty((len(keys), 3), np.int8)
    _shanten_by_shape(keys, *_columns(len(keys), n_melds, players), shanten_tables(), out)
    return out


def useful(
    keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Shanten of each hand and the mask of the kinds that lower it; at shanten 0 these are the waits."""
    shantens, masks = np.empty(len(keys), np.int8), np.empty(len(keys), np.int64)
    _useful(keys, *_columns(len(keys), n_melds, players), shanten_tables(), shantens, masks)
    return shantens, masks


def waits(keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4) -> NDArray[np.int64]:
    """Mask of the kinds each hand of 13 tiles waits on, 0 unless it is tenpai."""
    shantens, masks = useful(keys, n_melds, players)
    return np.where(shantens == 0, masks, 0)


def tiles_left(masks: NDArray[np.int64], seen: NDArray[np.integer]) -> NDArray[np.int16]:
    """Tiles left of the kinds in each mask; `seen` counts the tiles a player sees by kind, own hand included."""
    in_mask = masks[:, None] >> np.arange(N_KINDS) & 1
    return np.asarray((np.maximum(4 - seen, 0) * in_mask).sum(axis=1), np.int16)


def after_discards(
    keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Shanten and mask of useful kinds of hands of 14 tiles after discarding each kind, both shape `(n_hands, 34)`.

    `NO_SHAPE` and an empty mask where a hand has no tile of the kind.
    """
    shantens, masks = np.full((len(keys), 34), NO_SHAPE, np.int8), np.zeros((len(keys), 34), np.int64)
    _after_discards(keys, *_columns(len(keys), n_melds, players), shanten_tables(), shantens, masks)
    return shantens, masks


def _columns(n_hands: int, n_melds: ArrayLike, players: ArrayLike) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    columns = (
        np.ascontiguousarray(np.broadcast_to(np.asarray(value, np.int8), n_hands)) for value in (n_melds, players)
    )
    return next(columns), next(columns)


@jit_inline
def _man_at(man: int, players: int) -> int:
    """Place of a man key in the tables."""
    return SANMA_MAN_AT + man % 5 + 5 * (man // POWERS_OF_5[8]) if players == 3 else man


@jit_inline
def pairs_shanten(counted: int) -> int:
    """Chiitoitsu: seven pairs of different kinds."""
    n_pairs = counted >> PAIR & 63
    n_kinds = counted >> KIND & 63
    return 6 - min(n_pairs, 7) + max(7 - n_kinds, 0)


@jit_inline
def orphans_shanten(counted: int) -> int:
    """Kokushi: all thirteen terminals and honors, one of them twice."""
    return 13 - (counted >> ORPHAN & 15) - min(counted >> ORPHAN_PAIR & 15, 1)


@jit_inline
def shanten_at(man: int, pin: int, sou: int, honors: int, n_melds: int, tables: ShantenTables) -> int:
    """Shanten of one hand, the least of the three shapes, from the places of its keys in the tables."""
    suits = tables.suits
    m, p, s, z = suits[man], suits[pin], suits[sou], suits[honors]
    mp, sz = tables.joint[m >> ROW, p >> ROW], tables.joint[s >> ROW, z >> ROW]
    best: int = tables.distance[4 - n_melds, mp, sz] - 1
    if n_melds == 0:
        counted = m + p + s + z
        best = min(best, pairs_shanten(counted), orphans_shanten(counted))
    return best


@jit_inline
def dealt_at(man: int, pin: int, sou: int, honors: int, tables: ShantenTables) -> tuple[int, int, int, int]:
    """Four numbers of a hand without sets, from the places of its keys in the tables.

    Shanten; index of the nearest shape in `SHAPES`, the first of equally near ones; kinds held at least twice; kinds of
    terminals and honors held.
    """
    suits = tables.suits
    m, p, s, z = suits[man], suits[pin], suits[sou], suits[honors]
    best: int = tables.distance[4, tables.joint[m >> ROW, p >> ROW], tables.joint[s >> ROW, z >> ROW]] - 1
    counted = m + p + s + z
    shape = 0
    for place, other in ((1, pairs_shanten(counted)), (2, orphans_shanten(counted))):
        if other < best:
            best, shape = other, place
    return best, shape, counted >> PAIR & 63, counted >> ORPHAN & 15


@jit_inline
def useful_at(man: int, pin: int, sou: int, honors: int, n_melds: int, best: int, tables: ShantenTables) -> int:
    """Mask of the kinds that lower the shanten `best` of one hand, from the places of its keys in the tables."""
    suits, joint, n_sets = tables.suits, tables.joint, 4 - n_melds
    in_man, in_pin, in_sou, in_honors = suits[man], suits[pin], suits[sou], suits[honors]
    m, p, s, z = in_man >> ROW, in_pin >> ROW, in_sou >> ROW, in_honors >> ROW
    mp, sz = joint[m, p], joint[s, z]
    mask = 0
    if tables.distance[n_sets, mp, sz] - 1 == best:
        mask = lowering(man, tables.tight[n_sets, m, joint[p, sz]], tables)
        mask |= lowering(pin, tables.tight[n_sets, p, joint[m, sz]], tables) << 9
        mask |= lowering(sou, tables.tight[n_sets, s, joint[mp, z]], tables) << 18
        mask |= lowering(honors, tables.tight[n_sets, z, joint[mp, s]], tables) << 27
    if n_melds == 0:
        mask |= useful_for_pairs(man, pin, sou, honors, in_man + in_pin + in_sou + in_honors, best, tables)
    return mask


@jit_inline
def useful_for_pairs(man: int, pin: int, sou: int, honors: int, counted: int, best: int, tables: ShantenTables) -> int:
    """Mask of the kinds that lower the shanten `best` of a hand for chiitoitsu or kokushi; `counted` is its fields."""
    by_pairs, by_orphans = pairs_shanten(counted) == best, orphans_shanten(counted) == best
    mask = 0
    if by_pairs or by_orphans:
        singles = tables.singles
        in_man, in_pin, in_sou, in_honors = singles[man], singles[pin], singles[sou], singles[honors]
        once = _mask(in_man & 511, in_pin & 511, in_sou & 511, in_honors & 511)
        missing = _mask(in_man >> MISSING, in_pin >> MISSING, in_sou >> MISSING, in_honors >> MISSING)
        if by_pairs:
            mask |= once if counted >> KIND & 63 >= 7 else once | missing
        if by_orphans:
            mask |= (missing if counted >> ORPHAN_PAIR & 15 else once | missing) & _ORPHANS
    return mask


@jit_inline
def _mask(man: Any, pin: Any, sou: Any, honors: Any) -> Any:
    """Mask of the kinds of the four suits' masks."""
    return man | pin << 9 | sou << 18 | np.int64(honors) << 27


@jit_inline
def lowering(at: int, tight: int, tables: ShantenTables) -> int:
    """Kinds of one suit that lower a distance that a tight way uses."""
    kinds: int = _any_field(tables.lowering[at, 0] & tight) | _any_field(tables.lowering[at, 1] & tight) << FIELD
    return kinds


@jit_inline
def _any_field(fields: int) -> int:
    """The union of the ten fields of a number."""
    fields |= fields >> 5 * FIELD
    fields |= fields >> 2 * FIELD | fields >> 4 * FIELD
    return (fields | fields >> FIELD) & (1 << FIELD) - 1


@jit
def shanten_of_keys(
    man: int, pin: int, sou: int, honors: int, n_melds: int, players: int, tables: ShantenTables
) -> int:
    """Shanten of one hand, the least of the three shapes."""
    return shanten_at(_man_at(man, players), pin, sou, HONORS_AT + honors, n_melds, tables)


@jit
def useful_of_keys(
    man: int, pin: int, sou: int, honors: int, n_melds: int, players: int, tables: ShantenTables
) -> tuple[int, int]:
    """Shanten of one hand and the mask of the kinds that lower it."""
    man_at, honors_at = _man_at(man, players), HONORS_AT + honors
    best = shanten_at(man_at, pin, sou, honors_at, n_melds, tables)
    return best, useful_at(man_at, pin, sou, honors_at, n_melds, best, tables)


@jit
def _keys_of_counts(counts: Any, keys: Any) -> None:
    for i in range(len(counts)):
        for suit in range(4):
            key = 0
            for kind in range(9 * suit + (6 if suit == 3 else 8), 9 * suit - 1, -1):
                key = 5 * key + int(counts[i, kind])
            keys[i, suit] = key


@jit
def _shanten(keys: Any, n_melds: Any, players: Any, tables: Any, out: Any) -> None:
    for i in range(len(keys)):
        out[i] = shanten_of_keys(keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3], n_melds[i], players[i], tables)


@jit
def _shanten_by_shape(keys: Any, n_melds: Any, players: Any, tables: Any, out: Any) -> None:
    suits, joint = tables.suits, tables.joint
    for i in range(len(keys)):
        man, honors = _man_at(keys[i, 0], players[i]), HONORS_AT + keys[i, 3]
        m, p, s, z = suits[man], suits[keys[i, 1]], suits[keys[i, 2]], suits[honors]
        out[i, 0] = tables.distance[4 - n_melds[i], joint[m >> ROW, p >> ROW], joint[s >> ROW, z >> ROW]] - 1
        both = m + p + s + z
        out[i, 1] = NO_SHAPE if n_melds[i] else pairs_shanten(both)
        out[i, 2] = NO_SHAPE if n_melds[i] else orphans_shanten(both)


@jit
def _useful(keys: Any, n_melds: Any, players: Any, tables: Any, shantens: Any, masks: Any) -> None:
    for i in range(len(keys)):
        m, p, s, z = keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3]
        shantens[i], masks[i] = useful_of_keys(m, p, s, z, n_melds[i], players[i], tables)


@jit
def _after_discards(keys: Any, n_melds: Any, players: Any, tables: Any, shantens: Any, masks: Any) -> None:
    for i in range(len(keys)):
        for kind in range(34):
            suit = kind // 9
            gone = POWERS_OF_5[kind % 9]
            if keys[i, suit] // gone % 5 == 0:
                continue
            m, p, s, z = keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3]
            m, p = m - gone * (suit == 0), p - gone * (suit == 1)
            s, z = s - gone * (suit == 2), z - gone * (suit == 3)
            shantens[i, kind], masks[i, kind] = useful_of_keys(m, p, s, z, n_melds[i], players[i], tables)
