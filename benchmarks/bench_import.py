"""Import, audit and reading of Tenhou XML against `lxml` and `jansou` on the same bytes, and whole imports.

Run: python benchmarks/bench_import.py [FOLDER OF LOGS] [GAMES]
"""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import pyarrow as pa
from lxml import etree

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.table import Row, rounds_of, row
from mjlog.archive import Source, shards, sources
from mjlog.auditing.run import audit
from mjlog.formats import parse
from mjlog.importing import import_archive
from mjlog.importing.shard import batches
from mjlog.tables.store import SCHEMAS, read_part, write_part

SAMPLES: Final = Path(__file__).resolve().parents[1] / "data" / "games"
LXML: Final = "`lxml.etree.fromstring`"
READ: Final = "read into columns"
JANSOU: Final = "`jansou` parse_mjlog"
FEW: Final = 200
"""Games for a peer that is much slower."""
WHOLE_GAMES: Final = (1_000, 10_000)
WHOLE: Final = """
import re, resource, sys
from pathlib import Path
from mjlog.importing import import_archive
report = import_archive(sys.argv[1], sys.argv[2], workers=int(sys.argv[3]))
status = Path("/proc/self/status")
if status.exists():  # on Linux a process inherits ru_maxrss from the one that starts it
    peak = re.search(r"VmHWM:\\s*(\\d+)", status.read_text())[1]
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(report.n_games, peak, report.seconds)
"""


def logs(folder: Path) -> list[bytes]:
    """The XML logs under a folder."""
    items = (item for shard in shards([folder]) for item in sources(shard))
    return [item.data for item in items if isinstance(item, Source) and b"<mjloggm" in item.data[:200]]


def copies(originals: list[bytes], n: int) -> Iterator[tuple[str, bytes]]:
    """`n` different games under ids of their own: the kyoku before the last stand in another order in each."""
    place = 0
    for round_of_copies in itertools.count():
        for log in originals:
            text, is_new = reordered(log, round_of_copies)
            if is_new:
                yield f"20240101{place // 1_000_000:02}gm-00a9-0000-{place:08x}.xml", text
                place += 1
            if place == n:
                return


def reordered(log: bytes, number: int) -> tuple[bytes, bool]:
    """A log with its kyoku in the order of a number, first and last in their place; whether there are that many."""
    head, *kyoku = re.split(rb"(?=<INIT )", log)
    order = kyoku[:1] if len(kyoku) > 1 else []
    del kyoku[: len(order)]
    for left in range(len(kyoku) - 1, 0, -1):
        number, at = divmod(number, left)
        order.append(kyoku.pop(at))
    return b"".join([head, *order, *kyoku]), number == 0


def archive_of(games: Iterator[tuple[str, bytes]], path: Path) -> Path:
    """A zip archive of games."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in games:
            archive.writestr(name, data)
    return path


def folder_of(games: Iterator[tuple[str, bytes]], path: Path) -> Path:
    """A folder of games."""
    path.mkdir()
    for name, data in games:
        (path / name).write_bytes(data)
    return path


def compare(originals: list[bytes], n: int, temporary: Path) -> list[Row]:
    """The speed of imports, of reading alone, of an audit and of the peers."""
    games = [Source(name, data) for name, data in copies(originals, n)]
    folder = folder_of(copies(originals, n), temporary / "in")
    outs = (temporary / f"out{number}" for number in itertools.count())
    calls = {
        LXML: lambda: deque((etree.fromstring(game.data) for game in games), maxlen=1),
        READ: lambda: [parse(batch) for batch in batches(games)],
        "import to parquet, without decisions": lambda: import_archive(folder, next(outs), workers=1, decisions=False),
        "import with discards and calls": lambda: import_archive(folder, next(outs), workers=1, decisions=True),
        "import with discards, calls and an audit": lambda: import_archive(
            folder, next(outs), workers=1, audit="score,settlement,progress,legality", decisions=True
        ),
        "audit": lambda: audit(folder, workers=1),
    }
    for decisions, name in (
        (False, "the parquet files alone, without decisions"),
        (True, "the parquet files alone, with discards and calls"),
    ):
        parts = parts_of(import_archive(folder, next(outs), workers=1, decisions=decisions).out)
        calls[name] = partial(write_parts, parts, temporary / "parts")
    seconds = rounds_of({name: (call, n) for name, call in calls.items()})
    rows = [row(seconds, name, LXML) for name in calls if name != LXML]
    try:  # after the others: its objects would slow them down
        from jansou.io.mjlog import parse_mjlog
    except ImportError:
        print(f"{JANSOU} is not installed and left out; `make bench` installs it", file=sys.stderr)
        return rows
    few = games[:FEW]
    read = {
        READ: (lambda: [parse(batch) for batch in batches(few)], len(few)),
        JANSOU: (lambda: [parse_mjlog(game.data) for game in few], len(few)),
    }
    return [*rows, row(rounds_of(read), READ, JANSOU)]


def parts_of(out: Path) -> list[tuple[str, pa.Table]]:
    """The parts of a data set in memory, each with its table."""
    files = [path for path in sorted(out.glob("*/*.parquet")) if path.parent.name in SCHEMAS]
    return [(path.parent.name, read_part(path).cast(SCHEMAS[path.parent.name])) for path in files]


def write_parts(parts: list[tuple[str, pa.Table]], folder: Path) -> None:
    """Write parts as an import writes them: no import can be faster than this."""
    folder.mkdir(exist_ok=True)
    for number, (table, rows) in enumerate(parts):
        write_part(table, rows, folder / f"{number}.parquet")


def whole_imports(originals: list[bytes], numbers: Sequence[int], temporary: Path) -> str:
    """The peak memory of imports of few and of many games, and the time that a second worker saves, in words."""
    peaks = []
    for n in numbers:
        archive = archive_of(copies(originals, n), temporary / f"{n}.zip")
        n_games, peak, alone = _whole_import(archive, 1)
        peaks.append(f"{peak / 1024:,.0f} MiB for {n_games:,.0f} games")
    _, _, shared = _whole_import(archive, 2)
    return (
        f"Peak memory of an import with one worker: {', '.join(peaks)}. "
        f"The latter takes {alone:.1f} s, with two workers {shared:.1f} s: {alone / shared:.2f} times as fast."
    )


def _whole_import(archive: Path, workers: int) -> tuple[float, float, float]:
    """Games, peak memory of the importing process in KiB, and seconds on the clock."""
    out = archive.with_name(f"{archive.stem}-{workers}")
    command = [sys.executable, "-c", WHOLE, str(archive), str(out), str(workers)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    n_games, peak, seconds = map(float, done.stdout.split())
    return n_games, peak, seconds


def rows(folder: Path = SAMPLES, n: int = 500, whole_games: Sequence[int] = WHOLE_GAMES) -> tuple[list[Row], str]:
    """Rows, and words on whole imports, for the logs of a folder, repeated as different games up to `n`."""
    originals = logs(folder)
    if not originals:
        sys.exit(f"no Tenhou XML logs in {folder}")
    with tempfile.TemporaryDirectory() as temporary:
        return compare(originals, n, Path(temporary)), whole_imports(originals, whole_games, Path(temporary))


if __name__ == "__main__":
    table, whole = rows(*map(Path, sys.argv[1:2]), *map(int, sys.argv[2:3]))
    print(*table, whole, sep="\n")
