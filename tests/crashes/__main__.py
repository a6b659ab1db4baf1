"""`python -m tests.crashes [KILLS [SEED]]`: kill work on data sets, and print the kinds of trials with their faults."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pyarrow as pa

from tests.crashes.kills import kills
from tests.crashes.scenarios import scenarios


def main() -> int:
    """Print the table; the status is 1 if a fault was found."""
    n, seed = (*map(int, sys.argv[1:]), *(500, 1)[len(sys.argv) - 1 :])
    pa.set_cpu_count(1)
    with tempfile.TemporaryDirectory() as folder:
        table = kills(scenarios(Path(folder)), Path(folder) / "out", n, seed)
    print(f"seed {seed}\n{'work':<16} {'to':<8} {'signal':<8} {'kills':>6} {'faults':>7}")
    for (name, target, number), counts in sorted(table.items()):
        faults = {wrong: count for wrong, count in counts.items() if wrong != "kills"}
        print(f"{name:<16} {target:<8} {number:<8} {counts['kills']:>6} {sum(faults.values()):>7}", *faults)
    n_faults = sum(counts.total() - counts["kills"] for counts in table.values())
    print(f"{sum(counts['kills'] for counts in table.values())} kills, {n_faults} faults")
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
