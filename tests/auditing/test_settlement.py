from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing import settlement
from mjlog.auditing.findings import Code
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, Result
from mjlog.replay.course import with_tenpai
from mjlog.replay.payments import PaoSeats, expected_payments
from mjlog.rules.association_presets import EMA_2016, JPML_A, M_LEAGUE
from mjlog.rules.presets import MAHJONG_SOUL, PARLOUR, PRESETS, TENHOU, TENHOU_3P, tenhou
from mjlog.rules.settlement import Liability
from tests.auditing.genuine_games import changed, genuine, genuine_payments, name
from tests.auditing.made_games import abort, draw, made_game, ron, rons, tsumo


def findings(game, rules=None):
    """Findings of a made game, under its own rules or others."""
    games, base, liable = game
    games = games if rules is None else replace(games, rule_sets=(rules,))
    return settlement.check(games, expected_payments(games, base, liable))


def told(found):
    return [(f.code, f.kyoku, f.win) for f in found]


OPEN = replace(TENHOU, tobi="none")
"""So that the game below does not end before its last kyoku."""
PAO = (Liability(seat=3, base=8_000),)
LONG = (
    tsumo(0, riichi=(0, 2)),
    draw("1010", riichi=(1,)),
    rons((1, 3, 2_000), (2, 3, 500), riichi=(2,)),
    abort("kyuushu_kyuuhai", riichi=(0,)),
    ron(2, 0, 8_000, liable=PAO),
    draw("0000", nagashi=(1,)),
    ron(3, 1),
)
"""Every kind of result; kyoku 2 has two winners, kyoku 4 a liable seat and honba 3."""


def test_a_game_settled_by_the_rules_has_no_findings():
    assert findings(made_game(OPEN, *LONG)) == []


@pytest.mark.parametrize("rules", sorted(PRESETS.values(), key=lambda r: r.name), ids=lambda r: r.name)
def test_every_preset_agrees_with_its_own_settlement(rules):
    tenpai = "0110"[: rules.players]
    kyoku = [tsumo(0, riichi=(0, 2)), draw(tenpai, riichi=(1,)), tsumo(1), ron(2, 0), draw("0" * rules.players)]
    if rules.players == 4 and rules.multiple_ron == "paid":
        kyoku.append(rons((1, 3, 2_000), (2, 3, 500), riichi=(2, 3)))
    if rules.nagashi != "off":
        kyoku.append(draw(tenpai, nagashi=(1,), riichi=(0,)))
    assert findings(made_game(rules, *kyoku)) == []


def test_genuine_games_are_settled_by_the_rules(shared):
    assert settlement.check(genuine(shared), genuine_payments(shared)) == []


def test_nagashi_by_the_discards_is_nagashi_by_the_log(shared):
    games, expected = genuine(shared), genuine_payments(shared)
    by_log = games.kyoku.result == Result.NAGASHI_MANGAN
    assert (expected.course.nagashi.any(1) == by_log).all()
    assert by_log.sum() == 17


def test_what_genuine_games_say_of_three_player_honba_and_pao(shared):
    """Counts that stand in the guide's page on findings from real games."""
    games = genuine(shared)
    wins, kyoku_of_win = games.wins, runs(games.win_start)
    players = games.games.players[runs(games.kyoku_start)][kyoku_of_win]
    gain = wins.payments[np.arange(len(wins.winner)), wins.winner] - wins.points - 1_000 * wins.sticks
    first = np.append(True, np.diff(kyoku_of_win) > 0)
    by_three = (players == 3) & (wins.honba > 0) & first
    ron_of_three = by_three & (wins.from_seat != ABSENT)
    assert (ron_of_three.sum(), by_three.sum() - ron_of_three.sum()) == (464, 481)
    assert (gain[(wins.honba > 0) & ~first] == 0).all()
    assert (gain[by_three] == 200 * wins.honba[by_three]).all()
    pao = np.flatnonzero(wins.pao != ABSENT).tolist()
    assert [(int(wins.from_seat[row]), int(wins.honba[row]), wins.payments[row].tolist()) for row in pao] == [
        (ABSENT, 3, [64_900, 0, -64_900, 0]),
        (ABSENT, 1, [-32_300, 0, 32_300, 0]),
        (2, 0, [0, 32_000, -16_000, -16_000]),
    ]


