"""Logs without the first dora indicator, with hands of 12 tiles, or with hidden tiles: the rest is read and checked."""

import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

from mjlog.auditing.run import audit
from mjlog.converting.convert import encode_each
from mjlog.display.text import table_text
from mjlog.errors import Fault, LogError
from mjlog.formats import Source, parse, read
from mjlog.games.columns import ABSENT, EventKind
from mjlog.games.digest import content_digests
from mjlog.games.gaps import gaps_of
from mjlog.importing.shard import computed_of
from mjlog.replay.played import Played
from mjlog.tables.build import build
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import check
from mjlog.tables.store import SCHEMAS

SAMPLES = sorted((Path(__file__).resolve().parents[2] / "data" / "games").glob("*.mjlog"))[:6]


def of_mjai(change):
    """A change of each event of an mjai log; `random` decides where."""

    def changed(data, draw):
        events = [json.loads(line) for line in data.splitlines()]
        for event in events:
            change(event, draw)
        return "\n".join(map(json.dumps, events)).encode()

    return "mjai", changed


def of_json(change):
    """A change of the entries of each kyoku in Tenhou's JSON."""

    def changed(data, draw):
        game = json.loads(data)
        for kyoku in game["log"]:
            change(kyoku, draw)
        return json.dumps(game).encode()

    return "tenhou-json", changed


def of_kobalab(change):
    def changed(data, draw):
        game = json.loads(data)
        for kyoku in game["log"]:
            for move in kyoku:
                change(move)
        return json.dumps(game).encode()

    return "kobalab", changed


def of_xml(pattern, replacement):
    return "tenhou-xml", lambda data, draw: re.sub(pattern, replacement, data.decode()).encode()


def start(change):
    return of_mjai(lambda event, draw: change(event, draw) if event["type"] == "start_kyoku" else None)


def without_tiles(n):
    def change(event, draw):
        hand = event["tehais"][draw.randrange(len(event["tehais"]))]
        for _ in range(n):
            hand.pop(draw.randrange(len(hand)))

    return start(change)


def hide_some(event, draw):
    event["tehais"] = [[draw.choice([tile, "?"]) for tile in hand] for hand in event["tehais"]]


def view_of_seat_0(event, draw):
    if event["type"] == "start_kyoku":
        event["tehais"][1:] = [["?"] * 13] * (len(event["tehais"]) - 1)
    if event["type"] == "tsumo" and event["actor"]:
        event["pai"] = "?"


def hidden_draws(event, draw):
    if event["type"] == "tsumo" and draw.random() < 0.1:
        del event["pai"]


def short_hands(kyoku, draw):
    for entry in (4, 7, 10, 13):
        if kyoku[entry]:
            kyoku[entry].pop(draw.randrange(13))


def kobalab_view(move):
    if "qipai" in move:
        move["qipai"]["shoupai"][1:] = ["_" * 13, "", "_" * 13]
        move["qipai"]["baopai"] = ""
    for name in ("zimo", "gangzimo"):
        if move.get(name, {}).get("l"):
            move[name]["p"] = "_"


INIT = r'(<INIT seed="(?:\d*,){4}\d*)'
CASES = {
    "mjai, indicator null": start(lambda event, draw: event.update(dora_marker=None)),
    "mjai, indicator ?": start(lambda event, draw: event.update(dora_marker="?")),
    "mjai, no indicator": start(lambda event, draw: event.pop("dora_marker")),
    "mjai, 12 tiles": without_tiles(1),
    "mjai, 11 tiles": without_tiles(2),
    "mjai, hidden tiles": start(hide_some),
    "mjai, null hands": start(lambda event, draw: event["tehais"].__setitem__(1, None)),
    "mjai, hidden draws": of_mjai(hidden_draws),
    "mjai, one view": of_mjai(view_of_seat_0),
    "JSON, no indicator": of_json(lambda kyoku, draw: kyoku.__setitem__(2, [])),
    "JSON, indicator null": of_json(lambda kyoku, draw: kyoku[2].__setitem__(0, None)),
    "JSON, 12 tiles each": of_json(short_hands),
    "JSON, one hand empty": of_json(lambda kyoku, draw: kyoku.__setitem__(4, [])),
    "kobalab, one view": of_kobalab(kobalab_view),
    "XML, no indicator": of_xml(INIT + r',\d+"', r'\1"'),
    "XML, blank indicator": of_xml(INIT + r',\d+"', r'\1,"'),
    "XML, 12 tiles": of_xml(r'(<INIT [^>]* hai1="(?:\d+,){11}\d+),\d+"', r'\1"'),
}


@pytest.fixture(scope="module")
def whole():
    return read(*SAMPLES)


@pytest.fixture(scope="module", params=CASES)
def case(request, whole):
    """The whole games of a case, and what is read of them with unrecorded tiles."""
    name, change = CASES[request.param]
    files = encode_each(whole, name)
    kept = [game for game, file in enumerate(files) if isinstance(file, bytes)]
    draw = random.Random(1)
    parsed = parse([Source(f"game {game}", change(files[game], draw)) for game in kept])
    return whole.select(np.array(kept)), parsed


