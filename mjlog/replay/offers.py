"""Compiled: what a seat could do with a discard or a drawn tile, apart from wins: calls, kans, kita and riichi."""

from __future__ import annotations

from typing import Any, Final

from mjlog.games.columns import EventKind
from mjlog.jit import jit_inner, jit_once
from mjlog.replay.calls import PON, kuikae_of, may_have_drawn, reads_in_run, too_many_kans
from mjlog.replay.draws import is_tenpai
from mjlog.replay.moves import four_kans
from mjlog.replay.options import DEAD_HAND, NO_ANKAN, SAME_READING, Options
from mjlog.replay.table import KIND, POWER, Riichi, Table, furiten_of, waits_of
from mjlog.rules.columns.shanten import NO_SHAPE, shanten_of_keys
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.tiles import EAST, N_KINDS, NORTH

MOST: Final = 4
"""Most offers of one event: riichi, ankan, kakan and kita."""


@jit_once
def write_offers(
    table: Table, rules: Options, action: int, row: int, seat: int, offers: Any, tables: ShantenTables
) -> None:
    """Write what the seats can do after a draw or a discard to the records of `Offers`.

    Hands of too few or too many tiles, such as those with unrecorded ones, have no offers.
    """
    if action == EventKind.DRAW and table.n_tiles[seat] + 3 * table.n_melds[seat] == 14:
        _write_own(table, rules, row, seat, offers, tables)
    elif action == EventKind.DISCARD and table.live and not (rules.suukaikan and four_kans(table)):
        for step in range(1, rules.players):
            other = (seat + step) % rules.players
            whole = table.n_tiles[other] + 3 * table.n_melds[other] == 13
            if whole and table.riichi[other] == Riichi.NONE:
                _write_calls(table, rules, row, other, step == 1 and rules.players == 4, offers, tables)


