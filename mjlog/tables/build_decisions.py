"""Columns of a batch → the tables `discards` and `calls`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, CALL_KINDS, EventKind, Floats, Ints
from mjlog.replay.hands import SAFE
from mjlog.replay.open_melds import FIRST_HONOR, HAS_RUN, HAS_SIMPLE, HAS_YAOCHUU, HONORS, OPENS, SUITS, shown_sets
from mjlog.rules.waits import Suji
from mjlog.tables.arrays import coded, known, table
from mjlog.tables.batch import Batch
from mjlog.tiles import KIND_OF_TILE

DANGERS: Final = (*(suji.name.lower() for suji in Suji), "safe")
"""Words of the danger classes, by `waits.Suji` and SAFE."""
CHANCES: Final = ("none", "one", "open")
CALLS: Final = tuple(kind.name.lower() if kind in CALL_KINDS else None for kind in EventKind)
"""Words of the calls, by `EventKind`."""
_KINDS: Final = np.array(KIND_OF_TILE, np.int8)

assert DANGERS[SAFE] == "safe"


def decision_tables(batch: Batch) -> dict[str, pa.Table]:
    """The tables of every discard and every call of a batch followed with decisions."""
    kyoku_of_event = runs(batch.games.event_start)
    return {
        "discards": table("discards", _discards(batch, kyoku_of_event)),
        "calls": table("calls", _calls(batch, kyoku_of_event)),
    }


def draws_of(batch: Batch) -> tuple[Ints, Floats]:
    """How many draws of each seat lowered the shanten and how many were to be expected, `(n_kyoku, 4)`."""
    facts, shape = batch.followed.draws, batch.seated.shape
    seat = batch.games.events.seat[facts.event]
    rows = 4 * runs(batch.games.event_start)[facts.event] + np.clip(seat, 0, 3)  # a seat 5 has no facts
    hits, shares = (np.bincount(rows, of_draw, minlength=4 * shape[0]) for of_draw in (facts.hit, facts.share))
    return hits.astype(np.int8).reshape(shape), shares.astype(np.float32).reshape(shape)


def _place(batch: Batch, kyoku: Ints, events: Ints) -> dict[str, Any]:
    """The first columns of both tables."""
    game, seat = batch.game_of_kyoku[kyoku], batch.games.events.seat[events]
    return {
        "game": batch.ids.take(pa.array(game)),
        "kyoku": batch.nth_kyoku[kyoku],
        "event": (events - batch.games.event_start[kyoku]).astype(np.int16),
        "seat": seat,
        "player": batch.players.take(pa.array(game * 4 + seat)),
        "players": batch.n_players[kyoku],
    }


def _discards(batch: Batch, kyoku_of_event: Ints) -> dict[str, Any]:
    facts, events = batch.followed.discards, batch.games.events
    right, across, left = facts.danger.T
    return {
        **_place(batch, kyoku_of_event[facts.event], facts.event),
        "turn": facts.turn,
        "tile": events.tile[facts.event],
        "tsumogiri": events.tsumogiri[facts.event] == 1,
        "riichi": facts.declares,
        "in_riichi": facts.in_riichi,
        "n_sets": facts.n_sets,
        "dora": facts.dora,
        "called_by": known(facts.called_by),
        "dealt_in": facts.dealt_in,
        "shanten_before": facts.shanten_before,
        "shanten": facts.shanten,
        "useful_kinds": facts.useful_kinds,
        "useful_tiles": facts.useful_tiles,
        "best_tiles": facts.best_tiles,
        "visible": facts.visible,
        "chance": coded(facts.chance, CHANCES),
        "n_riichi": facts.n_riichi,
        "danger": coded(facts.worst, DANGERS),
        "danger_right": coded(right, DANGERS),
        "danger_across": coded(across, DANGERS),
        "danger_left": coded(left, DANGERS),
    }


def _calls(batch: Batch, kyoku_of_event: Ints) -> dict[str, Any]:
    facts, games, start = batch.followed.calls, batch.games, batch.games.kyoku
    kyoku = kyoku_of_event[facts.event]
    kind, tile, seat = (column[facts.event] for column in (games.events.kind, games.events.tile, games.events.seat))
    honor = _KINDS[tile]
    own_wind = 27 + (seat - start.dealer[kyoku]) % batch.n_players[kyoku]
    round_wind = 27 + start.wind[kyoku]
    of_value = (honor >= 31) | (honor == own_wind) | (honor == round_wind)
    return {
        **_place(batch, kyoku, facts.event),
        "kind": coded(kind, CALLS),
        "from_seat": known(games.calls.from_seat[games.calls.event != ABSENT]),
        "tile": tile,
        "turn": facts.turn + np.int8(1),
        "n_sets": facts.n_sets,
        "yakuhai": of_value & (kind != EventKind.CHI) & (kind != EventKind.KITA),
        **_left_by(batch, kyoku, own_wind, round_wind),
        "shanten_before": facts.shanten_before,
        "shanten": facts.shanten,
    }


def _left_by(batch: Batch, kyoku: Ints, own_wind: Ints, round_wind: Ints) -> dict[str, Any]:
    """The columns of `calls` that tell which yaku the sets shown by then have or leave possible."""
    games = batch.games
    shown = shown_sets(games.call_start, games.calls)[games.calls.event != ABSENT]
    triplets = np.array([1 << HONORS + honor for honor in range(7)])
    value = triplets[4:].sum() | triplets[own_wind - FIRST_HONOR] | triplets[round_wind - FIRST_HONOR]
    kuitan = np.array([rules.kuitan for rules in games.rule_sets] or [True])
    counts = kuitan[games.games.rules[batch.game_of_kyoku[kyoku]]] | (shown & OPENS == 0)
    suits = shown >> SUITS
    return {
        "has_yakuhai": shown & value != 0,
        "can_tanyao": (shown & HAS_YAOCHUU == 0) & counts,
        "can_honitsu": suits & (suits - 1) == 0,
        "can_toitoi": shown & HAS_RUN == 0,
        "can_chanta": shown & HAS_SIMPLE == 0,
    }