# -- single faults in a made game


def test_a_wrong_payment_is_found_at_its_win():
    games, base, liable = made_game(OPEN, *LONG)
    games = changed(games, "wins", "payments", (2, 3), 300)
    found = findings((games, base, liable))
    assert told(found) == [(Code.PAYMENT, 2, 1)]
    assert found[0].seat == 3
    assert found[0].message == "East 1, honba 2: seat 3 must pay 2,000 for this ron but paid 1,700"
    assert (found[0].expected, found[0].found) == ("+0, +0, +2000, -2000", "+0, +0, +2000, -1700")


def test_a_wrong_payment_of_a_draw_is_found():
    games, base, liable = made_game(OPEN, *LONG)
    assert told(findings((changed(games, "draws", "payments", (0, 1), 500), base, liable))) == [(Code.PAYMENT, 1, None)]
    games = changed(games, "draws", "payments", (2, 1), -100)
    found = findings((games, base, liable))
    assert told(found) == [(Code.PAYMENT, 5, None)]
    assert "nagashi mangan" in found[0].message


def test_a_hand_scored_otherwise_is_a_payment_by_another_base():
    games, base, liable = made_game(OPEN, *LONG)
    base[0] = 1_280
    assert told(findings((games, base, liable))) == [(Code.PAYMENT, 0, 0)]


def test_a_win_of_unknown_value_is_not_judged():
    games, base, liable = made_game(OPEN, *LONG)
    base[0] = -1
    assert findings((games, base, liable)) == []


@pytest.mark.parametrize(
    ("played", "judged", "kyoku", "option"),
    [
        (TENHOU, replace(TENHOU, honba_points=1_500), (tsumo(0), tsumo(0)), "honba_points=300"),
        (replace(TENHOU, kiriage=True), TENHOU, (ron(1, 0, 2_000),), "kiriage=true"),
        (replace(TENHOU_3P, tsumo_loss="halves"), TENHOU_3P, (tsumo(1),), "tsumo_loss=halves"),
        (MAHJONG_SOUL, TENHOU, (tsumo(2, 16_000, liable=PAO),), "pao_scope=yaku"),
        (replace(TENHOU, pao_honba="discarder"), TENHOU, (tsumo(0), ron(2, 0, liable=PAO)), "pao_honba=discarder"),
        (PARLOUR, TENHOU, (tsumo(0), rons((1, 3, 2_000), (2, 3, 500))), "honba_to=all"),
        (replace(TENHOU, noten_pool=6_000), TENHOU, (draw("0100"),), "noten_pool=6000"),
        (replace(TENHOU, nagashi="off"), TENHOU, (draw("0100", nagashi=(2,)),), "nagashi=off"),
        (replace(TENHOU, sanchahou="off"), TENHOU, (rons((1, 0, 500), (2, 0, 500), (3, 0, 500)),), "sanchahou=off"),
    ],
)  # fmt: skip
def test_the_option_that_explains_a_payment_is_named(played, judged, kyoku, option):
    games, base, liable = made_game(played, *kyoku)
    if option == "kiriage=true":
        base[0] = 1_920
    found = findings((games, base, liable), judged)
    assert {f.code for f in found} == {Code.PAYMENT}
    assert {f.option for f in found} == {option}


def test_ema_winners_take_their_own_sticks_back():
    games, base, liable = made_game(EMA_2016, rons((1, 0, 2_000), (2, 0, 2_000), riichi=(0, 2)))
    assert games.wins.sticks.tolist() == [1, 1]
    assert findings((games, base, liable)) == []
    to_nearest = replace(games, wins=games.wins._replace(sticks=np.array([2, 0], np.int16)))
    assert told(findings((to_nearest, base, liable))) == [(Code.STICKS_TAKEN, 0, 0), (Code.STICKS_TAKEN, 0, 1)]


