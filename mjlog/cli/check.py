"""`mjlog check`: whether the files of a data set are as they were written."""

from __future__ import annotations

import typer

from mjlog.cli.arguments import DataSet
from mjlog.cli.exits import FOUND_FAULTS, echo, plain_errors, warn
from mjlog.tables.checking import damages
from mjlog.tables.folder import folder_of
from mjlog.tables.store import StoreError, load_manifest


def check(dataset: DataSet) -> None:
    """Check that the files of a data set are as they were written, and name those that are damaged or missing.

    Each file has a checksum in `manifest.json`. A data set of up to 32 MB is also checked whenever it is opened, and
    a part of any size before it is rewritten.

    The exit status is 1 if a file is damaged or missing.

    Example: mjlog check out/
    """
    with plain_errors(StoreError):
        messages = list(damages(dataset))
        n_files = sum(len(part.rows) for part in load_manifest(folder_of(dataset)).parts)
    for message in messages:
        warn(message)
    if messages:
        raise typer.Exit(FOUND_FAULTS)
    echo(f"{dataset}: {n_files:,} files, all as they were written")
