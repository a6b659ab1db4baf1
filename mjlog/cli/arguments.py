"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Final

import typer

RULES_HELP: Final = "A preset (see `mjlog rules list`), or a rule file that ends in .toml."

DataSet = Annotated[str, typer.Argument(help="Folder or URL of a data set, written by `mjlog import`.")]
Logs = Annotated[list[str], typer.Argument(help="Files, folders, archives and URLs of logs; - is standard input.")]
Where = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN=VALUE",
        help="Use only rows with this value, such as players=4, room=houou or year=2016..2018. "
        "May be given several times.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        "--workers", "-j", min=1, help="Number of processes.",
        show_default="chosen from the size of the input",
    ),
]  # fmt: skip

Dask = Annotated[
    str | None,
    typer.Option(
        "--dask", metavar="ADDRESS",
        help="Use the workers of this Dask scheduler, such as tcp://10.0.0.1:8786, which see the same files.",
    ),
]  # fmt: skip


@contextmanager
def executor_at(address: str | None, workers: int | None) -> Iterator[tuple[Executor | None, int | None]]:
    """The executor of a cluster with the number of its workers; None and `workers` without an address."""
    if address is None:
        yield None, workers
        return
    from mjlog.parallel import dask_cluster  # `--help` does not need it

    with dask_cluster(address) as (executor, n_workers):
        yield executor, workers or n_workers


class Format(StrEnum):
    """An output format."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    MARKDOWN = "markdown"
