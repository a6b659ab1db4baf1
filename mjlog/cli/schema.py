"""`mjlog schema`: the tables and their columns."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mjlog.tables.docs import first_line, type_name
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import columns_of


def schema(
    table: Annotated[str | None, typer.Argument(help="Name of a table.", show_default="list all tables")] = None,
) -> None:
    """List the tables of a data set, or the columns of one table.

    Example: mjlog schema hands
    """
    console = Console()
    if table is None:
        listing = Table("table", "columns", "contents")
        for name, row in TABLES.items():
            listing.add_row(name, str(len(columns_of(row))), first_line(row))
        console.print(listing)
    elif table in TABLES:
        shown = Table("column", "type", "null", "unit", "meaning", title=f"{table}: {first_line(TABLES[table])}")
        for name, column in columns_of(TABLES[table]).items():
            shown.add_row(name, type_name(column.type), "yes" if column.null else "", column.unit or "", column.doc)
        console.print(shown)
    else:
        raise typer.BadParameter(f"no table {table!r}; there are {', '.join(TABLES)}")
