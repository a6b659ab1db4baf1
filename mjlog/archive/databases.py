"""SQLite databases of logs, in the form of the downloaders `phoenix-logs` and `houou-logs`.

All tables with the columns of either form are read; views with them only if there is no such table. A table is cut by
row number, a table `WITHOUT ROWID` (`houou-logs`) by the ids of its logs. A view is read in one piece.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.archive.shard import UNPACKED_LIMIT, LogRows, Packed
from mjlog.errors import Fault, LogError
from mjlog.limits import limit

LOG_COLUMNS: Final = (("log_id", "log_content"), ("id", "log"))
"""Columns of the id and of the gzipped log, in each of the two forms."""
ROW_NUMBERS: Final = ("rowid", "_rowid_", "oid")
"""Names of the row number; a column of the same name hides it."""
RECURSIVE: Final = 33
"""SQLITE_RECURSIVE of sqlite3.h, which the module does not name."""
VIEW_STEPS: Final = limit("VIEW_STEPS", 200_000_000)
"""Instructions of SQLite to find a row of a view."""
STEPS: Final = 1_000_000
"""Instructions between two counts of them."""
FILE_VERSIONS: Final = slice(18, 20)
"""Bytes of a database file: 2, 2 if its changes are in a second file (write-ahead log), else 1, 1."""


class LogTable(NamedTuple):
    """A table or view of logs."""

    name: str
    quoted: str
    key: str
    """Column of the id."""
    content: str
    order: str | None
    """Column by which the rows are cut; None if they are read in one piece."""


def has_write_ahead_log(path: str) -> bool:
    """Whether changes of a database are in the file next to it, as while a downloader runs."""
    with suppress(OSError):
        return os.path.getsize(f"{path}-wal") > 0
    return False


def open_database(path: str) -> sqlite3.Connection:
    """Open a database file for reading."""
    return _guarded(sqlite3.connect(f"{Path(os.path.abspath(path)).as_uri()}?mode=ro", uri=True))


def load_database(data: bytes) -> sqlite3.Connection:
    """A database in memory, from the bytes of its file."""
    content = bytearray(data)
    content[FILE_VERSIONS] = b"\1\1"  # a database in memory has no write-ahead log
    database = sqlite3.connect(":memory:")
    database.deserialize(bytes(content))
    return _guarded(database)


def _guarded(database: sqlite3.Connection) -> sqlite3.Connection:
    """The database, whose schema may come from a stranger: no values beyond a log's size, no recursion, any text."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, UNPACKED_LIMIT)
    database.set_authorizer(lambda action, *_: sqlite3.SQLITE_DENY if action == RECURSIVE else sqlite3.SQLITE_OK)
    database.text_factory = lambda text: text.decode("utf-8", "backslashreplace")
    return database


def split_database(path: str, size: int, shard_bytes: int) -> Iterator[tuple[LogRows, int]]:
    """Runs of rows of about `shard_bytes`, each with its stored bytes."""
    with closing(open_database(path)) as database:
        tables = [(table.name, _row_keys(database, table)) for table in _log_tables(database)]
    n_rows = sum(len(keys) for _, keys in tables)
    step = max(1, n_rows * shard_bytes // size)
    for name, keys in tables:
        for start in range(0, len(keys), step):
            after = start + step
            n = min(after, len(keys)) - start
            yield LogRows(path, name, keys[start], keys[after] if after < len(keys) else None), n * size // n_rows


def _row_keys(database: sqlite3.Connection, table: LogTable) -> Sequence[int | str | None]:
    """The values by which a table is cut: all row numbers from the first to the last, or all ids."""
    if table.order is None:
        return [None]
    if table.order == table.key:
        ids = database.execute(f"SELECT DISTINCT {table.key} FROM {table.quoted} ORDER BY {table.key}")
        return [row[0] for row in ids]
    first, last = database.execute(f"SELECT min({table.order}), max({table.order}) FROM {table.quoted}").fetchone()
    if first is None:
        return range(0)
    return range(first, last + 1) if last - first < sys.maxsize else [None]


def all_log_rows(name: str, opened: sqlite3.Connection) -> Iterator[Packed]:
    """The logs in all tables of a database."""
    with closing(opened) as database:
        for table in _log_tables(database):
            yield from _rows(name, database, table, None, None)


def log_rows(rows: LogRows, name: str) -> Iterator[Packed]:
    """The logs in some rows of a database file."""
    with closing(open_database(rows.path)) as database:
        (kind,) = database.execute("SELECT type FROM sqlite_master WHERE name = ?", (rows.table,)).fetchone()
        if (table := _log_table(database, rows.table, kind)) is not None:
            yield from _rows(name, database, table, rows.first, rows.after)


def _rows(
    name: str, database: sqlite3.Connection, table: LogTable, first: int | str | None, after: int | str | None
) -> Iterator[Packed]:
    """The logs in rows of a table; rows without content are games that have not been downloaded."""
    bounds = {f"{table.order} >= ?": first, f"{table.order} < ?": after}
    used = {condition: value for condition, value in bounds.items() if value is not None}
    where = " AND ".join([f"length({table.content}) > 0", *used])
    order = f" ORDER BY {table.order}" if table.order else ""
    query = f"SELECT {table.key}, {table.content} FROM {table.quoted} WHERE {where}{order}"
    steps = count(1)  # since the last row
    if table.order is None:
        database.set_progress_handler(lambda: next(steps) * STEPS > VIEW_STEPS, STEPS)
    for row, log in database.execute(query, tuple(used.values())):
        steps = count(1)
        yield Packed(f"{name}!{row}", log if isinstance(log, bytes) else str(log).encode())


def _log_tables(database: sqlite3.Connection) -> list[LogTable]:
    """The tables of logs, in the order of their names; raises if there is none."""
    for kind in ("table", "view"):
        names = database.execute("SELECT name FROM sqlite_master WHERE type = ? ORDER BY name", (kind,)).fetchall()
        tables = [table for (name,) in names if (table := _log_table(database, name, kind)) is not None]
        if tables:
            return tables
    expected = " or ".join(f"{key}, {content}" for key, content in LOG_COLUMNS)
    raise LogError(Fault.UNKNOWN_FORMAT, f"a database without a table of logs (with columns {expected})")


def _log_table(database: sqlite3.Connection, name: str, kind: str) -> LogTable | None:
    columns = {row[0].lower() for row in database.execute("SELECT name FROM pragma_table_info(?)", (name,))}
    for key, content in LOG_COLUMNS:
        if {key, content} <= columns:
            quoted = '"' + name.replace('"', '""') + '"'
            order = None if kind == "view" else _order(database, quoted, key, columns)
            return LogTable(name, quoted, key, content, order)
    return None


def _order(database: sqlite3.Connection, table: str, key: str, columns: set[str]) -> str:
    """The name of the row number, or the column of ids of a table without one."""
    number = next((number for number in ROW_NUMBERS if number not in columns), key)
    try:
        database.execute(f"SELECT {number} FROM {table} LIMIT 0")
    except sqlite3.OperationalError:
        return key
    return number
