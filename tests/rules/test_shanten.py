import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mjlog.errors import Fault, LogError
from mjlog.rules.columns import shanten as batch
from mjlog.rules.columns.shanten_tables import HONORS_AT, POWERS_OF_5, SANMA_MAN_AT, _distances, shanten_tables
from mjlog.rules.shanten import Shanten, counts_of, discards, distances_of, shanten, ukeire, useful_kinds
from mjlog.tiles import N_KINDS, SANMA_KINDS, parse, to_mpsz


def cases(shared: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(shared / "oracle" / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def keys_of(hands: Sequence[str]) -> NDArray[np.int32]:
    return batch.keys_of_counts(np.array([counts_of(parse(hand), (14 - len(parse(hand))) // 3) for hand in hands]))


def kinds_of(mask: int) -> tuple[int, ...]:
    return tuple(kind for kind in range(N_KINDS) if mask >> kind & 1)


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], int, int]:
    """Concealed kinds, melds and players; few kinds, so that hands come near completion."""
    players = draw(st.sampled_from((3, 4)))
    n_melds = draw(st.integers(0, 4))
    size = draw(st.sampled_from((13, 14))) - 3 * n_melds
    kinds = SANMA_KINDS if players == 3 else tuple(range(N_KINDS))
    first = draw(st.integers(0, len(kinds) - 5))
    copies = [kind for kind in kinds[first : first + draw(st.integers(5, 34))] for _ in range(4)]
    return draw(st.randoms()).sample(copies, size), n_melds, players


@pytest.mark.parametrize(
    ("hand", "n_melds", "expected"),
    [
        ("123m456p789s11222z", 0, (-1, 4, 8)),
        ("123456789m1112z", 0, (0, 5, 8)),
        ("1122334455667m", 0, (0, 0, 11)),
        ("1112345678999m", 0, (0, 4, 10)),
        ("1111567888999m", 0, (1, 4, 10)),
        ("19m19p19s1234567z", 0, (8, 6, 0)),
        ("19m19p19s12345677z", 0, (7, 5, -1)),
        ("147m258p369s1234z", 0, (8, 6, 7)),
        ("11m", 4, (-1, None, None)),
        ("1m", 4, (0, None, None)),
        ("1122z", 3, (0, None, None)),
        ("1111m", 3, (1, None, None)),
        ("11223344556677z", 0, (3, -1, 5)),
        ("1111222233334z", 0, (3, 6, 8)),
    ],
)
def test_shanten_by_shape(hand: str, n_melds: int, expected: Shanten) -> None:
    assert shanten(hand, n_melds) == expected


def test_a_hand_that_lacks_a_fifth_tile_is_not_tenpai() -> None:
    assert shanten("1111567888999m").best == 1
    assert shanten("1111m", 3).best == 1


def test_seven_pairs_are_of_different_kinds() -> None:
    assert shanten("1111223344556m").chiitoitsu == 2
    assert shanten("11112233445566m").chiitoitsu == 1


def test_three_player_man_has_no_runs() -> None:
    assert to_mpsz(useful_kinds("19m123456789p11s", players=4)) == "123789m1s"
    assert to_mpsz(useful_kinds("19m123456789p11s", players=3)) == "19m1s"


def test_useful_tiles_left_are_those_not_seen() -> None:
    assert ukeire("23455789m66777z") == {4: 2, 32: 2}
    assert ukeire("23455789m66777z", seen="50m6z") == {4: 0, 32: 1}


def test_discards_come_best_first() -> None:
    best, *others = discards("12335m456p789s11z9p", seen="4m")
    assert (to_mpsz([best.tile]), best.shanten, best.useful) == ("9p", 0, {3: 3})
    assert [option.shanten for option in others] == sorted(option.shanten for option in others)
    assert len(others) == 11


def test_a_red_five_and_its_five_are_different_discards_of_equal_worth() -> None:
    red, plain = (next(option for option in discards("05m123p456p789s111z") if option.tile == tile) for tile in (34, 4))
    assert red.useful == plain.useful == {4: 2}


@pytest.mark.parametrize(
    ("hand", "n_melds", "players", "fault", "message"),
    [
        ("11111m12345678p", 0, 4, Fault.BAD_TILES, "5 tiles of 1m, but only four exist"),
        ("12m", 0, 4, Fault.BAD_HAND, "2 tiles and 0 melds"),
        ("123456789m123456p", 0, 4, Fault.BAD_HAND, "15 tiles and 0 melds"),
        ("1m", 5, 4, Fault.BAD_HAND, "1 tiles and 5 melds"),
        ("2m123456789p111z", 0, 3, Fault.BAD_TILES, "2m-8m, which do not exist there"),
    ],
)
def test_a_hand_that_cannot_be_is_refused(hand: str, n_melds: int, players: int, fault: Fault, message: str) -> None:
    with pytest.raises(LogError, match=message) as caught:
        shanten(hand, n_melds, players=players)
    assert caught.value.fault is fault


def test_a_hand_of_13_tiles_discards_nothing() -> None:
    with pytest.raises(LogError, match="13 tiles: a hand discards from 14"):
        discards("123456789m1112z")


@pytest.mark.parametrize(("n_kinds", "runs", "step"), [(9, True, 397), (7, False, 7), (2, False, 1)])
def test_tables_hold_the_distances_of_the_single_hand(n_kinds: int, runs: bool, step: int) -> None:
    table = _distances(n_kinds, runs)
    for key in range(0, 5**n_kinds, step):
        counts = tuple(key // power % 5 for power in POWERS_OF_5[:n_kinds])
        if sum(counts) <= 14:
            assert distances_of(counts, runs) == tuple(table[:, key].tolist())


def test_tables_are_small_and_read_only() -> None:
    tables = shanten_tables()
    assert tables.suits.shape == tables.singles.shape == (SANMA_MAN_AT + 25,) == (HONORS_AT + 5**7 + 25,)
    assert sum(table.nbytes for table in tables) < 52e6
    assert not any(table.flags.writeable for table in tables)


@settings(deadline=None)  # the first example compiles
@given(hands())
def test_one_hand_and_a_batch_agree(case: tuple[list[int], int, int]) -> None:
    hand, n_melds, players = case
    counts = counts_of(hand, n_melds, players=players)
    keys = batch.keys_of_counts(np.array([counts]))
    one = shanten(hand, n_melds, players=players)
    expected = [batch.NO_SHAPE if value is None else value for value in one]
    assert batch.shanten_by_shape(keys, n_melds, players).tolist() == [expected]
    assert batch.shanten(keys, n_melds, players).tolist() == [one.best]
    shantens, masks = batch.useful(keys, n_melds, players)
    assert shantens.tolist() == [one.best]
    assert kinds_of(int(masks[0])) == useful_kinds(hand, n_melds, players=players)
    left = batch.tiles_left(masks, np.array([counts]))
    assert left.tolist() == [sum(ukeire(hand, n_melds, players=players).values())]


@settings(deadline=None)  # the first example compiles
@given(hands())
def test_discards_of_one_hand_and_a_batch_agree(case: tuple[list[int], int, int]) -> None:
    hand, n_melds, players = case
    if len(hand) % 3 != 2:
        return
    shantens, masks = batch.after_discards(
        batch.keys_of_counts(np.array([counts_of(hand, n_melds, players=players)])), n_melds, players
    )
    options = {option.tile: option for option in discards(hand, n_melds, players=players)}
    for kind in range(N_KINDS):
        if kind in options:
            assert shantens[0, kind] == options[kind].shanten
            assert kinds_of(int(masks[0, kind])) == tuple(options[kind].useful)
        else:
            assert (shantens[0, kind], masks[0, kind]) == (batch.NO_SHAPE, 0)


def test_a_batch_may_mix_melds_and_players() -> None:
    keys = keys_of(["19m123456789p11s", "1m", "19m123456789p11s"])
    n_melds, players = np.array([0, 4, 0]), np.array([4, 4, 3])
    assert batch.shanten(keys, n_melds, players).tolist() == [1, 0, 1]
    _, masks = batch.useful(keys, n_melds, players)
    assert 1 in kinds_of(int(masks[0]))
    assert 1 not in kinds_of(int(masks[2]))


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64])
def test_keys_are_the_same_from_counts_of_any_type(dtype: type[np.integer[Any]]) -> None:
    counts = np.array([counts_of("1119m99p4444s777z")], dtype)
    expected = [3 + 5**8, 2 * 5**8, 4 * 5**3, 3 * 5**6]
    assert batch.keys_of_counts(counts).tolist() == [expected]


def test_waits_are_those_of_tenpai_hands_only() -> None:
    masks = batch.waits(keys_of(["1112345678999m", "147m258p369s1234z", "19m19p19s1234567z"]))
    assert [len(kinds_of(int(mask))) for mask in masks] == [9, 0, 13]


@pytest.mark.parametrize("name", ["ara_problems_40000", "kobalab_xiangting_40000", "gimite_mjai_shanten"])
def test_known_shanten_numbers(shared: Path, name: str) -> None:
    known = cases(shared, name)
    expected = np.array([[case["standard"], case["chiitoi"] or 0, case["kokushi"] or 0] for case in known])
    asserted = np.array([[True, case["chiitoi"] is not None, case["kokushi"] is not None] for case in known])
    found = batch.shanten_by_shape(keys_of([case["tiles"] for case in known]))
    assert len(known) >= 500
    assert (found == expected)[asserted].all()


def test_known_useful_tiles(shared: Path) -> None:
    known = cases(shared, "ukeire_10000")
    keys = keys_of([case["tiles"] for case in known])
    shantens, masks = batch.useful(keys)
    assert shantens.tolist() == [case["shanten"] for case in known]
    assert [kinds_of(mask) for mask in masks.tolist()] == [parse("".join(case["ukeire"])) for case in known]
    seen = np.array([counts_of(case["tiles"]) for case in known])
    assert batch.tiles_left(masks, seen).tolist() == [case["remaining"] for case in known]


@pytest.mark.parametrize(
    ("name", "players"),
    [("kobalab_hule_10000", 4), ("riichienv_agari_4p", 4), ("riichienv_agari_3p", 3)],
)
def test_known_wins_are_complete(shared: Path, name: str, players: int) -> None:
    wins = [case for case in cases(shared, name) if case["expected"]["valid"]]
    counts = np.array([counts_of(case["concealed"], len(case["melds"]), players=players) for case in wins])
    n_melds = np.array([len(case["melds"]) for case in wins])
    assert len(wins) > 100
    assert set(batch.shanten(batch.keys_of_counts(counts), n_melds, players).tolist()) == {-1}


def test_known_tenpai_flags(shared: Path) -> None:
    known = cases(shared, "riichienv_negative_shapes")
    found = batch.shanten(keys_of([case["concealed"] for case in known]))
    assert [(bool(s == -1), bool(s <= 0)) for s in found] == [(case["is_win"], case["is_tenpai"]) for case in known]
