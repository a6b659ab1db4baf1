"""The groups of columns of a batch of games; `mjlog.games.batch` describes their nesting and common conventions.

The annotation of a column declares its type and its axes after the first, which is that of the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

ABSENT: Final = -1
"""Value of an integer column where the log records nothing or the column does not apply."""
YAKUMAN_HAN: Final = 100
"""Value of the column `wins.han` for a yakuman, however many its hand has."""

Ints = NDArray[Any]
"""An integer array; the declaration of the column states its type."""
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Times = NDArray[np.datetime64]
Texts = NDArray[np.object_]
"""Strings, or None."""


@dataclass(frozen=True, slots=True)
class ColumnType:
    """Type of a column."""

    dtype: str
    """A numpy type."""
    shape: tuple[int, ...] = ()
    """Lengths of the axes after the rows."""
    fill: int = field(default=0, repr=False)
    """Value of a computed column before anything is known."""


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
    """Nobody won on the declaration tile, and the stick is paid."""
    DORA = 10
    """A further dora indicator is turned."""
    LEFT = 11
    """The player lost the connection; the service plays for the seat."""
    RETURNED = 12
    """The player is back."""
    OPEN_RIICHI = 13
    """The hand, or its waiting part, is shown right after the riichi is accepted."""


CALL_KINDS: Final = (
    EventKind.CHI,
    EventKind.PON,
    EventKind.DAIMINKAN,
    EventKind.ANKAN,
    EventKind.KAKAN,
    EventKind.KITA,
)
"""Events with a row in `calls`."""


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
    FOUL_DRAW = 8
    """A foul, or a wrong set of tiles, ends the kyoku, and nobody pays."""
    CHOMBO = 9
    """A foul of one seat, which shows its hand, voids the kyoku, and the seat pays a penalty."""


class Limit(IntEnum):
    """Limit of a hand as the log claims it; the numbers are those of the column `wins.limit`."""

    NONE = 0
    MANGAN = 1
    HANEMAN = 2
    BAIMAN = 3
    SANBAIMAN = 4
    YAKUMAN = 5


class GameColumns(NamedTuple):
    """One row per game; a second axis is the seat."""

    id: Annotated[Texts, ColumnType("object")]
    """The service's id of the game, or a digest of its content if the file has none."""
    source: Annotated[Texts, ColumnType("object")]
    """Where it was read: file name, then `!` and the archive member, then `#` and the place in the file."""
    platform: Annotated[Texts, ColumnType("object")]
    """The service, such as `tenhou`."""
    players: Annotated[Ints, ColumnType("int8")]
    """3 or 4."""
    rules: Annotated[Ints, ColumnType("int16")]
    """Index into `Games.rule_sets`."""
    room: Annotated[Texts, ColumnType("object")]
    """Class of the table, as the service calls it."""
    lobby: Annotated[Ints, ColumnType("int32")]
    """Number of the lobby."""
    started: Annotated[Times, ColumnType("datetime64[m]")]
    """Start in the service's local time, as exact as the log is (Tenhou: the hour, Japan time), or NaT."""
    seed: Annotated[Texts, ColumnType("object")]
    """The seed of the wall (see `mjlog.wall.seed`), or `tiles,` and the tiles left after the deal; several lines are
    one per kyoku."""
    final_points: Annotated[Ints, ColumnType("int32", (4,))]
    """Points at the end, with the riichi sticks left on the table."""
    final_scores: Annotated[Floats, ColumnType("float64", (4,))]
    """Final results with uma and oka, in thousands of points."""
    final_chips: Annotated[Ints, ColumnType("int16", (4,))]
    """Chips (shuugi) at the end."""
    complete: Annotated[Bools, ColumnType("bool")]
    """Whether the log contains the whole game up to its final result."""
    vendor_type: Annotated[Ints, ColumnType("int32")]
    """The service's number of the table type (Tenhou: `GO type`)."""
    extra: Annotated[Texts, ColumnType("object")]
    """Header values without a column, as a JSON object."""


class SeatColumns(NamedTuple):
    """One row per game, one column per seat."""

    name: Annotated[Texts, ColumnType("object", (4,))]
    dan: Annotated[Ints, ColumnType("int8", (4,))]
    """Rank on the service (Tenhou: 0 newcomer, 1-9 kyuu 9-1, 10-19 dan 1-10, 20 tenhou)."""
    rate: Annotated[Floats, ColumnType("float64", (4,))]
    """Rating R."""
    sex: Annotated[Texts, ColumnType("object", (4,))]
    """`M`, `F`, or `C` for a computer."""


