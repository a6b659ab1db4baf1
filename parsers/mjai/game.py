"""One game of an mjai log: its events → rows of columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import Any, Final
from urllib.parse import parse_qs

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.games.build import UNKNOWN, GamesBuilder, Points, plus
from mjlog.games.columns import ABSENT, Result
from mjlog.games.draw_kinds import kind_of_draw
from mjlog.games.game_lengths import ends_as_east_only
from mjlog.games.tsumogiri import as_recorded
from mjlog.rules.presets import tenhou
from mjlog.rules.ruleset import RuleSet
from mjlog.tiles import RED_FIVES
from parsers.mjai import vocab
from parsers.mjai.conventions import with_indicators_in_place
from parsers.mjai.fields import Event, Seating
from parsers.mjai.kyoku import HANDLERS, KyokuReader
from parsers.mjai.settlement import minus, payments_of, revealed, sticks_on_table

SEATS: Final = 4
_LOG_ID: Final = re.compile(r"(\d{10})gm-([0-9a-f]{4})-(\d{4,9})-x?[0-9a-f]+")
FEW_KYOKU: Final = 4
"""A game of so few kyoku may have red fives though none was seen."""


@dataclass(frozen=True, slots=True)
class LogId:
    """The id of a Tenhou log, `YYYYMMDDHHgm-TTTT-LLLL-HHHHHHHH`: start, type, lobby and a number."""

    text: str
    started: datetime
    vendor_type: int
    lobby: int

    @classmethod
    def of(cls, text: str) -> LogId | None:
        """The parts of an id; None for another text."""
        match = _LOG_ID.fullmatch(text)
        if match is None:
            return None
        try:
            started = datetime.strptime(match[1], "%Y%m%d%H")
        except ValueError:
            return None
        return cls(text, started, int(match[2], 16), int(match[3]))


class GameReader:
    """One game while its events are read."""

    def __init__(self, platform: str = "mjai") -> None:
        self.platform = platform
        self.options: dict[str, Any] = {}
        """Rule options in which the game differs from Tenhou's."""
        self.rules: RuleSet | None = None
        """The rules, if the log records them; else they are Tenhou's, as far as the play shows."""
        self.header: dict[str, Any] = {}
        """Columns of the game that the log records itself."""
        self.final_scores: list[float] | None = None
        """By player, in thousands of points."""
        self.extra: dict[str, Any] = {}
        self.start: Event = {}
        self.seating: Seating | None = None
        self.kyoku: list[KyokuReader] = []
        self.open: KyokuReader | None = None
        self.final: Points | None = None
        self.ended = False
        self.error: LogError | None = None

    @property
    def id(self) -> str | None:
        """The id that the log records, or that of the log that `uri` names."""
        return self.header.get("id") or (self.log_id.text if self.log_id else None)

    @property
    def log_id(self) -> LogId | None:
        """The id of the Tenhou log that `uri` names."""
        uri = self.start.get("uri")
        query = uri.partition("?")[2].partition("#")[0] if isinstance(uri, str) else ""
        texts = parse_qs(query).get("log")
        return LogId.of(texts[0]) if texts else None

    def read(self, event: Event, offset: int | None) -> None:
        """Read one event; after an error the rest is ignored."""
        if self.error is not None:
            return
        try:
            self._read(event)
        except LogError as error:
            self.fail(error.at(offset=offset))

    def fail(self, error: LogError) -> None:
        """Keep the first error of the game, with its place."""
        if self.error is None:
            there = {} if self.open is None else {"event": len(self.open.events)}
            self.error = error.at(kyoku=len(self.kyoku), **there)
            self.open = None

    def close(self) -> None:
        """Finish the game: no event follows."""
        if self.error is not None:
            return
        if self.open is not None and self.open.closed:
            self._keep()
        if not self.ended:
            fault = Fault.TRUNCATED if self.kyoku or self.open else Fault.EMPTY_GAME
            self.fail(LogError(fault, "the log stops before the end of the game"))
        elif not self.kyoku:
            self.fail(LogError(Fault.EMPTY_GAME, "a game without a kyoku"))

    def _read(self, event: Event) -> None:
        kind = event["type"]
        if self.ended:
            if kind not in vocab.IGNORED and kind != "end_game":
                raise LogError(Fault.BAD_ORDER, f"{kind} after the end of the game")
        elif kind == "start_game":
            self.start = event
        elif kind == "start_kyoku":
            self._keep()
            self.open = KyokuReader(event, self._table(event))
        elif kind == "end_kyoku":
            if self.open is None or not self.open.ended:
                raise LogError(Fault.BAD_ORDER, "end_kyoku of a kyoku without a result")
            self._keep()
        elif kind == "end_game":
            self._keep()
            self.ended = True
            if self.seating is not None:
                self.final = self.seating.numbers(event, "scores")
        elif kind in HANDLERS:
            if self.open is None:
                raise LogError(Fault.BAD_ORDER, f"{kind} outside a kyoku")
            self.open.read(event)
        elif kind not in vocab.IGNORED and any(event.get(field) is not None for field in vocab.FIELDS_OF_PLAY):
            raise LogError(Fault.UNKNOWN_TAG, f"an event of type {kind!r} is not known")

    def _keep(self) -> None:
        """Keep the open kyoku, which is complete."""
        if self.open is None:
            return
        if not self.open.ended:
            raise LogError(Fault.BAD_ORDER, "a kyoku without a result")
        kyoku, self.open = self.open, None
        if self.kyoku:  # bakaze begins again with the second east round
            cycle, wind = divmod(self.kyoku[-1].wind, 4)
            kyoku.wind += 4 * (cycle + (wind == 3 and kyoku.wind == 0))
        self.kyoku.append(kyoku)

    def _table(self, event: Event) -> Seating:
        if self.seating is None:
            players = _players(self.start.get("names"), event.get("tehais"))
            counted = Seating(players=players, first=0)
            number = event.get("kyoku")
            dealt = number - 1 if isinstance(number, int) else 0
            self.seating = Seating(players=players, first=(counted.seat(event, "oya") - dealt) % players)
        return self.seating


