"""Legality at a table: the breaches of an event or a win, all legal actions of a seat, and the draws possible now.

Nothing here changes a `KyokuState`. `mjlog.rules.score` says whether a winning hand has a yaku.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import assert_never

from mjlog.games.columns import Result
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
)
from mjlog.kyoku.seat import RiverTile, SeatState, is_tenpai, kuikae_of, pon_of, remove
from mjlog.kyoku.state import Expects, KyokuState, Winning
from mjlog.kyoku.tenpai import divisions, kinds_of, waits_of
from mjlog.rules.points import STICK
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import KIND_OF_TILE, NORTH, YAOCHUU, is_run, to_mpsz


class Illegal(StrEnum):
    """Kinds of illegal events and wins; the compiled replay has its own codes (`mjlog.replay.Breach`)."""

    OUT_OF_TURN = "out-of-turn"
    """Another event, or another seat, is expected."""
    WALL_EMPTY = "wall-empty"
    """A draw, kan or kita without a tile left to draw, or a call of the last discard."""
    NOT_IN_HAND = "not-in-hand"
    """Tiles the hand does not have."""
    NOT_THE_TILE_DRAWN = "not-the-tile-drawn"
    """A tsumogiri of another tile than the one drawn."""
    NOT_OFFERED = "not-offered"
    """A call or ron of a tile that is not the last one discarded or added."""
    NO_SET = "no-set"
    """Tiles that do not form the named set."""
    CHI_NOT_FROM_KAMICHA = "chi-not-from-kamicha"
    """A chi from another seat than the left neighbour, or with three players."""
    KUIKAE = "kuikae"
    """A discard forbidden after the call, or a call that leaves no legal discard."""
    RIICHI_HAND_CHANGED = "riichi-hand-changed"
    """After riichi a discard of another tile than the one drawn, a call, or a kan that changes the hand."""
    RIICHI_OPEN = "riichi-open"
    """Riichi with an open hand."""
    RIICHI_TWICE = "riichi-twice"
    RIICHI_NOTEN = "riichi-noten"
    """Riichi, or the discard that declares it, without tenpai."""
    RIICHI_POINTS = "riichi-points"
    """Riichi without the points for the stick."""
    RIICHI_WALL = "riichi-wall"
    """Riichi with too few tiles left."""
    RIICHI_FURITEN = "riichi-furiten"
    """Riichi, or the discard that declares it, that leaves furiten where that is not allowed."""
    RIICHI_STICK = "riichi-stick"
    """A stick paid without a declaration, or not paid though the tile passed."""
    OPEN_RIICHI = "open-riichi"
    """A hand shown where the rules have no open riichi, or not right after its riichi is accepted."""
    FIFTH_KAN = "fifth-kan"
    """A kan too many, or play that continues after a fifth kan that is a draw."""
    INDICATOR_EXTRA = "indicator-extra"
    """A dora indicator without a kan."""
    INDICATOR_EARLY = "indicator-early"
    INDICATOR_LATE = "indicator-late"
    NO_KITA = "no-kita"
    """Another tile than a north set aside, or a north where the rules do not allow it."""
    NOT_WON = "not-won"
    """A win without a winning hand."""
    FURITEN = "furiten"
    """A ron in furiten."""
    DEAD_HAND = "dead-hand"
    """A win of a hand that is dead by a foul."""


@dataclass(frozen=True, slots=True)
class Illegality:
    """An illegal act of a seat, and the reason."""

    kind: Illegal
    seat: int | None
    message: str


Breaches = Iterator[Illegality]


def breaches(state: KyokuState, event: Event) -> tuple[Illegality, ...]:
    """All breaches of the event now; empty if it is legal."""
    match event:
        case Draw():
            illegal = _draw(state, event)
        case Discard():
            illegal = _discard(state, event)
        case Chi() | Pon() | Daiminkan():
            illegal = _call(state, event)
        case Ankan():
            illegal = _ankan(state, event)
        case Kakan():
            illegal = _kakan(state, event)
        case Kita():
            illegal = _kita(state, event)
        case Riichi():
            illegal = _riichi(state, event)
        case RiichiAccepted():
            illegal = _accepted(state, event)
        case OpenRiichi():
            illegal = _open_riichi(state, event)
        case DoraIndicator():
            illegal = _indicator(state)
        case Left() | Returned():
            illegal = iter(())
        case _:
            assert_never(event)
    return tuple(illegal)


def _draw(state: KyokuState, event: Draw) -> Breaches:
    replacement = state.expects is Expects.REPLACEMENT
    if state.expects not in (Expects.DRAW, Expects.REPLACEMENT) or event.seat != state.turn:
        yield _out_of_turn(state, event.seat, "a draw")
    if state.n_live == 0:
        yield Illegality(Illegal.WALL_EMPTY, event.seat, "no tile is left to draw")
    if replacement and state.n_kans == 5 and state.rules.fifth_kan == "draw":
        yield Illegality(Illegal.FIFTH_KAN, event.seat, "a fifth kan ends the kyoku")
    yield from _stick_unpaid(state)
    yield from _indicator_late(state, pending=replacement and state.open_kan and not state.at_once)


def _discard(state: KyokuState, event: Discard) -> Breaches:
    seat = state.seats[event.seat]
    if state.expects not in (Expects.TURN, Expects.CALLED, Expects.DECLARED) or event.seat != state.turn:
        yield _out_of_turn(state, event.seat, "a discard")
    if event.tile not in seat.hand:
        yield _not_in_hand(event.seat, (event.tile,))
    if event.tsumogiri and event.tile != seat.drawn:
        yield Illegality(Illegal.NOT_THE_TILE_DRAWN, event.seat, f"{to_mpsz((event.tile,))} was not drawn")
    if event.tsumogiri is False and event.tile == seat.drawn and seat.hand.count(event.tile) == 1:
        yield Illegality(Illegal.NOT_IN_HAND, event.seat, f"{to_mpsz((event.tile,))} is in the hand only as drawn")
    if seat.riichi_accepted and (event.tile != seat.drawn or event.tsumogiri is False):
        yield Illegality(Illegal.RIICHI_HAND_CHANGED, event.seat, "a hand in riichi discards the tile it draws")
    if KIND_OF_TILE[event.tile] in seat.kuikae:
        yield Illegality(Illegal.KUIKAE, event.seat, f"{to_mpsz((event.tile,))} right after the call")
    if state.expects is Expects.DECLARED and not tenpai_after(state, event.seat, event.tile):
        yield Illegality(Illegal.RIICHI_NOTEN, event.seat, f"no tenpai without {to_mpsz((event.tile,))}")
    elif (
        state.expects is Expects.DECLARED
        and not state.rules.furiten_riichi
        and furiten_after(state, event.seat, event.tile)
    ):
        yield Illegality(Illegal.RIICHI_FURITEN, event.seat, f"furiten without {to_mpsz((event.tile,))}")
    yield from _indicator_late(state, pending=state.rules.kan_dora_timing == "after_discard" and state.open_kan)


def _call(state: KyokuState, event: Chi | Pon | Daiminkan) -> Breaches:
    seat, offer = state.seats[event.seat], state.offer
    called, *own_tiles = event.tiles
    if offer is None or offer.how != "discard" or (offer.seat, offer.tile) != (event.from_seat, called):
        yield Illegality(Illegal.NOT_OFFERED, event.seat, f"{to_mpsz((called,))} was not just discarded")
    if event.seat == event.from_seat:
        yield _out_of_turn(state, event.seat, "a call of the own discard")
    if state.n_live == 0:
        yield Illegality(Illegal.WALL_EMPTY, event.seat, "the last discard cannot be called")
    if seat.riichi_declared:
        yield Illegality(Illegal.RIICHI_HAND_CHANGED, event.seat, "a hand in riichi does not call")
    if not contains(seat.hand, own_tiles):
        yield _not_in_hand(event.seat, own_tiles)
    if not is_set(event):
        yield Illegality(Illegal.NO_SET, event.seat, f"{to_mpsz(event.tiles)} is not a {type(event).__name__.lower()}")
    if isinstance(event, Chi) and (state.players == 3 or (event.from_seat + 1) % state.players != event.seat):
        yield Illegality(Illegal.CHI_NOT_FROM_KAMICHA, event.seat, "a chi takes the discard of the left neighbour")
    if isinstance(event, Daiminkan):
        yield from _kan_count(state, event.seat)
    else:
        left = list(seat.hand)
        remove(left, own_tiles)
        if set(kinds_of(left)) <= kuikae_of(event, state.rules):
            yield Illegality(Illegal.KUIKAE, event.seat, "the call leaves nothing that may be discarded")
    yield from _stick_unpaid(state)


def _ankan(state: KyokuState, event: Ankan) -> Breaches:
    seat = state.seats[event.seat]
    yield from _own_turn(state, event.seat, "an ankan")
    if not contains(seat.hand, event.tiles):
        yield _not_in_hand(event.seat, event.tiles)
    if not is_set(event):
        yield Illegality(Illegal.NO_SET, event.seat, f"{to_mpsz(event.tiles)} is not a kan")
    if seat.riichi_accepted and not ankan_in_riichi(seat, KIND_OF_TILE[event.tiles[0]], state.rules):
        yield Illegality(Illegal.RIICHI_HAND_CHANGED, event.seat, "the kan changes a hand in riichi")
    yield from _kan_count(state, event.seat)


def _kakan(state: KyokuState, event: Kakan) -> Breaches:
    seat = state.seats[event.seat]
    yield from _own_turn(state, event.seat, "a kakan")
    if event.tiles[0] not in seat.hand:
        yield _not_in_hand(event.seat, event.tiles[:1])
    if pon_of(seat, event) is None:
        yield Illegality(Illegal.NO_SET, event.seat, f"there is no pon to add {to_mpsz(event.tiles[:1])} to")
    yield from _kan_count(state, event.seat)


def _kita(state: KyokuState, event: Kita) -> Breaches:
    seat = state.seats[event.seat]
    yield from _own_turn(state, event.seat, "a kita")
    if event.tile not in seat.hand:
        yield _not_in_hand(event.seat, (event.tile,))
    if KIND_OF_TILE[event.tile] != NORTH or state.rules.north != "kita":
        yield Illegality(Illegal.NO_KITA, event.seat, f"{to_mpsz((event.tile,))} cannot be set aside")
    if seat.riichi_accepted and event.tile != seat.drawn:
        yield Illegality(Illegal.RIICHI_HAND_CHANGED, event.seat, "a hand in riichi sets aside only the tile it draws")
    elif state.rules.kita_from == "draw" and event.tile != seat.drawn:
        yield Illegality(Illegal.NO_KITA, event.seat, "only a north that was just drawn may be set aside")


def _riichi(state: KyokuState, event: Riichi) -> Breaches:
    seat = state.seats[event.seat]
    yield from _riichi_barred(state, event.seat)
    tiles = dict.fromkeys(seat.hand)
    if seat.closed and not any(tenpai_after(state, event.seat, tile) for tile in tiles):
        yield Illegality(Illegal.RIICHI_NOTEN, event.seat, "no discard leaves tenpai")
    elif seat.closed and not any(may_declare(state, event.seat, tile) for tile in tiles):
        yield Illegality(Illegal.RIICHI_FURITEN, event.seat, "every discard that leaves tenpai leaves furiten")


def _riichi_barred(state: KyokuState, number: int) -> Breaches:
    """Breaches of a riichi that do not depend on the discard."""
    seat, rules = state.seats[number], state.rules
    if state.expects is not Expects.TURN or number != state.turn:
        yield _out_of_turn(state, number, "riichi")
    if seat.riichi_declared:
        yield Illegality(Illegal.RIICHI_TWICE, number, "the hand is in riichi")
    if not seat.closed:
        yield Illegality(Illegal.RIICHI_OPEN, number, "the hand is open")
    if rules.riichi_points == "thousand" and seat.points < STICK:
        yield Illegality(Illegal.RIICHI_POINTS, number, f"{seat.points} points are less than a stick")
    if state.n_live < rules.riichi_wall:
        yield Illegality(Illegal.RIICHI_WALL, number, f"{state.n_live} tiles are left, {rules.riichi_wall} needed")


def may_riichi(state: KyokuState, seat: int, tile: int) -> bool:
    """Whether the seat may declare riichi now with the discard of the tile."""
    return not any(_riichi_barred(state, seat)) and may_declare(state, seat, tile)


def _accepted(state: KyokuState, event: RiichiAccepted) -> Breaches:
    if state.riichi_due != event.seat:
        yield Illegality(Illegal.RIICHI_STICK, event.seat, "no declaration tile of this seat has just passed")


def _open_riichi(state: KyokuState, event: OpenRiichi) -> Breaches:
    seat, offer = state.seats[event.seat], state.offer
    just = offer is not None and offer.seat == event.seat and offer.how == "discard" and seat.ippatsu
    if not state.rules.has_open_riichi or not just or seat.open_riichi:
        yield Illegality(Illegal.OPEN_RIICHI, event.seat, "no riichi was just accepted that may be open")


def _indicator(state: KyokuState) -> Breaches:
    if state.indicators_due <= 0:
        yield Illegality(Illegal.INDICATOR_EXTRA, None, "every kan already has its indicator")
    elif state.expects is Expects.REPLACEMENT and state.indicators_due == 1 and state.open_kan and not state.at_once:
        yield Illegality(Illegal.INDICATOR_EARLY, None, "the indicator of an open kan waits for the discard")


def _own_turn(state: KyokuState, seat: int, what: str) -> Breaches:
    if state.expects is not Expects.TURN or seat != state.turn:
        yield _out_of_turn(state, seat, what)
    if state.n_live == 0:
        yield Illegality(Illegal.WALL_EMPTY, seat, f"{what} without a tile left to draw")


def _kan_count(state: KyokuState, seat: int) -> Breaches:
    of_one = max(other.n_kans for other in state.seats) == state.n_kans == 4
    if state.n_kans >= 4 and not (of_one and state.rules.fifth_kan == "draw" and state.seats[seat].n_kans == 0):
        yield Illegality(Illegal.FIFTH_KAN, seat, "four kans are on the table")


def _stick_unpaid(state: KyokuState) -> Breaches:
    if state.riichi_due is not None:
        yield Illegality(
            Illegal.RIICHI_STICK, state.riichi_due, "the declaration tile has passed, the stick is not paid"
        )


def _indicator_late(state: KyokuState, *, pending: bool) -> Breaches:
    """Missing indicators; with `pending` the newest one may still be turned later."""
    if state.indicators_due > pending:
        yield Illegality(Illegal.INDICATOR_LATE, None, "the indicator of a kan is not shown")


def _out_of_turn(state: KyokuState, seat: int, what: str) -> Illegality:
    return Illegality(
        Illegal.OUT_OF_TURN, seat, f"{what} of seat {seat}, where seat {state.turn} has {state.expects.value}"
    )


def _not_in_hand(seat: int, tiles: tuple[int, ...] | list[int]) -> Illegality:
    return Illegality(Illegal.NOT_IN_HAND, seat, f"the hand does not have {to_mpsz(tiles)}")


def win_breaches(state: KyokuState, winning: Winning) -> tuple[Illegality, ...]:
    """Everything that forbids the win, apart from a missing yaku."""
    return tuple(_win(state, winning))


def _win(state: KyokuState, winning: Winning) -> Breaches:
    seat = winning.seat
    if winning.from_seat is None:
        if (state.expects is not Expects.TURN or state.turn != seat) and not state.has_fourth_kan(seat):
            yield _out_of_turn(state, seat, "a tsumo")
    elif state.offer is None or state.ron_over or seat == winning.from_seat:
        yield Illegality(Illegal.NOT_OFFERED, seat, f"{to_mpsz((winning.win.tile,))} was not just given by another")
    elif not state.robs(state.seats[seat], state.offer):
        yield Illegality(Illegal.NOT_OFFERED, seat, f"the tile of this {state.offer.how} cannot be won")
    if state.seats[seat].dead:
        yield Illegality(Illegal.DEAD_HAND, seat, "the hand is dead by a foul")
    if KIND_OF_TILE[winning.win.tile] not in winning.waits:
        yield Illegality(Illegal.NOT_WON, seat, f"{to_mpsz((winning.win.tile,))} does not complete the hand")
    if winning.from_seat is not None and winning.furiten:
        yield Illegality(Illegal.FURITEN, seat, "the hand is furiten")


def actions(state: KyokuState, seat: int) -> tuple[Event, ...]:
    """All legal actions of the seat now, apart from wins, draws from the wall and passing."""
    candidates: tuple[Event, ...] = (*calls(state, seat),)
    if state.turn == seat:
        candidates = (*_discards(state, seat), *own_calls(state, seat), Riichi(seat), *candidates)
    if state.rules.has_open_riichi:
        candidates = (*candidates, OpenRiichi(seat))
    return tuple(event for event in candidates if not breaches(state, event))


def _discards(state: KyokuState, seat: int) -> Iterator[Discard]:
    own = state.seats[seat]
    for tile in sorted(set(own.hand)):
        if tile in own.resting:
            yield Discard(seat, tile, tsumogiri=False)
        if tile == own.drawn:
            yield Discard(seat, tile, tsumogiri=True)


def own_calls(state: KyokuState, seat: int) -> Iterator[Ankan | Kakan | Kita]:
    """Kans and kita for which the hand has the tiles, legal or not."""
    own = state.seats[seat]
    pons = [s for s in own.sets if isinstance(s, Pon)]
    for tile in sorted(set(own.hand)) if pons or state.players == 3 else ():
        for pon in (s for s in pons if KIND_OF_TILE[s.tiles[0]] == KIND_OF_TILE[tile]):
            yield Kakan(seat, pon.from_seat, (tile, *pon.tiles))
        if KIND_OF_TILE[tile] == NORTH and state.players == 3:
            yield Kita(seat, tile)
    kinds = kinds_of(own.hand)
    for kind in sorted(set(kinds)):
        if kinds.count(kind) == 4:
            yield Ankan(seat, tuple(sorted(tile for tile in own.hand if KIND_OF_TILE[tile] == kind)))


def calls(state: KyokuState, seat: int) -> Iterator[Chi | Pon | Daiminkan]:
    """Calls of the last discard for which the hand has the tiles, legal or not."""
    if state.offer is None or state.offer.how != "discard":
        return
    discarder, called = state.offer.seat, state.offer.tile
    kind = KIND_OF_TILE[called]
    near = sorted(tile for tile in state.seats[seat].hand if abs(KIND_OF_TILE[tile] - kind) <= 2)
    for two in sorted(set(combinations(near, 2))):
        if is_set(pon := Pon(seat, discarder, (called, *two))):
            yield pon
        if is_set(chi := Chi(seat, discarder, (called, *two))):
            yield chi
    for three in sorted(set(combinations(near, 3))):
        if is_set(kan := Daiminkan(seat, discarder, (called, *three))):
            yield kan


def draws(state: KyokuState) -> frozenset[Result]:
    """The results without a win that are possible now, apart from sanchahou, which needs three wins."""
    rules, seats = state.rules, state.seats
    found = set()
    if state.expects is Expects.TURN:
        if state.first_turn(state.turn) and len(YAOCHUU.intersection(kinds_of(seats[state.turn].hand))) >= 9:
            found.add(Result.KYUUSHU_KYUUHAI)
    elif state.expects is Expects.DRAW and state.offer and state.riichi_due is None:
        if state.n_live == 0:
            found.add(Result.EXHAUSTIVE_DRAW)
            found |= {Result.NAGASHI_MANGAN for seat in seats if is_nagashi(seat.river)}
        if not state.uninterrupted:
            if state.n_kans == 4 and max(seat.n_kans for seat in seats) < 4:
                found.add(Result.SUUKAIKAN)
        elif state.players == 4 and all(len(seat.river) == 1 for seat in seats):
            firsts = {KIND_OF_TILE[seat.river[0].tile] for seat in seats}
            winds = {29} if rules.suufon_west_only else {27, 28, 29, 30}
            found |= {Result.SUUFON_RENDA for _ in firsts & winds if len(firsts) == 1}
        if seats[0].riichi_accepted and state.players == 4 and all(seat.riichi_accepted for seat in seats):
            found.add(Result.SUUCHA_RIICHI)
    elif state.expects is Expects.REPLACEMENT and state.n_kans == 5 and rules.fifth_kan == "draw":
        return frozenset({Result.SUUKAIKAN})
    if not found:
        return frozenset()
    options = {
        Result.KYUUSHU_KYUUHAI: rules.kyuushu_kyuuhai,
        Result.SUUFON_RENDA: rules.suufon_renda,
        Result.SUUKAIKAN: rules.suukaikan,
        Result.SUUCHA_RIICHI: rules.suucha_riichi,
        Result.NAGASHI_MANGAN: rules.nagashi,
    }
    return frozenset(result for result in found if options.get(result) != "off")


def is_nagashi(river: list[RiverTile]) -> bool:
    """Whether a river earns nagashi mangan: terminals and honors only, none of them called."""
    return bool(river) and all(KIND_OF_TILE[r.tile] in YAOCHUU and r.called_by is None for r in river)


def contains(hand: list[int], tiles: tuple[int, ...] | list[int]) -> bool:
    """Whether the hand contains all the tiles, with repetitions."""
    return all(hand.count(tile) >= list(tiles).count(tile) for tile in tiles)


def is_set(call: Chi | Pon | Daiminkan | Ankan) -> bool:
    """Whether the tiles form the named set."""
    kinds = sorted(kinds_of(call.tiles))
    if isinstance(call, Chi):
        return is_run(kinds)
    return len(set(kinds)) == 1 and len(kinds) == (3 if isinstance(call, Pon) else 4)


def tenpai_after(state: KyokuState, seat: int, tile: int) -> bool:
    """Whether the hand is tenpai without the tile."""
    left = list(state.seats[seat].hand)
    remove(left, [tile])
    return is_tenpai(left, state.seats[seat].sets, state.rules)


def furiten_after(state: KyokuState, seat: int, tile: int) -> bool:
    """Whether the tile or one discarded before is a wait of the hand without it."""
    left = list(state.seats[seat].hand)
    remove(left, [tile])
    discarded = state.seats[seat].discarded | {KIND_OF_TILE[tile]}
    return not waits_of(left, len(state.seats[seat].sets)).isdisjoint(discarded)


def may_declare(state: KyokuState, seat: int, tile: int) -> bool:
    """Whether the discard of the tile may declare riichi: it leaves tenpai, and no furiten where that is forbidden."""
    return tenpai_after(state, seat, tile) and (state.rules.furiten_riichi or not furiten_after(state, seat, tile))


def ankan_in_riichi(seat: SeatState, kind: int, rules: RuleSet) -> bool:
    """Whether a hand in riichi may make a closed kan of the kind it has just drawn.

    The waits must stay; where the rules ask for the reading too, the three must be a triplet in every reading.
    """
    if rules.riichi_ankan == "none" or seat.drawn is None or KIND_OF_TILE[seat.drawn] != kind:
        return False
    left = [tile for tile in seat.resting if KIND_OF_TILE[tile] != kind]
    if waits_of(left, len(seat.sets) + 1) != seat.waits:
        return False
    if rules.riichi_ankan == "same_waits":
        return True
    complete = (tuple(sorted((*kinds_of(seat.resting), wait))) for wait in seat.waits)
    return all((kind, kind, kind) in sets for kinds in complete for sets in divisions(kinds))
