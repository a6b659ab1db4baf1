"""The groups of columns of a batch of games; `mjlog.games.batch` says how they nest and what holds for all of them.

The annotation of a column is its declaration: type and axes behind that of the rows. `empty` makes a group from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

ABSENT: Final = -1
"""What integer columns hold where there is nothing to tell."""

Ints = NDArray[Any]
"""An integer array; the declaration of the column states its type."""
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.datetime64]
Texts = NDArray[np.object_]
"""Strings, None where there is nothing to tell."""


@dataclass(frozen=True, slots=True)
class Column:
    """Declaration of a column."""

    dtype: str
    """A numpy type."""
    shape: tuple[int, ...] = ()
    """Its axes behind the first, which is that of the rows."""


class EventKind(IntEnum):
    """Kinds of events; the numbers are those of the column `events.kind`."""

    DRAW = 0
    DISCARD = 1
    CHI = 2
    PON = 3
    DAIMINKAN = 4
    ANKAN = 5
    KAKAN = 6
    KITA = 7
    RIICHI = 8
    """The declaration, before the discard."""
    RIICHI_ACCEPTED = 9
    """The declaration tile has passed and the stick is paid."""
    DORA = 10
    """A further dora indicator is turned."""
    LEFT = 11
    """The player lost the connection; the service plays on for the seat."""
    RETURNED = 12
    """The player is back."""


CALL_KINDS: Final = (
    EventKind.CHI,
    EventKind.PON,
    EventKind.DAIMINKAN,
    EventKind.ANKAN,
    EventKind.KAKAN,
    EventKind.KITA,
)
"""The events that have a row in `calls`."""


class Result(IntEnum):
    """How a kyoku ended; the numbers are those of the column `kyoku.result`."""

    WIN = 0
    EXHAUSTIVE_DRAW = 1
    NAGASHI_MANGAN = 2
    KYUUSHU_KYUUHAI = 3
    SUUFON_RENDA = 4
    SUUKAIKAN = 5
    SUUCHA_RIICHI = 6
    SANCHAHOU = 7


class Limit(IntEnum):
    """Limit of a hand as claimed; the numbers are those of the column `wins.limit`."""

    NONE = 0
    MANGAN = 1
    HANEMAN = 2
    BAIMAN = 3
    SANBAIMAN = 4
    YAKUMAN = 5


class GameColumns(NamedTuple):
    """One row per game; of more axes the second is the seat."""

    id: Annotated[Texts, Column("object")]
    """The service's id of the game, or a digest of its content where the file does not tell one."""
    source: Annotated[Texts, Column("object")]
    """Where it was read: file name, archive member behind `!`, place in the file behind `#`."""
    platform: Annotated[Texts, Column("object")]
    """The service, such as `tenhou`."""
    players: Annotated[Ints, Column("int8")]
    """3 or 4."""
    rules: Annotated[Ints, Column("int16")]
    """Index into `Games.rule_sets`."""
    room: Annotated[Texts, Column("object")]
    """Class of the table in the service's own word."""
    lobby: Annotated[Ints, Column("int32")]
    """Number of the lobby."""
    started: Annotated[Times, Column("datetime64[m]")]
    """Start in the service's local time, as exactly as it is known (Tenhou: the hour, Japan time); NaT if not."""
    seed: Annotated[Texts, Column("object")]
    """The seed of the wall (see `mjlog.wall.seed`), or `tiles,` and the tiles left after the deal; one line per kyoku
    where each has its own."""
    final_points: Annotated[Ints, Column("int32", (4,))]
    """Points at the end, left riichi sticks included."""
    final_scores: Annotated[Floats, Column("float64", (4,))]
    """Final results with uma and oka, in thousands of points."""
    final_chips: Annotated[Ints, Column("int16", (4,))]
    """Chips (shuugi) at the end."""
    complete: Annotated[Bools, Column("bool")]
    """The log holds the whole game up to its final result."""
    vendor_type: Annotated[Ints, Column("int32")]
    """The service's own number of the table type (Tenhou: `GO type`)."""
    extra: Annotated[Texts, Column("object")]
    """Header values that have no column, as a JSON object."""