@jit_inner
def _write_calls(
    table: Table, rules: Options, row: int, seat: int, may_chi: bool, offers: Any, tables: ShantenTables
) -> None:
    """Write the calls that a seat can make of the last discard."""
    tile = table.offer_tile
    kind = KIND[tile]
    if may_chi and kind < EAST:
        best = NO_SHAPE
        for low in range(max(kind - 2, kind // 9 * 9), min(kind, kind // 9 * 9 + 6) + 1):
            one, two = low + (low == kind), low + 2 - (low + 2 == kind)
            if table.n_of_kind[seat, one] and table.n_of_kind[seat, two]:
                banned = kuikae_of(rules, True, kind, low, low + 2)
                if _may_discard(table, rules, seat, one, two, banned):
                    best = min(best, _shanten(table, rules, seat, POWER[one] + POWER[two], kind, 1, tables))
        if best != NO_SHAPE:
            _write(table, rules, offers, EventKind.CHI, row, seat, tile, best, tables)
    if table.n_of_kind[seat, kind] >= 2:
        if _may_discard(table, rules, seat, kind, kind, kuikae_of(rules, False, kind, kind, kind)):
            left = _shanten(table, rules, seat, 2 * POWER[kind], kind, 1, tables)
            _write(table, rules, offers, EventKind.PON, row, seat, tile, left, tables)
        if table.n_of_kind[seat, kind] == 3 and not too_many_kans(table, rules, seat):
            left = _shanten(table, rules, seat, 3 * POWER[kind], kind, 1, tables)
            _write(table, rules, offers, EventKind.DAIMINKAN, row, seat, tile, left, tables)


@jit_inner
def _may_discard(table: Table, rules: Options, seat: int, one: int, two: int, banned: int) -> bool:
    """Whether kuikae leaves a tile to discard after a call that uses a tile of each of two kinds."""
    if rules.kuikae == DEAD_HAND:
        return True
    left = table.n_tiles[seat] - 2
    for kind in range(N_KINDS if banned else 0):
        if banned >> kind & 1:
            left -= table.n_of_kind[seat, kind] - (kind == one) - (kind == two)
    return bool(left > 0)


@jit_inner
def _write_own(table: Table, rules: Options, row: int, seat: int, offers: Any, tables: ShantenTables) -> None:
    """Write riichi, kans and kita of the seat that has just drawn."""
    in_riichi, drawn = table.riichi[seat] != Riichi.NONE, table.drawn
    if _may_declare(table, rules, seat, tables):
        _write(table, rules, offers, EventKind.RIICHI, row, seat, drawn, 0, tables)
    if table.live == 0:
        return
    from_hand = not in_riichi and not rules.kita_drawn
    if rules.kita and table.n_of_kind[seat, NORTH] and (from_hand or may_have_drawn(table, seat, NORTH)):
        left = _shanten(table, rules, seat, POWER[NORTH], NORTH, 0, tables)
        _write(table, rules, offers, EventKind.KITA, row, seat, NORTH, left, tables)
    if too_many_kans(table, rules, seat):
        return
    for kind in range(N_KINDS):
        if table.n_of_kind[seat, kind] == 4 and (not in_riichi or _may_ankan(table, rules, seat, kind, tables)):
            left = _shanten(table, rules, seat, 4 * POWER[kind], kind, 1, tables)
            _write(table, rules, offers, EventKind.ANKAN, row, seat, kind, left, tables)
            break
    for place in range(0 if in_riichi else table.n_melds[seat]):
        kind = table.meld_kind[seat, place]
        if table.meld_code[seat, place] == PON and table.n_of_kind[seat, kind]:
            left = _shanten(table, rules, seat, POWER[kind], kind, 0, tables)
            _write(table, rules, offers, EventKind.KAKAN, row, seat, kind, left, tables)
            break


@jit_inner
def _may_declare(table: Table, rules: Options, seat: int, tables: ShantenTables) -> bool:
    """Whether the seat that has just drawn may declare riichi with some discard."""
    if table.riichi[seat] != Riichi.NONE or table.n_open[seat] or table.live < rules.riichi_wall:
        return False
    if table.points[seat] < rules.riichi_points or _shanten(table, rules, seat, 0, 0, 0, tables) > 0:
        return False
    waits, may = table.waits[seat], False
    for kind in range(N_KINDS):
        if table.n_of_kind[seat, kind] and not may:
            _take(table, seat, kind, 1)
            table.waits[seat] = waits_of(table, rules.players, seat, tables)
            furiten = bool(table.waits[seat] >> kind & 1 or furiten_of(table, seat, table.waits[seat]))
            may = bool(is_tenpai(table, rules, seat, tables) and (rules.furiten_riichi or not furiten))
            _take(table, seat, kind, -1)
    table.waits[seat] = waits
    return may


@jit_inner
def _may_ankan(table: Table, rules: Options, seat: int, kind: int, tables: ShantenTables) -> bool:
    """Whether a hand in riichi may make a closed kan of the kind."""
    if rules.riichi_ankan == NO_ANKAN or not may_have_drawn(table, seat, kind):
        return False
    if rules.riichi_ankan == SAME_READING and reads_in_run(table, rules, seat, kind, tables):
        return False
    _take(table, seat, kind, 4)
    table.n_melds[seat] += 1
    same = waits_of(table, rules.players, seat, tables) == table.waits[seat]
    table.n_melds[seat] -= 1
    _take(table, seat, kind, -4)
    return bool(same)


@jit_inner
def _take(table: Table, seat: int, kind: int, n: int) -> None:
    """Take `n` tiles of a kind from a hand, for a moment."""
    table.n_of_kind[seat, kind] -= n
    table.n_tiles[seat] -= n
    table.keys[seat, kind // 9] -= n * POWER[kind]


@jit_inner
def _shanten(table: Table, rules: Options, seat: int, used: int, kind: int, n_sets: int, tables: ShantenTables) -> int:
    """Shanten of a hand without the tiles that `used` stands for in the suit of a kind, and with `n_sets` more sets."""
    keys, suit = table.keys[seat], kind // 9
    man, pin = keys[0] - used * (suit == 0), keys[1] - used * (suit == 1)
    sou, honors = keys[2] - used * (suit == 2), keys[3] - used * (suit == 3)
    sets = table.n_melds[seat] + n_sets
    shanten: int = max(shanten_of_keys(man, pin, sou, honors, sets, rules.players, tables), 0)
    return shanten


@jit_inner
def _write(
    table: Table,
    rules: Options,
    offers: Any,
    act: int,
    row: int,
    seat: int,
    tile: int,
    shanten: int,
    tables: ShantenTables,
) -> None:
    """Write one offer."""
    offer = offers[table.n_offers]
    table.n_offers += 1
    offer.event, offer.seat, offer.act, offer.tile = row, seat, act, tile
    offer.turn, offer.n_sets, offer.shanten = table.n_discards[seat] + 1, table.n_melds[seat], shanten
    offer.shanten_before = _shanten(table, rules, seat, 0, 0, 0, tables)
    for other in range(rules.players):
        offer.n_riichi += other != seat and table.riichi[other] == Riichi.ACCEPTED
