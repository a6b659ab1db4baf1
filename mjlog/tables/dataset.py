"""A data set for reading: every table as an Ibis table on DuckDB, over the parts its manifest lists."""

from __future__ import annotations

import glob
import html
import re
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import duckdb
import pyarrow as pa
from pyarrow import types

from mjlog.tables.checking import check_small
from mjlog.tables.folder import Folder, RemotePath, folder_of
from mjlog.tables.rows import TABLES
from mjlog.tables.store import MANIFEST, SCHEMAS, Manifest, StoreError, check_columns, load_manifest, parts_of

if TYPE_CHECKING:  # prepared statistics wait for neither
    import ibis.expr.types as ir
    import pandas as pd
    from ibis.backends import BaseBackend
    from ibis.backends.duckdb import Backend

MEMORY: Final = "3GB"
"""Memory limit of DuckDB, which keeps the process below 4 GB."""


ACCOUNTS: Final = "·accounts"


class NamedTables(ABC):
    """Every table by its name."""

    @abstractmethod
    def __getitem__(self, name: str) -> ir.Table:
        """A table by name; raises KeyError with the names of all tables."""

    @property
    def games(self) -> ir.Table:
        """One row per game."""
        return self["games"]

    @property
    def seats(self) -> ir.Table:
        """One row per game and seat."""
        return self["seats"]

    @property
    def kyoku(self) -> ir.Table:
        """One row per kyoku."""
        return self["kyoku"]

    @property
    def hands(self) -> ir.Table:
        """One row per kyoku and seat: the player's actions and results."""
        return self["hands"]

    @property
    def wins(self) -> ir.Table:
        """One row per win."""
        return self["wins"]

    @property
    def calls(self) -> ir.Table:
        """One row per call."""
        return self["calls"]

    @property
    def discards(self) -> ir.Table:
        """One row per discard."""
        return self["discards"]

    @property
    def offers(self) -> ir.Table:
        """One row per act that was possible: calls, riichi and wins, taken or not."""
        return self["offers"]

    @property
    def list(self) -> ir.Table:
        """One row per game on a list page."""
        return self["list"]

    @property
    def findings(self) -> ir.Table:
        """One row per finding of an audit."""
        return self["findings"]

    @property
    def failures(self) -> ir.Table:
        """One row per file, game or part of a game that could not be read."""
        return self["failures"]

    @property
    def inputs(self) -> ir.Table:
        """One row per file or archive member that was read."""
        return self["inputs"]


class Dataset(NamedTables):
    """The tables of a data set, as they were when it was opened.

    `ds.hands`, `ds.wins` … are Ibis tables, and so is `ds["hands"]`; `ds.df("hands")` is a DataFrame. Open the data set
    again to see rows of a later import.
    """

    def __init__(self, folder: str | Path) -> None:
        """Raises FileNotFoundError for a folder without a data set, StoreError for a damaged or older one."""
        self.folder = folder_of(folder)
        if not (self.folder / MANIFEST).is_file():
            raise FileNotFoundError(f"no data set in {self.folder}; create one: mjlog import PATH --out {self.folder}")
        self.manifest = _checked_manifest(self.folder)
        self._tables: dict[str, ir.Table] = {}
        self._kept: set[str] = set()
        self._keeping = Lock()

    @cached_property
    def connection(self) -> Backend:
        """The DuckDB connection of all tables.

        Queries use at most `MEMORY` and put the rest into the system's folder for temporary files;
        `connection.raw_sql("SET memory_limit = '12GB'")` gives them more.
        """
        import ibis

        return ibis.duckdb.from_connection(self.database)

    @cached_property
    def database(self) -> duckdb.DuckDBPyConnection:
        """The same connection without Ibis."""
        database = duckdb.connect(config={"memory_limit": MEMORY, "temp_directory": tempfile.gettempdir()})
        # as Ibis does: the year of a time must not depend on the machine
        database.execute("SET GLOBAL TimeZone = 'UTC'")
        if isinstance(self.folder, RemotePath):
            database.register_filesystem(self.folder.snapshot(name for name in TABLES if self.manifest.rows(name)))
        if aliases := self.manifest.aliases:
            database.register("·names", pa.table({"account": [*aliases], "name": [*aliases.values()]}))
            database.execute(f'CREATE TABLE "{ACCOUNTS}" AS FROM "·names"')  # `another` sees tables only
        for name in TABLES:
            paths = [glob.escape(str(path)) for path in parts_of(self.folder, self.manifest, name)]
            if paths:
                database.execute(f'CREATE VIEW "{name}" AS {self._query_of(name, paths)}')
            else:
                database.register("·empty", _without_dictionaries(SCHEMAS[name]).empty_table())
                database.execute(f'CREATE TABLE "{name}" AS FROM "·empty"')
        return database

    def another(self) -> Dataset:
        """The same data set over a connection of its own, for another thread; both share the memory limit."""
        other = copy(self)
        other.__dict__.pop("connection", None)
        other.__dict__["database"] = self.database.cursor()
        other._tables = {}  # an Ibis table belongs to a connection
        return other

    def kept(self, name: str, rows: Callable[[], ir.Table]) -> ir.Table:
        """The rows as a table that all connections share, computed when its name is first asked for."""
        with self._keeping:
            if name not in self._kept:
                self.connection.create_table(name, rows())
                self._kept.add(name)
        return self._table(name)

    def _query_of(self, name: str, paths: Sequence[str]) -> str:
        """The rows of a table, with the accounts of one person under one name."""
        files = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
        rows = f"FROM read_parquet([{files}])"
        if not self.manifest.aliases or "player" not in SCHEMAS[name].names:
            return rows
        return (
            f"SELECT t.* REPLACE (coalesce(a.name, t.player) AS player) "
            f'FROM ({rows}) t LEFT JOIN "{ACCOUNTS}" a ON t.player = a.account'
        )

    def __getitem__(self, name: str) -> ir.Table:
        """A table by name; raises KeyError with the names of all tables."""
        if name not in TABLES:
            raise KeyError(f"no table {name!r}; tables are {', '.join(TABLES)}")
        return self._table(name)

    def _table(self, name: str) -> ir.Table:
        if name not in self._tables:
            self._tables[name] = self.connection.table(name)
        return self._tables[name]

    def df(self, rows: str | ir.Table) -> pd.DataFrame:
        """The rows of a table, by name or as an Ibis table, or the result of a query in DuckDB's SQL.

        Words such as `limit` are categories; whole numbers and flags have nullable types (`Int8` …, `boolean`).
        """
        if isinstance(rows, str):
            return self.sql(f'FROM "{rows}"' if rows in TABLES else rows)
        from mjlog.tables.frames import frame_of

        return frame_of(rows.to_pyarrow())

    def sql(self, query: str) -> pd.DataFrame:
        """The result of a query in DuckDB's SQL, in which every table has its own name; column types as in `df`."""
        from mjlog.tables.frames import frame_of

        return frame_of(self.database.sql(query).to_arrow_table())

    def on(self, connection: BaseBackend) -> TablesOn:
        """The same tables on another engine of Ibis, for `mjlog.stats.summary` and queries of your own.

        `ds.on(ibis.pyspark.connect(session))` reads the files with Spark and turns the session's ANSI mode off. Its
        workers find the files under the same path, and need mjlog, because the intervals use DuckDB's hash of the ids.
        Statistics differ from those of DuckDB at most in the last digits of sums of fractions, whose order is open.
        """
        return TablesOn(self, connection)

    def dashboard(self, *, player: str | None = None, players: int | None = None) -> Any:
        """The pages of this data set with controls, as a widget for a notebook; `players` is 4 or 3.

        Needs ipywidgets: the extra `jupyter`.
        """
        from mjlog.dashboard.widget import Dashboard

        return Dashboard(self, player=player, players=players)

    def __repr__(self) -> str:
        counts = ", ".join(f"{self.manifest.rows(name):,} {name}" for name in TABLES)
        return f"<Dataset {self.folder}: {counts}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td style='text-align:right'>{self.manifest.rows(name):,}</td>"
            f"<td style='text-align:left'>{html.escape((row.__doc__ or '').splitlines()[0])}</td></tr>"
            for name, row in TABLES.items()
        )
        place = html.escape(str(self.folder))
        return f"<table><caption>Data set {place}</caption><tr><th>table</th><th>rows</th><th></th></tr>{rows}</table>"


