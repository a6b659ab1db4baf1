"""Atozuke, kataagari and keishiki tenpai: hands that each rule refuses, and near misses.

First document, lines 375-379 (tenpai) and 400-406 (atozuke).
"""

# ruff: noqa: E501  # a case is one line of the table, however long

from dataclasses import replace

import pytest

from mjlog.errors import LogError
from mjlog.rules.atozuke import noten, refusal, yaku_of_waits
from mjlog.rules.explain import explain
from mjlog.rules.hand_text import hand_of
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance as C  # noqa: N817  # short, for the sake of the table below
from mjlog.rules.score import score
from mjlog.rules.waits import yields

SAKI, SAME, KANZEN = (replace(TENHOU, atozuke=word) for word in ("sakizuke", "sakizuke_same_yaku", "kanzen_sakizuke"))
CALLS = ("345s", "678p")


def win(tiles, tile, *melds, **circumstances):
    return hand_of(tiles, tile, {"melds": melds, "seat_wind": "S", **circumstances})


CHUN_FIRST = win("23m99p", "4m", "777z", *CALLS)
REFUSED = {
    # the rules, a win they refuse, the reason, and a near miss that they accept
    "tanyao on one wait": (SAKI, win("23m55p777s", "4m", *CALLS), "no yaku on 1m (kataagari)", win("34m55p777s", "5m", *CALLS)),
    "yakuhai on one wait": (SAKI, win("22p55z", "5z", "123m", "789s", "456p"), "no yaku on 2p", win("55z66z", "5z", "123m", "789s", "456p")),
    "ittsuu on one wait": (SAKI, win("45678m11p", "9m", "123m", "567s"), "no yaku on 36m", win("46789m11p", "5m", "123m", "567s")),
    "closed, without riichi": (SAKI, win("23m55p345777s678p", "4m"), "no yaku on 1m", win("23m55p345777s678p", "4m", riichi=True)),
    "closed, by ron": (SAKI, win("23m55p345777s678p", "4m"), "no yaku on 1m", win("23m55p345777s678p", "4m", tsumo=True)),
    "houtei is a chance": (SAKI, win("23m99p777s", "4m", *CALLS, houtei=True), "no yaku on 14m", replace(CHUN_FIRST, circumstances=C.LAST_TILE)),
    "chankan is a chance": (SAKI, win("23m99p777s", "4m", *CALLS, chankan=True), "no yaku on 14m", replace(CHUN_FIRST, circumstances=C.CHANKAN)),
    "two yakuhai": (SAME, win("55z66z", "6z", "123m", "789s", "456p"), "not the same yaku", CHUN_FIRST),
    "one yakuhai more": (SAME, win("55z22p", "5z", "777z", "789s", "456p"), "not the same yaku", win("33z22p", "3z", "777z", "789s", "456p")),
    "pinfu on one wait": (SAME, win("2234567m345p345s", "2m", riichi=True), "not the same yaku", win("24567m22m345p345s", "3m", riichi=True)),
    "yakuhai by the last call": (KANZEN, win("23m99p", "4m", *CALLS, "777z"), "on 14m (nakazuke)", CHUN_FIRST),
    "yakuhai by a later pon": (KANZEN, win("23m99p", "4m", "345s", "k7777z", "678p"), "(nakazuke)", win("23m99p777z", "4m", *CALLS)),
    "sanshoku by later calls": (KANZEN, win("99p24m", "3m", "678m", "234p", "234s"), "(nakazuke)", win("99p24m234p", "3m", "234s", "678m")),
    "an ankan is no call": (KANZEN, win("99p23m", "4m", "a1111s", "345s", "777z"), "(nakazuke)", win("99p23m", "4m", "a7777z", *CALLS)),
    "kanzen is sakizuke too": (KANZEN, win("23m55p777s", "4m", *CALLS), "(kataagari)", win("34m55p777s", "5m", *CALLS)),
    "yakuhai in a yakuman": (KANZEN, win("9s", "9s", "234p", "555z", "666z", "777z"), "(nakazuke)", win("9s", "9s", "555z", "666z", "777z", "234p")),
    "suit by every call": (KANZEN, win("22p55z", "5z", "123p", "789s", "456p"), "no yaku on 2p", win("22p55z", "5z", "123p", "789p", "666z")),
}  # fmt: skip


@pytest.mark.parametrize(("rules", "refused", "reason", "near_miss"), REFUSED.values(), ids=REFUSED)
def test_a_rule_refuses_a_win_and_accepts_the_near_miss(rules, refused, reason, near_miss):
    assert reason in refusal(refused, rules)
    assert refusal(refused, TENHOU) is None
    assert refusal(near_miss, rules) is None


