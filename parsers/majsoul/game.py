"""One game: its head and records → rows of columns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.build import GamesBuilder, Points, plus
from mjlog.games.columns import ABSENT, Result
from mjlog.games.tsumogiri import as_recorded
from mjlog.rules.points import MOST_POINTS
from mjlog.rules.ruleset import RuleSet
from parsers.majsoul import vocab
from parsers.majsoul.fields import inner, listed, messages, number, points, text
from parsers.majsoul.kyoku import KyokuReader
from parsers.majsoul.results import HANDLERS, payments_of_wins, read
from parsers.majsoul.rooms import MOST, Players, event_mode, players_of, rules_of
from parsers.majsoul.shapes import Fields, Raw, Record

AHEAD: Final = timedelta(hours=8)
"""The service's clock minus UTC: that of China, its home (assumed; records have UTC)."""
COMPUTER: Final = "C"
WALL: Final = "tiles,"
"""The start of a line with the tiles of a wall."""
THOUSAND: Final = 1000


class GameReader:
    """One game while its records are read."""

    def __init__(self, raw: Raw) -> None:
        self.head = raw.head
        self.players: Players = 4
        self.rules: RuleSet | None = None
        self.kyoku: list[KyokuReader] = []
        self.final: Points | None = None
        self.error: LogError | None = None
        self.records_tsumogiri = False
        """Whether any discard says so; protobuf and some dumps leave out what is false."""
        try:
            for record in raw.records:
                self._read(record)
            if raw.error is not None:
                raise raw.error
            if not self.kyoku:
                raise LogError(Fault.EMPTY_GAME, "a record without a kyoku")
            if not self.kyoku[-1].ended:
                raise LogError(Fault.TRUNCATED, "the record stops before the end of a kyoku")
        except LogError as error:
            self._fail(error)

    @property
    def id(self) -> str | None:
        """The service's id of the game."""
        uuid = self.head.get("uuid")
        return uuid if isinstance(uuid, str) and uuid else None

    def _read(self, record: Record) -> None:
        if record.name in vocab.IGNORED:
            return
        if record.name in vocab.EVENT_RECORDS:
            raise event_mode(f"{vocab.EVENT_RECORDS[record.name]} ({record.name})")
        if record.name == "NewRound":
            if self.rules is None:
                self.players = players_of(self.head, len(listed(record.fields, "scores")))
                self.rules = rules_of(self.head, self.players)
            if self.kyoku and not self.kyoku[-1].ended:
                raise LogError(Fault.BAD_ORDER, "a kyoku without a result")
            self.kyoku.append(KyokuReader(record.fields, self.players))
        elif record.name not in HANDLERS:
            raise LogError(Fault.UNKNOWN_TAG, f"unknown record {record.name!r}")
        elif not self.kyoku:
            raise LogError(Fault.BAD_ORDER, f"{record.name} before the first kyoku")
        else:
            self.records_tsumogiri |= "moqie" in record.fields
            read(self.kyoku[-1], record)
            end = record.fields.get("gameend")
            if isinstance(end, dict) and end.get("scores"):
                self.final = points(end, "scores", self.players)

    def _fail(self, error: LogError) -> None:
        """Keep the error and the complete kyoku; none if the game is not riichi mahjong."""
        n = len(self.kyoku)
        if self.kyoku and not self.kyoku[-1].ended:
            error = error.at(kyoku=n - 1, event=len(self.kyoku[-1].events))
            del self.kyoku[-1]
        if error.fault == Fault.BAD_RULES:
            self.kyoku = []
        self.error = error.at(kyoku=n) if n else error


def emit(game: GameReader, origin: str, builder: GamesBuilder) -> bool:
    """Add the complete kyoku of a game to the builder; False if it has none."""
    if not game.kyoku or game.rules is None:
        return False
    try:
        header = _header(game, origin)
        seats = _seats(game)
    except LogError as error:
        game.error = error
        return False
    if not game.records_tsumogiri:
        for kyoku in game.kyoku:
            kyoku.events = [(*event[:-1], ABSENT) for event in kyoku.events]
    recorded = as_recorded([(kyoku.events, kyoku.dealt[kyoku.dealer]) for kyoku in game.kyoku])
    for kyoku, events in zip(game.kyoku, recorded, strict=True):
        kyoku.events = events
    end = [_emit_kyoku(kyoku, game.rules, builder) for kyoku in game.kyoku][-1]
    if header["complete"] and "final_points" not in header and (not game.kyoku[-1].sticks_on_table or game.final):
        header["final_points"] = game.final or end
    builder.add_game(game.rules, seats, **header)
    return True


