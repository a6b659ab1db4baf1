"""Tables as DataFrames: words are categories, whole numbers and flags have pandas' types with null."""

from __future__ import annotations

from typing import Final

import pandas as pd
import pyarrow as pa
from pandas.api.extensions import ExtensionDtype
from pyarrow import types

from mjlog.tables.store import SCHEMAS

WORDS: Final = frozenset(
    field.name for schema in SCHEMAS.values() for field in schema if types.is_dictionary(field.type)
)
"""The columns whose values are a few strings."""
TYPES: Final[dict[pa.DataType, ExtensionDtype]] = {
    pa.bool_(): pd.BooleanDtype(),
    pa.int8(): pd.Int8Dtype(),
    pa.int16(): pd.Int16Dtype(),
    pa.int32(): pd.Int32Dtype(),
    pa.int64(): pd.Int64Dtype(),
}


def frame_of(rows: pa.Table) -> pd.DataFrame:
    """The rows as a DataFrame; a decimal without fraction, such as DuckDB's sum of whole numbers, becomes `Int64`."""
    for n, field in enumerate(rows.schema):
        if types.is_string(field.type) and field.name in WORDS:
            rows = rows.set_column(n, field.name, rows[n].dictionary_encode())
        elif types.is_decimal(field.type) and field.type.scale == 0:
            rows = rows.set_column(n, field.name, rows[n].cast(pa.int64()))
    frame: pd.DataFrame = rows.to_pandas(types_mapper=TYPES.get)
    return frame
