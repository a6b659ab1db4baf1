"""Games as other programs write them: mjai's dialects, and Tenhou's JSON from converters and editors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.games.batch import Games
from mjlog.rules.yaku import BY_KEY
from parsers import tenhou
from parsers.mjai import write as mjai

Event = dict[str, Any]

REDUCED: Final = {
    "start_game": ("type", "names"),
    "hora": ("type", "actor", "target", "deltas", "ura_markers"),
    "ryukyoku": ("type", "deltas"),
    "end_game": ("type",),
}
"""Fields of Mortal's events, where the original dialect has more."""
STICK: Final = 1_000


def events_of(games: Games) -> list[Event]:
    """The events of a game in mjai."""
    return [json.loads(line) for line in mjai.write(games)[0].splitlines()]


def lines(events: Sequence[Event]) -> bytes:
    """A log with one event per line."""
    return b"".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for event in events)


def mortal(events: Sequence[Event]) -> list[Event]:
    """Mortal's dialect: without yaku and points of a win and without the reason of a draw."""
    return [{k: v for k, v in event.items() if k in REDUCED.get(event["type"], event)} for event in events]


def akochan(events: Sequence[Event]) -> list[Event]:
    """Akochan's dialect: also without payments, which follow from the points of the next kyoku."""
    head = {"kyoku_first": events[0]["kyoku_first"], "aka_flag": True}
    return [
        {k: v for k, v in event.items() if k != "deltas"} | (head if event["type"] == "start_game" else {})
        for event in mortal(events)
    ]


def gimite(events: Sequence[Event]) -> list[Event]:
    """The original dialect: points after every payment, and other names."""
    written: list[Event] = [{"type": "hello", "protocol": "mjsonp", "protocol_version": 3}]
    points: list[int] = []
    for event in events:
        own = dict(event)
        if own["type"] == "start_kyoku":
            points = own["scores"]
        if own["type"] == "reach_accepted":
            own["deltas"] = [-STICK * (seat == own["actor"]) for seat in range(len(points))]
        if "ura_markers" in own:
            own["uradora_markers"] = own.pop("ura_markers")
        if "deltas" in own:
            points = [had + got for had, got in zip(points, own["deltas"], strict=True)]
            own["scores"] = points
        written.append(own)
    return written


def without_start_points(events: Sequence[Event]) -> list[Event]:
    """As in the oldest logs: without the points at the start of a kyoku."""
    return [
        {k: v for k, v in event.items() if (event["type"], k) != ("start_kyoku", "scores")} for event in gimite(events)
    ]


def padded(events: Sequence[Event]) -> list[Event]:
    """A game of three with an empty fourth seat."""
    nobody = {"names": "", "tehais": ["?"] * 13, "scores": 0, "deltas": 0, "tenpais": False}
    return [
        {
            key: [*value, nobody[key]] if isinstance(value, list) and len(value) == 3 and key in nobody else value
            for key, value in event.items()
        }
        for event in events
    ]


def in_lists(events: Sequence[Event]) -> bytes:
    """One list of events per line, as a server sends them to a player, with answers that have no effect."""
    parts = [list(events[n : n + 7]) for n in range(0, len(events), 7)]
    return b"".join(json.dumps([*part, {"type": "none"}]).encode() + b"\n" for part in parts)


def turned(events: Sequence[Event], by: int) -> list[Event]:
    """The game with its first dealer as another player than player 0."""
    by_seat = ("names", "tehais", "scores", "deltas", "tenpais")
    written = []
    for event in events:
        own = {key: value[-by:] + value[:-by] if key in by_seat else value for key, value in event.items()}
        written.append({k: (v + by) % 4 if k in ("actor", "target", "oya", "pao") else v for k, v in own.items()})
    return written


def view_of(seat: int, events: Sequence[Event]) -> list[Event]:
    """The view of one player: the hands and draws of others are hidden."""
    seen = []
    for event in events:
        own = dict(event)
        if own["type"] == "start_kyoku":
            own["tehais"] = [hand if s == seat else ["?"] * 13 for s, hand in enumerate(own["tehais"])]
        if own["type"] == "tsumo" and own["actor"] != seat:
            own["pai"] = "?"
        seen.append(own)
    return seen


# -- Tenhou's JSON


def tenhou_json(games: Games) -> dict[str, Any]:
    """A game in Tenhou's JSON."""
    return dict(json.loads(tenhou.json.write(games)[0]))


def text(*values: Mapping[str, Any]) -> bytes:
    """Objects, one per line."""
    return b"".join(json.dumps(v, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for v in values)


def edited(game: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that an editor keeps: title, names, rule and log."""
    return {
        "title": ["", ""],
        "name": game["name"],
        "rule": {"disp": game["rule"]["disp"], "aka": 1},
        "log": game["log"],
    }


JAPANESE: Final = {"両立直": "ダブル立直", "自風 ": "役牌:自風牌", "場風 ": "役牌:場風牌"}
"""Tenhou's words and those of converters of Mahjong Soul, which leave out winds."""
ENGLISH: Final = {
    "満貫": "Mangan ", "跳満": "Haneman ", "倍満": "Baiman ", "三倍満": "Sanbaiman ", "役満": "Yakuman ",
    "流局": "Exhaustive Draw", "全員聴牌": "Exhaustive Draw", "全員不聴": "Exhaustive Draw", "和了": "Agari",
}  # fmt: skip
ENGLISH_YAKU: Final = {yaku.ja: yaku.en for yaku in BY_KEY.values()}


def converted(game: Mapping[str, Any], room: str, *, english: bool) -> dict[str, Any]:
    """As converters write a game of Mahjong Soul, in Japanese or English."""
    log = [[*kyoku[:-1], list(_result(kyoku[-1], english=english))] for kyoku in game["log"]]
    return {
        **{key: value for key, value in game.items() if key not in ("lobby", "ratingc")},
        "ver": "2.3",
        "log": log,
        "rule": {"disp": room, "aka53": 1, "aka52": 1, "aka51": 1},
        "dan": ["雀豪★1", "雀豪★2", "雀傑★3", "雀豪★1"],
        "rate": [1500, 2100, 900, 1200],
        "sx": ["C"] * 4,
        "title": [room, "2024-04-01 12:00:00"],
    }


def _result(result: Sequence[Any], *, english: bool) -> Iterator[Any]:
    words = ENGLISH if english else {}
    drawn = result[0] in ("全員聴牌", "全員不聴")
    yield words.get(result[0], "流局" if drawn else result[0])
    yield from ([[0] * 4] if drawn else [])
    for entry in result[1:]:
        if entry and isinstance(entry[-1], str):
            seats, value, yaku = entry[:3], entry[3], entry[4:]
            yield [*seats, _value(value, english=english), *(_yaku(name, english=english) for name in yaku)]
        else:
            yield entry


def _value(value: str, *, english: bool) -> str:
    if not english:
        return value
    for word in sorted(ENGLISH, key=len, reverse=True):
        value = value.replace(word, ENGLISH[word])
    return value.replace("符", "Fu").replace("飜", "Han")


def _yaku(entry: str, *, english: bool) -> str:
    name, _, han = entry.rpartition("(")
    wind = next((word for word in JAPANESE if word.endswith(" ") and name.startswith(word)), None)
    if english:
        plain = wind.strip() if wind else name
        return f"{ENGLISH_YAKU[plain]}({han}"
    return f"{JAPANESE.get(wind or name, name)}({han}"
