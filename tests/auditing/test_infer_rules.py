"""The rules inferred from logs whose headers leave some open."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from mjlog.auditing import progress
from mjlog.auditing.findings import Code
from mjlog.auditing.infer_rules import rules_of_log
from mjlog.rules.presets import tenhou
from tests.auditing.genuine_games import EDITED, as_read, changed, name
from tests.auditing.made_games import WHOLE, made_game

EAST = tenhou(east_only=True)


def test_decisions_about_the_rules_of_genuine_games(shared):
    games, decisions = rules_of_log(as_read(shared))
    own = {name(games, d.game): d for d in decisions if d.rules.name.endswith("own")}
    assert len(decisions) == 49
    frames = {
        game: (d.rules.start_points, d.rules.uma, d.rules.honba_points, d.rules.dealer_repeat)
        for game, d in own.items()
    }
    assert frames == {
        "2019020120gm-0009-10011-215330df.xml": (30_000, (50_000, 20_000, 0, -70_000), 300, "tenpai"),
        "game-9b2ec6f305.xml": (1_000, (0, 0, 0, 0), 300, "tenpai"),
    }
    undated = [d for d in decisions if not d.rules.name.endswith("own")]
    assert Counter(d.rules.rounding for d in undated) == {"half": 44, "none": 3}
    assert {name(games, d.game) for d in undated if "fewest findings (0)" not in d.reason} == {EDITED}


def test_a_dated_game_keeps_its_rules(shared):
    games, decisions = rules_of_log(as_read(shared))
    decided = {d.game for d in decisions}
    before = as_read(shared)
    for game in range(len(games)):
        if game not in decided:
            assert games.rule_sets[games.games.rules[game]] == before.rule_sets[before.games.rules[game]]


def test_a_fault_in_a_start_does_not_make_rules_of_its_own():
    games, _, _ = made_game(EAST, *WHOLE)
    games = changed(games, "kyoku", "points", 0, lambda row: 0 * row + 26_000)
    judged, decisions = rules_of_log(games)
    assert decisions == ()
    assert [(f.code, f.kyoku) for f in progress.check(judged)] == [(Code.START_POINTS, 0)]


def test_what_one_game_does_not_decide_is_assumed_to_be_as_in_its_room():
    own = replace(EAST, start_points=30_000, return_points=30_000, dealer_repeat="win", tenpai_yame="none")
    game, _, _ = made_game(own, *WHOLE)
    _, (decision,) = rules_of_log(replace(game, rule_sets=(EAST,)))
    assert decision.rules.start_points == 30_000
    assert decision.rules.dealer_repeat == EAST.dealer_repeat
    assert decision.reason.endswith(f"all else is assumed to be as in {EAST.name}")


def undated(game):
    """A made game as if Tenhou's, without its date and under today's rules."""
    header = game.games._replace(started=np.array(["NaT"], "datetime64[m]"), platform=np.array(["tenhou"], object))
    return replace(game, games=header, rule_sets=(EAST,))


def test_an_undated_game_is_held_to_the_period_that_explains_most():
    games, _, _ = made_game(replace(EAST, rounding="half"), *WHOLE)
    judged, (decision,) = rules_of_log(undated(games))
    assert decision.rules.rounding == "half"
    assert "until-2022-01-13 leaves the fewest findings (0)" in decision.reason
    assert progress.check(judged) == []


@pytest.mark.parametrize("seat", range(4))
def test_a_fault_in_an_undated_game_does_not_change_its_period(seat):
    games, _, _ = made_game(replace(EAST, rounding="half"), *WHOLE)
    judged, (decision,) = rules_of_log(changed(undated(games), "games", "final_scores", (0, seat), 1.0))
    assert decision.rules.rounding == "half"
    assert [(f.code, f.seat) for f in progress.check(judged)] == [(Code.FINAL_SCORE, seat)]
