"""Write simulated games with one labelled fault each: `python -m tests.faults OUT --games 900 --seed 7`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from mjlog.simulate import games
from tests.faults.labels import Label, with_faults, write_labels

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


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("out", type=Path, help="folder to write to")
    parser.add_argument("--games", type=int, default=100, help="number of games")
    parser.add_argument("--seed", type=int, default=0, help="the same number gives the same files")
    parser.add_argument("--rules", default="tenhou", help="name of a preset")
    parser.add_argument("--workers", type=int, default=1, help="number of processes")
    given = parser.parse_args()
    print(f"{write(given.games, given.out, seed=given.seed, rules=given.rules, workers=given.workers):,} games written")


if __name__ == "__main__":
    main()
