"""Processor time of whole commands, from the start of the process to its end, against starting Python with pandas."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from benchmarks.table import Row, rounds_of, row
from mjlog.importing import import_archive

SAMPLES: Final = Path(__file__).resolve().parents[1] / "data" / "games"
MJLOG: Final = str(Path(sys.executable).with_name("mjlog"))
PANDAS: Final = "`python -c 'import pandas'`"


def children_seconds(call: Callable[[], object]) -> float:
    """Processor time of the processes that a call starts and waits for."""
    before = os.times()
    call()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        import_archive(SAMPLES, out, workers=1)
        commands = {
            PANDAS: [sys.executable, "-c", "import pandas"],
            "`mjlog --help`": [MJLOG, "--help"],
            "`mjlog score`": [MJLOG, "score", "234m456p5578s", "777z", "--win", "9s"],
            "`mjlog stats`": [MJLOG, "stats", str(out)],
            "`mjlog stats --by player`": [MJLOG, "stats", str(out), "--by", "player"],
        }
        seconds = rounds_of({name: (_run(command), 1) for name, command in commands.items()}, cost=children_seconds)
    return [row(seconds, name, PANDAS, "command") for name in commands if name != PANDAS]


def _run(command: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run(command, check=True, capture_output=True)


if __name__ == "__main__":
    print(*rows(), sep="\n")
