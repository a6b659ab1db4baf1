import errno
import io
import os
import re
import subprocess
import sys
import time
from unittest.mock import Mock

import pytest
from rich.console import Console
from typer.testing import CliRunner

from mjlog.cli import COMMANDS, app, load
from mjlog.importing import Progress, progress
from mjlog.progress_bar import ProgressBar
from tests.made_logs import log, write_logs


def run(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_help_lists_the_commands_without_importing_them():
    code = (
        "import sys; from mjlog.cli import app; app(standalone_mode=False); "
        "sys.exit(bool({'numba', 'numpy', 'rich', 'pandas', 'pyarrow', 'matplotlib'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code, "-h"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("mjlog st", "stats"), ("mjlog stats exp", "explain"), ("mjlog stats out --pl", "--player")],
)
def test_the_shell_completes_without_loading_tables(typed, completed):
    code = (
        "import sys; from mjlog.cli import app\n"
        "try: app(prog_name='mjlog')\n"
        "finally: print({'pandas', 'pyarrow'} & {*sys.modules})"
    )
    shell = os.environ | {"_MJLOG_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=shell, check=False)
    assert done.stdout.split() == [completed, "set()"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_declared_summary_is_the_first_line_of_the_help_of_a_command(command):
    assert load(command).help.splitlines()[0] == COMMANDS[command][1]


def test_a_misspelt_command_is_answered_with_the_one_meant():
    assert "Did you mean 'stats'" in run("stat").stderr


@pytest.mark.parametrize(
    "words",
    [
        *([command] for command in COMMANDS),
        *(["rules", word] for word in ("list", "show", "compare")),
        *(["stats", word] for word in ("show", "list", "explain", "check", "compare")),
    ],
)
def test_every_command_has_help_with_an_example(words):
    done = run(*words, "-h")
    assert done.exit_code == 0
    assert "Example" in done.output
    assert f"mjlog {words[0]}" in done.output


def test_version_is_shown():
    done = subprocess.run([sys.executable, "-m", "mjlog", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == run("--version").output
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", run("--version").output)


def test_import_says_what_is_in_the_tables(tmp_path):
    write_logs(tmp_path / "in", range(3))
    done = run("import", tmp_path / "in", "--out", tmp_path / "out")
    assert done.exit_code == 0, done.output
    assert re.search(r"games +3\n +kyoku +6\n +wins +0\n +kyoku without a win +6\n", done.output)
    assert str(tmp_path / "out") in done.output


def test_import_with_failures_shows_them_and_exits_with_1(tmp_path):
    write_logs(tmp_path, [1])
    (tmp_path / "cut.xml").write_bytes(log(2)[:-60])
    (tmp_path / "README.md").write_text("[red] no log")
    done = run("import", tmp_path, "-o", tmp_path / "out")
    assert done.exit_code == 1
    assert "unknown-format" in done.output
    assert "README.md" in done.output
    assert "Traceback" not in done.output


def test_import_with_findings_counts_them_and_exits_with_1(tmp_path):
    write_logs(tmp_path / "in", range(2))
    done = run("import", tmp_path / "in", "-o", tmp_path / "out", "--audit", "progress")
    assert done.exit_code == 1
    assert "findings" in done.stdout
    assert run("import", tmp_path / "in", "-o", tmp_path / "out", "--audit", "progress").exit_code == 0
    wrong = run("import", tmp_path / "in", "-o", tmp_path / "out", "--audit", "points")
    assert (wrong.exit_code, "no level 'points'" in wrong.stderr) == (2, True)


@pytest.mark.parametrize(
    "arguments", [["import"], ["import", "x"], ["nosuch"], ["schema", "nosuch"], ["import", "--nosuch"]]
)
def test_wrong_use_exits_with_2(arguments):
    done = run(*arguments)
    assert done.exit_code == 2
    assert "Traceback" not in done.output


def test_a_missing_path_and_a_file_as_out_are_wrong_use(tmp_path):
    write_logs(tmp_path / "in", [1])
    for paths in (
        [tmp_path / "nowhere", "-o", tmp_path / "out"],
        [tmp_path / "in", "-o", next((tmp_path / "in").iterdir())],
    ):
        done = run("import", *paths)
        assert (done.exit_code, type(done.exception)) == (2, SystemExit)
        assert "Errno" not in done.output


def test_schema_shows_tables_and_columns():
    assert "One row per kyoku and seat" in run("schema").output
    done = run("schema", "wins")
    assert done.exit_code == 0
    assert "pao_seat" in done.output


def test_an_interrupted_import_says_how_to_go_on(tmp_path):
    write_logs(tmp_path / "in", range(300))
    script = f"""
import os, signal, sys
from mjlog import cli
from mjlog.importing import progress
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
show = progress.show
def interrupting(bar, step):
    show(bar, step)
    if step.n_games >= 100:
        os.kill(os.getpid(), signal.SIGINT)
progress.show = interrupting
sys.argv = ["mjlog", "import", {str(tmp_path / "in")!r}, "-o", {str(tmp_path / "out")!r}]
import mjlog.importing
mjlog.importing.SMALLEST_SHARD = 20_000
cli.main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 130
    assert "run the same command to continue" in done.stderr
    assert "Traceback" not in done.stderr


class Terminal:
    """A console that collects what is shown on it."""

    def __init__(self, is_terminal):
        self.file = io.StringIO()
        self.console = Console(file=self.file, force_terminal=is_terminal, width=120)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_is_shown_after_a_while(is_terminal):
    terminal = Terminal(is_terminal)
    with ProgressBar("Starting", console=terminal.console) as bar:
        progress.show(bar, Progress(0, 100, 0, 0, compiles=True))
        time.sleep(0.2)
        progress.show(bar, Progress(50, 100, 1234, 2))
        time.sleep(0.2)
    shown = terminal.file.getvalue()
    assert "Compiling" in shown
    assert "1,234 games" in shown
    assert "2 failures" in shown
    assert "50 %" in shown


@pytest.mark.parametrize("is_terminal", [True, False])
def test_what_takes_a_moment_shows_nothing(is_terminal):
    terminal = Terminal(is_terminal)
    with ProgressBar("Starting", patience=1.0, first_line=1.0, console=terminal.console) as bar:
        progress.show(bar, Progress(10, 100, 5, 0))
    assert terminal.file.getvalue().strip() == ""


def test_show_reports_what_was_not_read_and_that_there_are_more_games(tmp_path):
    write_logs(tmp_path, range(2))
    (tmp_path / "cut.xml").write_bytes(log(2)[:-60])
    done = run("show", tmp_path)
    assert done.exit_code == 0
    assert done.stderr.startswith("not read: ")
    assert "showing game 0 of 0 to " in done.stderr
    assert "LogWarning" not in done.output


def test_export_onto_a_file_is_wrong_use(tmp_path):
    write_logs(tmp_path / "in", [1])
    run("import", tmp_path / "in", "--out", tmp_path / "out")
    (tmp_path / "file").touch()
    done = run("export", tmp_path / "out", tmp_path / "file", "--format", "csv")
    assert (done.exit_code, "File exists" in done.stderr) == (2, True)


def test_a_yakuman_is_shown_without_fu():
    assert "fu" not in run("score", "19m19p19s1234567z", "1m", "--tsumo").output
    assert "30 fu" in run("score", "234m456p5578s", "777z", "--win", "9s", "--seat", "S").output


def test_a_mean_below_1_is_shown_with_three_digits():
    from mjlog.display.statistics import interval_text, value_text

    assert value_text(0.0021, "kans") == "0.002"
    assert interval_text(0.0012, 0.0019, "kans") == "0.001–0.002"


def test_show_says_where_games_of_a_data_set_are_found(tmp_path):
    write_logs(tmp_path / "in", [1])
    run("import", tmp_path / "in", "--out", tmp_path / "out")
    assert "name its data set with --data" in run("show", "2020010100gm-0009-0000-00000000").stderr
    assert f"`mjlog show ID --data {tmp_path / 'out'}`" in run("show", tmp_path / "out").stderr
    name = next((tmp_path / "in").iterdir())
    name.rename(tmp_path / name.name)
    gone = run("show", name.stem, "--data", tmp_path / "out")
    assert (gone.exit_code, "which no longer exists" in gone.stderr) == (2, True)


@pytest.mark.parametrize("command", [["stats", "--stat", "win_rate"], ["report"], ["stats", "check"]])
def test_a_damaged_file_of_a_large_data_set_is_a_plain_error(tmp_path, monkeypatch, command):
    out = tmp_path / "out"
    assert run("import", write_logs(tmp_path / "in", range(2)), "--out", out).exit_code == 0
    monkeypatch.setattr("mjlog.tables.checking.CHECKED_AT_OPENING", 0)
    for path in out.glob("hands/part-*.parquet"):
        content = path.read_bytes()
        path.write_bytes(content[:4] + bytes(2000) + content[2004:])  # pages of columns, not the list of columns
    done = run(*command[:2], out, *command[2:]) if command[-1] == "check" else run(command[0], out, *command[1:])
    assert done.exit_code == 2, done.output
    assert "`mjlog check` names damaged files" in done.output


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (["stats", "OUT", "--stat", "win_rate", "--format", "csv", "--out", "OLD/a.csv"], "a.csv"),
        (["stats", "OUT", "--stat", "win_rate", "--format", "parquet", "--out", "OLD/a.parquet"], "a.parquet"),
        (["stats", "OUT", "--stat", "win_rate", "--format", "markdown", "--out", "OLD/a.md"], "a.md"),
        (["show", "LOG", "--kyoku", "0", "--html", "OLD/a.html"], "a.html"),
        (["export", "OUT", "OLD", "--table", "games", "--format", "csv"], "games.csv"),
        (["export", "OUT", "OLD", "--table", "games"], "games.parquet"),
    ],
)
def test_a_file_that_cannot_be_written_whole_leaves_the_old_one(tmp_path, monkeypatch, command, file):
    log_file = next(write_logs(tmp_path / "in", range(2)).iterdir())
    places = {"OUT": str(tmp_path / "out"), "OLD": str(tmp_path / "old"), "LOG": str(log_file)}
    assert run("import", tmp_path / "in", "--out", tmp_path / "out").exit_code == 0
    (tmp_path / "old").mkdir()
    old = tmp_path / "old" / file
    old.write_text("old")
    command = [re.sub("OUT|OLD|LOG", lambda name: places[name[0]], part) for part in command]
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with monkeypatch.context() as patched:
        patched.setattr("mjlog.tables.folder.os.replace", Mock(side_effect=full))
        done = run(*command)
    assert (done.exit_code, done.output) == (2, f"{old}: No space left on device\n")
    assert list(old.parent.iterdir()) == [old]
    assert old.read_text() == "old"
    assert run(*command).exit_code == 0
    assert old.read_bytes() != b"old"


@pytest.mark.parametrize("environment", [{}, {"HOME": "/nonexistent", "TMPDIR": "/nonexistent"}])
def test_commands_need_no_home_and_no_folder_for_temporary_files(tmp_path, environment):
    source, out = write_logs(tmp_path / "in", range(2)), tmp_path / "out"
    kept = {name: value for name, value in os.environ.items() if name not in ("HOME", "TMPDIR", "XDG_CACHE_HOME")}
    for command in (["import", source, "--out", out], ["stats", out, "--stat", "win_rate"]):
        done = subprocess.run(
            [sys.executable, "-m", "mjlog", *command],
            env=kept | environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    assert "win rate" in done.stdout