class TablesOn(NamedTables):
    """The tables of a data set on another engine of Ibis."""

    def __init__(self, ds: Dataset, connection: BaseBackend) -> None:
        self.connection = connection
        if connection.name == "pyspark":  # as DuckDB, a list has null where it ends, and not an error
            connection.raw_sql("SET spark.sql.ansi.enabled = false")
        self.tables = {name: self._read(ds, name) for name in TABLES}

    def __getitem__(self, name: str) -> ir.Table:
        """A table by name; raises KeyError for an unknown one."""
        return self.tables[name]

    def _read(self, ds: Dataset, name: str) -> ir.Table:
        """The files of a table, with the accounts of one person under one name."""
        import ibis

        paths = list(map(str, parts_of(ds.folder, ds.manifest, name)))
        if not paths:
            return ibis.memtable(_without_dictionaries(SCHEMAS[name]).empty_table())
        table = self.connection.read_parquet(_pattern_of(paths) if self.connection.name == "pyspark" else paths)
        if not ds.manifest.aliases or "player" not in table.columns:
            return table
        accounts = ibis.memtable({"account": [*ds.manifest.aliases], "name": [*ds.manifest.aliases.values()]})
        joined = table.left_join(accounts, table.player == accounts.account)
        return joined.mutate(player=ibis.coalesce(joined["name"], joined.player)).select(table.columns)


def _pattern_of(paths: Sequence[str]) -> str:
    """One pattern for the files of a folder, as Spark's reader takes it."""
    folder = re.sub(r"([\\{}\[\]*?,^])", r"\\\1", paths[0].rpartition("/")[0])
    return f"{folder}/{{{','.join(path.rpartition('/')[2] for path in paths)}}}"


def _checked_manifest(folder: Folder) -> Manifest:
    """The manifest of a data set that was checked; a writer may replace it, and delete old parts, meanwhile."""
    while True:
        manifest = load_manifest(folder)
        try:
            check_small(folder, manifest)
            check_columns(folder, manifest)
        except StoreError:
            if load_manifest(folder) == manifest:
                raise
        else:
            return manifest


def _without_dictionaries(schema: pa.Schema) -> pa.Schema:
    """The schema as DuckDB reads it from a file: words are strings."""
    return pa.schema(
        field.with_type(field.type.value_type) if types.is_dictionary(field.type) else field for field in schema
    )


def open(folder: str | Path) -> Dataset:  # used as `mjlog.open`
    """The data set in a folder, or at a URL for which fsspec has a driver, such as `s3://bucket/tables`."""
    return Dataset(folder)
