"""Plays complete games, kyoku after kyoku as the rules say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from mjlog.rules.progress import next_kyoku
from mjlog.rules.result import FinalResult, final_result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.seating import N_THROWS, first_dealer, seats_drawn
from mjlog.rules.settlement import Chombo, Kyoku
from mjlog.simulate.players import Habits
from mjlog.simulate.results import PlayedKyoku
from mjlog.simulate.turns import Absence, play_kyoku
from mjlog.wall.seed import WORDS, walls
from mjlog.wall.table import DealtWall, Wall, sides_of

Deal = Callable[[int, Kyoku], DealtWall]
"""The wall of a kyoku, by its place in the game and its start."""
FIRST_DEALT: Final = 12
"""Kyoku dealt at the beginning; more if a game goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game as it was played."""

    rules: RuleSet
    kyoku: tuple[PlayedKyoku, ...]
    result: FinalResult

    @property
    def most_points(self) -> int:
        """The most points that a seat has, or owes, after a kyoku, or that a win is worth."""
        seats = (abs(points) for kyoku in self.kyoku for points in kyoku.settlement.points)
        return max(*seats, *(win.score.points for kyoku in self.kyoku for win in kyoku.wins))


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
    fouls = [kyoku.settlement.outcome.seat for kyoku in played if isinstance(kyoku.settlement.outcome, Chombo)]
    result = final_result(rules, end.points, end.sticks, [fouls.count(seat) for seat in range(rules.players)])
    return PlayedGame(rules=rules, kyoku=tuple(played), result=result)


def at_table(rules: RuleSet) -> bool:
    """Whether the tiles are real: dice choose the first dealer, three walls are built, or the dead wall has 18 tiles.

    Its walls are shuffled, broken and dealt (`built`); they come from no seed that a log could record.
    """
    return rules.first_dealer != "east" or len(sides_of(rules)) == 3 or rules.dead_wall == 18


def built(rules: RuleSet, chance: Random) -> Deal:
    """Walls of shuffled tiles, each broken by one throw."""

    def deal(place: int, start: Kyoku) -> DealtWall:
        return Wall.shuffled(rules, start.dealer, chance).deal(throw(chance))

    return deal


def throw(chance: Random) -> tuple[int, int]:
    """Two dice."""
    return chance.randint(1, 6), chance.randint(1, 6)


def players_by_seat(rules: RuleSet, chance: Random) -> tuple[int, ...]:
    """The players by seat from the first dealer on: drawn and thrown for if dice choose the first dealer."""
    players = range(rules.players)
    if rules.first_dealer == "east":
        return tuple(players)
    drawn = seats_drawn(chance.sample(players, rules.players))
    first = first_dealer(rules, [sum(throw(chance)) for _ in range(N_THROWS[rules.first_dealer])])
    return drawn[first:] + drawn[:first]


def seeded(seed: str, players: int) -> Deal:
    """Walls from a seed, one per kyoku; a seed with a line for each kyoku must have enough lines."""
    dealt: list[DealtWall] = []

    def deal(place: int, start: Kyoku) -> DealtWall:
        if place >= len(dealt):
            n_kyoku = seed.count("\n") + 1 if seed.startswith(WORDS) else 2 * place or FIRST_DEALT
            dealt[:] = walls(seed, [0] * n_kyoku, players=players)
        hands = dealt[place].hands
        return replace(dealt[place], hands=tuple(hands[(s - start.dealer) % players] for s in range(players)))

    return deal
