"""Riichi City's records: bytes of many games → one batch of games.

A record is what the service answers when a client replays a game: `handRecord`, a list of kyoku with their events, and
the settings of the table; with or without its envelope (`code`, `data`), alone, in a list or one a line.

- Events become mjai's (`events`), so that everything said in `parsers.mjai` holds here.
- The rules are the preset's for the number of players, with the length, points, least han, open riichi and north of the
  table. A host sets more than a record contains, so that the result of a hosted game (`score`) is no claim about uma;
  it is kept in `extra`. Two players and wareme (`isGeMu`) are errors.
- The start is the time of the first event, which is UTC; the column has Japan time (assumed to be the service's).
- The wall (`paiShan`, `handCardEncode`) is not read: public sources contradict each other about its order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.rules.presets import RIICHI_CITY, RIICHI_CITY_3P
from mjlog.rules.ruleset import RuleSet
from parsers.mjai.game import GameReader, json_values, parse_games
from parsers.mjai.read import UNRECORDED as UNRECORDED_IN_MJAI
from parsers.mjai.riichi_city import codes
from parsers.mjai.riichi_city.events import Kyoku, entries_of, listed, number, objects

UNRECORDED: Final = (UNRECORDED_IN_MJAI | {"games.lobby"}) - {"games.room", "games.final_scores", "games.extra"}

HEAD: Final = 1 << 16
"""A word of the format must be in this many bytes."""
_WORD: Final = re.compile(rb'"handEventRecord"\s*:')
_BOM: Final = b"\xef\xbb\xbf"
AHEAD: Final = timedelta(hours=9)
TENTHS: Final = 10
"""`score` of a player is in tenths of a thousand points."""
_TIMES: Final = range(1_000_000_000, 1 << 32)
_SETTINGS: Final = ("gamePlay", "stageType", "matchType", "fangFu", "isLuck", "isShaoJi", "isGangPay")
"""Settings of the table without a column, kept in `extra`."""


def recognises(source: Source) -> bool:
    """Whether the source is JSON with the events of a kyoku in the service's words."""
    head = source.data[:HEAD].removeprefix(_BOM).lstrip()
    return head[:1] in (b"{", b"[") and _WORD.search(head) is not None


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files."""
    return parse_games(sources, lambda source: map(_read, _records(source.data.removeprefix(_BOM))))


def _records(data: bytes) -> Iterator[Mapping[str, Any]]:
    for record in json_values(
        data, lambda value: isinstance(value, dict) and isinstance(value.get("handRecord"), list)
    ):
        if not isinstance(record, dict) or "handRecord" not in record:
            raise LogError(Fault.BAD_VALUE, "a record is an object with a list `handRecord`", str(record)[:60])
        yield record


def _read(record: Mapping[str, Any]) -> GameReader:
    """The game of a record, with its first error."""
    game = GameReader(platform=codes.PLATFORM)
    try:
        kyoku = listed(record, "handRecord")
        if not kyoku or not all(isinstance(one, dict) for one in kyoku):
            raise LogError(Fault.EMPTY_GAME, "a record without a kyoku")
        users, names = _players(kyoku[0])
        game.rules = _rules(record, len(users))
        game.header = _header(record, kyoku[0])
        game.read({"type": "start_game", "names": names}, None)
        for one in kyoku:
            for event in Kyoku(one, users).events():
                game.read(event, None)
                if event["type"] == "end_game":
                    _result(game, record, event["results"])
    except LogError as error:
        game.fail(error)
    game.close()
    return game


def _players(kyoku: Mapping[str, Any]) -> tuple[list[int], list[str | None]]:
    """User ids and names by position; without a list of players, in the order of the points, which is the same."""
    players = listed(kyoku, "players")
    if players and all(isinstance(player, dict) for player in players):
        players = sorted(players, key=lambda player: number(player, "position"))
        return [number(player, "userId") for player in players], [player.get("nickname") for player in players]
    deals = [data for kind, _, data in entries_of(kyoku) if kind == codes.EventType.DEAL]
    users = [number(entry, "user_id") for data in deals[:1] for entry in objects(data, "user_info_list")]
    return users, [None] * len(users)


def _rules(record: Mapping[str, Any], players: int) -> RuleSet:
    if players not in (3, 4):
        raise LogError(Fault.BAD_RULES, f"a game of {players} players, not riichi mahjong of three or four")
    if record.get("isGeMu"):
        raise LogError(Fault.BAD_RULES, "a game with wareme (isGeMu), which no option describes")
    rules = RIICHI_CITY if players == 4 else RIICHI_CITY_3P
    options: dict[str, Any] = {}
    name = rules.name
    if "round" in record:
        options["length"] = _coded(record, "round", codes.LENGTHS)
        name += f"-{options['length']}" if options["length"] != rules.length else ""
    if record.get("fangFu"):
        options["min_han"] = _coded(record, "fangFu", codes.MIN_HAN)
    if record.get("initPoints"):
        options["start_points"] = number(record, "initPoints")
        options["return_points"] = max(rules.return_points, options["start_points"])
    if record.get("isKaiLiZhi"):
        options["local_yaku"] = rules.local_yaku | {"open_riichi", "open_double_riichi", "open_riichi_deal_in"}
    if players == 3 and record.get("northOperateType") == 1:
        options["north"] = "yakuhai"
    own = any(getattr(rules, option) != value for option, value in options.items() if option != "length")
    return replace(rules, **options, name=f"{name}-own" if own else name)


def _coded(record: Mapping[str, Any], name: str, values: Mapping[int, Any]) -> Any:
    code = number(record, name)
    if code not in values:
        raise LogError(Fault.BAD_RULES, f"{name} {code}, which no option describes")
    return values[code]


def _header(record: Mapping[str, Any], kyoku: Mapping[str, Any]) -> dict[str, Any]:
    play, key = record.get("gamePlay"), record.get("keyValue")
    stage = record.get("stageType")
    ranked = codes.RANKED_ROOMS.get(stage) if play == codes.RANKED and isinstance(stage, int) else None
    header: dict[str, Any] = {"room": ranked or (codes.ROOMS.get(play) if isinstance(play, int) else None)}
    first = next(iter(listed(kyoku, "handEventRecord")), None)
    began = first.get("startTime") if isinstance(first, dict) else None
    if isinstance(began, int) and began in _TIMES:
        header["started"] = (datetime.fromtimestamp(began, UTC) + AHEAD).replace(tzinfo=None)
    if isinstance(key, str) and key:
        header["id"] = key
    if isinstance(play, int):
        header["vendor_type"] = play
    return header


def _result(game: GameReader, record: Mapping[str, Any], scores: Sequence[Any]) -> None:
    """Keep the result: with uma in a ranked game, whose uma is known, else in `extra`."""
    ranked = record.get("gamePlay") == codes.RANKED
    if ranked:
        game.final_scores = [score / TENTHS if isinstance(score, int) else np.nan for score in scores]
    game.extra = {name: record[name] for name in _SETTINGS if record.get(name)} | ({} if ranked else {"score": scores})
