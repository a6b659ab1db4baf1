import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mjlog.rules.association_presets import EMA_2016, JPML_A, JPML_A_2022, M_LEAGUE
from mjlog.rules.points import base_points
from mjlog.rules.presets import MAHJONG_SOUL, PARLOUR, TENHOU, TENHOU_3P, tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import (
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    Kyoku,
    Liability,
    Win,
    Wins,
    liabilities,
    settle,
)
from tests.rules.tenhou_records import games

YAKUMAN = 8_000
MANGAN = 2_000


def east(dealer: int = 0, honba: int = 0, sticks: int = 0, players: int = 4) -> Kyoku:
    return Kyoku(wind=0, dealer=dealer, honba=honba, sticks=sticks, points=(25_000,) * players)


def paid(rules: RuleSet, kyoku: Kyoku, *wins: Win, riichi: tuple[int, ...] = ()) -> tuple[int, ...]:
    return settle(rules, kyoku, Wins(wins=wins), riichi).payments


def by(seat: int, payer: int | None, base: int, *liable: tuple[int, int]) -> Win:
    return Win(seat=seat, payer=payer, base=base, liable=tuple(Liability(seat=s, base=b) for s, b in liable))


@pytest.mark.parametrize(
    ("kyoku", "win", "payments"),
    [
        (east(honba=1), by(0, 2, 1_920), (11_900, 0, -11_900, 0)),
        (east(honba=3), by(0, None, 1_920), (12_600, -4_200, -4_200, -4_200)),
        (east(honba=2), by(1, None, 2_000), (-4_200, 8_600, -2_200, -2_200)),
        (east(honba=2, sticks=1), by(1, None, 2_000), (-4_200, 9_600, -2_200, -2_200)),
    ],
)
def test_worked_examples_with_honba(kyoku: Kyoku, win: Win, payments: tuple[int, ...]) -> None:
    assert paid(TENHOU, kyoku, win) == payments


def test_three_player_honba_is_200() -> None:
    assert paid(TENHOU_3P, east(dealer=1, honba=2, sticks=1, players=3), by(1, None, 3_000)) == (-6_200, 13_400, -6_200)
    assert paid(TENHOU_3P, east(honba=2, players=3), by(1, 2, 2_000)) == (0, 8_400, -8_400)


def test_honba_and_sticks_go_to_the_nearest_winner() -> None:
    wins = by(0, 2, 240), by(3, 2, 480)
    settled = settle(TENHOU, east(dealer=3, honba=3, sticks=1), Wins(wins=wins))
    assert settled.rows == ((0, 0, -3_800, 4_800), (1_000, 0, -1_000, 0))
    assert settled.payments == (1_000, 0, -4_800, 4_800)
    assert settled.sticks == 0


def test_head_bump_counts_the_nearest_winner_only() -> None:
    assert paid(M_LEAGUE, east(), by(0, 2, MANGAN), by(3, 2, 480)) == (0, 0, -2_000, 2_000)


def test_parlours_pay_the_honba_to_every_winner() -> None:
    assert paid(PARLOUR, east(honba=1, sticks=1), by(1, 0, 480), by(2, 0, 480)) == (-4_600, 3_300, 2_300, 0)


def test_ema_winners_take_back_their_own_sticks() -> None:
    wins = by(1, 0, MANGAN), by(2, 0, MANGAN), by(3, 0, MANGAN)
    settled = settle(EMA_2016, east(honba=1, sticks=1), Wins(wins=wins), riichi=[0, 2])
    assert settled.payments == (-24_900, 8_300 + 2_000, 8_300 + 1_000, 8_300)
    assert settled.points == (25_000 - 1_000 - 24_900, 35_300, 25_000 - 1_000 + 9_300, 33_300)


def test_three_rons_are_a_draw_or_all_paid() -> None:
    wins = tuple(by(seat, 0, MANGAN) for seat in (1, 2, 3))
    drawn = settle(TENHOU, east(honba=1, sticks=2), Wins(wins=wins), riichi=[1])
    assert drawn.outcome == AbortiveDraw(kind="sanchahou")
    assert (drawn.payments, drawn.sticks, drawn.points[1]) == ((0, 0, 0, 0), 3, 24_000)
    assert paid(MAHJONG_SOUL, east(), *wins) == (-24_000, 8_000, 8_000, 8_000)


