"""Runs targets on damaged inputs; each finding is made small and written to a file."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz.mutating import smaller
from tests.fuzz.targets import TARGETS, Target

LONGEST: Final = 5.0
"""Seconds of the processor that one input may take; a batch may take them for each."""
LARGEST: Final = 4_000_000
"""Bytes; damage that makes an input longer is left out."""


class HangError(Exception):
    """An input took too long."""


@dataclass
class Finding:
    """An input with an exception that is no named error."""

    target: str
    name: str
    data: bytes
    error: str
    """Type and message, then the last lines of the traceback."""


@dataclass
class Outcome:
    """The inputs of one target."""

    n_inputs: int = 0
    seconds: float = 0.0
    """Of the processor."""
    slowest: float = 0.0
    """Seconds of the slowest input of the slowest batch."""
    findings: list[Finding] = field(default_factory=list)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise HangError after some seconds of the processor; only on systems with alarms."""

    def stop(*_: object) -> None:
        raise HangError(f"longer than {seconds:.0f} s")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def inputs_of(target: Target, seed: int, numbers: range) -> list[tuple[str, bytes]]:
    """The damaged inputs with these numbers."""
    samples = target.samples()
    made = []
    for number in numbers:
        rng = Random(f"{seed} {number}")
        name, data = rng.choice(samples)
        data = rng.choice(target.changes)(rng, data)
        made.append((name, data if len(data) < LARGEST else data[:LARGEST]))
    return made


def run(names: Sequence[str], seed: int, first: int, n: int, most_findings: int = 20) -> dict[str, Outcome]:
    """Run `n` inputs of each target."""
    outcomes = {}
    for name in names:
        target, outcome = TARGETS[name], Outcome()
        target.run(target.samples()[:1])  # compiles what is not yet compiled
        begun = time.process_time()
        slowest: tuple[float, list[tuple[str, bytes]]] = (0.0, [])
        for start in range(first, first + n, target.batch):
            inputs = inputs_of(target, seed, range(start, min(start + target.batch, first + n)))
            outcome.n_inputs += len(inputs)
            started = time.process_time()
            if error_of(target, inputs) is not None:
                outcome.findings += _found(name, target, inputs)
            else:
                slowest = max(slowest, (time.process_time() - started, inputs), key=lambda each: each[0])
            if len(outcome.findings) >= most_findings:
                break
        outcome.seconds = time.process_time() - begun
        for each in slowest[1]:
            started = time.process_time()
            target.run([each])
            outcome.slowest = max(outcome.slowest, time.process_time() - started)
        outcomes[name] = outcome
    return outcomes


def error_of(target: Target, inputs: Sequence[tuple[str, bytes]]) -> str | None:
    """The exception of some inputs; None if all is well."""
    try:
        with time_limit(LONGEST * len(inputs)):
            target.run(inputs)
    except Exception as error:  # noqa: BLE001  # every other exception is a finding
        frames = traceback.extract_tb(error.__traceback__)[-3:]
        places = " < ".join(f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in reversed(frames))
        return f"{type(error).__name__}: {str(error)[:200]} ({places})"
    return None


def _found(name: str, target: Target, inputs: Sequence[tuple[str, bytes]]) -> Iterator[Finding]:
    """The inputs of a batch that fail alone; the whole batch if none does."""
    alone = False
    for each in inputs:
        error = error_of(target, [each])
        if error is not None:
            alone = True
            yield Finding(name, *each, error)
    if not alone:
        yield Finding(name, "batch", b"\n\n".join(data for _, data in inputs), error_of(target, inputs) or "not again")


def minimised(finding: Finding) -> Finding:
    """The finding with a shorter input and the same kind of exception."""
    target, kind = TARGETS[finding.target], finding.error.partition(":")[0]

    def fails(data: bytes) -> bool:
        error = error_of(target, [(finding.name, data)])
        return error is not None and error.partition(":")[0] == kind

    if finding.name == "batch":
        return finding
    return Finding(finding.target, finding.name, smaller(finding.data, fails), finding.error)
