"""All statistics of a large data set against DuckDB's plain scan of the columns they read.

The games of a folder are imported once and repeated under new ids. The plain scan sums every column a statistic
reads (texts and lists by their length) for each number of players. Without arguments it measures on the samples of the
project, once, where planning is most of the time, and repeated; `FOLDER --games 1000000` is the large run.

Run: python benchmarks/bench_stats.py [FOLDER OF LOGS] [--games N]
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path
from typing import Final, get_args

import ibis
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from ibis.expr import operations

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import mjlog
from benchmarks.table import Row, rounds_of, row
from mjlog.importing import import_archive
from mjlog.stats.dimensions import rows_of
from mjlog.stats.statistic import Statistic, TableName
from mjlog.tables.dataset import Dataset
from mjlog.tables.rows import TABLES
from mjlog.tables.store import SCHEMAS, Manifest, Part, load_manifest, part_path, parts_of, save_manifest, write_part

SAMPLES: Final = Path(__file__).resolve().parents[1] / "data" / "games"
ROUNDS: Final = 3
PART_GAMES: Final = 2_000
"""Games of a part of the repeated data set: about what an import writes."""


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


def compare(ds: Dataset, name: str) -> list[Row]:
    """The statistics of all tables against the plain scans of their columns."""
    ours, scans = [], []
    for table in get_args(TableName):
        statistics = [s for s in mjlog.stats.STATISTICS.values() if s.table == table]
        source = "wins" if table == "deal_ins" else table
        if statistics and ds.manifest.rows(source):
            ours += statistics
            scans.append((source, columns_read(ds, statistics, source)))
    calls = {
        name: lambda: mjlog.stats.summary(ds, ours),
        "DuckDB's scan of the same columns": lambda: [plain_scan(ds, *scan) for scan in scans],
    }
    seconds = rounds_of({name: (call, ds.manifest.rows("games")) for name, call in calls.items()}, ROUNDS)
    return [row(seconds, *calls)]


def rows(folder: Path = SAMPLES, n_games: int = 20_000, scratch: Path | None = None) -> list[Row]:
    """Rows for the logs of a folder, and for these repeated up to the number of games."""
    with tempfile.TemporaryDirectory(dir=scratch) as temporary:
        once, many = Path(temporary) / "once", Path(temporary) / "many"
        import_archive(folder, once, workers=1, decisions=True)
        repeat(once, n_games, many)
        return [
            row
            for ds in map(mjlog.open, (once, many))
            for row in compare(ds, f"{len(mjlog.stats.STATISTICS)} statistics of {ds.manifest.rows('games'):,} games")
        ]


def main() -> None:
    """Measure on the logs of a folder, repeated up to the number of games."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", nargs="?", type=Path, default=SAMPLES)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--scratch", type=Path, help="folder to make the data set in (4.5 GB for 1,000,000 games)")
    options = options.parse_args()
    print(*rows(options.folder, options.games, options.scratch), sep="\n")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
