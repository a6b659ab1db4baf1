"""A format that another package installs: it is read, written, converted, simulated and listed, and no file changes."""

import sys
from importlib.metadata import EntryPoint
from types import ModuleType

import numpy as np
import pytest
from typer.testing import CliRunner

import mjlog
from mjlog import formats
from mjlog.cli import app
from mjlog.converting.convert import encode
from mjlog.formats import Format, Parsed, Platform, Source
from mjlog.games.columns import COPIES
from parsers.tenhou import json

HEAD = b"toy\n"


def recognises(source):
    return source.data.startswith(HEAD)


def parse(sources):
    parsed = json.parse([source._replace(data=source.data.removeprefix(HEAD)) for source in sources])
    return Parsed(games=parsed.games, source_of_game=parsed.source_of_game, failures=parsed.failures)


def write(games):
    return [HEAD + data for data in json.write(games)]


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """A module with the format, found through an entry point."""
    toy = ModuleType("toy_parser")
    toy.FORMATS = (
        Format(
            name="toy",
            title="a toy",
            suffix=".toy",
            unrecorded=json.FORMAT.unrecorded,
            recognises=recognises,
            parse=parse,
            write=write,
        ),
    )
    toy.PLATFORMS = (Platform(name="toy-house", yaku_codes={"riichi": (7,)}),)
    monkeypatch.setitem(sys.modules, "toy_parser", toy)
    entries = [*formats.entry_points(group=formats.ENTRY_POINTS)]
    entries.append(EntryPoint("toy", "toy_parser", formats.ENTRY_POINTS))
    monkeypatch.setattr(formats, "entry_points", lambda group: entries)
    registries = (formats.formats, formats.list_readers, formats.platforms)
    for registry in registries:
        registry.cache_clear()
    yield
    for registry in registries:
        registry.cache_clear()


@pytest.fixture
def game():
    return mjlog.simulate.games(1, seed=5, rules="tenhou-3p-east")


def test_it_is_written_and_read(game):
    (data,) = encode(game, "toy")
    parsed = formats.parse([Source("a", data)])
    assert data.startswith(HEAD)
    assert parsed.failures == ()
    assert np.array_equal(parsed.games.kyoku.points, game.kyoku.points)


def test_archives_are_converted_to_it_and_from_it(game, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.xml").write_bytes(encode(game, "tenhou-xml")[0])
    there = mjlog.convert([tmp_path / "in"], tmp_path / "toy", "toy")
    assert [file.suffix for file in there.files] == [".toy"]
    assert there.lost.columns & COPIES
    back = mjlog.convert([tmp_path / "toy"], tmp_path / "back", "tenhou-xml")
    assert (len(back.files), back.failures) == (1, ())


def test_simulated_games_are_written_in_it(tmp_path):
    lost = mjlog.simulate.write(1, tmp_path, rules="tenhou-3p-east", to="toy")
    assert lost.columns & COPIES
    assert [file.suffix for file in tmp_path.iterdir()] == [".toy"]


def test_the_command_line_lists_it():
    lines = CliRunner().invoke(app, ["convert", "--list-formats"]).output.splitlines()
    assert any(line.split() == ["toy", ".toy", "a", "toy"] for line in lines)
    assert any(line.startswith("majsoul") and line.endswith("(can only be read)") for line in lines)


def test_an_unknown_format_is_refused_with_the_names_of_those_that_can_be_written(game):
    with pytest.raises(mjlog.LogError, match="the formats are kobalab, mjai, tenhou-json, tenhou-xml, toy"):
        encode(game, "pdf")
    with pytest.raises(mjlog.LogError, match="'majsoul' cannot be written"):
        encode(game, "majsoul")


def test_its_platform_is_known():
    assert formats.platforms()["toy-house"].yaku_codes == {"riichi": (7,)}
