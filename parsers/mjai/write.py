"""Games → mjai event logs, one event per line; `parsers.mjai.read` reads the same columns back.

The events are those of Mortal's dialect, with the fields of the original dialect that record more (yaku, fu, points,
shown hands, reasons of draws, final points) and akochan's `kyoku_first` and `aka_flag`; readers of Mortal's dialect
ignore these. Three players have three seats and `nukidora`. An open riichi, which no dialect has, is `open` in
`reach_accepted`, and a local yaku has its key as its name. The format has no field for disconnections, ranks, ratings,
chips, seeds and final scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import orjson

from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.parts import id_of_game
from mjlog.seats import WINDS, wind_of_round
from mjlog.tiles import NAMES
from parsers.mjai import vocab

VIEWER: Final = "https://tenhou.net/0/?log="
"""Address of a log in `uri`, before its id."""

_NAME: Final = {ABSENT: vocab.HIDDEN} | {tile: names.mjai for tile, names in enumerate(NAMES)}
_CALLS: Final = {
    EventKind.CHI: "chi",
    EventKind.PON: "pon",
    EventKind.DAIMINKAN: "daiminkan",
    EventKind.KAKAN: "kakan",
}
_OTHER_KYOKU_FIRST: Final = vocab.KYOKU_FIRST["hanchan"]


def write(games: Games) -> list[bytes]:
    """The file of each game."""
    return [
        b"".join(orjson.dumps(event, option=orjson.OPT_APPEND_NEWLINE) for event in _game(games, game))
        for game in range(len(games))
    ]


def _game(games: Games, game: int) -> Iterator[dict[str, Any]]:
    header = games.games
    players = int(header.players[game])
    rules = games.rule_sets[header.rules[game]]
    game_id = id_of_game(header.id[game] or "")
    uri = {"uri": VIEWER + game_id} if header.platform[game] == "tenhou" and "gm-" in game_id else {}
    yield {
        "type": "start_game",
        "names": [seat_name or "" for seat_name in games.seats.name[game, :players]],
        "kyoku_first": vocab.KYOKU_FIRST.get(rules.length, _OTHER_KYOKU_FIRST),
        "aka_flag": bool(rules.red_fives),
        **uri,
    }
    for kyoku in range(int(games.kyoku_start[game]), int(games.kyoku_start[game + 1])):
        yield from _kyoku(games, kyoku, players)
    if header.complete[game]:
        yield {"type": "end_game", **_numbers("scores", header.final_points[game], players)}


def _kyoku(games: Games, kyoku: int, players: int) -> Iterator[dict[str, Any]]:
    start = games.kyoku
    yield {
        "type": "start_kyoku",
        "bakaze": WINDS[wind_of_round(start.wind[kyoku])],
        "dora_marker": _NAME[int(start.dora_indicator[kyoku])],
        "kyoku": int(start.number[kyoku]),
        "honba": int(start.honba[kyoku]),
        "kyotaku": int(start.sticks[kyoku]),
        "oya": int(start.dealer[kyoku]),
        "scores": start.points[kyoku, :players].tolist(),
        "tehais": [[_NAME[tile] for tile in hand] for hand in start.hands[kyoku, :players].tolist()],
    }
    yield from _events(games, kyoku)
    for win in range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1])):
        yield _hora(games, win, players)
    for draw in range(int(games.draw_start[kyoku]), int(games.draw_start[kyoku + 1])):
        yield _ryukyoku(games, draw, Result(start.result[kyoku]), players)
    yield {"type": "end_kyoku"}


def _events(games: Games, kyoku: int) -> Iterator[dict[str, Any]]:
    events, calls = games.events, games.calls
    span = slice(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1]))
    columns = [column[span].tolist() for column in (events.kind, events.seat, events.tile, events.tsumogiri)]
    following = [*columns[0][1:], ABSENT]
    call = int(games.call_start[kyoku])
    for kind, seat, tile, tsumogiri, after in zip(*columns, following, strict=True):
        match kind:
            case EventKind.DRAW:
                yield {"type": "tsumo", "actor": seat, "pai": _NAME[tile]}
            case EventKind.DISCARD:
                tsumogiri_field = {} if tsumogiri == ABSENT else {"tsumogiri": bool(tsumogiri)}
                yield {"type": "dahai", "actor": seat, "pai": _NAME[tile], **tsumogiri_field}
            case EventKind.CHI | EventKind.PON | EventKind.DAIMINKAN | EventKind.KAKAN:
                target = {} if kind == EventKind.KAKAN else {"target": int(calls.from_seat[call])}
                called, *others = _names(calls.tiles[call])
                yield {"type": _CALLS[EventKind(kind)], "actor": seat, **target, "pai": called, "consumed": others}
            case EventKind.ANKAN:
                yield {"type": "ankan", "actor": seat, "consumed": _names(calls.tiles[call])}
            case EventKind.KITA:
                yield {"type": "nukidora", "actor": seat, "pai": _NAME[tile]}
            case EventKind.RIICHI:
                yield {"type": "reach", "actor": seat}
            case EventKind.RIICHI_ACCEPTED:
                open_field = {"open": True} if after == EventKind.OPEN_RIICHI else {}
                yield {"type": "reach_accepted", "actor": seat, **open_field}
            case EventKind.DORA:
                yield {"type": "dora", "dora_marker": _NAME[tile]}
        call += EventKind.CHI <= kind <= EventKind.KITA


def _hora(games: Games, row: int, players: int) -> dict[str, Any]:
    wins = games.wins
    winner, from_seat, tile = int(wins.winner[row]), int(wins.from_seat[row]), int(wins.tile[row])
    event: dict[str, Any] = {
        "type": "hora",
        "actor": winner,
        "target": winner if from_seat == ABSENT else from_seat,
        **_numbers("deltas", wins.payments[row], players),
        **({"ura_markers": _names(wins.ura_indicators[row])} if wins.lists_ura[row] else {}),
        "pai": _NAME[tile],
    }
    hand = _names(wins.hand[row])
    if _NAME[tile] in hand:
        hand.remove(_NAME[tile])
        event["hora_tehais"] = hand
    if wins.lists_yaku[row]:
        yakus = _yakus(games, row)
        event |= {"yakus": yakus, "fan": sum(han for _, han in yakus)}
    if wins.han[row] != ABSENT:
        event["fan"] = int(wins.han[row])
    event |= {"fu": int(wins.fu[row])} if wins.fu[row] != ABSENT else {}
    event |= {"hora_points": int(wins.points[row])} if wins.points[row] != ABSENT else {}
    return event | ({"pao": int(wins.pao[row])} if wins.pao[row] != ABSENT else {})


def _yakus(games: Games, row: int) -> list[tuple[str, int]]:
    """Names and han of the yaku; those without a name in the format are left out."""
    listed = range(int(games.yaku_start[row]), int(games.yaku_start[row + 1]))
    return [
        (vocab.NAME_OF_YAKU[yaku], vocab.YAKUMAN_FAN if han == ABSENT else han)
        for yaku, han in ((int(games.yaku.yaku[n]), int(games.yaku.han[n])) for n in listed)
        if yaku in vocab.NAME_OF_YAKU
    ]


def _ryukyoku(games: Games, row: int, result: Result, players: int) -> dict[str, Any]:
    draws = games.draws
    revealed = draws.revealed[row, :players].tolist()
    hands = [_names(draws.hands[row, seat]) if shown == 1 else [] for seat, shown in enumerate(revealed)]
    event: dict[str, Any] = {
        "type": "ryukyoku",
        **_numbers("deltas", draws.payments[row], players),
        "reason": vocab.REASON_OF_RESULT[result],
    }
    if ABSENT not in revealed:
        event["tenpais"] = [shown == 1 and result not in (Result.KYUUSHU_KYUUHAI, Result.CHOMBO) for shown in revealed]
    if result is Result.CHOMBO:
        event["actor"] = revealed.index(1)
    return event | {"tehais": [hand or [vocab.HIDDEN] for hand in hands]}


def _names(tiles: Any) -> list[str]:
    return [_NAME[tile] for tile in tiles.tolist() if tile != ABSENT]


def _numbers(field: str, values: Any, players: int) -> dict[str, list[int]]:
    """A field with a number for each player; no field if they are unknown."""
    return {} if (values == ABSENT).all() else {field: values[:players].tolist()}
