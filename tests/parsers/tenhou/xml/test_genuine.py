"""All genuine games, and the odd files, each with what is expected of it."""

from pathlib import Path

import numpy as np
import pytest

from mjlog.formats import Parsed, Source
from mjlog.games.batch import concatenate
from mjlog.games.columns import ABSENT
from parsers.tenhou import xml
from tests.parsers.tenhou.xml.logs import differences


@pytest.fixture(scope="module")
def sources(shared: Path) -> list[Source]:
    files = sorted((shared / "replays" / "tenhou_xml").iterdir())
    return [Source(file.name, file.read_bytes()) for file in files]


@pytest.fixture(scope="module")
def parsed(sources: list[Source]) -> Parsed:
    return xml.parse(sources)


def test_every_genuine_game_is_read_whole(parsed: Parsed) -> None:
    games = parsed.games
    assert parsed.failures == ()
    assert games.games.complete.all()
    assert (len(games), len(games.kyoku.wind), len(games.events.kind)) == (1400, 12_865, 1_197_823)
    assert (len(games.wins.winner), len(games.draws.honba), int((games.games.players == 3).sum())) == (
        10_962,
        1_983,
        313,
    )
    assert (games.calls.event != ABSENT).all()


def test_every_genuine_file_is_recognised(sources: list[Source]) -> None:
    assert all(xml.recognises(source) for source in sources)


@pytest.fixture(scope="module")
def written(parsed: Parsed) -> list[bytes]:
    return xml.write(parsed.games)


@pytest.mark.parametrize("players", [3, 4])
def test_what_is_written_of_genuine_games_is_read_as_the_same_columns(
    sources: list[Source], parsed: Parsed, written: list[bytes], players: int
) -> None:
    chosen = np.flatnonzero(parsed.games.games.players == players)
    games = parsed.games.select(chosen)
    again = xml.parse([Source(sources[game].name, written[game]) for game in chosen])
    assert again.failures == ()
    assert set(differences(games, again.games)) <= {"rule_sets", "games.rules"}
    named = [games.rule_sets[rules] for rules in games.games.rules]
    assert named == [again.games.rule_sets[rules] for rules in again.games.games.rules]


def test_most_genuine_files_are_written_as_they_were(sources: list[Source], written: list[bytes]) -> None:
    assert sum(data == source.data for source, data in zip(sources, written, strict=True)) >= 720


def test_genuine_games_read_one_by_one_are_those_of_the_batch(sources: list[Source], parsed: Parsed) -> None:
    some = list(range(0, 1400, 28))
    alone = concatenate([xml.parse([sources[game]]).games for game in some])
    together = parsed.games.select(np.array(some))
    assert set(differences(alone, together)) <= {"rule_sets", "games.rules"}
    halves = concatenate([xml.parse(sources[:700]).games, xml.parse(sources[700:]).games])
    assert set(differences(halves, parsed.games)) <= {"rule_sets", "games.rules"}


UNREAD = "unknown-format"
CUT = "truncated"
ODD = {
    # whole files of tests, ended properly: nothing is wrong with them
    "real-01fb372d": (5, True, None),
    "real-2a2898ef": (10, True, None),
    "real-2b4b21fa": (2, True, None),
    "real-73827bda": (13, True, None),
    "real-94981610": (2, True, None),
    "real-b1258526": (11, True, None),
    "real-f3048ad6": (9, True, None),
    # self-play that gives every value Tenhou gives
    "selfplay-a2c5b4e3": (12, True, None),
    # cut in mid-kyoku: the kyoku before are kept
    "real-1285a051": (4, False, CUT),
    "real-31006d86": (1, False, CUT),
    "real-336166b0": (4, False, CUT),
    "real-338fda55": (3, False, CUT),
    "real-58f75376": (7, False, CUT),
    "real-831a7ec1": (3, False, CUT),
    "real-aedfb849": (3, False, CUT),
    "real-bdd97e6f": (7, False, CUT),
    "real-d0f138de": (5, False, CUT),
    "real-eb82954d": (7, False, CUT),
    "real-f55ca75a": (2, False, CUT),
    "real-f87f0558": (4, False, CUT),
    "real-fc43e42f": (2, False, CUT),
    # cut behind a result and closed: every kyoku is kept, the game has no final result
    "real-3332316f": (7, False, CUT),  # three rons
    "real-546356fd": (4, False, CUT),  # nagashi mangan
    "real-69fc6408": (3, False, CUT),  # four riichi
    "real-a0d51793": (5, False, CUT),  # nine terminals and honours
    "real-bed11f82": (2, False, CUT),  # a ron, closed by the end of the log
    "real-c712e221": (1, False, CUT),  # an exhaustive draw
    # cut in the first kyoku: there is nothing to keep
    "real-01cf0f6a": (0, False, CUT),
    "real-082c5af1": (0, False, CUT),
    "real-2e695fde": (0, False, CUT),
    "real-777b0643": (0, False, CUT),
    "real-941458b7": (0, False, CUT),
    "real-9dc752f0": (0, False, CUT),
    "real-bdc6b022": (0, False, CUT),
    "real-be050ea4": (0, False, CUT),
    "real-be3b480d": (0, False, CUT),
    "real-d41cad9b": (0, False, CUT),
    # self-play that writes gains as `+100`, and ends without a result
    "selfplay-eec445fb": (3, False, "missing-value"),
    # a program with a log inside
    "handmade-90ab81b7": (0, False, UNREAD),
}


def test_every_odd_file_is_listed(shared: Path) -> None:
    files = (shared / "replays" / "tenhou_xml_odd").iterdir()
    assert {file.stem.removeprefix("odd-") for file in files} == set(ODD)


@pytest.mark.parametrize("file", ODD)
def test_odd_files_are_read_as_far_as_they_go(file: str, shared: Path) -> None:
    n_kyoku, complete, fault = ODD[file]
    source = Source(f"odd-{file}.xml", (shared / "replays" / "tenhou_xml_odd" / f"odd-{file}.xml").read_bytes())
    assert xml.recognises(source) == (fault != UNREAD)
    if fault == UNREAD:
        return
    parsed = xml.parse([source])
    assert len(parsed.games.kyoku.wind) == n_kyoku
    assert parsed.games.games.complete.tolist() == ([complete] if n_kyoku else [])
    assert [str(error.fault) for _, _, error in parsed.failures] == ([fault] if fault else [])
    for _, _, error in parsed.failures:
        assert error.where.source == source.name
        at_result = fault == CUT and str(error.raw).startswith(("<AGARI", "<RYUUKYOKU"))
        assert error.where.kyoku == n_kyoku - at_result
        assert error.where.offset is not None
        assert error.raw
        assert source.data.decode().startswith(error.raw.removesuffix("…"), error.where.offset)
    again = xml.parse([Source(source.name, data) for data in xml.write(parsed.games)])
    assert differences(parsed.games, again.games) == [] or not n_kyoku
