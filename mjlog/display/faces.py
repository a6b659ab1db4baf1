"""The faces of tiles as SVG: each kind of tile is drawn once and used by reference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mjlog.display.tile_words import word_of
from mjlog.tiles import BLUES, KIND_OF_TILE, REDS, name_of
from mjlog.words import language

WIDTH, HEIGHT = 30, 40
"""Size of a tile in the units of the picture; all lengths below are in these units."""
BACK: Final = -1
"""Stands for a tile that lies face down."""

PIPS: Final[tuple[tuple[tuple[float, float], ...], ...]] = (
    ((15, 22),),
    ((15, 15), (15, 31)),
    ((8, 14), (15, 23), (22, 32)),
    ((9, 15), (21, 15), (9, 31), (21, 31)),
    ((8, 14), (22, 14), (15, 23), (8, 32), (22, 32)),
    ((9, 14), (21, 14), (9, 23), (21, 23), (9, 32), (21, 32)),
    ((8, 13), (15, 16), (22, 19), (9, 26), (21, 26), (9, 34), (21, 34)),
    ((9, 13), (21, 13), (9, 20), (21, 20), (9, 27), (21, 27), (9, 34), (21, 34)),
    ((7, 14), (15, 14), (23, 14), (7, 23.5), (15, 23.5), (23, 23.5), (7, 33), (15, 33), (23, 33)),
)
"""Centres of the circles and bars of 1 to 9."""
NUMERALS: Final = "一二三四五六七八九"
HONORS: Final = "東南西北 發中"
LETTERS: Final = "ESWN FC"
"""In the corners of honors: winds, hatsu (F) and chun (C)."""
RED, GREEN, BLUE, INK = "#c3261d", "#1d7a3a", "#1f5fa8", "#222222"
FACE, RED_FACE, BLUE_FACE, EDGE = "#fffdf4", "#ffd9d0", "#dce9ff", "#8f897b"
BIRD: Final = (
    f"<path d='M9 27C8 20 12 17 17 17L24 9 22 19C23 25 18 30 13 30Z' fill='{GREEN}'/>"
    f"<path d='M10 29 6 36M13 30V36M18 28 25 35' stroke='{GREEN}' stroke-width='1.6'/>"
    f"<circle cx='11' cy='17' r='4' fill='{RED}'/><path d='M8 17 3 19 8 20Z' fill='{INK}'/>"
    "<circle cx='10.5' cy='16.5' r='1' fill='#fff'/>"
)
"""The bird of 1 bamboo."""
FONT: Final = "font-family='Noto Serif CJK JP,Noto Serif JP,Hiragino Mincho ProN,Yu Mincho,MS Mincho,serif'"


def tile_definitions(tiles: Iterable[int]) -> str:
    """A `defs` element with the shapes of tiles, which `use` elements refer to."""
    return f"<defs>{''.join(_symbol(tile) for tile in sorted(tiles))}</defs>"


def _symbol(tile: int) -> str:
    edge = RED if tile in REDS else BLUE if tile in BLUES else EDGE
    rim = f"x='.5' y='.5' width='{WIDTH - 1}' height='{HEIGHT - 1}' rx='4' stroke='{edge}'"
    if tile == BACK:
        return f"<g id='mj-back'><rect {rim} fill='#c79a3b'/></g>"
    face = RED_FACE if tile in REDS else BLUE_FACE if tile in BLUES else FACE
    title = f"<title>{word_of(tile, language())}</title>"
    return f"<g id='mj-{name_of(tile, 'mpsz')}'>{title}<rect {rim} fill='{face}'/>{_face(tile)}</g>"


def _face(tile: int) -> str:
    suit, number = divmod(KIND_OF_TILE[tile], 9)
    paint = RED if tile in REDS else BLUE if tile in BLUES else None
    letter = LETTERS[number] if suit == 3 else str(number + 1)
    corner = _letter(letter, 5.5, 9.5, 9, paint or "#666666", "font-family='sans-serif'")
    if suit == 3:
        return corner + _honor(number, paint)
    if suit == 0:
        return corner + _letter(NUMERALS[number], 16, 20, 15, paint or INK) + _letter("萬", 15, 36, 15, paint or RED)
    if (suit, number) == (2, 0):
        return corner + BIRD
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
        return f"<rect x='6' y='9' width='18' height='24' rx='2' fill='none' stroke='{stroke}' stroke-width='2'/>"
    return _letter(HONORS[number], 15.5, 31, 22, paint or {5: GREEN, 6: RED}.get(number, INK))


def _letter(text: str, x: float, y: float, size: int, colour: str, font: str = FONT) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size}' text-anchor='middle' {font} fill='{colour}'>{text}</text>"
