"""Compiled: follows each seat's hand; records shanten, waits and the risk of each discard and call.

The pass does not ask whether moves are legal (the replay does), and skips events that cannot exist, such as those of a
seat 5. A seat sees its own hand, all rivers, open sets, norths set aside and indicators. Suji classes are those of
`mjlog.rules.waits.suji_of`; no-chance and one-chance are those of the second rule document, safe tiles.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, CALL_KINDS, Bools, CallColumns, EventColumns, EventKind, Ints, Result
from mjlog.jit import int64, jit, jit_inline, jit_once
from mjlog.replay.discard_options import weigh
from mjlog.replay.hand_facts import TURNS, CallFacts, Chances, DiscardFacts, DrawFacts, FollowedHands, HandFacts
from mjlog.replay.hand_state import (
    KINDS,
    HandState,
    give,
    shanten_of,
    show,
    turn_indicator,
    unheld_by,
    unseen_by,
    update_waits,
    useful_of,
)
from mjlog.replay.open_melds import meld_bits
from mjlog.replay.records import columns_of, records, state_of
from mjlog.replay.unseen import Unseen, n_kinds, n_tiles
from mjlog.replay.wait_forms import form_of
from mjlog.rules.columns.shanten import START, dealt_at
from mjlog.rules.columns.shanten_tables import ShantenTables, shanten_tables
from mjlog.rules.waits import Suji, suji_of
from mjlog.tiles import EAST, N_KINDS, N_TILES, RED_FIVES, SANMA_KINDS

SAFE: Final = 7
"""Danger class of a kind that was discarded since the riichi and not won; the lower ones are `waits.Suji`."""
NO_CHANCE, ONE_CHANCE, OPEN_CHANCE = 0, 1, 2
"""A ryanmen on the tile: impossible by four visible tiles, needs the last of one, or open."""

_IN_PLAY: Final = np.array([sum(1 << kind for kind in SANMA_KINDS), (1 << N_KINDS) - 1])
"""Mask of the kinds in play, by number of players - 3."""
_RANK: Final = np.array([0, 3, 2, 5, 6, 7, 4, 1])
"""Order of the danger classes, from the safest up."""
_LOW: Final = sum(1 << kind for kind in range(EAST) if kind % 9 < 6)
"""Mask of 1-6, whose suji is three higher."""
_suji: Final = jit_inline(suji_of)


class _Cursor:
    """The fields of the record that holds the next rows; they count through all kyoku of a batch."""

    draw: int
    discard: int
    call: int
    """Rows of the facts of draws, discards and calls."""
    log_call: int
    """Row of the log's calls."""
    chance: int
    """Row of the next chance."""
    chance_of_last: int
    """Row of the first chance on the last tile drawn or offered."""
    last_discard: int = ABSENT
    """Row of the discard that can be called or won, ABSENT after another event."""


class _Log(NamedTuple):
    """The columns of a batch; `(n_kyoku,)` where nothing else is said."""

    event_start: Ints
    call_start: Ints
    players: Ints
    hands: Ints
    dora_indicator: Ints
    won: Bools
    """The last tile was won."""
    ronned: Bools
    """It was a discard."""
    events: EventColumns
    calls: CallColumns


class _Facts(NamedTuple):
    """Records of the classes of `FollowedHands`, to be written."""

    hands: Any
    discards: Any
    calls: Any
    draws: Any
    chances: Any
    """One for each event, more than are ever needed."""


def follow_hands(games: Games, *, decisions: bool = False) -> FollowedHands:
    """Follow each seat's hand through each kyoku; with `decisions` also every draw, discard and call."""
    kinds = games.events.kind
    discards = np.flatnonzero((kinds == EventKind.DISCARD) & decisions)
    calls = np.flatnonzero(np.isin(kinds, CALL_KINDS) & decisions)
    draws = np.flatnonzero((kinds == EventKind.DRAW) & decisions)
    facts = _Facts(
        hands=records(len(games.kyoku.wind), HandFacts),
        discards=records(len(discards), DiscardFacts),
        calls=records(len(calls), CallFacts),
        draws=records(len(draws), DrawFacts),
        chances=records(len(kinds), Chances),  # zeros that take no memory until written
    )
    facts.discards.event, facts.calls.event, facts.draws.event = discards, calls, draws
    ronned = np.zeros(len(games.kyoku.wind), np.bool_)
    ronned[runs(games.win_start)[games.wins.from_seat != ABSENT]] = True
    log = _Log(
        event_start=games.event_start,
        call_start=games.call_start,
        players=games.games.players[runs(games.kyoku_start)].astype(np.int64),
        hands=games.kyoku.hands,
        dora_indicator=games.kyoku.dora_indicator,
        won=(games.kyoku.result == Result.WIN) | (games.kyoku.result == Result.SANCHAHOU),
        ronned=ronned,
        events=games.events,
        calls=games.calls,
    )
    states = state_of(HandState)
    states.decisions = bool(len(discards) + len(calls) + len(draws))
    n_chances = _follow(log, facts, states, state_of(_Cursor), shanten_tables())
    return FollowedHands(
        columns_of(facts.hands, HandFacts),
        columns_of(facts.discards, DiscardFacts),
        columns_of(facts.calls, CallFacts),
        columns_of(facts.draws, DrawFacts),
        columns_of(facts.chances[:n_chances], Chances),
    )


