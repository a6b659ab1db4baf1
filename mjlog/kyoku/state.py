"""One kyoku played event by event in plain Python: the visible and the hidden state of a table.

It is slow and simple on purpose: the viewer, the sample maker and the simulator use it, and tests compare the compiled
replay with it. `KyokuState.take` applies an event without checks; `mjlog.kyoku.legality` checks events.

A tile offered by an event (a discard, a kakan or ankan, a kita) is open to a ron until the next event. Only then is a
ron passed (furiten), and only then does a kan or kita break ippatsu and first turns: a robbed one does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple, assert_never

from mjlog.games.events import (
    Ankan,
    Chi,
    Daiminkan,
    Discard,
    DoraIndicator,
    Draw,
    Event,
    Kakan,
    Kita,
    Left,
    OpenRiichi,
    Pon,
    Returned,
    Riichi,
    RiichiAccepted,
    Tiles,
)
from mjlog.kyoku.seat import RiverTile, SeatState, kuikae_of, melds_of, pao_of, pon_of, remove
from mjlog.kyoku.tenpai import Kinds, is_kokushi
from mjlog.rules.atozuke import noten
from mjlog.rules.hand import Hand
from mjlog.rules.points import STICK
from mjlog.rules.progress import is_paarenchan
from mjlog.rules.readings import Circumstance
from mjlog.rules.ruleset import RuleSet
from mjlog.seats import seat_wind, wind_of_round
from mjlog.tiles import BLUES, KIND_OF_TILE, NORTH, REDS


class Expects(Enum):
    """The event that must come next; `KyokuState.turn` is the seat."""

    DRAW = "a draw from the live wall"
    REPLACEMENT = "a draw after a kan or kita"
    TURN = "a discard, riichi, kan, kita or win after a draw"
    CALLED = "the discard after a chi or pon"
    DECLARED = "the discard that declares riichi"


class Offer(NamedTuple):
    """A tile on which others may win, and which they may call if it is a discard."""

    seat: int
    tile: int
    how: Literal["discard", "kakan", "ankan", "kita"]
    after_kan: bool
    """The seat has drawn the replacement of a kan since its last discard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Winning:
    """A win and its circumstances at the table."""

    seat: int
    from_seat: int | None
    """The discarder; None for a tsumo."""
    win: Hand
    """The facts its value depends on."""
    waits: Kinds
    furiten: bool
    pao: dict[str, int]
    """Liable seat of each yakuman fixed by open sets, whether or not the rules have pao for it."""
    kan_feeder: int | None
    """Seat that fed a daiminkan since the last discard of a tsumo's winner."""


