"""The report on a data set or a player: the panels as one HTML page that needs no other file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import pandas as pd

from mjlog.panels import AUDIT, LEAST_GAMES, Answer, Answers, Selection, panels_of
from mjlog.panels.panel import too_few
from mjlog.report.html import rendered
from mjlog.stats.cut_games import cut_games_note
from mjlog.stats.dimensions import Tables, grouped_rows, require_player, to_frame
from mjlog.tables.dataset import Dataset
from mjlog.words import day_text, span_text, tr

Where = Mapping[str, Any]
QUIET: Final = frozenset({"checks", "failures", "findings", "finding-list"})
"""Panels that are left out where there is nothing to report."""


class Section(NamedTuple):
    """The answers for games of one number of players, or on the data set itself."""

    title: str
    anchor: str
    answers: tuple[Answer, ...]
    note: str = ""

    @property
    def chapters(self) -> dict[str, list[Answer]]:
        """The answers by chapter, in the order of the first of each."""
        chapters: dict[str, list[Answer]] = {}
        for answer in self.answers:
            chapters.setdefault(answer.panel.chapter, []).append(answer)
        return chapters


def page(ds: Dataset, *, player: str | None = None, where: Where | None = None, title: str = "") -> str:
    """The report as HTML; with `player` about this player, compared with all others.

    Three- and four-player games have sections of their own; of a player with fewer than `LEAST_GAMES` such games, the
    section says only that. Raises ValueError if no game is left, with similar names for a player who is in no game.
    """
    answers = Answers(ds)
    where = dict(where or {})
    games = answers(_games, where if player is None else {**where, "player": player})
    if games.empty:
        if player is not None:
            require_player(ds, player)
        raise ValueError("no games to report on")
    sections = list(_sections(answers, games, player, where))
    return rendered(
        "page.html",
        title=title or player or tr("Games of {name}", name=Path(str(ds.folder)).resolve().name),
        facts=_facts(games, player),
        cut=cut_games_note(ds),
        sections=sections,
    )


def _games(ds: Tables, where: Where) -> pd.DataFrame:
    """The games of the filter, one row per seat."""
    rows, _ = grouped_rows(ds, "seats", ["started"], where)
    return to_frame(rows.select("game", "players", "player", "started"))


def _facts(games: pd.DataFrame, player: str | None) -> list[tuple[str, str]]:
    """Large figures, each as (name, value)."""
    days = games["started"].dropna()
    ends = sorted({day_text(day) for day in (days.min(), days.max())}) if len(days) else [tr("unknown")]
    facts = {"games": games["game"].nunique(), "players": games["player"].nunique()}
    if player is not None:
        del facts["players"]
    counts = [(tr(name if n != 1 else name.removesuffix("s")), f"{n:,}") for name, n in facts.items()]
    return [*counts, (tr("dates" if len(ends) > 1 else "date"), span_text(*ends))]


def _sections(answers: Answers, games: pd.DataFrame, player: str | None, where: Where) -> Iterator[Section]:
    for players, n in games.groupby("players")["game"].nunique().sort_index(ascending=False).items():
        selection = Selection(players=int(str(players)), player=player, filters=tuple(where.items()))
        title, anchor = tr(f"{players}-player games"), f"players-{players}"
        if player is not None and n < LEAST_GAMES:
            yield Section(title, anchor, (), too_few(n, "game" if n == 1 else "games", LEAST_GAMES))
            continue
        yield Section(title, anchor, tuple(panel.answer(answers, selection) for panel in panels_of(selection)))
    about = tuple(panel.answer(answers, Selection()) for panel in AUDIT)
    yield Section(tr("The data set"), "data-set", tuple(a for a in about if not (a.missing and a.panel.key in QUIET)))
