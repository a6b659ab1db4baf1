"""The genuine Tenhou games as one batch, with base points and liable seats as their own claims have them."""

from dataclasses import replace
from functools import cache

import numpy as np

from mjlog.auditing.infer_rules import rules_of_log
from mjlog.formats import read
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT
from mjlog.replay.payments import ExpectedPayments, PaoSeats, expected_payments
from mjlog.rules.points import base_points

EDITED = "game-2c71f3e0c6.xml"
"""Plays into South 3, although its GO type (1) says east-only: a test case of another project, edited there."""


@cache
def as_read(shared) -> Games:
    return read(shared / "replays" / "tenhou_xml")


@cache
def genuine(shared) -> Games:
    """With the rules that each log shows."""
    return rules_of_log(as_read(shared))[0]


@cache
def genuine_payments(shared) -> ExpectedPayments:
    return payments_as_claimed(genuine(shared))


def name(games, game):
    return games.games.source[game].rsplit("/")[-1]


def payments_as_claimed(games) -> ExpectedPayments:
    """The payments by the base points that follow from the recorded han, fu and yakuman."""
    wins = games.wins
    n_wins = len(wins.winner)
    rules = games.games.rules[runs(games.kyoku_start)][runs(games.win_start)]
    win_of_yaku = runs(games.yaku_start)
    han, n_yakuman = np.zeros((2, n_wins), np.int64)
    np.add.at(han, win_of_yaku, np.maximum(games.yaku.han, 0))
    np.add.at(n_yakuman, win_of_yaku, games.yaku.han == ABSENT)
    base = np.zeros(n_wins, np.int64)
    for place, rule_set in enumerate(games.rule_sets):
        rows = rules == place
        base[rows] = base_points(rule_set, han[rows], wins.fu[rows].astype(np.int64), n_yakuman[rows])
    return expected_payments(games, base, PaoSeats.nobody(n_wins)._replace(dragons=wins.pao.copy()))


def changed(games, group, column, place, value):
    """The games with one value of one column changed by so much, or set by a function."""
    columns = getattr(games, group)
    new = getattr(columns, column).copy()
    new[place] = value(new[place]) if callable(value) else new[place] + value
    return replace(games, **{group: columns._replace(**{column: new})})
