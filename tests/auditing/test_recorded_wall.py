"""Logs that tell their wall are held to it: whole ones have no finding, and one changed tile has its own."""

from dataclasses import replace

import numpy as np
import pytest

import mjlog
from mjlog.auditing import wall
from mjlog.auditing.findings import Code
from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, EventKind
from mjlog.rules.presets import TENHOU_3P
from mjlog.tiles import name_of, tile_of_copy
from mjlog.wall.recorded import SPELLING
from mjlog.wall.seed import OLD, OLD_SANMA, walls
from tests.replay.played import played


@pytest.fixture(scope="module")
def games():
    """Made games that tell the walls they were dealt from in place of the seed."""
    return with_walls(mjlog.simulate.games(8, seed=11, rules="mahjong-soul"), lambda one, _: told(one))


@pytest.fixture(scope="module")
def whole():
    """Made games that tell the whole wall, the deal included; hands are listed in another order."""
    games = with_walls(mjlog.simulate.games(3, seed=12, rules="mahjong-soul"), told_whole)
    return changed(games, "kyoku", "hands", slice(None), np.sort(games.kyoku.hands, axis=2))


def told(dealt):
    layout = OLD if len(dealt.hands) == 4 else OLD_SANMA
    dead = dict(zip(layout.replacements, dealt.replacements, strict=True))
    dead |= dict(zip(layout.dora, dealt.dora_indicators, strict=True))
    dead |= dict(zip(layout.ura, dealt.ura_indicators, strict=True))
    left = [*dealt.draws[1:], *(dead[place] for place in range(13, -1, -1))]
    return SPELLING + "".join(name_of(tile_of_copy(copy), "mpsz") for copy in left)


def told_whole(dealt, dealer):
    """The line of the whole wall."""
    return SPELLING + spelled([*deal(dealt, dealer), dealt.draws[0]]) + told(dealt).removeprefix(SPELLING)


def deal(dealt, dealer):
    """The tiles in the order of the deal: from the dealer on four at a time, then one each."""
    hands = [*dealt.hands[dealer:], *dealt.hands[:dealer]]
    return [copy for first in (0, 4, 8, 12) for hand in hands for copy in hand[first : first + 4]]


def spelled(copies):
    return "".join(name_of(tile_of_copy(copy), "mpsz") for copy in copies)


def with_walls(games, line_of):
    seeds = games.games.seed.copy()
    for game, seed in enumerate(games.games.seed):
        rows = slice(int(games.kyoku_start[game]), int(games.kyoku_start[game + 1]))
        dealers = games.kyoku.dealer[rows].tolist()
        dealt = walls(seed, dealers, players=int(games.games.players[game]))
        seeds[game] = "\n".join(line_of(one, dealer) for one, dealer in zip(dealt, dealers, strict=True))
    return replace(games, games=games.games._replace(seed=seeds))


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


def test_a_whole_wall_is_compared_with_the_deal_and_the_draws(whole):
    assert wall.check(whole) == []
    kyoku = 4
    hand = whole.kyoku.hands[kyoku].copy()
    hand[2, 5] = other(hand[2, 5])
    (finding,) = wall.check(changed(whole, "kyoku", "hands", kyoku, hand))
    assert (finding.code, finding.seat) == (Code.WALL_DEAL, 2)
    first = int(whole.event_start[kyoku])
    for row in (first, first + 2):
        assert whole.events.kind[row] == EventKind.DRAW
        assert codes(changed(whole, "events", "tile", row, other(whole.events.tile[row]))) == [Code.WALL_DRAW]
    first_indicator = other(whole.kyoku.dora_indicator[kyoku])
    assert codes(changed(whole, "kyoku", "dora_indicator", kyoku, first_indicator)) == [Code.WALL_INDICATOR]


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
    return with_walls(made, lambda one, _: told(one))


def test_draws_and_replacements_of_three_players_are_compared_with_the_wall(three):
    kinds = three.events.kind
    assert {EventKind.KITA, EventKind.DORA} <= set(kinds.tolist())
    assert wall.check(three) == []
    draws = np.flatnonzero(kinds == EventKind.DRAW)
    after_kita = [row for row in draws.tolist() if kinds[row - 1] == EventKind.KITA]
    plain = [row for row in draws.tolist() if kinds[row - 1] == EventKind.DISCARD]
    assert codes(changed(three, "events", "tile", plain[20], other(three.events.tile[plain[20]]))) == [Code.WALL_DRAW]
    other_replacement = other(three.events.tile[after_kita[0]])
    assert codes(changed(three, "events", "tile", after_kita[0], other_replacement)) == [Code.WALL_DRAW]
    seed = three.games.seed[0].split("\n")
    shorter = "\n".join([seed[0][:-2], *seed[1:]])
    assert codes(changed(three, "games", "seed", 0, shorter)) == [Code.WALL_SEED]


def test_a_whole_wall_of_three_players_is_compared_with_the_deal():
    made = mjlog.simulate.games(2, seed=3, rules="mahjong-soul-3p")
    games = with_walls(made, told_whole)
    assert wall.check(games) == []
    hand = games.kyoku.hands[2].copy()
    hand[1, 0] = other(hand[1, 0])
    assert codes(changed(games, "kyoku", "hands", 2, hand)) == [Code.WALL_DEAL]


FOUR_KANS = (
    "0+4p 0ankan:1111p dora:1s 0+4p 0ankan:2222p dora:2s 0+4p 0ankan:3333p dora:{fourth} 0+4p 0ankan:4444p "
    "dora:{fifth} 0+9s 0!9s"
)


@pytest.mark.parametrize(
    ("fourth", "fifth", "found"),
    [("3s", "4s", []), ("5s", "4s", [Code.WALL_INDICATOR]), ("3s", "5s", [Code.WALL_INDICATOR])],
)
def test_the_fourth_and_fifth_indicators_of_three_players_are_tiles_moved_in(fourth, fifth, found):
    """First document, line 143: the dead wall of 14 has eight replacements and three stacks of indicators."""
    line = FOUR_KANS.format(fourth=fourth, fifth=fifth)
    games = played(line, {0: "1111p2222p3333p1z"}, rules=TENHOU_3P)
    indicator = name_of(int(games.kyoku.dora_indicator[0]), "mpsz")
    from_end = ["4p", "4p", "4p", "9s", *["7z"] * 4, *(indicator, "7z", "1s", "7z", "2s", "7z", "3s", "7z", "4s", "7z")]
    left = [*["7z"] * (108 - 40 - len(from_end)), *from_end[::-1]]
    assert codes(changed(games, "games", "seed", 0, SPELLING + "".join(left))) == found
