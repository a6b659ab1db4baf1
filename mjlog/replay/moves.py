"""The moves of a turn: deal, draw, discard, riichi and its stick, dora indicator."""

from __future__ import annotations

from typing import Any

from mjlog.games.columns import ABSENT
from mjlog.jit import int64, jit_inline, jit_inner
from mjlog.replay.breach import Breach
from mjlog.replay.options import AFTER_DISCARD, BEFORE_DISCARD, DEAD_HAND, Options
from mjlog.replay.table import IS_YAOCHUU, KIND, NOTHING, Offer, Owner, Phase, Riichi, Table, give, note, take
from mjlog.rules.points import STICK
from mjlog.tiles import EAST, N_COPIES, N_TILES, NORTH, WEST


@jit_inner
def deal(table: Table, rules: Options, kyoku: Any) -> None:
    """Set points, the first indicator and thirteen tiles of each seat from the log."""
    table.live = rules.live
    table.indicators[0] = kyoku.dora_indicator
    table.turned = 1
    table.to_act = kyoku.dealer
    valid = 0 <= table.to_act < rules.players
    if not valid:
        table.to_act = 0
    copy = kyoku.dora_indicator_copy
    if 0 <= copy < N_COPIES:
        table.owner[copy] = Owner.TABLE
    for seat in range(rules.players):
        table.points[seat] = kyoku.points[seat]
        for place in range(13):
            tile, copy = int64(kyoku.hands[seat, place]), int64(kyoku.hand_copies[seat, place])
            if tile == ABSENT:
                table.hidden[seat] += 1
            elif 0 <= tile < N_TILES and ABSENT <= copy < N_COPIES:
                take(table, rules.players, seat, tile, copy)
            else:
                valid = False
    if not valid:
        note(table, NOTHING, Breach.OUTSIDE, NOTHING, NOTHING)


@jit_inline
def play_on(table: Table, rules: Options, seat: int, tile: int) -> None:
    """Nobody has won the last tile offered: seats that could have are furiten, and a kan interrupts the first turns."""
    if table.declared != ABSENT:
        note(table, seat, Breach.STICK_MISSING, table.declared, tile)
        table.declared = ABSENT
    if table.unpassed != ABSENT:
        kind = 1 << table.unpassed
        for other in range(rules.players):
            if other != table.offer_seat and table.offer != Offer.ANKAN:  # kokushi waits for nothing but its four
                table.passed[other] |= kind
                if table.riichi[other] == Riichi.ACCEPTED:
                    table.passed_in_riichi[other] |= kind
        table.unpassed = ABSENT
    if table.phase == Phase.TO_REPLACE:
        interrupt(table)


@jit_inner
def interrupt(table: Table) -> None:
    """End ippatsu and the first turns."""
    table.uninterrupted = 0
    for seat in range(4):
        table.ippatsu[seat] = 0


@jit_inline
def draw(table: Table, rules: Options, seat: int, tile: int, copy: int) -> None:
    """Draw a tile (ABSENT if it is not recorded) from the live wall, or a replacement tile."""
    replaces = table.phase == Phase.TO_REPLACE
    may_draw = table.phase == Phase.TO_DRAW or replaces
    if not may_draw or seat != table.to_act:
        note(table, seat, Breach.DRAW_OUT_OF_TURN, table.to_act if may_draw else NOTHING, seat)
    elif table.live == 0:
        note(table, seat, Breach.WALL_EMPTY, NOTHING, tile)
    elif rules.fifth_kan and is_fifth_kan(table):
        note(table, seat, Breach.FIFTH_KAN_PLAYED, NOTHING, tile)
    elif table.due > 0 and (replaces or rules.kan_dora == AFTER_DISCARD) and table.indicators[0] != ABSENT:
        note(table, seat, Breach.INDICATOR_LATE, table.due, tile)
    elif not replaces:
        _note_missed_draw(table, rules, seat, tile)
    if tile == ABSENT:
        table.hidden[seat] += 1
    else:
        take(table, rules.players, seat, tile, copy)
    table.replaced = replaces
    table.after_kan = replaces and (table.offer != Offer.KITA or table.offer_after_kan != 0)
    if replaces and rules.kan_dora == BEFORE_DISCARD:
        _now_due(table)
    if table.live > 0 and (rules.refilled or not replaces):
        table.live -= 1
    if rules.furiten_until_draw:
        table.passed[seat] = 0
    table.drawn = tile
    table.offer = Offer.NOTHING
    table.phase, table.to_act = Phase.TO_DISCARD, seat


