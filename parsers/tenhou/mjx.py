"""mjx's JSON (`State` of `mjx.proto`): one state for each kyoku → the tags of Tenhou's XML, which `xml` reads.

mjx is a simulator of Tenhou's four-player hanchan; its states have Tenhou's copies of tiles, codes of calls and numbers
of yaku. A file has one state a line; the states of one game follow each other.

- protobuf leaves out 0: a discard (`type`), the first dealer (`who`) and the copy 0 (`tile`). A kyoku without a
  `roundTerminal` has no result.
- The limit of a win, pao and the final result are not recorded. A fu of 0, which yakuman have, is not known.
- The wall of `hiddenState` and the hands at the end are not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import orjson

from mjlog.errors import Fault, LogError
from mjlog.formats import Format, Parsed, Source
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT
from mjlog.rules.points import STICK
from mjlog.tiles import N_COPIES
from parsers.tenhou import xml
from parsers.tenhou.vocab import GameType
from parsers.tenhou.xml.vocab import DISCARD_LETTERS, DRAW_LETTERS

State = Mapping[str, Any]

PLATFORM: Final = "mjx"
HEAD: Final = 1 << 16
MARKS: Final = (b'"publicObservation"', b'"privateObservations"')
_BOM: Final = b"\xef\xbb\xbf"
_SEATS: Final = range(4)
_MOST: Final = 1 << 20
_TYPE: Final = int(GameType.HUMANS | GameType.HANCHAN | GameType.SPECIAL | GameType.HIGH)
_CALLS: Final = ("CLOSED_KAN", "ADDED_KAN", "CHI", "PON", "OPEN_KAN")
_OLD_DRAWS: Final = "drawHistory"
"""The name of `draws` in older states."""
_DRAWS: Final = {
    "ABORTIVE_DRAW_NINE_TERMINALS": "yao9",
    "ABORTIVE_DRAW_FOUR_RIICHIS": "reach4",
    "ABORTIVE_DRAW_THREE_RONS": "ron3",
    "ABORTIVE_DRAW_FOUR_KANS": "kan4",
    "ABORTIVE_DRAW_FOUR_WINDS": "kaze4",
    "EXHAUSTIVE_DRAW_NORMAL": None,
    "EXHAUSTIVE_DRAW_NAGASHI_MANGAN": "nm",
}
"""Events that end a kyoku without a winner, with the `type` of Tenhou's tag."""
_EVENTS: Final = (
    *("DISCARD", "TSUMOGIRI", "RIICHI", "CLOSED_KAN", "ADDED_KAN", "TSUMO", "ABORTIVE_DRAW_NINE_TERMINALS"),
    *("CHI", "PON", "OPEN_KAN", "RON", None, "DRAW", "RIICHI_SCORE_CHANGE", "NEW_DORA", "ABORTIVE_DRAW_FOUR_RIICHIS"),
    *("ABORTIVE_DRAW_THREE_RONS", "ABORTIVE_DRAW_FOUR_KANS", "ABORTIVE_DRAW_FOUR_WINDS", "EXHAUSTIVE_DRAW_NORMAL"),
    "EXHAUSTIVE_DRAW_NAGASHI_MANGAN",
)
"""`EventType` by number; mjx writes names, and numbers to save space."""
_PREFIX: Final = "EVENT_TYPE_"
_ONE_VIEW: Final = "; the view of one player is not read, save the states of the game instead"


def recognises(source: Source) -> bool:
    """Whether the source begins with a state that has the hands of all players."""
    head = source.data[:HEAD].removeprefix(_BOM).lstrip()
    return head[:1] in (b"{", b"[") and all(mark in head for mark in MARKS)


