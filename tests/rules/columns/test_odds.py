"""The published chances of dealt hands, counted exactly and held against dealt hands."""

from collections import Counter
from itertools import product
from math import comb, prod
from random import Random

import pytest

from mjlog.rules.columns import odds
from mjlog.rules.columns.odds import FIRST_HAND, HAIPAI, hands_by_shanten, n_dealt_wins, n_hands, n_kyuushu, n_walls
from mjlog.rules.columns.shanten_tables import HONORS_AT
from mjlog.rules.shanten import shanten_of_counts
from mjlog.tiles import N_KINDS, SANMA_KINDS, YAOCHUU

KINDS = {3: sorted(SANMA_KINDS), 4: range(N_KINDS)}


def test_the_figures_of_the_documents():
    assert n_hands() == 4_250_305_029_168_216_000
    assert n_kyuushu() == 13_746_798_425_456_640
    assert n_dealt_wins() == 12_859_078_207_674
    assert (str(n_walls())[:6], len(str(n_walls()))) == ("432698", 186)


def test_the_quotients_of_the_documents():
    assert round(n_hands() / n_kyuushu(), 3) == 309.185
    assert n_hands() // n_dealt_wins() == 330_529
    assert round(n_hands(players=3) / n_kyuushu(players=3), 3) == 54.647
    assert round(n_hands(players=3) / n_dealt_wins(3)) == 105_711


def test_the_printed_quotient_of_tenhou_is_a_slip():
    assert round(9.3e8 / 3199, -3) == 291_000


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("n_tiles", [HAIPAI, FIRST_HAND])
def test_hands_of_every_shanten_are_all_hands(n_tiles, players):
    counts = hands_by_shanten(n_tiles, players)
    assert sum(counts.values()) == n_hands(n_tiles, players)
    assert sorted(counts) == list(range(0 if n_tiles == HAIPAI else -1, 7))


@pytest.mark.parametrize("players", [3, 4])
def test_dealt_hands_have_nine_kinds_as_often_as_counted(players):
    tiles, chance, n = 4 * list(KINDS[players]), Random(3), 60_000
    for n_tiles in (HAIPAI, FIRST_HAND):
        dealt = sum(len(set(chance.sample(tiles, n_tiles)) & YAOCHUU) >= 9 for _ in range(n))
        expected = n * n_kyuushu(n_tiles, players) / n_hands(n_tiles, players)
        assert abs(dealt - expected) < 4 * expected**0.5


@pytest.mark.parametrize("players", [3, 4])
def test_dealt_hands_have_each_shanten_as_often_as_counted(players):
    tiles, chance, n = 4 * list(KINDS[players]), Random(5), 2_000
    dealt = Counter()
    for _ in range(n):
        hand = Counter(chance.sample(tiles, HAIPAI))
        dealt[shanten_of_counts([hand[kind] for kind in range(N_KINDS)], 0, players=players).best] += 1
    for shanten, n_of_it in hands_by_shanten(HAIPAI, players).items():
        expected = n * n_of_it / n_hands(HAIPAI, players)
        assert abs(dealt[shanten] - expected) < 4 * max(expected, 1) ** 0.5, shanten


def test_hands_of_honors_have_the_shanten_that_each_has_alone():
    """Every hand of 13 honors, with the number of its copies."""
    alone = Counter()
    for hand in product(range(5), repeat=7):
        if sum(hand) == HAIPAI:
            alone[shanten_of_counts((*[0] * 27, *hand), 0).best] += prod(comb(4, n) for n in hand)
    honors = odds._of_size(odds._classes(HONORS_AT, 7, HAIPAI), HAIPAI)
    shanten, n = odds._shanten(honors, odds._classes(0, 9, 0))
    assert {value: n[shanten == value].sum() for value in alone} == alone
    assert n.sum() == comb(28, HAIPAI)
