"""The table of possible acts: against the calls, riichi and wins of the log, and in small kyoku with near misses."""

from dataclasses import replace
from gzip import decompress
from pathlib import Path

import pytest

from mjlog.formats import Source
from mjlog.rules.presets import TENHOU, TENHOU_3P
from parsers.tenhou.xml import parse
from tests.replay.played import played
from tests.tables.test_build_decisions import tables_of

DATA = Path(__file__).resolve().parents[2] / "data" / "games"
ACTS = ("chi", "pon", "daiminkan", "ankan", "kakan", "kita")
PAIR = {1: "55p147m147s12345z"}
RUN = {1: "23m55p159s123457z"}
TENPAI = "123456789m1122s"
DRAWN = "0+1z"


def answers(line, hands=None, **how):
    offers = tables_of(played(line, hands, **how))["offers"].to_pylist()
    return [(offer["seat"], offer["act"], offer["answer"]) for offer in offers]


def check(games):
    tables = {name: rows.to_pandas() for name, rows in tables_of(games).items()}
    offers = tables["offers"]
    taken = offers[offers["answer"] == "taken"].set_index(["game", "kyoku", "seat", "turn"])
    calls = tables["calls"]
    for act in ACTS:
        of_act = calls[calls["kind"] == act].set_index(["game", "kyoku", "seat", "turn"]).sort_index()
        same = taken[taken["act"] == act].sort_index()
        assert same.index.equals(of_act.index), act
        if act in ("chi", "pon"):
            assert (same["shanten"] <= of_act["shanten"]).all()
        assert same["shanten_before"].tolist() == of_act["shanten_before"].clip(lower=0).tolist()
        assert same["yakuhai"].tolist() == of_act["yakuhai"].tolist()
    riichi = tables["discards"][tables["discards"]["riichi"]]
    assert (taken["act"] == "riichi").sum() == len(riichi)
    assert taken["act"].isin(["ron", "tsumo"]).sum() == len(games.wins.winner)
    return offers


def test_every_call_riichi_and_win_of_the_samples_was_possible():
    logs = [Source(path.name, decompress(path.read_bytes())) for path in sorted(DATA.glob("*.mjlog"))]
    offers = check(parse(logs).games)
    assert set(offers["answer"]) == {"taken", "passed", "other", "preempted"}


def test_every_call_riichi_and_win_of_genuine_games_was_possible(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::20]
    offers = check(parse([Source(path.name, path.read_bytes()) for path in paths]).games)
    assert set(offers["act"]) == {*ACTS, "riichi", "ron", "tsumo"}


SMALL = [
    ("0~5p 1pon0:555p", PAIR, [(1, "pon", "taken")]),
    ("0~5p 1+9s", PAIR, [(1, "pon", "passed")]),
    ("0~5p 2chi0:546p", {**PAIR, 2: "46p147m147s12345z"}, [(1, "pon", "preempted")]),  # chi of the wrong seat: no offer
    ("0~5p 1+9s", {1: "5p147m1479s12345z"}, []),
    ("0~1m 1chi0:123m", RUN, [(1, "chi", "taken")]),
    ("0~1m 1+9s", RUN, [(1, "chi", "passed")]),
    ("0~1m 1+9s", {2: RUN[1]}, []),  # only the next seat
    ("0~5p 1kan0:5555p", {1: "555p147m147s1234z"}, [(1, "pon", "other"), (1, "daiminkan", "taken")]),
    ("0+1z 0ankan:5555p", {0: "5555p147m147s123z"}, [(0, "ankan", "taken")]),
    ("0+1z 0!1z", {0: "5555p147m147s123z"}, [(0, "ankan", "passed")]),
    ("0+1z 0!1z", {0: "555p147m147s1234z"}, []),
    (f"{DRAWN} 0riichi 0!1z", {0: TENPAI}, [(0, "riichi", "taken")]),
    (f"{DRAWN} 0!1z", {0: TENPAI}, [(0, "riichi", "passed")]),
    (f"{DRAWN} 0!1z", {0: "123456789m1147s"}, []),
    ("0~1m 1~9m 2~9m 3~9m 0~1m", {1: "11m55p159s123457z"}, [(1, "pon", "passed"), (1, "pon", "preempted")]),
]


@pytest.mark.parametrize(("line", "hands", "expected"), SMALL)
def test_an_act_is_possible_or_not(line, hands, expected):
    assert answers(line, hands) == expected


def test_a_call_needs_a_tile_that_kuikae_lets_go():
    """After the chi of 4m with 5m and 6m the seat may discard neither 4m nor 7m, and after three calls has no other."""
    line = "0~5p 1pon0:555p 1-1z 2~9s 3~9s 0~6p 1pon0:666p 1-2z 2~9s 3~9s 0~7p 1pon0:777p 1-3z 2~8s 3~8s 0~4m"
    hands = {1: "556677p4567m123z"}
    assert answers(line, hands)[-1:] == [(1, "pon", "taken")]
    free = replace(TENHOU, kuikae="free")
    assert answers(line, hands, rules=free)[-1][:2] == (1, "chi")


def test_a_north_can_be_set_aside_with_three_players_only():
    line, hands = "0+9m 0!9m", {0: "19m147p147s12344z"}
    assert answers(line, hands, rules=TENHOU_3P) == [(0, "kita", "passed")]
    assert answers(line, {0: "19m147p147s12344z"}) == []


def test_riichi_needs_the_points_of_a_stick():
    assert answers(f"{DRAWN} 0!1z", {0: TENPAI}, points=(900, 33_100, 33_000, 33_000)) == []
