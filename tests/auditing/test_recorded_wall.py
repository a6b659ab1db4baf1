"""Logs that tell their wall are held to it: whole ones have no finding, and one changed tile has its own."""

from dataclasses import replace

import numpy as np
import pytest

import mjlog
from mjlog.auditing import wall
from mjlog.auditing.findings import Code
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import name_of, tile_of_copy
from mjlog.wall.recorded import SPELLING
from mjlog.wall.seed import OLD, walls


@pytest.fixture(scope="module")
def games():
    """Made games that tell the walls they were dealt from in place of the seed."""
    made = mjlog.simulate.games(8, seed=11, rules="mahjong-soul")
    seeds = made.games.seed.copy()
    for game, seed in enumerate(made.games.seed):
        rows = slice(int(made.kyoku_start[game]), int(made.kyoku_start[game + 1]))
        lines = [told(one) for one in walls(seed, made.kyoku.dealer[rows].tolist())]
        seeds[game] = "\n".join(lines)
    return replace(made, games=made.games._replace(seed=seeds))


def told(dealt):
    dead = dict(zip(OLD.replacements, dealt.replacements, strict=True))
    dead |= dict(zip(OLD.dora, dealt.dora_indicators, strict=True)) | dict(
        zip(OLD.ura, dealt.ura_indicators, strict=True)
    )
    left = [*dealt.draws[1:], *(dead[place] for place in range(13, -1, -1))]
    return SPELLING + "".join(name_of(tile_of_copy(copy), "mpsz") for copy in left)


def changed(games, group, column, row, value):
    columns = getattr(games, group)
    new = getattr(columns, column).copy()
    new[row] = value
    return replace(games, **{group: columns._replace(**{column: new})})


def codes(games):
    return [finding.code for finding in wall.check(games)]


def other(tile):
    return (int(tile) + 1) % 27


def test_whole_games_have_no_finding(games):
    kinds = games.events.kind.tolist()
    assert {EventKind.ANKAN, EventKind.DORA} <= set(kinds)
    assert (games.wins.ura_indicators[:, 0] != ABSENT).any()
    assert wall.check(games) == []


def test_another_draw_has_one_finding_a_kyoku(games):
    row = int(games.event_start[5]) + 12
    row += int(np.flatnonzero(games.events.kind[row:] == EventKind.DRAW)[0])
    (finding,) = wall.check(changed(games, "events", "tile", row, other(games.events.tile[row])))
    assert (finding.code, finding.event) == (Code.WALL_DRAW, row - int(games.event_start[5]))
    assert "the wall has" in finding.message


def test_a_red_five_is_not_a_plain_one(games):
    drawn = np.flatnonzero((games.events.kind == EventKind.DRAW) & (games.events.tile >= 34))
    row = next(row for row in drawn.tolist() if row not in games.event_start.tolist())
    plain = {34: 4, 35: 13, 36: 22}[int(games.events.tile[row])]
    assert codes(changed(games, "events", "tile", row, plain)) == [Code.WALL_DRAW]


def test_other_indicators_are_found(games):
    first = games.kyoku.dora_indicator[3]
    assert codes(changed(games, "kyoku", "dora_indicator", 3, other(first))) == [Code.WALL_INDICATOR]
    row = int(np.flatnonzero(games.events.kind == EventKind.DORA)[0])
    assert codes(changed(games, "events", "tile", row, other(games.events.tile[row]))) == [Code.WALL_INDICATOR]


def test_other_ura_indicators_are_found(games):
    row = int(np.flatnonzero(games.wins.ura_indicators[:, 0] != ABSENT)[0])
    new = games.wins.ura_indicators[row].copy()
    new[0] = other(new[0])
    (finding,) = wall.check(changed(games, "wins", "ura_indicators", row, new))
    kyoku = int(runs(games.win_start)[row])
    assert (finding.code, finding.win) == (Code.WALL_URA, row - int(games.win_start[kyoku]))


@pytest.mark.parametrize("line", ["tiles,1m2m", "tiles,8z", "tiles,"])
def test_a_wall_that_cannot_be_read_is_a_finding(games, line):
    seed = games.games.seed[0].split("\n")
    seed[1] = line
    assert codes(changed(games, "games", "seed", 0, "\n".join(seed))) == [Code.WALL_SEED]


@pytest.fixture(scope="module")
def three():
    """Made games of three players that tell their walls, with kita and kans among them."""
    made = mjlog.simulate.games(4, seed=2, rules="mahjong-soul-3p")
    seeds = made.games.seed.copy()
    for game, seed in enumerate(made.games.seed):
        rows = slice(int(made.kyoku_start[game]), int(made.kyoku_start[game + 1]))
        lines = [
            SPELLING + "".join(name_of(tile_of_copy(copy), "mpsz") for copy in [*one.draws[1:], *[0] * 14])
            for one in walls(seed, made.kyoku.dealer[rows].tolist(), players=3)
        ]
        seeds[game] = "\n".join(lines)
    return replace(made, games=made.games._replace(seed=seeds))


def test_draws_of_three_players_are_held_to_the_wall_but_not_its_dead_part(three):
    kinds = three.events.kind
    assert {EventKind.KITA, EventKind.DORA} <= set(kinds.tolist())
    assert wall.check(three) == []
    draws = np.flatnonzero(kinds == EventKind.DRAW)
    after_kita = [row for row in draws.tolist() if kinds[row - 1] == EventKind.KITA]
    plain = [row for row in draws.tolist() if kinds[row - 1] == EventKind.DISCARD]
    assert codes(changed(three, "events", "tile", plain[20], other(three.events.tile[plain[20]]))) == [Code.WALL_DRAW]
    assert codes(changed(three, "events", "tile", after_kita[0], other(three.events.tile[after_kita[0]]))) == []
    seed = three.games.seed[0].split("\n")
    shorter = "\n".join([seed[0][:-2], *seed[1:]])
    assert codes(changed(three, "games", "seed", 0, shorter)) == [Code.WALL_SEED]
