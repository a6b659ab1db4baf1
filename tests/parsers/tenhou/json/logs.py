"""A builder of small logs in Tenhou's JSON, and what is read of them."""

import json as text
from typing import Any

from mjlog.errors import LogError
from mjlog.formats import Parsed, Source
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, EventKind
from mjlog.tiles import name_of
from parsers.tenhou import json

HAND = [*range(11, 20), 21, 22, 23, 24]
"""Every player's: 123456789m 1234p."""
NO_ONE = ["全員不聴"]
RULE = {"disp": "鳳南喰赤", "aka": 1}
NAMES = ["A", "B", "C", "D"]
TSUMO = ["和了", [3000, -1000, -1000, -1000], [0, 0, 0, "30符2飜1000点∀", "門前清自摸和(1飜)", "ドラ(1飜)"]]


def kyoku(
    *turns: tuple[list[Any], list[Any]], result: list[Any] = NO_ONE, start: tuple[int, int, int] = (0, 0, 0),
    dora: tuple[int, ...] = (47,), ura: tuple[int, ...] = (), hands: dict[int, list[int]] | None = None,
    points: list[int] | None = None, players: int = 4,
) -> list[Any]:  # fmt: skip
    """A kyoku from what each player takes and answers; players left out do nothing."""
    both = [*turns, *[([], [])] * (4 - len(turns))]
    own = [(hands or {}).get(seat, HAND) if seat < players else [] for seat in range(4)]
    seats = [entry for hand, (taken, answered) in zip(own, both, strict=True) for entry in (hand, taken, answered)]
    return [list(start), points or [25000] * players + [0] * (4 - players), list(dora), list(ura), *seats, result]


def game(*log: list[Any], **keys: Any) -> dict[str, Any]:
    """A game as the editor writes one; keywords replace keys, None takes one away."""
    whole = {"title": ["", ""], "name": NAMES, "rule": RULE, "log": list(log)} | keys
    return {key: value for key, value in whole.items() if value is not None}


def data(*games: dict[str, Any]) -> bytes:
    """The games, a line each."""
    return "\n".join(text.dumps(own, ensure_ascii=False) for own in games).encode()


def parse(*games: dict[str, Any], name: str = "game.json") -> Parsed:
    """What is read of a file with these games."""
    return json.parse([Source(name, data(*games))])


def games_of(*games: dict[str, Any]) -> Games:
    """The games of a file without a fault."""
    parsed = parse(*games)
    assert parsed.failures == ()
    return parsed.games


def error_of(*games: dict[str, Any]) -> LogError:
    """The one fault of a file."""
    (failure,) = parse(*games).failures
    return failure[2]


def events(games: Games) -> list[str]:
    """All events as words: kind, seat, tile, `<` the seat called from, `*` for a tsumogiri."""
    words = []
    columns = (games.events.kind, games.events.seat, games.events.tile, games.events.from_seat, games.events.tsumogiri)
    for kind, seat, tile, source, tsumogiri in zip(*(column.tolist() for column in columns), strict=True):
        word = EventKind(kind).name.lower() + (str(seat) if seat != ABSENT else "")
        word += f" {name_of(tile, 'mpsz')}" if tile != ABSENT else ""
        words.append(word + (f"<{source}" if source != ABSENT else "") + "*" * (tsumogiri == 1))
    return words
