"""The hands that declared riichi: their dora, yaku and value, and the calls after the declaration.

Yaku and value are those of a ron on the wait, with riichi, without ippatsu, ura dora and other chances. A wait counts
by the tiles of its kind outside the hand, each as if it were no red five.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from mjlog.games.batch import Games, offsets, ragged, runs
from mjlog.games.columns import ABSENT, CALL_KINDS, EventKind, Ints
from mjlog.rules.columns.atozuke import completed
from mjlog.rules.columns.score import HandColumns, score_many
from mjlog.rules.points import ron
from mjlog.rules.readings import POWERS_OF_5, Circumstance, MeldKind
from mjlog.seats import wind_of_round
from mjlog.tables.arrays import coded, without
from mjlog.tables.batch import ROW, YAKU_KEYS, BatchFacts
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, N_TILES, NORTH, RED_FIVES

NEVER: Final = np.iinfo(np.int64).max
"""Later than any event."""
_KIND: Final = np.array(KIND_OF_TILE[:N_TILES])
_POWERS: Final = np.array(POWERS_OF_5, np.int32)


class Riichi(NamedTuple):
    """The declarations of a batch, and the events of their kyoku."""

    kyoku: Ints
    """`(n,)`, as the next ones to `own_draw`."""
    seat: Ints
    discarded: Ints
    """Row of the discard of the declaration tile; `NEVER` without it."""
    accepted: Ints
    """Row of the acceptance; `NEVER` without it."""
    own_draw: Ints
    """Row of the first own draw after it; `NEVER` without one."""
    of: Ints
    """`(n_events,)`: the declaration that each of the next rows belongs to."""
    events: Ints
    """Rows of all events of the kyoku."""
    own: NDArray[np.bool_]
    """Those of the seat."""

    @classmethod
    def of_batch(cls, games: Games, kyoku: Ints, seat: Ints) -> Riichi:
        """The declarations of these seats, one in each kyoku."""
        start, events = ragged(games.event_start, kyoku)
        of, kind = runs(start), games.events.kind[events]
        own = games.events.seat[events] == seat[of]

        def first(are: NDArray[np.bool_]) -> Ints:
            rows = np.full(len(kyoku), NEVER)
            np.minimum.at(rows, of[are], events[are])
            return rows

        declared = first(own & (kind == EventKind.RIICHI))
        discarded = first(own & (kind == EventKind.DISCARD) & (events > declared[of]))
        accepted = first(own & (kind == EventKind.RIICHI_ACCEPTED))
        own_draw = first(own & (kind == EventKind.DRAW) & (events > accepted[of]))
        return cls(kyoku, seat, discarded, accepted, own_draw, of, events, own)


def riichi_columns(batch: BatchFacts, seated: Ints) -> dict[str, Any]:
    """The columns of `hands` on riichi hands; `seated` are the places of its rows in `(n_kyoku, 4)`."""
    games = batch.games
    at = np.flatnonzero((batch.counts.riichi_order > 0).ravel()[seated])
    kyoku, seat = np.divmod(seated[at], 4)
    riichi = Riichi.of_batch(games, kyoku, seat)
    kind = games.events.kind[riichi.events]
    is_ankan = riichi.own & (kind == EventKind.ANKAN)
    n_ankan = np.bincount(riichi.of[is_ankan & (riichi.events > riichi.discarded[riichi.of])], minlength=len(at))
    last = games.event_start[kyoku + 1] - 1
    ends = ~riichi.own & np.isin(kind, CALL_KINDS) & (riichi.events > riichi.accepted[riichi.of])
    ends &= (riichi.events < riichi.own_draw[riichi.of]) & (riichi.events < last[riichi.of])  # the last kan is robbed
    broken = np.bincount(riichi.of[ends], minlength=len(at)) > 0

    waits = batch.followed.hands.riichi_waits[kyoku, seat]
    dora, reds, yaku, points = _values(batch, riichi, waits)
    unknown = np.ones(len(seated), np.bool_)
    unknown[at] = waits == 0
    without_value = unknown.copy()
    without_value[at] |= np.isnan(points)
    rows, numbers = np.nonzero(yaku)
    is_accepted = _spread(at, riichi.accepted != NEVER, seated)
    of_hand = {
        "riichi_dora": pa.array(_spread(at, dora, seated), mask=unknown),
        "riichi_red": pa.array(_spread(at, reds, seated), mask=unknown),
        "riichi_yaku": pa.ListArray.from_arrays(
            pa.array(offsets(np.bincount(at[rows], minlength=len(seated))).astype(np.int32)),
            coded(numbers, YAKU_KEYS),
            mask=pa.array(without_value),
        ),
        "riichi_points": pa.array(_spread(at, points, seated), mask=without_value),
    }
    gaps = batch.gaps
    of_hand = without(of_hand, gaps.indicator[seated // 4], "riichi_dora", "riichi_points")
    return without(of_hand, np.asarray(gaps.hands).ravel()[seated]) | {
        "n_riichi_ankan": _spread(at, n_ankan.astype(np.int8), seated),
        "ippatsu_broken": pa.array(_spread(at, broken, seated), mask=~is_accepted),
    }


def _spread(at: Ints, values: Any, seated: Ints) -> Any:
    """Values of the declarations in the rows of the table, 0 elsewhere."""
    column = np.zeros(len(seated), values.dtype)
    column[at] = values
    return column


class _Values(NamedTuple):
    """`(n,)` for each declaration."""

    dora: Ints
    """Dora by the indicators turned, and norths set aside."""
    reds: Ints
    yaku: NDArray[np.bool_]
    """`(n, n_yaku)`: those that a ron has on each wait, without riichi."""
    points: NDArray[np.float32]
    """Mean points of a ron; NaN without a wait outside the hand."""


class _Tiles(NamedTuple):
    """The hands after the declaration tile, `(n,)`."""

    held: Ints
    """`(n, 34)`: tiles of each kind, with ankan and norths set aside."""
    concealed: Ints
    """`(n, 34)`."""
    ankan: Ints
    """`(n, 4)`: the kind of each, then ABSENT."""
    reds: Ints
    kita: Ints


def _values(batch: BatchFacts, riichi: Riichi, waits: Ints) -> _Values:
    games, n = batch.games, len(waits)
    tiles = _tiles_of(games, riichi)
    game = batch.game_of_kyoku[riichi.kyoku]
    each = _dora_of_kinds(games, riichi, batch.n_players)
    dora = (tiles.held * each).sum(axis=1)
    none = np.zeros(n, np.int8)
    is_double = batch.counts.double_riichi[riichi.kyoku, riichi.seat]
    hands = HandColumns(
        keys=(np.pad(tiles.concealed, ((0, 0), (0, 2))).reshape(n, 4, 9) @ _POWERS).astype(np.int32),
        win=none,
        meld_codes=np.where(tiles.ankan == ABSENT, MeldKind.NONE, MeldKind.ANKAN).astype(np.int8),
        meld_kinds=np.maximum(tiles.ankan, 0).astype(np.int8),
        circumstances=np.where(is_double, Circumstance.DOUBLE_RIICHI, Circumstance.RIICHI).astype(np.int32),
        seat_wind=((riichi.seat - games.kyoku.dealer[riichi.kyoku]) % batch.n_players[riichi.kyoku]).astype(np.int8),
        round_wind=wind_of_round(games.kyoku.wind[riichi.kyoku]),
        honba=games.kyoku.honba[riichi.kyoku],
        dora=none,
        ura=none,
        reds=none,
        kita=none,
        blues=none,
    )
    n_concealed = 13 - 3 * (tiles.ankan != ABSENT).sum(axis=1)
    sound = ((tiles.concealed >= 0) & (tiles.concealed <= 4)).all(axis=1)
    sound &= tiles.concealed.sum(axis=1) == n_concealed
    rows, wins = completed(hands, np.where(sound, waits, 0))
    wins = wins._replace(
        dora=(dora[rows] + each[rows, wins.win]).astype(np.int16),
        reds=tiles.reds[rows].astype(np.int16),
        kita=tiles.kita[rows].astype(np.int16),
    )
    values = score_many(wins, games.rule_sets, games.games.rules[game[rows]])
    left = 4 - tiles.held[rows, wins.win]
    total = np.bincount(rows, left, minlength=n)
    with np.errstate(invalid="ignore"):
        points = np.bincount(rows, left * ron(values.base, wins.seat_wind == 0), minlength=n) / total
    bits = np.unpackbits(values.yaku.astype("<u8").view(np.uint8), axis=1, bitorder="little")[:, : len(YAKU_KEYS)]
    yaku = np.zeros((n, len(YAKU_KEYS)), np.int64)
    np.add.at(yaku, rows, bits)
    on_each = (yaku == np.bincount(rows, minlength=n)[:, None]) & (total > 0)[:, None]
    on_each[:, [ROW["riichi"], ROW["double_riichi"]]] = False
    return _Values((dora + tiles.kita).astype(np.int8), tiles.reds.astype(np.int8), on_each, points.astype(np.float32))


def _tiles_of(games: Games, riichi: Riichi) -> _Tiles:
    n = len(riichi.kyoku)
    kind, tile = games.events.kind[riichi.events], games.events.tile[riichi.events].astype(np.int64)
    before = riichi.own & (riichi.events <= riichi.discarded[riichi.of]) & (tile >= 0) & (tile < N_TILES)
    tiles = np.zeros((n, N_TILES), np.int64)
    dealt = games.kyoku.hands[riichi.kyoku, riichi.seat]
    np.add.at(tiles, (np.nonzero(dealt != ABSENT)[0], dealt[dealt != ABSENT]), 1)
    for action, step in ((EventKind.DRAW, 1), (EventKind.DISCARD, -1)):
        are = before & (kind == action)
        np.add.at(tiles, (riichi.of[are], tile[are]), step)
    held = np.zeros((n, N_KINDS), np.int64)
    np.add.at(held.T, _KIND, tiles.T)
    ankan = before & (kind == EventKind.ANKAN)
    rows, kinds = riichi.of[ankan], _KIND[tile[ankan]]
    kita = np.bincount(riichi.of[before & (kind == EventKind.KITA)], minlength=n)
    concealed = held.copy()
    np.add.at(concealed, (rows, kinds), -4)
    concealed[:, NORTH] -= kita
    place = np.minimum(np.arange(len(rows)) - np.searchsorted(rows, rows), 3)
    of_place = np.full((n, 4), ABSENT)
    of_place[rows, place] = kinds
    return _Tiles(held, concealed, of_place, tiles[:, RED_FIVES[0] :].sum(axis=1), kita)


def _dora_of_kinds(games: Games, riichi: Riichi, players: Ints) -> Ints:
    """`(n, 34)`: the dora that a tile of each kind counts by the indicators turned before the declaration tile."""
    tile = games.events.tile[riichi.events].astype(np.int64)
    turned = (games.events.kind[riichi.events] == EventKind.DORA) & (riichi.events < riichi.discarded[riichi.of])
    turned &= (tile >= 0) & (tile < N_TILES)
    first = games.kyoku.dora_indicator[riichi.kyoku].astype(np.int64)
    known = np.flatnonzero((first >= 0) & (first < N_TILES))
    rows = np.concatenate([known, riichi.of[turned]])
    dora_of = np.array([DORA_OF[3], DORA_OF[4]])
    kinds = dora_of[players[riichi.kyoku[rows]] - 3, _KIND[np.concatenate([first[known], tile[turned]])]]
    each = np.zeros((len(riichi.kyoku), N_KINDS), np.int64)
    np.add.at(each, (rows, kinds), 1)
    return each
