"""Which wins were let pass: tiles that completed a hand, that the rules let its seat win, and that it did not take.

A tile another seat won by ron is not counted, nor an ankan that kokushi could rob.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import Ints
from mjlog.replay import PossibleWins, possible_wins
from mjlog.replay.hand_facts import Chances
from mjlog.rules.columns.score import HandColumns, score_many
from mjlog.rules.ruleset import RuleSet, deciding


class PassedWins(NamedTuple):
    """How many wins each seat let pass, `(n_kyoku, 4)` int8."""

    rons: Ints
    tsumo: Ints


def passed_wins(games: Games, chances: Chances) -> PassedWins:
    """The chances of a batch that were wins by the rules of their games."""
    shape = (len(games.kyoku.wind), 4)
    passed = PassedWins(np.zeros(shape, np.int8), np.zeros(shape, np.int8))
    asked = possible_wins(games, chances.event, chances.seat, chances.tsumo)
    rows = np.flatnonzero(asked.open)
    if len(rows):
        kyoku, seat = chances.kyoku[rows], asked.seat[rows]
        won = _are_wins(games, PossibleWins(*(column[rows] for column in asked)), kyoku)
        for counts, chosen in ((passed.rons, won & ~asked.tsumo[rows]), (passed.tsumo, won & asked.tsumo[rows])):
            np.add.at(counts, (kyoku[chosen], seat[chosen]), 1)
    return passed


def _are_wins(games: Games, asked: PossibleWins, kyoku: Ints) -> Ints:
    """`(n,)` bool: the hands have the yaku they need; dora count for nothing here."""
    game = runs(games.kyoku_start)[kyoku]
    none = np.zeros(len(kyoku), np.int16)
    hands = HandColumns(
        keys=np.ascontiguousarray(asked.keys),
        win=np.ascontiguousarray(asked.win),
        meld_codes=np.ascontiguousarray(asked.meld_codes),
        meld_kinds=np.ascontiguousarray(asked.meld_kinds),
        circumstances=np.ascontiguousarray(asked.circumstances),
        seat_wind=(asked.seat - games.kyoku.dealer[kyoku]) % games.games.players[game],
        round_wind=games.kyoku.wind[kyoku],
        honba=games.kyoku.honba[kyoku],
        dora=none,
        ura=none,
        reds=none,
        kita=none,
        blues=none,
    )
    alike = _alike(games.rule_sets)
    return score_many(hands, games.rule_sets, alike[games.games.rules[game]]).valid


def _alike(rule_sets: Sequence[RuleSet]) -> Ints:
    """`(n,)`: of each rule set the first one under which the same hands win; each costs a scoring of its own."""
    first: dict[tuple[object, ...], int] = {}
    keys = (tuple(getattr(rules, name) for name in deciding("value")) for rules in rule_sets)
    return np.array([first.setdefault(key, place) for place, key in enumerate(keys)], np.int64)
