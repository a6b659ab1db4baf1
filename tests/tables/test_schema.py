from typing import Annotated

import pyarrow as pa
import pytest

from mjlog.tables.docs import tables_page, type_name
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import SCHEMA_VERSION, Column, check, columns_of, schema_of


class Row:
    """One row per test."""

    name: Annotated[str, Column(pa.string(), "what it is called")]
    points: Annotated[int | None, Column(pa.int32(), "what it is worth", "points", null=True)]


SCHEMA = schema_of(Row)


def test_a_schema_has_columns_documents_and_the_version():
    assert SCHEMA.names == ["name", "points"]
    assert SCHEMA.field("points").metadata == {b"doc": b"what it is worth", b"unit": b"points"}
    assert SCHEMA.field("points").nullable
    assert not SCHEMA.field("name").nullable
    assert SCHEMA.metadata == {b"mjlog_schema_version": str(SCHEMA_VERSION).encode()}


def test_rows_get_exactly_the_declared_schema():
    rows = pa.table({"name": ["a"], "points": pa.array([None], pa.int32())})
    assert check(rows, Row, SCHEMA).schema.equals(SCHEMA, check_metadata=True)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"name": ["a"]}, "columns are"),
        ({"points": pa.array([1], pa.int32()), "name": ["a"]}, "columns are"),
        ({"name": ["a"], "points": [1]}, "points is int64, declared is int32"),
        ({"name": [None, "a"], "points": pa.array([1, 2], pa.int32())}, "name holds 1 nulls"),
    ],
)
def test_rows_that_are_not_as_declared_are_a_programming_error(columns, message):
    with pytest.raises(AssertionError, match=message):
        check(pa.table(columns), Row, SCHEMA)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_declares_documented_columns_that_may_be_null_as_typed(name):
    row = TABLES[name]
    assert row.__doc__
    assert list(columns_of(row)) == list(row.__annotations__)
    for column in columns_of(row).values():
        assert column.doc[0] != " "
        assert not column.doc.endswith(".")
    nullable = {field.name for field in schema_of(row) if field.nullable}
    assert nullable == {
        column for column, hint in row.__annotations__.items() if "null=True" in str(hint) or nulls(row, column)
    }


def nulls(row, column):
    return columns_of(row)[column].null


def test_the_page_shows_every_column_with_its_type_and_a_sample():
    page = tables_page({"games": {"game": "a|b", "started": None, "n_kyoku": 8}})
    for row in TABLES.values():
        for column in columns_of(row):
            assert f"| `{column}` | " in page
    assert "| `a\\|b` |" in page
    assert "| int16 | complete kyoku in the log | `8` |" in page
    assert type_name(pa.timestamp("ms")) == "time"
