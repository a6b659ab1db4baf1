"""Compiled: scanned tags of many logs → the columns of their games.

Compiled code cannot raise: a game with an error keeps its complete kyoku, the rest of it is skipped, and the `Trouble`
is noted with its tag. The rows of an incomplete kyoku are overwritten by the next one.

A kyoku is complete when its result is certain. After a ron another player may win on the same discard, so a ron must be
the last one of the game, or the next kyoku or the proper end of the log must follow.
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
from mjlog.jit import jit_inner_no_alloc, jit_no_alloc
from mjlog.rules.points import STICK
from parsers.tenhou.vocab import GameType
from parsers.tenhou.xml.calls import decode_call
from parsers.tenhou.xml.headers import GameRows, Troubles, read_end, read_players, read_seed, read_type
from parsers.tenhou.xml.records import Claims, Tables, Values, list_of, number_of, read_draw, read_init, read_win
from parsers.tenhou.xml.scan import QUOTE, Attributes, Scan, wide
from parsers.tenhou.xml.vocab import WITHOUT_END as FIRST_WITHOUT_END
from parsers.tenhou.xml.vocab import Attribute, Tag, Trouble

DRAW, DISCARD, DAIMINKAN = int(EventKind.DRAW), int(EventKind.DISCARD), int(EventKind.DAIMINKAN)
RIICHI, ACCEPTED, DORA = int(EventKind.RIICHI), int(EventKind.RIICHI_ACCEPTED), int(EventKind.DORA)
LEFT, RETURNED = int(EventKind.LEFT), int(EventKind.RETURNED)
DRAW_3, DISCARD_3, GAME, GAME_END = int(Tag.DRAW_3), int(Tag.DISCARD_3), int(Tag.GAME), int(Tag.GAME_END)
SHUFFLE, GO, UN, BYE, INIT = int(Tag.SHUFFLE), int(Tag.GO), int(Tag.UN), int(Tag.BYE), int(Tag.INIT)
TAIKYOKU = int(Tag.TAIKYOKU)
CALL, REACH, DORA_TAG = int(Tag.CALL), int(Tag.REACH), int(Tag.DORA)
AGARI, RYUUKYOKU, UNKNOWN = int(Tag.AGARI), int(Tag.RYUUKYOKU), int(Tag.UNKNOWN)
NO_SEAT = 4
NOTHING = len(Tag)
"""In place of a tag code: no tag is left."""
NONE, WITHOUT_END = int(Trouble.NONE), int(FIRST_WITHOUT_END)
SANMA, NO_RED = int(GameType.SANMA), int(GameType.NO_RED)

BETWEEN, PLAYING, ENDED = range(3)
"""Phases: before the first kyoku, in a kyoku, after its result."""


class State:
    """The record of the decoder with its first values: the rows written of each group, and the place in a game."""

    games: int = 0
    kyoku: int = 0
    """Complete kyoku; the row of the kyoku being read."""
    events: int = 0
    calls: int = 0
    wins: int = 0
    yaku: int = 0
    draws: int = 0
    phase: int = BETWEEN
    players: int = 4
    red: int = 1
    """1 if the game is played with red fives."""
    in_game: int = 0
    first_dealer: int = ABSENT
    """The dealer of the first kyoku that TAIKYOKU names."""
    first_tag: int = 0
    """First tag of the game."""


def new_state() -> Any:
    """A record with the fields of `State`, all int64."""
    fields = {name: value for name, value in vars(State).items() if name in State.__annotations__}
    state = np.zeros(1, [(name, np.int64) for name in fields]).view(np.recarray)[0]
    for name, value in fields.items():
        state[name] = value
    return state


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
    """The groups of columns that the decoder writes."""

    games: GameRows
    troubles: Troubles
    kyoku: KyokuColumns
    events: EventColumns
    calls: CallColumns
    wins: WinColumns
    yaku: YakuColumns
    draws: DrawColumns
    call_code: Ints
    """`(n_calls,)` int32: the log's own code of each call, to find the melds that a win names."""
    seeds: Ints
    """`(n_kyoku,)` int64: place in the bytes of the seed in INIT (2009), ABSENT for none."""


