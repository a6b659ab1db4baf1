"""Records of Riichi City: their shapes, tables, riichi, tsumogiri, results without a winner, and damage."""

import json

import numpy as np
import pytest

import mjlog
from mjlog.errors import Fault
from mjlog.formats import Source, formats, parse, platforms
from mjlog.games.columns import ABSENT, EventKind, Result
from parsers.mjai.riichi_city import read
from tests.parsers.mjai.riichi_city import made


@pytest.fixture(scope="module")
def games():
    return mjlog.simulate.games(1, seed=5, rules="riichi-city")


@pytest.fixture
def record(games):
    return made.record_of(games, 0)


def parsed(*values):
    return read.parse([Source("a.json", v if isinstance(v, bytes) else json.dumps(v).encode()) for v in values])


def one(value):
    found = parsed(value)
    assert [str(error) for *_, error in found.failures] == []
    return found.games


def fault(value):
    ((_, _, error),) = parsed(value).failures
    return error


def change(record, kind, change, kyoku=0):
    """Change the data of the first event of a type."""
    event = next(e for e in record["data"]["handRecord"][kyoku]["handEventRecord"] if e["eventType"] == kind)
    data = json.loads(event["data"])
    change(data)
    event["data"] = json.dumps(data)


def test_the_format_is_found(record):
    source = Source("a.json", json.dumps(record).encode())
    assert formats()["riichi-city"].recognises(source)
    assert parse([source]).games.games.platform.tolist() == ["riichi-city"]
    assert platforms()["riichi-city"].yaku_codes["kita"] == (55,)


def test_the_header(record):
    games = one(record)
    assert games.games.id[0] == "cn000000000000000000"
    assert str(games.games.started[0]) == "2023-04-01T21:00"  # Japan time
    assert (games.games.room[0], games.games.vendor_type[0]) == ("銀河", 1001)
    assert games.games.complete[0]
    assert not np.isnan(games.games.final_scores[0]).any()


def test_a_record_is_read_with_and_without_its_envelope_and_in_any_file(record):
    lines = b"\n".join(json.dumps(record["data"]).encode() for _ in range(2))
    assert len(one(record["data"]).games.id) == 1
    assert len(one([record, record["data"]]).games.id) == 2
    assert len(one(b"\xef\xbb\xbf" + lines).games.id) == 2


def test_the_data_of_an_event_may_be_an_object_and_players_may_be_missing(record):
    for kyoku in record["data"]["handRecord"]:
        del kyoku["players"]
        for event in kyoku["handEventRecord"]:
            event["data"] = json.loads(event["data"])
    found = one(record)
    assert found.seats.name[0].tolist() == [None] * 4
    assert found.games.complete[0]


def test_a_table_has_its_own_rules(record):
    record["data"] |= {
        "round": 1, "fangFu": 2, "initPoints": 30000, "isKaiLiZhi": True, "gamePlay": 1003, "isLuck": True,
    }  # fmt: skip
    found = one(record)
    (rules,) = found.rule_sets
    assert (rules.name, rules.length, rules.min_han, rules.start_points) == ("riichi-city-east-own", "east", 2, 30_000)
    assert "open_riichi" in rules.local_yaku
    assert found.games.room[0] == "友人戦"
    assert np.isnan(found.games.final_scores[0]).all()  # the uma of a friend room is not recorded
    extra = json.loads(found.games.extra[0])
    assert (extra["gamePlay"], extra["isLuck"], len(extra["score"])) == (1003, True, 4)


def test_north_may_be_yakuhai():
    games = mjlog.simulate.games(1, seed=5, rules="riichi-city-3p")
    (rules,) = one(made.record_of(games, 0, northOperateType=1)).rule_sets
    assert (rules.north, rules.name) == ("yakuhai", "riichi-city-3p-own")


@pytest.mark.parametrize(
    ("settings", "words"), [({"isGeMu": True}, "wareme"), ({"fangFu": 4}, "fangFu 4"), ({"round": 9}, "round 9")]
)
def test_a_table_that_no_option_describes_is_refused(record, settings, words):
    record["data"] |= settings
    error = fault(record)
    assert error.fault is Fault.BAD_RULES
    assert words in error.message


def test_a_game_of_two_is_refused(record):
    for kyoku in record["data"]["handRecord"]:
        del kyoku["players"][2:]
    assert fault(record).fault is Fault.BAD_RULES


