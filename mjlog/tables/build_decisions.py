"""Columns of a batch → the tables `discards`, `calls` and `offers`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.games.batch import runs
from mjlog.games.columns import ABSENT, CALL_KINDS, EventKind, Floats, Ints
from mjlog.replay.hands import SAFE
from mjlog.replay.open_melds import HAS_RUN, HAS_SIMPLE, HAS_YAOCHUU, HONORS, OPENS, SUITS
from mjlog.rules.waits import Suji
from mjlog.seats import wind_of_round
from mjlog.tables.arrays import coded, known, table, without
from mjlog.tables.batch import BatchFacts
from mjlog.tables.build_offers import offer_columns
from mjlog.tiles import EAST, KIND_OF_TILE, WHITE

DANGERS: Final = (*(suji.name.lower() for suji in Suji), "safe")
"""Words of the danger classes, by `waits.Suji` and SAFE."""
CHANCES: Final = ("none", "one", "open")
CALLS: Final = tuple(kind.name.lower() if kind in CALL_KINDS else None for kind in EventKind)
"""Words of the calls, by `EventKind`."""
_OF_DISCARD: Final = ("shanten_before", "shanten", "useful_kinds", "useful_tiles", "best_tiles", "visible", "chance")
"""Columns of `discards` that depend on the whole hand."""
_OF_INDICATOR: Final = ("dora", "useful_tiles", "best_tiles", "visible", "chance")
"""Columns of `discards` that depend on the first dora indicator."""
_KINDS: Final = np.array(KIND_OF_TILE, np.int8)

assert DANGERS[SAFE] == "safe"


def decision_tables(batch: BatchFacts) -> dict[str, pa.Table]:
    """The tables of every discard, call and possible act of a batch with decisions."""
    kyoku_of_event = runs(batch.games.event_start)
    return {
        "discards": table("discards", _discards(batch, kyoku_of_event)),
        "calls": table("calls", _calls(batch, kyoku_of_event)),
        "offers": table("offers", offer_columns(batch, kyoku_of_event)),
    }


def draws_of(batch: BatchFacts) -> tuple[Ints, Floats]:
    """Draws of each seat that lowered the shanten, and their expected number, `(n_kyoku, 4)`."""
    facts, shape = batch.followed.draws, batch.seated.shape
    seat = batch.games.events.seat[facts.event]
    rows = 4 * runs(batch.games.event_start)[facts.event] + np.clip(seat, 0, 3)  # a seat 5 has no facts
    hits, shares = (np.bincount(rows, of_draw, minlength=4 * shape[0]) for of_draw in (facts.hit, facts.share))
    return hits.astype(np.int8).reshape(shape), shares.astype(np.float32).reshape(shape)


def _place(batch: BatchFacts, kyoku: Ints, events: Ints) -> dict[str, Any]:
    """The first columns of both tables."""
    game, seat = batch.game_of_kyoku[kyoku], batch.games.events.seat[events]
    return {
        "game": batch.ids.take(pa.array(game)),
        "kyoku": batch.kyoku_index[kyoku],
        "event": (events - batch.games.event_start[kyoku]).astype(np.int16),
        "seat": seat,
        "player": batch.players.take(pa.array(game * 4 + seat)),
        "players": batch.n_players[kyoku],
    }


def _discards(batch: BatchFacts, kyoku_of_event: Ints) -> dict[str, Any]:
    facts, events = batch.followed.discards, batch.games.events
    right, across, left = facts.danger.T
    tsumogiri = events.tsumogiri[facts.event]
    columns = {
        **_place(batch, kyoku_of_event[facts.event], facts.event),
        "turn": facts.turn,
        "tile": events.tile[facts.event],
        "tsumogiri": pa.array(tsumogiri == 1, mask=tsumogiri == ABSENT),
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
    columns = without(columns, batch.gaps.indicator[kyoku_of_event[facts.event]], *_OF_INDICATOR)
    return without(columns, _in_gaps(batch, kyoku_of_event, facts.event), *_OF_DISCARD)


def _in_gaps(batch: BatchFacts, kyoku_of_event: Ints, events: Ints) -> Any:
    """`(n,)` bool: the hand of the seat of an event is not wholly recorded."""
    return batch.gaps.hands[kyoku_of_event[events], batch.games.events.seat[events] & 3]


def _calls(batch: BatchFacts, kyoku_of_event: Ints) -> dict[str, Any]:
    facts, games, start = batch.followed.calls, batch.games, batch.games.kyoku
    kyoku = kyoku_of_event[facts.event]
    kind, tile, seat = (column[facts.event] for column in (games.events.kind, games.events.tile, games.events.seat))
    tile_kind = _KINDS[tile]
    seat_wind = EAST + (seat - start.dealer[kyoku]) % batch.n_players[kyoku]
    round_wind = EAST + wind_of_round(start.wind[kyoku])
    of_value = (tile_kind >= WHITE) | (tile_kind == seat_wind) | (tile_kind == round_wind)
    columns = {
        **_place(batch, kyoku, facts.event),
        "kind": coded(kind, CALLS),
        "from_seat": known(games.calls.from_seat[games.calls.event != ABSENT]),
        "tile": tile,
        "turn": facts.turn + np.int8(1),
        "n_sets": facts.n_sets,
        "yakuhai": of_value & (kind != EventKind.CHI) & (kind != EventKind.KITA),
        **_allowed_yaku(batch, kyoku, seat_wind, round_wind),
        "shanten_before": facts.shanten_before,
        "shanten": facts.shanten,
    }
    return without(columns, _in_gaps(batch, kyoku_of_event, facts.event), "shanten_before", "shanten")


def _allowed_yaku(batch: BatchFacts, kyoku: Ints, seat_wind: Ints, round_wind: Ints) -> dict[str, Any]:
    """The columns of `calls` for the yaku that the sets so far have or still allow."""
    games = batch.games
    melds = batch.followed.calls.melds
    triplets = np.array([1 << HONORS + honor for honor in range(7)])
    value = triplets[4:].sum() | triplets[seat_wind - EAST] | triplets[round_wind - EAST]
    kuitan = np.array([rules.kuitan for rules in games.rule_sets] or [True])
    counts = kuitan[games.games.rules[batch.game_of_kyoku[kyoku]]] | (melds & OPENS == 0)
    suits = melds >> SUITS
    return {
        "has_yakuhai": melds & value != 0,
        "can_tanyao": (melds & HAS_YAOCHUU == 0) & counts,
        "can_honitsu": suits & (suits - 1) == 0,
        "can_toitoi": melds & HAS_RUN == 0,
        "can_chanta": melds & HAS_SIMPLE == 0,
    }
