"""The progress of an import, and how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from mjlog.progress_bar import COMPILING, PATIENCE, ProgressBar, is_watched
from mjlog.words import percent_text

LINE_SECONDS: Final = 10.0
"""Seconds between two lines of progress where there is no terminal."""


class Progress(NamedTuple):
    """State of a running import."""

    stored_bytes: int
    total_bytes: int
    """Bytes of the archive; too few, or 0, if it comes from standard input or a server that does not report sizes."""
    n_games: int
    n_failures: int
    compiles: bool = False
    """Whether the code is compiled first, as in the first import on a machine; it takes up to a minute."""


Watch = Callable[[Progress], None]


@contextmanager
def shown(always: bool = False) -> Iterator[Watch]:
    """A function that shows the progress of an import where somebody watches, or if `always` in lines of text."""
    if not (always or is_watched()):
        yield lambda step: None
        return
    with ProgressBar("Starting", patience=PATIENCE, first_line=LINE_SECONDS, line_seconds=LINE_SECONDS) as bar:
        yield lambda step: show(bar, step)


def show(bar: ProgressBar, step: Progress) -> None:
    """Show the progress of an import."""
    if not step.stored_bytes:
        bar.update(COMPILING if step.compiles else "Importing", total=step.total_bytes or None)
        if step.compiles and not bar.live:
            bar.console.print(COMPILING)
        return
    text = f"{step.n_games:,} games"
    if step.n_games > bar.seconds:  # else it mostly compiled
        text += f", {step.n_games / bar.seconds:,.0f} games/s"
    if step.n_failures:
        text += f", {step.n_failures:,} failures"
    bar.update(text, done=step.stored_bytes)
    if step.stored_bytes <= step.total_bytes:
        text = f"{percent_text(f'{100 * step.stored_bytes / step.total_bytes:.0f}')}: {text}"
    bar.line(text)
