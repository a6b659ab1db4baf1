"""The table of yaku: each row has a hand that has it and a near miss that has not, and each option its effect."""

import json
import shlex
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from mjlog.cli.score import score as command
from mjlog.rules.presets import PRESETS, TENHOU
from mjlog.rules.readings import Circumstance, Features, readings
from mjlog.rules.value import _candidates, table_of
from mjlog.rules.yaku import BY_KEY, NUMBER, YAKU, Yaku
from mjlog.tiles import KIND_OF_TILE
from parsers.majsoul.vocab import YAKU_IDS
from parsers.tenhou.vocab import YAKU_CODES
from tests.rules.random_hands import random_hand

PLAIN = "234m456p345678s22z 8s"
"""Pinfu by ron, closed."""
NEAR_MISSES = {
    "riichi": PLAIN,
    "ippatsu": f"{PLAIN} --riichi",
    "menzen_tsumo": PLAIN,
    "pinfu": "234m456p345789s22z 7s --riichi",
    "iipeikou": "22334m456p22z 4m 789s",
    "tanyao": PLAIN,
    "seat_wind": "234m22456p345s222z 5s --riichi",
    "round_wind": "234m22456p345s222z 5s --seat S",
    "haku": "234m456p345678s55z 8s --riichi",
    "hatsu": "234m456p345678s66z 8s --riichi",
    "chun": "234m456p345678s77z 8s --riichi",
    "north_wind": "22456p123345s444z 5s --rules tenhou-3p --riichi",
    "rinshan": "234m22456p345s 5s a2222z --tsumo",
    "chankan": PLAIN,
    "haitei": f"{PLAIN} --with houtei",
    "houtei": f"{PLAIN} --tsumo --with haitei",
    "double_riichi": f"{PLAIN} --riichi",
    "chiitoitsu": "1111m2277p3399s55z 5z",
    "chanta": "234m789p12399s111z 1s",
    "ittsuu": "123456m345789p22z 9p",
    "sanshoku_doujun": "123m123p234567s22z 7s",
    "sanshoku_doukou": "222m222p333567s33z 7s",
    "sanankou": "222m444p567888s33z 2m --riichi",
    "sankantsu": "567s33z 7s a2222m 4444p 888s",
    "toitoi": "222m456p33z 6p 666s 888s",
    "honroutou": "111m888p33z 8p 111s 444z",
    "shousangen": "234m567p22666z 7p 777z",
    "ryanpeikou": "223344m567789p88s 9p",
    "honitsu": "123456m789p11122z 9p",
    "junchan": "123m789p123789s11z 3s",
    "chinitsu": "11234567m888999p 4m",
    "dora": f"{PLAIN} --dora 5m",
    "ura_dora": f"{PLAIN} --riichi --ura 5m",
    "red_dora": PLAIN,
    "kita": "123456p345678s22z 8s --rules tenhou-3p",
    "blue_dora": PLAIN,
    "tsubame_gaeshi": f"{PLAIN} --local tsubame_gaeshi",
    "kanburi": f"{PLAIN} --local kanburi",
    "shiiaruraotai": "88s 8s 123m 678m 444p a6666s --local shiiaruraotai",
    "aka_sanshoku": "340m456p340678s22z 8s --local aka_sanshoku",
    "open_riichi": f"{PLAIN} --tsumo --riichi --local open_riichi",
    "sanrenkou": "222444m88p456s 8p 111m --local sanrenkou",
    "uumensai": "999s33z 9s 444z 123m 234p --local uumensai",
    "four_reds": "340m406p340678s22z 8s --local four_reds",
    "open_double_riichi": f"{PLAIN} --tsumo --riichi --with open-riichi --local open_double_riichi",
    "isshoku_sanjun": "223344p567s77z 7s 345p --local isshoku_sanjun",
    "iipin_mouyue": "234m123p345678s22z 3p --tsumo --with haitei --local iipin_mouyue",
    "chuupin_raoyui": "234m789p345678s22z 7p --with houtei --local chuupin_raoyui",
    "kokushi": "119m19p19s1234567z 1m",
    "kokushi_13": "119m19p19s1234567z 9m",
    "suuankou": "222m444p666888s33z 8s",
    "suuankou_tanki": "222m444p666888s33z 8s --tsumo",
    "daisangen": "234m567p55666z 7p 777z",
    "shousuushii": "55m111222333z 5m 444z",
    "daisuushii": "234m11122233z 4m 444z",
    "tsuuiisou": "11122255566z 6z 999p",
    "ryuuiisou": "222333s66z 3s 555s 888s",
    "chinroutou": "111m999p33z 9p 999m 999s",
    "chuuren": "11122345678999m 2m",
    "junsei_chuuren": "11122345678999m 1m",
    "suukantsu": "888s33z 8s a2222m 4444p k6666s",
    "tenhou": f"{PLAIN} --tsumo",
    "chiihou": f"{PLAIN} --tsumo --seat S",
    "renhou": f"{PLAIN} --seat S --local renhou",
    "paarenchan": f"{PLAIN} --local paarenchan",
    "suurenkou": "222333555m88p 8p 111m --local suurenkou",
    "isshoku_yonjun": "222333444567p55s 5s --local isshoku_yonjun",
    "beni_kujaku": "11155599s 5s 888s 777z --local beni_kujaku",
    "beni_itten": "22334466s 4s 888s 666z --local beni_itten",
    "kokuiisou": "222444p33z 4p 888p 555z --local kokuiisou",
    "daisharin": "22334455667799p 9p --local daisharin",
    "daichikurin": "22334455667788p 8p --local daichikurin",
    "daisuurin": "22334455667788s 8s --local daisuurin",
    "ishi_no_ue_ni_mo_sannen": f"{PLAIN} --riichi --with houtei --local ishi_no_ue_ni_mo_sannen",
    "daichisei": "11122255566z 6z 777z --local daichisei",
    "junsei_ryuuiisou": "222333s66z 3s 444s 888s --local junsei_ryuuiisou",
    "old_suukantsu": "55z 5z a2222m 4444p k6666s a8888s --local old_suukantsu",
    "open_riichi_deal_in": f"{PLAIN} --riichi --with open-riichi --with loser-in-riichi --local open_riichi",
}
"""A hand that just lacks the yaku, as arguments of `mjlog score`; it may have another yaku, or none at all."""
FOUND = [row for row in YAKU if row.example is not None]


