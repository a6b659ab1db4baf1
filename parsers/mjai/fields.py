"""Fields of an event as values of the columns; a missing, hidden or malformed field is an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.rules.points import MOST_POINTS
from mjlog.tiles import in_order
from parsers.mjai.vocab import HIDDEN, TILES

Event = Mapping[str, Any]
Meaning = TypeVar("Meaning")

N_DEALT: Final = 13
MOST_HAN: Final = 1000
HAN_FIELDS: Final = ("han", "fan", "value")
"""The fields of a yaku for its han, where yaku are objects."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The seats of the players: mjai numbers them from any player, the columns from the first dealer."""

    players: int
    first: int
    """Number of the first dealer in the log."""

    def seat(self, event: Event, field: str) -> int:
        """The seat in a field."""
        actor = whole(event.get(field))
        if type(actor) is int and 0 <= actor < self.players:
            return (actor - self.first) % self.players
        if actor is None:
            raise _missing(event, field)
        raise LogError(Fault.BAD_VALUE, f"{field} {actor!r} is not a player, 0-{self.players - 1}")

    def by_seat(self, values: Sequence[Any]) -> list[Any]:
        """Values of the players in the order of the log, by seat."""
        return [values[(seat + self.first) % self.players] for seat in range(self.players)]

    def numbers(self, event: Event, field: str) -> tuple[int, ...] | None:
        """Integers of the four seats, 0 for an empty one; None without the field."""
        raw = event.get(field)
        if raw is None:
            return None
        if not (isinstance(raw, list) and len(raw) in (self.players, 4) and all(map(_is_points, raw))):
            raise LogError(Fault.BAD_VALUE, f"{field} is {raw!r}, not an integer for each player")
        return (*map(int, self.by_seat(raw)), *[0] * (4 - self.players))

    def lists(self, event: Event, field: str) -> list[list[Any]]:
        """A list for each seat; empty for null."""
        raw = value(event, field)
        if isinstance(raw, list) and len(raw) in (self.players, 4) and all(n is None or type(n) is list for n in raw):
            return self.by_seat([hand or [] for hand in raw])
        raise LogError(Fault.BAD_VALUE, f"{field} is not a list for each player")

    def flags(self, event: Event, field: str) -> tuple[bool, ...] | None:
        """A bool for each of four seats; None without the field."""
        raw = event.get(field)
        if raw is None:
            return None
        if not (isinstance(raw, list) and len(raw) in (self.players, 4) and all(type(n) is bool for n in raw)):
            raise LogError(Fault.BAD_VALUE, f"{field} is {raw!r}, not true or false for each player")
        return (*self.by_seat(raw), *[False] * (4 - self.players))


def value(event: Event, field: str) -> Any:
    """The value of a required field."""
    raw = event.get(field)
    if raw is None:
        raise _missing(event, field)
    return raw


def _missing(event: Event, field: str) -> LogError:
    return LogError(Fault.MISSING_VALUE, f"{event['type']} without {field}")


def whole(raw: Any) -> Any:
    """A whole number of a program that computes with floats (`25000.0`) as an integer, any other value as it is."""
    return int(raw) if type(raw) is float and raw.is_integer() else raw


def number(event: Event, field: str, least: int, most: int) -> int:
    """An integer in a range."""
    raw = whole(value(event, field))
    if type(raw) is not int or not least <= raw <= most:
        raise LogError(Fault.BAD_VALUE, f"{field} {raw!r} is not an integer in {least}-{most}")
    return raw


def word(event: Event, field: str, words: Mapping[str, Meaning], fault: Fault = Fault.BAD_VALUE) -> Meaning:
    """The meaning of the word in a field."""
    raw = value(event, field)
    if not isinstance(raw, str) or raw not in words:
        raise LogError(fault, f"{field} {raw!r} is not one of {', '.join(words)}")
    return words[raw]


def number_or_absent(event: Event, field: str, most: int) -> int:
    """An integer from 0; ABSENT without the field."""
    return number(event, field, 0, most) if event.get(field) is not None else ABSENT


def tile_named(name: Any) -> int:
    """The tile of a name."""
    tile = TILES.get(name) if isinstance(name, str) else None
    if tile is None:
        if name == HIDDEN:
            raise LogError(Fault.MISSING_VALUE, "a tile that all players see is hidden")
        raise LogError(Fault.BAD_TILES, f"{name!r} is not a tile of mjai")
    return tile


def tile(event: Event, field: str) -> int:
    """The tile of a field."""
    raw = event.get(field)
    if raw is None:
        raise _missing(event, field)
    return tile_named(raw)


def tile_or_absent(event: Event, field: str) -> int:
    """The tile of a field; ABSENT for a hidden one and without the field."""
    raw = event.get(field)
    return ABSENT if raw is None or raw == HIDDEN else tile_named(raw)


def first_indicator(start: Event) -> int:
    """The dora indicator of a deal, also as the first of a list; ABSENT if it is hidden or missing."""
    raw = start.get("dora_marker") or start.get("dora_markers")
    name = raw[0] if isinstance(raw, list) and raw else raw
    return tile_named(name) if name and name != HIDDEN else ABSENT


def hand_dealt(names: Sequence[Any]) -> list[int]:
    """Thirteen tiles dealt; hidden and missing ones are ABSENT."""
    if len(names) > N_DEALT:
        raise LogError(Fault.BAD_TILES, f"a hand of {len(names)} tiles, not {N_DEALT}")
    known = [ABSENT if name is None or name == HIDDEN else tile_named(name) for name in names]
    return known + [ABSENT] * (N_DEALT - len(names))


def tiles(event: Event, field: str, n: int) -> list[int]:
    """Exactly `n` tiles, in the order of copies."""
    raw = value(event, field)
    if not isinstance(raw, list) or len(raw) != n:
        raise LogError(Fault.BAD_VALUE, f"{field} of {event['type']} is {raw!r}, not {n} tiles")
    return in_order(map(tile_named, raw))


def markers(event: Event, *fields: str) -> tuple[int, ...]:
    """Up to five dora indicators, from the first field that is present; one may be without a list."""
    raw: Any = next(filter(None, map(event.get, fields)), [])
    named = [raw] if isinstance(raw, str) else raw
    if not isinstance(named, list) or len(named) > 5:
        raise LogError(Fault.BAD_VALUE, f"{fields[0]} is {raw!r}, not up to five tiles")
    return tuple(map(tile_named, named))


def yaku_list(event: Event, field: str) -> list[tuple[str, int]] | None:
    """Names and han, from pairs, from objects or from an object of han by name; None for any other form."""
    raw = event.get(field) or []
    listed = []
    for entry in raw.items() if isinstance(raw, dict) else raw if isinstance(raw, list) else [raw]:
        name, han = _name_and_han(entry)
        if type(han) is int and not 0 <= han <= MOST_HAN:
            raise LogError(Fault.BAD_VALUE, f"{field} contains {entry!r}, whose han are not in 0-{MOST_HAN}")
        if not isinstance(name, str) or type(han) is not int:
            return None
        listed.append((name, han))
    return listed


def _name_and_han(entry: Any) -> tuple[Any, Any]:
    match entry:
        case [name, han]:
            return name, whole(han)
        case {"name": name, **more}:
            return name, whole(next(filter(None, map(more.get, HAN_FIELDS)), None))
    return None, None


def _is_points(number: Any) -> bool:
    number = whole(number)
    return type(number) is int and abs(number) <= MOST_POINTS
