"""The header of a game in Tenhou's JSON: platform, rules, room, players and final result.

Only `log` is required. The platform follows from the id (`ref`) or the name of the table (`rule.disp`); if neither is
known, the rules are Tenhou's of today, with the red fives of `rule`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from functools import cache
from math import isnan
from re import Match
from typing import Any, Final, Literal, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.games.game_lengths import ends_as_east_only
from mjlog.rules.association_presets import JPML_A_2022, SAIKYOSEN
from mjlog.rules.points import MOST_POINTS
from mjlog.rules.presets import MAHJONG_SOUL, MAHJONG_SOUL_3P, MAHJONG_SOUL_ROOM
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import numbers_of, snippet
from parsers.tenhou.lobby import lobby_rules_of
from parsers.tenhou.platform import GAME_ID, rules_and_room, start_of_id
from parsers.tenhou.vocab import ROOMS, GameType

Players = Literal[3, 4]
TENHOU, SOUL, UNKNOWN = "tenhou", "mahjong-soul", "tenhou-json"
"""Platforms; the last one, the format, if the log does not show the platform."""
NAMED_RULES: Final = {"日本プロ麻雀連盟公式ルール": JPML_A_2022, "最強戦ルール": SAIKYOSEN}
"""Rules by words of `title`, as people who recorded games of these leagues write them. The year is inferred: the games
seen are of 2022."""


class Header(NamedTuple):
    """A game without its kyoku."""

    rules: RuleSet
    columns: dict[str, Any]
    """Values of `GameColumns`."""
    seats: dict[str, Any]
    """Values of `SeatColumns`."""
    extra: dict[str, Any]
    """Values that have no column, by key."""
    errors: tuple[LogError, ...]
    """Of values that cannot be read, and are left out."""


NAN: Final = float("nan")


_OF_SUITS: Final = ("aka51", "aka52", "aka53")
"""The keys of `rule` with the number of red fives by suit."""
RED: Final = frozenset({"51", "52", "53"})
_TILES: Final = re.compile(r"\d\d")


class Table(NamedTuple):
    """The place and the rules of a game."""

    platform: str
    rules: RuleSet
    room: str | None
    vendor_type: int = ABSENT
    id: str | None = None
    started: datetime | None = None


def read_header(raw: Mapping[str, Any], file: str) -> Header:
    """The header of a game; `file` is a name that may contain its id, empty if the file has other games too."""
    players = players_of(raw)
    errors = []
    rule = raw.get("rule") or {}
    if not isinstance(rule, dict) and _type_of_lobby(rule) is None:
        message = "rule is neither an object nor the list of a lobby; the rules are those of an ordinary table"
        errors.append(LogError(Fault.BAD_VALUE, message, snippet(rule)))
        rule = {}
    table = _table(raw, rule, file, players)
    lobby_rules = lobby_rules_of(table.vendor_type, players, raw.get("csrule")) if table.platform == TENHOU else None
    if lobby_rules is not None:
        table = table._replace(rules=lobby_rules)
    try:
        final_points, final_scores = _final(raw.get("sc"), players)
    except LogError as unread:
        errors.append(unread)
        final_points, final_scores = _final(None, players)
    dan = [words.DAN_OF_NAME.get(name, ABSENT) if name else ABSENT for name in _texts(raw, "dan", players)]
    rate = _floats(raw.get("rate"), players)
    lobby = raw.get("lobby")
    extra = {key: value for key, value in raw.items() if key not in words.KEYS}
    if "dan" in raw and ABSENT in dan[:players]:
        extra["dan"], dan = raw["dan"], []
    if "rate" in raw and (table.platform == SOUL or any(isnan(number) for number in rate[:players])):
        extra["rate"], rate = raw["rate"], []
    if "rule" in raw and (table.platform != TENHOU or not isinstance(raw["rule"], dict)):
        extra["rule"] = raw["rule"]
    if _title(raw):
        extra["title"] = raw["title"]
    if isinstance(raw.get("ver"), str) and table.platform == TENHOU:
        extra["ver"] = raw["ver"]
    columns = {
        "id": table.id,
        "platform": table.platform,
        "room": table.room,
        "lobby": lobby if type(lobby) is int and 0 <= lobby < 2**31 else ABSENT,
        "started": table.started,
        "final_points": final_points,
        "final_scores": final_scores,
        "vendor_type": table.vendor_type,
    }
    seats = {"name": _texts(raw, "name", players), "dan": dan, "rate": rate, "sex": _texts(raw, "sx", players)}
    return Header(table.rules, columns, seats, extra, tuple(errors))


def _table(raw: Mapping[str, Any], rule: Any, file: str, players: Players) -> Table:
    ref, lobby_type = str(raw.get("ref") or ""), _type_of_lobby(rule)
    if lobby_type is not None:
        rule = {"aka": GameType.NO_RED not in lobby_type}
    disp, n_reds = str(rule.get("disp", "")), _reds(rule, raw.get("log"))
    named = GAME_ID.search(ref or file)
    soul, soul_id = words.SOUL_TABLE.fullmatch(disp), words.SOUL_ID.fullmatch(ref)
    if named is None and (soul or soul_id or words.SOUL_RANK in str(raw.get("dan", ""))):
        east, free = (any(word in disp for word in listed) for listed in (words.SOUL_EAST, words.SOUL_FREE_ROOMS))
        east = east or (not any(word in disp for word in words.SOUL_SOUTH) and _is_east_only(raw, players))
        rules = soul_rules(players, east, n_reds, free)
        game_id = ref if soul_id and ref != words.NO_ID else None
        return Table(SOUL, rules, soul["room"] if soul else disp or None, id=game_id)
    shape = words.TABLE.fullmatch(disp)
    room = (shape["room"] if shape else disp) or None
    bits = _game_type(shape, players, red=n_reds > 0)
    if shape is None and _is_east_only(raw, players):
        bits &= ~GameType.HANCHAN
    if lobby_type is not None:
        bits = lobby_type & ~GameType.SANMA | bits & GameType.SANMA
    if named:
        started = start_of_id(named[0])
        bits = GameType(int(named[0].split("-")[1], 16)) & ~_BY_RULE | bits & _BY_RULE
        rules, room = rules_and_room(int(bits), started.date() if started else None)
        rules = _with_second_reds(rules, rule)
        return Table(TENHOU, rules, room, int(bits), named[0], started)
    rules, lobby_room = rules_and_room(int(bits), None)
    if lobby_type is not None:
        return Table(TENHOU, rules, lobby_room, int(bits))
    if room is not None and len(room) == 1 and room in ROOMS:
        return Table(TENHOU, rules, room, int(bits))
    title = _title(raw)
    return Table(UNKNOWN, next((known for word, known in NAMED_RULES.items() if word in title), rules), room)


def _type_of_lobby(rule: Any) -> GameType | None:
    """The `GO type` in the rule of a tournament lobby, which is a list: start, end, type in hex, and more."""
    if not isinstance(rule, list) or len(rule) < 3 or not isinstance(rule[2], str):
        return None
    return GameType(int(rule[2], 16)) if HEX.fullmatch(rule[2]) else None


HEX: Final = re.compile(r"[0-9a-fA-F]{1,4}")
_BY_RULE: Final = GameType.NO_RED | GameType.SANMA


def _title(raw: Mapping[str, Any]) -> list[Any]:
    """The words of the title, without empty ones."""
    title = raw.get("title")
    return [word for word in title if word] if isinstance(title, list) else [title] if title else []


def _is_east_only(raw: Mapping[str, Any], players: Players) -> bool:
    """Whether the game has a final result, and its last kyoku and the final points are those of an east game."""
    match raw:
        case {"log": [*_, [[int(number), *_], *_]], "sc": [*final]}:
            points = final[: 2 * players : 2] if len(final) > 4 else final
            numbers = all(type(n) in (int, float) for n in points) and len(points) >= players
            return numbers and ends_as_east_only(number // 4, number % 4 + 1, points, players)
    return False


def players_of(raw: Mapping[str, Any]) -> Players:
    """3 if the first kyoku has no fourth hand, or if there is no kyoku and the rating is for three players."""
    log = raw.get("log")
    first = log[0] if isinstance(log, list) and log else None
    if isinstance(first, list) and len(first) in (14, 17) and isinstance(first[13], list | None):
        return 4 if len(first) == 17 and first[13] else 3
    return 3 if raw.get("ratingc") == "PF3" else 4


@cache
def soul_rules(players: Players, east: bool, n_reds: int, free_room: bool) -> RuleSet:
    """Mahjong Soul's rules for a table with this length and this number of red fives (0, the usual number, or 4)."""
    rules = MAHJONG_SOUL_3P if players == 3 else MAHJONG_SOUL_ROOM if free_room else MAHJONG_SOUL
    name, options = rules.name, dict[str, Any]()
    if east:
        name, options["length"] = f"{name}-east", "east"
    if n_reds == 0:
        name, options["reds"] = f"{name}-nored", ()
    elif n_reds > len(rules.reds):
        name, options["reds"] = f"{name}-red{n_reds}", (*rules.reds, "5p")
    return replace(rules, name=name, **options)


