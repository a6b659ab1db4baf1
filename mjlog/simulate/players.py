"""Simple players: they build by useful tiles, riichi, call for yakuhai and tanyao, and fold, each after its habits.

A player sees the whole `KyokuState` and looks only at what a person in its seat would see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, Literal, NamedTuple

import numpy as np

from mjlog.columns import Result
from mjlog.errors import LogError
from mjlog.events import Ankan, Chi, Daiminkan, Discard, Event, Kakan, Kita, Pon, Riichi
from mjlog.kernels.shanten import after_discards, keys_of_counts, shanten
from mjlog.legality import breaches, calls, draws, own_calls
from mjlog.rules.hand import Hand
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import score_hand
from mjlog.seats import seat_wind
from mjlog.state import KyokuState, SeatState
from mjlog.tenpai import kinds_of
from mjlog.tiles import DORA_OF, EAST, KIND_OF_TILE, N_KINDS, RED_FIVES, YAOCHUU

WIN: Final = "win"
END: Final = "end"
"""End the kyoku by nine terminals and honors."""
BITS: Final = tuple(1 << kind for kind in range(N_KINDS))
"""The mask of each kind."""
Action = Event | Literal["win", "end"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How a player plays; shares are of the occasions it has."""

    calls: float = 0.5
    """Share of the useful calls it makes."""
    riichi: float = 0.9
    """Share of the turns in tenpai at which it declares; meanwhile it waits in silence."""
    kans: float = 0.4
    """Share of the closed and added kans that cost it nothing."""
    open_kans: float = 0.0
    """Share of the daiminkan it could make."""
    folds_from: int = 2
    """Shanten from which it folds against a riichi; 9 for never."""
    keeps: float = 3.0
    """Useful tiles a dora or red five is worth to it."""
    gives_up: float = 0.5
    """Share of the hands of nine terminals and honors it ends the kyoku with."""
    rons: bool = True
    """Wins by ron; otherwise it waits for its own draw."""
    outer_first: bool = False
    """Discards terminals and honors whatever the hand."""
    passive: bool = False
    """Discards what it draws and does nothing else, as a service plays for an absent player."""


class Option(NamedTuple):
    """A possible discard."""

    tile: int
    shanten: int
    worth: float
    """Useful tiles it leaves, and what else speaks for it."""


def turn(state: KyokuState, seat: int, habits: Habits, chance: Random) -> Action:
    """What the player does with fourteen tiles."""
    me = state.seats[seat]
    if habits.passive:
        return _thrown(me, seat, me.hand[-1])
    if me.drawn is not None:
        if can_win(state, seat):
            return WIN
        if state.first_turn(seat) and Result.KYUUSHU_KYUUHAI in draws(state) and chance.random() < habits.gives_up:
            return END
        for event in own_calls(state, seat):
            if not breaches(state, event) and (isinstance(event, Kita) or _wants_kan(state, event, habits, chance)):
                return event
    if me.riichi_accepted:
        return _thrown(me, seat, me.hand[-1])
    options = _options(state, seat, habits)
    best = options[0]
    if best.shanten == 0 and not breaches(state, Riichi(seat)) and chance.random() < habits.riichi:
        return Riichi(seat)
    if _threats(state, seat) and best.shanten >= habits.folds_from and not me.riichi_declared:
        danger = _dangers(state, seat)
        best = min(options, key=lambda option: (danger[KIND_OF_TILE[option.tile]], option.shanten, -option.worth))
    return _thrown(me, seat, best.tile)


def declaring(state: KyokuState, seat: int, habits: Habits) -> Discard:
    """The discard that follows the player's riichi."""
    return _thrown(state.seats[seat], seat, _options(state, seat, habits)[0].tile)


def claim(state: KyokuState, seat: int, habits: Habits, chance: Random) -> Chi | Pon | Daiminkan | None:
    """The call the player makes on the last discard."""
    me, offer = state.seats[seat], state.offer
    if offer is None or habits.passive or me.riichi_declared:
        return None
    kind = KIND_OF_TILE[offer.tile]
    if not _near(kinds_of(me.hand), kind, chi=state.players == 4 and (offer.seat + 1) % 4 == seat):
        return None
    possible = [event for event in calls(state, seat) if not breaches(state, event)]
    for event in possible:
        if isinstance(event, Daiminkan) and chance.random() < habits.open_kans:
            return event
    if not possible or chance.random() >= habits.calls:
        return None
    now = _shanten(me.hand, len(me.sets), state.players)
    valued = kind in _yakuhai(state, seat)
    better: list[tuple[int, Chi | Pon]] = []
    for event in possible:
        if isinstance(event, Daiminkan):
            continue
        left = Counter(me.hand) - Counter(event.tiles[1:])
        tiles = list(left.elements())
        after = _shanten(tiles, len(me.sets) + 1, state.players)
        if after >= now and not (valued and after == now):
            continue
        if valued or _has_yakuhai(state, seat) or _simple([*tiles, *event.tiles, *_set_tiles(me)]):
            better.append((after, event))
    return min(better, key=lambda pair: pair[0])[1] if better else None


