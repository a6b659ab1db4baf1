"""A panel: one question about a selection of games, with the words, picture and table of its answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pandas as pd
from matplotlib.axes import Axes

from mjlog.panels.answers import Answers
from mjlog.panels.selection import Selection
from mjlog.plots.style import MIN_CASES
from mjlog.stats.dimensions import NoTableError
from mjlog.words import tr


class NoAnswerError(Exception):
    """The data set cannot answer; the text is the reason that a page shows."""


class Cell(NamedTuple):
    """A cell of a table; all of it is plain text."""

    text: str
    tip: str = ""
    """Shown when the pointer rests on the cell: numerator, denominator, interval."""
    link: str = ""
    """Address of the game at its service."""
    kyoku: tuple[str, int] | None = None
    """The game and kyoku that the row is about."""
    tone: str = ""
    """`good` or `bad` where the difference is significant and has a direction; `pale` for small samples."""


class Grid(NamedTuple):
    """A table to read."""

    heads: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    words: int = 1
    """The first columns, which contain words; the others contain numbers."""


def largest_n(frame: pd.DataFrame) -> int:
    """The largest sample of a frame of statistics or of a distribution."""
    names = ("n", "kyoku", "games", "wins", "all_wins", "count")
    column = next((name for name in names if name in frame), None)
    return len(frame) if column is None else int(frame[column].max()) if len(frame) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One question about the games of a page; its texts are English and translated when they are shown."""

    key: str
    """Name in addresses and links."""
    title: str
    """The question, or a few words for it."""
    chapter: str = "Overview"
    """The part of a page it belongs to."""
    words: str = ""
    """What the picture or the table shows: the cases, the unit, the direction of good."""
    ask: Callable[[Answers, Selection], pd.DataFrame]
    """The frame of the answer; no rows if there are no cases."""
    draw: Callable[[pd.DataFrame], Axes] | None = None
    table: Callable[[pd.DataFrame], Grid] | None = None
    cases: Callable[[pd.DataFrame], int] = largest_n
    """The size of the sample."""
    least: int = MIN_CASES
    """The smallest sample that is shown."""
    unit: str = "cases"
    """What the sample counts, in the plural."""

    def answer(self, answers: Answers, selection: Selection) -> Answer:
        """The answer for a selection, or the reason why there is none."""
        try:
            frame = self.ask(answers, selection)
        except (NoTableError, NoAnswerError) as error:
            return Answer(self, pd.DataFrame(), 0, tr(str(error)))
        n = self.cases(frame) if len(frame) else 0
        if n == 0:
            return Answer(self, frame, 0, self._none())
        if n < self.least:
            return Answer(self, frame, n, too_few(n, self.unit, self.least))
        return Answer(self, frame, n)

    def _none(self) -> str:
        unit = tr(self.unit)
        if self.least == 1:
            return tr("No {unit}.", unit=unit)
        return tr("Too few {unit} to show ({least} needed).", unit=unit, least=self.least)


def too_few(n: int, unit: str, least: int) -> str:
    """The sentence on a sample that is too small; `unit` is in the plural."""
    return tr("{n:,} {unit}: too few to show ({least} needed).", n=n, unit=tr(unit), least=least)


class Answer(NamedTuple):
    """What a panel shows for one selection."""

    panel: Panel
    frame: pd.DataFrame
    n: int
    """Size of the sample."""
    missing: str = ""
    """The reason why nothing is shown; empty if there is an answer."""
