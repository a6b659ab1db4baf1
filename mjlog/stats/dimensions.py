"""The rows that a statistic counts, with every column they can be grouped and filtered by.

Each table is widened by the columns of the tables above it: a row of `hands` also has those of its kyoku, its seat and
its game. The table itself comes first, then `hands`, `seats`, `kyoku`, `games`; `seats.place` is the final place.
Derived columns are

- `year` and `month` (as `2019-07`) of the start of the game;
- `faced_riichi`: whether another player declared riichi, before the player did if both did.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeGuard

import pandas as pd
import pyarrow as pa

from mjlog.stats.statistic import TableName
from mjlog.tables.dataset import Dataset

if TYPE_CHECKING:  # prepared questions do not wait for Ibis
    import ibis.expr.types as ir


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

    @property
    def offers(self) -> ir.Table:
        """One row per act that was possible."""

    @property
    def list(self) -> ir.Table:
        """One row per game on a list page."""


By = str | Sequence[str] | Mapping[str, str | Callable[["ir.Table"], Any]]
"""Grouping columns: names, or new names with names or expressions of the widened table."""
Where = Mapping[str, Any] | Callable[["ir.Table"], Any]
"""Column → value, collection of values, or None for null; or one condition on the widened table."""


@dataclass(frozen=True, slots=True)
class Equals:
    """A group of `By`: whether a column has the value, false for null. Unlike other functions, it needs no planning."""

    column: str
    value: Any

    def __call__(self, t: ir.Table) -> ir.BooleanValue:
        """The flag as a column of the table."""
        flag: ir.BooleanValue = (t[self.column] == self.value).fill_null(False)
        return flag


@dataclass(frozen=True, slots=True)
class Bands:
    """A group of `By`: the band that a number lies in, null for null and above the last band; it needs no planning."""

    column: str
    bands: tuple[tuple[int, str], ...]
    """The last number and the name of each band, in ascending order."""

    def __call__(self, t: ir.Table) -> ir.StringValue:
        """The name as a column of the table."""
        import ibis

        name: ir.StringValue = ibis.cases(*((t[self.column] <= last, name) for last, name in self.bands))
        return name


KEYS: Final[dict[str, tuple[str, ...]]] = {
    "hands": ("game", "kyoku", "seat"),
    "seats": ("game", "seat"),
    "kyoku": ("game", "kyoku"),
    "games": ("game",),
}
"""The key columns of the tables that widen others."""


OPTIONAL: Final = ("discards", "calls", "offers")
"""Tables that an import with `--without-decisions` leaves empty."""
NEEDS: Final = "there is no table"
"""The start of the note of a statistic whose table was not imported."""


class NoSuchColumnError(LookupError):
    """Neither the table nor the tables above it have a column of that name."""


class NoSuchPlayerError(ValueError):
    """No game of the data set has a player of that name."""


class NoSuchRoomError(ValueError):
    """Neither a service nor a game of the data set has a room of that name."""


class NoTableError(NoSuchColumnError):
    """The data set was imported without the table."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{NEEDS} {name}: import the logs again, with --decisions")


def require(ds: Tables, name: str) -> None:
    """Raise `NoTableError` if the table was not imported.

    Every kyoku has discards, so a data set with hands but no discards was imported without them. Games without a call
    have no rows in `calls` either way. Data sets of an earlier mjlog lack `offers`.
    """
    shown = ds.offers if name == "offers" else ds.discards
    if name in OPTIONAL and not _has_rows(shown) and _has_rows(ds.hands):
        raise NoTableError(name)


def _has_rows(table: ir.Table) -> bool:
    return bool(table.select("game").limit(1).to_pyarrow().num_rows)


def to_frame(expression: ir.Table | pa.Table, groups: Sequence[str] = ()) -> pd.DataFrame:
    """The computed table as a DataFrame, through Arrow; integer groups stay integers if some are null.

    The conversion of Ibis itself uses an option that pandas has deprecated.
    """
    table = expression if isinstance(expression, pa.Table) else expression.to_pyarrow()
    frame: pd.DataFrame = table.to_pandas()
    gaps = (name for name in groups if pa.types.is_integer(table[name].type) and table[name].null_count)
    return frame.assign(**{name: table[name].cast("int64").to_pandas(types_mapper=WHOLE.get) for name in gaps})


WHOLE: Final = {pa.int64(): pd.Int64Dtype()}


