"""Small tables written by hand: a row names what matters, the rest is filled in."""

from threading import Lock
from typing import Any

import duckdb
import ibis
import pyarrow as pa

from mjlog.tables.dataset import Dataset
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import schema_of
from mjlog.tables.store import Manifest, Part


class StoredTables(Dataset):
    """A data set in memory with the given rows, as `dataset(hands=[...], wins=[...])`."""

    def __init__(self, **rows_of: list[dict[str, Any]]) -> None:
        self.manifest = Manifest(parts=(Part(0, {name: len(rows) for name, rows in rows_of.items()}),))
        self._tables, self._kept, self._keeping = {}, set(), Lock()
        database = duckdb.connect()
        database.execute("SET GLOBAL TimeZone = 'UTC'")
        for name in TABLES:
            database.register("rows", arrow_table(name, rows_of.get(name, [])))
            database.execute(f'CREATE TABLE "{name}" AS FROM rows')
        self.__dict__["database"] = database


dataset = StoredTables


def table(name: str, rows: list[dict[str, Any]]) -> ibis.Table:
    return ibis.memtable(arrow_table(name, rows))


def arrow_table(name: str, rows: list[dict[str, Any]]) -> pa.Table:
    schema = pa.schema([pa.field(field.name, _plain(field.type)) for field in schema_of(TABLES[name])])
    filled = [{field.name: _blank(field) for field in schema_of(TABLES[name])} | {"players": 4} | row for row in rows]
    known = [{key: value for key, value in row.items() if key in schema.names} for row in filled]
    assert all(set(row) <= set(schema.names) | {"players"} for row in filled), f"unknown column of {name}"
    return pa.Table.from_pylist(known, schema=schema)


def _plain(kind: pa.DataType) -> pa.DataType:
    """Dictionaries and fixed lists as what they hold, times in microseconds: as DuckDB reads them from parquet."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    if pa.types.is_list(kind) or pa.types.is_fixed_size_list(kind):
        return pa.list_(_plain(kind.value_type))
    return kind


def _blank(field: pa.Field) -> Any:
    kind = _plain(field.type)
    if field.nullable and not field.name.startswith("points_"):  # payments are null where a log tells none of them
        return None
    if pa.types.is_boolean(kind):
        return False
    if pa.types.is_list(kind):
        return []
    return "" if pa.types.is_string(kind) else 0


def hands(n: int, game: str = "a", **values: Any) -> list[dict[str, Any]]:
    """`n` kyoku of seat 0."""
    return [{"game": game, "kyoku": kyoku, "player": "Ann", "result": "win", **values} for kyoku in range(n)]
