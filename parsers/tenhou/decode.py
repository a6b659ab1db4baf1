"""The compiled decoder: tags and attributes of many logs → the columns of their games.

It reads numbers straight from the bytes and writes straight into the column groups of `mjlog.columns`, which the caller has made large enough. A game
it objects to keeps its complete kyoku; the rest is passed over and the trouble noted with its tag (compiled code returns codes instead of raising).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from mjlog.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    KyokuColumns,
    Result,
    WinColumns,
    YakuColumns,
)
from parsers.tenhou.calls import decode_call
from parsers.tenhou.records import Claims, Meanings, Values, number_of, read_draw, read_init, read_win
from parsers.tenhou.scan import Attributes, Scan, Tags
from parsers.tenhou.vocab import Attribute, GameType, Tag, Trouble

MAX_OUTSIDE = 16
"""Disconnections that may stand before the first kyoku."""
DRAW, DISCARD, CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA, RIICHI, ACCEPTED, DORA, LEFT, RETURNED = (
    int(k) for k in EventKind
)
SANMA, NO_RED, CHIPS = int(GameType.SANMA), int(GameType.NO_RED), int(GameType.CHIPS)


class GameRows(NamedTuple):
    """What the decoder tells of each game, for the texts the caller reads itself."""

    source: Any
    """`(n,)` int32: place of its source in the batch."""
    first_tag: Any
    """`(n,)` int64: its `mjloggm` tag (or first tag)."""
    type: Any
    """`(n,)` int32: `GO type`, ABSENT before it is known."""
    go: Any
    """`(n,)` int64: the GO tag, ABSENT without one."""
    un: Any
    """`(n,)` int64: the UN tag with all names, ABSENT without one."""
    shuffle: Any
    """`(n,)` int64: the SHUFFLE tag, ABSENT without one."""
    owari: Any
    """`(n,)` int64: the tag that holds `owari`, ABSENT without one."""
    trouble: Any
    """`(n,)` int8: a `Trouble`."""
    trouble_tag: Any
    """`(n,)` int64: the tag it was found at."""
    trouble_kyoku: Any
    """`(n,)` int32: place of that tag's kyoku in the game, ABSENT outside a kyoku."""
    trouble_event: Any
    """`(n,)` int32: place of that tag's event in its kyoku, ABSENT outside a kyoku."""


class Columns(NamedTuple):
    """The column groups being written, with their offsets."""

    kyoku_start: Any
    kyoku: KyokuColumns
    event_start: Any
    events: EventColumns
    call_start: Any
    calls: CallColumns
    win_start: Any
    wins: WinColumns
    yaku_start: Any
    yaku: YakuColumns
    draw_start: Any
    draws: DrawColumns
    call_code: Any
    """`(n_calls,)` int32: the log's own code of each call, to find the sets a win names."""
    init: Any
    """`(n_kyoku,)` int64: the INIT tag of each kyoku."""


@njit(cache=True, nogil=True, inline="always")
def add_event(events: Any, row: int, kind: int, seat: int, from_seat: int, tile: int, copy: int, tsumogiri: int) -> int:
    """Write an event; the next free row."""
    events.kind[row] = kind
    events.seat[row] = seat
    events.from_seat[row] = from_seat
    events.tile[row] = tile
    events.copy[row] = copy
    events.tsumogiri[row] = tsumogiri
    return row + 1


