"""Errors of the disk: one write of some work on a data set fails, or all from one on, or its files vanish.

A write is a call of the operating system that changes a file or folder. It fails with an error of the table, as on a
full disk, one that can only be read, or a broken one; or the data set, or the staging folder, is deleted before it.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from unittest import mock

from mjlog.tables.store import StoreError
from tests.crashes.scenarios import Scenario, begin, damage, difference

WRITES: Final = ((os, "fsync"), (os, "replace"), (os, "mkdir"), (os, "unlink"), (shutil, "copyfile"))
ERRORS: Final = {"full": errno.ENOSPC, "read-only": errno.EROFS, "broken": errno.EIO}
VANISHING: Final = {"data set gone": "", "staging gone": ".staging-*"}
FAULTS: Final = (*ERRORS, *VANISHING)
SIZES: Final = (20, 50, 100, 200, 400, 900)
"""Free space of the small disks, in kB."""


@contextmanager
def watched(before_write: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the name of each write before it happens."""

    def wrapped(module: Any, name: str) -> Any:
        original = getattr(module, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            before_write(name)
            return original(*args, **kwargs)

        return mock.patch.object(module, name, call)

    patches = [wrapped(module, name) for module, name in WRITES]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()


def n_writes(scenario: Scenario, out: Path) -> int:
    """Number of writes of undisturbed work."""
    writes: list[str] = []
    begin(scenario.before, out)
    with watched(writes.append):
        scenario.work(out, 1)
    return len(writes)


def disturb(scenario: Scenario, out: Path, fault: str, at: int, *, lasting: bool) -> str:
    """Let the write with this number, or all from it on, fail, and repeat the work; what went wrong, or nothing."""
    n = 0

    def fail(name: str) -> None:
        nonlocal n
        n += 1
        if n == at + 1 and fault in VANISHING:
            with mock.patch.object(sys.modules[__name__], "WRITES", ()):
                for path in out.glob(VANISHING[fault]) if VANISHING[fault] else [out]:
                    subprocess.run(["rm", "-r", path], check=True)
        elif fault in ERRORS and (n > at if lasting else n == at + 1):
            raise OSError(ERRORS[fault], os.strerror(ERRORS[fault]), *([] if name == "fsync" else [str(out)]))

    begin(scenario.before, out)
    try:
        with watched(fail):
            scenario.work(out, 1)
    except OSError as error:
        if str(out) not in str(error):
            return f"an error without a place: {error!r}"
    except StoreError:
        if fault != "data set gone":
            raise
    return _repeated(scenario, out, fault)


def _repeated(scenario: Scenario, out: Path, fault: str = "") -> str:
    """What is wrong after an error, and after the work is repeated."""
    if fault == "data set gone":
        begin(scenario.before, out)
    elif wrong := damage(out, scenario):
        return wrong
    scenario.work(out, 1)
    if scenario.name == "compact":
        scenario.work(out, 1)
    return difference(out, scenario)


def disk_faults(scenarios: Sequence[Scenario], out: Path, n: int, seed: int) -> dict[tuple[str, str], Counter[str]]:
    """`n` trials: of each kind their number, and of each fault."""
    rng = random.Random(seed)
    table: dict[tuple[str, str], Counter[str]] = {}
    writes: dict[str, int] = {}
    for trial in range(n):
        scenario = scenarios[trial % len(scenarios)]
        fault = FAULTS[trial // len(scenarios) % len(FAULTS)]
        if scenario.name not in writes:
            writes[scenario.name] = n_writes(scenario, out)
        wrong = disturb(scenario, out, fault, rng.randrange(writes[scenario.name]), lasting=rng.random() < 0.5)
        counts = table.setdefault((scenario.name, fault), Counter())
        counts["trials"] += 1
        if wrong:
            counts[wrong] += 1
    return table


def small_disks(scenarios: Sequence[Scenario], disk: Path) -> dict[tuple[str, str], Counter[str]]:
    """Work in file systems in memory that are too small, then large enough; only root can mount them."""
    table: dict[tuple[str, str], Counter[str]] = {}
    disk.mkdir()
    for scenario in scenarios:
        for size in SIZES:
            counts = table.setdefault((scenario.name, "small disk"), Counter())
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100m", "tmpfs", disk], check=True)
            try:
                out = disk / "out"
                begin(scenario.before, out)
                used = shutil.disk_usage(disk).used // 1000
                subprocess.run(["mount", "-o", f"remount,size={used + size}k", disk], check=True)
                try:
                    scenario.work(out, 1)
                    counts["large enough"] += 1
                except OSError as error:
                    counts["trials"] += 1
                    if str(out) not in str(error):
                        counts[f"an error without a place: {error!r}"] += 1
                subprocess.run(["mount", "-o", "remount,size=100m", disk], check=True)
                if wrong := _repeated(scenario, out):
                    counts[wrong] += 1
            finally:
                subprocess.run(["umount", "-l", disk], check=True)  # a file of an error may still be open
    return table
