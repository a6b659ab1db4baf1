"""`python -m tests.crashes [KILLS [SEED]]`: kill work on data sets, let disks fail, and print the trials and faults."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa

from tests.crashes.disks import disk_faults, small_disks
from tests.crashes.kills import kills
from tests.crashes.scenarios import scenarios

COUNTS: Final = ("kills", "trials", "large enough")
"""What is counted besides faults."""


def main() -> int:
    """Print the table; the status is 1 if a fault was found."""
    n, seed = (*map(int, sys.argv[1:]), *(500, 1)[len(sys.argv) - 1 :])
    pa.set_cpu_count(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work, out = scenarios(folder), folder / "out"
        table: dict[tuple[str, ...], Counter[str]] = {**kills(work, out, n, seed), **disk_faults(work, out, n, seed)}
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            table |= small_disks(work, folder / "disk")
    return int(_print(table, seed) > 0)


def _print(table: Mapping[tuple[str, ...], Counter[str]], seed: int) -> int:
    """Print a line for each kind of trial; the number of faults."""
    print(f"seed {seed}\n{'work':<16} {'disturbed by':<18} {'times':>6} {'faults':>7}")
    for (name, *kind), counts in sorted(table.items()):
        faults = {wrong: count for wrong, count in counts.items() if wrong not in COUNTS}
        n = counts["kills"] + counts["trials"]
        print(f"{name:<16} {' '.join(kind):<18} {n:>6} {sum(faults.values()):>7}", *faults)
    n_faults = sum(counts.total() - sum(counts[name] for name in COUNTS) for counts in table.values())
    n_kills, n_trials = (sum(counts[name] for counts in table.values()) for name in ("kills", "trials"))
    print(f"{n_kills} kills, {n_trials} errors of disks, {n_faults} faults")
    return n_faults


if __name__ == "__main__":
    sys.exit(main())
