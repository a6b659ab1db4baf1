"""Games a second that one core plays and writes, and whether the audit finds anything in many of them.

python benchmarks/simulate.py                              the speed, in CPU time of one process
python benchmarks/simulate.py --audit 2000 --workers 2     games of all presets, played and audited in memory
"""

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import mjlog
from mjlog.rules.presets import PRESETS
from mjlog.simulate import Habits
from mjlog.simulate.many import FOUR

N_GAMES = 40
ROUNDS = 4
CHUNK = 25
"""Games of one preset played and audited in one go."""
SHOWN = 20
"""Findings printed."""
EAGER = (
    Habits(calls=0.9, kans=1.0, open_kans=0.5, folds_from=9),
    Habits(calls=0.4, riichi=1.0, folds_from=9, gives_up=1.0),
    Habits(riichi=0.3, kans=1.0, folds_from=9, outer_first=True),
    Habits(calls=0.7, kans=0.8, folds_from=9, keeps=0.0),
)
"""Players to whom odd things happen: they take every other chunk."""


class Chunk(NamedTuple):
    """Games to be played."""

    rules: str
    seed: int
    n_games: int


class Audited(NamedTuple):
    """What the audit made of a chunk."""

    n_games: int
    n_kyoku: int
    n_wins: int
    findings: tuple[str, ...]


def measure(rules: str) -> None:
    """Print the games a second of CPU time, of the best of some rounds and of all."""
    with TemporaryDirectory() as folder:
        mjlog.simulate.write(1, folder, rules=rules)
        seconds = []
        for seed in range(ROUNDS):
            start = time.process_time()
            mjlog.simulate.write(N_GAMES, folder, rules=rules, seed=seed)
            seconds.append(time.process_time() - start)
    best, mean = N_GAMES / min(seconds), ROUNDS * N_GAMES / sum(seconds)
    print(f"{rules}: {best:.0f} games/s of CPU time, played and written ({mean:.0f} on the average of {ROUNDS} rounds)")


def chunks(n_games: int, seed: int) -> Iterator[Chunk]:
    """All games, spread over the presets."""
    per_preset, more = divmod(n_games, len(PRESETS))
    for place in range(0, per_preset + 1, CHUNK):
        for number, rules in enumerate(PRESETS):
            size = min(CHUNK, per_preset + (number < more) - place)
            if size > 0:
                yield Chunk(rules, seed + place // CHUNK, size)


def audited(chunk: Chunk) -> Audited:
    """Play and audit a chunk."""
    habits = EAGER if chunk.seed % 2 else FOUR
    games = mjlog.simulate.games(chunk.n_games, seed=chunk.seed, rules=chunk.rules, habits=habits)
    report = mjlog.audit(games)
    findings = tuple(
        f"{chunk.rules}, seed {chunk.seed}, game {finding.game}, {place.kyoku}: {finding.code}: {finding.message}"
        for finding, place in zip(report.findings, report.places, strict=True)
    )
    return Audited(report.n_games, report.n_kyoku, report.n_wins, findings)


def results(n_games: int, seed: int, workers: int) -> Iterator[Audited]:
    """Every chunk audited, as they are done; a few wait, whatever the number of games."""
    waiting = chunks(n_games, seed)
    with ProcessPoolExecutor(workers) as pool:
        running: set[Future[Audited]] = set()
        while running := running | {pool.submit(audited, c) for c in islice(waiting, 2 * workers - len(running))}:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def audit(n_games: int, seed: int, workers: int) -> int:
    """Audit many games and print what came out, also of those before an interrupt; 1 if there are findings."""
    start, done = time.perf_counter(), Audited(0, 0, 0, ())
    try:
        for one in results(n_games, seed, workers):
            done = Audited(*(before + more for before, more in zip(done, one, strict=True)))
            if sys.stderr.isatty():
                print(f"\r{done.n_games:,} games, {len(done.findings):,} findings", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    seconds = time.perf_counter() - start
    print(f"{done.n_games:,} games of {len(PRESETS)} presets: {done.n_kyoku:,} kyoku, {done.n_wins:,} wins,", end=" ")
    print(f"{len(done.findings):,} findings in {seconds:,.0f} s with {workers} workers, from seed {seed}")
    print("\n".join(done.findings[:SHOWN]))
    return int(bool(done.findings))


def main() -> int:
    parser = argparse.ArgumentParser(description=Path(__file__).name)
    parser.add_argument("--audit", type=int, metavar="N", help="play N games over all presets and audit them")
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.audit:
        return audit(given.audit, given.seed, given.workers)
    for rules in ("tenhou", "tenhou-3p"):
        measure(rules)
    return 0


if __name__ == "__main__":
    sys.exit(main())
