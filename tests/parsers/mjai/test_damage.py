"""Logs with random damage are read or refused, and never stop the reader."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from mjlog.errors import Fault
from parsers.mjai import write
from tests.parsers.mjai.logs import GAME, RON, TSUMO, game, kyoku, parse
from tests.parsers.mjai.test_write import CALLS, DRAWN, SAID

WHOLE = game(
    *kyoku(*TSUMO), *kyoku(*RON, honba=1), *kyoku(*CALLS, DRAWN, honba=2), *kyoku(*CALLS[:2], SAID, number=2), head=GAME
)
LINES = [json.loads(line) for line in WHOLE.splitlines()]
VALUES = st.sampled_from(
    [
        *(None, -1, 5, 99, 1 << 40, 1.5, True, "", "?", "5mr", "X", [], {}, "fanpai", "hora", "start_kyoku"),
        *(["1m"], ["1m"] * 30, ["?"] * 13, [1, 2, 3, 4], [[]] * 4),
        *([["x", 1]], [["sangenpai", 5]], [["dora", 1 << 40]], [[1, 2, 3]]),
    ]
)


@settings(max_examples=150, deadline=None, database=None, derandomize=True)
@given(line=st.integers(0, len(LINES) - 1), data=st.data())
def test_any_value_in_any_field_is_read_or_refused(line, data):
    field = data.draw(st.sampled_from(sorted(LINES[line])))
    changed = [*LINES[:line], LINES[line] | {field: data.draw(VALUES)}, *LINES[line + 1 :]]
    parsed = parse("\n".join(map(json.dumps, changed)).encode())
    for _, _, error in parsed.failures:
        assert error.where.source
    write.write(parsed.games)


@settings(max_examples=100, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_random_damage_is_read_or_refused(data):
    text = bytearray(WHOLE)
    for _ in range(data.draw(st.integers(1, 4))):
        first = data.draw(st.integers(0, len(text) - 1))
        text[first : first + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=20))
        if not text:
            break
    write.write(parse(bytes(text)).games)


def test_a_log_cut_anywhere_keeps_the_kyoku_before():
    ends = [n for n in range(len(WHOLE)) if WHOLE[:n].endswith(b'"end_kyoku"}\n')]
    for cut in range(60, len(WHOLE) - 30, 7):
        parsed = parse(WHOLE[:cut])
        ((_, _, error),) = parsed.failures
        assert error.fault in (Fault.TRUNCATED, Fault.EMPTY_GAME)
        assert len(parsed.games.kyoku.wind) >= sum(end <= cut for end in ends)
