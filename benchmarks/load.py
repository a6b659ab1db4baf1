"""One import of many small files, and one of a large archive: time, memory, open files and parts.

Run: python benchmarks/load.py FOLDER_OF_LOGS files|archive NUMBER_OF_GAMES

A game takes about 13 kB in the folder for temporary files (`TMPDIR`). Linux only: `/proc` has the figures.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bench_import import copies, folder_of, logs

SECONDS: Final = 0.05
"""Time between two counts of open files."""
MANY_KYOKU: Final = 8
"""Kyoku of a game that can be put in several hundred orders."""


def main(folder: str, kind: str, n_games: str) -> None:
    """Make the games, import them with one worker, and print the figures."""
    originals = [log for log in logs(Path(folder)) if log.count(b"<INIT ") >= MANY_KYOKU]
    with tempfile.TemporaryDirectory() as temporary:
        path, out = Path(temporary) / "in", Path(temporary) / "out"
        games = copies(originals, int(n_games))
        if kind == "files":
            folder_of(games, path)
        else:
            with zipfile.ZipFile(path, "w") as archive:
                for name, data in games:
                    archive.writestr(name, data)
            print(f"{path.stat().st_size / 1e9:.2f} GB")
        _import(path, out)
        files = [file for file in out.rglob("*") if file.is_file()]
        print(f"{len(files)} files of {sum(file.stat().st_size for file in files) / 1e6:,.0f} MB in the data set")


def _import(path: Path, out: Path) -> None:
    command = [sys.executable, "-m", "mjlog", "import", path, "--out", out, "--workers", "1"]
    begun, started, most_open, peak = _seconds(), time.monotonic(), 0, 0
    with subprocess.Popen(command) as process:
        status = Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            most_open = max(most_open, len([*status.with_name("fd").glob("*")]))
            kilobytes = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")]
            peak = max([peak, *map(int, kilobytes)])
            time.sleep(SECONDS)
    print(
        f"{_seconds() - begun:.1f} s of the processor, {time.monotonic() - started:.1f} s on the clock, "
        f"peak memory {peak / 1000:,.0f} MB, at most {most_open} open files"
    )


def _seconds() -> float:
    """Time of the processor of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(*sys.argv[1:])