# -- one kyoku after another


@jit
def _follow(log: _Log, facts: _Facts, states: Any, cursors: Any, tables: ShantenTables) -> int:
    """Write the facts of all kyoku and return the number of chances; `states` and `cursors` are from `state_of`."""
    state, cursor = states[1], cursors[1]
    for k in range(log.event_start.size - 1):
        players, fact = log.players[k], facts.hands[k]
        states[1] = states[0]
        _start(fact, state, log, k, players, tables)
        cursor.log_call, cursor.last_discard = log.call_start[k], ABSENT
        cursor.chance_of_last = cursor.chance
        for event in range(log.event_start[k], log.event_start[k + 1]):
            action, seat, tile = int64(log.events.kind[event]), log.events.seat[event], log.events.tile[event]
            if _is_possible(action, seat, tile, players):
                _play(log, facts, state, cursor, k, event, tables)
            _advance(cursor, action)
        if log.won[k]:
            cursor.chance = cursor.chance_of_last
        if state.decisions and cursor.last_discard != ABSENT and log.ronned[k]:
            facts.discards[cursor.last_discard].dealt_in = True
        for seat in range(players):
            fact.end_shanten[seat] = state.shanten[seat]
    chances: int = cursor.chance
    return chances


@jit_inline
def _start(fact: Any, state: HandState, log: _Log, k: int, players: int, tables: ShantenTables) -> None:
    """Turn the first indicator and deal the hands."""
    for seat in range(4):
        for suit in range(4):  # to assign whole rows, numba compiles the text of an error of shapes, for five seconds
            state.places[seat, suit] = START[players - 3, suit]
    if 0 <= log.dora_indicator[k] < N_TILES:
        turn_indicator(state, players, int64(log.dora_indicator[k]))
    for seat in range(players):
        _deal(fact, state, players, seat, log.hands[k, seat], tables)
        update_waits(state, seat, tables)
        if state.decisions:
            state.useful[seat] = useful_of(state, seat, state.shanten[seat], tables)


@jit_inline
def _is_possible(action: int, seat: int, tile: int, players: int) -> bool:
    """Whether the kind, seat and tile of an event are in range."""
    return bool(
        EventKind.DRAW <= action <= EventKind.DORA
        and (0 <= seat < players or action == EventKind.DORA)
        and (0 <= tile < N_TILES or EventKind.RIICHI <= action < EventKind.DORA)
    )


@jit_once
def _play(
    log: _Log, facts: _Facts, state: HandState, cursor: _Cursor, k: int, event: int, tables: ShantenTables
) -> None:
    """Carry out one event and write its facts."""
    action, seat, tile = int64(log.events.kind[event]), int64(log.events.seat[event]), int64(log.events.tile[event])
    players, fact = log.players[k], facts.hands[k]
    if action <= EventKind.KITA:
        cursor.chance_of_last = cursor.chance
    if action == EventKind.DRAW:
        kind = KINDS[tile]
        if state.waits[seat] >> kind & 1:
            _add_chance(facts.chances, cursor, event, k, seat, state.turn[seat] + 1, True)
        if state.decisions:
            _judge_draw(facts.draws[cursor.draw], state, players, seat, kind)
        give(state, players, seat, kind)
    elif action == EventKind.DISCARD:
        if state.decisions:
            _judge_discard(facts.discards[cursor.discard], state, players, seat, tile, tables)
        _discard(fact, state, players, seat, KINDS[tile], tables)
        _offer(facts.chances, cursor, event, k, state, players, seat, KINDS[tile])
    elif action == EventKind.RIICHI:
        state.declared[seat] = 1
    elif action == EventKind.RIICHI_ACCEPTED:
        state.in_riichi[seat] = 1
        for other in range(players):
            if other != seat and fact.faced_shanten[other] == ABSENT:
                fact.faced_shanten[other] = state.shanten[other]
    elif action == EventKind.DORA:
        turn_indicator(state, players, tile)
    elif cursor.log_call < log.call_start[k + 1]:
        tiles = log.calls.tiles[cursor.log_call]
        before = shanten_of(state, seat, tables) if state.decisions else 0
        _call(state, players, seat, action, tiles, tables)
        if action >= EventKind.KAKAN:
            _offer(facts.chances, cursor, event, k, state, players, seat, KINDS[tile])
        if state.decisions:
            if cursor.last_discard != ABSENT and action <= EventKind.DAIMINKAN:
                facts.discards[cursor.last_discard].called_by = seat
            _judge_call(facts.calls[cursor.call], state, seat, action, tiles, before, tables)


