"""mjai event logs: bytes of many logs → one batch of games.

A log is one JSON object per line, or lists of them, or one list; `start_game`, then per kyoku `start_kyoku`, events,
and `hora`s or a `ryukyoku`, then `end_game`. Read are the original dialect (gimite: yaku, fu, points, shown hands), the
reduced one (Mortal, mjai.app, akochan, convlog) and that of three players (`nukidora` or `kita`, three seats or an
empty fourth). Unknown fields are ignored, unknown events are faults.

- Copies are not told: ABSENT everywhere. What the reduced dialect leaves out is ABSENT too, but for what follows from
  the log: hands by the events, payments by the points of the next kyoku, the reason of a draw by what came before it.
- Seats are counted from the first dealer, whoever is player 0 in the log.
- The rules are Tenhou's, which nearly all such logs follow: with red fives if `aka_flag` says so or else if one is
  seen, east only if `kyoku_first` says so or else if a whole game ends so. The log tells no other rule.
- `complete` needs the first kyoku and `end_game`. Final points are those told there, else those after the last kyoku if
  no riichi stick is left.
- If the `uri` of `start_game` names a Tenhou log, its id is the id, and tells start, lobby and table type.
- A game that is cut short or damaged keeps its complete kyoku; a failure says what is wrong. A kyoku with hidden tiles
  (the log of one player's view) is such a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.games.build import GamesBuilder
from mjlog.games.columns import CHIPS, COPIES
from parsers.mjai import vocab
from parsers.mjai.fields import Event
from parsers.mjai.game import Game, emit

untold: Final = (
    COPIES
    | CHIPS
    | {f"games.{column}" for column in ("room", "seed", "final_scores", "extra")}
    | {f"seats.{column}" for column in ("dan", "rate", "sex")}
    | {"kyoku.dice", "wins.limit", "yaku.code"}
)

HEAD: Final = 4096
"""Bytes in which the first event must stand."""
_FIRST: Final = re.compile(rb'"type"\s*:\s*"(?:' + "|".join(vocab.FIRST_EVENTS).encode() + rb')"')
_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b" \t\r\n"
SNIPPET: Final = 100
"""Bytes of the text shown with a failure."""


def recognises(source: Source) -> bool:
    """Whether the source begins with JSON that holds one of the events a log begins with."""
    head = source.data[:HEAD].removeprefix(_BOM).lstrip(_BLANK)
    return head[:1] in (b"{", b"[") and _FIRST.search(head) is not None


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch; what is wrong with a game or file stands in the failures."""
    builder = GamesBuilder()
    source_of_game: list[int] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        games, stray = _games(source.data)
        for n, game in enumerate(games, 1):
            origin = source.name if len(games) == 1 else f"{source.name}#{n}"
            kept = emit(game, origin, builder)
            if kept:
                source_of_game.append(place)
            if game.error is not None:
                failures.append((place, game.id if kept else None, game.error.at(source=origin)))
        if stray is not None:
            failures.append((place, None, stray.at(source=source.name)))
    return Parsed(games=builder.games(), source_of_game=np.array(source_of_game, np.int32), failures=tuple(failures))


def _games(data: bytes) -> tuple[list[Game], LogError | None]:
    """The games of a file, each with its own fault, and the fault of a file that has none."""
    games: list[Game] = []
    stray: LogError | None = None
    for offset, event in _events(data):
        if isinstance(event, LogError):
            if games and not games[-1].ended:
                games[-1].fail(event.at(offset=offset))
            else:
                stray = stray or event.at(offset=offset)
            continue
        begins = event["type"] == "start_game" or (event["type"] == "start_kyoku" and (not games or games[-1].ended))
        if begins:
            if games:
                games[-1].close()
            games.append(Game())
        if games:
            games[-1].read(event, offset)
        elif event["type"] not in vocab.IGNORED:
            stray = stray or LogError(Fault.BAD_ORDER, f"{event['type']} before the game begins").at(offset=offset)
    if games:
        games[-1].close()
    elif stray is None:
        stray = LogError(Fault.EMPTY_GAME, "the file holds no game")
    return games, stray


def _events(data: bytes) -> Iterator[tuple[int | None, Event | LogError]]:
    """Each event with the offset of its line; a line that is no JSON, or no event, comes as its fault."""
    start = len(_BOM) if data.startswith(_BOM) else 0
    whole = _loaded(data[start:]) if data[start : start + HEAD].lstrip(_BLANK)[:1] == b"[" else None
    if isinstance(whole, list):
        for event in _flat(whole, data[start:]):
            yield None, event
        return
    lines = data.rstrip(_BLANK + b"\0").split(b"\n")
    lines[0] = lines[0].removeprefix(_BOM)
    filled = [n for n, line in enumerate(lines) if line.strip(_BLANK)]
    together = _loaded(b"[" + b",".join([lines[n] for n in filled]) + b"]")  # one call costs a third of one per line
    if together is None or len(together) != len(filled):
        together = [_loaded(lines[n]) for n in filled]
    line, offset = 0, start
    for n, found in zip(filled, together, strict=True):
        offset += sum(map(len, lines[line:n])) + n - line
        line = n
        if type(found) is dict and type(found.get("type")) is str:
            yield offset, found
        elif found is None:
            yield offset, _broken(lines[n], last=n == filled[-1])
        else:
            for event in _flat(found, lines[n]):
                yield offset, event


def _loaded(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _flat(found: Any, text: bytes) -> Iterator[Event | LogError]:
    """The events of an object, or of lists of them."""
    if isinstance(found, list):
        for item in found:
            yield from _flat(item, text)
    elif isinstance(found, dict) and isinstance(found.get("type"), str):
        yield found
    else:
        yield LogError(Fault.BAD_VALUE, "this is no event: an object with a type is expected", _snippet(text))


def _broken(line: bytes, *, last: bool) -> LogError:
    if last:
        return LogError(Fault.TRUNCATED, "the log ends within a line", _snippet(line))
    return LogError(Fault.BROKEN_MARKUP, "a line that is not JSON", _snippet(line))


def _snippet(text: bytes) -> str:
    shown = text[:SNIPPET].decode("utf-8", "backslashreplace")
    return shown if len(text) <= SNIPPET else shown + "…"
