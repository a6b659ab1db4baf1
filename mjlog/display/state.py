"""The table at an event of a kyoku."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.games.batch import GameView, KyokuView
from mjlog.kyoku.seat import RiverTile
from mjlog.kyoku.state import KyokuState

RIVER_ROW: Final = 6
"""Discards in a row of the river. First document, line 153."""


def state_before(kyoku: KyokuView, event: int | None = None) -> KyokuState:
    """The table before an event of the kyoku; before its result if `event` is None.

    Raises IndexError for an event the kyoku does not have.
    """
    events = kyoku.events
    if event is not None and not 0 <= event < len(events):
        raise IndexError(f"kyoku {kyoku.name} has events 0 to {len(events) - 1}, not {event}")
    state = KyokuState.deal(
        game_of(kyoku).rules,
        kyoku.hands,
        dora_indicator=kyoku.dora_indicator,
        points=kyoku.points,
        dealer=kyoku.dealer,
        round_wind=kyoku.wind,
        honba=kyoku.honba,
        sticks=kyoku.sticks,
    )
    for each in events[:event]:
        state.take(each)
    return state


def river_rows(river: Sequence[RiverTile]) -> list[Sequence[RiverTile]]:
    """The discards by row; a called tile keeps its place."""
    return [river[start : start + RIVER_ROW] for start in range(0, len(river), RIVER_ROW)]


def game_of(kyoku: KyokuView) -> GameView:
    """The game of a kyoku."""
    return kyoku.games[int(kyoku.games.kyoku_start.searchsorted(kyoku.row, "right")) - 1]
