"""Wins of a dealer in a row by columns: those of `rules.progress`, and the wins that are paarenchan by them."""

from dataclasses import replace
from random import Random

import pytest

from mjlog import audit
from mjlog.replay.course import course_of
from mjlog.replay.dealer_wins import dealer_wins
from mjlog.rules.presets import TENHOU
from mjlog.rules.progress import next_kyoku
from mjlog.rules.settlement import Kyoku, settle
from tests.auditing.made_games import draw, made_game, rons, tsumo
from tests.parsers.mjai.logs import draw as drawn_tile
from tests.parsers.mjai.logs import game, kyoku, parse, tiles_named, win

RULES = replace(TENHOU, tobi="none", length="full")
OLD_YAKU = replace(RULES, local_yaku=frozenset({"paarenchan"}), disabled_yaku=frozenset({"tenhou"}))
HANDS = [tiles_named("1m 2m 3m 4p 5p 6p 3s 5s 7s 8s 9s W W"), *[tiles_named("1m 4m 7m 2p 5p 8p 3s 6s 9s E S N P")] * 3]


def test_wins_in_a_row_are_those_of_the_scalar_rules():
    chance = Random(3)
    outcomes = [tsumo(0), tsumo(0), tsumo(1), draw("1111"), draw("0000"), rons((1, 2, 500), (0, 2, 500))]
    played = [tsumo(0), tsumo(0), tsumo(0), *(chance.choice(outcomes) for _ in range(200))]
    games = made_game(RULES, *played)[0]
    state, expected = Kyoku(wind=0, dealer=0, points=(25_000,) * 4), []
    for place in played[: len(games.kyoku.wind)]:
        expected.append(state.dealer_wins)
        state = next_kyoku(RULES, state, settle(RULES, state, place.outcome)).next or state
    assert dealer_wins(course_of(games)).tolist() == expected
    assert max(expected) > 1


def wins_of_the_dealer(n, last):
    """A game in which the dealer wins `n` kyoku by tsumo, the last one for `last` points of each payer."""
    events, points = [], [25_000] * 4
    for honba in range(n):
        each = last if honba == n - 1 else 500 + 100 * honba
        deltas = [3 * each, -each, -each, -each]
        won = win(0, 0, deltas=deltas, ura_markers=[])
        events += kyoku(drawn_tile(0, "4s"), won, hands=HANDS, honba=honba, points=points)
        points = [before + paid for before, paid in zip(points, deltas, strict=True)]
    return parse(game(*events)).games


@pytest.mark.parametrize(
    ("option", "n", "payment"),
    [
        # second document, line 266
        ("next_win", 9, 16_800),
        ("next_win", 8, 1_200),
        ("next_win_by_honba", 9, 16_800),
        ("next_win_by_honba", 8, 1_200),
        ("eighth_win", 8, 16_700),
        ("eighth_win", 7, 1_100),
    ],
)
def test_the_win_after_eight_of_the_dealer_is_paid_as_a_yakuman(option, n, payment):
    rules = replace(OLD_YAKU, paarenchan=option)
    games = wins_of_the_dealer(n, payment)
    report = audit(games, levels=("settlement",), rules=rules)
    assert [finding for finding in report.findings if finding.code == "payment"] == []
