"""Every benchmark as one table, printed and written into `docs/performance.md`: `make bench`."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from benchmarks import bench_import, bench_stats, score, shanten, startup
from benchmarks.table import HEADER, Row

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "performance.md"
PACKAGES: Final = ("mjlog", "numpy", "numba", "pyarrow", "duckdb", "pandas", "lxml", "jansou", "mahjong", "riichienv")
BUSY: Final = 0.5
"""Load for each processor, before the benchmarks, from which the figures are marked."""
TEXT: Final = """# Performance

Written by `make bench`, which installs the other programs into an environment of their own.

- A ratio above 1 means faster than the other one. Both run in turns in one process; a ratio compares their processor
  times in the same round, after a first round that compiles and loads. All rows are for one core.
- Games are the samples of this project as different games under new ids; hands are random.
- mjlog's import writes parquet tables with every win scored; `lxml` only parses the same XML.

{table}

{whole}

{machine}
"""


def machine(load: float) -> str:
    """The machine and the versions, in words."""
    names = [line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    busy = f" **The machine was busy (load {load:.1f}): take the ratios, not the times.**" if _is_busy(load) else ""
    versions = ", ".join(filter(None, map(_version, PACKAGES)))
    return (
        f"{date.today()}, {names[0] if names else platform.processor()}, {os.cpu_count()} processors, "
        f"{platform.system()}, Python {platform.python_version()}; {versions}.{busy}"
    )


def _is_busy(load: float) -> bool:
    return load > BUSY * (os.cpu_count() or 1)


def _lines(path: str) -> list[str]:
    return Path(path).read_text().splitlines() if Path(path).exists() else []


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="few games, to see whether everything runs")
    quick = options.parse_args().quick
    load, started = os.getloadavg()[0], time.monotonic()
    print(HEADER)
    rows: list[Row] = []

    def add(new: list[Row]) -> None:
        rows.extend(new)
        print(*new, sep="\n", flush=True)

    imports, whole = bench_import.rows(n=100, whole_games=(20, 100)) if quick else bench_import.rows()
    add(imports)
    add(score.rows(score.valid_hands(score.N_HANDS, 1)))
    add(shanten.rows())
    add(bench_stats.rows(n_games=200 if quick else 20_000))
    add(startup.rows())
    where = machine(load) + " **Few games (`--quick`): the start of each call weighs more.**" * quick
    print(f"\n{whole}\n\n{where}")
    PAGE.write_text(TEXT.format(table="\n".join([HEADER, *map(str, rows)]), whole=whole, machine=where))
    print(f"{time.monotonic() - started:,.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
