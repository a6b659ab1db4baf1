"""The level *wall*: everything dealt, drawn and turned, against the wall that the seed of the log makes.

Compared are the dealt hands in the order of the deal, the dice, the first indicator, every draw and replacement, every
further indicator, and the ura indicators of each win. A log that tells the wall itself is held to that (`told_wall`);
one without a seed, or with that of another service, has an unknown wall and no findings. Tiles are compared as copies
where the log tells copies, else as kinds.

One finding stands for all draws of a kyoku that differ (or all indicators), at the place of the first: behind a draw
that is missing every later one differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.auditing import recorded_wall
from mjlog.auditing.findings import Code, Finding
from mjlog.auditing.recorded_wall import finding_at
from mjlog.errors import LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.tiles import KIND_OF_TILE, SANMA_KINDS, tile_of_copy, to_mpsz
from mjlog.wall.columns import NO_TILE, shuffle, taken
from mjlog.wall.seed import DEAD_WALL, PER_KYOKU, Layout, layout_of, stream

SPELLING: Final = "mt19937ar"
"""How every seed begins that Tenhou makes a wall from."""
KINDS: Final = np.array([*KIND_OF_TILE, ABSENT], np.int8)
"""Kind of each tile; ABSENT of ABSENT."""


Groups = dict[tuple[Layout, int], dict[int, bytes]]
"""By layout and number of players the words of each game, given by row."""


class Walls(NamedTuple):
    """The walls of kyoku of one layout, a row each; copies in the order of use."""

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


def check(games: Games) -> list[Finding]:
    """Everything in the games that their walls do not deal."""
    groups, findings = _known(games)
    findings += recorded_wall.check(games)
    for walls in _all_walls(games, groups):
        for compared in (_dice, _hands, _first_indicators, _events, _ura):
            findings += compared(games, walls)
    return sorted(findings, key=lambda f: (f.game, -1 if f.kyoku is None else f.kyoku))


def walls_of(games: Games) -> list[Walls]:
    """The walls of all games with a seed of Tenhou's that can be read, by layout."""
    return list(_all_walls(games, _known(games)[0]))


def _all_walls(games: Games, groups: Groups) -> Iterator[Walls]:
    for (layout, players), known in groups.items():
        yield _walls(games, layout, players, known)


def _known(games: Games) -> tuple[Groups, list[Finding]]:
    """By layout and players the words of each game with a seed of Tenhou's, and the seeds that cannot be read."""
    groups: Groups = {}
    findings: list[Finding] = []
    columns = (games.games.seed.tolist(), games.games.players.tolist(), np.diff(games.kyoku_start).tolist())
    for game, (seed, players, n_kyoku) in enumerate(zip(*columns, strict=True)):
        if seed is None or not seed.startswith(SPELLING):
            continue
        try:
            group = groups.setdefault((layout_of(seed, players), players), {})
            group[game] = stream(seed, n_kyoku)
        except LogError as error:
            findings.append(
                Finding(
                    level="wall",
                    code=Code.WALL_SEED,
                    game=game,
                    kyoku=None,
                    expected="a seed of Tenhou's",
                    found=error.raw or seed[:40],
                    message=f"The seed cannot be read: {error.message}.",
                )
            )
    return groups, findings


def _walls(games: Games, layout: Layout, players: int, known: dict[int, bytes]) -> Walls:
    rows = np.fromiter(known, np.int64, len(known))
    kyoku = np.flatnonzero(np.isin(runs(games.kyoku_start), rows))
    words = np.frombuffer(b"".join(known.values()), "<u4").reshape(-1, PER_KYOKU)
    tiles = np.tile(_tiles(players), (len(kyoku), 1))
    shuffle(tiles, words)
    order = tiles[:, ::-1]
    return Walls(
        kyoku=kyoku,
        hands=np.take_along_axis(order[:, None], _deal(players)[games.kyoku.dealer[kyoku]], axis=2),
        dice=(words[:, layout.dice : layout.dice + 2] % 6 + 1).astype(np.int8),
        draws=order[:, 13 * players : -DEAD_WALL],
        replacements=tiles[:, layout.replacements],
        dora=tiles[:, layout.dora],
        ura=tiles[:, layout.ura],
    )


def _tiles(players: int) -> Ints:
    """`(136,)` or `(108,)` int16: the tiles before the shuffle."""
    kinds = np.arange(34) if players == 4 else np.array(SANMA_KINDS)
    return (4 * kinds[:, None] + np.arange(4)).ravel().astype(np.int16)


@cache
def _deal(players: int) -> Ints:
    """`(players, players, 13)` int64: by dealer and seat the places in the wall of the tiles dealt."""
    places = np.empty((players, players, 13), np.int64)
    for dealer in range(players):
        for turn in range(players):
            fours = [4 * (players * throw + turn) + n for throw in range(3) for n in range(4)]
            places[dealer, (dealer + turn) % players] = [*fours, 12 * players + turn]
    return places


def _dice(games: Games, walls: Walls) -> Iterator[Finding]:
    thrown = games.kyoku.dice[walls.kyoku]
    for row in np.flatnonzero((thrown != walls.dice).any(1) & (thrown[:, 0] != ABSENT)).tolist():
        expected, found = (f"{first} and {second}" for first, second in (walls.dice[row], thrown[row]))
        yield finding_at(
            games,
            walls.kyoku[row],
            Code.WALL_DICE,
            expected,
            found,
            f"The dice show {found}; the seed throws {expected}.",
        )


