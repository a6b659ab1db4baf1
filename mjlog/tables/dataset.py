"""A data set for reading: every table as an Ibis table on DuckDB, over the parts its manifest lists."""

from __future__ import annotations

import glob
import html
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import ibis
import ibis.expr.types as ir
import pandas as pd
import pyarrow as pa
from ibis.backends.duckdb import Backend

from mjlog.tables.frames import frame_of
from mjlog.tables.rows import TABLES
from mjlog.tables.store import MANIFEST, SCHEMAS, check_columns, load_manifest, parts_of

MEMORY: Final = "3GB"
"""Memory limit of DuckDB, which keeps the process below 4 GB."""


ACCOUNTS: Final = "·accounts"


class Dataset:
    """The tables of a data set, as they were when it was opened.

    `ds.hands`, `ds.wins` … are Ibis tables, and so is `ds["hands"]`; `ds.df("hands")` is a DataFrame. Open the data set
    again to see rows of a later import.
    """

    def __init__(self, folder: str | Path) -> None:
        """Raises FileNotFoundError for a folder without a data set, StoreError for a data set of another version."""
        self.folder = Path(folder)
        self.manifest = load_manifest(self.folder)
        if not (self.folder / MANIFEST).is_file():
            raise FileNotFoundError(f"no data set in {self.folder}; create one: mjlog import PATH --out {self.folder}")
        check_columns(self.folder, self.manifest)

    @cached_property
    def connection(self) -> Backend:
        """The DuckDB connection of all tables.

        Queries use at most `MEMORY` and put the rest into the system's folder for temporary files;
        `connection.raw_sql("SET memory_limit = '12GB'")` gives them more.
        """
        connection = ibis.duckdb.connect(memory_limit=MEMORY, temp_directory=tempfile.gettempdir())
        for name in TABLES:
            paths = [glob.escape(str(path)) for path in parts_of(self.folder, self.manifest, name)]
            if paths:
                self._add_table(connection, name, paths)
            else:
                connection.create_table(name, schema=ibis.schema(SCHEMAS[name]))
        return connection

    def _add_table(self, connection: Backend, name: str, paths: Sequence[str]) -> None:
        """Add a table, with the accounts of one person under one name."""
        aliases = self.manifest.aliases
        if not aliases or "player" not in SCHEMAS[name].names:
            connection.read_parquet(paths, table_name=name)
            return
        accounts = pa.table({"account": [*aliases], "name": [*aliases.values()]})
        connection.con.register(ACCOUNTS, accounts)
        connection.read_parquet(paths, table_name=f"·{name}")
        connection.raw_sql(
            f'CREATE VIEW "{name}" AS SELECT t.* REPLACE (coalesce(a.name, t.player) AS player) '
            f'FROM "·{name}" t LEFT JOIN "{ACCOUNTS}" a ON t.player = a.account'
        )

    def __getitem__(self, name: str) -> ir.Table:
        """A table by name; raises KeyError with the names of all tables."""
        if name not in TABLES:
            raise KeyError(f"no table {name!r}; tables are {', '.join(TABLES)}")
        return self.connection.table(name)

    def df(self, rows: str | ir.Table) -> pd.DataFrame:
        """The rows of a table, by name or as an Ibis table, or the result of a query in DuckDB's SQL.

        Words such as `limit` are categories; whole numbers and flags have nullable types (`Int8` …, `boolean`).
        """
        if isinstance(rows, str):
            return self.sql(f'FROM "{rows}"' if rows in TABLES else rows)
        return frame_of(rows.to_pyarrow())

    def sql(self, query: str) -> pd.DataFrame:
        """The result of a query in DuckDB's SQL, in which every table has its own name; column types as in `df`."""
        return frame_of(self.connection.con.sql(query).to_arrow_table())

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


def open(folder: str | Path) -> Dataset:  # used as `mjlog.open`
    """The data set in a folder."""
    return Dataset(folder)
