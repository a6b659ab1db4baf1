"""A fifth tile of a kind, where the log does not tell copies."""

from pathlib import Path

import numpy as np
import pytest

from mjlog.auditing import tile_counts
from mjlog.auditing.run import audit
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse, read
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.tiles import KIND_OF_TILE
from tests.parsers.tenhou.xml.logs import differences

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "games"


@pytest.fixture
def games():
    """Some games that tell no copies, three-player ones among them."""
    with_copies = read(SAMPLES).select(np.arange(0, 60, 6))
    return parse([Source("x", data) for data in encode(with_copies, "mjai")]).games


def seen(games, row):
    events = slice(*games.event_start[row : row + 2])
    out = np.isin(games.events.kind[events], (EventKind.DRAW, EventKind.DORA))
    tiles = [*games.kyoku.hands[row].ravel(), games.kyoku.dora_indicator[row], *games.events.tile[events][out]]
    return [KIND_OF_TILE[tile] for tile in tiles if tile != ABSENT]


def test_four_of_a_kind_are_right(games):
    assert any(seen(games, row).count(kind) == 4 for row in range(len(games.kyoku.wind)) for kind in range(34))
    assert tile_counts.check(games) == []


def test_a_kyoku_that_ends_for_a_wrong_set_may_have_a_fifth(games):
    """Second document, line 31: a fifth tile of a kind voids the kyoku."""
    games.kyoku.hands[3, 0, :5] = 33
    assert [finding.kyoku for finding in tile_counts.check(games)] == [3]
    games.kyoku.result[3] = Result.FOUL_DRAW
    assert tile_counts.check(games) == []


def test_a_fifth_drawn_is_found_where_it_is_drawn(games):
    row = 3
    kind = next(kind for kind in range(9, 34) if seen(games, row).count(kind) == 4)
    events = range(*games.event_start[row : row + 2])
    draws = [e for e in events if games.events.kind[e] == EventKind.DRAW]
    other = next(e for e in reversed(draws) if KIND_OF_TILE[games.events.tile[e]] != kind)
    games.events.tile[other] = kind
    (found,) = tile_counts.check(games)
    place = next(n for n in range(len(events)) if _n_before(games, row, n + 1, kind) == 5)
    assert (found.event, found.found) == (place, found.message.split()[0])
    assert found.seat == games.events.seat[events[place]]
    assert "tile-twice" in {str(finding.code) for finding in audit(games).findings}


def _n_before(games, row, n, kind):
    first = int(games.event_start[row])
    out = np.isin(games.events.kind[first : first + n], (EventKind.DRAW, EventKind.DORA))
    tiles = [*games.kyoku.hands[row].ravel(), games.kyoku.dora_indicator[row]]
    tiles += games.events.tile[first : first + n][out].tolist()
    return sum(KIND_OF_TILE[tile] == kind for tile in tiles if tile != ABSENT)


def test_a_fifth_dealt_is_found_at_the_deal(games):
    games.kyoku.hands[0, 0, :5] = 30
    (found,) = tile_counts.check(games)
    assert (found.kyoku, found.event, found.seat, found.found) == (0, None, None, "4z")


def test_an_ura_indicator_nobody_can_have_is_found(games):
    win = int(np.flatnonzero((games.wins.ura_indicators != ABSENT).any(axis=1))[0])
    row = int(np.searchsorted(games.win_start, win, side="right")) - 1
    kind = next(kind for kind in range(9, 34) if seen(games, row).count(kind) == 4)
    games.wins.ura_indicators[win, 0] = kind
    (found,) = tile_counts.check(games)
    assert (found.event, found.kyoku) == (None, row - int(games.kyoku_start[found.game]))


def test_logs_that_tell_copies_are_left_to_the_replay():
    games = read(SAMPLES).select(np.array([0]))
    before = read(SAMPLES).select(np.array([0]))
    games.kyoku.hands[0, 0, :5] = 30
    assert tile_counts.check(games) == []
    assert differences(games, before) == ["kyoku.hands"]
