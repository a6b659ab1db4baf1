"""Compiled: plays all kyoku of a batch, event by event."""

from __future__ import annotations

from typing import Any, NamedTuple

from mjlog.games.columns import ABSENT, EventColumns, EventKind, Ints
from mjlog.jit import int64, jit, jit_inline, jit_inner, jit_once
from mjlog.replay.breach import Breach
from mjlog.replay.calls import ankan, claim, kakan, kita
from mjlog.replay.draws import end_in_draw, is_tenpai
from mjlog.replay.moves import accept, deal, discard, draw, open_riichi, play_on, riichi, turn_indicator
from mjlog.replay.offers import write_offers
from mjlog.replay.options import Options
from mjlog.replay.table import NOTHING, Riichi, Table, furiten_of, note, waits_of
from mjlog.replay.wins import could_win, win
from mjlog.rules.columns.shanten_tables import ShantenTables
from mjlog.tiles import N_COPIES, N_TILES


class Log(NamedTuple):
    """A batch: the first rows of each kyoku `(n_kyoku + 1,)` in columns and records that have several, and these."""

    event_start: Ints
    call_start: Ints
    win_start: Ints
    draw_start: Ints
    rules: Ints
    """`(n_kyoku,)`: row of its options."""
    events: EventColumns
    calls: Any
    wins: Any
    draws: Any
    """Records of the groups of these names."""


class Output(NamedTuple):
    """Records to be written."""

    wins: Any
    """Of `WinFacts`."""
    kyoku: Any
    """Of `KyokuFacts` and `Breaches`, one for each kyoku played."""
    states: Any
    """Of `States`, or without rows."""
    possible: Any
    """Of `PossibleWins` in the order of their events, which lie in the kyoku played."""
    offers: Any
    """Of `Offers`, `MOST` for each event of the batch, or without rows; `n_offers` of the state are written."""


@jit
def play(selected: Ints, log: Log, starts: Any, options: Any, out: Output, tables: ShantenTables, states: Any) -> None:
    """Play the `selected` kyoku and write the facts.

    `starts` are records of `KyokuColumns`, one for each kyoku selected, and `states` is `state_of(Table)`.
    """
    table = states[1]
    n_possible = 0
    for row, k in enumerate(selected):
        rules, start, fact = options[log.rules[k]], starts[row], out.kyoku[row]
        states[1] = states[0]
        deal(table, rules, start)
        if out.states.size:
            for seat in range(rules.players):
                look_for_waits(table, rules, seat, tables)
        n_possible = play_events(table, rules, log, k, out, n_possible, tables)
        states[0].n_offers, table.event = table.n_offers, ABSENT
        end(table, rules, log, k, int64(start.result), out.wins, fact, tables)
        fact.breach, fact.event, fact.seat = table.breach, table.breach_event, table.breach_seat
        fact.expected, fact.found = table.expected, table.found


@jit_once
def end(
    table: Table, rules: Options, log: Log, k: int, result: int, wins: Any, fact: Any, tables: ShantenTables
) -> None:
    """Check the wins or the draw that ends a kyoku."""
    calls = log.calls[log.call_start[k] : log.call_start[k + 1]]
    n_winners = log.win_start[k + 1] - log.win_start[k]
    if n_winners > rules.max_rons:
        note(table, NOTHING, Breach.WINNERS_TOO_MANY, rules.max_rons, n_winners)
    previous = NOTHING
    for row in range(log.win_start[k], log.win_start[k + 1]):
        win(table, rules, log.wins[row], previous, n_winners, calls, wins[row], tables)
        previous = int64(log.wins[row].winner)
    if n_winners == 0 and log.draw_start[k] < log.draw_start[k + 1]:
        end_in_draw(table, rules, result, log.draws[log.draw_start[k]], fact, tables)


@jit_once
def play_events(
    table: Table, rules: Options, log: Log, k: int, out: Output, n_possible: int, tables: ShantenTables
) -> int:
    """Play the events of a kyoku; write the states and the possible wins, of which `n_possible` are written already.

    Returns the number of possible wins written.
    """
    n_calls, events, calls = 0, log.events, log.calls[log.call_start[k] : log.call_start[k + 1]]
    for row in range(log.event_start[k], log.event_start[k + 1]):
        action, seat = int64(events.kind[row]), int64(events.seat[row])
        tile, copy = int64(events.tile[row]), int64(events.copy[row])
        is_call = EventKind.CHI <= action <= EventKind.KITA
        table.event = row - log.event_start[k]
        if is_outside(rules, action, seat, tile, copy) or (is_call and n_calls == calls.size):
            note(table, NOTHING, Breach.OUTSIDE, NOTHING, action)
            continue
        if action < EventKind.RIICHI_ACCEPTED:
            play_on(table, rules, seat, tile)
        if action == EventKind.DRAW:
            draw(table, rules, seat, tile, copy)
        elif action == EventKind.DISCARD:
            discard(table, rules, seat, tile, copy, events.tsumogiri[row])
            if out.states.size or table.declared == seat:
                look_for_waits(table, rules, seat, tables)
        elif action == EventKind.RIICHI:
            riichi(table, rules, seat)
        elif action == EventKind.RIICHI_ACCEPTED:
            accept(table, seat)
        elif action == EventKind.OPEN_RIICHI:
            open_riichi(table, rules, seat)
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
        if out.states.size:
            if EventKind.ANKAN <= action <= EventKind.KITA:
                look_for_waits(table, rules, seat, tables)
            write_state(table, rules, seat, out.states[row])
        if out.offers.size:
            write_offers(table, rules, action, row, seat, out.offers, tables)
        while n_possible < out.possible.size and out.possible[n_possible].event <= row:
            if out.possible[n_possible].event == row:
                could_win(table, rules, out.possible[n_possible], tables)
            n_possible += 1
    return n_possible


@jit_inline
def is_outside(rules: Options, action: int, seat: int, tile: int, copy: int) -> bool:
    """Whether the kind, seat, tile or copy of an event is out of range."""
    if not EventKind.DRAW <= action <= EventKind.OPEN_RIICHI or (
        action != EventKind.DORA and not 0 <= seat < rules.players
    ):
        return True
    has_tile = action < EventKind.RIICHI or action == EventKind.DORA
    least = ABSENT if action == EventKind.DRAW else 0
    return has_tile and not (least <= tile < N_TILES and ABSENT <= copy < N_COPIES)


@jit_inner
def look_for_waits(table: Table, rules: Options, seat: int, tables: ShantenTables) -> None:
    """Find the waits of a hand, which must have some if it has just declared riichi."""
    table.waits[seat] = waits_of(table, rules.players, seat, tables)
    if table.declared != seat or table.hidden[seat]:
        return
    if not is_tenpai(table, rules, seat, tables):
        note(table, seat, Breach.RIICHI_NOTEN, NOTHING, table.offer_tile)
    elif not rules.furiten_riichi and furiten_of(table, seat, table.waits[seat]):
        note(table, seat, Breach.RIICHI_FURITEN, NOTHING, table.offer_tile)


@jit_once
def write_state(table: Table, rules: Options, seat: int, state: Any) -> None:
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