@pytest.mark.parametrize(
    ("rules", "win", "honba", "payments"),
    [
        (TENHOU, by(1, 2, YAKUMAN, (3, YAKUMAN)), 0, (0, 32_000, -16_000, -16_000)),
        (TENHOU, by(1, 0, YAKUMAN, (2, YAKUMAN)), 6, (-16_000, 33_800, -17_800, 0)),
        (JPML_A, by(1, 0, YAKUMAN, (2, YAKUMAN)), 6, None),
        (TENHOU, by(1, 2, YAKUMAN, (2, YAKUMAN)), 1, (0, 32_300, -32_300, 0)),
        (TENHOU, by(1, None, YAKUMAN, (3, YAKUMAN)), 1, (0, 32_300, 0, -32_300)),
        (TENHOU, by(1, None, 2 * YAKUMAN, (2, YAKUMAN)), 1, (0, 64_300, -64_300, 0)),
        (MAHJONG_SOUL, by(1, None, 2 * YAKUMAN, (2, YAKUMAN)), 1, (-16_000, 64_300, -40_300, -8_000)),
        (TENHOU, by(1, 3, 2 * YAKUMAN, (2, YAKUMAN)), 1, (0, 64_300, -32_300, -32_000)),
        (MAHJONG_SOUL, by(1, 3, 2 * YAKUMAN, (2, YAKUMAN)), 1, (0, 64_300, -16_300, -48_000)),
        (MAHJONG_SOUL, by(1, 3, 2 * YAKUMAN, (2, YAKUMAN), (0, YAKUMAN)), 0, (-16_000, 64_000, -16_000, -32_000)),
        (TENHOU_3P, by(1, None, YAKUMAN, (2, YAKUMAN)), 1, (0, 32_200, -32_200)),
    ],
)
def test_pao(rules: RuleSet, win: Win, honba: int, payments: tuple[int, ...] | None) -> None:
    expected = payments or (-16_000 - 1_800, 33_800, -16_000, 0)
    assert paid(rules, east(honba=honba, players=rules.players), win) == expected


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, [(2, 8000)]),
        ({"disabled_yaku": frozenset({"daisangen"})}, []),
        ({"pao_yaku": frozenset({"daisuushii"})}, []),
        ({"pao_yaku": frozenset({"daisangen", "suukantsu"})}, [(2, 8000), (1, 8000)]),
        ({"pao_yaku": frozenset({"suukantsu"}), "double_yakuman": frozenset({"suukantsu"})}, [(1, 16000)]),
    ],
)
def test_liable_is_who_fed_a_yakuman_that_is_played_and_has_pao(changes: dict[str, Any], expected: Any) -> None:
    found = liabilities(replace(TENHOU, **changes), {"suukantsu": 1, "daisangen": 2})
    assert [(one.seat, one.base) for one in found] == expected


def test_pao_of_the_second_winner_leaves_the_honba_with_the_discarder() -> None:
    wins = by(1, 0, MANGAN), by(2, 0, YAKUMAN, (3, YAKUMAN))
    assert settle(MAHJONG_SOUL, east(honba=1), Wins(wins=wins)).rows == (
        (-8_300, 8_300, 0, 0),
        (-16_000, 0, 32_000, -16_000),
    )


def test_the_feeder_of_a_daiminkan_pays_a_rinshan_tsumo_as_a_ron() -> None:
    win = Win(seat=1, payer=None, base=640, rinshan_feeder=3)
    assert paid(JPML_A_2022, east(honba=1), win) == (0, 2_900, 0, -2_900)


@pytest.mark.parametrize(
    ("tenpai", "payments"),
    [
        ("1000", (3_000, -1_000, -1_000, -1_000)),
        ("1010", (1_500, -1_500, 1_500, -1_500)),
        ("0111", (-3_000, 1_000, 1_000, 1_000)),
        ("1111", (0, 0, 0, 0)),
        ("0000", (0, 0, 0, 0)),
        ("100", (2_000, -1_000, -1_000)),
        ("011", (-2_000, 1_000, 1_000)),
    ],
)
def test_noten_payments(tenpai: str, payments: tuple[int, ...]) -> None:
    rules = TENHOU if len(tenpai) == 4 else TENHOU_3P
    draw = ExhaustiveDraw(tenpai=tuple(c == "1" for c in tenpai))
    settled = settle(rules, east(honba=2, sticks=1, players=rules.players), draw)
    assert (settled.payments, settled.sticks) == (payments, 1)


def nagashi(*seats: int, tenpai: str = "0000") -> ExhaustiveDraw:
    return ExhaustiveDraw(tenpai=tuple(c == "1" for c in tenpai), nagashi=seats)


def test_nagashi_replaces_noten_payments_and_leaves_the_sticks() -> None:
    settled = settle(TENHOU, east(dealer=3, sticks=1), nagashi(2, tenpai="1001"))
    assert (settled.payments, settled.sticks) == ((-2_000, -2_000, 8_000, -4_000), 1)


