"""kobalab's JSON (paipu): bytes of many logs → one batch of games.

A log is an object with `title`, `player`, `qijia` (the first dealer), `log` (a list of moves for each kyoku) and, at
the end, `defen`, `rank` and `point`. A file contains one, a list of them, or one a line. A log converted from Tenhou
has the id of the game in its title.

- Tiles, moves and results become mjai's events (`moves`), so that everything said in `parsers.mjai` holds here.
- The log records no rules. They are Tenhou's in a log with the name of a Tenhou table; otherwise those of the program,
  which differ in double yakuman. A yakuman of two forms with one star shows that it counts single.
- `rank` and `point` of a game that has not ended are empty or 0; then `complete` is False.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from mjlog.errors import Fault, LogError
from mjlog.formats import Parsed, Source
from mjlog.rules.ruleset import DOUBLE_FORMS
from parsers.mjai.game import GameReader, json_values, parse_games
from parsers.mjai.kobalab.moves import SEATS, events_of, number, yakuman_stars
from parsers.mjai.read import UNRECORDED as UNRECORDED_IN_MJAI
from parsers.mjai.vocab import KYOKU_FIRST
from parsers.mjai.write import VIEWER

UNRECORDED: Final = UNRECORDED_IN_MJAI - {"games.room", "games.final_scores", "games.extra"}

PLATFORM: Final = "kobalab"
HEAD: Final = 1 << 16
"""The deal of the first kyoku must be in this many bytes: titles and names are long texts."""
_DEAL: Final = re.compile(rb'(?:"log"\s*:\s*\[\s*\[|^\s*\[(?:\s*\[)?)\s*\{\s*"qipai"\s*:')
_BOM: Final = b"\xef\xbb\xbf"
_TENHOU_ID: Final = re.compile(r"\d{10}gm-[0-9a-f]{4}-\d{4,9}-x?[0-9a-f]+")
_TENHOU_TABLE: Final = re.compile(r"四([般上特鳳])([東南])喰?(赤?)")


def recognises(source: Source) -> bool:
    """Whether the source is JSON with the deal of a kyoku in kobalab's words."""
    head = source.data[:HEAD].removeprefix(_BOM).lstrip()
    return head[:1] in (b"{", b"[") and _DEAL.search(head) is not None


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files."""
    return parse_games(sources, lambda source: map(_read, _games(source.data.removeprefix(_BOM))))


def _games(data: bytes) -> Iterator[Mapping[str, Any]]:
    """The games of a file: an object, a list of objects, an object a line, or the moves of one kyoku or more alone."""
    values = json_values(data, lambda value: isinstance(value, dict) and isinstance(value.get("log"), list))
    if values and isinstance(values[0], dict) and "qipai" in values[0]:
        values = [values]
    if values and isinstance(values[0], list):
        values = [{"qijia": 0, "log": values}]
    for game in values:
        if not isinstance(game, dict):
            raise LogError(Fault.BAD_VALUE, "a game is an object", str(game)[:60])
        yield game


def _read(raw: Mapping[str, Any]) -> GameReader:
    """The game of an object, with its first error."""
    game = GameReader(platform=PLATFORM)
    try:
        first_dealer = number(raw, "qijia", SEATS - 1)
        game.read(_start(raw), None)
        log = raw.get("log")
        for moves in log if isinstance(log, list) else ():
            for event in events_of(moves, first_dealer):
                game.read(event, None)
        if _ended(raw):
            game.read({"type": "end_game", "scores": raw.get("defen")}, None)
            game.final_scores = [float(point) if point else np.nan for point in raw["point"]]
    except LogError as error:
        game.fail(error)
    except (TypeError, ValueError):
        game.fail(LogError(Fault.BAD_VALUE, f"point is {raw.get('point')!r}, not a number for each player"))
    game.close()
    listed = log if isinstance(log := raw.get("log"), list) else []
    if game.log_id is None and "kyoku_first" not in game.start:
        single = {key for moves in listed for key, stars in yakuman_stars(moves) if stars == "*"}
        game.options["double_yakuman"] = DOUBLE_FORMS - single
    if title := raw.get("title"):
        game.extra["title"] = title
        table = _TENHOU_TABLE.match(str(title))
        game.header["room"] = table[1] if table else None
    players = raw.get("player")
    if isinstance(players, list) and any("\n" in str(player) for player in players):
        game.extra["player"] = players
    return game


def _start(raw: Mapping[str, Any]) -> dict[str, Any]:
    """The start of the game, with what the title of a log converted from Tenhou says."""
    title, players = raw.get("title"), raw.get("player")
    title = title if isinstance(title, str) else ""
    names = [str(player or "").split("\n")[0] for player in players] if isinstance(players, list) else None
    event: dict[str, Any] = {"type": "start_game", "names": names}
    if table := _TENHOU_TABLE.match(title):
        length = "east" if table[2] == "東" else "hanchan"
        event |= {"kyoku_first": KYOKU_FIRST[length], "aka_flag": bool(table[3])}
    if log_id := _TENHOU_ID.search(title):
        event["uri"] = VIEWER + log_id[0]
    return event


def _ended(raw: Mapping[str, Any]) -> bool:
    points = raw.get("point")
    return isinstance(points, list) and len(points) == SEATS and any(point != 0 for point in points)
