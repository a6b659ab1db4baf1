"""The published chances of dealt hands, counted exactly and held against dealt hands."""

from itertools import product
from math import comb, prod
from random import Random

import pytest

from mjlog.rules import odds
from mjlog.rules.odds import n_dealt_wins, n_first_hands, n_kyuushu, n_walls
from mjlog.rules.shanten import shanten_of_counts
from mjlog.tiles import SANMA_KINDS, YAOCHUU


def test_the_figures_of_the_documents():
    assert n_first_hands() == 4_250_305_029_168_216_000
    assert n_kyuushu() == 13_746_798_425_456_640
    assert n_dealt_wins() == 12_859_078_207_674
    assert (str(n_walls())[:6], len(str(n_walls()))) == ("432698", 186)


def test_one_in_so_many():
    assert round(n_first_hands() / n_kyuushu(), 3) == 309.185
    assert n_first_hands() // n_dealt_wins() == 330_529
    assert round(n_first_hands(3) / n_kyuushu(3), 3) == 54.647
    assert round(n_first_hands(3) / n_dealt_wins(3)) == 105_711


def test_the_printed_quotient_of_tenhou_is_a_slip():
    assert round(9.3e8 / 3199, -3) == 291_000


@pytest.mark.parametrize("players", [3, 4])
def test_dealt_hands_have_nine_kinds_as_often_as_counted(players):
    kinds = range(34) if players == 4 else sorted(SANMA_KINDS)
    tiles = [kind for kind in kinds for _ in range(4)]
    chance, n = Random(3), 60_000
    found = sum(len(set(chance.sample(tiles, 14)) & YAOCHUU) >= 9 for _ in range(n))
    expected = n * n_kyuushu(players) / n_first_hands(players)
    assert abs(found - expected) < 4 * expected**0.5


def test_hands_of_five_kinds_are_complete_where_the_shanten_says_so():
    """Every hand of 14 tiles of 1-5 man, with the number of its copies."""
    n = 0
    for hand in product(range(5), repeat=5):
        if sum(hand) == 14 and shanten_of_counts((*hand, *[0] * 29), 0, players=4).standard == -1:
            n += prod(comb(4, copies) for copies in hand)
    assert odds._standard((0, 1, 2, 3, 4)) == n > 0


def test_seven_pairs_that_are_four_sets_count_once():
    assert odds._standard((0, 1, 2, 3, 4, 5, 6), only_pairs=True) == 6**7