def yaku_of(arguments: str) -> dict[str, int]:
    """Han (0 for a yakuman) by key of a hand given as arguments of `mjlog score`; nothing if it is no win."""
    app = typer.Typer()
    app.command()(command)
    result = CliRunner().invoke(app, [*shlex.split(arguments), "--json"])
    if result.exit_code == 2:
        assert "no yaku" in result.output or "not a winning hand" in result.output, result.output
        return {}
    return {counted["key"]: counted["han"] for counted in json.loads(result.output)["yaku"]}


@pytest.mark.parametrize("row", FOUND, ids=lambda row: row.key)
def test_the_example_of_a_yaku_has_it(row: Yaku) -> None:
    found = yaku_of(row.example)
    assert row.key in found
    assert not set(row.replaces) & set(found)


@pytest.mark.parametrize("row", FOUND, ids=lambda row: row.key)
def test_the_near_miss_of_a_yaku_has_it_not(row: Yaku) -> None:
    assert row.key not in yaku_of(NEAR_MISSES[row.key])


def test_every_row_has_an_example_and_a_near_miss() -> None:
    assert {row.key for row in FOUND} == set(NEAR_MISSES) == set(BY_KEY) - {"nagashi_mangan"}


def test_keys_and_vendor_codes_name_one_row() -> None:
    assert len(BY_KEY) == len(YAKU)
    for codes_of, n_codes in ((YAKU_CODES, 55), ({key: (number,) for key, number in YAKU_IDS.items()}, 65)):
        assert codes_of.keys() <= BY_KEY.keys()
        assert sorted(code for codes in codes_of.values() for code in codes) == list(range(n_codes))


def test_rows_name_rows() -> None:
    assert all(key in BY_KEY for row in YAKU for key in (*row.replaces, *row.absorbs))


def test_presets_name_rows() -> None:
    for rules in PRESETS.values():
        for keys in (rules.local_yaku, rules.disabled_yaku, rules.double_yakuman, rules.large_yakuman, rules.pao_yaku):
            assert keys <= set(BY_KEY)