def test_all_kyoku_and_results_are_read_with_one_failure_a_game(case):
    games, parsed = case
    assert np.array_equal(np.diff(parsed.games.kyoku_start), np.diff(games.kyoku_start))
    for group, column in (("kyoku", "result"), ("wins", "payments"), ("wins", "yaku"), ("draws", "payments")):
        if column in getattr(games, group)._fields:
            assert np.array_equal(getattr(getattr(parsed.games, group), column), getattr(getattr(games, group), column))
    assert [place for place, _, _ in parsed.failures] == list(range(len(games)))
    for _, game, error in parsed.failures:
        assert error.fault == Fault.MISSING_VALUE
        assert game in parsed.games.games.id
        assert error.where.kyoku == 0
        assert error.message.startswith("not recorded: ")


def test_filled_tiles_are_the_true_ones(case):
    games, parsed = case
    read_ones, true = parsed.games.kyoku.hands, games.kyoku.hands
    for row, seat in np.argwhere((true != ABSENT).any(axis=2)).tolist():
        rest = true[row, seat].tolist()
        for tile in read_ones[row, seat][read_ones[row, seat] != ABSENT].tolist():
            rest.remove(tile)
    drawn, known = (batch.events.tile[batch.events.kind == EventKind.DRAW] for batch in (games, parsed.games))
    assert (known[known != ABSENT] == drawn[known != ABSENT]).all()


def test_the_audit_finds_no_fault(case):
    _, parsed = case
    assert [str(finding) for finding in audit(parsed.games).findings] == []


def test_tables_are_null_where_a_hand_or_an_indicator_is_unknown(case):
    games, parsed = case
    both = []
    for batch in (games, parsed.games):
        rank = [0] * len(batch)
        both.append(build(batch, content_digests(batch), rank, computed_of(Played(batch)), decisions=True))
    for name, table in both[1].items():
        check(table, TABLES[name], SCHEMAS[name])
    gaps = gaps_of(parsed.games)
    hands = both[1]["hands"]
    unknown = gaps.hands.reshape(-1)[np.nonzero((games.kyoku.hands != ABSENT).any(axis=2).reshape(-1))[0]]
    for column in ("haipai_shanten", "end_shanten", "folded", "passed_rons", "shanten_by_turn"):
        assert hands[column].is_null().to_numpy().tolist() == unknown.tolist()
        pairs = zip(hands[column].to_pylist(), both[0]["hands"][column].to_pylist(), strict=True)
        assert all(ours in (None, theirs) for ours, theirs in pairs)
    for column in ("computed_points", "computed_han", "computed_fu", "wait"):
        pairs = zip(both[1]["wins"][column].to_pylist(), both[0]["wins"][column].to_pylist(), strict=True)
        assert all(ours in (None, theirs) for ours, theirs in pairs)
    assert both[1]["kyoku"]["dora_indicators"].is_null().to_numpy().tolist() == gaps.indicator.tolist()


def test_every_format_writes_what_is_known_or_says_why_not(case):
    _, parsed = case
    for name in ("mjai", "tenhou-json", "kobalab", "tenhou-xml"):
        for game, file in enumerate(encode_each(parsed.games, name)):
            if isinstance(file, LogError):
                assert re.search("three players|does not record", file.message)
                continue
            again = parse([Source("", file)]).games
            one = parsed.games.select(np.array([game]))
            assert np.array_equal(again.kyoku.dora_indicator, one.kyoku.dora_indicator)
            n_known = [(batch.kyoku.hands != ABSENT).sum(axis=2).tolist() for batch in (one, again)]
            assert n_known[0] <= n_known[1]


def test_the_table_is_shown(case):
    _, parsed = case
    for kyoku in parsed.games[0].kyoku:
        assert table_text(kyoku)
        assert repr(kyoku.events)
        assert kyoku._repr_html_()


def test_a_hand_known_but_for_one_tile_is_completed_by_its_discard():
    first = json.loads(encode_each(read(SAMPLES[0]), "mjai")[0].splitlines()[1])
    assert first["type"] == "start_kyoku"
    events = [json.loads(line) for line in encode_each(read(SAMPLES[0]), "mjai")[0].splitlines()]
    own = next(e for e in events if e["type"] == "dahai" and not e["tsumogiri"])
    hand = events[1]["tehais"][own["actor"]]
    hand[hand.index(own["pai"])] = "?"
    parsed = parse([Source("a", "\n".join(map(json.dumps, events)).encode())])
    assert not gaps_of(parsed.games).kyoku.any()
    ((_, _, error),) = parsed.failures
    assert error.message == (
        f"not recorded: 1 of the 13 tiles dealt to seat {own['actor']}; all of it follows from the play"
    )
