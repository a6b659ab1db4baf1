"""The compiled decoder: scanned tags of many logs → the columns of their games.

Compiled code cannot raise: a game it objects to keeps its complete kyoku, the rest of it is passed over, and the
`Trouble` is noted with its tag. What was written of an incomplete kyoku is written over by the next one.

A kyoku is complete when its result is sure to be. A ron may be followed by another player's ron on the same discard, so
it must be the last of the game, or followed by the next kyoku or the proper end of the log.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    Ints,
    KyokuColumns,
    Result,
    WinColumns,
    YakuColumns,
)
from mjlog.jit import jit_no_alloc
from parsers.tenhou.vocab import GameType
from parsers.tenhou.xml.calls import decode_call
from parsers.tenhou.xml.headers import GameRows, Troubles, read_end, read_players, read_seed, read_type
from parsers.tenhou.xml.records import Claims, Meanings, Values, number_of, read_draw, read_init, read_win
from parsers.tenhou.xml.scan import Scan, wide
from parsers.tenhou.xml.vocab import Attribute, Tag, Trouble

DRAW, DISCARD, DAIMINKAN = int(EventKind.DRAW), int(EventKind.DISCARD), int(EventKind.DAIMINKAN)
RIICHI, ACCEPTED, DORA = int(EventKind.RIICHI), int(EventKind.RIICHI_ACCEPTED), int(EventKind.DORA)
LEFT, RETURNED = int(EventKind.LEFT), int(EventKind.RETURNED)
DRAW_3, DISCARD_3, GAME, GAME_END = int(Tag.DRAW_3), int(Tag.DISCARD_3), int(Tag.GAME), int(Tag.GAME_END)
SHUFFLE, GO, UN, BYE, INIT = int(Tag.SHUFFLE), int(Tag.GO), int(Tag.UN), int(Tag.BYE), int(Tag.INIT)
CALL, REACH, DORA_TAG = int(Tag.CALL), int(Tag.REACH), int(Tag.DORA)
AGARI, RYUUKYOKU, UNKNOWN = int(Tag.AGARI), int(Tag.RYUUKYOKU), int(Tag.UNKNOWN)
NOTHING = len(Tag)
"""In place of a tag code: there is no tag left."""
NONE = int(Trouble.NONE)
SANMA, NO_RED = int(GameType.SANMA), int(GameType.NO_RED)

GAMES, KYOKU, EVENTS, CALLS, WINS, YAKU, DRAWS, PHASE, PLAYERS, FIRST_TAG = range(10)
"""Places in the decoder's state: the next free row of each group, where in the game it is, and what GO has told."""
N_GROUPS = 7
BETWEEN, PLAYING, ENDED = range(3)
"""Phases: before the first kyoku, in one, behind its result."""


class Starts(NamedTuple):
    """Offsets as in `Games`, all int64."""

    kyoku: Ints
    """`(n_games + 1,)`"""
    event: Ints
    """`(n_kyoku + 1,)`"""
    call: Ints
    """`(n_kyoku + 1,)`"""
    win: Ints
    """`(n_kyoku + 1,)`"""
    yaku: Ints
    """`(n_wins + 1,)`"""
    draw: Ints
    """`(n_kyoku + 1,)`"""


class Columns(NamedTuple):
    """The column groups being written."""

    kyoku: KyokuColumns
    events: EventColumns
    calls: CallColumns
    wins: WinColumns
    yaku: YakuColumns
    draws: DrawColumns
    call_code: Ints
    """`(n_calls,)` int32: the log's own code of each call, to find the sets a win names."""
    seeds: Ints
    """`(n_kyoku,)` int64: place in the bytes of the seed INIT tells (2009), ABSENT for none."""


