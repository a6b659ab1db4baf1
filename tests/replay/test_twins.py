"""Payments, endings and results by columns (`mjlog.replay`) are those of the rules for one kyoku (`mjlog.rules`)."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mjlog.replay.course import course_of
from mjlog.replay.endings import End, endings, final_results, points_after
from mjlog.replay.payments import outcome_of, payments_of_wins, settle_kyoku, start_of
from mjlog.rules.presets import PRESETS, TENHOU
from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import final_result
from mjlog.rules.settlement import Settlement, outcome_by_rules
from tests.auditing.genuine_games import genuine, genuine_payments
from tests.auditing.made_games import draw, made_game


def test_payments_of_every_genuine_kyoku_agree(shared):
    games, expected = genuine(shared), genuine_payments(shared)
    n_kyoku = len(games.kyoku.wind)
    for kyoku in range(n_kyoku):
        rules = games.rule_sets[expected.course.rules[kyoku]]
        settled = settle_kyoku(games, expected.course, expected.base, expected.pao, kyoku, rules)
        rows = slice(games.win_start[kyoku], games.win_start[kyoku + 1])
        assert (expected.wins[rows] == payments_of_wins(games, kyoku, settled)).all()
        for row in range(games.draw_start[kyoku], games.draw_start[kyoku + 1]):
            assert expected.draws[row, : rules.players].tolist() == list(settled.payments)
        assert expected.points[kyoku, : rules.players].tolist() == list(settled.points)
    assert n_kyoku == 12_865


def test_the_next_kyoku_or_the_end_after_every_genuine_kyoku_agrees(shared):
    games = genuine(shared)
    course = course_of(games)
    points = points_after(games, course, None)
    ended = endings(games, course, points)
    seen: Counter[str] = Counter()
    for kyoku in range(len(course.game)):
        rules = games.rule_sets[course.rules[kyoku]]
        outcome = outcome_of(games, course, kyoku, rules)
        after = tuple(points[kyoku, : rules.players].tolist())
        sticks = int(course.sticks_left[kyoku])
        settled = Settlement(outcome=outcome_by_rules(rules, outcome), rows=(), sticks=sticks, points=after)
        expected = next_kyoku(rules, start_of(course, kyoku, rules), settled)
        assert End(ended.reason[kyoku]).name.lower() == (expected.end or "none")
        assert bool(ended.must[kyoku]) == (expected.next is None)
        if expected.next is not None and not course.last[kyoku]:
            start = course.expected
            state = (start.wind, start.dealer, start.honba, start.sticks)
            following = expected.next
            assert tuple(int(column[kyoku + 1]) for column in state) == (
                following.wind, following.dealer, following.honba, following.sticks,
            )  # fmt: skip
        seen[expected.end or "next"] += 1
    # the edited game is over three times by its type
    assert seen == {
        "next": 11_462, "played_out": 836, "target_reached": 31, "agari_yame": 206, "tenpai_yame": 9, "tobi": 321,
    }  # fmt: skip


@pytest.mark.parametrize("rules", sorted(PRESETS.values(), key=lambda r: r.name), ids=lambda r: r.name)
def test_final_results_agree(rules):
    rng = np.random.default_rng(5)
    n = 300
    points = np.zeros((n, 4), np.int32)
    some = np.array([-2_300, 500, 19_500, 25_000, 30_000, 30_400, 31_600])
    points[:, : rules.players] = rng.choice(some, (n, rules.players))
    sticks = rng.integers(0, 3, n)
    games = replace(made_game(TENHOU, draw("0000"))[0], rule_sets=(rules,))
    found = final_results(games, np.zeros(n, np.int16), points, sticks)
    for row in range(n):
        expected = final_result(rules, points[row, : rules.players].tolist(), int(sticks[row]))
        assert tuple(found.points[row, : rules.players].tolist()) == expected.points
        assert tuple(found.scores[row, : rules.players].tolist()) == expected.scores
