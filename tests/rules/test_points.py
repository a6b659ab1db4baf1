import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from mjlog.rules.association_presets import SAIKOUISEN
from mjlog.rules.points import LIMITS, base_points, limit_of, noten_payment, ron, round_up, seat_payment, tsumo
from mjlog.rules.presets import MAHJONG_SOUL_3P, TENHOU, TENHOU_3P
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku, Win, Wins, settle

NO_LOSS = replace(TENHOU_3P, tsumo_loss="halves")
SHARE = replace(TENHOU_3P, tsumo_loss="share")

# The tables as the two documents print them: ron / tsumo from each non-dealer / tsumo from the dealer, "-" where no
# hand has that fu. A row is "fu: 1 han, 2 han …"; "5-5:" are han. Printed errors stand here as printed.
FIRST_NON_DEALER = """
20: -/- -/400/700 -/700/1300 -/1300/2600
25: -/- 1600/- 3200/800/1600 6400/1600/3200
30: 1000/300/500 2000/500/1000 3900/1000/2000 7700/2000/3900
40: 1300/400/700 2600/700/1300 5200/1300/2600 8000/2000/4000
50: 1600/400/800 3200/800/1600 6400/1600/3200 8000/2000/4000
60: 2900/500/1000 3900/1000/2000 7700/2000/3900 8000/2000/4000
70: 2300/600/1200 4500/1200/2300 8000/2000/4000 8000/2000/4000
80: 2600/700/1300 5200/1300/2600 8000/2000/4000 8000/2000/4000
90: 2900/800/1500 5800/1500/2900 8000/2000/4000 8000/2000/4000
100: 3200/800/1600 6400/1600/3200 8000/2000/4000 8000/2000/4000
110: 3600/- 7100/1800/3600 8000/2000/4000 8000/2000/4000
5-5: 8000/2000/4000
6-7: 12000/3000/6000
8-10: 16000/4000/8000
11-12: 24000/6000/12000
13-20: 32000/8000/16000
"""
FIRST_DEALER = """
20: -/- -/700 -/1300 -/2600
25: -/- 2400/- 4800/1600 9600/3200
30: 1500/500 2900/1000 5800/2000 11600/3900
40: 2000/700 3900/1300 7700/2600 12000/4000
50: 2400/800 4800/1600 9600/3200 12000/4000
60: 2900/1000 5800/2000 11600/3900 12000/4000
70: 3400/1200 6800/2300 12000/4000 12000/4000
80: 3900/1300 7700/2600 12000/4000 12000/4000
90: 4400/1500 8700/2900 12000/4000 12000/4000
100: 4800/1600 9600/3200 12000/4000 12000/4000
110: 5300/- 10600/3600 12000/4000 12000/4000
5-5: 12000/4000
6-7: 18000/6000
8-10: 24000/8000
11-12: 36000/12000
13-20: 48000/16000
"""
FIRST_NO_LOSS_NON_DEALER = """
20: -/- -/600/900 -/1100/1700 -/2000/3300
25: -/- 1600/- 3200/1200/2000 6400/2400/4000
30: 1000/500/700 2000/800/1300 3900/1500/2500 7700/3000/4900
40: 1300/600/900 2600/1100/1700 5200/2000/3300 8000/3000/5000
50: 1600/600/1000 3200/1200/2000 6400/2400/4000 8000/3000/5000
60: 2900/800/1300 3900/1500/2500 7700/3000/4900 8000/3000/5000
70: 2300/900/1500 4500/1800/2900 8000/3000/5000 8000/3000/5000
80: 2600/1100/1700 5200/2000/3300 8000/3000/5000 8000/3000/5000
90: 2900/1200/1900 5800/2300/3700 8000/3000/5000 8000/3000/5000
100: 3200/1200/2000 6400/2400/4000 8000/3000/5000 8000/3000/5000
110: 3600/- 7100/2700/4500 8000/3000/5000 8000/3000/5000
5-5: 8000/3000/5000
6-7: 12000/4000/7500
8-10: 16000/6000/10000
11-12: 24000/9000/15000
13-20: 32000/12000/20000
"""
FIRST_NO_LOSS_DEALER = """
20: -/- -/1100 -/2000 -/3900
25: -/- 2400/- 4800/2400 9600/4800
30: 1500/800 2900/2000 5800/3000 11600/5900
40: 2000/700 3900/1300 7700/2600 12000/6000
50: 2400/1100 4800/2400 9600/4800 12000/6000
60: 2900/1500 5800/3000 11600/5900 12000/6000
70: 3400/1800 6800/3500 12000/6000 12000/6000
80: 3900/2000 7700/3900 12000/6000 12000/6000
90: 4400/2300 8700/4400 12000/6000 12000/6000
100: 4800/2400 9600/4800 12000/6000 12000/6000
110: 5300/- 10600/5400 12000/6000 12000/6000
5-5: 12000/6000
6-7: 18000/9000
8-10: 24000/12000
11-12: 36000/18000
13-20: 48000/24000
"""
SECOND_DEALER = """
20: 1000/400 2000/700 3900/1300 7700/2600
25: 1200/400 2400/800 4800/1600 9600/3200
30: 1500/500 2900/1000 5800/2000 11600/3900
40: 2000/700 3900/1300 7700/2600 12000/4000
50: 2400/800 4800/1600 9600/3200 12000/4000
60: 2900/1000 5800/2000 11600/3900 12000/4000
70: 3400/1200 6800/2300 12000/4000 12000/4000
80: 3900/1300 7700/2600 12000/4000 12000/4000
90: 4400/1500 8700/2900 12000/4000 12000/4000
100: 4800/1600 9600/3200 12000/4000 12000/4000
110: 5300/1800 10600/3600 12000/4000 12000/4000
5-5: 12000/4000
6-7: 18000/6000
8-10: 24000/8000
11-12: 36000/12000
13-20: 48000/16000
"""
SECOND_NON_DEALER = """
20: 700/200/400 1300/400/700 2600/700/1300 5200/1300/2600
25: 800/200/400 1600/400/800 3200/800/1600 6400/1600/3200
30: 1000/300/500 2000/500/1000 3900/1000/2000 7700/2000/3900
40: 1300/400/700 2600/700/1300 5200/1300/2600 8000/2000/4000
50: 1600/400/800 3200/800/1600 6400/1600/3200 8000/2000/4000
60: 2000/500/1000 3900/1000/2000 7700/2000/3900 8000/2000/4000
70: 2300/600/1200 4500/1200/2300 8000/2000/4000 8000/2000/4000
80: 2600/700/1300 5200/1300/2600 8000/2000/4000 8000/2000/4000
90: 2900/800/1500 5800/1500/2900 8000/2000/4000 8000/2000/4000
100: 3200/800/1600 6400/1600/3200 8000/2000/4000 8000/2000/4000
110: 3600/900/1800 7100/1800/3600 8000/2000/4000 8000/2000/4000
5-5: 8000/2000/4000
6-7: 12000/3000/6000
8-10: 16000/4000/8000
11-12: 24000/6000/12000
13-20: 32000/8000/16000
"""
TABLES = {
    "first, non-dealer": (FIRST_NON_DEALER, TENHOU, False),
    "first, dealer": (FIRST_DEALER, TENHOU, True),
    "first, no loss, non-dealer": (FIRST_NO_LOSS_NON_DEALER, NO_LOSS, False),
    "first, no loss, dealer": (FIRST_NO_LOSS_DEALER, NO_LOSS, True),
    "second, non-dealer": (SECOND_NON_DEALER, TENHOU, False),
    "second, dealer": (SECOND_DEALER, TENHOU, True),
}
MISPRINTS = {
    ("first, non-dealer", 60, 1): ((2900, 500, 1000), (2000, 500, 1000)),
    ("first, no loss, non-dealer", 60, 1): ((2900, 800, 1300), (2000, 800, 1300)),
    ("first, no loss, non-dealer", 30, 6): ((12000, 4000, 7500), (12000, 4500, 7500)),
    ("first, no loss, non-dealer", 30, 7): ((12000, 4000, 7500), (12000, 4500, 7500)),
    ("first, no loss, dealer", 30, 2): ((2900, 2000), (2900, 1500)),
    ("first, no loss, dealer", 40, 1): ((2000, 700), (2000, 1100)),
    ("first, no loss, dealer", 40, 2): ((3900, 1300), (3900, 2000)),
    ("first, no loss, dealer", 40, 3): ((7700, 2600), (7700, 3900)),
    ("first, no loss, dealer", 50, 1): ((2400, 1100), (2400, 1200)),
}
"""Cells the printed tables have wrong: as printed, and as the formula has it."""

