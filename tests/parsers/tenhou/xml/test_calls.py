from collections.abc import Iterator

import numpy as np
import pytest

from mjlog.games.columns import ABSENT, CallColumns, EventKind, empty
from parsers.tenhou.xml.calls import decode_call, encode_call
from parsers.tenhou.xml.reader import TABLES

WITH_REDS = TABLES.tile_of_copy[1]


def decoded(code: int, seat: int = 0) -> tuple[int, int, list[int], list[int]]:
    """Kind (ABSENT for none), discarder, copies and tiles."""
    calls = empty(CallColumns, 1)
    kind = decode_call(code, seat, WITH_REDS, calls, 0)
    if kind == ABSENT:
        return ABSENT, ABSENT, [], []
    n = sum(copy != ABSENT for copy in calls.copies[0].tolist())
    return kind, int(calls.from_seat[0]), calls.copies[0, :n].tolist(), calls.tiles[0, :n].tolist()


def meaningful() -> Iterator[tuple[int, int, int, tuple[int, ...]]]:
    """Every call there is, of seat 0: kind, discarder (ABSENT for none), copies as the columns hold them, code.

    Written from the description of the format, independently of the code under test.
    """
    for kind in range(34):
        suit, rank = divmod(kind, 9)
        if suit < 3 and rank < 7:
            for picked in np.ndindex(4, 4, 4):
                run = [4 * (kind + k) + copy for k, copy in enumerate(picked)]
                for called in range(3):
                    code = (suit * 7 + rank) * 3 + called << 10 | 7 | picked[0] << 3 | picked[1] << 5 | picked[2] << 7
                    yield EventKind.CHI, 3, code, (run[called], *run[:called], *run[called + 1 :])
        for left_out in range(4):
            pon = [4 * kind + copy for copy in range(4) if copy != left_out]
            for called in range(3):
                rest = (pon[called], *pon[:called], *pon[called + 1 :])
                for discarder in (1, 2, 3):
                    code = kind * 3 + called << 9 | left_out << 5 | discarder
                    yield EventKind.PON, discarder, code | 8, rest
                    yield EventKind.KAKAN, discarder, code | 16, (4 * kind + left_out, *rest)
        four = tuple(range(4 * kind, 4 * kind + 4))
        for copy in four:
            for discarder in (1, 2, 3):
                code = copy << 8 | discarder
                yield EventKind.DAIMINKAN, discarder, code, (copy, *(other for other in four if other != copy))
            yield EventKind.ANKAN, ABSENT, copy << 8, four
            if kind == 30:
                yield EventKind.KITA, ABSENT, copy << 8 | 32, (copy,)


def test_every_code_with_a_meaning_is_read_and_written_and_all_others_are_refused() -> None:
    known = {}
    for kind, discarder, code, copies in meaningful():
        assert decoded(code)[:3] == (kind, discarder, list(copies)), code
        known[code] = kind
        if kind != EventKind.ANKAN:
            assert encode_call(kind, 0, None if discarder == ABSENT else discarder, copies) == code
    assert len(known) == 21 * 64 * 3 + 34 * 4 * 3 * 3 * 2 + 34 * 4 * 4 + 4
    for code in range(-2, 2**16 + 2):
        assert (decoded(code)[0] != ABSENT) == (code in known), code


@pytest.mark.parametrize("code", [2**16 + 50415, 2**31 - 1, -(2**31), -50415])
def test_codes_beyond_sixteen_bits_have_no_meaning(code: int) -> None:
    assert decoded(code)[0] == ABSENT


@pytest.mark.parametrize(
    ("code", "seat", "kind", "from_seat", "copies", "tiles"),
    [
        (50415, 1, EventKind.CHI, 0, [87, 81, 89], [21, 20, 22]),
        (53399, 0, EventKind.CHI, 3, [88, 86, 93], [36, 21, 23]),
        (9231, 2, EventKind.CHI, 1, [13, 16, 20], [3, 34, 5]),
        (48202, 0, EventKind.PON, 2, [125, 124, 127], [31, 31, 31]),
        (42027, 3, EventKind.PON, 2, [110, 108, 111], [27, 27, 27]),
        (10769, 3, EventKind.KAKAN, 0, [28, 29, 30, 31], [7, 7, 7, 7]),
        (1539, 3, EventKind.DAIMINKAN, 2, [6, 4, 5, 7], [1, 1, 1, 1]),
        (28416, 2, EventKind.ANKAN, ABSENT, [108, 109, 110, 111], [27, 27, 27, 27]),
        (4608, 1, EventKind.ANKAN, ABSENT, [16, 17, 18, 19], [34, 4, 4, 4]),
        (31008, 0, EventKind.KITA, ABSENT, [121], [30]),
    ],
)
def test_codes_of_genuine_games(
    code: int, seat: int, kind: EventKind, from_seat: int, copies: list[int], tiles: list[int]
) -> None:
    assert decoded(code, seat) == (kind, from_seat, copies, tiles)
