"""What a player weighs in one compiled call, against the same told by the readable definitions."""

from random import Random

import numpy as np
import pytest

from mjlog.kyoku.tenpai import kinds_of, waits_of
from mjlog.rules.columns.shanten import NO_SHAPE, after_discards, keys_of_counts, shanten
from mjlog.simulate.policy import (
    EDGE,
    HONOR,
    HONOR_SHOWN,
    MIDDLE,
    SAFE,
    SUJI,
    after_calls,
    best_discards,
    shanten_rows,
    waits_and_calls,
)
from mjlog.tiles import N_KINDS, RED_FIVES, SANMA_KINDS, YAOCHUU, parse, tile_of_copy

SUITED = [copy for copy in range(136) if copy < 36 or copy >= 124]
"""Copies of man and dragons: hands of them are near to complete."""


def counted(tiles):
    return np.bincount(kinds_of(tiles), minlength=N_KINDS).astype(np.uint8)


def kinds_in(mask):
    return {kind for kind in range(N_KINDS) if mask >> kind & 1}


def shanten_of(kinds, n_melds=0, players=4):
    return int(shanten(keys_of_counts(kinds[None]), n_melds, players)[0])


def rivers_of(*rivers):
    masks = [sum(1 << kind for kind in {*kinds_of(parse(river))}) for river in rivers]
    return np.array(masks + [0] * (4 - len(masks)))


def discards(tiles, *, seen="", rivers=(), threats=0, n_melds=0, players=4, dora=0, first=0, banned=0, dora_worth=3.0):
    reds = sum(tiles.count(red) << 3 * place for place, red in enumerate(RED_FIVES))
    return best_discards(
        counted(tiles), reds, counted(parse(seen)), n_melds, players, dora, first, banned, dora_worth,
        rivers_of(*rivers), threats, shanten_rows(),
    )  # fmt: skip


@pytest.mark.parametrize("number", range(60))
def test_waits_are_those_of_the_slow_definition(number):
    chance, n_melds = Random(number), number % 3
    tiles = [tile_of_copy(copy) for copy in chance.sample(SUITED, 13 - 3 * n_melds)]
    held = [kind for kind in range(N_KINDS) if kinds_of(tiles).count(kind) == 4]
    waits, pons, chis = map(kinds_in, waits_and_calls(counted(tiles), n_melds, 4, shanten_rows()))
    assert waits == waits_of(tiles, n_melds) - {*held}
    kinds = kinds_of(tiles)
    assert pons == {kind for kind in kinds if kinds.count(kind) >= 2}
    assert chis == {
        kind
        for kind in range(27)
        for run in ((-2, -1), (-1, 1), (1, 2))
        if all((kind + step) in kinds and (kind + step) // 9 == kind // 9 for step in run)
    }


@pytest.mark.parametrize("number", range(60))
@pytest.mark.parametrize("players", [3, 4])
def test_the_best_discard_leaves_least_shanten_then_most_useful_tiles(number, players):
    chance = Random(number)
    copies = [copy for copy in range(136) if players == 4 or copy // 4 in SANMA_KINDS]
    own, seen = chance.sample(copies, 44)[:14], chance.sample(copies, 30)
    tiles, shown = [tile_of_copy(copy) for copy in own], [tile_of_copy(copy) for copy in seen]
    dora = chance.choice(SANMA_KINDS)
    kinds, left = counted(tiles), counted(shown)
    shantens, masks = (row[0] for row in after_discards(keys_of_counts(kinds[None]), 0, players))

    def key(tile):
        kind = kinds_of([tile])[0]
        useful = [max(4 - int(kinds[k]) - int(left[k]), 0) for k in range(N_KINDS) if masks[kind] >> k & 1]
        worth = sum(useful) - 3.0 * (tile in RED_FIVES) - 3.0 * (kind == dora) + 0.1 * (kind in YAOCHUU)
        return shantens[kind], -worth, tile

    reds = sum(tiles.count(red) << 3 * place for place, red in enumerate(RED_FIVES))
    best, least, safest = best_discards(
        kinds, reds, left, 0, players, 1 << dora, 0, 0, 3.0, np.zeros(4, np.int64), 0, shanten_rows()
    )
    assert best == safest == min(tiles, key=key)
    assert least == min(shantens)


def test_kinds_put_first_go_first_and_banned_ones_never():
    tiles = parse("123456789m1129p5z")
    assert discards(tiles)[0] in parse("29p5z")
    assert discards(tiles, first=1 << 0)[:2] == (0, discards(tiles, banned=~1)[1] - 9)
    assert discards(tiles, banned=1 << discards(tiles)[0])[0] != discards(tiles)[0]


@pytest.mark.parametrize(("hand", "goes"), [("123m055p123s11z555z", "5p"), ("123m0p77p123s11z555z", "0p")])
def test_a_red_five_goes_only_where_there_is_no_plain_one(hand, goes):
    assert discards(parse(hand), banned=~(1 << 13))[0] == parse(goes)[0]


@pytest.mark.parametrize(
    ("tile", "river", "seen", "danger"),
    [
        ("5m", "5m", "", SAFE),
        ("1z", "", "11z", HONOR_SHOWN),
        ("1z", "", "1z", HONOR),
        ("1m", "4m", "", SUJI),
        ("5m", "28m", "", SUJI),
        ("5m", "2m", "", MIDDLE),
        ("9m", "7m", "", EDGE),
        ("2m", "1m", "", MIDDLE),
    ],
)
def test_the_safest_tile_is_the_one_least_likely_to_deal_in(tile, river, seen, danger):
    for other, other_danger in (("7p", MIDDLE), ("9p", EDGE), ("7z", HONOR), ("4p", SAFE)):
        rest = parse("4p" if other_danger == SAFE else other)
        tiles, safe = (*parse(tile) * 1, *rest), parse(river + ("4p" if other_danger == SAFE else ""))
        chosen = discards(
            tiles, seen=seen, rivers=("", "".join(map(name, safe))), threats=2, n_melds=4, dora_worth=0.0
        )[2]
        if danger != other_danger:
            assert chosen == (tiles[0] if danger < other_danger else tiles[1])


def name(tile):
    return f"{tile % 9 + 1}{'mpsz'[tile // 9]}"


def test_of_two_threats_the_worse_counts():
    tiles = parse("5m9p")
    assert discards(tiles, rivers=("", "5m", "9p"), threats=0b010, n_melds=4)[2] == tiles[0]
    assert discards(tiles, rivers=("", "5m", "9p"), threats=0b100, n_melds=4)[2] == tiles[1]
    assert discards(tiles, rivers=("", "5m", "9p"), threats=0b110, n_melds=4)[2] == tiles[1]


@pytest.mark.parametrize("number", range(60))
def test_calls_leave_the_shanten_of_what_stays_with_a_set_more(number):
    chance = Random(number)
    tiles = [tile_of_copy(copy) for copy in chance.sample(SUITED, 13)]
    kinds, called = counted(tiles), chance.choice(range(9))
    now, *after = after_calls(kinds, called, number % 2 == 0, 0, 4, shanten_rows())
    assert now == shanten_of(kinds)
    for place, (one, other) in enumerate([(0, 0), (-2, -1), (-1, 1), (1, 2)]):
        left = kinds.astype(int)
        own = (called + one, called + other)
        if all(0 <= kind <= 8 for kind in own) and (place == 0 or number % 2 == 0):
            left[own[0]] -= 1
            left[own[1]] -= 1
            if left.min() >= 0:
                assert after[place] == shanten_of(left, 1)
                continue
        assert after[place] == NO_SHAPE
