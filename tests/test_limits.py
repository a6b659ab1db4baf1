"""The page of limits names every limit with its default, and each can be changed by the environment."""

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mjlog.limits import DEFAULTS, limit

for module in ("mjlog.archive", "mjlog.fetching.session", "mjlog.formats.bounds"):
    import_module(module)
DECLARED = dict(DEFAULTS)
PAGE = Path(__file__).resolve().parents[1] / "docs" / "guide" / "limits.md"


def test_the_page_of_limits_is_complete():
    rows = re.findall(r"^\| `([A-Z_]+)` \| (\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(default) for name, default in rows} == DECLARED


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5", "many", "²"])
def test_a_limit_is_a_whole_number(monkeypatch, text):
    monkeypatch.setenv("MJLOG_A", text)
    with pytest.raises(ValueError, match="MJLOG_A is"):
        limit("A", 5)


def test_the_environment_changes_a_limit():
    program = "from mjlog.archive.shard import UNPACKED_LIMIT; print(UNPACKED_LIMIT)"
    changed = os.environ | {"MJLOG_UNPACKED_BYTES": "1000"}
    assert subprocess.check_output([sys.executable, "-c", program], env=changed, text=True) == "1000\n"