def _emit_kyoku(kyoku: KyokuReader, rules: RuleSet, builder: GamesBuilder) -> Points:
    """Add a kyoku to the builder; the points after it."""
    end = kyoku.points_before
    if kyoku.wins:
        gains, sticks = payments_of_wins(kyoku, kyoku.payments, rules.honba_points), kyoku.sticks_on_table
        builder.add_wins(kyoku.wins, gains, honba=kyoku.honba, sticks=sticks, before=end)
        end = plus(end, kyoku.payments)
    if kyoku.draw is not None:
        draw = kyoku.draw
        builder.add_draw(
            honba=kyoku.honba,
            sticks=kyoku.sticks_on_table,
            revealed=draw.revealed,
            hands=[hand if draw.revealed[seat] else () for seat, hand in enumerate(draw.hands)],
            points_before=kyoku.points_before,
            payments=draw.payments,
        )
        end = plus(end, draw.payments)
    builder.add_kyoku(
        kyoku.events,
        kyoku.hands.calls,
        wind=kyoku.wind,
        number=kyoku.dealer + 1,
        honba=kyoku.honba,
        sticks=kyoku.sticks,
        dealer=kyoku.dealer,
        points=kyoku.points,
        hands=kyoku.dealt,
        dora_indicator=kyoku.indicators[0],
        result=Result.WIN if kyoku.draw is None else kyoku.draw.reason,
    )
    return end


def _header(game: GameReader, origin: str) -> dict[str, Any]:
    """The columns of the game."""
    head = game.head
    config = inner(head, "config")
    meta, category = inner(config, "meta"), number(config, "category", MOST)
    table, first = number(meta, "mode_id", MOST), game.kyoku[0]
    started = number(head, "start_time", MOST)
    placements = _by_seat(inner(head, "result"), "players", game.players)
    columns: dict[str, Any] = {
        "id": game.id,
        "source": origin,
        "platform": vocab.PLATFORM,
        "room": vocab.HOSTED.get(category) or vocab.ROOMS.get(table),
        "lobby": number(meta, "contest_uid", MOST) or number(meta, "room_id", MOST) or ABSENT,
        "vendor_type": table or ABSENT,
        "complete": game.error is None
        and (first.wind, first.dealer, first.honba) == (0, 0, 0)
        and (bool(placements) or game.final is not None),
        "seed": _walls(game.kyoku),
        "extra": _extra(game),
    }
    if started:
        columns["started"] = (datetime.fromtimestamp(started, UTC) + AHEAD).replace(tzinfo=None)
    if columns["complete"] and any("part_point_1" in place for place in placements.values()):
        final, scores = [ABSENT] * 4, [np.nan] * 4
        for seat, place in placements.items():
            final[seat] = number(place, "part_point_1", MOST_POINTS, -MOST_POINTS)
            scores[seat] = number(place, "total_point", MOST_POINTS, -MOST_POINTS) / THOUSAND
        columns |= {"final_points": final, "final_scores": scores}
    return columns


def _walls(kyoku: list[KyokuReader]) -> str | None:
    """The walls of all kyoku, one per line; None unless all are recorded."""
    return "\n".join(WALL + one.wall for one in kyoku) if all(one.wall for one in kyoku) else None


def _extra(game: GameReader) -> str | None:
    """Ranks and rank points by seat, as the service's ranks have no column."""
    level = "level3" if game.players == 3 else "level"
    ranks: list[Any] = [None] * game.players
    for seat, account in _by_seat(game.head, "accounts", game.players).items():
        rank = inner(account, level)
        if code := number(rank, "id", MOST):
            ranks[seat] = [code, number(rank, "score", MOST, -MOST)]
    return orjson.dumps({level: ranks}).decode() if any(ranks) else None


def _seats(game: GameReader) -> dict[str, Any]:
    """Names, and computers: the seats without an account if others have one."""
    accounts = _by_seat(game.head, "accounts", game.players)
    names: list[str | None] = [None] * 4
    sexes: list[str | None] = [None] * 4
    if accounts:
        sexes[: game.players] = [COMPUTER] * game.players
    for seat, account in accounts.items():
        names[seat], sexes[seat] = text(account, "nickname") or None, None
    return {"name": names, "sex": sexes}


def _by_seat(fields: Fields, name: str, players: Players) -> dict[int, Fields]:
    """The messages of a list by their seats; none if two have the same seat, as then some leave it out."""
    entries = messages(fields, name)
    by_seat = {number(entry, "seat", players - 1): entry for entry in entries}
    return by_seat if len(by_seat) == len(entries) else {}
