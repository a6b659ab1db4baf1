"""Tenhou's mjlog XML: bytes of many logs → one batch of games."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache, lru_cache
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import numpy as np

from mjlog.columns import (
    ABSENT,
    CallColumns,
    DrawColumns,
    EventColumns,
    GameColumns,
    KyokuColumns,
    SeatColumns,
    WinColumns,
    YakuColumns,
)
from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.games import Games
from mjlog.rules.presets import tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import N_COPIES, tile_of_copy
from parsers.tenhou import vocab
from parsers.tenhou.decode import Columns, GameRows, decode
from parsers.tenhou.markup import canonical
from parsers.tenhou.records import MAX_YAKU, Meanings
from parsers.tenhou.scan import PADDING, Scan, replace_sources, scan
from parsers.tenhou.vocab import ROOMS, GameType, Tag, Trouble

name: Final = "tenhou-xml"

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Places = np.ndarray[Any, np.dtype[np.int64]]

_GAME_TYPES: Final[tuple[tuple[Any, ...], ...]] = (
    (object,), (object,), (object,), (np.int8,), (np.int16,), (object,), (np.int32,), ("datetime64[m]",),
    (object,), (np.int32, 4), (np.float64, 4), (np.int16, 4), (np.bool_,), (np.int32,), (object,),
)  # fmt: skip
"""Type and further axes of each of `GameColumns`."""

_ID: Final = re.compile(r"(\d{10})gm-[0-9a-f]{4}-\d{4,}-x?[0-9a-f]+")
_BEGINNING: Final = re.compile(
    rb"\A(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<\?xml.*?\?>|<!--.*?-->|\s)*<mjloggm[\s>/]", re.DOTALL
)
_UNKNOWN_TIME: Final = np.datetime64("NaT", "m")
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_SHUFFLE: Final = re.compile(r'shuffle="([^"]+)"')
_IN_COLUMNS: Final = frozenset(vocab.ATTRIBUTE_NAMES) | {"lobby", "dan", "rate", "sx"}
"""Header attributes that have a column, or are not about the game as a whole."""
_SNIPPET: Final = 100
"""Characters of the text shown with a failure."""

TILES_OF_COPIES: Final = np.array(
    [[tile_of_copy(copy, red=red) for copy in range(N_COPIES)] for red in (False, True)], np.int8
)
MEANINGS: Final = Meanings(
    np.array([vocab.YAKU_OF_CODE.get(code, ABSENT) for code in range(max(vocab.YAKU_OF_CODE) + 1)], np.int16),
    *vocab.lookup(vocab.DRAW_TYPES),  # type: ignore[arg-type]  # an IntEnum is an int
)


def recognises(source: Source) -> bool:
    """Whether the source begins like an mjlog, also behind a byte-order mark, a declaration or comments."""
    head = source.data[:2000]
    return _BEGINNING.match(head.replace(b"\0", b"") if head[:2] in (b"\xff\xfe", b"\xfe\xff") else head) is not None


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch.

    A game that is cut short or damaged keeps its complete kyoku and has `complete` False; what is wrong with it stands in the failures.
    """
    texts = [source.data for source in sources]
    data, starts = _concatenated(texts)
    scanned = scan(data, starts)
    broken: dict[int, LogError] = {}
    odd = [
        s
        for s in np.flatnonzero(scanned.stopped >= 0).tolist()
        if texts[s].find(b">", int(scanned.stopped[s] - starts[s])) >= 0
    ]
    if odd:
        rewritten = [canonical(texts[s]) for s in odd]
        broken = {s: error for s, (_, error) in zip(odd, rewritten, strict=True) if error is not None}
        more, more_starts = _concatenated([text for text, _ in rewritten])
        scanned = replace_sources(scanned, np.array(odd), scan(more, more_starts), len(data))
        data = np.concatenate([data, more])
    games, columns = _decoded(scanned)
    return _Assembly(sources, data, starts, scanned, games, columns).parsed(odd, broken)


def _concatenated(texts: Sequence[bytes]) -> tuple[Bytes, Places]:
    data = np.frombuffer(b"".join([*texts, bytes(PADDING)]), np.uint8)
    return data, np.concatenate([np.zeros(1, np.int64), np.cumsum([len(text) for text in texts], dtype=np.int64)])


