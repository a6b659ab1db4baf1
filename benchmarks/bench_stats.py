"""All statistics of a large data set against DuckDB's plain scan of the columns they read.

The games of a folder are imported once and repeated under new ids. The plain scan sums every column a statistic
reads (texts and lists by their length) for each number of players.

Run: python benchmarks/bench_stats.py [FOLDER OF LOGS] [--games N]
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import ibis
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from ibis.expr import operations

import mjlog
from mjlog.dataset import Dataset
from mjlog.importing import import_archive
from mjlog.stats.dimensions import own_rows
from mjlog.stats.statistic import Statistic
from mjlog.tables.rows import TABLES
from mjlog.tables.store import SCHEMAS, Manifest, Part, load_manifest, part_path, parts_of, save_manifest, write_part

SAMPLES: Final = Path(__file__).resolve().parents[1] / "data" / "games"
ROUNDS: Final = 2


def repeated(folder: Path, n_games: int, out: Path) -> Dataset:
    """A data set that holds the games of another, again and again under new ids, up to `n_games`."""
    manifest = load_manifest(folder)
    tables = {
        name: pa.concat_tables([pq.read_table(path, partitioning=None) for path in parts_of(folder, manifest, name)])
        for name in TABLES
        if manifest.rows(name) and "game" in SCHEMAS[name].names
    }
    parts = []
    for number in range(-(-n_games // manifest.rows("games"))):
        for name, rows in tables.items():
            ids = pc.binary_join_element_wise(rows["game"], str(number), "-")
            path = part_path(out, name, number)
            path.parent.mkdir(parents=True, exist_ok=True)
            place = rows.schema.get_field_index("game")
            write_part(name, rows.set_column(place, "game", ids).cast(SCHEMAS[name]), path)
        parts.append(Part(number, {name: len(rows) for name, rows in tables.items()}))
    save_manifest(out, Manifest(parts=tuple(parts)))
    return mjlog.open(out)


def columns_read(ds: Dataset, statistics: list[Statistic], table: str) -> set[str]:
    """The columns of a table that the expressions of statistics name, and the id that deals games into groups."""
    rows = own_rows(ds, statistics[0].table)
    values = (e(rows) for s in statistics for e in (s.numerator, s.denominator))
    found = (f for v in values if isinstance(v, ibis.Expr) for f in v.op().find(operations.Field))
    fields = {field.name for field in found if field.rel == rows.op()}
    return (fields | {"game"}) & set(ds.table(table).columns)


def plain_scan(ds: Dataset, table: str, columns: set[str]) -> None:
    """Sum the columns as they are."""
    schema = ds.table(table).schema()

    def total(column: str) -> str:
        kind = schema[column]
        number = f'"{column}"' if kind.is_numeric() else f'"{column}"::int' if kind.is_boolean() else f'len("{column}")'
        return f"sum({number})"

    ds.connection.raw_sql(
        f"SELECT players, {', '.join(map(total, sorted(columns)))} FROM {table} GROUP BY 1"
    ).fetchall()


def seconds(call: Callable[[], Any]) -> float:
    """The least CPU time of some rounds, all threads together."""
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        call()
        times.append(time.process_time() - begun)
    return min(times)


def compare(ds: Dataset) -> None:
    """Print the time of all statistics of each table beside that of the plain scan."""
    measured = scanned = 0.0
    for table in ("hands", "wins", "deal_ins", "seats", "kyoku", "games", "calls", "discards"):
        statistics = [s for s in mjlog.stats.STATISTICS.values() if s.table == table]
        source = "wins" if table == "deal_ins" else table
        if not statistics or not ds.manifest.rows(source):
            continue
        columns = columns_read(ds, statistics, source)
        mine = seconds(lambda: mjlog.stats.population(ds, statistics))  # noqa: B023  # called at once
        plain = seconds(lambda: plain_scan(ds, source, columns))  # noqa: B023  # called at once
        measured, scanned = measured + mine, scanned + plain
        print(
            f"  {table:9} {ds.manifest.rows(source):12,} rows {len(statistics):4} statistics {mine:7.2f} s"
            f"   plain scan of {len(columns):2} columns {plain:6.2f} s   ratio {mine / plain:5.2f}"
        )
    print(f"  all {measured:40.2f} s {scanned:33.2f} s   ratio {measured / scanned:5.2f}")


def main() -> None:
    """Measure on the logs of a folder, repeated up to the number of games."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", nargs="?", type=Path, default=SAMPLES)
    options.add_argument("--games", type=int, default=200_000)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        import_archive(asked.folder, Path(temporary) / "once", workers=1, decisions=True)
        ds = repeated(Path(temporary) / "once", asked.games, Path(temporary) / "many")
        print(f"statistics of {ds.manifest.rows('games'):,} games, CPU time, best of {ROUNDS}:")
        compare(ds)
        by_player = seconds(lambda: mjlog.stats.player(ds))
        print(f"  by player, all statistics {by_player:.2f} s")
        print(f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    main()
