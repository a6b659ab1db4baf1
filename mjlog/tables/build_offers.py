"""Columns of a batch → the table `offers`: the acts that were possible, and their answers."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.replay import offers
from mjlog.seats import wind_of_round
from mjlog.tables.arrays import coded, known
from mjlog.tables.batch import BatchFacts
from mjlog.tiles import EAST, KIND_OF_TILE, WHITE

RON: Final = len(EventKind)
TSUMO: Final = RON + 1
ACTS: Final = (*(kind.name.lower() for kind in EventKind), "ron", "tsumo")
"""Words of the acts, by `EventKind`, then RON and TSUMO."""
ANSWERS: Final = ("taken", "passed", "other", "preempted")
TAKEN, PASSED, OTHER, PREEMPTED = range(4)
TRIPLETS: Final = (EventKind.PON, EventKind.DAIMINKAN, EventKind.ANKAN, EventKind.KAKAN)
_KINDS: Final = np.array(KIND_OF_TILE, np.int8)


class _Rows(NamedTuple):
    """The columns of the table, before they have words."""

    event: Ints
    seat: Ints
    act: Ints
    answer: Ints
    tile: Ints
    turn: Ints
    n_sets: Ints
    n_riichi: Ints
    shanten_before: Ints
    shanten: Ints


def offer_columns(batch: BatchFacts, kyoku_of_event: Ints) -> dict[str, Any]:
    """The columns of the table, in the order of the events."""
    games = batch.games
    parts = [_acts(games, kyoku_of_event), _wins(batch)]
    rows = _Rows(*map(np.concatenate, zip(*parts, strict=True)))
    whole = ~batch.gaps.hands[kyoku_of_event[rows.event], rows.seat]
    order = np.argsort(rows.event, kind="stable")
    rows = _Rows(*(column[order[whole[order]]] for column in rows))
    kyoku = kyoku_of_event[rows.event]
    game, kind = batch.game_of_kyoku[kyoku], _KINDS[rows.tile]
    seat_wind = EAST + (rows.seat - games.kyoku.dealer[kyoku]) % batch.n_players[kyoku]
    of_value = (kind >= WHITE) | (kind == seat_wind) | (kind == EAST + wind_of_round(games.kyoku.wind[kyoku]))
    return {
        "game": batch.ids.take(pa.array(game)),
        "kyoku": batch.kyoku_index[kyoku],
        "event": (rows.event - games.event_start[kyoku]).astype(np.int16),
        "seat": rows.seat,
        "player": batch.players.take(pa.array(game * 4 + rows.seat)),
        "players": batch.n_players[kyoku],
        "act": coded(rows.act, ACTS),
        "answer": coded(rows.answer, ANSWERS),
        "tile": rows.tile,
        "turn": rows.turn,
        "n_sets": known(rows.n_sets),
        "n_riichi": known(rows.n_riichi),
        "yakuhai": of_value & np.isin(rows.act, TRIPLETS),
        "shanten_before": rows.shanten_before,
        "shanten": known(rows.shanten),
    }


def _acts(games: Games, kyoku_of_event: Ints) -> _Rows:
    """Calls, kans, kita and riichi."""
    possible = offers(games)
    following = _next_moves(games, kyoku_of_event)[possible.event]
    ended = following == ABSENT
    act, seat = games.events.kind[following], games.events.seat[following]
    won = np.zeros((len(games.kyoku.wind), 4), np.bool_)
    won[runs(games.win_start), games.wins.winner & 3] = True
    at_end = np.where(won[kyoku_of_event[possible.event], possible.seat], OTHER, PREEMPTED)
    own = seat == possible.seat
    passes = np.where(games.events.kind[possible.event] == EventKind.DRAW, EventKind.DISCARD, EventKind.DRAW)
    answer = np.select(
        [ended, act == passes, own & (act == possible.act), own], [at_end, PASSED, TAKEN, OTHER], PREEMPTED
    )
    return _Rows(
        possible.event, possible.seat, possible.act, answer, possible.tile, possible.turn, possible.n_sets,
        possible.n_riichi, possible.shanten_before, possible.shanten,
    )  # fmt: skip


def _next_moves(games: Games, kyoku_of_event: Ints) -> Ints:
    """`(n_events,)`: row of the next draw, discard, call or riichi of the kyoku; ABSENT after the last."""
    n = len(kyoku_of_event)
    rows = np.where(games.events.kind <= EventKind.RIICHI, np.arange(n), n)
    following = np.append(np.minimum.accumulate(rows[::-1])[::-1], n)[1:]
    return np.where(following < games.event_start[kyoku_of_event + 1], following, ABSENT)


def _wins(batch: BatchFacts) -> _Rows:
    """The wins of the log, and those that were missed."""
    games, missed = batch.games, batch.missed.chances
    kyoku = batch.kyoku_of_win
    offering = np.where(games.events.kind <= EventKind.KITA, np.arange(len(games.events.kind)), ABSENT)
    last = np.maximum.accumulate(offering)[games.event_start[kyoku + 1] - 1] if len(kyoku) else kyoku.astype(np.int64)
    event = np.concatenate([last, missed.event])
    seat = np.concatenate([games.wins.winner, missed.seat])
    tsumo = np.concatenate([games.wins.from_seat == ABSENT, missed.tsumo])
    absent = np.full(len(event), ABSENT, np.int8)
    return _Rows(
        event=event,
        seat=seat,
        act=np.where(tsumo, np.int8(TSUMO), np.int8(RON)),
        answer=np.repeat(np.array([TAKEN, PASSED], np.int8), [len(last), len(missed.event)]),
        tile=np.concatenate([games.wins.tile, games.events.tile[missed.event]]),
        turn=np.concatenate([batch.counts.n_discards[kyoku, games.wins.winner] + 1, missed.turn]),
        n_sets=absent,
        n_riichi=absent,
        shanten_before=np.zeros_like(absent),
        shanten=absent,
    )
