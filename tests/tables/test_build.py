"""How hands went and what wins are worth by the rules: genuine games worked out again slowly, and small kyoku."""

import pytest

from mjlog.auditing.run import Batch
from mjlog.formats import Source, parse
from mjlog.importing.reading import computed_of
from mjlog.rules.score import score_hand
from mjlog.tables.build import build
from tests.judged import dealt, hands_of
from tests.kernels.played import played

TENPAI = "234m456p567s5578s"
"""Waits for 6s, 7s and 9s."""


def tables(games):
    return build(games, bytes(16 * len(games)), computed_of(Batch(games)))


@pytest.fixture(scope="module")
def genuine(shared):
    """Forty games, a third of them for three players."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::35]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


@pytest.fixture(scope="module")
def told(genuine):
    return {name: table.to_pylist() for name, table in tables(genuine).items()}


def test_genuine_hands_went_as_the_plain_table_says(genuine, told):
    rows = {(row["game"], row["kyoku"], row["seat"]): row for row in told["hands"]}
    met = []
    for game in genuine:
        for nth, kyoku in enumerate(game.kyoku):
            for seat, expected in enumerate(hands_of(game, kyoku)):
                row = rows[game.id, nth, seat]
                assert {name: row[name] for name in expected} == expected, (game.source, nth, seat)
                met.append(expected)
    for column in ("folded", "riichi_suji"):
        assert {row[column] for row in met} >= {False, True}
    assert sum(row["deal_in_shanten"] is not None for row in met) > 20


def test_genuine_wins_are_worth_what_the_rules_of_one_hand_say(genuine, told):
    rows = {(row["game"], row["kyoku"], row["winner"]): row for row in told["wins"]}
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
            assert row["wait_kinds"] == len(won.waits)
            n += 1
    assert n == 250


# -- small kyoku


def hand(column, line, hands=None, seat=0, **how):
    return tables(played(line, hands, **how))["hands"].to_pylist()[seat][column]


RIICHI = "0+1z 0riichi 0!1z 0stick"
AFTER = "1~9m 2~9m 3~9m 0~9m exhaustive_draw:"
END = "exhaustive_draw:"
HANDS = [
    # column, kyoku and value, near miss and value, hands of both
    ("haipai_shanten", f"0~1z {END}", 0, f"0~6s {END}", 0, {0: TENPAI}),  # of the deal, whatever is drawn
    ("shanten_by_turn", f"0+1z 0-2m 1~9m 2~9m 3~9m 0~2m {END}", [1, 1], f"0~1z {END}", [0], {0: TENPAI}),
    ("tenpai_turn", f"0+1z 0-2m 1~9m 2~9m 3~9m 0+2m 0-1z {END}", 2, f"0+1z 0-2m {END}", None, {0: TENPAI}),
    ("end_shanten", f"0+1z 0-2m 1~9m {END}", 1, f"0~1z 1~9m {END}", 0, {0: TENPAI}),
    ("riichi_waits", f"{RIICHI} {END}", [23, 24, 26], f"0~1z {END}", None, {0: TENPAI}),
    ("riichi_tiles_seen", f"{RIICHI} {AFTER}", 9, f"0~9m 1~6s 2~9m 3~9m {RIICHI} {END}", 8, {0: TENPAI}),
    ("riichi_tiles_wall", f"{RIICHI} {END}", 7, f"0~9m 1~6s 2~9m 3~9m {RIICHI} {END}", 6, {0: TENPAI}),
    ("riichi_furiten", f"0~6s 1~9m 2~9m 3~9m {RIICHI} {END}", True, f"1~6s {RIICHI} {END}", False, {0: TENPAI}),
    ("riichi_suji", f"0~3s 1~9m 2~9m 3~9m {RIICHI} {END}", True, f"0~6m 1~9m 2~9m 3~9m {RIICHI} {END}", False,
     {0: TENPAI}),
    ("folded", f"0+1z 0-1z 1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-2m {END}", True,
     f"0+1z 0-1z 1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-1z {END}", False, {0: TENPAI, 1: TENPAI}),
    ("folded", f"1+1z 1riichi 1!1z 1stick 2~9m 3~9m 0+1z 0-2m {END}", True,
     f"0+1z 0-2m 1+1z 1riichi 1!1z 1stick 2~9m {END}", False, {0: TENPAI, 1: TENPAI}),
    ("deal_in_shanten", "0+6s 0-6s 1ron0:6s", 0, "0~1z 1+6s 1tsumo:6s", None, {0: TENPAI, 1: TENPAI}),
]  # fmt: skip


@pytest.mark.parametrize(("column", "line", "value", "miss", "other", "hands"), HANDS)
def test_a_column_of_hands_means_what_it_says(column, line, value, miss, other, hands):
    assert hand(column, line, hands) == value
    assert hand(column, miss, hands) == other


def test_only_eighteen_turns_are_told():
    line = " ".join(f"{turn % 4}~5p" for turn in range(4 * 18 + 1)) + f" {END}"
    assert len(hand("shanten_by_turn", line)) == 18


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
]


@pytest.mark.parametrize(("column", "concealed", "value"), WINS)
def test_a_column_of_wins_means_what_it_says(column, concealed, value):
    assert win("0~6s 1ron0:6s", {1: concealed}, column) == value