def parse(sources: Sequence[Source]) -> Parsed:
    """All games of all sources as one batch, and the failures of games and files."""
    texts: list[Source] = []
    places: list[int] = []
    ids: dict[str, str] = {}
    errors: list[LogError | None] = []
    failures: list[tuple[int, str | None, LogError]] = []
    for place, source in enumerate(sources):
        states, stray = _states(source.data.removeprefix(_BOM))
        games = [*_games(states)]
        for n, game in enumerate(games, 1):
            name = source.name if len(games) == 1 else f"{source.name}#{n}"
            text, error = _text(game, stray if n == len(games) else None)
            texts.append(Source(name, text.encode()))
            places.append(place)
            errors.append(error)
            game_id = game[0]["publicObservation"].get("gameId")
            if isinstance(game_id, str) and game_id:
                ids[name] = game_id
        if not games:
            failures.append((place, None, (stray or LogError(Fault.EMPTY_GAME, "no state")).at(source=source.name)))
    parsed = xml.parse(texts)
    found = {n: (game_id, error) for n, game_id, error in parsed.failures}
    for n, text_of_game in enumerate(texts):
        game_id, error = found.get(n, (None, None))
        if error is not None:
            error = LogError(error.fault, error.message).at(kyoku=error.where.kyoku, event=error.where.event)
        if (error := errors[n] or error) is not None:
            failures.append((places[n], game_id or ids.get(text_of_game.name), error.at(source=text_of_game.name)))
    failures.sort(key=lambda failure: failure[0])
    return Parsed(
        games=_of_mjx(parsed, ids),
        source_of_game=np.array([places[n] for n in parsed.source_of_game.tolist()], np.int32),
        failures=tuple(failures),
    )


def _of_mjx(parsed: Parsed, ids: Mapping[str, str]) -> Games:
    """The games without the values that Tenhou's XML must have and mjx does not record."""
    games, header, wins = parsed.games, parsed.games.games, parsed.games.wins
    elsewhere = np.array([own is None for own in header.id], np.bool_)
    for column, value in ((header.platform, PLATFORM), (header.room, None), (header.vendor_type, ABSENT)):
        column[elsewhere] = value
    header = header._replace(
        id=np.array([own or ids.get(name) for own, name in zip(header.id, header.source, strict=True)], object),
        final_scores=np.full_like(header.final_scores, np.nan),
    )
    wins = wins._replace(
        limit=np.full_like(wins.limit, ABSENT),
        fu=np.where(wins.fu == 0, ABSENT, wins.fu).astype(wins.fu.dtype),
        names_pao=np.zeros_like(wins.names_pao),
    )
    return replace(games, games=header, wins=wins)


def _states(data: bytes) -> tuple[list[State], LogError | None]:
    """The states of a file, and the error of the one at which it can no longer be read."""
    states: list[State] = []
    texts: list[Any]
    try:
        texts = _listed(orjson.loads(data))
    except orjson.JSONDecodeError:
        texts = [line for line in data.splitlines() if line.strip()]
    for n, text in enumerate(texts):
        try:
            state = orjson.loads(text) if isinstance(text, bytes) else text
            _object(_object(state, "publicObservation"), "initScore")
            _kyoku(state)
        except orjson.JSONDecodeError as error:
            fault = Fault.TRUNCATED if n == len(texts) - 1 else Fault.BROKEN_MARKUP
            return states, LogError(fault, f"not JSON: {error.msg}")
        except LogError as error:
            return states, error
        states.append(state)
    return states, None


def _listed(value: Any) -> list[Any]:
    """The states in a value: itself, a list of them, or such a list in an object."""
    if isinstance(value, dict) and "publicObservation" not in value:
        value = next((inner for inner in value.values() if isinstance(inner, list)), value)
    return value if isinstance(value, list) else [value]


def _games(states: Sequence[State]) -> Iterator[list[State]]:
    """The states of each game: others play, the kyoku does not follow, or the game before is over."""
    game: list[State] = []
    for state in states:
        if game and (_identity(state) != _identity(game[-1]) or _over(game[-1]) or _kyoku(state) <= _kyoku(game[-1])):
            yield game
            game = []
        game.append(state)
    if game:
        yield game


def _identity(state: State) -> tuple[Any, ...]:
    public = state["publicObservation"]
    return public.get("gameId"), public.get("playerIds")


def _over(state: State) -> bool:
    terminal = state.get("roundTerminal")
    return isinstance(terminal, dict) and bool(terminal.get("isGameOver"))


def _kyoku(state: State) -> tuple[int, int]:
    score = state["publicObservation"]["initScore"]
    return _number(score, "round", _MOST), _number(score, "honba", _MOST)


def _text(game: Sequence[State], stray: LogError | None) -> tuple[str, LogError | None]:
    """Tenhou's XML of a game, up to its first error."""
    names = game[0]["publicObservation"].get("playerIds") or [""] * len(_SEATS)
    players = "".join(f' n{seat}="{quote(str(name), safe="")}"' for seat, name in enumerate(names[:4]))
    text = f'<mjloggm ver="2.3"><GO type="{_TYPE}"/><UN{players}/><TAIKYOKU oya="0"/>'
    error = stray.at(kyoku=len(game)) if stray else None
    ended = False
    for n, state in enumerate(game):
        try:
            text += "".join(_tags(state))
        except LogError as broken:
            error = broken.at(kyoku=n)
            break
        ended = isinstance(state.get("roundTerminal"), dict)
    return text + "</mjloggm>" * ended, error


