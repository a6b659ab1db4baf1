"""The compiled pass over hands: how each went, what every discard gave up and risked, what every call changed.

It follows hands, rivers and riichi without asking whether the moves are legal (that is the replay's question) and stays
within the range of its tables whatever a log holds. A seat sees its own hand, all rivers, open sets, norths set aside
and indicators. Suji classes are those of `mjlog.rules.waits.suji_of`; no-chance and one-chance are the second rule
document's, safe tiles.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import numpy as np

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, CALL_KINDS, Bools, CallColumns, EventColumns, EventKind, Ints, Result
from mjlog.jit import jit, jit_inline
from mjlog.replay.discard_options import weigh
from mjlog.replay.hand_facts import TURNS, CallFacts, Chances, DiscardFacts, DrawFacts, Followed, PathFacts
from mjlog.replay.records import columns_of, records, state_of
from mjlog.replay.unseen import Unseen, n_kinds, n_tiles, see
from mjlog.replay.wait_forms import form_of
from mjlog.rules.columns.shanten import START, STEP, dealt_at, shanten_at, useful_at
from mjlog.rules.columns.shanten_tables import ShantenTables, shanten_tables
from mjlog.rules.waits import Suji, suji_of
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, N_TILES, RED_FIVES, SANMA_KINDS

SAFE: Final = 7
"""Danger class of a kind that was discarded since the riichi and let pass; the lower ones are `waits.Suji`."""
NO_CHANCE, ONE_CHANCE, OPEN_CHANCE = 0, 1, 2
"""Whether a ryanmen on the tile is impossible by four visible tiles, needs the last of one, or is open."""

_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_DORA: Final = np.array([[1 << DORA_OF[players][kind] for kind in KIND_OF_TILE] for players in (3, 4)])
"""Mask of the kind that an indicator makes dora, by number of players - 3 and tile."""
_IN_PLAY: Final = np.array([sum(1 << kind for kind in SANMA_KINDS), (1 << N_KINDS) - 1])
"""Mask of the kinds in play, by number of players - 3."""
_RANK: Final = np.array([0, 3, 2, 5, 6, 7, 4, 1])
"""Place of each class of danger among them, from the safest up."""
_LOW: Final = sum(1 << kind for kind in range(27) if kind % 9 < 6)
"""Mask of 1-6, which three higher have a suji."""
_suji: Final = jit_inline(suji_of)


class _Table:
    """The fields of the record a kyoku is followed on; of more than one number the first axis is the seat."""

    held: Annotated[Any, 4, N_KINDS]
    """Concealed tiles by kind."""
    kinds: Annotated[Any, 4]
    """Mask of the kinds held."""
    places: Annotated[Any, 4, 4]
    """Places of the suit keys of the concealed tiles in the tables of shanten."""
    n_sets: Annotated[Any, 4]
    ankan: Annotated[Any, 4]
    """Mask of the kinds in closed kans."""
    turn: Annotated[Any, 4]
    """Own discards."""
    river: Annotated[Any, 4]
    """Mask of the kinds discarded."""
    since: Annotated[Any, 4]
    """Mask of the kinds anybody discarded since the riichi."""
    declared: Annotated[Any, 4]
    """The next discard declares riichi."""
    in_riichi: Annotated[Any, 4]
    """The riichi was accepted."""
    shanten: Annotated[Any, 4]
    """Of the hand after the last discard, or as dealt."""
    waits: Annotated[Any, 4]
    """Mask of the kinds a hand waits on."""
    useful: Annotated[Any, 4]
    """Mask of the kinds that lower the shanten of a hand before it draws; if every decision is followed."""
    public: Annotated[Any, N_KINDS]
    """Tiles everybody sees: rivers, open sets, norths set aside and indicators; by kind."""
    ones: Annotated[Any, 4]
    twos: Annotated[Any, 4]
    fours: Annotated[Any, 4] = (1 << N_KINDS) - 1
    """Tiles a seat does not see (`mjlog.replay.unseen`); if every decision is followed."""
    deciding: int
    """Every decision is followed."""
    dora: int
    """Mask of the kinds the indicators make dora."""


def followed(games: Games, *, decisions: bool = False) -> Followed:
    """How each seat's hand went in each kyoku; with `decisions` also what every draw, discard and call meant."""
    kinds = games.events.kind
    discards = np.flatnonzero((kinds == EventKind.DISCARD) & decisions)
    calls = np.flatnonzero(np.isin(kinds, CALL_KINDS) & decisions)
    draws = np.flatnonzero((kinds == EventKind.DRAW) & decisions)
    facts = _fresh(PathFacts, len(games.kyoku.wind))
    of_discards, of_calls = _fresh(DiscardFacts, len(discards)), _fresh(CallFacts, len(calls))
    of_draws = records(len(draws), DrawFacts)
    of_discards.event, of_calls.event, of_draws.event = discards, calls, draws
    chances = records(len(kinds), Chances)  # zeros that take no memory until written
    ronned = np.zeros(len(facts), np.bool_)
    ronned[runs(games.win_start)[games.wins.from_seat != ABSENT]] = True
    taken = (games.kyoku.result == Result.WIN) | (games.kyoku.result == Result.SANCHAHOU)
    n_chances = _follow(
        games.event_start, games.call_start, games.games.players[runs(games.kyoku_start)].astype(np.int64), ronned,
        games.kyoku.hands, games.kyoku.dora_indicator, games.events, games.calls, shanten_tables(), state_of(_Table),
        facts, of_discards, of_calls, of_draws, taken, chances,
    )  # fmt: skip
    return Followed(
        columns_of(facts, PathFacts),
        columns_of(of_discards, DiscardFacts),
        columns_of(of_calls, CallFacts),
        columns_of(of_draws, DrawFacts),
        columns_of(chances[:n_chances], Chances),
    )