class Room(NamedTuple):
    """What the decoder works with, made by its caller."""

    row_of: Ints
    """Row of each attribute of a tag by its code, ABSENT for none."""
    state: Ints
    last_draw: Ints
    """`(4,)`: copy each seat has drawn and not used since, or ABSENT."""
    decimals: Any
    """`(16,)` float64: the numbers of a final result."""

    @classmethod
    def empty(cls) -> Room:
        """For sources not yet begun."""
        return cls(
            row_of=np.full(Attribute.OTHER.value + 1, ABSENT, np.int64),
            state=np.zeros(10, np.int64),
            last_draw=np.full(4, ABSENT, np.int64),
            decimals=np.empty(16),
        )

    @property
    def n_rows(self) -> Ints:
        """How many games, kyoku, events, calls, wins, yaku and draws were written."""
        return self.state[:N_GROUPS]


@jit_no_alloc
def decode(
    data: Any, written: Scan, rewritten: Scan, place: Any, tiles_of_copies: Any, meanings: Meanings, games: GameRows,
    troubles: Troubles, starts: Starts, columns: Columns, room: Room,
) -> None:  # fmt: skip
    """Decode all sources into columns that are large enough.

    `place` is `(n_sources,)`: where a source stands in `rewritten`, ABSENT if it is read as it was `written`.
    `tiles_of_copies` is `(2, 136)`: without and with red fives. In the end `room.n_rows` tells what was
    written.
    """
    events, kyoku, wins = columns.events, columns.kyoku, columns.wins
    row_of, state, last_draw, decimals = room
    claims = Claims(wins, columns.calls, columns.call_code, columns.yaku)
    for source in range(place.size):
        scanned = written if place[source] == ABSENT else rewritten
        tag, last = scanned.tag_range[source if place[source] == ABSENT else place[source]]
        tag_code, tag_number, tag_position, tag_attributes = scanned.tags
        attributes = scanned.attributes
        values = Values(row_of, attributes.position, attributes.first, attributes.n_numbers, scanned.numbers)
        tile_of_copy = tiles_of_copies[1]
        in_game = False
        while tag <= last:
            code = wide(tag_code[tag]) if tag < last else NOTHING
            if code in (GAME, GAME_END, NOTHING) or not in_game:
                if in_game:
                    sure = is_complete(games, troubles, kyoku.result, wins.from_seat, state, code == GAME_END)
                    at = tag_position[max(tag - 1, state[FIRST_TAG])]
                    close_game(games.complete, troubles, starts, state, at, sure)
                in_game = code not in (GAME_END, NOTHING)
                if in_game:
                    open_game(games, troubles, state, source)
                    state[FIRST_TAG] = tag
                    tile_of_copy = tiles_of_copies[1]
                if code in (GAME, GAME_END, NOTHING):
                    tag += 1
                    continue
            game = state[GAMES]
            if troubles.code[game] != NONE:
                tag += 1
                continue
            if code <= DISCARD_3 and state[PHASE] == PLAYING:
                tag, state[EVENTS] = read_moves(
                    tag_code, tag_number, tag, last, state[PLAYERS], tile_of_copy, last_draw, events, state[EVENTS]
                )
                if tag == last or tag_code[tag] > DISCARD_3:
                    continue
                code = wide(tag_code[tag])
            first, behind = wide(tag_attributes[tag]), wide(tag_attributes[tag + 1])
            trouble = find_values(attributes.code, attributes.n_numbers, first, behind, row_of)
            if trouble != NONE:
                pass
            elif code <= DISCARD_3:
                trouble = bad_move(state, tag_number[tag])
            elif code in (CALL, REACH, DORA_TAG):
                trouble = read_event(
                    code, values, tile_of_copy, last_draw, events, columns.calls, columns.call_code, starts.event, state
                )
            elif code == INIT:
                trouble = may_begin(games, state)
                if trouble == NONE:
                    if state[PHASE] == ENDED:
                        keep_kyoku(starts, state)
                    state[PHASE] = PLAYING
                    last_draw[:] = ABSENT
                    row = row_of[Attribute.SHUFFLE]
                    columns.seeds[state[KYOKU]] = attributes.position[row] if row != ABSENT else ABSENT
                    trouble = read_init(values, state[PLAYERS], tile_of_copy, kyoku, state[KYOKU])
            elif code in (AGARI, RYUUKYOKU):
                trouble = may_end(code, kyoku.result, wins.from_seat, state)
                if trouble == NONE:
                    if code == RYUUKYOKU:
                        trouble = read_draw(
                            values, state[PLAYERS], tile_of_copy, meanings, kyoku.result, state[KYOKU], columns.draws,
                            state[DRAWS],
                        )  # fmt: skip
                        state[DRAWS] += 1
                    else:
                        kyoku.result[state[KYOKU]] = Result.WIN.value
                        trouble, state[CALLS], state[YAKU] = read_win(
                            values, state[PLAYERS], tile_of_copy, meanings, claims, state[WINS],
                            starts.call[state[KYOKU]], state[CALLS], state[YAKU],
                        )  # fmt: skip
                        state[WINS] += 1
                        starts.yaku[state[WINS]] = state[YAKU]
                    if trouble == NONE:
                        trouble = read_end(data, values, state[PLAYERS], games, game, tag_position[tag], decimals)
                    state[PHASE] = ENDED if trouble == NONE else PLAYING
            elif code == GO:
                trouble = read_type(values, games, game, tag_position[tag])
                state[PLAYERS] = 3 if games.type[game] & SANMA else 4
                tile_of_copy = tiles_of_copies[0 if games.type[game] & NO_RED else 1]
            elif code == SHUFFLE:
                trouble = read_seed(values, games, game)
            elif code in (UN, BYE):
                n_names, seat = names_in(attributes.code, first, behind)
                if code == UN and n_names > 1:
                    trouble = read_players(data, values, games, game, tag_position[tag])
                else:
                    seat = seat if code == UN else number_of(values, Attribute.WHO.value)
                    trouble = NONE if 0 <= seat < state[PLAYERS] else Trouble.BAD_SEAT.value
                    if trouble == NONE:
                        add_event(events, state, RETURNED if code == UN else LEFT, seat, ABSENT, ABSENT, ABSENT)
            elif code == UNKNOWN:
                trouble = Trouble.UNKNOWN_TAG.value
            if trouble != NONE:
                note(troubles, starts, state, trouble, tag_position[tag])
            tag += 1


