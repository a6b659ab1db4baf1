"""Missed wins: tiles a seat could legally have won on but did not.

A tile that another seat won by ron is not counted, and neither is an ankan that kokushi could rob.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import Ints
from mjlog.replay import PossibleWins, possible_wins
from mjlog.replay.hand_facts import Chances
from mjlog.rules.columns.atozuke import refused
from mjlog.rules.columns.score import HandColumns, score_many
from mjlog.rules.rule_options import deciding
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import wind_of_round


class MissedWins(NamedTuple):
    """Missed wins: how many each seat has, `(n_kyoku, 4)` int8, and each one."""

    rons: Ints
    tsumo: Ints
    chances: Chances


def missed_wins(games: Games, chances: Chances) -> MissedWins:
    """The chances of a batch that would have been wins by the rules of their games."""
    shape = (len(games.kyoku.wind), 4)
    possible = possible_wins(games, chances.event, chances.seat, chances.tsumo)
    rows = np.flatnonzero(possible.open)
    if len(rows):
        rows = rows[_are_wins(games, PossibleWins(*(column[rows] for column in possible)), chances.kyoku[rows])]
    missed = Chances(*(column[rows] for column in chances))
    counts = np.zeros((2, *shape), np.int8)
    np.add.at(counts, (missed.tsumo.astype(int), missed.kyoku, missed.seat), 1)
    return MissedWins(counts[0], counts[1], missed)


def _are_wins(games: Games, possible: PossibleWins, kyoku: Ints) -> Ints:
    """`(n,)` bool: the hands have the yaku they need; dora do not matter."""
    game = runs(games.kyoku_start)[kyoku]
    none = np.zeros(len(kyoku), np.int16)
    hands = HandColumns(
        keys=np.ascontiguousarray(possible.keys),
        win=np.ascontiguousarray(possible.win),
        meld_codes=np.ascontiguousarray(possible.meld_codes),
        meld_kinds=np.ascontiguousarray(possible.meld_kinds),
        circumstances=np.ascontiguousarray(possible.circumstances),
        seat_wind=(possible.seat - games.kyoku.dealer[kyoku]) % games.games.players[game],
        round_wind=wind_of_round(games.kyoku.wind[kyoku]),
        honba=games.kyoku.honba[kyoku],
        dora=none,
        ura=none,
        reds=none,
        kita=none,
        blues=none,
    )
    rules = _alike(games.rule_sets)[games.games.rules[game]]
    valid = score_many(hands, games.rule_sets, rules).valid
    return valid & ~refused(hands, possible.waits, games.rule_sets, rules)


def _alike(rule_sets: Sequence[RuleSet]) -> Ints:
    """`(n,)`: for each rule set the first one under which the same hands win, because each costs a scoring."""
    first: dict[tuple[object, ...], int] = {}
    keys = (tuple(getattr(rules, name) for name in deciding("value")) for rules in rule_sets)
    return np.array([first.setdefault(key, place) for place, key in enumerate(keys)], np.int64)
