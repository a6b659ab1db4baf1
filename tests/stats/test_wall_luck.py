"""What walls held, worked out again from the wall of one kyoku and the plain table."""

import random
from itertools import pairwise
from math import comb

import numpy as np
import pandas as pd
import pytest

from mjlog import stats
from mjlog.formats import Source, parse
from mjlog.games.events import Discard, Draw, Riichi
from mjlog.kyoku.tenpai import kinds_of
from mjlog.rules.shanten import ukeire, useful_kinds
from mjlog.simulate import games as simulated
from mjlog.stats.questions.wall_luck import DRAW_COLUMNS, RIICHI_COLUMNS
from mjlog.wall.seed import walls
from tests.judged import dealt, public


@pytest.fixture(scope="module")
def genuine(shared):
    """Twenty games with a known wall, some for three players and of 2009."""
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::70]
    return parse([Source(path.name, path.read_bytes()) for path in paths]).games


def wall_of(game, nth):
    return [*walls(game.seed, [kyoku.dealer for kyoku in game.kyoku], players=game.players)][nth]


def left_in(wall, kyoku, place):
    """Live tiles and replacements that could still be drawn before an event, in the order of use, as kinds."""
    draws = [at for at, event in enumerate(kyoku.events[:place]) if isinstance(event, Draw)]
    replaced = sum(replaces(kyoku, at) for at in draws)
    drawn = len(draws) - replaced
    live = [copy // 4 for copy in wall.draws[drawn : len(wall.draws) - replaced]]
    return live, [copy // 4 for copy in wall.replacements[replaced:]]


def replaces(kyoku, at):
    """Whether the draw at a place follows a kan or a north set aside, perhaps with its indicator between."""
    before = [type(event).__name__ for event in kyoku.events[:at] if type(event).__name__ != "DoraIndicator"]
    return before[-1:] in (["Daiminkan"], ["Ankan"], ["Kakan"], ["Kita"])


def dealt_slowly(state, wall, kyoku, number):
    hand, players = state.seats[number].hand, state.players
    wanted = ukeire(hand, seen=public(state), players=players)
    own = [copy // 4 for copy in wall.draws[(number - kyoku.dealer) % players :: players]]
    return {
        "first_tiles": sum(wanted.values()),
        "first_useful": next((at for at, kind in enumerate(own, 1) if kind in wanted), None),
    }


def drawn_slowly(game, nth):
    kyoku, wall = game.kyoku[nth], wall_of(game, nth)
    state = dealt(game, kyoku)
    sums = [
        {"draws": 0, "useful": 0, "by_wall": 0.0} | dealt_slowly(state, wall, kyoku, at) for at in range(game.players)
    ]
    for place, event in enumerate(kyoku.events):
        if isinstance(event, Draw):
            seat, row = state.seats[event.seat], sums[event.seat]
            useful = useful_kinds(seat.hand, len(seat.sets), players=state.players)
            live, replacements = left_in(wall, kyoku, place)
            pool = [*live, *replacements]
            row["draws"] += 1
            row["useful"] += kinds_of([event.tile])[0] in useful
            row["by_wall"] += sum(kind in useful for kind in pool) / len(pool)
        state.take(event)
    return sums


def test_draws_are_those_of_the_wall(genuine):
    found = stats.wall_draws(genuine).astype(object).set_index(["game", "kyoku", "seat"])
    rng, met = random.Random(2), set()
    for game in genuine:
        nth = rng.randrange(len(game.kyoku))
        if (game.id, nth, 0) not in found.index:
            assert not game.seed
            continue
        met.add((game.players, game.seed[:22]))
        for seat, expected in enumerate(drawn_slowly(game, nth)):
            if expected["draws"]:
                row = found.loc[(game.id, nth, seat)]
                known = {name: None if pd.isna(row[name]) else row[name] for name in expected}
                assert known == pytest.approx(expected), (game.source, nth, seat)
                assert row["luck"] == pytest.approx(expected["useful"] - expected["by_wall"])
    assert {players for players, _ in met} == {3, 4}
    assert len(met) > 2


def riichi_slowly(game, nth):
    """Rows by seat of the riichi of a kyoku."""
    kyoku, wall = game.kyoku[nth], wall_of(game, nth)
    state, rows = dealt(game, kyoku), {}
    for place, (before, event) in enumerate(pairwise(kyoku.events)):
        state.take(before)
        if not (isinstance(before, Riichi) and isinstance(event, Discard)):
            continue
        seat, players = state.seats[event.seat], state.players
        hand = list(seat.hand)
        hand.remove(event.tile)
        waits = useful_kinds(hand, len(seat.sets), players=players)
        if not waits:
            continue
        live, replacements = left_in(wall, kyoku, place + 1)
        own = live[players - 1 :: players]
        sight = kinds_of([*public(state), *hand, event.tile])
        unseen = sum(max(4 - sight.count(kind), 0) for kind in waits)
        n_unseen, n_left = (108, 136)[players - 3] - len(sight), len(live) + len(replacements)
        wanted = sum(kind in waits for kind in [*live, *replacements])
        rows[event.seat] = {
            "turn": len(seat.river) + 1,
            "tiles_unseen": unseen,
            "tiles_in_wall": wanted,
            "next_draw": next((at for at, kind in enumerate(live, 1) if kind in waits), None),
            "own_draws": len(own),
            "own_next": next((at for at, kind in enumerate(own, 1) if kind in waits), None),
            "by_sight": 1 - comb(n_unseen - unseen, len(own)) / comb(n_unseen, len(own)),
            "by_wall": 1 - comb(n_left - wanted, len(own)) / comb(n_left, len(own)),
            "won": any(win.winner == event.seat for win in kyoku.wins),
            "tsumo": any(win.winner == event.seat and win.from_seat is None for win in kyoku.wins),
        }
    return rows


def test_riichi_are_those_of_the_wall(genuine):
    found = stats.wall_riichi(genuine).astype(object).set_index(["game", "kyoku", "seat"])
    n = 0
    for game in genuine:
        if not game.seed:
            continue
        for nth in range(0, len(game.kyoku), 2):
            slowly = riichi_slowly(game, nth)
            assert {seat for g, k, seat in found.index if (g, k) == (game.id, nth)} == {*slowly}
            for seat, expected in slowly.items():
                row = found.loc[(game.id, nth, seat)]
                known = {name: None if pd.isna(row[name]) else row[name] for name in expected}
                assert known == pytest.approx(expected), (game.source, nth, seat)
                n += 1
    assert n > 30


def test_luck_by_the_wall_cancels(shared):
    paths = sorted((shared / "replays/tenhou_xml").glob("*.xml"))[::10]
    draws = stats.wall_draws(paths)
    assert abs(draws["luck"].sum()) < 4 * np.sqrt(draws["by_wall"].sum())
    assert draws["by_sight"].sum() > 1.02 * draws["by_wall"].sum()
    riichi = stats.wall_riichi(paths)
    come = riichi["own_next"].notna()
    assert come.mean() == pytest.approx(riichi["by_wall"].mean(), abs=2 / np.sqrt(len(riichi)))
    assert (riichi["own_next"][come] <= riichi["own_draws"][come]).all()


def test_logs_without_a_seed_have_no_walls(genuine):
    batch = parse([Source("a", b"")]).games
    assert tuple(stats.wall_draws(batch).columns) == DRAW_COLUMNS
    assert tuple(stats.wall_riichi(batch).columns) == RIICHI_COLUMNS
    assert stats.wall_draws(batch).empty
    assert stats.wall_riichi(batch).empty


def test_made_up_games_have_the_walls_of_their_seeds():
    draws = stats.wall_draws(simulated(2, seed=5))
    assert draws["useful"].sum() > 50
    assert abs(draws["luck"].sum()) < 4 * np.sqrt(draws["by_wall"].sum())