def test_a_second_winner_under_head_bump_is_paid_nothing():
    games, base, liable = made_game(replace(M_LEAGUE, multiple_ron="paid"), rons((1, 0, 2_000), (2, 0, 2_000)))
    assert told(findings((games, base, liable), M_LEAGUE)) == [(Code.PAYMENT, 0, 1)]


def test_winners_in_another_order_are_paid_as_nearest_first():
    games, base, liable = made_game(TENHOU, tsumo(0), rons((1, 0, 2_000), (2, 0, 500), riichi=(1,)))
    order = np.array([0, 2, 1])
    wins = type(games.wins)._make(column[order] for column in games.wins)
    swapped = replace(games, wins=wins)
    assert told(findings((swapped, base[order], liable))) == [(Code.POINTS_BEFORE, 1, 0), (Code.POINTS_BEFORE, 1, 1)]


@pytest.mark.parametrize("stated", [ABSENT, 1])
def test_a_wrong_liable_seat_is_found_alone(stated):
    games, base, liable = made_game(OPEN, *LONG)
    games = changed(games, "wins", "pao", 3, lambda _: stated)
    found = findings((games, base, liable))
    assert told(found) == [(Code.PAO, 4, 0)]
    assert found[0].expected == "seat 3"


def test_payments_that_follow_a_wrong_liable_seat_are_one_finding():
    games, base, liable = made_game(TENHOU, ron(2, 0, 8_000, liable=PAO))
    fed = liable._replace(dragons=np.array([1], np.int8))
    assert told(findings((games, base, fed))) == [(Code.PAO, 0, 0)]
    nobody = PaoSeats.nobody(1)
    assert told(findings((games, base, nobody))) == [(Code.PAO, 0, 0)]


def test_a_liable_seat_that_deals_in_need_not_be_named():
    games, base, liable = made_game(TENHOU, ron(2, 3, 8_000, liable=PAO))
    assert findings((changed(games, "wins", "pao", 0, lambda _: ABSENT), base, liable)) == []


def test_suukantsu_has_a_liable_seat_only_where_the_rules_say_so():
    games, base, liable = made_game(TENHOU, ron(2, 0, 8_000))
    fed = liable._replace(kans=np.array([3], np.int8))
    assert findings((games, base, fed)) == []
    assert Code.PAO in {f.code for f in findings((games, base, fed), JPML_A)}


@pytest.mark.parametrize(
    ("group", "row", "kyoku", "win"),
    [("wins", 0, 0, 0), ("wins", 2, 2, 1), ("draws", 0, 1, None), ("draws", 1, 3, None)],
)
@pytest.mark.parametrize(("column", "code"), [("sticks", Code.STICKS_TAKEN), ("honba", Code.HONBA_STATED)])
def test_sticks_and_honba_stated_with_a_result(group, row, kyoku, win, column, code):
    games, base, liable = made_game(OPEN, *LONG)
    games = changed(games, group, column, row, 1)
    assert told(findings((games, base, liable))) == [(code, kyoku, win)]


@pytest.mark.parametrize(
    ("group", "row", "kyoku", "win"), [("wins", 0, 0, 0), ("wins", 2, 2, 1), ("draws", 0, 1, None), ("wins", 4, 6, 0)]
)
def test_points_before_a_result(group, row, kyoku, win):
    games, base, liable = made_game(OPEN, *LONG)
    games = changed(games, group, "points_before", (row, 2), 100)
    found = findings((games, base, liable))
    assert told(found) == [(Code.POINTS_BEFORE, kyoku, win)]
    assert found[0].seat == 2


CHIPS = tenhou(chips=2)


def chip_game():
    return made_game(CHIPS, tsumo(0, chips=2, riichi=(0,)), ron(1, 3, chips=1), draw("1000"), ron(2, 0), chips=True)


def test_chips_are_paid_by_the_discarder_or_by_all():
    assert findings(chip_game()) == []


