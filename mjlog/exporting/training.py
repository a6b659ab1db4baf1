"""Games for machine learning: one row per game, each column of `Games` as a list; and the games read back from it.

The file holds no state of play per step: `mjlog.replay.replay(games, states=True)` computes the state after every event
faster than it could be read. One parquet file holds

- `game`, `rules` (as a rule file), `split` of the game and `seat_splits` of its players;
- `n.kyoku`, and the numbers of events, calls, wins and draws of each kyoku and of yaku of each win;
- `group.column` for each column of `mjlog.games.columns`, the rows of a game one after the other.

Hashes decide the splits, so they are the same on every machine and do not change when games are added. The split of a
*game* depends on its content: the same game from files of two services has one split. The split of a *player* depends
on the name: to test on players that training has not seen, use the seats of one split and leave out the others.
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

from mjlog.games.batch import NESTING, Games, offsets
from mjlog.games.columns import GROUPS, Ints, Texts, declarations
from mjlog.games.digest import as_text, content_digests
from mjlog.rules.rulefile import dump, load
from mjlog.stats.aliases import pseudonym
from mjlog.tables.folder import replaced
from mjlog.tables.originals import originals, read_shard

SPLITS: Final[Mapping[str, float]] = MappingProxyType({"train": 0.8, "valid": 0.1, "test": 0.1})
IDENTIFYING: Final = ("source", "seed", "extra")
"""Columns of games that identify the log; they are left out under pseudonyms."""
BATCH_GAMES: Final = 256
"""Games that `read_training` reads at a time."""


class TrainingGames(NamedTuple):
    """Games with their splits and those of their players."""

    games: Games
    splits: Texts
    """`(n_games,)`."""
    seat_splits: Texts
    """`(n_games, 4)`, None for an empty seat."""


class TrainingReport(NamedTuple):
    """Counts of an export."""

    n_games: Mapping[str, int]
    """Games of each split."""
    n_failures: int
    """Files and games that could not be read; an import lists them."""


def split_of(text: str, splits: Mapping[str, float] = SPLITS) -> str:
    """The split of a text by its hash; each split is as frequent as its share of the sum.

    >>> [split_of(text) for text in ("Ann", "Bob", "Cid")]
    ['train', 'valid', 'train']
    """
    position = int.from_bytes(sha256(text.encode()).digest()[:8]) / 2**64 * sum(splits.values())
    for split, share in splits.items():
        position -= share
        if position < 0:
            return split
    return list(splits)[-1]  # by rounding the shares may add up to less than the hash


def export_training(
    paths: str | Path | Iterable[str | Path],
    out: str | Path,
    *,
    splits: Mapping[str, float] = SPLITS,
    pseudonym_key: bytes | None = None,
) -> TrainingReport:
    """Write the games of logs, archives or a data set as one parquet file for training.

    `splits` maps names to shares. With a key, names and ids are replaced (`mjlog.stats.aliases`) after the splits are
    made. Memory holds one shard of an archive at a time. `out` must not be in a folder that is read. Raises
    FileNotFoundError for a path that does not exist.
    """
    files = originals(paths)
    counts = dict.fromkeys(splits, 0)
    n_failures = 0
    with replaced(Path(out)) as file, pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        for shard in files.shards():
            games, failures, _ = read_shard(shard, files.dataset)
            n_failures += len(failures)
            if not len(games):
                continue
            table = to_table(games, splits, pseudonym_key)
            for split in table["split"].to_pylist():
                counts[split] += 1
            writer.write_table(table)
    return TrainingReport(counts, n_failures)


def read_training(path: str | Path, split: str | None = None) -> Iterator[TrainingGames]:
    """The games of a training file, or of one of its splits, in batches."""
    for batch in pq.ParquetFile(path).iter_batches(BATCH_GAMES):
        rows = pa.Table.from_batches([batch])
        if split is not None:
            rows = rows.filter(pc.equal(rows["split"], split))
        if len(rows):
            yield from_table(rows)


def to_table(games: Games, splits: Mapping[str, float] = SPLITS, pseudonym_key: bytes | None = None) -> pa.Table:
    """One row per game."""
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


def from_table(rows: pa.Table) -> TrainingGames:
    """The games of rows that `to_table` made."""
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
    return TrainingGames(games, splits, _flat(rows["seat_splits"]).reshape(-1, 4))


def _bounds(games: Games) -> dict[str, Ints]:
    """Offsets of the games' rows in each group, `(n_games + 1,)`."""
    bounds = {name: np.arange(len(games) + 1) for name in ("games", "seats")}
    for parent, start, child in NESTING:
        bounds[child] = getattr(games, start)[bounds[parent]]
    return bounds


def _pseudonymised(games: Games, key: bytes) -> Games:
    def replaced(texts: Texts) -> NDArray[np.object_]:
        names = [None if text is None else pseudonym(key, text) for text in texts.ravel().tolist()]
        return np.array(names, object).reshape(texts.shape)

    nothing = np.full(len(games), None, object)
    header = games.games._replace(id=replaced(games.games.id), **dict.fromkeys(IDENTIFYING, nothing))
    return replace(games, games=header, seats=games.seats._replace(name=replaced(games.seats.name)))


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
