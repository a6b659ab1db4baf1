"""Luck of draws and of riichi, measured against the wall where the seed of the log gives it.

Terms. The *wall* at a moment is the set of tiles that can still be drawn: the live wall and the remaining replacement
tiles. An expectation *by sight* treats all tiles that the player does not see as equally likely. One *by the wall*
knows which tiles are in it, but not their order, and is exact: the actual outcome minus it is pure luck, with mean 0
over many draws. By sight there is a bias, since other players keep useful tiles.

Logs are read again, since tables do not contain walls. Games without a seed, and those of other services, are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any, Final

import numpy as np
import pandas as pd

from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.replay.hand_facts import HandFacts
from mjlog.replay.hands import follow_hands
from mjlog.rules.columns.shanten import keys_of_counts, tiles_left, useful
from mjlog.tables.originals import GameSource, games_of
from mjlog.tiles import N_KINDS
from mjlog.wall.columns import drawn_before, tiles_in_wall
from mjlog.wall.walls import KINDS, Walls, walls_of

DRAW_COLUMNS: Final = (
    "game", "kyoku", "seat", "player", "players", "draws", "useful", "by_sight", "by_wall", "luck", "first_tiles",
    "first_useful",
)  # fmt: skip
RIICHI_COLUMNS: Final = (
    "game", "kyoku", "seat", "player", "players", "turn", "tiles_unseen", "tiles_in_wall", "next_draw", "own_draws",
    "own_next", "by_sight", "by_wall", "tsumo", "won",
)  # fmt: skip


def wall_draws(source: GameSource) -> pd.DataFrame:
    """The useful draws of each player in each kyoku, and the number expected by sight and by the wall.

    `source` are games, files, folders, archives or a data set, as for `mjlog.audit`. Columns: `game`, `kyoku`, `seat`,
    `player`, `players`, `draws`, `useful` (draws that lowered the shanten), `by_sight` and `by_wall` (their expected
    numbers), `luck` (`useful` minus `by_wall`), `first_tiles` (unseen tiles useful to the dealt hand), `first_useful`
    (the number of the player's first draw of one of them if nobody calls; null for none). Players without a draw have
    no row.
    """
    return _joined([_draws(games, walls) for games, walls in _games_with_walls(source)], DRAW_COLUMNS)


def wall_riichi(source: GameSource) -> pd.DataFrame:
    """Every riichi with a known wait, and the contents of the wall when the declaration tile was discarded.

    Columns: `game`, `kyoku`, `seat`, `player`, `players`, `turn` of the declaration, `tiles_unseen` (winning tiles by
    sight), `tiles_in_wall` (winning tiles in the wall, replacement tiles included), `next_draw` (position of the first
    of them in the live wall, 1 for the next tile; null for none), `own_draws` (the player's draws left if nobody
    calls), `own_next` (the number of the first of these that wins; null for none), `by_sight` and `by_wall`
    (probability that one of these wins), `tsumo` and `won` (the result).
    """
    return _joined([_riichi(games, walls) for games, walls in _games_with_walls(source)], RIICHI_COLUMNS)


def chance_of_any(n_draws: int, n_wanted: int, n_tiles: int) -> float:
    """The probability of at least one of `n_wanted` tiles in `n_draws` draws from `n_tiles`.

    >>> chance_of_any(1, 3, 12), chance_of_any(2, 1, 4), chance_of_any(3, 2, 4)
    (0.25, 0.5, 1.0)
    """
    return 1 - comb(n_tiles - n_wanted, n_draws) / comb(n_tiles, n_draws)


def _games_with_walls(source: GameSource) -> Iterator[tuple[Games, Walls]]:
    for games in games_of(source):
        yield from ((games, walls) for walls in walls_of(games)[0])


def _joined(frames: list[pd.DataFrame], columns: tuple[str, ...]) -> pd.DataFrame:
    filled = [frame for frame in frames if len(frame)]
    frame = pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(columns))
    return frame.sort_values(["game", "kyoku", "seat"], kind="stable", ignore_index=True)[list(columns)]


def _draws(games: Games, walls: Walls) -> pd.DataFrame:
    facts, wall_of_kyoku = follow_hands(games, decisions=True).draws, _wall_of_kyoku(games, walls)
    kyoku = runs(games.event_start)[facts.event]
    chosen = (wall_of_kyoku[kyoku] != ABSENT) & (games.events.seat[facts.event] >= 0)
    event, kyoku, wanted = facts.event[chosen], kyoku[chosen], facts.useful[chosen]
    drawn, replaced = _drawn_before(games, walls)
    left = tiles_in_wall(wanted, wall_of_kyoku[kyoku], drawn[event], replaced[event], walls.draws, walls.replacements)
    each = pd.DataFrame(
        {
            "row": kyoku,
            "seat": games.events.seat[event],
            "draws": 1,
            "useful": facts.hit[chosen].astype(np.int64),
            "by_sight": facts.share[chosen].astype(float),
            "by_wall": left[:, 1] / np.maximum(left[:, 0], 1),
        }
    )
    summed = each.groupby(["row", "seat"], as_index=False).sum()
    row, seat = summed["row"].to_numpy(), summed["seat"].to_numpy()
    tiles, first = (of_wall[wall_of_kyoku[row], seat] for of_wall in _dealt(games, walls))
    return summed.assign(
        **_place(games, row, seat),
        luck=summed["useful"] - summed["by_wall"],
        first_tiles=tiles,
        first_useful=pd.Series(first).where(first > 0),
    ).astype({"first_useful": "Int64"})


def _dealt(games: Games, walls: Walls) -> tuple[Ints, Ints]:
    """`(n_walls, players)` each: useful tiles of a dealt hand, and the number of the first own draw of one; 0: none."""
    players = walls.hands.shape[1]
    hands = _counts(games.kyoku.hands[walls.kyoku, :players])
    seen = hands.copy()
    seen[np.arange(len(seen)), :, KINDS[games.kyoku.dora_indicator[walls.kyoku]]] += 1
    masks = useful(keys_of_counts(hands.reshape(-1, N_KINDS)), 0, players)[1]
    tiles = tiles_left(masks, seen.reshape(-1, N_KINDS)).reshape(-1, players)
    first_turn = (np.arange(players) - games.kyoku.dealer[walls.kyoku][:, None]) % players
    n_draws = walls.draws.shape[1]
    own = first_turn[:, :, None] + players * np.arange(-(-n_draws // players))
    kinds = np.take_along_axis(walls.draws[:, None], np.minimum(own, n_draws - 1), axis=2).astype(np.int64) // 4
    hits = (masks.reshape(-1, players, 1) >> kinds & 1 == 1) & (own < n_draws)
    return tiles, np.where(hits.any(axis=2), hits.argmax(axis=2) + 1, 0)


def _counts(hands: Ints) -> Ints:
    """Tiles by kind `(…, 34)` of hands `(…, 13)`."""
    counts = np.zeros((*hands.shape[:-1], N_KINDS), np.int8)
    rows = np.indices(hands.shape)[:-1]
    np.add.at(counts, (*rows, KINDS[hands]), 1)
    return counts


def _riichi(games: Games, walls: Walls) -> pd.DataFrame:
    hands, wall_of_kyoku = follow_hands(games).hands, _wall_of_kyoku(games, walls)
    drawn, replaced = _drawn_before(games, walls)
    players = walls.hands.shape[1]
    rows = []
    for row, seat, event, turn in _declared(games, hands, wall_of_kyoku):
        waits, wall = int(hands.riichi_waits[row, seat]), wall_of_kyoku[row]
        n_drawn, n_replaced = int(drawn[event]), int(replaced[event])
        n_left, n_wanted = tiles_in_wall(
            np.array([waits]), np.array([wall]), drawn[[event]], replaced[[event]], walls.draws, walls.replacements
        )[0].tolist()
        live = walls.draws[wall, n_drawn : walls.draws.shape[1] - n_replaced] // 4
        hits = np.flatnonzero(waits >> live.astype(np.int64) & 1)
        own = np.arange(players - 1, len(live), players)
        own_hits = np.flatnonzero(np.isin(own, hits))
        unseen = int(hands.riichi_unseen[row, seat])
        rows.append(
            {
                "row": row,
                "seat": seat,
                "turn": turn,
                "tiles_unseen": unseen,
                "tiles_in_wall": n_wanted,
                "next_draw": hits[0] + 1 if len(hits) else None,
                "own_draws": len(own),
                "own_next": own_hits[0] + 1 if len(own_hits) else None,
                "by_sight": chance_of_any(len(own), unseen, int(hands.riichi_all_unseen[row, seat])),
                "by_wall": chance_of_any(len(own), n_wanted, n_left),
            }
        )
    frame = pd.DataFrame(rows)
    if not len(frame):
        return frame
    at, by = frame["row"].to_numpy(), frame["seat"].to_numpy()
    won = np.zeros((2, len(games.kyoku.wind), 4), np.bool_)
    of_win = runs(games.win_start)
    won[0, of_win, games.wins.winner] = True
    won[1, of_win, games.wins.winner] = games.wins.from_seat == ABSENT
    frame = frame.astype({"next_draw": "Int64", "own_next": "Int64"})
    return frame.assign(**_place(games, at, by), won=won[0, at, by], tsumo=won[1, at, by])


def _declared(games: Games, hands: HandFacts, wall_of_kyoku: Ints) -> Iterator[tuple[int, int, int, int]]:
    """Kyoku, seat, event of the declaration tile and turn of every riichi with a known wait and wall."""
    events = games.events
    kyoku = runs(games.event_start)
    discards = events.kind == EventKind.DISCARD
    for declared in np.flatnonzero(events.kind == EventKind.RIICHI).tolist():
        row, seat = int(kyoku[declared]), int(events.seat[declared])
        if wall_of_kyoku[row] == ABSENT or not 0 <= seat < 4 or hands.riichi_waits[row, seat] == 0:
            continue
        first, end = int(games.event_start[row]), int(games.event_start[row + 1])
        own = np.flatnonzero(discards[first:end] & (events.seat[first:end] == seat)) + first
        later = own[own > declared]
        if len(later):
            yield row, seat, int(later[0]), int((own < declared).sum()) + 1


def _wall_of_kyoku(games: Games, walls: Walls) -> Ints:
    """`(n_kyoku,)` int64: the row of its wall, or ABSENT."""
    place = np.full(len(games.kyoku.wind), ABSENT, np.int64)
    place[walls.kyoku] = np.arange(len(walls.kyoku))
    return place


def _drawn_before(games: Games, walls: Walls) -> tuple[Ints, Ints]:
    first, end = games.event_start[walls.kyoku], games.event_start[walls.kyoku + 1]
    return drawn_before(games.events.kind, first, end)


def _place(games: Games, row: Ints, seat: Ints) -> dict[str, Any]:
    game = runs(games.kyoku_start)[row]
    return {
        "game": games.games.id[game],
        "kyoku": row - games.kyoku_start[game],
        "player": games.seats.name[game, seat],
        "players": games.games.players[game],
    }