Cell = tuple[int | None, ...]


def cells(table: str) -> Iterator[tuple[int, int, Cell]]:
    for line in table.split("\n"):
        if line:
            head, *printed = line.replace(":", "").split()
            rows = [tuple(None if n == "-" else int(n) for n in cell.split("/")) for cell in printed]
            if "-" in head:
                low, high = map(int, head.split("-"))
                yield from ((30, han, rows[0]) for han in range(low, high + 1))
            else:
                yield from ((int(head), han, cell) for han, cell in enumerate(rows, 1))


@pytest.mark.parametrize("title", TABLES)
def test_printed_tables_are_the_formula_but_for_the_known_misprints(title: str) -> None:
    table, rules, dealer = TABLES[title]
    found, n_cells = {}, 0
    for fu, han, printed in cells(table):
        base = base_points(rules, han, fu)
        each, dealers = tsumo(rules, base, dealer)
        right = (ron(base, dealer), each) if dealer else (ron(base, dealer), each, dealers)
        n_cells += sum(n is not None for n in printed)
        if any(n not in (None, value) for n, value in zip(printed, right, strict=False)):
            found[title, fu, han] = (printed, right)
    assert found == {place: cell for place, cell in MISPRINTS.items() if place[0] == title}
    assert n_cells > 90


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "by_ron", "each", "dealers"),
    [
        (3, 40, False, 5200, 1300, 2600),
        (2, 70, False, 4500, 1200, 2300),
        (4, 40, True, 12000, 4000, 0),
        (9, 30, False, 16000, 4000, 8000),
        (15, 30, True, 48000, 16000, 0),
    ],
)
def test_worked_examples(han: int, fu: int, dealer: bool, by_ron: int, each: int, dealers: int) -> None:
    base = base_points(TENHOU, han, fu)
    assert ron(base, dealer) == by_ron
    assert tsumo(TENHOU, base, dealer) == (each, dealers)


