"""The filters that `--where` and `--player` give."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import typer

from mjlog.errors import printable

if TYPE_CHECKING:
    from mjlog.stats.dimensions import Tables

FEW: Final = 12
"""Up to this many values of a column are listed where a filter names none of them."""
MOST_OF_RANGE: Final = 10_000
"""Whole numbers in a range."""


def filters_of(where: Sequence[str] | None, player: str | None = None) -> dict[str, Any]:
    """Column → value of the options, each value read as the type of its column."""
    from mjlog.stats.dimensions import NoSuchColumnError, or_nearest  # these load pandas, which `--help` does not need
    from mjlog.stats.prepared_query import columns_of_rows

    types = columns_of_rows("hands") if where else {}
    filters: dict[str, Any] = {} if player is None else {"player": player}
    for text in where or ():
        column, equals, value = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"--where {printable(text)}: write COLUMN=VALUE")
        match types.get(column, "unknown").rstrip("0123456789"):
            case "unknown":
                raise NoSuchColumnError(f"{column}: no such column{or_nearest(get_close_matches(column, types))}")
            case "boolean":
                filters[column] = value.lower() in ("true", "yes", "1")
            case "int" | "float" as kind:
                filters[column] = _number(text, value, whole=kind == "int")
            case _:
                filters[column] = value
    return filters


def _number(text: str, value: str, *, whole: bool) -> int | float | tuple[int, ...]:
    """A number, or all whole numbers of a range `A..B`."""
    first, dots, last = value.partition("..")
    try:
        if dots and whole:
            numbers = range(int(first), int(last) + 1)
            if not -MOST_OF_RANGE <= numbers.stop - numbers.start <= MOST_OF_RANGE:
                raise typer.BadParameter(f"--where {printable(text)}: a range has at most {MOST_OF_RANGE:,} numbers")
            return tuple(numbers)
        return int(value) if whole else float(value)
    except ValueError as error:
        form = "a whole number or a range A..B" if whole else "a number"
        raise typer.BadParameter(f"--where {printable(text)}: {value!r} is not {form}") from error


def no_rows(ds: Tables, filters: dict[str, Any]) -> str:
    """The message where filters leave nothing, with similar values of text columns, or all values if they are few."""
    from mjlog.stats.dimensions import matches, widened

    hints = []
    for column, value in filters.items():
        if isinstance(value, str):
            rows = widened(ds, "hands", {column})
            values = rows.select(column).distinct().order_by(column).to_pandas()[column].dropna().tolist()
            if not rows.filter(matches(rows[column], value)).limit(1).to_pyarrow().num_rows:
                folded = {str(other).casefold(): other for other in reversed(values)}
                if near := [folded[match] for match in get_close_matches(value.casefold(), folded)]:
                    hints.append("; did you mean " + " or ".join(f"{column}={match}" for match in near) + "?")
                elif 0 < len(values) <= FEW:
                    hints.append(f"; {column} is {' or '.join(map(str, values))}")
    selection = " and ".join(f"{column}={value}" for column, value in filters.items()) or "this selection"
    return f"no rows for {selection}" + "".join(hints)
