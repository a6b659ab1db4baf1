"""Bytes of many logs in Tenhou's JSON → one batch of games; the package says what the format is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from json import JSONDecodeError, JSONDecoder
from typing import Any, Final, NamedTuple
from urllib.parse import unquote

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source, platforms
from mjlog.games.batch import Games, offsets
from mjlog.games.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    EventKind,
    GameColumns,
    Group,
    Ints,
    KyokuColumns,
    SeatColumns,
    Texts,
    WinColumns,
    YakuColumns,
    declarations,
    empty,
)
from mjlog.rules.yaku import YAKU
from parsers.tenhou.json.checked import SNIPPET
from parsers.tenhou.json.header import SOUL, TENHOU, Header, as_json, read_header
from parsers.tenhou.json.kyoku import Kyoku, read_kyoku
from parsers.tenhou.json.results import Draw, Win
from parsers.tenhou.json.turns import STEP_KINDS, TILE_SHIFT, Call, packed

BOM: Final = b"\xef\xbb\xbf"
HEAD: Final = re.compile(
    rb"""\s*\[?\s*\{\s*"(?:ver"\s*:\s*(?:"2\.\d"|2\.\d)|ref"\s*:\s*"|log"\s*:\s*\[\s*\[\s*\[|rule"\s*:\s*\{
    |(?:title|name|dan|rate|sx|sc|connection)"\s*:\s*\[|ratingc"\s*:\s*"PF|lobby"\s*:\s*\d)""",
    re.VERBOSE,
)
ADDRESS: Final = re.compile(r"\s*(?:https?://[^\s#]*)?#json=")
BLANKS: Final = re.compile(r"\s*")
PARAMETERS: Final = re.compile(r"(?:&\w+=\w*)+\s*$")
"""Behind the JSON in an address: `&ts=0`."""
HEAD_BYTES: Final = 400


def recognises(source: Source) -> bool:
    """Whether the source begins like a game of this format, or is an address that holds one."""
    head = source.data[:HEAD_BYTES].removeprefix(BOM)
    return HEAD.match(head) is not None or ADDRESS.match(head.decode("latin-1")) is not None


class _Game(NamedTuple):
    """A game read."""

    source: int
    origin: str
    header: Header
    kyoku: list[Kyoku]


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch; what is wrong with a game or file stands in the failures."""
    games: list[_Game] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        objects, broken = _values(source.data)
        refs = [str(raw.get("ref")) if isinstance(raw, dict) else "" for raw in objects]
        n_games = Counter(refs)
        for n, raw in enumerate(objects):
            origin = source.name if len(objects) == 1 else f"{source.name}#{n + 1}"
            try:
                game, fault = _game(place, origin, raw, own_file=len(objects) == 1, own_ref=n_games[refs[n]] == 1)
            except LogError as error:
                failures.append((place, None, error.at(source=origin)))
                continue
            if game.kyoku:
                games.append(game)
            if fault is not None:
                failures.append((place, game.header.id if game.kyoku else None, fault.at(source=origin)))
        if broken is None and not objects:
            broken = LogError(Fault.EMPTY_GAME, "the file holds no game")
        if broken is not None:
            failures.append((place, None, broken.at(source=source.name)))
    return Parsed(
        games=_columns(games), source_of_game=np.array([g.source for g in games], np.int32), failures=tuple(failures)
    )


# -- texts


def _values(data: bytes) -> tuple[list[Any], LogError | None]:
    """The objects of a file, those of lists one by one, and what is wrong behind them."""
    data = data.removeprefix(BOM)
    objects: list[Any] = []
    try:
        objects += _flat(orjson.loads(data))
    except orjson.JSONDecodeError:
        try:
            for value in _stream(data):
                objects += _flat(value)
        except LogError as error:
            return objects, error
    return objects, None


def _flat(value: Any) -> list[Any]:
    """A list of objects as it is, anything else alone in a list."""
    return value if isinstance(value, list) and all(isinstance(own, dict) for own in value) else [value]


def _stream(data: bytes) -> Iterator[Any]:
    """The objects of a file that is not one JSON value: several of them, or addresses, a line each."""
    end_of_text = len(data)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            raise LogError(Fault.BROKEN_MARKUP, "the text is not UTF-8").at(offset=error.start) from None
        end_of_text = error.start
        text = data[:end_of_text].decode()
    position = _behind_blanks(text, 0)
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
        position = _behind_blanks(text, end)
    if end_of_text < len(data):
        raise LogError(Fault.TRUNCATED, "the file ends within a character").at(offset=end_of_text)


def _behind_blanks(text: str, position: int) -> int:
    blanks = BLANKS.match(text, position)
    return blanks.end() if blanks else position


def _is_value(line: str) -> bool:
    """Whether a line is a whole value, as it is where games stand a line each."""
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


def _end_of_value(text: str, position: int) -> int:
    """Where the value that begins at a position ends."""
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


def _game(place: int, origin: str, raw: Any, *, own_file: bool, own_ref: bool) -> tuple[_Game, LogError | None]:
    """A game with its complete kyoku, and what is wrong with it."""
    if not isinstance(raw, dict):
        raise LogError(Fault.BAD_VALUE, "a game is an object", str(raw)[:60])
    header = read_header(raw if own_ref else {**raw, "ref": ""}, origin, own_file=own_file)
    log = raw.get("log")
    if not isinstance(log, list) or not log:
        raise LogError(Fault.EMPTY_GAME, "the game has no kyoku (`log`)")
    kyoku: list[Kyoku] = []
    fault: LogError | None = None
    for n, entries in enumerate(log):
        try:
            kyoku.append(read_kyoku(entries, header.rules))
        except LogError as error:
            fault = error.at(kyoku=n)
            header = header._replace(complete=False)
            break
    if "connection" in raw and kyoku:
        kyoku, left = _with_connection(raw["connection"], kyoku, header.rules.players)
        if left:
            header.extra["connection"] = left
    return _Game(place, origin, header, kyoku), fault


def _with_connection(raw: Any, kyoku: list[Kyoku], players: int) -> tuple[list[Kyoku], list[Any]]:
    """The kyoku with who left and returned, and what belongs to none of them."""
    left: list[Any] = []
    steps: dict[int, list[tuple[int, int]]] = {}
    for entry in raw if isinstance(raw, list) else [raw]:
        match entry:
            case {"what": 0 | 1 as what, "log": int(at), "who": int(who), "step": int(step)} if (
                0 <= at < len(kyoku) and 0 <= who < players
            ):
                steps.setdefault(at, []).append((step, packed(EventKind.RETURNED if what else EventKind.LEFT, who)))
            case _:
                left.append(entry)
    kyoku = kyoku.copy()
    for at, inserted in steps.items():
        events: list[int] = []
        new_place = []
        step = 0
        for event in kyoku[at].events:
            while inserted and inserted[0][0] <= step and event & 15 != EventKind.RIICHI_ACCEPTED:
                events.append(inserted.pop(0)[1])
            new_place.append(len(events))
            events.append(event)
            step += event & 15 in STEP_KINDS
        events += (event for _, event in inserted)
        calls = [call._replace(event=new_place[call.event]) for call in kyoku[at].calls]
        kyoku[at] = kyoku[at]._replace(events=events, calls=calls)
    return kyoku, left


# -- columns


def _columns(games: Sequence[_Game]) -> Games:
    rule_sets = {game.header.rules.name: game.header.rules for game in games}
    number = {name: n for n, name in enumerate(rule_sets)}
    kyoku = [own for game in games for own in game.kyoku]
    services = [game.header.platform for game in games for _ in game.kyoku]
    wins = [(own, win) for own in kyoku for win in own.wins]
    draws = [(own, own.draw) for own in kyoku if own.draw is not None]
    return Games(
        rule_sets=tuple(rule_sets.values()),
        games=_game_columns(games, number),
        seats=SeatColumns(
            name=_texts([game.header.names for game in games]),
            dan=_grid([game.header.dan for game in games], 4, np.int8),
            rate=np.array([game.header.rate for game in games], np.float64).reshape(-1, 4),
            sex=_texts([game.header.sex for game in games]),
        ),
        kyoku_start=offsets(np.array([len(game.kyoku) for game in games], np.int64)),
        kyoku=_kyoku_columns(kyoku),
        event_start=offsets(np.array([len(own.events) for own in kyoku], np.int64)),
        events=_event_columns([event for own in kyoku for event in own.events]),
        call_start=offsets(np.array([len(own.calls) for own in kyoku], np.int64)),
        calls=_call_columns([call for own in kyoku for call in own.calls]),
        win_start=offsets(np.array([len(own.wins) for own in kyoku], np.int64)),
        wins=_win_columns(wins),
        yaku_start=offsets(np.array([len(win.yaku) for _, win in wins], np.int64)),
        yaku=_yaku_columns([(service, win) for own, service in zip(kyoku, services, strict=True) for win in own.wins]),
        draw_start=offsets(np.array([own.draw is not None for own in kyoku], np.int64)),
        draws=_draw_columns(draws),
    )


def _game_columns(games: Sequence[_Game], number: Mapping[str, int]) -> GameColumns:
    headers = [game.header for game in games]
    return GameColumns(
        id=_texts([header.id for header in headers]),
        source=_texts([game.origin for game in games]),
        platform=_texts([header.platform for header in headers]),
        players=np.array([header.rules.players for header in headers], np.int8),
        rules=np.array([number[header.rules.name] for header in headers], np.int16),
        room=_texts([header.room for header in headers]),
        lobby=np.array([header.lobby for header in headers], np.int32),
        started=np.array([header.started for header in headers], "datetime64[m]"),
        seed=_texts([None] * len(games)),
        final_points=_grid([header.final_points for header in headers], 4, np.int32),
        final_scores=np.array([header.final_scores for header in headers], np.float64).reshape(-1, 4),
        final_chips=np.full((len(games), 4), ABSENT, np.int16),
        complete=np.array([header.complete for header in headers], np.bool_),
        vendor_type=np.array([header.vendor_type for header in headers], np.int32),
        extra=_texts([as_json(header.extra) for header in headers]),
    )


def _kyoku_columns(kyoku: Sequence[Kyoku]) -> KyokuColumns:
    columns = _unknown(KyokuColumns, len(kyoku))
    if kyoku:
        numbers = np.array([(own.number, own.honba, own.sticks, own.result, own.indicators[0]) for own in kyoku])
        columns.wind[:] = numbers[:, 0] // 4
        columns.number[:] = numbers[:, 0] % 4 + 1
        columns.dealer[:] = numbers[:, 0] % 4
        columns.honba[:], columns.sticks[:], columns.result[:], columns.dora_indicator[:] = numbers[:, 1:].T
        columns.points[:] = [own.points for own in kyoku]
        columns.hands[:] = [own.hands + [[ABSENT] * 13] * (4 - len(own.hands)) for own in kyoku]
    return columns


def _event_columns(events: Sequence[int]) -> EventColumns:
    numbers = np.array(events, np.int64)
    return EventColumns(
        kind=(numbers & 15).astype(np.int8),
        seat=((numbers >> 4 & 15) - 1).astype(np.int8),
        from_seat=((numbers >> 8 & 15) - 1).astype(np.int8),
        tile=((numbers >> TILE_SHIFT) - 1).astype(np.int8),
        copy=np.full(len(numbers), ABSENT, np.int16),
        tsumogiri=((numbers >> 12 & 15) - 1).astype(np.int8),
    )


def _call_columns(calls: Sequence[Call]) -> CallColumns:
    columns = _unknown(CallColumns, len(calls))
    if calls:
        numbers = np.array([call[:4] for call in calls])
        columns.event[:], columns.kind[:], columns.seat[:], columns.from_seat[:] = numbers.T
        columns.tiles[:] = _grid([call.tiles for call in calls], 4, np.int8)
    return columns


def _win_columns(wins: Sequence[tuple[Kyoku, Win]]) -> WinColumns:
    columns = _unknown(WinColumns, len(wins))
    if wins:
        numbers = np.array(
            [(w.winner, w.from_seat, w.pao, w.tile, w.fu, w.points, w.limit, k.honba, w.sticks) for k, w in wins]
        )
        (
            columns.winner[:], columns.from_seat[:], columns.pao[:], columns.tile[:], columns.fu[:], columns.points[:],
            columns.limit[:], columns.honba[:], columns.sticks[:],
        ) = numbers.T  # fmt: skip
        columns.hand[:] = _grid([win.hand for _, win in wins], 14, np.int8)
        columns.calls[:] = _grid([win.calls for _, win in wins], 8, np.int16)
        columns.dora_indicators[:] = _grid([own.indicators for own, _ in wins], 5, np.int8)
        columns.ura_indicators[:] = _grid([win.ura for _, win in wins], 5, np.int8)
        columns.points_before[:] = [win.before for _, win in wins]
        columns.payments[:] = [win.payments for _, win in wins]
    return columns


def _yaku_columns(wins: Sequence[tuple[str, Win]]) -> YakuColumns:
    rows = [(row, han, _code(row, code, service)) for service, win in wins for row, han, code in win.yaku]
    columns = _unknown(YakuColumns, len(rows))
    if rows:
        columns.yaku[:], columns.han[:], columns.code[:] = np.array(rows).T
    return columns


def _code(row: int, tenhou: int, service: str) -> int:
    """The service's own number of a yaku."""
    if service == SOUL:
        return platforms()[SOUL].yaku_codes.get(YAKU[row].key, (ABSENT,))[0]
    return tenhou if service == TENHOU else ABSENT


def _draw_columns(draws: Sequence[tuple[Kyoku, Draw]]) -> DrawColumns:
    columns = _unknown(DrawColumns, len(draws))
    if draws:
        columns.honba[:] = [own.honba for own, _ in draws]
        columns.sticks[:] = [draw.sticks for _, draw in draws]
        columns.points_before[:] = [draw.before for _, draw in draws]
        columns.payments[:] = [draw.payments for _, draw in draws]
        columns.revealed[:] = [draw.revealed for _, draw in draws]
        for row, (_, draw) in enumerate(draws):
            for seat, hand in enumerate(draw.hands):
                columns.hands[row, seat, : len(hand)] = hand
    return columns


def _unknown(group: type[Group], n: int) -> Group:
    """A group of columns of which nothing is known yet."""
    columns = empty(group, n)
    for column, declared in zip(columns, declarations(group).values(), strict=True):
        if declared.dtype.startswith("int"):
            column[:] = ABSENT
    return columns


def _grid(rows: Sequence[Sequence[int]], width: int, dtype: type) -> Ints:
    """Rows of different lengths, ABSENT behind them."""
    return np.array([(*row, *[ABSENT] * (width - len(row))) for row in rows], dtype).reshape(-1, width)


def _texts(values: Sequence[Any]) -> Texts:
    column = np.empty((len(values), 4) if values and isinstance(values[0], list) else len(values), object)
    if len(values):
        column[:] = values
    return column
