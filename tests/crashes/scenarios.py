"""Work on a data set that a trial disturbs, in a forked process: what is compiled and loaded stays so."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from mjlog.importing import commit, import_archive, workers
from mjlog.parallel import set_up_worker
from mjlog.tables.checking import damages
from mjlog.tables.compacting import compact
from mjlog.tables.rows import TABLES
from mjlog.tables.store import MANIFEST, column_of, load_manifest, parts_of, read_part
from tests.archive.test_archive import zipped
from tests.made_logs import log, log_name, write_logs

Rows = Mapping[str, Counter[str]]
N_GAMES = 10
SHARD_BYTES = 6_000


class Scenario(NamedTuple):
    """Work on a data set, and the state before it."""

    name: str
    before: Path | None
    """The data set that a trial begins with."""
    work: Callable[[Path, int], Any]
    """Takes the folder of the data set and the number of workers."""
    after: Rows
    """The rows after undisturbed work."""
    games: frozenset[str]
    """Ids of the games before and after the work."""
    seconds: float
    """Of undisturbed work."""


class Forked(ProcessPoolExecutor):
    """Worker processes that start at once."""

    def __init__(self, n_workers: int) -> None:
        super().__init__(n_workers, get_context("fork"), initializer=set_up_worker)


def scenarios(folder: Path) -> list[Scenario]:
    """All kinds of work, with their inputs and data sets in the folder."""
    old, new = folder / "old", folder / "new"
    write_logs(old, range(4))
    (old / f"{log_name(2)}.xml").write_bytes(log(2)[:-60])
    write_logs(new, range(N_GAMES))
    (new / "z.zip").write_bytes(zipped({f"{log_name(n)}.xml": log(n) for n in range(N_GAMES + 3)}))
    import_archive(old, folder / "half", workers=1)
    for n in range(4):
        import_archive(write_logs(folder / f"day{n}", [n]), folder / "daily", workers=1)
    import_archive(new, folder / "plain", workers=1, decisions=False)

    def add(out: Path, n: int) -> None:
        import_archive(new, out, workers=n, shard_bytes=SHARD_BYTES)

    def audited(out: Path, n: int) -> None:
        import_archive(new, out, workers=n, shard_bytes=SHARD_BYTES, audit="score")

    rows = [
        ("import", None, add),
        ("import, audited", None, audited),
        ("add and repair", folder / "half", add),
        ("fill tables", folder / "plain", lambda out, n: import_archive(new, out, workers=n, decisions=True)),
        ("compact", folder / "daily", lambda out, n: compact(out)),
    ]
    return [_scenario(folder, *row) for row in rows]


def _scenario(folder: Path, name: str, before: Path | None, work: Callable[[Path, int], Any]) -> Scenario:
    out = folder / "undisturbed"
    begin(before, out)
    started = time.monotonic()
    work(out, 1)
    seconds = time.monotonic() - started
    after, games = rows_of(out), games_of(out) & (games_of(before) if before else frozenset())
    shutil.rmtree(out)
    return Scenario(name, before, work, after, games, seconds)


def begin(before: Path | None, out: Path) -> None:
    """Put the data set of a trial into the folder `out`."""
    shutil.rmtree(out, ignore_errors=True)
    if before is not None:
        shutil.copytree(before, out)


def rows_of(out: Path) -> Rows:
    """Number of each row of each table."""
    manifest = load_manifest(out)
    return {
        table: Counter(str(row) for path in parts_of(out, manifest, table) for row in read_part(path).to_pylist())
        for table in TABLES
    }


def games_of(out: Path) -> frozenset[str]:
    """Ids of the games of a data set."""
    return frozenset(column_of(out, load_manifest(out), "games", "game"))


def fork(work: Callable[[], Any], *, manifest_seconds: float = 1.0) -> int:
    """Start work in a process of its own group; its status is 0, 2 after a plain error, and 130 after Ctrl-C."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # until the child can catch it
    pid = os.fork()
    if pid:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        return pid
    status = 1
    try:
        os.setsid()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Python reports a Ctrl-C that met a destructor
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        commit.MANIFEST_SECONDS = manifest_seconds  # type: ignore[misc]  # a constant elsewhere
        workers.Processes = Forked  # type: ignore[assignment,misc]  # as above
        work()
        status = 0
    except KeyboardInterrupt:
        status = 130
    except (OSError, RuntimeError):
        status = 2
    finally:
        os._exit(status)


def damage(out: Path, scenario: Scenario) -> str:
    """What is wrong with a data set after a fault, before the work is repeated; empty if nothing is."""
    if not (out / MANIFEST).is_file():
        return "the data set is gone" if scenario.before else ""
    for message in damages(out):
        return message
    rows = rows_of(out)
    if lost := scenario.games - games_of(out):
        return f"lost: {min(lost)}"
    games = [row for table in ("games", "hands") for row, n in rows[table].items() if n > 1]
    if games:
        return f"doubled: {games[0]}"
    before = rows_of(scenario.before) if scenario.before else {}
    strange = [row for table in TABLES for row in rows[table] - scenario.after[table] - before.get(table, Counter())]
    return f"a row of no run: {strange[0]}" if strange and scenario.name != "add and repair" else ""


def difference(out: Path, scenario: Scenario) -> str:
    """How the rows differ from those of undisturbed work; empty if they are the same and no file is left over."""
    rows = rows_of(out)
    for table in TABLES:
        lost, more = scenario.after[table] - rows[table], rows[table] - scenario.after[table]
        if lost or more:
            return f"{table}: {lost.total()} rows lost, {more.total()} more"
    left = [path.name for path in out.glob(".staging-*")]
    return f"left over: {left[0]}" if left else ""
