"""Games a second that one core plays and writes, and whether the audit finds anything in many of them.

python benchmarks/simulate.py                              the speed, in CPU time of one process
python benchmarks/simulate.py --audit 2000 --workers 2     games of all presets, played and audited in memory
python benchmarks/simulate.py --audit 2000 --drawn         the same of rule sets with random options
python benchmarks/simulate.py --faults 900 --workers 2     the same with a fault in each, written and read back
"""

import argparse
import signal
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pool
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import mjlog
from mjlog.formats import Source, parse
from mjlog.games.batch import Games, concatenate
from mjlog.rules.presets import PRESETS
from mjlog.simulate import Habits
from mjlog.simulate.batch import HUMAN_LIKE
from tests.faults import KINDS
from tests.faults.labels import is_found, with_faults
from tests.simulate.drawn_rules import drawn_rules

N_GAMES = 40
ROUNDS = 4
CHUNK = 25
"""Games of one preset played and audited in one go."""
PER_RULE_SET = 5
"""Games of one drawn rule set."""
SHOWN = 20
"""Findings printed."""
EAGER = (
    Habits(calls=0.9, kans=1.0, open_kans=0.5, folds_from=9, hides=0.5),
    Habits(calls=0.4, riichi=1.0, folds_from=9, kyuushu=1.0, opens=0.5),
    Habits(riichi=0.3, kans=1.0, folds_from=9, yaochuu_first=True),
    Habits(calls=0.7, kans=0.8, folds_from=9, dora_worth=0.0),
)
"""Players to whom odd things happen: they take every other chunk."""


class Chunk(NamedTuple):
    """Games to be played."""

    rules: str | None
    """A preset, or None for drawn rule sets."""
    seed: int
    n_games: int


class Audited(NamedTuple):
    """What the audit made of a chunk."""

    n_games: int
    n_kyoku: int
    n_wins: int
    complaints: tuple[str, ...]
    """Findings, or faults that were not found and findings that do not follow from the fault."""
    kinds: frozenset[str] = frozenset()
    """Kinds of the faults put in."""


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


def drawn_chunks(n_games: int, seed: int) -> Iterator[Chunk]:
    """All games, five of each drawn rule set."""
    for place in range(0, n_games, CHUNK):
        yield Chunk(None, seed + place // CHUNK, min(CHUNK, n_games - place))


def chunks(n_games: int, seed: int) -> Iterator[Chunk]:
    """All games, spread over the presets."""
    per_preset, more = divmod(n_games, len(PRESETS))
    for place in range(0, per_preset + 1, CHUNK):
        for number, rules in enumerate(PRESETS):
            size = min(CHUNK, per_preset + (number < more) - place)
            if size > 0:
                yield Chunk(rules, seed + place // CHUNK, size)


def played(chunk: Chunk) -> Games:
    """The games of a chunk."""
    habits = EAGER if chunk.seed % 2 else HUMAN_LIKE
    if chunk.rules is not None:
        return mjlog.simulate.games(chunk.n_games, seed=chunk.seed, rules=chunk.rules, habits=habits)
    batches = []
    for start in range(0, chunk.n_games, PER_RULE_SET):
        rules, n_games = drawn_rules(CHUNK * chunk.seed + start), min(PER_RULE_SET, chunk.n_games - start)
        batches.append(mjlog.simulate.games(n_games, rules=rules, habits=habits))
    return concatenate(batches)


def audited(chunk: Chunk) -> Audited:
    """Play and audit a chunk."""
    report = mjlog.audit(played(chunk))
    findings = tuple(
        f"{chunk.rules}, seed {chunk.seed}, game {finding.game}, {place.kyoku}: {finding.code}: {finding.message}"
        for finding, place in zip(report.findings, report.places, strict=True)
    )
    return Audited(report.n_games, report.n_kyoku, report.n_wins, findings)


def found(chunk: Chunk) -> Audited:
    """Play a chunk, put a fault into each game, write and read it, and ask the audit for each."""
    games = played(chunk)
    faulty = list(with_faults(games, [Random(f"{chunk} {number}") for number in range(chunk.n_games)]))
    report = mjlog.audit(parse([Source(label.file, text) for text, label in faulty]).games, rules=chunk.rules)
    complaints = []
    for number, (_, label) in enumerate(faulty):
        findings = [finding for finding in report.findings if finding.game == number]
        told = {*label.codes.split(), *label.consequences.split()}
        if not is_found(label, findings) or not {str(finding.code) for finding in findings} <= told:
            complaints.append(f"{chunk.rules}, seed {chunk.seed}, game {number}: {label}: {findings}")
    kinds = frozenset(label.fault for _, label in faulty)
    return Audited(report.n_games, report.n_kyoku, report.n_wins, tuple(complaints), kinds)


def results(work: Callable[[Chunk], Audited], games: Iterator[Chunk], workers: int) -> Iterator[Audited]:
    """What work makes of every chunk, as they are done; an interrupt is for this process, which ends the others."""
    with Pool(workers, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, games)


def audit(work: Callable[[Chunk], Audited], games: Iterator[Chunk], seed: int, workers: int) -> int:
    """Audit many games and print what came out, also of those before an interrupt; 1 if there are complaints."""
    start, done = time.perf_counter(), Audited(0, 0, 0, ())
    what = "findings" if work is audited else "faults not found, or not alone"
    try:
        for one in results(work, games, workers):
            done = Audited(
                done.n_games + one.n_games,
                done.n_kyoku + one.n_kyoku,
                done.n_wins + one.n_wins,
                done.complaints + one.complaints,
                done.kinds | one.kinds,
            )
            if sys.stderr.isatty():
                print(f"\r{done.n_games:,} games, {len(done.complaints):,} {what}", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    seconds = time.perf_counter() - start
    print(f"{done.n_games:,} games: {done.n_kyoku:,} kyoku, {done.n_wins:,} wins,", end=" ")
    if done.kinds:
        print(f"a fault in each, of {len(done.kinds)} of {len(KINDS)} kinds,", end=" ")
    print(f"{len(done.complaints):,} {what} in {seconds:,.0f} s with {workers} workers, from seed {seed}")
    print("\n".join(done.complaints[:SHOWN]))
    return int(bool(done.complaints))


def main() -> int:
    parser = argparse.ArgumentParser(description=Path(__file__).name)
    parser.add_argument("--audit", type=int, metavar="N", help="play N games over all presets and audit them")
    parser.add_argument("--drawn", action="store_true", help="audit games of rule sets with random options instead")
    parser.add_argument("--faults", type=int, metavar="N", help="the same with a fault in each game, to be found")
    parser.add_argument("--seed", type=int, default=0, help="where to begin")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    if given.audit or given.faults:
        work = audited if given.audit else found
        spread = drawn_chunks if given.audit and given.drawn else chunks
        return audit(work, spread(given.audit or given.faults, given.seed), given.seed, given.workers)
    for rules in ("tenhou", "tenhou-3p"):
        measure(rules)
    return 0


if __name__ == "__main__":
    sys.exit(main())