@dataclass(slots=True, kw_only=True)
class KyokuState:
    """A kyoku at one moment; `deal` makes the first."""

    rules: RuleSet
    round_wind: int
    honba: int
    sticks: int
    """Riichi sticks on the table."""
    dealer: int
    dealer_wins: int
    """Wins of the dealer in the kyoku right before, in a row."""
    seats: list[SeatState]
    indicators: list[int]
    """Dora indicators shown."""
    n_live: int
    """Tiles of the live wall that can still be drawn."""
    turn: int
    expects: Expects = Expects.DRAW
    offer: Offer | None = None
    """The last discard, or the tile of the last kan or kita, until the next draw or call."""
    ron_over: bool = False
    """Later events show that nobody won on the offered tile."""
    riichi_due: int | None = None
    """Seat that has discarded its declaration tile and not yet paid the stick."""
    replaced: Literal["kan", "kita"] | None = None
    """The reason of a replacement draw; None for a draw from the live wall."""
    after_kan: bool = False
    """The seat to act has drawn the replacement of a kan since its last discard."""
    kan_feeder: int | None = None
    """Seat that fed the daiminkan made since the last discard."""
    open_kan: bool = False
    """The last replacement, drawn or expected, is for an open kan."""
    indicators_due: int = 0
    """Kans whose indicator is not turned yet."""
    n_replacements: int = 0
    uninterrupted: bool = True
    """No call, kan or kita so far."""
    n_events: int = 0

    @classmethod
    def deal(
        cls,
        rules: RuleSet,
        hands: Sequence[Tiles],
        *,
        dora_indicator: int | None,
        points: Sequence[int],
        dealer: int = 0,
        round_wind: int = 0,
        honba: int = 0,
        sticks: int = 0,
        dealer_wins: int = 0,
    ) -> KyokuState:
        """The table after the deal, before the dealer's first draw; unrecorded tiles are left out."""
        n_tiles = 136 if rules.players == 4 else 108
        return cls(
            rules=rules,
            round_wind=wind_of_round(round_wind),
            honba=honba,
            sticks=sticks,
            dealer=dealer,
            dealer_wins=dealer_wins,
            seats=[SeatState(hand=list(hand), points=p) for hand, p in zip(hands, points, strict=True)],
            indicators=[] if dora_indicator is None else [dora_indicator],
            n_live=n_tiles - 13 * rules.players - rules.dead_wall,
            turn=dealer,
        )

    @property
    def players(self) -> int:
        """3 or 4."""
        return len(self.seats)

    @property
    def at_once(self) -> bool:
        """Every kan's indicator is shown before its replacement is drawn."""
        return self.rules.kan_dora_timing == "at_once"

    @property
    def n_kans(self) -> int:
        """Kans of all seats."""
        return sum([seat.n_kans for seat in self.seats if seat.sets])

    def first_turn(self, seat: int) -> bool:
        """Whether the seat has not discarded yet and nothing was called, robbed kans aside."""
        return self.uninterrupted and not self.seats[seat].river

    def take(self, event: Event) -> None:
        """Apply an event, legal or not."""
        self.n_events += 1
        match event:
            case Draw():
                self._draw(event)
            case Discard():
                self._discard(event)
            case Chi() | Pon() | Daiminkan():
                self._call(event)
            case Ankan() | Kakan():
                self._kan(event)
            case Kita():
                self._kita(event)
            case Riichi():
                seat = self.seats[event.seat]
                seat.riichi_declared = True
                seat.double_riichi = self.first_turn(event.seat)
                self.expects = Expects.DECLARED
            case RiichiAccepted():
                self._pass_over()
                seat = self.seats[event.seat]
                seat.riichi_accepted = seat.ippatsu = True
                seat.points -= STICK
                self.sticks += 1
                self.riichi_due = None
            case OpenRiichi():
                self.seats[event.seat].open_riichi = True
            case DoraIndicator():
                self.indicators.append(event.tile)
                self.indicators_due -= 1
            case Left() | Returned():
                pass
            case _:
                assert_never(event)

    def _draw(self, event: Draw) -> None:
        self._pass_over()
        if self.offer and self.offer.how != "discard":
            self._interrupt()
        seat = self.seats[event.seat]
        if self.rules.furiten_until == "draw":
            seat.passed_this_turn.clear()
        if self.expects is Expects.REPLACEMENT:
            self.replaced = "kita" if self.offer and self.offer.how == "kita" else "kan"
            self.after_kan |= self.replaced == "kan"
            self.n_replacements += 1
            self.n_live -= self.rules.dead_wall == 14  # a dead wall of 18 holds its replacements and is not refilled
        else:
            self.replaced = None
            self.n_live -= 1
        self.offer = None
        if event.tile is not None:
            seat.hand.append(event.tile)
        seat.drawn = event.tile
        seat.n_draws += 1
        self.turn, self.expects = event.seat, Expects.TURN

    def _discard(self, event: Discard) -> None:
        seat = self.seats[event.seat]
        if seat.riichi_accepted and seat.drawn is not None and KIND_OF_TILE[seat.drawn] in seat.waits:
            seat.passed_in_riichi.add(KIND_OF_TILE[seat.drawn])
        remove(seat.hand, [event.tile], last=event.tsumogiri is True)
        declares = self.expects is Expects.DECLARED
        seat.river.append(RiverTile(event.tile, event.tsumogiri, seat.lacks_mark))
        seat.discarded.add(KIND_OF_TILE[event.tile])
        seat.dead |= self.rules.kuikae == "dead_hand" and KIND_OF_TILE[event.tile] in seat.kuikae
        seat.drawn, seat.kuikae, seat.ippatsu = None, frozenset(), False
        seat.passed_this_turn.clear()
        self._offer(event.seat, event.tile, "discard")
        self.after_kan, self.kan_feeder = False, None
        self.riichi_due = event.seat if declares else None
        self.turn, self.expects = (event.seat + 1) % self.players, Expects.DRAW

    def _call(self, event: Chi | Pon | Daiminkan) -> None:
        self._pass_over()
        self._interrupt()
        seat = self.seats[event.seat]
        remove(seat.hand, event.tiles[1:])
        seat.sets.append(event)
        if self.rules.furiten_until == "draw":
            seat.passed_this_turn.clear()
        if self.seats[event.from_seat].river:
            self.seats[event.from_seat].river[-1].called_by = event.seat
        self.offer = self.replaced = None
        self.turn = event.seat
        if isinstance(event, Daiminkan):
            if seat.n_kans == 4:
                seat.suukantsu_from = event.from_seat
            self.kan_feeder = event.from_seat
            self._replacement(open_kan=True)
        else:
            seat.kuikae = kuikae_of(event, self.rules)
            self.expects = Expects.CALLED

    def _kan(self, event: Ankan | Kakan) -> None:
        seat = self.seats[event.seat]
        if isinstance(event, Ankan):
            remove(seat.hand, event.tiles)
            seat.sets.append(event)
        else:
            remove(seat.hand, event.tiles[:1])
            pon = pon_of(seat, event)
            seat.sets = [event if s is pon else s for s in seat.sets] if pon else [*seat.sets, event]
        seat.drawn = None
        self._offer(event.seat, event.tiles[0], "ankan" if isinstance(event, Ankan) else "kakan")
        self.turn = event.seat
        self._replacement(open_kan=isinstance(event, Kakan))

    def _kita(self, event: Kita) -> None:
        seat = self.seats[event.seat]
        remove(seat.hand, [event.tile])
        seat.norths.append(event.tile)
        if self.rules.kita_furiten:
            seat.discarded.add(NORTH)
        seat.drawn = None
        self._offer(event.seat, event.tile, "kita")
        self.open_kan = False
        self.turn, self.expects = event.seat, Expects.REPLACEMENT

    def _offer(self, seat: int, tile: int, how: Literal["discard", "kakan", "ankan", "kita"]) -> None:
        self.offer = Offer(seat, tile, how, after_kan=self.after_kan and how != "kita")
        self.ron_over = False

    def _replacement(self, *, open_kan: bool) -> None:
        """After a kan: expect a replacement draw and an indicator."""
        self.open_kan = open_kan
        self.indicators_due += self.rules.kan_dora
        self.expects = Expects.REPLACEMENT

    def _interrupt(self) -> None:
        """End ippatsu and first turns."""
        self.uninterrupted = False
        for seat in self.seats:
            seat.ippatsu = False

    def _pass_over(self) -> None:
        """Nobody won on the offered tile: seats that wait on it become furiten."""
        offer, self.ron_over = self.offer, True
        if offer is None:
            return
        for number, seat in enumerate(self.seats):
            if number != offer.seat and (offer.how == "discard" or self.robs(seat, offer)):
                passed = seat.passed_in_riichi if seat.riichi_declared else seat.passed_this_turn
                passed.add(KIND_OF_TILE[offer.tile])

    def robs(self, seat: SeatState, offer: Offer) -> bool:
        """Whether the seat may win on a tile offered this way, if it waits on it."""
        if offer.how == "ankan":
            return self.rules.kokushi_robs_ankan and not seat.sets and is_kokushi(seat.resting)
        return offer.how != "kita" or self.rules.kita_ron

    def has_fourth_kan(self, seat: int) -> bool:
        """Whether the seat has just discarded after its fourth kan: with the old suukantsu it wins if the tile passes.

        First document, four kans.
        """
        if "old_suukantsu" not in self.rules.local_yaku or not self.offer:
            return False
        own = self.offer.seat == seat and self.offer.how == "discard"
        return own and self.offer.after_kan and self.seats[seat].n_kans == 4

    def tenpai(self, seat: int) -> bool:
        """Whether the hand counts as tenpai at an exhaustive draw, where it may need a yaku."""
        state = self.seats[seat]
        if not state.tenpai(self.rules):
            return False
        tile = min(state.waits)
        riichi = Circumstance.DOUBLE_RIICHI if state.double_riichi else Circumstance.RIICHI
        hand = Hand(
            concealed=(*state.resting, tile),
            tile=tile,
            melds=melds_of(state),
            circumstances=riichi * state.riichi_accepted,
            seat_wind=seat_wind(seat, self.dealer, self.players),
            round_wind=self.round_wind,
        )
        return noten(hand, self.rules) is None

    def win(self, seat: int, ura: Tiles = ()) -> Winning:
        """The win of a seat now: by tsumo if it has just drawn, else on the offered tile, or by the old suukantsu."""
        state, fourth_kan = self.seats[seat], self.has_fourth_kan(seat)
        offer = None if state.drawn is not None or fourth_kan else self.offer
        tile = offer.tile if offer else state.hand[0] if fourth_kan else state.drawn
        assert tile is not None, f"seat {seat} has neither drawn nor been offered a tile"
        win = Hand(
            concealed=state.resting if fourth_kan else (*state.resting, tile),
            tile=tile,
            melds=melds_of(state),
            circumstances=self._circumstances(seat, offer),
            seat_wind=seat_wind(seat, self.dealer, self.players),
            round_wind=self.round_wind,
            dora=tuple(self.indicators),
            ura=ura,
            kita=len(state.norths),
            more_reds=sum([tile in REDS for tile in state.norths]),
            blues=sum([tile in BLUES for tile in state.norths]),
            honba=self.honba,
            sticks=self.sticks,
        )
        return Winning(
            seat=seat,
            from_seat=offer.seat if offer else None,
            win=win,
            waits=state.waits,
            furiten=state.furiten,
            pao=pao_of(state),
            kan_feeder=None if offer else self.kan_feeder,
        )

    @property
    def _on_riichi_tile(self) -> bool:
        """The last discard declared riichi, or by the rules stands for a declaration tile that was called."""
        if self.rules.tsubame_skips_replaced or self.offer is None:
            return self.riichi_due is not None
        return self.seats[self.offer.seat].river[-1].sideways

    def _circumstances(self, seat: int, offer: Offer | None) -> int:
        """Bits of `Circumstance` of a win by tsumo, or on the offered tile."""
        state = self.seats[seat]
        rinshan = state.drawn is not None and self.replaced is not None
        robbed, fourth_kan = offer.how if offer else None, self.has_fourth_kan(seat)
        flags = {
            Circumstance.TSUMO: offer is None,
            Circumstance.RIICHI: state.riichi_accepted and not state.double_riichi,
            Circumstance.DOUBLE_RIICHI: state.riichi_accepted and state.double_riichi,
            Circumstance.OPEN_RIICHI: state.open_riichi,
            Circumstance.IPPATSU: state.ippatsu,
            Circumstance.LAST_TILE: (
                self.n_live == 0 and not fourth_kan and (not rinshan or self.rules.rinshan_with_haitei)
            ),
            Circumstance.RINSHAN: rinshan,
            Circumstance.CHANKAN: robbed in ("kakan", "ankan"),
            Circumstance.KITA_RON: robbed == "kita",
            Circumstance.FIRST_TURN: self.first_turn(seat),
            Circumstance.RIICHI_TILE: robbed == "discard" and self._on_riichi_tile,
            Circumstance.AFTER_KAN: offer is not None and offer.after_kan,
            Circumstance.PAARENCHAN: is_paarenchan(self.rules, self.honba, self.dealer_wins, seat == self.dealer),
            Circumstance.LOSER_IN_RIICHI: offer is not None and self.seats[offer.seat].riichi_accepted,
            Circumstance.FOURTH_KAN: fourth_kan,
        }
        return sum(bit for bit, holds in flags.items() if holds)
