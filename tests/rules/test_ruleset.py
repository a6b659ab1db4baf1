from dataclasses import FrozenInstanceError, replace
from typing import Any, Literal, get_args, get_origin

import pytest

from mjlog.errors import Fault, LogError
from mjlog.rules.option import describe_type, fits
from mjlog.rules.presets import PRESETS, TENHOU, TENHOU_3P
from mjlog.rules.rule_options import option_docs, option_types
from mjlog.rules.ruleset import OPTIONS, RuleSet, differences


def test_the_default_is_tenhou_ranked_red_kuitan_hanchan() -> None:
    assert RuleSet() == TENHOU
    assert (TENHOU.oka, TENHOU.last_kyoku, TENHOU_3P.oka, TENHOU_3P.last_kyoku) == (20_000, 7, 15_000, 5)


def test_a_rule_set_is_a_value() -> None:
    assert hash(RuleSet()) == hash(RuleSet())
    with pytest.raises(FrozenInstanceError):
        RuleSet().kuitan = False  # type: ignore[misc]  # the point of the test


def test_a_rule_set_shows_its_name_and_how_far_it_is_from_tenhou() -> None:
    assert (repr(TENHOU), repr(replace(TENHOU, kiriage=True, name="club"))) == (
        "<RuleSet tenhou>", "<RuleSet club, 1 difference from tenhou>",
    )  # fmt: skip
    assert len(repr(PRESETS)) < 3_000


def test_every_option_is_documented_in_a_sentence() -> None:
    docs = option_docs()
    assert list(docs) == list(OPTIONS)
    assert [option for option, doc in docs.items() if not doc.endswith(".")] == []


def test_every_rule_names_its_source() -> None:
    sources = ("document", "Tenhou", "Mahjong Soul", "M-League", "JPML", "WRC", "EMA", "Parlours")
    docs = {option: doc for option, doc in option_docs().items() if option not in ("name", "note")}
    assert [option for option, doc in docs.items() if not any(source in doc for source in sources)] == []


def test_every_text_option_has_a_closed_vocabulary() -> None:
    free = [option for option, kind in option_types().items() if kind is str]
    assert free == ["name", "note"]


def test_every_word_of_every_vocabulary_is_lower_case_and_accepted() -> None:
    for option, kind in option_types().items():
        if get_origin(kind) is Literal:
            for word in get_args(kind):
                assert fits(word, kind)
                assert str(word) == str(word).lower(), option


CONTRADICTIONS: list[tuple[dict[str, Any], str, str]] = [
    ({"uma": (20_000, 0, -20_000)}, "uma", "players"),
    ({"uma": (20_000, 10_000, -10_000, -10_000)}, "uma", "sum to 0"),
    ({"uma_by_below": (TENHOU.uma,) * 4}, "uma_by_below", "players"),
    ({"uma_by_below": ((1, 2),) * 5}, "uma_by_below", "players"),
    ({"start_points": 30_000, "return_points": 25_000}, "return_points", "start_points"),
    ({"honba_points": 200}, "honba_points", "payers"),
    ({"noten_pool": 2_000}, "noten_pool", "players"),
    ({"dealer_repeat": "win"}, "tenpai_yame", "dealer_repeat"),
    ({"dealer_repeat": "never", "tenpai_yame": "none"}, "agari_yame", "dealer_repeat"),
    ({"yame_anywhere": True, "agari_yame": "none", "tenpai_yame": "none"}, "yame_anywhere", "agari_yame"),
    ({"multiple_ron": "head_bump"}, "sanchahou", "head_bump"),
    ({"multiple_ron": "head_bump", "sanchahou": "off", "honba_to": "all"}, "honba_to", "head_bump"),
    ({"multiple_ron": "head_bump", "sanchahou": "off", "sticks_to": "own_back"}, "sticks_to", "head_bump"),
    ({"north": "kita"}, "north", "players"),
    ({"dead_wall": 18}, "dead_wall", "players"),
    ({"tsumo_loss": "halves"}, "tsumo_loss", "players"),
    ({"man_as_honors": True}, "man_as_honors", "players"),
    ({"kita_chankan": True, "kita_ron": False}, "kita_chankan", "kita_ron"),
    ({"kita_from": "draw"}, "kita_from", "north"),
    ({"kita_furiten": True}, "kita_furiten", "north"),
    ({"suufon_west_only": True, "suufon_renda": "off"}, "suufon_west_only", "suufon_renda"),
    ({"dora": False}, "kan_dora", "dora"),
    ({"ura_dora": False}, "kan_ura_dora", "ura_dora"),
    ({"aotenjou": True, "kiriage": True}, "aotenjou", "kiriage"),
    ({"kataagari_noten": True}, "kataagari_noten", "atozuke"),
    ({"rinshan_pao": "always", "disabled_yaku": frozenset({"rinshan"})}, "rinshan_pao", "disabled_yaku"),
    ({"disabled_yaku": frozenset({"renhou"}), "local_yaku": frozenset({"renhou"})}, "disabled_yaku", "local_yaku"),
    ({"double_yakuman": frozenset({"x"}), "large_yakuman": frozenset({"x"})}, "double_yakuman", "large_yakuman"),
    ({"reds": ("5m",) * 5}, "reds", "four copies"),
    ({"reds": ("0m",)}, "reds", "'0m'"),
    ({"blues": ("8z",)}, "blues", "'8z'"),
]


