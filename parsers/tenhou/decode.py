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
from parsers.tenhou.scan import Attributes, Tags
from parsers.tenhou.vocab import LIMIT_CODES, Attribute, GameType, Tag, Trouble

MAX_YAKU = 24
"""Yaku a single win may list."""
MAX_OUTSIDE = 16
"""Disconnections that may stand before the first kyoku."""
NUMBERS = 64
"""Length of the scratch list of numbers."""
BLANK = -(2**31)
"""What an empty place in a list of numbers is read as."""

DRAW, DISCARD, CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA, RIICHI, ACCEPTED, DORA, LEFT, RETURNED = (int(k) for k in EventKind)
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


@njit(cache=True, nogil=True)
def find(attributes: Any, start: int, end: int, code: int) -> int:
    """Row of the attribute with this code among `start:end`, or ABSENT."""
    for row in range(start, end):
        if attributes.code[row] == code:
            return row
    return ABSENT


@njit(cache=True, nogil=True)
def read_numbers(data: Any, start: int, end: int, numbers: Any) -> int:
    """Write the comma-separated whole numbers of `data[start:end]` (a fraction is cut off); their count, or ABSENT if it is no such list."""
    if start == end:
        return 0
    n = 0
    i = start
    while True:
        if n == numbers.size:
            return ABSENT
        negative = i < end and data[i] == 45
        if negative:
            i += 1
        value = 0
        digits = 0
        while i < end and 48 <= data[i] <= 57 and digits < 10:
            value = value * 10 + data[i] - 48
            digits += 1
            i += 1
        if digits and i < end and data[i] == 46:
            i += 1
            while i < end and 48 <= data[i] <= 57:
                i += 1
        if digits:
            numbers[n] = -value if negative else value
        elif negative:
            return ABSENT
        else:
            numbers[n] = BLANK
        n += 1
        if i == end:
            return n
        if data[i] != 44:
            return ABSENT
        i += 1


@njit(cache=True, nogil=True)
def numbers_of(data: Any, attributes: Any, start: int, end: int, code: int, numbers: Any) -> int:
    """Read the number list of the attribute `code`; count, ABSENT for no list, ABSENT - 1 for no such attribute."""
    row = find(attributes, start, end, code)
    if row == ABSENT:
        return ABSENT - 1
    return read_numbers(data, attributes.start[row], attributes.end[row], numbers)


@njit(cache=True, nogil=True)
def number_of(data: Any, attributes: Any, start: int, end: int, code: int, numbers: Any) -> int:
    """The single number of an attribute, or BLANK if it is absent or not one number."""
    n = numbers_of(data, attributes, start, end, code, numbers)
    return numbers[0] if n == 1 else BLANK


@njit(cache=True, nogil=True)
def put_tiles(numbers: Any, n: int, tile_of_copy: Any, tiles: Any, copies: Any) -> bool:
    """Write copies and their tiles; False if one is not 0-135 or they do not fit."""
    if n > tiles.size:
        return False
    for k in range(n):
        copy = numbers[k]
        if copy < 0 or copy > 135:
            return False
        tiles[k] = tile_of_copy[copy]
        copies[k] = copy
    return True


@njit(cache=True, nogil=True)
def decode_call(code: int, seat: int, tile_of_copy: Any, calls: Any, row: int) -> int:
    """Write a call from its code `m` (bit layout: see `docs/formats/tenhou-xml.md`); its kind, or ABSENT for a code without meaning."""
    tiles = calls.tiles[row]
    copies = calls.copies[row]
    tiles[:] = ABSENT
    copies[:] = ABSENT
    from_seat = (seat + (code & 3)) % 4
    if code < 0 or code > 0xFFFF:
        return ABSENT
    if code & 4:
        kind = CHI
        shape = code >> 10
        called = shape % 3
        shape //= 3
        if shape >= 21 or code & 3 != 3 or code & 0x200:
            return ABSENT
        lowest = shape // 7 * 9 + shape % 7
        n = 0
        for k in range(3):
            copy = (lowest + k) * 4 + (code >> (3 + 2 * k) & 3)
            place = 0 if k == called else n + 1
            n += k != called
            copies[place] = copy
    elif code & 24:
        shape = code >> 9
        called = shape % 3
        first = shape // 3 * 4
        left_out = first + (code >> 5 & 3)
        if first > 132 or code & 24 == 24 or code & 3 == 0 or code & 0x180:
            return ABSENT
        kind = PON if code & 8 else KAKAN
        place = 0
        if kind == KAKAN:
            copies[0] = left_out
            place = 1
        n = 0
        others = place + 1
        for copy in range(first, first + 4):
            if copy != left_out:
                if n == called:
                    copies[place] = copy
                else:
                    copies[others] = copy
                    others += 1
                n += 1
    elif code & 32:
        kind = KITA
        copies[0] = code >> 8
        if copies[0] // 4 != 30 or code & 0xDF:
            return ABSENT
    else:
        copy = code >> 8
        first = copy // 4 * 4
        if copy > 135 or code & 0xFC:
            return ABSENT
        kind = DAIMINKAN if code & 3 else ANKAN
        if kind == ANKAN:
            for k in range(4):
                copies[k] = first + k
        else:
            copies[0] = copy
            n = 1
            for other in range(first, first + 4):
                if other != copy:
                    copies[n] = other
                    n += 1
    for k in range(4):
        if copies[k] != ABSENT:
            tiles[k] = tile_of_copy[copies[k]]
    calls.kind[row] = kind
    calls.seat[row] = seat
    calls.from_seat[row] = ABSENT if kind == ANKAN or kind == KITA else from_seat
    return kind


