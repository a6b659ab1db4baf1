"""Groups of columns as numpy records, for compiled functions: passed as one pointer, read as `record.field`.

Passing arrays costs more than most of these functions take: numba adjusts a reference count for every array argument.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, get_type_hints

import numpy as np

from mjlog.games.columns import declarations

Group = TypeVar("Group", bound=tuple[Any, ...])


def records(n: int, *groups: type[tuple[Any, ...]]) -> Any:
    """`n` records with the fields of the groups, each holding its `ColumnType.fill`."""
    columns = {name: column for group in groups for name, column in declarations(group).items()}
    fields = [
        (name, column.dtype.replace("bool", "int8"), column.shape)  # numba knows no arrays of bool within records
        for name, column in columns.items()
    ]
    rows = np.zeros(n, np.dtype(fields, align=True))
    for name, column in columns.items():
        if column.fill:
            rows[name] = column.fill
    return rows.view(np.recarray)


def rows_of(group: tuple[Any, ...]) -> Any:
    """The rows of a group of columns as records."""
    rows = records(len(group[0]), type(group))
    plain = rows.view(np.ndarray)  # its fields are read much faster
    for name, column in zip(rows.dtype.names, group, strict=True):
        plain[name] = column
    return rows


def columns_of(rows: Any, group: type[Group]) -> Group:
    """The fields of records as a group of columns, which are views."""
    plain = rows.view(np.ndarray)
    return group(*(plain[name].view(column.dtype) for name, column in declarations(group).items()))


def state_of(fields: type) -> Any:
    """Two records `(2,)` of int64 with the fields and defaults of a class: a blank one and one to work on."""
    return _blank_state(fields).copy()


@cache
def _blank_state(fields: type) -> Any:
    axes = {
        name: getattr(hint, "__metadata__", ()) for name, hint in get_type_hints(fields, include_extras=True).items()
    }
    rows = np.zeros(2, [(name, np.int64, shape) for name, shape in axes.items()])
    for name in axes:
        rows[name] = getattr(fields, name, 0)
    return rows.view(np.recarray)
