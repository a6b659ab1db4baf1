"""How hands went and what wins are worth by the rules: genuine games worked out again slowly, and small kyoku."""

from dataclasses import replace

import numpy as np
import pytest

from mjlog.formats import Source, parse
from mjlog.games.columns import ABSENT, YakuColumns, empty
from mjlog.importing.shard import computed_of
from mjlog.replay.played import Played
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.score import score_hand
from mjlog.rules.yaku import YAKU
from mjlog.simulate import games
from mjlog.tables.build import build
from tests.judged import dealt, hands_of, standing_of
from tests.replay.played import played

TENPAI = "234m456p567s5578s"
"""Waits for 6s, 7s and 9s."""


def tables(games):
    return build(games, bytes(16 * len(games)), [0] * len(games), computed_of(Played(games)))


@pytest.fixture(scope="module")
def genuine(shared):
    """Forty games, a third of them for three players."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::35]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


@pytest.fixture(scope="module")
def genuine_tables(genuine):
    return {name: table.to_pylist() for name, table in tables(genuine).items()}


def went_as_the_plain_table_says(games, tables):
    """Compare every hand; what was met."""
    rows = {(row["game"], row["kyoku"], row["seat"]): row for row in tables["hands"]}
    met = []
    for game in games:
        for nth, kyoku in enumerate(game.kyoku):
            for seat, expected in enumerate(hands_of(game, kyoku)):
                row = rows[game.id, nth, seat]
                if row["riichi_points"] is not None:
                    row |= {"riichi_yaku": sorted(row["riichi_yaku"])}
                    expected["riichi_points"] = pytest.approx(expected["riichi_points"])
                assert {name: row[name] for name in expected} == expected, (game.source, nth, seat)
                met.append(expected)
    return {column: {row[column] for row in met} for column in WORDS_AND_FLAGS}


WORDS_AND_FLAGS = (
    "folded", "riichi_suji", "haipai_shape", "haipai_dora", "haipai_red", "state", "deal_in_state", "deal_in_shanten",
    "outcome", "busted", "n_busted", "riichi_dora", "riichi_red", "n_riichi_ankan", "ippatsu_broken",
)  # fmt: skip
WINS_AND_LOSSES = {"tsumo", "ron", "dealt_in", "hit_by_tsumo", "others_ron", "exhaustive_draw"}


def test_genuine_hands_went_as_the_plain_table_says(genuine, genuine_tables):
    met = went_as_the_plain_table_says(genuine, genuine_tables)
    for column in ("folded", "riichi_suji", "busted", "ippatsu_broken"):
        assert met[column] >= {False, True}
    assert met["haipai_shape"] >= {"standard", "chiitoitsu"}
    assert met["haipai_dora"] >= {0, 1, 2, 3}
    assert met["haipai_red"] >= {0, 1, 2}
    assert met["state"] == {"riichi", "open", "closed"}
    assert met["deal_in_state"] == {None, "riichi", "open_tenpai", "open_noten", "dama", "closed_noten"}
    assert met["deal_in_shanten"] >= {None, 0, 1, 2}
    assert met["outcome"] >= WINS_AND_LOSSES
    assert met["n_busted"] >= {0, 1}
    assert met["riichi_dora"] >= {0, 1, 2, 3}
    assert met["riichi_red"] >= {0, 1, 2}
    assert met["n_riichi_ankan"] >= {0, 1}


@pytest.mark.parametrize("blue_han", [2, -1])
def test_the_han_of_a_win_has_the_worth_of_its_blue_tiles(blue_han):
    rules = replace(TENHOU, blues=("5m", "5p", "5s", "7p", "7p", "3s"), blue_han=blue_han)
    wins = tables(games(4, seed=8, rules=rules))["wins"].to_pylist()
    assert any("blue_dora" in row["yaku"] for row in wins)
    assert [row["han"] for row in wins] == [row["computed_han"] for row in wins]


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
def test_made_up_hands_went_as_the_plain_table_says(rules):
    made = games(4, seed=8, rules=rules)
    met = went_as_the_plain_table_says(made, {name: table.to_pylist() for name, table in tables(made).items()})
    assert met["outcome"] >= WINS_AND_LOSSES


def test_genuine_wins_have_the_dora_places_and_busts_of_the_claims(genuine, genuine_tables):
    rows = {(row["game"], row["kyoku"], row["winner"]): row for row in genuine_tables["wins"]}
    seats = {(row["game"], row["seat"]): row["busted_others"] for row in genuine_tables["seats"]}
    met = []
    for game in genuine:
        busting = set()
        for nth, kyoku in enumerate(game.kyoku):
            standing = [*standing_of(kyoku)]
            for win in kyoku.wins:
                row, how = rows[game.id, nth, win.winner], standing[win.winner]
                busting |= {win.winner} if how["n_busted"] else set()
                han = {yaku.key: yaku.han for yaku in win.yaku}
                expected = {
                    "start_place": how["start_place"], "end_place": how["end_place"], "n_busted": how["n_busted"],
                    "n_dora": han.get("dora", 0), "n_red": han.get("red_dora", 0), "n_ura": han.get("ura_dora", 0),
                    "n_yakuman": sum(one is None for one in han.values()),
                }  # fmt: skip
                assert {name: row[name] for name in expected} == expected, (game.source, nth)
                met.append(expected)
        assert {seat for seat in range(game.players) if seats[game.id, seat]} == busting
    for column in ("n_dora", "n_red", "n_ura", "n_busted"):
        assert {row[column] for row in met} >= {0, 1}
    assert any(row["end_place"] < row["start_place"] for row in met)


def test_genuine_wins_are_worth_what_the_rules_of_one_hand_say(genuine, genuine_tables):
    rows = {(row["game"], row["kyoku"], row["winner"]): row for row in genuine_tables["wins"]}
    n = 0
    for game in genuine:
        for nth, kyoku in enumerate(game.kyoku):
            if len(kyoku.wins) != 1 or n >= 250:
                continue
            state = dealt(game, kyoku)
            for event in kyoku.events:
                state.take(event)
            (claimed,) = kyoku.wins
            won = state.win(claimed.winner, ura=claimed.ura_indicators)
            score, row = score_hand(won.win, game.rules), rows[game.id, nth, claimed.winner]
            yakuman = score.yakuman > 0
            assert row["computed_han"] == (None if yakuman else score.han)
            assert row["computed_limit"] == score.limit
            assert row["computed_points"] == row["points"]
            if not yakuman:
                assert row["computed_fu"] == score.fu
            assert {item: fu for item, fu in row["fu_items"].items() if fu} == dict(score.fu_items)
            assert row["wait_kinds"] == len(won.waits)
            n += 1
    assert n == 250


# -- small kyoku


def hand(column, line, hands=None, seat=0, **how):
    return tables(played(line, hands, **how))["hands"].to_pylist()[seat][column]


RIICHI = "0+1z 0riichi 0!1z 0stick"
AFTER = "1~9m 2~9m 3~9m 0~9m exhaustive_draw:"
END = "exhaustive_draw:"
PON_9M = "3~9m 0pon3:999m"
OPEN = "99234m1456p567s2z"
PON_9S = "3~9s 0pon3:999s"
BEFORE_KAN = "12m45678p999s155z"
ROBBED = f"{PON_9S} 0-1z 1~9m 2~9m 3~9m 0+3m 0kakan:9s 1ron0:9s"
"""The discard leaves the hand noten, the kan leaves it tenpai."""
HANDS = [
    # column, kyoku and value, near miss and value, hands of both
    ("haipai_shanten", f"0~1z {END}", 0, f"0~6s {END}", 0, {0: TENPAI}),  # of the deal, whatever is drawn
    ("shanten_by_turn", f"0+1z 0-2m 1~9m 2~9m 3~9m 0~2m {END}", [1, 1], f"0~1z {END}", [0], {0: TENPAI}),
    ("tenpai_turn", f"0+1z 0-2m 1~9m 2~9m 3~9m 0+2m 0-1z {END}", 2, f"0+1z 0-2m {END}", None, {0: TENPAI}),
    ("end_shanten", f"0+1z 0-2m 1~9m {END}", 1, f"0~1z 1~9m {END}", 0, {0: TENPAI}),
    ("riichi_waits", f"{RIICHI} {END}", [23, 24, 26], f"0~1z {END}", None, {0: TENPAI}),
    ("riichi_tiles_unseen", f"{RIICHI} {AFTER}", 9, f"0~9m 1~6s 2~9m 3~9m {RIICHI} {END}", 8, {0: TENPAI}),
    ("riichi_tiles_unheld", f"0~9m 1~6s 2~9m 3~9m {RIICHI} {END}", 9, f"0~1z {END}", None, {0: TENPAI}),
    ("riichi_wait_form", f"{RIICHI} {END}", "many", f"0~1z {END}", None, {0: TENPAI}),
    ("riichi_tiles_wall", f"{RIICHI} {END}", 7, f"0~9m 1~6s 2~9m 3~9m {RIICHI} {END}", 6, {0: TENPAI}),
    ("riichi_furiten", f"0~6s 1~9m 2~9m 3~9m {RIICHI} {END}", True, f"1~6s {RIICHI} {END}", False, {0: TENPAI}),
    ("riichi_suji", f"0~3s 1~9m 2~9m 3~9m {RIICHI} {END}", True, f"0~6m 1~9m 2~9m 3~9m {RIICHI} {END}", False,
     {0: TENPAI}),
    ("riichi_dora", f"dora:3m {RIICHI} {END}", 1, f"{RIICHI} dora:3m {END}", 0, {0: TENPAI}),
    ("riichi_red", f"{RIICHI} {END}", 0, f"0~1z {END}", None, {0: TENPAI}),
    ("riichi_yaku", f"0+2z 0riichi 0!2z 0stick {END}", ["tanyao"], f"0~1z {END}", None,
     {0: "234m456p22567s55s"}),
    ("riichi_yaku", f"{RIICHI} {END}", [], f"0~1z {END}", None, {0: TENPAI}),  # one of three waits is no tanyao
    ("n_riichi_ankan", f"{RIICHI} {AFTER} 0+2z 0ankan:2222z {END}", 1, f"{RIICHI} {END}", 0, {0: "234m456p567s5s222z"}),
    ("ippatsu_broken", f"{RIICHI} 1~9s 2pon1:999s 2-2z 3~9m 0~9m {END}", True,
     f"{RIICHI} 1~9m 2~9m 3~9m 0~9s 2pon0:999s 2-2z {END}", False, {0: TENPAI, 2: "234m1456p567m99s2z"}),
    ("ippatsu_broken", "0+1z 0riichi 0!1z 1ron0:1z", None, f"{RIICHI} {END}", False, {0: TENPAI, 1: TENPAI}),
    ("folded", f"0+1z 0-1z 1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-2m {END}", True,
     f"0+1z 0-1z 1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-1z {END}", False, {0: TENPAI, 1: TENPAI}),
    ("folded", f"1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-2m {END}", True,
     f"0+1z 0-2m 1+1z 1riichi 1!1z 1stick 2~9m {END}", False, {0: TENPAI, 1: TENPAI}),
    ("deal_in_shanten", "0+6s 0-6s 1ron0:6s", 0, "0~1z 1+6s 1tsumo:6s", None, {0: TENPAI, 1: TENPAI}),
    ("deal_in_turn", "0+6s 0-6s 1ron0:6s", 1, "0~1z 1+6s 1tsumo:6s", None, {0: TENPAI, 1: TENPAI}),
    ("deal_in_turn", ROBBED, 2, "0~1z 1~9m 2~9m 3~9m 0~6s 1ron0:6s", 2, {0: BEFORE_KAN, 1: TENPAI}),
    ("deal_in_shanten", ROBBED, 0, f"{PON_9S} 0-9s 1ron0:9s", 1, {0: BEFORE_KAN, 1: TENPAI}),
    ("deal_in_state", ROBBED, "open_tenpai", f"{PON_9S} 0-9s 1ron0:9s", "open_noten", {0: BEFORE_KAN, 1: TENPAI}),
    ("deal_in_state", "0+6s 0-6s 1ron0:6s", "dama", "0+1z 0-2m 1ron0:2m", "closed_noten", {0: TENPAI}),
    ("deal_in_state", "0+6s 0riichi 0-6s 1ron0:6s", "riichi", "0+6s 0riichi 0-6s 1~9m 2ron1:9m", None, {0: TENPAI}),
    ("deal_in_state", f"{PON_9M} 0-2z 1ron0:2z", "open_tenpai", f"{PON_9M} 0-2m 1ron0:2m", "open_noten", {0: OPEN}),
    ("call_turns", f"{PON_9M} 0-1s 1~9s 2~9s 3~2p 0chi3:213p {END}", [1, 2], f"0+9m 0ankan:9999m {END}", [],
     {0: "99m13p1478s12345z"}),
    ("first_call_turn", f"0~1s {PON_9M} {END}", 2, f"0+9m 0ankan:9999m {END}", None, {0: "99m13p1478s12345z"}),
    ("state", f"0+1z 0riichi 0!1z {END}", "riichi", f"0+9m 0ankan:9999m {END}", "closed", {0: TENPAI}),
    ("state", f"{PON_9M} {END}", "open", f"0~9m {END}", "closed", {0: OPEN}),
    ("outcome", "0+6s 0-6s 1ron0:6s", "dealt_in", "0~1z 1~6s 2ron1:6s", "others_ron", {0: TENPAI}),
    ("outcome", "0+6s 0tsumo:6s", "tsumo", "1+6s 1tsumo:6s", "hit_by_tsumo", {0: TENPAI}),
    ("outcome", "1~6s 0ron1:6s", "ron", f"1~6s {END}", "exhaustive_draw", {0: TENPAI}),
    ("outcome", "1~6s 0ron1:6s 2ron1:6s", "ron", "0~6s 1ron0:6s 2ron0:6s", "dealt_in", {0: TENPAI}),
    ("outcome", "0+1z kyuushu_kyuuhai:", "kyuushu_kyuuhai", "0~1z nagashi_mangan:", None, {}),  # no payments recorded
    ("ippatsu", "1~6s 0ron1:6s", None, "0~6s 1ron0:6s", False, {0: TENPAI}),  # the log lists no yaku
    ("n_ura", "1~6s 0ron1:6s", None, "0~6s 1ron0:6s", 0, {0: TENPAI}),
]  # fmt: skip


@pytest.mark.parametrize(("column", "line", "value", "miss", "other", "hands"), HANDS)
def test_a_column_of_hands_means_what_it_says(column, line, value, miss, other, hands):
    assert hand(column, line, hands) == value
    assert hand(column, miss, hands) == other


SIX_PAIRS = "1133m1155p1s2277z"
DEALT = [
    ("haipai_shape", TENPAI, "standard"),
    ("haipai_shape", SIX_PAIRS, "chiitoitsu"),
    ("haipai_shape", "223344m556677p1z", "standard"),  # as near to seven pairs
    ("haipai_shape", "19m19p19s1234567z", "kokushi"),
    ("haipai_pairs", SIX_PAIRS, 6),
    ("haipai_pairs", "1113333m456p678s", 2),
    ("haipai_yaochuu", SIX_PAIRS, 5),
    ("haipai_yaochuu", TENPAI, 0),
    ("haipai_dora", SIX_PAIRS, 2),  # the indicator is 9p
    ("haipai_dora", "19m99p19s1234567z", 0),
    ("haipai_red", "234m406p567s0578s", 2),
    ("haipai_red", TENPAI, 0),
]


@pytest.mark.parametrize(("column", "concealed", "value"), DEALT)
def test_a_column_of_dealt_hands_means_what_it_says(column, concealed, value):
    assert hand(column, f"0~1z {END}", {0: concealed}) == value


def test_man_of_three_players_has_no_dora_between():
    line = f"0~1z {END}"
    assert hand("haipai_dora", line, {0: "1199m147p147s123z"}, rules=TENHOU_3P) == 1  # of 1p


def test_only_eighteen_turns_are_recorded():
    line = " ".join(f"{turn % 4}~5p" for turn in range(4 * 18 + 1)) + f" {END}"
    assert len(hand("shanten_by_turn", line)) == 18


RON = "1~6s 0ron1:6s"


@pytest.mark.parametrize(
    ("line", "honba", "points", "paid", "expected"),
    [
        (RON, 1, 8000, 8300, 300),
        (RON, 1, 8000, 9500, 1500),  # a tournament with 1,500 for a honba
        (RON, 1, 8000, 8000, 0),  # and one without honba
        (RON, 2, ABSENT, 8600, 600),  # without the value of the hand, honba are by the rules
        (RON, 0, 8000, 8100, 0),  # no honba: an odd payment is the hand's
        ("0+6s 0tsumo:6s", 1, 8000, 8100, 100),
    ],
)
def test_honba_are_what_the_payment_has_above_the_value_of_the_hand(line, honba, points, paid, expected):
    game = played(line, {0: TENPAI})
    payments = [[paid, -paid, 0, 0]] if "ron" in line else [[paid, *[-paid // 3] * 3]]
    wins = game.wins._replace(
        honba=np.array([honba], np.int16),
        sticks=np.array([0], np.int16),
        points=np.array([points], np.int32),
        payments=np.array(payments, np.int32),
    )
    winner = tables(replace(game, wins=wins))["hands"].to_pylist()[0]
    assert (winner["points_honba"], winner["points_hand"], winner["win_income"]) == (expected, paid - expected, paid)


def test_the_income_of_a_win_is_of_that_win_alone():
    """A double ron whose first winner is liable (pao) for the second win, a yakuman."""
    game = played("1~6s 0ron1:6s 2ron1:6s", {0: TENPAI, 2: TENPAI})
    payments = np.array([[3900, -3900, 0, 0], [-16000, -16000, 32000, 0]], np.int32)
    wins = game.wins._replace(
        pao=np.array([ABSENT, 0], np.int8),
        honba=np.zeros(2, np.int16),
        sticks=np.zeros(2, np.int16),
        points=np.array([3900, 32000], np.int32),
        payments=payments,
    )
    rows = tables(replace(game, wins=wins))["hands"].to_pylist()
    assert [row["win_income"] for row in rows] == [3900, None, 32000, None]
    assert rows[0]["points_hand"] == -12100


def win(line, hands, column, **how):
    return tables(played(line, hands, **how))["wins"].to_pylist()[0][column]


WINS = [
    # column, hand of seat 1 before it wins with 6s, value
    ("wait", "234m456p567s78s55p", "ryanmen"),
    ("wait", "234m456p567m57s55p", "kanchan"),
    ("wait", "234m456p678m66s55p", "shanpon"),
    ("wait", "234m456p678m234s6s", "tanki"),
    ("wait_kinds", "234m456p567s78s55p", 2),
    ("wait_kinds", "234m456p567m57s55p", 1),
    ("computed_han", "234m456p567m57s55p", 1),
    ("computed_fu", "234m456p567m57s55p", 40),
    ("computed_points", "234m456p567m57s55p", 1300),
    ("computed_limit", "234m456p567m57s55p", None),
    ("wait", "234m456p567m58s55p", None),  # no winning hand
    ("computed_points", "234m456p567m58s55p", None),
    ("fu_items", "234m456p567m58s55p", None),
    ("n_dora", TENPAI, None),  # the log lists no yaku
    ("n_red", TENPAI, None),
    ("n_ura", TENPAI, None),
    ("n_yakuman", TENPAI, None),
    ("start_place", TENPAI, 2),
    ("end_place", TENPAI, None),  # nor payments
    ("n_busted", TENPAI, None),
]


@pytest.mark.parametrize(("column", "concealed", "value"), WINS)
def test_a_column_of_wins_means_what_it_says(column, concealed, value):
    assert win("0~6s 1ron0:6s", {1: concealed}, column) == value


def test_what_the_list_of_yaku_tells_norths_listed_apart_among_the_dora():
    listed = {"riichi": 1, "ippatsu": 1, "dora": 1, "kita": 2, "red_dora": 1, "ura_dora": 3}
    won, winner = of_yaku(listed)
    assert [won[column] for column in ("han", "n_dora", "n_red", "n_ura", "n_yakuman")] == [9, 3, 1, 3, 0]
    assert (winner["ippatsu"], winner["n_ura"]) == (True, 3)
    assert dict(zip(won["yaku"], won["yaku_han"], strict=True)) == listed


def test_yaku_of_0_han_such_as_the_ura_dora_of_every_riichi_are_left_out():
    won, _ = of_yaku({"riichi": 1, "dora": 0, "tanyao": 1, "ura_dora": 0})
    assert (won["yaku"], won["yaku_han"], won["n_ura"], won["n_dora"]) == (["riichi", "tanyao"], [1, 1], 0, 0)
    won, _ = of_yaku({"suuankou": ABSENT, "ura_dora": 0})
    assert (won["yaku"], won["yaku_han"], won["n_yakuman"]) == (["suuankou"], [None], 1)


def of_yaku(listed):
    """The rows of `wins` and `hands` of a winner with these yaku."""
    keys = [yaku.key for yaku in YAKU]
    rows = empty(YakuColumns, len(listed))
    rows.yaku[:], rows.han[:] = [keys.index(key) for key in listed], [*listed.values()]
    game = played("0~6s 1ron0:6s", {1: TENPAI})
    wins = game.wins._replace(lists_yaku=np.array([True]))
    built = tables(replace(game, wins=wins, yaku=rows, yaku_start=np.array([0, len(listed)])))
    (won,) = built["wins"].to_pylist()
    return won, built["hands"].to_pylist()[1]
