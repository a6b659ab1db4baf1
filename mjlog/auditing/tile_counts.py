"""Fifth tiles of a kind, and red fives that the rules have not, in logs that do not record copies.

With copies the replay finds them.

Tiles are counted when they are dealt, drawn, turned as an indicator, or listed as an ura indicator.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from mjlog.auditing.comparison import place_of
from mjlog.auditing.findings import Code, Finding
from mjlog.games.batch import Games, runs
from mjlog.games.columns import ABSENT, EventKind, Ints, Result
from mjlog.tiles import KIND_OF_TILE, N_KINDS, RED_FIVES, name_of

COPIES: Final = 4
"""Tiles of each kind."""
_KINDS: Final = np.array(KIND_OF_TILE, np.int64)
_FROM_WALL: Final = (EventKind.DRAW, EventKind.DORA)


def check(games: Games) -> list[Finding]:
    """A finding for the first fifth tile of each kyoku that has one, and for red fives in a game without them.

    A kyoku that ends for a wrong set is left out.
    """
    uncopied = (games.kyoku.hand_copies[:, 0, 0] == ABSENT) & (games.kyoku.result != Result.FOUL_DRAW)
    if not uncopied.any():
        return []
    counts = np.zeros((len(uncopied), N_KINDS), np.int64)
    no_reds = uncopied & ~np.array([bool(rules.reds) for rules in games.rule_sets])[_rules(games)]
    red = np.zeros(len(uncopied), np.bool_)
    for rows, tiles in _seen(games):
        valid = (tiles >= 0) & (tiles < len(_KINDS)) & uncopied[rows]
        red[rows[valid & no_reds[rows] & np.isin(tiles, RED_FIVES)]] = True
        places = rows[valid] * N_KINDS + _KINDS[tiles[valid]]
        counts += np.bincount(places, minlength=counts.size).reshape(counts.shape)
    findings = [_finding(games, int(row)) for row in np.flatnonzero((counts > COPIES).any(axis=1))]
    return [*findings, *(_red(games, int(row)) for row in np.flatnonzero(red))]


def _rules(games: Games) -> Ints:
    """The rule set of each kyoku."""
    rules: Ints = games.games.rules[runs(games.kyoku_start)]
    return rules


def _red(games: Games, row: int) -> Finding:
    game, number = place_of(games, row)
    return Finding(
        level="legality",
        code=Code.TILE_TWICE,
        game=game,
        kyoku=number,
        expected="no red fives",
        found="a red five",
        message="a red five is in play, but the rules have none.",
    )


def _seen(games: Games) -> Iterator[tuple[Ints, Ints]]:
    """Kyoku and tile of everything counted; ura indicators are those of the first win in riichi."""
    n = len(games.kyoku.wind)
    yield np.repeat(np.arange(n), games.kyoku.hands[0].size if n else 0), games.kyoku.hands.reshape(-1)
    yield np.arange(n), games.kyoku.dora_indicator
    drawn = np.isin(games.events.kind, _FROM_WALL)
    yield runs(games.event_start)[drawn], games.events.tile[drawn]
    ura = games.wins.ura_indicators
    named = np.flatnonzero((ura != ABSENT).any(axis=1))
    kyoku, first = np.unique(runs(games.win_start)[named], return_index=True)
    yield np.repeat(kyoku, ura.shape[1]), ura[named[first]].reshape(-1)


def _finding(games: Games, row: int) -> Finding:
    """The first fifth tile of a kyoku; without an event if it is an ura indicator."""
    game, number = place_of(games, row)
    counts = np.bincount(_kinds([*games.kyoku.hands[row].ravel(), games.kyoku.dora_indicator[row]]), minlength=N_KINDS)
    place, seat, kind = None, None, int(counts.argmax())
    for event in range(*games.event_start[row : row + 2]) if counts.max() <= COPIES else ():
        if games.events.kind[event] in _FROM_WALL:
            counts[_kinds([games.events.tile[event]])] += 1
        if counts.max() > COPIES:
            place, kind = event - int(games.event_start[row]), int(counts.argmax())
            seat = int(games.events.seat[event]) if games.events.seat[event] != ABSENT else None
            break
    if counts.max() <= COPIES:
        wins = slice(*games.win_start[row : row + 2])
        ura = next(row for row in games.wins.ura_indicators[wins] if (row != ABSENT).any())
        kind = int((counts + np.bincount(_kinds(ura), minlength=N_KINDS)).argmax())
    name = name_of(kind, "mpsz")
    return Finding(
        level="legality",
        code=Code.TILE_TWICE,
        game=game,
        kyoku=number,
        event=place,
        seat=seat,
        expected="at most four of a kind",
        found=name,
        message=f"{name} comes from the wall a fifth time.",
    )


def _kinds(tiles: Ints | list[int]) -> Ints:
    array = np.asarray(tiles, np.int64)
    return _KINDS[array[(array >= 0) & (array < len(_KINDS))]]
