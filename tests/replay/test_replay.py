"""The compiled replay: every breach by a kyoku that has it and a near miss, every win of genuine games."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from mjlog.kyoku.state import KyokuState
from mjlog.kyoku.tenpai import kinds_of
from mjlog.replay import Breach, replay
from mjlog.rules.presets import MAHJONG_SOUL, TENHOU, TENHOU_3P
from mjlog.rules.readings import Circumstance, MeldKind, key_of_counts
from mjlog.tiles import DORA_OF, KIND_OF_TILE, RED_FIVES
from mjlog.tiles import parse as tiles
from parsers.tenhou import xml
from tests.judged import dealt
from tests.replay.played import played

TENPAI = "234m456p567s5578s"
"""Waits for 6s and 9s."""
WAITING = {1: TENPAI}
RIICHI = "0+1z 0riichi 0!1z 0stick"
ROUND = "1~9m 2~9m 3~9m"


def turns(n, tile="5p", special=""):
    """The first `n` turns of a kyoku; those of seat 0 with another tile."""
    return " ".join(f"{turn % 4}~{(special or tile) if turn % 4 == 0 else tile}" for turn in range(n))


def all_riichi(*seats):
    return " ".join(f"{s}+{s + 1}p {s}riichi {s}!{s + 1}p {s}stick" for s in seats)


KANS = "0+9m 0ankan:1111m dora:9s 0+9m 0ankan:2222m dora:9s 0~9m 1+9s 1ankan:1111p dora:9s 1+9s"
FOUR_KANS = f"{KANS} 1ankan:2222p dora:9s 1~9s"
KAN_HANDS = {0: "1111m2222m147p12z", 1: "1111p2222p147m12z"}
SELF_KANS = "0+9m 0ankan:1111m dora:9s 0+2m 0ankan:2222m dora:9s 0+3m 0ankan:3333m dora:9s 0+4m"
FOUR_OF_ONE = {0: "1111m222m333m444m", 1: "111z147m147p147s2z"}
FIFTH_KAN = f"{SELF_KANS} 0ankan:4444m dora:9s 0~1z 1kan0:1111z"
FIFTH_DRAWS = replace(TENHOU, fifth_kan="draw", suukaikan="off")
SHOWN = replace(TENHOU, local_yaku=frozenset({"open_riichi"}))
CHANGED_WAITS = {0: "2223m456p567s222z"}
NINE_KINDS = {0: "19m19p19s12z23456m"}

CASES = [
    # breach, the kyoku that has it, the near miss that has not, what both share
    (Breach.TILE_TWICE, "0+9m#33 0!9m#33 1+9m#33", "0+9m#33 0!9m#33 1+9m#34", {}),
    (Breach.NOT_IN_PLAY, "0+5m", "0+9m", {"rules": TENHOU_3P}),
    (Breach.NOT_HELD, "0+9m 0-8m", "0+9m 0!9m", {}),
    (Breach.DRAW_OUT_OF_TURN, "1+9m", "0+9m", {}),
    (Breach.DISCARD_OUT_OF_TURN, "0~9m 1-1m", "0~9m 1+9m 1-1m", {}),
    (Breach.WALL_EMPTY, f"{turns(70)} 2+5p", f"{turns(69)} 1+5p", {}),
    (Breach.STICK_MISSING, "0+1z 0riichi 0!1z 1+9m", f"{RIICHI} 1+9m", {"hands": {0: TENPAI}}),
    (Breach.STICK_WITHOUT_RIICHI, "0~1z 0stick", RIICHI, {"hands": {0: TENPAI}}),
    (Breach.CALL_OUT_OF_TURN, "0+9m 1pon0:999m", "0~9m 1pon0:999m", {"hands": {1: "99m147p147s12345z"}}),
    (Breach.CALL_WRONG_TILE, "0~8m 1pon0:999m", "0~9m 1pon0:999m", {"hands": {1: "99m147p147s12345z"}}),
    (Breach.CALL_WRONG_SEAT, "0~9m 1pon3:999m", "0~9m 1pon0:999m", {"hands": {1: "99m147p147s12345z"}}),
    (Breach.CALL_NO_SET, "0~9m 1pon0:998m", "0~9m 1pon0:999m", {"hands": {1: "899m147p147s1234z"}}),
    (
        Breach.CALL_IN_RIICHI,
        "0~9m 1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0~5s 1pon0:555s",
        "0~9m 1~1z 2~9m 3~9m 0~5s 1pon0:555s",
        {"hands": WAITING},
    ),
    (Breach.CALL_LAST_TILE, f"{turns(70)} 2pon1:555p", f"{turns(69)} 2pon0:555p", {"hands": {2: "147m155p147s1234z"}}),
    (Breach.CHI_NOT_FROM_LEFT, "0~4m 2chi0:423m", "0~9m 1~4m 2chi1:423m", {"hands": {2: "23m147p147s12345z"}}),
    (
        Breach.CHI_THREE_PLAYERS,
        "0~4p 1chi0:423p",
        "0~4p 1pon0:444p",
        {"hands": {1: "19m2344p147s1234z"}, "rules": TENHOU_3P},
    ),
    (
        Breach.ANKAN_NOT_DRAWN,
        f"{RIICHI} {ROUND} 0+1z 0ankan:3333m",
        f"{RIICHI} {ROUND} 0~1z",
        {"hands": {0: "123333m456p567s9s"}},
    ),
    (
        Breach.TOO_MANY_KANS,
        f"{SELF_KANS} 0ankan:4444m dora:9s 0~1z 1kan0:1111z",
        f"{SELF_KANS} 0-4m 1~9m 2~9m 3~9m 0~1z 1kan0:1111z",
        {"hands": {0: "1111m222m333m444m", 1: "111z147m147p147s2z"}},
    ),
    (
        Breach.KAN_AFTER_CALL,
        "0~9m 1pon0:999m 1ankan:1111z",
        "0~9m 1pon0:999m 1-1m 2~9m 3~9m 0~9s 1+9s 1ankan:1111z",
        {"hands": {1: "199m147p147s1111z"}},
    ),
    (
        Breach.KAKAN_WITHOUT_PON,
        "0~8m 1+9m 1kakan:9m",
        "0~9m 1pon0:999m 1-1m 2~9p 3~9p 0~9s 1+9m 1kakan:9m",
        {"hands": {1: "199m147p147s1234z"}},
    ),
    (
        Breach.KAN_CHANGES_RIICHI,
        f"{RIICHI} {ROUND} 0+2m 0ankan:2222m",
        f"{RIICHI} {ROUND} 0+2z 0ankan:2222z",
        {"hands": CHANGED_WAITS},
    ),
    (
        Breach.KITA_NOT_DRAWN,
        f"{RIICHI} 1~9m 2~9m 0+1z 0kita:4z",
        f"{RIICHI} 1~9m 2~9m 0+4z 0kita:4z",
        {"hands": {0: "123p456p789p123s4z"}, "rules": TENHOU_3P},
    ),
    (
        Breach.KITA_FROM_HAND,
        "0+1z 0kita:4z",
        "0+4z 0kita:4z 0+4z 0kita:4z",
        {"hands": {0: "123p456p789p123s4z"}, "rules": replace(TENHOU_3P, kita_from="draw")},
    ),
    (Breach.KUIKAE, "0~4m 1chi0:423m 1-4m", "0~4m 1chi0:423m 1-1z", {"hands": {1: "234m147p147s1234z"}}),
    (
        Breach.RIICHI_OPEN,
        "0~9m 1pon0:999m 1-1z 2~8p 3~8p 0~8p 1+1z 1riichi",
        "0~9m 1~1z 2~8p 3~8p 0~8p 1+1z 1riichi",
        {"hands": {1: "99m234p567s78s124z"}},
    ),
    (
        Breach.OPEN_RIICHI,
        f"{RIICHI} {ROUND} 0open",
        f"{RIICHI} 0open {ROUND}",
        {"hands": {0: TENPAI}, "rules": SHOWN},
    ),
    (Breach.RIICHI_TWICE, f"{RIICHI} {ROUND} 0+1z 0riichi", f"{RIICHI} {ROUND} 0+1z", {"hands": {0: TENPAI}}),
    (Breach.RIICHI_OUT_OF_TURN, "1riichi", "0~9m 1+9m 1riichi", {}),
    (Breach.RIICHI_WALL, f"{turns(66)} 2+5p 2riichi", f"{turns(65)} 1+5p 1riichi", {}),
    (Breach.RIICHI_DISCARD, f"{RIICHI} {ROUND} 0+1m 0-2m", f"{RIICHI} {ROUND} 0~1m", {"hands": {0: TENPAI}}),
    (Breach.TSUMOGIRI_OTHER, "0+9m 0!1m", "0+9m 0!9m", {}),
    (Breach.TSUMOGIRI_OTHER, "0~9m 1pon0:999m 1!1z", "0~9m 1pon0:999m 1-1z", {"hands": {1: "99m147p147s12345z"}}),
    (Breach.TEDASHI_DRAWN, "0+9m 0-9m", "0+1m 0-1m", {}),
    (Breach.INDICATOR_SURPLUS, "0+9m dora:9s", "0+9m 0ankan:1111z dora:9s", {"hands": {0: "147m147p147s1111z"}}),
    (
        Breach.INDICATOR_EARLY,
        "0~9m 1kan0:9999m dora:9s",
        "0~9m 1kan0:9999m 1+9s dora:9s",
        {"hands": {1: "999m147p147s1234z"}},
    ),
    (
        Breach.INDICATOR_LATE,
        "0~9m 1kan0:9999m 1~9s",
        "0~9m 1kan0:9999m 1+9s dora:9s 1!9s",
        {"hands": {1: "999m147p147s1234z"}},
    ),
    (
        Breach.INDICATOR_LATE,
        "0~9m 1kan0:9999m 1+1z 1ankan:1111z dora:8s 1~9s",
        "0~9m 1kan0:9999m 1+1z 1ankan:1111z dora:8s dora:9s 1~9s",
        {"hands": {1: "999m147p147s1112z"}, "rules": MAHJONG_SOUL},  # whose open kan waits for the discard, or a kan
    ),
    (Breach.TSUMO_OUT_OF_TURN, "0+6s 1tsumo:6s", "0~9m 1+6s 1tsumo:6s", {"hands": WAITING}),
    (Breach.TSUMO_TILE, "0~1z 1+6s 1tsumo:5s", "0~1z 1+6s 1tsumo:6s", {"hands": WAITING}),
    (Breach.RON_NOTHING, "0+6s 1ron0:6s", "0~6s 1ron0:6s", {"hands": WAITING}),
    (Breach.RON_SEAT, "0~6s 1ron2:6s", "0~6s 1ron0:6s", {"hands": WAITING}),
    (Breach.RON_TILE, "0~6s 1ron0:9s", "0~6s 1ron0:6s", {"hands": WAITING}),
    (Breach.RON_OWN, "0~9m 1~6s 1ron1:6s", "0~6s 1ron0:6s", {"hands": WAITING}),
    (Breach.FURITEN, "0~9m 1~6s 2~1z 3~9s 1ron3:9s", "0~9m 1~5s 2~1z 3~9s 1ron3:9s", {"hands": WAITING}),
    (Breach.NOT_WAITING, "0~5s 1ron0:5s", "0~6s 1ron0:6s", {"hands": WAITING}),
    (Breach.WINNERS_ORDER, "0~6s 2ron0:6s 1ron0:6s", "0~6s 1ron0:6s 2ron0:6s", {"hands": WAITING | {2: TENPAI}}),
    (
        Breach.WINNERS_TOO_MANY,
        "0~6s 1ron0:6s 2ron0:6s 3ron0:6s",
        "0~6s 1ron0:6s 2ron0:6s",
        {"hands": {1: TENPAI, 2: TENPAI, 3: TENPAI}},
    ),
    (Breach.DRAW_TOO_EARLY, f"{turns(69)} exhaustive_draw", f"{turns(70)} exhaustive_draw", {}),
    (
        Breach.TENPAI_NOT_SHOWN,
        f"{turns(70)} exhaustive_draw",
        f"{turns(70)} exhaustive_draw:1",
        {"hands": WAITING},
    ),
    (Breach.NOTEN_SHOWN, f"{turns(70)} exhaustive_draw:12", f"{turns(70)} exhaustive_draw:1", {"hands": WAITING}),
    (
        Breach.NAGASHI_MISSED,
        f"{turns(70, special='1z')} exhaustive_draw",
        f"{turns(70, special='1z')} nagashi_mangan",
        {},
    ),
    (
        Breach.NAGASHI_WRONG,
        f"{turns(70, special='2m')} nagashi_mangan",
        f"{turns(70, special='1z')} nagashi_mangan",
        {},
    ),
    (Breach.KYUUSHU_WRONG, "0+2z kyuushu_kyuuhai:0", "0+3z kyuushu_kyuuhai:0", {"hands": NINE_KINDS}),
    (Breach.KYUUSHU_NOT_SHOWN, "0+3z kyuushu_kyuuhai:1", "0+3z kyuushu_kyuuhai:0", {"hands": NINE_KINDS}),
    (Breach.KYUUSHU_NOT_SHOWN, "0+3z kyuushu_kyuuhai:", "0+3z kyuushu_kyuuhai:0", {"hands": NINE_KINDS}),
    (Breach.SUUFON_WRONG, "0~1z 1~1z 2~1z 3~2z suufon_renda", "0~1z 1~1z 2~1z 3~1z suufon_renda", {}),
    (Breach.SUUFON_MISSED, "0~1z 1~1z 2~1z 3~1z 0+9m", "0~1z 1~1z 2~1z 3~2z 0+9m", {}),
    (Breach.SUUKAIKAN_WRONG, f"{KANS} 1-9s suukaikan", f"{FOUR_KANS} suukaikan", {"hands": KAN_HANDS}),
    (Breach.SUUKAIKAN_MISSED, f"{FOUR_KANS} 2+9m", f"{KANS} 1-9s 2+9m", {"hands": KAN_HANDS}),
    (
        Breach.SUUKAIKAN_MISSED,
        f"{FOUR_KANS} 3pon1:999s",
        f"{KANS} 1-9s 3pon1:999s",
        {"hands": {**KAN_HANDS, 3: "99s147m147p12345z"}},
    ),
    (
        Breach.FIFTH_KAN_PLAYED,
        f"{FIFTH_KAN} 1+9m",
        f"{FIFTH_KAN} suukaikan",
        {"hands": FOUR_OF_ONE, "rules": FIFTH_DRAWS},
    ),
    (
        Breach.SUUKAIKAN_WRONG,
        f"{SELF_KANS} 0ankan:4444m dora:9s 0~1z suukaikan",
        f"{FIFTH_KAN} suukaikan",
        {"hands": FOUR_OF_ONE, "rules": FIFTH_DRAWS},
    ),
    (
        Breach.TOO_MANY_KANS,  # a fifth is a draw only while one seat has the four
        f"{FOUR_KANS} 2~9m 3+9m 3ankan:9999p suukaikan",
        f"{FOUR_KANS} 2~9m 3+9m",
        {"hands": {**KAN_HANDS, 3: "9999p147m147s123z"}, "rules": FIFTH_DRAWS},
    ),
    (
        Breach.KAN_CHANGES_READING,
        f"{RIICHI} {ROUND} 0+1m 0ankan:1111m",
        f"{RIICHI} {ROUND} 0+5z 0ankan:5555z",
        {"hands": {0: "111222333m555z7z"}, "rules": replace(TENHOU, riichi_ankan="same_reading")},
    ),
    (
        Breach.RIICHI_FURITEN,
        f"0~9s {ROUND} {RIICHI}",
        f"0~8s {ROUND} {RIICHI}",
        {"hands": {0: TENPAI}, "rules": replace(TENHOU, furiten_riichi=False)},
    ),
    (
        Breach.RIICHI_FURITEN,
        "0+9s 0riichi 0!9s",
        "0+8m 0riichi 0!8m",
        {"hands": {0: TENPAI}, "rules": replace(TENHOU, furiten_riichi=False)},
    ),
    (
        Breach.SUUCHA_WRONG,
        f"{all_riichi(0, 1, 2)} 3~9m suucha_riichi:0123",
        f"{all_riichi(0, 1, 2, 3)} suucha_riichi:0123",
        {"hands": dict.fromkeys(range(4), TENPAI)},
    ),
    (
        Breach.SUUCHA_MISSED,
        f"{all_riichi(0, 1, 2, 3)} 0+9m",
        f"{all_riichi(0, 1, 2)} 3~9m 0+9m",
        {"hands": dict.fromkeys(range(4), TENPAI)},
    ),
    (
        Breach.SANCHAHOU_WRONG,
        "0~5s sanchahou:123",
        "0~6s sanchahou:123",
        {"hands": {1: TENPAI, 2: TENPAI, 3: TENPAI}},
    ),
    (
        Breach.DEAD_HAND,
        "0~1z 1~1z 2~1z 3~9m 0pon3:999m 0-9m 1~1z 2~1z 3~5s 0ron3:5s",
        "0~1z 1~1z 2~1z 3~9m 0~1m 1~1z 2~1z 3~5s 0ron3:5s",
        {"hands": {0: "999m234567p34s22z"}, "rules": replace(TENHOU, kuikae="dead_hand")},
    ),
    (Breach.OUTSIDE, "0+9m 0-?60", "0+9m 0!9m", {}),
]


def drop_a_tile(kyoku):
    """The hand of the last win shows another tile than the first one held."""
    *rest, (winner, source, tile, hand, named) = kyoku.claims
    kyoku.claims = [*rest, (winner, source, tile, [*hand[1:], *tiles("9m")], named)]


def name_no_calls(kyoku):
    kyoku.claims = [(*claim[:4], []) for claim in kyoku.claims]


def show_another_tile(kyoku):
    kyoku.shows = {seat: [*hand[1:], *tiles("9m")] for seat, hand in kyoku.shows.items()}


OPENED = {1: "234m456p567s5578s"}
OPEN = "0~5s 1pon0:555s 1-8s 2~7s 1ron2:7s"
AFTER_CHI = " ".join(f"{turn % 4}~6p" for turn in range(2, 71))
NO_YAKU, KATAAGARI = {1: "34m456p123s99m78s5z"}, {1: "23m55p34777s678p5z"}
SAKIZUKE = replace(TENHOU, atozuke="sakizuke")

ALTERED = [
    (
        Breach.KEISHIKI_SHOWN,
        f"0~2m 1chi0:234m 1-5z {AFTER_CHI} exhaustive_draw:1",
        {"hands": NO_YAKU},
        {"hands": NO_YAKU, "rules": replace(TENHOU, keishiki_tenpai=False)},
    ),
    (
        Breach.KATAAGARI_SHOWN,
        f"0~5s 1chi0:534s 1-5z {AFTER_CHI} exhaustive_draw:1",
        {"hands": KATAAGARI, "rules": SAKIZUKE},
        {"hands": KATAAGARI, "rules": replace(SAKIZUKE, kataagari_noten=True)},
    ),
    # breach, a kyoku in order, and what makes it one that has it, as arguments
    (Breach.RIICHI_POINTS, "0+9m 0riichi", {"points": 1000}, {"points": 900}),
    (Breach.RIICHI_NOTEN, RIICHI, {"hands": {0: TENPAI}}, {}),
    (Breach.KITA_THREE_PLAYERS, "0+4z 0kita:4z", {"rules": TENHOU_3P}, {}),
    (Breach.WIN_HAND, "0~6s 1ron0:6s", {"hands": WAITING}, {"hands": WAITING, "change": drop_a_tile}),
    (
        Breach.WIN_CALLS,
        OPEN,
        {"hands": {1: "234m456p567s558s7s"}},
        {"hands": {1: "234m456p567s558s7s"}, "change": name_no_calls},
    ),
    (
        Breach.SHOWN_HAND,
        f"{turns(70)} exhaustive_draw:1",
        {"hands": WAITING},
        {"hands": WAITING, "change": show_another_tile},
    ),
    (
        Breach.NO_SUCH_DRAW,
        "0+3z kyuushu_kyuuhai:0",
        {"hands": NINE_KINDS},
        {"hands": NINE_KINDS, "rules": replace(TENHOU, kyuushu_kyuuhai="off")},
    ),
]


def breaches(line, **arguments):
    return [Breach(number) for number in replay(played(line, **arguments)).breaches.breach]


@pytest.mark.parametrize(("breach", "wrong", "right", "table"), CASES, ids=lambda case: getattr(case, "name", ""))
def test_a_breach_is_noted_and_its_near_miss_is_not(breach, wrong, right, table):
    assert breaches(wrong, **table) == [breach]
    assert breaches(right, **table) == []


@pytest.mark.parametrize(("breach", "line", "right", "wrong"), ALTERED, ids=lambda case: getattr(case, "name", ""))
def test_a_breach_depends_on_table_rules_and_claims(breach, line, right, wrong):
    assert breaches(line, **wrong) == [breach]
    assert breaches(line, **right) == []


def test_every_breach_has_its_case():
    assert {case[0] for case in CASES + ALTERED} == set(Breach)


def test_what_an_option_forbids_is_allowed_without_it():
    assert breaches(f"{RIICHI} {ROUND} 0+1m 0ankan:1111m", hands={0: "111222333m555z7z"}) == []
    assert breaches(f"0~9s {ROUND} {RIICHI}", hands={0: TENPAI}) == []
    assert breaches(FIFTH_KAN, hands=FOUR_OF_ONE) == [Breach.TOO_MANY_KANS]


def test_what_a_hand_waits_on_and_holds_all_four_of_in_sets_is_tenpai_by_some_rules():
    def rest(n_drawn):
        return " ".join(f"{(2 + turn) % 4}~6p" for turn in range(70 - n_drawn))

    pon = "0~4p 1pon0:444p 1-1z"
    chi = f"{pon} 2~9m 3~9m 0~2p 1chi0:234p 1-2z"
    lines = {
        f"{pon} {rest(1)} exhaustive_draw": "444p345m345678s1z",  # waits on the 4p it has three more of
        f"{chi} {rest(4)} exhaustive_draw": "4443p35p99s789m12z",  # between 3p and 5p, the fourth 4p in a run
    }
    held = replace(TENHOU, own_held_waits="all_noten")
    for line, hand in lines.items():
        hands = {1: hand}
        assert breaches(line, hands=hands) == [Breach.TENPAI_NOT_SHOWN]
        assert breaches(f"{line}:1", hands=hands) == []
        assert breaches(line, hands=hands, rules=held) == []
        assert breaches(f"{line}:1", hands=hands, rules=held) == [Breach.NOTEN_SHOWN]
    another = {1: "44p345m345678s9p1z"}  # the near miss waits on 9p
    assert breaches(f"{pon} {rest(1)} exhaustive_draw:1", hands=another, rules=held) == []


def test_a_hand_that_waits_on_a_fifth_tile_is_tenpai_only_where_the_rules_say_so():
    """The near misses lack more, or wait on another tile too."""
    tenpai, end = replace(TENHOU, own_held_waits="tenpai"), f"{turns(70)} exhaustive_draw"
    for hand in ("1111m234p678p789s", "2222m222666p111z", "1238888m444p333s", "1111z234p678p789s"):
        hands = {1: hand}
        assert breaches(f"{end}:1", hands=hands, rules=tenpai) == []
        assert breaches(end, hands=hands, rules=tenpai) == [Breach.TENPAI_NOT_SHOWN]
        assert breaches(f"{end}:1", hands=hands) == [Breach.NOTEN_SHOWN]
    near_miss = {1: "1111m234p678p78s1z"}
    assert breaches(f"{end}:1", hands=near_miss, rules=tenpai) == [Breach.NOTEN_SHOWN]
    assert breaches(end, hands=near_miss, rules=tenpai) == []
    assert breaches(f"{end}:1", hands=WAITING, rules=tenpai) == []


def test_a_tenpai_hand_stays_hidden_at_a_draw_only_where_the_rules_let_it_and_never_in_riichi():
    may_hide = replace(TENHOU, tenpai_shown="may_hide")
    after = " ".join(f"{turn % 4}~5p" for turn in range(1, 70))
    hidden, in_riichi = f"{turns(70)} exhaustive_draw", f"{RIICHI} {after} exhaustive_draw"
    for rules in (TENHOU, replace(TENHOU, tenpai_shown="must_show")):
        assert breaches(hidden, hands=WAITING, rules=rules) == [Breach.TENPAI_NOT_SHOWN]
    assert breaches(hidden, hands=WAITING, rules=may_hide) == []
    assert breaches(in_riichi, hands={0: TENPAI}, rules=may_hide) == [Breach.TENPAI_NOT_SHOWN]
    assert breaches(f"{in_riichi}:0", hands={0: TENPAI}, rules=may_hide) == []


def test_a_ron_is_after_a_kan_if_the_kan_is_of_the_same_turn():
    """First document, line 1367: the discard need not be the replacement tile, and a kita may come between."""
    hands = {1: "999p234s567s888s1z"}
    kan, north = "0~9p 1kan0:9999p", "1+4z 1kita:4z"
    next_turn = f"{kan} 1+9s dora:9s 1!9s 2~9s 0~9s {north} 1+5z 1!5z 2ron1:5z"
    after_kita = f"{kan} 1+4z dora:9s 1kita:4z 1+5z 1!5z 2ron1:5z"
    robbed = f"{kan} 1+4z dora:9s 1kita:4z 2ron1:4z"
    for line, tile, after_kan in ((after_kita, "5z", True), (next_turn, "5z", False), (robbed, "4z", False)):
        games = played(line, hands | {2: f"234p567p888s123s{tile}"}, rules=TENHOU_3P)
        played_again = replay(games)
        assert played_again.breaches.breach.tolist() == []
        assert bool(played_again.wins.circumstances[0] & Circumstance.AFTER_KAN) == after_kan


SIDEWAYS = "0+9p 0riichi 0!9p 0stick"
CALLED = f"{SIDEWAYS} 2pon0:999p 2-1z 3~1z"
CALLED_TWICE = f"{CALLED} 0~5m 3pon0:555m 3-1z"
TSUBAME = [
    # the play before the ron, the tile of the ron; whether it is a riichi tile, and a sideways tile
    ("0+9p 0riichi 0!9p", "9p", True, True),
    (f"{CALLED} 0~6m", "6m", False, True),
    (f"{CALLED_TWICE} 0~6m", "6m", False, True),
    (f"{CALLED} 0~9m 1~1z 2~1z 3~1z 0~6m", "6m", False, False),
    (f"{SIDEWAYS} 1~1z 2~1z 3~1z 0~6m", "6m", False, False),
    ("0~9p 2pon0:999p 2-1z 3~1z 0~6m", "6m", False, False),
]


@pytest.mark.parametrize(("line", "tile", "declares", "sideways"), TSUBAME)
@pytest.mark.parametrize("skips", [True, False])
def test_the_tile_after_a_called_riichi_tile_counts_for_tsubame_by_the_rules(line, tile, declares, sideways, skips):
    """First document, line 1361: it does not; second document, lines 242 and 735: by agreement."""
    rules = replace(TENHOU, tsubame_skips_replaced=skips)
    hands = {0: TENPAI, 1: f"234p567p888s123s{tile}", 2: "99p147m147s11234z", 3: "55m147p147s11234z"}
    games = played(f"{line} 1ron0:{tile}", hands, rules=rules)
    played_again = replay(games)
    assert played_again.breaches.breach.tolist() == []
    counts = declares if skips else sideways
    assert bool(played_again.wins.circumstances[0] & Circumstance.RIICHI_TILE) == counts
    kyoku = games[0].kyoku[0]
    state = KyokuState.deal(rules, kyoku.hands, dora_indicator=kyoku.dora_indicator, points=kyoku.points)
    for event in kyoku.events:
        state.take(event)
    assert bool(state.win(1).win.circumstances & Circumstance.RIICHI_TILE) == counts
    assert state.seats[0].river[-1].sideways == sideways


def test_a_fifth_kan_is_robbed_before_it_is_a_draw():
    hands = {0: FOUR_OF_ONE[0], 1: "11z147m147p147s23z", 2: "19m19p19s2345677z"}
    pon = "1pon0:111z 1-2z 2~9p 3~9p 0~9p 1+1z 1kakan:1z"
    line = f"{SELF_KANS} 0ankan:4444m dora:9s 0~1z {pon} 2ron1:1z"
    assert breaches(line, hands=hands, rules=FIFTH_DRAWS) == []


# -- the numbers of a breach


def test_furiten_says_why():
    riichi = "0~9m 1+1z 1riichi 1!1z 1stick"
    lines = {
        "0~9m 1~6s 2~1z 3~9s 1ron3:9s": 1,
        "0~9m 1~5s 2~6s 3~9s 1ron3:9s": 2,
        f"{riichi} 2~6s 3~1z 0~1z 1~5s 2~9s 1ron2:9s": 4,
    }
    for line, bits in lines.items():
        noted = replay(played(line, hands=WAITING)).breaches
        assert (noted.breach.tolist(), noted.expected.tolist()) == ([Breach.FURITEN], [bits])
    assert breaches("0~9m 1~5s 2~6s 3~1z 0~1z 1~5s 2~9s 1ron2:9s", hands=WAITING) == []


def test_furiten_of_a_turn_ends_with_the_own_draw_where_the_rules_say_so():
    line = "0~9m 1~2z 2~6s 3~2z 0~2z 1+1z 1ankan:1111z dora:9s 1+2z 1tsumo:2z"
    hands = {1: "111z456p567s5578s"}
    for until, bits in (("discard", 2), ("draw", 0)):
        states = replay(played(line, hands=hands, rules=replace(TENHOU, furiten_until=until)), states=True).states
        assert states.furiten[-1, 1] == bits


def test_only_the_first_breach_of_a_kyoku_is_noted_with_its_place():
    breaches = replay(played("0+9m 0-8m 2+9m 2-1m")).breaches
    assert [column.tolist() for column in breaches] == [[0], [1], [0], [Breach.NOT_HELD], [ABSENT], [*tiles("8m")]]


# -- rules that options change


def dora_of(rules):
    """Dora and ura of a riichi win with a kan: each of two indicators and ura indicators makes one tile dora."""
    line = "0~9m 1+5s 1ankan:1111z dora:9s 1+2m 1riichi 1!2m 1stick 2~8p 1ron2:8p"
    batch = played(line, hands={1: "12367p1235s1111z"}, rules=rules)
    batch.wins.ura_indicators[0, :2] = tiles("9p9s")
    wins = replay(batch).wins
    return wins.dora.tolist(), wins.ura.tolist()


@pytest.mark.parametrize(
    ("options", "dora", "ura"),
    [
        ({}, 2, 2),
        ({"kan_ura_dora": False}, 2, 1),
        ({"kan_dora": False, "kan_ura_dora": False}, 1, 1),
        ({"ura_dora": False, "kan_ura_dora": False}, 2, 0),
        ({"dora": False, "kan_dora": False, "ura_dora": False, "kan_ura_dora": False}, 0, 0),
    ],
)
def test_rules_say_which_indicators_count(options, dora, ura):
    assert dora_of(replace(TENHOU, **options)) == ([dora], [ura])


def test_kokushi_robs_a_closed_kan_where_the_rules_say_so():
    hands = {0: "147m147p147s777z1z", 1: "19m19p19s1234566z"}
    line = "0+7z 0ankan:7777z 1ron0:7z"
    assert breaches(line, hands=hands) == [Breach.RON_NOTHING]
    rules = replace(TENHOU, kokushi_robs_ankan=True)
    assert breaches(line, hands=hands, rules=rules) == []


@pytest.mark.parametrize("shown", ["", " 0open"])
def test_a_win_has_the_open_riichi_that_was_shown(shown):
    """Second document, line 249: the hand is shown once the riichi has succeeded."""
    facts = replay(played(f"{RIICHI}{shown} 1~9s 0ron1:9s", hands={0: TENPAI}, rules=SHOWN))
    assert facts.breaches.breach.tolist() == []
    assert bool(facts.wins.circumstances[0] & Circumstance.OPEN_RIICHI) == bool(shown)


OLD_SUUKANTSU = replace(TENHOU, local_yaku=frozenset({"old_suukantsu"}))


def test_the_old_suukantsu_wins_when_the_discard_after_the_fourth_kan_has_passed():
    """First document, line 1295: no pair is needed, only that nobody wins on that discard."""
    line = f"{SELF_KANS} 0ankan:4444m dora:9s 0~2z"
    facts = replay(played(f"{line} 0tsumo:9m", FOUR_OF_ONE, rules=OLD_SUUKANTSU))
    assert facts.breaches.breach.tolist() == []
    assert facts.wins.circumstances[0] == Circumstance.FOURTH_KAN | Circumstance.TSUMO
    assert breaches(f"{line} 0tsumo:9m", hands=FOUR_OF_ONE) == [Breach.TSUMO_OUT_OF_TURN]
    assert breaches(f"{line} 1~9p 0tsumo:9m", hands=FOUR_OF_ONE, rules=OLD_SUUKANTSU) == [Breach.TSUMO_OUT_OF_TURN]
    of_seat_1 = f" {line} 0tsumo:9m".replace(" 0", " 1")
    facts = replay(played(turns(65) + of_seat_1, {1: FOUR_OF_ONE[0]}, rules=OLD_SUUKANTSU))
    assert facts.breaches.breach.tolist() == []
    assert (facts.wins.live[0], facts.wins.circumstances[0]) == (0, Circumstance.FOURTH_KAN | Circumstance.TSUMO)


def test_a_dead_wall_of_18_is_not_refilled():
    hands = {0: "19m147p147s44123z"}
    line = "0+9m 0kita:4z 0+9m"
    for dead_wall, live in ((14, 53), (18, 50)):
        batch = played(line, hands=hands, rules=replace(TENHOU_3P, dead_wall=dead_wall))
        assert replay(batch, states=True).states.live[-1] == live


# -- no log leaves the range of the tables

NONSENSE = """
import numpy as np
from dataclasses import replace
from tests.replay.played import played
from mjlog.replay import replay as play
rng = np.random.default_rng({seed})
line = ("0+9m 0ankan:1111z dora:9s 0~9m 1~9m 2~4p 3chi2:423p 3-1z 0+1z 0riichi 0!1z 0stick 1~8s 2~8s 3~8s 0~8s "
        "1pon0:888s 1-1m 2~5s 3~5s 0~6s 1ron0:6s 2ron0:6s")