def test_a_later_call_may_fix_the_yaku_unless_the_first_must():
    """Nakazuke, first document, lines 402-404."""
    nakazuke = win("23m99p", "4m", *CALLS, "777z")
    assert refusal(nakazuke, SAKI) is refusal(nakazuke, SAME) is None
    assert refusal(nakazuke, KANZEN) is not None


@pytest.mark.parametrize("melds", [("2222m", "4444p", "6666s", "8888s"), ("222z", "111z", "333z", "444z")])
def test_a_yakuman_of_which_every_set_is_a_part_is_fixed_by_the_first_call(melds):
    tile = "7p" if "222z" in melds else "3z"
    assert refusal(win(tile, tile, *melds), KANZEN) is None
    assert refusal(win("3z", "3z", "234s", "2222m", "4444p", "6666s"), KANZEN) is not None, "sankantsu is not"


def test_score_and_explain_name_the_rule():
    hand = {"hand": "23m55p777s", "win": "4m", "melds": CALLS, "seat_wind": "S"}
    with pytest.raises(LogError, match=r"atozuke = 'sakizuke' refuses the win: no yaku on 1m \(kataagari\)"):
        score(**hand, rules=SAKI)
    explained = explain(**hand, rules=SAKI)
    assert explained.score is None
    assert explained.readings[0].score == score(**hand)
    assert "None counts: atozuke = 'sakizuke' refuses the win" in str(explained)
    assert [(rule.option, rule.value) for rule in explained.other_rules if rule.score] == [("atozuke", "free")]


def test_nashi_nashi_is_a_pair_of_options():
    """First document, line 406: neither an open tanyao nor kataagari, but a yakuhai called first."""
    rules = replace(SAKI, kuitan=False)
    with pytest.raises(LogError, match="no yaku"):
        score("34m55p777s", win="5m", melds=CALLS, rules=rules)
    with pytest.raises(LogError, match="kataagari"):
        score("22p55z", win="5z", melds=["123m", "789s", "456p"], rules=rules)
    assert score("23m99p", win="4m", melds=["777z", *CALLS], rules=rules).han == 1


TENPAI = {
    # a hand with one of its waits, and what its waits have: of them all, by tsumo only, of some, or of none
    "every wait": win("23m99p", "4m", "777z", *CALLS),
    "kataagari": win("23m55p777s", "4m", *CALLS),
    "tsumo only": win("23m99p345777s678p", "4m"),
    "keishiki": win("23m99p777s", "4m", *CALLS),
}
SANANKOU = win("22p99p555s777s", "2p", "345m")
"""Three concealed triplets only if the last tile is drawn."""


@pytest.mark.parametrize(("expected", "hand"), [*TENPAI.items(), ("tsumo only", SANANKOU)])
def test_waits_are_named_by_the_yaku_they_have(expected, hand):
    by_ron, by_tsumo = (
        yaku_of_waits(replace(hand, circumstances=circumstance), TENHOU) for circumstance in (0, C.TSUMO)
    )
    waits, with_ron, with_tsumo = (
        {wait.kind for wait in by_ron},
        {wait.kind for wait in by_ron if wait.yaku},
        {wait.kind for wait in by_tsumo if wait.yaku},
    )
    assert yields(waits, with_ron, with_tsumo) == expected


def test_a_hand_without_a_yaku_is_noten_only_where_keishiki_tenpai_is_off():
    """First document, line 379."""
    rules = replace(TENHOU, keishiki_tenpai=False)
    assert {name for name, hand in TENPAI.items() if noten(hand, rules)} == {"keishiki"}
    assert not any(noten(hand, TENHOU) for hand in TENPAI.values())
    assert (
        noten(replace(TENPAI["keishiki"], circumstances=C.LAST_TILE), rules) == "keishiki_tenpai"
    )  # houtei is a chance


def test_kataagari_is_noten_where_the_rules_say_so():
    """First document, line 400."""
    rules = replace(SAKI, kataagari_noten=True)
    assert {name for name, hand in TENPAI.items() if noten(hand, rules)} == {"kataagari", "keishiki"}
    assert not any(noten(hand, SAKI) for hand in TENPAI.values())


def test_a_hand_that_has_all_its_waits_has_no_yaku_on_them():
    fifth = win("1111m234p678p789s", "5z")
    assert yaku_of_waits(fifth, TENHOU) == ()
    assert noten(fifth, replace(TENHOU, keishiki_tenpai=False, own_held_waits="tenpai")) == "keishiki_tenpai"