def _with_second_reds(rules: RuleSet, rule: Mapping[str, Any]) -> RuleSet:
    """The rules with the red fives of `rule`, if a suit has more of them than Tenhou's rooms."""
    counts = [min(max(rule[key], 0), 4) if type(rule.get(key)) is int else 0 for key in _OF_SUITS]
    if max(counts) < 2:
        return rules
    fives = (("5m", counts[0] * (rules.players == 4)), ("5p", counts[1]), ("5s", counts[2]))
    reds = tuple(five for five, n in fives for _ in range(n))
    return replace(rules, name=f"{rules.name}-red{len(reds)}", reds=reds)


def _reds(rule: Mapping[str, Any], log: Any) -> int:
    """Number of red fives in `rule`: by suit in three keys, or all in `aka`; without all of these by the tiles."""
    if rule.keys().isdisjoint(("aka", *_OF_SUITS)):
        return 3 * _shows_red(log)
    by_suit = sum(rule[key] for key in _OF_SUITS if type(rule.get(key)) is int)
    return by_suit or 3 * bool(rule.get("aka"))


def _shows_red(log: Any) -> bool:
    """Whether a red five was dealt, drawn, discarded or called."""
    kyoku = [one for one in log if isinstance(one, list)] if isinstance(log, list) else []
    rows = [row for one in kyoku for row in one[4:-1] if isinstance(row, list)]
    return any(not RED.isdisjoint(_TILES.findall(str(token))) for row in rows for token in row)


