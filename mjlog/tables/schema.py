"""Row classes declare tables: their annotations are the columns, for schema, checks and reference page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Final, get_args, get_origin, get_type_hints

import pyarrow as pa

SCHEMA_VERSION: Final = 4
"""Version of the meaning of all columns; stored with every part."""


@dataclass(frozen=True, slots=True)
class Column:
    """Type, meaning and unit of one column."""

    type: pa.DataType
    doc: str
    unit: str | None = None
    null: bool = False
    """A value may be missing."""


def columns_of(row: type) -> dict[str, Column]:
    """The declared columns of a row class, in order."""
    hints = get_type_hints(row, include_extras=True)
    return {name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated}


@cache
def schema_of(row: type) -> pa.Schema:
    """The pyarrow schema of a row class, with documentation and units as field metadata."""
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
    """The rows in exactly the declared schema.

    Raises AssertionError if a column is missing, out of order or of another type, or contains nulls that it may not.
    """
    names = rows.schema.names
    assert names == schema.names, f"{row.__name__}: columns are {names}, declared are {schema.names}"
    for field, column in zip(schema, rows.columns, strict=True):
        assert field.type == column.type, f"{row.__name__}.{field.name} is {column.type}, declared is {field.type}"
        assert field.nullable or column.null_count == 0, f"{row.__name__}.{field.name} holds {column.null_count} nulls"
    return pa.Table.from_arrays(rows.columns, schema=schema)
