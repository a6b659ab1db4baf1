"""Games that another log of the same game replaces, because it has a higher precedence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from mjlog.games.parts import id_of_game, kyoku_text
from mjlog.importing.digest_set import LogKeys
from mjlog.importing.links import Key
from mjlog.importing.repair import without_number
from mjlog.importing.report import ImportReport
from mjlog.tables.folder import Folder, copy
from mjlog.tables.store import SCHEMAS, Part, part_path, read_part, verify, write_part


class StoredGame(NamedTuple):
    """A game of the data set."""

    keys: LogKeys
    source: str
    """The file or member, as in the table `inputs`."""
    part: int
    """Number of its part."""
    rank: int
    """Its precedence."""


def stored_games(folder: Folder, parts: Iterable[Part], wanted: Collection[Key]) -> list[StoredGame]:
    """The games in the parts whose id, content or opening is among the keys."""
    games: list[StoredGame] = []
    ids = pa.array([key for key in wanted if isinstance(key, str)], pa.string())
    contents = pa.array([key.hex() for key in wanted if isinstance(key, bytes)], pa.string())
    for part in parts if wanted else ():
        if "games" in part.rows:
            rows = read_part(
                part_path(folder, "games", part.number), ["game", "content", "opening", "source", "precedence"]
            )
            either = pc.or_(pc.is_in(rows["game"], ids), pc.is_in(rows["opening"], ids))
            rows = rows.filter(pc.or_(either, pc.is_in(rows["content"], contents)))
            games += (
                StoredGame(LogKeys(game, bytes.fromhex(content), opening), without_number(source), part.number, rank)
                for game, content, opening, source, rank in zip(*rows.to_pydict().values(), strict=True)
            )
    return games


def stored_kyoku(folder: Folder, game: StoredGame) -> str:
    """The kyoku of a stored game, as `kyoku_text`."""
    columns = ["kyoku", "wind", "number", "honba"]
    rows = read_part(part_path(folder, "kyoku", game.part), ["game", *columns])
    rows = rows.filter(pc.equal(rows["game"], game.keys.id)).sort_by("kyoku")
    wind, number, honba = (rows[name].to_numpy() for name in columns[1:])
    return kyoku_text(wind, number, honba)


def added_by(folder: Folder, part: Part, games: Collection[str]) -> ImportReport:
    """What some games of a part have added to the report on an import, as numbers below zero."""
    results = _values(folder, part, "kyoku", "result", games)
    return ImportReport(
        out=folder,
        n_games=-len(games),
        n_parts=-sum(id_of_game(game) != game for game in games),
        n_kyoku=-len(results),
        n_wins=-len(_values(folder, part, "wins", "game", games)),
        n_draws=-sum(result != "win" for result in results),
    )


def finding_codes(folder: Folder, part: Part, games: Collection[str]) -> Counter[str]:
    """Number of findings of each code in some games of a part."""
    return Counter(_values(folder, part, "findings", "code", games))


def _values(folder: Folder, part: Part, table: str, column: str, games: Collection[str]) -> list[Any]:
    """The values of a column in the rows of the games."""
    if table not in part.rows:
        return []
    rows = read_part(part_path(folder, table, part.number), list({"game", column}))
    values: list[Any] = rows.filter(pc.is_in(rows["game"], pa.array(games, pa.string())))[column].to_pylist()
    return values


def with_duplicates(folder: Folder, part: Part, number: int, replaced: dict[str, list[StoredGame]]) -> Part:
    """The part, with the replaced games of each source as duplicates in the table `inputs`: a new part of this number.

    The sources that are in the part are removed from `replaced`; a part without them is returned as it is.
    """
    if "inputs" not in part.rows:
        return part
    inputs = read_part(part_path(folder, "inputs", part.number)).to_pylist()
    changed = [row for row in inputs if row["n_games"] and row["source"] in replaced]
    if not changed:
        return part
    verify(folder, part)
    for row in changed:
        games = replaced.pop(row["source"], [])
        row["n_games"] -= len(games)
        row["duplicate_of"] = [*row["duplicate_of"], *(game.keys.id for game in games)]
        row["duplicate_content"] = [*row["duplicate_content"], *(game.keys.content.hex() for game in games)]
    checksums = dict(part.checksums)
    for table in part.rows:
        new = part_path(folder, table, number)
        if table == "inputs":
            checksums[table] = write_part(table, pa.Table.from_pylist(inputs, SCHEMAS[table]), new)
        else:
            copy(part_path(folder, table, part.number), new)
    return Part(number, part.rows, checksums)
