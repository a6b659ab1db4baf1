"""Pao: the seat liable for a win, which fed the last set of a yakuman or the daiminkan before a rinshan win."""

from __future__ import annotations

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.replay import Replay
from mjlog.replay.payments import PaoSeats
from mjlog.rules.readings import Circumstance
from mjlog.tiles import KIND_OF_TILE


def pao_seats(games: Games, replay: Replay) -> PaoSeats:
    """The liable seats of all wins, by the rules of the games."""
    fed = replay.wins.pao
    return PaoSeats(fed[:, 0], fed[:, 1], fed[:, 2], _rinshan_feeders(games, replay))


def _rinshan_feeders(games: Games, replay: Replay) -> Ints:
    """`(n_wins,)` int8: the seat that fed the daiminkan before a rinshan win, where the rules make it pay."""
    feeders = np.full(len(games.wins.winner), ABSENT, np.int8)
    options = [rules.rinshan_pao for rules in games.rule_sets]
    if all(option == "off" for option in options):
        return feeders
    kyoku_of_win = runs(games.win_start)
    rules_of_win = games.games.rules[runs(games.kyoku_start)[kyoku_of_win]]
    for row in np.flatnonzero((replay.wins.circumstances & Circumstance.RINSHAN) != 0).tolist():
        option = options[rules_of_win[row]]
        kyoku, winner = int(kyoku_of_win[row]), int(games.wins.winner[row])
        call = int(games.call_start[kyoku + 1]) - 1
        while call >= games.call_start[kyoku] and games.calls.event[call] == ABSENT:
            call -= 1  # a set recorded only with the win
        fed = call >= games.call_start[kyoku] and games.calls.kind[call] == EventKind.DAIMINKAN
        fed = fed and games.calls.seat[call] == winner
        if option != "off" and fed and not (option == "unless_furiten" and _in_own_river(games, replay, row, kyoku)):
            feeders[row] = games.calls.from_seat[call]
    return feeders


def _in_own_river(games: Games, replay: Replay, row: int, kyoku: int) -> bool:
    """Whether a winner is furiten by its own discards."""
    span = slice(games.event_start[kyoku], games.event_start[kyoku + 1])
    events = games.events
    river = (events.kind[span] == EventKind.DISCARD) & (events.seat[span] == games.wins.winner[row])
    waits = int(replay.wins.waits[row])
    return any(waits >> KIND_OF_TILE[tile] & 1 for tile in events.tile[span][river].tolist())