@jit_no_alloc
def read_moves(
    codes: Any, numbers: Any, tag: int, last: int, players: int, tile_of_copy: Any, last_draw: Any,
    events: EventColumns, row: int,
) -> tuple[int, int]:  # fmt: skip
    """Write the draws and discards from `tag` on; the first other or faulty tag, and the next free event."""
    kinds, seats, from_seats, tiles, copies, tsumogiri = events
    while tag < last and codes[tag] <= DISCARD_3:
        copy = numbers[tag]
        seat = codes[tag] & 3
        if copy > 135 or seat >= players:
            break
        seats[row] = seat
        from_seats[row] = ABSENT
        tiles[row] = tile_of_copy[copy]
        copies[row] = copy
        if codes[tag] <= DRAW_3:
            kinds[row] = DRAW
            tsumogiri[row] = ABSENT
            last_draw[seat] = copy
        else:
            kinds[row] = DISCARD
            tsumogiri[row] = last_draw[seat] == copy
            last_draw[seat] = ABSENT
        row += 1
        tag += 1
    return tag, row


@jit_no_alloc
def bad_move(state: Any, copy: int) -> int:
    """What is wrong with a draw or discard that `read_moves` left."""
    if state[PHASE] == BETWEEN:
        return Trouble.NOT_IN_KYOKU.value
    if state[PHASE] == ENDED:
        return Trouble.AFTER_RESULT.value
    return Trouble.BAD_TILE.value if copy > 135 else Trouble.BAD_SEAT.value


