"""Logs that are not a file of their own: in UTF-16, as a value of other JSON, as text in JSON."""

import html
import json

import pytest

import mjlog
from mjlog.converting.convert import encode
from mjlog.formats import Source, formats, parse
from tests.parsers.mjai.riichi_city import made

FORMATS = ("kobalab", "mjai", "riichi-city", "tenhou-json", "tenhou-xml")


@pytest.fixture(scope="module")
def logs():
    """A game in each format that is text."""
    games = mjlog.simulate.games(1, seed=7, rules="tenhou-east")
    written = {name: encode(games, name)[0] for name in FORMATS if formats()[name].write}
    return written | {"riichi-city": made.file_of(games, 0)}


def read(data):
    parsed = parse([Source("a", data)])
    assert [str(error) for *_, error in parsed.failures] == []
    return parsed.games


@pytest.mark.parametrize("name", FORMATS)
def test_a_log_may_be_utf_16(logs, name):
    assert len(read(logs[name].decode().encode("utf-16")).games.id) == 1


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("outer", ["data", "log", "result"])
def test_a_log_may_be_text_inside_json(logs, name, outer):
    text = logs[name].decode()
    n_kyoku = len(read(logs[name]).kyoku.wind)
    assert len(read(json.dumps({"id": 1, outer: {"text": text}}).encode()).kyoku.wind) == n_kyoku
    assert len(read(json.dumps(text).encode()).kyoku.wind) == n_kyoku


@pytest.mark.parametrize("name", ["kobalab", "tenhou-json", "riichi-city"])
def test_a_log_may_be_a_value_of_json(logs, name):
    value = json.loads(logs[name])
    for data in ({"status": "ok", "content": value}, {"content": {"games": [value]}}):
        assert len(read(json.dumps(data).encode()).games.id) == 1


@pytest.mark.parametrize("before", ["module.exports = ", "export default ", "\nexport const game="])
@pytest.mark.parametrize("name", ["kobalab", "tenhou-json", "riichi-city"])
def test_a_log_may_be_a_module(logs, name, before):
    assert len(read(before.encode() + logs[name] + b";\n").games.id) == 1


def unquoted(value):
    """A value as a person writes it in JavaScript."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {unquoted(inner)}" for key, inner in value.items()) + ",} /* {' */"
        case list():
            return "[" + ", ".join(map(unquoted, value)) + ",\n]" if value else "[]"
        case str():
            return "'" + value.replace("'", "\\'") + "'"
    return json.dumps(value)


@pytest.mark.parametrize("write", [unquoted, repr], ids=["JavaScript", "Python"])
@pytest.mark.parametrize(
    ("before", "after"),
    [("", ""), ("module.exports = ", ";"), ("// a game\n'use strict';\nconst a = ", ";\nmodule.exports = a;\n")],
)
@pytest.mark.parametrize("name", ["kobalab", "tenhou-json"])
def test_a_log_may_be_written_as_programs_write_values(logs, name, before, after, write):
    value = json.loads(logs[name]) | {"title": 'http://x, it\'s "a": None', "nothing": None}
    assert len(read((before + write(value) + after).encode()).kyoku.wind) == len(read(logs[name]).kyoku.wind)


@pytest.mark.parametrize("part", ["'\\", "a ", "/*", "//", ",/*", ", ", "`'", "None "])
def test_a_value_of_a_program_is_read_in_time_that_grows_with_its_length(part):
    ((_, _, error),) = parse([Source("a", b"{" + part.encode() * 20_000)]).failures
    assert "not a log in a known format" in error.message


@pytest.mark.parametrize("name", FORMATS)
def test_each_row_of_a_table_in_json_may_be_a_log(logs, name):
    text = logs[name].decode()
    rows = [{"id": f"{n}", "log": text} for n in range(2)]
    for data in ("\n".join(map(json.dumps, rows)), json.dumps(rows), json.dumps({"rows": rows})):
        assert read(data.encode()).games.source.tolist() == ["a!0", "a!1"]
    for data in (json.dumps([text, text]), json.dumps([{"x": text}, {"x": text}])):
        assert read(data.encode()).games.source.tolist() == ["a#1", "a#2"]


def test_rows_with_logs_of_several_formats_are_all_read(logs):
    rows = [{"log_id": name, "log_content": logs[name].decode()} for name in FORMATS]
    assert sorted(read(json.dumps(rows).encode()).games.source) == [f"a!{name}" for name in FORMATS]


@pytest.mark.parametrize("name", FORMATS)
def test_a_log_may_be_a_block_of_markdown(logs, name):
    assert len(read(b"# My game\n\n```\n" + logs[name] + b"\n```\nIs this a win?\n").games.id) == 1


def test_xml_may_be_escaped(logs):
    assert len(read(html.escape(logs["tenhou-xml"].decode()).encode()).games.id) == 1


def test_events_of_mjai_may_be_a_value_of_json(logs):
    events = [json.loads(line) for line in logs["mjai"].splitlines()]
    for data in ({"player": 0, "logs": events}, {"empty": [], "result": {"events": events}}):
        assert len(read(json.dumps(data).encode()).games.id) == 1


def test_json_without_a_log_stays_unknown():
    for data in (b'{"data": {"a": [1, 2]}}', b'"text"', '{"x": 1}'.encode("utf-16"), b"\xff\xfe\x00"):
        ((_, _, error),) = parse([Source("a", data)]).failures
        assert "not a log in a known format" in error.message
