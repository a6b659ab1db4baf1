"""A data set that remembers answers, so that the panels of a page, and pages after it, ask each question once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import pandas as pd

from mjlog.stats.dimensions import Tables, to_frame

KEPT: Final = 512
"""Number of remembered answers; the oldest one goes first."""


class Answers:
    """The answers of `mjlog.stats` on one data set."""

    def __init__(self, ds: Tables) -> None:
        self.ds = ds
        self._kept: dict[Any, pd.DataFrame] = {}

    def __call__(self, question: Callable[..., pd.DataFrame], *arguments: Any, **options: Any) -> pd.DataFrame:
        """The frame of `question(ds, *arguments, **options)`; it is shared, so do not change it."""
        key = (question, _hashable(arguments), _hashable(options))
        if key not in self._kept:
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = question(self.ds, *arguments, **options)
        return self._kept[key]

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