@jit_no_alloc
def find_values(codes: Any, n_numbers: Any, first: int, behind: int, row_of: Any) -> int:
    """Write the row of each attribute of a tag by its code; a `Trouble`."""
    row_of[:] = ABSENT
    trouble = Trouble.NONE.value
    for row in range(first, behind):
        code = codes[row]
        if row_of[code] != ABSENT and code != Attribute.OTHER:
            trouble = Trouble.TWICE.value
        if n_numbers[row] != 0:
            row_of[code] = row
    return trouble


@jit_no_alloc
def names_in(codes: Any, first: int, behind: int) -> tuple[int, int]:
    """How many of `n0` … `n3` a tag has, and the seat of one."""
    n_names = 0
    seat = ABSENT
    for row in range(first, behind):
        if Attribute.N0 <= codes[row] <= Attribute.N3:
            n_names += 1
            seat = codes[row] - Attribute.N0
    return n_names, seat


@jit_no_alloc
def add_event(events: EventColumns, state: Any, kind: int, seat: int, from_seat: int, tile: int, copy: int) -> None:
    """Write an event that is not a draw or discard."""
    row = state[EVENTS]
    events.kind[row] = kind
    events.seat[row] = seat
    events.from_seat[row] = from_seat
    events.tile[row] = tile
    events.copy[row] = copy
    events.tsumogiri[row] = ABSENT
    state[EVENTS] = row + 1


@jit_no_alloc
def read_event(
    code: int, values: Values, tile_of_copy: Any, last_draw: Any, events: EventColumns, calls: CallColumns,
    call_code: Any, event_start: Any, state: Any,
) -> int:  # fmt: skip
    """Write N, REACH or DORA; a `Trouble`."""
    if state[PHASE] != PLAYING:
        return Trouble.NOT_IN_KYOKU.value if state[PHASE] == BETWEEN else Trouble.AFTER_RESULT.value
    if code == DORA_TAG:
        copy = number_of(values, Attribute.HAI.value)
        if not 0 <= copy <= 135:
            return Trouble.BAD_TILE.value
        add_event(events, state, DORA, ABSENT, ABSENT, wide(tile_of_copy[copy]), copy)
        return NONE
    seat = number_of(values, Attribute.WHO.value)
    if not 0 <= seat < state[PLAYERS]:
        return Trouble.BAD_SEAT.value
    if code == REACH:
        step = number_of(values, Attribute.STEP.value)
        if step not in (1, 2):
            return Trouble.BAD_STEP.value
        add_event(events, state, RIICHI if step == 1 else ACCEPTED, seat, ABSENT, ABSENT, ABSENT)
        return NONE
    row = state[CALLS]
    m = number_of(values, Attribute.M.value)
    kind = decode_call(m, seat, tile_of_copy, calls, row)
    if kind == ABSENT:
        return Trouble.BAD_CALL.value
    if calls.from_seat[row] >= state[PLAYERS]:
        return Trouble.BAD_SEAT.value
    calls.event[row] = state[EVENTS] - event_start[state[KYOKU]]
    call_code[row] = m
    from_seat = wide(calls.from_seat[row]) if kind <= DAIMINKAN else ABSENT
    add_event(events, state, kind, seat, from_seat, wide(calls.tiles[row, 0]), wide(calls.copies[row, 0]))
    last_draw[seat] = ABSENT
    state[CALLS] = row + 1
    return NONE


@jit_no_alloc
def may_begin(games: GameRows, state: Any) -> int:
    """What forbids a kyoku to begin here; a `Trouble`."""
    if state[PHASE] == PLAYING:
        return Trouble.KYOKU_NOT_ENDED.value
    if games.type[state[GAMES]] == ABSENT:
        return Trouble.NO_GAME_TYPE.value
    return Trouble.AFTER_LAST_RESULT.value if games.complete[state[GAMES]] else NONE


