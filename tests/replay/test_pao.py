from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing.run import forced
from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from mjlog.games.events import Daiminkan, Discard, Draw
from mjlog.replay import replay
from mjlog.replay.pao import pao_seats
from mjlog.rules.presets import TENHOU
from mjlog.rules.readings import Circumstance
from parsers.tenhou import xml


@pytest.fixture(scope="module")
def games(shared):
    """The genuine four-player games with a daiminkan."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    open_kans = np.add.reduceat(np.append(games.calls.kind == 4, 0), games.call_start[games.kyoku_start[:-1]])
    return games.select((open_kans > 0) & (games.games.players == 4))


def feeders(games, option, played=None):
    held_to = forced(games, replace(TENHOU, rinshan_pao=option))
    return pao_seats(held_to, played or replay(held_to)).rinshan


def test_nobody_pays_for_a_rinshan_where_the_rules_do_not_say_so(games):
    assert (feeders(games, "off") == ABSENT).all()


def test_who_fed_the_daiminkan_pays_for_a_win_on_its_replacement(games):
    """Held against the views: a daiminkan, its replacement, and a tsumo on it."""
    found = feeders(games, "always")
    expected = []
    for game in games:
        for kyoku in game.kyoku:
            moves = [event for event in kyoku.events if isinstance(event, Daiminkan | Draw | Discard)]
            for win in kyoku.wins:
                fed = win.from_seat is None and len(moves) > 1 and isinstance(moves[-2], Daiminkan)
                expected.append(moves[-2].from_seat if fed else ABSENT)
    assert found.tolist() == expected
    assert (found != ABSENT).any()
    circumstances = replay(games).wins.circumstances[found != ABSENT]
    assert (circumstances & Circumstance.RINSHAN).all()


def test_a_furiten_winner_is_not_paid_by_the_feeder_where_the_rules_say_so(games):
    always, unless = feeders(games, "always"), feeders(games, "unless_furiten")
    assert ((unless == always) | (unless == ABSENT)).all()


def test_a_furiten_winner_is_known_by_the_own_discards(games):
    """The winner's first discard becomes one of the tiles waited on."""
    played = replay(games)
    row = int(np.flatnonzero(feeders(games, "unless_furiten") != ABSENT)[0])
    kyoku = int(np.searchsorted(games.win_start, row, side="right")) - 1
    span = np.arange(games.event_start[kyoku], games.event_start[kyoku + 1])
    own = span[(games.events.kind[span] == 1) & (games.events.seat[span] == games.wins.winner[row])]
    wait = int(played.wins.waits[row]).bit_length() - 1
    tiles = games.events.tile.copy()
    tiles[own[0]] = wait
    changed = replace(games, events=games.events._replace(tile=tiles))
    assert feeders(changed, "always", played)[row] != ABSENT
    assert feeders(changed, "unless_furiten", played)[row] == ABSENT
