"""mjai event logs: bytes of many logs → one batch of games.

A log is JSON objects, one per line, in lists, or with other text between them: `start_game`, then for each kyoku
`start_kyoku`, events, and `hora`s or a `ryukyoku`, then `end_game`. Three dialects are read: the original one (gimite:
with yaku, fu, points and shown hands), the reduced one (Mortal, mjai.app, akochan, convlog) and the one for three
players (`nukidora` or `kita`, three seats or an empty fourth). Unknown fields are ignored; unknown events are errors if
they name a player, a tile or points.

- Columns that the reduced dialect leaves out are ABSENT unless they follow from the log: hands from the events,
  payments from the points of the next kyoku, the reason of a draw (without a word of the original dialect) from the
  events before it.
- Seats are counted from the first dealer, whoever is player 0 in the log.
- The rules are Tenhou's, as for nearly all such logs: with red fives by `aka_flag`, else if one is seen; east only by
  `kyoku_first`, else if a complete game ends like one. The log records no other rule.
- `complete` needs the first kyoku and `end_game`. Final points are those of `end_game`, else those after the last kyoku
  if no riichi stick is left.
- If the `uri` of `start_game` names a Tenhou log, the id, start, lobby and table type are those of that log.
- A review of mjai-reviewer in JSON contains the log as `mjai_log`; an HTML page, as JSON anywhere in it.
- A truncated or damaged game keeps its complete kyoku, with a failure. Hidden tiles (`?`, as in the log of one player's
  view), tiles missing in `tehais` and a missing first `dora_marker` are ABSENT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any, Final

import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.formats.bounds import value_at
from mjlog.games.columns import CHIPS, COPIES
from parsers.mjai import vocab
from parsers.mjai.conventions import with_acceptances
from parsers.mjai.fields import Event
from parsers.mjai.game import GameReader, inside, parse_games

UNRECORDED: Final = (
    COPIES
    | CHIPS
    | {f"games.{column}" for column in ("room", "seed", "final_scores", "extra")}
    | {f"seats.{column}" for column in ("dan", "rate", "sex")}
    | {"kyoku.dice", "wins.limit", "yaku.code"}
)

HEAD: Final = 4096
"""The first event must be in this many bytes."""
_BEGINS: Final = re.compile(rb"[^{\[<]*+[{\[]")
"""Text in front of the first event, such as the time in a line of a program's log."""
_FIRST: Final = re.compile(rb'"type"\s*:\s*"(?:' + "|".join(vocab.FIRST_EVENTS).encode() + rb')"')
_REVIEW: Final = b'"mjai_log"'
_PAGE: Final = re.compile(rb"(?i)<(?:!doctype\s+html|html)\b")
_START: Final = re.compile(r'\[?\s*\{[^{}\[\]]*?"type"\s*:\s*"start_game"')
_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b" \t\r\n"
_BETWEEN: Final = re.compile(r"(?:[\s,]|\\n)*")
"""Blanks, commas and escaped line breaks between the events in a page."""
SNIPPET: Final = 100
"""Bytes of the text in a failure."""


