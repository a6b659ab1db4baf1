"""The built-in statistics compiled to SQL: the only step of `mjlog.stats.prepared` that needs Ibis."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast, get_args

import ibis
import ibis.expr.types as ir
import sqlglot
from sqlglot import expressions as sql

from mjlog.stats.dimensions import Tables, rows_of
from mjlog.stats.expressions import named_parts
from mjlog.stats.prepared import Piece, Prepared, Search
from mjlog.stats.query import columns_to_sum, total
from mjlog.stats.registry import BUILT_IN
from mjlog.stats.statistic import TableName
from mjlog.tables.store import SCHEMAS

DIALECT = "duckdb"


def prepare() -> dict[str, Prepared]:
    """The rows and statistics of every table as pieces of SQL."""
    tables = SimpleNamespace(**{name: ibis.table(ibis.schema(schema), name=name) for name, schema in SCHEMAS.items()})
    return {name: _prepare(cast(Tables, tables), name) for name in get_args(TableName)}


def _prepare(tables: Tables, name: TableName) -> Prepared:
    source = rows_of(tables, name)
    rows = ibis.table(source.schema(), name="rows")
    columns, searches, sums = columns_to_sum(rows, [s for s in BUILT_IN.values() if s.table == name])
    flat, layers, values = named_parts(rows, list(columns.values()))
    totals = {column: total(value, flat) for column, value in zip(columns, values, strict=True)}
    return Prepared(
        source=str(ibis.to_sql(source, dialect=DIALECT)),
        columns={column: _type_name(type_) for column, type_ in source.schema().items()},
        layers=[_pieces(flat.select(**layer)) for layer in layers],
        totals=_pieces(flat.aggregate(**totals)) if totals else {},
        searches=[
            Search(search.column, _pieces(rows.select(condition=search.rows.to_expr()))["condition"], values)
            for search, values in searches.items()
        ],
        sums={entry.statistic.key: (entry.x, entry.y) for entry in sums},
    )


def _type_name(type_: Any) -> str:
    """The name of a type, which Arrow knows too; empty for times and lists."""
    is_plain = type_.is_boolean() or type_.is_string() or type_.is_integer() or type_.is_floating()
    return type(type_).__name__.lower() if is_plain else ""


def _pieces(expression: ir.Table) -> dict[str, Piece]:
    """The SQL of each column of one SELECT, and the columns that it reads."""
    select = sqlglot.parse_one(str(ibis.to_sql(expression, dialect=DIALECT)), dialect=DIALECT)
    assert isinstance(select, sql.Select)
    assert not select.find(sql.Subquery)
    pieces = {}
    for column in select.selects:
        read = list(column.find_all(sql.Column))
        for each in read:
            each.set("table", None)
        pieces[column.alias_or_name] = Piece(column.unalias().sql(DIALECT), sorted({each.name for each in read}))
    return pieces
