"""Bytes of many logs in Tenhou's JSON → one batch of games; the package says what the format is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from html import unescape
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Platform, Source, platforms
from mjlog.formats.bounds import value_at
from mjlog.games.build import EventRow, GamesBuilder, RecordedWin
from mjlog.games.columns import ABSENT, EventKind
from mjlog.games.parts import EAST_1
from mjlog.games.tsumogiri import as_recorded
from mjlog.rules.points import STICK
from mjlog.rules.yaku import YAKU
from parsers.tenhou.json.checked import SNIPPET
from parsers.tenhou.json.header import TENHOU, Header, read_header
from parsers.tenhou.json.kyoku import Kyoku, read_kyoku
from parsers.tenhou.json.turns import STEP_KINDS, event_row

BOM: Final = b"\xef\xbb\xbf"
HEAD: Final = re.compile(
    rb"""[^\[{<`]*+\[?\s*\{\s*"(?:ver"\s*:\s*(?:"2\.\d"|2\.\d)|ref"\s*:\s*"|(?:rule|csrule)"\s*:\s*[\[{]
    |(?:title|name|dan|rate|sx|sc|connection)"\s*:\s*\[|ratingc"\s*:\s*"PF|lobby"\s*:\s*\d
    |(?:[^\[{]*,\s*")?log"\s*:\s*\[\s*\[\s*\[\s*\d)""",
    re.VERBOSE,
)
"""A key of the format as the first one, or `log` after values that are no lists and objects."""
ADDRESS: Final = re.compile(r"\s*(?:https?://[^\s#]*)?#json=")
BLANKS: Final = re.compile(r"\s*")
PARAMETERS: Final = re.compile(r"(?:&\w+=\w*)+\s*$")
"""The end of an address after the JSON: `&ts=0`."""
_KEPT: Final = rb"""("(?:[^"\\]|\\.)*+"|https?://[^\s"]*+|#json=\S*+)|"""
REMARKS: Final = re.compile(_KEPT + rb"//[^\n]*+|/\*.*?\*/|^[ \t]*+#[^\n]*+|\+(?=[0-9])|[;)]", re.DOTALL | re.MULTILINE)
"""Texts and addresses (group 1), or what people write around values: remarks, plus signs, ends of statements."""
LAST_COMMA: Final = re.compile(_KEPT + rb",(?=\s*[\]}])")
PREFACE: Final = re.compile(rb"(?:(?!#json=)[^\[{<`])++(?=[\[{])")
"""Text in front of the first value; a block of Markdown is taken out by `mjlog.formats.contents`."""
HEAD_BYTES: Final = 2000
PAGE: Final = re.compile(rb"(?i)\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.DOTALL)
"""The beginning of an HTML page."""
IN_PAGE: Final = re.compile(r"#json=([^\"'<>]*)")
"""The address of the viewer in a page, such as a review of a game."""


def recognises(source: Source) -> bool:
    """Whether the source begins like a game of this format, or is an address or page that contains one."""
    if PAGE.match(source.data, len(BOM) * source.data.startswith(BOM)):
        return b"#json=" in source.data
    head = _without_remarks(source.data[:HEAD_BYTES].removeprefix(BOM))
    return HEAD.match(head) is not None or ADDRESS.match(head.decode("latin-1")) is not None


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch; faulty games and files are in the failures."""
    builder = GamesBuilder()
    source_of_game: list[int] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        objects, broken = _values(source.data)
        objects = _joined(objects)
        refs = [str(raw.get("ref")) if isinstance(raw, dict) else "" for raw in objects]
        n_of_ref = Counter(refs)
        for n, raw in enumerate(objects):
            origin = source.name if len(objects) == 1 else f"{source.name}#{n + 1}"
            try:
                game = _read_game(raw, origin, alone=len(objects) == 1, unique_ref=n_of_ref[refs[n]] == 1)
            except LogError as error:
                failures.append((place, None, error.at(source=origin)))
                continue
            if game.kyoku:
                _add_game(builder, game, origin)
                source_of_game.append(place)
            game_id = game.header.columns["id"] if game.kyoku else None
            failures += ((place, game_id, error.at(source=origin)) for error in _errors_of(game))
        if broken is None and not objects:
            broken = LogError(Fault.EMPTY_GAME, "the file holds no game")
        if broken is not None:
            failures.append((place, None, broken.at(source=source.name)))
    return Parsed(games=builder.games(), source_of_game=np.array(source_of_game, np.int32), failures=tuple(failures))


# -- texts


def _values(data: bytes) -> tuple[list[Any], LogError | None]:
    """The objects of a file, those of lists one by one, and the error after them."""
    data = data.removeprefix(BOM)
    objects: list[Any] = []
    if PAGE.match(data):
        return _in_page(data.decode("utf-8", "replace"))
    try:
        objects += _flat(orjson.loads(data))
    except orjson.JSONDecodeError:
        try:
            for value in _stream(_without_remarks(data)):
                objects += _flat(value)
        except LogError as error:
            return objects, error
    return objects, None


def _in_page(text: str) -> tuple[list[Any], LogError | None]:
    """The games of a page: a kyoku continues the game of the address before if that has the same header.

    mjai-reviewer's report has an address for each kyoku, as an attribute or, unescaped, as JSON.
    """
    objects: list[Any] = []
    for address in IN_PAGE.finditer(text):
        try:
            if address[1].strip() == "{":
                value, _ = value_at(text, address.start(1))
            else:
                value, _ = value_at(PARAMETERS.sub("", unquote(unescape(address[1]))).lstrip(), 0)
        except LogError as error:
            broken = LogError(error.fault, f"an address: {error.message}", address[1][:SNIPPET])
            return objects, broken.at(offset=len(text[: address.start()].encode()))
        last: Any = objects[-1] if objects else None
        match last, value:
            case {"log": list(first)}, {"log": list(more)} if _header_of(last) == _header_of(value):
                objects[-1] = last | {"log": [*first, *more]}
            case _:
                objects.append(value)
    return objects, None


def _joined(objects: Sequence[Any]) -> list[Any]:
    """The games, those joined that are parts of one: they have the same header with a `ref`, and go on in order."""
    games: list[Any] = []
    for value in objects:
        if games and _goes_on(games[-1], value):
            games[-1]["log"] += value["log"]
        else:
            games.append(value)
    return games


def _goes_on(game: Any, more: Any) -> bool:
    match game, more:
        case (
            {"ref": str(ref), "log": [*_, [[int(number), int(honba), *_], *_]]},
            {"log": [[[int(next_number), int(next_honba), *_], *_], *_]},
        ):
            in_order = (number, honba) < (next_number, next_honba)
            return bool(ref) and in_order and _header_of(game) == _header_of(more)
    return False


def _header_of(game: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in game.items() if key != "log"}


def _without_remarks(data: bytes) -> bytes:
    """The text with blanks in place of remarks, the text before the first value, and signs that JSON does not allow."""

    def blanked(part: re.Match[bytes]) -> bytes:
        return part[0] if part.re.groups and part[1] is not None else b" " * len(part[0])

    data = LAST_COMMA.sub(blanked, REMARKS.sub(blanked, data))
    preface = PREFACE.match(data)
    return b" " * preface.end() + data[preface.end() :] if preface else data


def _flat(value: Any) -> list[Any]:
    """A list of objects as it is, any other value alone in a list."""
    return value if isinstance(value, list) and all(isinstance(item, dict) for item in value) else [value]


def _stream(data: bytes) -> Iterator[Any]:
    """The values of a file that is not one JSON value: several values, or addresses, a line each."""
    end_of_text = len(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise LogError(Fault.BROKEN_MARKUP, "the text is not UTF-8").at(offset=error.start) from None
        end_of_text = error.start
        text = data[:end_of_text].decode()
    position = _after_blanks(text, 0)
    while position < len(text):
        address = ADDRESS.match(text, position)
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        if address:
            value = PARAMETERS.sub("", unquote(text[address.end() : end]))
        elif _is_value(text[position:end]):
            value = text[position:end]
        else:
            end = _end_of_value(text, position)
            value = text[position:end]
        try:
            yield orjson.loads(value)
        except orjson.JSONDecodeError as error:
            message = f"the JSON{' of the address' if address else ''} is broken: {error.msg}"
            place = len(text[:position].encode())
            raise LogError(Fault.BROKEN_MARKUP, message, value[:SNIPPET]).at(offset=place) from None
        position = _after_blanks(text, end)
    if end_of_text < len(data):
        raise LogError(Fault.TRUNCATED, "the file ends within a character").at(offset=end_of_text)


def _after_blanks(text: str, position: int) -> int:
    blanks = BLANKS.match(text, position)
    return blanks.end() if blanks else position


def _is_value(line: str) -> bool:
    """Whether a line is a whole JSON value."""
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _end_of_value(text: str, position: int) -> int:
    """The end of the value that begins at a position."""
    try:
        return JSONDecoder().raw_decode(text, position)[1]
    except JSONDecodeError as error:
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        message = "the file ends within its JSON" if cut else f"the JSON is broken: {error.msg}"
        around = text[max(error.pos - SNIPPET // 2, 0) : error.pos + SNIPPET // 2]
        fault = LogError(Fault.TRUNCATED if cut else Fault.BROKEN_MARKUP, message, around)
        raise fault.at(offset=len(text[: error.pos].encode())) from None
    except RecursionError:
        place = len(text[:position].encode())
        raise LogError(Fault.BROKEN_MARKUP, "the JSON is nested too deeply").at(offset=place) from None


# -- games


class _Game(NamedTuple):
    """A game with its complete kyoku, and the error that ends it early."""

    header: Header
    kyoku: list[Kyoku]
    error: LogError | None


def _read_game(raw: Any, origin: str, *, alone: bool, unique_ref: bool) -> _Game:
    """The game of an object; `alone` in its file, and with a `ref` that no other has."""
    if not isinstance(raw, dict):
        raise LogError(Fault.BAD_VALUE, "a game is an object", str(raw)[:60])
    header = read_header(raw if unique_ref else {**raw, "ref": ""}, origin if alone else "")
    log = raw.get("log")
    if not isinstance(log, list) or not log:
        raise LogError(Fault.EMPTY_GAME, "the game has no kyoku (`log`)")
    kyoku: list[Kyoku] = []
    error: LogError | None = None
    for n, entries in enumerate(log):
        try:
            kyoku.append(read_kyoku(entries, header.rules))
        except LogError as faulty:
            error = faulty.at(kyoku=n)
            break
    recorded = as_recorded([(one.events, one.start["hands"][one.start["dealer"]]) for one in kyoku])
    kyoku = [one._replace(events=events) for one, events in zip(kyoku, recorded, strict=True)]
    if "connection" in raw and kyoku:
        kyoku, left = _with_connection(raw["connection"], kyoku, header.rules.players)
        if left:
            header.extra["connection"] = left
    return _Game(header, kyoku, error)


def _with_connection(raw: Any, kyoku: list[Kyoku], players: int) -> tuple[list[Kyoku], list[Any]]:
    """The kyoku with the events of players who leave and return, and the entries that belong to no kyoku."""
    left: list[Any] = []
    steps: dict[int, list[tuple[int, EventRow]]] = {}
    for entry in raw if isinstance(raw, list) else [raw]:
        match entry:
            case {"what": 0 | 1 as what, "log": int(at), "who": int(who), "step": int(step)} if (
                0 <= at < len(kyoku) and 0 <= who < players
            ):
                steps.setdefault(at, []).append((step, event_row(EventKind.RETURNED if what else EventKind.LEFT, who)))
            case _:
                left.append(entry)
    kyoku = kyoku.copy()
    for at, inserted in steps.items():
        events: list[EventRow] = []
        new_place = []
        step = 0
        for event in kyoku[at].events:
            while inserted and inserted[0][0] <= step and event[0] != EventKind.RIICHI_ACCEPTED:
                events.append(inserted.pop(0)[1])
            new_place.append(len(events))
            events.append(event)
            step += event[0] in STEP_KINDS
        events += (event for _, event in inserted)
        calls = [call._replace(event=new_place[call.event]) for call in kyoku[at].calls]
        kyoku[at] = kyoku[at]._replace(events=events, calls=calls)
    return kyoku, left


def _errors_of(game: _Game) -> Iterator[LogError]:
    """What cannot be read of a game: of its header, the first claim of the kyoku kept, and what ends the game early."""
    yield from game.header.errors
    unread = [one.error.at(kyoku=n) for n, one in enumerate(game.kyoku) if one.error is not None]
    if unread:
        first, n_more = unread[0], len(unread) - 1
        more = f", and more in {n_more} other kyoku" if n_more else ""
        yield LogError(first.fault, f"{first.message}{more}", first.raw, first.where)
    if game.error is not None:
        yield game.error


def _add_game(builder: GamesBuilder, game: _Game, origin: str) -> None:
    header = game.header
    codes = None if header.columns["platform"] == TENHOU else _yaku_codes(header.columns["platform"])
    for kyoku in game.kyoku:
        honba = kyoku.start["honba"]
        if kyoku.draw:
            (payments,) = kyoku.payments
            builder.add_draw(
                honba=honba, sticks=kyoku.sticks, points_before=kyoku.points, payments=payments, **kyoku.draw
            )
        wins = kyoku.wins if codes is None else [_with_codes(win, codes) for win in kyoku.wins]
        won = kyoku.payments if wins else []
        builder.add_wins(wins, won, honba=honba, sticks=kyoku.sticks, before=kyoku.points)
        builder.add_kyoku(kyoku.events, kyoku.calls, **kyoku.start)
    builder.add_game(
        header.rules,
        header.seats,
        **header.columns,
        source=origin,
        complete=_is_whole(game),
        extra=orjson.dumps(header.extra).decode() if header.extra else None,
    )


def _is_whole(game: _Game) -> bool:
    """Whether the game has its first kyoku and its final result; people cut kyoku out and leave the result."""
    first, final = game.kyoku[0], game.header.columns["final_points"]
    begins = tuple(first.start[name] for name in ("wind", "number", "honba")) == EAST_1
    if not begins or game.error is not None or final[0] == ABSENT:
        return False
    if len(game.kyoku) > 1:
        return True
    after = list(map(sum, zip(first.points, *first.payments, strict=True)))[: game.header.rules.players]
    return all(abs(points - n) <= STICK * first.sticks for points, n in zip(after, final, strict=False))


@cache
def _yaku_codes(platform: str) -> tuple[int, ...]:
    """The platform's own number of each row of the yaku table."""
    known = platforms().get(platform, Platform(name=platform))
    return tuple(known.yaku_codes.get(yaku.key, (ABSENT,))[0] for yaku in YAKU)


def _with_codes(win: RecordedWin, codes: Sequence[int]) -> RecordedWin:
    return replace(win, yaku=[row._replace(code=codes[row.yaku]) for row in win.yaku])
