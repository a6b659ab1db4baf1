"""Groups of columns as records, for compiled functions: a record is handed over as one pointer, read as `record.field`.

Handing over arrays costs more than most of these functions take: each is counted as referred to once more.
"""

from __future__ import annotations

from typing import Any, TypeVar, get_type_hints

import numpy as np

from mjlog.games.columns import declarations

Group = TypeVar("Group", bound=tuple[Any, ...])


def records(n: int, *groups: type[tuple[Any, ...]]) -> Any:
    """`n` records of zeros with the fields of the groups."""
    fields = [
        (name, column.dtype.replace("bool", "int8"), column.shape)  # numba knows no arrays of bool within records
        for group in groups
        for name, column in declarations(group).items()
    ]
    return np.zeros(n, np.dtype(fields, align=True)).view(np.recarray)


def rows_of(group: tuple[Any, ...]) -> Any:
    """The rows of a group of columns as records."""
    rows = records(len(group[0]), type(group))
    for name, column in zip(rows.dtype.names, group, strict=True):
        rows[name] = column
    return rows


def columns_of(rows: Any, group: type[Group]) -> Group:
    """The fields of records as a group of columns, views on them."""
    return group(*(rows[name].view(column.dtype) for name, column in declarations(group).items()))


def state_of(fields: type) -> Any:
    """Two records `(2,)` of int64 as the class of the fields says, of zeros by default: a blank and one to work on."""
    axes = {
        name: getattr(hint, "__metadata__", ()) for name, hint in get_type_hints(fields, include_extras=True).items()
    }
    rows = np.zeros(2, [(name, np.int64, shape) for name, shape in axes.items()]).view(np.recarray)
    for name in axes:
        rows[name] = getattr(fields, name, 0)
    return rows
