"""The code blocks of the documents run: Python, and the `mjlog` lines of the shell, in the order of each page.

A block after a comment `<!-- not run: … -->` needs the network or a long time. A TOML block that begins with a comment
`# name.toml` becomes that file.
"""

import doctest
import re
import shlex
from pathlib import Path
from unittest.mock import create_autospec

import matplotlib as mpl
import pytest
from typer.testing import CliRunner

mpl.use("Agg")

import matplotlib.pyplot as plt

from mjlog import report
from mjlog.cli import app

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("tutorial", "gallery", "coming-from")),
    *sorted((ROOT / "docs" / "guide").glob("*.md")),
]
BLOCK = re.compile(r"^(<!-- not run: .+ -->\n)?```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETUP = ("git", "make", "pip", "python3")
"""Programs that fetch or install; `.ci/run` and people try them."""


def identity(path):
    return path.relative_to(ROOT).as_posix()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with the samples, which are also the reader's logs, and the clone as `mjlog`."""
    for name, target in {"data": "data", "logs": "data/games", "season": "data/games", "mjlog": ""}.items():
        (tmp_path / name).symlink_to(ROOT / target)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mjlog.dashboard.web.serve", lambda *arguments, **options: None)  # it would not end
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=identity)
def test_blocks_run_in_their_order(page, folder, monkeypatch):
    if page.name != "README.md":  # whole reports are drawn once
        monkeypatch.setattr("mjlog.report.page", create_autospec(report.page, return_value=""))
    names = {}
    for not_run, language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if not_run or language == "text":
            continue
        if language == "sh":
            run_shell(block)
        elif language == "toml":
            Path(re.match(r"# (\S+)\n", block)[1]).write_text(block, encoding="utf-8")
        elif ">>>" in block:
            run_doctest(block, names)
        else:
            assert language == "python", f"{page.name}: a block in {language or 'no language'}"
            exec(compile(block, page.name, "exec"), names)
        plt.close("all")


def run_doctest(block, names):
    test = doctest.DocTestParser().get_doctest(block, names, "block", "block", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test, clear_globs=False).failed == 0
    names.update(test.globs)


def run_shell(block):
    """Run the lines that call `mjlog`; output after `>` goes to a file."""
    for line in block.splitlines():
        program, *words = shlex.split(line, comments=True)
        if program == "." or Path(program).name in SETUP:
            continue
        assert Path(program).name == "mjlog", f"cannot run {line}"
        words, output = (words[:-2], words[-1]) if ">" in words else (words, None)
        done = CliRunner().invoke(app, words)
        found = words[0] in ("audit", "import") and repr(done.exception) == "SystemExit(1)"  # findings or failures
        assert done.exit_code == 0 or found, f"{line}\n{done.output}{done.exception!r}"
        if output:
            Path(output).write_text(done.stdout, encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=identity)
def test_all_code_is_in_fenced_blocks(page):
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    assert "```" not in text
    assert not re.search(r"^    \S", text, re.MULTILINE)


def test_every_make_target_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"(?:^|`)make ([a-z]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert set(named) <= targets, page.name
