"""The compiled replay: events of many kyoku → what was true at every event and every win, and where a rule was broken.

One loop plays all kyoku of a batch, tile by tile, in the words of the rules (`RuleSet`, rule documents on calls,
riichi, furiten, kan, draws). It believes nothing: a move that is not possible is noted as a breach (kyoku, event, seat,
`Breach`, two numbers) and the play goes on as well as it can; behind the first broken move of a kyoku no further ones
are noted, since they may only follow from it. What cannot be at all (a seat 5, a tile 99) is noted and not played, so
that no number ever leaves the range of the tables.

- `table`: the state of a kyoku, tiles that come and go
- `moves`, `calls`: one function per move
- `wins`, `draws`: one function per result
- `play`: the loop over events and kyoku
- `options`, `facts`, `breach`: what goes in and comes out
- `inner`: how these functions are compiled
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, DrawColumns, Ints, KyokuColumns, WinColumns
from mjlog.replay.breach import Breach
from mjlog.replay.facts import Breaches, KyokuFacts, PossibleWins, Replay, States, WinFacts
from mjlog.replay.options import Options, option_rows
from mjlog.replay.play import play
from mjlog.replay.records import columns_of, records, rows_of, state_of
from mjlog.replay.table import Table
from mjlog.rules.columns.shanten_tables import shanten_tables

__all__ = [
    "Breach",
    "Breaches",
    "KyokuFacts",
    "Options",
    "PossibleWins",
    "Replay",
    "States",
    "WinFacts",
    "possible_wins",
    "replay",
]


def replay(games: Games, *, states: bool = False) -> Replay:
    """Play all kyoku of a batch under the rules of their games; `states` also tells the state after every event."""
    everything = np.arange(len(games.kyoku.wind))
    return _played(games, everything, states=states, asked=records(0, PossibleWins))


def possible_wins(games: Games, events: Any, seats: Any, tsumo: Any) -> PossibleWins:
    """What a win of each seat would be right after each event, `(n,)` each; events in the order of the batch.

    An event is the row of a draw, with `tsumo` true, or of a discard, kakan or kita. Only the kyoku of the events are
    played. Whether there is a yaku is for scoring to say.
    """
    asked = records(len(events), PossibleWins)
    asked.event, asked.seat, asked.tsumo = events, seats, tsumo
    if len(asked):
        at = np.unique(np.searchsorted(games.event_start, asked.event, side="right") - 1)
        _played(_without_results(games), at, states=False, asked=asked)
    return columns_of(asked, PossibleWins)


def _without_results(games: Games) -> Games:
    """The batch as if no kyoku had ended."""
    none = np.zeros_like(games.win_start)
    wins = WinColumns(*(column[:0] for column in games.wins))
    draws = DrawColumns(*(column[:0] for column in games.draws))
    return replace(games, win_start=none, draw_start=none, wins=wins, draws=draws)


def _played(games: Games, chosen: Ints, *, states: bool, asked: Any) -> Replay:
    """The replay of the chosen kyoku, given by row; the wins asked for, which lie in them, are filled in."""
    wins = records(len(games.wins.winner), WinFacts)
    wins.indicators = wins.pao = ABSENT
    kyoku = records(len(chosen), KyokuFacts, Breaches)
    told = records(len(games.events.kind) if states else 0, States)
    rules = games.games.rules[runs(games.kyoku_start)].astype(np.int64)
    assert not len(rules) or 0 <= rules.min() <= rules.max() < len(games.rule_sets), "a game without rule set"
    at_start = rows_of(KyokuColumns(*(column[chosen] for column in games.kyoku)))
    play(
        chosen, games.event_start, games.call_start, games.win_start, games.draw_start, rules,
        option_rows(games.rule_sets), at_start, games.events, rows_of(games.calls), rows_of(games.wins),
        rows_of(games.draws), shanten_tables(), state_of(Table), wins, kyoku, told, asked,
    )  # fmt: skip
    kyoku.kyoku = chosen
    broken = kyoku[kyoku.breach != ABSENT]
    return Replay(
        wins=WinFacts(*map(np.ascontiguousarray, columns_of(wins, WinFacts))),  # scoring is compiled for such
        kyoku=columns_of(kyoku, KyokuFacts),
        breaches=columns_of(broken, Breaches),
        states=columns_of(told, States),
    )
