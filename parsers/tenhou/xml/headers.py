"""Compiled: the tags that stand once in a game: GO, UN with all names, and `owari` in the last tag.

A function that can fail returns a `Trouble`, `NONE` if all is well.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from mjlog.games.columns import ABSENT, Bools, ColumnType, Floats, Ints
from mjlog.jit import jit_inner_no_alloc
from parsers.tenhou.xml.records import MAX_HUNDREDS, MAX_SMALL, Values, list_of, number_of, put_numbers
from parsers.tenhou.xml.scan import BLANK, COMMA, MINUS, PLUS, POINT, QUOTE, ZERO, wide
from parsers.tenhou.xml.vocab import Attribute, Trouble

GO_TAG, UN_TAG, END_TAG = range(3)
"""Columns of `GameRows.tags`."""
TEXT_SEX, TEXT_SEED = 4, 5
"""Columns of `GameRows.texts` after the four names."""
LARGEST_MANTISSA: Final = 10**15


class GameRows(NamedTuple):
    """A row of each game; texts are left to the caller."""

    source: Annotated[Ints, ColumnType("int32")]
    """Place of the source in the batch."""
    type: Annotated[Ints, ColumnType("int32")]
    """`GO type`, ABSENT before GO."""
    lobby: Annotated[Ints, ColumnType("int32")]
    dan: Annotated[Ints, ColumnType("int8", (4,))]
    rate: Annotated[Floats, ColumnType("float64", (4,))]
    final_points: Annotated[Ints, ColumnType("int32", (4,))]
    final_scores: Annotated[Floats, ColumnType("float64", (4,))]
    final_chips: Annotated[Ints, ColumnType("int16", (4,))]
    complete: Annotated[Bools, ColumnType("bool")]
    """The final result was read."""
    tags: Annotated[Ints, ColumnType("int64", (3,))]
    """Places in the bytes of GO, of UN with all names and of the tag with the final result, ABSENT for none."""
    texts: Annotated[Ints, ColumnType("int64", (6,))]
    """Places in the bytes: names of four seats, sexes, seed of the wall; ABSENT for none."""
    more: Annotated[Bools, ColumnType("bool")]
    """A value in `tags` has no column here, or does not fit into it."""


class Troubles(NamedTuple):
    """The first error of each game."""

    code: Annotated[Ints, ColumnType("int8")]
    """A `Trouble`."""
    position: Annotated[Ints, ColumnType("int64")]
    """Place in the bytes of the tag it was found at."""
    kyoku: Annotated[Ints, ColumnType("int32")]
    """Place of that tag's kyoku in the game, ABSENT outside a kyoku."""
    event: Annotated[Ints, ColumnType("int32")]
    """Place of that tag's event in its kyoku, ABSENT outside a kyoku."""


@jit_inner_no_alloc
def read_type(values: Values, games: GameRows, game: int, position: int) -> int:
    """Write the values of GO; a `Trouble`."""
    kind = number_of(values, Attribute.TYPE)
    if games.tags[game, GO_TAG] != ABSENT:
        return Trouble.SECOND_HEADER.value
    if values.row[Attribute.TYPE] == ABSENT:
        return Trouble.MISSING_ATTRIBUTE.value
    if kind < 0:
        return Trouble.BAD_NUMBER.value
    games.tags[game, GO_TAG] = position
    games.type[game] = kind
    lobby = number_of(values, Attribute.LOBBY)
    games.lobby[game] = max(lobby, ABSENT)
    games.more[game] |= values.row[Attribute.OTHER] != ABSENT or (lobby < 0 and values.row[Attribute.LOBBY] != ABSENT)
    return Trouble.NONE.value


@jit_inner_no_alloc
def read_seed(values: Values, games: GameRows, game: int) -> int:
    """Write the place of the seed in SHUFFLE; a `Trouble`."""
    if games.texts[game, TEXT_SEED] != ABSENT:
        return Trouble.SECOND_HEADER.value
    row = values.row[Attribute.SEED]
    games.texts[game, TEXT_SEED] = values.position[row] if row != ABSENT else ABSENT
    return Trouble.NONE.value


@jit_inner_no_alloc
def read_players(data: Any, values: Values, games: GameRows, game: int, position: int) -> int:
    """Write the values of UN with all names; a `Trouble`.

    `dan` is missing in some parlour logs; `rate` has no decimals in 2009 logs.
    """
    if games.tags[game, UN_TAG] != ABSENT:
        return Trouble.SECOND_HEADER.value
    games.tags[game, UN_TAG] = position
    games.more[game] |= values.row[Attribute.OTHER] != ABSENT
    for seat in range(4):
        row = values.row[Attribute.N0 + seat]
        games.texts[game, seat] = values.position[row] if row != ABSENT else ABSENT
    row = values.row[Attribute.SX]
    games.texts[game, TEXT_SEX] = values.position[row] if row != ABSENT else ABSENT
    k, n = list_of(values, Attribute.DAN)
    if n != 0 and not (n == 4 and put_numbers(values, k, n, 1, 99, 1, games.dan[game])):
        games.dan[game, :] = ABSENT
        games.more[game] = True
    n = list_of(values, Attribute.RATE)[1]
    if n != 0 and not (n == 4 and put_decimals(data, values, Attribute.RATE, games.rate[game])):
        games.rate[game] = np.nan
        games.more[game] = True
    return Trouble.NONE.value


@jit_inner_no_alloc
def read_end(data: Any, values: Values, players: int, games: GameRows, game: int, position: int, decimals: Any) -> int:
    """Write `owari`, if the tag has one; a `Trouble`. `decimals` is working space for its sixteen numbers.

    It lists final points (hundreds) and final result of each of four seats, then in chip rooms chips and 0.
    """
    k, n = list_of(values, Attribute.OWARI)
    if n == 0:
        return Trouble.NONE.value
    if n != 8 and n != 16 and n != 2 * players:
        return Trouble.BAD_LIST.value
    fits = put_decimals(data, values, Attribute.OWARI, decimals)
    fits &= put_numbers(values, k, players, 2, MAX_HUNDREDS, 100, games.final_points[game])
    if n == 16:
        fits &= put_numbers(values, k + 8, players, 2, MAX_SMALL, 1, games.final_chips[game])
    if not fits:
        games.final_points[game, :] = ABSENT
        games.final_chips[game, :] = ABSENT
        return Trouble.BAD_NUMBER.value
    for seat in range(players):
        games.final_scores[game, seat] = decimals[2 * seat + 1]
    games.tags[game, END_TAG] = position
    games.more[game] |= values.row[Attribute.OTHER] != ABSENT
    games.complete[game] = True
    return Trouble.NONE.value


@jit_inner_no_alloc
def put_decimals(data: Any, values: Values, attribute: int, target: Any) -> bool:
    """Write a list of decimal numbers from their characters; False if one is missing or has too many digits."""
    row = values.row[attribute]
    i = values.position[row]
    for place in range(values.n_numbers[row]):
        if values.numbers[values.first[row] + place] == BLANK:
            return False
        sign = 1
        if data[i] == MINUS:
            sign = -1
        i += data[i] == MINUS or data[i] == PLUS
        mantissa = 0
        divisor = 0
        while data[i] != COMMA and data[i] != QUOTE:
            if data[i] == POINT:
                divisor = 1
            elif mantissa > LARGEST_MANTISSA:
                return False
            else:
                mantissa = mantissa * 10 + wide(data[i]) - ZERO
                divisor *= 10
            i += 1
        target[place] = sign * (mantissa / max(divisor, 1))
        i += 1
    return True
