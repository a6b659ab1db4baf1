"""Fields of a record as values of the columns: what is not there is 0, false or empty, as in protobuf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mjlog.errors import Fault, LogError
from mjlog.tiles import NAMES
from parsers.majsoul.shapes import Fields

TILES: Final = {names.mpsz: tile for tile, names in enumerate(NAMES)}
"""The tile of each name."""
MOST_POINTS: Final = 100_000_000
SEATS: Final = 4
MOST_INDICATORS: Final = 5


def number(fields: Fields, name: str, most: int, least: int = 0) -> int:
    """A whole number in a range."""
    found = fields.get(name)
    if found is None:
        found = 0
    if type(found) is not int or not least <= found <= most:
        raise LogError(Fault.BAD_VALUE, f"{name} {found!r} is not a whole number in {least}-{most}")
    return found


def flag(fields: Fields, name: str) -> bool:
    """A truth; numbers count as one too."""
    found = fields.get(name)
    if type(found) not in (bool, int) and found is not None:
        raise LogError(Fault.BAD_VALUE, f"{name} {found!r} is neither true nor false")
    return bool(found)


def text(fields: Fields, name: str) -> str:
    """A text."""
    found = fields.get(name)
    if not isinstance(found, str | None):
        raise LogError(Fault.BAD_VALUE, f"{name} {found!r} is no text")
    return found or ""


def inner(fields: Fields, name: str) -> Fields:
    """The fields of an inner message, none if it is not there."""
    found = fields.get(name) or {}
    if not isinstance(found, dict):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(found)[:40]!r} is no object")
    return found


def listed(fields: Fields, name: str) -> Sequence[Any]:
    """A list."""
    found = fields.get(name) or []
    if not isinstance(found, list):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(found)[:40]!r} is no list")
    return found


def messages(fields: Fields, name: str) -> list[Fields]:
    """A list of inner messages; one that holds nothing but defaults may be empty or null."""
    found = [entry or {} for entry in listed(fields, name)]
    if not all(isinstance(entry, dict) for entry in found):
        raise LogError(Fault.BAD_VALUE, f"{name} is not a list of objects")
    return found


def points(fields: Fields, name: str, players: int) -> tuple[int, ...] | None:
    """Points by seat, 0 for an empty one; None if the list is not there or empty."""
    found = listed(fields, name)
    if not found:
        return None
    if len(found) < players or not all(type(n) is int and abs(n) <= MOST_POINTS for n in found):
        raise LogError(Fault.BAD_VALUE, f"{name} holds {str(found)[:80]}, not points of {players} players")
    return (*found[:players], *[0] * (SEATS - players))


def tile_named(name: Any) -> int:
    """The tile of a name."""
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        raise LogError(Fault.BAD_TILES, f"{name!r} is not a tile of riichi mahjong")
    return tile


def tiles(fields: Fields, name: str) -> list[int]:
    """Tiles in the order of the list."""
    if name not in fields:
        return []
    return [tile_named(found) for found in listed(fields, name)]
