"""The state of one kyoku as a referee sees it: one numpy record that every move reads and writes.

Compiled moves take the record as one argument and read `table.riichi[seat]`. All numbers are int64, flags are 0 or 1.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any, Final

import numpy as np

from mjlog.games.columns import ABSENT
from mjlog.jit import int64, jit_inline, jit_inner
from mjlog.replay.breach import Breach
from mjlog.rules.columns.shanten import shanten_of_keys, useful_of_keys
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_COPIES, N_KINDS, N_TILES, YAOCHUU

NOTHING: Final[int] = int64(ABSENT)
"""ABSENT as an argument: numba gives a constant a type of its own."""
KIND: Final = np.array(KIND_OF_TILE, np.int64)
"""Kind of each tile."""
IS_YAOCHUU: Final = np.array([kind in YAOCHUU for kind in range(N_KINDS)], np.int64)
DORA_KIND: Final = np.array([[DORA_OF[players][kind] for kind in KIND_OF_TILE] for players in (3, 4)], np.int64)
"""Kind that an indicator makes dora, by number of players - 3 and tile."""
POWER: Final = 5 ** (np.arange(N_KINDS) % 9)
"""Amount that a tile of a kind adds to the key of its suit."""


class Phase(IntEnum):
    """The action expected of the seat to act."""

    TO_DRAW = 0
    TO_DISCARD = 1
    """After a draw: discard, riichi, kan, kita or tsumo."""
    CALLED = 2
    """Discard after a chi or pon."""
    TO_REPLACE = 3
    """Draw after a kan or kita."""


class Offer(IntEnum):
    """The event that offered a tile to the other seats."""

    NOTHING = 0
    DISCARD = 1
    KAKAN = 2
    ANKAN = 3
    KITA = 4


class Riichi(IntEnum):
    """The progress of a riichi."""

    NONE = 0
    DECLARED = 1
    ACCEPTED = 2


class Owner(IntEnum):
    """Where a copy is that is in no hand; seats 0-3 own the copies in their hands."""

    WALL = -1
    TABLE = 4


Seats = Annotated[Any, 4]
"""One number per seat."""


class Table:
    """The fields of the record, with their values before the deal."""

    # -- hands
    keys: Annotated[Any, 4, 4] = 0
    """Suit keys of the concealed tiles, by seat."""
    held: Annotated[Any, 4, N_TILES] = 0
    """Concealed tiles, by seat and tile."""
    n_of_kind: Annotated[Any, 4, N_KINDS] = 0
    """Concealed tiles, by seat and kind."""
    n_tiles: Seats = 0
    """Concealed tiles."""
    hidden: Seats = 0
    """Concealed tiles that the log does not record, not among these; such a hand is not checked."""
    dead: Seats = 0
    """A foul forbids the hand to win and to be tenpai."""
    waits: Seats = 0
    """Mask of the kinds waited on with thirteen tiles; as of the last look at them."""
    owner: Annotated[Any, N_COPIES] = Owner.WALL
    """Seat with the copy in its hand, or an `Owner`."""

    # -- calls
    n_melds: Seats = 0
    meld_code: Annotated[Any, 4, 4] = 0
    """`MeldKind`, by seat and place."""
    meld_kind: Annotated[Any, 4, 4] = 0
    """Lowest kind, by seat and place."""
    n_open: Seats = 0
    """Chi, pon and daiminkan."""
    n_kans: Seats = 0
    n_kita: Seats = 0
    n_dragons: Seats = 0
    """Sets of dragons."""
    n_winds: Seats = 0
    """Sets of winds."""
    pao: Annotated[Any, 4, 3] = ABSENT
    """Seat that fed the third set of dragons, the fourth of winds, the fourth kan, by seat."""

    # -- discards and furiten
    n_discards: Seats = 0
    first_kind: Seats = ABSENT
    """Kind of the first discard."""
    all_yaochuu: Seats = 1
    """All discards are terminals and honors."""
    was_called: Seats = 0
    """A discard was called."""
    discarded: Seats = 0
    """Mask of kinds."""
    passed: Seats = 0
    """Mask of the kinds the seat could have won since its last turn."""
    passed_in_riichi: Seats = 0
    """Mask of the kinds the seat could have won since riichi."""

    # -- riichi
    points: Seats = 0
    riichi: Seats = Riichi.NONE
    double: Seats = 0
    """The riichi was declared on the first turn."""
    opened: Seats = 0
    """The riichi is an open one."""
    ippatsu: Seats = 0
    declared: int = ABSENT
    """Seat whose declaration tile has not passed yet."""
    lacks_mark: Seats = 0
    """The seat has declared riichi, and no tile in its river is sideways, or those that are were called."""
    uninterrupted: int = 1
    """No call, kan or kita so far."""

    # -- whose turn
    phase: int = Phase.TO_DRAW
    to_act: int = ABSENT
    live: int = 0
    """Tiles of the live wall."""
    drawn: int = ABSENT
    """The tile just drawn."""
    replaced: int = 0
    """It was a replacement tile."""
    after_kan: int = 0
    """The seat to act has replaced a tile of a kan since its last discard."""
    kan_feeder: int = ABSENT
    """Seat that fed the daiminkan made since the last discard."""
    banned: int = 0
    """Mask of the kinds kuikae forbids to discard."""

    # -- the tile others may win or call
    offer: int = Offer.NOTHING
    offer_seat: int = ABSENT
    offer_tile: int = ABSENT
    offer_sideways: int = 0
    """It is a discard that declares riichi, or marks the riichi after the declaration tile was called."""
    offer_after_kan: int = 0
    """It was discarded or used after the replacement tile of a kan, kans and kita in between included."""
    unpassed: int = ABSENT
    """Its kind, until it has passed; ABSENT if it cannot be won."""

    # -- kans and indicators
    n_all_kans: int = 0
    indicators: Annotated[Any, 5] = ABSENT
    """Tiles."""
    turned: int = 0
    """Number of indicators turned."""
    due: int = 0
    """Indicators to be turned before the next discard or draw."""
    later: int = 0
    """Indicators of the last open kan, due with the replacement tile or the discard."""

    n_offers: int = 0
    """Records of `Offers` written so far, of all kyoku played."""

    # -- the first broken rule
    event: int = ABSENT
    """Index of the current event in its kyoku; ABSENT for the deal and the result."""
    breach: int = ABSENT
    breach_event: int = ABSENT
    breach_seat: int = ABSENT
    expected: int = ABSENT
    found: int = ABSENT

    shown: Annotated[Any, N_TILES] = 0
    """Counts of a hand that the log shows."""


@jit_inline
def note(table: Table, seat: int, breach: int, expected: int, found: int) -> None:
    """Note a broken rule, unless one is noted: later ones may follow from the first."""
    if table.breach == ABSENT:
        table.breach, table.breach_event, table.breach_seat = breach, table.event, seat
        table.expected, table.found = expected, found


@jit_inline
def take(table: Table, players: int, seat: int, tile: int, copy: int) -> None:
    """Add a tile to a hand, unless it cannot exist."""
    kind = KIND[tile]
    if copy != ABSENT:
        if table.owner[copy] != Owner.WALL:
            note(table, seat, Breach.TILE_TWICE, NOTHING, tile)
        table.owner[copy] = seat
    if table.n_of_kind[seat, kind] == 4:
        note(table, seat, Breach.TILE_TWICE, NOTHING, tile)
    elif players == 3 and 1 <= kind <= 7:
        note(table, seat, Breach.NOT_IN_PLAY, NOTHING, tile)
    else:
        table.held[seat, tile] += 1
        table.n_of_kind[seat, kind] += 1
        table.keys[seat, kind // 9] += POWER[kind]
        table.n_tiles[seat] += 1


@jit_inline
def give(table: Table, seat: int, tile: int, copy: int) -> None:
    """Move a tile from a hand, if it is there, to the table; a tile that is not there may be an unrecorded one."""
    kind = KIND[tile]
    missing = table.held[seat, tile] == 0 or (copy != ABSENT and table.owner[copy] != seat)
    hidden = missing and table.hidden[seat] > 0
    if hidden:
        table.hidden[seat] -= 1
    elif missing:
        note(table, seat, Breach.NOT_HELD, NOTHING, tile)
    if table.held[seat, tile] > 0 and not hidden:
        table.held[seat, tile] -= 1
        table.n_of_kind[seat, kind] -= 1
        table.keys[seat, kind // 9] -= POWER[kind]
        table.n_tiles[seat] -= 1
    if copy != ABSENT:
        table.owner[copy] = Owner.TABLE


@jit_inner
def add_meld(table: Table, seat: int, code: int, kind: int) -> None:
    """Add a set by its `MeldKind` and lowest kind; a hand never has the tiles for a fifth."""
    n = table.n_melds[seat]
    if n < 4:
        table.meld_code[seat, n], table.meld_kind[seat, n] = code, kind
        table.n_melds[seat] += 1


@jit_inner
def waits_of(table: Table, players: int, seat: int, tables: ShantenTables) -> int:
    """Mask of the kinds a hand of thirteen tiles waits on; 0 if it is not tenpai."""
    n_melds = table.n_melds[seat]
    if table.n_tiles[seat] + 3 * n_melds != 13:
        return 0
    man, pin, sou, honors = table.keys[seat, 0], table.keys[seat, 1], table.keys[seat, 2], table.keys[seat, 3]
    if shanten_of_keys(man, pin, sou, honors, n_melds, players, tables) != 0:
        return 0
    mask: int = useful_of_keys(man, pin, sou, honors, n_melds, players, tables)[1]
    return mask


@jit_inner
def furiten_of(table: Table, seat: int, waits: int) -> int:
    """Bits of furiten for these waits: 1 by own discards, 2 until the next own turn, 4 since riichi."""
    river = (table.discarded[seat] & waits) != 0
    turn = (table.passed[seat] & waits) != 0
    riichi = (table.passed_in_riichi[seat] & waits) != 0
    bits: int = river | turn << 1 | riichi << 2
    return bits
