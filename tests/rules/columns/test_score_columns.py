"""Columns of hands are worth what the hands are worth one by one."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.rules.best_reading import best_reading, score_readings
from mjlog.rules.columns.readings import suit_tables
from mjlog.rules.columns.score import BLOCK, HandColumns, ValueColumns, hand_columns, score_many
from mjlog.rules.hand import Hand, dora_counts
from mjlog.rules.hand_text import hand_of
from mjlog.rules.points import LIMITS
from mjlog.rules.presets import MAHJONG_SOUL, PRESETS, TENHOU
from mjlog.rules.readings import suit_of
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.value import table_of
from mjlog.rules.yaku import NUMBER, YAKU
from tests.rules.genuine_wins import genuine_wins
from tests.rules.random_hands import random_hand

EVERY_LOCAL = frozenset(row.key for row in YAKU if row.local and row.key != "open_riichi_deal_in")
RULES = (
    TENHOU,
    MAHJONG_SOUL,
    PRESETS["m-league"],
    PRESETS["wrc-2025"],
    replace(TENHOU, local_yaku=EVERY_LOCAL, four_equal_are_pairs=True, large_yakuman=frozenset({"daisharin"})),
    replace(TENHOU, local_yaku=EVERY_LOCAL, renhou_join="alone", stacked_yakuman=False, reading_order="han"),
    replace(TENHOU, two_han_honba=5, kuitan=False, chiitoitsu_50fu=True, pinfu_tsumo=False, rinshan_tsumo_fu=False),
    replace(TENHOU, min_mangan=True, dora_for_minimum=True, kazoe="multiples", open_pinfu_fu=20),
    replace(TENHOU, aotenjou=True, han_with_yakuman=True, chinroutou_toitoi=True),
    replace(TENHOU, aotenjou=True, reading_order="han", min_han=3, local_yaku=EVERY_LOCAL),
    replace(TENHOU, han_with_yakuman=True, double_yakuman=MAHJONG_SOUL.double_yakuman, rinshan_with_haitei=True),
)
"""Rule sets that between them use every branch of the table and of the value."""


def assert_same(hands: list[Hand], rules: RuleSet, values: ValueColumns) -> None:
    """Every hand's columns say what its best reading says."""
    for place, hand in enumerate(hands):
        best = best_reading(score_readings(hand, table_of(rules), dora_counts(hand, rules)), rules)
        valid = best is not None and best.value.valid
        assert values.valid[place] == valid, hand
        if best is None or not valid:
            assert values.base[place] == 0
            continue
        value, features = best.value, best.features
        assert (values.base[place], values.han[place], values.fu[place]) == (value.base, value.han, value.fu), hand
        assert values.half_yakuman[place] == value.halves
        assert int(values.yaku[place, 0]) | int(values.yaku[place, 1]) << 64 == value.bits, hand
        assert (values.form[place], values.wait[place], values.pair[place]) == (
            features.form,
            features.wait,
            features.pair,
        )
        assert (values.runs[place], values.triplets[place]) == (features.runs, features.triplets)
        if values.fu_items is not None:
            assert tuple(values.fu_items[place]) == value.fu_items


@pytest.mark.parametrize("number", range(len(RULES)))
def test_random_hands_are_worth_the_same_both_ways(number: int) -> None:
    random = Random(number)
    hands = [random_hand(random) for _ in range(2_000)]
    rules = RULES[number]
    assert_same(hands, rules, score_many(hand_columns(hands, rules), rules, with_fu_items=True))


@settings(max_examples=40, deadline=None)
@given(st.integers(min_value=0), st.sampled_from(RULES))
def test_any_hand_is_worth_the_same_both_ways(seed: int, rules: RuleSet) -> None:
    hands = [random_hand(Random(seed))]
    assert_same(hands, rules, score_many(hand_columns(hands, rules), rules))


def test_genuine_wins_agree_with_their_logs_as_columns(shared: Path) -> None:
    wins = list(genuine_wins(shared))
    sets = list(dict.fromkeys(win.rules for win in wins))
    parts = [hand_columns([win.hand], win.rules) for win in wins]
    hands = HandColumns(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
    values = score_many(hands, sets, np.array([sets.index(win.rules) for win in wins]))
    assert values.valid.all()
    kokushi = values.form == 8
    assert (np.where(kokushi, 0, values.fu) == [win.fu for win in wins]).all()
    ordinary = values.half_yakuman == 0
    assert (values.han[ordinary] == [sum(win.yaku.values()) for win, o in zip(wins, ordinary, strict=True) if o]).all()
    bits = [sum(1 << NUMBER[key] for key in win.yaku if YAKU[NUMBER[key]].kind != "dora") for win in wins]
    assert [int(low) | int(high) << 64 for low, high in values.yaku] == bits
    assert (values.limit[values.base == 8_000] == LIMITS.index("yakuman")).all()


@pytest.mark.parametrize("aotenjou", [False, True])
def test_a_reading_of_too_few_han_never_counts_where_another_wins(aotenjou: bool) -> None:
    """Of three han the blue tile takes one, and from the two of the other reading it takes none."""
    rules = replace(TENHOU, aotenjou=aotenjou, reading_order="han", min_han=3, reds=(), blues=("9p",), blue_han=-1)
    hands = [hand_of("234m234s45566799bp", "5p", {"riichi": "riichi", "tsumo": True})]
    values = score_many(hand_columns(hands, rules), rules)
    assert_same(hands, rules, values)
    assert (values.valid[0], values.han[0]) == (True, 2)


def test_blocks_meet_without_a_seam() -> None:
    hands = [random_hand(Random(seed)) for seed in range(50)]
    columns = hand_columns(hands, TENHOU)
    many = HandColumns(*(np.concatenate([column] * (3 * BLOCK // 50)) for column in columns))
    once, often = score_many(columns, TENHOU), score_many(many, TENHOU)
    assert (often.base.reshape(-1, 50) == once.base).all()
    assert (often.yaku.reshape(-1, 50, 2) == once.yaku).all()


def test_each_hand_is_scored_under_its_own_rules() -> None:
    hands = hand_columns([hand_of("11123456789999m", "9m", {"seat_wind": "S"})] * 3, TENHOU)
    values = score_many(hands, [TENHOU, MAHJONG_SOUL], np.array([0, 1, 0]))
    assert values.base.tolist() == [8_000, 16_000, 8_000]


def test_no_hands_are_no_values() -> None:
    assert len(score_many(hand_columns([], TENHOU), TENHOU).base) == 0


def test_tiles_that_are_no_win_are_not_valid() -> None:
    columns = hand_columns([hand_of("13m456p345678s225z", "5z", {})], TENHOU)
    assert score_many(columns, TENHOU).form.tolist() == [0]


@pytest.mark.parametrize(("honors", "n_kinds"), [(False, 9), (True, 7)])
def test_suit_tables_hold_the_divisions_of_every_key(honors: bool, n_kinds: int) -> None:
    tables = suit_tables()
    index = tables.honors if honors else tables.suit
    keys = np.flatnonzero(index >= 0)
    for key in keys[:: 7 if not honors else 1]:
        first, n, kinds, gates = tables.patterns[index[key]]
        suit = suit_of(int(key), honors)
        assert [tuple(row[:3]) for row in tables.rows[first : first + n]] == list(suit.divisions)
        assert (kinds, gates) == (suit.tiles, 0 if honors else suit.gates)
    random = np.random.default_rng(0)
    for key in random.integers(0, 5**n_kinds, 3_000):
        suit = suit_of(int(key), honors)
        assert (index[key] >= 0) == (bool(suit.divisions) and suit.n_tiles <= 14)