def test_numbers_are_stable() -> None:
    assert [NUMBER[key] for key in ("riichi", "chinitsu", "dora", "kokushi", "tenhou", "open_riichi_deal_in")] == [
        0, 30, 32, 49, 62, 78,
    ]  # fmt: skip


HAN = {
    1: "riichi ippatsu menzen_tsumo pinfu iipeikou tanyao seat_wind round_wind haku hatsu chun rinshan chankan haitei "
    "houtei tsubame_gaeshi kanburi aka_sanshoku shiiaruraotai",
    2: "double_riichi chiitoitsu chanta ittsuu sanshoku_doujun sanshoku_doukou sanankou sankantsu toitoi honroutou "
    "shousangen open_riichi sanrenkou four_reds uumensai",
    3: "ryanpeikou honitsu junchan open_double_riichi isshoku_sanjun",
    5: "iipin_mouyue chuupin_raoyui",
    6: "chinitsu",
}


def test_yaku_have_the_han_of_the_documents() -> None:
    """Second document, lines 118-146 and 239-263; north_wind, an option of three-player mahjong, is in no table."""
    found = {row.key: row.han for row in YAKU if row.kind == "yaku" and row.key != "north_wind"}
    assert found == {key: han for han, keys in HAN.items() for key in keys.split()}


def test_open_hands_lose_a_han_or_the_yaku() -> None:
    for row in YAKU:
        if row.kind == "yaku":
            assert row.open_han in (None, row.han, row.han - 1)


@pytest.mark.parametrize("key", ["chanta", "ittsuu", "sanshoku_doujun", "honitsu", "junchan", "chinitsu"])
def test_kuisagari_yaku_lose_a_han(key: str) -> None:
    hands = {
        "chanta": ("123m789p99s111z 1m", "123s"),
        "ittsuu": ("123456m345p22z 6m", "789m"),
        "sanshoku_doujun": ("123p123567s22z 7s", "123m"),
        "honitsu": ("123456m11122z 6m", "789m"),
        "junchan": ("123m789p12399s 1m", "789s"),
        "chinitsu": ("11234567888m 4m", "999m"),
    }
    hand, meld = hands[key]
    assert yaku_of(f"{hand} {meld}")[key] == BY_KEY[key].han - 1


OTHER_TESTS = dict.fromkeys(("tenhou_kokushi_13", "tenhou_suuankou_tanki", "tenhou_junsei_chuuren"), True)
OTHER_TESTS |= {"pinfu_tsumo": False, "ryuuiisou_needs_green": True, "shiiaruraotai": "tsumo"}


@pytest.mark.parametrize("options", [{}, {**OTHER_TESTS, "rinshan_with_haitei": False, "open_riichi_yakuman": True}])
def test_a_yaku_that_is_not_candidates_is_not_there(options: dict[str, Any]) -> None:
    random = Random(7)
    table = table_of(replace(TENHOU, local_yaku=frozenset(row.key for row in YAKU if row.local), **options))
    for _ in range(1_000):
        hand = random_hand(random)
        kind = KIND_OF_TILE[hand.tile]
        for f in readings(hand.keys, hand.sums, kind, hand.circumstances, hand.seat_wind, hand.round_wind, 0, 4):
            asked = _candidates(f, table, bool)
            closed = f.circumstances & Circumstance.CLOSED
            possible = [e for e in table.entries if closed or not e.closed_only]
            assert not [e.number for e in possible if e not in asked and e.test(f)]


def test_a_table_is_never_that_of_another_rule_set() -> None:
    for number in range(1_200):  # more than are remembered, each forgotten by us at once
        rules = replace(TENHOU, name=str(number))
        assert table_of(rules).rules == table_of(rules).rules == rules


def test_predicates_answer_for_columns_as_for_numbers() -> None:
    random = Random(8)
    rows = []
    while len(rows) < 500:
        hand = random_hand(random)
        kind = KIND_OF_TILE[hand.tile]
        rows += readings(hand.keys, hand.sums, kind, hand.circumstances, hand.seat_wind, hand.round_wind, 0, 3)
    columns = Features._make(np.array(rows, np.int64).T)
    for row in YAKU:
        assert np.asarray(row.test(columns)).tolist() == [row.test(f) for f in rows], row.key
