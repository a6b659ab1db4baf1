"""Payments, and reasons and tenpai hands of draws, inferred from one kyoku to the next.

The reduced dialect may record payments only by the points of the next kyoku, and nothing else of a draw. Values that do
not follow from the log stay ABSENT.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.games.build import UNKNOWN, Points, plus
from mjlog.games.columns import ABSENT, CALL_KINDS, EventKind, Result
from mjlog.rules.points import STICK
from mjlog.rules.shanten import shanten_of_counts, tally
from mjlog.tiles import EAST, KIND_OF_TILE, NORTH, YAOCHUU
from parsers.mjai.conventions import KANS
from parsers.mjai.kyoku import KyokuReader, MjaiDraw, MjaiWin

N_DRAWS: Final = {3: 55, 4: 70}
"""Draws when the wall is exhausted, replacement tiles included."""
MOST_NOTEN: Final = 3000
"""The most a seat receives or pays for tenpai; more means nagashi mangan."""

MOVES: Final = frozenset({EventKind.DRAW, EventKind.DISCARD, *CALL_KINDS})


def minus(points: Points, other: Points) -> Points:
    """Difference of points, unknown if either is."""
    if UNKNOWN in (points, other):
        return UNKNOWN
    return tuple(p - o for p, o in zip(points, other, strict=True))


def payments_of(kyoku: KyokuReader, points: Points, after: Points) -> list[Points]:
    """Payments of each win, or of the draw, from the log and the points `after` the kyoku."""
    before = minus(points, tuple(kyoku.accepted))
    payments: list[Points] = []
    running = before
    outcomes: Sequence[MjaiWin | MjaiDraw] = kyoku.wins if kyoku.draw is None else [kyoku.draw]
    for outcome in outcomes:
        if outcome.deltas is not None:
            paid = outcome.deltas
        elif outcome.scores is not None:
            paid = minus(outcome.scores, running)
        else:
            paid = UNKNOWN
        running = plus(running, paid) if outcome.scores is None else outcome.scores
        payments.append(paid)
    if payments.count(UNKNOWN) == 1:
        rest = minus(after, before)
        for paid in payments:
            rest = minus(rest, paid) if paid != UNKNOWN else rest
        pot = sticks_on_table(kyoku) * STICK if kyoku.wins else 0
        if rest != UNKNOWN and sum(rest) == pot:
            payments[payments.index(UNKNOWN)] = rest
    return payments


def sticks_on_table(kyoku: KyokuReader) -> int:
    """Riichi sticks at the end of a kyoku, before a winner takes them; a void kyoku returns its own."""
    returned = sum(kyoku.draw.deltas or ()) if kyoku.draw is not None else 0
    return kyoku.sticks + (sum(kyoku.accepted) - returned) // STICK


def reason_of(kyoku: KyokuReader, draw: MjaiDraw, paid: Points) -> Result:
    """The reason of a draw: as recorded, else inferred from the events (right for every draw of 1,400 games).

    A draw that no event explains is an exhaustive one: the replay finds the tiles that are left in the wall.
    """
    if draw.reason is not None:
        return draw.reason
    moves = [event for event in kyoku.events if event[0] in MOVES]
    if not moves:
        raise LogError(Fault.BAD_ORDER, "a draw before anything has happened")
    if kyoku.n_draws >= N_DRAWS[kyoku.seating.players] or (paid != UNKNOWN and any(paid)):
        nagashi = max(map(abs, paid)) > MOST_NOTEN if paid != UNKNOWN else any(_nagashi(kyoku))
        return Result.NAGASHI_MANGAN if nagashi else Result.EXHAUSTIVE_DRAW
    kinds = [event[0] for event in kyoku.events]
    n_kans = sum(kinds.count(kan) for kan in KANS)
    discards = [KIND_OF_TILE[event[3]] for event in moves if event[0] == EventKind.DISCARD]
    uninterrupted = all(call.kind == EventKind.KITA for call in kyoku.hands.calls)
    if moves[-1][0] == EventKind.DRAW and uninterrupted:
        return Result.KYUUSHU_KYUUHAI
    if len(discards) == 4 and uninterrupted and len(set(discards)) == 1 and EAST <= discards[0] <= NORTH:
        return Result.SUUFON_RENDA
    if all(kyoku.accepted):
        return Result.SUUCHA_RIICHI
    if moves[-1][0] != EventKind.DRAW and _n_waiting(kyoku) == 3:
        return Result.SANCHAHOU
    if kinds.count(EventKind.RIICHI) == 4:  # some programs do not accept the fourth
        return Result.SUUCHA_RIICHI
    return Result.SUUKAIKAN if n_kans == 4 else Result.EXHAUSTIVE_DRAW


def _n_waiting(kyoku: KyokuReader) -> int:
    """The number of seats whose hands the last tile completes."""
    n = 0
    for seat in range(kyoku.seating.players):
        counts = tally([*kyoku.concealed(seat), kyoku.last_tile])
        if seat != kyoku.last_seat and sum(counts) % 3 == 2 and max(counts) <= 4:
            n_melds = kyoku.hands.n_melds(seat)
            n += shanten_of_counts(counts, n_melds, players=kyoku.seating.players).best == -1
    return n


def _nagashi(kyoku: KyokuReader) -> list[bool]:
    """By seat, whether it discarded only terminals and honors, none of them called."""
    called = {call.from_seat for call in kyoku.hands.calls if call.kind != EventKind.KAKAN}
    discards: list[list[int]] = [[] for _ in range(kyoku.seating.players)]
    for kind, seat, _, tile, _, _ in kyoku.events:
        if kind == EventKind.DISCARD:
            discards[seat].append(KIND_OF_TILE[tile])
    return [bool(river) and YAOCHUU.issuperset(river) and seat not in called for seat, river in enumerate(discards)]


def revealed(kyoku: KyokuReader, draw: MjaiDraw, reason: Result, paid: Points, dealer_stays: bool | None) -> list[int]:
    """By seat, 1 if it showed its hand, else 0: as recorded, else by the payments and the next dealer, else ABSENT.

    Nobody pays if all or none are tenpai: all are if somebody is in riichi or the dealer stays. A nagashi mangan shows
    only these two. `dealer_stays` is None if no kyoku follows.
    """
    players = kyoku.seating.players
    if reason in (Result.KYUUSHU_KYUUHAI, Result.CHOMBO):
        return _flags(seat == draw.actor for seat in range(players))
    if draw.tenpai is not None:
        return _flags(draw.tenpai)
    if reason == Result.SUUCHA_RIICHI:
        return _flags([True] * players)
    if reason == Result.SANCHAHOU:
        return _flags(seat != kyoku.last_seat for seat in range(players))
    if reason not in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN):
        return _flags([False] * players)
    if reason == Result.EXHAUSTIVE_DRAW and paid != UNKNOWN:
        if any(paid):
            return _flags(change > 0 for change in paid[:players])
        if any(kyoku.accepted) or dealer_stays is not None:
            return _flags([any(kyoku.accepted) or bool(dealer_stays)] * players)
    shown = [1 if kyoku.accepted[seat] else ABSENT for seat in range(players)]
    if dealer_stays is not None:
        shown[kyoku.dealer] = max(shown[kyoku.dealer], int(dealer_stays))
    return [*shown, *[0] * (4 - players)]


def _flags(shows: Iterable[bool]) -> list[int]:
    """1 or 0 by seat, 0 for an empty one."""
    flags = [*map(int, shows)]
    return [*flags, *[0] * (4 - len(flags))]
