"""What Tenhou's JSON tells of a game besides its kyoku: service, rules, room, players and final result.

Nothing but `log` need be there. The service shows itself by the id (`ref`) or the name of the table (`rule.disp`);
where neither is known the rules are Tenhou's of today, with red fives as `rule` tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from re import Match
from typing import Any, Final, Literal, NamedTuple

import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT
from mjlog.rules.presets import JPML_A_2022, MAHJONG_SOUL, MAHJONG_SOUL_3P, MAHJONG_SOUL_ROOM, SAIKYOSEN
from mjlog.rules.ruleset import RuleSet
from parsers.tenhou.json import vocab as words
from parsers.tenhou.json.checked import MAX_POINTS, numbers_of, snippet
from parsers.tenhou.platform import GAME_ID, rules_and_room, start_of_id
from parsers.tenhou.vocab import ROOMS, GameType

Players = Literal[3, 4]
TENHOU, SOUL, UNKNOWN = "tenhou", "mahjong-soul", "tenhou-json"
"""Services; of a game whose service is not told, the format."""
NAMED_RULES: Final = {"日本プロ麻雀連盟公式ルール": JPML_A_2022, "最強戦ルール": SAIKYOSEN}
"""Rules by the words of `title`, as those who wrote down games of these bodies name them. The dated set is inferred:
the games seen are of 2022."""


class Header(NamedTuple):
    """A game without its kyoku."""

    id: str | None
    platform: str
    rules: RuleSet
    room: str | None
    lobby: int
    started: datetime | None
    final_points: Sequence[int]
    final_scores: Sequence[float]
    complete: bool
    vendor_type: int
    names: Sequence[str | None]
    dan: Sequence[int]
    rate: Sequence[float]
    sex: Sequence[str | None]
    extra: dict[str, Any]
    """Values that have no column, by key."""


NAN: Final = float("nan")


class Table(NamedTuple):
    """Where and by which rules a game was played."""

    platform: str
    rules: RuleSet
    room: str | None
    vendor_type: int = ABSENT
    id: str | None = None
    started: datetime | None = None


def read_header(raw: Mapping[str, Any], file: str, *, own_file: bool) -> Header:
    """The header of a game; `own_file` says that the file's name tells its id and no other's."""
    players = players_of(raw)
    table = _table(raw, file if own_file else "", players)
    final_points, final_scores = _final(raw.get("sc"), players)
    dan = [words.DAN_OF_NAME.get(name, ABSENT) if name else ABSENT for name in _texts(raw, "dan", players)]
    rate = _floats(raw.get("rate"), players)
    lobby = raw.get("lobby")
    extra = {key: value for key, value in raw.items() if key not in words.KEYS}
    if "dan" in raw and ABSENT in dan[:players]:
        extra["dan"], dan = raw["dan"], [ABSENT] * 4
    if "rate" in raw and (table.platform == SOUL or any(own != own for own in rate[:players])):
        extra["rate"], rate = raw["rate"], [NAN] * 4
    if "rule" in raw and table.platform != TENHOU:
        extra["rule"] = raw["rule"]
    if _title(raw):
        extra["title"] = raw["title"]
    if isinstance(raw.get("ver"), str) and table.platform == TENHOU:
        extra["ver"] = raw["ver"]
    return Header(
        id=table.id,
        platform=table.platform,
        rules=table.rules,
        room=table.room,
        lobby=lobby if type(lobby) is int and 0 <= lobby < 2**31 else ABSENT,
        started=table.started,
        final_points=final_points,
        final_scores=final_scores,
        complete=final_points[0] != ABSENT,
        vendor_type=table.vendor_type,
        names=_texts(raw, "name", players),
        dan=dan,
        rate=rate,
        sex=_texts(raw, "sx", players),
        extra=extra,
    )


def _table(raw: Mapping[str, Any], file: str, players: Players) -> Table:
    rule, ref = raw.get("rule", {}), str(raw.get("ref") or "")
    if not isinstance(rule, dict):
        raise LogError(Fault.BAD_VALUE, "rule is no object", snippet(rule))
    disp, n_reds = str(rule.get("disp", "")), _reds(rule)
    named = GAME_ID.search(ref or file)
    soul, soul_id = words.SOUL_TABLE.fullmatch(disp), words.SOUL_ID.fullmatch(ref)
    if named is None and (soul or soul_id or words.SOUL_RANK in str(raw.get("dan", ""))):
        east, free = (any(word in disp for word in own) for own in (words.SOUL_EAST, words.SOUL_FREE_ROOMS))
        rules = soul_rules(players, east, n_reds, free)
        own_id = ref if soul_id and ref != words.NO_ID else None
        return Table(SOUL, rules, soul["room"] if soul else disp or None, id=own_id)
    shape = words.TABLE.fullmatch(disp)
    room = (shape["room"] if shape else disp) or None
    bits = _game_type(shape, players, red=n_reds > 0)
    if named:
        started = start_of_id(named[0])
        told = GameType(int(named[0].split("-")[1], 16))
        bits = told & ~_TOLD_BY_RULE | bits & _TOLD_BY_RULE
        rules, room = rules_and_room(int(bits), started.date() if started else None)
        return Table(TENHOU, rules, room, int(bits), named[0], started)
    rules, _ = rules_and_room(int(bits), None)
    if room is not None and len(room) == 1 and room in ROOMS:
        return Table(TENHOU, rules, room, int(bits))
    return Table(UNKNOWN, next((own for word, own in NAMED_RULES.items() if word in _title(raw)), rules), room)


_TOLD_BY_RULE: Final = GameType.NO_RED | GameType.SANMA


def _title(raw: Mapping[str, Any]) -> list[Any]:
    """The words of the title, without empty ones."""
    title = raw.get("title")
    return [word for word in title if word] if isinstance(title, list) else [title] if title else []


def players_of(raw: Mapping[str, Any]) -> Players:
    """3 if the fourth hand of the first kyoku is empty, or there is none and the rating is that of three players."""
    log = raw.get("log")
    first = log[0] if isinstance(log, list) and log else None
    if isinstance(first, list) and len(first) == 17 and isinstance(first[13], list):
        return 4 if first[13] else 3
    return 3 if raw.get("ratingc") == "PF3" else 4


@cache
def soul_rules(players: Players, east: bool, n_reds: int, free_room: bool) -> RuleSet:
    """Mahjong Soul's rules for a table of that length and so many red fives (0, or any for the usual, or 4)."""
    rules = MAHJONG_SOUL_3P if players == 3 else MAHJONG_SOUL_ROOM if free_room else MAHJONG_SOUL
    name, options = rules.name, dict[str, Any]()
    if east:
        name, options["length"] = f"{name}-east", "east"
    if n_reds == 0:
        name, options["reds"] = f"{name}-nored", ()
    elif n_reds > len(rules.reds):
        name, options["reds"] = f"{name}-red{n_reds}", (*rules.reds, "5p")
    return replace(rules, name=name, **options)