MOST_KEPT: Final = 2_000_000
"""Hands of a data set up to which it keeps derived rows in memory, in some hundred bytes for each hand."""


def keeps_rows(ds: Tables) -> TypeGuard[Dataset]:
    """Whether the data set keeps derived rows."""
    return isinstance(ds, Dataset) and ds.manifest.rows("hands") <= MOST_KEPT


def kept(ds: Tables, name: str, rows: Callable[[], ir.Table]) -> ir.Table:
    """Rows derived from whole tables; a data set that is not large computes them once and keeps them by their name."""
    return ds.kept(name, rows) if keeps_rows(ds) else rows()


def rows_of(ds: Tables, name: TableName) -> ir.Table:
    """The rows of a table with its derived columns."""
    match name:
        case "games":
            started = ds.games.started
            return ds.games.mutate(year=started.year(), month=started.strftime("%Y-%m"))
        case "wins":
            return ds.wins.mutate(seat=ds.wins.winner, win_state=state_of_winner(ds.wins))
        case "deal_ins":
            wins = ds.wins.filter(ds.wins.from_seat.notnull())
            return wins.select(
                "game", "kyoku", "winner", "players", "hand", "yaku", "n_yakuman", "han", "fu", "limit", "points",
                "computed_points", "turn", "tile",
                seat=wins.from_seat, winner_dealer=wins.dealer, winner_state=state_of_winner(wins),
            )  # fmt: skip
        case "hands":
            return ds.hands.mutate(faced_riichi=ds.hands.n_riichi_before > 0)
        case "seats" | "kyoku" | "calls" | "discards":
            table: ir.Table = getattr(ds, name)
            return table


def state_of_winner(wins: ir.Table) -> ir.StringValue:
    """`riichi`, `open` or `dama`."""
    state: ir.StringValue = wins.riichi.ifelse("riichi", wins.closed.ifelse("dama", "open"))
    return state


def widened(ds: Tables, name: TableName, columns: Collection[str] | None = None) -> ir.Table:
    """The rows of a table with these columns of the tables above it, or with all of them.

    Raises `NoSuchColumnError` for a column that no table has.
    """
    table = rows_of(ds, name)
    for other, keys in KEYS.items():
        if other == name or not set(keys) <= set(table.columns):
            continue
        above = rows_of(ds, other)  # type: ignore[arg-type]  # the keys of KEYS are table names
        new = [c for c in above.columns if c not in table.columns and (columns is None or c in columns)]
        if new:
            joined = table.left_join(above.select(*keys, *new), keys)
            table = joined.select(*table.columns, *new)
    if missing := set(columns or ()) - set(table.columns):
        raise _no_such_columns(ds, name, missing)
    return table


def _no_such_columns(ds: Tables, name: TableName, missing: Collection[str]) -> NoSuchColumnError:
    """The error for columns that no table has, with similar names."""
    known = widened(ds, name).columns
    near = or_nearest([match for column in sorted(missing) for match in get_close_matches(column, known)])
    return NoSuchColumnError(f"{', '.join(sorted(missing))}: no such column in {name} and the tables above it{near}")


def or_nearest(near: Sequence[str]) -> str:
    """The end of a message on a wrong name: the names that are similar, if there are any."""
    return f"; did you mean {' or '.join(dict.fromkeys(near))}?" if near else ""


def require_player(ds: Tables, name: str) -> None:
    """Raise NoSuchPlayerError with similar names if no game has a player of this name."""
    names = _names_in(ds.seats, "player")
    if name not in names:
        raise NoSuchPlayerError(f"no player {name!r}{or_nearest(get_close_matches(name, sorted(names)))}")


def require_names(ds: Tables, where: Where | None) -> None:
    """Raise NoSuchPlayerError or NoSuchRoomError for a filter of which no game has any name."""
    filters = where if isinstance(where, Mapping) else {}
    for column, require_name in (("player", require_player), ("room", _require_room)):
        wanted = filters.get(column)
        names = [wanted] if isinstance(wanted, str) else [*wanted] if isinstance(wanted, Collection) else []
        errors = []
        for name in names:
            try:
                if isinstance(name, str):
                    require_name(ds, name)
            except (NoSuchPlayerError, NoSuchRoomError) as error:
                errors.append(error)
            else:
                break
        if errors and len(errors) == len(names):
            raise errors[0]


