"""A data set that remembers answers, so that the panels of a page, and pages after it, ask each question once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any, Final

import pandas as pd

from mjlog.stats.dimensions import Tables, to_frame
from mjlog.tables.dataset import Dataset

KEPT: Final = 512
"""Number of remembered answers; the oldest one goes first."""


class _Kept:
    """One question; its lock is held by the thread that answers it."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.frame: pd.DataFrame | None = None


class Answers:
    """The answers of `mjlog.stats` on one data set; threads may ask at the same time."""

    def __init__(self, ds: Tables) -> None:
        self.ds = ds
        self._idle = [ds]
        """The data set over each connection that no thread uses now."""
        self._kept: dict[Any, _Kept] = {}
        self._lock = Lock()

    def __call__(self, question: Callable[..., pd.DataFrame], *arguments: Any, **options: Any) -> pd.DataFrame:
        """The frame of `question(ds, *arguments, **options)`; it is shared, so do not change it."""
        key = (question, _hashable(arguments), _hashable(options))
        with self._lock:
            if key not in self._kept and len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            kept = self._kept.setdefault(key, _Kept())
        with kept.lock:
            if kept.frame is None:
                kept.frame = self._ask(question, *arguments, **options)
            return kept.frame

    def _ask(self, question: Callable[..., pd.DataFrame], *arguments: Any, **options: Any) -> pd.DataFrame:
        """The answer over a connection that no other thread uses."""
        with self._lock:
            ds = self._idle.pop() if self._idle else self.ds.another() if isinstance(self.ds, Dataset) else self.ds
        try:
            return question(ds, *arguments, **options)
        finally:
            with self._lock:
                self._idle.append(ds)

    def games_of(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the games in which at least one of the players sat."""
        return tuple(self(_games_of, players)["game"])


def _games_of(ds: Tables, players: tuple[str, ...]) -> pd.DataFrame:
    seats = ds.seats.filter(ds.seats.player.isin(players))
    return to_frame(seats.select("game").distinct().order_by("game"))


def _hashable(value: Any) -> Any:
    match value:
        case Mapping():
            return tuple((key, _hashable(each)) for key, each in value.items())
        case list() | tuple():
            return tuple(map(_hashable, value))
        case _:
            return value
