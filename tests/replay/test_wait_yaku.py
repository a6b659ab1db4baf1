"""The yaku of the waits of won hands by columns: those of `rules.waits.yields`, one hand at a time."""

from dataclasses import replace

import numpy as np

from mjlog.replay.wait_yaku import yields_of_wins
from mjlog.rules.atozuke import yaku_of_waits
from mjlog.rules.columns.score import hand_columns
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance
from mjlog.rules.waits import YIELDS, yields
from tests.rules.columns.test_atozuke_columns import HANDS, masks
from tests.rules.test_atozuke import TENPAI


def found(hands):
    indices = yields_of_wins(hand_columns(hands, TENHOU), masks(hands), [TENHOU], np.zeros(len(hands), np.int16))
    return [YIELDS[index] for index in indices]


def test_wins_of_hands_with_a_yaku_on_some_waits_on_all_or_on_none():
    """First document, lines 375-379; ippatsu and haitei are chances, and riichi is none."""
    expected = {"kataagari": "kataagari", "tsumo only": "tsumo only", "keishiki": "keishiki"}
    hands = {name: TENPAI[name] for name in expected}
    assert dict(zip(hands, found([*hands.values()]), strict=True)) == expected
    by_chance = [replace(hand, circumstances=hand.circumstances | Circumstance.LAST_TILE) for hand in hands.values()]
    assert found(by_chance) == [*expected.values()]
    in_riichi = replace(TENPAI["tsumo only"], circumstances=Circumstance.RIICHI)
    assert found([in_riichi]) == ["every wait"]


def test_the_columns_agree_with_one_hand_at_a_time():
    one_by_one = []
    for hand in HANDS:
        resting = hand.circumstances & (Circumstance.RIICHI | Circumstance.DOUBLE_RIICHI)
        ron, tsumo = (
            yaku_of_waits(replace(hand, circumstances=resting | by), TENHOU) for by in (0, Circumstance.TSUMO)
        )
        waits = {wait.kind for wait in ron}
        one_by_one.append(yields(waits, *({wait.kind for wait in some if wait.yaku} for some in (ron, tsumo))))
    assert found(HANDS) == one_by_one
    assert {*one_by_one} == {*YIELDS}
