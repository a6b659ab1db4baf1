import re
from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing import wall
from mjlog.auditing.findings import Code
from mjlog.formats import Source
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, EventKind
from parsers.tenhou import xml

N_TRIED = 200
"""Places each change is tried at."""


@pytest.fixture(scope="module")
def genuine(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))
    return xml.parse([Source(path.name, path.read_bytes()) for path in paths]).games


@pytest.fixture(scope="module")
def known(genuine):
    """A twelfth of the games whose wall is known."""
    rows = np.flatnonzero([(seed or "").startswith("mt") for seed in genuine.games.seed])
    return genuine.select(rows[::12])


def test_genuine_games_are_as_their_walls_deal(genuine):
    assert wall.check(genuine) == []
    assert sum((seed or "").startswith("mt") for seed in genuine.games.seed) > 1300


def changed(games, group, column, rows, values):
    """The games with a column's rows set to other values."""
    columns = getattr(games, group)
    new = getattr(columns, column).copy()
    new[rows] = values
    return replace(games, **{group: columns._replace(**{column: new})})


def some(rows):
    return np.asarray(rows)[np.linspace(0, len(rows) - 1, min(N_TRIED, len(rows))).astype(int)]


def places(games, kyoku):
    """Game and place in the game of rows of kyoku."""
    of_game = runs(games.kyoku_start)[kyoku]
    return list(zip(of_game.tolist(), (kyoku - games.kyoku_start[of_game]).tolist(), strict=True))


@pytest.mark.parametrize(("kind", "code"), [(EventKind.DRAW, Code.WALL_DRAW), (EventKind.DORA, Code.WALL_INDICATOR)])
def test_another_copy_drawn_or_turned_is_found_at_its_event(known, kind, code):
    rows = some(np.flatnonzero(known.events.kind == kind))
    of_kyoku = runs(known.event_start)[rows]
    rows, of_kyoku = rows[np.unique(of_kyoku, return_index=True)[1]], np.unique(of_kyoku)
    found = wall.check(changed(known, "events", "copy", rows, known.events.copy[rows] ^ 1))
    assert {f.code for f in found} == {code}
    assert [(f.game, f.kyoku) for f in found] == places(known, of_kyoku)
    assert [f.event for f in found] == (rows - known.event_start[of_kyoku]).tolist()
    if kind == EventKind.DRAW:
        assert [f.seat for f in found] == known.events.seat[rows].tolist()


def test_two_dealt_tiles_in_another_order_are_found(known):
    kyoku = some(np.arange(len(known.kyoku.wind)))
    hands = known.kyoku.hand_copies[kyoku]
    hands[:, 1, [3, 4]] = hands[:, 1, [4, 3]]
    found = wall.check(changed(known, "kyoku", "hand_copies", kyoku, hands))
    assert [(f.game, f.kyoku) for f in found] == places(known, kyoku)
    assert {(f.code, f.seat) for f in found} == {(Code.WALL_DEAL, 1)}
    assert all(f.expected != f.found for f in found)


def test_tiles_dealt_to_the_wrong_seats_are_found_for_both(known):
    kyoku = np.array([5])
    hands = known.kyoku.hand_copies[kyoku]
    hands[:, [0, 2]] = hands[:, [2, 0]]
    found = wall.check(changed(known, "kyoku", "hand_copies", kyoku, hands))
    assert [(f.code, f.seat) for f in found] == [(Code.WALL_DEAL, 0), (Code.WALL_DEAL, 2)]


def test_other_dice_are_found(known):
    kyoku = some(np.arange(len(known.kyoku.wind)))
    found = wall.check(changed(known, "kyoku", "dice", kyoku, 7 - known.kyoku.dice[kyoku]))
    assert [(f.game, f.kyoku) for f in found] == places(known, kyoku)
    assert {f.code for f in found} == {Code.WALL_DICE}


def test_another_first_indicator_is_found(known):
    kyoku = some(np.arange(len(known.kyoku.wind)))
    copies = known.kyoku.dora_indicator_copy[kyoku] ^ 2
    found = wall.check(changed(known, "kyoku", "dora_indicator_copy", kyoku, copies))
    assert [(f.game, f.kyoku, f.event) for f in found] == [(*place, None) for place in places(known, kyoku)]
    assert {f.code for f in found} == {Code.WALL_INDICATOR}