def _players(names: Any, hands: Any) -> int:
    """3 if there are three hands or the fourth has no player, else 4."""
    if not isinstance(hands, list) or len(hands) not in (3, 4):
        raise LogError(Fault.BAD_VALUE, "tehais is not a hand for each of three or four players")
    empty = len(hands) == 4 and isinstance(names, list) and len(names) == 4 and not names[3]
    hidden = [isinstance(hand, list) and {*map(str, hand)} == {vocab.HIDDEN} for hand in hands]
    view = empty and all(names[:3]) and hidden[3:] == [True]  # one player's view hides all other hands
    return 3 if len(hands) == 3 or view or (empty and hidden == [False, False, False, True]) else 4


def emit(game: GameReader, origin: str, builder: GamesBuilder) -> bool:
    """Add the complete kyoku of a game to the builder; False if it has none.

    A kyoku with an error in its points or its draw ends the game there.
    """
    points: list[Points] = []
    for kyoku in game.kyoku:
        known = kyoku.points or (_end(game.kyoku[len(points) - 1], points[-1], UNKNOWN) if points else UNKNOWN)
        points.append(known)
    recorded = as_recorded([(kyoku.events, kyoku.dealt[kyoku.dealer]) for kyoku in game.kyoku])
    for kyoku, events in zip(game.kyoku, recorded, strict=True):
        kyoku.events = events
    kept = 0
    end: Points = UNKNOWN
    for n, kyoku in enumerate(game.kyoku):
        following = game.kyoku[n + 1] if n + 1 < len(game.kyoku) else None
        after = points[n + 1] if following else game.final or UNKNOWN
        try:
            if points[n] == UNKNOWN:
                raise LogError(Fault.MISSING_VALUE, "the points at the start of the kyoku are not recorded")
            end = _emit_kyoku(kyoku, following, points[n], after, builder)
        except LogError as error:
            game.error = error.at(kyoku=n)
            break
        kept += 1
    if kept:
        _emit_game(game, kept, end, origin, builder)
    return kept > 0


def _end(kyoku: KyokuReader, points: Points, after: Points) -> Points:
    """Points after a kyoku; `after` if the log records them."""
    return reduce(plus, payments_of(kyoku, points, after), minus(points, tuple(kyoku.accepted)))


def _emit_kyoku(
    kyoku: KyokuReader, following: KyokuReader | None, points: Points, after: Points, builder: GamesBuilder
) -> Points:
    paid = payments_of(kyoku, points, after)
    result, draw = Result.WIN, kyoku.draw
    if draw is not None:
        result = draw.reason or kind_of_draw(kyoku.events, kyoku.hands.calls, draw.hands, paid[0])
        stays = None if following is None else following.dealer == kyoku.dealer
        _emit_draw(kyoku, result, revealed(kyoku, draw, result, paid[0], stays), points, paid[0], builder)
    before = minus(points, tuple(kyoku.accepted))
    won = paid if kyoku.wins else []
    builder.add_wins(kyoku.wins, won, honba=kyoku.honba, sticks=sticks_on_table(kyoku), before=before)
    events, calls = with_indicators_in_place(kyoku.events, kyoku.hands.calls)
    builder.add_kyoku(
        events,
        calls,
        wind=kyoku.wind,
        number=kyoku.number,
        honba=kyoku.honba,
        sticks=kyoku.sticks,
        dealer=kyoku.dealer,
        points=points,
        hands=kyoku.dealt,
        dora_indicator=kyoku.indicator,
        result=result,
    )
    return reduce(plus, paid, before)


