"""The tables of discards and calls: genuine games worked out again slowly, and small kyoku for what columns mean."""

import random
from dataclasses import replace

import numpy as np
import pytest

from mjlog.formats import Source, parse
from mjlog.games.batch import concatenate
from mjlog.games.events import Discard
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.tables.batch import BatchFacts
from mjlog.tables.build_decisions import decision_tables
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import check, schema_of
from tests.judged import judged
from tests.replay.played import played

END = "exhaustive_draw:"
IDS = ("game", "kyoku", "player", "players")
TENPAI = "234m456p567s5578s"


def tables_of(games):
    return decision_tables(BatchFacts.of(games, decisions=True))


@pytest.fixture(scope="module")
def genuine(shared):
    """Forty games, a third of them for three players."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::33]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


def some_kyoku(game, rng):
    """The kyoku with the most different events, and another."""
    most = max(range(len(game.kyoku)), key=lambda nth: len(set(map(type, game.kyoku[nth].events))))
    return {most, rng.randrange(len(game.kyoku))}


def test_genuine_decisions_are_what_the_plain_table_says(genuine):
    rng = random.Random(5)
    tables = tables_of(genuine)
    found = {name: {} for name in tables}
    for name, rows in tables.items():
        for row in rows.to_pylist():
            place = (row["game"], row["kyoku"], row["event"])
            found[name][place] = {column: value for column, value in row.items() if column not in IDS}
    met = []
    for game in genuine:
        for nth in some_kyoku(game, rng):
            kyoku = game.kyoku[nth]
            places = [place for place, event in enumerate(kyoku.events) if isinstance(event, Discard)]
            selected = set(rng.sample(places[:-1], min(3, len(places) - 1)) + places[-1:])
            discards, calls = judged(game, kyoku, selected)
            for name, rows in (("discards", discards), ("calls", calls)):
                for expected in rows:
                    assert found[name][game.id, nth, expected["event"]] == expected, (game.source, kyoku.name)
            met += [{"players": game.players} | row for row in (*discards, *calls)]
    assert sum("danger" in row for row in met) >= 300
    assert {row["players"] for row in met} == {3, 4}
    assert {row.get("danger") for row in met} >= {None, "genbutsu", "safe", "omote", "naka", "kata", "musuji", "honor"}
    assert {row.get("kind") for row in met} >= {"chi", "pon", "daiminkan", "ankan", "kakan", "kita"}
    for column in ("in_riichi", "riichi", "dealt_in", "dora"):
        assert {row[column] for row in met if column in row} == {False, True}
    assert any(row.get("called_by") is not None for row in met)


# -- small kyoku


def table(name, line, hands=None, **how):
    return tables_of(played(line, hands, **how))[name].to_pylist()


def last(column, line, hands=None, **how):
    """A column of the last discard."""
    return table("discards", line, hands, **how)[-1][column]


RIICHI_OF_1 = "0~1z 1+9m 1riichi 1!9m 1stick"
DISCARDS = [
    # column, kyoku and value of its last discard, near miss and value, what both share
    ("turn", "0~9m 1~9m 2~9m 3~9m 0~9m", 2, "0~9m 1~9m", 1, {}),
    ("tsumogiri", "0~9m", True, "0+9m 0-1m", False, {}),
    ("riichi", "0+1z 0riichi 0!1z", True, "0+1z 0riichi 0!1z 0stick 1~9m", False, {"hands": {0: TENPAI}}),
    ("in_riichi", "0+1z 0riichi 0!1z 0stick 1~1z 2~1z 3~1p 0~1p", True, "0+1z 0riichi 0!1z", False,
     {"hands": {0: TENPAI}}),
    ("n_sets", "0~9m 1pon0:999m 1-1m", 1, "0~9m 1~1m", 0, {"hands": {1: "99m147p147s12345z"}}),
    ("dora", "0~1p", True, "0~9p", False, {}),  # the indicator is 9p
    ("dora", "0~0m", True, "0~5m", False, {}),
    ("dora", "0+9m 0ankan:1111z 0+9m dora:8s 0~9s", True, "0+9m 0ankan:1111z 0+9m 0-9s dora:8s", False,
     {"hands": {0: "147m147p19s11112z"}}),
    ("called_by", "0~9m 1pon0:999m", 1, "0~9m 1~9m", None, {"hands": {1: "99m147p147s12345z"}}),
    ("dealt_in", "0~6s 1ron0:6s", True, "0~6s 1+6s 1tsumo:6s", False, {"hands": {1: TENPAI}}),
    ("shanten_before", "0+6s 0-2m", 0, "0+1z 0-2m", 0, {"hands": {0: TENPAI}}),  # also from a complete hand
    ("shanten", "0+1z 0-2m", 1, "0+1z 0-1z", 0, {"hands": {0: TENPAI}}),
    ("useful_kinds", "0~1z", 3, "0+6s 0-5s", 2, {"hands": {0: TENPAI}}),
    ("useful_tiles", "0~1z", 9, "0~6s", 8, {"hands": {0: TENPAI}}),
    ("best_tiles", "0+1z 0-8s", 9, "1~6s 0+1z 0-8s", 8, {"hands": {0: TENPAI}}),
    ("visible", "0~1p 1~1p", 3, "0~1p 1~9s", 1, {"hands": {1: "147m147p147s1234z"}}),
    ("danger", f"{RIICHI_OF_1} 2~9m", "genbutsu", f"{RIICHI_OF_1} 2~8m", "musuji", {"hands": {1: TENPAI}}),
    ("danger", f"{RIICHI_OF_1} 2~4p 3~4p", "safe", "0~4p 1+9m 1riichi 1!9m 1stick 2~9s 3~4p", "musuji",
     {"hands": {1: TENPAI}}),
    ("danger", f"{RIICHI_OF_1} 2~6m", "kata", "0+9m 0riichi 0!9m 1~6m", None, {"hands": {0: TENPAI, 1: TENPAI}}),
    ("danger", f"{RIICHI_OF_1} 2~3m", "far", f"{RIICHI_OF_1} 2~1z", "honor", {"hands": {1: TENPAI}}),
    ("danger_left", f"{RIICHI_OF_1} 2~9m", "genbutsu", f"{RIICHI_OF_1} 2~9m 3~9m", None, {"hands": {1: TENPAI}}),
    ("danger_across", f"{RIICHI_OF_1} 2~9m 3~9m", "genbutsu", f"{RIICHI_OF_1} 2~9m", None, {"hands": {1: TENPAI}}),
    ("danger_right", f"{RIICHI_OF_1} 2~9m 3~9m 0~9m", "genbutsu", f"{RIICHI_OF_1} 2~9m", None, {"hands": {1: TENPAI}}),
    ("n_riichi", f"{RIICHI_OF_1} 2~9m", 1, RIICHI_OF_1, 0, {"hands": {1: TENPAI}}),
    ("chance", "0~1p", "open", "0~1z", None, {}),
    ("chance", "0+2p 0-1p", "none", "0+9s 0-1p", "one", {"hands": {0: "1222p147m147s123z"}}),
]  # fmt: skip


@pytest.mark.parametrize(("column", "line", "value", "miss", "other", "how"), DISCARDS)
def test_a_column_of_discards_means_what_it_says(column, line, value, miss, other, how):
    assert last(column, line, **how) == value
    assert last(column, miss, **how) == other


RIICHI_OF_BOTH = "0+9m 0riichi 0!9m 0stick 1~2z 2+1m 2riichi 2!1m 2stick"
RANKED = ["genbutsu", "safe", "naka", "omote", "honor", "kata", "far", "musuji"]


@pytest.mark.parametrize(
    ("tile", "classes"),
    [
        ("1m", ["safe", "genbutsu"]),
        ("4m", ["musuji", "kata"]),
        ("3m", ["far", "musuji"]),
        ("6z", ["honor", "honor"]),
        ("6m", ["kata", "musuji"]),
    ],
)
def test_the_worst_class_counts(tile, classes):
    row = table("discards", f"{RIICHI_OF_BOTH} 3~{tile}", {0: TENPAI, 2: TENPAI})[-1]
    assert [row["danger_right"], row["danger_across"], row["danger_left"]] == [classes[0], None, classes[1]]
    assert row["danger"] == max(classes, key=RANKED.index)


CHI = "2~9s 3~9s 0~4p 1chi0:435p"
YAKUHAI = {1: "9922m35p147s55z12z", 2: "22m147p147s12345z"}
CALLS = [
    ("kind", "0~9m 1pon0:999m", "pon", {1: "99m147p147s12345z"}),
    ("kind", "0~9m 1kan0:9999m", "daiminkan", {1: "999m147p147s1234z"}),
    ("from_seat", "0~9m 2pon0:999m", 0, {2: "99m147p147s12345z"}),
    ("from_seat", "0+9m 0ankan:1111z", None, {0: "147m147p147s1111z"}),
    ("turn", "0~9m 1~1z 2~1z 3~9s 0~8m 1chi0:879m", 2, {1: "79m147p147s12345z"}),
    ("n_sets", "0+9m 0ankan:1111z", 1, {0: "147m147p147s1111z"}),
    ("yakuhai", "0~5z 1pon0:555z", True, {1: "147m147p147s55z12z"}),
    ("yakuhai", "0~1z 1pon0:111z", True, {1: "147m147p147s11z23z"}),  # of the round
    ("yakuhai", "0~2z 1pon0:222z", True, {1: "147m147p147s22z13z"}),  # of the seat
    ("yakuhai", "0~3z 1pon0:333z", False, {1: "147m147p147s33z12z"}),
    ("shanten_before", "0~5z 1pon0:555z", 1, {1: "123m456p78s99s55z1z"}),
    ("shanten", "0~5z 1pon0:555z", 0, {1: "123m456p78s99s55z1z"}),
    ("has_yakuhai", f"0~5z 1pon0:555z 1-1m {CHI}", True, YAKUHAI),
    ("has_yakuhai", f"0~9m 1pon0:999m 1-1m {CHI}", False, YAKUHAI),
    ("has_yakuhai", "0+9m 0ankan:1111z 0+9m 0-2z 3~4m 0pon3:444m", True, {0: "447m17p147s11112z"}),
    ("can_tanyao", f"0~2m 1pon0:222m 1-1m {CHI}", True, YAKUHAI),
    ("can_tanyao", f"0~9m 1pon0:999m 1-1m {CHI}", False, YAKUHAI),
    ("can_honitsu", f"0~5z 1pon0:555z 1-1m {CHI}", True, YAKUHAI),
    ("can_honitsu", f"0~9m 1pon0:999m 1-1m {CHI}", False, YAKUHAI),
    ("can_toitoi", "0~9m 1pon0:999m 1-1m 2~5z 1pon2:555z", True, YAKUHAI),
    ("can_toitoi", f"0~9m 1pon0:999m 1-1m {CHI}", False, YAKUHAI),
    ("can_chanta", "0~9m 1pon0:999m 1-1m 2~5z 1pon2:555z", True, YAKUHAI),
    ("can_chanta", f"0~9m 1pon0:999m 1-1m {CHI}", False, YAKUHAI),
    ("can_tanyao", "0~2m 2pon0:222m 2-1m 2~9m 3~9m 0~9m 1pon0:999m", False, YAKUHAI),
    ("shanten", "0~4m 1chi0:423m", 0, {1: "23m456p55789s111z"}),  # complete, and tenpai after any discard
]


@pytest.mark.parametrize(("column", "line", "value", "hands"), CALLS)
def test_a_column_of_calls_means_what_it_says(column, line, value, hands):
    assert table("calls", line, hands)[-1][column] == value


def test_sets_of_another_seat_or_kyoku_leave_everything_open():
    line = "0~9m 1pon0:999m 1-1m 2~2m 0pon2:222m"
    calls = table("calls", line, {0: "22m147p147s12345z", 1: YAKUHAI[1]})
    assert [call["can_tanyao"] for call in calls] == [False, True]
    twice = concatenate([played(f"0~9m 1pon0:999m {END}", YAKUHAI), played(f"0~2m 1pon0:222m {END}", YAKUHAI)])
    assert tables_of(twice)["calls"]["can_tanyao"].to_pylist() == [False, True]


@pytest.mark.parametrize(("line", "possible"), [("0+9m 0ankan:5555p", True), ("0~5p 1pon0:555p", False)])
def test_without_kuitan_only_a_closed_hand_has_tanyao(line, possible):
    rules = replace(TENHOU, kuitan=False)
    (call,) = table("calls", line, {0: "147m5555p147s123z", 1: "147m55p147s12345z"}, rules=rules)
    assert call["can_tanyao"] is possible


def test_north_is_no_set():
    (call,) = table("calls", "0+9m 0kita:4z", {0: "19m147p147s12344z"}, rules=TENHOU_3P)
    assert (call["kind"], call["n_sets"], call["yakuhai"]) == ("kita", 0, False)


def test_in_riichi_no_other_discard_is_thought_of():
    line = "0+1z 0riichi 0!1z 0stick 1~2z 2~2z 3~2z 0~6s"
    row = table("discards", line, {0: TENPAI})[-1]
    assert row["best_tiles"] == row["useful_tiles"] == 8


def test_calls_without_any_discard_are_recorded():
    (call,) = table("calls", "0+9m 0ankan:1111z 0+9m 0tsumo:9m", {0: "147m147p147s1111z"})
    assert call["n_sets"] == 1


@pytest.mark.parametrize("name", ["discards", "calls", "offers"])
def test_tables_of_nothing_and_of_something_have_the_schema(genuine, name):
    for batch in (genuine, genuine.select(np.zeros(0, np.int64))):
        check(tables_of(batch)[name], TABLES[name], schema_of(TABLES[name]))