@jit_inner
def _now_due(table: Table) -> None:
    table.due += table.later
    table.later = 0


@jit_inner
def _note_missed_draw(table: Table, rules: Options, seat: int, tile: int) -> None:
    """Note a draw after which the kyoku should have ended."""
    if table.offer != Offer.DISCARD:
        return
    if rules.suucha and four_riichi(table):
        note(table, seat, Breach.SUUCHA_MISSED, NOTHING, tile)
    elif rules.suufon and four_winds(table, rules):
        note(table, seat, Breach.SUUFON_MISSED, NOTHING, tile)
    elif rules.suukaikan and four_kans(table):
        note(table, seat, Breach.SUUKAIKAN_MISSED, NOTHING, tile)


@jit_inner
def four_winds(table: Table, rules: Options) -> bool:
    """Whether all four first discards are the same wind."""
    n, wind = 0, table.first_kind[0]
    for seat in range(4):
        n += table.first_kind[seat] == wind and table.n_discards[seat] == 1
    counts = wind == WEST if rules.suufon_west else EAST <= wind <= NORTH
    return n == 4 and counts and table.uninterrupted == 1


@jit_inner
def four_riichi(table: Table) -> bool:
    """Whether all four seats are in riichi."""
    n = 0
    for seat in range(4):
        n += table.riichi[seat] == Riichi.ACCEPTED
    return n == 4


@jit_inner
def four_kans(table: Table) -> bool:
    """Whether there are four kans, not all of one seat."""
    most = max(table.n_kans[0], table.n_kans[1], table.n_kans[2], table.n_kans[3])
    return table.n_all_kans == 4 and most < 4


@jit_inner
def is_fifth_kan(table: Table) -> bool:
    """Whether the last move was a fifth kan, with the other four of one seat."""
    most = max(table.n_kans[0], table.n_kans[1], table.n_kans[2], table.n_kans[3])
    return table.n_all_kans == 5 and most == 4 and table.phase == Phase.TO_REPLACE


@jit_inline
def discard(table: Table, rules: Options, seat: int, tile: int, copy: int, tsumogiri: int) -> None:
    """Discard a tile, which other seats may win or call."""
    kind = KIND[tile]
    may_discard = table.phase == Phase.TO_DISCARD or table.phase == Phase.CALLED
    if not may_discard or seat != table.to_act:
        note(table, seat, Breach.DISCARD_OUT_OF_TURN, table.to_act if may_discard else NOTHING, seat)
    n_held, knows_hand = table.held[seat, tile], table.hidden[seat] == 0
    knows_drawn = table.drawn != ABSENT or knows_hand
    give(table, seat, tile, copy)
    if table.phase == Phase.CALLED and table.banned >> kind & 1:
        if rules.kuikae == DEAD_HAND:
            table.dead[seat] = 1
        else:
            note(table, seat, Breach.KUIKAE, NOTHING, tile)
    elif table.riichi[seat] == Riichi.ACCEPTED and ((knows_drawn and tile != table.drawn) or tsumogiri == 0):
        note(table, seat, Breach.RIICHI_DISCARD, table.drawn, tile)
    elif table.due > 0 and rules.kan_dora == BEFORE_DISCARD and table.indicators[0] != ABSENT:
        note(table, seat, Breach.INDICATOR_LATE, table.due, tile)
    elif tsumogiri == 1 and tile != table.drawn and knows_drawn:
        note(table, seat, Breach.TSUMOGIRI_OTHER, table.drawn, tile)
    elif tsumogiri == 0 and tile == table.drawn and n_held == 1 and knows_hand:
        note(table, seat, Breach.TEDASHI_DRAWN, NOTHING, tile)
    if table.n_discards[seat] == 0:
        table.first_kind[seat] = kind
    table.n_discards[seat] += 1
    table.discarded[seat] |= 1 << kind
    table.all_yaochuu[seat] &= IS_YAOCHUU[kind]
    table.passed[seat] = 0
    table.kan_feeder = ABSENT
    declares = table.riichi[seat] == Riichi.DECLARED and table.declared == ABSENT
    table.ippatsu[seat] = declares
    if declares:
        table.declared = seat
    if rules.kan_dora == AFTER_DISCARD:
        _now_due(table)
    offer(table, Offer.DISCARD, seat, tile)
    table.offer_sideways, table.lacks_mark[seat] = table.lacks_mark[seat], 0
    table.phase, table.to_act = Phase.TO_DRAW, (seat + 1) % rules.players


