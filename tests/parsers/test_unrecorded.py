"""The columns that formats declare as unrecorded, against samples: the table in the reference rests on them."""

import gzip
import warnings
from pathlib import Path

import numpy as np
import pytest

from mjlog.converting.convert import encode_each
from mjlog.converting.losses import recorded_columns
from mjlog.formats import LogWarning, Source, formats, parse, read
from mjlog.games.batch import concatenate, runs
from mjlog.games.columns import ABSENT, GROUPS, declarations
from tests.parsers.majsoul import made
from tests.parsers.mjai.riichi_city import made as riichi_city
from tests.parsers.tenhou import mjx_states

DATA = Path(__file__).resolve().parents[2] / "data"
SAMPLES = DATA / "games"


def in_format(games, name):
    files = [Source(f"{n}", file) for n, file in enumerate(encode_each(games, name)) if isinstance(file, bytes)]
    return parse(files).games


COLUMNS = {f"{group}.{name}" for group in GROUPS for name in declarations(GROUPS[group])}


@pytest.mark.parametrize("known", formats().values(), ids=lambda known: known.name)
def test_unrecorded_names_are_columns(known):
    assert known.unrecorded <= COLUMNS


@pytest.mark.parametrize("known", formats().values(), ids=lambda known: known.name)
def test_samples_hold_nothing_in_unrecorded_columns(known):
    if known.write:
        games = in_format(read(SAMPLES), known.name)
    else:
        files = [Source(path.name, unpacked(path)) for path in sorted((DATA / "formats").iterdir())]
        games = known.parse([source for source in files if known.recognises(source)]).games
    assert len(games) > 0
    assert recorded_columns(games) & known.unrecorded == set()


def states(games):
    """Games of four players as files of mjx, named as logs of Tenhou."""
    rows = np.flatnonzero(games.games.players == 4)[:40]
    return [Source(f"2019050417gm-00a9-0000-{row:08x}.json", mjx_states.file_of(games, row)) for row in rows]


def unpacked(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data


@pytest.fixture(scope="module")
def genuine(shared):
    """Genuine games of the format that records most, those with the rarest columns among them."""
    games = read(shared / "replays" / "tenhou_xml")
    game_of_win = runs(games.kyoku_start)[runs(games.win_start)]
    rare = np.unique(game_of_win[games.wins.pao != ABSENT])
    chips = np.flatnonzero((games.games.final_chips != ABSENT).any(axis=1))
    return games.select(np.unique(np.concatenate([rare, chips, np.arange(0, len(games), 50)])))


@pytest.mark.parametrize("known", formats().values(), ids=lambda known: known.name)
def test_genuine_logs_fill_every_other_column(known, shared, genuine):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some are refused
        folder = shared / "replays" / known.name.replace("-", "_")
        games = [genuine] if known.name == "tenhou-xml" else [read(folder)] if folder.exists() else []
    if known.write:
        games.append(in_format(genuine, known.name))
    elif known.name == "majsoul":
        games.append(made.with_a_computer(read(DATA / "traps" / "pao.xml")))
    elif known.name == "mjx":
        games.append(known.parse(states(genuine)).games)
    elif known.name == "riichi-city":
        pao = read(DATA / "traps" / "pao.xml")
        games.append(known.parse([Source("a", riichi_city.file_of(genuine, row)) for row in range(len(genuine))]).games)
        games.append(known.parse([Source("b", riichi_city.file_of(pao, 0, isLuck=True))]).games)
    assert recorded_columns(concatenate(games)) == COLUMNS - known.unrecorded
