"""Compiled: the readings of many winning hands; suit keys in, one row of features for each reading out.

`mjlog.rules.readings` defines a reading; here are the same steps over arrays. No rule of value is applied: a row says
what the hand is, the table of yaku says what that is worth.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mjlog.jit import int64, jit, jit_inner, jit_once
from mjlog.rules.readings import DRAGONS_MASK, YAOCHUU_MASK, Circumstance, Form, MeldKind, SetClass, Wait
from mjlog.tiles import EAST, WHITE

Whole: TypeAlias = Any
"""A whole number: int64 once compiled."""
MAX_READINGS: Final = 64
"""More readings than any hand has: a kernel stops before its output could overflow by one hand."""

# numba reads constants of a module, but not those of a class that is no enum.
_NO_FORM: Final = 0
_STANDARD, _PAIRS, _PAIRS_WITH_FOUR = Form.STANDARD, Form.PAIRS, Form.PAIRS_WITH_FOUR
_ORPHANS, _FOUR_KANS = Form.ORPHANS, Form.FOUR_KANS
_RYANMEN, _KANCHAN, _PENCHAN, _SHANPON, _TANKI = Wait.RYANMEN, Wait.KANCHAN, Wait.PENCHAN, Wait.SHANPON, Wait.TANKI
_TSUMO, _DEALER, _CLOSED = Circumstance.TSUMO, Circumstance.DEALER, Circumstance.CLOSED
_FOUR_CALLS, _FOURTH_KAN = Circumstance.FOUR_CALLS, Circumstance.FOURTH_KAN
_CHI, _PON, _ANKAN = MeldKind.CHI, MeldKind.PON, MeldKind.ANKAN
_OPEN, _CONCEALED = SetClass.OPEN, SetClass.CONCEALED
_OPEN_KAN, _CONCEALED_KAN = SetClass.OPEN_KAN, SetClass.CONCEALED_KAN
_YAOCHUU_DIGIT: Final = SetClass.YAOCHUU
_YAOCHUU, _DRAGONS = YAOCHUU_MASK, DRAGONS_MASK
_SUIT: Final = (1 << 9) - 1
_WINDS: Final = (1 << 4) - 1
"""Masks of the kinds of a suit, and of the winds, from bit 0 on."""


class SuitTables(NamedTuple):
    """All divisions of all suit keys; a suit's part and the honors' part share the rows."""

    suit: NDArray[np.int16]
    """(5**9,) number of the pattern of a suit key; -1 where it has no division."""
    honors: NDArray[np.int16]
    """(5**7,) the same for honors, which have no runs."""
    patterns: NDArray[np.int32]
    """(n_patterns, 4): first row, number of rows, mask of kinds, mask of the tile beyond 311111113."""
    rows: NDArray[np.int32]
    """(n_rows, 5): runs, triplets, pair as in `Division`; triplets of inner kinds, triplets of the outer two."""


@cache
def suit_tables() -> SuitTables:
    """The tables, built once per process."""
    suit, suit_patterns, suit_rows = _table(9, runs=True)
    honors, honor_patterns, honor_rows = _table(7, runs=False)
    honor_patterns[:, 0] += len(suit_rows)
    honors[honors >= 0] += len(suit_patterns)
    return SuitTables(
        suit, honors, np.concatenate([suit_patterns, honor_patterns]), np.concatenate([suit_rows, honor_rows])
    )


def _table(n_kinds: int, *, runs: bool) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.int32]]:
    """Index, patterns and rows of every way to choose up to four sets and perhaps a pair."""
    n_runs = n_kinds - 2 if runs else 0
    # Column i counts run i, then triplet i, then pair i; a set is one column, nothing is the last one.
    n_sets = n_runs + n_kinds
    choices = np.array(list(combinations_with_replacement(range(n_sets + 1), 4)))
    sets = np.zeros((len(choices), n_sets + 1), np.int32)
    np.add.at(sets, (np.arange(len(choices))[:, None], choices), 1)
    pairs = np.vstack([np.zeros(n_kinds, np.int32), np.eye(n_kinds, dtype=np.int32)])
    parts = np.hstack([np.repeat(sets[:, :n_sets], len(pairs), axis=0), np.tile(pairs, (len(sets), 1))])
    run_counts, triplets, pair = np.split(parts, [n_runs, n_sets], axis=1)
    counts = 3 * triplets + 2 * pair
    for start in range(n_runs):
        counts[:, start : start + 3] += run_counts[:, start : start + 1]
    possible = counts.max(axis=1) <= 4
    run_counts, triplets, pair, counts = (a[possible] for a in (run_counts, triplets, pair, counts))

    keys = counts @ 5 ** np.arange(n_kinds)
    bits = 1 << np.arange(n_kinds)
    columns = [run_counts @ 8 ** np.arange(n_runs), triplets @ bits, pair @ bits]
    order = np.lexsort((columns[2], columns[1], columns[0], keys))
    outer = bits.sum() if not runs else (1 | 1 << n_kinds - 1)
    is_outer = (outer >> np.arange(n_kinds) & 1).astype(np.int32)
    columns += [triplets @ (1 - is_outer), triplets @ is_outer]
    rows = np.stack(columns, axis=1)[order].astype(np.int32)
    keys = keys[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]])
    index = np.full(5**n_kinds, -1, np.int16)
    index[keys[first]] = np.arange(len(first))
    counts = counts[order][first]
    patterns = np.zeros((len(first), 4), np.int32)
    patterns[:, 0] = first
    patterns[:, 1] = np.diff(np.r_[first, len(keys)])
    patterns[:, 2] = (counts > 0) @ bits
    if runs:
        surplus = counts - np.array([3, 1, 1, 1, 1, 1, 1, 1, 3])
        gates = (surplus.min(axis=1) == 0) & (surplus.sum(axis=1) == 1)
        patterns[gates, 3] = surplus[gates] @ bits
    return index, patterns, rows


class _Melds(NamedTuple):
    """The called sets of a hand; `runs`, `triplets` and `sets` as in `Features`."""

    n: Whole
    n_calls: Whole
    """Without ankan."""
    n_kans: Whole
    n_concealed: Whole
    """Ankan."""
    runs: Whole
    triplets: Whole
    sets: Whole
    tiles: Whole
    """Mask of the kinds."""


class _Reading(NamedTuple):
    """The columns of `Features` that differ between the readings of a hand."""

    form: Whole
    runs: Whole
    triplets: Whole
    pair: Whole
    sets: Whole
    n_concealed: Whole
    wait: Whole


class _Division(NamedTuple):
    """The concealed tiles as sets and a pair."""

    runs: Whole
    triplets: Whole
    pair: Whole
    n_simple: Whole
    n_yaochuu: Whole
    """Triplets of simples, and of terminals and honors."""


@jit
def find_readings(
    first: int, columns: Any, guest: int, tables: SuitTables, features: Any, starts: NDArray[np.int32]
) -> tuple[int, int]:
    """Write the readings of hands from number `first` on until `features` is nearly full.

    `columns` is a `HandColumns`, `features` a `Features` of arrays of one length. `starts[i]` becomes the first reading
    of hand `first + i`; a hand that does not win has one reading of no form. Returns the numbers of hands and readings.
    """
    capacity = features.form.shape[0] - MAX_READINGS
    n_hands = columns.win.shape[0]
    n = 0
    hand = first
    while hand < n_hands and n < capacity and hand - first < starts.shape[0]:
        starts[hand - first] = n
        n = _readings_of(hand, columns, guest, tables, features, n)
        hand += 1
    return hand - first, n


@jit_once
def _readings_of(hand: int, columns: Any, guest: int, tables: SuitTables, features: Any, n: int) -> Whole:
    """Write the readings of one hand from row `n` on; return the next free row."""
    first = n
    melds = _melds_of(hand, columns)
    circumstances = _circumstances_of(hand, columns, melds)
    k0, k1, k2, k3 = columns.keys[hand, 0], columns.keys[hand, 1], columns.keys[hand, 2], columns.keys[hand, 3]
    p0, p1, p2, p3 = tables.suit[k0], tables.suit[k1], tables.suit[k2], tables.honors[k3]
    divisible = p0 >= 0 and p1 >= 0 and p2 >= 0 and p3 >= 0
    patterns = tables.patterns
    gates = int64(0)
    if divisible:
        concealed: Whole = _joined(patterns[p0, 2], patterns[p1, 2], patterns[p2, 2], patterns[p3, 2])
        if melds.n == 0:
            gates = _joined(patterns[p0, 3], patterns[p1, 3], patterns[p2, 3], 0)
    else:
        concealed = _kinds_with(k0, k1, k2, k3, 1, 4)
    if melds.n == 0:
        # A hand of sets with more than seven kinds is neither of the special shapes.
        if not divisible or _count(concealed) <= 7:
            n = _special(k0, k1, k2, k3, concealed, features, n)
    elif melds.n_kans == 4 and circumstances & _FOURTH_KAN and not divisible:
        n = _write(features, n, _Reading(_FOUR_KANS, 0, melds.triplets, 0, melds.sets, melds.n_concealed, 0))
    if divisible:
        win, tsumo = int64(columns.win[hand]), circumstances & _TSUMO
        for d in range(patterns[p3, 0], patterns[p3, 0] + patterns[p3, 1]):
            for c in range(patterns[p2, 0], patterns[p2, 0] + patterns[p2, 1]):
                for b in range(patterns[p1, 0], patterns[p1, 0] + patterns[p1, 1]):
                    for a in range(patterns[p0, 0], patterns[p0, 0] + patterns[p0, 1]):
                        division = _division(tables.rows, a, b, c, d)
                        if division.pair != 0 and division.pair & (division.pair - 1) == 0:
                            n = _standard(division, melds, win, tsumo, features, n)
    if n == first:
        n = _write(features, n, _Reading(_NO_FORM, 0, 0, 0, 0, 0, 0))
    for row in range(first, n):
        features.n_kans[row], features.gates[row], features.circumstances[row] = melds.n_kans, gates, circumstances
    _write_shared(hand, columns, guest, concealed | melds.tiles, features, first, n)
    return n


@jit_once
def _melds_of(hand: int, columns: Any) -> _Melds:
    one = int64(1)
    runs = triplets = tiles = sets = int64(0)
    n = n_calls = n_kans = n_concealed = 0
    for place in range(4):
        code = columns.meld_codes[hand, place]
        if code == 0:
            continue
        kind = int64(columns.meld_kinds[hand, place])
        n += 1
        if code != _ANKAN:
            n_calls += 1
        if code == _CHI:
            runs += one << (3 * (kind // 9 * 7 + kind % 9))
            tiles |= int64(7) << kind
            continue
        triplets |= one << kind
        digit = _OPEN if code == _PON else (_CONCEALED_KAN if code == _ANKAN else _OPEN_KAN)
        if code != _PON:
            n_kans += 1
        if code == _ANKAN:
            n_concealed += 1
        sets += one << (digit + (_YAOCHUU_DIGIT if _YAOCHUU >> kind & 1 else 0))
    return _Melds(n, n_calls, n_kans, n_concealed, runs, triplets, sets, tiles | triplets)


@jit_once
def _circumstances_of(hand: int, columns: Any, melds: _Melds) -> Whole:
    circumstances = int64(columns.circumstances[hand])
    if melds.n_calls == 0:
        circumstances |= _CLOSED
    if melds.n_calls == 4:
        circumstances |= _FOUR_CALLS
    if columns.seat_wind[hand] == 0:
        circumstances |= _DEALER
    return circumstances


@jit_inner
def _joined(man: Whole, pin: Whole, sou: Whole, honors: Whole) -> Whole:
    """Mask of kinds from the masks of the suits."""
    return int64(man) | int64(pin) << 9 | int64(sou) << 18 | int64(honors) << EAST


@jit_once
def _division(rows: Any, a: int, b: int, c: int, d: int) -> _Division:
    """The division made of one row of each suit."""
    return _Division(
        int64(rows[a, 0]) | int64(rows[b, 0]) << 21 | int64(rows[c, 0]) << 42,
        _joined(rows[a, 1], rows[b, 1], rows[c, 1], rows[d, 1]),
        _joined(rows[a, 2], rows[b, 2], rows[c, 2], rows[d, 2]),
        int64(rows[a, 3] + rows[b, 3] + rows[c, 3] + rows[d, 3]),
        int64(rows[a, 4] + rows[b, 4] + rows[c, 4] + rows[d, 4]),
    )


@jit_once
def _standard(division: _Division, melds: _Melds, win: Whole, tsumo: Whole, features: Any, n: int) -> Whole:
    """Write a reading for each wait of a division."""
    one = int64(1)
    sets = melds.sets + (division.n_simple << _CONCEALED) + (division.n_yaochuu << (_CONCEALED + _YAOCHUU_DIGIT))
    n_concealed = division.n_simple + division.n_yaochuu + melds.n_concealed
    runs, triplets = division.runs + melds.runs, division.triplets | melds.triplets
    waits = _waits(division.runs, division.triplets, division.pair, win)
    while waits:
        wait = waits & -waits
        waits ^= wait
        if wait == _SHANPON and tsumo == 0:  # ron opens the triplet
            shift = _YAOCHUU_DIGIT if _YAOCHUU >> win & 1 else 0
            opened = sets - (one << (_CONCEALED + shift)) + (one << (_OPEN + shift))
            n = _write(features, n, _Reading(_STANDARD, runs, triplets, division.pair, opened, n_concealed - 1, wait))
        else:
            n = _write(features, n, _Reading(_STANDARD, runs, triplets, division.pair, sets, n_concealed, wait))
    return n


@jit_once
def _write(features: Any, n: int, reading: _Reading) -> Whole:
    """Write the row of a reading; return the next free row."""
    features.form[n], features.wait[n] = reading.form, reading.wait
    features.runs[n], features.triplets[n], features.pair[n] = reading.runs, reading.triplets, reading.pair
    features.sets[n], features.n_concealed[n] = reading.sets, reading.n_concealed
    return n + 1


@jit_once
def _write_shared(hand: int, columns: Any, guest: int, tiles: Whole, features: Any, first: int, end: int) -> None:
    """Write the columns that are the same for all readings of a hand."""
    one = int64(1)
    classes = (
        int64(tiles & _SUIT != 0)
        | int64(tiles >> 9 & _SUIT != 0) << 1
        | int64(tiles >> 18 & _SUIT != 0) << 2
        | int64(tiles >> EAST & _WINDS != 0) << 3
        | int64(tiles >> WHITE != 0) << 4
    )
    seat = one << (EAST + int64(columns.seat_wind[hand]))
    round_ = one << (EAST + int64(columns.round_wind[hand]))
    for row in range(first, end):
        features.tiles[row], features.classes[row] = tiles, classes
        features.win[row] = one << int64(columns.win[hand])
        features.seat[row], features.round[row] = seat, round_
        features.valued[row] = _DRAGONS | seat | round_ | guest
        features.n_reds[row] = columns.reds[hand]


@jit_once
def _special(k0: Whole, k1: Whole, k2: Whole, k3: Whole, concealed: Whole, features: Any, n: int) -> Whole:
    """Write seven pairs or kokushi, if the concealed hand is one of them."""
    if concealed == _YAOCHUU:
        pair = _kinds_with(k0, k1, k2, k3, 2, 2)
        form = _ORPHANS
        # With all thirteen present a hand of fourteen has exactly one of them twice.
        if pair == 0 or pair & (pair - 1) != 0:
            return n
    else:
        if _kinds_with(k0, k1, k2, k3, 1, 1) | _kinds_with(k0, k1, k2, k3, 3, 3):
            return n
        pair = concealed
        form = _PAIRS_WITH_FOUR if _kinds_with(k0, k1, k2, k3, 4, 4) else _PAIRS
    return _write(features, n, _Reading(form, 0, 0, pair, 0, 0, _TANKI))


@jit_once
def _count(mask: Whole) -> Whole:
    """Number of kinds in a mask."""
    pairs = mask - (mask >> 1 & 0x155555555)
    fours = (pairs & 0x333333333) + (pairs >> 2 & 0x333333333)
    eights = (fours + (fours >> 4)) & 0xF0F0F0F0F
    return (eights + (eights >> 8) + (eights >> 16) + (eights >> 24) + (eights >> 32)) & 0x3F


@jit_inner
def _kinds_with(k0: Whole, k1: Whole, k2: Whole, k3: Whole, least: int, most: int) -> Whole:
    """Mask of the kinds whose count in the four suit keys lies between `least` and `most`."""
    mask = int64(0)
    shift = 0
    for key in (k0, k1, k2, k3):
        rest = key
        bit = int64(1) << shift
        while rest:
            count = rest % 5
            if least <= count <= most:
                mask |= bit
            rest //= 5
            bit <<= 1
        shift += 9
    return mask


@jit_once
def _waits(runs: Whole, triplets: Whole, pair: Whole, win: Whole) -> Whole:
    """Bits of the waits that the winning kind can have completed in the concealed sets."""
    waits = 0
    if pair >> win & 1:
        waits |= _TANKI
    if triplets >> win & 1:
        waits |= _SHANPON
    if win < EAST and runs:
        position = win % 9
        starts = runs >> (21 * (win // 9))
        if position < 7 and starts >> (3 * position) & 7:
            waits |= _PENCHAN if position == 6 else _RYANMEN
        if position > 1 and starts >> (3 * (position - 2)) & 7:
            waits |= _PENCHAN if position == 2 else _RYANMEN
        if 0 < position < 8 and starts >> (3 * (position - 1)) & 7:
            waits |= _KANCHAN
    return waits


@jit
def best_readings(rank: NDArray[np.int64], starts: NDArray[np.int32], n_hands: int, out: NDArray[np.int64]) -> None:
    """Write the row of each hand's first reading of highest rank."""
    n = rank.shape[0]
    for hand in range(n_hands):
        end = starts[hand + 1] if hand + 1 < n_hands else n
        best = starts[hand]
        for i in range(best + 1, end):
            if rank[i] > rank[best]:
                best = i
        out[hand] = best
