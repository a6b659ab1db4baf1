"""The order of turns worked out from their end, against a search through all orders."""

import random
from collections.abc import Iterator

import pytest

from mjlog.errors import LogError
from parsers.tenhou.json.turn_order import DRAW, ENDS, GOES_ON, call_of, order_of

X, Y, Z = 31, 32, 33


Turns = tuple[list[list[int]], list[list[int]]]


def all_orders(turns: Turns, players: int) -> Iterator[list[int]]:
    """Every order that fits, found forwards by trying all."""
    takes, leaves = turns
    total = sum(map(len, takes))

    def after(order: list[int], seat: int, at: tuple[int, ...]) -> Iterator[list[int]]:
        if len(order) == total:
            yield order
            return
        left = leaves[seat][at[seat] - 1]
        for other in range(players):
            if at[other] == len(takes[other]):
                continue
            head = takes[other][at[other]]
            if left == GOES_ON:
                fits = other == seat and head == DRAW
            else:
                fits = left >= 0 and (head == call_of(left, seat) or (head == DRAW and other == (seat + 1) % players))
            if fits:
                yield from after([*order, other], other, (*at[:other], at[other] + 1, *at[other + 1 :]))

    if takes[0] and takes[0][0] == DRAW:
        yield from after([0], 0, (1, *[0] * (players - 1)))


def random_turns(rng: random.Random, players: int) -> tuple[Turns, list[int]]:
    """Turns with so few tiles that discards fit calls at several places, and their order."""
    takes: list[list[int]] = [[] for _ in range(players)]
    leaves: list[list[int]] = [[] for _ in range(players)]
    order: list[int] = []
    seat, taken = 0, DRAW
    n_turns = rng.randint(1, 16)
    while len(order) < n_turns:
        order.append(seat)
        takes[seat].append(taken)
        is_end = len(order) == n_turns and taken == DRAW and rng.random() < 0.3
        left = ENDS if is_end else GOES_ON if rng.random() < 0.1 else rng.randint(0, 2)
        leaves[seat].append(left)
        if left == GOES_ON:
            taken = DRAW
        elif rng.random() < 0.45:
            seat, taken = rng.choice([other for other in range(players) if other != seat]), call_of(left, seat)
        else:
            seat, taken = (seat + 1) % players, DRAW
    return (takes, leaves), order


@pytest.mark.parametrize("players", [3, 4])
def test_the_order_found_backwards_is_the_only_one_a_search_finds(players: int) -> None:
    rng = random.Random(players)
    for _ in range(2000):
        turns, order = random_turns(rng, players)
        assert order_of(*turns, first=0, players=players) == order
        assert list(all_orders(turns, players)) == [order]


@pytest.mark.parametrize("players", [3, 4])
def test_damaged_turns_have_an_order_exactly_where_a_search_finds_one(players: int) -> None:
    rng = random.Random(players)
    refused = 0
    for _ in range(3000):
        turns, _ = random_turns(rng, players)
        seat = rng.randrange(players)
        if turns[0][seat]:
            place = rng.randrange(len(turns[0][seat]))
            values = [DRAW, *(call_of(tile, (seat + n) % players) for tile in range(3) for n in range(1, players))]
            if rng.random() < 0.5:
                turns[0][seat][place] = rng.choice(values)
            else:
                turns[1][seat][place] = rng.choice([GOES_ON, ENDS, 0, 1, 2])
        expected = list(all_orders(turns, players))
        try:
            assert [order_of(*turns, first=0, players=players)] == expected
        except LogError:
            assert expected == []
            refused += 1
    assert 1000 < refused < 2900


X, Y, Z = 31, 32, 33


def test_an_earlier_discard_of_the_same_tile_is_passed_over() -> None:
    # 0 leaves X twice, and calls the Y of 1 between; 2 takes the second X, though the first would have done
    turns = [[DRAW, call_of(Y, 1)], [DRAW], [call_of(X, 0)], []], [[X, X], [Y], [Z], []]
    assert order_of(*turns, first=0, players=4) == [0, 1, 0, 2]


def test_two_players_who_want_the_same_tile_take_one_each() -> None:
    # 1 (chi or pon) and 2 wait for X of 0, who leaves it twice: 2 comes first, or 0 would not draw again
    turns = [[DRAW, DRAW], [call_of(X, 0)], [call_of(X, 0)], [DRAW]], [[X, X], [Y], [Z], [Z]]
    assert order_of(*turns, first=0, players=4) == [0, 2, 3, 0, 1]


@pytest.mark.parametrize(
    ("takes", "leaves", "message"),
    [
        ([[DRAW], [call_of(Z, 0)], [], []], [[X], [Y], [], []], "calls 7z in its turn 1, but seat 0 discards 5z"),
        ([[DRAW, DRAW], [], [], []], [[X, Y], [], [], []], "0 turns follow on the 2 of seat 0"),
        ([[call_of(X, 1)], [DRAW], [], []], [[X], [Y], [], []], "seat 0, the dealer, does not begin with a draw"),
        ([[DRAW, call_of(X, 1)], [], [], []], [[GOES_ON, X], [], [], []], "where a replacement draw must follow"),
        ([[], [], [], []], [[], [], [], []], "seat 0, the dealer, does not begin with a draw"),
    ],
)
def test_turns_that_fit_no_order_are_told(takes: list[list[int]], leaves: list[list[int]], message: str) -> None:
    with pytest.raises(LogError) as raised:
        order_of(takes, leaves, first=0, players=4)
    assert message in raised.value.message
