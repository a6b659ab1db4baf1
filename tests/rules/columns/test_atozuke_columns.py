"""Atozuke for columns of hands agrees with atozuke for one hand."""

from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest

from mjlog.rules import atozuke as one_hand
from mjlog.rules.atozuke import noten, refusal, yaku_of_waits
from mjlog.rules.columns.atozuke import refused, waits_with_yaku
from mjlog.rules.columns.score import hand_columns
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.readings import POWERS_OF_5, Circumstance
from mjlog.rules.ruleset import Atozuke
from mjlog.rules.waits import waits_of
from mjlog.tiles import KIND_OF_TILE
from tests.rules.random_hands import random_hand

HANDS = [
    hand
    for hand in (random_hand(Random(seed)) for seed in range(1500))
    if not hand.circumstances & Circumstance.FIRST_TURN
]


cached_yaku_of_waits = cache(yaku_of_waits)


@pytest.fixture(autouse=True)
def _yaku_once(monkeypatch):
    """Find the yaku of the waits once for all options that only judge them."""

    def yaku(hand, rules):
        return cached_yaku_of_waits(hand, replace(rules, atozuke="free", kataagari_noten=False, keishiki_tenpai=True))

    monkeypatch.setattr(one_hand, "yaku_of_waits", yaku)


def masks(hands):
    """The waits of each hand without its winning tile, as masks."""
    waits = []
    for hand in hands:
        resting = list(hand.concealed)
        resting.remove(hand.tile)
        waits.append(sum(1 << kind for kind in waits_of(resting, [meld.tiles for meld in hand.melds]).kinds))
    return np.array(waits, np.int64)


@cache
def all_masks():
    return masks(HANDS)


@pytest.mark.parametrize("atozuke", ["sakizuke", "sakizuke_same_yaku", "kanzen_sakizuke"])
@pytest.mark.parametrize("rules", [TENHOU, replace(TENHOU, kuitan=False, min_han=2)], ids=["ari", "nashi"])
def test_the_same_wins_are_refused(atozuke: Atozuke, rules):
    rules = replace(rules, atozuke=atozuke)
    one_by_one = [refusal(hand, rules) is not None for hand in HANDS]
    index = np.zeros(len(HANDS), np.int16)
    assert refused(hand_columns(HANDS, rules), all_masks(), [rules], index).tolist() == one_by_one
    assert 0.1 < np.mean(one_by_one) < 0.9


@pytest.mark.parametrize(
    "change", [{"keishiki_tenpai": False}, {"atozuke": "sakizuke", "kataagari_noten": True}], ids=lambda c: [*c][-1]
)
def test_the_same_hands_are_noten(change):
    rules = replace(TENHOU, **change)
    one_by_one = [noten(hand, rules) for hand in HANDS]
    hands = hand_columns(HANDS, rules)
    keys = hands.keys.copy()
    for place, hand in enumerate(HANDS):
        kind = KIND_OF_TILE[hand.tile]
        keys[place, kind // 9] -= POWERS_OF_5[kind % 9]
    found = waits_with_yaku(
        hands._replace(
            keys=keys, circumstances=hands.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)
        ),
        all_masks(),
        [TENHOU_3P, rules],
        np.ones(len(HANDS), np.int16),
    )
    with_yaku = found.by_ron | found.by_tsumo
    lacks = (found.waits & ~with_yaku != 0) if rules.kataagari_noten else with_yaku == 0
    assert lacks.tolist() == [lack is not None for lack in one_by_one]
    assert 0.02 < np.mean(lacks) < 0.9
