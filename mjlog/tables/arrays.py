"""Makes the columns of tables from the arrays of a batch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from mjlog.games.batch import offsets
from mjlog.games.columns import ABSENT, Ints
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import schema_of


def table(name: str, columns: dict[str, Any]) -> pa.Table:
    """A table in its schema, from its columns in any order."""
    schema = schema_of(TABLES[name])
    arrays = [
        column if isinstance(column, pa.Array) and column.type == field.type else pa.array(column, field.type)
        for field in schema
        for column in (columns[field.name],)
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def known(values: Ints, known: Any = None) -> pa.Array:
    """Integers, null where ABSENT or not known."""
    absent = values == ABSENT
    return pa.array(values, mask=absent if known is None else absent | ~known)


def words(values: Ints) -> pa.DictionaryArray:
    """Strings, each distinct one stored once; None is null."""
    return pa.array(values, pa.string()).dictionary_encode()


def coded(codes: Ints, words: Any) -> pa.DictionaryArray:
    """Words by their codes; null where the code is ABSENT or its word is None."""
    known = [code for code, word in enumerate(words) if word is not None]
    indices = codes.astype(np.int32)
    if len(known) < len(words):
        place = np.full(len(words) + 1, ABSENT, np.int32)
        place[known] = np.arange(len(known))
        indices = place[codes]
    return pa.DictionaryArray.from_arrays(
        pa.array(indices, mask=indices == ABSENT), pa.array([words[code] for code in known], pa.string())
    )


def lists(values: Ints, known: Any = None) -> pa.Array:
    """Values `(n, k)` as lists of fixed length, null where not `known`; all are known by default."""
    mask = None if known is None or known.all() else pa.array(~known)
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(values).ravel()), values.shape[1], mask=mask)


def filled(values: Ints) -> pa.Array:
    """Values `(n, k)` as lists that end before the first ABSENT."""
    filled = values != ABSENT
    return pa.ListArray.from_arrays(offsets(filled.sum(axis=1)).astype(np.int32), pa.array(values[filled]))


def without(columns: Mapping[str, Any], rows: Any, *names: str) -> dict[str, Any]:
    """The columns, null in some rows `(n,)`; by default all of them."""
    if not rows.any():
        return dict(columns)
    kept = pa.array(~rows)
    return {
        name: pc.if_else(kept, column if isinstance(column, pa.Array) else pa.array(column), None)
        if name in (names or columns)
        else column
        for name, column in columns.items()
    }


def records(values: Ints, kind: pa.StructType, known: Any) -> pa.Array:
    """Values `(n, k)` as structs of `k` fields, null where not `known`."""
    fields = [pa.array(column, field.type) for column, field in zip(values.T, kind, strict=True)]
    return pa.StructArray.from_arrays(fields, fields=list(kind), mask=pa.array(~known))
