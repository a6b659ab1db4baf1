"""Games written as records of Riichi City and read back: the same columns, whatever happened in them."""

import warnings
from pathlib import Path

import numpy as np
import pytest

import mjlog
from mjlog.auditing.run import LEVELS, Job, audit_games
from mjlog.formats import LogWarning, Source
from mjlog.games.columns import ABSENT, EventKind, Result
from parsers.mjai.riichi_city import read
from parsers.mjai.riichi_city.codes import YAKU_IDS
from tests.parsers.mjai.riichi_city import made
from tests.parsers.tenhou.xml.logs import differences

SAMPLES = Path(__file__).resolve().parents[4] / "data"
OWN = {"games.id", "games.source", "games.platform", "games.room", "games.started", "games.vendor_type", "rule_sets"}
"""Columns of the file and the service."""
FREE = {"games.extra", "games.rules", "wins.han", "wins.fu", "wins.points", "wins.names_pao"}
"""Columns that the format records in its own way: no fu of a yakuman, no points of a hand with honba."""


def again(games, **settings):
    """The games as read from records."""
    sources = [Source(f"{game}.json", made.file_of(games, game, **settings)) for game in range(len(games))]
    parsed = read.parse(sources)
    assert [str(error) for *_, error in parsed.failures] == []
    return parsed.games


@pytest.mark.parametrize("rules", ["riichi-city", "riichi-city-3p"])
def test_simulated_games_are_the_same(rules):
    games = mjlog.simulate.games(3, seed=5, rules=rules)
    found = again(games)
    assert set(differences(games, found)) <= read.UNRECORDED | OWN | FREE
    assert found.rule_sets == games.rule_sets
    assert not audit_games(found, Job(levels=LEVELS)).findings


def test_the_traps_are_the_same():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogWarning)  # some are broken on purpose
        games = mjlog.read(SAMPLES / "traps")
    unplayable = np.char.find(games.games.source.astype(str), "disconnections") >= 0  # the format records none
    games = games.select(games.games.complete & (games.games.final_chips == ABSENT).all(axis=1) & ~unplayable)
    found = again(games)
    assert set(differences(games, found)) <= read.UNRECORDED | OWN | FREE
    results = {Result(result) for result in found.kyoku.result}
    kinds = {EventKind(kind) for kind in found.events.kind}
    assert results >= {*Result} - {Result.FOUL_DRAW, Result.CHOMBO}
    assert kinds >= {EventKind.CHI, EventKind.ANKAN, EventKind.KAKAN, EventKind.DAIMINKAN, EventKind.KITA}


def test_every_yaku_has_the_number_of_the_client():
    assert dict(YAKU_IDS) == made.FANG_OF_KEY


def test_the_seats_are_the_same_wherever_the_first_dealer_sits():
    games = mjlog.simulate.games(1, seed=6, rules="riichi-city")
    for turned in range(4):
        assert np.array_equal(again(games, turned=turned).kyoku.hands, games.kyoku.hands)
