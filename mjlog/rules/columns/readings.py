"""The readings of many winning hands: suit keys in, one row of features for each reading out.

What a reading is stands in `mjlog.rules.readings`; here are the same steps over arrays. No rule of value is applied: a
row says what the hand is, the table of yaku says what that is worth.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mjlog.jit import jit, jit_once
from mjlog.rules.readings import DRAGONS_MASK, YAOCHUU_MASK, Circumstance, Form, MeldKind, SetClass, Wait

Whole: TypeAlias = Any
"""A whole number: int64 once compiled."""
MAX_READINGS: Final = 64
"""More readings than any hand has: a kernel stops before its output could overflow by one hand."""

_NO_FORM: Final = 0
_STANDARD: Final = Form.STANDARD
_PAIRS: Final = Form.PAIRS
_PAIRS_WITH_FOUR: Final = Form.PAIRS_WITH_FOUR
_ORPHANS: Final = Form.ORPHANS
_FOUR_KANS: Final = Form.FOUR_KANS
_RYANMEN: Final = Wait.RYANMEN
_KANCHAN: Final = Wait.KANCHAN
_PENCHAN: Final = Wait.PENCHAN
_SHANPON: Final = Wait.SHANPON
_TANKI: Final = Wait.TANKI
_TSUMO: Final = Circumstance.TSUMO
_DEALER: Final = Circumstance.DEALER
_CLOSED: Final = Circumstance.CLOSED
_FOUR_CALLS: Final = Circumstance.FOUR_CALLS
_FOURTH_KAN: Final = Circumstance.FOURTH_KAN
_CHI: Final = MeldKind.CHI
_PON: Final = MeldKind.PON
_ANKAN: Final = MeldKind.ANKAN
_OPEN: Final = SetClass.OPEN
_CONCEALED: Final = SetClass.CONCEALED
_OPEN_KAN: Final = SetClass.OPEN_KAN
_CONCEALED_KAN: Final = SetClass.CONCEALED_KAN
_YAOCHUU_DIGIT: Final = SetClass.YAOCHUU
_YAOCHUU: Final = YAOCHUU_MASK
_DRAGONS: Final = DRAGONS_MASK


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
    """The tables, built once in a process."""
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
    chosen = np.array(list(combinations_with_replacement(range(n_sets + 1), 4)))
    sets = np.zeros((len(chosen), n_sets + 1), np.int32)
    np.add.at(sets, (np.arange(len(chosen))[:, None], chosen), 1)
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


@jit
def find_readings(
    first: int,
    columns: Any,
    guest: int,
    tables: Any,
    features: Any,
    starts: NDArray[np.int32],
) -> tuple[int, int]:
    """Write the readings of hands from number `first` on until `features` is nearly full.

    `columns` is a `HandColumns`, `features` a `Features` of arrays of one length. `starts[i]` becomes the first reading
    of hand `first + i`; a hand that is no win has one reading of no form. Returns the number of hands and of readings.
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
def _readings_of(hand: int, columns: Any, guest: int, tables: Any, features: Any, n: int) -> Whole:
    before = n
    win = np.int64(columns.win[hand])
    one = np.int64(1)

    meld_runs = np.int64(0)
    meld_triplets = np.int64(0)
    meld_tiles = np.int64(0)
    meld_sets = np.int64(0)
    meld_concealed = 0
    n_kans = 0
    n_calls = 0
    n_melds = 0
    for i in range(4):
        code = columns.meld_codes[hand, i]
        if code == 0:
            continue
        kind = np.int64(columns.meld_kinds[hand, i])
        n_melds += 1
        if code != _ANKAN:
            n_calls += 1
        if code == _CHI:
            meld_runs += one << (3 * (kind // 9 * 7 + kind % 9))
            meld_tiles |= np.int64(7) << kind
            continue
        meld_triplets |= one << kind
        digit = _OPEN if code == _PON else (_CONCEALED_KAN if code == _ANKAN else _OPEN_KAN)
        if code != _PON:
            n_kans += 1
        if code == _ANKAN:
            meld_concealed += 1
        meld_sets += one << (digit + (_YAOCHUU_DIGIT if _YAOCHUU >> kind & 1 else 0))
    meld_tiles |= meld_triplets

    circumstances = np.int64(columns.circumstances[hand])
    if n_calls == 0:
        circumstances |= _CLOSED
    if n_calls == 4:
        circumstances |= _FOUR_CALLS
    if columns.seat_wind[hand] == 0:
        circumstances |= _DEALER
    tsumo = circumstances & _TSUMO

    k0 = columns.keys[hand, 0]
    k1 = columns.keys[hand, 1]
    k2 = columns.keys[hand, 2]
    k3 = columns.keys[hand, 3]
    p0 = tables.suit[k0]
    p1 = tables.suit[k1]
    p2 = tables.suit[k2]
    p3 = tables.honors[k3]
    divisible = p0 >= 0 and p1 >= 0 and p2 >= 0 and p3 >= 0
    gates = np.int64(0)
    if divisible:
        patterns = tables.patterns
        concealed: Whole = (
            np.int64(patterns[p0, 2])
            | np.int64(patterns[p1, 2]) << 9
            | np.int64(patterns[p2, 2]) << 18
            | np.int64(patterns[p3, 2]) << 27
        )
        if n_melds == 0:
            gates = np.int64(patterns[p0, 3]) | np.int64(patterns[p1, 3]) << 9 | np.int64(patterns[p2, 3]) << 18
    else:
        concealed = _kinds_with(k0, k1, k2, k3, 1, 4)

    if n_melds == 0:
        # A hand of sets with more than seven kinds is neither of the special shapes.
        if not divisible or _count(concealed) <= 7:
            n = _special(k0, k1, k2, k3, concealed, features, n)
    elif n_kans == 4 and circumstances & _FOURTH_KAN and not divisible:
        features.form[n] = _FOUR_KANS
        features.runs[n] = 0
        features.triplets[n] = meld_triplets
        features.pair[n] = 0
        features.sets[n] = meld_sets
        features.n_concealed[n] = meld_concealed
        features.wait[n] = 0
        n += 1
    if divisible:
        rows = tables.rows
        for d in range(patterns[p3, 0], patterns[p3, 0] + patterns[p3, 1]):
            for c in range(patterns[p2, 0], patterns[p2, 0] + patterns[p2, 1]):
                for b in range(patterns[p1, 0], patterns[p1, 0] + patterns[p1, 1]):
                    for a in range(patterns[p0, 0], patterns[p0, 0] + patterns[p0, 1]):
                        pair = (
                            np.int64(rows[a, 2])
                            | np.int64(rows[b, 2]) << 9
                            | np.int64(rows[c, 2]) << 18
                            | np.int64(rows[d, 2]) << 27
                        )
                        if pair == 0 or pair & (pair - 1) != 0:
                            continue
                        runs = np.int64(rows[a, 0]) | np.int64(rows[b, 0]) << 21 | np.int64(rows[c, 0]) << 42
                        triplets = (
                            np.int64(rows[a, 1])
                            | np.int64(rows[b, 1]) << 9
                            | np.int64(rows[c, 1]) << 18
                            | np.int64(rows[d, 1]) << 27
                        )
                        n_simple = np.int64(rows[a, 3] + rows[b, 3] + rows[c, 3] + rows[d, 3])
                        n_yaochuu = np.int64(rows[a, 4] + rows[b, 4] + rows[c, 4] + rows[d, 4])
                        sets = meld_sets + (n_simple << _CONCEALED) + (n_yaochuu << (_CONCEALED + _YAOCHUU_DIGIT))
                        n_triplets = n_simple + n_yaochuu
                        waits = _waits(runs, triplets, pair, win)
                        while waits:
                            bit = waits & -waits
                            waits ^= bit
                            opened = 1 if bit == _SHANPON and tsumo == 0 else 0
                            features.form[n] = _STANDARD
                            features.runs[n] = runs + meld_runs
                            features.triplets[n] = triplets | meld_triplets
                            features.pair[n] = pair
                            features.n_concealed[n] = n_triplets + meld_concealed - opened
                            features.wait[n] = bit
                            if opened:
                                shift = _YAOCHUU_DIGIT if _YAOCHUU >> win & 1 else 0
                                features.sets[n] = sets - (one << (_CONCEALED + shift)) + (one << (_OPEN + shift))
                            else:
                                features.sets[n] = sets
                            n += 1

    if n == before:
        features.form[n] = _NO_FORM
        features.runs[n] = 0
        features.triplets[n] = 0
        features.pair[n] = 0
        features.sets[n] = 0
        features.n_concealed[n] = 0
        features.wait[n] = 0
        n += 1
    tiles = concealed | meld_tiles
    classes = (
        np.int64(tiles & 0x1FF != 0)
        | np.int64(tiles >> 9 & 0x1FF != 0) << 1
        | np.int64(tiles >> 18 & 0x1FF != 0) << 2
        | np.int64(tiles >> 27 & 0xF != 0) << 3
        | np.int64(tiles >> 31 != 0) << 4
    )
    seat = one << (27 + np.int64(columns.seat_wind[hand]))
    round_ = one << (27 + np.int64(columns.round_wind[hand]))
    for i in range(before, n):
        features.n_kans[i] = n_kans
        features.tiles[i] = tiles
        features.classes[i] = classes
        features.gates[i] = gates
        features.win[i] = one << win
        features.circumstances[i] = circumstances
        features.seat[i] = seat
        features.round[i] = round_
        features.valued[i] = _DRAGONS | seat | round_ | guest
        features.n_reds[i] = columns.reds[hand]
    return n


@jit_once
def _special(k0: Whole, k1: Whole, k2: Whole, k3: Whole, concealed: Whole, features: Any, n: int) -> Whole:
    """Seven pairs and kokushi, if the concealed hand is one of them."""
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
    features.form[n] = form
    features.runs[n] = 0
    features.triplets[n] = 0
    features.pair[n] = pair
    features.sets[n] = 0
    features.n_concealed[n] = 0
    features.wait[n] = _TANKI
    return n + 1


@jit_once
def _count(mask: Whole) -> Whole:
    """How many kinds are in a mask."""
    pairs = mask - (mask >> 1 & 0x155555555)
    fours = (pairs & 0x333333333) + (pairs >> 2 & 0x333333333)
    eights = (fours + (fours >> 4)) & 0xF0F0F0F0F
    return (eights + (eights >> 8) + (eights >> 16) + (eights >> 24) + (eights >> 32)) & 0x3F


@jit
def _kinds_with(k0: Whole, k1: Whole, k2: Whole, k3: Whole, least: int, most: int) -> Whole:
    """Mask of the kinds whose count in the four suit keys lies between `least` and `most`."""
    mask = np.int64(0)
    shift = 0
    for key in (k0, k1, k2, k3):
        rest = key
        bit = np.int64(1) << shift
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
    """Bits of the waits the winning kind can have completed in the concealed sets."""
    waits = 0
    if pair >> win & 1:
        waits |= _TANKI
    if triplets >> win & 1:
        waits |= _SHANPON
    if win < 27 and runs:
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
    """Write the place of each hand's first reading of highest rank."""
    n = rank.shape[0]
    for hand in range(n_hands):
        end = starts[hand + 1] if hand + 1 < n_hands else n
        best = starts[hand]
        for i in range(best + 1, end):
            if rank[i] > rank[best]:
                best = i
        out[hand] = best
