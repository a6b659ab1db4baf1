"""Fields of an event as values of the columns; what is missing, hidden or of the wrong shape is a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.tiles import in_order
from parsers.mjai.vocab import HIDDEN, TILES

Event = Mapping[str, Any]
Meaning = TypeVar("Meaning")

MOST_HAN: Final = 1000
MOST_POINTS: Final = 100_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who sits where: mjai counts from any player, the columns from the first dealer."""

    players: int
    first: int
    """mjai's number of the first dealer."""

    def seat(self, event: Event, field: str) -> int:
        """The seat a field names."""
        actor = event.get(field)
        if type(actor) is int and 0 <= actor < self.players:
            return (actor - self.first) % self.players
        if actor is None:
            raise _missing(event, field)
        raise LogError(Fault.BAD_VALUE, f"{field} {actor!r} is not a player, 0-{self.players - 1}")

    def by_seat(self, values: Sequence[Any]) -> list[Any]:
        """Values in the order of the log, one for each player, by seat."""
        return [values[(seat + self.first) % self.players] for seat in range(self.players)]

    def numbers(self, event: Event, field: str) -> tuple[int, ...] | None:
        """Four whole numbers by seat, 0 for an empty one; None if the field is not there."""
        found = event.get(field)
        if found is None:
            return None
        if not (isinstance(found, list) and len(found) in (self.players, 4) and all(map(_is_points, found))):
            raise LogError(Fault.BAD_VALUE, f"{field} holds {found!r}, not a whole number for each player")
        return (*self.by_seat(found), *[0] * (4 - self.players))

    def lists(self, event: Event, field: str) -> list[list[Any]]:
        """A list for each seat."""
        found = value(event, field)
        if not (isinstance(found, list) and len(found) in (self.players, 4) and all(type(n) is list for n in found)):
            raise LogError(Fault.BAD_VALUE, f"{field} is not a list for each player")
        return self.by_seat(found)

    def flags(self, event: Event, field: str) -> tuple[bool, ...] | None:
        """A truth for each seat; None if the field is not there."""
        found = event.get(field)
        if found is None:
            return None
        if not (isinstance(found, list) and len(found) in (self.players, 4) and all(type(n) is bool for n in found)):
            raise LogError(Fault.BAD_VALUE, f"{field} holds {found!r}, not true or false for each player")
        return (*self.by_seat(found), *[False] * (4 - self.players))


def value(event: Event, field: str) -> Any:
    """The value of a field that must be there."""
    found = event.get(field)
    if found is None:
        raise _missing(event, field)
    return found


def _missing(event: Event, field: str) -> LogError:
    return LogError(Fault.MISSING_VALUE, f"{event['type']} without {field}")


def number(event: Event, field: str, least: int, most: int) -> int:
    """A whole number in a range."""
    found = value(event, field)
    if type(found) is not int or not least <= found <= most:
        raise LogError(Fault.BAD_VALUE, f"{field} {found!r} is not a whole number in {least}-{most}")
    return found


def word(event: Event, field: str, words: Mapping[str, Meaning], fault: Fault = Fault.BAD_VALUE) -> Meaning:
    """What the word in a field means."""
    found = value(event, field)
    if not isinstance(found, str) or found not in words:
        raise LogError(fault, f"{field} {found!r} is not one of {', '.join(words)}")
    return words[found]


def number_if_told(event: Event, field: str, most: int) -> int:
    """A whole number from 0, ABSENT if the field is not there."""
    return number(event, field, 0, most) if event.get(field) is not None else ABSENT


def tile_named(name: Any) -> int:
    """The tile of a name."""
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        if name == HIDDEN:
            raise LogError(Fault.MISSING_VALUE, "the log shows one player's view: tiles of the others are hidden")
        raise LogError(Fault.BAD_TILES, f"{name!r} is not a tile of mjai")
    return tile


def tile(event: Event, field: str) -> int:
    """The tile of a field."""
    found = event.get(field)
    if found is None:
        raise _missing(event, field)
    return tile_named(found)


def tiles(event: Event, field: str, n: int) -> list[int]:
    """So many tiles, in the order of copies."""
    found = value(event, field)
    if not isinstance(found, list) or len(found) != n:
        raise LogError(Fault.BAD_VALUE, f"{field} of {event['type']} is {found!r}, not {n} tiles")
    return in_order(map(tile_named, found))


def markers(event: Event, *fields: str) -> tuple[int, ...]:
    """Dora indicators, up to five, under the first of the names that is there."""
    found: Any = next(filter(None, map(event.get, fields)), [])
    if not isinstance(found, list) or len(found) > 5:
        raise LogError(Fault.BAD_VALUE, f"{fields[0]} holds {found!r}, not up to five tiles")
    return tuple(map(tile_named, found))


def yaku_list(event: Event, field: str) -> list[tuple[str, int]]:
    """Names and han."""
    found = event.get(field) or []
    for entry in found if isinstance(found, list) else [found]:
        match entry:
            case [str(), int(han)] if 0 <= han <= MOST_HAN:
                continue
            case _:
                raise LogError(Fault.BAD_VALUE, f"{field} holds {entry!r}, not the name of a yaku and its han")
    return found


def _is_points(number: Any) -> bool:
    return type(number) is int and abs(number) <= MOST_POINTS
