"""The compiled readers of the long tags: INIT, AGARI, RYUUKYOKU → one row of their column groups each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from mjlog.columns import ABSENT, CallColumns, DrawColumns, KyokuColumns, Result, WinColumns, YakuColumns
from parsers.tenhou.calls import decode_call
from parsers.tenhou.scan import BLANK
from parsers.tenhou.vocab import LIMIT_CODES, Attribute, Trouble

MAX_YAKU = 24
"""Yaku a single win may list."""


class Values(NamedTuple):
    """The attributes of the tag at hand."""

    row: Any
    """`(len(Attribute),)` int64: row of each attribute, ABSENT if the tag has none such."""
    first: Any
    count: Any
    """As in `scan.Attributes`."""
    numbers: Any
    """As in `scan.Scan`."""


class Meanings(NamedTuple):
    """What numbers of the log stand for."""

    yaku_of_code: Any
    """`(n,)` int16: row of the yaku table by Tenhou's number, ABSENT for none."""
    draw_digests: Any
    draw_results: Any
    """Digests of `RYUUKYOKU type` and the `Result` of each."""


class Claims(NamedTuple):
    """Where wins are written: their columns, and those that grow with them."""

    wins: WinColumns
    calls: CallColumns
    call_code: Any
    yaku: YakuColumns


@njit(cache=True, nogil=True)
def number_of(values: Values, code: int) -> int:
    """The single number of an attribute, or BLANK if it is absent or not one number."""
    row = values.row[code]
    return np.int64(values.numbers[values.first[row]]) if row != ABSENT and values.count[row] == 1 else BLANK


@njit(cache=True, nogil=True)
def list_of(values: Values, code: int) -> tuple[int, int]:
    """First number and length of a list; length ABSENT for a text, ABSENT - 1 for no such attribute."""
    row = values.row[code]
    if row == ABSENT:
        return 0, ABSENT - 1
    return values.first[row], np.int64(values.count[row])


@njit(cache=True, nogil=True)
def put_tiles(values: Values, first: int, n: int, tile_of_copy: Any, tiles: Any, copies: Any) -> bool:
    """Write copies and their tiles, ABSENT behind them; False if one is not 0-135 or they do not fit."""
    tiles[:] = ABSENT
    copies[:] = ABSENT
    if n > tiles.size or n == ABSENT:
        return False
    for k in range(n):
        copy = values.numbers[first + k]
        if copy < 0 or copy > 135:
            return False
        tiles[k] = tile_of_copy[copy]
        copies[k] = copy
    return True