class Work(NamedTuple):
    """Arrays that the decoder works with, made by its caller."""

    row_of: Ints
    """Row of each attribute of a tag by its code, ABSENT for none."""
    last_draw: Ints
    """`(4,)`: copy each seat has drawn and not used since, or ABSENT."""
    points: Ints
    """`(4,)`: points at the start of the kyoku without the riichi sticks paid since."""
    decimals: Any
    """`(16,)` float64: the numbers of a final result."""

    @classmethod
    def empty(cls) -> Work:
        """Arrays of the right sizes."""
        return cls(
            row_of=np.full(Attribute.OTHER.value + 1, ABSENT, np.int64),
            last_draw=np.full(4, ABSENT, np.int64),
            points=np.zeros(4, np.int64),
            decimals=np.empty(16),
        )


@jit_no_alloc
def decode(
    data: Any, as_written: Scan, rewritten: Scan, place: Any, tables: Tables, columns: Columns, starts: Starts,
    work: Work, state: State,
) -> None:  # fmt: skip
    """Decode all sources into columns that are large enough; `state` ends with the numbers of rows.

    `place` is `(n_sources,)`: the place of a source in `rewritten`, ABSENT if it is read `as_written`.
    """
    for source in range(place.size):
        if place[source] == ABSENT:
            decode_source(data, as_written, source, source, tables, columns, starts, work, state)
        else:
            decode_source(data, rewritten, place[source], source, tables, columns, starts, work, state)


@jit_inner_no_alloc
def decode_source(
    data: Any, scanned: Scan, place: int, source: int, tables: Tables, columns: Columns, starts: Starts, work: Work,
    state: State,
) -> None:  # fmt: skip
    """Decode the tags of one source, which stand at `place` of the scan."""
    tag, last = scanned.tag_range[place]
    codes = scanned.tags.code
    attributes = scanned.attributes
    values = Values(work.row_of, attributes.position, attributes.first, attributes.n_numbers, scanned.numbers)
    state.in_game = 0
    while tag <= last:
        code = wide(codes[tag]) if tag < last else NOTHING
        if code in (GAME, GAME_END, NOTHING) or not state.in_game:
            pass_boundary(code, tag, source, scanned.tags.position, columns, starts, state)
        if code in (GAME, GAME_END, NOTHING) or ends_game(columns.troubles.code[state.games]):
            tag += 1
            continue
        if code <= DISCARD_3 and state.phase == PLAYING:
            tag = read_moves(codes, scanned.tags.number, tag, last, tables.tile_of_copy, work, columns.events, state)
            if tag == last or codes[tag] > DISCARD_3:
                continue
            code = wide(codes[tag])
        first, end = wide(scanned.tags.attributes[tag]), wide(scanned.tags.attributes[tag + 1])
        position = scanned.tags.position[tag]
        trouble = find_values(data, attributes, first, end, work.row_of)
        if trouble != NONE:
            pass
        elif code <= DISCARD_3:
            trouble = bad_move(state, scanned.tags.number[tag])
        elif code in (CALL, REACH, DORA_TAG):
            trouble = read_event(code, values, tables, work, columns, starts, state)
        elif code == INIT:
            trouble = start_kyoku(values, tables, work, columns, starts, state)
        elif code in (AGARI, RYUUKYOKU):
            trouble = end_kyoku(code, data, position, values, tables, work, columns, starts, state)
        elif code == UNKNOWN:
            trouble = Trouble.UNKNOWN_TAG.value
        else:
            n_names, seat = names_in(attributes.code, first, end)
            trouble = read_header(code, data, position, values, n_names, seat, columns, state)
        if ends_game(trouble) or (trouble != NONE and columns.troubles.code[state.games] == NONE):
            note(columns.troubles, starts, state, trouble, position)
        tag += 1


@jit_inner_no_alloc
def pass_boundary(
    code: int, tag: int, source: int, positions: Any, columns: Columns, starts: Starts, state: State
) -> None:
    """End the current game if there is one, and begin the next unless the code is that of an end."""
    if state.in_game:
        complete = is_complete(columns, state, code == GAME_END)
        close_game(columns, starts, state, positions[max(tag - 1, state.first_tag)], complete)
    state.in_game = code not in (GAME_END, NOTHING)
    if state.in_game:
        open_game(columns.games, columns.troubles, state, source)
        state.first_tag = tag