_MAY_BE_ABSENT: Final = frozenset(
    {"shanten_by_turn", "tenpai_turn", "faced_shanten", "riichi_form", "chance", "danger", "worst", "called_by"}
)


def _fresh(group: Any, n: int) -> Any:
    """Records of facts before anything happened: 0, and ABSENT for what may not happen."""
    rows = records(n, group)
    for name in _MAY_BE_ABSENT.intersection(rows.dtype.names):
        rows[name] = ABSENT
    return rows


@jit_inline
def _give(table: _Table, players: int, seat: int, kind: int) -> None:
    """Put a tile into a hand, unless there is no such hand."""
    step = STEP[players - 3, kind]
    if table.held[seat, kind] < 4 and step:
        table.held[seat, kind] += 1
        if table.deciding:
            see(table, seat, kind)
        table.kinds[seat] |= 1 << kind
        table.places[seat, kind // 9] += step


@jit_inline
def _deal(fact: Any, table: _Table, players: int, seat: int, tiles: Any, tables: ShantenTables) -> None:
    """Deal a hand, the first indicator turned already, and write what it is."""
    for place in range(tiles.size):
        if 0 <= tiles[place] < N_TILES:
            kind = _KINDS[tiles[place]]
            _give(table, players, seat, kind)
            fact.haipai_dora[seat] += table.dora >> kind & 1
            fact.haipai_red[seat] += tiles[place] >= RED_FIVES[0]
    at = table.places
    best, shape, pairs, yaochuu = dealt_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], tables)
    fact.haipai_shanten[seat] = table.shanten[seat] = best
    fact.haipai_shape[seat], fact.haipai_pairs[seat], fact.haipai_yaochuu[seat] = shape, pairs, yaochuu


@jit_inline
def _turn(table: _Table, players: int, indicator: int) -> None:
    """Turn a dora indicator."""
    table.public[_KINDS[indicator]] += 1
    _see_all(table, players, _KINDS[indicator], ABSENT)
    table.dora |= _DORA[players - 3, indicator]


