"""The compiled pass that tells what each seat did in each kyoku: counts, calls and riichi."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.columns import ABSENT, EventColumns, EventKind, Result
from mjlog.jit import jit

MOST_CALLS: Final = 4
"""Calls whose turns are kept: no hand has more."""


class Stories(NamedTuple):
    """One row per kyoku, one column per seat; what did not happen is 0 or ABSENT."""

    n_draws: Any
    """`(n, 4)` int8: tiles drawn, replacements included."""
    n_discards: Any
    """`(n, 4)` int8."""
    n_calls: Any
    """`(13, n, 4)` int8: calls by `EventKind`."""
    call_turns: Any
    """`(n, 4, 4)` int8: turns of the first four chi, pon and daiminkan, then ABSENT; a turn is the number of own
    discards so far plus one."""
    riichi_turn: Any
    """`(n, 4)` int8: turn of the declaration."""
    riichi_discards: Any
    """`(n, 4)` int16: discards of all seats before the declaration."""
    riichi_order: Any
    """`(n, 4)` int8: 1 for the first declaration of the kyoku."""
    riichi_accepted: Any
    """`(n, 4)` bool: the stick was paid."""
    riichi_ronned: Any
    """`(n, 4)` bool: the declaration tile was ronned."""
    double_riichi: Any
    """`(n, 4)` bool: declared before the first own discard and before any call."""
    n_dora: Any
    """`(n,)` int8: further indicators turned."""


def stories(event_start: Any, events: EventColumns, result: Any) -> Stories:
    """What each seat did, from the events of all kyoku and their `kyoku.result`."""
    n = len(event_start) - 1
    absent8, absent16 = np.full((2, n, 4), ABSENT, np.int8), np.full((n, 4), ABSENT, np.int16)
    counts, calls, flags = (
        np.zeros((2, n, 4), np.int8),
        np.zeros((len(EventKind), n, 4), np.int8),
        np.zeros((3, n, 4), np.bool_),
    )
    told = Stories(
        counts[0],
        counts[1],
        calls,
        np.full((n, 4, MOST_CALLS), ABSENT, np.int8),
        absent8[0],
        absent16,
        absent8[1],
        flags[0],
        flags[1],
        flags[2],
        np.zeros(n, np.int8),
    )
    _tell(event_start, events, result, told)
    return told


@jit
def _tell(event_start: Any, events: EventColumns, result: Any, told: Stories) -> None:
    for kyoku in range(event_start.size - 1):
        n_discards = 0
        n_riichi = 0
        uninterrupted = True
        declared = ABSENT
        """Seat whose declaration tile has not passed yet."""
        for event in range(event_start[kyoku], event_start[kyoku + 1]):
            kind = events.kind[event]
            seat = events.seat[event]
            if kind != EventKind.DORA and not (EventKind.DRAW <= kind <= EventKind.DORA and 0 <= seat < 4):
                continue  # whatever a log holds, it is written within the columns
            if kind == EventKind.DRAW:
                told.n_draws[kyoku, seat] += 1
            elif kind == EventKind.DISCARD:
                told.n_discards[kyoku, seat] += 1
                n_discards += 1
            elif kind <= EventKind.KITA:
                uninterrupted = False
                told.n_calls[kind, kyoku, seat] += 1
                if kind <= EventKind.DAIMINKAN:
                    turns = told.call_turns[kyoku, seat]
                    for place in range(MOST_CALLS):
                        if turns[place] == ABSENT:
                            turns[place] = told.n_discards[kyoku, seat] + 1
                            break
            elif kind == EventKind.RIICHI:
                n_riichi += 1
                declared = seat
                told.riichi_turn[kyoku, seat] = told.n_discards[kyoku, seat] + 1
                told.riichi_discards[kyoku, seat] = n_discards
                told.riichi_order[kyoku, seat] = n_riichi
                told.double_riichi[kyoku, seat] = uninterrupted and told.n_discards[kyoku, seat] == 0
            elif kind == EventKind.RIICHI_ACCEPTED:
                declared = ABSENT
                told.riichi_accepted[kyoku, seat] = True
            elif kind == EventKind.DORA:
                told.n_dora[kyoku] += 1
        if declared != ABSENT and (result[kyoku] == Result.WIN or result[kyoku] == Result.SANCHAHOU):
            told.riichi_ronned[kyoku, declared] = True
