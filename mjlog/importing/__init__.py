"""Import: archives become the tables of a data set, in parallel; an import can be stopped and repeated at any moment.

Workers turn shards into staged parts (`shard`). The importing process commits them strictly in the order of the archive
(`commit`): it leaves out the games that the data set already has, moves the parts into place, and lists them in the
manifest last. So the rows do not depend on the number of workers, on how the archive was cut, or on how often the
import was killed and repeated.

Inputs are identified by the digest of their unpacked bytes, and known ones are not parsed again. A game is a
*duplicate* if the data set has a game with the same id or the same content (`mjlog.games.digest`): the one with more
kyoku stays, then the one with the final result, then the first one, and the table `inputs` names the others.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Final

from mjlog.archive import SHARD_BYTES, STANDARD_INPUT, Shard, absolute, check_location, shards, total_bytes
from mjlog.auditing.findings import LEVELS, known_levels
from mjlog.importing.commit import DatasetWriter
from mjlog.importing.progress import Progress, Watch, shown
from mjlog.importing.report import ImportReport
from mjlog.importing.shard import Job, compile_tables
from mjlog.importing.warm_up import compiling, is_first
from mjlog.importing.workers import results
from mjlog.rules.rulefile import Rules, dump, load, rules_of
from mjlog.tables.compacting import MOST_SMALL, compacted
from mjlog.tables.folder import Folder, delete_folder, folder_of
from mjlog.tables.originals import originals
from mjlog.tables.store import STAGING, Manifest, StoreError, column_of, writing

__all__ = ["ImportReport", "Progress", "import_archive"]

WORTH_A_PROCESS: Final = 32 << 20
"""Stored bytes whose import takes longer than the start of a process."""
SMALLEST_SHARD: Final = 8 << 20
SHARDS_OF_WORKER: Final = 6
"""Shards that a worker reads of a small archive, so that no worker ends long before the others."""
HUGE: Final = 2 << 30
"""Stored bytes from which the tables of discards and calls are built only when asked for."""


def import_archive(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    shard_bytes: int | None = None,
    audit: str | Iterable[str] = (),
    rules: Rules | None = None,
    aliases: Mapping[str, str] | None = None,
    decisions: bool | None = None,
    progress: Watch | None = None,
) -> ImportReport:
    """Add all games of files, folders and archives to the data set in the folder `out`, and report.

    A path may also be a URL, for which fsspec has a driver, or `-` for standard input. `out` may be a URL of S3. A
    second import into a folder is refused; one into S3 takes over, and the first raises StoreError with no row lost.

    `workers` is the number of worker processes (default: chosen from the size of the input and the number of
    processors); with one, this process does the work. An `executor` replaces them; `workers` is then the number of its
    workers, which find all paths under the same absolute names (`mjlog.parallel.dask_cluster` gives that of a
    cluster). `shard_bytes` is the number of stored bytes that a worker reads at a time. New games are audited at the
    levels of `audit`, such as `"score,wall"`, into the table `findings`, by the rules of each log or by `rules`.
    `progress` is called at the start and after each shard; by default, a terminal or notebook shows a bar.

    The data set remembers `rules` for later imports, and `aliases` (account → name): it shows the accounts of one
    person under one name. `decisions` says whether to fill the tables of all discards, calls and possible acts, which
    takes about as long again; by default that is done for archives of less than `HUGE` bytes, with the logs imported
    before. Where a data set lacks these tables, or has been audited by other rules, all its logs are read once more,
    and audited again at the levels that have findings; they must still be where they were.

    Bad input never raises: it is counted, and listed in the table `failures`. Raises FileNotFoundError for a path that
    does not exist, another OSError for a URL that does not answer or an `out` that cannot be written, ValueError for an
    unknown level, LogError for unknown rules, and StoreError for a data set that is in use, of another version, at a
    URL that is not of S3, or lacks logs that have to be read again.
    """
    started = time.monotonic()
    inputs = [paths] if isinstance(paths, str | Path) else list(paths)
    for path in inputs:
        check_location(path)
    levels = known_levels(audit)
    folder = folder_of(out)
    if executor is not None:
        inputs, folder = [absolute(path) for path in inputs], folder_of(absolute(out))
    folder.mkdir(parents=True, exist_ok=True)
    with writing(folder) as old:
        settings = _settings(old, rules, aliases)
        total = total_bytes(inputs, leave_out=[str(folder)])
        if decisions is None:
            decisions = _decisions_by_default(folder, old, total)
        rebuild = bool(old.parts) and (decisions > old.has_decisions or settings.rules != old.rules)
        if rebuild:
            inputs = _all_logs(folder, inputs)
            total = total_bytes(inputs, leave_out=[str(folder)])
            levels = known_levels({*levels, *column_of(folder, old, "findings", "level")})
        judge = load(settings.rules) if settings.rules else None
        if judge is not None and not levels:
            levels = LEVELS
        everywhere = [level for level in levels if rebuild or not old.parts or level in old.levels]
        settings = replace(settings, levels=tuple(everywhere))
        cut, n_workers = _plan(inputs, folder, total, workers, executor, shard_bytes)
        staging = folder / f"{STAGING}{uuid.uuid4().hex}"
        staging.mkdir()
        writer = DatasetWriter(folder, old, settings, staging, rebuild=rebuild)
        job = Job(folder, staging, levels, decisions or (bool(old.parts) and old.has_decisions), judge, rebuild)
        try:
            compiles = is_first()
            with (
                shown() if progress is None else nullcontext(progress) as show,
                compiling(compile_tables, job) if compiles and executor is None else nullcontext(),
                closing(results(cut, job, n_workers, executor, is_compiled=not compiles)) as shard_results,
            ):
                show(Progress(0, total, 0, 0, compiles))
                for result, n_stored in shard_results:
                    report = writer.commit(result, n_stored)
                    show(Progress(report.stored_bytes, total, report.n_games, report.n_failures))
            writer.save()
        finally:
            delete_folder(staging)  # first: a full disk then has room for the manifest
            if not rebuild:
                writer.save()
        compacted(folder, writer.manifest, least=MOST_SMALL)
    return replace(writer.report, seconds=time.monotonic() - started)


def _decisions_by_default(folder: Folder, old: Manifest, total: int) -> bool:
    """Whether the tables of discards and calls are built unless the caller says: not for more than `HUGE` bytes.

    A data set without them counts with all its logs, which would be read again; if some are gone, it stays as it is.
    """
    if old.has_decisions:
        return total < HUGE
    earlier = originals(str(folder))
    return not earlier.missing and total + total_bytes(earlier.paths) < HUGE


def _settings(old: Manifest, rules: Rules | None, aliases: Mapping[str, str] | None) -> Manifest:
    """The manifest with the settings of this import: those not given are those of the data set."""
    return replace(
        old,
        rules=old.rules if rules is None else dump(rules_of(rules)),
        aliases=old.aliases if aliases is None else {**old.aliases, **aliases},
    )


def _all_logs(folder: Folder, inputs: Sequence[str | Path]) -> list[str | Path]:
    """The files of all earlier imports, and the new ones. Raises StoreError if an earlier one no longer exists."""
    earlier = originals(str(folder))
    if earlier.missing:
        raise StoreError(
            f"to add tables or change rules, all logs are read again, but {len(earlier.missing):,} files are gone "
            f"(first {earlier.missing[0]}): import into a new folder, or leave the data set as it is "
            "with --without-decisions"
        )
    given = [os.path.abspath(path) for path in inputs]
    return [*(path for path in earlier.paths if not _is_in(os.path.abspath(path), given)), *inputs]


def _is_in(path: str, places: Collection[str]) -> bool:
    return any(Path(path).is_relative_to(place) for place in places)


def _plan(
    inputs: Collection[str | Path],
    folder: Folder,
    total: int,
    workers: int | None,
    executor: Executor | None,
    shard_bytes: int | None,
) -> tuple[Iterable[Shard], int]:
    """The shards and the number of workers; if the size is unknown, one shard gets one worker."""
    is_sized = bool(total) and STANDARD_INPUT not in map(str, inputs)
    is_free = workers is None and executor is None
    n_workers = workers or os.cpu_count() or 1
    if is_free and is_sized:
        n_workers = max(1, min(n_workers, total // WORTH_A_PROCESS))
    size = max(SMALLEST_SHARD, total // (SHARDS_OF_WORKER * n_workers)) if is_sized else SHARD_BYTES
    cut = shards(inputs, shard_bytes=shard_bytes or min(SHARD_BYTES, size), leave_out=[str(folder)])
    if is_sized or not is_free:
        return cut, n_workers
    first = list(islice(cut, 2))
    return chain(first, cut), n_workers if len(first) > 1 else 1