def _tags(state: State) -> Iterator[str]:
    """The tags of a kyoku."""
    public = _object(state, "publicObservation")
    score = _object(public, "initScore")
    kyoku, honba, sticks = (_number(score, name, 99) for name in ("round", "honba", "riichi"))
    points = _points(score, "tens")
    indicators = _list(public, "doraIndicators", N_COPIES)
    if not indicators:
        raise LogError(Fault.MISSING_VALUE, "a state without doraIndicators")
    private = {_number(one, "who", 3): one for one in _objects(state, "privateObservations")}
    if len(private) != len(_SEATS):
        raise LogError(Fault.MISSING_VALUE, f"private observations of {len(private)} players, not of 4{_ONE_VIEW}")
    hidden = next((seat for seat in _SEATS if "initHand" not in private[seat]), None)
    if hidden is not None:
        raise LogError(Fault.MISSING_VALUE, f"no initHand of seat {hidden}{_ONE_VIEW}")
    hands = [_list(_object(private[seat], "initHand"), "closedTiles", N_COPIES) for seat in _SEATS]
    draws = [iter(_list(private[seat], _draws_of(private[seat]), N_COPIES)) for seat in _SEATS]
    dealt = "".join(f' hai{seat}="{_joined(hand)}"' for seat, hand in enumerate(hands))
    seed = f"{kyoku},{honba},{sticks},,,{indicators[0]}"
    yield f'<INIT seed="{seed}" ten="{_hundreds(points)}" oya="{kyoku % 4}"{dealt}/>'
    ended = "EXHAUSTIVE_DRAW_NORMAL"
    for event in _objects(public, "events"):
        name, who, tile = _name(event), _number(event, "who", 3), _number(event, "tile", N_COPIES - 1)
        if name == "DRAW":
            copy = next(draws[who], None)
            if copy is None:
                raise LogError(Fault.MISSING_VALUE, f"seat {who} draws a tile that its draws do not list{_ONE_VIEW}")
            yield f"<{DRAW_LETTERS[who]}{copy}/>"
        elif name in ("DISCARD", "TSUMOGIRI"):
            yield f"<{DISCARD_LETTERS[who]}{tile}/>"
        elif name in _CALLS:
            yield f'<N who="{who}" m="{_number(event, "open", 0xFFFF)}" />'
        elif name == "RIICHI":
            yield f'<REACH who="{who}" step="1"/>'
        elif name == "RIICHI_SCORE_CHANGE":
            points[who] -= STICK
            sticks += 1
            yield f'<REACH who="{who}" ten="{_hundreds(points)}" step="2"/>'
        elif name == "NEW_DORA":
            yield f'<DORA hai="{tile}" />'
        else:
            ended = name
    if isinstance(state.get("roundTerminal"), dict):
        yield from _result(_object(state, "roundTerminal"), ended, points, honba, sticks, indicators)


def _draws_of(private: State) -> str:
    return _OLD_DRAWS if _OLD_DRAWS in private else "draws"


def _result(
    terminal: State, ended: str, points: list[int], honba: int, sticks: int, indicators: Sequence[int]
) -> Iterator[str]:
    owari = ""
    if terminal.get("isGameOver"):
        final = _hundreds(_points(_object(terminal, "finalScore"), "tens")).split(",")
        owari = f' owari="{",".join(f"{point},0" for point in final)}"'
    wins = _objects(terminal, "wins") if "wins" in terminal else []
    for win in wins:
        changes = _points(win, "tenChanges")
        yield (
            _win(win, f"{honba},{sticks}", _settlement(points, changes), indicators) + owari * (win is wins[-1]) + " />"
        )
        points, sticks = [point + change for point, change in zip(points, changes, strict=True)], 0
    if wins:
        return
    if ended not in _DRAWS:
        raise LogError(Fault.MISSING_VALUE, f"a kyoku that ends with {ended} without a winner")
    draw = _object(terminal, "noWinner")
    shown = "".join(
        f' hai{_number(one, "who", 3)}="{_joined(_list(_object(one, "hand"), "closedTiles", N_COPIES))}"'
        for one in (_objects(draw, "tenpais") if "tenpais" in draw else ())
    )
    kind = f' type="{_DRAWS[ended]}"' if _DRAWS[ended] else ""
    settlement = _settlement(points, _points(draw, "tenChanges"))
    yield f'<RYUUKYOKU{kind} ba="{honba},{sticks}" sc="{settlement}"{shown}{owari} />'


