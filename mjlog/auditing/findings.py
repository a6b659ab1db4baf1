"""What an audit finds: one value per difference between a log and the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, cast

Level = Literal["score", "settlement", "progress", "legality", "wall"]
LEVELS: Final[tuple[Level, ...]] = ("score", "settlement", "progress", "legality", "wall")
"""The levels of an audit, each switchable."""


def known_levels(names: str | Iterable[str]) -> tuple[Level, ...]:
    """The levels of these names (in a text separated by commas); ValueError for one that does not exist.

    >>> known_levels("score,wall"), known_levels("")
    (('score', 'wall'), ())
    """
    chosen = tuple(filter(None, names.split(",")) if isinstance(names, str) else names)
    for name in chosen:
        if name not in LEVELS:
            raise ValueError(f"no level {name!r}; the levels are {', '.join(LEVELS)}")
    return cast(tuple[Level, ...], chosen)


class Code(StrEnum):
    """What differs; the value is the code shown to users and stored in `findings`."""

    # score: what a win claims about its hand
    YAKU = "yaku"
    DORA = "dora"
    RED_DORA = "red-dora"
    URA_DORA = "ura-dora"
    FU = "fu"
    LIMIT = "limit"
    VALUE = "value"
    NO_YAKU = "no-yaku"
    NOT_A_WIN = "not-a-win"
    WIN_HAND = "win-hand"
    WIN_INDICATORS = "win-indicators"
    # settlement: who pays whom
    PAYMENT = "payment"
    PAO = "pao"
    STICKS_TAKEN = "sticks-taken"
    HONBA_STATED = "honba-stated"
    POINTS_BEFORE = "points-before"
    CHIPS = "chips"
    # progress: what follows what
    START_POINTS = "start-points"
    DEALER = "dealer"
    ROUND = "round"
    HONBA = "honba"
    STICKS = "sticks"
    START_CHIPS = "start-chips"
    GAME_GOES_ON = "game-goes-on"
    GAME_ENDS_EARLY = "game-ends-early"
    FINAL_POINTS = "final-points"
    FINAL_SCORE = "final-score"
    FINAL_CHIPS = "final-chips"
    # legality: what was played
    TILE_TWICE = "tile-twice"
    TILE_NOT_HELD = "tile-not-held"
    OUT_OF_TURN = "out-of-turn"
    CALL_IMPOSSIBLE = "call-impossible"
    KUIKAE = "kuikae"
    RIICHI_CONDITION = "riichi-condition"
    RIICHI_HAND = "riichi-hand"
    RIICHI_STICK = "riichi-stick"
    KAN_CONDITION = "kan-condition"
    FURITEN = "furiten"
    WIN_IMPOSSIBLE = "win-impossible"
    WINNERS = "winners"
    INDICATOR = "indicator"
    DRAW_CONDITION = "draw-condition"
    TENPAI_CLAIM = "tenpai-claim"
    SHOWN_HAND = "shown-hand"
    WALL_COUNT = "wall-count"
    # wall: what the seed deals
    WALL_SEED = "wall-seed"
    WALL_DEAL = "wall-deal"
    WALL_DRAW = "wall-draw"
    WALL_INDICATOR = "wall-indicator"
    WALL_URA = "wall-ura"
    WALL_DICE = "wall-dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One difference, with its place and both sides of it."""

    level: Level
    code: Code
    game: int
    """Place of the game in the batch."""
    kyoku: int | None
    """Place of the kyoku in the game."""
    event: int | None = None
    """Place of the event in the kyoku; None where a result or a whole kyoku is meant."""
    seat: int | None = None
    win: int | None = None
    """Place of the win among those of the kyoku."""
    expected: str
    """What the rules say, in words or numbers."""
    found: str
    """What the log says."""
    message: str
    """A sentence a player understands."""
    option: str | None = None
    """The rule option that would explain it, as `field=value`, if one alone would."""
