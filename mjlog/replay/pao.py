"""Pao: the seat liable for a win, which fed the last set of a yakuman or the daiminkan before a rinshan win."""

from __future__ import annotations

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.replay import Replay
from mjlog.replay.payments import PaoSeats
from mjlog.rules.rule_options import number_of


def pao_seats(games: Games, replay: Replay) -> PaoSeats:
    """The liable seats of all wins, by the rules of the games."""
    fed = replay.wins.pao
    return PaoSeats(fed[:, 0], fed[:, 1], fed[:, 2], _rinshan_feeders(games, replay))


def _rinshan_feeders(games: Games, replay: Replay) -> Ints:
    """`(n_wins,)` int8: the seat that fed the daiminkan before a rinshan win, where the rules make it pay.

    It is liable until the winner discards, through further kans and kita. Second document, pao.
    """
    options = np.array([number_of("rinshan_pao", rules.rinshan_pao) for rules in games.rule_sets], np.int8)
    option = options[games.games.rules[runs(games.kyoku_start)[runs(games.win_start)]]]
    pays = (option == number_of("rinshan_pao", "always")) | (
        (option == number_of("rinshan_pao", "unless_furiten")) & (replay.wins.furiten == 0)
    )
    return np.where(pays, replay.wins.kan_feeder, np.int8(ABSENT))