@jit_no_alloc
def may_end(code: int, results: Any, from_seats: Any, state: Any) -> int:
    """What forbids a kyoku to end here; a `Trouble`. A ron may follow a ron."""
    if state[PHASE] == BETWEEN:
        return Trouble.NOT_IN_KYOKU.value
    if state[PHASE] == ENDED and (code == RYUUKYOKU or not ended_by_ron(results, from_seats, state)):
        return Trouble.AFTER_RESULT.value
    return NONE


@jit_no_alloc
def ended_by_ron(results: Any, from_seats: Any, state: Any) -> bool:
    """Whether the result just read is a ron."""
    return bool(results[state[KYOKU]] == Result.WIN and from_seats[state[WINS] - 1] != ABSENT)


@jit_no_alloc
def keep_kyoku(starts: Starts, state: Any) -> None:
    """Go on behind the kyoku just read."""
    state[KYOKU] += 1
    kyoku = state[KYOKU]
    starts.event[kyoku] = state[EVENTS]
    starts.call[kyoku] = state[CALLS]
    starts.win[kyoku] = state[WINS]
    starts.draw[kyoku] = state[DRAWS]


@jit_no_alloc
def drop_kyoku(starts: Starts, state: Any) -> None:
    """Forget what was written behind the last complete kyoku."""
    kyoku = state[KYOKU]
    state[EVENTS] = starts.event[kyoku]
    state[CALLS] = starts.call[kyoku]
    state[WINS] = starts.win[kyoku]
    state[YAKU] = starts.yaku[state[WINS]]
    state[DRAWS] = starts.draw[kyoku]


@jit_no_alloc
def open_game(games: GameRows, troubles: Troubles, state: Any, source: int) -> None:
    """Begin a game about which nothing is known yet."""
    game = state[GAMES]
    games.source[game] = source
    games.type[game] = ABSENT
    games.lobby[game] = ABSENT
    for seat in range(4):
        games.dan[game, seat] = ABSENT
        games.rate[game, seat] = np.nan
        games.final_points[game, seat] = ABSENT
        games.final_scores[game, seat] = np.nan
        games.final_chips[game, seat] = ABSENT
    games.complete[game] = False
    games.more[game] = False
    games.tags[game, :] = ABSENT
    games.texts[game, :] = ABSENT
    troubles.code[game] = NONE
    troubles.position[game] = ABSENT
    troubles.kyoku[game] = ABSENT
    troubles.event[game] = ABSENT
    state[PHASE] = BETWEEN
    state[PLAYERS] = 4


@jit_no_alloc
def is_complete(games: GameRows, troubles: Troubles, results: Any, from_seats: Any, state: Any, closed: bool) -> bool:
    """Whether the kyoku the current game ends with is complete; `closed` says that its end tag was read."""
    if state[PHASE] != ENDED:
        return False
    game = state[GAMES]
    if not ended_by_ron(results, from_seats, state) or games.complete[game]:
        return True
    return closed and troubles.code[game] == NONE


@jit_no_alloc
def close_game(finished: Any, troubles: Troubles, starts: Starts, state: Any, position: int, complete: bool) -> None:
    """End the current game, whose last tag is at `position`; `complete` is its last kyoku."""
    game = state[GAMES]
    finished[game] &= complete
    if troubles.code[game] == NONE and not finished[game]:
        note(troubles, starts, state, Trouble.CUT_SHORT.value, position)
    if complete:
        keep_kyoku(starts, state)
    else:
        drop_kyoku(starts, state)
    state[GAMES] = game + 1
    starts.kyoku[game + 1] = state[KYOKU]


@jit_no_alloc
def note(troubles: Troubles, starts: Starts, state: Any, trouble: int, position: int) -> None:
    """Note what is wrong with the current game, and where."""
    game = state[GAMES]
    troubles.code[game] = trouble
    troubles.position[game] = position
    if state[PHASE] != BETWEEN:
        troubles.kyoku[game] = state[KYOKU] - starts.kyoku[game]
        troubles.event[game] = state[EVENTS] - starts.event[state[KYOKU]]
