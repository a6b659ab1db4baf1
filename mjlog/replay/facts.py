"""The results of a replay, as columns."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from mjlog.games.columns import ABSENT, Bools, ColumnType, Ints


class WinFacts(NamedTuple):
    """The facts of each win: the input of scoring and settlement."""

    keys: Annotated[Ints, ColumnType("int32", (4,))]
    """Suit keys of the concealed tiles in the log, the winning tile included."""
    meld_codes: Annotated[Ints, ColumnType("int8", (4,))]
    """Codes of `MeldKind`, in the order of the calls."""
    meld_kinds: Annotated[Ints, ColumnType("int8", (4,))]
    """Lowest kind of each set."""
    circumstances: Annotated[Ints, ColumnType("int32")]
    """Bits of `Circumstance`."""
    dora: Annotated[Ints, ColumnType("int16")]
    """Dora by the turned indicators that the rules count, norths set aside included."""
    ura: Annotated[Ints, ColumnType("int16")]
    """Dora by the ura indicators that the log has and the rules count; 0 without riichi."""
    reds: Annotated[Ints, ColumnType("int16")]
    kita: Annotated[Ints, ColumnType("int16")]
    """Norths set aside, one dora each."""
    waits: Annotated[Ints, ColumnType("int64")]
    """Mask of the kinds the hand waited on."""
    furiten: Annotated[Ints, ColumnType("int8")]
    """Bits 1 by own discards, 2 until the next own turn, 4 since riichi; also of a tsumo."""
    indicators: Annotated[Ints, ColumnType("int8", (5,), fill=ABSENT)]
    """Tiles turned before the win, then ABSENT."""
    pao: Annotated[Ints, ColumnType("int8", (3,), fill=ABSENT)]
    """Seats that fed the last set of three dragons, four winds, four kans; ABSENT for none."""
    kan_feeder: Annotated[Ints, ColumnType("int8", fill=ABSENT)]
    """Seat that fed a daiminkan since the last discard of a tsumo's winner; ABSENT for none."""
    live: Annotated[Ints, ColumnType("int8")]
    """Live tiles left."""


class KyokuFacts(NamedTuple):
    """What the replay finds of each seat in each kyoku; `seat_counts` has what does not depend on rules."""

    tenpai: Annotated[Bools, ColumnType("bool", (4,))]
    """The hand counts as tenpai when the kyoku ends without a win."""
    noten_for: Annotated[Ints, ColumnType("int8", (4,))]
    """The lack of yaku for which a tenpai hand does not count: `draws.KEISHIKI`, `draws.KATAAGARI`, or 0."""
    waits: Annotated[Ints, ColumnType("int64", (4,))]
    """Mask of the kinds each hand waits on at an exhaustive draw; the next columns are of these hands."""
    keys: Annotated[Ints, ColumnType("int32", (4, 4))]
    """Suit keys of the concealed tiles."""
    meld_codes: Annotated[Ints, ColumnType("int8", (4, 4))]
    """Codes of `MeldKind`."""
    meld_kinds: Annotated[Ints, ColumnType("int8", (4, 4))]
    """Lowest kind of each set."""
    riichi: Annotated[Ints, ColumnType("int8", (4,))]
    """The bit of `Circumstance` of a riichi; 0 without one."""


class States(NamedTuple):
    """The state after each event; masks have one bit per seat.

    The acting seat is the seat of the event, also when a player leaves or returns; for a dora indicator it is the seat
    to act next. All zeros for an event out of range. The columns are views of one array of records.
    """

    keys: Annotated[Ints, ColumnType("int32", (4,))]
    """Suit keys of the acting seat's concealed tiles."""
    n_melds: Annotated[Ints, ColumnType("int8")]
    """Sets of the acting seat, ankan included."""
    live: Annotated[Ints, ColumnType("int8")]
    """Live tiles left."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Discards of the acting seat so far."""
    riichi: Annotated[Ints, ColumnType("int8")]
    """Mask of the seats whose riichi is accepted."""
    ippatsu: Annotated[Ints, ColumnType("int8")]
    """Mask of the seats that could win with ippatsu, from the declaration tile on."""
    first_turn: Annotated[Bools, ColumnType("bool")]
    """Nobody has called so far."""
    waits: Annotated[Ints, ColumnType("int64")]
    """Mask of the kinds the acting seat waits on; 0 with 14 tiles."""
    furiten: Annotated[Ints, ColumnType("int8", (4,))]
    """Of every seat: bits 1 by own discards, 2 until the next own turn, 4 since riichi; 0 if not tenpai."""
    indicators: Annotated[Ints, ColumnType("int8")]
    """Indicators turned so far."""


class PossibleWins(NamedTuple):
    """Hypothetical wins: a seat wins the tile that an event draws or offers. Columns as in `WinFacts`."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    seat: Annotated[Ints, ColumnType("int8")]
    tsumo: Annotated[Bools, ColumnType("bool")]
    """The seat drew the tile."""
    open: Annotated[Bools, ColumnType("bool")]
    """The hand waits on the tile, and is not furiten for it."""
    win: Annotated[Ints, ColumnType("int8")]
    """Kind of the tile."""
    waits: Annotated[Ints, ColumnType("int64")]
    keys: Annotated[Ints, ColumnType("int32", (4,))]
    meld_codes: Annotated[Ints, ColumnType("int8", (4,))]
    meld_kinds: Annotated[Ints, ColumnType("int8", (4,))]
    circumstances: Annotated[Ints, ColumnType("int32")]


class Offers(NamedTuple):
    """One row for each act that was possible after a draw or a discard, apart from wins, in the order of the log.

    Chi has one row whatever tiles of the hand it uses, and so have ankan and kakan of several kinds. Seats with tiles
    that the log does not record have none.
    """

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    seat: Annotated[Ints, ColumnType("int8")]
    act: Annotated[Ints, ColumnType("int8")]
    """`EventKind`: a call, or RIICHI."""
    tile: Annotated[Ints, ColumnType("int8")]
    """The tile discarded; for a riichi the tile drawn, for kans of the hand and kita their kind."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Discards of the seat so far plus one."""
    n_sets: Annotated[Ints, ColumnType("int8")]
    """Sets of the seat, ankan included."""
    n_riichi: Annotated[Ints, ColumnType("int8")]
    """Other seats in riichi."""
    shanten_before: Annotated[Ints, ColumnType("int8")]
    """Of the hand; with a drawn tile the least after a discard."""
    shanten: Annotated[Ints, ColumnType("int8")]
    """The least after the act and a discard; after a kan or kita, of the tiles left."""


class Breaches(NamedTuple):
    """The first broken rule of every kyoku that has one, in the order of the log."""

    kyoku: Annotated[Ints, ColumnType("int32")]
    event: Annotated[Ints, ColumnType("int32")]
    """Index in the kyoku; ABSENT for its deal or result."""
    seat: Annotated[Ints, ColumnType("int32")]
    """The seat that broke it; ABSENT for none."""
    breach: Annotated[Ints, ColumnType("int32")]
    """A `Breach`, which documents the next two columns."""
    expected: Annotated[Ints, ColumnType("int32")]
    found: Annotated[Ints, ColumnType("int32")]


class Replay(NamedTuple):
    """The results of a replay."""

    wins: WinFacts
    kyoku: KyokuFacts
    breaches: Breaches
    states: States
    """Without rows by default."""
    offers: Offers
    """Without rows by default."""