def _hands(games: Games, walls: Walls) -> Iterator[Finding]:
    players = walls.hands.shape[1]
    copies, tiles = (c[walls.kyoku, :players] for c in (games.kyoku.hand_copies, games.kyoku.hands))
    for row, seat in np.argwhere(_differs(copies, tiles, walls.hands).any(2)).tolist():
        red = _red(games, walls.kyoku[row])
        expected, found = to_mpsz(_tiles_of(walls.hands[row, seat], red)), to_mpsz(tiles[row, seat].tolist())
        if expected == found:
            expected, found = (" ".join(map(str, hand[row, seat])) for hand in (walls.hands, copies))
        yield finding_at(
            games,
            walls.kyoku[row],
            Code.WALL_DEAL,
            expected,
            found,
            f"Seat {seat} is dealt {found}; the wall deals {expected}, in this order.",
            seat=seat,
        )


def _first_indicators(games: Games, walls: Walls) -> Iterator[Finding]:
    copies, tiles = (c[walls.kyoku] for c in (games.kyoku.dora_indicator_copy, games.kyoku.dora_indicator))
    for row in np.flatnonzero(_differs(copies, tiles, walls.dora[:, 0])).tolist():
        kyoku = walls.kyoku[row]
        expected = _named(walls.dora[row, 0], _red(games, kyoku))
        found = _named(copies[row], _red(games, kyoku), tiles[row])
        yield finding_at(
            games,
            kyoku,
            Code.WALL_INDICATOR,
            expected,
            found,
            f"The first dora indicator is {found}; the wall has {expected} there.",
        )


def _events(games: Games, walls: Walls) -> Iterator[Finding]:
    """Draws, replacements and further indicators."""
    events, first = games.events, games.event_start[walls.kyoku]
    end = games.event_start[walls.kyoku + 1]
    expected = taken(events.kind, first, end, walls.draws, walls.replacements, walls.dora)
    wrong = np.flatnonzero((expected != ABSENT) & _differs(events.copy, events.tile, expected))
    of_kyoku = np.searchsorted(games.event_start, wrong, "right") - 1
    for kind, code in ((EventKind.DRAW, Code.WALL_DRAW), (EventKind.DORA, Code.WALL_INDICATOR)):
        chosen = events.kind[wrong] == kind
        kyoku, at, count = np.unique(of_kyoku[chosen], return_index=True, return_counts=True)
        for row, event, n in zip(kyoku.tolist(), wrong[chosen][at].tolist(), count.tolist(), strict=True):
            red = _red(games, row)
            wanted, found = _named(expected[event], red), _named(events.copy[event], red, events.tile[event])
            seat = int(events.seat[event])
            subject = f"Seat {seat} draws {found}" if kind == EventKind.DRAW else f"The indicator turned is {found}"
            later = f", and {n - 1} later ones differ" if n > 1 else ""
            yield finding_at(
                games,
                row,
                code,
                wanted,
                found,
                f"{subject}; the wall has {wanted} there{later}.",
                event=event - int(games.event_start[row]),
                seat=None if seat == ABSENT else seat,
            )


def _ura(games: Games, walls: Walls) -> Iterator[Finding]:
    place = np.full(len(games.event_start) - 1, ABSENT)
    place[walls.kyoku] = np.arange(len(walls.kyoku))
    of_win = runs(games.win_start)
    rows = np.flatnonzero(place[of_win] != ABSENT)
    copies, tiles = games.wins.ura_indicator_copies[rows], games.wins.ura_indicators[rows]
    expected = walls.ura[place[of_win[rows]]]
    shown = tiles != ABSENT
    for n in np.flatnonzero((_differs(copies, tiles, expected) & shown).any(1)).tolist():
        kyoku = of_win[rows[n]]
        wanted = to_mpsz(_tiles_of(expected[n][shown[n]], _red(games, kyoku)))
        found = to_mpsz(tiles[n][shown[n]].tolist())
        if wanted == found:
            wanted, found = (
                ", ".join(_named(int(copy), _red(games, kyoku)) for copy in c[n][shown[n]]) for c in (expected, copies)
            )
        yield finding_at(
            games,
            kyoku,
            Code.WALL_URA,
            wanted,
            found,
            f"The ura indicators are {found}; the wall has {wanted} there.",
            win=int(rows[n] - games.win_start[kyoku]),
            seat=int(games.wins.winner[rows[n]]),
        )


def _differs(copies: Ints, tiles: Ints, expected: Ints) -> Any:
    """Where what a log tells, as copies or (copy ABSENT) as tiles, is not the expected copy."""
    return np.where(copies == ABSENT, KINDS[tiles] != expected // 4, copies != expected)


def _red(games: Games, kyoku: int) -> bool:
    """Whether the kyoku is played with red fives."""
    game = int(np.searchsorted(games.kyoku_start, kyoku, "right")) - 1
    return bool(games.rule_sets[games.games.rules[game]].reds)


def _tiles_of(copies: Iterable[int], red: bool) -> list[int]:
    return [tile_of_copy(int(copy), red=red) for copy in copies]


def _named(copy: int, red: bool, tile: int = ABSENT) -> str:
    """A tile with its copy, which tells equal tiles apart."""
    if copy == NO_TILE:
        return "no tile"
    if copy == ABSENT:
        return to_mpsz([int(tile)])
    return f"{to_mpsz(_tiles_of([copy], red))} (copy {copy})"
