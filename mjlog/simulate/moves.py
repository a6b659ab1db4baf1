"""Carries out the moves of one kyoku with physical tiles, and keeps events, state and observation in step."""

from __future__ import annotations

from dataclasses import replace

from mjlog.games.events import (
    Ankan,
    Call,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Pon,
)
from mjlog.kyoku.state import Expects, KyokuState
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.settlement import Kyoku
from mjlog.simulate.observation import Observation
from mjlog.tiles import KIND_OF_TILE
from mjlog.wall.table import DealtWall


class KyokuRecorder:
    """One kyoku up to its last event."""

    def __init__(self, rules: RuleSet, start: Kyoku, wall: DealtWall) -> None:
        self.rules, self.start, self.wall = rules, start, wall
        self.tiles = rules.coloured_tiles
        self.copies = [list(hand) for hand in wall.hands]
        """Copies of the concealed tiles of each seat, the drawn one last."""
        self.state = KyokuState.deal(
            rules,
            [self.tiles_of(hand) for hand in wall.hands],
            dora_indicator=self.tiles[wall.dora_indicators[0]],
            points=start.points,
            dealer=start.dealer,
            round_wind=start.wind,
            honba=start.honba,
            sticks=start.sticks,
            dealer_wins=start.dealer_wins,
        )
        self.observation = Observation(self.state)
        self.events: list[Event] = []
        self.last_copy = -1
        """The copy last discarded, added to a pon, set aside or made an ankan."""
        self.n_drawn = 0
        """Tiles drawn from the live wall."""

    def tiles_of(self, copies: tuple[int, ...]) -> tuple[int, ...]:
        """The tiles of copies."""
        return tuple([self.tiles[copy] for copy in copies])

    def record(self, event: Event) -> None:
        """Add an event; its tiles have been moved before."""
        self.events.append(event)
        self.state.take(event)
        self.observation.take(event)

    def draw(self) -> None:
        """The seat whose turn it is draws, from the dead wall after a kan or north."""
        state, seat = self.state, self.state.turn
        if state.expects is Expects.REPLACEMENT:
            self._turn_indicators(state.indicators_due - (state.open_kan and not state.at_once))
            copy = self.wall.replacements[state.n_replacements]
        else:
            copy = self.wall.draws[self.n_drawn]
            self.n_drawn += 1
        self.record(Draw(seat, self.tiles[copy], copy))
        self.copies[seat].append(copy)

    def discard(self, seat: int, tile: int) -> None:
        """Discard a tile, the drawn one if it is that tile."""
        if n_due := self.state.indicators_due:
            late = self.rules.kan_dora_timing == "after_discard" and self.state.open_kan
            self._turn_indicators(n_due - late)
        tsumogiri = tile == self.state.seats[seat].drawn
        self.last_copy = self._pop(seat, tile, drawn=tsumogiri)
        self.record(Discard(seat, tile, self.last_copy, tsumogiri))
        if n_due := self.state.indicators_due:
            self._turn_indicators(n_due)

    def call(self, call: Call) -> None:
        """Carry out a call; its copies are chosen here."""
        seat = call.seat
        copies: tuple[int, ...]
        match call:
            case Kita():
                self.last_copy = self._pop(seat, call.tile, drawn=True)
                self.record(replace(call, copy=self.last_copy))
                return
            case Chi() | Pon() | Daiminkan():
                copies = (self.last_copy, *sorted(self._pop(seat, tile) for tile in call.tiles[1:]))
            case Ankan():
                copies = tuple(sorted(self._pop(seat, tile) for tile in call.tiles))
                self.last_copy = copies[0]
            case Kakan():
                kind = KIND_OF_TILE[call.tiles[0]]
                melds = self.state.seats[seat].sets
                pon = next(m for m in melds if isinstance(m, Pon) and KIND_OF_TILE[m.tiles[0]] == kind)
                assert pon.copies is not None
                self.last_copy = self._pop(seat, call.tiles[0], drawn=True)
                copies = (self.last_copy, *pon.copies)
        self.record(replace(call, tiles=self.tiles_of(copies), copies=copies))

    def _turn_indicators(self, n: int) -> None:
        for _ in range(n):
            copy = self.wall.dora_indicators[len(self.state.indicators)]
            self.record(DoraIndicator(self.tiles[copy], copy))

    def _pop(self, seat: int, tile: int, *, drawn: bool = False) -> int:
        """Take a copy of the tile out of the hand, the drawn one if `drawn` or if there is no other."""
        hand, tiles = self.copies[seat], self.tiles
        if drawn and tiles[hand[-1]] == tile:
            return hand.pop()
        places = [place for place, copy in enumerate(hand) if tiles[copy] == tile]
        return hand.pop(places[-1 if drawn else 0])
