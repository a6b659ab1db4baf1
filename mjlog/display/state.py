"""The table at an event of a kyoku."""

from __future__ import annotations

from mjlog.games.batch import GameView, KyokuView
from mjlog.kyoku.state import KyokuState


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


def game_of(kyoku: KyokuView) -> GameView:
    """The game of a kyoku."""
    return kyoku.games[int(kyoku.games.kyoku_start.searchsorted(kyoku.row, "right")) - 1]
