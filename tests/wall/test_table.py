"""The wall on the table: sides, break, deal, dead wall; and the order of Tenhou's walls."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.wall.seed import NEW, NEW_SANMA, OLD, OLD_SANMA
from mjlog.wall.table import Wall, first_stack, order_of, sides_of

THREE_SIDES = replace(TENHOU_3P, sanma_wall="18-18-18")
FULL_DEAD_WALL = replace(TENHOU_3P, dead_wall=18)
THROWS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def counted(rules=TENHOU, dealer=0):
    """A wall whose tiles are numbered clockwise from the right end of the dealer's side."""
    return Wall(rules=rules, dealer=dealer, tiles=tuple(range(2 * sum(sides_of(rules)))))


@pytest.mark.parametrize(
    ("rules", "sides"), [(TENHOU, (17,) * 4), (TENHOU_3P, (14, 13, 14, 13)), (THREE_SIDES, (18,) * 3)]
)
def test_a_wall_has_the_sides_of_its_rules(rules, sides):
    """First document, lines 123 and 143."""
    assert sides_of(rules) == sides
    wall = Wall.shuffled(rules, 0, Random(1))
    assert Counter(copy // 4 for copy in wall.tiles) == dict.fromkeys({copy // 4 for copy in wall.tiles}, 4)
    assert len(wall.tiles) == 2 * sum(sides)


@pytest.mark.parametrize(
    ("rules", "dealer", "throws", "stack"),
    [
        (TENHOU, 0, [(2, 3)], 5),  # the dealer's own side
        (TENHOU, 0, [(3, 5)], 17 + 8),  # second document, line 93: eight stacks of the left neighbour's side
        (TENHOU, 3, [(3, 5)], 17 + 8),
        (TENHOU, 0, [(3, 4)], 34 + 7),
        (TENHOU, 0, [(1, 1)], 51 + 2),  # the right neighbour's
        (TENHOU, 0, [(1, 1), (6, 6)], 51 + 14),
        (TENHOU, 0, [(4, 6), (6, 6)], 5),  # the right neighbour's side ends, the dealer's follows
        (TENHOU_3P, 0, [(1, 3)], 4),
        (TENHOU_3P, 0, [(1, 1)], 14 + 13 + 14 + 2),
        (TENHOU_3P, 0, [(1, 2)], 14 + 13 + 3),  # the third player sits across, the fourth side is nobody's
        (TENHOU_3P, 1, [(1, 2)], 14 + 3),  # from the second player the third on is the left neighbour
        (THREE_SIDES, 0, [(1, 1)], 18 + 18 + 2),
        (THREE_SIDES, 0, [(1, 2)], 18 + 3),
    ],
)
def test_the_wall_is_broken_where_the_dice_say(rules, dealer, throws, stack):
    """First document, line 127; second document, line 93."""
    assert first_stack(rules, dealer, throws) == stack
    assert counted(rules, dealer).deal(*throws).hands[dealer][0] == 2 * stack


def test_four_tiles_three_times_and_one_are_dealt_clockwise():
    """Second document, line 95."""
    dealt = counted(dealer=1).deal((2, 3))
    assert dealt.hands[1] == (*range(10, 14), *range(26, 30), *range(42, 46), 58)
    assert dealt.hands[0] == (*range(22, 26), *range(38, 42), *range(54, 58), 61)
    assert dealt.draws[:3] == (62, 63, 64)
    assert len(dealt.draws) == 70


def test_the_dealer_may_take_the_first_and_third_upper_tiles_at_once():
    """First document, line 131: the first of the thirteenth tiles and the dealer's first draw."""
    dealt = counted().deal((2, 3))
    first, third = 58, 62
    assert (dealt.hands[0][-1], dealt.draws[0]) == (first, third)
    assert [hand[-1] for hand in dealt.hands[1:]] == [first + 1, first + 2, first + 3]


def test_the_dead_wall_is_seven_stacks_right_of_the_break():
    """First document, lines 127, 133 and 135; second document, line 99. Stack 5 is taken first."""
    dealt = counted().deal((2, 3))
    assert dealt.replacements == (8, 9, 6, 7)
    assert dealt.dora_indicators == (4, 2, 0, 134, 132)
    assert dealt.ura_indicators == (5, 3, 1, 135, 133)
    assert dealt.draws[-2:] == (130, 131), "the haitei is the lower tile of the eighth stack"


@pytest.mark.parametrize("rules", [TENHOU_3P, THREE_SIDES])
def test_the_fourth_and_fifth_indicators_of_three_players_are_tiles_moved_in(rules):
    """First document, lines 137 and 143: eight replacements and three stacks of indicators are there at first."""
    for throw in THROWS:
        dealt = Wall.shuffled(rules, 1, Random(4)).deal(throw)
        assert dealt.moved_in(1) == dealt.draws[-1:]
        assert dealt.moved_in(4) == (
            *(dealt.ura_indicators[3], dealt.dora_indicators[3]),
            *(dealt.ura_indicators[4], dealt.dora_indicators[4]),
        ), "of a stack the lower tile goes first"
        assert not {*dealt.moved_in(4)} & {*dealt.dora_indicators[:3], *dealt.replacements}


def test_a_dead_wall_of_eighteen_has_all_indicators():
    dealt = counted(FULL_DEAD_WALL).deal((1, 3))
    assert len(dealt.draws) == 51
    assert not {*dealt.draws} & {*dealt.dora_indicators, *dealt.ura_indicators}


@pytest.mark.parametrize("rules", [TENHOU, TENHOU_3P, THREE_SIDES, FULL_DEAD_WALL])
def test_every_tile_is_dealt_once_under_every_throw(rules):
    for dealer in range(rules.players):
        wall = Wall.shuffled(rules, dealer, Random(dealer))
        for throw in THROWS:
            dealt = wall.deal(throw)
            assert sorted(order_of(dealt, dealer)) == sorted(wall.tiles)
            assert Wall.of_deal(rules, dealer, dealt) == wall
            assert Wall.of_deal(rules, dealer, dealt, [throw, throw]).deal(throw, throw) == dealt


@pytest.mark.parametrize(
    ("rules", "layout", "from_the_break"),
    [(TENHOU, NEW, True), (TENHOU_3P, NEW_SANMA, True), (TENHOU, OLD, False), (TENHOU_3P, OLD_SANMA, False)],
)
def test_tenhou_shuffles_a_wall_in_its_order_from_the_break_on(rules, layout, from_the_break):
    """Tenhou draws its shuffled tiles from their end. With seeds in base64 they are a wall from its break on.

    With the older seeds each stack of the dead wall lies upside down: no table deals so.
    """
    order = range(2 * sum(sides_of(rules)))[::-1]  # numbered as Tenhou's tiles
    start = 2 * (len(order) // 2 - first_stack(rules, 0, [(1, 3)]))
    dealt = Wall(rules=rules, dealer=0, tiles=(*order[start:], *order[:start])).deal((1, 3))
    table = dealt.replacements, dealt.dora_indicators, dealt.ura_indicators
    assert (dealt.hands[0][0], dealt.draws[-1]) == (order[0], order[-15])
    turned_over = [tuple(place ^ 1 for place in places) for places in layout[:3]]
    assert [*table] == ([*layout[:3]] if from_the_break else turned_over)
