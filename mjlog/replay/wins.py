"""A win: whether it was possible, and the facts its value depends on."""

from __future__ import annotations

from typing import Any, Final

from mjlog.games.columns import ABSENT, EventKind
from mjlog.jit import int64, jit_inner, jit_once
from mjlog.replay.breach import Breach
from mjlog.replay.calls import MELD_OF_CALL
from mjlog.replay.options import Options
from mjlog.replay.table import (
    DORA_KIND,
    KIND,
    NOTHING,
    POWER,
    Offer,
    Phase,
    Riichi,
    Table,
    furiten_of,
    give,
    note,
    take,
    waits_of,
)
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.rules.readings import Circumstance
from mjlog.tiles import N_KINDS, N_TILES

TSUMO: Final = Circumstance.TSUMO
RIICHI: Final = Circumstance.RIICHI
DOUBLE_RIICHI: Final = Circumstance.DOUBLE_RIICHI
OPEN_RIICHI: Final = Circumstance.OPEN_RIICHI
IPPATSU: Final = Circumstance.IPPATSU
LAST_TILE: Final = Circumstance.LAST_TILE
RINSHAN: Final = Circumstance.RINSHAN
CHANKAN: Final = Circumstance.CHANKAN
KITA_RON: Final = Circumstance.KITA_RON
FIRST_TURN: Final = Circumstance.FIRST_TURN
RIICHI_TILE: Final = Circumstance.RIICHI_TILE
AFTER_KAN: Final = Circumstance.AFTER_KAN
LOSER_IN_RIICHI: Final = Circumstance.LOSER_IN_RIICHI
FOURTH_KAN: Final = Circumstance.FOURTH_KAN


@jit_once
def win(
    table: Table,
    rules: Options,
    claim: Any,
    previous: int,
    n_winners: int,
    calls: Any,
    facts: Any,
    tables: ShantenTables,
) -> None:
    """Check a win and write its facts.

    `claim` is its row in the log, `previous` the winner before it on the same tile (ABSENT for the first), `calls` the
    calls of the kyoku.
    """
    winner, tile, from_seat = int64(claim.winner), int64(claim.tile), int64(claim.from_seat)
    if not (0 <= winner < rules.players and ABSENT <= from_seat < rules.players and 0 <= tile < N_TILES):
        note(table, NOTHING, Breach.OUTSIDE, NOTHING, NOTHING)
        return
    tsumo = from_seat == ABSENT
    fourth_kan = tsumo and _has_fourth_kan(table, rules, winner)
    if fourth_kan and table.declared == winner:
        note(table, winner, Breach.STICK_MISSING, winner, tile)
    elif tsumo and not fourth_kan:
        _note_wrong_tsumo(table, winner, tile, n_winners)
    elif not tsumo:
        _note_wrong_ron(table, rules, winner, from_seat, tile, previous)
    if table.dead[winner]:
        note(table, winner, Breach.DEAD_HAND, NOTHING, winner)
    count_shown(table, claim.hand[:])
    complete_from_shown(table, rules.players, winner, tile, int64(not tsumo))
    hidden = table.hidden[winner] > 0
    if not hidden and not is_held(table, winner, tile, int64(not tsumo)):
        note(table, winner, Breach.WIN_HAND, NOTHING, winner)
    _read_sets(table, claim, winner, calls, facts)
    if tsumo and not fourth_kan:
        give(table, winner, tile, NOTHING)
    waits = waits_of(table, rules.players, winner, tables)
    facts.waits = waits
    if not hidden and not waits >> KIND[tile] & 1:
        note(table, winner, Breach.NOT_WAITING, NOTHING, tile)
    facts.furiten = furiten_of(table, winner, waits)
    if facts.furiten and not tsumo:
        note(table, winner, Breach.FURITEN, int64(facts.furiten), winner)
    facts.circumstances = _of_hand(table, winner) | (_of_tsumo(table) if tsumo else _of_ron(table, rules, from_seat))
    if fourth_kan:  # the win is not on the last tile, which has passed
        facts.circumstances = facts.circumstances & ~LAST_TILE | FOURTH_KAN
    facts.live = table.live
    for place in range(table.turned):
        facts.indicators[place] = table.indicators[place]
    for place in range(3):
        facts.pao[place] = table.pao[winner, place]
    if tsumo:
        facts.kan_feeder = table.kan_feeder
    _count_dora(table, rules, claim, winner, calls, facts)


