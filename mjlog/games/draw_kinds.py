"""The kind of a kyoku without a win, inferred from the play where the log does not name it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.build import UNKNOWN, CallRow, EventRow, Points
from mjlog.games.columns import CALL_KINDS, EventKind, Result
from mjlog.rules.shanten import shanten_of_counts, tally
from mjlog.tiles import EAST, KIND_OF_TILE, NORTH, YAOCHUU

N_DRAWS: Final = {3: 55, 4: 70}
"""Draws when the wall is exhausted, replacement tiles included, by the number of players."""
MOST_NOTEN: Final = 3000
"""The most a seat receives or pays for tenpai; more means nagashi mangan."""
MOVES: Final = frozenset({EventKind.DRAW, EventKind.DISCARD, *CALL_KINDS})
KANS: Final = (EventKind.DAIMINKAN, EventKind.ANKAN, EventKind.KAKAN)
_ADDED: Final = (EventKind.KAKAN, EventKind.KITA)
"""Calls that are no further meld of a hand."""


def kind_of_draw(
    events: Sequence[EventRow], calls: Sequence[CallRow], hands: Sequence[Sequence[int]], payments: Points
) -> Result:
    """The kind of a draw by its events and payments (right for every draw of 1,400 games).

    `hands` are the concealed tiles of each player at the end; an unknown hand is empty. A draw that no event explains
    is an exhaustive one: the replay finds the tiles that are left in the wall.
    """
    moves = [event for event in events if event[0] in MOVES]
    if not moves:
        raise LogError(Fault.BAD_ORDER, "a draw before anything has happened")
    kinds = [event[0] for event in events]
    if kinds.count(EventKind.DRAW) >= N_DRAWS[len(hands)] or (payments != UNKNOWN and any(payments)):
        nagashi = max(map(abs, payments)) > MOST_NOTEN if payments != UNKNOWN else _any_nagashi(events, calls)
        return Result.NAGASHI_MANGAN if nagashi else Result.EXHAUSTIVE_DRAW
    discards = [KIND_OF_TILE[event[3]] for event in moves if event[0] == EventKind.DISCARD]
    uninterrupted = all(call.kind == EventKind.KITA for call in calls)
    if moves[-1][0] == EventKind.DRAW and uninterrupted:
        return Result.KYUUSHU_KYUUHAI
    if len(discards) == 4 and uninterrupted and len(set(discards)) == 1 and EAST <= discards[0] <= NORTH:
        return Result.SUUFON_RENDA
    if kinds.count(EventKind.RIICHI_ACCEPTED) == 4:
        return Result.SUUCHA_RIICHI
    if moves[-1][0] != EventKind.DRAW and _n_waiting(moves[-1], calls, hands) == 3:
        return Result.SANCHAHOU
    if kinds.count(EventKind.RIICHI) == 4:  # some programs do not accept the fourth
        return Result.SUUCHA_RIICHI
    return Result.SUUKAIKAN if sum(kinds.count(kan) for kan in KANS) == 4 else Result.EXHAUSTIVE_DRAW


def _n_waiting(last: EventRow, calls: Sequence[CallRow], hands: Sequence[Sequence[int]]) -> int:
    """The number of seats whose hands the tile of the last event completes."""
    n = 0
    for seat, hand in enumerate(hands):
        counts = tally([*hand, last[3]])
        if seat != last[1] and sum(counts) % 3 == 2 and max(counts) <= 4:
            n_melds = sum(call.seat == seat and call.kind not in _ADDED for call in calls)
            n += shanten_of_counts(counts, n_melds, players=3 if len(hands) == 3 else 4).best == -1
    return n


def _any_nagashi(events: Sequence[EventRow], calls: Sequence[CallRow]) -> bool:
    """Whether a seat discarded only terminals and honors, none of them called."""
    called = {call.from_seat for call in calls if call.kind != EventKind.KAKAN}
    rivers: dict[int, set[int]] = {}
    for kind, seat, _, tile, _, _ in events:
        if kind == EventKind.DISCARD:
            rivers.setdefault(seat, set()).add(KIND_OF_TILE[tile])
    return any(YAOCHUU.issuperset(river) and seat not in called for seat, river in rivers.items())
