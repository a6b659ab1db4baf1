from functools import cache

import numpy as np
import pytest

from tests.auditing.genuine_games import EDITED, genuine, name
from tests.faults import KINDS, fouls
from tests.faults.injecting import Facts
from tests.faults.show import PAGE, complaints, facts_for, flawed, of_fouls, of_samples, row
from tests.faults.trials import apply, outcome

LEVELS = ("score", "settlement", "progress", "legality", "wall")
MOST = 20
"""Genuine games of each kind."""
NAMES = [kind.name for kind in KINDS]


@cache
def of_genuine(shared) -> Facts:
    """A part of the genuine games, with those that have what is rare."""
    games = genuine(shared)
    kyoku = games.kyoku
    rare = np.flatnonzero((kyoku.result > 1) | (np.diff(games.win_start) > 1) | (kyoku.chips[:, 0] >= 0))
    of_kyoku = np.searchsorted(games.kyoku_start, rare, side="right") - 1
    known = [game for game in range(len(games)) if name(games, game) == EDITED]
    chosen = np.setdiff1d(np.union1d(of_kyoku[::3], np.arange(0, len(games), 12)), known)
    return Facts(games.select(chosen))


def test_there_are_kinds_of_every_level_each_with_its_own_name():
    assert len(set(NAMES)) == len(KINDS) > 150
    assert {kind.level for kind in KINDS} == set(LEVELS)


def test_genuine_games_have_no_findings_but_one_that_was_edited(shared):
    games = genuine(shared)
    assert [name(games, game) for game in flawed(games)] == [EDITED]


def test_the_samples_have_no_findings():
    assert flawed(of_samples().games) == []


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_every_fault_is_found_and_in_the_guide(kind):
    done = outcome(apply(kind, facts_for(kind)))
    assert done.applied > 0 or kind not in fouls.KINDS
    assert list(complaints(done)) == []
    assert row(done) in PAGE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_every_fault_in_genuine_games_is_found(kind, shared):
    done = outcome(apply(kind, of_genuine(shared), most=MOST))
    assert list(complaints(done)) == []


def test_games_with_fouls_have_no_findings():
    assert flawed(of_fouls().games) == []


def test_the_guide_tells_of_no_other_faults():
    lines = PAGE.read_text("utf-8").splitlines()
    assert sum(line.startswith(tuple(f"| {level} |" for level in LEVELS)) for line in lines) == len(KINDS)