@pytest.mark.parametrize(("changes", "one", "other"), CONTRADICTIONS)
def test_contradicting_options_are_refused_with_both_names(changes: dict[str, Any], one: str, other: str) -> None:
    with pytest.raises(LogError) as refused:
        replace(TENHOU, **changes)
    assert refused.value.fault is Fault.BAD_RULES
    assert one in refused.value.message
    assert other in refused.value.message


@pytest.mark.parametrize("option", ["suufon_renda", "suucha_riichi", "sanchahou"])
def test_draws_that_need_four_players_are_refused_for_three(option: str) -> None:
    with pytest.raises(LogError, match=f"{option} does not exist with players = 3"):
        replace(TENHOU_3P, **{option: "repeat"})


def test_two_to_eight_of_man_are_not_in_a_three_player_set() -> None:
    with pytest.raises(LogError, match="'5m', no tile of players = 3"):
        replace(TENHOU_3P, reds=("5m", "5p"))
    assert replace(TENHOU_3P, reds=("1m",)).reds == ("1m",)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("honba_to", "everybody", "'nearest' or 'all'"),
        ("kiriage", 1, "true or false"),
        ("start_points", "25000", "a whole number up to 1,000,000"),
        ("start_points", True, "a whole number up to 1,000,000"),
        ("double_wind_fu", 3, "2 or 4"),
        ("local_yaku", ("renhou",), "a list of names"),
        ("uma", [20_000, -20_000], "a list of whole numbers"),
        ("uma_by_below", TENHOU.uma, "a list of lists of whole numbers"),
        ("two_han_honba", "5", "a whole number up to 1,000,000 or none"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_with_what_was_expected(option: str, value: object, expected: str) -> None:
    with pytest.raises(LogError, match=f"{option} is .*, expected {expected}"):
        replace(TENHOU, **{option: value})
    assert describe_type(option_types()[option]) == expected


def test_differences_leave_out_name_and_note() -> None:
    assert differences(replace(TENHOU, name="mine", note="own", kiriage=True), TENHOU) == {"kiriage": True}


def test_every_yaku_a_preset_names_is_in_the_table_of_yaku() -> None:
    from mjlog.rules.yaku import BY_KEY

    for rules in PRESETS.values():
        for option in ("disabled_yaku", "local_yaku", "double_yakuman", "large_yakuman", "pao_yaku"):
            assert getattr(rules, option) <= BY_KEY.keys(), (rules.name, option)
        assert all(BY_KEY[key].local for key in rules.local_yaku)
        assert not any(BY_KEY[key].local for key in rules.disabled_yaku)