@jit_inline
def _show(table: _Table, players: int, seat: int, kind: int) -> None:
    """Lay a tile of a hand open, if it is there: from then on all see one of its kind."""
    holder = ABSENT
    if table.held[seat, kind] > 0:
        holder = seat
        table.held[seat, kind] -= 1
        table.kinds[seat] ^= (table.held[seat, kind] == 0) << kind
        table.places[seat, kind // 9] -= STEP[players - 3, kind]
    table.public[kind] += 1
    _see_all(table, players, kind, holder)


@jit_inline
def _shanten(table: _Table, seat: int, tables: ShantenTables) -> int:
    at = table.places
    return shanten_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], table.n_sets[seat], tables)


@jit_inline
def _useful(table: _Table, seat: int, shanten: int, tables: ShantenTables) -> int:
    """Mask of the kinds that lower the shanten of a hand."""
    at = table.places
    return useful_at(at[seat, 0], at[seat, 1], at[seat, 2], at[seat, 3], table.n_sets[seat], shanten, tables)


@jit_inline
def _unseen(table: _Table, first: int, end: int) -> Unseen:
    """Tiles that are neither public nor held by the seats from `first` to before `end`."""
    ones = twos = fours = 0
    for kind in range(N_KINDS):
        n = 4 - table.public[kind]
        for seat in range(first, end):
            n -= table.held[seat, kind]
        n = max(n, 0)
        ones |= (n & 1) << kind
        twos |= (n >> 1 & 1) << kind
        fours |= (n >> 2) << kind
    return ones, twos, fours


@jit_inline
def _sight(table: _Table, seat: int) -> Unseen:
    """Tiles a seat does not see, if every decision is followed."""
    return table.ones[seat], table.twos[seat], table.fours[seat]


@jit_inline
def _see_all(table: _Table, players: int, kind: int, holder: int) -> None:
    """A tile comes in sight of all but the seat that held it, if one did."""
    for seat in range(players if table.deciding else 0):
        if seat != holder:
            see(table, seat, kind)


@jit_inline
def _chance(kind: int, unseen: Unseen) -> int:
    """Whether a ryanmen on a numbered kind is still possible, by what the seat sees."""
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
def _judge(fact: Any, table: _Table, players: int, seat: int, tile: int, tables: ShantenTables) -> None:
    """Write what the discard of a tile by a seat that still holds it gives up and risks."""
    kind = _KINDS[tile]
    fact.turn, fact.n_sets, fact.in_riichi = table.turn[seat] + 1, table.n_sets[seat], table.in_riichi[seat]
    fact.declares = table.declared[seat]
    fact.dora = table.dora >> kind & 1 | (tile >= RED_FIVES[0])
    unseen = _sight(table, seat)
    least = max(_shanten(table, seat, tables), 0)  # whoever discards from a complete hand is tenpai
    fact.shanten_before = fact.shanten = least
    table.useful[seat] = weigh(fact, table, players, seat, kind, least, unseen, tables)
    fact.visible = table.public[kind] + table.held[seat, kind]
    if kind < 27:
        fact.chance = _chance(kind, unseen)
    for step in range(1, players):
        other = (seat + step) % players
        if table.in_riichi[other]:
            danger: Any = np.int64(_suji(kind, table.river[other]))
            if danger != Suji.GENBUTSU and table.since[other] >> kind & 1:
                danger = SAFE
            fact.danger[2 if step == players - 1 else step - 1] = danger
            if fact.worst == ABSENT or _RANK[danger] > _RANK[fact.worst]:
                fact.worst = danger
            fact.n_riichi += 1


@jit_inline
def _wait(table: _Table, seat: int, tables: ShantenTables) -> None:
    """Note what a hand waits on; in riichi that stays."""
    if table.shanten[seat] != 0:
        table.waits[seat] = 0
    elif not table.in_riichi[seat] or table.waits[seat] == 0:
        table.waits[seat] = _useful(table, seat, 0, tables)


@jit_inline
def _draw(fact: Any, table: _Table, players: int, seat: int, kind: int) -> None:
    """Write whether the tile about to be drawn lowers the shanten, and how likely that was."""
    useful, unseen = table.useful[seat], _sight(table, seat)
    fact.useful, fact.hit = useful, useful >> kind & 1
    fact.share = n_tiles(useful, unseen) / max(n_tiles(_IN_PLAY[players - 3], unseen), 1)


