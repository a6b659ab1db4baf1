"""Tiles, hands and the table as SVG drawn from plain shapes, and as HTML pages that need nothing else."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.display.layout import Laid, laid, names_of, state_before
from mjlog.display.text import event_text, order, result_texts, seat_title
from mjlog.games.batch import GameView, KyokuView
from mjlog.kyoku.state import KyokuState, RiverTile
from mjlog.tiles import KIND_OF_TILE, RED_FIVES, name_of

WIDTH, HEIGHT = 30, 40
"""Size of a tile."""
TABLE_WIDTH: Final = 860
BACK: Final = -1
"""The back of a tile among tiles to draw."""

PIPS: Final[tuple[tuple[tuple[float, float], ...], ...]] = (
    ((15, 22),),
    ((15, 14), (15, 30)),
    ((8, 13), (15, 22), (22, 31)),
    ((9, 14), (21, 14), (9, 30), (21, 30)),
    ((8, 13), (22, 13), (15, 22), (8, 31), (22, 31)),
    ((9, 12), (21, 12), (9, 22), (21, 22), (9, 32), (21, 32)),
    ((8, 10), (15, 14), (22, 18), (9, 25), (21, 25), (9, 33), (21, 33)),
    ((9, 10), (21, 10), (9, 18), (21, 18), (9, 26), (21, 26), (9, 34), (21, 34)),
    ((7, 12), (15, 12), (23, 12), (7, 22), (15, 22), (23, 22), (7, 32), (15, 32), (23, 32)),
)
"""Where the circles and bars of 1 to 9 are."""
NUMERALS: Final = "一二三四五六七八九"
HONORS: Final = "東南西北 發中"
RED, GREEN, BLUE, INK = "#c3261d", "#1d7a3a", "#1f5fa8", "#222222"
FACE, RED_FACE, EDGE, CLOTH, ACTIVE = "#fffdf4", "#ffe3dc", "#8f897b", "#eef2ec", "#dde9d8"
FONT: Final = "font-family='Noto Serif CJK JP,Noto Serif JP,Hiragino Mincho ProN,Yu Mincho,MS Mincho,serif'"


class Drawing:
    """Tiles and words at places; it defines each tile it uses once."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.used: set[int] = set()

    def tile(
        self, tile: int, x: float, y: float, *, scale: float = 1, sideways: bool = False, pale: bool = False
    ) -> float:
        """Draw a tile with its lower left corner at (x, y); the width it takes."""
        self.used.add(tile)
        turn = (
            f" rotate(-90) translate(0,{WIDTH - HEIGHT + HEIGHT - WIDTH})" if sideways else f" translate(0,{-HEIGHT})"
        )
        name = "back" if tile == BACK else name_of(tile, "mpsz")
        faint = " opacity='.45'" if pale else ""
        self.parts.append(f"<use href='#mj-{name}' transform='translate({x:g},{y:g}) scale({scale:g}){turn}'{faint}/>")
        return scale * (HEIGHT if sideways else WIDTH)

    def words(self, text: str, x: float, y: float, *, bold: bool = False) -> None:
        """Write a line of text."""
        weight = " font-weight='bold'" if bold else ""
        self.parts.append(f"<text x='{x:g}' y='{y:g}' font-size='13' fill='{INK}'{weight}>{html.escape(text)}</text>")

    def box(self, y: float, height: float, colour: str) -> None:
        """Colour a stripe across the table."""
        self.parts.append(
            f"<rect x='4' y='{y:g}' width='{TABLE_WIDTH - 8}' height='{height:g}' rx='6' fill='{colour}'/>"
        )

    def svg(self, width: float, height: float, *, background: str | None = None) -> str:
        """The whole as one SVG element."""
        shapes = definitions(self.used)
        ground = f"<rect width='{width:g}' height='{height:g}' rx='8' fill='{background}'/>" if background else ""
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' width='{width:g}' "
            f"height='{height:g}' font-family='sans-serif'>{shapes}{ground}{''.join(self.parts)}</svg>"
        )


