"""List pages among the archives: the table `list`, without a game twice, and what joining it tells."""

import gzip
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.archive import Source
from mjlog.cli import app
from mjlog.errors import LogError
from mjlog.formats import LogWarning, parse
from mjlog.importing import import_archive
from tests.archive.test_archive import zipped
from tests.importing.test_import_archive import files, listed, rows
from tests.made_logs import log, log_name, write_logs

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = "A(+46.0) B(+2.0) C(-19.0) D(-29.0)"


def phoenix(*numbers):
    """A page that lists made games, which all begin at midnight."""
    lines = (
        f'00:{n:02} | 13 | 四鳳南喰赤－ | <a href="http://tenhou.net/0/?log={log_name(n)}">牌譜</a> | {PLAYERS}<br>\n'
        for n in numbers
    )
    return "".join(lines).encode()


def ranked(*times, players=PLAYERS):
    return "".join(f"{time} | 13 | 四般南喰赤－ | {players}\r\n" for time in times).encode()


def write(folder, pages):
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in pages.items():
        (folder / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return folder


def list_of(out):
    return mjlog.open(out).list.order_by(["started", "source"]).to_pandas()


def test_pages_among_logs_become_the_table_and_join_the_games(tmp_path):
    write_logs(tmp_path / "in", range(3))
    write(tmp_path / "in", {"scc20240101.html.gz": phoenix(1, 2, 7), "sca20240101.log": ranked("09:30")})
    report = import_archive(tmp_path / "in", tmp_path / "out")
    assert (report.n_games, report.n_listed, report.n_inputs, report.failures) == (3, 4, 5, {})
    assert "listed games" in str(report)
    ds = mjlog.open(tmp_path / "out")
    assert set(ds.list.filter(ds.list.game.notnull()).anti_join(ds.games, "game").to_pandas().game) == {log_name(7)}
    assert set(ds.games.anti_join(ds.list, "game").to_pandas().game) == {log_name(0)}
    both = ds.list.inner_join(ds.games, "game").to_pandas()
    assert sorted(both.game) == [log_name(1), log_name(2)]
    assert len(ds.sql("SELECT * FROM list JOIN games USING (game)")) == 2
    assert files(tmp_path / "out") == listed(tmp_path / "out")


def test_a_year_in_a_zip_is_read_the_same_however_it_is_cut(tmp_path):
    pages = {f"2024/scb202401{day:02}.log.gz": gzip.compress(ranked("12:00", "13:00")) for day in range(1, 10)}
    (tmp_path / "scraw2024.zip").write_bytes(zipped(pages))
    import_archive(tmp_path / "scraw2024.zip", tmp_path / "whole")
    import_archive(tmp_path / "scraw2024.zip", tmp_path / "cut", shard_bytes=1)
    assert rows(tmp_path / "whole") == rows(tmp_path / "cut")
    found = list_of(tmp_path / "whole")
    assert [str(start) for start in found.started[:2]] == ["2024-01-01 12:00:00", "2024-01-01 13:00:00"]
    assert len(found) == 18
    assert found.source[0].endswith("scraw2024.zip!2024/scb20240101.log.gz")


def test_importing_again_adds_nothing(tmp_path):
    write(tmp_path / "in", {"scb20240101.log": ranked("12:00"), "scb2024010204.log.gz": b""})
    first = import_archive(tmp_path / "in", tmp_path / "out")
    before = rows(tmp_path / "out"), files(tmp_path / "out")
    again = import_archive(tmp_path / "in", tmp_path / "out")
    assert (first.n_listed, first.n_inputs, first.n_failures) == (1, 2, 0)
    assert (again.n_listed, again.n_inputs, again.n_known) == (0, 0, 2)
    assert (rows(tmp_path / "out"), files(tmp_path / "out")) == before


@pytest.mark.parametrize("together", [True, False])
def test_the_same_games_by_the_hour_and_by_the_day_are_listed_once(tmp_path, together):
    hours = {
        "scb2024010112.log.gz": ranked("12:00", "12:30"),
        "scc2024010100.html.gz": phoenix(1, 2),
        "scb2024010113.log.gz": ranked("13:00"),
    }
    days = {"scb20240101.log.gz": ranked("12:00", "12:30", "13:00", "14:00"), "scc20240101.html.gz": phoenix(1, 2, 3)}
    out = tmp_path / "out"
    if together:
        report = import_archive(write(tmp_path / "in", hours | days), out)
        assert report.n_listed == 7
    else:
        assert import_archive(write(tmp_path / "hours", hours), out).n_listed == 5
        assert import_archive(write(tmp_path / "days", days), out).n_listed == 2
    found = list_of(out)
    assert sorted(found.game.dropna()) == [log_name(1), log_name(2), log_name(3)]
    assert sorted(found.started[found.game.isna()].dt.strftime("%H:%M")) == ["12:00", "12:30", "13:00", "14:00"]


def test_an_id_that_stands_twice_on_a_page_is_one_game(tmp_path):
    write(tmp_path / "in", {"scc20240101.html": phoenix(1, 2, 1)})
    assert import_archive(tmp_path / "in", tmp_path / "out").n_listed == 2
    assert sorted(list_of(tmp_path / "out").line) == [1, 2]


@pytest.mark.parametrize("first", ["scc20240101.html", "renamed.txt"])
def test_a_page_of_no_known_kind_could_list_the_games_of_any(tmp_path, first):
    pages = {"scc20240101.html": phoenix(1, 2), "renamed.txt": phoenix(1, 2, 3)}
    out = tmp_path / "out"
    before = import_archive(write(tmp_path / "one", {first: pages[first]}), out).n_listed
    after = import_archive(write(tmp_path / "two", pages), out).n_listed
    assert before + after == 3
    assert sorted(list_of(out).game) == [log_name(n) for n in (1, 2, 3)]
    assert import_archive(write(tmp_path / "three", pages), tmp_path / "other").n_listed == 3


def test_equal_lines_of_one_page_are_games_of_players_without_an_account(tmp_path):
    nameless = "NoName(+48) NoName(+13) NoName(-25) NoName(-36)"
    pages = {"scb2024010112.log": ranked("12:00", "12:00", players=nameless)}
    days = {"scb20240101.log": ranked("12:00", "12:00", "12:01", players=nameless)}
    assert import_archive(write(tmp_path / "in", pages), tmp_path / "out").n_listed == 2
    assert import_archive(write(tmp_path / "in", days), tmp_path / "out").n_listed == 1


def test_equal_bytes_under_the_names_of_two_days_are_two_pages(tmp_path):
    pages = {"scb20240101.log": ranked("12:00"), "scb20240102.log": ranked("12:00")}
    assert import_archive(write(tmp_path / "in", pages), tmp_path / "out").n_listed == 2
    again = write(tmp_path / "elsewhere", {"scb20240102.log.gz": ranked("12:00")})
    assert import_archive(again, tmp_path / "out").n_known == 1


def test_bad_lines_are_failures_and_a_mended_page_is_read_again(tmp_path):
    good = ranked("12:00")
    write(tmp_path / "in", {"scb20240101.log": good + b"12:01 | what is this\r\n"})
    report = import_archive(tmp_path / "in", tmp_path / "out")
    assert (report.n_listed, report.failures) == (1, {"bad-value": 1})
    (failure,) = mjlog.open(tmp_path / "out").failures.to_pandas().itertuples()
    assert (failure.offset, failure.snippet) == (len(good), "12:01 | what is this")
    write(tmp_path / "in", {"scb20240101.log": ranked("12:00", "12:01")})
    report = import_archive(tmp_path / "in", tmp_path / "out")
    assert (report.n_listed, report.n_failures) == (1, 0)
    ds = mjlog.open(tmp_path / "out")
    assert (ds.failures.count().execute(), ds.list.count().execute()) == (0, 2)


def test_a_mended_log_leaves_its_line_in_the_list(tmp_path):
    write(tmp_path / "in", {"scc20240101.html": phoenix(1), f"{log_name(1)}.xml": log(1)[:-60]})
    import_archive(tmp_path / "in", tmp_path / "out")
    write(tmp_path / "in", {f"{log_name(1)}.xml": log(1)})
    import_archive(tmp_path / "in", tmp_path / "out")
    ds = mjlog.open(tmp_path / "out")
    assert ds.list.inner_join(ds.games, "game").complete.execute().tolist() == [True]


KILLED = """
import os, signal, sys
from mjlog.importing import commit, import_archive
real, left = commit.write_part, [int(sys.argv[3])]
def write_part(*arguments):
    checksum = real(*arguments)
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
    return checksum
commit.write_part = write_part
commit.MANIFEST_SECONDS = 0
import_archive(sys.argv[1], sys.argv[2], workers=1, shard_bytes=1)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
@pytest.mark.parametrize("after", [1, 2, 3])
def test_a_killed_import_goes_on_without_a_line_lost_or_doubled(tmp_path, after):
    pages = {f"scb202401{day:02}.log": ranked("12:00", "13:00") for day in range(1, 5)}
    write(tmp_path / "in", pages)
    killed = [sys.executable, "-c", KILLED, str(tmp_path / "in"), str(tmp_path / "out"), str(after)]
    assert subprocess.run(killed, check=False, env=os.environ).returncode == -signal.SIGKILL
    import_archive(tmp_path / "in", tmp_path / "out", shard_bytes=1)
    import_archive(tmp_path / "in", tmp_path / "whole")
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    assert list_of(tmp_path / "out").shape[0] == 8


def test_the_example_of_the_guide_counts_what_it_says(tmp_path, monkeypatch):
    guide = (ROOT / "docs" / "guide" / "lists-and-fetch.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```", guide, re.MULTILINE | re.DOTALL)
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    names = {}
    exec(compile(block, "lists-and-fetch.md", "exec"), names)
    counts = [names[name].count().execute() for name in ("missing", "unlisted", "both")]
    assert counts == [3, 48, 12]
    assert (names["by_day"].listed.sum(), names["by_day"].present.sum()) == (15, 12)
    places = names["places"]
    assert set(places[places.place == 1].player) >= {"Aoi", "Haru", "Ichiro"}
    assert places.place.max() == 4


def test_reading_a_page_as_a_log_says_where_it_belongs(tmp_path):
    with pytest.raises(LogError, match="table `list`"):
        mjlog.read(write(tmp_path, {"scb20240101.log": ranked("12:00")}) / "scb20240101.log")


def test_pages_among_logs_are_skipped_where_logs_are_wanted(tmp_path):
    parsed = parse([Source("a.xml", log(1)), Source("scb20240101.log", ranked("12:00"))])
    assert (len(parsed.games), parsed.failures, parsed.lists) == (1, (), (1,))
    folder = write(tmp_path / "in", {"scb20240101.log": ranked("12:00"), f"{log_name(1)}.xml": log(1)})
    with pytest.warns(LogWarning, match="1 list page skipped"):
        assert len(mjlog.read(folder)) == 1
    assert mjlog.convert([folder], tmp_path / "out", "mjai").n_lists == 1
    report = mjlog.audit(folder)
    assert (report.failures, report.n_games, report.n_lists) == ((), 1, 1)
    assert "1 list page skipped" in str(report)
    audited = CliRunner().invoke(app, ["audit", str(folder), "--format", "csv", "--levels", "wall"])
    assert "1 list page skipped" in audited.stderr
    only = CliRunner().invoke(app, ["audit", str(folder / "scb20240101.log")])
    assert (only.exit_code, only.stderr.count("skipped"), only.stderr.count("no logs found")) == (1, 1, 1)


def test_a_log_with_the_name_of_a_page_is_read_as_a_log(tmp_path):
    report = import_archive(write(tmp_path / "in", {"scb2024010100.log": log(1)}), tmp_path / "out")
    assert (report.n_games, report.n_listed, report.failures) == (1, 0, {})


def test_a_page_with_the_name_of_a_log_is_read_as_a_page(tmp_path):
    report = import_archive(write(tmp_path / "in", {f"{log_name(1)}.xml": phoenix(1)}), tmp_path / "out")
    assert (report.n_games, report.n_listed, report.failures) == (0, 1, {})
