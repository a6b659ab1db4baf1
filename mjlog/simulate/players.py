"""Simple players: they build by useful tiles, riichi, call for yakuhai and tanyao, and fold, each after its habits.

A player sees the whole table and looks only at what a person in its seat would see.
"""

from __future__ import annotations

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
from mjlog.simulate.observation import Sight
from mjlog.simulate.policy import after_calls, best_discards
from mjlog.tiles import EAST, KIND_OF_TILE, NORTH, RED, WHITE, YAOCHUU

WIN: Final = "win"
END: Final = "end"
"""End the kyoku by nine terminals and honors."""
SHAPES: Final = {(0, 0): 0, (-2, -1): 1, (-1, 1): 2, (1, 2): 3}
"""Places in what `after_calls` tells of the calls, by the own tiles' kinds less the called."""
OUTER: Final = sum(1 << kind for kind in YAOCHUU)
"""Mask of terminals and honors."""
DRAGONS: Final = range(WHITE, RED + 1)
Action = Ankan | Kakan | Kita | Riichi | int | Literal["win", "end"]
"""What a player does in its turn; a number is the tile it discards, the drawn one if it is that, as most people do."""


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
    sets_aside: bool = True
    """Sets its norths aside (three players)."""
    rons: bool = True
    """Wins by ron; otherwise it waits for its own draw."""
    outer_first: bool = False
    """Discards terminals and honors whatever the hand."""
    passive: bool = False
    """Discards what it draws and does nothing else, as a service plays for an absent player."""


def turn(sight: Sight, seat: int, habits: Habits, chance: Random) -> Action:
    """What the player does with fourteen tiles."""
    state, me = sight.state, sight.state.seats[seat]
    if habits.passive:
        return me.hand[-1]
    if me.drawn is not None:
        if sight.waits[seat] >> KIND_OF_TILE[me.drawn] & 1 and can_win(state, seat):
            return WIN
        if (
            not me.river
            and state.first_turn(seat)
            and Result.KYUUSHU_KYUUHAI in draws(state)
            and chance.random() < habits.gives_up
        ):
            return END
        if _may_kan(sight, seat):
            for event in own_calls(state, seat):
                if not breaches(state, event) and _wants_kan(sight, event, habits, chance):
                    return event
    if me.riichi_accepted:
        return me.hand[-1]
    best, left, safest = _best_discards(sight, seat, habits)
    if left == 0 and may_riichi(state, seat, best) and chance.random() < habits.riichi:
        return Riichi(seat)
    if sight.riichi and left >= habits.folds_from and not me.riichi_declared:
        return safest
    return best


def declaring(sight: Sight, seat: int, habits: Habits) -> int:
    """The tile the player discards to declare riichi."""
    return _best_discards(sight, seat, habits)[0]


def claim(sight: Sight, seat: int, habits: Habits, chance: Random) -> Chi | Pon | Daiminkan | None:
    """The call the player makes on the last discard, for which it has the tiles."""
    state, kinds = sight.state, sight.kinds[seat]
    me, offer = state.seats[seat], state.offer
    assert offer is not None, "no discard lies there"
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
    if not (valued or _has_yakuhai(state, seat) or _simple(sight, seat, kind)):
        return None
    may_chi = sight.players == 4 and seat == state.turn
    now, *after = after_calls(sight.arrays[seat], kind, may_chi, len(me.sets), sight.players, sight.tables)
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
    """Whether the seat can win now: its shape, its yaku, and no furiten for a ron."""
    me, offer = state.seats[seat], state.offer
    tile = me.drawn if me.drawn is not None else offer.tile if offer else None
    if tile is None or KIND_OF_TILE[tile] not in me.waits:
        return False
    if me.drawn is None and (me.furiten or offer is None or not state.robs(me, offer)):
        return False
    return me.riichi_accepted or has_yaku(state.win(seat).win, state.rules)


def has_yaku(hand: Hand, rules: RuleSet) -> bool:
    """Whether a complete hand has the yaku it needs."""
    try:
        score_hand(hand, rules)
    except LogError:  # complete hands are asked for here, so all it can object to is that yaku are missing
        return False
    return True


def _best_discards(sight: Sight, seat: int, habits: Habits) -> tuple[int, int, int]:
    """The best tile to discard, the shanten it leaves, and the tile least likely to deal in to a riichi."""
    state, me = sight.state, sight.state.seats[seat]
    outer_first = habits.outer_first or (me.sets and not me.closed and not _has_yakuhai(state, seat))
    banned = sum([1 << kind for kind in me.kuikae]) if me.kuikae else 0
    return best_discards(
        sight.arrays[seat], sight.reds[seat], sight.open, len(me.sets), sight.players, sight.dora,
        OUTER if outer_first else 0, banned, habits.keeps, sight.rivers, sight.riichi, sight.tables,
    )  # fmt: skip


def _may_kan(sight: Sight, seat: int) -> bool:
    """Whether the hand has the tiles for a kan or kita of its own."""
    kinds, sets = sight.kinds[seat], sight.state.seats[seat].sets
    if 4 in kinds or (sight.players == 3 and kinds[NORTH]):
        return True
    return bool(sets) and any(isinstance(s, Pon) and kinds[KIND_OF_TILE[s.tiles[0]]] for s in sets)


def _wants_kan(sight: Sight, event: Ankan | Kakan | Kita, habits: Habits, chance: Random) -> bool:
    if isinstance(event, Kita):
        return habits.sets_aside
    me = sight.state.seats[event.seat]
    if chance.random() >= habits.kans:
        return False
    if me.riichi_accepted or habits.kans == 1:
        return True
    before = sight.arrays[event.seat]
    after = before.copy()
    after[KIND_OF_TILE[event.tiles[0]]] = 0
    n_sets = [len(me.sets), len(me.sets) + isinstance(event, Ankan)]
    now, then = shanten(keys_of_counts(np.stack([before, after])), n_sets, sight.players)
    return bool(then <= now)


def _yakuhai(state: KyokuState, seat: int) -> tuple[int, ...]:
    """Kinds a triplet of which is a yaku for the seat."""
    return (*DRAGONS, EAST + state.round_wind, EAST + seat_wind(seat, state.dealer, state.players))


def _has_yakuhai(state: KyokuState, seat: int) -> bool:
    return any(KIND_OF_TILE[s.tiles[0]] in _yakuhai(state, seat) for s in state.seats[seat].sets)


def _simple(sight: Sight, seat: int, called: int) -> bool:
    """Whether tanyao is near after a call of the kind: two terminals or honors at most."""
    kinds = sight.kinds[seat]
    laid = [kind for s in sight.state.seats[seat].sets for kind in kinds_of(s.tiles)]
    n_outer: int = sum([kinds[kind] for kind in YAOCHUU]) + sum([kind in YAOCHUU for kind in (called, *laid)])
    return n_outer <= 2