def test_a_riichi_only_ron_is_never_under_1300() -> None:
    fu_of_riichi_only = (40, 50, 60, 70, 80, 90, 100, 110)
    assert min(ron(base_points(TENHOU, 1, fu), False) for fu in fu_of_riichi_only) == 1_300


def test_han_fu_vectors(shared: Path) -> None:
    seen = set()
    with gzip.open(shared / "oracle" / "han_fu_points.jsonl.gz", "rt") as lines:
        for line in lines:
            case = json.loads(line)
            rules = replace(
                TENHOU,
                kiriage=case["rules"]["kiriage"],
                kazoe="yakuman" if case["rules"]["kazoe_yakuman"] else "sanbaiman",
            )
            base = base_points(rules, case["han"], round_up(case["fu"], 10) if case["fu"] != 25 else 25)
            each, dealers = tsumo(rules, base, False)
            assert (ron(base, False), ron(base, True), each, dealers) == tuple(
                case[k] for k in ("ron", "ron_dealer", "tsumo", "tsumo_dealer")
            ), case
            seen.add(case["id"])
    assert len(seen) == 81


@pytest.mark.parametrize(("han", "fu"), [(4, 30), (3, 60), (2, 120)])
def test_kiriage_raises_1920_to_a_mangan(han: int, fu: int) -> None:
    assert base_points(TENHOU, han, fu) == 1_920
    assert base_points(SAIKOUISEN, han, fu) == 2_000


def test_kiriage_leaves_the_next_lower_hand() -> None:
    assert base_points(SAIKOUISEN, 3, 50) == 1_600


@pytest.mark.parametrize(
    ("kazoe", "by_han"),
    [
        ("yakuman", {12: 6_000, 13: 8_000, 26: 8_000, 60: 8_000}),
        ("sanbaiman", {12: 6_000, 13: 6_000, 26: 6_000, 60: 6_000}),
        ("multiples", {12: 6_000, 13: 8_000, 25: 8_000, 26: 16_000, 39: 24_000}),
    ],
)
def test_counted_yakuman(kazoe: str, by_han: dict[int, int]) -> None:
    rules = replace(TENHOU, kazoe=kazoe)
    assert {han: base_points(rules, han, 30) for han in by_han} == by_han


def test_yakuman_and_large_yakuman_add_up() -> None:
    assert base_points(TENHOU, 3, 40, yakuman=3) == 24_000
    assert base_points(TENHOU, 0, 0, large=1) == 12_000
    assert base_points(TENHOU, 0, 0, yakuman=2, large=1) == 28_000
    assert ron(12_000, False) == 48_000


def test_counted_han_join_a_yakuman_only_by_the_option() -> None:
    joining = replace(TENHOU, han_with_yakuman=True)
    assert base_points(TENHOU, 13, 40, yakuman=1) == 8_000
    assert base_points(joining, 13, 40, yakuman=1) == 16_000
    assert base_points(joining, 12, 40, yakuman=1) == 8_000
    assert base_points(replace(joining, kazoe="sanbaiman"), 13, 40, yakuman=1) == 8_000


