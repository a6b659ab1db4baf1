"""Import: archives become the tables of a data set, in parallel; it can be stopped and run again at any moment.

Workers turn shards into staged parts (`reading`). The importing process commits them strictly in the order of the
archive (`committing`): it leaves out what the data set already has, moves the parts into place, and lists them in the
manifest last. So the rows do not depend on the number of workers, on how the archive was cut, or on how often the
import was killed and started again.

Inputs are known by the digest of their unpacked bytes, and are not parsed again. A game is a *duplicate* when the data
set has a game of the same id or the same content (`mjlog.games.digest`): the first one stays, the others are named in
the table `inputs`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.archive import SHARD_BYTES, STANDARD_INPUT, Shard, check_place, is_url, shards, total_bytes
from mjlog.auditing.findings import known_levels
from mjlog.importing.commit import ImportReport, Target
from mjlog.importing.shard import Job, compile_tables
from mjlog.importing.warm_up import compiling, is_first
from mjlog.importing.workers import PENDING_SHARDS, results
from mjlog.tables.store import STAGING, check_columns, clean, load_manifest, locked

__all__ = ["ImportReport", "Progress", "import_archive"]

WORTH_A_PROCESS: Final = 32 << 20
"""Stored bytes that take longer to import than a process takes to start."""
SMALLEST_SHARD: Final = 1 << 20


class Progress(NamedTuple):
    """How far an import is."""

    stored_bytes: int
    total_bytes: int
    """Bytes of the archive; less than they will be, or 0, where standard input or a server does not tell."""
    n_games: int
    n_failures: int
    compiles: bool = False
    """Whether code is compiled first, which takes up to a minute, as in the first import on a machine."""


def unwatched(progress: Progress) -> None:
    """Nobody looks at the progress."""


def import_archive(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    shard_bytes: int | None = None,
    audit: str | Iterable[str] = (),
    decisions: bool = False,
    progress: Callable[[Progress], None] = unwatched,
) -> ImportReport:
    """Add all games of files, folders and archives to the data set in the folder `out`, and report.

    Paths may be URLs, for which fsspec has a driver, and `-` for standard input.

    `workers` processes do the work, by default as many as there are processors and work for them; with one it is done
    in this process. An `executor` is used in their place if given; `workers` then says how many it has. `shard_bytes`
    are stored bytes read by a worker at a time. New games are audited at the levels of `audit`, such as `"score,wall"`,
    into the table `findings`; with `decisions` every discard and call gets its row too. `progress` is called when the
    work begins and after each shard.

    Bad input never raises: it is counted, and listed in the table `failures`. Raises FileNotFoundError for a path that
    does not exist, another OSError for a URL that does not answer or an `out` that cannot be written, ValueError for an
    unknown level or an `out` that is a URL, and StoreError for one that is in use or of another version.
    """
    begun = time.monotonic()
    given = [paths] if isinstance(paths, str | Path) else list(paths)
    for path in given:
        check_place(path)
    levels = known_levels(audit)
    if is_url(out):
        raise ValueError(
            f"{out} is a URL: a data set is written to a folder of this machine, and can be copied from there"
        )
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    with locked(folder):
        manifest = load_manifest(folder)
        check_columns(folder, manifest)
        clean(folder, manifest)
        total = total_bytes(given, leave_out=[folder])
        cut, n_workers = _planned(given, folder, total, workers, executor, shard_bytes)
        staging = Path(tempfile.mkdtemp(prefix=STAGING, dir=folder))
        target = Target(folder, manifest, staging)
        job = Job(folder, staging, levels, decisions)
        try:
            compiles = is_first()
            progress(Progress(0, total, 0, 0, compiles))
            with (
                compiling(compile_tables, job) if compiles and executor is None else nullcontext(),
                closing(results(cut, job, n_workers, executor)) as done,
            ):
                for result, n_stored in done:
                    report = target.commit(result, n_stored)
                    progress(Progress(report.stored_bytes, total, report.n_games, report.n_failures))
        finally:
            target.save()
            shutil.rmtree(staging, ignore_errors=True)
    return replace(target.report, seconds=time.monotonic() - begun)


def _planned(
    given: Collection[str | Path],
    folder: Path,
    total: int,
    workers: int | None,
    executor: Executor | None,
    shard_bytes: int | None,
) -> tuple[Iterable[Shard], int]:
    """The shards, and how many processes are worth their start; where the size is unknown two shards tell that."""
    is_sized = bool(total) and STANDARD_INPUT not in map(str, given)
    n_workers = workers or os.cpu_count() or 1
    is_free = workers is None and executor is None
    if is_free and is_sized:
        n_workers = max(1, min(n_workers, total // WORTH_A_PROCESS))
    worth = max(SMALLEST_SHARD, total // (PENDING_SHARDS * n_workers)) if is_sized else SHARD_BYTES
    cut = shards(given, shard_bytes=shard_bytes or min(SHARD_BYTES, worth), leave_out=[folder])
    if is_sized or not is_free:
        return cut, n_workers
    begin = list(islice(cut, 2))
    return chain(begin, cut), n_workers if len(begin) > 1 else 1
