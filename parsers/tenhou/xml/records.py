"""Compiled: the long tags INIT, AGARI and RYUUKYOKU, each to one row of its group of columns.

A function that can fail returns a `Trouble`, `NONE` if all is well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mjlog.games.columns import ABSENT, CallColumns, DrawColumns, KyokuColumns, Result, WinColumns, YakuColumns
from mjlog.jit import jit_inner_no_alloc
from mjlog.rules.points import MOST_POINTS
from parsers.tenhou.xml.calls import decode_call
from parsers.tenhou.xml.scan import BLANK, wide
from parsers.tenhou.xml.vocab import LIMIT_CODES, Attribute, Trouble

MAX_YAKU = 24
"""Yaku that one win may list, half of them as yakuman."""
MAX_SETS = 8
"""Melds and norths that one win may name."""
MAX_SMALL = 2**15 - 1
"""Larger numbers do not fit into their column."""


class Values(NamedTuple):
    """The attributes of one tag."""

    row: Any
    """`(len(Attribute),)` int64: row of each attribute, ABSENT if it is missing or empty."""
    position: Any
    first: Any
    n_numbers: Any
    """As in `scan.Attributes`."""
    numbers: Any
    """As in `scan.Scan`."""


class Tables(NamedTuple):
    """The meanings of numbers and words of the log."""

    tile_of_copy: Any
    """`(2, 136)` int8: tile of each copy, without and with red fives."""
    yaku_of_code: Any
    """`(n,)` int16: row of the yaku table by Tenhou's number, ABSENT for none."""
    draw_digests: Any
    draw_results: Any
    """Digests of `RYUUKYOKU type` and the `Result` of each."""


class Claims(NamedTuple):
    """The columns that a win writes."""

    wins: WinColumns
    calls: CallColumns
    call_code: Any
    yaku: YakuColumns


MAX_HUNDREDS = MOST_POINTS // 100


@jit_inner_no_alloc
def number_of(values: Values, code: int) -> Any:
    """The single number of an attribute, or BLANK if it is absent or not one number."""
    row = values.row[code]
    if row == ABSENT or values.n_numbers[row] != 1:
        return BLANK
    return wide(values.numbers[values.first[row]])


@jit_inner_no_alloc
def list_of(values: Values, code: int) -> tuple[int, int]:
    """Place of the first number of a list and its length: 0 for a missing attribute, ABSENT for a text."""
    row = values.row[code]
    if row == ABSENT:
        return 0, 0
    return values.first[row], wide(values.n_numbers[row])


@jit_inner_no_alloc
def put_numbers(values: Values, first: int, n: int, step: int, largest: int, factor: int, target: Any) -> bool:
    """Write every `step`-th number times `factor`; False if one is missing or beyond `largest`."""
    for k in range(n):
        number = wide(values.numbers[first + k * step])
        if number < -largest or number > largest:
            return False
        target[k] = number * factor
    return True


@jit_inner_no_alloc
def put_tiles(values: Values, first: int, n: int, tile_of_copy: Any, tiles: Any, copies: Any) -> bool:
    """Write copies and their tiles, then ABSENT; False for a copy outside 0-135, a text, or too many."""
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


@jit_inner_no_alloc
def put_settlement(
    values: Values, players: int, before: Any, payments: Any, chips_before: Any, chip_payments: Any
) -> int:
    """Write `sc`, a `Trouble`.

    It lists points before and their change (hundreds) for each of four seats, then in chip rooms the same for chips.
    """
    k, n = list_of(values, Attribute.SC)
    if n == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 8 and n != 16 and n != 2 * players:
        return Trouble.BAD_LIST.value
    before[:] = 0
    payments[:] = 0
    chips_before[:] = ABSENT
    chip_payments[:] = ABSENT
    seats = min(n, 8) // 2
    fits = put_numbers(values, k, seats, 2, MAX_HUNDREDS, 100, before)
    fits &= put_numbers(values, k + 1, seats, 2, MAX_HUNDREDS, 100, payments)
    if n == 16:
        fits &= put_numbers(values, k + 8, 4, 2, MAX_SMALL, 1, chips_before)
        fits &= put_numbers(values, k + 9, 4, 2, MAX_SMALL, 1, chip_payments)
    return Trouble.NONE.value if fits else Trouble.BAD_NUMBER.value