def _emit_draw(
    kyoku: KyokuReader, result: Result, shown: Sequence[int], points: Points, paid: Points, out: GamesBuilder
) -> None:
    draw = kyoku.draw
    assert draw is not None
    out.add_draw(
        honba=kyoku.honba,
        sticks=sticks_on_table(kyoku),
        revealed=shown,
        hands=[hand if shown[seat] == 1 else () for seat, hand in enumerate(draw.hands)],
        points_before=minus(points, tuple(kyoku.accepted)),
        payments=paid,
    )


def _emit_game(game: GameReader, kept: int, end: Points, origin: str, builder: GamesBuilder) -> None:
    seating = game.seating
    assert seating is not None
    first, last = game.kyoku[0], game.kyoku[kept - 1]
    complete = game.ended and game.error is None and (first.wind, first.number, first.honba) == (0, 1, 0)
    sticks_left = last.draw is not None and sticks_on_table(last) > 0
    final = game.final or (UNKNOWN if sticks_left else end)
    names = game.start.get("names")
    by_player = names if isinstance(names, list) and len(names) >= seating.players else [None] * SEATS
    named = [name if isinstance(name, str) and name else None for name in seating.by_seat(by_player)]
    log_id = game.log_id
    columns = {
        "id": game.id,
        "source": origin,
        "platform": "tenhou" if log_id else game.platform,
        "lobby": log_id.lobby if log_id else ABSENT,
        "started": log_id.started if log_id else np.datetime64("NaT"),
        "vendor_type": log_id.vendor_type if log_id else ABSENT,
        "final_points": final[: seating.players] if complete else (),
        "final_scores": seating.by_seat(game.final_scores) if complete and game.final_scores else (),
        "complete": complete,
        "extra": orjson.dumps(game.extra).decode() if game.extra else None,
    }
    east_only = complete and end != UNKNOWN and ends_as_east_only(last.wind, last.number, end, seating.players)
    rules = game.rules or _rules(game, kept, east_only=east_only)
    builder.add_game(rules, {"name": named}, **(columns | game.header))


def _rules(game: GameReader, kept: int, *, east_only: bool) -> RuleSet:
    """Tenhou's rules, as far as the log and the play show them, with the options of the program."""
    assert game.seating is not None
    red, first = game.start.get("aka_flag"), game.start.get("kyoku_first")
    rules = tenhou(
        players=3 if game.seating.players == 3 else 4,
        red=red if isinstance(red, bool) else _may_have_reds(game.kyoku[:kept]),
        east_only=first == vocab.KYOKU_FIRST["east"] if first in vocab.KYOKU_FIRST.values() else east_only,
        day=game.log_id.started.date() if game.log_id else None,
    )
    if not game.options:
        return rules
    return replace(rules, name=rules.name.replace("tenhou", game.platform), **game.options)


def _may_have_reds(kyoku: list[KyokuReader]) -> bool:
    """Whether red fives are in play: one was seen, or there are too few kyoku to tell."""
    lowest = min(RED_FIVES)
    return len(kyoku) < FEW_KYOKU or any(
        any(event[3] >= lowest for event in k.events) or any(max(hand) >= lowest for hand in k.dealt) for k in kyoku
    )


def parse_games(sources: Sequence[Source], games_of: Callable[[Source], Iterable[GameReader]]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files.

    `games_of` reads one source; an error that it raises belongs to no game, and follows the games before it.
    """
    builder = GamesBuilder()
    source_of_game: list[int] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        games: list[GameReader] = []
        stray = None
        try:
            games.extend(games_of(source))  # keeps those before an error
        except LogError as error:
            stray = error
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


def json_values(data: bytes, is_game: Callable[[Any], bool]) -> list[Any]:
    """The games of a file of JSON: its value or values (a list, or one a line), or what is a game inside them."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        try:
            value = [orjson.loads(line) for line in data.splitlines() if line.strip()]
        except orjson.JSONDecodeError:
            cut = error.pos >= len(data.rstrip().decode("utf-8", "replace"))
            fault = Fault.TRUNCATED if cut else Fault.BROKEN_MARKUP
            raise LogError(fault, f"not JSON: {error.msg}").at(offset=error.pos) from error
    values = value if isinstance(value, list) else [value]
    return [game for value in values for game in inside(value, is_game) or [value]]


def inside(value: Any, is_game: Callable[[Any], bool]) -> list[Any]:
    """The values for which `is_game` holds: a value itself, or those inside an object or a list."""
    if is_game(value):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [game for part in parts for game in inside(part, is_game)]
