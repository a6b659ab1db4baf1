"""The facts of `mjlog.replay.hands`: of each hand, and of every draw, discard and call."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from mjlog.games.columns import ABSENT, Bools, ColumnType, Ints

TURNS: Final = 18
"""Turns whose shanten is recorded."""


class HandFacts(NamedTuple):
    """One row per kyoku, one column per seat."""

    haipai_shanten: Annotated[Ints, ColumnType("int8", (4,))]
    haipai_shape: Annotated[Ints, ColumnType("int8", (4,))]
    """Index into `shanten.SHAPES` of the nearest shape, the first of equally near ones."""
    haipai_pairs: Annotated[Ints, ColumnType("int8", (4,))]
    """Kinds held at least twice."""
    haipai_yaochuu: Annotated[Ints, ColumnType("int8", (4,))]
    """Kinds of terminals and honors held."""
    haipai_dora: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles that the first indicator makes dora."""
    haipai_red: Annotated[Ints, ColumnType("int8", (4,))]
    """Red fives."""
    shanten_by_turn: Annotated[Ints, ColumnType("int8", (4, TURNS), fill=ABSENT)]
    """After the discard of each turn, then ABSENT."""
    tenpai_turn: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """First turn whose discard left the hand tenpai; ABSENT for never."""
    end_shanten: Annotated[Ints, ColumnType("int8", (4,))]
    """Of the hand after the last discard."""
    faced_shanten: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """Of the hand when another seat's riichi was first accepted; ABSENT without one."""
    riichi_waits: Annotated[Ints, ColumnType("int64", (4,))]
    """Mask of the kinds waited on when riichi was declared; 0 without riichi."""
    riichi_unseen: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds that the seat did not see."""
    riichi_all_unseen: Annotated[Ints, ColumnType("int16", (4,))]
    """Tiles of any kind that the seat did not see."""
    riichi_unheld: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds outside the hand and sets of the seat."""
    riichi_wall: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds in the live or the dead wall."""
    riichi_furiten: Annotated[Bools, ColumnType("bool", (4,))]
    """One of these kinds was in the river of the seat."""
    riichi_suji: Annotated[Bools, ColumnType("bool", (4,))]
    """One of these kinds was suji of the river of the seat, the declaration tile included."""
    riichi_form: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """Index into `wait_forms.FORMS`; ABSENT without riichi."""


class DiscardFacts(NamedTuple):
    """One row per discard."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Discards of the seat with this one."""
    n_sets: Annotated[Ints, ColumnType("int8")]
    in_riichi: Annotated[Bools, ColumnType("bool")]
    shanten_before: Annotated[Ints, ColumnType("int8")]
    """The least any discard can leave."""
    shanten: Annotated[Ints, ColumnType("int8")]
    """Of the hand after the discard."""
    useful_kinds: Annotated[Ints, ColumnType("int8")]
    """Kinds that lower this shanten."""
    useful_tiles: Annotated[Ints, ColumnType("int16")]
    """Tiles of those kinds that the seat does not see."""
    best_tiles: Annotated[Ints, ColumnType("int16")]
    """The most useful tiles after any discard with the least shanten; in riichi those of the only discard."""
    visible: Annotated[Ints, ColumnType("int8")]
    """Tiles of the discarded kind that the seat saw, this one included."""
    chance: Annotated[Ints, ColumnType("int8", fill=ABSENT)]
    """NO_CHANCE, ONE_CHANCE or OPEN_CHANCE for a ryanmen on the tile; ABSENT for honors."""
    dora: Annotated[Bools, ColumnType("bool")]
    """It is a dora by the indicators turned before it, or red."""
    declares: Annotated[Bools, ColumnType("bool")]
    """It declares riichi."""
    n_riichi: Annotated[Ints, ColumnType("int8")]
    """Other seats in riichi."""
    danger: Annotated[Ints, ColumnType("int8", (3,), fill=ABSENT)]
    """Class (`waits.Suji` or SAFE) against the seats to the right, across and to the left; ABSENT without riichi."""
    worst: Annotated[Ints, ColumnType("int8", fill=ABSENT)]
    """The most dangerous of these, in the order MUSUJI, FAR, KATA, honor, OMOTE, NAKA, SAFE, GENBUTSU."""
    called_by: Annotated[Ints, ColumnType("int8", fill=ABSENT)]
    """The seat that called it."""
    dealt_in: Annotated[Bools, ColumnType("bool")]
    """It was ronned."""


class CallFacts(NamedTuple):
    """One row per call."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Discards of the seat so far."""
    n_sets: Annotated[Ints, ColumnType("int8")]
    """Sets of the seat with this one."""
    melds: Annotated[Ints, ColumnType("int16")]
    """Bits of `open_melds` for the sets of the seat with this one, ankan included."""
    shanten_before: Annotated[Ints, ColumnType("int8")]
    """Of the hand just before the call."""
    shanten: Annotated[Ints, ColumnType("int8")]
    """The least the next discard can leave."""


class DrawFacts(NamedTuple):
    """One row per tile drawn."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    useful: Annotated[Ints, ColumnType("int64")]
    """Mask of the kinds that lower the shanten of the hand before the draw."""
    hit: Annotated[Bools, ColumnType("bool")]
    """The tile is of one of them."""
    share: Annotated[Any, ColumnType("float32")]
    """Useful share of the tiles the seat did not see."""


class Chances(NamedTuple):
    """One row per tile that completed the hand of a waiting seat and was not won, in the order of the log.

    Hands that are furiten by their own river are left out; yaku and other furiten are not checked yet. A tile that
    another seat won is left out, and so is an ankan.
    """

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch that drew or offered the tile."""
    kyoku: Annotated[Ints, ColumnType("int64")]
    """Row of the kyoku."""
    seat: Annotated[Ints, ColumnType("int8")]
    turn: Annotated[Ints, ColumnType("int8")]
    """Discards of the seat so far plus one."""
    tsumo: Annotated[Bools, ColumnType("bool")]
    """The seat drew the tile."""


class FollowedHands(NamedTuple):
    """The facts of a batch."""

    hands: HandFacts
    discards: DiscardFacts
    calls: CallFacts
    draws: DrawFacts
    chances: Chances
