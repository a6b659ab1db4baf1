"""What following hands tells: how each went, and what every draw, discard and call meant."""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

from mjlog.games.columns import Bools, ColumnType, Ints

TURNS: Final = 18
"""Turns whose shanten is kept."""


class PathFacts(NamedTuple):
    """One row per kyoku, one column per seat."""

    haipai_shanten: Annotated[Ints, ColumnType("int8", (4,))]
    haipai_shape: Annotated[Ints, ColumnType("int8", (4,))]
    """Place in `shanten.SHAPES` of the shape it is nearest to, the first of equally near ones."""
    haipai_pairs: Annotated[Ints, ColumnType("int8", (4,))]
    """Kinds held at least twice."""
    haipai_yaochuu: Annotated[Ints, ColumnType("int8", (4,))]
    """Kinds of terminals and honors held."""
    haipai_dora: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles that the first indicator makes dora."""
    haipai_red: Annotated[Ints, ColumnType("int8", (4,))]
    """Red fives."""
    shanten_by_turn: Annotated[Ints, ColumnType("int8", (4, TURNS))]
    """After the own discard of each turn; ABSENT from the end of the kyoku on."""
    tenpai_turn: Annotated[Ints, ColumnType("int8", (4,))]
    """First turn whose discard left a hand waiting; 0 dealt so (only without a draw), ABSENT for never."""
    end_shanten: Annotated[Ints, ColumnType("int8", (4,))]
    """Of the hand after the last discard."""
    faced_shanten: Annotated[Ints, ColumnType("int8", (4,))]
    """When another seat's riichi was first accepted, of the hand at that moment; ABSENT without one."""
    riichi_waits: Annotated[Ints, ColumnType("int64", (4,))]
    """Mask of the kinds waited on when riichi was declared; 0 without riichi."""
    riichi_seen: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds the seat did not see."""
    riichi_unseen: Annotated[Ints, ColumnType("int16", (4,))]
    """Tiles of any kind the seat did not see."""
    riichi_unheld: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds the seat did not have itself."""
    riichi_wall: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles of these kinds that nobody held: in the live or the dead wall."""
    riichi_furiten: Annotated[Bools, ColumnType("bool", (4,))]
    """One of these kinds was in the own river."""
    riichi_suji: Annotated[Bools, ColumnType("bool", (4,))]
    """One of these kinds was suji of the own river, the declaration tile included."""
    riichi_form: Annotated[Ints, ColumnType("int8", (4,))]
    """Place of the form of the wait in `waiting.FORMS`; ABSENT without riichi."""


class DiscardFacts(NamedTuple):
    """One row per discard."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Own discards with this one."""
    n_sets: Annotated[Ints, ColumnType("int8")]
    in_riichi: Annotated[Bools, ColumnType("bool")]
    shanten_before: Annotated[Ints, ColumnType("int8")]
    """Of the hand with the drawn (or called) tile: the least any discard can leave."""
    shanten: Annotated[Ints, ColumnType("int8")]
    """Of the hand that is left."""
    useful_kinds: Annotated[Ints, ColumnType("int8")]
    """Kinds that lower the shanten of the hand that is left."""
    useful_tiles: Annotated[Ints, ColumnType("int16")]
    """Tiles of those kinds the seat does not see."""
    best_tiles: Annotated[Ints, ColumnType("int16")]
    """The most such tiles any discard with the least shanten would leave; in riichi those of the only one."""
    visible: Annotated[Ints, ColumnType("int8")]
    """Tiles of the discarded kind the seat saw, this one included."""
    chance: Annotated[Ints, ColumnType("int8")]
    """NO_CHANCE, ONE_CHANCE or OPEN_CHANCE for a ryanmen on the tile; ABSENT for honors."""
    dora: Annotated[Bools, ColumnType("bool")]
    """It is a dora by the indicators turned before it, or red."""
    declares: Annotated[Bools, ColumnType("bool")]
    """It declares riichi."""
    n_riichi: Annotated[Ints, ColumnType("int8")]
    """Other seats in riichi."""
    danger: Annotated[Ints, ColumnType("int8", (3,))]
    """Class (`waits.Suji` or SAFE) against the seat to the right, across and to the left if it is in riichi."""
    worst: Annotated[Ints, ColumnType("int8")]
    """The most dangerous of these: MUSUJI, before FAR, KATA, an honor, OMOTE, NAKA, SAFE and GENBUTSU."""
    called_by: Annotated[Ints, ColumnType("int8")]
    """The seat that called it."""
    dealt_in: Annotated[Bools, ColumnType("bool")]
    """It was ronned."""


class CallFacts(NamedTuple):
    """One row per call that was made."""

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, ColumnType("int8")]
    """Own discards so far."""
    n_sets: Annotated[Ints, ColumnType("int8")]
    """Own sets with this one."""
    shanten_before: Annotated[Ints, ColumnType("int8")]
    """Of the hand just before."""
    shanten: Annotated[Ints, ColumnType("int8")]
    """Of the hand with the set, the least the next discard can leave."""


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
    """One row per tile a waiting seat let pass that completes its hand, in the order of the log.

    Not yet asked is whether it could have won: for a yaku, and for furiten but by its own river. A tile that another
    seat won is none, an ankan neither.
    """

    event: Annotated[Ints, ColumnType("int64")]
    """Row of the event that drew or offered it in the batch."""
    kyoku: Annotated[Ints, ColumnType("int64")]
    """Row of the kyoku."""
    seat: Annotated[Ints, ColumnType("int8")]
    tsumo: Annotated[Bools, ColumnType("bool")]
    """The seat drew it."""


class Followed(NamedTuple):
    """What following a batch tells."""

    paths: PathFacts
    discards: DiscardFacts
    calls: CallFacts
    draws: DrawFacts
    chances: Chances
