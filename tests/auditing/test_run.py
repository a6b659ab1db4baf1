import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

import mjlog
from mjlog.auditing.findings import Code
from mjlog.auditing.report import described, merged
from mjlog.auditing.run import CHECKS, audit, audits, forced
from mjlog.errors import LogError
from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from mjlog.rules.association_presets import M_LEAGUE
from mjlog.rules.presets import preset
from mjlog.tables.store import SCHEMAS
from parsers.tenhou import xml
from tests.made_logs import log, log_name, write_logs

WALL = ["wall"]


def seeded(number, *, seed='seed="mt19937ar-sha512-n288,1,2"'):
    """A made game that claims a seed, by which nothing of it was dealt."""
    return log(number).replace(b'<GO type="9"', f'<SHUFFLE {seed} ref=""/><GO type="9"'.encode())


@pytest.fixture
def games():
    return xml.parse([Source(f"{log_name(n)}.xml", seeded(n)) for n in range(3)]).games


@pytest.fixture
def folder(tmp_path):
    """Three games, the second of which has a seed."""
    folder = write_logs(tmp_path / "logs", range(3))
    (folder / f"{log_name(1)}.xml").write_bytes(seeded(1))
    return folder


def test_a_batch_is_audited_at_all_levels_asked_for(games):
    report = audit(games, levels=WALL)
    assert (report.n_games, report.n_kyoku, report.n_wins) == (3, 6, 0)
    assert report.levels == ("wall",)
    assert set(report.counts) == {Code.WALL_DEAL, Code.WALL_DRAW, Code.WALL_DICE, Code.WALL_INDICATOR}
    assert report.counts[Code.WALL_DEAL] == 24
    assert not report.clean
    assert audit(games, levels=[]).clean


def test_findings_come_in_the_order_of_games_and_kyoku(games):
    places = [(f.game, f.kyoku) for f in audit(games, levels=WALL).findings]
    assert places == sorted(places)


def test_a_report_is_a_table_of_findings(games):
    report = audit(games, levels=WALL)
    table = report.to_table()
    assert table.schema == SCHEMAS["findings"]
    assert len(table) == len(report.findings)
    row = table.to_pylist()[0]
    assert (row["game"], row["source"], row["kyoku"]) == (log_name(0), f"{log_name(0)}.xml", 0)
    assert (row["level"], row["rules"]) == ("wall", "tenhou")
    assert audit(games, levels=[]).to_table().schema == SCHEMAS["findings"]


def test_a_report_shows_what_was_checked_and_examples(games):
    report = audit(games, levels=WALL)
    text = str(report)
    assert f"{len(report.findings)} findings in 3 games, 6 kyoku, 0 wins" in text
    assert "wall-deal" in text
    assert f"{log_name(0)}, kyoku 0 (E1-0): Seat 0 is dealt" in text
    assert "<td>wall-deal</td><td>wall</td>" in report._repr_html_()
    finding = replace(report.findings[0], option="kiriage=true", event=4)
    assert described(finding, report.places[0]).endswith("It would be correct with kiriage=true.")
    assert ", event 4: " in described(finding, report.places[0])


def test_files_folders_and_archives_are_audited_alike(folder, tmp_path):
    expected = audit(folder, levels=WALL)
    assert (expected.n_games, {f.game for f in expected.findings}) == (3, {1})
    with ZipFile(tmp_path / "logs.zip", "w") as archive:
        for path in sorted(folder.iterdir()):
            archive.write(path, path.name)
    assert audit(tmp_path / "logs.zip", levels=WALL).findings == expected.findings
    assert audit(sorted(map(str, folder.iterdir())), levels=WALL).findings == expected.findings
    with ThreadPoolExecutor(1) as executor:
        assert audit(folder, levels=WALL, executor=executor).findings == expected.findings


def test_games_are_counted_on_over_shards(folder):
    shards = list(audits([folder / f"{log_name(1)}.xml"], levels=WALL)) * 2
    report = merged(shards, ("wall",))
    assert report.n_games == 2
    assert {f.game for f in report.findings} == {0, 1}
    assert report.stored_bytes == 2 * (folder / f"{log_name(1)}.xml").stat().st_size


