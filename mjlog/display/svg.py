"""Tiles and hands as SVG: a drawing to which tiles, text and shapes are added."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Literal
from unicodedata import east_asian_width

from mjlog.display.faces import BACK, HEIGHT, RED, WIDTH, tile_definitions
from mjlog.tiles import name_of

Anchor = Literal["start", "middle", "end"]

STYLE: Final = (
    "<style>.mj{--mj-cloth:#e4efe6;--mj-box:#f6faf6;--mj-ink:#1d1f1e;--mj-line:#b3c4b7;--mj-turn:#0072b2}"
    "@media screen and (prefers-color-scheme:dark){.mj{--mj-cloth:#17342a;--mj-box:#0f261e;--mj-ink:#eef3ef;"
    "--mj-line:#4b6a5c;--mj-turn:#6cb8e6}}"
    ".mj-cloth{fill:var(--mj-cloth)}.mj-box{fill:var(--mj-box)}.mj-ink{fill:var(--mj-ink);unicode-bidi:isolate}"
    ".mj-line{fill:var(--mj-line)}.mj-turn{fill:var(--mj-turn)}"
    "@media print{.mj{print-color-adjust:exact;-webkit-print-color-adjust:exact}}</style>"
)
"""Colours on screens in light and dark and on paper; a page may set the variables itself."""
COLOURS: Final = {"cloth": "#e4efe6", "box": "#f6faf6", "ink": "#1d1f1e", "line": "#b3c4b7", "turn": "#0072b2"}
"""The light colours, for programs that do not read the style."""


WIDE: Final = "MW@%mw—…"
"""Letters almost twice as wide as others."""


class Drawing:
    """Tiles, text and shapes at positions; each kind of tile is defined once."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.used: set[int] = set()

    @contextmanager
    def moved(
        self, x: float = 0, y: float = 0, *, scale: float = 1, before: str = "", clip: str = ""
    ) -> Iterator[None]:
        """Draw with the origin at (x, y) and enlarged, after the transformation `before`, within a clip path."""
        clipped = f" clip-path='url(#{clip})'" * bool(clip)
        scaled = f"scale({scale:.4g})" if scale != 1 else ""
        self.parts.append(f"<g transform='{before}translate({x:g},{y:g}){scaled}'{clipped}>")
        yield
        self.parts.append("</g>")

    def tile(
        self,
        tile: int,
        x: float,
        y: float,
        *,
        sideways: bool = False,
        pale: bool = False,
        grey: bool = False,
        framed: bool = False,
    ) -> float:
        """Draw a tile with its lower left corner at (x, y), and return its width."""
        self.used.add(tile)
        width, height = (HEIGHT, WIDTH) if sideways else (WIDTH, HEIGHT)
        name = "back" if tile == BACK else name_of(tile, "mpsz")
        place = f"transform='translate({x:g},{y:g})rotate(-90)'" if sideways else f"x='{x:g}' y='{y - HEIGHT:g}'"
        faint = " opacity='.45'" * pale
        self.parts.append(f"<use href='#mj-{name}' {place}{faint}/>")
        box = f"<rect x='{x:g}' y='{y - height:g}' width='{width}' height='{height}' rx='4'"
        if grey:
            self.parts.append(f"{box} fill='#000' opacity='.2'/>")
        if framed:
            self.parts.append(f"{box} fill='none' stroke='{RED}' stroke-width='4'/>")
        return width

    def row(self, tiles: Iterable[int], x: float, y: float) -> float:
        """Draw tiles from left to right, and return where the row ends."""
        for tile in tiles:
            x += self.tile(tile, x, y)
        return x

    def text(
        self,
        text: str,
        x: float,
        y: float,
        *,
        size: int = 18,
        bold: bool = False,
        anchor: Anchor = "start",
        hover: str = "",
    ) -> None:
        """Write a line of text on the baseline `y`; a pointer over it shows `hover`."""
        title = f"<title>{html.escape(hover)}</title>" if hover else ""
        weight = " font-weight='bold'" * bold
        place = "" if anchor == "start" else f" text-anchor='{anchor}'"
        self.parts.append(
            f"<text x='{x:g}' y='{y:g}' font-size='{size}'{place}{weight} class='mj-ink'>"
            f"{title}{html.escape(text)}</text>"
        )

    def box(self, x: float, y: float, width: float, height: float, colour: str, *, radius: float = 6) -> None:
        """Draw a rectangle in one of the `COLOURS`."""
        self.parts.append(
            f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' rx='{radius:g}' class='mj-{colour}' "
            f"fill='{COLOURS[colour]}'/>"
        )

    def svg(self, width: float, height: float, *, title: str = "", description: str = "", cloth: bool = False) -> str:
        """The drawing as an SVG element, with a title and a description for those who cannot see it."""
        words = f"<title>{html.escape(title)}</title>" if title else ""
        words += f"<desc>{html.escape(description)}</desc>" if description else ""
        ground = f"<rect width='{width:g}' height='{height:g}' rx='8' class='mj-cloth' fill='{COLOURS['cloth']}'/>"
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' width='{width:g}' "
            f"height='{height:g}' style='max-width:100%;height:auto' class='mj' role='img' fill='{COLOURS['ink']}' "
            f"font-family='sans-serif'>"
            f"{words}{STYLE if cloth else ''}{tile_definitions(self.used)}{ground if cloth else ''}"
            f"{''.join(self.parts)}</svg>"
        )


def isolated(name: str) -> str:
    """A name that does not change the direction of the words around it, cut to a readable length."""
    return f"\u2068{short(name, 24)}\u2069"


def short(text: str, n_letters: int) -> str:
    """The text, cut to the width of some Latin letters; a wide letter counts as two.

    >>> short("a long name", 8), short("麻雀名人", 8)
    ('a long …', '麻雀名人')
    """
    if text_width(text) <= n_letters:
        return text
    while text and text_width(text) > n_letters - 1:
        text = text[:-1]
    return text + "…"


def text_width(text: str) -> float:
    """Width in Latin letters, roughly."""
    return sum(2 if east_asian_width(c) in "WF" or c in WIDE else 1.3 if c.isupper() else 1 for c in text)


def hand_svg(tiles: Sequence[int], drawn: int | None = None) -> str:
    """Tiles in a row as SVG, the drawn tile with a gap before it."""
    drawing = Drawing()
    end = drawing.row(tiles, 2, HEIGHT + 2)
    if drawn is not None:
        end += 8 + drawing.tile(drawn, end + 8, HEIGHT + 2)
    return drawing.svg(end + 2, HEIGHT + 4)