def test_a_discard_without_its_place_may_be_tsumogiri_or_not(record):
    for kyoku in record["data"]["handRecord"]:
        for event in kyoku["handEventRecord"]:
            data = json.loads(event["data"])
            event["data"] = json.dumps(data | {"move_cards_pos": None} if "move_cards_pos" in data else data)
    found = one(record)
    discards = found.events.kind == EventKind.DISCARD
    after_call = np.roll(np.isin(found.events.kind, (EventKind.CHI, EventKind.PON)), 1)
    assert set(found.events.tsumogiri[discards & ~after_call]) == {ABSENT}


def test_an_open_riichi_is_an_event(record):
    record["data"]["isKaiLiZhi"] = True
    for kyoku in record["data"]["handRecord"]:
        for event in kyoku["handEventRecord"]:
            data = json.loads(event["data"])
            event["data"] = json.dumps(data | {"li_zhi_type": 3} if data.get("is_li_zhi") else data)
    found = one(record)
    kinds = found.events.kind.tolist()
    assert kinds.count(EventKind.OPEN_RIICHI) == kinds.count(EventKind.RIICHI_ACCEPTED) > 0


def test_without_points_after_a_kyoku_those_of_the_next_say_who_paid(record, games):
    for kyoku in record["data"]["handRecord"]:
        for event in kyoku["handEventRecord"]:
            if event["eventType"] == 5:
                event["data"] = json.dumps(json.loads(event["data"]) | {"user_profit": []})
    assert np.array_equal(one(record).wins.payments[:3], games.wins.payments[:3])


@pytest.mark.parametrize(
    ("end", "words", "code"),
    [
        (8, "a vote of the players", Fault.TRUNCATED),
        (11, "the service", Fault.TRUNCATED),
        (9, "unknown end_type 9", Fault.UNKNOWN_CODE),
    ],
)
def test_a_kyoku_without_a_known_result_ends_the_game_there(record, end, words, code):
    change(record, 5, lambda data: data.update(end_type=end), kyoku=2)
    error = fault(record)
    assert (error.fault, error.where.kyoku) == (code, 2)
    assert words in error.message
    assert len(parsed(record).games.kyoku.wind) == 2


def test_four_kinds_of_draws_are_codes(record):
    for code, result in ((2, Result.SUUFON_RENDA), (3, Result.SUUKAIKAN), (4, Result.SUUCHA_RIICHI)):
        change(record, 5, lambda data, code=code: data.update(end_type=code, win_info=None))
        assert parsed(record).games.kyoku.result[0] == result


@pytest.mark.parametrize(
    ("kind", "broken", "code"),
    [
        (1, {"hand_cards": [1] * 12}, Fault.BAD_TILES),
        (1, {"bao_pai_card": 0}, Fault.BAD_TILES),
        (1, {"quan_feng": 50}, Fault.UNKNOWN_CODE),
        (1, {"user_info_list": []}, Fault.MISSING_VALUE),
        (4, {"card": 999}, Fault.BAD_TILES),
        (4, {"action": 14}, Fault.UNKNOWN_CODE),
        (4, {"action": 9}, Fault.BAD_ORDER),
        (4, {"user_id": 7}, Fault.BAD_VALUE),
        (5, {"end_type": None}, Fault.BAD_VALUE),
        (5, {"end_type": 0, "win_info": []}, Fault.MISSING_VALUE),
    ],
)
def test_damage_is_located(record, kind, broken, code):
    change(record, kind, lambda data: data.update(broken), kyoku=1)
    error = fault(record)
    assert (error.fault, error.where.kyoku) == (code, 1)


def test_an_unknown_event_is_an_error(record):
    record["data"]["handRecord"][1]["handEventRecord"][5]["eventType"] = 12
    assert fault(record).fault is Fault.UNKNOWN_CODE


def test_a_record_without_kyoku_or_cut_off_is_an_error(record):
    assert fault({"handRecord": [], "handEventRecord": 1}).fault is Fault.EMPTY_GAME
    assert fault(json.dumps(record).encode()[:5000]).fault is Fault.TRUNCATED
    assert fault({"code": 1, "data": None}).fault is Fault.BAD_VALUE
    del record["data"]["handRecord"][-1]
    assert fault(record).fault is Fault.TRUNCATED
