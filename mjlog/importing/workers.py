"""The pool that reads the shards, and what happens when a worker dies."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from typing import Any, Final

from mjlog.archive import Shard, Unreadable, name_of
from mjlog.errors import Fault, LogError
from mjlog.importing.shard import Input, Job, ShardResult, digest_of, failure_of, stage_shard
from mjlog.parallel import Inline, Processes, in_order

PENDING_SHARDS: Final = 2
"""Shards submitted or waiting to be committed, per worker."""
MOST_CRASHES: Final = 10
"""Files on which the reader may crash; more crashes are an error of the program, not of the files."""


def results(
    shards: Iterable[Shard], job: Job, n_workers: int, executor: Executor | None, *, is_compiled: bool
) -> Generator[tuple[ShardResult, int], None, None]:
    """The content of each shard, in order, with the stored bytes of the shard.

    Unless the code is compiled, processes of our own pool wait for the first games: one compiles, the others load it
    from disk.
    """
    with _Workers(job, n_workers, executor, is_compiled) as workers:
        for (number, shard), future in in_order(workers.submit, enumerate(shards), PENDING_SHARDS * n_workers):
            yield from workers.collect(shard, str(number), future)


class _Workers:
    """The executor of an import, and one worker that reads the shards again on which the executor failed."""

    def __init__(self, job: Job, n_workers: int, executor: Executor | None, is_compiled: bool) -> None:
        def start(n: int) -> Executor:
            return Processes(n) if n_workers > 1 else Inline()

        self.job = job
        self.is_ours = executor is None
        self.pool = executor or _Restarted(partial(start, n_workers))
        self.second = executor or _Restarted(partial(start, 1))
        self.is_compiled = is_compiled or n_workers == 1 or not self.is_ours
        self.n_crashes = 0

    def __enter__(self) -> _Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_ours:
            self.second.shutdown(cancel_futures=True)
            self.pool.shutdown(cancel_futures=True)

    def submit(self, numbered: tuple[int, Shard]) -> Future[ShardResult]:
        """Have a shard read; until games have been read, and so the code is compiled, wait for the result."""
        number, shard = numbered
        future = self.pool.submit(stage_shard, shard, self.job, str(number))
        if not self.is_compiled:
            self.is_compiled = future.exception() is None and bool(future.result().parts)
        return future

    def collect(self, shard: Shard, name: str, future: Future[ShardResult]) -> Iterator[tuple[ShardResult, int]]:
        """The result of a shard; if its worker died or failed, those of the shard read again."""
        error = future.exception()
        if error is None:
            yield future.result(), shard.n_stored
        elif isinstance(error, OSError) or (isinstance(error, BrokenExecutor) and not self.is_ours):
            raise error  # the data set cannot be written, or the caller's executor is broken
        else:
            yield from self._read_again(shard, f"{name}x")

    def _read_again(self, shard: Shard, name: str) -> Iterator[tuple[ShardResult, int]]:
        """The results of a shard on which a worker failed; it is halved until only the files that fail are left."""
        future = self.second.submit(stage_shard, shard, self.job, name)
        error = future.exception()
        if error is None:
            yield future.result(), shard.n_stored
        elif isinstance(error, OSError):
            raise error
        elif len(shard.pieces) > 1:
            half = len(shard.pieces) // 2
            yield from self._read_again(Shard(shard.pieces[:half], 0), f"{name}a")
            yield from self._read_again(Shard(shard.pieces[half:], shard.n_stored), f"{name}b")
        else:
            self.n_crashes += 1
            if self.n_crashes > MOST_CRASHES:
                raise error
            yield _crashed(shard, error), shard.n_stored


class _Restarted(Executor):
    """An executor that starts on first use, and is replaced when it breaks."""

    def __init__(self, start: Callable[[], Executor]) -> None:
        self.start = start
        self.executor: Executor | None = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `Executor.submit`."""
        if self.executor is None:
            self.executor = self.start()
        try:
            return self.executor.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self.executor.shutdown(wait=False)
            self.executor = self.start()
            return self.executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As `Executor.shutdown`."""
        if self.executor is not None:
            self.executor.shutdown(wait, cancel_futures=cancel_futures)


def _crashed(shard: Shard, error: BaseException) -> ShardResult:
    """The result of a shard of one file on which the reader crashes."""
    bug = "the reader failed, which is a bug in mjlog; please report it: "
    if isinstance(error, MemoryError):
        message = "too little memory to read the file"
    elif isinstance(error, BrokenExecutor):
        message = f"{bug}the worker process died, perhaps because memory ran out"
    else:
        message = bug + f"{type(error).__name__}: {error}".splitlines()[0]
    name = name_of(shard.pieces[0])
    fault = LogError(Fault.READER_FAILED, message)
    return ShardResult(
        inputs=[Input(name, digest_of(Unreadable(name, fault)), readable=False)],
        failures=[failure_of(0, name, None, fault)],
    )
