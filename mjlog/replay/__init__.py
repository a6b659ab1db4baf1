"""The compiled replay: plays the events of many kyoku by their rules; returns facts and the first broken rules.

One loop plays all kyoku of a batch, tile by tile. An impossible move is noted as a breach (kyoku, event, seat, `Breach`
and two numbers) and the play goes on as well as it can. Only the first breach of a kyoku is noted, because later ones
may follow from it. A value out of range (a seat 5, a tile 99) is noted and not played, so that no index leaves the
tables.

- `table`: the state of a kyoku
- `moves`, `calls`: one function per move
- `wins`, `draws`: one function per result
- `play`: the loop over kyoku and events
- `options`, `facts`, `breach`: input and output
- `hands`, `seat_counts`: passes that follow the same events without rules
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, DrawColumns, Ints, KyokuColumns, WinColumns
from mjlog.replay.breach import Breach
from mjlog.replay.dealer_wins import paarenchan
from mjlog.replay.facts import Breaches, KyokuFacts, Offers, PossibleWins, Replay, States, WinFacts
from mjlog.replay.offers import MOST
from mjlog.replay.options import Options, option_rows
from mjlog.replay.play import Log, Output, play
from mjlog.replay.records import columns_of, records, rows_of, state_of
from mjlog.replay.table import Table
from mjlog.replay.wait_yaku import noten_for
from mjlog.rules.columns.shanten_tables import shanten_tables

__all__ = [
    "Breach",
    "Breaches",
    "KyokuFacts",
    "Offers",
    "Options",
    "PossibleWins",
    "Replay",
    "States",
    "WinFacts",
    "offers",
    "possible_wins",
    "replay",
]


def replay(games: Games, *, states: bool = False) -> Replay:
    """Play all kyoku of a batch by the rules of their games; with `states`, also record the state after each event."""
    every, none = np.arange(len(games.kyoku.wind)), records(0, PossibleWins)
    played = _replay(games, every, states=states, possible=none)
    lacks = noten_for(games, played.kyoku)
    # Only the hands at the draws show who lacks a yaku; a second replay notes the breaches in their order.
    return _replay(games, every, states=states, possible=none, lacks=lacks) if lacks.any() else played


def possible_wins(games: Games, events: Any, seats: Any, tsumo: Any) -> PossibleWins:
    """The facts of a win of each seat on the tile of each event, `(n,)` each; events in the order of the batch.

    An event is the row of a draw, with `tsumo` true, or of a discard, kakan or kita. Only the kyoku of the events are
    played. Whether the hand has a yaku is left to scoring.
    """
    possible = records(len(events), PossibleWins)
    possible.event, possible.seat, possible.tsumo = events, seats, tsumo
    if len(possible):
        kyoku = np.unique(np.searchsorted(games.event_start, possible.event, side="right") - 1)
        _replay(_without_results(games), kyoku, states=False, possible=possible)
        kyoku = np.searchsorted(games.event_start, possible.event, side="right") - 1
        possible.circumstances |= paarenchan(games, kyoku, possible.seat)
    return columns_of(possible, PossibleWins)


def offers(games: Games) -> Offers:
    """Every act that was possible after each draw and discard of a batch, apart from wins."""
    rows = records(MOST * len(games.events.kind), Offers)  # zeros that take no memory until written
    every, none = np.arange(len(games.kyoku.wind)), records(0, PossibleWins)
    return _replay(_without_results(games), every, states=False, possible=none, offers=rows).offers


def _without_results(games: Games) -> Games:
    """The batch as if no kyoku had ended."""
    none = np.zeros_like(games.win_start)
    wins = WinColumns(*(column[:0] for column in games.wins))
    draws = DrawColumns(*(column[:0] for column in games.draws))
    return replace(games, win_start=none, draw_start=none, wins=wins, draws=draws)


def _replay(
    games: Games,
    selected: Ints,
    *,
    states: bool,
    possible: Any,
    offers: Any = None,
    lacks: Ints | None = None,
) -> Replay:
    """The replay of some kyoku, given by row; fills in the possible wins, whose events lie in them, and the offers.

    `lacks` is the column `noten_for` of `KyokuFacts`, which the replay reads.
    """
    out = Output(
        wins=records(len(games.wins.winner), WinFacts),
        kyoku=records(len(selected), KyokuFacts, Breaches),
        states=records(len(games.events.kind) if states else 0, States),
        possible=possible,
        offers=records(0, Offers) if offers is None else offers,
    )
    if lacks is not None:
        out.kyoku.noten_for = lacks
    rules = games.games.rules[runs(games.kyoku_start)].astype(np.int64)
    assert not len(rules) or 0 <= rules.min() <= rules.max() < len(games.rule_sets), "a game without rule set"
    log = Log(
        event_start=games.event_start,
        call_start=games.call_start,
        win_start=games.win_start,
        draw_start=games.draw_start,
        rules=rules,
        events=games.events,
        calls=rows_of(games.calls),
        wins=rows_of(games.wins),
        draws=rows_of(games.draws),
    )
    starts = rows_of(KyokuColumns(*(column[selected] for column in games.kyoku)))
    state = state_of(Table)
    play(selected, log, starts, option_rows(games.rule_sets), out, shanten_tables(), state)
    out.kyoku.kyoku = selected
    out.wins.circumstances |= paarenchan(games, runs(games.win_start), games.wins.winner)
    broken = out.kyoku[out.kyoku.breach != ABSENT]
    return Replay(
        wins=WinFacts(*map(np.ascontiguousarray, columns_of(out.wins, WinFacts))),  # scoring is compiled for such
        kyoku=columns_of(out.kyoku, KyokuFacts),
        breaches=columns_of(broken, Breaches),
        states=columns_of(out.states, States),
        offers=columns_of(out.offers[: state[0].n_offers], Offers),
    )
