"""The examples of the README work: its Python blocks in their order, and the `mjlog` lines of its shell blocks."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to run in that has the project's samples."""
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_python_and_shell_blocks_run_in_their_order(folder):
    names = {}
    for language, block in re.findall(r"^```(python|sh)\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        if language == "sh":
            run_shell(block)
        elif ">>>" in block:
            run_doctest(block, names)
        else:
            exec(compile(block, "README.md", "exec"), names)


def run_doctest(block, names):
    test = doctest.DocTestParser().get_doctest(block, names, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test, clear_globs=False).failed == 0
    names.update(test.globs)


def run_shell(block):
    """Run the lines that call `mjlog`; others (make, pip, git) are tried by `.ci/run`."""
    programs = Path(sys.executable).parent
    for line in block.splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["mjlog"]:
            path = f"{programs}{os.pathsep}{os.environ['PATH']}"
            done = subprocess.run(words, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_every_make_target_named_exists():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", README)) <= targets
