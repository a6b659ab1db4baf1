"""What parsers declare that their formats cannot tell, against samples: the matrix in the reference rests on it."""

import gzip
import warnings
from pathlib import Path

import numpy as np
import pytest

from mjlog.converting.convert import each_written, writers
from mjlog.converting.losses import told_columns
from mjlog.formats import LogWarning, Source, parse, parsers, read
from mjlog.games.batch import concatenate, runs
from mjlog.games.columns import ABSENT, GROUPS, declarations
from tests.parsers.majsoul import made

DATA = Path(__file__).resolve().parents[2] / "data"
SAMPLES = DATA / "games"


def in_format(games, name):
    files = [Source(f"{n}", file) for n, file in enumerate(each_written(games, name)) if isinstance(file, bytes)]
    return parse(files).games


COLUMNS = {f"{group}.{name}" for group in GROUPS for name in declarations(GROUPS[group])}


@pytest.mark.parametrize("parser", parsers(), ids=lambda parser: parser.name)
def test_what_a_format_cannot_tell_are_columns(parser):
    assert parser.untold <= COLUMNS


@pytest.mark.parametrize("parser", parsers(), ids=lambda parser: parser.name)
def test_samples_tell_nothing_their_format_cannot_tell(parser):
    if parser.name in writers():
        games = in_format(read(SAMPLES), parser.name)
    else:
        files = [Source(path.name, unpacked(path)) for path in sorted((DATA / "formats").iterdir())]
        games = parser.parse([source for source in files if parser.recognises(source)]).games
    assert len(games) > 0
    assert told_columns(games) & parser.untold == set()


def unpacked(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


@pytest.fixture(scope="module")
def genuine(shared):
    """Genuine games of the format that tells most, those with the rarest column among them."""
    games = read(shared / "replays" / "tenhou_xml")
    game_of_win = runs(games.kyoku_start)[runs(games.win_start)]
    rare = np.unique(game_of_win[games.wins.pao != ABSENT])
    chips = np.flatnonzero((games.games.final_chips != ABSENT).any(axis=1))
    return games.select(np.unique(np.concatenate([rare, chips, np.arange(0, len(games), 50)])))


@pytest.mark.parametrize("parser", parsers(), ids=lambda parser: parser.name)
def test_genuine_logs_tell_all_that_their_format_can(parser, shared, genuine):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some are refused
        games = [genuine] if parser.name == "tenhou-xml" else [read(shared / "replays" / parser.name.replace("-", "_"))]
    if parser.name in writers():
        games.append(in_format(genuine, parser.name))
    elif parser.name == "majsoul":
        games.append(made.with_a_computer(read(DATA / "traps" / "pao.xml")))
    assert told_columns(concatenate(games)) == COLUMNS - parser.untold
