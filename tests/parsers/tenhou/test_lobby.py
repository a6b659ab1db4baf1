"""The rules of a tournament lobby from `csrule`, in both formats."""

import json as text
from dataclasses import replace
from typing import Any

import pytest

from mjlog.auditing.run import audit
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.ruleset import RuleSet, differences
from parsers.tenhou import json, xml
from parsers.tenhou.lobby import lobby_rules
from tests.parsers.tenhou.json.logs import game, games_of, kyoku
from tests.parsers.tenhou.xml import logs

TYPE = ["", "", "0009", "0", "0", "0", "0"]


def changes(*entries: str, base: RuleSet = TENHOU, **at: str) -> dict[str, Any]:
    """The options that differ from those of the ranked room; keywords `p5` set the entry at place 5."""
    csrule = [*entries, *[""] * (39 - len(entries))]
    for place, entry in at.items():
        csrule[int(place[1:])] = entry
    return differences(lobby_rules(base, tuple(csrule)), base)


def uma(*rows: tuple[int, int, int]) -> dict[str, str]:
    """Entries of the rows of uma, in thousands."""
    return {f"p{21 + n}": str(value) for n, value in enumerate(value for row in rows for value in row)}


@pytest.mark.parametrize(
    ("entries", "options"),
    [
        (("0", "0"), {}),
        (("2",), {"kiriage": True}),
        (("00000004", "00000004"), {"tobi": "none"}),
        (("3", "1"), {"nagashi": "off", "kiriage": True, "double_wind_fu": 2}),
        (("20",), {"kan_dora": False, "kan_ura_dora": False}),
        (("2000",), {"multiple_ron": "head_bump", "sanchahou": "off"}),
        (("F00",), dict.fromkeys(("suufon_renda", "suukaikan", "suucha_riichi", "kyuushu_kyuuhai"), "off")),
        (("20000",), {"dealer_repeat": "win", "tenpai_yame": "none"}),
        (("30000",), {"dealer_repeat": "never", "tenpai_yame": "none", "agari_yame": "none"}),
        (("80000", "10"), {"disabled_yaku": frozenset({"ippatsu"}), "kazoe": "sanbaiman"}),
        (("", "8"), {"pao_yaku": TENHOU.pao_yaku | {"suukantsu"}}),
    ],
)
def test_switches_are_options(entries: tuple[str, ...], options: dict[str, Any]) -> None:
    assert changes(*entries) == options


def test_points_honba_and_uma() -> None:
    assert changes("0", p4="30000", p5="35000", p6="30000", p11="500") == {
        "start_points": 30_000, "target_points": 35_000, "honba_points": 1_500,
    }  # fmt: skip
    assert changes("0", base=TENHOU_3P, p11="500") == {"honba_points": 1_000}
    assert changes("0", **uma(*[(5, -5, -15)] * 5)) == {"uma": (15_000, 5_000, -5_000, -15_000)}
    rows = lobby_rules(TENHOU, ("0", *[""] * 20, "8", "-4", "-8.5")).uma_by_below
    assert rows == ((4_500, 8_000, -4_000, -8_500), *[TENHOU.uma] * 4)


def test_entries_without_an_option_are_in_the_note() -> None:
    assert "points that win at once" in lobby_rules(TENHOU, ("0", *[""] * 6, "60000")).note
    contradicting = lobby_rules(TENHOU, ("2", "", "", "", "30000", "", "25000"))
    assert (contradicting.kiriage, "return_points" in contradicting.note) == (True, True)


def test_both_formats_read_the_rules_and_write_what_the_other_reads() -> None:
    csrule = ["00000002", "00000004", "", "", "25000", "30000", "30000", *[""] * 14, *["10", "-10", "-20"] * 5]
    ours = games_of(game(kyoku(([41], [60])), rule=TYPE, csrule=csrule))
    assert differences(ours.rule_sets[0], TENHOU) == {"kiriage": True}
    assert text.loads(json.write(ours)[0])["csrule"] == csrule
    go = f'<GO type="9" lobby="18940" rule="{",".join(TYPE)}" csrule="{",".join(csrule)}"/>'
    parsed = logs.parse(logs.SHORT.replace(logs.GO, go))
    assert parsed.games.rule_sets == ours.rule_sets
    assert f'csrule="{",".join(csrule)}"' in xml.write(parsed.games)[0].decode()
    with_texts = replace(ours, games=ours.games._replace(extra=parsed.games.games.extra))
    whole = text.loads(json.write(with_texts)[0])
    assert (whole["csrule"], whole["rule"]) == (csrule, TYPE)


def test_a_room_with_chips_has_the_honba_and_the_uma_of_the_ranked_rooms() -> None:
    go = '<GO type="1601" lobby="7447" csrule="4007C004,,,,30000,30000,30000"/>'
    rules = logs.parse(logs.SHORT.replace(logs.GO, go)).games.rule_sets[0]
    assert (rules.honba_points, rules.uma, rules.start_points) == (300, TENHOU.uma, 30_000)
    assert rules.dealer_repeat == "never"


@pytest.mark.parametrize("csrule", ["", ",,,", "hello", 3, [], {}])
def test_a_csrule_that_says_nothing_changes_nothing(csrule: Any) -> None:
    assert games_of(game(kyoku(([41], [60])), rule=TYPE, csrule=csrule)).rule_sets == (TENHOU,)


@pytest.mark.parametrize(
    ("first", "limit", "codes"),
    [
        ("00000002", "満貫12000点", set()),
        ("00000002", "30符4飜12000点", set()),
        ("00000002", "跳満12000点", {"limit"}),
        ("00000000", "満貫12000点", {"limit", "value", "payment"}),
        ("00000000", "30符4飜11600点", {"payment"}),
    ],
)
def test_a_mangan_by_kiriage_may_be_written_as_a_limit_or_with_its_fu(first: str, limit: str, codes: set[str]) -> None:
    win = [0, 1, 0, limit, "立直(1飜)", "断幺九(1飜)", "平和(1飜)", "ドラ(1飜)"]
    hands = {
        0: [12, 13, 14, 15, 16, 17, 22, 23, 36, 37, 38, 35, 35],
        1: [11, 19, 21, 24, 29, 31, 39, 41, 42, 43, 44, 45, 46],
        2: [11, 12, 14, 15, 17, 18, 19, 21, 25, 28, 29, 32, 32],
        3: [11, 13, 16, 18, 21, 25, 27, 28, 31, 33, 34, 39, 39],
    }
    turns = ([47, 41, 45], [60, "r60", 60]), ([47, 42, 46], [60, 60, 24]), ([47, 43], [60, 60]), ([47, 44], [60, 60])
    log = kyoku(*turns, result=["和了", [13000, -12000, 0, 0], win], dora=(14,), ura=(29,), hands=hands)
    games = games_of(game(log, rule=TYPE, csrule=[first, *[""] * 38]))
    assert {finding.code for finding in audit(games, levels="score,settlement").findings} == codes
