"""A kyoku or a game as HTML: for notebooks, and as a page with every step of a kyoku."""

from __future__ import annotations

import html
import json
from typing import Final

from mjlog.display.state import state_before
from mjlog.display.svg import CLOTH, TABLE_WIDTH, Drawing, draw_table, table_svg, tile_definitions
from mjlog.display.text import event_text, result_texts
from mjlog.games.batch import GameView, KyokuView


def kyoku_html(kyoku: KyokuView) -> str:
    """The table before the result of a kyoku, and the result, for a notebook."""
    results = "".join(f"<div>{html.escape(text)}</div>" for text in result_texts(kyoku, "mpsz"))
    return f"<div>{table_svg(kyoku)}{results}</div>"


def game_html(game: GameView) -> str:
    """A game for a notebook: a table with a row for each kyoku, and the final scores."""
    names = [f"<th>{html.escape(name or f'seat {seat}')}</th>" for seat, name in enumerate(game.names)]
    rows = [f"<tr><th>kyoku</th>{''.join(names)}<th></th></tr>"]
    for kyoku in game.kyoku:
        points = "".join(f"<td>{points:,}</td>" for points in kyoku.points)
        results = "<br>".join(html.escape(text) for text in result_texts(kyoku, "mpsz"))
        rows.append(f"<tr><th>{kyoku.name}</th>{points}<td style='text-align:left'>{results}</td></tr>")
    if game.final_scores is not None:
        scores = "".join(f"<th>{score:+.1f}</th>" for score in game.final_scores)
        rows.append(f"<tr><th>final</th>{scores}<td></td></tr>")
    caption = html.escape(f"{game.id}, {game.rules.name}")
    return f"<table><caption>{caption}</caption>{''.join(rows)}</table>"


def page(kyoku: KyokuView, title: str, event: int | None = None) -> str:
    """An HTML page with the table before every event of a kyoku; it opens at `event`, and arrow keys step."""
    steps = []
    used: set[int] = set()
    height = 0.0
    events = kyoku.events
    for number in range(len(events) + 1):
        drawing = Drawing()
        height = max(height, draw_table(drawing, kyoku, state_before(kyoku, number if number < len(events) else None)))
        used |= drawing.used
        steps.append("".join(drawing.parts))
    captions = [f"before event {n}: {event_text(each, 'mpsz')}" for n, each in enumerate(events)]
    captions.append("; ".join(result_texts(kyoku, "mpsz")))
    return PAGE.format(
        title=html.escape(title),
        width=TABLE_WIDTH,
        height=f"{height:g}",
        definitions=tile_definitions(used),
        cloth=CLOTH,
        last=len(events),
        first=len(events) if event is None else event,
        steps=json.dumps(steps, ensure_ascii=False).replace("</", "<\\/"),
        captions=json.dumps(captions, ensure_ascii=False).replace("</", "<\\/"),
    )


PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<style>body {{ font: 15px sans-serif; margin: 1em auto; max-width: {width}px }} input {{ width: 100% }}</style></head>
<body><h1 style="font-size:1.2em">{title}</h1>
<p id="caption"></p><input id="at" type="range" min="0" max="{last}" value="{first}" autofocus>
<svg viewBox="0 0 {width} {height}" width="100%" font-family="sans-serif" style="background:{cloth}">
{definitions}<g id="table"></g></svg>
<p>River: a sideways tile marks riichi, a pale tile was called, an underlined tile is tsumogiri. Arrow keys step.</p>
<script>
const steps = {steps};
const captions = {captions};
const at = document.getElementById("at");
function show() {{
  document.getElementById("table").innerHTML = steps[at.value];
  document.getElementById("caption").textContent = captions[at.value];
}}
at.addEventListener("input", show);
show();
</script></body></html>
"""
