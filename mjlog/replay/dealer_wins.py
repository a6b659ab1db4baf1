"""Wins of a dealer in a row, and the wins that are paarenchan by them."""

from __future__ import annotations

import numpy as np

from mjlog.games.batch import Games
from mjlog.games.columns import Ints
from mjlog.replay.course import Course, course_of
from mjlog.rules.progress import is_paarenchan
from mjlog.rules.readings import Circumstance


def dealer_wins(course: Course) -> Ints:
    """`(n_kyoku,)`: wins of the dealer in the kyoku right before, in a row; 0 where a log begins in mid-game."""
    won = np.append(False, (course.won & course.repeats)[:-1])[: len(course.game)] & ~course.first
    goes_on = won | (np.append(False, course.void[:-1])[: len(won)] & ~course.first)
    counts = np.cumsum(won)
    return np.asarray(counts - np.maximum.accumulate(np.where(goes_on, 0, counts)))


def paarenchan(games: Games, kyoku: Ints, winner: Ints) -> Ints:
    """`(n,)` int32: the bit of `Circumstance` of each win that is paarenchan by the rules of its game, else 0."""
    if not any("paarenchan" in rules.local_yaku for rules in games.rule_sets):
        return np.zeros(len(kyoku), np.int32)
    course = course_of(games)
    in_a_row, rules = dealer_wins(course)[kyoku], course.rules[kyoku]
    honba, by_dealer = course.honba[kyoku], course.dealer[kyoku] == winner
    bits = np.zeros(len(kyoku), np.int32)
    for number, one in enumerate(games.rule_sets):
        bits[(rules == number) & is_paarenchan(one, honba, in_a_row, by_dealer)] = Circumstance.PAARENCHAN
    return bits