def definitions(tiles: Iterable[int]) -> str:
    """The shapes of tiles, to be used by `href`."""
    return f"<defs>{''.join(_symbol(tile) for tile in sorted(tiles))}</defs>"


def _symbol(tile: int) -> str:
    rim = f"x='.5' y='.5' width='{WIDTH - 1}' height='{HEIGHT - 1}' rx='4' stroke='{EDGE}'"
    if tile == BACK:
        return f"<g id='mj-back'><rect {rim} fill='#c79a3b'/></g>"
    face = RED_FACE if tile in RED_FIVES else FACE
    return f"<g id='mj-{name_of(tile, 'mpsz')}'><rect {rim} fill='{face}'/>{_face(tile)}</g>"


def _face(tile: int) -> str:
    kind, red = KIND_OF_TILE[tile], tile in RED_FIVES
    suit, number = divmod(kind, 9)
    if suit == 3:
        return _honor(number)
    corner = _letter(str(number + 1), 5, 8.5, 8, RED if red else "#777777", "font-family='sans-serif'")
    if suit == 0:
        return corner + _letter(NUMERALS[number], 16, 20, 15, RED if red else INK) + _letter("萬", 15, 36, 15, RED)
    colour = RED if red else BLUE if suit == 1 else GREEN
    single = len(PIPS[number]) == 1
    return corner + "".join((_circle if suit == 1 else _bar)(x, y, colour, single) for x, y in PIPS[number])


def _circle(x: float, y: float, colour: str, large: bool) -> str:
    radius = 8 if large else 3.2
    return f"<circle cx='{x:g}' cy='{y:g}' r='{radius}' fill='none' stroke='{colour}' stroke-width='{radius / 2:g}'/>"


def _bar(x: float, y: float, colour: str, large: bool) -> str:
    width, height = (6, 22) if large else (2.6, 6.6)
    return (
        f"<rect x='{x - width / 2:g}' y='{y - height / 2:g}' width='{width}' height='{height}' rx='{width / 2:g}' "
        f"fill='{colour}'/>"
    )


def _honor(number: int) -> str:
    if number == 4:
        return f"<rect x='6' y='8' width='18' height='24' rx='2' fill='none' stroke='{BLUE}' stroke-width='2'/>"
    colour = {5: GREEN, 6: RED}.get(number, INK)
    return _letter(HONORS[number], 15, 28, 22, colour)


def _letter(text: str, x: float, y: float, size: int, colour: str, font: str = FONT) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size}' text-anchor='middle' {font} fill='{colour}'>{text}</text>"


def hand_svg(tiles: Sequence[int], drawn: int | None = None) -> str:
    """Tiles in a row as SVG, the drawn one apart."""
    drawing = Drawing()
    end = _row(drawing, tiles, 2, HEIGHT + 2)
    if drawn is not None:
        end += 8 + drawing.tile(drawn, end + 8, HEIGHT + 2)
    return drawing.svg(end + 2, HEIGHT + 4)


def _row(drawing: Drawing, tiles: Iterable[int], x: float, y: float) -> float:
    for tile in tiles:
        x += drawing.tile(tile, x, y)
    return x


def table_svg(kyoku: KyokuView, event: int | None = None) -> str:
    """The table before an event, or before the result, as SVG."""
    drawing = Drawing()
    height = draw_table(drawing, kyoku, state_before(kyoku, event))
    return drawing.svg(TABLE_WIDTH, height, background=CLOTH)


def draw_table(drawing: Drawing, kyoku: KyokuView, state: KyokuState) -> float:
    """Draw the table; the height it takes."""
    left = f"tiles left {state.n_live}   honba {state.honba}   riichi sticks {state.sticks}"
    drawing.words(f"{kyoku.name}   {left}   dora indicators", 12, 28, bold=True)
    _row(drawing, state.indicators, 420, 44)
    y = 52.0
    for number, name in enumerate(names_of(kyoku)):
        y += _seat(drawing, state, number, name, y)
    return y + 4