def _win(win: State, ba: str, settlement: str, indicators: Sequence[int]) -> str:
    """A win's tag without its end."""
    hand = _object(win, "hand")
    calls = _list(hand, "opens", 1 << 16)[::-1]
    yaku, han, yakuman = (_list(win, name, _MOST) for name in ("yakus", "fans", "yakumans"))
    if len(yaku) != len(han):
        raise LogError(Fault.BAD_VALUE, f"{len(yaku)} yaku with han of {len(han)}")
    values = {
        "ba": ba,
        "hai": _joined(_list(hand, "closedTiles", N_COPIES)),
        "m": _joined(calls),
        "machi": str(_number(win, "winTile", N_COPIES - 1)),
        "ten": f"{_number(win, 'fu', _MOST)},{_number(win, 'ten', _MOST)},0",
        "yaku": "" if yakuman else _joined(n for pair in zip(yaku, han, strict=True) for n in pair),
        "yakuman": _joined(yakuman),
        "doraHai": _joined(indicators),
        "doraHaiUra": _joined(_list(win, "uraDoraIndicators", N_COPIES)),
        "who": str(_number(win, "who", 3)),
        "fromWho": str(_number(win, "fromWho", 3)),
        "sc": settlement,
    }
    return "<AGARI" + "".join(f' {key}="{value}"' for key, value in values.items() if value)


def _settlement(points: Sequence[int], changes: Sequence[int]) -> str:
    return ",".join(_hundreds(pair) for pair in zip(points, changes, strict=True))


def _name(event: State) -> str:
    """The type of an event; 0, a discard, may be left out."""
    kind = event.get("type", 0)
    name = _EVENTS[kind] if type(kind) is int and 0 <= kind < len(_EVENTS) else str(kind).removeprefix(_PREFIX)
    if name not in _EVENTS or name is None:
        raise LogError(Fault.UNKNOWN_TAG, f"an event of type {kind!r} is not known")
    return name


def _object(fields: Any, name: str) -> State:
    value = fields.get(name) if isinstance(fields, dict) else None
    if not isinstance(value, dict):
        raise LogError(Fault.MISSING_VALUE, f"{name} is not an object")
    return value


def _objects(fields: State, name: str) -> list[State]:
    value = fields.get(name)
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise LogError(Fault.MISSING_VALUE, f"{name} is not a list of objects")
    return value


def _number(fields: State, name: str, most: int) -> int:
    """An integer; 0 where protobuf leaves it out."""
    value = fields.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is not an integer in 0-{most}")
    return value


def _list(fields: State, name: str, below: int) -> list[int]:
    """Integers from 0; empty where protobuf leaves the list out."""
    values = fields.get(name, [])
    if not isinstance(values, list) or not all(type(value) is int and 0 <= value < below for value in values):
        raise LogError(Fault.BAD_VALUE, f"{name} is {str(values)[:60]}, not integers below {below}")
    return values


def _points(fields: State, name: str) -> list[int]:
    values = fields.get(name)
    if (
        not isinstance(values, list)
        or len(values) != len(_SEATS)
        or not all(type(v) is int and not v % 100 for v in values)
    ):
        raise LogError(Fault.BAD_VALUE, f"{name} is {str(values)[:60]}, not hundreds of points of four players")
    return [*values]


def _hundreds(points: Sequence[int]) -> str:
    return _joined(point // 100 for point in points)


def _joined(numbers: Any) -> str:
    return ",".join(map(str, numbers))


FORMAT: Final = Format(
    name="mjx",
    title="mjx's JSON (states of games)",
    suffix=".json",
    unrecorded=xml.FORMAT.unrecorded
    | {f"games.{column}" for column in ("final_scores", "final_chips", "seed", "lobby", "extra")}
    | {f"seats.{column}" for column in ("dan", "rate", "sex")}
    | {f"{group}.{column}" for group in ("wins", "draws") for column in ("chips_before", "chip_payments")}
    | {"kyoku.dice", "kyoku.chips", "wins.limit", "wins.pao", "yaku.chips"},
    recognises=recognises,
    parse=parse,
)
