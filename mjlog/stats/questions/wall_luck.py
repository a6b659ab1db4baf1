"""What the wall held: the luck of draws and of riichi where the seed of the log tells the wall.

Terms. The *wall* at a moment are the tiles that can still be drawn: the live wall and the replacements left. An
expectation *by sight* takes every tile the player does not see to be as likely as any other; one *by the wall* knows
which tiles lie in it, though not in what order, and is exact: what came less what it says is luck alone, and its mean
over many draws is 0. By sight there is a bias, since the others keep what is useful to all.

Logs are read again, since tables do not hold walls; games without a seed, and those of other services, are left out.
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
    """What the draws of each player in each kyoku brought, beside what its wall made likely.

    `source` are games, files, folders, archives or a data set, as for `mjlog.audit`. Columns: `game`, `kyoku`, `seat`,
    `player`, `players`, `draws` (tiles drawn), `useful` (of those, that lowered the shanten), `by_sight` and `by_wall`
    (how many were to be expected), `luck` (`useful` less `by_wall`), `first_tiles` (not seen and useful to the dealt
    hand), `first_useful` (which of the draws that are the player's if nobody calls is the first of them; null for
    none). Players who drew nothing have no row.
    """
    return _together([_draws(games, walls) for games, walls in _known(source)], DRAW_COLUMNS)


def wall_riichi(source: GameSource) -> pd.DataFrame:
    """Every riichi on a known wait, with what its wall held when the declaration tile was discarded.

    Columns: `game`, `kyoku`, `seat`, `player`, `players`, `turn` of the declaration, `tiles_unseen` (of the wait, by
    sight), `tiles_in_wall` (of the wait, that could still be drawn, replacements included), `next_draw` (place of the
    first of them in the live wall, 1 for the next tile; null without one), `own_draws` (tiles of the live wall that
    are the player's if nobody calls), `own_next` (which of them would be the first of the wait; null for none),
    `by_sight` and `by_wall` (probability that there is one), `tsumo` and `won` (what became of it).
    """
    return _together([_riichi(games, walls) for games, walls in _known(source)], RIICHI_COLUMNS)


def chance_of_any(n_draws: int, n_wanted: int, n_tiles: int) -> float:
    """The probability that some of so many draws is a wanted one of the tiles.

    >>> chance_of_any(1, 3, 12), chance_of_any(2, 1, 4), chance_of_any(3, 2, 4)
    (0.25, 0.5, 1.0)
    """
    return 1 - comb(n_tiles - n_wanted, n_draws) / comb(n_tiles, n_draws)


def _known(source: GameSource) -> Iterator[tuple[Games, Walls]]:
    for games in games_of(source):
        yield from ((games, walls) for walls in walls_of(games)[0])


def _together(frames: list[pd.DataFrame], columns: tuple[str, ...]) -> pd.DataFrame:
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
    """`(n_walls, players)` each: tiles useful to a dealt hand, and which of its own draws is the first; 0 for none."""
    players = walls.hands.shape[1]
    held = _counts(games.kyoku.hands[walls.kyoku, :players])
    seen = held.copy()
    seen[np.arange(len(seen)), :, KINDS[games.kyoku.dora_indicator[walls.kyoku]]] += 1
    masks = useful(keys_of_counts(held.reshape(-1, N_KINDS)), 0, players)[1]
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
        unseen = int(hands.riichi_seen[row, seat])
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
                "by_sight": chance_of_any(len(own), unseen, int(hands.riichi_unseen[row, seat])),
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
    """Kyoku, seat, event of the declaration tile and turn of every riichi on a wait whose wall is known."""
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
    """`(n_kyoku,)` int64: the row of its wall, ABSENT where there is none."""
    place = np.full(len(games.kyoku.wind), ABSENT, np.int64)
    place[walls.kyoku] = np.arange(len(walls.kyoku))
    return place


def _drawn_before(games: Games, walls: Walls) -> tuple[Ints, Ints]:
    first, end = games.event_start[walls.kyoku], games.event_start[walls.kyoku + 1]
    return drawn_before(games.events.kind, first, end)


def _place(games: Games, row: Ints, seat: Ints) -> dict[str, Any]:
    """The first columns of both tables."""
    game = runs(games.kyoku_start)[row]
    return {
        "game": games.games.id[game],
        "kyoku": row - games.kyoku_start[game],
        "player": games.seats.name[game, seat],
        "players": games.games.players[game],
    }
