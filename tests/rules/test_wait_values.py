"""The value of a tenpai hand by wait: against the scores of every ura indicator, and near misses."""

from dataclasses import replace
from itertools import combinations

import pytest

from mjlog.errors import LogError
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.score import score
from mjlog.rules.wait_values import wait_values
from mjlog.tiles import KIND_OF_TILE, parse, to_mpsz

PINFU = "234m456p55678s78m"
"""Waits on 6m and 9m: tanyao on one of them only."""


def unseen_tiles(*seen):
    left = [kind for kind in range(34) for _ in range(4)]
    for tile in (tile for text in seen for tile in parse(text)):
        left.remove(KIND_OF_TILE[tile])
    return left


@pytest.mark.parametrize("dora", ["3m", "3m8p"])
@pytest.mark.parametrize("tsumo", [False, True])
def test_expected_points_are_the_mean_over_all_ura_indicators(dora, tsumo):
    n = len(parse(dora))
    for value in wait_values(PINFU, dora=dora, seen="11z2p"):
        tile = to_mpsz((value.kind,))
        left = unseen_tiles(PINFU, tile, dora, "11z2p")
        assert value.left == left.count(value.kind) + 1
        sums = [
            score(PINFU, win=tile, tsumo=tsumo, dora=dora, riichi=True, ura=to_mpsz(ura)).points
            for ura in combinations(left, n)
        ]
        worth = value.riichi_tsumo if tsumo else value.riichi_ron
        assert worth.expected == pytest.approx(sum(sums) / len(sums))
        assert worth.least.points == score(PINFU, win=tile, tsumo=tsumo, dora=dora, riichi=True).points


def test_each_wait_has_its_own_value_with_and_without_riichi():
    six, nine = wait_values(PINFU)
    assert [to_mpsz((value.kind,)) for value in (six, nine)] == ["6m", "9m"]
    assert (six.ron.least.han, nine.ron.least.han) == (2, 1)
    assert (six.riichi_ron.least.han, nine.riichi_tsumo.least.han) == (3, 3)
    assert six.ron.expected == six.ron.least.points
    assert six.riichi_ron.expected > six.riichi_ron.least.points


def test_ippatsu_counts_by_its_chance():
    without, sure, half = (wait_values(PINFU, ippatsu_chance=chance)[0].riichi_ron for chance in (0, 1, 0.5))
    assert half.expected == pytest.approx((without.expected + sure.expected) / 2)
    assert sure.least == without.least
    rules = replace(TENHOU, disabled_yaku=frozenset({"ippatsu"}))
    assert wait_values(PINFU, rules=rules, ippatsu_chance=1)[0].riichi_ron.expected == pytest.approx(without.expected)


def test_a_hand_without_yaku_wins_by_tsumo_or_riichi_only():
    (value,) = wait_values("123m456p789s24s11z", seat_wind="S", round_wind="S")
    assert value.ron is None
    assert value.tsumo.least.han == 1
    assert value.riichi_ron.least.han == 1


def test_an_open_hand_has_no_riichi():
    (value,) = wait_values("234m456p24s55s", melds=["777z"])
    assert value.riichi_ron is None
    assert value.ron.least.points == value.ron.expected


def test_without_ura_dora_riichi_has_its_least_value():
    rules = replace(TENHOU, ura_dora=False, kan_ura_dora=False)
    worth = wait_values(PINFU, rules=rules)[0].riichi_ron
    assert worth.expected == worth.least.points


def test_a_wait_of_which_no_tile_is_left_is_left_out():
    assert [value.left for value in wait_values(PINFU, seen="6666m")] == [4]
    assert [value.left for value in wait_values(PINFU, seen="666m9m")] == [1, 3]


def test_three_players_know_which_tiles_exist():
    (value,) = wait_values("19m19p19s1234567z", rules=TENHOU_3P)[:1]
    assert value.riichi_ron.least.yakuman


@pytest.mark.parametrize("hand", ["234m456p55678s19p", "234m456p55678s78m6m", "147m147p147s1234z"])
def test_only_tenpai_hands_have_values(hand):
    with pytest.raises(LogError, match="not tenpai"):
        wait_values(hand)
