"""How a row class declares a table: its annotations are the columns, and the pyarrow schema and the reference page come from them."""

from __future__ import annotations

from dataclasses import dataclass
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