@njit(cache=True, nogil=True)
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
def decode_init(data: Any, attributes: Any, a: int, b: int, players: int, tile_of_copy: Any, kyoku: Any, row: int, numbers: Any) -> int:
    """Write the start of a kyoku from INIT; a `Trouble`."""
    n = numbers_of(data, attributes, a, b, Attribute.SEED, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 6:
        return Trouble.BAD_LIST.value
    if numbers[0] < 0 or numbers[0] > 15:
        return Trouble.BAD_KYOKU.value
    kyoku.wind[row] = numbers[0] // 4
    kyoku.number[row] = numbers[0] % 4 + 1
    if numbers[1] < 0 or numbers[2] < 0:
        return Trouble.BAD_NUMBER.value
    kyoku.honba[row] = numbers[1]
    kyoku.sticks[row] = numbers[2]
    for k in range(2):
        kyoku.dice[row, k] = numbers[3 + k] + 1 if 0 <= numbers[3 + k] <= 5 else ABSENT
    if numbers[5] < 0 or numbers[5] > 135:
        return Trouble.BAD_TILE.value
    kyoku.dora_indicator[row] = tile_of_copy[numbers[5]]
    kyoku.dora_indicator_copy[row] = numbers[5]
    dealer = number_of(data, attributes, a, b, Attribute.OYA, numbers)
    if dealer < 0 or dealer >= players:
        return Trouble.BAD_SEAT.value
    kyoku.dealer[row] = dealer
    n = numbers_of(data, attributes, a, b, Attribute.TEN, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n < players or n > 4:
        return Trouble.BAD_LIST.value
    kyoku.points[row, :] = 0
    for seat in range(players):
        if numbers[seat] == BLANK:
            return Trouble.BAD_NUMBER.value
        kyoku.points[row, seat] = numbers[seat] * 100
    kyoku.chips[row, :] = ABSENT
    n = numbers_of(data, attributes, a, b, Attribute.CHIP, numbers)
    if n >= players:
        for seat in range(4):
            kyoku.chips[row, seat] = numbers[seat] if seat < n else ABSENT
    kyoku.hands[row] = ABSENT
    kyoku.hand_copies[row] = ABSENT
    for seat in range(players):
        n = numbers_of(data, attributes, a, b, Attribute.HAI0 + seat, numbers)
        if n == ABSENT - 1:
            return Trouble.MISSING_ATTRIBUTE.value
        if n != 13:
            return Trouble.BAD_LIST.value
        if not put_tiles(numbers, n, tile_of_copy, kyoku.hands[row, seat], kyoku.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return Trouble.NONE.value


@njit(cache=True, nogil=True)
def put_settlement(numbers: Any, n: int, before: Any, payments: Any, chips_before: Any, chip_payments: Any) -> int:
    """Write `sc`: pairs of points before and change (hundreds), in chip rooms followed by the same for chips; a `Trouble`."""
    if n != 8 and n != 16 and n != 6:
        return Trouble.BAD_LIST.value
    before[:] = 0
    payments[:] = 0
    chips_before[:] = ABSENT
    chip_payments[:] = ABSENT
    for k in range(n):
        if numbers[k] == BLANK:
            return Trouble.BAD_NUMBER.value
    for seat in range(min(n, 8) // 2):
        before[seat] = numbers[2 * seat] * 100
        payments[seat] = numbers[2 * seat + 1] * 100
        if n == 16:
            chips_before[seat] = numbers[8 + 2 * seat]
            chip_payments[seat] = numbers[9 + 2 * seat]
    return Trouble.NONE.value


@njit(cache=True, nogil=True)
def decode_win(
    data: Any, attributes: Any, a: int, b: int, players: int, tile_of_copy: Any, yaku_of_code: Any, columns: Any,
    row: int, n_calls: int, n_yaku: int, first_call: int, numbers: Any,
) -> tuple[int, int, int]:  # fmt: skip
    """Write a win from AGARI; a `Trouble` and the next free rows of calls and yaku."""
    wins = columns.wins
    winner = number_of(data, attributes, a, b, Attribute.WHO, numbers)
    from_seat = number_of(data, attributes, a, b, Attribute.FROM_WHO, numbers)
    if winner < 0 or winner >= players or from_seat < 0 or from_seat >= players:
        return Trouble.BAD_SEAT.value, n_calls, n_yaku
    wins.winner[row] = winner
    wins.from_seat[row] = from_seat if from_seat != winner else ABSENT
    pao = number_of(data, attributes, a, b, Attribute.PAO_WHO, numbers)
    if pao != BLANK and (pao < 0 or pao >= players):
        return Trouble.BAD_SEAT.value, n_calls, n_yaku
    wins.pao[row] = pao if pao != BLANK else ABSENT
    copy = number_of(data, attributes, a, b, Attribute.MACHI, numbers)
    if copy < 0 or copy > 135:
        return Trouble.BAD_TILE.value, n_calls, n_yaku
    wins.tile[row] = tile_of_copy[copy]
    wins.copy[row] = copy

    n = numbers_of(data, attributes, a, b, Attribute.HAI, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    wins.hand[row] = ABSENT
    wins.hand_copies[row] = ABSENT
    if n < 1 or not put_tiles(numbers, n, tile_of_copy, wins.hand[row], wins.hand_copies[row]):
        return Trouble.BAD_TILE.value, n_calls, n_yaku

    wins.calls[row] = ABSENT
    n = numbers_of(data, attributes, a, b, Attribute.M, numbers)
    if n == ABSENT:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    if n > wins.calls.shape[1]:
        return Trouble.TOO_MANY.value, n_calls, n_yaku
    for k in range(max(n, 0)):
        place = ABSENT
        for call in range(first_call, n_calls):
            if columns.calls.seat[call] == winner and columns.call_code[call] == numbers[k]:
                place = call
        if place == ABSENT:
            place = n_calls
            if decode_call(numbers[k], winner, tile_of_copy, columns.calls, place) == ABSENT:
                return Trouble.BAD_CALL.value, n_calls, n_yaku
            columns.calls.event[place] = ABSENT
            columns.call_code[place] = numbers[k]
            n_calls += 1
        wins.calls[row, k] = place - first_call

    n = numbers_of(data, attributes, a, b, Attribute.TEN, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    if n != 3 or min(numbers[0], numbers[1], numbers[2]) < 0:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    wins.fu[row] = numbers[0]
    wins.points[row] = numbers[1]
    if numbers[2] >= LIMIT_CODES:
        return Trouble.BAD_LIMIT.value, n_calls, n_yaku
    wins.limit[row] = numbers[2]
    n = numbers_of(data, attributes, a, b, Attribute.BA, numbers)
    if n != 2 or min(numbers[0], numbers[1]) < 0:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    wins.honba[row] = numbers[0]
    wins.sticks[row] = numbers[1]

    wins.dora_indicators[row] = ABSENT
    wins.dora_indicator_copies[row] = ABSENT
    wins.ura_indicators[row] = ABSENT
    wins.ura_indicator_copies[row] = ABSENT
    n = numbers_of(data, attributes, a, b, Attribute.DORA_HAI, numbers)
    if n == ABSENT or not put_tiles(numbers, n, tile_of_copy, wins.dora_indicators[row], wins.dora_indicator_copies[row]):
        return Trouble.BAD_TILE.value, n_calls, n_yaku
    n = numbers_of(data, attributes, a, b, Attribute.DORA_HAI_URA, numbers)
    if n == ABSENT or not put_tiles(numbers, n, tile_of_copy, wins.ura_indicators[row], wins.ura_indicator_copies[row]):
        return Trouble.BAD_TILE.value, n_calls, n_yaku

    n = numbers_of(data, attributes, a, b, Attribute.SC, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    trouble = put_settlement(
        numbers, n, wins.points_before[row], wins.payments[row], wins.chips_before[row], wins.chip_payments[row]
    )
    if trouble != Trouble.NONE:
        return trouble, n_calls, n_yaku

    first_yaku = n_yaku
    for attribute, step in ((Attribute.YAKU, 2), (Attribute.YAKUMAN, 1)):
        n = numbers_of(data, attributes, a, b, attribute, numbers)
        if n == ABSENT or (n > 0 and n % step):
            return Trouble.BAD_LIST.value, n_calls, n_yaku
        for k in range(0, max(n, 0), step):
            code = numbers[k]
            if code < 0 or code >= yaku_of_code.size or yaku_of_code[code] == ABSENT:
                return Trouble.BAD_YAKU.value, n_calls, n_yaku
            if n_yaku - first_yaku == MAX_YAKU:
                return Trouble.TOO_MANY.value, n_calls, n_yaku
            if step == 2 and numbers[k + 1] == BLANK:
                return Trouble.BAD_NUMBER.value, n_calls, n_yaku
            columns.yaku.yaku[n_yaku] = yaku_of_code[code]
            columns.yaku.code[n_yaku] = code
            columns.yaku.han[n_yaku] = numbers[k + 1] if step == 2 else ABSENT
            columns.yaku.chips[n_yaku] = ABSENT
            n_yaku += 1
    if n_yaku == first_yaku:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    n = numbers_of(data, attributes, a, b, Attribute.CHIP, numbers)
    for k in range(0, max(n, 0) - 1, 2):
        for yaku in range(first_yaku, n_yaku):
            if columns.yaku.code[yaku] == numbers[k]:
                columns.yaku.chips[yaku] = numbers[k + 1]
    return Trouble.NONE.value, n_calls, n_yaku


@njit(cache=True, nogil=True)
def decode_draw(
    data: Any, attributes: Any, a: int, b: int, players: int, tile_of_copy: Any, draw_digests: Any, draw_results: Any,
    kyoku: Any, kyoku_row: int, draws: Any, row: int, numbers: Any,
) -> int:  # fmt: skip
    """Write a kyoku without a win from RYUUKYOKU; a `Trouble`."""
    result = Result.EXHAUSTIVE_DRAW.value
    kind = find(attributes, a, b, Attribute.TYPE)
    if kind != ABSENT:
        digest = np.uint64(0xCBF29CE484222325)
        for i in range(attributes.start[kind], attributes.end[kind]):
            digest = (digest ^ np.uint64(data[i])) * np.uint64(0x100000001B3)
        result = ABSENT
        for k in range(draw_digests.size):
            if draw_digests[k] == digest:
                result = draw_results[k]
        if result == ABSENT:
            return Trouble.BAD_DRAW_TYPE.value
    kyoku.result[kyoku_row] = result
    n = numbers_of(data, attributes, a, b, Attribute.BA, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 2 or min(numbers[0], numbers[1]) < 0:
        return Trouble.BAD_LIST.value
    draws.honba[row] = numbers[0]
    draws.sticks[row] = numbers[1]
    n = numbers_of(data, attributes, a, b, Attribute.SC, numbers)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    trouble = put_settlement(
        numbers, n, draws.points_before[row], draws.payments[row], draws.chips_before[row], draws.chip_payments[row]
    )
    if trouble != Trouble.NONE:
        return trouble
    draws.hands[row] = ABSENT
    draws.hand_copies[row] = ABSENT
    for seat in range(4):
        n = numbers_of(data, attributes, a, b, Attribute.HAI0 + seat, numbers)
        draws.revealed[row, seat] = n > 0
        if n == ABSENT or (n > 0 and seat >= players):
            return Trouble.BAD_LIST.value
        if not put_tiles(numbers, n, tile_of_copy, draws.hands[row, seat], draws.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return Trouble.NONE.value


@njit(cache=True, nogil=True)
def decode(
    data: Any, tags: Tags, attributes: Attributes, tag_start: Any, tiles_of_copies: Any, yaku_of_code: Any,
    draw_digests: Any, draw_results: Any, games: GameRows, columns: Columns,
) -> tuple[int, int, int, int, int, int, int]:  # fmt: skip
    """Decode all sources; the number of games, kyoku, events, calls, wins, yaku and draws written."""
    numbers = np.empty(NUMBERS, np.int64)
    outside = np.empty((MAX_OUTSIDE, 2), np.int8)
    last_draw = np.empty(4, np.int64)
    n_games = n_kyoku = n_events = n_calls = n_wins = n_yaku = n_draws = 0
    for source in range(tag_start.size - 1):
        in_game = False
        in_kyoku = False
        ended = False
        tag = tag_start[source]
        last_tag = tag_start[source + 1]
        while tag <= last_tag:
            at_end = tag == last_tag
            code = Tag.GAME_END.value if at_end else np.int64(tags.code[tag])
            trouble = Trouble.NONE.value

            if code == Tag.GAME or code == Tag.GAME_END:
                if in_game:
                    game = n_games - 1
                    unfinished = (in_kyoku and not ended) or games.owari[game] == ABSENT
                    if games.trouble[game] == Trouble.NONE and unfinished:
                        games.trouble[game] = Trouble.CUT_SHORT
                        games.trouble_tag[game] = max(tag - 1, games.first_tag[game])
                        games.trouble_event[game] = n_events - columns.event_start[n_kyoku] if in_kyoku else ABSENT
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
                games.trouble_tag[n_games] = games.trouble_event[n_games] = ABSENT
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

            a = tags.attributes[tag]
            b = tags.attributes[tag + 1]
            if code <= Tag.DISCARD_3:
                copy = tags.number[tag]
                seat = code & 3
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                elif copy > 135:
                    trouble = Trouble.BAD_TILE.value
                elif seat >= players:
                    trouble = Trouble.BAD_SEAT.value
                elif code <= Tag.DRAW_3:
                    n_events = add_event(columns.events, n_events, DRAW, seat, ABSENT, tile_of_copy[copy], copy, ABSENT)
                    last_draw[seat] = copy
                else:
                    n_events = add_event(
                        columns.events, n_events, DISCARD, seat, ABSENT, tile_of_copy[copy], copy, int(last_draw[seat] == copy)
                    )
                    last_draw[seat] = ABSENT
            elif code == Tag.CALL or code == Tag.REACH or code == Tag.DORA:
                seat = ABSENT
                if code != Tag.DORA:
                    seat = number_of(data, attributes, a, b, Attribute.WHO, numbers)
                if not in_kyoku:
                    trouble = Trouble.NOT_IN_KYOKU.value
                elif ended:
                    trouble = Trouble.EVENT_AFTER_RESULT.value
                elif code != Tag.DORA and (seat < 0 or seat >= players):
                    trouble = Trouble.BAD_SEAT.value
                elif code == Tag.CALL:
                    m = number_of(data, attributes, a, b, Attribute.M, numbers)
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
                    step = number_of(data, attributes, a, b, Attribute.STEP, numbers)
                    if step == 1 or step == 2:
                        kind = RIICHI if step == 1 else ACCEPTED
                        n_events = add_event(columns.events, n_events, kind, seat, ABSENT, ABSENT, ABSENT, ABSENT)
                    else:
                        trouble = Trouble.BAD_STEP.value
                else:
                    copy = number_of(data, attributes, a, b, Attribute.HAI, numbers)
                    if 0 <= copy <= 135:
                        n_events = add_event(columns.events, n_events, DORA, ABSENT, ABSENT, tile_of_copy[copy], copy, ABSENT)
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
                    trouble = decode_init(data, attributes, a, b, players, tile_of_copy, columns.kyoku, n_kyoku, numbers)
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
                    trouble, n_calls, n_yaku = decode_win(
                        data, attributes, a, b, players, tile_of_copy, yaku_of_code, columns,
                        n_wins, n_calls, n_yaku, columns.call_start[n_kyoku], numbers,
                    )  # fmt: skip
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
                    trouble = decode_draw(
                        data, attributes, a, b, players, tile_of_copy, draw_digests, draw_results,
                        columns.kyoku, n_kyoku, columns.draws, n_draws, numbers,
                    )  # fmt: skip
                    if trouble == Trouble.NONE:
                        n_draws += 1
                        ended = True
            elif code == Tag.GO:
                kind = number_of(data, attributes, a, b, Attribute.TYPE, numbers)
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
                    seat = number_of(data, attributes, a, b, Attribute.WHO, numbers)
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
                if find(attributes, a, b, Attribute.OWARI) != ABSENT:
                    games.owari[game] = tag
            if trouble != Trouble.NONE:
                games.trouble[game] = trouble
                games.trouble_tag[game] = tag
                games.trouble_event[game] = n_events - columns.event_start[n_kyoku] if in_kyoku else ABSENT
                if (code == Tag.AGARI or code == Tag.RYUUKYOKU) and trouble != Trouble.EVENT_AFTER_RESULT:
                    ended = False
            tag += 1
    return n_games, n_kyoku, n_events, n_calls, n_wins, n_yaku, n_draws
