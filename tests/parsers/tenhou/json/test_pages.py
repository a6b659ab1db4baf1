"""HTML pages of viewers with Tenhou's JSON in their addresses, as mjai-reviewer's reports have them."""

import html
import json
from urllib.parse import quote

import pytest

import mjlog
from mjlog.converting.convert import encode
from mjlog.errors import Fault
from mjlog.formats import Source, parse

FORMS = {
    "as an attribute": html.escape,
    "percent-encoded": lambda text: quote(text, safe=""),
    "unescaped": lambda text: text,
}


@pytest.fixture(scope="module")
def game():
    return json.loads(encode(mjlog.simulate.games(1, seed=4, rules="tenhou-east"), "tenhou-json")[0])


def page(*addresses):
    frames = "".join(
        f'<iframe src="https://tenhou.net/5/?tw=1#json={text}" class="x"></iframe>\n' for text in addresses
    )
    return f"\ufeff<!DOCTYPE html>\n<html lang='en'><body>{frames}</body></html>".encode()


def split(game):
    head = {key: game[key] for key in ("title", "name", "rule") if key in game}
    return [json.dumps(head | {"log": [kyoku]}, ensure_ascii=False) for kyoku in game["log"]]


@pytest.mark.parametrize("form", FORMS)
def test_the_kyoku_of_a_page_are_one_game(game, form):
    parsed = parse([Source("report.html", page(*map(FORMS[form], split(game))))])
    assert [str(error) for *_, error in parsed.failures] == []
    assert (len(parsed.games), len(parsed.games.kyoku.wind)) == (1, len(game["log"]))


def test_games_with_other_names_are_apart(game):
    other = json.dumps(json.loads(split(game)[0]) | {"name": ["W", "X", "Y", "Z"]})
    assert len(parse([Source("a", page(split(game)[0], other))]).games) == 2


def test_a_broken_address_keeps_the_kyoku_before(game):
    parsed = parse([Source("a", page(split(game)[0], quote('{"log":[[')))])
    assert len(parsed.games.kyoku.wind) == 1
    assert [error.fault for *_, error in parsed.failures] == [Fault.TRUNCATED]


def test_a_page_without_a_log_is_refused_by_its_name():
    ((_, _, error),) = parse([Source("a", page()[:-30])]).failures
    assert error.message.startswith("an HTML page without a log")