@pytest.mark.parametrize(
    ("group", "column", "place", "kyoku"),
    [
        ("wins", "chip_payments", (0, 1), 0),
        ("wins", "chips_before", (1, 2), 1),
        ("draws", "chip_payments", (0, 0), 2),
        ("draws", "chips_before", (0, 0), 2),
        ("yaku", "chips", 1, 1),
    ],
)
def test_wrong_chips(group, column, place, kyoku):
    games, base, liable = chip_game()
    found = findings((changed(games, group, column, place, 1), base, liable))
    assert [(f.code, f.kyoku) for f in found] == [(Code.CHIPS, kyoku)]


# -- single faults in genuine games


def mutations(games):
    """Group, column, code of the finding; the rows and seats where it applies, and how much is added."""
    seats_of_win = games.games.players[runs(games.kyoku_start)][runs(games.win_start)]
    seats_of_draw = games.games.players[runs(games.kyoku_start)][runs(games.draw_start)]
    yield "wins", "payments", Code.PAYMENT, seats_of_win, 100
    yield "draws", "payments", Code.PAYMENT, seats_of_draw, -500
    yield "wins", "points_before", Code.POINTS_BEFORE, seats_of_win, 1_000
    yield "draws", "points_before", Code.POINTS_BEFORE, seats_of_draw, -100
    yield "wins", "sticks", Code.STICKS_TAKEN, None, 1
    yield "draws", "sticks", Code.STICKS_TAKEN, None, 1
    yield "wins", "honba", Code.HONBA_STATED, None, 1
    yield "draws", "honba", Code.HONBA_STATED, None, 1


def test_every_single_fault_in_genuine_games_is_found_and_nothing_else(shared):
    """Many faults at once, one a kyoku and never in neighbours, so that each is a single one for its surroundings."""
    games, payments = genuine(shared), genuine_payments(shared)
    rng = np.random.default_rng(4)
    n_faults = 0
    for group, column, code, n_seats, amount in mutations(games):
        kyoku_of = runs(games.win_start if group == "wins" else games.draw_start)
        rows = np.flatnonzero(kyoku_of % 3 == 1)
        rows = rows[np.append(True, np.diff(kyoku_of[rows]) > 0)]
        place = rows if n_seats is None else (rows, rng.integers(0, n_seats[rows]))
        wrong = changed(games, group, column, place, amount)
        found = settlement.check(wrong, expected_payments(wrong, payments.base, payments.pao))
        kyoku = kyoku_of[rows] - games.kyoku_start[payments.course.game[kyoku_of[rows]]]
        expected = sorted(zip(payments.course.game[kyoku_of[rows]].tolist(), kyoku.tolist(), strict=True))
        assert [(f.game, f.kyoku) for f in found] == expected, (group, column)
        assert {f.code for f in found} == {code}
        n_faults += len(rows)
    assert n_faults > 15_000


def test_messages_name_the_game_in_the_batch(shared):
    games, payments = genuine(shared), genuine_payments(shared)
    wrong = changed(games, "wins", "payments", (5_000, 0), 100)
    (found,) = settlement.check(wrong, expected_payments(wrong, payments.base, payments.pao))
    assert found.game == payments.course.game[runs(games.win_start)[5_000]]
    assert name(games, found.game).endswith(".xml")


@pytest.mark.parametrize(
    ("option", "recorded", "shown"),
    [
        ("may_hide", "0000", [0, 0, 0, 0]),
        ("may_hide", "1000", [1, 0, 0, 0]),
        ("must_show", "0000", [1, 0, 0, 0]),
    ],
)
def test_a_draw_without_payments_or_hands_shows_nobody_where_tenpai_may_be_hidden(option, recorded, shown):
    """Second document, line 490: seat 0 is tenpai, and the log has only the payments."""
    rules = replace(TENHOU, tenpai_shown=option)
    games = made_game(rules, draw(recorded))[0]
    unknown = np.full((1, 4), ABSENT, np.int8)
    games = replace(games, draws=games.draws._replace(revealed=unknown))
    completed = with_tenpai(games, np.array([[True, False, False, False]]))
    assert completed.draws.revealed.tolist() == [shown]
