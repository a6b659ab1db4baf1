"""Tiles, hands and the table as SVG."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import Final

from mjlog.display.melds import MeldTile, meld_tiles
from mjlog.display.state import game_of, river_rows, state_before
from mjlog.display.text import seat_title, sort_key
from mjlog.display.tile_words import word_of
from mjlog.display.wall import Stack, wall_left
from mjlog.games.batch import KyokuView
from mjlog.kyoku.state import KyokuState, RiverTile
from mjlog.tiles import BLUES, KIND_OF_TILE, REDS, name_of

WIDTH, HEIGHT = 30, 40
"""Size of a tile in pixels; all lengths below are in pixels."""
TABLE_WIDTH: Final = 860
STACK_WIDTH, STACK_HEIGHT = 5, 8
WALL_SIZE: Final = 124
"""Width and height of the picture of the wall."""
BACK: Final = -1
"""Stands for a tile that lies face down."""

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
"""Centres of the circles and bars of 1 to 9."""
NUMERALS: Final = "一二三四五六七八九"
HONORS: Final = "東南西北 發中"
RED, GREEN, BLUE, INK = "#c3261d", "#1d7a3a", "#1f5fa8", "#222222"
FACE, RED_FACE, BLUE_FACE, EDGE, CLOTH, ACTIVE = "#fffdf4", "#ffe3dc", "#dce9ff", "#8f897b", "#eef2ec", "#dde9d8"
FONT: Final = "font-family='Noto Serif CJK JP,Noto Serif JP,Hiragino Mincho ProN,Yu Mincho,MS Mincho,serif'"


class Drawing:
    """Tiles and text at positions; each kind of tile is defined once."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.used: set[int] = set()

    def tile(
        self, tile: int, x: float, y: float, *, scale: float = 1, sideways: bool = False, pale: bool = False
    ) -> float:
        """Draw a tile with its lower left corner at (x, y), and return its width."""
        self.used.add(tile)
        turn = " rotate(-90)" if sideways else f" translate(0,{-HEIGHT})"
        name = "back" if tile == BACK else name_of(tile, "mpsz")
        faint = " opacity='.45'" if pale else ""
        self.parts.append(f"<use href='#mj-{name}' transform='translate({x:g},{y:g}) scale({scale:g}){turn}'{faint}/>")
        return scale * (HEIGHT if sideways else WIDTH)

    def text(self, text: str, x: float, y: float, *, bold: bool = False) -> None:
        """Write a line of text that starts at (x, y)."""
        weight = " font-weight='bold'" if bold else ""
        self.parts.append(f"<text x='{x:g}' y='{y:g}' font-size='13' fill='{INK}'{weight}>{html.escape(text)}</text>")

    def stripe(self, y: float, height: float, colour: str) -> None:
        """Draw a stripe across the table."""
        self.parts.append(
            f"<rect x='4' y='{y:g}' width='{TABLE_WIDTH - 8}' height='{height:g}' rx='6' fill='{colour}'/>"
        )

    def svg(self, width: float, height: float, *, background: str | None = None) -> str:
        """The drawing as an SVG element."""
        shapes = tile_definitions(self.used)
        ground = f"<rect width='{width:g}' height='{height:g}' rx='8' fill='{background}'/>" if background else ""
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' width='{width:g}' "
            f"height='{height:g}' font-family='sans-serif'>{shapes}{ground}{''.join(self.parts)}</svg>"
        )


def tile_definitions(tiles: Iterable[int]) -> str:
    """A `defs` element with the shapes of tiles, which `use` elements refer to."""
    return f"<defs>{''.join(_symbol(tile) for tile in sorted(tiles))}</defs>"


def _symbol(tile: int) -> str:
    rim = f"x='.5' y='.5' width='{WIDTH - 1}' height='{HEIGHT - 1}' rx='4' stroke='{EDGE}'"
    if tile == BACK:
        return f"<g id='mj-back'><rect {rim} fill='#c79a3b'/></g>"
    face = RED_FACE if tile in REDS else BLUE_FACE if tile in BLUES else FACE
    title = f"<title>{word_of(tile)}, {word_of(tile, 'ja')}</title>"
    return f"<g id='mj-{name_of(tile, 'mpsz')}'>{title}<rect {rim} fill='{face}'/>{_face(tile)}</g>"


def _face(tile: int) -> str:
    suit, number = divmod(KIND_OF_TILE[tile], 9)
    paint = RED if tile in REDS else BLUE if tile in BLUES else None
    if suit == 3:
        return _honor(number, paint)
    corner = _letter(str(number + 1), 5, 8.5, 8, paint or "#777777", "font-family='sans-serif'")
    if suit == 0:
        return corner + _letter(NUMERALS[number], 16, 20, 15, paint or INK) + _letter("萬", 15, 36, 15, paint or RED)
    colour = paint or (BLUE if suit == 1 else GREEN)
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


