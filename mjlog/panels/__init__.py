"""Panels: the questions, pictures, tables and words of a page on a player or an archive.

A page is the answers of one list of panels for one selection of games. Reports, the dashboard in a notebook and the
live page show the same lists.
"""

from mjlog.panels.answers import Answers
from mjlog.panels.archive import ARCHIVE
from mjlog.panels.audit import AUDIT
from mjlog.panels.panel import Answer, Cell, Grid, Panel
from mjlog.panels.player import PLAYER
from mjlog.panels.selection import Selection
from mjlog.stats.summaries import LEAST_GAMES

__all__ = [
    "ARCHIVE",
    "AUDIT",
    "LEAST_GAMES",
    "PLAYER",
    "Answer",
    "Answers",
    "Cell",
    "Grid",
    "Panel",
    "Selection",
    "panels_of",
]


def panels_of(selection: Selection) -> tuple[Panel, ...]:
    """The panels of a selection's page: about its player, or about all players."""
    return ARCHIVE if selection.player is None else PLAYER
