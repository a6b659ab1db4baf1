"""The compiled pass over hands: how each went, what every discard gave up and risked, what every call changed.

It follows hands, rivers and riichi without asking whether the moves are legal (that is the replay's question) and stays
within the range of its tables whatever a log holds. A seat sees its own hand, all rivers, open sets, norths set aside
and indicators. Suji classes are those of `mjlog.rules.waits.suji_of`; no-chance and one-chance are the second rule
document's, safe tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, NamedTuple, cast

import numpy as np
from numba import njit

from mjlog.columns import (
    ABSENT,
    CALL_KINDS,
    Bools,
    CallColumns,
    Column,
    EventColumns,
    EventKind,
    Ints,
    KyokuColumns,
    empty,
)
from mjlog.games import Games, runs
from mjlog.kernels.compiled import Function, compiled
from mjlog.kernels.shanten import shanten_of_keys, useful_of_keys
from mjlog.kernels.tables import ShantenTables, shanten_tables
from mjlog.rules.waits import suji_of
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS

TURNS: Final = 18
"""Turns whose shanten is kept."""
SAFE: Final = 7
"""Danger class of a kind that was discarded since the riichi and let pass; the lower ones are `waits.Suji`."""
NO_CHANCE, ONE_CHANCE, OPEN_CHANCE = 0, 1, 2
"""Whether a ryanmen on the tile is impossible by four visible tiles, needs the last of one, or is open."""

_DRAW, _DISCARD, _CHI, _PON, _DAIMINKAN, _ANKAN, _KAKAN, _KITA, _RIICHI, _ACCEPTED, _DORA = range(11)
_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_POWERS: Final = 5 ** (np.arange(34) % 9)
_SANMA: Final = np.array([kind in SANMA_KINDS for kind in range(34)])
_suji: Final = compiled(suji_of)

within: Final = cast(Callable[[Function], Function], njit(inline="always"))
"""Compiles a function into those that call it: handing over arrays costs more than such a short one takes."""


class PathFacts(NamedTuple):
    """One row per kyoku, one column per seat."""

    haipai_shanten: Annotated[Ints, Column("int8", (4,))]
    shanten_by_turn: Annotated[Ints, Column("int8", (4, TURNS))]
    """After the own discard of each turn; ABSENT from the end of the kyoku on."""
    tenpai_turn: Annotated[Ints, Column("int8", (4,))]
    """First turn whose discard left a hand waiting; 0 dealt so (only without a draw), ABSENT for never."""
    end_shanten: Annotated[Ints, Column("int8", (4,))]
    """Of the hand after the last discard."""
    faced_shanten: Annotated[Ints, Column("int8", (4,))]
    """When another seat's riichi was first accepted, of the hand at that moment; ABSENT without one."""
    riichi_waits: Annotated[Ints, Column("int64", (4,))]
    """Mask of the kinds waited on when riichi was declared; 0 without riichi."""
    riichi_seen: Annotated[Ints, Column("int8", (4,))]
    """Tiles of these kinds the seat did not see."""
    riichi_wall: Annotated[Ints, Column("int8", (4,))]
    """Tiles of these kinds that nobody held: in the live or the dead wall."""
    riichi_furiten: Annotated[Bools, Column("bool", (4,))]
    """One of these kinds was in the own river."""
    riichi_suji: Annotated[Bools, Column("bool", (4,))]
    """One of these kinds was suji of the own river, the declaration tile included."""


