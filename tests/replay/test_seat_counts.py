import numpy as np
import pytest

from mjlog.games.columns import ABSENT, EventKind
from mjlog.replay.seat_counts import seat_counts
from tests.replay.played import played

END = "exhaustive_draw:"


def test_draws_discards_and_calls_are_counted_by_seat():
    counts = seat_counts(played(f"0+1m 0-9m 1pon0:999m 1-1s 2+2m 2-2p 0+9m 0ankan:1111z dora:9s {END}"))
    assert counts.n_draws.tolist() == [[2, 0, 1, 0]]
    assert counts.first_draw.tolist() == [[0, ABSENT, 1, ABSENT]]
    assert counts.n_discards.tolist() == [[1, 1, 1, 0]]
    assert counts.n_calls[0, [EventKind.PON, EventKind.ANKAN]].tolist() == [[0, 1, 0, 0], [1, 0, 0, 0]]
    assert counts.n_calls.sum() == 2
    assert counts.call_turns[0, 1].tolist() == [1, ABSENT, ABSENT, ABSENT]
    assert (counts.call_turns[0, 0] == ABSENT).all()
    assert counts.n_dora.tolist() == [1]


def test_riichi_has_its_turn_its_order_and_its_stick():
    counts = seat_counts(played(f"0+1z 0riichi 0!1z 0stick 1~9m 2~9m 3+1z 3riichi 3!1z {END}"))
    assert counts.riichi_turn.tolist() == [[1, ABSENT, ABSENT, 1]]
    assert counts.riichi_order.tolist() == [[1, ABSENT, ABSENT, 2]]
    assert counts.riichi_discards.tolist() == [[0, ABSENT, ABSENT, 3]]
    assert counts.riichi_accepted.tolist() == [[True, False, False, False]]
    assert counts.double_riichi.tolist() == [[True, False, False, True]]


def test_a_call_ends_the_chance_of_double_riichi():
    counts = seat_counts(played(f"0~9m 1pon0:999m 1-1s 2+1z 2riichi 2!1z 2stick {END}"))
    assert not counts.double_riichi.any()


@pytest.mark.parametrize(("end", "ronned"), [("1ron0:1z", True), (END, False)])
def test_a_declaration_tile_is_ronned_if_its_stick_was_not_paid(end, ronned):
    counts = seat_counts(played(f"0+1z 0riichi 0!1z {end}"))
    assert counts.riichi_ronned[0, 0] == ronned


@pytest.mark.parametrize(
    ("line", "nagashi"),
    [
        (f"0~1m 1~9p 2~5z 3~5m {END}", [True, True, True, False]),
        (f"0~1m 1pon0:111m 1-9p 2~5z 3~5z {END}", [False, True, True, True]),
        (f"0~1m {END}", [True, False, False, False]),
        ("0~1m 1ron0:1m", [False] * 4),
    ],
)
def test_nagashi_needs_terminals_and_honors_none_called_and_an_exhaustive_draw(line, nagashi):
    assert seat_counts(played(line)).nagashi.tolist() == [nagashi]


def test_events_that_cannot_exist_are_not_counted():
    games = played(f"0~1m 1~9p {END}")
    games.events.seat[:] = 7
    counts = seat_counts(games)
    assert not any(np.any(column == 1) for column in counts)
