"""The report on a data set or a player: the panels as one HTML page that needs no other file."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from io import StringIO
from pathlib import Path
from typing import Any, Final, NamedTuple

import matplotlib.pyplot as plt
import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from matplotlib.axes import Axes

from mjlog.panels import AUDIT, LEAST_GAMES, Answer, Answers, Panel, Selection, panels_of
from mjlog.plots.style import INK, PALE
from mjlog.stats.cut_games import cut_games_note
from mjlog.stats.dimensions import Tables, grouped_rows, to_frame
from mjlog.tables.dataset import Dataset

Where = Mapping[str, Any]
QUIET: Final = frozenset({"checks", "failures", "findings", "finding-list"})
"""Panels that are left out where there is nothing to report."""


class Section(NamedTuple):
    """The answers for games of one number of players, or on the data set itself."""

    title: str
    anchor: str
    answers: tuple[Answer, ...]
    note: str = ""


def page(ds: Dataset, *, player: str | None = None, where: Where | None = None, title: str = "") -> str:
    """The report as HTML; with `player` about this player, compared with all others.

    Three- and four-player games have sections of their own; of a player with fewer than `LEAST_GAMES` such games, the
    section says only that. Raises ValueError if no game is left.
    """
    answers = Answers(ds)
    where = dict(where or {})
    games = answers(_games, where if player is None else {**where, "player": player})
    if games.empty:
        raise ValueError("no games to report on" + (f": there is no player {player!r}" if player else ""))
    sections = list(_sections(answers, games, player, where))
    text: str = _template().render(
        title=title or player or f"Games of {ds.folder.resolve().name}",
        facts=_facts(games),
        cut=cut_games_note(ds),
        sections=sections,
        picture=picture,
    )
    return text


def _games(ds: Tables, where: Where) -> pd.DataFrame:
    """The games of the filter, one row per seat."""
    rows, _ = grouped_rows(ds, "seats", ["started"], where)
    return to_frame(rows.select("game", "players", "player", "started"))


def _facts(games: pd.DataFrame) -> list[tuple[str, str]]:
    """Large figures, each as (name, value)."""
    days = games["started"].dropna()
    dates = f"{days.min():%Y-%m-%d} to {days.max():%Y-%m-%d}" if len(days) else "unknown"
    return [("games", f"{games['game'].nunique():,}"), ("players", f"{games['player'].nunique():,}"), ("dates", dates)]


def _sections(answers: Answers, games: pd.DataFrame, player: str | None, where: Where) -> Iterator[Section]:
    for players, n in games.groupby("players")["game"].nunique().sort_index(ascending=False).items():
        selection = Selection(players=int(str(players)), player=player, filters=tuple(where.items()))
        title, anchor = f"{players}-player games", f"players-{players}"
        if player is not None and n < LEAST_GAMES:
            games_of = "game is" if n == 1 else "games are"
            note = f"{n} {players}-player {games_of} too few to show; {LEAST_GAMES} are needed."
            yield Section(title, anchor, (), note)
            continue
        yield Section(title, anchor, tuple(panel.answer(answers, selection) for panel in panels_of(selection)))
    about = tuple(panel.answer(answers, Selection()) for panel in AUDIT)
    yield Section("The data set", "data-set", tuple(a for a in about if not (a.missing and a.panel.key in QUIET)))


@cache
def _template() -> Any:
    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("page.html")


def picture(panel: Panel, frame: pd.DataFrame) -> Markup:
    """The plot of a panel as SVG with an alternative text."""
    assert panel.draw is not None
    return Markup(svg_of(partial(panel.draw, frame), panel.title))  # matplotlib escapes its text


def svg_of(draw: Callable[[], Axes], title: str = "") -> str:
    """A plot as SVG in the colours of the page; its figure is closed. Equal plots give equal text.

    Letters stay text, so that the reader's fonts draw names for which this machine has no font.
    """
    text = StringIO()
    with plt.rc_context({"svg.fonttype": "none", "svg.hashsalt": "mjlog"}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = draw().get_figure(root=True)
        if figure is None:
            raise ValueError("the axes belong to no figure")
        figure.savefig(text, format="svg", metadata={"Date": None}, transparent=True)
    plt.close(figure)
    svg = text.getvalue()
    for colour, name in ((INK, "--ink"), (PALE, "--pale"), ("#000000", "--ink")):
        svg = svg.replace(f": {colour.lower()}", f": var({name})")
    label = Markup.escape(title)
    return svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)