class SeatColumns(NamedTuple):
    """One row per game, one column per seat."""

    name: Annotated[Texts, Column("object", (4,))]
    dan: Annotated[Ints, Column("int8", (4,))]
    """Rank of the service (Tenhou: 0 newcomer, 1-9 kyuu 9-1, 10-19 dan 1-10, 20 tenhou)."""
    rate: Annotated[Floats, Column("float64", (4,))]
    """Rating R."""
    sex: Annotated[Texts, Column("object", (4,))]
    """`M`, `F`, or `C` for a computer."""


class KyokuColumns(NamedTuple):
    """One row per kyoku."""

    wind: Annotated[Ints, Column("int8")]
    """Round wind, 0 east … 3 north."""
    number: Annotated[Ints, Column("int8")]
    """Number in the round, 1-4."""
    honba: Annotated[Ints, Column("int16")]
    sticks: Annotated[Ints, Column("int16")]
    """Riichi sticks on the table at the start."""
    dealer: Annotated[Ints, Column("int8")]
    """A seat."""
    points: Annotated[Ints, Column("int32", (4,))]
    """At the start."""
    chips: Annotated[Ints, Column("int16", (4,))]
    """At the start."""
    hands: Annotated[Ints, Column("int8", (4, 13))]
    """Tiles as dealt, in the order of the deal where the log keeps it."""
    hand_copies: Annotated[Ints, Column("int16", (4, 13))]
    """Copies of `hands`."""
    dice: Annotated[Ints, Column("int8", (2,))]
    """1-6."""
    dora_indicator: Annotated[Ints, Column("int8")]
    """A tile: the first indicator."""
    dora_indicator_copy: Annotated[Ints, Column("int16")]
    """Its copy."""
    result: Annotated[Ints, Column("int8")]
    """A `Result`."""


class EventColumns(NamedTuple):
    """One row per event, in the order of the log."""

    kind: Annotated[Ints, Column("int8")]
    """An `EventKind`."""
    seat: Annotated[Ints, Column("int8")]
    """Who acts; ABSENT for DORA."""
    from_seat: Annotated[Ints, Column("int8")]
    """Whose discard is called (chi, pon, daiminkan), else ABSENT."""
    tile: Annotated[Ints, Column("int8")]
    """Tile: drawn, discarded, called (chi, pon, daiminkan), added (kakan), set aside (kita), turned (dora); of an ankan
    its lowest."""
    copy: Annotated[Ints, Column("int16")]
    """Copy of `tile`."""
    tsumogiri: Annotated[Ints, Column("int8")]
    """Of a discard, 1 if it is the tile just drawn, else 0; ABSENT for other events."""


class CallColumns(NamedTuple):
    """One row per call (`CALL_KINDS`), in the order of the events."""

    event: Annotated[Ints, Column("int32")]
    """Place of the event in its kyoku; ABSENT for a set that only a win claims."""
    kind: Annotated[Ints, Column("int8")]
    """An `EventKind`."""
    seat: Annotated[Ints, Column("int8")]
    """Who calls."""
    from_seat: Annotated[Ints, Column("int8")]
    """Who discarded the called tile (kakan: of the pon); ABSENT for ankan and kita."""
    tiles: Annotated[Ints, Column("int8", (4,))]
    """Tiles. Chi, pon, daiminkan: the called one first, then the others ascending by copy; kakan: the added one, the
    one called for the pon, the others; ankan: ascending; kita: one; the rest ABSENT."""
    copies: Annotated[Ints, Column("int16", (4,))]
    """Copies of `tiles`."""


