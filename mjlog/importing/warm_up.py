"""A helper process compiles the table builders while this one compiles the parsers: the first import on a machine.

numba compiles one function at a time and caches each on disk. The helper builds the tables of no games, which compiles
everything they need; this process then loads it from the cache.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, Final

from mjlog.jit import is_compiled
from mjlog.parallel import set_up_worker, without_main
from mjlog.replay.play import play

_running: Final[list[BaseProcess]] = []
"""The helper of this process, while it has one."""


def is_first() -> bool:
    """Whether nothing is compiled yet."""
    return not is_compiled(play)


@contextmanager
def compiling(work: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """Run the work in a helper if the machine has a second processor; the helper is stopped on leaving."""
    if (os.cpu_count() or 1) < 2:
        yield
        return
    helper = multiprocessing.get_context("spawn").Process(target=_run, args=(work, *arguments), daemon=True)
    with without_main():
        helper.start()
    _running.append(helper)
    try:
        yield
    finally:
        _running.remove(helper)
        helper.terminate()
        helper.join()


def wait() -> None:
    """Wait for the helper, if it runs: it has begun the work that this process would begin now."""
    for helper in _running:
        helper.join()


def _run(work: Callable[..., None], *arguments: Any) -> None:
    set_up_worker()
    work(*arguments)
