"""Calls: chi, pon and daiminkan of the last discard; ankan, kakan and kita from the hand."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjlog.games.columns import ABSENT, EventKind
from mjlog.jit import int64, jit_inline, jit_inner
from mjlog.replay.breach import Breach
from mjlog.replay.moves import four_kans, interrupt, offer
from mjlog.replay.options import AFTER_DISCARD, AT_ONCE, FREE, NEVER, NO_ANKAN, SAME_READING, SAME_TILE, Options
from mjlog.replay.table import KIND, NOTHING, POWER, Offer, Phase, Riichi, Table, add_meld, give, note, waits_of
from mjlog.rules.columns.shanten import shanten_of_keys
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.rules.readings import MeldKind
from mjlog.tiles import EAST, N_COPIES, N_KINDS, N_TILES, NORTH, WHITE

MELD_OF_CALL: Final = np.array([getattr(MeldKind, kind.name, MeldKind.NONE) for kind in EventKind], np.int64)
"""`MeldKind` of the set that each kind of event makes."""
PON, KAKAN = MeldKind.PON, MeldKind.KAKAN


@jit_inner
def claim(table: Table, rules: Options, action: int, seat: int, from_seat: int, tile: int, call: Any) -> None:
    """Chi, pon or daiminkan: the last discard and tiles of the hand become an open set."""
    kind, feeder = KIND[tile], table.offer_seat
    _note_wrong_claim(table, rules, seat, from_seat, tile, action)
    n_used = 3 if action == EventKind.DAIMINKAN else 2
    low, high, total = kind, kind, kind
    for place in range(1, 1 + n_used):
        used, copy = int64(call.tiles[place]), int64(call.copies[place])
        if not (0 <= used < N_TILES and ABSENT <= copy < N_COPIES):
            note(table, seat, Breach.CALL_NO_SET, NOTHING, action)
            continue
        give(table, seat, used, copy)
        low, high, total = min(low, KIND[used]), max(high, KIND[used]), total + KIND[used]
    if action == EventKind.CHI:
        is_set = low < 27 and high == low + 2 and total == 3 * low + 3 and low // 9 == high // 9
    else:
        is_set = low == high
    if not is_set:
        note(table, seat, Breach.CALL_NO_SET, NOTHING, action)
    if feeder != ABSENT:
        table.was_called[feeder] = 1
        table.lacks_mark[feeder] |= table.offer_sideways
    interrupt(table)
    add_meld(table, seat, MELD_OF_CALL[action], low)
    table.n_open[seat] += 1
    if action != EventKind.CHI:
        _count_honors(table, seat, kind, feeder)
    if rules.furiten_until_draw:
        table.passed[seat] = 0
    table.offer, table.drawn = Offer.NOTHING, ABSENT
    table.to_act = seat
    if action == EventKind.DAIMINKAN:
        _count_kan(table, rules, seat, feeder)
        table.kan_feeder = feeder
        table.phase = Phase.TO_REPLACE
    else:
        table.banned = kuikae_of(rules, action == EventKind.CHI, kind, low, high)
        table.phase = Phase.CALLED


@jit_inner
def _note_wrong_claim(table: Table, rules: Options, seat: int, from_seat: int, tile: int, action: int) -> None:
    """Note a call that this seat may not make now, or not for this set."""
    feeder = table.offer_seat
    if table.phase != Phase.TO_DRAW or table.offer != Offer.DISCARD or seat == feeder:
        note(table, seat, Breach.CALL_OUT_OF_TURN, NOTHING, action)
    elif from_seat != feeder:
        note(table, seat, Breach.CALL_WRONG_SEAT, feeder, from_seat)
    elif tile != table.offer_tile:
        note(table, seat, Breach.CALL_WRONG_TILE, table.offer_tile, tile)
    elif table.live == 0:
        note(table, seat, Breach.CALL_LAST_TILE, NOTHING, action)
    elif table.riichi[seat] != Riichi.NONE:
        note(table, seat, Breach.CALL_IN_RIICHI, NOTHING, action)
    elif rules.suukaikan and four_kans(table):
        note(table, seat, Breach.SUUKAIKAN_MISSED, NOTHING, tile)
    elif action == EventKind.CHI and rules.players == 3:
        note(table, seat, Breach.CHI_THREE_PLAYERS, NOTHING, tile)
    elif action == EventKind.CHI and (feeder + 1) % rules.players != seat:
        note(table, seat, Breach.CHI_NOT_FROM_LEFT, (seat + rules.players - 1) % rules.players, feeder)
    elif action == EventKind.DAIMINKAN and too_many_kans(table, rules, seat):
        note(table, seat, Breach.TOO_MANY_KANS, table.n_all_kans, table.n_all_kans + 1)


@jit_inner
def too_many_kans(table: Table, rules: Options, seat: int) -> bool:
    """Whether another kan is not allowed: a fifth may be a draw, if one other seat has all four."""
    draws = rules.fifth_kan and table.n_all_kans == 4 and table.n_kans[seat] == 0
    return table.n_all_kans >= 4 and not (
        draws and max(table.n_kans[0], table.n_kans[1], table.n_kans[2], table.n_kans[3]) == 4
    )


@jit_inner
def kuikae_of(rules: Options, chi: bool, called: int, low: int, high: int) -> int:
    """Mask of the kinds that may not be discarded after a call for the run (or triplet) from low to high."""
    if rules.kuikae == FREE:
        return 0
    banned = 1 << called
    if chi and rules.kuikae != SAME_TILE:
        if called == low and high % 9 != 8:
            banned |= 1 << (high + 1)
        elif called == high and low % 9 != 0:
            banned |= 1 << (low - 1)
    return banned


@jit_inner
def _count_honors(table: Table, seat: int, kind: int, feeder: int) -> None:
    """Count a set of dragons or winds; the seat that feeds the last of them is liable (pao)."""
    if kind >= WHITE:
        table.n_dragons[seat] += 1
        if table.n_dragons[seat] == 3:
            table.pao[seat, 0] = feeder
    elif kind >= EAST:
        table.n_winds[seat] += 1
        if table.n_winds[seat] == 4:
            table.pao[seat, 1] = feeder


@jit_inner
def _count_kan(table: Table, rules: Options, seat: int, feeder: int) -> None:
    """Count an open kan and its indicator; the seat that feeds the fourth is liable (pao), unless it is ABSENT."""
    _now_due(table, rules)
    table.n_kans[seat] += 1
    table.n_all_kans += 1
    if table.n_kans[seat] == 4:
        table.pao[seat, 2] = feeder
    if rules.kan_dora == AT_ONCE:
        table.due += 1
    elif rules.kan_dora != NEVER:
        table.later += 1


@jit_inner
def _now_due(table: Table, rules: Options) -> None:
    """An indicator due after the discard is due now, because a kan or kita comes first."""
    if rules.kan_dora == AFTER_DISCARD:
        table.due += table.later
        table.later = 0


@jit_inner
def ankan(table: Table, rules: Options, action: int, seat: int, tile: int, call: Any, tables: ShantenTables) -> None:
    """Four tiles of the hand become a closed kan."""
    kind = KIND[tile]
    _note_wrong_kan(table, rules, seat, tile, action)
    in_riichi, hidden = table.riichi[seat] == Riichi.ACCEPTED, table.hidden[seat]
    if in_riichi and not may_have_drawn(table, seat, kind):
        note(table, seat, Breach.ANKAN_NOT_DRAWN, NOTHING, tile)
    elif table.riichi[seat] != Riichi.NONE and not (in_riichi and rules.riichi_ankan != NO_ANKAN):
        note(table, seat, Breach.KAN_CHANGES_RIICHI, NOTHING, tile)
    in_run = in_riichi and rules.riichi_ankan == SAME_READING and reads_in_run(table, rules, seat, kind, tables)
    if table.n_of_kind[seat, kind] + hidden < 4:
        note(table, seat, Breach.NOT_HELD, NOTHING, tile)
    for place in range(4):
        used, copy = int64(call.tiles[place]), int64(call.copies[place])
        if 0 <= used < N_TILES and KIND[used] == kind and ABSENT <= copy < N_COPIES:
            give(table, seat, used, copy)
        else:
            note(table, seat, Breach.CALL_NO_SET, NOTHING, action)
    add_meld(table, seat, MELD_OF_CALL[action], kind)
    if in_riichi and not hidden and waits_of(table, rules.players, seat, tables) != table.waits[seat]:
        note(table, seat, Breach.KAN_CHANGES_RIICHI, NOTHING, tile)
    elif in_run:
        note(table, seat, Breach.KAN_CHANGES_READING, NOTHING, tile)
    table.n_dragons[seat] += kind >= WHITE
    table.n_winds[seat] += EAST <= kind <= NORTH
    _now_due(table, rules)
    table.n_kans[seat] += 1
    table.n_all_kans += 1
    table.due += rules.kan_dora != NEVER
    _offer_own(table, Offer.ANKAN, seat, tile)
    if not rules.kokushi_ankan:
        table.unpassed = ABSENT


@jit_inline
def may_have_drawn(table: Table, seat: int, kind: int) -> bool:
    """Whether the tile just drawn is of a kind, or is not recorded."""
    if table.drawn == ABSENT:
        return bool(table.hidden[seat] > 0)
    return bool(KIND[table.drawn] == kind)


@jit_inner
def reads_in_run(table: Table, rules: Options, seat: int, kind: int, tables: ShantenTables) -> bool:
    """Whether some reading of the hand has a tile of the kind in a run, so that its three are not always a triplet.

    Called with the fourth tile of the kind drawn. The readings are those of the other tiles with each of their waits.
    """
    suit = kind // 9
    if suit == 3 or table.n_melds[seat] > 3 or table.n_tiles[seat] + 3 * table.n_melds[seat] != 14:
        return False
    keys = table.keys[seat]
    for wait in range(N_KINDS):
        if not table.waits[seat] >> wait & 1:
            continue
        for low in range(max(kind - 2, 9 * suit), min(kind, 9 * suit + 6) + 1):
            has_run = True
            for other in range(low, low + 3):
                has_run = has_run and table.n_of_kind[seat, other] - (other == kind) + (other == wait) > 0
            if not has_run:
                continue
            man, pin, sou, honors = keys[0], keys[1], keys[2], keys[3]
            taken = POWER[kind] + POWER[low] + POWER[low + 1] + POWER[low + 2]
            man += POWER[wait] * (wait < 9) - taken * (suit == 0)
            pin += POWER[wait] * (9 <= wait < 18) - taken * (suit == 1)
            sou += POWER[wait] * (18 <= wait < 27) - taken * (suit == 2)
            honors += POWER[wait] * (wait >= 27)
            if shanten_of_keys(man, pin, sou, honors, table.n_melds[seat] + 1, rules.players, tables) < 0:
                return True
    return False


@jit_inner
def kakan(table: Table, rules: Options, action: int, seat: int, tile: int, copy: int) -> None:
    """A tile of the hand is added to a pon."""
    kind = KIND[tile]
    _note_wrong_kan(table, rules, seat, tile, action)
    if table.riichi[seat] != Riichi.NONE:
        note(table, seat, Breach.KAN_CHANGES_RIICHI, NOTHING, tile)
    give(table, seat, tile, copy)
    pon = ABSENT
    for place in range(table.n_melds[seat]):
        if table.meld_code[seat, place] == PON and table.meld_kind[seat, place] == kind:
            pon = place
    if pon == ABSENT:
        note(table, seat, Breach.KAKAN_WITHOUT_PON, NOTHING, tile)
    else:
        table.meld_code[seat, pon] = KAKAN
    _count_kan(table, rules, seat, NOTHING)
    _offer_own(table, Offer.KAKAN, seat, tile)


@jit_inner
def kita(table: Table, rules: Options, action: int, seat: int, tile: int, copy: int) -> None:
    """A north is set aside."""
    _note_wrong_kan(table, rules, seat, tile, action)
    if table.riichi[seat] != Riichi.NONE and not may_have_drawn(table, seat, NORTH):
        note(table, seat, Breach.KITA_NOT_DRAWN, NOTHING, tile)
    elif rules.kita_drawn and not may_have_drawn(table, seat, NORTH):
        note(table, seat, Breach.KITA_FROM_HAND, NOTHING, tile)
    if tile != NORTH:
        note(table, seat, Breach.NOT_HELD, NOTHING, tile)
    give(table, seat, tile, copy)
    _now_due(table, rules)
    table.n_kita[seat] += 1
    table.discarded[seat] |= rules.kita_furiten << NORTH
    _offer_own(table, Offer.KITA, seat, tile)
    if not rules.kita_ron:
        table.unpassed = ABSENT


@jit_inner
def _note_wrong_kan(table: Table, rules: Options, seat: int, tile: int, action: int) -> None:
    """Note a kan or kita that the seat may not make now."""
    if table.phase == Phase.CALLED and seat == table.to_act:
        note(table, seat, Breach.KAN_AFTER_CALL, NOTHING, action)
    elif table.phase != Phase.TO_DISCARD or seat != table.to_act:
        note(table, seat, Breach.CALL_OUT_OF_TURN, NOTHING, action)
    elif table.live == 0:
        note(table, seat, Breach.CALL_LAST_TILE, NOTHING, action)
    elif action != EventKind.KITA and too_many_kans(table, rules, seat):
        note(table, seat, Breach.TOO_MANY_KANS, table.n_all_kans, table.n_all_kans + 1)
    elif action == EventKind.KITA and not rules.kita:
        note(table, seat, Breach.KITA_THREE_PLAYERS, NOTHING, tile)


@jit_inner
def _offer_own(table: Table, how: int, seat: int, tile: int) -> None:
    """Offer the tile of a kan or kita to the other seats; a replacement tile follows."""
    offer(table, how, seat, tile)
    table.phase, table.to_act = Phase.TO_REPLACE, seat
