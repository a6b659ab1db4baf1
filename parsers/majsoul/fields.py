"""Fields of a record as values of the columns; a missing field is 0, false or empty, as in protobuf.

The callers treat 0 as unknown where the service never writes it, such as the id of a yaku.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.rules.points import MOST_POINTS
from mjlog.tiles import NAMES
from parsers.majsoul.shapes import Fields

TILES: Final = {names.mpsz: tile for tile, names in enumerate(NAMES)}
"""The tile of each name."""
SEATS: Final = 4
MOST_INDICATORS: Final = 5


def number(fields: Fields, name: str, most: int, least: int = 0) -> int:
    """An integer in a range."""
    value = fields.get(name)
    if value is None:
        value = 0
    if type(value) is not int or not least <= value <= most:
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is not an integer in {least}-{most}")
    return value


def flag(fields: Fields, name: str) -> bool:
    """A bool, or a number as one."""
    value = fields.get(name)
    if type(value) not in (bool, int) and value is not None:
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is neither true nor false")
    return bool(value)


def text(fields: Fields, name: str) -> str:
    """A string."""
    value = fields.get(name)
    if not isinstance(value, str | None):
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is not a string")
    return value or ""


def inner(fields: Fields, name: str) -> Fields:
    """The fields of an inner message."""
    value = fields.get(name) or {}
    if not isinstance(value, dict):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(value)[:40]!r} is not an object")
    return value


def listed(fields: Fields, name: str) -> Sequence[Any]:
    """A list."""
    value = fields.get(name) or []
    if not isinstance(value, list):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(value)[:40]!r} is not a list")
    return value


def messages(fields: Fields, name: str) -> list[Fields]:
    """A list of inner messages; a message of defaults may be empty or null."""
    value = [entry or {} for entry in listed(fields, name)]
    if not all(isinstance(entry, dict) for entry in value):
        raise LogError(Fault.BAD_VALUE, f"{name} is not a list of objects")
    return value


def points(fields: Fields, name: str, players: int) -> tuple[int, ...] | None:
    """Points of the four seats, 0 for an empty one; None if the list is missing or empty."""
    value = listed(fields, name)
    if not value:
        return None
    if len(value) < players or not all(type(n) is int and abs(n) <= MOST_POINTS for n in value):
        raise LogError(Fault.BAD_VALUE, f"{name} is {str(value)[:80]}, not points of {players} players")
    return (*value[:players], *[0] * (SEATS - players))


def tile_named(name: Any) -> int:
    """The tile of a name."""
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        raise LogError(Fault.BAD_TILES, f"{name!r} is not a tile of riichi mahjong")
    return tile


def tile_or_absent(fields: Fields, name: str) -> int:
    """The tile of a field; ABSENT without the field."""
    value = text(fields, name)
    return tile_named(value) if value else ABSENT


def tiles(fields: Fields, name: str) -> list[int]:
    """Tiles in the order of the list."""
    if name not in fields:
        return []
    return [tile_named(value) for value in listed(fields, name)]
