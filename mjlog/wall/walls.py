"""The walls of many kyoku, from the seeds of their games; `mjlog.wall.seed` makes those of one game, tile by tile."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np

from mjlog.errors import LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, Ints
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS
from mjlog.wall.columns import shuffle
from mjlog.wall.seed import DEAD_WALL, PER_KYOKU, Layout, layout_of, shuffle_words

SPELLING: Final = "mt19937ar"
"""The beginning of every seed from which Tenhou makes a wall."""
KINDS: Final = np.array([*KIND_OF_TILE, ABSENT], np.int8)
"""Kind of each tile; ABSENT of ABSENT."""


class Walls(NamedTuple):
    """The walls of kyoku of one layout, one row each, in the order of use; ABSENT where a wall is not known."""

    copies: bool
    """Whether tiles are copies 0-135; else they are tiles 0-36."""
    kyoku: Ints
    """`(n,)` int64: row of the batch's kyoku."""
    hands: Ints
    """`(n, players, 13)` int16, by seat."""
    dice: Ints
    """`(n, 2)` int8: 1-6."""
    draws: Ints
    """`(n, 70)` or `(n, 55)` int16."""
    replacements: Ints
    """`(n, 4)` or `(n, 8)` int16."""
    dora: Ints
    """`(n, 5)` int16."""
    ura: Ints
    """`(n, 5)` int16."""


class Unreadable(NamedTuple):
    """A wall or seed that cannot be read."""

    game: int
    kyoku: int | None
    """Place in the game; None for the seed of a whole game."""
    error: LogError


def walls_of(games: Games) -> tuple[list[Walls], list[Unreadable]]:
    """The walls of all games with a seed from Tenhou, by layout, and the seeds that cannot be read."""
    words: dict[tuple[Layout, int], dict[int, bytes]] = {}
    unreadable: list[Unreadable] = []
    columns = (games.games.seed.tolist(), games.games.players.tolist(), np.diff(games.kyoku_start).tolist())
    for game, (seed, players, n_kyoku) in enumerate(zip(*columns, strict=True)):
        if seed is None or not seed.startswith(SPELLING):
            continue
        try:
            of_layout = words.setdefault((layout_of(seed, players), players), {})
            of_layout[game] = shuffle_words(seed, n_kyoku)
        except LogError as error:
            unreadable.append(Unreadable(game, None, error))
    return [_walls(games, *layout, of_game) for layout, of_game in words.items()], unreadable


def _walls(games: Games, layout: Layout, players: int, words_of: dict[int, bytes]) -> Walls:
    """The walls of games given by row with their words."""
    rows = np.fromiter(words_of, np.int64, len(words_of))
    kyoku = np.flatnonzero(np.isin(runs(games.kyoku_start), rows))
    words = np.frombuffer(b"".join(words_of.values()), "<u4").reshape(-1, PER_KYOKU)
    tiles = np.tile(_unshuffled(players), (len(kyoku), 1))
    shuffle(tiles, words)
    order = tiles[:, ::-1]
    return Walls(
        copies=True,
        kyoku=kyoku,
        hands=np.take_along_axis(order[:, None], places_dealt(players)[games.kyoku.dealer[kyoku]], axis=2),
        dice=(words[:, layout.dice : layout.dice + 2] % 6 + 1).astype(np.int8),
        draws=order[:, 13 * players : -DEAD_WALL],
        replacements=tiles[:, layout.replacements],
        dora=tiles[:, layout.dora],
        ura=tiles[:, layout.ura],
    )


def _unshuffled(players: int) -> Ints:
    """`(136,)` or `(108,)` int16."""
    kinds = np.arange(34) if players == 4 else np.array(SANMA_KINDS)
    return (4 * kinds[:, None] + np.arange(4)).ravel().astype(np.int16)


@cache
def places_dealt(players: int) -> Ints:
    """`(players, players, 13)` int64: by dealer and seat the places in the wall of the tiles dealt."""
    places = np.empty((players, players, 13), np.int64)
    for dealer in range(players):
        for turn in range(players):
            fours = [4 * (players * block + turn) + n for block in range(3) for n in range(4)]
            places[dealer, (dealer + turn) % players] = [*fours, 12 * players + turn]
    return places
