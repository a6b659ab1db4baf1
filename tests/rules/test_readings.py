"""The readings of a hand: divisions of suits, waits, concealed triplets, and the shapes beside the standard one."""

import pytest

from mjlog.rules.hand_text import hand_of
from mjlog.rules.readings import Features, Form, SetClass, Wait, counts_of_key, key_of_counts, readings, suit_of


def read(hand: str, win: str, *melds: str, tsumo: bool = False) -> list[Features]:
    given = hand_of(hand, win, {"melds": melds, "tsumo": tsumo})
    kind = given.tile if given.tile < 34 else (4, 13, 22)[given.tile - 34]
    return readings(given.keys, given.sums, kind, given.circumstances, 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("counts", "n_divisions"),
    [
        ((0,) * 9, 1),
        ((3, 3, 3), 2),
        ((3, 3, 3, 3, 2), 4),
        ((2, 2, 2), 1),
        ((1, 1, 1, 2), 1),
        ((0, 0, 3, 1, 1), 1),
        ((4,), 0),
        ((1, 1), 0),
        ((0, 0, 0, 0, 0, 0, 0, 0, 2), 1),
        ((0, 0, 0, 0, 0, 0, 0, 1, 1), 0),
        ((3, 1, 1, 1, 1, 1, 1, 2, 3), 1),
    ],
)
def test_a_suit_has_so_many_divisions(counts: tuple[int, ...], n_divisions: int) -> None:
    assert len(suit_of(key_of_counts(counts), honors=False).divisions) == n_divisions


def test_divisions_give_back_the_counts() -> None:
    key = key_of_counts((1, 2, 3, 3, 2, 2, 1))
    for runs, triplets, pair in suit_of(key, honors=False).divisions:
        counts = [3 * (triplets >> i & 1) + 2 * (pair >> i & 1) for i in range(9)]
        for start in range(7):
            for i in range(3):
                counts[start + i] += runs >> 3 * start & 7
        assert tuple(counts) == counts_of_key(key)


def test_honors_have_no_runs() -> None:
    assert suit_of(key_of_counts((1, 1, 1)), honors=True).divisions == ()


@pytest.mark.parametrize(
    ("hand", "win", "waits"),
    [
        ("34m456p345678s22z", "2m", {Wait.RYANMEN}),
        ("24m456p345678s22z", "3m", {Wait.KANCHAN}),
        ("12m456p345678s22z", "3m", {Wait.PENCHAN}),
        ("89m456p345678s22z", "7m", {Wait.PENCHAN}),
        ("22m456p345678s22z", "2m", {Wait.SHANPON}),
        ("234m456p345678s2z", "2z", {Wait.TANKI}),
        ("2345m456p345678s", "5m", {Wait.TANKI}),
        ("23444m456p345s22z", "4m", {Wait.RYANMEN, Wait.SHANPON}),
        ("3345566m456p345s", "4m", {Wait.RYANMEN, Wait.KANCHAN}),
        ("1233m456p345678s", "3m", {Wait.PENCHAN, Wait.TANKI}),
    ],
)
def test_the_winning_tile_completes_this(hand: str, win: str, waits: set[int]) -> None:
    assert {f.wait for f in read(hand, win)} == waits


def test_ron_on_shanpon_opens_the_triplet() -> None:
    hand = ("222m444p666888s33z", "8s")
    assert [f.n_concealed for f in read(*hand, tsumo=True)] == [4]
    (opened,) = read(*hand)
    assert opened.n_concealed == 3
    assert opened.sets == (1 << SetClass.OPEN) + (3 << SetClass.CONCEALED)


def test_melds_are_part_of_the_features() -> None:
    (f,) = (
        read("88s55z", "5z", "123m", "a1111z", "k8888p") if False else read("88s555z", "5z", "123m", "a1111z", "k8888p")
    )
    assert (f.n_kans, f.n_concealed, f.runs) == (2, 1, 1)
    assert f.sets == (1 << SetClass.OPEN + SetClass.YAOCHUU) + (1 << SetClass.OPEN_KAN) + (
        1 << SetClass.CONCEALED_KAN + SetClass.YAOCHUU
    )


def test_special_shapes_have_their_form() -> None:
    assert {f.form for f in read("1144m2277p3399s55z", "5z")} == {Form.PAIRS}
    assert {f.form for f in read("1111m2277p3399s55z", "5z")} == {Form.PAIRS_WITH_FOUR}
    assert {f.form for f in read("119m19p19s1234567z", "9m")} == {Form.ORPHANS}
    assert {f.form for f in read("223344m556677p88s", "8s")} == {Form.PAIRS, Form.STANDARD}


def test_a_run_does_not_pass_from_nine_to_one() -> None:
    assert read("891m456p345678s22z", "8m") == []


def test_the_surplus_tile_of_nine_gates_is_found() -> None:
    assert {f.gates for f in read("11122345678999m", "5m")} == {1 << 1}
    assert {f.gates for f in read("11122345678m", "5m", "a9999m")} <= {0}