for base in (
    played(line, hands={{0: "123456p55s1111z9p", 1: "88s147m147p12345z", 3: "2344p147m147s123z"}}),
    played("0+3z kyuushu_kyuuhai:012", hands={{0: "19m19p19s12z23456m"}}),
):
    for _ in range({n}):
        groups = {{}}
        for name in ("kyoku", "events", "calls", "wins", "draws"):
            group = getattr(base, name)
            groups[name] = type(group)(*(column.copy() for column in group))
        for _ in range(rng.integers(1, 6)):
            group = groups[list(groups)[rng.integers(5)]]
            column = group[rng.integers(len(group))]
            if column.size and column.dtype.kind == "i":
                low, high = (np.iinfo(column.dtype).min, np.iinfo(column.dtype).max) if rng.random() < 0.5 else (-3, 50)
                column.flat[rng.integers(column.size)] = rng.integers(low, high)
        play(replace(base, **groups), states=True)
"""


def test_nonsense_is_survived_without_compilation():
    """Interpreted, an index out of range raises."""
    code = NONSENSE.format(seed=1, n=40)
    here = Path(__file__).parent
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([str(here), str(here.parents[1])])}
    subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", code], check=True, env=env)


# -- genuine games


@pytest.fixture(scope="module")
def genuine(shared):
    """Some sixty games: every thirtieth, every game of three players among the first, and those with the most kans."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    kans = sorted(paths[:400], key=lambda path: path.read_bytes().count(b"<DORA"))[-10:]
    selected = sorted({*paths[::30], *kans})
    return xml.parse([Source(path.name, path.read_bytes()) for path in selected]).games


