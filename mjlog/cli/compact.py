"""`mjlog compact`: the small files of a data set joined into few."""

from __future__ import annotations

import mjlog
from mjlog.cli.arguments import DataSet
from mjlog.cli.exits import echo, plain_errors
from mjlog.tables.store import StoreError


def compact(dataset: DataSet) -> None:
    """Join the small files of a data set into few large ones; all rows stay the same.

    A data set has a file per table for each import and shard. `mjlog import` also compacts when small files pile up.
    The old files are deleted by the next import or compaction, so that programs that read them can finish. If the
    command is stopped, run it again.

    Example: mjlog compact out/
    """
    with plain_errors(StoreError, interrupted=f"Stopped. {dataset} is unchanged; run the same command again."):
        n_files = mjlog.compact(dataset)
    echo(f"{dataset}: {n_files.before:,} files before, {n_files.after:,} after")
