"""The rows and built-in statistics of one table as pieces of SQL, of which a query of any grouping and filter is made.

A piece depends only on the declarations, so it is compiled once (`mjlog.stats.preparing`) and kept on the disk
(`mjlog.stats.prepared_cache`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple


class Piece(NamedTuple):
    """An expression in SQL, and the columns that it reads."""

    text: str
    columns: Sequence[str]


class Search(NamedTuple):
    """A list column, the condition for the rows in which it is searched, and sum → value to look for."""

    column: str
    condition: Piece
    values: Mapping[str, Any]


class Prepared(NamedTuple):
    """The pieces of one table of `mjlog.stats`."""

    source: str
    """The query of the rows with their derived columns."""
    columns: Mapping[str, str]
    """Column of the rows → `string`, `boolean`, `int8` to `int64`, `float64`, or empty for times and lists."""
    layers: Sequence[Mapping[str, Piece]]
    """Parts that several sums use; those of a layer read the rows and lower layers."""
    totals: Mapping[str, Piece]
    """Sum → aggregate over the rows and parts."""
    searches: Sequence[Search]
    sums: Mapping[str, tuple[str, str]]
    """Key of a statistic → its sums: numerator and denominator."""

    @classmethod
    def of(cls, values: Sequence[Any]) -> Prepared:
        """The value that was written as JSON; raises TypeError or ValueError for another value."""
        source, columns, layers, totals, searches, sums = values
        return cls(
            source,
            columns,
            [_pieces(layer) for layer in layers],
            _pieces(totals),
            [Search(column, Piece(*condition), values) for column, condition, values in searches],
            {key: (x, y) for key, (x, y) in sums.items()},
        )

    def parts_of(self, totals: Iterable[str]) -> tuple[list[dict[str, Piece]], set[str]]:
        """The parts that some sums need, by layer, and the columns of the rows that both read."""
        needed = {column for total in totals for column in self.totals[total].columns}
        layers: list[dict[str, Piece]] = []
        for layer in reversed(self.layers):
            parts = {name: piece for name, piece in layer.items() if name in needed}
            needed |= {column for piece in parts.values() for column in piece.columns}
            layers.insert(0, parts)
        return [layer for layer in layers if layer], needed & self.columns.keys()


def _pieces(values: Mapping[str, Sequence[Any]]) -> dict[str, Piece]:
    return {name: Piece(*piece) for name, piece in values.items()}
