"""The yaku of each wait of many hands, and which wins the rules on atozuke refuse; see `mjlog.rules.atozuke`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mjlog.rules.atozuke import CHANCE, OF_ALL_SETS, any_yaku, every_yaku
from mjlog.rules.columns.score import Column, HandColumns, score_many
from mjlog.rules.readings import POWERS_OF_5, Circumstance, MeldKind
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import N_KINDS

_POWERS: Final = np.array(POWERS_OF_5, np.int32)
_OF_ALL_SETS: Final = np.array([OF_ALL_SETS & (1 << 64) - 1, OF_ALL_SETS >> 64], np.uint64)


class WaitsWithYaku(NamedTuple):
    """Masks of kinds, `(n,)`."""

    waits: NDArray[np.int64]
    """The waits, without kinds of which the hand has all four."""
    by_ron: NDArray[np.int64]
    """Those that have a yaku by ron."""
    by_tsumo: NDArray[np.int64]
    """Those that have a yaku by tsumo only."""


def waits_with_yaku(hands: HandColumns, waits: Column, rules: Sequence[RuleSet], rules_index: Column) -> WaitsWithYaku:
    """The waits of hands of 13 tiles that have a yaku; `waits` `(n,)` are masks of kinds, and `win` is not read."""
    masks = WaitsWithYaku(*np.zeros((3, len(waits)), np.int64))
    least = [any_yaku(one) for one in rules]
    rows, wins = completed(hands, waits)
    kinds = np.int64(1) << wins.win
    np.bitwise_or.at(masks.waits, rows, kinds)
    remaining = np.arange(len(rows))
    for mask, tsumo in ((masks.by_ron, 0), (masks.by_tsumo, Circumstance.TSUMO)):
        won = HandColumns(*(column[remaining] for column in wins))
        won = won._replace(circumstances=won.circumstances & ~Circumstance.TSUMO | tsumo)
        has_yaku = score_many(won, least, rules_index[rows[remaining]]).valid
        np.bitwise_or.at(mask, rows[remaining], kinds[remaining] * has_yaku)
        remaining = remaining[~has_yaku]
    return masks


def refused(hands: HandColumns, waits: Column, rules: Sequence[RuleSet], rules_index: Column) -> NDArray[np.bool_]:
    """`(n,)`: whether `atozuke` refuses the win of a complete hand that waited on the kinds of the masks `waits`.

    The melds must be in the order of the calls.
    """
    found = np.zeros(len(waits), np.bool_)
    for number, one in enumerate(rules):
        if one.atozuke != "free":
            waiting, has_tile = before_the_win(hands)
            judged = has_tile & (hands.circumstances & Circumstance.FOURTH_KAN == 0)
            rows = np.flatnonzero((rules_index == number) & judged)
            found[rows] = _refused(HandColumns(*(column[rows] for column in waiting)), waits[rows], one)
    return found


def before_the_win(hands: HandColumns) -> tuple[HandColumns, NDArray[np.bool_]]:
    """Complete hands without their winning tile, and which of them have it; the others are left as they are."""
    rows, keys = np.arange(len(hands.win)), hands.keys.copy()
    has_tile = keys[rows, hands.win // 9] // _POWERS[hands.win % 9] % 5 > 0
    keys[rows, hands.win // 9] -= _POWERS[hands.win % 9] * has_tile
    return hands._replace(keys=keys), has_tile


def _refused(hands: HandColumns, waits: Column, rules: RuleSet) -> NDArray[np.bool_]:
    rows, wins = completed(hands, waits)
    yaku = _yaku(wins, any_yaku(rules))
    wrong = ~yaku.any(axis=1)
    if rules.atozuke == "sakizuke_same_yaku":
        wrong |= (yaku != yaku[np.searchsorted(rows, rows)]).any(axis=1)
    if rules.atozuke == "kanzen_sakizuke":
        calls = (wins.meld_codes != MeldKind.NONE) & (wins.meld_codes != MeldKind.ANKAN)
        later = calls & (np.arange(4) != calls.argmax(axis=1)[:, None])
        without_later = wins._replace(meld_codes=np.where(later, MeldKind.NONE, wins.meld_codes).astype(np.int8))
        of_first = _OF_ALL_SETS | _yaku(without_later, every_yaku(rules))
        wrong |= ~(of_first & _yaku(wins, every_yaku(rules))).any(axis=1)
    found = np.zeros(len(waits), np.bool_)
    found[rows[wrong]] = True
    return found


def _yaku(wins: HandColumns, rules: RuleSet) -> NDArray[np.uint64]:
    """`(n, 2)`: the yaku of each win as in `ValueColumns`; no bits for none."""
    values = score_many(wins, rules)
    return np.where(values.valid[:, None], values.yaku, np.uint64(0))


def completed(hands: HandColumns, waits: Column) -> tuple[Column, HandColumns]:
    """The hands completed by each of their waits, with the row of each hand; a wait has a tile outside the hand."""
    rows, kinds = np.nonzero(waits[:, None] >> np.arange(N_KINDS) & 1)
    n_own = hands.keys[rows, kinds // 9] // _POWERS[kinds % 9] % 5
    for place in range(4):
        code, low = hands.meld_codes[rows, place], hands.meld_kinds[rows, place]
        n_own += (code == MeldKind.CHI) & (low <= kinds) & (kinds <= low + 2)
        n_own += (low == kinds) * (3 * (code == MeldKind.PON) + 4 * (code > MeldKind.PON))
    rows, kinds = rows[n_own < 4], kinds[n_own < 4]
    wins = HandColumns(*(column[rows] for column in hands))
    wins.keys[np.arange(len(rows)), kinds // 9] += _POWERS[kinds % 9]
    none = np.zeros(len(rows), np.int8)
    return rows, wins._replace(
        win=kinds.astype(np.int8),
        circumstances=wins.circumstances & ~CHANCE,
        dora=none,
        ura=none,
        reds=none,
        kita=none,
        blues=none,
    )
