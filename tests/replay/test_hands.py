"""The pass over hands: it stays within its tables whatever a log holds."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mjlog.games.columns import ABSENT, EventKind
from mjlog.replay.hand_facts import TURNS
from mjlog.replay.hands import OPEN_CHANCE, follow_hands
from tests.replay.played import played

NONSENSE = """
import sys
import numpy as np
from mjlog.games.batch import concatenate
from mjlog.replay import offers
from mjlog.replay.hands import follow_hands
from mjlog.replay.seat_counts import seat_counts
from mjlog.rules.presets import TENHOU_3P
from mjlog.tables.missed_wins import missed_wins
from tests.replay.played import played
TILES = {"kyoku": "hands", "events": "tile", "calls": "tiles"}
seed, n, most = map(int, sys.argv[1:])
rng = np.random.default_rng(seed)
bases = (
    played("0+9m 0ankan:1111z dora:9s 0~9m 1~9m 2~4p 3chi2:423p 3-1z 0+1z 0riichi 0!1z 0stick 1~8s 2~8s 3~8s 0~8s "
           "1pon0:888s 1-1m 2~5s 3~5s 0~6s 1ron0:6s 2ron0:6s",
           hands={0: "123456p55s1111z9p", 1: "88s147m147p12345z", 3: "2344p147m147s123z"}),
    played("0+4z 0kita:4z 0~9m 1~9p 2pon1:999p 2-1z 0+1m 0kakan:1m 0+9m 0-9m 1~5z",
           hands={0: "11m147p147s12344z", 2: "19m1499p47s12344z"}, rules=TENHOU_3P),
    played("0~1z 1pon0:111z 1-1m 0~2z 1pon0:222z 1-2m 0~3z 1pon0:333z 1-1p 0~4z 1pon0:444z 1-1s 0~5z 1pon0:555z 1-9s",
           hands={1: "11222333m12345z"}),
)
for base in bases:
    for _ in range(n):
        copies = most if rng.random() < 0.1 else 1
        broken = concatenate([base] * copies)
        starts = {"kyoku": broken.kyoku_start, "events": broken.event_start, "calls": broken.call_start}
        for game in np.repeat(np.arange(copies), rng.integers(1, 9, copies)):
            name = list(starts)[rng.integers(3)]
            group = getattr(broken, name)
            any_column = group[rng.integers(len(group))]
            column = getattr(group, TILES[name]) if rng.random() < 0.3 else any_column
            column = column[starts[name][game] : starts[name][game + 1]]
            if column.size and column.dtype.kind == "i":
                bounds = np.iinfo(column.dtype)
                low, high = (bounds.min, bounds.max) if rng.random() < 0.3 else (-3, 50)
                if rng.random() < 0.3:  # many of one: five of a kind, a seat that draws and draws
                    column[:] = rng.integers(low, high)
                column.flat[rng.integers(column.size)] = rng.integers(low, high)
        hands, discards, calls, draws, chances = follow_hands(broken, decisions=True)
        alone = follow_hands(broken)
        assert all((one == other).all() for one, other in zip(alone.hands, hands))
        assert all((one == other).all() for one, other in zip(alone.chances, chances))
        assert draws.share.min(initial=0) >= 0 and draws.share.max(initial=0) <= 136
        missed = missed_wins(broken, chances)
        assert missed.rons.sum() + missed.tsumo.sum() == len(missed.chances.event) <= len(chances.event)
        possible = offers(broken)
        assert possible.shanten.min(initial=0) >= 0 and possible.shanten.max(initial=0) <= 8
        seat_counts(broken)
        assert discards.shanten.min(initial=0) >= -1 and discards.useful_tiles.min(initial=0) >= 0
        assert discards.useful_kinds.max(initial=0) <= 34 and discards.best_tiles.max(initial=0) <= 136
        assert -1 <= hands.end_shanten.min() and hands.end_shanten.max() <= 13
"""


@pytest.mark.parametrize("how", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_nonsense_is_survived(how, tmp_path):
    """Both ways an index out of range raises; a cache of its own keeps checked code from others.

    In a batch of one game no index reaches the rows of another; a batch of 19 takes hardly longer. With little
    optimisation the code compiles faster.
    """
    root = Path(__file__).parents[2]
    env = {**os.environ, how: "1", "PYTHONPATH": str(root), "NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_OPT": "1"}
    n_and_most = ("70", "1") if how == "NUMBA_DISABLE_JIT" else ("1000", "19")
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", NONSENSE, "7", *n_and_most]
    subprocess.run(command, check=True, env=env)


def paths(games):
    return follow_hands(games).hands


def changed(games, group, column, row, value):
    getattr(getattr(games, group), column)[row] = value
    return games


@pytest.mark.parametrize(
    ("group", "column", "value"),
    [
        ("events", "tile", 37),
        ("events", "tile", -1),
        ("events", "seat", 4),
        ("events", "seat", -1),
        ("events", "kind", 99),
        ("events", "kind", -2),
    ],
)
def test_an_event_that_cannot_be_is_left_out(group, column, value):
    sound = paths(played("0~1p 1~9m 2~9m exhaustive_draw:"))
    broken = paths(changed(played("0~1p 1~9m 1~5z 2~9m exhaustive_draw:"), group, column, [4, 5], value))
    for name in sound._fields:
        assert (getattr(sound, name) == getattr(broken, name)).all(), name


def test_a_discard_that_cannot_be_keeps_its_row_and_is_not_judged():
    games = changed(played("0~1p 1~9m 2~9m exhaustive_draw:"), "events", "tile", 3, 99)
    discards = follow_hands(games, decisions=True).discards
    assert discards.turn.tolist() == [1, 0, 1]
    assert (games.events.kind[discards.event] == EventKind.DISCARD).all()


def test_a_fifth_tile_and_a_tile_not_held_change_no_hand():
    hands = {0: "1111m147p147s123z"}
    sound = paths(played("0+9m 0-9m exhaustive_draw:", hands)).end_shanten
    assert (paths(played("0+9m 0-5z 0+1m 0-9m exhaustive_draw:", hands)).end_shanten == sound).all()


def test_what_did_not_happen_is_absent():
    facts = paths(played("exhaustive_draw:"))
    assert facts.shanten_by_turn.shape == (1, 4, TURNS)
    for absent in (facts.shanten_by_turn, facts.tenpai_turn, facts.faced_shanten):
        assert (absent == ABSENT).all()
    assert not facts.riichi_waits.any()


def test_nobody_faces_the_own_riichi():
    facts = paths(played("0+1z 0riichi 0!1z 0stick exhaustive_draw:", {0: "234m456p567s5578s"}))
    assert facts.faced_shanten[0].tolist()[0] == ABSENT
    assert (facts.faced_shanten[0, 1:] == facts.haipai_shanten[0, 1:]).all()


def test_a_batch_without_games_has_no_rows():
    games = played("0~1p exhaustive_draw:").select(np.zeros(0, np.int64))
    _, discards, calls, draws, _ = follow_hands(games, decisions=True)
    assert len(paths(games).end_shanten) == len(discards.turn) == len(calls.turn) == len(draws.hit) == 0


def test_chance_counts_what_the_seat_sees():
    discards = follow_hands(played("0~1p 1~5p 2~9p exhaustive_draw:"), decisions=True).discards
    assert discards.chance.tolist() == [OPEN_CHANCE] * 3