@jit_inline
def _advance(cursor: _Cursor, action: int) -> None:
    """Go on to the next rows after an event, which may be a skipped one."""
    if action <= EventKind.KITA:
        cursor.last_discard = cursor.discard if action == EventKind.DISCARD else ABSENT
    is_call = EventKind.CHI <= action <= EventKind.KITA
    cursor.draw += action == EventKind.DRAW
    cursor.discard += action == EventKind.DISCARD
    cursor.call += is_call
    cursor.log_call += is_call


# -- moves


@jit_inline
def _deal(fact: Any, state: HandState, players: int, seat: int, tiles: Any, tables: ShantenTables) -> None:
    """Deal a hand after the first indicator, and write the facts of the haipai."""
    for place in range(tiles.size):
        if 0 <= tiles[place] < N_TILES:
            kind = KINDS[tiles[place]]
            give(state, players, seat, kind)
            fact.haipai_dora[seat] += state.dora >> kind & 1
            fact.haipai_red[seat] += tiles[place] >= RED_FIVES[0]
    at = state.places
    best, shape, pairs, yaochuu = dealt_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], tables)
    fact.haipai_shanten[seat] = state.shanten[seat] = best
    fact.haipai_shape[seat], fact.haipai_pairs[seat], fact.haipai_yaochuu[seat] = shape, pairs, yaochuu


@jit_inline
def _discard(fact: Any, state: HandState, players: int, seat: int, kind: int, tables: ShantenTables) -> None:
    """Carry out a discard and write the shanten after it."""
    show(state, players, seat, kind)
    state.river[seat] |= 1 << kind
    for other in range(players):
        if state.in_riichi[other]:
            state.since[other] |= 1 << kind
    state.shanten[seat] = shanten_of(state, seat, tables)
    update_waits(state, seat, tables)
    if state.turn[seat] < TURNS:
        fact.shanten_by_turn[seat, state.turn[seat]] = state.shanten[seat]
    state.turn[seat] += 1
    if state.shanten[seat] == 0 and fact.tenpai_turn[seat] == ABSENT:
        fact.tenpai_turn[seat] = state.turn[seat]
    if state.declared[seat]:
        state.declared[seat] = 0
        _declare(fact, state, players, seat, tables)


@jit_inline
def _declare(fact: Any, state: HandState, players: int, seat: int, tables: ShantenTables) -> None:
    """Write the wait of a riichi, after its declaration tile is discarded."""
    if state.shanten[seat] != 0:
        return
    waits, river = state.waits[seat], state.river[seat]
    fact.riichi_waits[seat] = waits
    unheld = 4 * n_kinds(waits & ~state.ankan[seat])
    for kind in range(N_KINDS):
        unheld -= (waits >> kind & 1) * state.held[seat, kind]
    fact.riichi_unheld[seat] = unheld
    unseen = unheld_by(state, seat, seat + 1)
    fact.riichi_unseen[seat] = n_tiles(waits, unseen)
    fact.riichi_all_unseen[seat] = n_tiles(_IN_PLAY[players - 3], unseen)
    fact.riichi_wall[seat] = n_tiles(waits, unheld_by(state, 0, players))
    fact.riichi_furiten[seat] = waits & river != 0
    fact.riichi_suji[seat] = waits & ((river & _LOW) << 3 | river >> 3 & _LOW) != 0
    fact.riichi_form[seat] = form_of(state, players, seat, waits, tables)