@jit_inline
def _declare(fact: Any, table: _Table, players: int, seat: int, tables: ShantenTables) -> None:
    """Write what a riichi waits on, its declaration tile just discarded."""
    if table.shanten[seat] != 0:
        return
    waits, river = table.waits[seat], table.river[seat]
    fact.riichi_waits[seat] = waits
    unheld = 4 * n_kinds(waits & ~table.ankan[seat])
    for kind in range(N_KINDS):
        unheld -= (waits >> kind & 1) * table.held[seat, kind]
    fact.riichi_unheld[seat] = unheld
    unseen = _unseen(table, seat, seat + 1)
    fact.riichi_seen[seat], fact.riichi_unseen[seat] = n_tiles(waits, unseen), n_tiles(_IN_PLAY[players - 3], unseen)
    fact.riichi_wall[seat] = n_tiles(waits, _unseen(table, 0, players))
    fact.riichi_furiten[seat] = waits & river != 0
    fact.riichi_suji[seat] = waits & ((river & _LOW) << 3 | river >> 3 & _LOW) != 0
    fact.riichi_form[seat] = form_of(table, players, seat, waits, tables)


@jit_inline
def _discard(fact: Any, table: _Table, players: int, seat: int, kind: int, tables: ShantenTables) -> None:
    """Carry a discard out and write where the hand stands."""
    _show(table, players, seat, kind)
    table.river[seat] |= 1 << kind
    for other in range(players):
        if table.in_riichi[other]:
            table.since[other] |= 1 << kind
    table.shanten[seat] = _shanten(table, seat, tables)
    _wait(table, seat, tables)
    if table.turn[seat] < TURNS:
        fact.shanten_by_turn[seat, table.turn[seat]] = table.shanten[seat]
    table.turn[seat] += 1
    if table.shanten[seat] == 0 and fact.tenpai_turn[seat] == ABSENT:
        fact.tenpai_turn[seat] = table.turn[seat]
    if table.declared[seat]:
        table.declared[seat] = 0
        _declare(fact, table, players, seat, tables)


@jit_inline
def _lay(table: _Table, players: int, seat: int, action: int, tiles: Any) -> None:
    """Lay down what a call takes from the hand; the tile called lies open already."""
    first = 0 if action >= EventKind.ANKAN else 1
    for place in range(first, 1 if action >= EventKind.KAKAN else 4):
        if 0 <= tiles[place] < N_TILES:
            _show(table, players, seat, _KINDS[tiles[place]])
    if action <= EventKind.ANKAN and table.n_sets[seat] < 4:
        table.n_sets[seat] += 1
    if action == EventKind.ANKAN and 0 <= tiles[0] < N_TILES:
        table.ankan[seat] |= 1 << _KINDS[tiles[0]]


@jit_inline
def _note(chances: Any, n: int, event: int, k: int, seat: int, tsumo: bool) -> int:
    """Note a tile that completes a hand, after `n` others; there is one row for each event of the batch."""
    if n >= chances.size:
        return n
    chance = chances[n]
    chance.event, chance.kyoku, chance.seat, chance.tsumo = event, k, seat, tsumo
    return n + 1


@jit_inline
def _offer(chances: Any, n: int, event: int, k: int, table: _Table, players: int, giver: int, kind: int) -> int:
    """Note the seats whose hands a tile completes and whose river does not forbid them to win it."""
    for seat in range(players):
        if table.waits[seat] >> kind & 1 and seat != giver and not table.waits[seat] & table.river[seat]:
            n = _note(chances, n, event, k, seat, False)
    return n


