"""Expected ura: genuine and made-up games worked out again win by win, and what comes of it over many wins."""

import math
from collections import Counter
from itertools import chain

import numpy as np
import pytest

from mjlog.formats import Source, parse
from mjlog.games.batch import runs
from mjlog.games.events import Draw, Kita
from mjlog.simulate import games
from mjlog.tables.expected_ura import expected_ura
from mjlog.tiles import DORA_OF, KIND_OF_TILE, SANMA_KINDS


@pytest.fixture(scope="module")
def genuine(shared):
    """Two hundred games, a fifth of them for three players."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::7]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


def kinds(tiles):
    return Counter(KIND_OF_TILE[tile] for tile in tiles)


def counted(win):
    """Tiles of the winner that count for dora."""
    calls = ((call.tile,) if isinstance(call, Kita) else call.tiles for call in win.calls)
    return kinds([*win.hand, *chain.from_iterable(calls)])


def slowly(game, kyoku, win):
    """The mean over every tile that was neither dealt nor drawn nor turned, of what it would count for."""
    undrawn = Counter(dict.fromkeys(range(34) if game.players == 4 else SANMA_KINDS, 4))
    for hand in kyoku.hands:
        undrawn -= kinds(hand)
    undrawn -= kinds(event.tile for event in kyoku.events if isinstance(event, Draw))
    undrawn -= kinds(win.dora_indicators)
    held = counted(win)
    hits = [held[DORA_OF[game.players][kind]] for kind in undrawn.elements()]
    return len(win.ura_indicators) * sum(hits) / len(hits)


def check(batch):
    """Compare every win of a batch with the slow way; how many there are with ura."""
    expected = iter(expected_ura(batch, runs(batch.win_start)).tolist())
    n = 0
    for game in batch:
        for kyoku in game.kyoku:
            for win in kyoku.wins:
                found = next(expected)
                if win.ura_indicators:
                    assert found == pytest.approx(slowly(game, kyoku, win)), (game.source, kyoku.name)
                    n += 1
                else:
                    assert math.isnan(found)
    assert next(expected, None) is None
    return n


def test_genuine_wins(genuine):
    assert check(genuine) > 500


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-3p"])
def test_simulated_wins(rules):
    assert check(games(12, seed=3, rules=rules)) > 10


def test_as_many_ura_come_as_are_expected(shared):
    """The mean of what came, less what was expected, is 0 within three standard errors."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    batch = parse([Source(path.name, path.read_bytes()) for path in paths]).games
    expected = expected_ura(batch, runs(batch.win_start))
    came = np.array([count_of(game, win) for game in batch for kyoku in game.kyoku for win in kyoku.wins], float)
    luck = (came - expected)[~np.isnan(expected)]
    assert abs(luck.mean()) < 3 * luck.std() / math.sqrt(len(luck))


def count_of(game, win):
    """Ura of a win."""
    held = counted(win)
    return sum(held[DORA_OF[game.players][KIND_OF_TILE[tile]]] for tile in win.ura_indicators)
