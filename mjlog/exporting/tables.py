"""Tables of a data set as files for other programs: CSV, parquet or Excel.

In CSV and Excel a list (tiles, yaku, payments) is one text of values separated by spaces. A text is never a formula: in
CSV an apostrophe precedes one that looks like it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

import ibis
import ibis.expr.types as ir
import pyarrow as pa

from mjlog.errors import printable
from mjlog.stats.aliases import merge_accounts, pseudonymised
from mjlog.tables.dataset import Dataset
from mjlog.tables.folder import replaced
from mjlog.tables.rows import TABLES
from mjlog.tables.spreadsheets import FORMULA

Format = Literal["csv", "parquet", "xlsx"]
EXCEL_ROWS: Final = 1_048_575
"""Rows of an Excel sheet below its header."""
IDENTIFYING: Final = frozenset({"findings", "failures", "inputs"})
"""Tables that quote logs and names of files; they are never exported under pseudonyms."""


class ExportError(RuntimeError):
    """An export is impossible; the message says what to do."""


def export(
    ds: Dataset,
    out: str | Path,
    *,
    format: Format = "parquet",
    tables: Iterable[str] = (),
    aliases: Mapping[str, str] | str | Path | None = None,
    pseudonym_key: bytes | None = None,
) -> dict[str, int]:
    """Write tables into a folder, one file each, or as sheets of one Excel file; the number of rows by table.

    `tables` are the names of tables (default: all with rows). `aliases` replaces the names of accounts by the persons'
    names; with a key, names and ids of games are replaced by pseudonyms (`mjlog.stats.aliases`). Excel needs
    openpyxl.
    """
    rows = {name: ds.manifest.rows(name) for name in tables or TABLES}
    if pseudonym_key is not None and (refused := IDENTIFYING & set(tables)):
        raise ExportError(f"{', '.join(sorted(refused))}: quotes logs and names, so it has no export under pseudonyms")
    hidden = IDENTIFYING if pseudonym_key is not None else frozenset()
    names = [name for name, n in rows.items() if (n or tables) and name not in hidden]
    source = ds if aliases is None else merge_accounts(ds, aliases)
    exported: dict[str, ir.Table] = {name: getattr(source, name) for name in names}
    if pseudonym_key is not None:
        exported = {name: pseudonymised(table, pseudonym_key) for name, table in exported.items()}
    WRITERS[format](exported, Path(out), rows)
    return {name: rows[name] for name in names}


def _parquet(tables: Mapping[str, ir.Table], out: Path, rows: Mapping[str, int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        with replaced(out / f"{name}.parquet") as file:
            table.to_parquet(file)


def _csv(tables: Mapping[str, ir.Table], out: Path, rows: Mapping[str, int]) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        texts = {
            name: ibis.ifelse(table[name].left(1).isin(FORMULA), ibis.literal("'") + table[name], table[name])
            for name, kind in table.schema().items()
            if kind.is_string()
        }
        with replaced(out / f"{name}.csv") as file:
            _flat(table.mutate(**texts) if texts else table).to_csv(file)


def _xlsx(tables: Mapping[str, ir.Table], out: Path, rows: Mapping[str, int]) -> None:
    if find_spec("openpyxl") is None:
        raise ExportError("Excel needs openpyxl: pip install openpyxl")
    if long := [name for name in tables if rows[name] > EXCEL_ROWS]:
        raise ExportError(f"{', '.join(long)}: more rows than an Excel sheet holds; write CSV or parquet")

    from openpyxl import Workbook  # from an extra
    from openpyxl.cell import WriteOnlyCell

    def as_cell(value: Any) -> Any:
        """A text as one, even if it looks like a formula, and without characters that Excel refuses."""
        if not isinstance(value, str) or (value.isprintable() and not value.startswith("=")):
            return value
        cell = WriteOnlyCell(sheet, printable(value, "\n"))
        cell.data_type = "s"
        return cell

    out.parent.mkdir(parents=True, exist_ok=True)
    book = Workbook(write_only=True)  # keeps no cell in memory, and takes a third of the time
    for name, table in tables.items():
        sheet = book.create_sheet(name)
        sheet.append(table.columns)
        for batch in _flat(table).to_pyarrow().to_batches():
            for row in zip(*map(_cells, batch.columns), strict=True):
                sheet.append([*map(as_cell, row)])
    with replaced(out) as file:
        book.save(file)


def _cells(column: pa.Array) -> list[Any]:
    """A column as cells of a sheet; a struct is one text."""
    values: list[Any] = column.to_pylist()
    return [value and str(value) for value in values] if pa.types.is_struct(column.type) else values


def _flat(table: ir.Table) -> ir.Table:
    """The table, each list as one text."""
    lists = {
        name: table[name].map(lambda value: value.cast("string")).join(" ")
        for name, kind in table.schema().items()
        if kind.is_array()
    }
    return table.mutate(**lists) if lists else table


WRITERS: Final[dict[Format, Callable[[Mapping[str, ir.Table], Path, Mapping[str, int]], None]]] = {
    "parquet": _parquet,
    "csv": _csv,
    "xlsx": _xlsx,
}