def _honor(number: int, paint: str | None) -> str:
    if number == 4:
        stroke = paint or BLUE
        return f"<rect x='6' y='8' width='18' height='24' rx='2' fill='none' stroke='{stroke}' stroke-width='2'/>"
    return _letter(HONORS[number], 15, 28, 22, paint or {5: GREEN, 6: RED}.get(number, INK))


def _letter(text: str, x: float, y: float, size: int, colour: str, font: str = FONT) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size}' text-anchor='middle' {font} fill='{colour}'>{text}</text>"


def hand_svg(tiles: Sequence[int], drawn: int | None = None) -> str:
    """Tiles in a row as SVG, the drawn tile with a gap before it."""
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
    """The table before an event of the kyoku, or before its result, as SVG."""
    drawing = Drawing()
    height = draw_table(drawing, kyoku, state_before(kyoku, event))
    return drawing.svg(TABLE_WIDTH, height, background=CLOTH)


def draw_table(drawing: Drawing, kyoku: KyokuView, state: KyokuState) -> float:
    """Draw the table, and return its height."""
    left = f"tiles left {state.n_live}   honba {state.honba}   riichi sticks {state.sticks}"
    drawing.text(f"{kyoku.name}   {left}   dora indicators", 12, 28, bold=True)
    _row(drawing, state.indicators, 420, 44)
    wall = wall_left(kyoku, state)
    _wall(drawing, wall, TABLE_WIDTH - WALL_SIZE - 8, 4)
    y = WALL_SIZE + 8.0 if wall else 52.0
    for seat, name in enumerate(game_of(kyoku).names):
        y += _seat(drawing, state, seat, name, y)
    return y + 4


def _wall(drawing: Drawing, wall: Sequence[Sequence[Stack]], x: float, y: float) -> None:
    """Draw the wall from above, seat 0 at the bottom: live tiles white, the dead wall grey, indicators red.

    A stack of one tile is half as high; a line shows where the wall was broken.
    """
    middle = WALL_SIZE / 2
    for seat, side in enumerate(wall):
        left = middle - STACK_WIDTH * len(side) / 2
        stacks = "".join(_stack(stack, left + STACK_WIDTH * place) for place, stack in enumerate(side))
        turn = f"translate({x:g},{y:g}) rotate({-90 * seat} {middle:g} {middle:g})"
        drawing.parts.append(f"<g transform='{turn}'>{stacks}</g>")


def _stack(stack: Stack, x: float) -> str:
    bottom = WALL_SIZE - 2
    fill = "none" if not stack.n_tiles else RED if stack.indicator else EDGE if stack.dead else FACE
    height, colour = STACK_HEIGHT * (stack.n_tiles or 2) / 2, INK if stack.n_tiles else ACTIVE
    size = f"width='{STACK_WIDTH}' height='{height:g}' fill='{fill}' stroke='{colour}' stroke-width='.5'"
    text = f"<rect x='{x:g}' y='{bottom - height:g}' {size}/>"
    if stack.first:
        end, top = x + STACK_WIDTH, bottom - 2 * STACK_HEIGHT
        text += f"<path d='M{end:g} {bottom}V{top}' stroke='{BLUE}' stroke-width='1.5'/>"
    return text


def _seat(drawing: Drawing, state: KyokuState, number: int, name: str | None, y: float) -> float:
    seat = state.seats[number]
    rivers = river_rows(seat.river) or [[]]
    height = 70 + 34 * len(rivers)
    if number == state.turn:
        drawing.stripe(y, height - 2, ACTIVE)
    drawing.text(seat_title(state, number, name), 12, y + 17)
    x = _row(drawing, sorted(seat.resting, key=sort_key), 12, y + 64)
    if seat.drawn is not None:
        drawing.tile(seat.drawn, x + 8, y + 64)
    x = 500.0
    for call in seat.sets:
        x = _meld(drawing, meld_tiles(call, number, state.players), x, y + 64) + 8
    _row(drawing, seat.norths, x, y + 64)
    for place, river in enumerate(rivers):
        _river(drawing, river, 12, y + 100 + 34 * place)
    return height


def _meld(drawing: Drawing, tiles: Iterable[MeldTile], x: float, y: float) -> float:
    for tile in tiles:
        if tile.added is not None:
            drawing.tile(tile.added, x, y - WIDTH, sideways=True)
        x += drawing.tile(BACK if tile.hidden else tile.tile, x, y, sideways=tile.sideways)
    return x


def _river(drawing: Drawing, river: Iterable[RiverTile], x: float, y: float) -> None:
    """Draw discards from left to right: riichi marked by a sideways tile, called tiles pale, tsumogiri underlined."""
    for discard in river:
        width = drawing.tile(
            discard.tile, x, y, scale=0.75, sideways=discard.sideways, pale=discard.called_by is not None
        )
        if discard.tsumogiri:
            drawing.parts.append(f"<rect x='{x + 4:g}' y='{y + 1:g}' width='{width - 8:g}' height='2' fill='{EDGE}'/>")
        x += width + 1