def _decoded(scanned: Scan) -> tuple[GameRows, Columns]:
    """Run the decoder into columns that are surely large enough, and cut them to length."""
    count = np.bincount(scanned.tags.code, minlength=len(Tag))
    n_games = int(count[Tag.GAME]) + len(scanned.stopped)
    n_kyoku, n_wins, n_draws = int(count[Tag.INIT]), int(count[Tag.AGARI]), int(count[Tag.RYUUKYOKU])
    n_events = int(
        count[:8].sum() + count[Tag.CALL] + count[Tag.REACH] + count[Tag.DORA] + count[Tag.BYE] + count[Tag.UN]
    )
    n_calls = int(count[Tag.CALL]) + 8 * n_wins

    def empty(n: int, *shapes: tuple[type, *tuple[int, ...]]) -> Iterator[Any]:
        return (np.empty((n, *shape[1:]), shape[0]) for shape in shapes)

    i8, i16, i32, i64, b1 = np.int8, np.int16, np.int32, np.int64, np.bool_
    games = GameRows(*empty(n_games, *[(t,) for t in (i32, i64, i32, i64, i64, i64, i64, i8, i64, i32, i32)]))
    columns = Columns(
        kyoku_start=np.zeros(n_games + 1, i64),
        kyoku=KyokuColumns(
            *empty(
                n_kyoku,
                (i8,),
                (i8,),
                (i16,),
                (i16,),
                (i8,),
                (i32, 4),
                (i16, 4),
                (i8, 4, 13),
                (i16, 4, 13),
                (i8, 2),
                (i8,),
                (i16,),
                (i8,),
            )
        ),
        event_start=np.zeros(n_kyoku + 2, i64),
        events=EventColumns(*empty(n_events, (i8,), (i8,), (i8,), (i8,), (i16,), (i8,))),
        call_start=np.zeros(n_kyoku + 2, i64),
        calls=CallColumns(*empty(n_calls, (i32,), (i8,), (i8,), (i8,), (i8, 4), (i16, 4))),
        win_start=np.zeros(n_kyoku + 2, i64),
        wins=WinColumns(
            *empty(
                n_wins,
                (i8,),
                (i8,),
                (i8,),
                (i8,),
                (i16,),
                (i8, 14),
                (i16, 14),
                (i16, 8),
                (i16,),
                (i32,),
                (i8,),
                (i16,),
                (i16,),
            ),
            *empty(n_wins, (i8, 5), (i16, 5), (i8, 5), (i16, 5), (i32, 4), (i32, 4), (i16, 4), (i16, 4)),
        ),
        yaku_start=np.zeros(n_wins + 1, i64),
        yaku=YakuColumns(*empty(n_wins * MAX_YAKU, (i16,), (i16,), (i16,), (i16,))),
        draw_start=np.zeros(n_kyoku + 2, i64),
        draws=DrawColumns(
            *empty(n_draws, (i16,), (i16,), (b1, 4), (i8, 4, 14), (i16, 4, 14), (i32, 4), (i32, 4), (i16, 4), (i16, 4))
        ),
        call_code=np.empty(n_calls, i32),
        init=np.empty(n_kyoku, i64),
    )
    written = decode(scanned, TILES_OF_COPIES, MEANINGS, games, columns)
    n_games, n_kyoku, n_events, n_calls, n_wins, n_yaku, n_draws = written

    def cut(group: Any, n: int) -> Any:
        return type(group)._make(column[:n].copy() for column in group)

    return cut(games, n_games), Columns(
        kyoku_start=columns.kyoku_start[: n_games + 1].copy(),
        kyoku=cut(columns.kyoku, n_kyoku),
        event_start=columns.event_start[: n_kyoku + 1].copy(),
        events=cut(columns.events, n_events),
        call_start=columns.call_start[: n_kyoku + 1].copy(),
        calls=cut(columns.calls, n_calls),
        win_start=columns.win_start[: n_kyoku + 1].copy(),
        wins=cut(columns.wins, n_wins),
        yaku_start=columns.yaku_start[: n_wins + 1].copy(),
        yaku=cut(columns.yaku, n_yaku),
        draw_start=columns.draw_start[: n_kyoku + 1].copy(),
        draws=cut(columns.draws, n_draws),
        call_code=columns.call_code,
        init=columns.init[:n_kyoku].copy(),
    )


