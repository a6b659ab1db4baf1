"""Rare events that a simulated game can be required to contain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.games.columns import Result
from mjlog.games.events import Left, Riichi
from mjlog.rules.ruleset import WINDS_OF_LENGTH
from mjlog.rules.yaku import BY_KEY
from mjlog.simulate.game import PlayedGame

Happens = Callable[[PlayedGame], bool]
"""Whether the event happens in a game."""

LONG: Final = 5
"""Honba of a long renchan."""


def _ends(result: Result) -> Happens:
    return lambda game: any(kyoku.result is result for kyoku in game.kyoku)


def _wins(n_wins: int) -> Happens:
    return lambda game: any(len(kyoku.wins) == n_wins for kyoku in game.kyoku)


def _has_yaku(key: str) -> Happens:
    return lambda game: any(yaku.key == key for kyoku in game.kyoku for win in kyoku.wins for yaku in win.score.yaku)


def _fouls(game: PlayedGame, result: Result, *, riichi: bool) -> bool:
    """Whether a kyoku ends so, after a riichi or not."""
    return any(
        kyoku.result is result and any(isinstance(event, Riichi) for event in kyoku.events) is riichi
        for kyoku in game.kyoku
    )


EVENTS: Final[dict[str, Happens]] = {
    **{key: _has_yaku(key) for key in BY_KEY},
    **{result.name.lower(): _ends(result) for result in Result if result not in (Result.WIN, Result.EXHAUSTIVE_DRAW)},
    "double_ron": _wins(2),
    "triple_ron": _wins(3),
    "yakuman": lambda game: any(y.yakuman for kyoku in game.kyoku for win in kyoku.wins for y in win.score.yaku),
    "disconnection": lambda game: any(isinstance(event, Left) for kyoku in game.kyoku for event in kyoku.events),
    "noten_riichi": lambda game: _fouls(game, Result.CHOMBO, riichi=True),
    "wrong_set": lambda game: _fouls(game, Result.FOUL_DRAW, riichi=False),
    "dead_hand": lambda game: any(any(kyoku.dead) for kyoku in game.kyoku),
    "pao": lambda game: any(win.pao is not None for kyoku in game.kyoku for win in kyoku.wins),
    "tobi": lambda game: min(game.kyoku[-1].settlement.points) < 0,
    "extension": lambda game: game.kyoku[-1].start.wind >= WINDS_OF_LENGTH[game.rules.length],
    "long_renchan": lambda game: any(kyoku.start.honba >= LONG for kyoku in game.kyoku),
}
"""Events by name; a yaku by its key, a draw by its result."""
