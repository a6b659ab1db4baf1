"""The form in which all benchmarks report: ratios of one run, between calls that alternate."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Final, NamedTuple

ROUNDS: Final = 5
HEADER: Final = "| what | against | ratio (min / median / max) | time |\n|---|---|---|---|"


class Row(NamedTuple):
    """How many times as fast as something else."""

    what: str
    against: str
    ratios: Sequence[float]
    """One of each round."""
    seconds: float
    """Median time for one unit."""
    unit: str = "game"

    def __str__(self) -> str:
        low, middle, high = (_short(f(self.ratios)) for f in (min, median, max))
        return f"| {self.what} | {self.against} | {low} / **{middle}** / {high} | {_time(self.seconds)} a {self.unit} |"


def cpu_seconds(call: Callable[[], object]) -> float:
    """Processor time of a call, which a busy machine disturbs less than the time on the clock."""
    start = time.process_time()
    call()
    return time.process_time() - start


def rounds_of(
    calls: Mapping[str, tuple[Callable[[], object], int]],
    n_rounds: int = ROUNDS,
    cost: Callable[[Callable[[], object]], float] = cpu_seconds,
) -> dict[str, list[float]]:
    """Seconds a unit of each call in each round, after one that compiles and loads; a call comes with its units."""
    rounds = [{name: cost(call) / n for name, (call, n) in calls.items()} for _ in range(n_rounds + 1)][1:]
    return {name: [seconds[name] for seconds in rounds] for name in calls}


def row(seconds: Mapping[str, Sequence[float]], what: str, against: str, unit: str = "game") -> Row:
    """The row for one call against another, from their times in the same rounds."""
    ratios = [theirs / ours for ours, theirs in zip(seconds[what], seconds[against], strict=True)]
    return Row(what, against, ratios, median(seconds[what]), unit)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _time(seconds: float) -> str:
    if seconds >= 0.1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"