@jit_inner_no_alloc
def start_kyoku(values: Values, tables: Tables, work: Work, columns: Columns, starts: Starts, state: State) -> int:
    """Begin the kyoku of an INIT; a `Trouble`."""
    games = columns.games
    if state.phase == PLAYING:
        return Trouble.KYOKU_NOT_ENDED.value
    if games.type[state.games] == ABSENT:
        return Trouble.NO_GAME_TYPE.value
    if games.complete[state.games]:
        return Trouble.AFTER_LAST_RESULT.value
    if state.phase == ENDED:
        keep_kyoku(starts, state)
    state.phase = PLAYING
    work.last_draw[:] = ABSENT
    row = values.row[Attribute.SHUFFLE]
    columns.seeds[state.kyoku] = values.position[row] if row != ABSENT else ABSENT
    trouble = read_init(values, state.players, tables.tile_of_copy[state.red], columns.kyoku, state.kyoku)
    for seat in range(4):
        work.points[seat] = columns.kyoku.points[state.kyoku, seat]
    first = state.kyoku == starts.kyoku[state.games] and state.first_dealer != ABSENT
    if trouble == NONE and first and columns.kyoku.dealer[state.kyoku] != state.first_dealer:
        return Trouble.WRONG_DEALER.value
    return trouble


@jit_inner_no_alloc
def end_kyoku(
    code: int, data: Any, position: int, values: Values, tables: Tables, work: Work, columns: Columns, starts: Starts,
    state: State,
) -> int:  # fmt: skip
    """Write the result of an AGARI or RYUUKYOKU, and that of the game if it has one; a `Trouble`.

    An AGARI may follow a ron: another win on the same discard.
    """
    if state.phase == BETWEEN:
        return Trouble.NOT_IN_KYOKU.value
    if state.phase == ENDED and (code == RYUUKYOKU or not ended_by_ron(columns, state)):
        return Trouble.AFTER_RESULT.value
    tile_of_copy = tables.tile_of_copy[state.red]
    if code == RYUUKYOKU:
        trouble = read_draw(
            values, state.players, tile_of_copy, tables, columns.kyoku.result, state.kyoku, columns.draws, state.draws
        )
        state.draws += 1
    else:
        columns.kyoku.result[state.kyoku] = Result.WIN.value
        claims = Claims(columns.wins, columns.calls, columns.call_code, columns.yaku)
        trouble, state.calls, state.yaku = read_win(
            values, state.players, tile_of_copy, tables, claims, state.wins, starts.call[state.kyoku], state.calls,
            state.yaku,
        )  # fmt: skip
        state.wins += 1
        starts.yaku[state.wins] = state.yaku
    if trouble == NONE:
        trouble = read_end(data, values, state.players, columns.games, state.games, position, work.decimals)
    state.phase = ENDED if trouble == NONE else PLAYING
    return trouble


@jit_inner_no_alloc
def read_header(
    code: int, data: Any, position: int, values: Values, n_names: int, seat: int, columns: Columns, state: State
) -> int:
    """Read any other tag; a `Trouble`. UN with one name is a player who returns, BYE one who leaves."""
    games, game = columns.games, state.games
    if code == GO:
        trouble = read_type(values, games, game, position)
        state.players = 3 if games.type[game] & SANMA else 4
        state.red = 0 if games.type[game] & NO_RED else 1
        return trouble
    if code == SHUFFLE:
        return read_seed(values, games, game)
    if code == UN and n_names > 1:
        return read_players(data, values, games, game, position)
    if code == TAIKYOKU and values.row[Attribute.OYA] != ABSENT:
        oya = number_of(values, Attribute.OYA)
        state.first_dealer = oya if oya >= 0 else NO_SEAT
    if code != UN and code != BYE:
        return NONE
    if code == BYE:
        seat = number_of(values, Attribute.WHO)
    if not 0 <= seat < state.players:
        return Trouble.BAD_SEAT.value
    add_event(columns.events, state, RETURNED if code == UN else LEFT, seat, ABSENT, ABSENT, ABSENT)
    return NONE


