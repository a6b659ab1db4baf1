"""The HTML of the dashboard's panels."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from mjlog.dashboard.choices import Choices, caption_of, title_of
from mjlog.panels import Panel, Selection
from mjlog.plots.style import shortened
from mjlog.report.html import rendered
from mjlog.words import tr


def head_html(title: str, games: pd.DataFrame, problem: str) -> str:
    """Title, number of games and dates, and the reason if nothing is shown."""
    return rendered("head.html", title=title, caption=caption_of(games), problem=problem)


def panel_html(
    choices: Choices,
    panel: Panel,
    s: Selection,
    games: pd.DataFrame,
    kyoku_address: Callable[[tuple[str, int]], str] | None = None,
) -> str:
    """A panel with its answer, and a link to download its picture with title, dates and n in it.

    `kyoku_address` is the address that shows a kyoku, given by game and number.
    """
    answer = choices.answer(panel, s)
    name = shortened(title_of(s))
    caption = f"{name}, n {answer.n:,} {tr(panel.unit)}, {caption_of(games)}"
    return rendered("panel.html", answer=answer, caption=caption, kyoku_address=kyoku_address)
