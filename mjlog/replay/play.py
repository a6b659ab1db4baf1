"""Playing all kyoku of a batch, event by event."""

from __future__ import annotations

from typing import Any

from mjlog.games.columns import ABSENT, EventColumns, EventKind
from mjlog.jit import int64, jit, jit_inline, jit_inner, jit_once
from mjlog.replay.breach import Breach
from mjlog.replay.calls import ankan, claim, kakan, kita
from mjlog.replay.draws import end_in_draw
from mjlog.replay.moves import accept, deal, discard, draw, play_on, riichi, turn_indicator
from mjlog.replay.options import Options
from mjlog.replay.table import NOTHING, Riichi, Table, furiten_of, note, waits_of
from mjlog.replay.wins import could_win, win
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.tiles import N_COPIES, N_TILES


@jit
def play(
    chosen: Any, event_start: Any, call_start: Any, win_start: Any, draw_start: Any, rules_of_kyoku: Any, options: Any,
    kyoku: Any, events: EventColumns, calls: Any, wins: Any, draws: Any, tables: ShantenTables, room: Any,
    win_facts: Any, facts: Any, states: Any, asked: Any,
) -> None:  # fmt: skip
    """Play the `chosen` kyoku and write what is found out.

    Tables of rows are records; `win_facts` of `WinFacts`, `facts` of `KyokuFacts` and `Breaches`, `states` of `States`
    or without rows, `asked` of `PossibleWins` in the order of their events. Of `kyoku` and `facts` there is one for
    each that is chosen. `room` are the two records of `state_of(Table)`.
    """
    table = room[1]
    n_asked = 0
    for row, k in enumerate(chosen):
        rules, fact = options[rules_of_kyoku[k]], facts[row]
        own_calls = calls[call_start[k] : call_start[k + 1]]
        room[1] = room[0]
        deal(table, rules, kyoku[row])
        if states.size:
            for seat in range(rules.players):
                look_for_waits(table, rules, seat, tables)
        n_asked = play_events(
            table, rules, events, event_start[k], event_start[k + 1], own_calls, tables, states, asked, n_asked
        )
        table.event = ABSENT
        for seat in range(4):
            fact.riichi[seat] = table.riichi[seat] == Riichi.ACCEPTED
        n_winners = win_start[k + 1] - win_start[k]
        if n_winners > rules.max_rons:
            note(table, NOTHING, Breach.WINNERS_TOO_MANY, rules.max_rons, n_winners)
        before = NOTHING
        for winner in range(win_start[k], win_start[k + 1]):
            win(table, rules, wins[winner], before, n_winners, own_calls, win_facts[winner], tables)
            before = int64(wins[winner].winner)
        if n_winners == 0 and draw_start[k] < draw_start[k + 1]:
            end_in_draw(table, rules, int64(kyoku[row].result), draws[draw_start[k]], fact, tables)
        fact.breach, fact.event, fact.seat = table.breach, table.breach_event, table.breach_seat
        fact.expected, fact.found = table.expected, table.found


@jit_once
def play_events(
    table: Table,
    rules: Options,
    events: EventColumns,
    first: int,
    end: int,
    calls: Any,
    tables: ShantenTables,
    states: Any,
    asked: Any,
    n_asked: int,
) -> int:
    """Play the events of a kyoku and tell the state after each, if there is room for it.

    `n_asked` of the `asked` wins were told of before, and so many more when it returns.
    """
    n_calls = 0
    for row in range(first, end):
        action, seat = int64(events.kind[row]), int64(events.seat[row])
        tile, copy = int64(events.tile[row]), int64(events.copy[row])
        is_call = EventKind.CHI <= action <= EventKind.KITA
        table.event = row - first
        if is_outside(rules, action, seat, tile, copy) or (is_call and n_calls == calls.size):
            note(table, NOTHING, Breach.OUTSIDE, NOTHING, action)
            continue
        if action < EventKind.RIICHI_ACCEPTED:
            play_on(table, rules, seat, tile)
        if action == EventKind.DRAW:
            draw(table, rules, seat, tile, copy)
        elif action == EventKind.DISCARD:
            discard(table, rules, seat, tile, copy, events.tsumogiri[row])
            if states.size or table.declared == seat:
                look_for_waits(table, rules, seat, tables)
        elif action == EventKind.RIICHI:
            riichi(table, rules, seat)
        elif action == EventKind.RIICHI_ACCEPTED:
            accept(table, seat)
        elif action == EventKind.DORA:
            seat = table.to_act
            turn_indicator(table, seat, tile, copy)
        elif action <= EventKind.DAIMINKAN:
            claim(table, rules, action, seat, int64(events.from_seat[row]), tile, calls[n_calls])
        elif action == EventKind.ANKAN:
            ankan(table, rules, action, seat, tile, calls[n_calls], tables)
        elif action == EventKind.KAKAN:
            kakan(table, rules, action, seat, tile, copy)
        elif action == EventKind.KITA:
            kita(table, rules, action, seat, tile, copy)
        n_calls += is_call
        if states.size:
            if EventKind.ANKAN <= action <= EventKind.KITA:
                look_for_waits(table, rules, seat, tables)
            tell(table, rules, seat, states[row])
        while n_asked < asked.size and asked[n_asked].event <= row:
            if asked[n_asked].event == row:
                could_win(table, rules, asked[n_asked], tables)
            n_asked += 1
    return n_asked


@jit_inline
def is_outside(rules: Options, action: int, seat: int, tile: int, copy: int) -> bool:
    """Whether an event has a kind, seat, tile or copy that cannot be."""
    if not EventKind.DRAW <= action <= EventKind.RETURNED or (
        action != EventKind.DORA and not 0 <= seat < rules.players
    ):
        return True
    has_tile = action < EventKind.RIICHI or action == EventKind.DORA
    return has_tile and not (0 <= tile < N_TILES and ABSENT <= copy < N_COPIES)


@jit_inner
def look_for_waits(table: Table, rules: Options, seat: int, tables: ShantenTables) -> None:
    """Find what a hand waits on; one that has just declared riichi must."""
    table.waits[seat] = waits_of(table, rules.players, seat, tables)
    if table.declared == seat and table.waits[seat] == 0:
        note(table, seat, Breach.RIICHI_NOTEN, NOTHING, table.offer_tile)
    elif table.declared == seat and not rules.furiten_riichi and furiten_of(table, seat, table.waits[seat]):
        note(table, seat, Breach.RIICHI_FURITEN, NOTHING, table.offer_tile)


@jit_once
def tell(table: Table, rules: Options, seat: int, state: Any) -> None:
    """Write the state of the table, as the seat sees it, to a record of `States`."""
    for suit in range(4):
        state.keys[suit] = table.keys[seat, suit]
    state.n_melds, state.turn = table.n_melds[seat], table.n_discards[seat]
    state.live, state.first_turn, state.indicators = table.live, table.uninterrupted, table.turned
    state.waits = table.waits[seat] if table.n_tiles[seat] + 3 * table.n_melds[seat] == 13 else 0
    riichi, ippatsu = 0, 0
    for other in range(rules.players):
        riichi |= (table.riichi[other] == Riichi.ACCEPTED) << other
        ippatsu |= table.ippatsu[other] << other
        if table.waits[other]:
            state.furiten[other] = furiten_of(table, other, table.waits[other])
    state.riichi, state.ippatsu = riichi, ippatsu