@jit_inner_no_alloc
def read_moves(
    codes: Any, numbers: Any, tag: int, last: int, tile_of_copies: Any, work: Work, events: EventColumns, state: State
) -> int:
    """Write the draws and discards from `tag` on; the first tag that is neither, or faulty."""
    kinds, seats, from_seats, tiles, copies, tsumogiri = events
    tile_of_copy, last_draw = tile_of_copies[state.red], work.last_draw
    players, row = state.players, state.events
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
    state.events = row
    return tag


@jit_inner_no_alloc
def bad_move(state: State, copy: int) -> int:
    """The `Trouble` of a draw or discard at which `read_moves` stopped."""
    if state.phase != PLAYING:
        return Trouble.NOT_IN_KYOKU.value if state.phase == BETWEEN else Trouble.AFTER_RESULT.value
    return Trouble.BAD_TILE.value if copy > 135 else Trouble.BAD_SEAT.value


@jit_inner_no_alloc
def find_values(data: Any, attributes: Attributes, first: int, end: int, row_of: Any) -> int:
    """Write the row of each attribute of a tag by its code; a `Trouble`. An attribute may repeat the same value.

    Thirteen games of 2010-05-10 have `owari` twice in their last RYUUKYOKU.
    """
    codes, positions, n_numbers = attributes.code, attributes.position, attributes.n_numbers
    row_of[:] = ABSENT
    trouble = Trouble.NONE.value
    for row in range(first, end):
        code = codes[row]
        earlier = row_of[code]
        if earlier != ABSENT and code != Attribute.OTHER and not same_value(data, positions[earlier], positions[row]):
            trouble = Trouble.TWICE.value
        if n_numbers[row] != 0:
            row_of[code] = row
    return trouble


@jit_inner_no_alloc
def same_value(data: Any, first: int, second: int) -> bool:
    """Whether the values that begin at two positions have the same characters."""
    n = 0
    while data[first + n] == data[second + n] and data[first + n] != QUOTE:
        n += 1
    return bool(data[first + n] == data[second + n])


@jit_inner_no_alloc
def names_in(codes: Any, first: int, end: int) -> tuple[int, int]:
    """How many of the attributes `n0` … `n3` a tag has, and the seat of the last one."""
    n_names = 0
    last = ABSENT
    for seat in range(4):
        named = False
        for row in range(first, end):
            named |= codes[row] == Attribute.N0 + seat
        if named:
            n_names += 1
            last = seat
    return n_names, last


@jit_inner_no_alloc
def add_event(events: EventColumns, state: State, kind: int, seat: int, from_seat: int, tile: int, copy: int) -> None:
    """Write an event that is not a draw or discard."""
    row = state.events
    events.kind[row] = kind
    events.seat[row] = seat
    events.from_seat[row] = from_seat
    events.tile[row] = tile
    events.copy[row] = copy
    events.tsumogiri[row] = ABSENT
    state.events = row + 1


@jit_inner_no_alloc
def read_event(
    code: int, values: Values, tables: Tables, work: Work, columns: Columns, starts: Starts, state: State
) -> int:
    """Write N, REACH or DORA; a `Trouble`."""
    if state.phase != PLAYING:
        return Trouble.NOT_IN_KYOKU.value if state.phase == BETWEEN else Trouble.AFTER_RESULT.value
    events, calls, tile_of_copy = columns.events, columns.calls, tables.tile_of_copy[state.red]
    if code == DORA_TAG:
        copy = number_of(values, Attribute.HAI)
        if not 0 <= copy <= 135:
            return Trouble.BAD_TILE.value
        add_event(events, state, DORA, ABSENT, ABSENT, wide(tile_of_copy[copy]), copy)
        return NONE
    seat = number_of(values, Attribute.WHO)
    if not 0 <= seat < state.players:
        return Trouble.BAD_SEAT.value
    if code == REACH:
        step = number_of(values, Attribute.STEP)
        if step not in (1, 2):
            return Trouble.BAD_STEP.value
        add_event(events, state, RIICHI if step == 1 else ACCEPTED, seat, ABSENT, ABSENT, ABSENT)
        if step == 1:
            return NONE
        work.points[seat] -= STICK
        return NONE if agrees(values, work.points, state.players) else Trouble.WRONG_POINTS.value
    row = state.calls
    m = number_of(values, Attribute.M)
    kind = decode_call(m, seat, tile_of_copy, calls, row)
    if kind == ABSENT:
        return Trouble.BAD_CALL.value
    if calls.from_seat[row] >= state.players:
        return Trouble.BAD_SEAT.value
    calls.event[row] = state.events - starts.event[state.kyoku]
    columns.call_code[row] = m
    from_seat = wide(calls.from_seat[row]) if kind <= DAIMINKAN else ABSENT
    add_event(events, state, kind, seat, from_seat, wide(calls.tiles[row, 0]), wide(calls.copies[row, 0]))
    work.last_draw[seat] = ABSENT
    state.calls = row + 1
    return NONE


