"""Call codes: the number `m` of an N or AGARI tag, read and written.

Bits 2-5 are tested in this order, as in Tenhou's own script: chi, pon, kakan, kita, else kan. Bits 0-1 give the
discarder, `(caller + bits) % 4`, 0 for nobody, also with three players. Every code of 1,400 genuine games decodes, and
is encoded again to the same number except for the copy named by an ankan. Codes with a bit set that has no meaning are
refused.

- chi: bits 3-8 the copies (0-3) of the three tiles, two bits each from the lowest; bits 10-15
  `(7 * suit + lowest rank) * 3 + which was called`;
- pon and kakan: bits 5-6 the copy left out of the pon (the one added for a kakan); bits 9-15
  `kind * 3 + which of the three was called`;
- kan: bits 8-15 the called copy; for an ankan any copy of the kind;
- kita: bits 8-15 the copy of the north.
"""

from __future__ import annotations

from typing import Any

from mjlog.games.columns import ABSENT, EventKind
from mjlog.jit import jit_no_alloc

CHI, PON, DAIMINKAN, ANKAN, KAKAN, KITA = (
    int(k)
    for k in (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN, EventKind.ANKAN, EventKind.KAKAN, EventKind.KITA)
)


@jit_no_alloc
def decode_call(code: int, seat: int, tile_of_copy: Any, calls: Any, row: int) -> int:
    """Write a call from its code `m`; its kind, or ABSENT for a code without a meaning."""
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
    calls.from_seat[row] = ABSENT if kind in (ANKAN, KITA) else from_seat
    return kind


def encode_call(kind: int, seat: int, from_seat: int | None, copies: tuple[int, ...]) -> int:
    """The code of a call, from its kind, seats and copies as in the columns; the inverse of `decode_call`.

    >>> encode_call(EventKind.CHI, 1, 0, (87, 81, 89))
    50415
    """
    towards = 0 if from_seat is None else (from_seat - seat) % 4
    if kind == CHI:
        run = sorted(copies)
        lowest = run[0] // 4
        shape = (lowest // 9 * 7 + lowest % 9) * 3 + run.index(copies[0])
        return shape << 10 | sum(copy % 4 << 3 + 2 * k for k, copy in enumerate(run)) | 4 | towards
    if kind in (PON, KAKAN):
        pon = sorted(copies[:3] if kind == PON else copies[1:])
        first = pon[0] // 4 * 4
        left_out = (set(range(4)) - {copy - first for copy in pon}).pop()
        called = copies[0 if kind == PON else 1]
        return (first // 4 * 3 + pon.index(called)) << 9 | left_out << 5 | (8 if kind == PON else 16) | towards
    if kind == KITA:
        return copies[0] << 8 | 32
    return copies[0] << 8 | towards
