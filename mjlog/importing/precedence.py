"""Precedence of logs: of several logs of one game the one with the highest is kept, in any order of imports."""

from __future__ import annotations

import math
from hashlib import blake2b
from typing import Any, Final

import numpy as np

from mjlog.games.batch import NESTING, Games, runs
from mjlog.games.columns import GROUPS, Ints
from mjlog.games.gaps import gaps_of

FORMAT_BITS: Final = 8
DIGEST_BITS: Final = 40
_NOT_COMPARED: Final = frozenset({"games.source", "games.rules"})
"""The name of the file, and a number that depends on the batch; the name of the rule set is compared instead."""


def precedences(games: Games, n_unrecorded: Ints) -> Ints:
    """`(n_games,)` int64: the precedence of each log; `n_unrecorded` are the columns that its format has no field for.

    Most kyoku first, then the final result, all tiles, the most columns, the start (which comes with the service's id),
    and a digest of all values. Logs of the same precedence have the same rows, apart from the name of the file.
    """
    with_gaps = np.zeros(len(games), np.int64)
    with_gaps[runs(games.kyoku_start)[gaps_of(games).kyoku]] = 1
    complete: Ints = 4 * np.diff(games.kyoku_start) + 2 * games.games.complete + 1 - with_gaps
    n_recorded = 255 - n_unrecorded.astype(np.int64)
    starts = (~np.isnat(games.games.started)).astype(np.int64)
    last = starts << DIGEST_BITS - 1 | _digests(games) >> 1
    return complete << FORMAT_BITS + DIGEST_BITS | n_recorded << DIGEST_BITS | last


def _digests(games: Games) -> Ints:
    """`(n_games,)` int64: `DIGEST_BITS` of a digest of all values of each game."""
    starts = {"games": np.arange(len(games) + 1), "seats": np.arange(len(games) + 1)}
    for parent, start, child in NESTING:
        starts[child] = getattr(games, start)[starts[parent]]
    rows = [(_row_bytes(games, group), starts[group].tolist()) for group in GROUPS]
    texts = [games.games.id, games.games.platform, games.games.room, games.games.seed, games.games.extra]
    digests = np.empty(len(games), np.int64)
    for game, rules in enumerate(games.games.rules.tolist()):
        words = games.rule_sets[rules].name, *(text[game] for text in texts), *games.seats.name[game]
        digest = blake2b(repr((words, *games.seats.sex[game])).encode(), digest_size=DIGEST_BITS // 8)
        for values, places in rows:
            digest.update(values[places[game] : places[game + 1]])
        digests[game] = int.from_bytes(digest.digest(), "big")
    return digests


def _row_bytes(games: Games, group: str) -> Any:
    """`(n_rows, n_bytes)` uint8: the numbers of a group, row by row."""
    columns = getattr(games, group)._asdict().items()
    compared = [column for name, column in columns if column.dtype != object and f"{group}.{name}" not in _NOT_COMPARED]
    n_bytes = (math.prod(column.shape[1:]) * column.itemsize for column in compared)
    views = (np.ascontiguousarray(c).view(np.uint8).reshape(len(c), n) for c, n in zip(compared, n_bytes, strict=True))
    return np.concatenate(list(views), axis=1)