@jit_inner_no_alloc
def agrees(values: Values, points: Ints, players: int) -> bool:
    """Whether `ten` of a REACH, if there is one, is the points (in hundreds)."""
    k, n = list_of(values, Attribute.TEN)
    same = n in (0, players, 4)
    for seat in range(min(n, players)):
        same &= values.numbers[k + seat] == points[seat] // 100  # the number may be as large as its type
    return bool(same)


@jit_inner_no_alloc
def ends_game(trouble: int) -> bool:
    """Whether nothing more of a game is read after a trouble."""
    return bool(NONE < trouble < WITHOUT_END)


@jit_inner_no_alloc
def ended_by_ron(columns: Columns, state: State) -> bool:
    """Whether the last result read is a ron."""
    won = columns.kyoku.result[state.kyoku] == Result.WIN
    return bool(won and columns.wins.from_seat[state.wins - 1] != ABSENT)


@jit_inner_no_alloc
def keep_kyoku(starts: Starts, state: State) -> None:
    """Move on to the row after the kyoku just read."""
    state.kyoku += 1
    starts.event[state.kyoku] = state.events
    starts.call[state.kyoku] = state.calls
    starts.win[state.kyoku] = state.wins
    starts.draw[state.kyoku] = state.draws


@jit_inner_no_alloc
def drop_kyoku(starts: Starts, state: State) -> None:
    """Drop the rows written after the last complete kyoku."""
    state.events = starts.event[state.kyoku]
    state.calls = starts.call[state.kyoku]
    state.wins = starts.win[state.kyoku]
    state.yaku = starts.yaku[state.wins]
    state.draws = starts.draw[state.kyoku]


@jit_inner_no_alloc
def open_game(games: GameRows, troubles: Troubles, state: State, source: int) -> None:
    """Begin a game, with blanks in its row."""
    game = state.games
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
    state.phase, state.players, state.red, state.first_dealer = BETWEEN, 4, 1, ABSENT


@jit_inner_no_alloc
def is_complete(columns: Columns, state: State, closed: bool) -> bool:
    """Whether the last kyoku of the current game is complete; `closed` if the end tag of the game was read."""
    if state.phase != ENDED:
        return False
    if not ended_by_ron(columns, state) or columns.games.complete[state.games]:
        return True
    return closed and not ends_game(columns.troubles.code[state.games])


@jit_inner_no_alloc
def close_game(columns: Columns, starts: Starts, state: State, position: int, complete: bool) -> None:
    """End the current game, whose last tag is at `position`; `complete` is about its last kyoku."""
    game = state.games
    columns.games.complete[game] &= complete
    if not ends_game(columns.troubles.code[game]) and not columns.games.complete[game]:
        note(columns.troubles, starts, state, Trouble.CUT_SHORT.value, position)
    if complete:
        keep_kyoku(starts, state)
    else:
        drop_kyoku(starts, state)
    state.games = game + 1
    starts.kyoku[game + 1] = state.kyoku


@jit_inner_no_alloc
def note(troubles: Troubles, starts: Starts, state: State, trouble: int, position: int) -> None:
    """Note the error of the current game, and its place."""
    game = state.games
    troubles.code[game] = trouble
    troubles.position[game] = position
    if state.phase != BETWEEN:
        troubles.kyoku[game] = state.kyoku - starts.kyoku[game]
        n_read = trouble == WITHOUT_END  # the event of the stick is read already
        troubles.event[game] = state.events - starts.event[state.kyoku] - n_read
