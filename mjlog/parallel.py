"""Work on many items with any executor: results in order, few at a time; worker processes; and Dask clusters."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing.connection import wait
from types import ModuleType
from typing import Any, Final, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

ANSWER_SECONDS: Final = 10
"""Time within which the scheduler of a cluster has to answer."""


def in_order(
    submit: Callable[[Item], Future[Result]], items: Iterable[Item], limit: int
) -> Iterator[tuple[Item, Future[Result]]]:
    """Each item with its future, in the order of the items; at most `limit` futures wait while an item is submitted.

    The next item is taken only when there is room for it. The futures may still run: their `result()` waits.
    """
    pending: deque[tuple[Item, Future[Result]]] = deque()
    for item in items:
        pending.append((item, submit(item)))
        while pending and (len(pending) > limit or pending[0][1].done()):
            yield pending.popleft()
    while pending:
        yield pending.popleft()


class Inline(Executor):
    """Does the work in the calling thread, while it is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function; the future is done on return."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # an executor passes every error to its caller
            future.set_exception(error)
        return future


class Processes(ProcessPoolExecutor):
    """Worker processes that copy no thread or lock of the caller, and do not run its script again."""

    def __init__(self, n_workers: int) -> None:
        super().__init__(n_workers, multiprocessing.get_context("spawn"), initializer=set_up_worker)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `Executor.submit`."""
        with without_main():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def without_main() -> Iterator[None]:
    """Start processes that do not run the caller's script, so that it needs no `if __name__ == "__main__"`.

    `multiprocessing` has no option for this: with every start method but fork a new process runs the file of the
    module `__main__`.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextmanager
def dask_cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster as an executor, and the number of their threads; at the end, open work is dropped.

    `address` is that of the scheduler, such as `tcp://10.0.0.1:8786`. The work of a worker that dies is done by another
    one. Raises OSError if the scheduler does not answer, or if its workers lack this version of mjlog, and ValueError
    if Dask is not installed.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise ValueError("a cluster needs Dask: pip install distributed") from error
    with Client(address, set_as_default=False, timeout=f"{ANSWER_SECONDS}s") as client:
        ours = version("mjlog")
        others = {
            name: found for name, found in client.run(version, "mjlog", on_error="return").items() if found != ours
        }
        if others:
            name, found = min(others.items())
            raise OSError(f"the worker {name} has mjlog {found}, not {ours}: all machines need the same version")
        n_threads = sum(client.nthreads().values())
        if not n_threads:
            raise OSError(f"the cluster at {address} has no workers")
        executor = client.get_executor()
        try:
            yield executor, n_threads
        finally:
            executor.shutdown(wait=False)


def set_up_worker() -> None:
    """Prepare a worker process: its parent handles interrupts, it ends with its parent, and it uses one processor."""
    import pyarrow as pa  # loaded by workers only

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pa.set_cpu_count(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a child process"
    wait([parent.sentinel])
    os._exit(1)
