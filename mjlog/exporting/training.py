"""Games for learning machines: one row a game, every column of `Games` as a list, and whole games back from it.

Nothing is written a step at a time: `mjlog.replay.replay(games, states=True)` makes the state after every event
when it is wanted, faster than it could be read. One parquet file holds

- `game`, `rules` (as a rule file), `split` of the game and `seat_splits` of its players;
- `n.kyoku`, and how many events, calls, wins and draws each kyoku and how many yaku each win has;
- `group.column` for each column of `mjlog.games.columns`, its rows end to end.

Splits are made by hashes, so they are the same on every machine and stay when games are added. By *game* the hash is of
the content, so the same game from two services' files falls into one split. By *player* it is of the name: who tests
on players never seen in training takes the seats of one split and leaves out the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from mjlog.archive import Unreadable, shards, sources
from mjlog.formats import parse
from mjlog.games.batch import NESTING, Games, offsets
from mjlog.games.columns import (
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    Ints,
    KyokuColumns,
    SeatColumns,
    Texts,
    WinColumns,
    YakuColumns,
    declarations,
)
from mjlog.games.digest import as_text, content_digests
from mjlog.rules.rulefile import dump, load
from mjlog.stats.aliases import pseudonym

SPLITS: Final[Mapping[str, float]] = MappingProxyType({"train": 0.8, "valid": 0.1, "test": 0.1})
GROUPS: Final[dict[str, type[tuple[Any, ...]]]] = {
    "games": GameColumns,
    "seats": SeatColumns,
    "kyoku": KyokuColumns,
    "events": EventColumns,
    "calls": CallColumns,
    "wins": WinColumns,
    "yaku": YakuColumns,
    "draws": DrawColumns,
}
LEADING: Final = ("source", "seed", "extra")
"""Columns of games that lead back to the log, left out under pseudonyms."""
BATCH: Final = 256
"""Games of a batch that is read."""


class Lessons(NamedTuple):
    """Games with the splits they and their players are in."""

    games: Games
    splits: Texts
    """`(n_games,)`."""
    seat_splits: Texts
    """`(n_games, 4)`, None for an empty seat."""


class Written(NamedTuple):
    """What an export wrote."""

    n_games: Mapping[str, int]
    """Games of each split."""
    n_failures: int
    """Files and games that could not be read, as an import lists them."""


def split_of(text: str, splits: Mapping[str, float] = SPLITS) -> str:
    """The split a text falls into by its hash, each as often as its share of the whole.

    >>> [split_of(text) for text in ("Ann", "Bob", "Cid")]
    ['train', 'valid', 'train']
    """
    place = int.from_bytes(sha256(text.encode()).digest()[:8]) / 2**64 * sum(splits.values())
    for split, share in splits.items():
        place -= share
        if place < 0:
            return split
    return list(splits)[-1]  # the shares add up to less than the hash by rounding


def export_training(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    splits: Mapping[str, float] = SPLITS,
    pseudonym_key: bytes | None = None,
) -> Written:
    """Write the games of logs and archives as one parquet file for training.

    `splits` are names with their shares. With a key names and ids are replaced (`mjlog.stats.aliases`), after the
    splits were made. Memory holds one shard of an archive at a time. `out` must lie outside the folders that are read.
    Raises FileNotFoundError for a path that does not exist.
    """
    paths = [paths] if isinstance(paths, str | Path) else list(paths)
    if missing := [str(path) for path in paths if not Path(path).exists()]:
        raise FileNotFoundError(f"no such file or folder: {', '.join(missing)}")
    counts = dict.fromkeys(splits, 0)
    n_failures = 0
    with pq.ParquetWriter(out, SCHEMA, compression="zstd") as writer:
        for shard in shards(paths):
            items = list(sources(shard))
            parsed = parse([item for item in items if not isinstance(item, Unreadable)])
            n_failures += len(parsed.failures) + sum(isinstance(item, Unreadable) for item in items)
            if not len(parsed.games):
                continue
            table = to_table(parsed.games, splits, pseudonym_key)
            for split in table["split"].to_pylist():
                counts[split] += 1
            writer.write_table(table)
    return Written(counts, n_failures)


def read_training(path: str | Path, split: str | None = None) -> Iterator[Lessons]:
    """The games of a training file, batch by batch; of one split if named."""
    for batch in pq.ParquetFile(path).iter_batches(BATCH):
        rows = pa.Table.from_batches([batch])
        if split is not None:
            rows = rows.filter(pc.equal(rows["split"], split))
        if len(rows):
            yield from_table(rows)


def to_table(games: Games, splits: Mapping[str, float] = SPLITS, pseudonym_key: bytes | None = None) -> pa.Table:
    """One row for each game."""
    of_game = [split_of(text, splits) for text in as_text(content_digests(games))]
    of_seat = [[None if name is None else split_of(name, splits) for name in row] for row in games.seats.name.tolist()]
    if pseudonym_key is not None:
        games = _pseudonymised(games, pseudonym_key)
    rules = np.array([dump(rule_set) for rule_set in games.rule_sets], object)
    columns: dict[str, Any] = {
        "game": pa.array(games.games.id, pa.string()),
        "rules": pa.array(rules[games.games.rules], pa.string()),
        "split": pa.array(of_game, pa.string()),
        "seat_splits": pa.array(of_seat, pa.list_(pa.string())),
    }
    bounds = _bounds(games)
    for parent, start, child in NESTING:
        columns[f"n.{child}"] = _lists(bounds[parent], np.diff(getattr(games, start)).astype(np.int32), pa.int32())
    for name, group in GROUPS.items():
        for (column, declared), values in zip(declarations(group).items(), getattr(games, name), strict=True):
            width = prod(declared.shape)
            columns[f"{name}.{column}"] = _lists(bounds[name] * width, values.reshape(-1), _arrow(declared.dtype))
    return pa.table(columns, schema=SCHEMA)


def from_table(rows: pa.Table) -> Lessons:
    """The games of some rows."""
    starts: dict[str, Any] = {start: offsets(_flat(rows[f"n.{child}"])) for _, start, child in NESTING}
    groups: dict[str, Any] = {
        name: group(
            *(
                _flat(rows[f"{name}.{column}"]).astype(declared.dtype).reshape(-1, *declared.shape)
                for column, declared in declarations(group).items()
            )
        )
        for name, group in GROUPS.items()
    }
    texts = rows["rules"].to_pylist()
    distinct = list(dict.fromkeys(texts))
    groups["games"] = groups["games"]._replace(rules=np.array([distinct.index(text) for text in texts], np.int16))
    games = Games(rule_sets=tuple(map(load, distinct)), **starts, **groups)
    splits = rows["split"].to_numpy()
    return Lessons(games, splits, _flat(rows["seat_splits"]).reshape(-1, 4))


def _bounds(games: Games) -> dict[str, Ints]:
    """Of each group the offsets of the games' rows, `(n_games + 1,)`."""
    bounds = {name: np.arange(len(games) + 1) for name in ("games", "seats")}
    for parent, start, child in NESTING:
        bounds[child] = getattr(games, start)[bounds[parent]]
    return bounds


