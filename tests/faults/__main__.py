"""Injected faults: write games that contain them, or try whether the audit finds them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from mjlog.simulate import games
from tests.faults.labels import Label, with_faults, write_labels
from tests.faults.show import show

SUFFIX = ".faults.csv"
"""Appended to the folder's name: the file with the labels."""


def write(n_games: int, out: Path, *, seed: int = 0, rules: str = "tenhou", workers: int = 1) -> int:
    """Write games as Tenhou's XML with one fault each, and the labels next to the folder; returns their number.

    The same seed gives the same files, whatever the number of workers.
    """
    out.mkdir(parents=True, exist_ok=True)
    batch = games(n_games, seed=seed, rules=rules, workers=workers)
    chances = [Random(f"{seed} {rules} {number} faults") for number in range(n_games)]
    return write_labels(_written(with_faults(batch, chances), out), out.with_name(f"{out.name}{SUFFIX}"))


def _written(faulty: Iterator[tuple[bytes, Label]], out: Path) -> Iterator[Label]:
    for data, label in faulty:
        (out / label.file).write_bytes(data)
        yield label


def main() -> int:
    """Run one of the commands; the exit status is 1 if `show` has complaints."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser("write", help="write simulated games with one labelled fault each")
    writing.add_argument("out", type=Path, help="folder to write to")
    writing.add_argument("--games", type=int, default=100, help="number of games")
    writing.add_argument("--seed", type=int, default=0, help="the same number gives the same files")
    writing.add_argument("--rules", default="tenhou", help="name of a preset")
    writing.add_argument("--workers", type=int, default=1, help="number of processes")
    showing = commands.add_parser("show", help="put every kind of fault into logs and print what the audit finds")
    showing.add_argument("paths", nargs="*", type=Path, help="logs; the samples in data/ if there are none")
    showing.add_argument("--most", type=int, help="largest number of games for each kind")
    showing.add_argument("--write", action="store_true", help="write docs/guide/injected-faults.md")
    given = parser.parse_args()
    if given.command == "show":
        return show(given.paths, most=given.most, write=given.write)
    n = write(given.games, given.out, seed=given.seed, rules=given.rules, workers=given.workers)
    print(f"{n:,} games written to {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