@jit_inner_no_alloc
def read_init(values: Values, players: int, tile_of_copy: Any, kyoku: KyokuColumns, row: int) -> int:
    """Write the start of a kyoku from INIT; a `Trouble`.

    `seed` lists kyoku, honba, sticks, two dice (0-5), dora indicator; with three players
    a wind has four numbers too, `ten` has four numbers, and `hai3` is empty. A copy may lack the
    indicator and some of the tiles dealt.
    """
    numbers = values.numbers
    k, n = list_of(values, Attribute.SEED)
    if n == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 6 and n != 5:
        return Trouble.BAD_LIST.value
    if numbers[k] < 0 or numbers[k] > 31:
        return Trouble.BAD_KYOKU.value
    kyoku.wind[row] = numbers[k] // 4
    kyoku.number[row] = numbers[k] % 4 + 1
    if not (0 <= numbers[k + 1] <= MAX_SMALL and 0 <= numbers[k + 2] <= MAX_SMALL):
        return Trouble.BAD_NUMBER.value
    kyoku.honba[row] = numbers[k + 1]
    kyoku.sticks[row] = numbers[k + 2]
    for die in range(2):
        face = numbers[k + 3 + die]
        if face != BLANK and (face < 0 or face > 5):
            return Trouble.BAD_NUMBER.value
        kyoku.dice[row, die] = face + 1 if face != BLANK else ABSENT
    copy = wide(numbers[k + 5]) if n == 6 else BLANK
    if copy != BLANK and (copy < 0 or copy > 135):
        return Trouble.BAD_TILE.value
    kyoku.dora_indicator[row] = tile_of_copy[copy] if copy != BLANK else ABSENT
    kyoku.dora_indicator_copy[row] = copy if copy != BLANK else ABSENT
    dealer = number_of(values, Attribute.OYA)
    if dealer < 0 or dealer >= players:
        return Trouble.BAD_SEAT.value
    kyoku.dealer[row] = dealer
    k, n = list_of(values, Attribute.TEN)
    if n == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != players and n != 4:
        return Trouble.BAD_LIST.value
    kyoku.points[row] = 0
    if not put_numbers(values, k, players, 1, MAX_HUNDREDS, 100, kyoku.points[row]):
        return Trouble.BAD_NUMBER.value
    k, n = list_of(values, Attribute.CHIP)
    if n != 0 and n != players and n != 4:
        return Trouble.BAD_LIST.value
    kyoku.chips[row] = ABSENT
    if not put_numbers(values, k, min(n, players), 1, MAX_SMALL, 1, kyoku.chips[row]):
        return Trouble.BAD_NUMBER.value
    for seat in range(4):
        k, n = list_of(values, Attribute.HAI0 + seat)
        if seat >= players:
            n = 0
        elif n == 0:
            return Trouble.MISSING_ATTRIBUTE.value
        elif n > 13:
            return Trouble.BAD_LIST.value
        if not put_tiles(values, k, n, tile_of_copy, kyoku.hands[row, seat], kyoku.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return Trouble.NONE.value


@jit_inner_no_alloc
def read_win(
    values: Values, players: int, tile_of_copy: Any, tables: Tables, claims: Claims, row: int, first_call: int,
    n_calls: int, n_yaku: int,
) -> tuple[int, int, int]:  # fmt: skip
    """Write a win from AGARI; a `Trouble` and the next free rows of calls and yaku."""
    wins = claims.wins
    trouble = put_winner(values, players, tile_of_copy, wins, row)
    if trouble == Trouble.NONE:
        trouble = put_value(values, wins, row)
    if trouble == Trouble.NONE:
        trouble = put_settlement(
            values,
            players,
            wins.points_before[row],
            wins.payments[row],
            wins.chips_before[row],
            wins.chip_payments[row],
        )
    if trouble == Trouble.NONE:
        trouble, n_calls = put_sets(values, tile_of_copy, claims, row, first_call, n_calls)
    if trouble == Trouble.NONE:
        trouble, n_yaku = put_yaku(values, tables, claims.yaku, n_yaku)
    return trouble, n_calls, n_yaku


@jit_inner_no_alloc
def put_winner(values: Values, players: int, tile_of_copy: Any, wins: WinColumns, row: int) -> int:
    """Write winner, discarder, tiles and indicators; a `Trouble`."""
    winner = number_of(values, Attribute.WHO)
    from_seat = number_of(values, Attribute.FROM_WHO)
    pao = number_of(values, Attribute.PAO_WHO) if values.row[Attribute.PAO_WHO] != ABSENT else ABSENT
    if not (0 <= winner < players and 0 <= from_seat < players and ABSENT <= pao < players):
        return Trouble.BAD_SEAT.value
    wins.winner[row] = winner
    wins.from_seat[row] = from_seat if from_seat != winner else ABSENT
    wins.pao[row] = pao
    copy = number_of(values, Attribute.MACHI)
    if copy < 0 or copy > 135:
        return Trouble.BAD_TILE.value
    wins.tile[row] = tile_of_copy[copy]
    wins.copy[row] = copy
    k, n = list_of(values, Attribute.HAI)
    if n == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    fits = put_tiles(values, k, n, tile_of_copy, wins.hand[row], wins.hand_copies[row])
    k, n = list_of(values, Attribute.DORA_HAI)
    fits &= put_tiles(values, k, n, tile_of_copy, wins.dora_indicators[row], wins.dora_indicator_copies[row])
    k, n = list_of(values, Attribute.DORA_HAI_URA)
    fits &= put_tiles(values, k, n, tile_of_copy, wins.ura_indicators[row], wins.ura_indicator_copies[row])
    return Trouble.NONE.value if fits else Trouble.BAD_TILE.value


@jit_inner_no_alloc
def put_value(values: Values, wins: WinColumns, row: int) -> int:
    """Write `ten` (fu, points, limit) and `ba` (honba, sticks); a `Trouble`."""
    numbers = values.numbers
    k, n = list_of(values, Attribute.TEN)
    ba, n_ba = list_of(values, Attribute.BA)
    if n == 0 or n_ba == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 3 or n_ba != 2:
        return Trouble.BAD_LIST.value
    if not (0 <= numbers[k] <= MAX_SMALL and numbers[k + 1] >= 0 and numbers[k + 2] != BLANK):
        return Trouble.BAD_NUMBER.value
    if not (0 <= numbers[ba] <= MAX_SMALL and 0 <= numbers[ba + 1] <= MAX_SMALL):
        return Trouble.BAD_NUMBER.value
    if numbers[k + 2] < 0 or numbers[k + 2] >= LIMIT_CODES:
        return Trouble.BAD_LIMIT.value
    wins.lists_yaku[row], wins.lists_ura[row], wins.names_pao[row] = True, True, True
    wins.han[row] = ABSENT
    wins.fu[row] = numbers[k]
    wins.points[row] = numbers[k + 1]
    wins.limit[row] = numbers[k + 2]
    wins.honba[row] = numbers[ba]
    wins.sticks[row] = numbers[ba + 1]
    return Trouble.NONE.value


@jit_inner_no_alloc
def put_sets(
    values: Values, tile_of_copy: Any, claims: Claims, row: int, first_call: int, n_calls: int
) -> tuple[int, int]:
    """Write the places of the melds in `m` among the calls of the kyoku; a `Trouble` and the next free row of calls.

    A meld that was never called (a log without that N) gets a call of its own, without an event.
    """
    wins = claims.wins
    winner = wins.winner[row]
    wins.calls[row] = ABSENT
    k, n = list_of(values, Attribute.M)
    if n == ABSENT or n > MAX_SETS:
        return Trouble.BAD_LIST.value, n_calls
    for place in range(n):
        code = values.numbers[k + place]
        call = n_calls - 1
        while call >= first_call and (claims.calls.seat[call] != winner or claims.call_code[call] != code):
            call -= 1
        if call < first_call:
            if decode_call(code, winner, tile_of_copy, claims.calls, n_calls) == ABSENT:
                return Trouble.BAD_CALL.value, n_calls
            claims.calls.event[n_calls] = ABSENT
            claims.call_code[n_calls] = code
            call = n_calls
            n_calls += 1
        wins.calls[row, place] = call - first_call
    return Trouble.NONE.value, n_calls


@jit_inner_no_alloc
def put_yaku(values: Values, tables: Tables, yaku: YakuColumns, row: int) -> tuple[int, int]:
    """Write `yaku` (pairs of code and han), `yakuman` (codes) and `chip` (pairs of code and count).

    A `Trouble`, and the next free row. Chips for a yaku that is not listed (red fives in a yakuman) appear only in
    the payments.
    """
    numbers = values.numbers
    first = row
    for attribute, step in ((Attribute.YAKU.value, 2), (Attribute.YAKUMAN.value, 1)):
        k, n = list_of(values, attribute)
        if n == ABSENT or n % step or n // step > MAX_YAKU // 2:
            return Trouble.BAD_LIST.value, row
        for place in range(k, k + n, step):
            code = numbers[place]
            if code < 0 or code >= tables.yaku_of_code.size or tables.yaku_of_code[code] == ABSENT:
                return Trouble.BAD_YAKU.value, row
            if step == 2 and not 0 <= numbers[place + 1] <= MAX_SMALL:
                return Trouble.BAD_NUMBER.value, row
            yaku.yaku[row] = tables.yaku_of_code[code]
            yaku.code[row] = code
            yaku.han[row] = numbers[place + 1] if step == 2 else ABSENT
            yaku.chips[row] = ABSENT
            row += 1
    if row == first:
        return Trouble.MISSING_ATTRIBUTE.value, row
    k, n = list_of(values, Attribute.CHIP)
    if n == ABSENT or n % 2:
        return Trouble.BAD_LIST.value, row
    for place in range(k, k + n, 2):
        if not 0 <= numbers[place + 1] <= MAX_SMALL:
            return Trouble.BAD_NUMBER.value, row
        for paid in range(first, row):
            if yaku.code[paid] == numbers[place]:
                yaku.chips[paid] = numbers[place + 1]
    return Trouble.NONE.value, row


@jit_inner_no_alloc
def read_draw(
    values: Values, players: int, tile_of_copy: Any, tables: Tables, results: Any, kyoku: int,
    draws: DrawColumns, row: int,
) -> int:  # fmt: skip
    """Write a kyoku without a win from RYUUKYOKU; a `Trouble`."""
    numbers = values.numbers
    kind = values.row[Attribute.TYPE]
    result = Result.EXHAUSTIVE_DRAW.value if kind == ABSENT else ABSENT
    if kind != ABSENT and values.n_numbers[kind] == ABSENT:
        for place in range(tables.draw_digests.size):
            if values.first[kind] == tables.draw_digests[place]:
                result = wide(tables.draw_results[place])
    if result == ABSENT:
        return Trouble.BAD_DRAW_TYPE.value
    results[kyoku] = result
    k, n = list_of(values, Attribute.BA)
    if n == 0:
        return Trouble.MISSING_ATTRIBUTE.value
    if n != 2:
        return Trouble.BAD_LIST.value
    if not (0 <= numbers[k] <= MAX_SMALL and 0 <= numbers[k + 1] <= MAX_SMALL):
        return Trouble.BAD_NUMBER.value
    draws.honba[row] = numbers[k]
    draws.sticks[row] = numbers[k + 1]
    for seat in range(4):
        k, n = list_of(values, Attribute.HAI0 + seat)
        draws.revealed[row, seat] = n > 0
        if n > 0 and seat >= players:
            return Trouble.BAD_LIST.value
        if not put_tiles(values, k, n, tile_of_copy, draws.hands[row, seat], draws.hand_copies[row, seat]):
            return Trouble.BAD_TILE.value
    return put_settlement(
        values,
        players,
        draws.points_before[row],
        draws.payments[row],
        draws.chips_before[row],
        draws.chip_payments[row],
    )
