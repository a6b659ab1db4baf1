import re
from types import SimpleNamespace

import ibis
import pytest
from typer.testing import CliRunner

import mjlog
from mjlog.cli import app
from mjlog.cli.exits import plain
from mjlog.importing import import_archive
from mjlog.stats import self_check
from tests.made_logs import log, log_name, write_logs


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    import_archive(write_logs(folder / "in", range(4)), folder / "out")
    return mjlog.open(folder / "out")


@pytest.mark.parametrize("command", ["import", "audit"])
def test_a_folder_without_logs_is_named_and_exits_with_1(tmp_path, command):
    (tmp_path / "in").mkdir()
    done = run(command, tmp_path / "in", *(["-o", tmp_path / "out"] if command == "import" else []))
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.replace("\n", "") == f"no logs found in {tmp_path / 'in'}"


def test_a_file_that_is_no_log_is_a_failure_and_not_nothing(tmp_path):
    (tmp_path / "a.txt").write_text("no log")
    done = run("import", tmp_path / "a.txt", "-o", tmp_path / "out")
    assert (done.exit_code, "no logs found" in done.output) == (1, False)
    assert run("audit", tmp_path / "a.txt").exit_code == 1


def test_a_second_import_counts_what_it_skipped(tmp_path):
    write_logs(tmp_path / "in", range(3))
    (tmp_path / "in" / "copy.xml").write_bytes(log(1))
    first, second = (run("import", tmp_path / "in", "-o", tmp_path / "out").stdout for _ in range(2))
    assert "games/s" not in second
    assert re.search(r"already imported +1 +files with the same bytes as an earlier one", first)
    assert re.search(r"already imported +4 ", second)
    assert re.search(r"duplicates +0\n", second)


@pytest.mark.parametrize("command", ["import", "audit"])
def test_a_missing_path_is_named_in_plain_words(tmp_path, command):
    done = run(command, tmp_path / "no", *(["-o", tmp_path / "out"] if command == "import" else []))
    assert (done.exit_code, done.stderr.replace("\n", "")) == (2, f"no such file or folder: {tmp_path / 'no'}")


def test_system_errors_are_shown_without_their_number(tmp_path):
    with pytest.raises(OSError, match="Errno") as raised:
        (tmp_path / "nowhere" / "out").mkdir()
    assert plain(raised.value) == f"{tmp_path / 'nowhere' / 'out'}: No such file or directory"
    assert plain(ValueError("what it says")) == "what it says"


def test_the_game_of_a_log_of_which_nothing_was_kept_is_known_by_its_file(tmp_path):
    (tmp_path / "in").mkdir()
    name = log_name(7)
    (tmp_path / "in" / f"{name}.xml").write_bytes(log(7)[: log(7).index(b"<INIT") + 80])
    import_archive(tmp_path / "in", tmp_path / "out")
    failures = mjlog.open(tmp_path / "out").failures.to_pandas()
    assert (list(failures.game), list(failures.fault)) == ([name], ["truncated"])


def test_a_self_check_that_fails_names_the_games(data, monkeypatch, tmp_path):
    game = log_name(2)
    assert len(self_check.broken_games(data)) == 0
    hands = data.hands.mutate(points_hand=ibis.ifelse(data.hands.game == game, 100, data.hands.points_hand))
    others = {name: data[name] for name in ("games", "kyoku", "wins", "seats", "failures", "inputs")}
    broken = SimpleNamespace(hands=hands, **others)
    found = self_check.broken_games(broken)
    assert set(found.game) == {game}
    assert {"causes", "settlement"} <= set(found.identity)
    assert set(found.identity) >= set(self_check.check_identities(broken).query("not holds").identity)
    monkeypatch.setattr(mjlog, "open", lambda _: broken)
    done = run("import", write_logs(tmp_path / "in", [2]), "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert f"see {game}" in done.stderr
