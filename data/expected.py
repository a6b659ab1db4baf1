"""The tables expected from the import of a sample, as a readable page.

The rows come from the game that was played, never from the file. A page contains, column by column, the game, its seats
and the kyoku that the sample shows; also the claims made by hand, and the expected failures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pieces import Claims, Row

from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT
from mjlog.games.digest import content_digests
from mjlog.importing.shard import computed_of
from mjlog.replay.played import Played
from mjlog.rules.yaku import NUMBER
from mjlog.tables.build import build

TABLES: Final = ("games", "seats", "kyoku", "hands", "wins", "calls")
"""Tables of a page; `discards` is too long."""
BY_KYOKU: Final = frozenset({"kyoku", "hands", "wins", "calls"})
LEFT_OUT: Final = frozenset({"source", "content", "opening", "precedence"})
"""Columns about the log, not the game."""
FAILURE: Final = ("fault", "kyoku")


def tables_of(games: Games) -> dict[str, pa.Table]:
    """All tables of some games."""
    return build(games, content_digests(games), [0] * len(games), computed_of(Played(games)), decisions=True)


def shown(tables: Mapping[str, pa.Table], kyoku: int) -> dict[str, pa.Table]:
    """The rows of the tables that a page shows; `kyoku` counts from the end if negative."""
    place = kyoku if kyoku >= 0 else int(tables["games"]["n_kyoku"][0].as_py()) + kyoku
    return {
        name: tables[name].filter(pc.equal(tables[name]["kyoku"], place)) if name in BY_KYOKU else tables[name]
        for name in TABLES
    }


def columns_of(table: pa.Table) -> dict[str, list[Any]]:
    """The columns of a table as values of JSON."""
    columns: dict[str, list[Any]] = table.to_pydict()
    return {name: [plain(value) for value in values] for name, values in columns.items() if name not in LEFT_OUT}


def plain(value: object) -> object:
    """A value of JSON."""
    return value.isoformat() if isinstance(value, datetime) else value


def breaches(tables: Mapping[str, pa.Table], claims: Claims) -> list[str]:
    """Claims that the rows of a page contradict."""
    found = []
    for name, rows in claims.items():
        columns = columns_of(tables[name])
        if any(len(rows) != len(values) for values in columns.values()):
            found.append(f"{name} has not {len(rows)} rows")
            continue
        found += [
            f"{name}.{column} of row {n}: {columns[column][n]!r} instead of {value!r}"
            for n, row in enumerate(rows)
            for column, value in row.items()
            if columns[column][n] != value
        ]
    return found


def page(
    shows: str, options: Sequence[str], claims: Claims, failures: Sequence[Row], tables: Mapping[str, pa.Table]
) -> str:
    """The text of a page: JSON with one line per column."""
    head = {"shows": shows, "options": list(options), "failures": [dict(row) for row in failures]}
    lines = [f"{text(key)}: {text(value)}" for key, value in head.items()]
    lines += [_section("claims", {name: [dict(row) for row in rows] for name, rows in claims.items()})]
    several = len(tables["games"]) > 1 if tables else False
    for name, table in tables.items():
        columns = columns_of(table)
        if name != "games" and not several:
            del columns["game"]
        lines += [_section(name, columns)] if len(table) else []
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _section(name: str, values: Mapping[str, object]) -> str:
    inner = ",\n".join(f"  {text(key)}: {text(value)}" for key, value in values.items())
    return f"{text(name)}: {{\n{inner}\n}}" if values else f"{text(name)}: {{}}"


def text(value: object) -> str:
    """A value as JSON."""
    return json.dumps(value, ensure_ascii=False)


# -- games without what a file does not record


def cut(games: Games, stop: int, start: int = 0) -> Games:
    """A game with only the kyoku from `start` to before `stop`, and without its end."""
    kyoku = slice(start, stop)
    starts: dict[str, Any] = {"kyoku_start": np.array([0, stop - start])}
    groups: dict[str, Any] = {"kyoku": _rows(games.kyoku, kyoku)}
    for name, child in (("event", "events"), ("call", "calls"), ("win", "wins"), ("draw", "draws")):
        starts[f"{name}_start"], rows = _run(getattr(games, f"{name}_start"), kyoku)
        groups[child] = _rows(getattr(games, child), rows)
        if child == "wins":
            starts["yaku_start"], rows = _run(games.yaku_start, rows)
            groups["yaku"] = _rows(games.yaku, rows)
    shortened = without(
        replace(games, **starts, **groups), {"games.final_points", "games.final_scores", "games.final_chips"}
    )
    return replace(shortened, games=shortened.games._replace(complete=np.array([False])))


def _run(start: Any, parents: slice) -> tuple[Any, slice]:
    """Offsets of the children of some parents, and their rows."""
    kept = start[parents.start : parents.stop + 1]
    return kept - kept[0], slice(int(kept[0]), int(kept[-1]))


def _rows(group: Any, rows: slice) -> Any:
    return type(group)(*(column[rows] for column in group))


def without(games: Games, columns: frozenset[str] | set[str]) -> Games:
    """The games without these columns, named as `group.column`."""
    changed: dict[str, Any] = {}
    for group in {name.split(".")[0] for name in columns}:
        rows = changed.get(group, getattr(games, group))
        names = [name.split(".")[1] for name in columns if name.split(".")[0] == group]
        changed[group] = rows._replace(**{name: _blank(getattr(rows, name)) for name in names})
    return replace(games, **changed)


def _blank(column: Any) -> Any:
    if column.dtype.kind == "f":
        return np.full_like(column, np.nan)
    return np.full_like(
        column, None if column.dtype.kind == "O" else np.datetime64("NaT") if column.dtype.kind == "M" else ABSENT
    )


def without_yaku(games: Games) -> Games:
    """The games without yaku."""
    wins = games.wins._replace(lists_yaku=np.zeros_like(games.wins.lists_yaku))
    return replace(games, wins=wins, yaku=_rows(games.yaku, slice(0)), yaku_start=np.zeros_like(games.yaku_start))


def without_empty_ura(games: Games) -> Games:
    """The games without the ura dora listed with 0 han."""
    kept = ~((games.yaku.yaku == NUMBER["ura_dora"]) & (games.yaku.han == 0))
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept, dtype=np.int64)])
    yaku = type(games.yaku)(*(column[kept] for column in games.yaku))
    return replace(games, yaku=yaku, yaku_start=before[games.yaku_start])


def without_last_payment(games: Games) -> Games:
    """The game without the payments of its last kyoku, and so without its final points."""
    payments = games.wins.payments.copy()
    payments[games.win_start[-2] :] = ABSENT
    of_draws = games.draws.payments.copy()
    of_draws[games.draw_start[-2] :] = ABSENT
    unpaid = replace(games, wins=games.wins._replace(payments=payments), draws=games.draws._replace(payments=of_draws))
    return without(unpaid, {"games.final_points"})
