"""Payments that depend on a chain of kans or on earlier kyoku: right under their rules, findings under others."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

import mjlog
from mjlog.games.batch import runs
from mjlog.games.columns import EventKind
from mjlog.rules.presets import PRESETS
from mjlog.rules.ruleset import Paarenchan
from mjlog.rules.yaku import NUMBER
from mjlog.simulate.game import play, seeded
from mjlog.simulate.scenarios import ABSENT, ANY, CALLING, DAMATEN, KANS, SIMPLE_HANDS, Scenario, arranged_wall
from mjlog.simulate.to_games import to_games
from tests.simulate.test_audit_of_games import SEED
from tests.simulate.test_game import header

FOUR = replace(PRESETS["tenhou"], rinshan_pao="always")
THREE = replace(PRESETS["tenhou-3p"], rinshan_pao="always")


def arranged(rules, scenarios, player, seat):
    """A game in which one seat plays, and whose first kyoku are the scenarios."""
    chance = Random(0)
    walls, later = [arranged_wall(scenario, rules, chance) for scenario in scenarios], seeded(SEED, rules.players)
    deal = lambda place, start: walls[place] if place < len(walls) else later(place, start)  # noqa: E731
    habits = [player if other == seat else ABSENT for other in range(rules.players)]
    return to_games([(play(rules, habits, deal, chance), header(0, rules.players, None))])


def codes(games, rules):
    """Codes of the findings under other rules, by kyoku."""
    found = {}
    for finding in mjlog.audit(games, rules=rules).findings:
        found.setdefault(finding.kyoku, set()).add(str(finding.code))
    return found


CALLS = replace(CALLING, open_kans=1, kans=1)
ONLY_KANS = replace(KANS, open_kans=1, riichi=0)
CHAINS = {
    "ankan": (FOUR, "999m1111s234567p", "9m", "5z5z", CALLS),
    "two ankan": (FOUR, "999m1111s2222s34p", "9m", "5z5z5p", ONLY_KANS),
    "kakan": (FOUR, "999m678p234s155z9s", f"5z{ANY * 2}9m", "5z1z", CALLS),
    "kita": (THREE, "999m23456p888s11z", "9p3z9p9m", "4z7p", replace(ONLY_KANS, kita=True)),
}


@pytest.mark.parametrize(("rules", "hand", "draws", "replacements", "player"), CHAINS.values(), ids=CHAINS)
def test_who_feeds_a_daiminkan_pays_for_a_win_after_further_kans(rules, hand, draws, replacements, player):
    """Second document, line 611."""
    games = arranged(rules, [Scenario(hands=("", hand), draws=draws, replacements=replacements, habits=())], player, 1)
    assert mjlog.audit(games).findings == ()
    calls = games.calls.kind[: games.call_start[1]].tolist()
    assert len(calls) > 1
    assert NUMBER["rinshan"] in games.yaku.yaku[: games.yaku_start[1]]
    assert (games.wins.payments[0] < 0).sum() == 1
    assert codes(games, replace(rules, rinshan_pao="off")) == {0: {"payment"}}


def test_a_discard_between_two_kans_ends_the_liability():
    """The near miss: the hand is not complete after the chain, and a later ankan brings the winning tile."""
    hand = Scenario(hands=("", "999m888s234p56p11z"), draws="9m", replacements="5z7p", habits=())
    games = arranged(FOUR, [replace(hand, draws=f"9m{ANY * 3}8s")], ONLY_KANS, 1)
    assert mjlog.audit(games).findings == ()
    assert games.calls.kind[: games.call_start[1]].tolist() == [EventKind.DAIMINKAN, EventKind.ANKAN]
    assert (games.wins.payments[0] < 0).sum() == 3


WIN = Scenario(hands=(SIMPLE_HANDS[1],), draws=f"{ANY}2p", habits=())
KYUUSHU = Scenario(hands=("19m19p19s1235z258p",), draws="6z", habits=())
OLD = replace(PRESETS["tenhou"], local_yaku=frozenset({"paarenchan"}), tobi="none")
COUNTED: dict[Paarenchan, set[int]] = {"next_win": {9}, "next_win_by_honba": {8, 9}, "eighth_win": {8, 9}}
"""The wins that are paarenchan among nine of the dealer in a row, which follow a draw."""


@pytest.mark.parametrize("option", COUNTED)
def test_paarenchan_counts_wins_or_honba(option):
    """Second document, line 266: after a draw, eight wins in a row end one kyoku later than eight honba."""
    rules = replace(OLD, paarenchan=option)
    games = arranged(rules, [KYUUSHU] + [WIN] * 9, replace(DAMATEN, kyuushu=1), 0)
    assert mjlog.audit(games).findings == ()
    wins = np.flatnonzero(games.yaku.yaku == NUMBER["paarenchan"])
    kyoku = runs(games.win_start)[runs(games.yaku_start)[wins]]
    assert {*kyoku[kyoku < 10].tolist()} == COUNTED[option]
    for other in {*COUNTED} - {option}:
        found = codes(games, replace(OLD, paarenchan=other))
        assert {*found} & {8, 9} == COUNTED[option] ^ COUNTED[other]
        assert all({"yaku", "payment"} <= of_kyoku for of_kyoku in found.values())
