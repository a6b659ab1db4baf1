"""Findings: the differences between a log and the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, cast

Level = Literal["score", "settlement", "progress", "legality", "wall"]
LEVELS: Final[tuple[Level, ...]] = ("score", "settlement", "progress", "legality", "wall")
"""The levels of an audit, each of which can be left out."""


def known_levels(names: str | Iterable[str]) -> tuple[Level, ...]:
    """The levels of these names, or of a text separated by commas. Raises ValueError for an unknown level.

    >>> known_levels("score,wall"), known_levels("")
    (('score', 'wall'), ())
    """
    selected = tuple(filter(None, names.split(",")) if isinstance(names, str) else names)
    for name in selected:
        if name not in LEVELS:
            raise ValueError(f"no level {name!r}; the levels are {', '.join(LEVELS)}")
    return cast(tuple[Level, ...], selected)


class Code(StrEnum):
    """Kinds of findings; users see the value, which the table `findings` stores."""

    # score: the recorded score of a win
    YAKU = "yaku"
    DORA = "dora"
    RED_DORA = "red-dora"
    URA_DORA = "ura-dora"
    HAN = "han"
    FU = "fu"
    LIMIT = "limit"
    VALUE = "value"
    NO_YAKU = "no-yaku"
    NOT_A_WIN = "not-a-win"
    ATOZUKE = "atozuke"
    WIN_HAND = "win-hand"
    WIN_INDICATORS = "win-indicators"
    # settlement: payments
    PAYMENT = "payment"
    PAO = "pao"
    STICKS_TAKEN = "sticks-taken"
    HONBA_STATED = "honba-stated"
    POINTS_BEFORE = "points-before"
    CHIPS = "chips"
    # progress: the order of the kyoku, and the end
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
    # legality: moves and results
    TILE_TWICE = "tile-twice"
    TILE_COPY = "tile-copy"
    TILE_NOT_HELD = "tile-not-held"
    OUT_OF_TURN = "out-of-turn"
    CALL_IMPOSSIBLE = "call-impossible"
    KUIKAE = "kuikae"
    RIICHI_CONDITION = "riichi-condition"
    RIICHI_HAND = "riichi-hand"
    RIICHI_STICK = "riichi-stick"
    KAN_CONDITION = "kan-condition"
    FURITEN = "furiten"
    DEAD_HAND = "dead-hand"
    WIN_IMPOSSIBLE = "win-impossible"
    WINNERS = "winners"
    INDICATOR = "indicator"
    DRAW_CONDITION = "draw-condition"
    CHOMBO = "chombo"
    TENPAI_CLAIM = "tenpai-claim"
    SHOWN_HAND = "shown-hand"
    WALL_COUNT = "wall-count"
    # wall: tiles and dice of the seed
    WALL_SEED = "wall-seed"
    WALL_DEAL = "wall-deal"
    WALL_DRAW = "wall-draw"
    WALL_INDICATOR = "wall-indicator"
    WALL_URA = "wall-ura"
    WALL_DICE = "wall-dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One difference, with its place and both values."""

    level: Level
    code: Code
    game: int
    """Place of the game in the batch."""
    kyoku: int | None
    """Place of the kyoku in the game."""
    event: int | None = None
    """Place of the event in the kyoku; None for a finding about a result or a whole kyoku."""
    seat: int | None = None
    win: int | None = None
    """Place of the win among those of the kyoku."""
    expected: str
    """The value by the rules, in words or numbers."""
    found: str
    """The value in the log."""
    message: str
    """A sentence for players."""
    option: str | None = None
    """The rule option that alone would explain it, as `field=value`; None if there is no such option."""