def test_no_genuine_game_breaks_a_rule(genuine):
    assert (genuine.games.players == 3).sum() >= 5
    assert len(replay(genuine).breaches.kyoku) == 0


def test_every_genuine_win_is_what_the_plain_machine_says(genuine):
    facts = replay(genuine).wins
    row = 0
    for game in genuine:
        for kyoku in game.kyoku:
            state = dealt(game, kyoku)
            for event in kyoku.events:
                state.take(event)
            for win in kyoku.wins:
                plain = described(state, win)
                fast = {name: getattr(facts, name)[row].tolist() for name in plain if name != "melds"}
                fast["melds"] = sorted(zip(facts.meld_codes[row].tolist(), facts.meld_kinds[row].tolist(), strict=True))
                assert fast == plain, (game.source, kyoku.name)
                row += 1
    assert row == len(facts.waits) > 300


SETS = {name: getattr(MeldKind, name.upper()) for name in ("chi", "pon", "daiminkan", "kakan", "ankan")}


def described(state, claim):
    """The facts of a win as the plain machine has them."""
    winning = state.win(claim.winner, claim.ura_indicators)
    win, seat, dora_of = winning.win, state.seats[claim.winner], DORA_OF[state.players]
    held = [*win.concealed, *(tile for meld in win.melds for tile in meld.tiles), *seat.norths]
    kinds = kinds_of(win.concealed)
    counts = [kinds.count(kind) for kind in range(34)]

    def dora(indicators):
        return sum(kinds_of(held).count(dora_of[KIND_OF_TILE[tile]]) for tile in indicators)

    circumstances = win.circumstances
    if circumstances & Circumstance.RINSHAN and state.n_live == 0:
        circumstances |= Circumstance.LAST_TILE  # whether the two combine is left to the rules of scoring
    melds = [(SETS[meld.kind], min(kinds_of(meld.tiles))) for meld in win.melds]
    return {
        "keys": [key_of_counts(counts[first : first + 9]) for first in (0, 9, 18, 27)],
        "melds": sorted(melds + [(0, 0)] * (4 - len(melds))),
        "circumstances": circumstances,
        "dora": dora(state.indicators),
        "ura": dora(claim.ura_indicators) if seat.riichi_accepted else 0,
        "reds": sum(tile in RED_FIVES for tile in held),
        "kita": len(seat.norths),
        "waits": sum(1 << kind for kind in winning.waits if kinds_of(seat.resting).count(kind) < 4),
        "indicators": (state.indicators + [ABSENT] * 5)[:5],
        "pao": [winning.pao.get(yaku, ABSENT) for yaku in ("daisangen", "daisuushii", "suukantsu")],
        "live": state.n_live,
    }


