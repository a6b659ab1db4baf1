import pytest

from mjlog.archive import Source
from mjlog.errors import Fault
from mjlog.formats import parse

FILES = {
    "kobalab": b'{"kaiju": {"id": 0, "player": [], "qijia": 0}}\n{"qipai": {"zhuangfeng": 0}}',
    "part of a state of mjx": b'{"hiddenState": {"seed": "1"}, "publicObservation": {"gameId": "a"}}',
    "one player's view in mjx": b'{"who": 1, "publicObservation": {"gameId": "a"}, "privateObservation": {}}',
    "early mjx": b'{"playerIds": ["a"], "doras": [107], "eventHistory": {"events": []}, "privateObservations": []}',
    "protocol": b'{"nested": {"lq": {"nested": {"RecordNewRound": {"fields": {}}, "NotifyX": {}}}}}',
    "package": b'syntax = "proto3";\n\npackage lq;\n\nmessage RecordNewRound {\n}\n',
    "HAR": b'{"log": {"version": "1.2", "entries": [{"startedDateTime": "", "request": {}}]}}',
    "hexadecimal": b"00 0b 2e 6c 71 2e " * 20,
    "HTML page": b"\xef\xbb\xbf<!DOCTYPE html>\n<html><body>viewer</body></html>",
}
WORDS = {"package": "description of Mahjong Soul's protocol", "protocol": "description of Mahjong Soul's protocol"}


@pytest.mark.parametrize("name", list(FILES))
def test_a_file_of_another_program_is_refused_by_its_name(name):
    [(_, _, error)] = parse([Source("a", FILES[name])]).failures
    assert error.fault is Fault.UNKNOWN_FORMAT
    assert WORDS.get(name, name) in error.message


def test_any_other_file_is_refused_with_the_formats_that_are_read():
    [(_, _, error)] = parse([Source("a", b"{}")]).failures
    assert "known format (" in error.message