def _reds(rule: Mapping[str, Any]) -> int:
    """How many red fives `rule` tells of: each suit by its key, all by `aka`, none without both."""
    told = [rule[key] for key in ("aka51", "aka52", "aka53") if type(rule.get(key)) is int]
    if not any(told):
        told = [3 * bool(rule.get("aka"))]
    return sum(told)


def _game_type(table: Match[str] | None, players: Players, *, red: bool) -> GameType:
    """The `GO type` a table's name tells; that of an ordinary hanchan if it has not the form of Tenhou's names."""
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
    """Final points and results; ABSENT and NaN if not told."""
    absent = 4 - players
    if raw is None:
        return [ABSENT] * 4, [NAN] * 4
    if not isinstance(raw, list) or len(raw) not in (2 * players, 8):
        raise LogError(Fault.BAD_VALUE, "sc is points and result of each player", snippet(raw))
    told = raw[: 2 * players]
    points = numbers_of(told[::2], players, MAX_POINTS, "points in sc")
    if not all(result is None or (type(result) in (int, float) and abs(result) <= MAX_POINTS) for result in told[1::2]):
        raise LogError(Fault.BAD_VALUE, "a result in sc is no number, or too large", snippet(raw))
    scores = [NAN if result is None else float(result) for result in told[1::2]]
    return points + [ABSENT] * absent, scores + [NAN] * absent


def _texts(raw: Mapping[str, Any], key: str, players: Players) -> list[str | None]:
    """Texts of the players, None for what is empty or not told."""
    told = raw.get(key)
    texts = (
        [text if isinstance(text, str) and text else None for text in told[:players]] if isinstance(told, list) else []
    )
    return texts + [None] * (4 - len(texts))


def _floats(told: Any, players: Players) -> list[float]:
    numbers = [float(n) if type(n) in (int, float) else NAN for n in told[:players]] if isinstance(told, list) else []
    return numbers + [NAN] * (4 - len(numbers))


def as_json(values: Mapping[str, Any]) -> str | None:
    """The text of `extra`."""
    return orjson.dumps(values).decode() if values else None
