"""The order of the turns of a kyoku, which Tenhou's JSON does not tell, found from its end.

A turn is what a player takes (a draw or a call) with what the player answers (a discard, a kan, a north). The JSON
lists the turns of each player and nothing else. Forwards the order is open: a discard may be called now, or the next
like it. Backwards it is not, for every turn tells whose turn was before it: that of the player it calls from; of a draw
the own one if that was a kan or north, else that of the player before. So of each player as many turns are followed by
others as point at that player, the one with a turn more has the last one, and from there each step back is the latest
turn left of the player pointed at. There is one order or none, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.tiles import name_of

DRAW: Final = -1
"""What a turn takes: a draw, or a call as `call_of(tile, from_seat)`."""
GOES_ON: Final = -1
"""What a turn leaves: nothing yet, the player goes on; or the tile discarded, or ENDS."""
ENDS: Final = -2
"""The kyoku ends in this turn: a tsumo, or nine terminals and honors."""


def call_of(tile: int, from_seat: int) -> int:
    """The number of a call of that tile from that seat.

    >>> call_of(31, 2)
    159
    """
    return from_seat << 6 | tile


def order_of(takes: Sequence[Sequence[int]], leaves: Sequence[Sequence[int]], *, first: int, players: int) -> list[int]:
    """Whose turn it is, turn by turn, from `first`'s first draw on.

    Raises LogError with the seat whose turns do not fit in.

    >>> order_of([[DRAW], [DRAW], [call_of(31, 1)], []], [[4], [31], [9], []], first=0, players=4)
    [0, 1, 2]
    """
    ahead = _ahead(takes, leaves, first, players)
    left = [len(own) for own in takes]
    seat = _last(ahead, left)
    order: list[int] = []
    while True:
        place = left[seat] - 1
        order.append(seat)
        left[seat] = place
        before = ahead[seat][place]
        if before == _NOBODY:
            break
        discard = leaves[before][left[before] - 1] if left[before] else None
        taken = takes[seat][place]
        by_draw = taken == DRAW and discard is not None and (before == seat or discard >= 0)
        if not by_draw and (taken == DRAW or discard != taken & 63):
            raise _misfit(seat, place, taken, before, discard)
        seat = before
    if any(left):
        seat = next(own for own in range(players) if left[own])
        raise LogError(Fault.BAD_ORDER, f"seat {seat}: {left[seat]} turns hang together with no other")
    order.reverse()
    return order


_NOBODY: Final = -1
"""Before the first turn."""


def _ahead(
    takes: Sequence[Sequence[int]], leaves: Sequence[Sequence[int]], first: int, players: int
) -> list[list[int]]:
    """Of every turn whose turn was before it."""
    if not takes[first] or takes[first][0] != DRAW:
        raise LogError(Fault.BAD_ORDER, f"seat {first}, the dealer, does not begin with a draw")
    ahead = []
    for seat, own in enumerate(takes):
        previous = seat - 1 if seat else players - 1
        kans = leaves[seat]
        ahead.append([previous if taken == DRAW else taken >> 6 for taken in own])
        if GOES_ON in kans:
            for place, taken in enumerate(own):
                if place and kans[place - 1] == GOES_ON:
                    if taken != DRAW:
                        raise LogError(Fault.BAD_ORDER, f"seat {seat} calls where a replacement draw must follow")
                    ahead[seat][place] = seat
    ahead[first][0] = _NOBODY
    return ahead


def _last(ahead: Sequence[Sequence[int]], n_turns: Sequence[int]) -> int:
    """Who has a turn more than are followed by others."""
    last = None
    for seat, n in enumerate(n_turns):
        n_followed = sum(own.count(seat) for own in ahead)
        if n == n_followed + 1 and last is None:
            last = seat
        elif n != n_followed:
            raise LogError(
                Fault.BAD_ORDER, f"no order of the turns fits: {n_followed} turns follow on the {n} of seat {seat}"
            )
    assert last is not None, "the turns are one more than those that follow another"
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