@jit_inner
def could_win(table: Table, rules: Options, possible: Any, tables: ShantenTables) -> None:
    """Write the facts of a win by a seat on the tile just drawn or offered."""
    seat, tsumo = int64(possible.seat), int64(possible.tsumo)
    tile = table.drawn if tsumo else table.offer_tile
    if tile == ABSENT or (table.to_act != seat if tsumo else table.unpassed == ABSENT):
        return
    kind = KIND[tile]
    table.n_tiles[seat] -= tsumo
    table.keys[seat, kind // 9] -= tsumo * POWER[kind]
    waits = waits_of(table, rules.players, seat, tables)
    possible.open = waits >> kind & 1 and not table.dead[seat] and (tsumo or not furiten_of(table, seat, waits))
    possible.win, possible.waits = kind, waits
    for suit in range(4):
        possible.keys[suit] = table.keys[seat, suit] + POWER[kind] * (suit == kind // 9)
        possible.meld_codes[suit], possible.meld_kinds[suit] = table.meld_code[seat, suit], table.meld_kind[seat, suit]
    table.n_tiles[seat] += tsumo
    table.keys[seat, kind // 9] += tsumo * POWER[kind]
    of_win = _of_tsumo(table) if tsumo else _of_ron(table, rules, table.offer_seat)
    possible.circumstances = _of_hand(table, seat) | of_win


@jit_inner
def _has_fourth_kan(table: Table, rules: Options, seat: int) -> bool:
    """Whether the seat has just discarded after its fourth kan: with the old suukantsu it wins if the tile passes."""
    own = table.offer == Offer.DISCARD and table.offer_seat == seat and table.phase == Phase.TO_DRAW
    return bool(own and rules.old_suukantsu and table.offer_after_kan and table.n_kans[seat] == 4)


@jit_inner
def _note_wrong_tsumo(table: Table, winner: int, tile: int, n_winners: int) -> None:
    if table.phase != Phase.TO_DISCARD or table.to_act != winner:
        to_act = table.to_act if table.phase == Phase.TO_DISCARD else NOTHING
        note(table, winner, Breach.TSUMO_OUT_OF_TURN, to_act, winner)
    elif table.drawn != tile and (table.drawn != ABSENT or table.hidden[winner] == 0):
        note(table, winner, Breach.TSUMO_TILE, table.drawn, tile)
    elif n_winners > 1:
        note(table, winner, Breach.WINNERS_TOO_MANY, int64(1), n_winners)


@jit_inner
def _note_wrong_ron(table: Table, rules: Options, winner: int, from_seat: int, tile: int, previous: int) -> None:
    feeder, offered, players = table.offer_seat, table.offer_tile, rules.players
    if table.unpassed == ABSENT:
        note(table, winner, Breach.RON_NOTHING, NOTHING, winner)
    elif from_seat == winner:
        note(table, winner, Breach.RON_OWN, NOTHING, winner)
    elif feeder != from_seat:
        note(table, winner, Breach.RON_SEAT, feeder, from_seat)
    elif offered != tile and not (table.offer == Offer.ANKAN and KIND[offered] == KIND[tile]):
        note(table, winner, Breach.RON_TILE, offered, tile)
    elif previous != ABSENT and (winner - feeder) % players <= (previous - feeder) % players:
        note(table, winner, Breach.WINNERS_ORDER, NOTHING, winner)


@jit_inner
def count_shown(table: Table, tiles: Any) -> None:
    """Count the tiles of a hand that the log shows into `table.shown`."""
    for tile in range(N_TILES):
        table.shown[tile] = 0
    for tile in tiles:
        if 0 <= tile < N_TILES:
            table.shown[tile] += 1


@jit_inner
def complete_from_shown(table: Table, players: int, seat: int, tile: int, n: int) -> None:
    """Add the unrecorded tiles of a hand, if the hand shown is the hand held, these, and `n` of a tile."""
    n_more = 0
    for other in range(N_TILES):
        more = table.shown[other] - table.held[seat, other] - n * (other == tile)
        if more < 0:
            return
        n_more += more
    if n_more == table.hidden[seat]:
        for other in range(N_TILES):
            for _ in range(table.shown[other] - table.held[seat, other] - n * (other == tile)):
                take(table, players, seat, other, NOTHING)
        table.hidden[seat] = 0


@jit_inner
def is_held(table: Table, seat: int, tile: int, n: int) -> bool:
    """Whether the hand shown is the hand held plus `n` of a tile."""
    n_different = 0
    for other in range(N_TILES):
        n_different += table.shown[other] != table.held[seat, other] + n * (other == tile)
    return n_different == 0


@jit_inner
def _read_sets(table: Table, claim: Any, winner: int, calls: Any, facts: Any) -> None:
    """Write the sets that the log records, in the order of the calls; note them if they are not those called."""
    n, n_kita, correct = 0, 0, True
    for nth, place in enumerate(claim.calls):
        if not 0 <= place < calls.size:
            correct = correct and place == ABSENT
            continue
        call = calls[place]
        correct = correct and call.event != ABSENT and call.seat == winner
        for earlier in claim.calls[:nth]:
            correct = correct and earlier != place
        if call.kind == EventKind.KITA:
            n_kita += 1
            continue
        code = MELD_OF_CALL[call.kind] if EventKind.CHI <= call.kind <= EventKind.KAKAN else 0
        low = N_KINDS
        for tile in call.tiles:
            if 0 <= tile < N_TILES:
                low = min(low, KIND[tile])
        called, slot = False, NOTHING
        for meld in range(table.n_melds[winner]):
            if table.meld_code[winner, meld] == code and table.meld_kind[winner, meld] == low:
                called = True
                slot = meld if facts.meld_codes[meld] == 0 else slot
        correct = correct and called
        for free in range(4):
            slot = free if slot == NOTHING and facts.meld_codes[free] == 0 else slot
        if slot != NOTHING:
            facts.meld_codes[slot], facts.meld_kinds[slot] = code, low
        n += 1
    if not (correct and n == table.n_melds[winner] and n_kita == table.n_kita[winner]):
        note(table, winner, Breach.WIN_CALLS, NOTHING, winner)


@jit_inner
def _of_hand(table: Table, winner: int) -> int:
    """Circumstances that a ron and a tsumo share."""
    bits = 0
    if table.live == 0 and table.offer <= Offer.DISCARD:
        bits |= LAST_TILE
    if table.riichi[winner] == Riichi.ACCEPTED:
        bits |= DOUBLE_RIICHI if table.double[winner] else RIICHI
        if table.opened[winner]:
            bits |= OPEN_RIICHI
        if table.ippatsu[winner]:
            bits |= IPPATSU
    if table.uninterrupted and table.n_discards[winner] == 0:
        bits |= FIRST_TURN
    return bits


@jit_inner
def _of_tsumo(table: Table) -> int:
    return TSUMO | RINSHAN if table.replaced else TSUMO


@jit_inner
def _of_ron(table: Table, rules: Options, from_seat: int) -> int:
    bits = 0
    if table.offer == Offer.KAKAN or table.offer == Offer.ANKAN:
        bits |= CHANKAN
    elif table.offer == Offer.KITA:
        bits |= KITA_RON
    if table.declared != ABSENT or (table.offer_sideways and not rules.tsubame_skips):
        bits |= RIICHI_TILE
    if table.offer_after_kan and table.offer != Offer.KITA:
        bits |= AFTER_KAN
    if table.riichi[from_seat] == Riichi.ACCEPTED:
        bits |= LOSER_IN_RIICHI
    return bits


@jit_inner
def _count_dora(table: Table, rules: Options, claim: Any, winner: int, calls: Any, facts: Any) -> None:
    """Write the keys and the dora of the recorded hand, sets and norths."""
    for tile in range(N_TILES):
        facts.keys[KIND[tile] // 9] += min(table.shown[tile], 4) * POWER[KIND[tile]]
    for place in claim.calls:
        if 0 <= place < calls.size:
            facts.kita += calls[place].kind == EventKind.KITA
            for tile in calls[place].tiles:
                if 0 <= tile < N_TILES:
                    table.shown[tile] += 1
    for red in range(N_KINDS, N_TILES):
        facts.reds += table.shown[red]
    facts.dora = _n_dora(table, facts.indicators, rules.n_dora, rules.players)
    if table.riichi[winner] == Riichi.ACCEPTED:
        facts.ura = _n_dora(table, claim.ura_indicators, rules.n_ura, rules.players)


@jit_inner
def _n_dora(table: Table, indicators: Any, n: int, players: int) -> int:
    """Dora in the tiles shown by the first `n` indicators; a tile counts once per indicator."""
    dora = 0
    for place in range(n):
        if 0 <= indicators[place] < N_TILES:
            kind = DORA_KIND[players - 3, indicators[place]]
            for tile in range(N_TILES):
                dora += table.shown[tile] * (KIND[tile] == kind)
    return dora