def test_payments_of_several_nagashi_cancel() -> None:
    settled = settle(MAHJONG_SOUL, east(), nagashi(2, 0))
    assert settled.rows == ((12_000, -4_000, -4_000, -4_000), (-4_000, -2_000, 8_000, -2_000))
    assert settled.payments == (8_000, -6_000, 4_000, -6_000)


def test_nagashi_as_a_win_takes_honba_and_sticks() -> None:
    settled = settle(PARLOUR, east(honba=1, sticks=2), nagashi(1))
    assert (settled.payments, settled.sticks) == ((-4_100, 10_300, -2_100, -2_100), 0)


@pytest.mark.parametrize(("twenty_fu", "gain"), [(True, 10_400), (False, 8_000)])
def test_nagashi_in_aotenjou_is_a_mangan_or_5_han_20_fu(twenty_fu: bool, gain: int) -> None:
    """Second document, line 205 (points fixed at a mangan); first document, line 579 (20 fu)."""
    rules = replace(TENHOU, aotenjou=True, nagashi_20_fu=twenty_fu)
    assert settle(rules, east(), nagashi(1)).payments[1] == gain
    assert settle(replace(rules, aotenjou=False), east(), nagashi(1)).payments[1] == 8_000


def test_nagashi_where_it_is_off_is_an_ordinary_draw() -> None:
    assert settle(M_LEAGUE, east(), nagashi(1, tenpai="1000")).payments == (3_000, -1_000, -1_000, -1_000)


def test_a_riichi_ronned_on_its_tile_costs_no_stick() -> None:
    settled = settle(
        TENHOU, replace(east(dealer=2), points=(21_400, 19_900, 39_500, 19_200)), Wins(wins=(by(0, 3, 480),))
    )
    assert settled.points == (23_400, 19_900, 39_500, 17_200)


