"""mjai in reviews and HTML pages: mjai-reviewer's JSON, and viewers that keep the events in a script."""

import html
import json

import pytest

from mjlog.formats import Source, parse
from tests.parsers.mjai.logs import END_GAME, GAME, RON, TSUMO, kyoku

EVENTS = [GAME, *kyoku(*RON), *kyoku(*TSUMO, number=2), END_GAME]
LINES = "\n".join(map(json.dumps, EVENTS))
PAGE = "<!doctype html><html><script>{}</script></html>"
FILES = {
    "review": json.dumps({"engine": "Mortal", "review": {"x": ["y"] * 3000}, "mjai_log": EVENTS}, indent=1),
    "review of lists": json.dumps({"engine": "akochan", "mjai_log": [EVENTS[:3], EVENTS[3:]], "review": {}}),
    "list in a script": PAGE.format(f"const log = {json.dumps(EVENTS)};"),
    "lines in a script": PAGE.format(f"const log = `{LINES}`;"),
    "escaped in an attribute": PAGE.format("") + html.escape(LINES),
}


@pytest.mark.parametrize("name", FILES)
def test_the_log_in_a_file_is_read(name):
    parsed = parse([Source("a", FILES[name].encode())])
    assert [str(error) for *_, error in parsed.failures] == []
    assert (len(parsed.games), parsed.games.kyoku.number.tolist()) == (1, [1, 2])


def test_two_games_of_a_page_are_apart():
    page = PAGE.format(f"a = {json.dumps(EVENTS)}; b = {json.dumps(EVENTS)}")
    assert len(parse([Source("a", page.encode())]).games) == 2


def test_a_log_that_breaks_off_in_a_page_is_a_failure():
    parsed = parse([Source("a", PAGE.format(LINES[:-40]).encode())])
    assert (len(parsed.games), len(parsed.failures)) == (1, 1)
