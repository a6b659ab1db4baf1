"""Every genuine file of every kind: read in full, or refused with a named reason."""

from pathlib import Path
from typing import NamedTuple

import pytest

from mjlog.errors import Fault
from mjlog.formats import Source, parse
from tests.parsers.tenhou.json.test_genuine import REFUSED
from tests.parsers.tenhou.xml.test_genuine import ODD, UNREAD


class Held(NamedTuple):
    """What a folder holds."""

    n_files: int
    n_games: int
    n_kyoku: int
    refused: dict[str, str]
    """Files of which something is refused, and the fault."""


NO_DORA = {"pro-d109376e.json": Fault.MISSING_VALUE}
"""A win that counts dora, and no indicator; the kyoku is read."""

FOLDERS = {
    "tenhou_xml": Held(1400, 1400, 12_865, {}),
    "tenhou_xml_odd": Held(
        39,
        sum(n_kyoku > 0 for n_kyoku, _, _ in ODD.values()),
        sum(n_kyoku for n_kyoku, _, _ in ODD.values()),
        {
            f"odd-{file}.xml": Fault.UNKNOWN_FORMAT if fault == UNREAD else fault
            for file, (_, _, fault) in ODD.items()
            if fault
        },
    ),
    "tenhou_json": Held(294, 291, 502, NO_DORA | {file: fault for file, (fault, _) in REFUSED.items()}),
    "mjai": Held(
        81,
        80,
        87,
        {
            "bot-8a9633a8.mjson": Fault.MISSING_VALUE,  # no dora indicators; its kyoku are read
            "unknown-9105d1ad.mjson": Fault.TRUNCATED,  # one player's view of half a kyoku
        },
    ),
    "majsoul": Held(2, 2, 10, {}),
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_is_read_or_refused_with_a_reason(folder: str, shared: Path) -> None:
    sources = [Source(file.name, file.read_bytes()) for file in sorted((shared / "replays" / folder).iterdir())]
    parsed = parse(sources)
    held = FOLDERS[folder]
    refused = {sources[place].name: error.fault for place, _, error in parsed.failures}
    assert (len(sources), len(parsed.games), len(parsed.games.kyoku.wind)) == held[:3]
    assert refused == held.refused
    assert all(error.message for _, _, error in parsed.failures)
    whole = len(sources) - len(refused)
    assert len({int(place) for place in parsed.source_of_game}) >= whole


def test_no_folder_of_games_is_left_out(shared: Path) -> None:
    folders = {folder.name for folder in (shared / "replays").iterdir() if folder.is_dir()}
    assert folders - {"containers", "lists"} == set(FOLDERS)