class _Assembly:
    """Header texts, rules and failures around the decoded columns of one batch."""

    def __init__(
        self, sources: Sequence[Source], data: Bytes, starts: Places, scanned: Scan, rows: GameRows, columns: Columns
    ) -> None:
        self.sources = sources
        self.starts = starts
        self.tags = scanned.tags
        self.n_tags = len(scanned.tags.code)
        self.rows = rows
        self.columns = columns
        self.data = memoryview(data)
        self.rule_sets: dict[str, RuleSet] = {}
        self.place_of_rules: dict[str, int] = {}

    def parsed(self, rewritten: Collection[int], broken: Mapping[int, LogError]) -> Parsed:
        """Everything together; `rewritten` sources came through lxml (offsets in them are not those of the file)."""
        games_in_source = np.bincount(self.rows.source, minlength=len(self.sources))
        has_kyoku = np.diff(self.columns.kyoku_start) > 0
        headers: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = []
        failures: list[tuple[int, str | None, LogError]] = []
        nth = 0
        for game, source in enumerate(self.rows.source.tolist()):
            nth = nth + 1 if game and source == self.rows.source[game - 1] else 1
            file = self.sources[source].name
            alone = games_in_source[source] == 1
            found = _ID.search(file) if alone else None
            origin = file if alone else f"{file}#{nth}"
            if self.rows.trouble[game]:
                error = self._trouble(game, exact=source not in rewritten)
                if source in broken and nth == games_in_source[source]:
                    error = broken[source].at(kyoku=error.where.kyoku, event=error.where.event)
                failures.append((source, found[0] if found and has_kyoku[game] else None, error.at(source=origin)))
            elif source in broken and nth == games_in_source[source]:
                failures.append((source, found[0] if found else None, broken[source].at(source=origin)))
            if has_kyoku[game]:
                headers.append(self._header(game, origin, found))
        for source in np.flatnonzero(games_in_source == 0).tolist():
            error = broken.get(source, LogError(Fault.EMPTY_GAME, "the file holds no game"))
            failures.append((source, None, error.at(source=self.sources[source].name)))
        kept = np.flatnonzero(has_kyoku)
        return Parsed(games=self._games(headers, kept), source_of_game=self.rows.source[kept], failures=tuple(failures))

    def _games(self, headers: Sequence[tuple[tuple[Any, ...], tuple[Any, ...]]], kept: Places) -> Games:
        n = len(kept)
        games = [[header[0][k] for header in headers] for k in range(len(GameColumns._fields))]
        seats = [[header[1][k] for header in headers] for k in range(len(SeatColumns._fields))]
        columns = self.columns
        return Games(
            rule_sets=tuple(self.rule_sets.values()),
            games=GameColumns._make(
                _column(values, dtype, (n, *shape)) for values, (dtype, *shape) in zip(games, _GAME_TYPES, strict=True)
            ),
            seats=SeatColumns._make(
                _column(values, dtype, (n, 4))
                for values, dtype in zip(seats, (object, np.int8, np.float64, object), strict=True)
            ),
            kyoku_start=columns.kyoku_start[np.concatenate([kept, [len(self.rows.source)]])],
            kyoku=columns.kyoku,
            event_start=columns.event_start,
            events=columns.events,
            call_start=columns.call_start,
            calls=columns.calls,
            win_start=columns.win_start,
            wins=columns.wins,
            yaku_start=columns.yaku_start,
            yaku=columns.yaku,
            draw_start=columns.draw_start,
            draws=columns.draws,
        )

    def _header(self, game: int, origin: str, found: re.Match[str] | None) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The rows of `GameColumns` and `SeatColumns` of one game."""
        go = self._attributes(self.rows.go[game])
        un = self._attributes(self.rows.un[game])
        end = self._attributes(self.rows.owari[game])
        kind = int(self.rows.type[game])
        started = _started(found[1]) if found else None
        rules, room = _table(kind, started.date() if started else None)
        self.rule_sets.setdefault(rules.name, rules)
        place = self.place_of_rules.setdefault(rules.name, len(self.place_of_rules))
        owari = [float(value) for value in end.get("owari", "").split(",") if value]
        points, scores, chips = [ABSENT] * 4, [float("nan")] * 4, [ABSENT] * 4
        for seat in range(min(rules.players, len(owari) // 2)):
            points[seat], scores[seat] = round(owari[2 * seat] * 100), owari[2 * seat + 1]
            if len(owari) == 16:
                chips[seat] = round(owari[8 + 2 * seat])
        extra = {
            name: value for attributes in (go, un, end) for name, value in attributes.items() if name not in _IN_COLUMNS
        }
        header = (
            found[0] if found else None, origin, "tenhou", rules.players, place, room, _whole(go.get("lobby")), started or _UNKNOWN_TIME,
            self._seed(game), points, scores, chips, bool(owari), kind, json.dumps(extra, ensure_ascii=False) if extra else None,
        )  # fmt: skip
        names = [_name(un[f"n{seat}"]) if un.get(f"n{seat}") else None for seat in range(4)]
        seats = (
            names,
            [_whole(value) for value in _four(un.get("dan"), rules.players)],
            [float(value) if value else float("nan") for value in _four(un.get("rate"), rules.players)],
            [value or None for value in _four(un.get("sx"), rules.players)],
        )
        return header, seats

    def _seed(self, game: int) -> str | None:
        """The seed text: of SHUFFLE, or a line per kyoku from INIT (2009)."""
        if self.rows.shuffle[game] != ABSENT:
            return self._attributes(self.rows.shuffle[game]).get("seed") or None
        kyoku = self.columns.init[self.columns.kyoku_start[game] : self.columns.kyoku_start[game + 1]]
        seeds = [found[1] for tag in kyoku.tolist() if (found := _SHUFFLE.search(self._tag(tag)))]
        return "\n".join(seeds) if len(seeds) == len(kyoku) else None

    def _tag(self, tag: int) -> str:
        start = int(self.tags.position[tag])
        end = int(self.tags.position[tag + 1]) if tag + 1 < self.n_tags else len(self.data) - PADDING
        text = str(self.data[start:end], "latin-1")
        return text[: text.find(">") + 1]

    def _attributes(self, tag: int) -> dict[str, str]:
        return dict(_ATTRIBUTE.findall(self._tag(tag))) if tag != ABSENT else {}

    def _trouble(self, game: int, *, exact: bool) -> LogError:
        """What the decoder objected to, with its place."""
        fault, message = vocab.TROUBLES[Trouble(int(self.rows.trouble[game]))]
        tag = int(self.rows.trouble_tag[game])
        kyoku, event = (
            int(place) if place != ABSENT else None
            for place in (self.rows.trouble_kyoku[game], self.rows.trouble_event[game])
        )
        raw = self._tag(tag) if tag < self.n_tags else ""
        return LogError(fault, message, raw if len(raw) <= _SNIPPET else raw[:_SNIPPET] + "…").at(
            kyoku=kyoku,
            event=event,
            offset=int(self.tags.position[tag] - self.starts[self.rows.source[game]])
            if exact and tag < self.n_tags
            else None,
        )


def _column(values: list[Any], dtype: Any, shape: tuple[int, ...]) -> Any:
    column = np.empty(shape, dtype)
    if values:
        column[:] = values
    return column


def _four(text: str | None, players: int) -> list[str]:
    """The values of a comma list for four seats; nothing for seats without a player."""
    values = text.split(",") if text else []
    return [values[seat] if seat < min(players, len(values)) else "" for seat in range(4)]


def _whole(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else ABSENT


@cache
def _started(stamp: str) -> datetime | None:
    """`YYYYMMDDHH` as a time, None if it is none."""
    try:
        return datetime.strptime(stamp, "%Y%m%d%H")
    except ValueError:
        return None


@lru_cache(maxsize=1 << 16)
def _name(text: str) -> str:
    return unquote_to_bytes(text.encode("latin-1")).decode("utf-8", "replace")


@cache
def _table(kind: int, day: date | None) -> tuple[RuleSet, str]:
    """Rule set and room of a `GO type` on a day (None: today)."""
    bits = GameType(kind)
    rules = tenhou(
        players=3 if GameType.SANMA in bits else 4,
        red=GameType.NO_RED not in bits,
        kuitan=GameType.NO_KUITAN not in bits,
        east_only=GameType.HANCHAN not in bits,
        chips=0 if GameType.CHIPS not in bits else 5 if GameType.PARLOUR in bits else 2,
        day=day,
    )
    room = 2 * (GameType.SPECIAL in bits) + (GameType.HIGH in bits)
    if GameType.SKILL in bits:
        room += 8
    elif bits & (GameType.CHIPS | GameType.PARLOUR):
        room += 4
    return rules, ROOMS[room]