def test_aotenjou_has_no_limits_and_counts_a_yakuman_as_13_han() -> None:
    rules = replace(TENHOU, aotenjou=True)
    assert base_points(rules, 5, 30) == 3_840
    assert base_points(rules, 2, 50, yakuman=1) == 50 << 17
    assert base_points(rules, 60, 110) == 110 << 62


def test_limits_have_names() -> None:
    named = {han: LIMITS[limit_of(base_points(TENHOU, han, 30))] for han in (4, 5, 6, 7, 8, 10, 11, 12, 13)}
    assert named == {
        4: None, 5: "mangan", 6: "haneman", 7: "haneman", 8: "baiman", 10: "baiman",
        11: "sanbaiman", 12: "sanbaiman", 13: "yakuman",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("loss", "han", "fu", "dealer", "paid"),
    [
        ("loss", 5, 30, False, (2000, 4000)),
        ("loss", 5, 30, True, (4000, 0)),
        ("halves", 1, 30, False, (500, 700)),
        ("halves", 1, 60, False, (800, 1300)),
        ("halves", 5, 30, False, (3000, 5000)),
        ("halves", 1, 30, True, (800, 0)),
        ("halves", 3, 40, False, (2000, 3300)),
        ("share", 1, 30, False, (400, 600)),
        ("share", 1, 40, True, (1000, 0)),
        ("share", 5, 30, False, (3000, 5000)),
        ("as_ron", 5, 30, False, (4000, 4000)),
        ("as_ron", 5, 30, True, (6000, 0)),
    ],
)
def test_three_player_tsumo(loss: str, han: int, fu: int, dealer: bool, paid: tuple[int, int]) -> None:
    rules = replace(TENHOU_3P, tsumo_loss=loss)
    assert tsumo(rules, base_points(rules, han, fu), dealer) == paid


def test_bisection_of_the_unrounded_north_part_pays_the_same_as_halves() -> None:
    for base in {base_points(NO_LOSS, han, fu) for han in range(1, 14) for fu in (20, 25, *range(30, 141, 10))}:
        unrounded = round_up(2 * round_up(base) + base, 200) // 2, round_up(2 * round_up(2 * base) + base, 200) // 2
        assert tsumo(NO_LOSS, base, False) == unrounded


@pytest.mark.parametrize("rules", [TENHOU, SAIKOUISEN, NO_LOSS, SHARE, replace(TENHOU, kazoe="multiples")])
def test_columns_have_the_points_of_single_hands(rules: RuleSet) -> None:
    han, fu, yakuman = np.meshgrid(np.arange(1, 40), [20, 25, *range(30, 111, 10)], [0, 1, 2], indexing="ij")
    base = base_points(rules, han, fu, yakuman)
    each, dealers = tsumo(rules, base, yakuman > 0)
    limit = limit_of(base)
    for place in np.ndindex(base.shape):
        single = base_points(rules, int(han[place]), int(fu[place]), int(yakuman[place]))
        by_dealer = bool(yakuman[place])
        assert base[place] == single
        assert (each[place], dealers[place]) == tsumo(rules, single, by_dealer)
        assert limit[place] == limit_of(single)


@pytest.mark.parametrize("rules", [TENHOU, MAHJONG_SOUL_3P, NO_LOSS])
def test_a_column_of_wins_pays_what_the_settlement_pays(rules: RuleSet) -> None:
    rng = np.random.default_rng(1)
    n, n_seats = 300, rules.players
    winner, payer, dealer = (rng.integers(0, n_seats, n) for _ in range(3))
    base = rng.choice([240, 1_280, 1_920, 2_000, 8_000], n)
    honba, sticks = rng.integers(0, 4, n), rng.integers(0, 3, n)
    column = [
        seat_payment(rules, s, winner=winner, payer=payer, dealer=dealer, base=base, honba=honba, sticks=sticks)
        for s in range(n_seats)
    ]
    for i in range(n):
        kyoku = Kyoku(
            wind=0, dealer=int(dealer[i]), honba=int(honba[i]), sticks=int(sticks[i]), points=(25_000,) * n_seats
        )
        by = None if payer[i] == winner[i] else int(payer[i])
        settled = settle(rules, kyoku, Wins(wins=(Win(seat=int(winner[i]), payer=by, base=int(base[i])),)))
        assert settled.payments == tuple(int(paid[i]) for paid in column)


def test_a_column_of_draws_pays_what_single_draws_do() -> None:
    tenpai, n_tenpai = np.array([True, False] * 5), np.repeat(np.arange(5), 2)
    column = noten_payment(TENHOU, tenpai, n_tenpai)
    assert [int(paid) for paid in column] == [
        noten_payment(TENHOU, bool(t), int(n)) for t, n in zip(tenpai, n_tenpai, strict=True)
    ]
