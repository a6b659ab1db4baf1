"""The players of the simulator do what people do, about as often."""

import numpy as np
import pytest

import mjlog
from mjlog.games.columns import ABSENT, EventKind

N_GAMES = 150
TOLERANCE = 0.02
"""Three standard errors of the rarest rate in so many games."""
OPEN = (EventKind.CHI, EventKind.PON, EventKind.DAIMINKAN)


@pytest.fixture(scope="module")
def games():
    return mjlog.simulate.games(N_GAMES, seed=7)


def seats_with(games, *kinds):
    """How many hands (a seat in a kyoku) have an event of the kinds."""
    kyoku = np.searchsorted(games.event_start, np.arange(len(games.events.kind)), side="right") - 1
    rows = np.isin(games.events.kind, kinds)
    return len({*zip(kyoku[rows].tolist(), games.events.seat[rows].tolist(), strict=True)})


@pytest.mark.parametrize(("rate", "of_people"), [("win", 0.21), ("deal_in", 0.13), ("riichi", 0.17), ("call", 0.35)])
def test_rates_of_a_hand_are_those_of_people(games, rate, of_people):
    counts = {
        "win": len(games.wins.winner),
        "deal_in": len(games.wins.winner[games.wins.from_seat != ABSENT]),
        "riichi": seats_with(games, EventKind.RIICHI_ACCEPTED),
        "call": seats_with(games, *OPEN),
    }
    assert counts[rate] / (4 * len(games.kyoku.wind)) == pytest.approx(of_people, abs=TOLERANCE)


def test_every_place_is_taken_as_often_by_every_seat_within_reason(games):
    winners = np.bincount(games.games.final_points.argmax(axis=1), minlength=4) / N_GAMES
    assert winners.min() > 0.1


def test_habits_change_the_rates(games):
    caller = mjlog.simulate.Habits(calls=1, riichi=0, folds_from=9)
    others = mjlog.simulate.games(30, seed=7, habits=[caller] * 4)
    assert seats_with(others, EventKind.RIICHI_ACCEPTED) == 0
    of_others = seats_with(others, *OPEN) / len(others.kyoku.wind)
    assert of_others > seats_with(games, *OPEN) / len(games.kyoku.wind) + 0.4