class KyokuColumns(NamedTuple):
    """One row per kyoku."""

    wind: Annotated[Ints, ColumnType("int8")]
    """Number of the round, 0 east … 3 north, then on from 4; its wind is `mjlog.seats.wind_of_round`."""
    number: Annotated[Ints, ColumnType("int8")]
    """Number in the round, 1-4."""
    honba: Annotated[Ints, ColumnType("int16")]
    sticks: Annotated[Ints, ColumnType("int16")]
    """Riichi sticks on the table at the start."""
    dealer: Annotated[Ints, ColumnType("int8")]
    """A seat."""
    points: Annotated[Ints, ColumnType("int32", (4,))]
    """At the start."""
    chips: Annotated[Ints, ColumnType("int16", (4,))]
    """At the start."""
    hands: Annotated[Ints, ColumnType("int8", (4, 13))]
    """Tiles as dealt, in the order of the deal if the log keeps it."""
    hand_copies: Annotated[Ints, ColumnType("int16", (4, 13))]
    """Copies of `hands`."""
    dice: Annotated[Ints, ColumnType("int8", (2,))]
    """1-6."""
    dora_indicator: Annotated[Ints, ColumnType("int8")]
    """The first indicator, a tile."""
    dora_indicator_copy: Annotated[Ints, ColumnType("int16")]
    """Its copy."""
    result: Annotated[Ints, ColumnType("int8")]
    """A `Result`."""


class EventColumns(NamedTuple):
    """One row per event, in the order of the log."""

    kind: Annotated[Ints, ColumnType("int8")]
    """An `EventKind`."""
    seat: Annotated[Ints, ColumnType("int8")]
    """The acting seat; ABSENT for DORA."""
    from_seat: Annotated[Ints, ColumnType("int8")]
    """The seat whose discard is called (chi, pon, daiminkan), else ABSENT."""
    tile: Annotated[Ints, ColumnType("int8")]
    """The tile drawn, discarded, called (chi, pon, daiminkan), added (kakan), set aside (kita) or turned (dora); for
    an ankan its lowest."""
    copy: Annotated[Ints, ColumnType("int16")]
    """Copy of `tile`."""
    tsumogiri: Annotated[Ints, ColumnType("int8")]
    """For a discard, 1 if it is the tile just drawn, else 0; ABSENT for other events."""


class CallColumns(NamedTuple):
    """One row per call (`CALL_KINDS`), in the order of the events."""

    event: Annotated[Ints, ColumnType("int32")]
    """Place of the event in its kyoku; ABSENT for a meld that only a win claims."""
    kind: Annotated[Ints, ColumnType("int8")]
    """An `EventKind`."""
    seat: Annotated[Ints, ColumnType("int8")]
    """The calling seat."""
    from_seat: Annotated[Ints, ColumnType("int8")]
    """The seat that discarded the called tile (for a kakan: that of the pon); ABSENT for ankan and kita."""
    tiles: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles, then ABSENT. Chi, pon, daiminkan: the called tile, then the others, ascending by copy; kakan: the added
    tile, the tile called for the pon, the others; ankan: ascending; kita: the north."""
    copies: Annotated[Ints, ColumnType("int16", (4,))]
    """Copies of `tiles`."""


class WinColumns(NamedTuple):
    """One row per win as the log claims it; several winners of one discard are in the order of the log."""

    winner: Annotated[Ints, ColumnType("int8")]
    """A seat."""
    from_seat: Annotated[Ints, ColumnType("int8")]
    """The seat that dealt in; ABSENT for tsumo."""
    pao: Annotated[Ints, ColumnType("int8")]
    """The liable seat; ABSENT if nobody was liable."""
    tile: Annotated[Ints, ColumnType("int8")]
    """The winning tile."""
    copy: Annotated[Ints, ColumnType("int16")]
    hand: Annotated[Ints, ColumnType("int8", (14,))]
    """Concealed tiles with the winning one, then ABSENT."""
    hand_copies: Annotated[Ints, ColumnType("int16", (14,))]
    calls: Annotated[Ints, ColumnType("int16", (8,))]
    """The winner's melds and norths as places in the calls of the kyoku, then ABSENT."""
    lists_yaku: Annotated[Bools, ColumnType("bool")]
    """Whether the log lists the yaku; without a list it says nothing about them."""
    lists_ura: Annotated[Bools, ColumnType("bool")]
    """Whether all ura indicators of the win are known: the log lists them, or the winner is not in riichi."""
    names_pao: Annotated[Bools, ColumnType("bool")]
    """Whether the log names a liable seat where there is one; if not, an ABSENT `pao` says nothing."""
    han: Annotated[Ints, ColumnType("int16")]
    """Han with dora, as the log states them apart from the list of yaku; `YAKUMAN_HAN` for a yakuman."""
    fu: Annotated[Ints, ColumnType("int16")]
    points: Annotated[Ints, ColumnType("int32")]
    """Points of the hand without honba and sticks; for tsumo the sum of the payments."""
    limit: Annotated[Ints, ColumnType("int8")]
    """A `Limit`."""
    honba: Annotated[Ints, ColumnType("int16")]
    """As stated with the win."""
    sticks: Annotated[Ints, ColumnType("int16")]
    """Riichi sticks this winner takes."""
    dora_indicators: Annotated[Ints, ColumnType("int8", (5,))]
    """Tiles, then ABSENT."""
    dora_indicator_copies: Annotated[Ints, ColumnType("int16", (5,))]
    ura_indicators: Annotated[Ints, ColumnType("int8", (5,))]
    """Tiles, then ABSENT; only for a winner in riichi."""
    ura_indicator_copies: Annotated[Ints, ColumnType("int16", (5,))]
    points_before: Annotated[Ints, ColumnType("int32", (4,))]
    """Points before this win, after the payment of accepted riichi."""
    payments: Annotated[Ints, ColumnType("int32", (4,))]
    """Gain or loss of each seat, honba and sticks included."""
    chips_before: Annotated[Ints, ColumnType("int16", (4,))]
    chip_payments: Annotated[Ints, ColumnType("int16", (4,))]


