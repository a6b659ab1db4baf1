"""The order of the turns of a kyoku, which Tenhou's JSON does not tell: a search that backs up.

A turn is what a player takes (a draw or a call) with what the player answers (a discard, a kan, a north). The JSON
lists the turns of each player and nothing else. After a kan or a north the same player goes on; after a discard the
next player draws, or one whose next turn calls that very tile from that very player takes it. Where both fit, calls
are tried before draws, and calls of others before those of the next player, who alone can chi.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

DRAW: Final = -1
"""What a turn takes: a draw, or a call as `call_of(tile, from_seat)`."""
GOES_ON: Final = -1
"""What a turn leaves: nothing yet, the player goes on; or the tile discarded, or ENDS."""
ENDS: Final = -2
"""The kyoku ends in this turn: a tsumo, or nine terminals and honors."""
_NOTHING: Final = -9
"""Behind the last turn of a player."""


class Orders(NamedTuple):
    """What the search found."""

    seats: list[int]
    """Whose turn it is, turn by turn; without an order that fits, as far as the search came."""
    found: int
    """Orders that fit: 0, 1, or 2 for several."""


def call_of(tile: int, from_seat: int) -> int:
    """The number of a call of that tile from that seat.

    >>> call_of(31, 2)
    159
    """
    return from_seat << 6 | tile


def orders_of(
    takes: Sequence[Sequence[int]], leaves: Sequence[Sequence[int]], *, first: int, last: int | None, players: int
) -> Orders:
    """An order of all turns, from `first`'s on.

    The last turn is `last`'s (None: anyone's). Where several orders fit, the one that calls earliest is given.
    """
    n_turns = sum(map(len, takes))
    coming = [[*own, _NOTHING] for own in takes]
    order: list[int] = []
    at = [0] * len(takes)
    heads = [own[0] for own in coming]
    choices: list[tuple[tuple[int, ...], int, list[int]]] = []
    hopeless: set[tuple[int, ...]] = set()
    furthest: list[int] = []
    answer: list[int] | None = None
    n_behind_answer = 0  # choices that led to the answer
    seat = first if heads[first] == DRAW else None
    while True:
        if seat is not None:
            left = leaves[seat][at[seat]]
            at[seat] += 1
            heads[seat] = coming[seat][at[seat]]
            order.append(seat)
            if len(order) == n_turns:
                if last is None or seat == last:
                    if answer is not None:
                        return Orders(answer, 2)
                    answer, n_behind_answer = order.copy(), len(choices)
                seat = None
            elif left >= 0:
                after = seat + 1 if seat + 1 < players else 0
                call = seat << 6 | left
                if call in heads:
                    options = [] if heads[after] != DRAW or left not in leaves[seat][at[seat] :] else [after]
                    callers = [other for other in range(players) if heads[other] == call]
                    callers.sort(key=after.__eq__)
                    options += reversed(callers)
                    state = (seat, *at)
                    if state in hopeless:
                        seat = None
                    else:
                        seat = options.pop()
                        choices.append((state, len(order), options))
                else:
                    seat = after if heads[after] == DRAW else None
            elif left == ENDS or heads[seat] != DRAW:
                seat = None
        else:
            if answer is None and len(order) > len(furthest):
                furthest = order.copy()
            while choices and not choices[-1][2]:
                state, _, _ = choices.pop()
                if answer is None or len(choices) >= n_behind_answer:
                    hopeless.add(state)
                else:
                    n_behind_answer = len(choices)
            if not choices:
                return Orders(furthest, 0) if answer is None else Orders(answer, 1)
            _, length, options = choices[-1]
            for undone in order[length:]:
                at[undone] -= 1
            del order[length:]
            heads = [own[place] for own, place in zip(coming, at, strict=True)]
            seat = options.pop()
