"""What a replay finds out, as columns."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from mjlog.games.columns import Bools, ColumnType, Ints


class WinFacts(NamedTuple):
    """What the replay knows of each win: the input of scoring and settlement."""

    keys: Annotated[Ints, ColumnType("int32", (4,))]
    """Suit keys of the concealed tiles, the winning tile among them, as the log shows them."""
    meld_codes: Annotated[Ints, ColumnType("int8", (4,))]
    """Codes of `MeldKind`."""
    meld_kinds: Annotated[Ints, ColumnType("int8", (4,))]
    """Lowest kind of each set."""
    circumstances: Annotated[Ints, ColumnType("int32")]
    """Bits of `Circumstance`."""
    dora: Annotated[Ints, ColumnType("int16")]
    """Dora by the indicators turned so far that the rules count, in norths set aside, too."""
    ura: Annotated[Ints, ColumnType("int16")]
    """Dora by the ura indicators the log names and the rules count, for a winner in riichi."""
    reds: Annotated[Ints, ColumnType("int16")]
    kita: Annotated[Ints, ColumnType("int16")]
    """Norths set aside, a dora each."""
    waits: Annotated[Ints, ColumnType("int64")]
    """Mask of the kinds the hand waited on."""
    indicators: Annotated[Ints, ColumnType("int8", (5,))]
    """Tiles turned before the win, then ABSENT."""
    pao: Annotated[Ints, ColumnType("int8", (3,))]
    """Who fed the last set of three dragons, four winds, four kans; ABSENT for nobody."""
    live: Annotated[Ints, ColumnType("int8")]
    """Live tiles left."""


class KyokuFacts(NamedTuple):
    """What the replay knows of each seat in each kyoku."""

    riichi: Annotated[Bools, ColumnType("bool", (4,))]
    """The stick was paid."""
    tenpai: Annotated[Bools, ColumnType("bool", (4,))]
    """Waiting when the kyoku ended without a win."""
    nagashi: Annotated[Bools, ColumnType("bool", (4,))]
    """All discards terminals and honors and none called, at an exhaustive draw."""


class States(NamedTuple):
    """What was true after each event; seats as bits of a mask.

    The acting seat is the event's, also when a player leaves or returns; of a dora indicator that of the seat to act
    next. Zeros for an event that cannot be and is not played. The columns are views of one array of records.
    """

    keys: Annotated[Ints, ColumnType("int32", (4,))]
    """Suit keys of the acting seat's concealed tiles."""
    n_melds: Annotated[Ints, ColumnType("int8")]
    """Sets of the acting seat, ankan included."""
    live: Annotated[Ints, ColumnType("int8")]
    """Live tiles left."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Own discards of the acting seat so far."""
    riichi: Annotated[Ints, ColumnType("int8")]
    """Mask of the seats whose riichi is accepted."""
    ippatsu: Annotated[Ints, ColumnType("int8")]
    """Mask of the seats that could win with ippatsu, from the declaration on."""
    first_turn: Annotated[Bools, ColumnType("bool")]
    """Nobody has called so far."""
    waits: Annotated[Ints, ColumnType("int64")]
    """Mask of the kinds the acting seat waits on; 0 while it holds 14 tiles."""
    furiten: Annotated[Ints, ColumnType("int8", (4,))]
    """Of every seat: bits 1 by own discards, 2 until the next own turn, 4 since riichi; 0 for a hand not tenpai."""
    indicators: Annotated[Ints, ColumnType("int8")]
    """Indicators turned so far."""


class PossibleWins(NamedTuple):
    """What a win would be of a seat asked about, on the tile an event draws or offers; as in `WinFacts`."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    seat: Annotated[Ints, ColumnType("int8")]
    tsumo: Annotated[Bools, ColumnType("bool")]
    """The seat draws the tile."""
    open: Annotated[Bools, ColumnType("bool")]
    """The hand waits on the tile, and no furiten forbids it."""
    win: Annotated[Ints, ColumnType("int8")]
    """Kind of the tile."""
    keys: Annotated[Ints, ColumnType("int32", (4,))]
    meld_codes: Annotated[Ints, ColumnType("int8", (4,))]
    meld_kinds: Annotated[Ints, ColumnType("int8", (4,))]
    circumstances: Annotated[Ints, ColumnType("int32")]


class Breaches(NamedTuple):
    """The first broken rule of every kyoku that has one, in the order of the log."""

    kyoku: Annotated[Ints, ColumnType("int32")]
    event: Annotated[Ints, ColumnType("int32")]
    """Place in the kyoku; ABSENT for its deal or result."""
    seat: Annotated[Ints, ColumnType("int32")]
    """Who broke it; ABSENT if nobody did."""
    breach: Annotated[Ints, ColumnType("int32")]
    """A `Breach`, which says what the next two hold."""
    expected: Annotated[Ints, ColumnType("int32")]
    found: Annotated[Ints, ColumnType("int32")]


class Replay(NamedTuple):
    """The outcome of a replay."""

    wins: WinFacts
    kyoku: KyokuFacts
    breaches: Breaches
    states: States
    """Without rows unless they were asked for."""
