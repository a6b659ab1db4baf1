"""Tables, hands and tiles for people: as text for a terminal, as SVG and HTML for notebooks and pages."""

from mjlog.display.layout import Laid, laid, state_before
from mjlog.display.svg import game_html, hand_svg, kyoku_html, page, table_svg
from mjlog.display.text import Style, event_text, result_texts, table_text, tile_text

__all__ = [
    "Laid",
    "Style",
    "event_text",
    "game_html",
    "hand_svg",
    "kyoku_html",
    "laid",
    "page",
    "result_texts",
    "state_before",
    "table_svg",
    "table_text",
    "tile_text",
]
