"""Who reads the shards: this process, a pool of processes, or any executor; and what happens when a worker dies."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, Final

import pyarrow as pa

from mjlog.archive import Shard, Unreadable, name_of
from mjlog.errors import Fault, LogError
from mjlog.importing import warm_up
from mjlog.importing.shard import Input, Job, ShardResult, compile_tables, digest_of, failure_of, read_shard

AHEAD: Final = 2
"""Shards in work or waiting, per worker."""
MOST_CRASHES: Final = 10
"""Files on which readers may crash before it is no longer taken for the fault of the files."""


def results(
    cut: Iterable[Shard], job: Job, n_workers: int, executor: Executor | None
) -> Generator[tuple[ShardResult, int], None, None]:
    """What is in each shard, in order, with the stored bytes it stands for.

    Processes of our own wait for the first games: what one of them compiles for these, the others find on the disk.
    """
    compiled = n_workers == 1 or executor is not None
    with _Workers(job, n_workers, executor) as workers:
        waiting: deque[tuple[Shard, str, Future[ShardResult]]] = deque()
        for number, shard in enumerate(cut):
            future = workers.submit(shard, str(number))
            waiting.append((shard, str(number), future))
            if not compiled:
                compiled = future.exception() is None and bool(future.result().staged)
            while waiting and (len(waiting) > AHEAD * n_workers or waiting[0][2].done()):
                yield from workers.finish(*waiting.popleft())
        while waiting:
            yield from workers.finish(*waiting.popleft())


@contextmanager
def compiling_tables(job: Job, wanted: bool) -> Iterator[None]:
    """Have the tables' code compiled by a process beside this one, if that is wanted."""
    if not wanted:
        yield
        return
    with warm_up.compiling(_compile_tables, job):
        yield


def _compile_tables(job: Job) -> None:
    _begin()
    compile_tables(job)


class _Workers:
    """A pool that is replaced when it breaks."""

    def __init__(self, job: Job, n_workers: int, executor: Executor | None) -> None:
        self.job = job
        self.given = executor is not None
        self.start: Callable[[int], Executor] = _Processes if n_workers > 1 else _Here
        self.n_workers = n_workers
        self.pool = executor or self.start(n_workers)
        self.alone: Executor | None = None
        self.n_crashes = 0

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for pool in [self.alone] + [self.pool] * (not self.given):
            if pool is not None:
                pool.shutdown(wait=True, cancel_futures=True)

    def submit(self, shard: Shard, name: str) -> Future[ShardResult]:
        """Have a shard read."""
        try:
            return self.pool.submit(read_shard, shard, self.job, name)
        except BrokenExecutor:
            if self.given:
                raise
            self.pool.shutdown(wait=False)
            self.pool = self.start(self.n_workers)
            return self.pool.submit(read_shard, shard, self.job, name)

    def finish(self, shard: Shard, name: str, future: Future[ShardResult]) -> Iterator[tuple[ShardResult, int]]:
        """The result of a shard; if its worker died or failed, those of its files, read apart from all others."""
        error = future.exception()
        if error is None:
            yield future.result(), shard.n_stored
        elif isinstance(error, OSError) or (self.given and isinstance(error, BrokenExecutor)):
            raise error  # the data set cannot be written, or there is no one to work
        else:
            yield from self._apart(shard, f"{name}x")

    def _apart(self, shard: Shard, name: str) -> Iterator[tuple[ShardResult, int]]:
        """The results of a shard read by a worker of its own, in ever smaller cuts as long as that fails."""
        future = self._submit_alone(shard, name)
        error = future.exception()
        if error is None:
            yield future.result(), shard.n_stored
        elif isinstance(error, OSError):
            raise error
        elif len(shard.pieces) > 1:
            half = len(shard.pieces) // 2
            yield from self._apart(Shard(shard.pieces[:half], 0), f"{name}a")
            yield from self._apart(Shard(shard.pieces[half:], shard.n_stored), f"{name}b")
        else:
            self.n_crashes += 1
            if self.n_crashes > MOST_CRASHES:
                raise error
            yield _crashed(shard, error), shard.n_stored

    def _submit_alone(self, shard: Shard, name: str) -> Future[ShardResult]:
        if self.given:
            return self.submit(shard, name)
        if self.alone is None:
            self.alone = self.start(1)
        try:
            return self.alone.submit(read_shard, shard, self.job, name)
        except BrokenExecutor:
            self.alone.shutdown(wait=False)
            self.alone = self.start(1)
            return self.alone.submit(read_shard, shard, self.job, name)


def _crashed(shard: Shard, error: BaseException) -> ShardResult:
    """The result of a shard of one file on which the reader crashes."""
    if isinstance(error, BrokenExecutor):
        what = "the process that read it died, perhaps for want of memory"
    else:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
    message = f"the reader failed, which is a fault of mjlog and should be reported: {what}"
    name = name_of(shard.pieces[0])
    fault = LogError(Fault.READER_FAILED, message)
    return ShardResult(
        inputs=[Input(name, digest_of(Unreadable(name, fault)), readable=False)],
        failures=[failure_of(0, name, None, fault)],
    )


class _Here(Executor):
    """Does the work at once, in the calling thread."""

    def __init__(self, n_workers: int) -> None:
        assert n_workers == 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call the function, and return what came of it."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # an executor hands every error on
            future.set_exception(error)
        return future


class _Processes(ProcessPoolExecutor):
    """Processes that start from nothing, so that no thread or lock of the caller is copied."""

    def __init__(self, n_workers: int) -> None:
        super().__init__(n_workers, multiprocessing.get_context("spawn"), initializer=_begin)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `Executor.submit`."""
        with warm_up.without_main():
            return super().submit(fn, *args, **kwargs)


def _begin() -> None:
    """Prepare a worker process: it leaves interrupts to its parent, does not outlive it, and keeps to one processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pa.set_cpu_count(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a child process"
    wait([parent.sentinel])
    os._exit(1)
