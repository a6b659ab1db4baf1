"""Captures of the service's answers: frames, hexadecimal and base64 text, and the HAR file of a browser."""

import base64
import json

import numpy as np
import pytest

import mjlog
from mjlog.formats import Source, parse
from parsers.majsoul import read
from tests.parsers.majsoul import made


@pytest.fixture(scope="module")
def answer():
    games = mjlog.simulate.games(1, seed=3, rules="mahjong-soul")
    return made.answer(made.head_of(games, 0), made.records_of(games, 0))


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


def frame(data):
    """The answer as the socket carries it: kind, number of the request, wrapper with an empty name."""
    return b"\x03\x2a\x00\x12" + varint(len(data)) + data


def har(*frames):
    sent = [{"type": "send", "opcode": 2, "data": base64.b64encode(b"\x02\x2a\x00\x0a\x00").decode()}]
    received = [{"type": "receive", "opcode": 2, "data": base64.b64encode(one).decode()} for one in frames]
    entry = {"startedDateTime": "", "request": {"url": "wss://x"}, "_webSocketMessages": sent + received}
    return json.dumps({"log": {"version": "1.2", "entries": [entry]}}, indent=1).encode()


SHAPES = {
    "frame": frame,
    "frame with an empty name": lambda data: b"\x03\x2a\x00\x0a\x00\x12" + varint(len(data)) + data,
    "hexadecimal": lambda data: data.hex().encode(),
    "hexadecimal of a frame, in lines": lambda data: frame(data).hex(" ", 1).upper().replace(" 0A", "\n0A").encode(),
    "hexadecimal with 0x": lambda data: b", ".join(b"0x%02x" % byte for byte in frame(data)),
    "base64": base64.encodebytes,
    "base64 of a frame": lambda data: base64.b64encode(frame(data)) + b"\n",
    "address": lambda data: b"data:application/octet-stream;base64," + base64.b64encode(frame(data)),
    "list of bytes": lambda data: json.dumps([*data]).encode(),
    "buffer of JavaScript": lambda data: json.dumps({"type": "Buffer", "data": [*frame(data)]}).encode(),
    "HAR": lambda data: har(b"\x01" + bytes(2000), frame(data), frame(b"\x0a\x00" + bytes(2000))),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_captured_answer_is_the_same_game(answer, shape):
    expected = made.one(answer)
    parsed = parse([Source("a", SHAPES[shape](answer))])
    assert [str(error) for *_, error in parsed.failures] == []
    assert np.array_equal(parsed.games.events.tile, expected.events.tile)
    assert parsed.games.games.id.tolist() == expected.games.id.tolist()


def test_a_har_file_may_contain_several_games(answer):
    parsed = parse([Source("a.har", har(frame(answer), frame(answer)))])
    assert parsed.games.games.source.tolist() == ["a.har#1", "a.har#2"]


@pytest.mark.parametrize("data", [b"0a" * 40, b"QUJD" * 40, b"\x03\x01\x00\x12\xff\xff", b"\x03"])
def test_other_text_and_frames_are_no_record(data):
    assert not read.recognises(Source("a", data))
    assert len(parse([Source("a", data)]).failures) == 1


def test_a_capture_that_was_cut_keeps_nothing_or_says_so(answer):
    parsed = parse([Source("a", SHAPES["hexadecimal"](answer)[:-501])])
    assert len(parsed.failures) == 1