def _near(kinds: list[int], kind: int, *, chi: bool) -> bool:
    """Whether two of the tiles make a set with one of the kind: a triplet, or also a sequence."""
    if kinds.count(kind) >= 2:
        return True
    numbers = {k - kind for k in kinds if k // 9 == kind // 9} if chi and kind < EAST else set()
    return any(two <= numbers for two in ({-2, -1}, {-1, 1}, {1, 2}))


def can_win(state: KyokuState, seat: int) -> bool:
    """Whether the seat can win now: its shape, its yaku, and no furiten for a ron."""
    me, offer = state.seats[seat], state.offer
    tile = me.drawn if me.drawn is not None else offer.tile if offer else None
    if tile is None or KIND_OF_TILE[tile] not in me.waits:
        return False
    if me.drawn is None and (me.furiten or offer is None or not state.robs(me, offer)):
        return False
    return has_yaku(state.win(seat).win, state.rules)


def has_yaku(hand: Hand, rules: RuleSet) -> bool:
    """Whether a complete hand has the yaku it needs."""
    try:
        score_hand(hand, rules)
    except LogError:  # complete hands are asked for here, so all it can object to is that yaku are missing
        return False
    return True


def _thrown(me: SeatState, seat: int, tile: int) -> Discard:
    """Discard of a tile: the drawn one if it is that, as most people do."""
    return Discard(seat, tile, tsumogiri=me.drawn == tile)


def _options(state: KyokuState, seat: int, habits: Habits) -> list[Option]:
    """All discards the rules allow, the best first."""
    me = state.seats[seat]
    shantens, masks = _after_discards(_counts(me.hand), len(me.sets), state.players)
    seen = _seen(state, seat)
    one, two, three, four = (
        sum([bit for bit, n in zip(BITS, seen, strict=True) if n < 5 - left]) for left in (1, 2, 3, 4)
    )
    dora = {DORA_OF[state.players][KIND_OF_TILE[tile]] for tile in state.indicators}
    open_tanyao = not me.closed and not _has_yakuhai(state, seat)
    options = []
    for tile in sorted(set(me.hand)):
        kind = KIND_OF_TILE[tile]
        if kind in me.kuikae:
            continue
        mask = masks[kind]
        useful = (
            (mask & one).bit_count() + (mask & two).bit_count() + (mask & three).bit_count() + (mask & four).bit_count()
        )
        worth = useful - habits.keeps * (tile in RED_FIVES) - habits.keeps * (kind in dora) + 0.1 * (kind in YAOCHUU)
        first = kind in YAOCHUU and (open_tanyao or habits.outer_first)
        options.append(Option(tile, shantens[kind] - 9 * first, worth))
    return sorted(options, key=lambda option: (option.shanten, -option.worth, option.tile))


@lru_cache(1 << 12)
def _after_discards(counts: tuple[int, ...], n_sets: int, players: int) -> tuple[list[int], list[int]]:
    """Shanten and mask of the useful kinds after discarding each kind."""
    shantens, masks = after_discards(keys_of_counts(np.array([counts])), n_sets, players)
    return shantens[0].tolist(), masks[0].tolist()


def _counts(tiles: Iterable[int]) -> tuple[int, ...]:
    """Tiles of each kind."""
    counts = [0] * N_KINDS
    for tile in tiles:
        counts[KIND_OF_TILE[tile]] += 1
    return tuple(counts)


def _shanten(tiles: list[int], n_sets: int, players: int) -> int:
    return int(shanten(keys_of_counts(np.array([_counts(tiles)])), n_sets, players)[0])


def _wants_kan(state: KyokuState, event: Ankan | Kakan, habits: Habits, chance: Random) -> bool:
    me = state.seats[event.seat]
    if chance.random() >= habits.kans:
        return False
    if me.riichi_accepted:
        return True
    n_sets = len(me.sets) + isinstance(event, Ankan)
    own = event.tiles if isinstance(event, Ankan) else event.tiles[:1]
    left = list((Counter(me.hand) - Counter(own)).elements())
    return habits.kans == 1 or _shanten(left, n_sets, state.players) <= _shanten(me.hand, len(me.sets), state.players)


def _yakuhai(state: KyokuState, seat: int) -> set[int]:
    """Kinds a triplet of which is a yaku for the seat."""
    return {31, 32, 33, EAST + state.round_wind, EAST + seat_wind(seat, state.dealer, state.players)}


def _has_yakuhai(state: KyokuState, seat: int) -> bool:
    return any(KIND_OF_TILE[s.tiles[0]] in _yakuhai(state, seat) for s in state.seats[seat].sets)


def _set_tiles(me: SeatState) -> list[int]:
    return [tile for s in me.sets for tile in s.tiles]


def _simple(tiles: list[int]) -> bool:
    """Whether tanyao is near: two terminals or honors at most."""
    return sum(kind in YAOCHUU for kind in kinds_of(tiles)) <= 2


def _seen(state: KyokuState, seat: int) -> list[int]:
    """Tiles of each kind the seat sees, its own hand included."""
    seen = [*_counts(state.seats[seat].hand)]
    shown = [*state.indicators]
    for other in state.seats:
        shown += [river.tile for river in other.river if river.called_by is None]
        shown += _set_tiles(other)
        shown += other.norths
    for tile in shown:
        seen[KIND_OF_TILE[tile]] += 1
    return seen


def _threats(state: KyokuState, seat: int) -> list[int]:
    return [other for other, s in enumerate(state.seats) if other != seat and s.riichi_accepted]


def _dangers(state: KyokuState, seat: int) -> dict[int, int]:
    """By kind held, 0 for one that no riichi player can win on, more the likelier it deals in."""
    seen = _seen(state, seat)
    rivers = [{KIND_OF_TILE[r.tile] for r in state.seats[other].river} for other in _threats(state, seat)]
    held = set(kinds_of(state.seats[seat].hand))
    return {kind: max(_danger_of(kind, river, seen[kind]) for river in rivers) for kind in held}


def _danger_of(kind: int, river: set[int], n_seen: int) -> int:
    if kind in river:
        return 0
    if kind >= EAST:
        return 1 if n_seen >= 3 else 3
    number = kind % 9
    suji = [kind + step for step in (-3, 3) if 0 <= number + step <= 8]
    if all(k in river for k in suji):
        return 2
    return 4 if number in (0, 8) else 5
