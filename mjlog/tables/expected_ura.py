"""Expected ura dora of a riichi win: the mean over the tiles nobody drew.

No decision depends on a tile that nobody drew, so each of them is equally likely to be an ura indicator. Over many wins
the mean of the actual ura dora is therefore the mean of the expected ones.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mjlog.games.batch import Games, ragged, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.tiles import DORA_OF, KIND_OF_TILE, N_KINDS, SANMA_KINDS

KIND: Final = np.array(KIND_OF_TILE)
COPIES: Final = {
    players: np.array([4 * (players == 4 or kind in SANMA_KINDS) for kind in range(N_KINDS)]) for players in DORA_OF
}


def expected_ura(games: Games, kyoku_of_win: Ints) -> NDArray[np.float32]:
    """Expected ura dora of each win, `(n_wins,)`; NaN where none were turned."""
    wins = games.wins
    n_ura = (wins.ura_indicators != ABSENT).sum(axis=1)
    riichi = np.flatnonzero(n_ura)
    kyoku, place = np.unique(kyoku_of_win[riichi], return_inverse=True)
    held = _held(games, riichi, kyoku_of_win[riichi])
    left = -_drawn(games, kyoku)[place] - _counts(np.arange(len(riichi)), wins.dora_indicators[riichi], len(riichi))
    expected = np.full(len(n_ura), np.nan, np.float32)
    n_players = games.games.players[runs(games.kyoku_start)[kyoku_of_win[riichi]]]
    for players, dora_of in DORA_OF.items():
        rows = n_players == players
        undrawn = np.maximum(left[rows] + COPIES[players], 0)  # a damaged log may deal a fifth tile
        hits = (undrawn * held[rows][:, np.array(dora_of)]).sum(axis=1)
        expected[riichi[rows]] = n_ura[riichi[rows]] * hits / undrawn.sum(axis=1)
    return expected


def _drawn(games: Games, kyoku: Ints) -> Ints:
    """Tiles of each kind dealt and drawn in these kyoku, `(n, 34)`."""
    start, events = ragged(games.event_start, kyoku)
    draws = games.events.kind[events] == EventKind.DRAW
    drawn = _counts(runs(start)[draws], games.events.tile[events[draws], None], len(kyoku))
    return drawn + _counts(np.arange(len(kyoku)), games.kyoku.hands[kyoku].reshape(len(kyoku), 52), len(kyoku))


def _held(games: Games, win: Ints, kyoku: Ints) -> Ints:
    """Tiles of each kind that count for dora in these wins, norths set aside included, `(n, 34)`."""
    row = np.arange(len(win))
    counts = _counts(row, games.wins.hand[win], len(win))
    for column in games.wins.calls[win].T:
        has = np.flatnonzero(column != ABSENT)
        counts += _counts(row[has], games.calls.tiles[games.call_start[kyoku[has]] + column[has]], len(win))
    return counts


def _counts(row: Ints, tiles: Any, n_rows: int) -> Ints:
    """Tiles of each kind `(n_rows, 34)` in tiles `(n, m)`, where `row` `(n,)` says the row they add to."""
    known = tiles != ABSENT
    rows = np.repeat(row, known.sum(axis=1))
    counts: Ints = np.bincount(rows * N_KINDS + KIND[tiles[known]], minlength=n_rows * N_KINDS)
    return counts.reshape(n_rows, N_KINDS)