def field_settlements(shared: Path) -> Iterator[dict[str, Any]]:
    for line in (shared / "oracle" / "field_cases.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["kind"] == "settlement":
            yield case


def test_field_cases_of_one_kyoku(shared: Path) -> None:
    settled = 0
    for case in field_settlements(shared):
        given, expected = case["input"], case["expected"]
        rules = {"tenhou": TENHOU, "tenhou-3p": TENHOU_3P}.get(given.get("rules", "tenhou"))
        if rules is None or "last_hand" in given:
            continue
        dealer = given.get("dealer", 0)
        if "winner" in given and not given.get("winner_is_dealer", True):
            dealer = next(s for s in range(4) if s not in (given["winner"], given.get("pao")))
        kyoku = east(dealer, given["honba"], given["riichi_sticks"], given["players"])
        n_yakuman = len(given.get("yakuman", ()))
        if "wins" in given:
            wins = [by(w["seat"], given["discarder"], base_points(rules, w["han"], w["fu"])) for w in given["wins"]]
            assert paid(rules, kyoku, *wins) == tuple(expected["deltas"]), case["id"]
        elif "winner" in given:
            base = YAKUMAN * n_yakuman or base_points(rules, given["han"], 30)
            liable = [(given["pao"], YAKUMAN * len(given["liable"]))] if "pao" in given else []
            win = by(given["winner"], given.get("discarder"), base, *liable)
            readings = {"whole_hand": "hand", "liable_only": "yaku"} if "variants" in given else {"deltas": "hand"}
            for name, scope in readings.items():
                assert paid(replace(rules, pao_scope=scope), kyoku, win) == tuple(expected[name]), case["id"]
        elif "nagashi" in given:
            tenpai = tuple(s in given["tenpai"] for s in range(4))
            draw = ExhaustiveDraw(tenpai=tenpai, nagashi=tuple(given["nagashi"]))
            assert settle(rules, kyoku, draw).payments == tuple(expected["deltas"]), case["id"]
        else:
            continue
        settled += 1
    assert settled == 7


def test_payments_of_hands_scored_elsewhere(shared: Path) -> None:
    """Han, fu and yakuman of 5,000 random wins and of the pao vectors; that source lets the discarder pay pao honba."""
    n_wins = 0
    for name in ("kobalab_hule_10000", "kobalab_unit"):
        with gzip.open(shared / "oracle" / f"{name}.jsonl.gz", "rt") as lines:
            for case in map(json.loads, lines):
                expected, options = case["expected"], case["rules"]
                if not expected["valid"] or not expected["points"]:
                    continue
                rules = replace(
                    TENHOU,
                    kiriage=options["kiriage"],
                    kazoe="yakuman" if options["kazoe_yakuman"] else "sanbaiman",
                    pao_scope="yaku",
                    pao_honba="discarder",
                )
                seat = "ESWN".index(case["seat_wind"])
                relative = {"shimocha": (seat + 1) % 4, "toimen": (seat + 2) % 4, "kamicha": (seat + 3) % 4}
                n_yakuman = expected["yakuman"]
                base = base_points(rules, expected["han"] or 0, expected["fu"] or 30, n_yakuman)
                pao = expected.get("pao_from")
                double = pao and pao["yaku"] == "daisuushii" and options["double_yakuman"] and n_yakuman > 1
                liable = [(relative[pao["rel"]], YAKUMAN * (2 if double else 1))] if pao else []
                payer = None if case["tsumo"] else relative[case["ron_from"]] if "ron_from" in case else (seat + 1) % 4
                row = paid(rules, east(0, case["honba"], case["riichi_sticks"]), by(seat, payer, base, *liable))
                assert row == tuple(expected["delta_by_seat_wind"]), case["id"]
                n_wins += 1
    assert n_wins > 4_500


TOURNAMENT = "game-cc670fb732.xml"
"""Own rules: dealer passes at a draw, honba 300 with chips of 5,000."""


def test_payments_of_genuine_games(shared: Path) -> None:
    seen: Counter[str] = Counter()
    for game in games(shared):
        rules = game.rules(game.day)
        if game.name == TOURNAMENT:
            rules = replace(rules, honba_points=300)
        for record in game.kyoku:
            printed = record.rows(rules.players)
            settled = settle(rules, record.start(rules.players), record.outcome(rules), record.riichi)
            expected = printed if any(map(any, printed)) else [(0,) * rules.players]
            assert list(settled.rows) == expected, (game.name, record.init)
            seen[type(settled.outcome).__name__] += 1
            seen["double ron"] += len(printed) == 2
            seen["three-player ron with honba"] += (
                rules.players == 3 and record.init["seed"].split(",")[1] != "0" and "fromWho" in record.results[0][1]
                and record.results[0][1]["who"] != record.results[0][1]["fromWho"]
            )  # fmt: skip
            seen["pao"] += any("paoWho" in tag for _, tag in record.results)
            seen["nagashi"] += record.results[0][1].get("type") == "nm"
    assert seen == {
        "Wins": 10_882,
        "ExhaustiveDraw": 1_780,
        "AbortiveDraw": 203,
        "double ron": 80,
        "three-player ron with honba": 464,
        "pao": 3,
        "nagashi": 17,
    }


def test_chip_rooms_of_5000_have_a_honba_of_1500() -> None:
    assert paid(tenhou(chips=5, east_only=True), east(dealer=2, honba=1, sticks=2), by(3, 2, MANGAN)) == (
        0,
        0,
        -9_500,
        11_500,
    )


@pytest.mark.parametrize(
    ("rules", "seat", "payments"),
    [
        (TENHOU, 0, (-12_000, 4_000, 4_000, 4_000)),
        (TENHOU, 2, (4_000, 2_000, -8_000, 2_000)),
        (TENHOU_3P, 0, (-8_000, 4_000, 4_000)),
        (TENHOU_3P, 2, (4_000, 2_000, -6_000)),
        (replace(TENHOU_3P, tsumo_loss="as_ron"), 2, (4_000, 4_000, -8_000)),
        (EMA_2016, 2, (0, 0, 0, 0)),
    ],
)
def test_a_chombo_pays_the_shares_of_a_mangan_by_tsumo(rules: RuleSet, seat: int, payments: tuple[int, ...]) -> None:
    settled = settle(rules, east(honba=2, sticks=1, players=rules.players), Chombo(seat=seat))
    assert (settled.payments, settled.sticks) == (payments, 1)


def test_a_void_kyoku_returns_its_riichi_sticks_and_a_draw_keeps_them() -> None:
    """Second document, lines 31 and 523: the kyoku is void, or a draw."""
    foul, void = AbortiveDraw(kind="foul_draw"), replace(TENHOU, foul_draw="void")
    kept, returned = (settle(rules, east(sticks=1), foul, riichi=[1, 2]) for rules in (TENHOU, void))
    assert (kept.points, kept.sticks) == ((25_000, 24_000, 24_000, 25_000), 3)
    assert (returned.points, returned.sticks) == ((25_000,) * 4, 1)
    other = settle(void, east(sticks=1), AbortiveDraw(kind="suukaikan"), riichi=[1, 2])
    assert (other.points, other.sticks) == (kept.points, 3)
    chombo = settle(TENHOU, east(sticks=1), Chombo(seat=1), riichi=[1, 2])
    assert (chombo.points, chombo.sticks) == ((29_000, 17_000, 27_000, 27_000), 1)
