"""The genuine records: a ranked hanchan of the newer form, and a friend room of the older one with rules of its own."""

import json

import numpy as np
import pytest

import mjlog
from mjlog.auditing.findings import Code
from mjlog.formats import Source
from mjlog.games.columns import Result
from mjlog.rules.presets import MAHJONG_SOUL, MAHJONG_SOUL_ROOM
from mjlog.rules.ruleset import differences
from parsers.majsoul import read, vocab
from tests.parsers.majsoul import made


@pytest.fixture(scope="module")
def folder(shared):
    return shared / "replays" / "majsoul"


@pytest.fixture(scope="module")
def ranked(folder):
    return made.one((folder / "ranked-4p-9-rounds.json").read_bytes())


@pytest.fixture(scope="module")
def room(folder):
    return made.one((folder / "friend-room-custom-rules-open-hand.json").read_bytes())


def test_the_audit_finds_nothing_but_a_wall_that_cannot_be(ranked, room):
    assert mjlog.audit(ranked).findings == ()
    assert {finding.code for finding in mjlog.audit(room).findings} == {Code.TILE_TWICE}  # twelve tiles of each wind


@pytest.mark.parametrize(
    ("told", "changed", "code"),
    [
        ('"fu": 40, "point_rong": 5200', '"fu": 50, "point_rong": 5200', Code.FU),
        ('{"val": 2, "id": 31}', '{"val": 1, "id": 31}', Code.DORA),
        ('"delta_scores": [0, 2000, -2000, 0]', '"delta_scores": [-2000, 2000, 0, 0]', Code.PAYMENT),
        ('"li_doras": ["5s"]', '"li_doras": ["8s"]', Code.WALL_URA),
        ('"total_point": 30500', '"total_point": 40500', Code.FINAL_SCORE),
        ('"paishan": "5p6s', '"paishan": "6s5p', Code.WALL_DRAW),
    ],
)
def test_what_is_changed_is_found(folder, told, changed, code):
    text = json.dumps(json.loads((folder / "ranked-4p-9-rounds.json").read_bytes()))
    assert told in text
    games = made.one(text.replace(told, changed).encode())
    assert code in [finding.code for finding in mjlog.audit(games).findings]


def test_the_ranked_game_is_told_whole(ranked):
    (game,) = ranked
    assert (game.id, game.platform, game.rules) == (
        "210815-6da08e40-2605-42fb-a5e3-f8aa5940362a",
        "mahjong-soul",
        MAHJONG_SOUL,
    )
    assert (ranked.games.room[0], ranked.games.vendor_type[0], ranked.games.complete[0]) == ("玉の間", 12, True)
    assert ranked.games.final_points[0].tolist() == [-3600, 23600, 39500, 40500]
    assert ranked.games.final_scores[0].tolist() == [-43.6, -6.4, 19.5, 30.5]
    assert len(game.kyoku) == 9
    assert ranked.kyoku.result.tolist().count(Result.EXHAUSTIVE_DRAW) == 1
    assert len(ranked.wins.winner) == 8


def test_the_room_has_the_rules_its_host_set(room):
    (rules,) = room.rule_sets
    assert differences(rules, MAHJONG_SOUL_ROOM) == {
        "length": "single",
        "start_points": 200_000,
        "return_points": 200_000,
        "target_points": 200_000,
        "local_yaku": vocab.OLD_YAKU,
        "renhou_value": "yakuman",
    }


def test_three_rons_on_one_tile_are_all_paid_in_turn(room):
    assert room.wins.winner.tolist() == [1, 2, 3]
    assert room.wins.points.tolist() == [192_000] * 3
    assert room.wins.payments[:, 0].tolist() == [-192_000] * 3
    assert room.games.final_points[0].tolist() == [-376_000, 392_000, 392_000, 392_000]


def test_an_indicator_under_the_wall_is_where_the_record_puts_it(ranked):
    """The fifth tile from the end is the indicator, the sixth the one beneath: read off all nine kyoku."""
    walls = ranked.games.seed[0].split("\n")
    assert len(walls) == 9
    for kyoku, wall in enumerate(walls):
        assert wall[-10:-8] == made.names([ranked.kyoku.dora_indicator[kyoku]])[0]


def test_the_record_in_bytes_is_the_same_game(ranked, folder):
    told = json.loads((folder / "ranked-4p-9-rounds.json").read_bytes())
    kept = [action["result"] for action in told["data"]["data"]["actions"] if "result" in action]
    records = [(entry["name"].removeprefix(".lq.Record"), entry["data"]) for entry in kept]
    for new in (True, False):
        again = made.one(made.answer(told["head"], without_false_ends(records), new=new))
        for group in ("games", "seats", "kyoku", "events", "calls", "wins", "yaku", "draws"):
            for name, column in zip(getattr(ranked, group)._fields, getattr(ranked, group), strict=True):
                if (group, name) != ("wins", "limit"):  # none is the default, which protobuf leaves out
                    np.testing.assert_array_equal(getattr(getattr(again, group), name), column, f"{group}.{name}")


def without_false_ends(records):
    """Fields of another type than described are dumps' own: `gameend` of a draw is one."""
    return [(name, {k: v for k, v in fields.items() if k != "gameend"}) for name, fields in records]


def test_only_records_are_recognised(folder, shared):
    for file in folder.iterdir():
        assert read.recognises(Source(file.name, file.read_bytes()))
    others = [
        next(iter(sorted((shared / "replays" / other).iterdir()))) for other in ("tenhou_xml", "tenhou_json", "mjai")
    ]
    assert not any(read.recognises(Source(file.name, file.read_bytes())) for file in others)