class YakuColumns(NamedTuple):
    """One row per yaku of a win as the log claims it, in its order."""

    yaku: Annotated[Ints, ColumnType("int16")]
    """Row of `mjlog.rules.yaku.YAKU`."""
    han: Annotated[Ints, ColumnType("int16")]
    """Han, for dora their number; ABSENT for a yakuman."""
    code: Annotated[Ints, ColumnType("int16")]
    """The service's number of the yaku."""
    chips: Annotated[Ints, ColumnType("int16")]
    """Chips paid for it (chip rooms), else ABSENT."""


class DrawColumns(NamedTuple):
    """One row per kyoku without a win; `kyoku.result` is the reason."""

    honba: Annotated[Ints, ColumnType("int16")]
    """As stated with the draw."""
    sticks: Annotated[Ints, ColumnType("int16")]
    """On the table after the draw."""
    revealed: Annotated[Ints, ColumnType("int8", (4,))]
    """1 if the seat showed its hand (tenpai at an exhaustive draw), else 0; ABSENT if not recorded."""
    hands: Annotated[Ints, ColumnType("int8", (4, 14))]
    """Concealed tiles of the hands shown, then ABSENT."""
    hand_copies: Annotated[Ints, ColumnType("int16", (4, 14))]
    points_before: Annotated[Ints, ColumnType("int32", (4,))]
    """Points before the draw is settled, after the payment of accepted riichi."""
    payments: Annotated[Ints, ColumnType("int32", (4,))]
    chips_before: Annotated[Ints, ColumnType("int16", (4,))]
    chip_payments: Annotated[Ints, ColumnType("int16", (4,))]


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


def columns_with(word: str) -> frozenset[str]:
    """Every column with a word in its name, as `group.column`.

    >>> sorted(columns_with("seed"))
    ['games.seed']
    """
    return frozenset(f"{group}.{name}" for group in GROUPS for name in declarations(GROUPS[group]) if word in name)


@cache
def declarations(group: type[tuple[Any, ...]]) -> dict[str, ColumnType]:
    """The declared columns of a group by name, in order.

    >>> declarations(KyokuColumns)["hands"]
    ColumnType(dtype='int8', shape=(4, 13))
    """
    return {name: hint.__metadata__[0] for name, hint in get_type_hints(group, include_extras=True).items()}


def empty(group: type[Group], n: int) -> Group:
    """A group of `n` rows of arbitrary values.

    >>> empty(DrawColumns, 3).hands.shape
    (3, 4, 14)
    """
    columns = (np.empty((n, *column.shape), column.dtype) for column in declarations(group).values())
    return group(*columns)


COPIES: Final = columns_with("copy") | columns_with("copies")
"""The columns of the physical copies of tiles."""
CHIPS: Final = columns_with("chip")
