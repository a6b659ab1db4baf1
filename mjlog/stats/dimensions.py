"""The rows a statistic counts, with every column they can be grouped and filtered by.

Each table is widened by the columns of the tables above it: a row of `hands` knows its kyoku, its seat in the game
and its game. Columns are looked for in the table itself first, then in `hands`, `seats`, `kyoku`, `games`;
`seats.place` is the place at the end of the game. Made from columns, and used like them, are

- `year` and `month` (as `2019-07`) of the start of the game;
- `faced_riichi`: whether another had declared before the player did, or at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import ibis
import ibis.expr.types as ir
import pandas as pd
import pyarrow as pa
from ibis.common.exceptions import IbisTypeError

from mjlog.stats.statistic import TableName


class Tables(Protocol):
    """A data set: its tables as Ibis tables, of any backend."""

    @property
    def games(self) -> ir.Table:
        """One row per game."""

    @property
    def seats(self) -> ir.Table:
        """One row per game and seat."""

    @property
    def kyoku(self) -> ir.Table:
        """One row per kyoku."""

    @property
    def hands(self) -> ir.Table:
        """One row per kyoku and seat."""

    @property
    def wins(self) -> ir.Table:
        """One row per win."""

    @property
    def calls(self) -> ir.Table:
        """One row per call."""

    @property
    def discards(self) -> ir.Table:
        """One row per discard."""


By = str | Sequence[str] | Mapping[str, Callable[[ir.Table], Any]]
"""Grouping columns by name, or new ones as expressions of the widened table."""
Where = Mapping[str, Any] | Callable[[ir.Table], Any]
"""Column → value, or collection of values, or None for null; or one boolean expression of the widened table."""

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "hands": ("game", "kyoku", "seat"),
    "seats": ("game", "seat"),
    "kyoku": ("game", "kyoku"),
    "games": ("game",),
}
"""What identifies a row of the tables that widen others."""


OPTIONAL: Final = ("discards", "calls")
"""Tables that an import makes only if asked."""


NEEDS: Final = "needs the table"
"""How the reason begins where a table was not imported."""


class NoSuchColumnError(LookupError):
    """A table and the tables above it have no column of that name."""


class NoTableError(NoSuchColumnError):
    """The data set was imported without the table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{NEEDS} {name}: import with --decisions")


def require(ds: Tables, name: str) -> None:
    """Raise `NoTableError` if the table was not imported.

    Every kyoku has discards, so a data set with hands and none of them was imported without; one without calls may
    be of games without a call.
    """
    if name in OPTIONAL and not _has_rows(ds.discards) and _has_rows(ds.hands):
        raise NoTableError(name)


def _has_rows(table: ir.Table) -> bool:
    return bool(table.select("game").limit(1).to_pyarrow().num_rows)


def to_frame(expression: ir.Table, groups: Sequence[str] = ()) -> pd.DataFrame:
    """The computed table as a DataFrame; whole numbers among the groups stay whole where some are null.

    By way of Arrow: Ibis' own way asks pandas for an option that pandas is giving up.
    """
    table = expression.to_pyarrow()
    frame: pd.DataFrame = table.to_pandas()
    gaps = (name for name in groups if pa.types.is_integer(table[name].type) and table[name].null_count)
    return frame.assign(**{name: table[name].cast("int64").to_pandas(types_mapper=WHOLE.get) for name in gaps})


WHOLE: Final = {pa.int64(): pd.Int64Dtype()}


def own_rows(ds: Tables, name: TableName) -> ir.Table:
    """The rows of a table with the columns made from its own."""
    match name:
        case "games":
            started = ds.games.started
            return ds.games.mutate(year=started.year(), month=started.strftime("%Y-%m"))
        case "wins":
            return ds.wins.mutate(seat=ds.wins.winner, win_state=state_of_winner(ds.wins))
        case "deal_ins":
            wins = ds.wins.filter(ds.wins.from_seat.notnull())
            return wins.select(
                "game", "kyoku", "winner", "players", "hand", "yaku", "han", "fu", "limit", "points", "turn", "tile",
                seat=wins.from_seat, winner_dealer=wins.dealer, winner_state=state_of_winner(wins),
            )  # fmt: skip
        case "hands":
            return ds.hands.mutate(faced_riichi=ds.hands.n_riichi_before > 0)
        case "seats" | "kyoku" | "calls" | "discards":
            table: ir.Table = getattr(ds, name)
            return table


