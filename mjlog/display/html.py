"""A kyoku or a game as HTML: for notebooks, and as a page with every step of a kyoku."""

from __future__ import annotations

import html
from functools import cache
from itertools import islice
from typing import Final

from jinja2 import Environment, Template

from mjlog.display.steps import steps_of, template_text
from mjlog.display.svg import isolated
from mjlog.display.table import round_name, table_svg
from mjlog.display.text import name_of_kyoku, names_of_seats, player_names, result_texts
from mjlog.errors import printable
from mjlog.games.batch import Games, GameView, KyokuView
from mjlog.words import language, tr

MOST_GAMES: Final = 10
"""Games in the table of a batch."""


def kyoku_html(kyoku: KyokuView) -> str:
    """The table before the result of a kyoku, with the result, for a notebook."""
    return f"<div>{table_svg(kyoku)}</div>"


def game_html(game: GameView) -> str:
    """A game for a notebook: a table with a row for each kyoku, and the final scores."""
    names = [f"<th>{html.escape(name)}</th>" for name in names_of_seats(game.names)]
    rows = [f"<tr><th>{tr('kyoku')}</th>{''.join(names)}<th></th></tr>"]
    for kyoku in game.kyoku:
        points = "".join(f"<td>{points:,}</td>" for points in kyoku.points)
        results = "<br>".join(html.escape(text) for text in result_texts(kyoku, "mpsz"))
        rows.append(f"<tr><th>{name_of_kyoku(kyoku)}</th>{points}<td style='text-align:left'>{results}</td></tr>")
    if game.final_scores is not None:
        scores = "".join(f"<th>{score:+.1f}</th>" for score in game.final_scores)
        rows.append(f"<tr><th>{tr('final')}</th>{scores}<td></td></tr>")
    caption = html.escape(printable(f"{game.id}, {game.rules.name}"))
    return f"<table><caption>{caption}</caption>{''.join(rows)}</table>"


def games_html(games: Games) -> str:
    """The first games of a batch for a notebook: a table with the start, the rules and the players of each."""
    rows = "".join(
        f"<tr><th>{n}</th>" + "".join(f"<td style='text-align:left'>{html.escape(text)}</td>" for text in _row(game))
        for n, game in enumerate(islice(games, MOST_GAMES))
    )
    caption = html.escape(
        repr(games).strip("<>") + (tr("; the first {n}", n=MOST_GAMES) if len(games) > MOST_GAMES else "")
    )
    head = "".join(f"<th>{tr(title)}</th>" for title in ("", "game", "start", "rules", "kyoku", "players"))
    return f"<table><caption>{caption}</caption><tr>{head}</tr>{rows}</table>"


def _row(game: GameView) -> tuple[str, ...]:
    """The cells of a game; players in the order of their results, if the log has them."""
    seats, names = [*range(game.players)], names_of_seats(game.names)
    scores = game.final_scores
    if scores is not None:
        seats.sort(key=scores.__getitem__, reverse=True)
    players = ", ".join(names[s] + ("" if scores is None else f" {scores[s]:+.1f}") for s in seats)
    return printable(game.id), str(game.started or ""), game.rules.name, str(len(game.kyoku)), players


def page(kyoku: KyokuView, title: str, event: int | None = None) -> str:
    """An HTML page with the table before every event of a kyoku; it opens at `event`, and buttons and keys step."""
    return _template().render(
        title=title,
        language=language(),
        comma=tr(", "),
        heading=round_name(kyoku),
        names=[*map(isolated, player_names(kyoku))],
        css=template_text("kyoku.css"),
        script=template_text("kyoku.js"),
        kyoku=steps_of(kyoku),
        first=len(kyoku.events) if event is None else event,
    )


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(template_text("kyoku.html"))
