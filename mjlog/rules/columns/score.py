"""Score a million hands: columns in, columns out.

A compiled pass finds the readings of all hands (`mjlog.rules.columns.readings`). The same table of yaku, fu and points
that scores one hand then values columns of a few thousand readings at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from mjlog.rules.columns.readings import MAX_READINGS, best_readings, find_readings, suit_tables
from mjlog.rules.fu import FuItems
from mjlog.rules.hand import MELD_CODES, Hand, dora_counts
from mjlog.rules.points import limit_of
from mjlog.rules.readings import Features
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import Value, YakuTable, table_of, value_of
from mjlog.tiles import KIND_OF_TILE

BLOCK: Final = 16_384
"""Readings valued at once: few enough for the CPU cache, many enough to make the calls cheap."""

MOST_HAN: Final = 50
"""In aotenjou more han count as these: int64 holds the points of three such wins, and no log has as many."""

Column = NDArray[Any]


class HandColumns(NamedTuple):
    """Winning hands as columns, one row per hand. The numbers of tiles are not checked."""

    keys: Column
    """(n, 4) suit keys of the concealed tiles, the winning tile among them."""
    win: Column
    """(n,) kind of the winning tile."""
    meld_codes: Column
    """(n, 4) codes of `MeldKind`, 0 for none."""
    meld_kinds: Column
    """(n, 4) lowest kind of each meld."""
    circumstances: Column
    """(n,) bits of `Circumstance`; DEALER, CLOSED and FOUR_CALLS follow from the other columns."""
    seat_wind: Column
    """(n,) wind 0-3."""
    round_wind: Column
    """(n,) wind 0-3."""
    honba: Column
    """(n,) honba, for the minimum han of a win only."""
    dora: Column
    """(n,) han of dora."""
    ura: Column
    """(n,) han of ura dora."""
    reds: Column
    """(n,) red tiles."""
    kita: Column
    """(n,) norths that count one dora each: set aside, or in the hand where the rules say so."""
    blues: Column
    """(n,) blue tiles."""


def hand_columns(hands: Sequence[Hand], rules: RuleSet) -> HandColumns:
    """Columns of `Hand` values; the rules say which tiles count as dora."""
    melds = np.zeros((len(hands), 4, 2), np.int8)
    for place, hand in enumerate(hands):
        for number, meld in enumerate(hand.melds):
            melds[place, number] = MELD_CODES[meld.kind], min(KIND_OF_TILE[tile] for tile in meld.tiles)
    dora = np.array([dora_counts(hand, rules) for hand in hands], np.int8).reshape(-1, 5)
    return HandColumns(
        keys=np.array([hand.keys for hand in hands], np.int32).reshape(-1, 4),
        win=np.array([KIND_OF_TILE[hand.tile] for hand in hands], np.int8),
        meld_codes=melds[:, :, 0].copy(),
        meld_kinds=melds[:, :, 1].copy(),
        circumstances=np.array([hand.circumstances for hand in hands], np.int32),
        seat_wind=np.array([hand.seat_wind for hand in hands], np.int8),
        round_wind=np.array([hand.round_wind for hand in hands], np.int8),
        honba=np.array([hand.honba for hand in hands], np.int16),
        dora=dora[:, 0].copy(),
        ura=dora[:, 1].copy(),
        reds=dora[:, 2].copy(),
        kita=dora[:, 3].copy(),
        blues=np.array([hand.n_blues for hand in hands], np.int8),
    )


class ValueColumns(NamedTuple):
    """The values of hands, one row per hand."""

    valid: NDArray[np.bool_]
    """The tiles are a winning hand with the yaku the rules require."""
    base: NDArray[np.int64]
    """Base points; 0 if not valid."""
    han: NDArray[np.int16]
    """Han with dora, and 13 for each yakuman."""
    fu: NDArray[np.int16]
    half_yakuman: NDArray[np.int8]
    """Twice the number of yakuman (a large one is one and a half); 0 for an ordinary hand."""
    limit: NDArray[np.int8]
    """Index into `points.LIMITS`; 0 below mangan and in aotenjou."""
    yaku: NDArray[np.uint64]
    """(n, 2): bit *k* of word *w* is yaku number 64 *w* + *k*, without dora."""
    form: NDArray[np.int8]
    """Bit of `Form` of the best reading; 0 for no winning hand."""
    wait: NDArray[np.int8]
    """Bit of `Wait` of that reading."""
    pair: NDArray[np.int64]
    """Mask of the pair (of all pairs) of that reading."""
    runs: NDArray[np.int64]
    """Runs of that reading, as in `Features`."""
    triplets: NDArray[np.int64]
    """Mask of the triplets and kans of that reading."""
    fu_items: NDArray[np.int16] | None
    """(n, 10) in the order of `FuItems`; None unless requested."""


def score_many(
    hands: HandColumns,
    rules: Rules | Sequence[Rules],
    rules_index: Column | None = None,
    *,
    with_fu_items: bool = False,
) -> ValueColumns:
    """The values of many hands, each by its best reading.

    With several rule sets, `rules_index` (n,) says which one each hand is played under. The tiles and circumstances are
    not checked as `score` checks them. In aotenjou base points are exact up to `MOST_HAN`.
    """
    out = _empty(len(hands.win), with_fu_items)
    if isinstance(rules, Rules):
        _score_all(hands, rules_of(rules), out)
        return out
    if rules_index is None:
        raise TypeError("several rule sets need rules_index")
    for number, one in enumerate(rules):
        places = np.flatnonzero(rules_index == number)
        if len(places):
            part = HandColumns(*(column[places] for column in hands))
            values = _empty(len(places), with_fu_items)
            _score_all(part, rules_of(one), values)
            for column, value in zip(out, values, strict=True):
                if column is not None:
                    cast(Column, column)[places] = value
    return out


def _empty(n: int, with_fu_items: bool) -> ValueColumns:
    return ValueColumns(
        valid=np.zeros(n, np.bool_),
        base=np.zeros(n, np.int64),
        han=np.zeros(n, np.int16),
        fu=np.zeros(n, np.int16),
        half_yakuman=np.zeros(n, np.int8),
        limit=np.zeros(n, np.int8),
        yaku=np.zeros((n, 2), np.uint64),
        form=np.zeros(n, np.int8),
        wait=np.zeros(n, np.int8),
        pair=np.zeros(n, np.int64),
        runs=np.zeros(n, np.int64),
        triplets=np.zeros(n, np.int64),
        fu_items=np.zeros((n, len(FuItems._fields)), np.int16) if with_fu_items else None,
    )


def _features(n: int) -> Features:
    """Uninitialised columns of features."""
    types: dict[str, type[np.signedinteger[Any]]] = dict.fromkeys(Features._fields, np.int64)
    types |= dict.fromkeys(("form", "n_concealed", "n_kans", "classes", "wait", "n_reds"), np.int8)
    types |= dict.fromkeys(("sets", "circumstances"), np.int32)
    return _as_features(np.empty(n, dtype) for dtype in types.values())


def _as_features(columns: Iterable[Column]) -> Features:
    """Columns where `Features` has the numbers of one reading."""
    return Features._make(cast(Iterable[int], columns))


@lru_cache(maxsize=64)
def _narrow_table(rules: RuleSet) -> YakuTable:
    """The table with han as int8, so that sums of flags times han stay columns of bytes."""
    table = table_of(rules)
    narrow = cast(Any, np.int8)
    entries = tuple(replace(e, open_han=narrow(e.open_han), closed_more=narrow(e.closed_more)) for e in table.entries)
    return replace(table, entries=entries, candidates={})


def _score_all(hands: HandColumns, rules: RuleSet, out: ValueColumns) -> None:
    """Fill `out` block by block."""
    table, tables = _narrow_table(rules), suit_tables()
    n_dora = (hands.dora + hands.ura + hands.reds + hands.kita).astype(np.int64) + rules.blue_han * hands.blues
    minimum: Any = rules.min_han
    if rules.two_han_honba is not None:
        minimum = np.maximum(minimum, 2 * (hands.honba >= rules.two_han_honba))
    features = _features(BLOCK + MAX_READINGS)
    starts = np.empty(BLOCK, np.int32)
    first = 0
    while first < len(hands.win):
        n_hands, n = find_readings(first, hands, table.fu.guest, tables, features, starts)
        block = slice(first, first + n_hands)
        hand_of = np.repeat(np.arange(n_hands), np.diff(starts[:n_hands], append=n))
        readings = _as_features(column[:n] for column in cast(Any, features))
        least = minimum if isinstance(minimum, int) else minimum[block][hand_of]
        value = value_of(readings, table, cast(int, n_dora[block][hand_of]), least, np.logical_or.reduce)
        _write_best(readings, value, table, starts[:n_hands], _part(out, block))
        first += n_hands


def _part(out: ValueColumns, block: slice) -> ValueColumns:
    return ValueColumns(*(None if column is None else column[block] for column in out))  # type: ignore[arg-type]  # views


def _write_best(
    readings: Features, value: Value, table: YakuTable, starts: NDArray[np.int32], out: ValueColumns
) -> None:
    """Write each hand's best reading."""
    base, han, fu = (np.broadcast_to(column, np.shape(readings.form)) for column in (value.base, value.han, value.fu))
    if table.rules.aotenjou:
        base = np.where((han > MOST_HAN) & value.valid, fu.astype(np.int64) << MOST_HAN + 2, base)
    best = np.empty(len(starts), np.int64)
    best_readings(_rank(base, han, fu, table.rules), starts, len(starts), best)
    out.valid[:] = np.broadcast_to(value.valid, np.shape(readings.form))[best]
    out.base[:], out.han[:], out.fu[:] = base[best], han[best], fu[best]
    for column, values in (
        (out.half_yakuman, value.halves),
        (out.yaku[:, 0].view(np.int64), value.yaku_low),
        (out.yaku[:, 1].view(np.int64), value.yaku_high),
        (out.form, readings.form),
        (out.wait, readings.wait),
        (out.pair, readings.pair),
        (out.runs, readings.runs),
        (out.triplets, readings.triplets),
    ):
        column[:] = values if isinstance(values, int) else cast(Column, values)[best]
    if not table.rules.aotenjou:
        out.limit[:] = limit_of(out.base)
    if out.fu_items is not None:
        for place, item in enumerate(value.fu_items):
            out.fu_items[:, place] = item if isinstance(item, int) else cast(Column, item)[best]


def _rank(base: Column, han: Column, fu: Column, rules: RuleSet) -> Column:
    """One number for each reading that orders the readings of a hand as `score.best_reading` does."""
    if rules.aotenjou:
        # Base points need all bits here; ranks come from sorting.
        order = np.lexsort((fu, han, base) if rules.reading_order == "payment" else (base, fu, han, base > 0))
        columns = np.stack((base, han, fu), axis=1)[order]
        rank = np.empty(len(order), np.int64)
        rank[order] = np.cumsum(np.r_[False, (columns[1:] != columns[:-1]).any(axis=1)])
        return rank
    shifted = (han + 512) << 8 | fu
    if rules.reading_order == "payment":
        return base << 20 | shifted
    return (base > 0) * (shifted << 20 | base)
