"""All statistics of a large data set against DuckDB's plain scan of the columns they read.

The games of a folder are imported once and repeated under new ids. The plain scan sums every column a statistic
reads (texts and lists by their length) for each number of players. Without arguments it measures on the samples of the
project, repeated until planning the queries is no longer most of the time; `FOLDER --games 1000000` is the large run.
What planning takes, whatever the number of games, stands in a line of its own: the same statistics of the games once.

Run: python benchmarks/bench_stats.py [FOLDER OF LOGS] [--games N]
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import ibis
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from ibis.expr import operations

import mjlog
from mjlog.importing import import_archive
from mjlog.stats.dimensions import rows_of
from mjlog.stats.statistic import Statistic, TableName
from mjlog.tables.dataset import Dataset
from mjlog.tables.rows import TABLES
from mjlog.tables.store import SCHEMAS, Manifest, Part, load_manifest, part_path, parts_of, save_manifest, write_part

SAMPLES: Final = Path(__file__).resolve().parents[1] / "data" / "games"
ROUNDS: Final = 2
PART_GAMES: Final = 2_000
"""Games of a part of the repeated data set: about what an import writes."""


class Cost(NamedTuple):
    """Seconds of a call."""

    cpu: float
    """Of all threads together."""
    wall: float


def repeat(folder: Path, n_games: int, out: Path) -> None:
    """Write a data set that holds the games of another, again and again under new ids, up to `n_games`."""
    manifest = load_manifest(folder)
    once = {
        name: pa.concat_tables([pq.read_table(path, partitioning=None) for path in parts_of(folder, manifest, name)])
        for name in TABLES
        if manifest.rows(name) and "game" in SCHEMAS[name].names
    }
    copies = -(-n_games // manifest.rows("games"))
    copies_a_part = max(1, PART_GAMES // manifest.rows("games"))
    parts = []
    for number, first in enumerate(range(0, copies, copies_a_part)):
        rows_of, checksums = {}, {}
        for name, rows in once.items():
            numbers = range(first, min(first + copies_a_part, copies))
            part = pa.concat_tables([under_new_ids(rows, copy) for copy in numbers]).cast(SCHEMAS[name])
            part = part.unify_dictionaries()
            path = part_path(out, name, number)
            path.parent.mkdir(parents=True, exist_ok=True)
            checksums[name] = write_part(name, part, path)
            rows_of[name] = len(part)
        parts.append(Part(number, rows_of, checksums))
    save_manifest(out, Manifest(parts=tuple(parts)))


def under_new_ids(rows: pa.Table, copy: int) -> pa.Table:
    """The rows with the number of the copy behind the id of each game."""
    ids = pc.binary_join_element_wise(rows["game"], str(copy), "-")
    return rows.set_column(rows.schema.get_field_index("game"), "game", ids)


def columns_read(ds: Dataset, statistics: list[Statistic], table: str) -> set[str]:
    """The columns of a table that the expressions of statistics name, and the id that deals games into groups."""
    rows = rows_of(ds, statistics[0].table)
    values = (e(rows) for s in statistics for e in (s.numerator, s.denominator))
    found = (f for v in values if isinstance(v, ibis.Expr) for f in v.op().find(operations.Field))
    fields = {field.name for field in found if field.rel == rows.op()}
    return (fields | {"game"}) & set(ds[table].columns)


def plain_scan(ds: Dataset, table: str, columns: set[str]) -> None:
    """Sum the columns as they are."""
    schema = ds[table].schema()

    def total(column: str) -> str:
        kind = schema[column]
        number = f'"{column}"' if kind.is_numeric() else f'"{column}"::int' if kind.is_boolean() else f'len("{column}")'
        return f"sum({number})"

    ds.connection.raw_sql(
        f"SELECT players, {', '.join(map(total, sorted(columns)))} FROM {table} GROUP BY 1"
    ).fetchall()


def cost(call: Callable[[], Any], rounds: int = ROUNDS) -> Cost:
    """The least of some rounds, each for itself."""
    costs = []
    for _ in range(rounds):
        cpu, wall = time.process_time(), time.perf_counter()
        call()
        costs.append(Cost(time.process_time() - cpu, time.perf_counter() - wall))
    return Cost(min(c.cpu for c in costs), min(c.wall for c in costs))


def compare(ds: Dataset) -> None:
    """Print the time of all statistics of each table beside that of the plain scan, and of the whole registry."""
    ours, scans = [], []
    for table in get_args(TableName):
        statistics = [s for s in mjlog.stats.STATISTICS.values() if s.table == table]
        source = "wins" if table == "deal_ins" else table
        if not statistics or not ds.manifest.rows(source):
            continue
        columns = columns_read(ds, statistics, source)
        ours.append(cost(lambda: mjlog.stats.summary(ds, statistics)))  # noqa: B023  # called at once
        scans.append(cost(lambda: plain_scan(ds, source, columns)))  # noqa: B023  # called at once
        print(
            f"  {table:9}{ds.manifest.rows(source):12,} rows{len(statistics):4} statistics{_told(ours[-1])}"
            f"   scan of {len(columns):2} columns{_told(scans[-1])}   ratio {ours[-1].cpu / scans[-1].cpu:5.2f}",
            flush=True,
        )
    mine, plain = (Cost(sum(c.cpu for c in costs), sum(c.wall for c in costs)) for costs in (ours, scans))
    print(
        f"  whole registry {_told(mine)}, plain scans {_told(plain)}: ratio {mine.cpu / plain.cpu:.2f} of CPU time,"
        f" {mine.wall / plain.wall:.2f} of wall time"
    )


def _told(spent: Cost) -> str:
    return f"{spent.cpu:8.2f} s CPU{spent.wall:8.2f} s wall"


def peak_memory() -> str:
    """The most memory this process has held at once."""
    return f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB"


def main() -> None:
    """Measure on the logs of a folder, repeated up to the number of games."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", nargs="?", type=Path, default=SAMPLES)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--scratch", type=Path, help="folder to make the data set in (4.5 GB for 1,000,000 games)")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory(dir=asked.scratch) as temporary:
        import_archive(asked.folder, Path(temporary) / "once", workers=1, decisions=True)
        n_once = load_manifest(Path(temporary) / "once").rows("games")
        repeat(Path(temporary) / "once", asked.games, Path(temporary) / "many")
        ds = mjlog.open(Path(temporary) / "many")
        print(
            f"statistics of {ds.manifest.rows('games'):,} games ({n_once:,} of {asked.folder.name} under new ids), "
            f"best of {ROUNDS}:"
        )
        compare(ds)
        once = mjlog.open(Path(temporary) / "once")
        print(f"  planning: the registry of {n_once:,} games {_told(cost(lambda: mjlog.stats.summary(once)))}")
        print(f"  {peak_memory()}")
        by_player = cost(lambda: mjlog.stats.summary(ds, by="player"), rounds=1)
        print(f"  by player, all statistics {_told(by_player)}, {peak_memory()}")


if __name__ == "__main__":
    main()
