"""Wins that a seat needs in the last kyoku: against payments worked out by hand and against a plain search."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from mjlog.rules.conditions import conditions, values_of_hands
from mjlog.rules.points import STICK, seat_payment
from mjlog.rules.presets import preset
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku


def south4(*points, honba=0, sticks=0, dealer=3):
    return Kyoku(wind=1, dealer=dealer, points=points, honba=honba, sticks=sticks)


@pytest.mark.parametrize(
    ("kyoku", "seat", "place", "needed"),
    [
        # 10,400 behind: 5,200 from the first is a tie, which the earlier seat wins; 2,000/4,000 gains 10,000
        (south4(30_000, 19_600, 24_000, 24_400), 1, 1, ("3,000/6,000", "6,400", "12,000", "12,000")),
        (south4(19_600, 30_000, 24_000, 24_400), 0, 1, ("3,000/6,000", "5,200", "12,000", "12,000")),
        # the dealer takes equal payments of all
        (south4(30_000, 19_600, 25_000, 25_400, dealer=1), 1, 1, ("3,200", "5,800", "11,600", "11,600")),
        # honba and sticks of the table count
        (south4(30_000, 19_600, 25_000, 25_400, honba=2, sticks=1), 1, 1, ("2,000/3,900", "5,200", "12,000", "12,000")),
        (south4(25_000, 25_000, 25_000, 25_000), 3, 4, ("500", "1,500", "1,500", "1,500")),
    ],
)  # fmt: skip
def test_conditions_of_the_last_kyoku(kyoku, seat, place, needed):
    assert tuple(map(str, conditions(RuleSet(), kyoku, seat, place).values())) == needed


def plain(rules, kyoku, seat, place, payer, riichi):
    """The least base points by the payments of each seat, with the sticks of riichi."""
    for base in values_of_hands(rules, by_tsumo=payer is None, most_fu=60):
        after = []
        for other in range(rules.players):
            paid = seat_payment(
                rules, other, winner=seat, payer=seat if payer is None else payer, dealer=kyoku.dealer, base=base,
                honba=kyoku.honba, sticks=kyoku.sticks + len(riichi),
            )  # fmt: skip
            after.append(kyoku.points[other] + paid - STICK * (other in riichi))
        if sum((points, -other) > (after[seat], -seat) for other, points in enumerate(after)) < place:
            return base
    return None


@pytest.mark.parametrize("name", ["tenhou", "tenhou-3p", "m-league", "mahjong-soul-3p"])
def test_conditions_are_those_of_a_plain_search(name):
    random, rules = Random(1), preset(name)
    for _ in range(150):
        points = tuple(random.randrange(0, 500) * 100 for _ in range(rules.players))
        kyoku = south4(*points, honba=random.randrange(3), sticks=random.randrange(3), dealer=rules.players - 1)
        seat, place = random.randrange(rules.players), random.randrange(1, rules.players + 1)
        riichi = tuple(other for other in range(rules.players) if random.random() < 0.3)
        for payer, needed in conditions(rules, kyoku, seat, place, riichi=riichi).items():
            base = plain(rules, kyoku, seat, place, payer, riichi)
            assert (needed is None) == (base is None)
            if base is not None:
                assert needed.hands == values_of_hands(rules, by_tsumo=payer is None, most_fu=60)[base]


def test_rare_hands_are_tried_on_request():
    kyoku = south4(30_000, 19_600, 25_000, 25_400)
    needed = conditions(RuleSet(), kyoku, 1, most_fu=110)[0]
    assert (str(needed), needed.hands) == ("5,800", ((2, 90),))


def test_a_better_place_needs_no_less_and_honba_never_more():
    rules = RuleSet()
    for points in product((12_000, 20_000, 31_000), repeat=3):
        kyoku = south4(100_000 - sum(points), *points)
        for payer in (None, 0, 2, 3):
            values = [conditions(rules, kyoku, 1, place)[payer] for place in (1, 2, 3, 4)]
            sums = [sum(value.payments) if value else 10**6 for value in values]
            assert sums == sorted(sums, reverse=True)
            more = conditions(rules, replace(kyoku, honba=3), 1)[payer]
            assert values[0] is None or sum(more.payments) <= sums[0]


def test_a_win_below_the_target_does_not_end_the_game():
    found = conditions(RuleSet(), south4(25_000, 24_000, 25_500, 25_500), 1)
    assert [value.ends for value in found.values()] == [False] * 4
    assert conditions(RuleSet(), south4(31_000, 29_000, 20_000, 20_000), 1)[0].ends


@pytest.mark.parametrize(("seat", "place", "points"), [(4, 1, 4), (0, 0, 4), (0, 5, 4), (0, 1, 3)])
def test_seats_and_places_that_do_not_exist_are_errors(seat, place, points):
    with pytest.raises(ValueError, match="players"):
        conditions(RuleSet(), south4(*[25_000] * points), seat, place)
