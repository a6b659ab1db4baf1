"""One game of a record: its head and records in, rows of columns out."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.build import GamesBuilder, Points, plus
from mjlog.games.columns import ABSENT, Result
from mjlog.rules.ruleset import RuleSet
from parsers.majsoul import vocab
from parsers.majsoul.fields import MOST_POINTS, inner, listed, messages, number, points, text
from parsers.majsoul.kyoku import KyokuReader
from parsers.majsoul.results import HANDLERS, read, shares
from parsers.majsoul.rooms import MOST, Players, event_mode, players_of, rules_of
from parsers.majsoul.shapes import Raw, Record

AHEAD: Final = timedelta(hours=8)
"""The service's clock against UTC: that of China, its home (assumed; a record tells only seconds of UTC)."""
COMPUTER: Final = "C"
WALL: Final = "tiles,"
"""How each line of a seed begins that is the wall itself: the tiles left after the deal, in the order of the draws."""
THOUSAND: Final = 1000


class Game:
    """One game while its records are read."""

    def __init__(self, raw: Raw) -> None:
        self.head = raw.head
        self.players: Players = 4
        self.rules: RuleSet | None = None
        self.kyoku: list[KyokuReader] = []
        self.final: Points | None = None
        self.error: LogError | None = None
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
        found = self.head.get("uuid")
        return found if isinstance(found, str) and found else None

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
            raise LogError(Fault.UNKNOWN_TAG, f"a record {record.name!r} is not known")
        elif not self.kyoku:
            raise LogError(Fault.BAD_ORDER, f"{record.name} before the first kyoku")
        else:
            read(self.kyoku[-1], record)
            end = record.fields.get("gameend")
            if isinstance(end, dict) and end.get("scores"):
                self.final = points(end, "scores", self.players)

    def _fail(self, error: LogError) -> None:
        """Note what is wrong; complete kyoku are kept, none of another game."""
        n = len(self.kyoku)
        if self.kyoku and not self.kyoku[-1].ended:
            error = error.at(kyoku=n - 1, event=len(self.kyoku[-1].events))
            del self.kyoku[-1]
        if error.fault == Fault.BAD_RULES:
            self.kyoku = []
        self.error = error.at(kyoku=n) if n else error


def emit(game: Game, origin: str, builder: GamesBuilder) -> bool:
    """Add the rows of the game's complete kyoku; False if it has none."""
    if not game.kyoku or game.rules is None:
        return False
    try:
        header = _header(game, origin)
        seats = _seats(game)
    except LogError as error:
        game.error = error
        return False
    end = [_emit_kyoku(kyoku, game.rules, builder) for kyoku in game.kyoku][-1]
    if header["complete"] and "final_points" not in header and (not game.kyoku[-1].sticks_on_table or game.final):
        header["final_points"] = game.final or end
    builder.add_game(game.rules, seats, **header)
    return True


def _emit_kyoku(kyoku: KyokuReader, rules: RuleSet, builder: GamesBuilder) -> Points:
    """Add the rows of a kyoku; the points after it."""
    end = kyoku.points_before
    if kyoku.wins:
        gains, sticks = shares(kyoku, kyoku.payments, rules.honba_points), kyoku.sticks_on_table
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


def _header(game: Game, origin: str) -> dict[str, Any]:
    """The columns of the game."""
    head = game.head
    config = inner(head, "config")
    meta, category = inner(config, "meta"), number(config, "category", MOST)
    table, first = number(meta, "mode_id", MOST), game.kyoku[0]
    started = number(head, "start_time", MOST)
    standing = messages(inner(head, "result"), "players")
    columns: dict[str, Any] = {
        "id": game.id,
        "source": origin,
        "platform": vocab.PLATFORM,
        "room": vocab.HOSTED.get(category) or vocab.ROOMS.get(table),
        "lobby": number(meta, "contest_uid", MOST) or number(meta, "room_id", MOST) or ABSENT,
        "vendor_type": table or ABSENT,
        "complete": game.error is None
        and (first.wind, first.dealer, first.honba) == (0, 0, 0)
        and (bool(standing) or game.final is not None),
        "seed": _walls(game.kyoku),
        "extra": _extra(game),
    }
    if started:
        columns["started"] = (datetime.fromtimestamp(started, UTC) + AHEAD).replace(tzinfo=None)
    if standing and columns["complete"]:
        final, scores = [ABSENT] * 4, [np.nan] * 4
        for place in standing:
            seat = number(place, "seat", game.players - 1)
            final[seat] = number(place, "part_point_1", MOST_POINTS, -MOST_POINTS)
            scores[seat] = number(place, "total_point", MOST_POINTS, -MOST_POINTS) / THOUSAND
        columns |= {"final_points": final, "final_scores": scores}
    return columns


def _walls(kyoku: list[KyokuReader]) -> str | None:
    """The walls of all kyoku, a line each; None unless all are told."""
    return "\n".join(WALL + one.wall for one in kyoku) if all(one.wall for one in kyoku) else None


def _extra(game: Game) -> str | None:
    """Ranks and their points by seat, for the rank of the service has no other column."""
    level = "level3" if game.players == 3 else "level"
    ranks: list[Any] = [None] * game.players
    for account in messages(game.head, "accounts"):
        told = inner(account, level)
        if told:
            ranks[number(account, "seat", game.players - 1)] = [
                number(told, "id", MOST),
                number(told, "score", MOST, -MOST),
            ]
    return orjson.dumps({level: ranks}).decode() if any(ranks) else None


def _seats(game: Game) -> dict[str, Any]:
    """Names, and which seats a computer plays: those without an account where others have one."""
    accounts = messages(game.head, "accounts")
    names: list[str | None] = [None] * 4
    sexes: list[str | None] = [None] * 4
    if accounts:
        sexes[: game.players] = [COMPUTER] * game.players
    for account in accounts:
        seat = number(account, "seat", game.players - 1)
        names[seat], sexes[seat] = text(account, "nickname") or None, None
    return {"name": names, "sex": sexes}