@jit_inline
def _call(state: HandState, players: int, seat: int, action: int, tiles: Any, tables: ShantenTables) -> None:
    """Move the tiles of a call from the hand; the called tile is open already."""
    first = 0 if action >= EventKind.ANKAN else 1
    for place in range(first, 1 if action >= EventKind.KAKAN else 4):
        if 0 <= tiles[place] < N_TILES:
            show(state, players, seat, KINDS[tiles[place]])
    if action <= EventKind.ANKAN and state.n_sets[seat] < 4:
        state.n_sets[seat] += 1
    if action == EventKind.ANKAN and 0 <= tiles[0] < N_TILES:
        state.ankan[seat] |= 1 << KINDS[tiles[0]]
    if action >= EventKind.DAIMINKAN:  # the hand waits for a replacement
        shanten = shanten_of(state, seat, tables)
        state.waits[seat] = useful_of(state, seat, 0, tables) if shanten == 0 else 0
        if state.decisions:
            state.useful[seat] = useful_of(state, seat, shanten, tables)


# -- chances


@jit_inline
def _add_chance(chances: Any, cursor: _Cursor, event: int, k: int, seat: int, turn: int, tsumo: bool) -> None:
    """Write a tile that completes the hand of a seat."""
    if cursor.chance < chances.size:
        chance = chances[cursor.chance]
        chance.event, chance.kyoku, chance.seat, chance.turn, chance.tsumo = event, k, seat, turn, tsumo
        cursor.chance += 1


@jit_inline
def _offer(
    chances: Any, cursor: _Cursor, event: int, k: int, state: HandState, players: int, giver: int, kind: int
) -> None:
    """Write the seats whose hands a tile completes and that are not furiten by their own river."""
    for seat in range(players):
        if state.waits[seat] >> kind & 1 and seat != giver and not state.waits[seat] & state.river[seat]:
            _add_chance(chances, cursor, event, k, seat, state.turn[seat] + 1, False)


# -- decisions


@jit_inline
def _judge_draw(fact: Any, state: HandState, players: int, seat: int, kind: int) -> None:
    """Write whether a draw lowers the shanten and how likely that was, before it is carried out."""
    useful, unseen = state.useful[seat], unseen_by(state, seat)
    fact.useful, fact.hit = useful, useful >> kind & 1
    fact.share = n_tiles(useful, unseen) / max(n_tiles(_IN_PLAY[players - 3], unseen), 1)


@jit_inline
def _judge_discard(fact: Any, state: HandState, players: int, seat: int, tile: int, tables: ShantenTables) -> None:
    """Write the efficiency and the risk of a discard, before it is carried out."""
    kind = KINDS[tile]
    fact.turn, fact.n_sets, fact.in_riichi = state.turn[seat] + 1, state.n_sets[seat], state.in_riichi[seat]
    fact.declares = state.declared[seat]
    fact.dora = state.dora >> kind & 1 | (tile >= RED_FIVES[0])
    unseen = unseen_by(state, seat)
    least = max(shanten_of(state, seat, tables), 0)  # whoever discards from a complete hand is tenpai
    fact.shanten_before = fact.shanten = least
    state.useful[seat] = weigh(fact, state, players, seat, kind, least, unseen, tables)
    fact.visible = state.public[kind] + state.held[seat, kind]
    if kind < EAST:
        fact.chance = _chance(kind, unseen)
    for step in range(1, players):
        other = (seat + step) % players
        if state.in_riichi[other]:
            danger: Any = np.int64(_suji(kind, state.river[other]))
            if danger != Suji.GENBUTSU and state.since[other] >> kind & 1:
                danger = SAFE
            fact.danger[2 if step == players - 1 else step - 1] = danger
            if fact.worst == ABSENT or _RANK[danger] > _RANK[fact.worst]:
                fact.worst = danger
            fact.n_riichi += 1


@jit_inline
def _chance(kind: int, unseen: Unseen) -> int:
    """Whether a ryanmen on a numbered kind is still possible, by the tiles a seat does not see."""
    ones, twos, fours = unseen
    several, some = twos | fours, ones | twos | fours
    number = kind % 9
    best = NO_CHANCE
    for step in (-1, 1):
        if 0 <= number + 3 * step <= 8:
            near, far = kind + step, kind + 2 * step
            if several >> near & several >> far & 1:
                best = OPEN_CHANCE
            elif some >> near & some >> far & 1:
                best = max(best, ONE_CHANCE)
    return best


@jit_inline
def _judge_call(
    fact: Any, state: HandState, seat: int, action: int, tiles: Any, before: int, tables: ShantenTables
) -> None:
    """Write the sets and the shanten after a call; `before` is the shanten before it."""
    if action <= EventKind.KAKAN:
        state.melds[seat] |= meld_bits(action, tiles)
    fact.turn, fact.n_sets, fact.melds = state.turn[seat], state.n_sets[seat], state.melds[seat]
    fact.shanten_before, fact.shanten = before, max(shanten_of(state, seat, tables), 0)
