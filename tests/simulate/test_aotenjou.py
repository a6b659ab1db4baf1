"""Points beyond `MOST_POINTS`, which only aotenjou has: exact in scores and findings, and in no game."""

import re
from dataclasses import replace
from random import Random

import pytest

import mjlog
from mjlog.errors import LogError
from mjlog.rules.columns.score import MOST_HAN, hand_columns, score_many
from mjlog.rules.hand_text import hand_of
from mjlog.rules.points import MOST_POINTS
from mjlog.rules.presets import TENHOU
from mjlog.rules.score import score_hand
from mjlog.simulate.game import play, seeded
from mjlog.simulate.scenarios import SCENARIOS, arranged_wall
from mjlog.simulate.to_games import to_games
from tests.simulate.test_audit_of_games import EAGER, SEED
from tests.simulate.test_game import header

AOTENJOU = replace(TENHOU, name="aotenjou", aotenjou=True, tobi="none")
DOUBLE = replace(AOTENJOU, double_yakuman=frozenset({"daisuushii", "suuankou_tanki"}))
HANDS = ("111222333444m55z", "111222333444z55m", "111222333444z55z")
"""Four concealed triplets: of one, of two and of three yakuman or more."""


def test_columns_hold_the_points_of_as_many_han_as_fit():
    for rules in (AOTENJOU, DOUBLE):
        hands = [hand_of(hand[:-2] + hand[-1], f"5{hand[-1]}", {"tsumo": True}) for hand in HANDS]
        scores = [score_hand(hand, rules) for hand in hands]
        values = score_many(hand_columns(hands, rules), rules)
        for score, base, han, fu in zip(scores, values.base, values.han, values.fu, strict=True):
            assert base == score.base if han <= MOST_HAN else base == int(fu) << MOST_HAN + 2 < score.base
    assert values.han[-1] > MOST_HAN


def first_kyoku(event, rules):
    chance, scenario = Random(5), SCENARIOS[event](4)
    wall, later = arranged_wall(scenario, rules, chance), seeded(SEED, 4)
    return play(rules, EAGER, lambda n, start: later(n, start) if n else wall, chance, opening=scenario.habits)


def test_a_game_with_too_many_points_is_refused_at_its_place():
    game = first_kyoku("daisuushii", DOUBLE)
    assert game.most_points > MOST_POINTS
    with pytest.raises(
        LogError, match=rf"^2023.*: a seat or a win has {game.most_points:,} points, and .* 500,000,000"
    ):
        to_games([(game, header(0, 4, None))])


def test_games_with_as_many_points_as_fit_are_played_written_and_audited(tmp_path):
    games = mjlog.simulate.games(2, event="daisangen", rules=AOTENJOU, seed=5)
    assert 1_000_000 < games.wins.points.max() <= MOST_POINTS
    assert mjlog.audit(games).findings == ()
    for to in ("mjai", "tenhou-xml", "tenhou-json"):
        mjlog.simulate.write(2, tmp_path / to, event="daisangen", rules=AOTENJOU, seed=5, to=to)
        report = mjlog.audit(tmp_path / to, rules=AOTENJOU)
        assert (report.n_games, report.findings, report.failures) == (2, (), ())


def test_the_audit_states_points_that_no_game_could_have():
    """A daisuushii of Tenhou under aotenjou: the payments are those of one hand, and nothing wraps."""
    games = mjlog.simulate.games(1, event="daisuushii", seed=5)
    findings = mjlog.audit(games, rules=DOUBLE).findings
    value, payment = (next(f for f in findings if f.code == code and f.kyoku == 0) for code in ("value", "payment"))
    points = int(value.expected.replace(",", ""))
    assert points > 2**31
    (received,) = re.findall(r"must receive ([\d,]+) for this", payment.message)
    assert int(received.replace(",", "")) >= points
