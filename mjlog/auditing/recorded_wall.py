"""The part of the level *wall* for logs that tell the wall itself, tile by tile, in place of a seed.

A line of such a seed is `tiles,` and the tiles left after the deal in the order of the draws, the dead wall last, whose
end is drawn as replacements. Held against it are every draw but the dealer's first, every further indicator, the first
one, and the ura indicators of each win. Of three players' walls only the draws from the front are: no record shows how
their dead wall lies. (That it holds 14 tiles as well follows from the 54 that a record counts after the deal.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from mjlog.auditing.findings import Code, Finding
from mjlog.errors import LogError
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints
from mjlog.tiles import parse, to_mpsz
from mjlog.wall.columns import taken
from mjlog.wall.seed import DEAD_WALL, OLD

SPELLING: Final = "tiles,"
"""How every line of such a seed begins."""
N_LEFT: Final = {3: 108 - 3 * 13 - 1, 4: 136 - 4 * 13 - 1}
"""Tiles of a line by players: all but those dealt, of which the dealer has fourteen."""


def check(games: Games) -> list[Finding]:
    """Everything in the games that the walls they tell do not deal."""
    kyoku, walls, findings = _known(games, 4)
    if len(kyoku):
        dead = (_from_end(walls, OLD.replacements), _from_end(walls, OLD.dora))
        findings += [*_indicators(games, kyoku, walls), *_events(games, kyoku, walls, *dead)]
        findings += _ura(games, kyoku, walls)
    kyoku, walls, unread = _known(games, 3)
    if len(kyoku):
        findings += _events(games, kyoku, walls, *(np.full((len(kyoku), n), ABSENT, np.int8) for n in (8, 5)))
    return findings + unread


def _known(games: Games, players: int) -> tuple[Ints, Ints, list[Finding]]:
    """Rows of kyoku whose wall is told, their walls `(n, N_LEFT)` int8, and the walls that cannot be read."""
    n_left = N_LEFT[players]
    rows: list[int] = []
    walls: list[tuple[int, ...]] = []
    findings: list[Finding] = []
    for game, (seed, n) in enumerate(zip(games.games.seed.tolist(), games.games.players.tolist(), strict=True)):
        if seed is None or not seed.startswith(SPELLING) or n != players:
            continue
        first, end = int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])
        for place, line in enumerate(seed.split("\n")[: end - first]):
            wall = _read(line)
            if len(wall) == n_left:
                rows.append(first + place)
                walls.append(wall)
            else:
                findings.append(
                    Finding(
                        level="wall",
                        code=Code.WALL_SEED,
                        game=game,
                        kyoku=place,
                        expected=f"{n_left} tiles",
                        found=f"{len(wall)} tiles" if wall else line[:40],
                        message=f"The wall told is not one of {n_left} tiles.",
                    )
                )
    return np.array(rows, np.int64), np.array(walls, np.int8).reshape(-1, n_left), findings


def _read(line: str) -> tuple[int, ...]:
    """The tiles of a line; none if it is no text of tiles."""
    try:
        return parse(line.removeprefix(SPELLING))
    except LogError:
        return ()


def _indicators(games: Games, kyoku: Ints, walls: Ints) -> Iterator[Finding]:
    found, expected = games.kyoku.dora_indicator[kyoku], _from_end(walls, OLD.dora)[:, 0]
    for row in np.flatnonzero(found != expected).tolist():
        words = to_mpsz([int(expected[row])]), to_mpsz([int(found[row])])
        yield _finding(games, kyoku[row], Code.WALL_INDICATOR, *words, "The first dora indicator is {found}")


def _events(games: Games, kyoku: Ints, walls: Ints, replacements: Ints, dora: Ints) -> Iterator[Finding]:
    """Draws, replacements and further indicators; of each one finding a kyoku, at the first that differs.

    Where the dead wall holds ABSENT, replacements and indicators are not held to it.
    """
    events, first, end = games.events, games.event_start[kyoku], games.event_start[kyoku + 1]
    draws = np.concatenate([events.tile[first][:, None], walls[:, :-DEAD_WALL]], axis=1)
    expected = taken(events.kind, first, end, draws, replacements, dora)
    wrong = np.flatnonzero((expected != ABSENT) & (events.tile != expected))
    of_kyoku = np.searchsorted(games.event_start, wrong, "right") - 1
    for kind, code, subject in (
        (EventKind.DRAW, Code.WALL_DRAW, "Seat {seat} draws {found}"),
        (EventKind.DORA, Code.WALL_INDICATOR, "The indicator turned is {found}"),
    ):
        chosen = events.kind[wrong] == kind
        rows, at = np.unique(of_kyoku[chosen], return_index=True)
        for row, event in zip(rows.tolist(), wrong[chosen][at].tolist(), strict=True):
            wanted = to_mpsz([int(expected[event])]) if expected[event] >= 0 else "no tile"
            found, seat = to_mpsz([int(events.tile[event])]), int(events.seat[event])
            place = event - int(games.event_start[row])
            yield _finding(games, row, code, wanted, found, subject, event=place, seat=None if seat == ABSENT else seat)


def _ura(games: Games, kyoku: Ints, walls: Ints) -> Iterator[Finding]:
    place = np.full(len(games.event_start) - 1, ABSENT)
    place[kyoku] = np.arange(len(kyoku))
    of_win = runs(games.win_start)
    for win in np.flatnonzero(place[of_win] != ABSENT).tolist():
        shown = games.wins.ura_indicators[win]
        expected = np.where(shown == ABSENT, ABSENT, _from_end(walls[place[of_win[win]]][None], OLD.ura)[0])
        if (shown != expected).any():
            wanted, found = (to_mpsz(tiles[tiles != ABSENT].tolist()) for tiles in (expected, shown))
            row, subject = int(of_win[win]), "The ura indicators are {found}"
            number, seat = int(win - games.win_start[row]), int(games.wins.winner[win])
            yield _finding(games, row, Code.WALL_URA, wanted, found, subject, win=number, seat=seat)


def _from_end(walls: Ints, places: tuple[int, ...]) -> Ints:
    """The tiles at places counted from the end of each wall."""
    return walls[:, [-1 - place for place in places]]


def _finding(
    games: Games, kyoku: int, code: Code, expected: str, found: str, subject: str, **place: int | None
) -> Finding:
    message = f"{subject.format(found=found, seat=place.get('seat'))}; the wall has {expected} there."
    return finding_at(games, kyoku, code, expected, found, message, **place)


def finding_at(
    games: Games,
    kyoku: int,
    code: Code,
    expected: str,
    found: str,
    message: str,
    *,
    event: int | None = None,
    seat: int | None = None,
    win: int | None = None,
) -> Finding:
    """A finding in a row of the batch's kyoku."""
    game = int(np.searchsorted(games.kyoku_start, kyoku, "right")) - 1
    return Finding(
        level="wall",
        code=code,
        game=game,
        kyoku=int(kyoku - games.kyoku_start[game]),
        event=event,
        seat=seat,
        win=win,
        expected=expected,
        found=found,
        message=message,
    )
