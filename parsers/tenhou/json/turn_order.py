"""The order of the turns of a kyoku, which Tenhou's JSON does not record, found from its end.

A turn begins with a draw or a call and ends with a discard, a kan or a north. The JSON lists the turns of each player
and nothing else. Forwards the order is open: a discard may be called now, or the next one like it. Backwards it is not,
because every turn names the seat before it: a call names the discarder; before a draw comes the same seat after its kan
or north, else the seat to the left. Each seat has as many turns with a successor as other turns name it, and the seat
with one turn more has the last turn. From there each step back is the latest remaining turn of the seat named. There is
one order or none; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.tiles import name_of

DRAW: Final = -1
"""Beginning of a turn: a draw; a call is `call_of(tile, from_seat)`."""
GOES_ON: Final = -1
"""End of a turn: the same seat goes on after a kan or north. Otherwise the tile discarded, or ENDS."""
ENDS: Final = -2
"""The kyoku ends in this turn: a tsumo, or nine terminals and honors."""


def call_of(tile: int, from_seat: int) -> int:
    """The number of the call of a tile from a seat.

    >>> call_of(31, 2)
    159
    """
    return from_seat << 6 | tile


def order_of(begins: Sequence[Sequence[int]], ends: Sequence[Sequence[int]], *, first: int, players: int) -> list[int]:
    """The seat of each turn, from the first draw of the seat `first` on.

    Raises LogError with the seat whose turns do not fit.

    >>> order_of([[DRAW], [DRAW], [call_of(31, 1)], []], [[4], [31], [9], []], first=0, players=4)
    [0, 1, 2]
    """
    previous = _previous_seats(begins, ends, first, players)
    left = [len(own) for own in begins]
    seat = _last(previous, left)
    order: list[int] = []
    while True:
        place = left[seat] - 1
        order.append(seat)
        left[seat] = place
        before = previous[seat][place]
        if before == _NOBODY:
            break
        discard = ends[before][left[before] - 1] if left[before] else None
        taken = begins[seat][place]
        by_draw = taken == DRAW and discard is not None and (before == seat or discard >= 0)
        if not by_draw and (taken == DRAW or discard != taken & 63):
            raise _misfit(seat, place, taken, before, discard)
        seat = before
    if any(left):
        seat = next(own for own in range(players) if left[own])
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: {left[seat]} turns follow no other turn")
    order.reverse()
    return order


_NOBODY: Final = -1
"""Before the first turn."""


def _previous_seats(
    begins: Sequence[Sequence[int]], ends: Sequence[Sequence[int]], first: int, players: int
) -> list[list[int]]:
    """Of every turn the seat of the turn before it."""
    if not begins[first] or begins[first][0] != DRAW:
        raise LogError(Fault.BAD_ORDER, f"seat {first}, the dealer, does not begin with a draw")
    previous = []
    for seat, own in enumerate(begins):
        left_seat = seat - 1 if seat else players - 1
        kans = ends[seat]
        previous.append([left_seat if taken == DRAW else taken >> 6 for taken in own])
        if GOES_ON in kans:
            for place, taken in enumerate(own):
                if place and kans[place - 1] == GOES_ON:
                    if taken != DRAW:
                        raise LogError(Fault.BAD_ORDER, f"seat {seat} calls where a replacement draw must follow")
                    previous[seat][place] = seat
    previous[first][0] = _NOBODY
    return previous


def _last(previous: Sequence[Sequence[int]], n_turns: Sequence[int]) -> int:
    """The seat that has one turn more than it has successors."""
    last = None
    for seat, n in enumerate(n_turns):
        n_followed = sum(own.count(seat) for own in previous)
        if n == n_followed + 1 and last is None:
            last = seat
        elif n != n_followed:
            raise LogError(
                Fault.BAD_ORDER, f"no order of the turns fits: {n_followed} turns follow on the {n} of seat {seat}"
            )
    assert last is not None, "there is one turn more than turns that follow another"
    return last


def _misfit(seat: int, place: int, taken: int, before: int, discard: int | None) -> LogError:
    does = "draws" if taken == DRAW else f"calls {name_of(taken & 63, 'mpsz')}"
    if discard is None:
        found = "has no turn left before that"
    elif discard < 0:
        found = "does not discard before that"
    else:
        found = f"discards {name_of(discard, 'mpsz')} before that"
    message = f"no order of the turns fits: seat {seat} {does} in its turn {place + 1}, but seat {before} {found}"
    return LogError(Fault.BAD_ORDER, message)