def state_of_winner(wins: ir.Table) -> ir.StringValue:
    """`riichi`, `open` or `dama`."""
    return ibis.ifelse(wins.riichi, "riichi", ibis.ifelse(wins.closed, "dama", "open"))


def widened(ds: Tables, name: TableName, wanted: Collection[str] | None = None) -> ir.Table:
    """The rows of a table with the wanted columns of the tables above it, or with all of them.

    Raises `NoSuchColumnError` where a wanted column is nowhere.
    """
    table = own_rows(ds, name)
    for other, keys in KEYS.items():
        if other == name or not set(keys) <= set(table.columns):
            continue
        above = own_rows(ds, other)  # type: ignore[arg-type]  # the keys of KEYS are table names
        columns = [c for c in above.columns if c not in table.columns and (wanted is None or c in wanted)]
        if columns:
            joined = table.left_join(above.select(*keys, *columns), keys)
            table = joined.select(*table.columns, *columns)
    if missing := set(wanted or ()) - set(table.columns):
        raise NoSuchColumnError(f"{', '.join(sorted(missing))}: no such column in {name} and the tables above it")
    return table


def grouped_rows(
    ds: Tables, name: TableName, by: By, where: Where | None, also: Collection[str] = ()
) -> tuple[ir.Table, list[str]]:
    """The filtered rows of a table, and the names of the grouping columns, `players` first.

    Three- and four-player games are never mixed: `players` is always a grouping column. The rows have the columns
    named in `also`, too. Raises `NoSuchColumnError`, and `NoTableError` where the import did not make the table.
    """
    names = list(_by(by))
    _check_where(where)
    made = dict(by) if isinstance(by, Mapping) else {}
    filters = where if isinstance(where, Mapping) else {}
    anything = bool(made) or callable(where)
    rows = widened(ds, name, None if anything else {*names, *filters, *also})
    if made:
        rows = rows.mutate(**{column: _value(expression, rows, name) for column, expression in made.items()})
    if missing := {*names, *filters, *also} - set(rows.columns):
        raise NoSuchColumnError(f"{', '.join(sorted(missing))}: no such column in {name} and the tables above it")
    require(ds, name)
    if callable(where):
        chosen = _value(where, rows, name)
        if not isinstance(chosen, ir.BooleanValue | bool):
            raise TypeError(f"the filter gives {type(chosen).__name__}, where a condition is wanted")
        rows = rows.filter(chosen)
    for column, wanted in filters.items():
        rows = rows.filter(matches(rows[column], wanted))
    return rows, group_names(by)


def group_names(by: By) -> list[str]:
    """The names of the grouping columns, `players` first."""
    return list(dict.fromkeys(["players", *_by(by)]))


def _by(by: By) -> Iterable[str]:
    """The names of the grouping columns that are asked for."""
    if isinstance(by, str):
        return [by]
    if not isinstance(by, Iterable):
        raise TypeError(f"group by the name of a column, several, or a mapping of names to functions, not by {by!r}")
    return by


def _check_where(where: Where | None) -> None:
    """Raise TypeError for what is no filter, which would otherwise filter nothing."""
    if not (where is None or callable(where) or isinstance(where, Mapping)):
        raise TypeError(f"filter by a mapping of columns to values, or a function of the table, not by {where!r}")


def _value(expression: Callable[[ir.Table], Any], rows: ir.Table, name: TableName) -> Any:
    try:
        return expression(rows)
    except (AttributeError, IbisTypeError) as error:  # how Ibis says that t.column, or t["column"], is not there
        raise NoSuchColumnError(f"{name}: {error}") from error


def matches(column: Any, wanted: Any) -> Any:
    """Whether a column has a value, one of a collection, or none where that is None; ValueError for another type."""
    if wanted is None:
        return column.isnull()
    try:
        if isinstance(wanted, Collection) and not isinstance(wanted, str):
            for one in {type(value): value for value in wanted}.values():
                _ = column == one  # raises, as the test of a collection does not
            return column.isin(list(wanted)) if wanted else ibis.literal(False)
        return column == wanted
    except IbisTypeError as error:
        raise ValueError(f"{column.get_name()} is of type {column.type()}, which is never {wanted!r}") from error
