"""Compiled: count what each seat did in each kyoku: draws, discards, calls, riichi, nagashi.

The counts do not depend on rules, so that they are known before the rules of a log are.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, NamedTuple

import numpy as np

from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, Bools, ColumnType, EventColumns, EventKind, Ints, Result
from mjlog.jit import int64, jit, jit_inline
from mjlog.replay.records import columns_of, records, state_of
from mjlog.tiles import KIND_OF_TILE, YAOCHUU

MAX_CALLS: Final = 4
"""Calls whose turns are recorded: no hand has more."""
_IS_YAOCHUU: Final = np.isin(KIND_OF_TILE, list(YAOCHUU))
"""By tile."""


class SeatCounts(NamedTuple):
    """One row per kyoku, one column per seat. A turn is the number of the seat's discards so far plus one."""

    n_draws: Annotated[Ints, ColumnType("int8", (4,))]
    """Tiles drawn, replacements included."""
    first_draw: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """The first of these tiles."""
    n_discards: Annotated[Ints, ColumnType("int8", (4,))]
    n_calls: Annotated[Ints, ColumnType("int8", (len(EventKind), 4))]
    """Calls by `EventKind` and seat."""
    call_turns: Annotated[Ints, ColumnType("int8", (4, MAX_CALLS), fill=ABSENT)]
    """Turns of chi, pon and daiminkan, then ABSENT."""
    riichi_turn: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """Turn of the declaration."""
    riichi_discards: Annotated[Ints, ColumnType("int16", (4,), fill=ABSENT)]
    """Discards of all seats before the declaration."""
    riichi_order: Annotated[Ints, ColumnType("int8", (4,), fill=ABSENT)]
    """1 for the first declaration of the kyoku."""
    riichi_accepted: Annotated[Bools, ColumnType("bool", (4,))]
    """The stick was paid."""
    riichi_ronned: Annotated[Bools, ColumnType("bool", (4,))]
    """The declaration tile was ronned."""
    double_riichi: Annotated[Bools, ColumnType("bool", (4,))]
    """Declared before the first own discard and before any call."""
    nagashi: Annotated[Bools, ColumnType("bool", (4,))]
    """At an exhaustive draw: all discards were terminals or honors, and none was called."""
    n_dora: Annotated[Ints, ColumnType("int8")]
    """Dora indicators turned after the first, of the kyoku."""


class _Kyoku:
    """The fields of the record that one kyoku is counted on."""

    n_discards: int = 0
    n_riichi: int = 0
    interrupted: int = 0
    """A call, kan or kita was made."""
    declared: int = ABSENT
    """Seat whose declaration tile has not passed yet."""
    lost_nagashi: int = 0
    """Mask of the seats with another discard than terminals and honors, or with one that was called."""


def seat_counts(games: Games) -> SeatCounts:
    """Count all kyoku of a batch."""
    counts = records(len(games.kyoku.wind), SeatCounts)
    _count(games.event_start, games.events, games.kyoku.result, counts, state_of(_Kyoku))
    return columns_of(counts, SeatCounts)


@jit
def _count(event_start: Ints, events: EventColumns, result: Ints, counts: Any, state: Any) -> None:
    """Write the counts; events that cannot exist are skipped, so that every write stays within the columns."""
    kyoku = state[1]
    for k in range(event_start.size - 1):
        count = counts[k]
        state[1] = state[0]
        for event in range(event_start[k], event_start[k + 1]):
            action, seat = int64(events.kind[event]), int64(events.seat[event])
            if action == EventKind.DORA:
                count.n_dora += 1
            elif not (EventKind.DRAW <= action < EventKind.DORA and 0 <= seat < 4):
                continue
            elif action == EventKind.DRAW:
                if count.n_draws[seat] == 0:
                    count.first_draw[seat] = events.tile[event]
                count.n_draws[seat] += 1
            elif action == EventKind.DISCARD:
                count.n_discards[seat] += 1
                kyoku.n_discards += 1
                tile = int64(events.tile[event])
                kyoku.lost_nagashi |= (not (0 <= tile < _IS_YAOCHUU.size and _IS_YAOCHUU[tile])) << seat
            elif action == EventKind.RIICHI:
                _declare(count, kyoku, seat)
            elif action == EventKind.RIICHI_ACCEPTED:
                kyoku.declared = ABSENT
                count.riichi_accepted[seat] = True
            else:
                _call(count, kyoku, action, seat, int64(events.from_seat[event]))
        won = result[k] == Result.WIN or result[k] == Result.SANCHAHOU
        if won and kyoku.declared != ABSENT:
            count.riichi_ronned[kyoku.declared] = True
        if result[k] == Result.EXHAUSTIVE_DRAW or result[k] == Result.NAGASHI_MANGAN:
            for seat in range(4):
                count.nagashi[seat] = count.n_discards[seat] > 0 and not kyoku.lost_nagashi >> seat & 1


@jit_inline
def _declare(count: Any, kyoku: _Kyoku, seat: int) -> None:
    kyoku.n_riichi += 1
    kyoku.declared = seat
    count.riichi_turn[seat] = count.n_discards[seat] + 1
    count.riichi_discards[seat] = kyoku.n_discards
    count.riichi_order[seat] = kyoku.n_riichi
    count.double_riichi[seat] = not kyoku.interrupted and count.n_discards[seat] == 0


@jit_inline
def _call(count: Any, kyoku: _Kyoku, action: int, seat: int, from_seat: int) -> None:
    kyoku.interrupted = 1
    count.n_calls[action, seat] += 1
    if action <= EventKind.DAIMINKAN:
        for place in range(MAX_CALLS):
            if count.call_turns[seat, place] == ABSENT:
                count.call_turns[seat, place] = count.n_discards[seat] + 1
                break
        if 0 <= from_seat < 4:
            kyoku.lost_nagashi |= 1 << from_seat