def _seat(drawing: Drawing, state: KyokuState, number: int, name: str | None, y: float) -> float:
    seat = state.seats[number]
    rivers = [seat.river[start : start + 18] for start in range(0, len(seat.river), 18)] or [[]]
    height = 70 + 34 * len(rivers)
    if number == state.turn:
        drawing.box(y, height - 2, ACTIVE)
    drawing.words(seat_title(state, number, name), 12, y + 17)
    x = _row(drawing, sorted(seat.resting, key=order), 12, y + 64)
    if seat.drawn is not None:
        drawing.tile(seat.drawn, x + 8, y + 64)
    x = 500.0
    for call in seat.sets:
        x = _set(drawing, laid(call, number, state.players), x, y + 64) + 8
    _row(drawing, seat.norths, x, y + 64)
    for place, river in enumerate(rivers):
        _river(drawing, river, 12, y + 100 + 34 * place)
    return height


def _set(drawing: Drawing, tiles: Iterable[Laid], x: float, y: float) -> float:
    for tile in tiles:
        if tile.under is not None:
            drawing.tile(tile.under, x, y - WIDTH, sideways=True)
        x += drawing.tile(BACK if tile.hidden else tile.tile, x, y, sideways=tile.sideways)
    return x


def _river(drawing: Drawing, river: Iterable[RiverTile], x: float, y: float) -> None:
    """Discards from left to right: riichi sideways, called ones pale, drawn and discarded ones underlined."""
    for discard in river:
        width = drawing.tile(
            discard.tile, x, y, scale=0.75, sideways=discard.riichi, pale=discard.called_by is not None
        )
        if discard.tsumogiri:
            drawing.parts.append(f"<rect x='{x + 4:g}' y='{y + 1:g}' width='{width - 8:g}' height='2' fill='{EDGE}'/>")
        x += width + 1


def kyoku_html(kyoku: KyokuView) -> str:
    """A kyoku as it stood before its result, with the result, for a notebook."""
    results = "".join(f"<div>{html.escape(text)}</div>" for text in result_texts(kyoku, "mpsz"))
    return f"<div>{table_svg(kyoku)}{results}</div>"


def game_html(game: GameView) -> str:
    """A game as a table for a notebook: a row for each kyoku, and the final scores."""
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
    """A page that shows the table before every event of a kyoku, opened at one of them; arrow keys go on and back."""
    steps = []
    used: set[int] = set()
    height = 0.0
    events = kyoku.events
    for place in range(len(events) + 1):
        drawing = Drawing()
        height = max(height, draw_table(drawing, kyoku, state_before(kyoku, place if place < len(events) else None)))
        used |= drawing.used
        steps.append("".join(drawing.parts))
    captions = [f"before event {n}: {event_text(each, 'mpsz')}" for n, each in enumerate(events)]
    captions.append("; ".join(result_texts(kyoku, "mpsz")))
    return PAGE.format(
        title=html.escape(title),
        width=TABLE_WIDTH,
        height=f"{height:g}",
        definitions=definitions(used),
        cloth=CLOTH,
        last=len(events),
        first=len(events) if event is None else event,
        steps=json.dumps(steps, ensure_ascii=False).replace("</", "<\\/"),
        captions=json.dumps(captions, ensure_ascii=False).replace("</", "<\\/"),
    )


PAGE: Final = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 15px sans-serif; margin: 1em auto; max-width: {width}px }} input {{ width: 100% }}</style></head>
<body><h1 style="font-size:1.2em">{title}</h1>
<p id="caption"></p><input id="at" type="range" min="0" max="{last}" value="{first}" autofocus>
<svg viewBox="0 0 {width} {height}" width="100%" font-family="sans-serif" style="background:{cloth}">
{definitions}<g id="table"></g></svg>
<p>River: sideways declares riichi, pale is called, underlined was drawn and discarded. Arrow keys step.</p>
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
