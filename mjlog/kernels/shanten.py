"""Shanten and useful tiles of many hands at once; the definitions are those of `mjlog.rules.shanten`.

A concealed hand is its four suit keys (`mjlog.kernels.tables`): man, pin, sou, honors; arrays: `(n_hands, 4)`.
Sets of kinds are int64 masks, bit *k* for kind *k*. `n_melds` and `players` are numbers or arrays of `(n_hands,)`.
Hands are not checked: at most four tiles of a kind, and 13 or 14 tiles with three for each meld.

Other compiled code calls `shanten_of_keys` and `useful_of_keys` with the tables as an argument.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mjlog.kernels.compiled import compiled
from mjlog.kernels.tables import (
    HONORS_AT,
    KIND,
    ORPHAN,
    ORPHAN_PAIR,
    PAIR,
    POWERS_OF_5,
    SANMA_MAN_AT,
    ShantenTables,
    shanten_tables,
)
from mjlog.tiles import N_KINDS, SANMA_KINDS, YAOCHUU

NO_SHAPE: Final = 127
"""Where a shape or a discard does not exist: chiitoitsu and kokushi with melds, a discard of a kind not held."""

_ALL: Final = (1 << N_KINDS) - 1
_SANMA: Final = sum(1 << kind for kind in SANMA_KINDS)
_ORPHANS: Final = sum(1 << kind for kind in YAOCHUU)


def keys_of_counts(counts: NDArray[np.integer]) -> NDArray[np.int32]:
    """Suit keys of counts by kind, shape `(n_hands, 34)`."""
    keys = np.empty((len(counts), 4), np.int32)
    _keys_of_counts(counts, keys)
    return keys


def shanten(keys: NDArray[np.integer], n_melds: ArrayLike = 0, players: ArrayLike = 4) -> NDArray[np.int8]:
    """Shanten of each hand, the least of the three shapes."""
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
    """Tiles left of the kinds in each mask; `seen` counts by kind what a player sees, the own hand included."""
    chosen = masks[:, None] >> np.arange(34) & 1
    return np.asarray((np.maximum(4 - seen, 0) * chosen).sum(axis=1), np.int16)


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


@compiled
def _sanma_key(man: int) -> int:
    """Key of man in three-player: its two kinds alone."""
    return man % 5 + 5 * (man // POWERS_OF_5[8])


@compiled
def _man_at(man: int, players: int) -> int:
    """Place of a man key in the tables."""
    return SANMA_MAN_AT + _sanma_key(man) if players == 3 else man


@compiled
def _pairs_shanten(counted: int) -> int:
    """Chiitoitsu: seven pairs of different kinds."""
    n_pairs = counted // PAIR & 63
    n_kinds = counted // KIND & 63
    return 6 - min(n_pairs, 7) + max(7 - n_kinds, 0)


@compiled
def _orphans_shanten(counted: int) -> int:
    """Kokushi: all thirteen terminals and honors, one of them twice."""
    return 13 - (counted // ORPHAN & 15) - min(counted // ORPHAN_PAIR & 15, 1)


@compiled
def shanten_of_keys(
    man: int, pin: int, sou: int, honors: int, n_melds: int, players: int, tables: ShantenTables
) -> int:
    """Shanten of one hand, the least of the three shapes."""
    rows, counted = tables.rows, tables.counted
    man, honors = _man_at(man, players), HONORS_AT + honors
    distances = tables.distance[4 - n_melds]
    best: int = distances[tables.joint[rows[man], rows[pin]], tables.joint[rows[sou], rows[honors]]] - 1
    if n_melds == 0:
        both = counted[man] + counted[pin] + counted[sou] + counted[honors]
        best = min(best, _pairs_shanten(both), _orphans_shanten(both))
    return best


@compiled
def useful_of_keys(
    man: int, pin: int, sou: int, honors: int, n_melds: int, players: int, tables: ShantenTables
) -> tuple[int, int]:
    """Shanten of one hand, and the mask of the kinds that lower it."""
    rows, joint, distances = tables.rows, tables.joint, tables.distance[4 - n_melds]
    man_at = _man_at(man, players)
    m, p, s, z = rows[man_at], rows[pin], rows[sou], rows[HONORS_AT + honors]
    mp, sz = joint[m, p], joint[s, z]
    best = shanten_of_keys(man, pin, sou, honors, n_melds, players, tables)
    mask = 0
    if distances[mp, sz] - 1 == best:
        mask = _lowering(9, pin, 0, p, joint[m], distances[sz], rows) << 9
        mask |= _lowering(9, sou, 0, s, joint[z], distances[mp], rows) << 18
        mask |= _lowering(7, honors, HONORS_AT, z, joint[s], distances[mp], rows) << 27
        if players == 3:
            mask |= _spread(_lowering(2, _sanma_key(man), SANMA_MAN_AT, m, joint[p], distances[sz], rows))
        else:
            mask |= _lowering(9, man, 0, m, joint[p], distances[sz], rows)
    if n_melds == 0:
        both = tables.counted[man_at] + tables.counted[pin] + tables.counted[sou] + tables.counted[HONORS_AT + honors]
        if _pairs_shanten(both) == best:
            mask |= _held(man, pin, sou, honors, 1)
            if both // KIND & 63 < 7:
                mask |= _held(man, pin, sou, honors, 0) & (_SANMA if players == 3 else _ALL)
        if _orphans_shanten(both) == best:
            mask |= _held(man, pin, sou, honors, 0) & _ORPHANS
            if both // ORPHAN_PAIR == 0:
                mask |= _held(man, pin, sou, honors, 1) & _ORPHANS
    return best, mask


@compiled
def _lowering(n_kinds: Any, key: Any, at: Any, row: Any, joint: Any, distances: Any, rows: Any) -> Any:
    """Mask of the kinds of one suit that lower the distance.

    `joint` gives its joint row with its partner, `distances` the distance of that row with the other two suits.
    """
    distance = distances[joint[row]]
    mask, step, rest = 0, 1, key
    for kind in range(n_kinds):
        if rest % 5 < 4 and distances[joint[rows[at + key + step]]] < distance:
            mask |= 1 << kind
        rest //= 5
        step *= 5
    return mask


@compiled
def _spread(mask: int) -> int:
    """The mask of 1m and 9m from that of the two kinds of a three-player key."""
    return mask & 1 | (mask & 2) << 7


@compiled
def _held(man: int, pin: int, sou: int, honors: int, n: int) -> int:
    """Mask of the kinds held exactly `n` times."""
    mask = 0
    for place in range(9):
        mask |= (man % 5 == n) << place | (pin % 5 == n) << 9 + place | (sou % 5 == n) << 18 + place
        if place < 7:
            mask |= (honors % 5 == n) << 27 + place
        man, pin, sou, honors = man // 5, pin // 5, sou // 5, honors // 5
    return mask


@compiled
def _keys_of_counts(counts: Any, keys: Any) -> None:
    for i in range(len(counts)):
        for suit in range(4):
            key = 0
            for kind in range(9 * suit + (6 if suit == 3 else 8), 9 * suit - 1, -1):
                key = 5 * key + int(counts[i, kind])
            keys[i, suit] = key


@compiled
def _shanten(keys: Any, n_melds: Any, players: Any, tables: Any, out: Any) -> None:
    for i in range(len(keys)):
        out[i] = shanten_of_keys(keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3], n_melds[i], players[i], tables)


@compiled
def _shanten_by_shape(keys: Any, n_melds: Any, players: Any, tables: Any, out: Any) -> None:
    rows, counted = tables.rows, tables.counted
    for i in range(len(keys)):
        m, p, s, z = _man_at(keys[i, 0], players[i]), keys[i, 1], keys[i, 2], HONORS_AT + keys[i, 3]
        distances = tables.distance[4 - n_melds[i]]
        out[i, 0] = distances[tables.joint[rows[m], rows[p]], tables.joint[rows[s], rows[z]]] - 1
        both = counted[m] + counted[p] + counted[s] + counted[z]
        out[i, 1] = NO_SHAPE if n_melds[i] else _pairs_shanten(both)
        out[i, 2] = NO_SHAPE if n_melds[i] else _orphans_shanten(both)


@compiled
def _useful(keys: Any, n_melds: Any, players: Any, tables: Any, shantens: Any, masks: Any) -> None:
    for i in range(len(keys)):
        m, p, s, z = keys[i, 0], keys[i, 1], keys[i, 2], keys[i, 3]
        shantens[i], masks[i] = useful_of_keys(m, p, s, z, n_melds[i], players[i], tables)


@compiled
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
