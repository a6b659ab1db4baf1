"""Payments, and tenpai hands of draws, inferred from one kyoku to the next.

The reduced dialect may record payments only by the points of the next kyoku, and nothing else of a draw. Values that do
not follow from the log stay ABSENT.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mjlog.games.build import UNKNOWN, Points, plus
from mjlog.games.columns import ABSENT, Result
from mjlog.rules.points import STICK
from parsers.mjai.kyoku import KyokuReader, MjaiDraw, MjaiWin


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
