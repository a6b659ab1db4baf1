"""Columns of a batch → the tables `discards` and `calls`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyarrow as pa

from mjlog.columns import ABSENT, CALL_KINDS, EventKind, Ints
from mjlog.games import Games, runs
from mjlog.kernels.paths import SAFE, CallFacts, DiscardFacts, decisions, worst_danger
from mjlog.rules.waits import Suji
from mjlog.tables.arrays import coded, known, table
from mjlog.tiles import DORA_OF, KIND_OF_TILE, RED_FIVES

DANGERS: Final = (*(suji.name.lower() for suji in Suji), "safe")
"""Words of the danger classes, by `waits.Suji` and SAFE."""
CHANCES: Final = ("none", "one", "open")
CALLS: Final = tuple(kind.name.lower() if kind in CALL_KINDS else None for kind in EventKind)
"""Words of the calls, by `EventKind`."""

assert DANGERS[SAFE] == "safe"


def build_decisions(games: Games) -> dict[str, pa.Table]:
    """The tables of every discard and every call of a batch."""
    of_discards, of_calls = decisions(games)
    place = _Place(games)
    return {
        "discards": table("discards", _discards(games, place, of_discards)),
        "calls": table("calls", _calls(games, place, of_calls)),
    }


class _Place:
    """Where each event of a batch stands."""

    def __init__(self, games: Games) -> None:
        self.kyoku = runs(games.event_start)
        self.game_of_kyoku = runs(games.kyoku_start)
        self.nth = (np.arange(len(self.game_of_kyoku)) - games.kyoku_start[self.game_of_kyoku]).astype(np.int16)
        self.ids = pa.array(games.games.id, pa.string())
        self.players = pa.array(games.seats.name.ravel(), pa.string()).dictionary_encode()
        self.n_players = games.games.players[self.game_of_kyoku]
        self.games = games

    def columns(self, events: Ints) -> dict[str, Any]:
        """The first columns of both tables."""
        kyoku = self.kyoku[events]
        game = self.game_of_kyoku[kyoku]
        seat = self.games.events.seat[events]
        return {
            "game": self.ids.take(pa.array(game)),
            "kyoku": self.nth[kyoku],
            "event": (events - self.games.event_start[kyoku]).astype(np.int16),
            "seat": seat,
            "player": self.players.take(pa.array(game * 4 + seat)),
            "players": self.n_players[kyoku],
        }


def _discards(games: Games, place: _Place, facts: DiscardFacts) -> dict[str, Any]:
    events, rows = games.events, facts.event
    kyoku, seat, tile = place.kyoku[rows], events.seat[rows].astype(np.int64), events.tile[rows]
    n_players = place.n_players[kyoku].astype(np.int64)
    against = [facts.danger[np.arange(len(rows)), (seat + step) % n_players] for step in (1, 2)]
    left = facts.danger[np.arange(len(rows)), (seat - 1) % n_players]
    return {
        **place.columns(rows),
        "turn": facts.turn,
        "tile": tile,
        "tsumogiri": events.tsumogiri[rows] == 1,
        "riichi": events.kind[rows - 1] == EventKind.RIICHI,
        "in_riichi": facts.in_riichi,
        "n_sets": facts.n_sets,
        "dora": _is_dora(games, place, facts),
        "called_by": known(_called_by(games, place.kyoku, rows)),
        "dealt_in": _dealt_in(games, place.kyoku, rows),
        "shanten_before": facts.shanten_before,
        "shanten": facts.shanten,
        "useful_kinds": facts.useful_kinds,
        "useful_tiles": facts.useful_tiles,
        "best_tiles": facts.best_tiles,
        "visible": facts.visible,
        "chance": coded(facts.chance, CHANCES),
        "n_riichi": (facts.danger != ABSENT).sum(axis=1).astype(np.int8),
        "danger": coded(worst_danger(facts.danger), DANGERS),
        "danger_right": coded(against[0], DANGERS),
        "danger_across": coded(np.where(n_players == 4, against[1], ABSENT), DANGERS),
        "danger_left": coded(left, DANGERS),
    }


def _calls(games: Games, place: _Place, facts: CallFacts) -> dict[str, Any]:
    events, rows = games.events, facts.event
    kyoku, seat = place.kyoku[rows], events.seat[rows].astype(np.int64)
    kind_of_tile = np.array(KIND_OF_TILE, np.int8)[events.tile[rows]]
    start = games.kyoku
    own_wind = 27 + (seat - start.dealer[kyoku]) % place.n_players[kyoku]
    honor = (kind_of_tile >= 31) | (kind_of_tile == own_wind) | (kind_of_tile == 27 + start.wind[kyoku])
    kind = events.kind[rows]
    made = games.calls.event != ABSENT
    return {
        **place.columns(rows),
        "kind": coded(kind, CALLS),
        "from_seat": known(games.calls.from_seat[made]),
        "tile": events.tile[rows],
        "turn": facts.turn + np.int8(1),
        "n_sets": facts.n_sets,
        "yakuhai": honor & (kind != EventKind.CHI) & (kind != EventKind.KITA),
        "shanten_before": facts.shanten_before,
        "shanten": facts.shanten,
    }


def _is_dora(games: Games, place: _Place, facts: DiscardFacts) -> Any:
    """Whether each discarded tile is a dora by what was turned before it, or red."""
    turned = np.flatnonzero(games.events.kind == EventKind.DORA)
    kyoku = place.kyoku[turned]
    first = np.searchsorted(kyoku, kyoku)
    masks = np.zeros((len(place.n_players), 6), np.int64)
    kinds, dora_of = np.array(KIND_OF_TILE), np.array([DORA_OF[4], DORA_OF[3]])
    sanma = (place.n_players == 3).astype(np.int64)
    masks[:, 1] = 1 << dora_of[sanma, kinds[games.kyoku.dora_indicator]]
    nth = np.minimum(np.arange(len(turned)) - first + 2, 5)
    masks[kyoku, nth] = 1 << dora_of[sanma[kyoku], kinds[games.events.tile[turned]]]
    masks = np.bitwise_or.accumulate(masks, axis=1)
    tile = games.events.tile[facts.event]
    shown = masks[place.kyoku[facts.event], np.minimum(facts.n_indicators, 5)]
    return (shown >> kinds[tile] & 1 == 1) | np.isin(tile, RED_FIVES)


def _moves(games: Games) -> Ints:
    """Rows of the events that move a tile."""
    return np.flatnonzero(games.events.kind <= EventKind.KITA)


def _called_by(games: Games, kyoku_of_event: Ints, rows: Ints) -> Ints:
    """The seat that called each discard, or ABSENT."""
    moves = _moves(games)
    following = np.append(moves, ABSENT)[np.searchsorted(moves, rows) + 1]
    kind = games.events.kind[following]
    called = (following != ABSENT) & (kyoku_of_event[following] == kyoku_of_event[rows])
    called &= (kind >= EventKind.CHI) & (kind <= EventKind.DAIMINKAN)
    return np.where(called, games.events.seat[following], ABSENT).astype(np.int8)


def _dealt_in(games: Games, kyoku_of_event: Ints, rows: Ints) -> Any:
    """Whether each discard was ronned: the last move of a kyoku somebody won by ron."""
    moves = _moves(games)
    last = np.zeros(len(games.kyoku.wind), np.int64)
    last[kyoku_of_event[moves]] = moves
    ron = np.zeros(len(last), np.bool_)
    ron[runs(games.win_start)[games.wins.from_seat != ABSENT]] = True
    return ron[kyoku_of_event[rows]] & (last[kyoku_of_event[rows]] == rows)
