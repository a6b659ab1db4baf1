"""Values of Tenhou's JSON, checked: whole numbers, points of the seats, tiles."""

from __future__ import annotations

from typing import Any, Final

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.rules.points import MOST_POINTS
from parsers.tenhou.json.vocab import TILE_OF_CODE

MAX_SMALL: Final = 2**15 - 1
"""Larger numbers do not fit into their columns."""
_TILES: Final[dict[Any, int]] = {**TILE_OF_CODE, **dict.fromkeys((None, "", "?", 0), ABSENT)}
"""Tiles by code, with the ways to write one that a transcription does not know."""
SNIPPET: Final = 100
"""Characters of a value shown with a failure."""


def snippet(raw: Any) -> str:
    """The beginning of a value, as text."""
    text = str(raw)
    return text if len(text) <= SNIPPET else text[:SNIPPET] + "…"


def numbers_of(raw: Any, n: int, largest: int, what: str, *, least: int | None = None) -> list[int]:
    """A list of `n` whole numbers between `least` (default `-largest`) and `largest`; LogError names `what`."""
    least = -largest if least is None else least
    if not isinstance(raw, list) or len(raw) != n:
        raise LogError(Fault.BAD_VALUE, f"{what}: {n} numbers are expected", snippet(raw))
    numbers = []
    for number in raw:
        whole = int(number) if type(number) is int or (type(number) is float and number.is_integer()) else None
        if whole is None or not least <= whole <= largest:
            raise LogError(
                Fault.BAD_VALUE, f"{what}: {number!r} is not a whole number from {least} to {largest}", snippet(raw)
            )
        numbers.append(whole)
    return numbers


def points_of_seats(raw: Any, players: int, what: str) -> list[int]:
    """Four numbers; the fourth of three players may be missing."""
    n = len(raw) if isinstance(raw, list) and players <= len(raw) <= 4 else 4
    return [*numbers_of(raw, n, MOST_POINTS, what), *[0] * (4 - n)]


def tiles_of(raw: list[Any], what: str, most: int) -> list[int]:
    """The tiles of a list of at most `most` codes; ABSENT for a tile that is not known."""
    try:
        tiles = [_TILES[code] for code in raw]
    except (KeyError, TypeError) as error:
        raise LogError(Fault.BAD_TILES, f"{what}: {error.args[0]!r} is not a tile", snippet(raw)) from None
    if len(tiles) > most:
        raise LogError(Fault.BAD_VALUE, f"{what}: {len(tiles)} tiles, {most} expected", snippet(raw))
    return tiles
