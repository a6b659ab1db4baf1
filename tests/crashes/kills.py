"""Signals at random moments: to the process of an import, to one of its workers, to the whole group."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.crashes.scenarios import Scenario, begin, damage, difference, fork

SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)
TARGETS = ("process", "worker", "group")


def kill(scenario: Scenario, out: Path, rng: random.Random) -> tuple[tuple[str, str, str], int, str]:
    """Disturb some work up to three times and then repeat it: kind of trial, signals that arrived, what went wrong."""
    target = rng.choice(TARGETS)
    number = signal.SIGKILL if target == "worker" else rng.choice(SIGNALS)
    n_workers = 1 if target == "process" else 2
    if scenario.name == "compact" and target == "worker":
        target = "process"  # it has none
    begin(scenario.before, out)
    n_kills = 0
    for _ in range(rng.randint(1, 3)):
        pid = fork(lambda: scenario.work(out, n_workers), manifest_seconds=rng.choice((0.0, 1.0)))
        time.sleep(rng.random() * scenario.seconds)
        n_kills += _send(pid, target, number)
        status = _wait(pid)
        wrong = "an unexpected error" if status == 1 else damage(out, scenario)
        if wrong:
            return (scenario.name, target, number.name), n_kills, wrong
    scenario.work(out, 1)
    if scenario.name == "compact":
        scenario.work(out, 1)
    return (scenario.name, target, number.name), n_kills, difference(out, scenario)


def _send(pid: int, target: str, number: signal.Signals) -> bool:
    """Send a signal; False if its target has ended, or has not started."""
    try:
        while True:
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                return False
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            if children or target != "worker":
                break
            time.sleep(0.001)
        if target == "group":
            os.killpg(pid, number)
        elif target == "worker":
            os.kill(int(children[0]), number)
        else:
            os.kill(pid, number)
    except OSError:
        return False
    return True


def _wait(pid: int) -> int:
    """Wait for the process and then for its group, whose workers end with it; the status of the process."""
    deadline = time.monotonic() + 60
    while not (ended := os.waitpid(pid, os.WNOHANG))[0]:
        if time.monotonic() > deadline:
            os.killpg(pid, signal.SIGKILL)
            raise TimeoutError("an import hangs after a signal")
        time.sleep(0.002)
    while time.monotonic() < deadline:
        try:
            os.killpg(pid, 0)
        except OSError:
            return os.waitstatus_to_exitcode(ended[1])
        time.sleep(0.002)
    raise TimeoutError("workers outlive the import")


def kills(scenarios: Sequence[Scenario], out: Path, n: int, seed: int) -> dict[tuple[str, str, str], Counter[str]]:
    """Trials until `n` signals have arrived: of each kind the number of kills, and of each fault."""
    rng = random.Random(seed)
    table: dict[tuple[str, str, str], Counter[str]] = {}
    done = trial = 0
    while done < n:
        kind, n_kills, wrong = kill(scenarios[trial % len(scenarios)], out, rng)
        counts = table.setdefault(kind, Counter())
        counts["kills"] += n_kills
        if wrong:
            counts[wrong] += 1
        done += n_kills
        trial += 1
    return table
