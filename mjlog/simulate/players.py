"""Simple players: they build by useful tiles, declare riichi, call for yakuhai and tanyao, and fold, by their habits.

They get the whole state and use only what a person in their seat would see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Literal

import numpy as np

from mjlog.errors import LogError
from mjlog.games.columns import Result
from mjlog.games.events import Ankan, Chi, Daiminkan, Kakan, Kita, Pon, Riichi
from mjlog.kyoku.legality import breaches, calls, draws, may_riichi, own_calls
from mjlog.kyoku.state import KyokuState
from mjlog.kyoku.tenpai import kinds_of
from mjlog.rules.columns.shanten import keys_of_counts, shanten
from mjlog.rules.hand import Hand
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.score import score_hand
from mjlog.seats import seat_wind
from mjlog.simulate.observation import Observation
from mjlog.simulate.policy import after_calls, best_discards
from mjlog.tiles import EAST, KIND_OF_TILE, N_KINDS, NORTH, RED, STANDARD_TILE, WHITE, YAOCHUU

WIN: Final = "win"
KYUUSHU: Final = "kyuushu"
"""End the kyoku by nine terminals and honors."""
SHAPES: Final = {(0, 0): 0, (-2, -1): 1, (-1, 1): 2, (1, 2): 3}
"""Places of the calls in the result of `after_calls`, by the kinds of the two tiles minus the called kind."""
YAOCHUU_MASK: Final = sum(1 << kind for kind in YAOCHUU)
"""Mask of terminals and honors."""
DRAGONS: Final = range(WHITE, RED + 1)
Foul = Literal["false_ron", "false_tsumo", "noten_riichi", "ankan", "kuikae", "wrong_set"]
"""A foul that a player commits when it first can; with `wrong_set` it only shows that the set of tiles is wrong."""
Action = Ankan | Kakan | Kita | Riichi | int | Literal["win", "kyuushu"]
"""What a player does in its turn; a number is the tile it discards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How a player plays; shares are of its opportunities."""

    calls: float = 0.5
    """Share of the useful calls it makes."""
    riichi: float = 0.9
    """Share of the turns in closed tenpai at which it declares riichi; until then it is damaten."""
    opens: float = 0.2
    """Share of its riichi that are open, where the rules have open riichi."""
    kans: float = 0.4
    """Share of the ankan and kakan it makes if they do not increase shanten."""
    open_kans: float = 0.0
    """Share of the possible daiminkan it makes."""
    folds_from: int = 2
    """Lowest shanten at which it folds against a riichi; 9 for never."""
    dora_worth: float = 3.0
    """Number of useful tiles a dora or red five is worth."""
    kyuushu: float = 0.5
    """Share of the hands with nine terminals and honors for which it ends the kyoku."""
    kita: bool = True
    """Whether it sets norths aside (three players)."""
    hides: float = 0.1
    """Share of the draws in tenpai without riichi at which it does not show its hand, where the rules allow it."""
    rons: bool = True
    """Whether it wins by ron; otherwise by tsumo only."""
    yaochuu_first: bool = False
    """Whether it discards terminals and honors first, with any hand."""
    foul: Foul | None = None
    """The foul it commits when it first can."""
    passive: bool = False
    """Whether it only discards the drawn tile, as a service plays for an absent player."""


def choose_action(observation: Observation, seat: int, habits: Habits, chance: Random) -> Action:
    """The action of a player with fourteen tiles."""
    state, me = observation.state, observation.state.seats[seat]
    if habits.passive:
        return me.hand[-1]
    if me.drawn is not None:
        if observation.waits[seat] >> KIND_OF_TILE[me.drawn] & 1 and can_win(state, seat):
            return WIN
        if (
            not me.river
            and state.first_turn(seat)
            and Result.KYUUSHU_KYUUHAI in draws(state)
            and chance.random() < habits.kyuushu
        ):
            return KYUUSHU
        if _may_kan(observation, seat):
            for event in own_calls(state, seat):
                if not breaches(state, event) and _wants_kan(observation, event, habits, chance):
                    return event
        if habits.foul == "ankan" and me.riichi_accepted:
            for event in own_calls(state, seat):
                if isinstance(event, Ankan):
                    return event
    if me.riichi_accepted:
        return me.hand[-1]
    if habits.foul == "noten_riichi" and not me.riichi_declared and me.closed and me.drawn is not None:
        return Riichi(seat)
    if habits.foul == "kuikae" and (banned := [tile for tile in me.hand if KIND_OF_TILE[tile] in me.kuikae]):
        return banned[0]
    best, left, safest = _best_discards(observation, seat, habits)
    if left == 0 and may_riichi(state, seat, best) and chance.random() < habits.riichi:
        return Riichi(seat)
    if observation.riichi and left >= habits.folds_from and not me.riichi_declared:
        return safest
    return best


def riichi_discard(observation: Observation, seat: int, habits: Habits) -> int:
    """The discard of a player that has declared riichi."""
    return _best_discards(observation, seat, habits)[0]


def choose_call(observation: Observation, seat: int, habits: Habits, chance: Random) -> Chi | Pon | Daiminkan | None:
    """The call of a player on the last discard, or None; it must have the tiles for one."""
    state, kinds = observation.state, observation.kinds[seat]
    me, offer = state.seats[seat], state.offer
    assert offer is not None, "only after a discard"
    kind = KIND_OF_TILE[offer.tile]
    if habits.passive or me.riichi_declared or state.n_live == 0:
        return None
    if kinds[kind] == 3 and chance.random() < habits.open_kans:
        for event in calls(state, seat):
            if isinstance(event, Daiminkan) and not breaches(state, event):
                return event
    if chance.random() >= habits.calls:
        return None
    valued = kind in _yakuhai(state, seat)
    if not (valued or _has_yakuhai(state, seat) or _near_tanyao(observation, seat, kind)):
        return None
    may_chi = observation.players == 4 and seat == state.turn
    now, *after = after_calls(
        observation.arrays[seat], kind, may_chi, len(me.sets), observation.players, observation.tables
    )
    if min(after) >= now + valued:
        return None
    better: list[tuple[int, Chi | Pon]] = []
    for event in calls(state, seat):
        if isinstance(event, Chi | Pon) and not breaches(state, event):
            one, other = sorted(own - kind for own in kinds_of(event.tiles[1:]))
            better.append((after[SHAPES[one, other]], event))
    left, best = min(better, key=lambda pair: pair[0], default=(now + valued, None))
    return best if left < now + valued else None


def can_win(state: KyokuState, seat: int) -> bool:
    """Whether the seat can win now: by its shape and yaku, and for a ron without furiten."""
    me, offer = state.seats[seat], state.offer
    tile = me.drawn if me.drawn is not None else offer.tile if offer else None
    if tile is None or me.dead or KIND_OF_TILE[tile] not in me.waits:
        return False
    if me.drawn is None and (me.furiten or offer is None or not state.robs(me, offer)):
        return False
    return has_yaku(state.win(seat).win, state.rules)


def has_yaku(hand: Hand, rules: RuleSet) -> bool:
    """Whether a complete hand has the yaku it needs to win."""
    try:
        score_hand(hand, rules)
    except LogError:  # the hand is complete, so it can only lack yaku, or sure ones on every wait
        return False
    return True


def _best_discards(seen: Observation, seat: int, habits: Habits) -> tuple[int, int, int]:
    """The best tile to discard, the shanten after it, and the safest tile against riichi."""
    state, me = seen.state, seen.state.seats[seat]
    yaochuu_first = habits.yaochuu_first or (me.sets and not me.closed and not _has_yakuhai(state, seat))
    banned = sum([1 << kind for kind in me.kuikae]) if me.kuikae else 0
    if any(seen.open_waits):
        banned |= _avoided(seen, seat, banned)
    best, left, safest = best_discards(
        seen.arrays[seat], seen.reds[seat], seen.visible, len(me.sets), seen.players, seen.dora,
        YAOCHUU_MASK if yaochuu_first else 0, banned, habits.dora_worth, seen.rivers, seen.riichi, seen.tables,
    )  # fmt: skip
    return _of_hand(me.hand, best), left, _of_hand(me.hand, safest)


def _of_hand(hand: Sequence[int], tile: int) -> int:
    """The tile itself, or one of the hand with a further colour if the hand has it only so."""
    return tile if tile in hand else next(own for own in hand if STANDARD_TILE[own] == tile)


def _avoided(seen: Observation, seat: int, banned: int) -> int:
    """Mask of the kinds that open riichi of others wait on; 0 if the hand has nothing else to discard."""
    open_waits = 0
    for other in seen.others[seat]:
        open_waits |= seen.open_waits[other]
    hand = sum([1 << kind for kind in range(N_KINDS) if seen.kinds[seat][kind]])
    return open_waits if hand & ~(open_waits | banned) else 0


def _may_kan(observation: Observation, seat: int) -> bool:
    """Whether the hand has the tiles for an ankan, kakan or kita."""
    kinds, sets = observation.kinds[seat], observation.state.seats[seat].sets
    if 4 in kinds or (observation.players == 3 and kinds[NORTH]):
        return True
    return bool(sets) and any(isinstance(s, Pon) and kinds[KIND_OF_TILE[s.tiles[0]]] for s in sets)


def _wants_kan(observation: Observation, event: Ankan | Kakan | Kita, habits: Habits, chance: Random) -> bool:
    if isinstance(event, Kita):
        return habits.kita
    me = observation.state.seats[event.seat]
    if chance.random() >= habits.kans:
        return False
    if me.riichi_accepted or habits.kans == 1:
        return True
    before = observation.arrays[event.seat]
    after = before.copy()
    after[KIND_OF_TILE[event.tiles[0]]] = 0
    n_sets = [len(me.sets), len(me.sets) + isinstance(event, Ankan)]
    now, then = shanten(keys_of_counts(np.stack([before, after])), n_sets, observation.players)
    return bool(then <= now)


def _yakuhai(state: KyokuState, seat: int) -> tuple[int, ...]:
    """Kinds whose triplet is a yaku for the seat."""
    return (*DRAGONS, EAST + state.round_wind, EAST + seat_wind(seat, state.dealer, state.players))


def _has_yakuhai(state: KyokuState, seat: int) -> bool:
    return any(KIND_OF_TILE[s.tiles[0]] in _yakuhai(state, seat) for s in state.seats[seat].sets)


def _near_tanyao(observation: Observation, seat: int, called: int) -> bool:
    """Whether tanyao is near after a call of the kind: at most two terminals or honors."""
    kinds = observation.kinds[seat]
    melded = [kind for s in observation.state.seats[seat].sets for kind in kinds_of(s.tiles)]
    n_yaochuu: int = sum([kinds[kind] for kind in YAOCHUU]) + sum([kind in YAOCHUU for kind in (called, *melded)])
    return n_yaochuu <= 2
