"""How a row class declares a table: its annotations are the columns; schema, checks and reference come from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, get_args, get_origin, get_type_hints

import pyarrow as pa

SCHEMA_VERSION: Final = 1
"""Number of the meaning of all columns together; stored with every part."""


@dataclass(frozen=True, slots=True)
class Column:
    """Type, meaning and unit of one column."""

    type: pa.DataType
    doc: str
    unit: str | None = None
    null: bool = False
    """Whether a value may be missing."""


def columns_of(row: type) -> dict[str, Column]:
    """The declared columns of a row class, in order."""
    hints = get_type_hints(row, include_extras=True)
    return {name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated}


@cache
def schema_of(row: type) -> pa.Schema:
    """The pyarrow schema of a row class, with documents and units as field metadata."""
    fields = [
        pa.field(
            name,
            column.type,
            nullable=column.null,
            metadata={"doc": column.doc} | ({"unit": column.unit} if column.unit else {}),
        )
        for name, column in columns_of(row).items()
    ]
    return pa.schema(fields, metadata={"mjlog_schema_version": str(SCHEMA_VERSION)})


def check(rows: pa.Table, row: type, schema: pa.Schema) -> pa.Table:
    """The rows in exactly the declared schema; an AssertionError tells what a builder has done wrong.

    Columns are there, in order and of their types, and only those that may be null hold nulls.
    """
    names = rows.schema.names
    assert names == schema.names, f"{row.__name__}: columns are {names}, declared are {schema.names}"
    for field, column in zip(schema, rows.columns, strict=True):
        assert field.type == column.type, f"{row.__name__}.{field.name} is {column.type}, declared is {field.type}"
        assert field.nullable or column.null_count == 0, f"{row.__name__}.{field.name} holds {column.null_count} nulls"
    return pa.Table.from_arrays(rows.columns, schema=schema)