class DiscardFacts(NamedTuple):
    """One row per discard."""

    event: Annotated[Ints, Column("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, Column("int8")]
    """Own discards with this one."""
    n_sets: Annotated[Ints, Column("int8")]
    in_riichi: Annotated[Bools, Column("bool")]
    n_indicators: Annotated[Ints, Column("int8")]
    """Indicators turned before it."""
    shanten_before: Annotated[Ints, Column("int8")]
    """Of the hand with the drawn (or called) tile: the least any discard can leave."""
    shanten: Annotated[Ints, Column("int8")]
    """Of the hand that is left."""
    useful_kinds: Annotated[Ints, Column("int8")]
    """Kinds that lower the shanten of the hand that is left."""
    useful_tiles: Annotated[Ints, Column("int16")]
    """Tiles of those kinds the seat does not see."""
    best_tiles: Annotated[Ints, Column("int16")]
    """The most such tiles any discard with the least shanten would leave; in riichi those of the only one."""
    visible: Annotated[Ints, Column("int8")]
    """Tiles of the discarded kind the seat saw, this one included."""
    chance: Annotated[Ints, Column("int8")]
    """NO_CHANCE, ONE_CHANCE or OPEN_CHANCE for a ryanmen on the tile; ABSENT for honors."""
    danger: Annotated[Ints, Column("int8", (4,))]
    """Class against each other seat in riichi (`waits.Suji` or SAFE); ABSENT against others."""


class CallFacts(NamedTuple):
    """One row per call that was made."""

    event: Annotated[Ints, Column("int64")]
    """Row of the event in the batch."""
    turn: Annotated[Ints, Column("int8")]
    """Own discards so far."""
    n_sets: Annotated[Ints, Column("int8")]
    """Own sets with this one."""
    shanten_before: Annotated[Ints, Column("int8")]
    """Of the hand just before."""
    shanten: Annotated[Ints, Column("int8")]
    """Of the hand with the set, the least the next discard can leave."""


def paths(games: Games) -> PathFacts:
    """How each seat's hand went in each kyoku of a batch."""
    return _followed(games, _fresh(DiscardFacts, 0), _fresh(CallFacts, 0))


def decisions(games: Games) -> tuple[DiscardFacts, CallFacts]:
    """What every discard and every call of a batch meant."""
    discards = np.flatnonzero(games.events.kind == EventKind.DISCARD)
    calls = np.flatnonzero(np.isin(games.events.kind, CALL_KINDS))
    of_discards = _fresh(DiscardFacts, len(discards))._replace(event=discards)
    of_calls = _fresh(CallFacts, len(calls))._replace(event=calls)
    _followed(games, of_discards, of_calls)
    return of_discards, of_calls


def worst_danger(danger: Ints) -> Ints:
    """The most dangerous class of each row of `danger`, over the seats in riichi, `(n,)`; ABSENT where nobody is.

    MUSUJI is worse than FAR, KATA, an honor not discarded, OMOTE and NAKA, in this order; what passed is safe.
    """
    rank_of_class = np.array([0, 3, 2, 5, 6, 7, 4, 1], np.int8)
    rank = np.where(danger == ABSENT, ABSENT, rank_of_class[danger])
    return np.take_along_axis(danger, rank.argmax(axis=1)[:, None], axis=1)[:, 0]


def _fresh(group: Any, n: int) -> Any:
    """A group of facts before anything happened: 0 and False, ABSENT where nothing may have happened."""
    columns = empty(group, n)
    for name, column in zip(columns._fields, columns, strict=True):
        column[...] = ABSENT if name in _MAY_BE_ABSENT else 0
    return columns


_MAY_BE_ABSENT: Final = frozenset({"shanten_by_turn", "tenpai_turn", "faced_shanten", "chance", "danger"})


def _followed(games: Games, of_discards: DiscardFacts, of_calls: CallFacts) -> PathFacts:
    """Follow a batch; discards and calls are written if there are rows for them."""
    facts: PathFacts = _fresh(PathFacts, len(games.kyoku.wind))
    players = games.games.players[runs(games.kyoku_start)].astype(np.int64)
    _follow(
        games.event_start, games.call_start, players, games.kyoku, games.events, games.calls, shanten_tables(),
        facts, of_discards, of_calls,
    )  # fmt: skip
    return facts


@within
def _give(held: Any, keys: Any, n_tiles: Any, seat: int, kind: int, players: int) -> None:
    """Put a tile into a hand, unless the table of hands has no such hand."""
    if held[seat, kind] < 4 and n_tiles[seat] < 14 and (players == 4 or _SANMA[kind]):
        held[seat, kind] += 1
        keys[seat, kind // 9] += _POWERS[kind]
        n_tiles[seat] += 1


@within
def _take(held: Any, keys: Any, n_tiles: Any, seat: int, kind: int) -> None:
    """Take a tile out of a hand, if it is there."""
    if held[seat, kind] > 0:
        held[seat, kind] -= 1
        keys[seat, kind // 9] -= _POWERS[kind]
        n_tiles[seat] -= 1


@within
def _shanten(keys: Any, seat: int, n_melds: int, players: int, tables: ShantenTables) -> int:
    return shanten_of_keys(keys[seat, 0], keys[seat, 1], keys[seat, 2], keys[seat, 3], n_melds, players, tables)


@within
def _useful(keys: Any, seat: int, n_melds: int, players: int, tables: ShantenTables) -> tuple[int, int]:
    return useful_of_keys(keys[seat, 0], keys[seat, 1], keys[seat, 2], keys[seat, 3], n_melds, players, tables)


@compiled
def _tiles_of(mask: int, unseen: Any) -> int:
    """Unseen tiles of the kinds in a mask."""
    left = 0
    for kind in range(34):
        left += unseen[kind] * (mask >> kind & 1)
    return left


@compiled
def _chance(kind: int, unseen: Any) -> int:
    """Whether a ryanmen on a numbered kind is still possible, by what the seat sees."""
    number = kind % 9
    best = NO_CHANCE
    for step in (-1, 1):
        if 0 <= number + 2 * step <= 8 and 0 <= number + 3 * step <= 8:
            fewest = min(unseen[kind + step], unseen[kind + 2 * step])
            best = max(best, NO_CHANCE if fewest == 0 else ONE_CHANCE if fewest == 1 else OPEN_CHANCE)
    return best


@compiled
def _judge(
    row: int, seat: int, kind: int, players: int, n_melds: int, held: Any, keys: Any, n_tiles: Any, public: Any,
    unseen: Any, river: Any, since: Any, in_riichi: Any, tables: ShantenTables, facts: DiscardFacts,
) -> None:  # fmt: skip
    """Write what the discard of a kind by a seat that still holds it gives up and risks."""
    for other in range(34):
        unseen[other] = max(4 - public[other] - held[seat, other], 0)
    least = _shanten(keys, seat, n_melds, players, tables)
    facts.shanten_before[row] = facts.shanten[row] = least
    best = 0
    for other in range(34):
        if held[seat, other] == 0 or (other != kind and in_riichi[seat]):
            continue
        keys[seat, other // 9] -= _POWERS[other]
        if other == kind or _shanten(keys, seat, n_melds, players, tables) == least:
            left, mask = _useful(keys, seat, n_melds, players, tables)
            tiles = _tiles_of(mask, unseen)
            if left == least:
                best = max(best, tiles)
            if other == kind:
                facts.shanten[row] = left
                facts.useful_tiles[row] = tiles
                for bit in range(34):
                    facts.useful_kinds[row] += mask >> bit & 1
        keys[seat, other // 9] += _POWERS[other]
    facts.best_tiles[row] = best
    facts.visible[row] = public[kind] + held[seat, kind]
    if kind < 27:
        facts.chance[row] = _chance(kind, unseen)
    for other in range(players):
        if other != seat and in_riichi[other]:
            danger: Any = np.int64(_suji(kind, river[other]))
            facts.danger[row, other] = SAFE if danger != 0 and since[other] >> kind & 1 else danger


@compiled
def _declare(
    kyoku: int, seat: int, players: int, n_melds: int, held: Any, keys: Any, public: Any, unseen: Any, river: int,
    tables: ShantenTables, facts: PathFacts,
) -> None:  # fmt: skip
    """Write what a riichi waits on, its declaration tile just discarded."""
    left, waits = _useful(keys, seat, n_melds, players, tables)
    if left != 0:
        return
    facts.riichi_waits[kyoku, seat] = waits
    for kind in range(34):
        unseen[kind] = max(4 - public[kind] - held[seat, kind], 0)
    facts.riichi_seen[kyoku, seat] = _tiles_of(waits, unseen)
    for kind in range(34):
        for other in range(players):
            if other != seat:
                unseen[kind] -= held[other, kind]
        unseen[kind] = max(unseen[kind], 0)
    facts.riichi_wall[kyoku, seat] = _tiles_of(waits, unseen)
    facts.riichi_furiten[kyoku, seat] = waits & river != 0
    for kind in range(27):
        number = kind % 9
        if waits >> kind & 1:
            below, above = number >= 3 and river >> (kind - 3) & 1, number <= 5 and river >> (kind + 3) & 1
            if below or above:
                facts.riichi_suji[kyoku, seat] = True


@compiled
def _follow(
    event_start: Ints, call_start: Ints, players_of: Ints, kyoku: KyokuColumns, events: EventColumns,
    calls: CallColumns, tables: ShantenTables, paths: PathFacts, of_discards: DiscardFacts, of_calls: CallFacts,
) -> None:  # fmt: skip
    """Follow every kyoku; discards and calls are written if there are rows for them."""
    deciding = of_discards.event.size > 0
    held = np.zeros((4, 34), np.int64)
    keys = np.zeros((4, 4), np.int64)
    n_tiles, n_melds, turn, river, since, declared = np.zeros((6, 4), np.int64)
    in_riichi = np.zeros(4, np.bool_)
    public, unseen = np.zeros((2, 34), np.int64)
    shanten = np.zeros(4, np.int64)
    discard = made = 0
    for k in range(event_start.size - 1):
        players = players_of[k]
        held[:] = 0
        keys[:] = 0
        n_tiles[:] = n_melds[:] = turn[:] = river[:] = since[:] = declared[:] = 0
        in_riichi[:] = False
        public[:] = 0
        public[_KINDS[kyoku.dora_indicator[k]]] += 1
        n_indicators = 1
        call = call_start[k]
        for player in range(players):
            for place in range(13):
                _give(held, keys, n_tiles, player, _KINDS[kyoku.hands[k, player, place]], players)
            shanten[player] = _shanten(keys, player, 0, players, tables)
            paths.haipai_shanten[k, player] = shanten[player]
        for event in range(event_start[k], event_start[k + 1]):
            action = events.kind[event]
            if action > _DORA:
                continue
            if action == _DORA:
                public[_KINDS[events.tile[event]]] += 1
                n_indicators += 1
                continue
            seat: Any = np.int64(events.seat[event])
            kind = _KINDS[events.tile[event]]
            if action == _DRAW:
                _give(held, keys, n_tiles, seat, kind, players)
            elif action == _DISCARD:
                n = n_melds[seat]
                if deciding:
                    of_discards.turn[discard] = turn[seat] + 1
                    of_discards.n_sets[discard] = n
                    of_discards.in_riichi[discard] = in_riichi[seat]
                    of_discards.n_indicators[discard] = n_indicators
                    _judge(
                        discard, seat, kind, players, n, held, keys, n_tiles, public, unseen, river, since, in_riichi,
                        tables, of_discards,
                    )  # fmt: skip
                    discard += 1
                _take(held, keys, n_tiles, seat, kind)
                public[kind] += 1
                river[seat] |= 1 << kind
                for other in range(players):
                    if in_riichi[other]:
                        since[other] |= 1 << kind
                shanten[seat] = _shanten(keys, seat, n, players, tables)
                if turn[seat] < TURNS:
                    paths.shanten_by_turn[k, seat, turn[seat]] = shanten[seat]
                turn[seat] += 1
                if shanten[seat] == 0 and paths.tenpai_turn[k, seat] == ABSENT:
                    paths.tenpai_turn[k, seat] = turn[seat]
                if declared[seat] == 1:
                    declared[seat] = 2
                    _declare(k, seat, players, n, held, keys, public, unseen, river[seat], tables, paths)
            elif action == _RIICHI:
                declared[seat] = 1
            elif action == _ACCEPTED:
                in_riichi[seat] = True
                for other in range(players):
                    if other != seat and paths.faced_shanten[k, other] == ABSENT:
                        paths.faced_shanten[k, other] = shanten[other]
            else:
                before = n_melds[seat]
                if deciding:
                    of_calls.shanten_before[made] = _shanten(keys, seat, before, players, tables)
                first = 0 if action >= _ANKAN else 1
                last = 4 if action in (_ANKAN, _DAIMINKAN) else 1 if action >= _KAKAN else 3
                for place in range(first, last):
                    if calls.tiles[call, place] >= 0:
                        laid = _KINDS[calls.tiles[call, place]]
                        _take(held, keys, n_tiles, seat, laid)
                        public[laid] += 1
                if action <= _ANKAN and n_melds[seat] < 4:
                    n_melds[seat] += 1
                if deciding:
                    of_calls.turn[made] = turn[seat]
                    of_calls.n_sets[made] = n_melds[seat]
                    of_calls.shanten[made] = _shanten(keys, seat, n_melds[seat], players, tables)
                    made += 1
                call += 1
        for player in range(players):
            paths.end_shanten[k, player] = shanten[player]
