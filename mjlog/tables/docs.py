"""Makes the reference page of the tables from the row classes and a sample."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Final

import pyarrow as pa

from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of

LONGEST: Final = 40
"""Characters of a sample value on the page."""


def type_name(kind: pa.DataType) -> str:
    """The type of a column in plain words.

    >>> type_name(pa.dictionary(pa.int32(), pa.string())), type_name(pa.list_(pa.int8(), 13)), type_name(pa.bool_())
    ('text', 'list of 13 int8', 'bool')
    >>> type_name(pa.struct({"wait": pa.int16(), "pair": pa.int16()}))
    'record of wait, pair (int16)'
    """
    if pa.types.is_dictionary(kind) or pa.types.is_string(kind):
        return "text"
    if pa.types.is_fixed_size_list(kind):
        return f"list of {kind.list_size} {type_name(kind.value_type)}"
    if pa.types.is_list(kind):
        return f"list of {type_name(kind.value_type)}"
    if pa.types.is_struct(kind):
        fields = [*kind]
        types = dict.fromkeys(type_name(field.type) for field in fields)
        return f"record of {', '.join(field.name for field in fields)} ({', '.join(types)})"
    if pa.types.is_timestamp(kind):
        return "time"
    return {"double": "float64"}.get(str(kind), str(kind))


def first_line(row: type) -> str:
    """The first line of the docstring of a row class."""
    return (inspect.getdoc(row) or "").splitlines()[0]


def tables_page(samples: Mapping[str, Mapping[str, Any]]) -> str:
    """The page as Markdown; `samples` has one row of each table as a dict of columns."""
    parts = [
        "# Tables",
        "A data set is a folder with one folder of parquet files per table; `mjlog.open` reads it. A type with `null`"
        " may contain nulls. The last column shows one row of the sample data.",
    ]
    for name, row in TABLES.items():
        lines = ["| column | type | meaning | sample |", "| --- | --- | --- | --- |"]
        sample = samples.get(name, {})
        for column, about in columns_of(row).items():
            kind = type_name(about.type) + (", null" if about.null else "")
            doc = about.doc + (f" [{about.unit}]" if about.unit else "")
            value = _short(sample[column]) if column in sample else ""
            lines.append(" | ".join(("| `" + column + "`", kind, _cell(doc), value)) + " |")
        parts += [f"## {name}", inspect.getdoc(row) or "", "\n".join(lines)]
    return "\n\n".join(parts)


def _short(value: Any) -> str:
    text = "null" if value is None else str(value)
    return f"`{_cell(text if len(text) <= LONGEST else text[: LONGEST - 1] + '…')}`" if text else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