def test_what_cannot_be_read_is_in_the_report(folder):
    (folder / "z.xml").write_bytes(b"<mjloggm")
    report = audit(folder, levels=[])
    assert (report.n_games, len(report.failures), report.clean) == (3, 1, False)
    assert "z.xml" in str(report)


def test_a_data_set_is_audited_from_its_files(folder, tmp_path):
    out = tmp_path / "out"
    mjlog.import_archive(folder, out)
    write_logs(folder, [7])
    expected = ["wall-deal"]
    for source in (out, mjlog.open(out)):
        report = audit(source, levels=WALL)
        assert report.n_games == 3, "the game that came later is not in the data set"
        assert expected[0] in report.counts


def test_files_of_a_data_set_that_are_gone_are_named(folder, tmp_path):
    mjlog.import_archive(folder, tmp_path / "out")
    gone = folder / f"{log_name(1)}.xml"
    gone.unlink()
    report = audit(tmp_path / "out", levels=WALL)
    assert report.n_games == 2
    assert report.missing == (str(gone),)
    assert not report.clean
    assert f"file not found: {gone}" in str(report)


def test_members_of_archives_are_found_again(folder, tmp_path):
    with ZipFile(tmp_path / "odd!name.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    mjlog.import_archive(tmp_path / "odd!name.zip", tmp_path / "out")
    report = audit(tmp_path / "out", levels=WALL)
    assert (report.n_games, report.missing) == (3, ())


def test_an_import_can_audit_what_it_adds(folder, tmp_path):
    report = mjlog.import_archive(folder, tmp_path / "out", audit="wall")
    expected = audit(folder, levels=WALL)
    assert report.n_findings == len(expected.findings) > 0
    assert re.search(rf"findings +{report.n_findings:,}\n", str(report))
    found = mjlog.open(tmp_path / "out").findings.to_pandas()
    assert list(found["message"]) == [finding.message for finding in expected.findings]
    again = mjlog.import_archive(folder, tmp_path / "out", audit="wall")
    assert again.n_findings == 0
    with pytest.raises(ValueError, match="no level 'walls'"):
        mjlog.import_archive(folder, tmp_path / "other", audit=["walls"])


def test_rules_can_be_forced(games):
    report = audit(games, levels=WALL, rules="m-league")
    assert {place.rules for place in report.places} == {"m-league"}
    three = forced(games, preset("tenhou-3p"))
    assert {game.rules.name for game in three} == {"tenhou"}
    assert {game.rules for game in forced(games, M_LEAGUE)} == {M_LEAGUE}


def test_wrong_use_is_refused(tmp_path, games):
    with pytest.raises(FileNotFoundError):
        audit(tmp_path / "none", levels=WALL)
    with pytest.raises(ValueError, match="no level 'scores'"):
        audit(games, levels=["scores"])
    with pytest.raises(LogError, match="no preset 'mleague'"):
        audit(games, levels=WALL, rules="mleague")


@pytest.mark.parametrize("level", CHECKS)
def test_every_level_takes_an_empty_batch(games, level):
    assert audit(games.select(np.zeros(0, np.int64)), levels=[level]).clean


def test_genuine_games_have_one_finding_that_is_right(shared):
    """Of 1,400 logs one was edited: its header calls a hanchan an east game, which goes on behind its end."""
    report = audit(shared / "replays/tenhou_xml")
    assert (report.n_games, report.n_wins, report.failures) == (1400, 10962, ())
    assert [(f.code, f.option) for f in report.findings] == [(Code.GAME_GOES_ON, "length=hanchan")]
    assert report.places[0].source.endswith("game-2c71f3e0c6.xml")
    assert len(report.decisions) > 40, "games without a date are held to the rules of a period"


def test_no_option_is_named_where_a_win_names_too_few_indicators():
    games = mjlog.read(*sorted((Path(__file__).parents[2] / "data/games").glob("*.mjlog"))[:12])
    ura, copies = games.wins.ura_indicators.copy(), games.wins.ura_indicator_copies.copy()
    assert (ura != ABSENT).any()
    ura[:], copies[:] = ABSENT, ABSENT
    wins = games.wins._replace(ura_indicators=ura, ura_indicator_copies=copies)
    found = audit(replace(games, wins=wins), levels=["score"]).findings
    assert {f.option for f in found if f.code is Code.WIN_INDICATORS} == {None}
