"""The range of every number in a batch, and the bounds on its counts: far above play, far below the types' ends.

Inside them no sum of the replay, the audit or the tables leaves its type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.games.batch import NESTING, Games, offsets, ragged
from mjlog.games.columns import ABSENT, GROUPS, EventKind, Ints, Limit, Result, declarations
from mjlog.jit import jit
from mjlog.rules.points import MOST_POINTS
from mjlog.rules.yaku import YAKU
from mjlog.tiles import N_COPIES, N_TILES

MOST_KYOKU: Final = 1_000
"""Kyoku in a game."""
MOST_EVENTS: Final = 110
"""Events of one kind in a kyoku: a wall without a dead wall has 84 draws, and 16 calls add discards."""
MOST_CALLS: Final = 110
"""Calls in a kyoku, with those that only a win claims."""
MOST_WINS: Final = 8
"""Wins in a kyoku."""
MOST_YAKU: Final = 30
"""Yaku of a win."""
MOST_TEXT: Final = 1_000
"""Characters of a name, of an id or of a room."""
MOST_ROUNDS: Final = 32
MOST_COUNTERS: Final = 1_000
"""Honba, and riichi sticks."""
MOST_CHIPS: Final = 5_000
MOST_HAN: Final = 1_000
"""Han and fu."""
MOST_CODE: Final = 30_000
"""Numbers that a service gives to yaku."""
MOST_NUMBER: Final = 2**31 - 1
"""Numbers of lobbies and types of tables, which are never added."""

_SEAT: Final = (ABSENT, 3)
_TILE: Final = (ABSENT, N_TILES - 1)
_COPY: Final = (ABSENT, N_COPIES - 1)
_POINTS: Final = (-MOST_POINTS, MOST_POINTS)
_CHIPS: Final = (-MOST_CHIPS, MOST_CHIPS)
_COUNTER: Final = (ABSENT, MOST_COUNTERS)
_FLAG: Final = (ABSENT, 1)

RANGES: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys(("dealer", "seat", "from_seat", "winner", "pao"), _SEAT),
    **dict.fromkeys(("tile", "tiles", "hand", "hands", "dora_indicator", "dora_indicators", "ura_indicators"), _TILE),
    **dict.fromkeys(("points", "points_before", "payments", "final_points", "rate"), _POINTS),
    "final_scores": (-MOST_POINTS // 1_000, MOST_POINTS // 1_000),
    **dict.fromkeys(("chips", "chips_before", "chip_payments", "final_chips"), _CHIPS),
    **dict.fromkeys(("honba", "sticks"), _COUNTER),
    **dict.fromkeys(("tsumogiri", "revealed"), _FLAG),
    **dict.fromkeys(("han", "fu"), (ABSENT, MOST_HAN)),
    **dict.fromkeys(("lobby", "vendor_type"), (ABSENT, MOST_NUMBER)),
    "players": (3, 4),
    "rules": (0, MOST_CODE),
    "dan": (ABSENT, 100),
    "wind": (0, MOST_ROUNDS - 1),
    "number": (1, 4),
    "dice": (ABSENT, 6),
    "result": (0, len(Result) - 1),
    "kind": (0, len(EventKind) - 1),
    "event": (ABSENT, len(EventKind) * MOST_EVENTS),
    "calls": (ABSENT, MOST_CALLS),
    "limit": (ABSENT, max(Limit)),
    "yaku": (0, len(YAKU) - 1),
    "code": (ABSENT, MOST_CODE),
}
"""Least and greatest number of the columns with a name, in whichever group; those of copies are added below."""
RANGES.update({name: _COPY for group in GROUPS.values() for name in declarations(group) if "cop" in name})
_COUNTS: Final = {
    "kyoku": MOST_KYOKU,
    "events": len(EventKind) * MOST_EVENTS,
    "calls": MOST_CALLS,
    "wins": MOST_WINS,
    "yaku": MOST_YAKU,
    "draws": 1,
}
"""The most rows of a child group that one parent has."""


class Breach(NamedTuple):
    """The first value of a game that is out of its range."""

    game: int
    kyoku: int | None
    """Place in the game; None for the header."""
    message: str


def within_ranges(games: Games) -> tuple[Games, Ints, list[Breach]]:
    """The games up to the first kyoku with a number out of range, the rows they had, and what ends each of the others.

    A game with such a number in its header, or without a kyoku before it, is left out.
    """
    breaches: dict[int, Breach] = {}
    for group, row, message in _breaches(games):
        breach = _located(games, group, row, message)
        known = breaches.get(breach.game)
        if known is None or (breach.kyoku or 0) < (known.kyoku or 0):
            breaches[breach.game] = breach
    if not breaches:
        return games, np.arange(len(games)), []
    n_kyoku = np.diff(games.kyoku_start)
    for game, breach in breaches.items():
        n_kyoku[game] = breach.kyoku or 0
    return *_cut(games, n_kyoku, [*breaches]), [breaches[game] for game in sorted(breaches)]


def _breaches(games: Games) -> Iterator[tuple[str, int, str]]:
    """Group, row and description of the first value of each column and parent that is out of range."""
    for parent, start, child in NESTING:
        lengths = np.diff(getattr(games, start))
        for row in np.flatnonzero(lengths > _COUNTS[child]).tolist():
            # the surplus kyoku is the bad one; for other groups it is the parent
            group, place = (child, games.kyoku_start[row] + MOST_KYOKU) if child == "kyoku" else (parent, row)
            yield group, int(place), f"{lengths[row]:,} {child}, and at most {_COUNTS[child]:,} are allowed"
    for group, columns in GROUPS.items():
        for name, column in zip(declarations(columns), getattr(games, group), strict=True):
            if name in RANGES and len(column):
                yield from _outside(group, name, column)
    for group, texts in (("seats", games.seats.name), ("games", games.games.id), ("games", games.games.room)):
        for row, values in enumerate(texts):
            if any(value is not None and len(value) > MOST_TEXT for value in np.atleast_1d(values)):
                yield group, row, f"a name of more than {MOST_TEXT:,} characters"
    if len(games.events.kind) and games.events.kind.min() >= 0 and games.events.kind.max() < len(EventKind):
        for row in np.flatnonzero(
            _surplus(games.event_start, games.events.kind, np.zeros(len(EventKind), np.int64))
        ).tolist():
            yield "kyoku", row, f"more than {MOST_EVENTS} events of one kind"


def _outside(group: str, name: str, column: Any) -> Iterator[tuple[str, int, str]]:
    least, most = RANGES[name]
    if column.dtype.kind == "f":
        bad = np.abs(column) > most  # NaN is not recorded
    elif least <= column.min() and column.max() <= most:
        return
    else:
        bad = (column < least) | (column > most)
    rows = bad.reshape(len(column), -1)
    for row in np.flatnonzero(rows.any(axis=1)).tolist():
        value = column[row].reshape(-1)[rows[row]][0]
        yield group, row, f"{group}.{name} {value:,} is not in {least:,} to {most:,}"


@jit
def _surplus(start: Any, kinds: Any, counts: Any) -> Any:
    """Whether each kyoku has too many events of a kind."""
    surplus = np.zeros(start.size - 1, np.bool_)
    for kyoku in range(start.size - 1):
        if start[kyoku + 1] - start[kyoku] > MOST_EVENTS:
            counts[:] = 0
            for event in range(start[kyoku], start[kyoku + 1]):
                counts[kinds[event]] += 1
            surplus[kyoku] = counts.max() > MOST_EVENTS
    return surplus


def _located(games: Games, group: str, row: int, message: str) -> Breach:
    parents = {child: (parent, start) for parent, start, child in NESTING}
    kyoku = None
    while group in parents:
        kyoku = row if group == "kyoku" else kyoku
        group, start = parents[group]
        row = int(np.searchsorted(getattr(games, start), row, "right").item()) - 1
    return Breach(row, None if kyoku is None else kyoku - int(games.kyoku_start[row]), message)


def _cut(games: Games, n_kyoku: Ints, incomplete: list[int]) -> tuple[Games, Ints]:
    """The first kyoku of each game, and the rows of the games that have any."""
    kept = np.flatnonzero(n_kyoku)
    first, lengths = games.kyoku_start[kept], n_kyoku[kept]
    starts: dict[str, Any] = {"kyoku_start": offsets(lengths)}
    of_kyoku = np.repeat(first - starts["kyoku_start"][:-1], lengths) + np.arange(lengths.sum())
    rows: dict[str, Ints] = {"games": kept, "seats": kept, "kyoku": of_kyoku}
    for parent, start, child in NESTING[1:]:
        starts[start], rows[child] = ragged(getattr(games, start), rows[parent])
    groups: dict[str, Any] = {
        name: type(group)._make(column[rows[name]] for column in group)
        for name, group in ((name, getattr(games, name)) for name in GROUPS)
    }
    groups["games"].complete[np.isin(kept, incomplete)] = False
    return replace(games, **starts, **groups), kept