@jit
def _follow(
    event_start: Ints, call_start: Ints, players_of: Ints, ronned: Bools, hands: Ints, dora_indicator: Ints,
    events: EventColumns, calls: CallColumns, tables: ShantenTables, room: Any, paths: Any, of_discards: Any,
    of_calls: Any, of_draws: Any, taken: Bools, chances: Any,
) -> int:  # fmt: skip
    """Follow every kyoku on a table, `room[1]` (`room[0]` is an empty one); facts are records.

    Draws, discards and calls are written if there are rows for any; how many chances passed is returned. What cannot
    be (a seat 5, a tile 99) is left out. `taken` are the kyoku that ended with a win of the last tile.
    """
    deciding = of_discards.size + of_calls.size + of_draws.size > 0
    room[0].deciding = deciding
    table = room[1]
    discard = made = drawn = n_chances = 0
    for k in range(event_start.size - 1):
        players, fact = players_of[k], paths[k]
        room[1] = room[0]
        table.places[:] = START[players - 3]
        if 0 <= dora_indicator[k] < N_TILES:
            _turn(table, players, dora_indicator[k])
        n_passed = n_chances
        """Chances before the last tile drawn or offered."""
        last = ABSENT
        """The discard that lies there to be called or ronned."""
        for player in range(players):
            _deal(fact, table, players, player, hands[k, player], tables)
            _wait(table, player, tables)
            if deciding:
                table.useful[player] = _useful(table, player, table.shanten[player], tables)
        call = call_start[k]
        for event in range(event_start[k], event_start[k + 1]):
            action, tile = events.kind[event], events.tile[event]
            seat: Any = np.int64(events.seat[event])
            is_call = EventKind.CHI <= action <= EventKind.KITA
            has_tile = action < EventKind.RIICHI or action == EventKind.DORA
            if (
                EventKind.DRAW <= action <= EventKind.DORA
                and (0 <= seat < players or action == EventKind.DORA)
                and (0 <= tile < N_TILES or not has_tile)
            ):
                kind = _KINDS[tile] if has_tile else 0
                if action <= EventKind.KITA:
                    n_passed = n_chances
                if action == EventKind.DRAW:
                    if table.waits[seat] >> kind & 1:
                        n_chances = _note(chances, n_chances, event, k, seat, True)
                    if deciding:
                        _draw(of_draws[drawn], table, players, seat, kind)
                    _give(table, players, seat, kind)
                elif action == EventKind.DISCARD:
                    if deciding:
                        _judge(of_discards[discard], table, players, seat, tile, tables)
                    _discard(fact, table, players, seat, kind, tables)
                    n_chances = _offer(chances, n_chances, event, k, table, players, seat, kind)
                elif action == EventKind.RIICHI:
                    table.declared[seat] = 1
                elif action == EventKind.RIICHI_ACCEPTED:
                    table.in_riichi[seat] = 1
                    for other in range(players):
                        if other != seat and fact.faced_shanten[other] == ABSENT:
                            fact.faced_shanten[other] = table.shanten[other]
                elif action == EventKind.DORA:
                    _turn(table, players, tile)
                elif call < call_start[k + 1]:
                    before = _shanten(table, seat, tables) if deciding else 0
                    _lay(table, players, seat, action, calls.tiles[call])
                    if action >= EventKind.DAIMINKAN:
                        resting = _shanten(table, seat, tables)
                        table.waits[seat] = _useful(table, seat, 0, tables) if resting == 0 else 0
                        if deciding:
                            table.useful[seat] = _useful(table, seat, resting, tables)
                    if action >= EventKind.KAKAN:
                        n_chances = _offer(chances, n_chances, event, k, table, players, seat, kind)
                    if deciding:
                        if last != ABSENT and action <= EventKind.DAIMINKAN:
                            of_discards[last].called_by = seat
                        meant = of_calls[made]
                        meant.turn, meant.n_sets, meant.shanten_before = table.turn[seat], table.n_sets[seat], before
                        meant.shanten = max(_shanten(table, seat, tables), 0)
            if action <= EventKind.KITA:
                last = discard if action == EventKind.DISCARD else ABSENT
            drawn += action == EventKind.DRAW
            discard += action == EventKind.DISCARD
            made += is_call
            call += is_call
        if taken[k]:
            n_chances = n_passed
        if deciding and last != ABSENT and ronned[k]:
            of_discards[last].dealt_in = True
        for player in range(players):
            fact.end_shanten[player] = table.shanten[player]
    return n_chances