def _game_type(table: Match[str] | None, players: Players, *, red: bool) -> GameType:
    """The `GO type` by the name of a table; that of an ordinary hanchan if it is not a name of Tenhou."""
    bits = GameType.HUMANS | GameType.SANMA * (players == 3) | GameType.NO_RED * (not red)
    if table is None:
        return bits | GameType.HANCHAN
    bits |= GameType.HANCHAN * (table["length"] == "南") | GameType.NO_KUITAN * (not table["kuitan"])
    bits |= words.SPEEDS.get(table["speed"], GameType(0)) | words.CHIP_WORDS.get(table["chips"], GameType(0))
    room = ROOMS.find(table["room"]) if table["room"] else ABSENT
    if room >= 8:
        bits |= GameType.SKILL
    elif room >= 0:
        bits |= GameType.SPECIAL * (room % 4 >= 2) | GameType.HIGH * (room % 2)
    return bits


def _final(raw: Any, players: Players) -> tuple[list[int], list[float]]:
    """Final points and results; ABSENT and NaN if not recorded. People also write the points alone."""
    absent = 4 - players
    if raw is None:
        return [ABSENT] * 4, [NAN] * 4
    if isinstance(raw, list) and len(raw) <= 4:
        raw = [number for points in raw for number in (points, None)]
    if not isinstance(raw, list) or len(raw) not in (2 * players, 8):
        raise LogError(Fault.BAD_VALUE, "sc is points and result of each player", snippet(raw))
    points, results = (raw[first : 2 * players : 2] for first in (0, 1))
    points = numbers_of(points, players, MOST_POINTS, "points in sc")
    if not all(result is None or (type(result) in (int, float) and abs(result) <= MOST_POINTS) for result in results):
        raise LogError(Fault.BAD_VALUE, "a result in sc is no number, or too large", snippet(raw))
    scores = [NAN if result is None else float(result) for result in results]
    return points + [ABSENT] * absent, scores + [NAN] * absent


def _texts(raw: Mapping[str, Any], key: str, players: Players) -> list[str | None]:
    """Texts of the four seats, None if empty or not recorded."""
    listed = raw.get(key)
    listed = listed[:players] if isinstance(listed, list) else []
    texts = [text if isinstance(text, str) and text else None for text in listed]
    return texts + [None] * (4 - len(texts))


def _floats(listed: Any, players: Players) -> list[float]:
    listed = listed[:players] if isinstance(listed, list) else []
    numbers = [float(n) if type(n) in (int, float) else NAN for n in listed]
    return numbers + [NAN] * (4 - len(numbers))