def test_a_tenpai_hand_without_yaku_stays_hidden_where_it_is_noten():
    """First document, lines 379 and 400; the near misses have a yaku on every wait, or on one of two."""
    keishiki, kataagari = replace(TENHOU, keishiki_tenpai=False), replace(SAKIZUKE, kataagari_noten=True)
    of_none, of_some = (f"{chi} 1-5z {AFTER_CHI} exhaustive_draw" for chi in ("0~2m 1chi0:234m", "0~5s 1chi0:534s"))
    assert breaches(of_none, hands=NO_YAKU, rules=keishiki) == []
    assert breaches(of_none, hands=NO_YAKU) == [Breach.TENPAI_NOT_SHOWN]
    assert breaches(of_some, hands=KATAAGARI, rules=kataagari) == []
    assert breaches(f"{of_some}:1", hands=KATAAGARI, rules=keishiki) == []
    assert breaches(f"{of_some}:1", hands={1: "34m55p34777s678p5z"}, rules=kataagari) == []
    # a closed hand has menzen tsumo on every wait
    assert breaches(f"{turns(70)} exhaustive_draw:1", hands=WAITING, rules=keishiki) == []
    assert breaches(f"{turns(70)} exhaustive_draw:1", hands=WAITING, rules=kataagari) == []


def test_the_sets_of_a_win_are_in_the_order_of_the_calls():
    line = "0~9m 1pon0:999m 1-1z 2~6p 3~6p 0~7z 1pon0:777z 1-2z 2~6p 3~6p 0~6s 1ron0:6s"
    hand = {1: "99m77z234p78s55s12z"}

    def last_call_first(kyoku):
        winner, source, tile, shown, calls = kyoku.claims[0]
        kyoku.claims = [(winner, source, tile, shown, calls[::-1])]

    for change in (lambda kyoku: None, last_call_first):
        facts = replay(played(line, hand, change=change)).wins
        assert facts.meld_kinds[0].tolist() == [8, 33, 0, 0]
