"""Progress of long work: a bar on a terminal and in a notebook, elsewhere a line from time to time."""

from __future__ import annotations

import threading
import time
from importlib.util import find_spec
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

COMPILING: Final = "Compiling, once per machine and upgrade; this takes a minute or so"
"""Description while numba compiles."""
PATIENCE: Final = 1.0
"""Seconds before a bar appears for work that is often quick."""


def is_watched() -> bool:
    """Whether a person sees the progress: standard error is a terminal, or this is a notebook."""
    console = Console(stderr=True)
    return console.is_terminal or console.is_jupyter


class ProgressBar:
    """A bar that appears after `patience` seconds; without a terminal lines, the first after `first_line` seconds.

    A notebook shows the bar if ipywidgets is installed, else lines.
    """

    def __init__(
        self,
        text: str,
        *,
        total: float | None = None,
        amount: ProgressColumn | None = None,
        patience: float = 0.0,
        first_line: float = 0.0,
        line_seconds: float = 0.0,
        console: Console | None = None,
    ) -> None:
        self.console = console or Console(stderr=True, highlight=False)
        self.live = self.console.is_terminal or (self.console.is_jupyter and find_spec("ipywidgets") is not None)
        self.begun = time.monotonic()
        self.line_seconds = line_seconds
        self.next_line = self.begun + first_line
        share = TaskProgressColumn("[progress.percentage]{task.percentage:>3.0f} %")
        columns = (TextColumn("{task.description}"), BarColumn(), amount or share, TimeRemainingColumn())
        self.bar = Progress(*columns, console=self.console, transient=True, disable=not self.live)
        self.task = self.bar.add_task(text, total=total)
        self.timer = threading.Timer(patience, self.bar.start)
        self.timer.daemon = True

    def update(self, text: str, *, done: float | None = None, total: float | None = None) -> None:
        """Show a text and how much of the total is done."""
        self.bar.update(self.task, description=text, completed=done, total=total)

    def line(self, text: str) -> None:
        """Print a line where there is no terminal, unless the last one is too recent."""
        now = time.monotonic()
        if not self.live and now >= self.next_line:
            self.next_line = now + self.line_seconds
            self.console.print(text)

    @property
    def seconds(self) -> float:
        """Seconds since the command began."""
        return time.monotonic() - self.begun

    def __enter__(self) -> Self:
        self.timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.timer.cancel()
        self.timer.join()
        if self.live:
            self.bar.stop()
