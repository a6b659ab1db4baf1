"""Plays complete games, kyoku after kyoku as the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import FinalResult, final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku
from mjlog.simulate.players import Habits
from mjlog.simulate.results import PlayedKyoku
from mjlog.simulate.turns import Absence, play_kyoku
from mjlog.wall.seed import WORDS, Wall, walls

Deal = Callable[[int, Kyoku], Wall]
"""The wall of a kyoku, by its place in the game and its start."""
FIRST_DEALT: Final = 12
"""Kyoku dealt at the beginning; more if a game goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game as it was played."""

    rules: RuleSet
    kyoku: tuple[PlayedKyoku, ...]
    result: FinalResult


def play(
    rules: RuleSet,
    players: Sequence[Habits],
    deal: Deal,
    chance: Random,
    *,
    absences: Sequence[Absence] = (),
    opening: Sequence[Habits] | None = None,
) -> PlayedGame:
    """Play a game to its end; `players` are by seat, `opening` replaces them in the first kyoku."""
    start: Kyoku | None = Kyoku(wind=0, dealer=0, points=(rules.start_points,) * rules.players)
    played: list[PlayedKyoku] = []
    while start is not None:
        place = len(played)
        habits = players if place or opening is None else opening
        played.append(play_kyoku(rules, habits, start, deal(place, start), chance, place, absences))
        start = next_kyoku(rules, start, played[-1].settlement).next
    end = played[-1].settlement
    return PlayedGame(rules=rules, kyoku=tuple(played), result=final_result(rules, end.points, end.sticks))


def seeded(seed: str, players: int) -> Deal:
    """Walls from a seed, one per kyoku; a seed with a line for each kyoku must have enough lines."""
    dealt: list[Wall] = []

    def deal(place: int, start: Kyoku) -> Wall:
        if place >= len(dealt):
            n_kyoku = seed.count("\n") + 1 if seed.startswith(WORDS) else 2 * place or FIRST_DEALT
            dealt[:] = walls(seed, [0] * n_kyoku, players=players)
        hands = dealt[place].hands
        return replace(dealt[place], hands=tuple(hands[(s - start.dealer) % players] for s in range(players)))

    return deal