def recognises(source: Source) -> bool:
    """Whether the source begins with JSON that contains an event with which logs begin."""
    head = source.data[:HEAD].removeprefix(_BOM).lstrip(_BLANK)
    if _PAGE.match(head):
        return _START.search(_text(source.data)) is not None
    return _BEGINS.match(head) is not None and (_FIRST.search(head) is not None or _REVIEW in source.data)


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files."""
    return parse_games(sources, lambda source: _games(source.data))


def _games(data: bytes) -> Iterator[GameReader]:
    """The games of a file, each with its error; raises an error outside the games after them."""
    games: list[GameReader] = []
    stray: LogError | None = None
    events = _events(data)
    for offset, event in events if b"reach_accepted" in data else with_acceptances(events):
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
            games.append(GameReader())
        if games:
            games[-1].read(event, offset)
        elif event["type"] not in vocab.IGNORED:
            stray = stray or LogError(Fault.BAD_ORDER, f"{event['type']} before the game begins").at(offset=offset)
    if games:
        games[-1].close()
    elif stray is None:
        stray = LogError(Fault.EMPTY_GAME, "the file contains no game")
    yield from games
    if stray is not None:
        raise stray


def _events(data: bytes) -> Iterator[tuple[int | None, Event | LogError]]:
    """Each event with the offset of its line; for a line that is not an event, the error."""
    start = len(_BOM) if data.startswith(_BOM) else 0
    head = data[start : start + HEAD].lstrip(_BLANK)
    whole = _loaded(data[start:]) if head[:1] == b"[" or _REVIEW in data else None
    if isinstance(whole, dict):
        whole = whole.get("mjai_log")
    if _PAGE.match(head):
        whole = [*_in_page(_text(data))]
    if isinstance(whole, list):
        for event in _flat(whole, data[start:]):
            yield None, event
        return
    lines = data.rstrip(_BLANK + b"\0").split(b"\n")
    lines[0] = lines[0].removeprefix(_BOM)
    filled = [n for n, line in enumerate(lines) if line.strip(_BLANK)]
    together = _loaded(
        b"[" + b",".join([lines[n] for n in filled]) + b"]"
    )  # one call takes a third of the time of one per line
    if together is None or len(together) != len(filled):
        together = [_loaded(lines[n]) for n in filled]
        if together[:1] == [None]:
            yield from _streamed(data[start:].decode("utf-8", "replace"))
            return
    line, offset = 0, start
    for n, value in zip(filled, together, strict=True):
        offset += sum(map(len, lines[line:n])) + n - line
        line = n
        if type(value) is dict and type(value.get("type")) is str:
            yield offset, value
        elif value is None:
            yield offset, _broken(lines[n], last=n == filled[-1])
        else:
            for event in _flat(value, lines[n]):
                yield offset, event


def _streamed(text: str) -> Iterator[tuple[int | None, Event | LogError]]:
    """The events of a text with objects that are no lines: one after another, or in lists, with text between them."""
    position = text.find("{")
    while position >= 0:
        try:
            value, end = value_at(text, position)
        except LogError as error:
            shown = _snippet(text[position : position + SNIPPET + 1].encode())
            yield len(text[:position].encode()), LogError(error.fault, error.message, shown)
            return
        for event in _flat(value, text[position:end].encode()):
            yield None, event
        position = text.find("{", end)


def _text(page: bytes) -> str:
    return unescape(page.decode("utf-8", "replace"))


def _in_page(text: str) -> Iterator[Any]:
    """The events of the logs in a page: a list of events, or one after another."""
    position = 0
    while begins := _START.search(text, position):
        position = begins.start()
        while position < len(text) and text[position] in "{[":
            try:
                value, position = value_at(text, position)
            except LogError:
                position = len(text)
                break
            yield value
            after = _BETWEEN.match(text, position)
            position = after.end() if after else position


def _loaded(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None


def _flat(value: Any, text: bytes) -> Iterator[Event | LogError]:
    """The events of an object, or of lists of them."""
    if isinstance(value, list):
        for item in value:
            yield from _flat(item, text)
    elif isinstance(value, dict) and isinstance(value.get("type"), str):
        yield value
    elif isinstance(value, dict) and (logs := inside([*value.values()], _is_log)):
        yield from _flat(logs[0], text)
    else:
        yield LogError(Fault.BAD_VALUE, "not an event: an object with a type is expected", _snippet(text))


def _is_log(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict) and "type" in value[0]


def _broken(line: bytes, *, last: bool) -> LogError:
    if last:
        return LogError(Fault.TRUNCATED, "the log ends within a line", _snippet(line))
    return LogError(Fault.BROKEN_MARKUP, "a line that is not JSON", _snippet(line))


def _snippet(text: bytes) -> str:
    shown = text[:SNIPPET].decode("utf-8", "backslashreplace")
    return shown if len(text) <= SNIPPET else shown + "…"
