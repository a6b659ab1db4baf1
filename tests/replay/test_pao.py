from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing.run import forced
from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from mjlog.games.events import Daiminkan, Discard
from mjlog.replay import replay
from mjlog.replay.pao import pao_seats
from mjlog.rules.presets import TENHOU, TENHOU_3P
from mjlog.rules.readings import Circumstance
from parsers.tenhou import xml
from tests.replay.played import played


@pytest.fixture(scope="module")
def games(shared):
    """The genuine four-player games with a daiminkan."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    games = xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games
    open_kans = np.add.reduceat(np.append(games.calls.kind == 4, 0), games.call_start[games.kyoku_start[:-1]])
    return games.select((open_kans > 0) & (games.games.players == 4))


def feeders(games, option):
    games = forced(games, replace(TENHOU, rinshan_pao=option))
    return pao_seats(games, replay(games)).rinshan


def test_nobody_pays_for_a_rinshan_where_the_rules_do_not_say_so(games):
    assert (feeders(games, "off") == ABSENT).all()


def test_who_fed_the_daiminkan_pays_for_a_win_before_the_next_discard(games):
    """Held against the views: a daiminkan, draws and own kans only, and a tsumo."""
    found = feeders(games, "always")
    expected = []
    for game in games:
        for kyoku in game.kyoku:
            fed = ABSENT
            for event in kyoku.events:
                fed = event.from_seat if isinstance(event, Daiminkan) else fed
                fed = ABSENT if isinstance(event, Discard) else fed
            expected += [fed if win.from_seat is None else ABSENT for win in kyoku.wins]
    assert found.tolist() == expected
    assert (found != ABSENT).any()
    circumstances = replay(games).wins.circumstances[found != ABSENT]
    assert (circumstances & Circumstance.RINSHAN).all()


def test_a_furiten_winner_is_not_paid_by_the_feeder_where_the_rules_say_so(games):
    always, unless = feeders(games, "always"), feeders(games, "unless_furiten")
    assert ((unless == always) | (unless == ABSENT)).all()


FED = {1: "1111m999m234p567p1z"}
SANMA_FED = {1: "999m234p5678p44z1z"}
KAN = "0~9m 1kan0:9999m"
WIN = "1+1z 1tsumo:1z"
WAITS_ON_1Z = {1: "999m234p567p888s1z"}
PON = "0~5p 1pon0:555p 1-9s 2~9p 3~9p"
FED = [
    # second document, line 611: the feeder is liable until the next discard, through further kans
    (f"{KAN} {WIN}", WAITS_ON_1Z, 0, 0),
    (f"{KAN} 1+8s dora:9p 1ankan:8888s dora:9p {WIN}", WAITS_ON_1Z, 0, 0),
    (f"{PON} {KAN} 1+5p dora:9p 1kakan:5p {WIN}", {1: "55p999m234s678s1z9s"}, 0, 0),
    (f"{KAN} 1+8s dora:9p 1!8s 2~9p 3~9p 0~9p {WIN}", WAITS_ON_1Z, ABSENT, ABSENT),
    (f"{KAN} 1+9p dora:9p 1!9p 2~9p 3~9p 0~9p 1+8s 1ankan:8888s dora:9p {WIN}", WAITS_ON_1Z, ABSENT, ABSENT),
    # line 613: not if the winner is furiten, by its river or in the same turn
    (f"0~9p 1~1z 2~9p 3~9p {KAN} {WIN}", WAITS_ON_1Z, 0, ABSENT),
    (f"0~9p 1~9p 2~9p 3~1z {KAN} 1+8s dora:9p 1ankan:8888s dora:9p {WIN}", WAITS_ON_1Z, 0, ABSENT),
    (f"0~1z 1~9p 2~9p 3~9p {KAN} {WIN}", WAITS_ON_1Z, 0, 0),
]


@pytest.mark.parametrize(("line", "hands", "always", "unless_furiten"), FED)
def test_the_feeder_of_a_daiminkan_is_liable_until_the_winner_discards(line, hands, always, unless_furiten):
    for option, seat in (("always", always), ("unless_furiten", unless_furiten), ("off", ABSENT)):
        assert feeders(played(line, hands), option).tolist() == [seat]


def test_a_tile_passed_in_the_same_turn_is_forgotten_with_the_call_where_the_rules_say_so():
    rules = replace(TENHOU, rinshan_pao="unless_furiten", furiten_until="draw")
    games = played(f"3~9p 0~1z 1~9p 2~9p 3~1z {KAN} {WIN}", WAITS_ON_1Z, rules=rules, dealer=3)
    assert pao_seats(games, replay(games)).rinshan.tolist() == [0]


def test_a_kita_after_the_daiminkan_leaves_the_feeder_liable():
    line = "0~9p 1kan0:9999p 1+4z dora:9s 1kita:4z 1+1z 1tsumo:1z"
    games = played(line, {1: "999p234s567s888s1z"}, rules=replace(TENHOU_3P, rinshan_pao="always"))
    fed = replay(games)
    assert pao_seats(games, fed).rinshan.tolist() == [0]
    assert fed.breaches.breach.tolist() == []
