"""The compiled replay: events of many kyoku → what was true at every event and every win, and where a rule was broken.

One loop plays all kyoku of a batch, tile by tile, in the words of the rules (`RuleSet`, rule documents on calls,
riichi, furiten, kan, draws). It believes nothing: a move that is not possible is noted as a breach (kyoku, event, seat,
`Breach`, two numbers) and the play goes on as well as it can; behind the first broken move of a kyoku no further ones
are noted, since they may only follow from it. What cannot be at all (a seat 5, a tile 99) is noted and not played, so
that no number ever leaves the range of the tables.

- `table`: the state of a kyoku, tiles that come and go
- `moves`, `calls`: one function per move
- `wins`, `draws`: one function per result
- `play`: the loop over events and kyoku
- `options`, `facts`, `breach`: what goes in and comes out
- `inner`: how these functions are compiled
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from mjlog.columns import ABSENT, declarations
from mjlog.games import Games, runs
from mjlog.kernels.replay.breach import Breach
from mjlog.kernels.replay.facts import Breaches, KyokuFacts, PossibleWins, Replay, States, WinFacts
from mjlog.kernels.replay.options import Options, option_rows
from mjlog.kernels.replay.play import play
from mjlog.kernels.replay.table import table_rows
from mjlog.kernels.tables import shanten_tables

__all__ = [
    "Breach",
    "Breaches",
    "KyokuFacts",
    "Options",
    "PossibleWins",
    "Replay",
    "States",
    "WinFacts",
    "possible_wins",
    "replay",
]

Group = TypeVar("Group", bound=tuple[Any, ...])


def replay(games: Games, *, states: bool = False) -> Replay:
    """Play all kyoku of a batch under the rules of their games; `states` also tells the state after every event."""
    return _played(games, states, _records(0, PossibleWins))


def possible_wins(games: Games, events: Any, seats: Any, tsumo: Any) -> PossibleWins:
    """What a win of each seat would be right after each event, `(n,)` each; events in the order of the batch.

    An event is the row of a draw, with `tsumo` true, or of a discard, kakan or kita. Only the kyoku of the events are
    played. Whether there is a yaku is for scoring to say.
    """
    asked = _records(len(events), PossibleWins)
    asked.event, asked.seat, asked.tsumo = events, seats, tsumo
    if len(asked):
        _played(games, False, asked)
    return _columns(asked, PossibleWins)


def _played(games: Games, states: bool, asked: Any) -> Replay:
    """The replay of a batch, or only of the kyoku in which wins are asked for, which are filled in."""
    wins = _records(len(games.wins.winner), WinFacts)
    wins.indicators = wins.pao = ABSENT
    kyoku = _records(len(games.kyoku.wind), KyokuFacts, Breaches)
    told = _records(len(games.events.kind) if states else 0, States)
    rules = games.games.rules[runs(games.kyoku_start)].astype(np.int64)
    assert not len(rules) or 0 <= rules.min() <= rules.max() < len(games.rule_sets), "a game without rule set"
    play(
        games.event_start, games.call_start, games.win_start, games.draw_start, rules, option_rows(games.rule_sets),
        _rows(games.kyoku), games.events, _rows(games.calls), _rows(games.wins), _rows(games.draws), shanten_tables(),
        table_rows(), wins, kyoku, told, asked,
    )  # fmt: skip
    kyoku.kyoku = np.arange(len(kyoku))
    broken = kyoku[kyoku.breach != ABSENT]
    return Replay(
        wins=WinFacts(*map(np.ascontiguousarray, _columns(wins, WinFacts))),  # scoring is compiled for such
        kyoku=_columns(kyoku, KyokuFacts),
        breaches=_columns(broken, Breaches),
        states=_columns(told, States),
    )


def _records(n: int, *groups: type[tuple[Any, ...]]) -> Any:
    """Records of zeros with the fields of the groups, which compiled functions read and write as `record.field`."""
    fields = [
        (name, column.dtype.replace("bool", "int8"), column.shape)  # numba knows no arrays of bool within records
        for group in groups
        for name, column in declarations(group).items()
    ]
    return np.zeros(n, np.dtype(fields, align=True)).view(np.recarray)


def _rows(group: tuple[Any, ...]) -> Any:
    """The rows of a group of columns as records."""
    records = _records(len(group[0]), type(group))
    for name, column in zip(records.dtype.names, group, strict=True):
        records[name] = column
    return records


def _columns(records: Any, group: type[Group]) -> Group:
    """The fields of records as a group of columns."""
    return group(*(records[name].view(column.dtype) for name, column in declarations(group).items()))