def _require_room(ds: Tables, name: str) -> None:
    rooms = _names_in(ds.games, "room")
    if name in rooms:
        return
    from mjlog.formats import platforms

    names = {latin: room for platform in platforms().values() for latin, room in platform.room_names.items()}
    known = [*names, *names.values(), *rooms]
    if name not in known:
        near = get_close_matches(name, known) or rooms
        raise NoSuchRoomError(f"no room {name!r}{or_nearest(near)}")


def _names_in(table: ir.Table, column: str) -> list[str]:
    names: list[str] = table.select(column).distinct().order_by(column).to_pyarrow()[column].drop_null().to_pylist()
    return names


def grouped_rows(
    ds: Tables, name: TableName, by: By, where: Where | None, extra: Collection[str] = ()
) -> tuple[ir.Table, list[str]]:
    """The filtered rows of a table, and the names of the grouping columns, `players` first.

    Three- and four-player games are never mixed: `players` is always a grouping column. The rows also have the `extra`
    columns. Raises `NoSuchColumnError`, `NoTableError` if the table was not imported, and `NoSuchPlayerError` or
    `NoSuchRoomError` for a filter with names that no game has.
    """
    names = list(_names(by))
    _check_where(where)
    derived = dict(by) if isinstance(by, Mapping) else {}
    filters = where if isinstance(where, Mapping) else {}
    any_column = bool(derived) or callable(where)
    rows = widened(ds, name, None if any_column else {*names, *filters, *extra})
    if derived:
        rows = rows.mutate(**{column: _value(expression, rows, name) for column, expression in derived.items()})
    if missing := {*names, *filters, *extra} - set(rows.columns):
        raise _no_such_columns(ds, name, missing)
    require(ds, name)
    require_names(ds, where)
    if callable(where):
        from ibis.expr.types import BooleanValue

        condition = _value(where, rows, name)
        if not isinstance(condition, BooleanValue | bool):
            raise TypeError(f"the filter must return a condition, not {type(condition).__name__}")
        rows = rows.filter(condition)
    for column, wanted in filters.items():
        rows = rows.filter(matches(rows[column], wanted))
    return rows, group_names(by)


def group_names(by: By) -> list[str]:
    """The names of the grouping columns, `players` first."""
    return list(dict.fromkeys(["players", *_names(by)]))


def _names(by: By) -> Iterable[str]:
    if isinstance(by, str):
        return [by]
    if not isinstance(by, Iterable):
        raise TypeError(f"group by a column name, several names, or a mapping of names to functions, not by {by!r}")
    return by


def _check_where(where: Where | None) -> None:
    """Raise TypeError for anything else, which would otherwise filter nothing."""
    if not (where is None or callable(where) or isinstance(where, Mapping)):
        raise TypeError(f"filter by a mapping of columns to values or a function of the table, not by {where!r}")


def _value(expression: str | Callable[[ir.Table], Any], rows: ir.Table, name: TableName) -> Any:
    from ibis.common.exceptions import IbisTypeError

    try:
        return rows[expression] if isinstance(expression, str) else expression(rows)
    except (AttributeError, IbisTypeError) as error:  # Ibis raises these for an unknown t.column or t["column"]
        raise NoSuchColumnError(f"{name}: {error}") from error


def room_of(name: Any) -> Any:
    """The word of the column `room` for a name in Latin letters."""
    if not (isinstance(name, str) and name.isascii()):
        return name
    from mjlog.formats import platforms  # the parsers load numba, which most questions do not need

    return next((names[name] for platform in platforms().values() if name in (names := platform.room_names)), name)


def matches(column: Any, wanted: Any) -> Any:
    """Whether a column equals the value or one of a collection, or is null for None; ValueError for another type.

    Rooms also match their names in Latin letters, such as `houou`.
    """
    import ibis
    from ibis.common.exceptions import IbisTypeError

    if wanted is None:
        return column.isnull()
    if column.get_name() == "room":
        is_several = isinstance(wanted, Collection) and not isinstance(wanted, str)
        wanted = [room_of(name) for name in wanted] if is_several else room_of(wanted)
    try:
        if isinstance(wanted, Collection) and not isinstance(wanted, str):
            for one in {type(value): value for value in wanted}.values():
                _ = column == one  # raises, as the test of a collection does not
            return column.isin(list(wanted)) if wanted else ibis.literal(False)
        return column == wanted
    except IbisTypeError as error:
        raise ValueError(f"{column.get_name()} has type {column.type()}, which never equals {wanted!r}") from error