@njit(cache=True, nogil=True)
def read_init(values: Values, players: int, tile_of_copy: Any, kyoku: KyokuColumns, row: int) -> int:
    """Write the start of a kyoku from INIT; a `Trouble`."""
    numbers = values.numbers
    k, n = list_of(values, Attribute.SEED)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 6:
        return Trouble.BAD_LIST.value
    if numbers[k] < 0 or numbers[k] > 15:
        return Trouble.BAD_KYOKU.value
    kyoku.wind[row] = numbers[k] // 4
    kyoku.number[row] = numbers[k] % 4 + 1
    if numbers[k + 1] < 0 or numbers[k + 2] < 0:
        return Trouble.BAD_NUMBER.value
    kyoku.honba[row] = numbers[k + 1]
    kyoku.sticks[row] = numbers[k + 2]
    for die in range(2):
        face = numbers[k + 3 + die]
        kyoku.dice[row, die] = face + 1 if 0 <= face <= 5 else ABSENT
    copy = numbers[k + 5]
    if copy < 0 or copy > 135:
        return Trouble.BAD_TILE.value
    kyoku.dora_indicator[row] = tile_of_copy[copy]
    kyoku.dora_indicator_copy[row] = copy
    dealer = number_of(values, Attribute.OYA)
    if dealer < 0 or dealer >= players:
        return Trouble.BAD_SEAT.value
    kyoku.dealer[row] = dealer
    k, n = list_of(values, Attribute.TEN)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n < players or n > 4:
        return Trouble.BAD_LIST.value
    for seat in range(4):
        if seat < players and numbers[k + seat] == BLANK:
            return Trouble.BAD_NUMBER.value
        kyoku.points[row, seat] = np.int64(numbers[k + seat]) * 100 if seat < players else 0
    k, n = list_of(values, Attribute.CHIP)
    for seat in range(4):
        kyoku.chips[row, seat] = numbers[k + seat] if seat < min(n, players) else ABSENT
    for seat in range(4):
        k, n = list_of(values, Attribute.HAI0 + seat)
        if seat >= players:
            n = 0
        elif n == ABSENT - 1:
            return Trouble.MISSING_ATTRIBUTE.value
        elif n != 13:
            return Trouble.BAD_LIST.value
        if not put_tiles(values, k, n, tile_of_copy, kyoku.hands[row, seat], kyoku.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return Trouble.NONE.value


@njit(cache=True, nogil=True)
def put_settlement(values: Values, before: Any, payments: Any, chips_before: Any, chip_payments: Any) -> int:
    """Write `sc`: pairs of points before and change (hundreds), in chip rooms followed by the same for chips; a `Trouble`."""
    numbers = values.numbers
    k, n = list_of(values, Attribute.SC)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 8 and n != 16 and n != 6:
        return Trouble.BAD_LIST.value
    before[:] = 0
    payments[:] = 0
    chips_before[:] = ABSENT
    chip_payments[:] = ABSENT
    for place in range(n):
        if numbers[k + place] == BLANK:
            return Trouble.BAD_NUMBER.value
    for seat in range(min(n, 8) // 2):
        before[seat] = np.int64(numbers[k + 2 * seat]) * 100
        payments[seat] = np.int64(numbers[k + 2 * seat + 1]) * 100
        if n == 16:
            chips_before[seat] = numbers[k + 8 + 2 * seat]
            chip_payments[seat] = numbers[k + 9 + 2 * seat]
    return Trouble.NONE.value


@njit(cache=True, nogil=True)
def read_win(
    values: Values,
    players: int,
    tile_of_copy: Any,
    meanings: Meanings,
    claims: Claims,
    row: int,
    first_call: int,
    n_calls: int,
    n_yaku: int,
) -> tuple[int, int, int]:
    """Write a win from AGARI; a `Trouble` and the next free rows of calls and yaku."""
    wins = claims.wins
    numbers = values.numbers
    winner = number_of(values, Attribute.WHO)
    from_seat = number_of(values, Attribute.FROM_WHO)
    pao = number_of(values, Attribute.PAO_WHO)
    for seat in (winner, from_seat, 0 if pao == BLANK else pao):
        if seat < 0 or seat >= players:
            return Trouble.BAD_SEAT.value, n_calls, n_yaku
    wins.winner[row] = winner
    wins.from_seat[row] = from_seat if from_seat != winner else ABSENT
    wins.pao[row] = pao if pao != BLANK else ABSENT

    copy = number_of(values, Attribute.MACHI)
    if copy < 0 or copy > 135:
        return Trouble.BAD_TILE.value, n_calls, n_yaku
    wins.tile[row] = tile_of_copy[copy]
    wins.copy[row] = copy
    k, n = list_of(values, Attribute.HAI)
    if n < 1 or not put_tiles(values, k, n, tile_of_copy, wins.hand[row], wins.hand_copies[row]):
        return Trouble.BAD_TILE.value, n_calls, n_yaku
    k, n = list_of(values, Attribute.DORA_HAI)
    if (
        not put_tiles(
            values, k, max(n, ABSENT), tile_of_copy, wins.dora_indicators[row], wins.dora_indicator_copies[row]
        )
        and n != ABSENT - 1
    ):
        return Trouble.BAD_TILE.value, n_calls, n_yaku
    k, n = list_of(values, Attribute.DORA_HAI_URA)
    if (
        not put_tiles(values, k, max(n, ABSENT), tile_of_copy, wins.ura_indicators[row], wins.ura_indicator_copies[row])
        and n != ABSENT - 1
    ):
        return Trouble.BAD_TILE.value, n_calls, n_yaku

    wins.calls[row] = ABSENT
    k, n = list_of(values, Attribute.M)
    if n == ABSENT:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    if n > wins.calls.shape[1]:
        return Trouble.TOO_MANY.value, n_calls, n_yaku
    for place in range(n):
        code = numbers[k + place]
        call = n_calls - 1
        while call >= first_call and (claims.calls.seat[call] != winner or claims.call_code[call] != code):
            call -= 1
        if call < first_call:
            if decode_call(code, winner, tile_of_copy, claims.calls, n_calls) == ABSENT:
                return Trouble.BAD_CALL.value, n_calls, n_yaku
            claims.calls.event[n_calls] = ABSENT
            claims.call_code[n_calls] = code
            call = n_calls
            n_calls += 1
        wins.calls[row, place] = call - first_call

    k, n = list_of(values, Attribute.TEN)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    if n != 3 or min(numbers[k], numbers[k + 1], numbers[k + 2]) < 0:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    if numbers[k + 2] >= LIMIT_CODES:
        return Trouble.BAD_LIMIT.value, n_calls, n_yaku
    wins.fu[row] = numbers[k]
    wins.points[row] = numbers[k + 1]
    wins.limit[row] = numbers[k + 2]
    k, n = list_of(values, Attribute.BA)
    if n != 2 or min(numbers[k], numbers[k + 1]) < 0:
        return Trouble.BAD_LIST.value, n_calls, n_yaku
    wins.honba[row] = numbers[k]
    wins.sticks[row] = numbers[k + 1]
    trouble = put_settlement(
        values, wins.points_before[row], wins.payments[row], wins.chips_before[row], wins.chip_payments[row]
    )
    if trouble != Trouble.NONE:
        return trouble, n_calls, n_yaku

    first_yaku = n_yaku
    for attribute, step in ((Attribute.YAKU.value, 2), (Attribute.YAKUMAN.value, 1)):
        k, n = list_of(values, attribute)
        if n == ABSENT or (n > 0 and n % step):
            return Trouble.BAD_LIST.value, n_calls, n_yaku
        for place in range(k, k + max(n, 0), step):
            code = numbers[place]
            if code < 0 or code >= meanings.yaku_of_code.size or meanings.yaku_of_code[code] == ABSENT:
                return Trouble.BAD_YAKU.value, n_calls, n_yaku
            if n_yaku - first_yaku == MAX_YAKU:
                return Trouble.TOO_MANY.value, n_calls, n_yaku
            if step == 2 and numbers[place + 1] == BLANK:
                return Trouble.BAD_NUMBER.value, n_calls, n_yaku
            claims.yaku.yaku[n_yaku] = meanings.yaku_of_code[code]
            claims.yaku.code[n_yaku] = code
            claims.yaku.han[n_yaku] = numbers[place + 1] if step == 2 else ABSENT
            claims.yaku.chips[n_yaku] = ABSENT
            n_yaku += 1
    if n_yaku == first_yaku:
        return Trouble.MISSING_ATTRIBUTE.value, n_calls, n_yaku
    k, n = list_of(values, Attribute.CHIP)
    for place in range(k, k + max(n, 0) - 1, 2):
        for yaku in range(first_yaku, n_yaku):
            if claims.yaku.code[yaku] == numbers[place]:
                claims.yaku.chips[yaku] = numbers[place + 1]
    return Trouble.NONE.value, n_calls, n_yaku


@njit(cache=True, nogil=True)
def read_draw(
    values: Values,
    players: int,
    tile_of_copy: Any,
    meanings: Meanings,
    kyoku: KyokuColumns,
    kyoku_row: int,
    draws: DrawColumns,
    row: int,
) -> int:
    """Write a kyoku without a win from RYUUKYOKU; a `Trouble`."""
    numbers = values.numbers
    result = Result.EXHAUSTIVE_DRAW.value
    kind = values.row[Attribute.TYPE]
    if kind != ABSENT:
        result = ABSENT
        k = values.first[kind]
        for place in range(meanings.draw_digests.size):
            digest = meanings.draw_digests[place]
            if (
                values.count[kind] == ABSENT
                and numbers[k] == np.int64(digest & np.uint64(0x7FFFFFFF))
                and numbers[k + 1] == np.int64(digest >> np.uint64(33))
            ):
                result = meanings.draw_results[place]
        if result == ABSENT:
            return Trouble.BAD_DRAW_TYPE.value
    kyoku.result[kyoku_row] = result
    k, n = list_of(values, Attribute.BA)
    if n == ABSENT - 1:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 2 or min(numbers[k], numbers[k + 1]) < 0:
        return Trouble.BAD_LIST.value
    draws.honba[row] = numbers[k]
    draws.sticks[row] = numbers[k + 1]
    trouble = put_settlement(
        values, draws.points_before[row], draws.payments[row], draws.chips_before[row], draws.chip_payments[row]
    )
    if trouble != Trouble.NONE:
        return trouble
    for seat in range(4):
        k, n = list_of(values, Attribute.HAI0 + seat)
        n = max(n, ABSENT)
        draws.revealed[row, seat] = n > 0
        if values.row[Attribute.HAI0 + seat] == ABSENT:
            n = 0
        if n > 0 and seat >= players:
            return Trouble.BAD_LIST.value
        if not put_tiles(values, k, n, tile_of_copy, draws.hands[row, seat], draws.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return Trouble.NONE.value
