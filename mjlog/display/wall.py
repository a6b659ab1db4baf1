"""The wall on the table: what is left of each side, and where it was broken."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.games.batch import KyokuView
from mjlog.kyoku.state import KyokuState
from mjlog.wall.table import first_stack, side_start, sides_of


class Stack(NamedTuple):
    """One stack of the wall."""

    n_tiles: int
    """Tiles left, 0-2."""
    dead: bool
    """It belongs to the dead wall, or its lower tile was moved into it."""
    indicator: bool
    """Its upper tile is a turned indicator."""
    first: bool
    """It was taken first: the break is on its right."""


def wall_left(kyoku: KyokuView, state: KyokuState) -> list[list[Stack]]:
    """The sides from seat 0 on, counter-clockwise, each from the left as its player sees it; empty without dice."""
    if kyoku.dice is None:
        return []
    rules, sides = state.rules, sides_of(state.rules)
    n_stacks, n_replacements = sum(sides), state.n_replacements
    first = first_stack(rules, state.dealer, [kyoku.dice])
    taken = 13 * state.players + sum(seat.n_draws for seat in state.seats) - n_replacements
    live_end = 2 * n_stacks - rules.dead_wall - n_replacements * (rules.dead_wall == 14)
    first_indicator = 2 if state.players == 4 else 4

    def stack(place: int) -> Stack:
        """The stack at a place, counted from the break in the order of the draws."""
        from_end = n_stacks - 1 - place
        gone = min(max(taken - 2 * place, n_replacements - 2 * from_end, 0), 2)
        turned = first_indicator <= from_end < first_indicator + len(state.indicators)
        return Stack(2 - gone, 2 * place + 1 >= live_end, turned, place == 0)

    stacks = [stack((place - first) % n_stacks) for place in range(n_stacks)]
    clockwise = [stacks[side_start(sides, side) :][:n] for side, n in enumerate(sides)]
    return [clockwise[(seat - state.dealer) % len(sides)][::-1] for seat in range(len(sides))]
