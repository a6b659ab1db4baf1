"""The yaku of the waits of hands at exhaustive draws and before wins, and the hands that are noten for want of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.replay.draws import KATAAGARI, KEISHIKI
from mjlog.replay.facts import KyokuFacts
from mjlog.rules.columns.atozuke import before_the_win, waits_with_yaku
from mjlog.rules.columns.score import HandColumns
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.waits import YIELDS
from mjlog.seats import wind_of_round

EVERY_WAIT, KATAAGARI_YIELD, TSUMO_ONLY, KEISHIKI_YIELD = range(len(YIELDS))
"""Indices into `YIELDS`."""


class WaitingHands(NamedTuple):
    """One row per hand that waits on a tile at an exhaustive draw; masks of kinds."""

    kyoku: Ints
    """Row of the kyoku."""
    seat: Ints
    waits: Ints
    """As the next ones, a column of `WaitsWithYaku`."""
    by_ron: Ints
    by_tsumo: Ints


def waiting_hands(games: Games, facts: KyokuFacts, within: Ints | None = None) -> WaitingHands:
    """The hands of all kyoku, or only of those `within` (rows)."""
    every = np.arange(len(facts.waits)) if within is None else within
    places, seat = np.nonzero(facts.waits[every])
    kyoku = every[places]
    game = runs(games.kyoku_start)[kyoku]
    none = np.zeros(len(kyoku), np.int8)
    hands = HandColumns(
        keys=facts.keys[kyoku, seat],
        win=none,
        meld_codes=facts.meld_codes[kyoku, seat],
        meld_kinds=facts.meld_kinds[kyoku, seat],
        circumstances=facts.riichi[kyoku, seat].astype(np.int32),
        seat_wind=((seat - games.kyoku.dealer[kyoku]) % games.games.players[game]).astype(np.int8),
        round_wind=wind_of_round(games.kyoku.wind[kyoku]),
        honba=games.kyoku.honba[kyoku],
        dora=none,
        ura=none,
        reds=none,
        kita=none,
        blues=none,
    )
    masks = waits_with_yaku(hands, facts.waits[kyoku, seat], games.rule_sets, games.games.rules[game])
    return WaitingHands(kyoku, seat, *masks)


def noten_for(games: Games, facts: KyokuFacts) -> Ints:
    """`(n_kyoku, 4)`: `KEISHIKI` or `KATAAGARI` for tenpai hands that count as noten by the rules, else 0."""
    lacks = np.zeros(facts.waits.shape, np.int8)
    rules = games.games.rules[runs(games.kyoku_start)]
    keishiki = np.array([not r.keishiki_tenpai for r in games.rule_sets] or [False])[rules]
    kataagari = np.array([r.kataagari_noten for r in games.rule_sets] or [False])[rules]
    exhausted = (games.kyoku.result == Result.EXHAUSTIVE_DRAW) | (games.kyoku.result == Result.NAGASHI_MANGAN)
    within = np.flatnonzero((keishiki | kataagari) & exhausted)
    if len(within):
        hands = waiting_hands(games, facts, within)
        with_yaku = hands.by_ron | hands.by_tsumo
        some_without = kataagari[hands.kyoku] & (hands.waits & ~with_yaku != 0)
        lacks[within[keishiki[within]]] = KEISHIKI  # also of a hand that waits on nothing but its own four tiles
        lacks[hands.kyoku, hands.seat] = np.where(
            keishiki[hands.kyoku] & (with_yaku == 0), KEISHIKI, KATAAGARI * some_without
        )
        lacks[~facts.tenpai] = 0
    return lacks


def yields(games: Games, facts: KyokuFacts) -> Ints:
    """`(n_kyoku, 4)`: index into `waits.YIELDS` of each hand at an exhaustive draw; ABSENT if it does not wait."""
    found = np.full(facts.waits.shape, ABSENT, np.int8)
    hands = waiting_hands(games, facts)
    found[hands.kyoku, hands.seat] = _yields(hands.waits, hands.by_ron, hands.by_tsumo)
    return found


def yields_of_wins(hands: HandColumns, waits: Ints, rules: Sequence[RuleSet], rules_index: Ints) -> Ints:
    """`(n_wins,)`: the same for the hand before each win, whose waits are masks; ABSENT if it did not wait."""
    found = np.full(len(waits), ABSENT, np.int8)
    waiting, has_tile = before_the_win(hands)
    rows = np.flatnonzero((waits != 0) & has_tile)
    riichi = waiting.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)
    of_rows = HandColumns(*(column[rows] for column in waiting._replace(circumstances=riichi)))
    found[rows] = _yields(*waits_with_yaku(of_rows, waits[rows], rules, rules_index[rows]))
    return found


def _yields(waits: Ints, by_ron: Ints, by_tsumo: Ints) -> Ints:
    """Indices into `YIELDS`, from masks."""
    found: Ints = np.where(
        by_ron != 0,
        np.where(waits & ~by_ron, KATAAGARI_YIELD, EVERY_WAIT),
        np.where(by_tsumo != 0, TSUMO_ONLY, KEISHIKI_YIELD),
    )
    return found
