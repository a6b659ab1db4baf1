import csv
import io
import json
import shlex
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from tests.made_logs import log, log_name, write_logs

SEED = b'<SHUFFLE seed="mt19937ar-sha512-n288,1,2" ref=""/>'


def run(*words):
    return CliRunner().invoke(app, [*map(str, words)])


@pytest.fixture
def clean(tmp_path):
    return write_logs(tmp_path / "clean", range(2))


@pytest.fixture
def odd(tmp_path):
    """Two games, one of which claims a seed by which nothing of it was dealt."""
    folder = write_logs(tmp_path / "odd", range(2))
    text = log(1).replace(b'<GO type="9"', SEED + b'<GO type="9"')
    (folder / f"{log_name(1)}.xml").write_bytes(text)
    return folder


def test_an_audit_without_findings_ends_with_status_0(clean):
    done = run("audit", clean, "--levels", "wall,score")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("0 findings in 2 games, 4 kyoku, 0 wins; checked wall, score in ")


def test_an_audit_with_findings_counts_them_shows_examples_and_ends_with_status_1(odd):
    done = run("audit", odd, "--levels", "wall", "--limit", 2)
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    at = lines.index(next(line for line in lines if line.split()[:2] == ["wall-deal", "8"]))
    assert lines[at + 1].startswith(f"    {log_name(1)}, kyoku 0 (E1-0): Seat 0 is dealt ")
    assert lines[at + 2].startswith("    ")
    assert not lines[at + 3].startswith("    ")


def test_what_cannot_be_read_is_shown_and_ends_with_status_1(clean):
    for n in range(5):
        (clean / f"z{n}.xml").write_bytes(b"<mjloggm")
    done = run("audit", clean, "--levels", "wall")
    assert done.exit_code == 1
    assert "not read: " in done.stdout
    assert "not read: 2 more" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--levels", "scores"], "no level 'scores'; the levels are score, settlement"),
        (["--rules", "mleague"], "no preset 'mleague'; nearest: m-league"),
        (["--rules", "none.toml"], "none.toml"),
    ],
)
def test_wrong_use_ends_with_status_2(clean, words, message):
    done = run("audit", clean, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_path_that_does_not_exist_is_wrong_use(tmp_path):
    assert run("audit", tmp_path / "none").exit_code == 2


def test_findings_come_as_rows_of_csv(odd):
    done = run("audit", odd, "--levels", "wall", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert done.exit_code == 1
    assert {row["game"] for row in rows} == {log_name(1)}
    assert len([row for row in rows if row["code"] == "wall-deal"]) == 8


def test_findings_come_as_lines_of_json_at_most_the_limit_of_each_code(odd):
    done = run("audit", odd, "--levels", "wall", "--format", "json", "--limit", 1)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len({row["code"] for row in rows}) == 4
    assert rows[0]["level"] == "wall"


def test_a_data_set_is_audited(odd, tmp_path):
    mjlog.import_archive(odd, tmp_path / "out")
    done = run("audit", tmp_path / "out", "--levels", "wall")
    assert done.exit_code == 1
    assert "in 2 games, 4 kyoku" in done.stdout


def test_workers_find_the_same(odd):
    alone, pool = (run("audit", odd, "--levels", "wall", "--format", "csv", "-j", n) for n in (1, 2))
    assert (alone.exit_code, alone.stdout) == (pool.exit_code, pool.stdout)


def test_the_rules_that_explain_games_best_are_printed(clean):
    done = run("audit", clean, "--detect-rules")
    assert done.exit_code == 0
    assert done.stdout.startswith("2 games by tenhou: best explained by tenhou, ")
    assert "unexplained by each candidate: " in done.stdout


def test_no_games_have_no_rules_to_detect(tmp_path):
    (tmp_path / "log.xml").write_bytes(b"<mjloggm")
    done = run("audit", tmp_path, "--detect-rules")
    assert (done.exit_code, done.stderr) == (1, "no game could be read\n")


def test_a_game_is_shown_kyoku_by_kyoku(clean):
    done = run("show", clean / f"{log_name(1)}.xml", "--tiles", "mpsz")
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{log_name(1)}  tenhou  rules tenhou")
    assert "  0  E1-0  25,000, 25,000, 25,000, 25,000\n       kyuushu kyuuhai; payments none" in done.stdout


def test_the_table_before_an_event_is_shown(clean):
    done = run("show", clean / f"{log_name(1)}.xml", "--kyoku", 1, "--event", 3)
    assert done.exit_code == 0
    assert f"{log_name(1)}, kyoku 1" in done.stdout
    assert ">    3  seat 1 discards" in done.stdout


def test_a_game_of_a_data_set_is_shown_by_its_id(clean, tmp_path):
    mjlog.import_archive(clean, tmp_path / "out")
    of_file = run("show", clean / f"{log_name(1)}.xml", "-k", 0, "-e", 2)
    assert run("show", log_name(1), "--data", tmp_path / "out", "-k", 0, "-e", 2).stdout == of_file.stdout
    unknown = run("show", "no-such-game", "--data", tmp_path / "out")
    assert unknown.exit_code == 2
    assert "no game no-such-game" in unknown.stderr


def test_a_summary_says_how_to_look_at_its_first_finding(odd, tmp_path):
    with ZipFile(tmp_path / "a b.zip", "w") as archive:
        for path in odd.iterdir():
            archive.write(path, f"logs/{path.name}")
    done = run("audit", tmp_path / "a b.zip", "--levels", "wall")
    command = next(line for line in done.stdout.splitlines() if "show the first: " in line).split(": mjlog ")[1]
    shown = run(*shlex.split(command))
    assert shown.exit_code == 0
    assert shown.stdout.startswith(f"{log_name(1)}, kyoku 0")
    missing = run("show", f"{tmp_path}/a b.zip!logs/none.xml")
    assert (missing.exit_code, "there is no game" in missing.stderr) == (2, True)


def test_a_page_to_step_through_is_written(clean, tmp_path):
    done = run("show", clean / f"{log_name(0)}.xml", "-k", 0, "--html", tmp_path / "page.html")
    assert (done.exit_code, done.stdout) == (0, f"{tmp_path / 'page.html'}: {log_name(0)}, kyoku 0\n")
    assert "<svg" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--kyoku", 9], "the game has kyoku 0 to 1, not 9"),
        (["--kyoku", 0, "--event", 99], "has events 0 to 8, not 99"),
        (["--event", 1], "need --kyoku"),
        (["--nth", 4], "has games 0 to 0, not 4"),
        (["--tiles", "emoji"], "is not one of"),
    ],
)
def test_places_that_are_not_there_are_wrong_use(clean, words, message):
    done = run("show", clean / f"{log_name(1)}.xml", *words)
    assert done.exit_code == 2
    assert message in done.stderr
