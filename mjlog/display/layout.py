"""What lies on the table at a moment, and how sets lie: the part that text and pictures share."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mjlog.games.batch import Games, KyokuView
from mjlog.games.events import Ankan, Kakan, OpenSet
from mjlog.kyoku.state import KyokuState
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import turn_distance
from mjlog.tiles import RED_FIVES


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """One tile of a set as it lies."""

    tile: int
    sideways: bool = False
    """It was called, and points to whom it came from."""
    under: int | None = None
    """The tile a kakan added to it."""
    hidden: bool = False
    """It lies face down."""


def laid(call: OpenSet | Ankan, seat: int, players: int) -> tuple[Laid, ...]:
    """The tiles of a set from left to right: the called one lies on the side it came from, in the middle from across.

    >>> from mjlog.games.events import Chi
    >>> [tile.tile for tile in laid(Chi(1, 0, (2, 0, 1)), 1, 4) if tile.sideways]
    [2]
    """
    if isinstance(call, Ankan):
        plain = sorted(call.tiles, key=lambda tile: tile in RED_FIVES)
        faces = [plain[0], plain[-1], plain[2], plain[1]]  # a red five is seen
        return tuple(Laid(tile=tile, hidden=place in (0, 3)) for place, tile in enumerate(faces))
    added, tiles = (call.tiles[0], call.tiles[1:]) if isinstance(call, Kakan) else (None, call.tiles)
    called, *own = (Laid(tile=tile) for tile in tiles)
    turns = turn_distance(seat, call.from_seat, players)
    place = len(own) if turns == 1 else 0 if turns == players - 1 else 1
    own.insert(place, replace(called, sideways=True, under=added))
    return tuple(own)


def rules_of(games: Games, kyoku: int) -> RuleSet:
    """The rules a row of the batch's kyoku is played by."""
    game = int(games.kyoku_start.searchsorted(kyoku, "right")) - 1
    return games[game].rules


def state_before(kyoku: KyokuView, event: int | None = None) -> KyokuState:
    """The table before an event of the kyoku; with None before its result.

    Raises IndexError for an event the kyoku does not have.
    """
    events = kyoku.events
    if event is not None and not 0 <= event < len(events):
        raise IndexError(f"kyoku {kyoku.name} has events 0 to {len(events) - 1}, not {event}")
    state = KyokuState.deal(
        rules_of(kyoku.games, kyoku.row),
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


def names_of(kyoku: KyokuView) -> tuple[str | None, ...]:
    """Names of the players by seat."""
    game = int(kyoku.games.kyoku_start.searchsorted(kyoku.row, "right")) - 1
    return kyoku.games[game].names
