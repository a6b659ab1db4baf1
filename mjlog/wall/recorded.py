"""The walls that some logs record tile by tile, in place of a seed.

A line of such a seed is `tiles,` and the tiles left after the deal: the draws in their order, then the dead wall. The
dealer's first draw is not among them. Newer records (with `sha256`) have the whole wall, in which the tiles dealt come
first: from the dealer on three rounds of four tiles and one of one, then the dealer's first draw. Replacements come
from the end of the dead wall, which has 14 tiles: of three players, too, whose last two indicators are tiles moved in.
The layout for three players is that of Mahjong Soul's replay editor by Fat-pig-Cui, which has the layout for four that
genuine records confirm; no record of three players has been seen.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, Ints
from mjlog.tiles import parse
from mjlog.wall.seed import DEAD_WALL, OLD, OLD_SANMA
from mjlog.wall.walls import Unreadable, Walls, places_dealt

SPELLING: Final = "tiles,"
"""The beginning of every line of such a seed."""
N_TILES: Final = {3: 108, 4: 136}
"""Tiles of a whole wall by number of players."""


def recorded_walls(games: Games) -> tuple[list[Walls], list[Unreadable]]:
    """The walls that games record, by number of players, and those that cannot be read."""
    rows: dict[int, list[int]] = {3: [], 4: []}
    lines: dict[int, list[tuple[int, ...]]] = {3: [], 4: []}
    unreadable: list[Unreadable] = []
    for game, (seed, players) in enumerate(zip(games.games.seed.tolist(), games.games.players.tolist(), strict=True)):
        if seed is None or not seed.startswith(SPELLING):
            continue
        first, end = games.kyoku_start[game : game + 2].tolist()
        for place, line in enumerate(seed.split("\n")[: end - first]):
            try:
                lines[players].append(_read(line, players))
                rows[players].append(first + place)
            except LogError as error:
                unreadable.append(Unreadable(game, place, error))
    return [_walls(games, np.array(rows[n]), np.array(lines[n], np.int16), n) for n in (4, 3) if rows[n]], unreadable


def n_dealt(players: int) -> int:
    """Tiles dealt, with the dealer's fourteenth."""
    return 13 * players + 1


def _read(line: str, players: int) -> tuple[int, ...]:
    """The tiles of a whole wall; those dealt are ABSENT if the line does not have them."""
    tiles = parse(line.removeprefix(SPELLING))
    n_tiles = N_TILES[players]
    n_left = n_tiles - n_dealt(players)
    if len(tiles) == n_left:
        return (*[ABSENT] * n_dealt(players), *tiles)
    if len(tiles) != n_tiles:
        raise LogError(Fault.BAD_VALUE, f"{len(tiles)} tiles in a wall of {n_left} or {n_tiles}", line[:40])
    return tiles


def _walls(games: Games, kyoku: Ints, tiles: Ints, players: int) -> Walls:
    def from_end(places: tuple[int, ...]) -> Ints:
        return tiles[:, [-1 - place for place in places]]

    layout = OLD if players == 4 else OLD_SANMA
    return Walls(
        copies=False,
        kyoku=kyoku,
        hands=np.take_along_axis(tiles[:, None], places_dealt(players)[games.kyoku.dealer[kyoku]], axis=2),
        dice=np.full((len(kyoku), 2), ABSENT, np.int16),
        draws=tiles[:, 13 * players : -DEAD_WALL],
        replacements=from_end(layout.replacements),
        dora=from_end(layout.dora),
        ura=from_end(layout.ura),
    )
