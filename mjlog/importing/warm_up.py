"""A process that compiles what builds tables while this one compiles what reads logs: the first import on a machine.

numba compiles one function after another, and keeps each on the disk. The helper makes the tables of no games at all,
which compiles all that is needed for them; this process then finds it there.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from types import ModuleType
from typing import Any, Final

from mjlog.jit import is_kept
from mjlog.replay.play import play

_helpers: Final[list[BaseProcess]] = []
"""The helper of this process, while there is one."""


def is_first() -> bool:
    """Whether there is nothing yet of what is compiled."""
    return not is_kept(play)


@contextmanager
def compiling(work: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """Have the work done by a helper, if there is a processor for it."""
    if (os.cpu_count() or 1) < 2:
        yield
        return
    helper = multiprocessing.get_context("spawn").Process(target=work, args=arguments, daemon=True)
    with without_main():
        helper.start()
    _helpers.append(helper)
    try:
        yield
    finally:
        _helpers.remove(helper)
        helper.terminate()
        helper.join()


@contextmanager
def without_main() -> Iterator[None]:
    """Keep new processes from running the caller's script, which then needs no `if __name__ == "__main__"`."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def wait() -> None:
    """Wait for the helper, if there is one: it has begun what this process would begin now."""
    for helper in _helpers:
        helper.join()
