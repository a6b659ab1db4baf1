"""Mahjong Soul's records: bytes of many games → one batch of games.

The service's protobuf messages are read, old (`records`) and new (`actions`), with or without their head, and the JSON
dumps of several tools (`shapes`).

- The rules are those of the room (`rooms`); a dump without a head has the ranked rules of its number of players.
- Event modes, games that are not riichi mahjong, and unknown versions and codes are errors; other games of the file are
  read.
- `complete` needs the first kyoku and a final result.
- The seed is the wall itself if the record has it, one line of tiles per kyoku.
- A truncated or damaged game keeps its complete kyoku, with a failure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.games.build import GamesBuilder
from mjlog.games.columns import CHIPS, COPIES
from parsers.majsoul.game import GameReader, emit
from parsers.majsoul.shapes import games_in, looks_like_har, looks_like_json, message

UNRECORDED: Final = COPIES | CHIPS | {"seats.dan", "seats.rate", "kyoku.dice"}

HEAD: Final = 1 << 16
"""A word of the format must be in this many bytes; heads are long."""
_WORD: Final = re.compile(rb'"(?:Record)?NewRound"|"\.lq\.[A-Z]|"detail_?[rR]ule"')
_DESCRIPTION: Final = re.compile(rb'"nested"\s*:\s*\{\s*"lq"')
"""The description of the protocol, which contains all words of the format and no game."""
_WRAPPED: Final = b".lq."
_FIELDS: Final = (b"\x0a", b"\x10", b"\x1a")
"""First bytes of the messages with records."""


def recognises(source: Source) -> bool:
    """Whether the source is JSON with a word of the format, or protobuf with the name of a message."""
    head = source.data[:HEAD]
    if looks_like_har(source.data):
        return True
    if looks_like_json(head):
        return _WORD.search(head) is not None and _DESCRIPTION.search(head) is None
    head = message(source.data)[:HEAD] if head[:1] not in _FIELDS else head
    return head[:1] in _FIELDS and _WRAPPED in head


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files."""
    builder = GamesBuilder()
    source_of_game: list[int] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        try:
            raws = games_in(source.data)
        except LogError as error:
            failures.append((place, None, error.at(source=source.name)))
            continue
        if not raws:
            failures.append(
                (place, None, LogError(Fault.EMPTY_GAME, "the file contains no game").at(source=source.name))
            )
        for n, raw in enumerate(raws, 1):
            origin = source.name if len(raws) == 1 else f"{source.name}#{n}"
            game = GameReader(raw)
            kept = emit(game, origin, builder)
            if kept:
                source_of_game.append(place)
            if game.error is not None:
                failures.append((place, game.id if kept else None, game.error.at(source=origin)))
    return Parsed(games=builder.games(), source_of_game=np.array(source_of_game, np.int32), failures=tuple(failures))
