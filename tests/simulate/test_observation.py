"""What players see, followed event by event, against the same counted from the table anew."""

import numpy as np
import pytest

from mjlog.kyoku.state import KyokuState
from mjlog.kyoku.tenpai import kinds_of
from mjlog.simulate.observation import Observation
from mjlog.tiles import DORA_OF, N_KINDS, RED_FIVES, tile_of_copy
from tests.simulate.test_game import played


def mask(kinds):
    return sum(1 << kind for kind in {*kinds})


@pytest.mark.parametrize(("number", "players"), [(0, 4), (1, 4), (2, 3), (5, 3)])
def test_counts_and_waits_follow_the_table(number, players):
    game, _ = played(number, players)
    for kyoku in game.kyoku:
        hands = [tuple(map(tile_of_copy, hand)) for hand in kyoku.wall.hands]
        first = tile_of_copy(kyoku.wall.dora_indicators[0])
        state = KyokuState.deal(
            game.rules, hands, dora_indicator=first, points=kyoku.start.points, dealer=kyoku.start.dealer
        )
        observation = Observation(state)
        for event in kyoku.events:
            state.take(event)
            observation.take(event)
            compare(observation, state)


def compare(observation, state):
    shown = [*state.indicators]
    for number, seat in enumerate(state.seats):
        kinds = kinds_of(seat.hand)
        np.testing.assert_array_equal(observation.arrays[number], np.bincount(kinds, minlength=N_KINDS))
        assert observation.reds[number] == sum(seat.hand.count(red) << 3 * place for place, red in enumerate(RED_FIVES))
        assert observation.rivers[number] == mask(kinds_of(river.tile for river in seat.river))
        if len(seat.resting) + 3 * len(seat.sets) == 13 and state.turn != number:
            held = {kind for kind in range(N_KINDS) if kinds.count(kind) == 4}
            assert observation.waits[number] == mask(seat.waits - held)
        shown += [river.tile for river in seat.river if river.called_by is None]
        shown += [tile for s in seat.sets for tile in s.tiles] + seat.norths
    np.testing.assert_array_equal(observation.visible, np.bincount(kinds_of(shown), minlength=N_KINDS))
    assert observation.dora == mask(DORA_OF[state.players][kind] for kind in kinds_of(state.indicators))