@njit(cache=True, nogil=True)
def decode(
    scanned: Scan, tiles_of_copies: Any, meanings: Meanings, games: GameRows, columns: Columns
) -> tuple[int, int, int, int, int, int, int]:
    """Decode all sources; the number of games, kyoku, events, calls, wins, yaku and draws written."""
    tags, attributes, tag_range = scanned.tags, scanned.attributes, scanned.tag_range
    row_of = np.full(Attribute.OTHER.value + 1, ABSENT, np.int64)
    values = Values(row_of, attributes.first, attributes.count, scanned.numbers)
    claims = Claims(columns.wins, columns.calls, columns.call_code, columns.yaku)
    outside = np.empty((MAX_OUTSIDE, 2), np.int8)
    last_draw = np.empty(4, np.int64)
    tag_code, tag_number, tag_attributes = tags.code, tags.number, tags.attributes
    event_kind, event_seat, event_from, event_tile, event_copy, event_tsumogiri = columns.events
    n_games = n_kyoku = n_events = n_calls = n_wins = n_yaku = n_draws = 0
    for source in range(tag_range.shape[0]):
        in_game = False
        in_kyoku = False
        ended = False
        tag = tag_range[source, 0]
        last_tag = tag_range[source, 1]
        while tag <= last_tag:
            at_end = tag == last_tag
            code = Tag.GAME_END.value if at_end else np.int64(tag_code[tag])
            trouble = Trouble.NONE.value

            if code == Tag.GAME or code == Tag.GAME_END:
                if in_game:
                    game = n_games - 1
                    unfinished = (in_kyoku and not ended) or games.owari[game] == ABSENT
                    if games.trouble[game] == Trouble.NONE and unfinished:
                        games.trouble[game] = Trouble.CUT_SHORT
                        games.trouble_tag[game] = max(tag - 1, games.first_tag[game])
                        if in_kyoku:
                            games.trouble_kyoku[game] = n_kyoku - columns.kyoku_start[game]
                            games.trouble_event[game] = n_events - columns.event_start[n_kyoku]
                    if in_kyoku and ended:
                        n_kyoku += 1
                        columns.event_start[n_kyoku] = n_events
                        columns.call_start[n_kyoku] = n_calls
                        columns.win_start[n_kyoku] = n_wins
                        columns.draw_start[n_kyoku] = n_draws
                    elif in_kyoku:
                        n_events = columns.event_start[n_kyoku]
                        n_calls = columns.call_start[n_kyoku]
                        n_wins = columns.win_start[n_kyoku]
                        n_yaku = columns.yaku_start[n_wins]
                        n_draws = columns.draw_start[n_kyoku]
                    columns.kyoku_start[n_games] = n_kyoku
                    in_game = in_kyoku = ended = False
                if at_end:
                    break
            if code == Tag.GAME or (not in_game and code != Tag.GAME_END):
                in_game = True
                games.source[n_games] = source
                games.first_tag[n_games] = tag
                games.type[n_games] = games.go[n_games] = games.un[n_games] = ABSENT
                games.shuffle[n_games] = games.owari[n_games] = ABSENT
                games.trouble[n_games] = Trouble.NONE
                games.trouble_tag[n_games] = games.trouble_kyoku[n_games] = games.trouble_event[n_games] = ABSENT
                n_games += 1
                n_outside = 0
                players = 4
                tile_of_copy = tiles_of_copies[1]
            if code == Tag.GAME or code == Tag.GAME_END:
                tag += 1
                continue
            game = n_games - 1
            if games.trouble[game] != Trouble.NONE:
                tag += 1
                continue

            if code <= Tag.DISCARD_3:
                copy = tag_number[tag]
                seat = code & 3
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                elif copy > 135:
                    trouble = Trouble.BAD_TILE.value
                elif seat >= players:
                    trouble = Trouble.BAD_SEAT.value
                else:
                    event_seat[n_events] = seat
                    event_from[n_events] = ABSENT
                    event_tile[n_events] = tile_of_copy[copy]
                    event_copy[n_events] = copy
                    if code <= Tag.DRAW_3:
                        event_kind[n_events] = DRAW
                        event_tsumogiri[n_events] = ABSENT
                        last_draw[seat] = copy
                    else:
                        event_kind[n_events] = DISCARD
                        event_tsumogiri[n_events] = last_draw[seat] == copy
                        last_draw[seat] = ABSENT
                    n_events += 1
                tag += 1
                if trouble == Trouble.NONE:
                    continue
                tag -= 1
            a = tag_attributes[tag]
            b = tag_attributes[tag + 1]
            row_of[:] = ABSENT
            for row in range(a, b):
                row_of[attributes.code[row]] = row
            if code <= Tag.DISCARD_3:
                pass
            elif code == Tag.CALL or code == Tag.REACH or code == Tag.DORA:
                seat = ABSENT
                if code != Tag.DORA:
                    seat = number_of(values, Attribute.WHO)
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                elif code != Tag.DORA and (seat < 0 or seat >= players):
                    trouble = Trouble.BAD_SEAT.value
                elif code == Tag.CALL:
                    m = number_of(values, Attribute.M)
                    kind = decode_call(m, seat, tile_of_copy, columns.calls, n_calls)
                    if kind == ABSENT:
                        trouble = Trouble.BAD_CALL.value
                    elif columns.calls.from_seat[n_calls] >= players:
                        trouble = Trouble.BAD_SEAT.value
                    else:
                        columns.calls.event[n_calls] = n_events - columns.event_start[n_kyoku]
                        columns.call_code[n_calls] = m
                        from_seat = columns.calls.from_seat[n_calls] if kind <= DAIMINKAN else ABSENT
                        n_events = add_event(
                            columns.events, n_events, kind, seat, from_seat,
                            columns.calls.tiles[n_calls, 0], columns.calls.copies[n_calls, 0], ABSENT,
                        )  # fmt: skip
                        last_draw[seat] = ABSENT
                        n_calls += 1
                elif code == Tag.REACH:
                    step = number_of(values, Attribute.STEP)
                    if step == 1 or step == 2:
                        kind = RIICHI if step == 1 else ACCEPTED
                        n_events = add_event(columns.events, n_events, kind, seat, ABSENT, ABSENT, ABSENT, ABSENT)
                    else:
                        trouble = Trouble.BAD_STEP.value
                else:
                    copy = number_of(values, Attribute.HAI)
                    if 0 <= copy <= 135:
                        n_events = add_event(
                            columns.events, n_events, DORA, ABSENT, ABSENT, tile_of_copy[copy], copy, ABSENT
                        )
                    else:
                        trouble = Trouble.BAD_TILE.value
            elif code == Tag.INIT:
                if in_kyoku and not ended:
                    trouble = Trouble.KYOKU_NOT_ENDED.value
                elif games.type[game] == ABSENT:
                    trouble = Trouble.NO_GAME_TYPE.value
                else:
                    if in_kyoku:
                        n_kyoku += 1
                        columns.event_start[n_kyoku] = n_events
                        columns.call_start[n_kyoku] = n_calls
                        columns.win_start[n_kyoku] = n_wins
                        columns.draw_start[n_kyoku] = n_draws
                    in_kyoku = True
                    ended = False
                    last_draw[:] = ABSENT
                    columns.init[n_kyoku] = tag
                    trouble = read_init(values, players, tile_of_copy, columns.kyoku, n_kyoku)
                    for k in range(n_outside):
                        n_events = add_event(
                            columns.events, n_events, outside[k, 0], outside[k, 1], ABSENT, ABSENT, ABSENT, ABSENT
                        )
                    n_outside = 0
            elif code == Tag.AGARI:
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended and columns.kyoku.result[n_kyoku] != Result.WIN:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                else:
                    trouble, n_calls, n_yaku = read_win(
                        values,
                        players,
                        tile_of_copy,
                        meanings,
                        claims,
                        n_wins,
                        columns.call_start[n_kyoku],
                        n_calls,
                        n_yaku,
                    )
                    if trouble == Trouble.NONE:
                        n_wins += 1
                        columns.yaku_start[n_wins] = n_yaku
                        columns.kyoku.result[n_kyoku] = Result.WIN
                        ended = True
            elif code == Tag.RYUUKYOKU:
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                else:
                    trouble = read_draw(
                        values, players, tile_of_copy, meanings, columns.kyoku, n_kyoku, columns.draws, n_draws
                    )
                    if trouble == Trouble.NONE:
                        n_draws += 1
                        ended = True
            elif code == Tag.GO:
                kind = number_of(values, Attribute.TYPE)
                if kind < 0:
                    trouble = Trouble.BAD_NUMBER.value
                else:
                    games.go[game] = tag
                    games.type[game] = kind
                    players = 3 if kind & SANMA else 4
                    tile_of_copy = tiles_of_copies[0 if kind & NO_RED else 1]
            elif code == Tag.SHUFFLE:
                games.shuffle[game] = tag
            elif code == Tag.UN or code == Tag.BYE:
                seat = ABSENT
                n_names = 0
                if code == Tag.BYE:
                    seat = number_of(values, Attribute.WHO)
                else:
                    for row in range(a, b):
                        if Attribute.N0 <= attributes.code[row] <= Attribute.N3:
                            n_names += 1
                            seat = attributes.code[row] - Attribute.N0
                if n_names > 1:
                    games.un[game] = tag
                elif seat < 0 or seat >= 4:
                    trouble = Trouble.BAD_SEAT.value
                else:
                    kind = LEFT if code == Tag.BYE else RETURNED
                    if in_kyoku:
                        n_events = add_event(columns.events, n_events, kind, seat, ABSENT, ABSENT, ABSENT, ABSENT)
                    elif n_outside < MAX_OUTSIDE:
                        outside[n_outside, 0] = kind
                        outside[n_outside, 1] = seat
                        n_outside += 1
                    else:
                        trouble = Trouble.TOO_MANY.value
            elif code == Tag.UNKNOWN:
                trouble = Trouble.UNKNOWN_TAG.value

            if trouble == Trouble.NONE and (code == Tag.AGARI or code == Tag.RYUUKYOKU):
                if row_of[Attribute.OWARI] != ABSENT:
                    games.owari[game] = tag
            if trouble != Trouble.NONE:
                games.trouble[game] = trouble
                games.trouble_tag[game] = tag
                if in_kyoku:
                    games.trouble_kyoku[game] = n_kyoku - columns.kyoku_start[game]
                    games.trouble_event[game] = n_events - columns.event_start[n_kyoku]
                if (code == Tag.AGARI or code == Tag.RYUUKYOKU) and trouble != Trouble.EVENT_AFTER_RESULT:
                    ended = False
            tag += 1
    return n_games, n_kyoku, n_events, n_calls, n_wins, n_yaku, n_draws
