"""What the sets shown are made of, call by call; the columns made of it are tested with the table of calls."""

import numpy as np
import pytest

from mjlog.games.columns import EventKind
from mjlog.replay.hands import follow_hands
from mjlog.replay.open_melds import HAS_RUN, HAS_SIMPLE, HAS_YAOCHUU, HONORS, OPENS, SUITS
from mjlog.rules.presets import TENHOU_3P
from tests.replay.played import played

END = "exhaustive_draw:"


def melds_of(games):
    return follow_hands(games, decisions=True).calls.melds.tolist()


def shown(line, hands=None, **how):
    games = played(f"{line} {END}", hands, **how)
    return melds_of(games)


@pytest.mark.parametrize(
    ("line", "bits"),
    [
        ("3~4m 0chi3:423m", OPENS | HAS_RUN | HAS_SIMPLE | 1 << SUITS),
        ("3~7p 0chi3:789p", OPENS | HAS_RUN | HAS_YAOCHUU | 2 << SUITS),
        ("3~0s 0pon3:055s", OPENS | HAS_SIMPLE | 4 << SUITS),
        ("3~1z 0kan3:1111z", OPENS | HAS_YAOCHUU | 1 << HONORS),
        ("0+9m 0ankan:7777z", HAS_YAOCHUU | 1 << HONORS + 6),
    ],
)
def test_bits_of_one_set(line, bits):
    assert shown(line) == [bits]


def test_sets_of_a_seat_add_up_apart_from_those_of_others():
    first, second = OPENS | HAS_SIMPLE | 2 << SUITS, OPENS | HAS_YAOCHUU | 1 << HONORS + 4
    other = OPENS | HAS_YAOCHUU | 1 << SUITS
    assert shown("3~5p 0pon3:555p 0-9m 1pon0:999m 1-1s 3~5z 0pon3:555z") == [first, other, first | second]


def test_a_kakan_adds_nothing_to_its_pon():
    pon, kakan = shown("3~9m 0pon3:999m 0-1s 0+9m 0kakan:9999m")
    assert pon == kakan


def test_a_north_set_aside_is_no_set():
    assert shown("0+9m 0kita:4z", rules=TENHOU_3P) == [0]


@pytest.mark.parametrize("seat", [4, -1])
def test_a_call_of_no_seat_adds_nothing(seat):
    games = played(f"3~9m 0pon3:999m {END}")
    games.events.seat[games.events.kind == EventKind.PON] = seat
    assert melds_of(games) == [0]


def test_a_tile_that_cannot_be_is_left_out():
    games = played(f"3~9m 0pon3:999m {END}")
    games.calls.tiles[0, 1:] = np.array([-1, 37, 99])
    assert melds_of(games) == [OPENS | HAS_YAOCHUU | 1 << SUITS]
