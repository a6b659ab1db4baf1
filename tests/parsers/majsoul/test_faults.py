"""Damaged records, unknown codes and other games: each is an error; other games of the batch are read."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.errors import Fault
from mjlog.formats import Source
from parsers.majsoul import read, vocab
from tests.parsers.majsoul import made
from tests.parsers.majsoul.test_traps import DRAW, called, deal, discard, hule, kan, start, win

WHOLE = [start(), discard(0, "5s"), deal(1, "4z"), discard(1, "4z", moqie=True), DRAW]


def fault_of(*records, head=None):
    """The only failure of a game of some records, and how many kyoku are kept."""
    found = made.parsed(made.flat(head or {}, list(records)))
    ((_, _, error),) = found.failures
    return error.fault, error.message, len(found.games.kyoku.wind)


@pytest.mark.parametrize(
    ("records", "fault", "words"),
    [
        ([start(doras=["1q"])], Fault.BAD_TILES, "'1q' is not a tile"),
        ([start(tiles1=["1mt"] * 13)], Fault.BAD_TILES, "'1mt' is not a tile"),
        ([start(tiles1=["1p"] * 14)], Fault.BAD_TILES, r"hands of \[14, 14, 13, 13\] tiles"),
        ([start(ju=4)], Fault.BAD_VALUE, "ju 4"),
        ([start(scores=[1, 2])], Fault.BAD_RULES, "two players"),
        ([start(scores=[1.5] * 4)], Fault.BAD_VALUE, "scores"),
        ([discard(0, "5s")], Fault.BAD_ORDER, "DiscardTile before the first kyoku"),
        ([start(), discard(0, "9s")], Fault.BAD_TILES, "gives a tile that it does not hold"),
        ([start(), discard(0, "5s"), called(1, 2, "555s", 0)], Fault.BAD_TILES, "does not hold"),
        ([start(), discard(0, "5s"), called(1, 2, "445s", 0)], Fault.BAD_TILES, "different tiles"),
        ([start(), discard(0, "5s"), called(0, 1, "466s", 0)], Fault.BAD_ORDER, "not just discarded"),
        ([start(), discard(0, "5s"), called(0, 1, "335s", 0)], Fault.BAD_TILES, "not a run"),
        ([start(), kan(3, 0, "1m")], Fault.BAD_TILES, "has 1"),
        ([start(), kan(2, 0, "1m")], Fault.BAD_ORDER, "without its pon"),
        ([start(), kan(1, 0, "1m")], Fault.UNKNOWN_CODE, "unknown type of kan 1"),
        ([start(), ("BaBei", {})], Fault.BAD_ORDER, "four-player"),
        ([start(), deal(1, "1p", liqi={"seat": 2, "score": 1})], Fault.BAD_ORDER, "not just declared"),
        ([start(), discard(0, "5s", doras=["1p"])], Fault.BAD_VALUE, "dora indicators have changed"),
        ([start(), ("LiuJu", {"type": 6})], Fault.UNKNOWN_CODE, "unknown type of draw 6"),
        ([start(), hule([0] * 4)], Fault.MISSING_VALUE, "without a winner"),
        ([start(), discard(0, "5s"), hule([0] * 4, win(1, "1z", "6s"))], Fault.BAD_ORDER, "not just drawn"),
        (
            [start(), discard(0, "5s"), hule([0] * 4, win(1, "1" * 14 + "z", "5s"))],
            Fault.BAD_TILES,
            "hand of 14",
        ),
        (
            [start(), discard(0, "5s"), hule([0] * 4, win(1, "1" * 13 + "z", "5s", liqi=True, li_doras=["1z"] * 6))],
            Fault.BAD_VALUE,
            "6 ura",
        ),
        (
            [start(), discard(0, "5s"), hule([0] * 4, win(1, "1" * 13 + "z", "5s", fans=[{"id": 1003, "val": 1}]))],
            Fault.UNKNOWN_CODE,
            "unknown yaku 1003",
        ),
        ([start(), ("Dance", {})], Fault.UNKNOWN_TAG, "unknown record 'Dance'"),
        ([start(), discard(0, "5s")], Fault.TRUNCATED, "before the end"),
        ([start(), start()], Fault.BAD_ORDER, "without a result"),
        ([start(), DRAW, DRAW], Fault.BAD_ORDER, "after the result"),
    ],
)
def test_errors_name_their_cause(records, fault, words):
    found, message, _ = fault_of(*records)
    assert found == fault
    assert re.search(words, message)


def test_complete_kyoku_before_a_fault_are_kept():
    assert fault_of(*WHOLE, start(), kan(1, 0, "1m"))[2] == 1
    assert fault_of(*WHOLE, start(), discard(0, "5s")) == (
        Fault.TRUNCATED,
        "the record stops before the end of a kyoku",
        1,
    )


@pytest.mark.parametrize("name", vocab.EVENT_RECORDS)
def test_records_of_other_games_refuse_the_whole_game(name):
    fault, message, kept = fault_of(*WHOLE, (name, {}))
    assert (fault, kept) == (Fault.BAD_RULES, 0)
    assert name in message


def test_other_games_of_a_batch_are_read():
    good, bad = made.flat({}, WHOLE), made.flat({"config": {"mode": {"detail_rule": {"chuanma": 1}}}}, WHOLE)
    found = made.parsed(bad, good, b'{"head": {', good)
    assert found.source_of_game.tolist() == [1, 3]
    assert [(place, error.fault) for place, _, error in found.failures] == [(0, Fault.BAD_RULES), (2, Fault.TRUNCATED)]


def test_other_games_of_a_file_are_read():
    games = [json.loads(made.flat({"uuid": f"23040{n}-00000000"}, WHOLE)) for n in range(3)]
    games[1]["data"][0]["data"]["doras"] = ["1m", "2m", "3m"]
    for text in (json.dumps(games), "\n".join(map(json.dumps, games))):
        found = made.parsed(text.encode())
        assert found.games.games.id.tolist() == ["230400-00000000", "230402-00000000"]
        assert found.games.games.source.tolist() == ["0#1", "0#3"]
        assert [str(error.where) for _, _, error in found.failures] == ["0#2"]


@pytest.mark.parametrize("version", [1, 210714, 300000])
def test_unknown_versions_are_errors(version):
    in_json = json.loads(made.raw({}, WHOLE))
    in_json["data"]["data"]["version"] = version
    message = made.schema.classes()["GameDetailRecords"](version=version, records=[b""])
    for file in (made.dumped(in_json), made.wrapped("GameDetailRecords", message.SerializeToString())):
        ((_, _, error),) = made.parsed(file).failures
        assert error.fault == Fault.UNKNOWN_CODE
        assert f"version of records {version!r}" in error.message


@pytest.mark.parametrize("new", [False, True])
def test_bytes_without_a_head_are_read_bare_and_wrapped(new):
    bare = made.details(WHOLE, new=new)
    for file in (bare, made.wrapped("GameDetailRecords", bare)):
        assert read.recognises(Source("", file))
        games = made.one(file)
        assert (games.games.id[0], games.games.complete[0], len(games.kyoku.wind)) == (None, False, 1)


def test_records_that_lie_elsewhere_are_named():
    head = {"uuid": "230401-00000000-0000"}
    answer = made.schema.classes()["ResGameRecord"](data_url="https://example.org/record")
    answer.head.CopyFrom(made.message("RecordGame", head))
    ((_, _, error),) = made.parsed(answer.SerializeToString()).failures
    assert (error.fault, "https://example.org/record" in error.message) == (Fault.MISSING_VALUE, True)


def test_another_message_is_no_game():
    ((_, _, error),) = made.parsed(made.wrapped("ResLogin", b"")).failures
    assert error.fault == Fault.UNKNOWN_TAG


@pytest.mark.parametrize("text", ["[]", "{}", '{"head": {}, "data": []}', '{"head": {"uuid": "x"}}'])
def test_a_file_without_a_record_is_empty(text):
    ((_, _, error),) = made.parsed(text.encode()).failures
    assert error.fault == Fault.EMPTY_GAME


@given(st.data())
def test_damage_never_raises(data):
    file = bytearray(data.draw(st.sampled_from([made.answer({"uuid": "230401-00000000"}, WHOLE), made.raw({}, WHOLE)])))
    for _ in range(data.draw(st.integers(1, 4))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    read.parse([Source("damaged", bytes(file[: data.draw(st.integers(1, len(file)))]))])