def _pseudonymised(games: Games, key: bytes) -> Games:
    def replaced(texts: Texts) -> NDArray[np.object_]:
        names = [None if text is None else pseudonym(key, text) for text in texts.ravel().tolist()]
        return np.array(names, object).reshape(texts.shape)

    nothing = np.full(len(games), None, object)
    told = games.games._replace(id=replaced(games.games.id), **dict.fromkeys(LEADING, nothing))
    return replace(games, games=told, seats=games.seats._replace(name=replaced(games.seats.name)))


def _arrow(dtype: str) -> pa.DataType:
    if dtype == "object":
        return pa.string()
    return pa.timestamp("s") if dtype.startswith("datetime64") else pa.from_numpy_dtype(np.dtype(dtype))


def _lists(bounds: Ints, values: Any, kind: pa.DataType) -> pa.ListArray:
    if values.dtype.kind == "M":
        values = values.astype("datetime64[s]")
    return pa.ListArray.from_arrays(pa.array(bounds, pa.int32()), pa.array(values, kind))


def _flat(column: pa.ChunkedArray) -> NDArray[Any]:
    flat: NDArray[Any] = column.combine_chunks().flatten().to_numpy(zero_copy_only=False)
    return flat


SCHEMA: Final = pa.schema(
    [("game", pa.string()), ("rules", pa.string()), ("split", pa.string()), ("seat_splits", pa.list_(pa.string()))]
    + [(f"n.{child}", pa.list_(pa.int32())) for _, _, child in NESTING]
    + [
        (f"{name}.{column}", pa.list_(_arrow(declared.dtype)))
        for name, group in GROUPS.items()
        for column, declared in declarations(group).items()
    ]
)
