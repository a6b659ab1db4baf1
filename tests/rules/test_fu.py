"""Fu, item by item."""

# ruff: noqa: E501  # a case is one line

import itertools
from dataclasses import replace
from typing import Any

import pytest

from mjlog.rules.fu import round_up
from mjlog.rules.presets import TENHOU
from mjlog.rules.score import Score, score


def fu_of(hand: str, win: str, *melds: str, **said: Any) -> tuple[dict[str, int], int]:
    found: Score = score(hand, win=win, melds=melds, **{"seat_wind": "S"} | said)
    return dict(found.fu_items), found.fu


CASES: list[tuple[str, str, tuple[str, ...], dict[str, Any], dict[str, int], int]] = [
    # hand, win, melds, what is said, items, fu
    ("234m456p345678s99p", "8s", (), {}, {"closed_ron": 10}, 30),
    ("234m456p345678s99p", "8s", (), {"tsumo": True}, {}, 20),
    ("234m456p22345s", "4m", ("678s",), {}, {"open_pinfu": 10}, 30),
    ("234m456p22345s", "4m", ("678s",), {"tsumo": True}, {"tsumo": 2}, 30),
    ("24m456p345678s99p", "3m", (), {"riichi": True}, {"closed_ron": 10, "wait": 2}, 40),
    ("12m456p345678s99p", "3m", (), {"riichi": True}, {"closed_ron": 10, "wait": 2}, 40),
    ("234m456p345678s9p", "9p", (), {"riichi": True}, {"closed_ron": 10, "wait": 2}, 40),
    ("2345m456p345678s", "5m", (), {"riichi": True}, {"closed_ron": 10, "wait": 2}, 40),
    ("234m456p345678s55z", "8s", (), {"riichi": True}, {"closed_ron": 10, "pair": 2}, 40),
    ("234m456p345678s22z", "8s", (), {"riichi": True}, {"closed_ron": 10, "pair": 2}, 40),
    ("234m456p345678s11z", "8s", (), {"riichi": True}, {"closed_ron": 10, "pair": 2}, 40),
    ("234m456p345678s11z", "8s", (), {"riichi": True, "seat_wind": "E"}, {"closed_ron": 10, "pair": 4}, 40),
    ("234m456p345678s33z", "8s", (), {}, {"closed_ron": 10}, 30),
    ("567m678s99p", "8s", ("222s", "777z"), {}, {"open_triplets": 6}, 30),
    ("567m999p22s", "7m", ("234s", "777z"), {}, {"open_triplets": 4, "concealed_triplets": 8}, 40),
    ("567m999p22s", "9p", ("234s", "777z"), {}, {"open_triplets": 8}, 30),
    ("567m678s99p", "8s", ("2222s", "777z"), {}, {"open_triplets": 4, "open_kans": 8}, 40),
    ("567m678s99p", "8s", ("k9999s", "777z"), {}, {"open_triplets": 4, "open_kans": 16}, 40),
    ("567m678s99p", "8s", ("a2222s", "777z"), {}, {"open_triplets": 4, "concealed_kans": 16}, 40),
    ("567m678s99p", "8s", ("a1111s", "777z"), {}, {"open_triplets": 4, "concealed_kans": 32}, 60),
    ("55566z", "5z", ("a7777z", "a1111z", "a1111s"), {}, {"closed_ron": 10, "pair": 2, "open_triplets": 4, "concealed_kans": 96}, 140),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "win", "melds", "said", "items", "fu"), CASES)
def test_fu_are_made_of_items(
    hand: str, win: str, melds: tuple[str, ...], said: dict[str, Any], items: dict[str, int], fu: int
) -> None:
    assert fu_of(hand, win, *melds, **said) == ({"base": 20, **items}, fu)


def test_seven_pairs_and_kokushi_have_twenty_five() -> None:
    assert fu_of("1144m2277p3399s55z", "5z") == ({"base": 25}, 25)
    assert fu_of("119m19p19s1234567z", "9m") == ({"base": 25}, 25)
    assert fu_of("1144m2277p3399s55z", "5z", rules=replace(TENHOU, chiitoitsu_50fu=True)) == ({"base": 50}, 50)


def test_a_wait_is_read_the_dearer_way_when_pinfu_is_not_lost() -> None:
    # 33 456 456 waits on both sides, 345 345 66 in the middle; the triplet has spoilt pinfu already.
    items, fu = fu_of("3345566m456p888s", "4m", riichi=True)
    assert (items["wait"], fu) == (2, 40)


def test_no_sum_of_items_is_twenty_five() -> None:
    items = ((20,), (0, 10), (0, 2), (0, 2), (0, 2, 4), *(((0, 2, 4, 8, 16, 32),) * 4))
    assert 25 not in {sum(parts) for parts in itertools.product(*items)}
    assert [round_up(fu) for fu in (20, 22, 25, 30, 32, 110)] == [20, 30, 25, 30, 40, 110]