@jit_inline
def offer(table: Table, how: int, seat: int, tile: int) -> None:
    """Offer a tile to the other seats."""
    table.offer, table.offer_seat, table.offer_tile = how, seat, tile
    table.offer_sideways, table.offer_after_kan = 0, table.after_kan
    table.unpassed = KIND[tile]
    table.drawn, table.replaced, table.after_kan = ABSENT, 0, 0


@jit_inner
def riichi(table: Table, rules: Options, seat: int) -> None:
    """Declare riichi; the discard follows."""
    if table.riichi[seat] != Riichi.NONE:
        note(table, seat, Breach.RIICHI_TWICE, NOTHING, NOTHING)
    elif table.phase != Phase.TO_DISCARD or seat != table.to_act:
        note(table, seat, Breach.RIICHI_OUT_OF_TURN, table.to_act, seat)
    elif table.n_open[seat] > 0:
        note(table, seat, Breach.RIICHI_OPEN, NOTHING, NOTHING)
    elif table.points[seat] < rules.riichi_points:
        note(table, seat, Breach.RIICHI_POINTS, rules.riichi_points, table.points[seat])
    elif table.live < rules.riichi_wall:
        note(table, seat, Breach.RIICHI_WALL, rules.riichi_wall, table.live)
    table.riichi[seat], table.lacks_mark[seat] = Riichi.DECLARED, 1
    table.double[seat] = table.uninterrupted and table.n_discards[seat] == 0


@jit_inner
def accept(table: Table, seat: int) -> None:
    """Accept a riichi: its declaration tile has passed, the stick is paid."""
    if table.declared != seat:
        note(table, seat, Breach.STICK_WITHOUT_RIICHI, NOTHING, seat)
        return
    table.riichi[seat] = Riichi.ACCEPTED
    table.points[seat] -= STICK
    table.declared = ABSENT


@jit_inner
def open_riichi(table: Table, rules: Options, seat: int) -> None:
    """Show the hand of a riichi that has just been accepted."""
    accepted = table.riichi[seat] == Riichi.ACCEPTED and table.ippatsu[seat] and table.offer_seat == seat
    if not (rules.open_riichi and accepted and table.offer == Offer.DISCARD) or table.opened[seat]:
        note(table, seat, Breach.OPEN_RIICHI, NOTHING, seat)
    table.opened[seat] = 1


@jit_inner
def turn_indicator(table: Table, seat: int, tile: int, copy: int) -> None:
    """Turn a further dora indicator; `seat` is the seat to act next."""
    if table.due > 0:
        table.due -= 1
    elif table.later > 0:
        table.later -= 1
        note(table, seat, Breach.INDICATOR_EARLY, NOTHING, tile)
    else:
        note(table, seat, Breach.INDICATOR_SURPLUS, NOTHING, tile)
    if copy != ABSENT:
        if table.owner[copy] != Owner.WALL:
            note(table, seat, Breach.TILE_TWICE, NOTHING, tile)
        table.owner[copy] = Owner.TABLE
    if table.turned < 5:
        table.indicators[table.turned] = tile
        table.turned += 1
    else:
        note(table, seat, Breach.INDICATOR_SURPLUS, NOTHING, tile)