class WinColumns(NamedTuple):
    """One row per win: what the log claims about it. Winners of one discard stand in the order of the log."""

    winner: Annotated[Ints, Column("int8")]
    """A seat."""
    from_seat: Annotated[Ints, Column("int8")]
    """Who dealt in; ABSENT for tsumo."""
    pao: Annotated[Ints, Column("int8")]
    """The liable seat, ABSENT if liability was not applied."""
    tile: Annotated[Ints, Column("int8")]
    """The winning tile."""
    copy: Annotated[Ints, Column("int16")]
    hand: Annotated[Ints, Column("int8", (14,))]
    """Tiles: the concealed tiles with the winning one, then ABSENT."""
    hand_copies: Annotated[Ints, Column("int16", (14,))]
    calls: Annotated[Ints, Column("int16", (8,))]
    """The winner's sets and norths as places in the calls of the kyoku, then ABSENT."""
    fu: Annotated[Ints, Column("int16")]
    points: Annotated[Ints, Column("int32")]
    """Value of the hand without honba and sticks; for tsumo the sum of the payments."""
    limit: Annotated[Ints, Column("int8")]
    """A `Limit`."""
    honba: Annotated[Ints, Column("int16")]
    """As stated with the win."""
    sticks: Annotated[Ints, Column("int16")]
    """Riichi sticks this winner takes."""
    dora_indicators: Annotated[Ints, Column("int8", (5,))]
    """Tiles, then ABSENT."""
    dora_indicator_copies: Annotated[Ints, Column("int16", (5,))]
    ura_indicators: Annotated[Ints, Column("int8", (5,))]
    """Tiles, then ABSENT; only of a winner in riichi."""
    ura_indicator_copies: Annotated[Ints, Column("int16", (5,))]
    points_before: Annotated[Ints, Column("int32", (4,))]
    """Points before this win is settled, accepted riichi already paid."""
    payments: Annotated[Ints, Column("int32", (4,))]
    """Gain or loss of each seat, with honba and sticks."""
    chips_before: Annotated[Ints, Column("int16", (4,))]
    chip_payments: Annotated[Ints, Column("int16", (4,))]


class YakuColumns(NamedTuple):
    """One row per yaku of a win as claimed, in the order of the log."""

    yaku: Annotated[Ints, Column("int16")]
    """Row of `mjlog.rules.yaku.YAKU`."""
    han: Annotated[Ints, Column("int16")]
    """For dora the number of dora; ABSENT for a yakuman."""
    code: Annotated[Ints, Column("int16")]
    """The service's own number of the yaku."""
    chips: Annotated[Ints, Column("int16")]
    """Chips paid for it (chip rooms); ABSENT elsewhere."""


class DrawColumns(NamedTuple):
    """One row per kyoku without a win (`kyoku.result` says why)."""

    honba: Annotated[Ints, Column("int16")]
    """As stated with the draw."""
    sticks: Annotated[Ints, Column("int16")]
    """On the table after the draw."""
    revealed: Annotated[Ints, Column("int8", (4,))]
    """1 if the seat showed its hand (tenpai at an exhaustive draw), else 0; ABSENT where the log does not tell."""
    hands: Annotated[Ints, Column("int8", (4, 14))]
    """Tiles: shown concealed tiles, then ABSENT."""
    hand_copies: Annotated[Ints, Column("int16", (4, 14))]
    points_before: Annotated[Ints, Column("int32", (4,))]
    """Points before the draw is settled, accepted riichi already paid."""
    payments: Annotated[Ints, Column("int32", (4,))]
    chips_before: Annotated[Ints, Column("int16", (4,))]
    chip_payments: Annotated[Ints, Column("int16", (4,))]


GROUPS: Final[dict[str, type[tuple[Any, ...]]]] = {
    "games": GameColumns,
    "seats": SeatColumns,
    "kyoku": KyokuColumns,
    "events": EventColumns,
    "calls": CallColumns,
    "wins": WinColumns,
    "yaku": YakuColumns,
    "draws": DrawColumns,
}
"""The groups by their names in `Games`."""

Group = TypeVar("Group", bound=tuple[Any, ...])


def named(word: str) -> frozenset[str]:
    """Every column that has a word in its name, as `group.column`.

    >>> sorted(named("seed"))
    ['games.seed']
    """
    return frozenset(f"{group}.{name}" for group in GROUPS for name in declarations(GROUPS[group]) if word in name)


@cache
def declarations(group: type[tuple[Any, ...]]) -> dict[str, Column]:
    """The declared columns of a group by name, in order.

    >>> declarations(KyokuColumns)["hands"]
    Column(dtype='int8', shape=(4, 13))
    """
    return {name: hint.__metadata__[0] for name, hint in get_type_hints(group, include_extras=True).items()}


def empty(group: type[Group], n: int) -> Group:
    """A group of columns with room for `n` rows, not yet written.

    >>> empty(DrawColumns, 3).hands.shape
    (3, 4, 14)
    """
    columns = (np.empty((n, *column.shape), column.dtype) for column in declarations(group).values())
    return group(*columns)


COPIES: Final = named("copy") | named("copies")
"""The columns that say which of its four copies a tile is."""
CHIPS: Final = named("chip")
