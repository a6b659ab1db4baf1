"""The level *wall*: tiles dealt, drawn and turned in the log, against the wall of its seed.

Compared are the dealt hands in the order of the deal, the dice, the first indicator, every draw and replacement, every
further indicator, and the ura indicators of each win. Some logs record the wall itself in place of a seed; their dealt
hands have no order. A log without a seed, or with the seed of another service, has an unknown wall and no findings.
Tiles are compared as copies where the log records copies, else as tiles or kinds.

One finding covers all draws of a kyoku that differ (or all indicators), at the first of them: after a missing draw
every later one differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from mjlog.auditing.comparison import place_of
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.tiles import to_mpsz
from mjlog.wall.columns import NO_TILE, tiles_of_events
from mjlog.wall.recorded import recorded_walls
from mjlog.wall.walls import KINDS, Unreadable, Walls, walls_of


def check(games: Games) -> list[Finding]:
    """The differences of all games from their walls."""
    findings: list[Finding] = []
    for walls, unreadable in (walls_of(games), recorded_walls(games)):
        findings += (_unreadable(games, each) for each in unreadable)
        for some in walls:
            comparison = _Comparison(games, some)
            findings += comparison.dice()
            findings += comparison.hands()
            findings += comparison.first_indicators()
            findings += comparison.events()
            findings += comparison.ura()
    return sorted(findings, key=lambda f: (f.game, -1 if f.kyoku is None else f.kyoku))


def _unreadable(games: Games, wall: Unreadable) -> Finding:
    return Finding(
        level="wall",
        code=Code.WALL_SEED,
        game=wall.game,
        kyoku=wall.kyoku,
        expected="a wall that can be read",
        found=wall.error.raw or games.games.seed[wall.game][:40],
        message=f"The wall cannot be read: {wall.error.message}.",
    )


class _Comparison:
    """Games against walls of one layout."""

    def __init__(self, games: Games, walls: Walls) -> None:
        self.games = games
        self.walls = walls

    def dice(self) -> Iterator[Finding]:
        recorded, expected = self.games.kyoku.dice[self.walls.kyoku], self.walls.dice
        known = (recorded[:, 0] != ABSENT) & (expected[:, 0] != ABSENT)
        for row in np.flatnonzero((recorded != expected).any(1) & known).tolist():
            by_wall, by_log = ("{} and {}".format(*pair) for pair in (expected[row], recorded[row]))
            yield self._finding(Code.WALL_DICE, row, by_wall, by_log, "The dice show {found}")

    def hands(self) -> Iterator[Finding]:
        expected = self.walls.hands
        kyoku, players = self.games.kyoku, expected.shape[1]
        copies, tiles = (column[self.walls.kyoku, :players] for column in (kyoku.hand_copies, kyoku.hands))
        if not self.walls.copies:
            tiles, expected = np.sort(tiles, axis=2), np.sort(expected, axis=2)
        differs = self._differs(copies, tiles, expected).any(2) & (tiles != ABSENT).all(2)
        for row, seat in np.argwhere(differs).tolist():
            words = self._names(row, expected[row, seat], copies[row, seat], tiles[row, seat])
            yield self._finding(Code.WALL_DEAL, row, *words, "Seat {seat} is dealt {found}", seat=seat)

    def first_indicators(self) -> Iterator[Finding]:
        kyoku, expected = self.games.kyoku, self.walls.dora[:, 0]
        copies, tiles = (column[self.walls.kyoku] for column in (kyoku.dora_indicator_copy, kyoku.dora_indicator))
        for row in np.flatnonzero(self._differs(copies, tiles, expected)).tolist():
            words = self._name(row, expected[row]), self._name(row, copies[row], tiles[row])
            yield self._finding(Code.WALL_INDICATOR, row, *words, "The first dora indicator is {found}")

    def events(self) -> Iterator[Finding]:
        """Draws, replacements and further indicators."""
        events, walls, start = self.games.events, self.walls, self.games.event_start
        first, end = start[walls.kyoku], start[walls.kyoku + 1]
        expected = tiles_of_events(events.kind, first, end, walls.draws, walls.replacements, walls.dora)
        wrong = np.flatnonzero(self._differs(events.copy, events.tile, expected))
        row_of = np.searchsorted(walls.kyoku, np.searchsorted(start, wrong, "right") - 1)
        for kind, code, subject in (
            (EventKind.DRAW, Code.WALL_DRAW, "Seat {seat} draws {found}"),
            (EventKind.DORA, Code.WALL_INDICATOR, "The next dora indicator is {found}"),
        ):
            of_kind = events.kind[wrong] == kind
            rows, at, counts = np.unique(row_of[of_kind], return_index=True, return_counts=True)
            for row, event, n in zip(rows.tolist(), wrong[of_kind][at].tolist(), counts.tolist(), strict=True):
                words = self._name(row, expected[event]), self._name(row, events.copy[event], events.tile[event])
                seat = int(events.seat[event])
                yield self._finding(
                    code,
                    row,
                    *words,
                    subject,
                    f", and {n - 1} later ones differ" if n > 1 else "",
                    event=event - int(start[walls.kyoku[row]]),
                    seat=None if seat == ABSENT else seat,
                )

    def ura(self) -> Iterator[Finding]:
        wins, walls = self.games.wins, self.walls
        row_of_kyoku = np.full(len(self.games.kyoku.wind), ABSENT)
        row_of_kyoku[walls.kyoku] = np.arange(len(walls.kyoku))
        row_of_win = row_of_kyoku[runs(self.games.win_start)]
        of_win = np.flatnonzero(row_of_win != ABSENT)
        rows = row_of_win[of_win]
        expected, copies, tiles = walls.ura[rows], wins.ura_indicator_copies[of_win], wins.ura_indicators[of_win]
        turned = tiles != ABSENT
        for n in np.flatnonzero((self._differs(copies, tiles, expected) & turned).any(1)).tolist():
            row, win = int(rows[n]), int(of_win[n])
            words = self._names(row, *(column[n][turned[n]] for column in (expected, copies, tiles)))
            place = win - int(self.games.win_start[walls.kyoku[row]])
            subject = "The ura indicators are {found}"
            yield self._finding(Code.WALL_URA, row, *words, subject, win=place, seat=int(wins.winner[win]))

    def _differs(self, copies: Ints, tiles: Ints, expected: Ints) -> Any:
        """Where the log differs from the wall: by copies, by kinds where it has none, or by tiles if the wall does."""
        if self.walls.copies:
            differs = np.where(copies == ABSENT, KINDS[tiles] != expected // 4, copies != expected)
        else:
            differs = tiles != expected
        return differs & (expected != ABSENT) & (tiles != ABSENT)

    def _tiles(self, row: int, expected: Iterable[int]) -> list[int]:
        """Tiles of a wall; they are red fives only in games that have them."""
        if not self.walls.copies:
            return [int(tile) for tile in expected]
        game, _ = place_of(self.games, self.walls.kyoku[row])
        tiles = self.games.rule_sets[self.games.games.rules[game]].tiles
        return [tiles[copy] for copy in expected]

    def _name(self, row: int, value: int, tile: int = ABSENT) -> str:
        """A value of a wall or of the log; with its copy, which distinguishes equal tiles, where that is known."""
        if value == NO_TILE:
            return "no tile"
        if value == ABSENT or (tile != ABSENT and not self.walls.copies):
            return to_mpsz([int(tile)])
        name = to_mpsz(self._tiles(row, [value]))
        return f"{name} (copy {value})" if self.walls.copies else name

    def _names(self, row: int, expected: Ints, copies: Ints, tiles: Ints) -> tuple[str, str]:
        """Several expected and recorded tiles; each with its copy if they differ by nothing else."""
        names = to_mpsz(self._tiles(row, expected)), to_mpsz(tiles.tolist())
        if names[0] != names[1]:
            return names
        by_wall, by_log = (", ".join(self._name(row, copy) for copy in both.tolist()) for both in (expected, copies))
        return by_wall, by_log

    def _finding(
        self,
        code: Code,
        row: int,
        expected: str,
        found: str,
        subject: str,
        more: str = "",
        *,
        event: int | None = None,
        seat: int | None = None,
        win: int | None = None,
    ) -> Finding:
        kyoku = int(self.walls.kyoku[row])
        game, place = place_of(self.games, kyoku)
        subject = subject.format(seat=seat, found=found)
        return Finding(
            level="wall",
            code=code,
            game=game,
            kyoku=place,
            event=event,
            seat=seat,
            win=win,
            expected=expected,
            found=found,
            message=f"{subject}; the wall has {expected} there{more}.",
        )
