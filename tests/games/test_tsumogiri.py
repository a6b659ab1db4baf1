"""Tsumogiri that a log does not record, in every format that may leave it out."""

import json

import numpy as np
import pytest

import mjlog
from mjlog.auditing.findings import LEVELS
from mjlog.auditing.run import Job, audit_games
from mjlog.converting.convert import encode
from mjlog.formats import Source, parse
from mjlog.games.columns import ABSENT, EventKind
from mjlog.games.tsumogiri import FEW, as_recorded
from tests.parsers.majsoul import made


@pytest.fixture(scope="module")
def games():
    return mjlog.simulate.games(1, seed=7, rules="tenhou-east")


def unmarked_mjai(games):
    return encode(games, "mjai")[0].replace(b'"tsumogiri": true', b'"tsumogiri": false').replace(
        b'"tsumogiri":true', b'"tsumogiri":false'
    )  # fmt: skip


def unmarked_kobalab(games):
    return encode(games, "kobalab")[0].replace(b"_", b"")


def unmarked_tenhou_json(games):
    """The log with the tile in place of each 60."""
    log = json.loads(encode(games, "tenhou-json")[0])
    for kyoku in log["log"]:
        for taken, answered in zip(kyoku[5:16:3], kyoku[6:17:3], strict=True):
            for n, tile in enumerate(answered):
                if str(tile).endswith("60"):
                    answered[n] = taken[n] if tile == 60 else f"r{taken[n]}"
    return json.dumps(log).encode()


def unmarked_record(games):
    records = [
        (name, fields | {"moqie": False} if "moqie" in fields else fields) for name, fields in made.records_of(games, 0)
    ]
    return made.raw(made.head_of(games, 0), records)


@pytest.mark.parametrize("write", [unmarked_mjai, unmarked_kobalab, unmarked_tenhou_json, unmarked_record])
def test_a_game_that_never_marks_the_drawn_tile_records_no_tsumogiri(games, write):
    parsed = parse([Source("a", write(games))])
    discards = parsed.games.events.kind == EventKind.DISCARD
    assert set(parsed.games.events.tsumogiri[discards]) == {ABSENT}
    found = audit_games(parsed.games, Job(levels=LEVELS)).findings
    assert "tile-not-held" not in {finding.code for finding in found}


def test_one_mark_makes_all_of_them_claims():
    draw, keep = (EventKind.DRAW, 0, ABSENT, 30, ABSENT, ABSENT), (EventKind.DISCARD, 0, ABSENT, 30, ABSENT, 0)
    several = [draw, keep] * (FEW + 1)
    marked = [*several, draw, (*keep[:5], 1)]
    assert {event[5] for event in as_recorded([(several, [30])])[0]} == {ABSENT}
    assert as_recorded([(marked, [30])]) == [marked]
    assert as_recorded([(several[:-2], [30])]) == [several[:-2]]


def test_genuine_marks_stay(games):
    (parsed,) = (parse([Source("a", encode(games, "mjai")[0])]).games,)
    assert np.array_equal(parsed.events.tsumogiri, games.events.tsumogiri)