def test_another_ura_indicator_is_found_at_its_win(known):
    wins = some(np.flatnonzero(known.wins.ura_indicators[:, 0] != ABSENT))
    copies = known.wins.ura_indicator_copies[wins]
    copies[:, 0] ^= 3
    found = wall.check(changed(known, "wins", "ura_indicator_copies", wins, copies))
    of_kyoku = runs(known.win_start)[wins]
    assert [(f.game, f.kyoku) for f in found] == places(known, of_kyoku)
    assert [f.win for f in found] == (wins - known.win_start[of_kyoku]).tolist()
    assert {f.code for f in found} == {Code.WALL_URA}
    assert all(re.search(rf"\d[mpsz] \(copy {copy}\)", f.found) for f, copy in zip(found, copies[:, 0], strict=True))


def test_a_draw_left_out_is_one_finding_at_the_next_one(known):
    kyoku = int(np.argmax(np.diff(known.event_start)))
    first = known.event_start[kyoku]
    draws = first + np.flatnonzero(known.events.kind[first : known.event_start[kyoku + 1]] == EventKind.DRAW)
    found = wall.check(changed(known, "events", "kind", draws[10], EventKind.LEFT))
    assert [(f.code, f.event) for f in found] == [(Code.WALL_DRAW, draws[11] - first)]
    assert f"{len(draws) - 12} later ones differ" in found[0].message


def test_a_draw_behind_the_last_tile_finds_no_tile(known):
    """An exhaustive draw whose last discard becomes a draw."""
    full = np.flatnonzero(known.kyoku.result == 1)
    last = known.event_start[full + 1] - 1
    full, last = full[known.events.kind[last] == EventKind.DISCARD], last[known.events.kind[last] == EventKind.DISCARD]
    found = wall.check(changed(known, "events", "kind", last, EventKind.DRAW))
    assert [(f.game, f.kyoku) for f in found] == places(known, full)
    assert {f.expected for f in found} == {"no tile"}


def test_games_are_compared_by_tiles_where_copies_are_not_told(known):
    bare = replace(
        known,
        kyoku=known.kyoku._replace(
            hand_copies=np.full_like(known.kyoku.hand_copies, ABSENT),
            dora_indicator_copy=np.full_like(known.kyoku.dora_indicator_copy, ABSENT),
        ),
        events=known.events._replace(copy=np.full_like(known.events.copy, ABSENT)),
        wins=known.wins._replace(ura_indicator_copies=np.full_like(known.wins.ura_indicator_copies, ABSENT)),
    )
    assert wall.check(bare) == []
    draw = np.flatnonzero(bare.events.kind == EventKind.DRAW)[7]
    other = 33 if bare.events.tile[draw] != 33 else 32
    found = wall.check(changed(bare, "events", "tile", draw, other))
    assert [f.code for f in found] == [Code.WALL_DRAW]


@pytest.mark.parametrize("seed", [None, "0.379630", "md5,1234"])
def test_a_seed_that_is_not_tenhous_leaves_the_wall_unknown(known, seed):
    draws = known.events.kind == EventKind.DRAW
    games = changed(known, "events", "copy", draws, known.events.copy[draws] ^ 1)
    assert wall.check(changed(games, "games", "seed", slice(None), seed)) == []


@pytest.mark.parametrize(
    "seed", ["mt19937ar-sha512-n288-base64,AAAA", "mt19937ar-sha512-n288,x", "mt19937ar,1,2", "mt19937ar-sha1024,00"]
)
def test_a_seed_that_cannot_be_read_is_one_finding(known, seed):
    found = wall.check(changed(known, "games", "seed", 3, seed))
    assert [(f.code, f.game, f.kyoku) for f in found] == [(Code.WALL_SEED, 3, None)]


def test_no_games_have_no_findings(known):
    assert wall.check(known.select(np.zeros(0, np.int64))) == []
