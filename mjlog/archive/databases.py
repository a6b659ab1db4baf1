"""SQLite databases of logs, in the form of the downloaders `phoenix-logs` and `houou-logs`."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from mjlog.archive.shard import LogRows, Packed
from mjlog.errors import Fault, LogError

LOG_COLUMNS: Final = (("log_id", "log_content"), ("id", "log"))
"""Columns of the id and of the gzipped log, in each of the two forms."""
ALL_ROWS: Final = (-(2**63), 2**63 - 1)


def open_database(path: str) -> sqlite3.Connection:
    """Open a database file for reading."""
    return sqlite3.connect(f"{Path(os.path.abspath(path)).as_uri()}?mode=ro", uri=True)


def load_database(data: bytes) -> sqlite3.Connection:
    """A database in memory, from the bytes of its file."""
    database = sqlite3.connect(":memory:")
    database.deserialize(data)
    return database


def split_database(path: str, size: int, shard_bytes: int) -> Iterator[tuple[LogRows, int]]:
    """Runs of rows of about `shard_bytes`, each with its stored bytes."""
    with closing(open_database(path)) as database:
        table, _, _ = _log_table(database)
        first, last = database.execute(f"SELECT min(rowid), max(rowid) FROM {table}").fetchone()
    if first is None:
        return
    n_rows = last - first + 1
    step = max(1, n_rows * shard_bytes // size)
    for row in range(first, last + 1, step):
        n = min(step, last + 1 - row)
        yield LogRows(path, row, row + n - 1), n * size // n_rows


def log_rows(name: str, opened: sqlite3.Connection, first: int, last: int) -> Iterator[Packed]:
    """The logs in rows of a database; rows without content are games that have not been downloaded."""
    with closing(opened) as database:
        table, key, content = _log_table(database)
        rows = database.execute(
            f"SELECT {key}, {content} FROM {table}"
            f" WHERE rowid BETWEEN ? AND ? AND length({content}) > 0 ORDER BY rowid",
            (first, last),
        )
        for row, log in rows:
            yield Packed(f"{name}!{row}", log if isinstance(log, bytes) else str(log).encode())


def _log_table(database: sqlite3.Connection) -> tuple[str, str, str]:
    """The quoted name of the table of logs, and its columns of ids and of logs."""
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    for (table,) in tables:
        columns = {row[1] for row in database.execute("SELECT * FROM pragma_table_info(?)", (table,))}
        for key, content in LOG_COLUMNS:
            if {key, content} <= columns:
                quoted = table.replace('"', '""')
                return f'"{quoted}"', key, content
    wanted = " or ".join(f"{key}, {content}" for key, content in LOG_COLUMNS)
    raise LogError(Fault.UNKNOWN_FORMAT, f"a database without a table of logs (with columns {wanted})")
