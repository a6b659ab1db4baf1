"""Games → kobalab's JSON, one object per game; `parsers.mjai.kobalab.read` reads the same columns back.

The format has no field for copies, seeds, chips, disconnections and rules, and no form for three players. The place of
an indicator is the program's: after the draw of an ankan, else after the discard.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.batch import Games
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.games.parts import id_of_game
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import NUMBER, YAKU
from parsers.mjai.kobalab.notation import HIDDEN, NAME, NAME_OF_RESULT, hand_text, meld_text

Move = dict[str, Any]

SEATS: Final = 4
_WINDS: Final = "東南西北"
_LIABLE: Final = tuple(NUMBER[key] for key in ("daisangen", "daisuushii", "suukantsu"))


def write(games: Games) -> list[bytes]:
    """The file of each game; a game of three players is refused with a `LogError`."""
    return [orjson.dumps(_game(games, game)) for game in range(len(games))]


def _game(games: Games, game: int) -> dict[str, Any]:
    header = games.games
    if header.players[game] != SEATS:
        raise LogError(Fault.BAD_RULES, "kobalab's JSON has no form for three players").at(source=header.source[game])
    extra = orjson.loads(header.extra[game] or "{}")
    rules = games.rule_sets[header.rules[game]]
    game_id = id_of_game(header.id[game] or "")
    log_id = game_id if header.platform[game] == "tenhou" and "gm-" in game_id else None
    title = f"四{header.room[game] or '般'}{_table(rules)}\n{log_id}" if log_id else extra.get("title") or ""
    written = {
        "title": title,
        "player": extra.get("player") or [name or "" for name in games.seats.name[game]],
        "qijia": 0,
        "log": [
            list(_kyoku(games, kyoku, rules))
            for kyoku in range(int(games.kyoku_start[game]), int(games.kyoku_start[game + 1]))
        ],
    }
    if not header.complete[game] or (header.final_points[game] == ABSENT).any():
        return written | {"defen": [], "rank": [], "point": []}
    points = header.final_points[game].tolist()
    scores = header.final_scores[game].tolist()
    places = sorted(range(SEATS), key=lambda seat: -points[seat])
    return written | {
        "defen": points,
        "rank": [places.index(seat) + 1 for seat in range(SEATS)],
        "point": ["" if score != score else f"{score:.1f}" for score in scores],
    }


def _table(rules: RuleSet) -> str:
    length = "東" if rules.length == "east" else "南"
    return length + "喰" * rules.kuitan + "赤" * bool(rules.red_fives)


def _kyoku(games: Games, kyoku: int, rules: RuleSet) -> Iterator[Move]:
    start, dealer = games.kyoku, int(games.kyoku.dealer[kyoku])
    deal = {
        "zhuangfeng": int(start.wind[kyoku]),
        "jushu": int(start.number[kyoku]) - 1,
        "changbang": int(start.honba[kyoku]),
        "lizhibang": int(start.sticks[kyoku]),
        "defen": _from_dealer(start.points[kyoku], dealer),
        "baopai": _name(int(start.dora_indicator[kyoku])),
        "shoupai": _from_dealer([hand_text(hand) for hand in start.hands[kyoku].tolist()], dealer),
    }
    yield {"qipai": deal}
    yield from _moves(games, kyoku, dealer)
    for win in range(int(games.win_start[kyoku]), int(games.win_start[kyoku + 1])):
        yield {"hule": _win(games, win, kyoku, rules)}
    for draw in range(int(games.draw_start[kyoku]), int(games.draw_start[kyoku + 1])):
        yield {"pingju": _draw(games, draw, kyoku)}


def _name(tile: int) -> str:
    return HIDDEN if tile == ABSENT else NAME[tile]


def _from_dealer(values: Any, dealer: int) -> list[Any]:
    listed: list[Any] = values if isinstance(values, list) else values.tolist()
    return listed[dealer:] + listed[:dealer]


def _moves(games: Games, kyoku: int, dealer: int) -> Iterator[Move]:
    events = games.events
    span = slice(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1]))
    columns = (column[span].tolist() for column in (events.kind, events.seat, events.tile, events.tsumogiri))
    call = int(games.call_start[kyoku])
    turned: list[Move] = []
    riichi, after_kan = "", False
    for kind, seat, tile, tsumogiri in zip(*columns, strict=True):
        place = (seat - dealer) % SEATS
        match kind:
            case EventKind.DRAW:
                yield {"gangzimo" if after_kan else "zimo": {"l": place, "p": _name(tile)}}
                after_kan = False
            case EventKind.DISCARD:
                yield {"dapai": {"l": place, "p": NAME[tile] + "_" * (tsumogiri == 1) + riichi}}
                riichi = ""
            case EventKind.CHI | EventKind.PON | EventKind.DAIMINKAN | EventKind.ANKAN | EventKind.KAKAN:
                name = "gang" if kind in (EventKind.ANKAN, EventKind.KAKAN) else "fulou"
                yield {name: {"l": place, "m": _meld(games, call)}}
                call += 1
                after_kan = kind >= EventKind.DAIMINKAN
            case EventKind.RIICHI:
                riichi = "*"
            case EventKind.DORA:
                turned.append({"kaigang": {"baopai": NAME[tile]}})
        if kind in (EventKind.DRAW, EventKind.DISCARD):
            yield from turned
            turned = []
    yield from turned


def _meld(games: Games, row: int) -> str:
    calls = games.calls
    kind, towards = calls.kind[row], (int(calls.from_seat[row]) - int(calls.seat[row])) % SEATS
    tile, *others = (other for other in calls.tiles[row].tolist() if other != ABSENT)
    if kind == EventKind.ANKAN:
        return meld_text([tile, *others])
    if kind == EventKind.KAKAN:
        return meld_text(others[1:], others[0], towards, added=tile)
    return meld_text(others, tile, towards)


def _melds(games: Games, places: Any, kyoku: int) -> list[str]:
    return [_meld(games, int(games.call_start[kyoku]) + place) for place in places if place != ABSENT]


def _win(games: Games, row: int, kyoku: int, rules: RuleSet) -> dict[str, Any]:
    wins, dealer = games.wins, int(games.kyoku.dealer[kyoku])
    winner, from_seat, pao, tile = (int(column[row]) for column in (wins.winner, wins.from_seat, wins.pao, wins.tile))
    hand = [other for other in wins.hand[row].tolist() if other != ABSENT]
    if tile in hand:
        hand.remove(tile)
    riichi = EventKind.RIICHI_ACCEPTED in _events_of(games, kyoku, winner)
    yaku = list(_yaku(games, row, rules, winner, kyoku))
    stars = sum(len(entry["fanshu"]) for entry in yaku if isinstance(entry["fanshu"], str))
    if pao != ABSENT and yaku:
        liable = (entry for entry in yaku if entry["name"] in {YAKU[one].ja for one in _LIABLE})
        next(liable, yaku[0])["baojia"] = (pao - dealer) % SEATS
    ura = [NAME[one] for one in wins.ura_indicators[row].tolist() if one != ABSENT]
    written = {
        "l": (winner - dealer) % SEATS,
        "shoupai": ",".join([hand_text(hand, tile) + "*" * riichi, *_melds(games, wins.calls[row].tolist(), kyoku)]),
        "baojia": None if from_seat == ABSENT else (from_seat - dealer) % SEATS,
        "fubaopai": ura or None,
        "hupai": yaku or None,
    }
    if stars:
        written["damanguan"] = stars
    else:
        written |= {"fu": int(wins.fu[row])} if wins.fu[row] != ABSENT else {}
        written |= {"fanshu": sum(entry["fanshu"] for entry in yaku)} if yaku else {}
    if wins.points[row] != ABSENT:
        written["defen"] = int(wins.points[row])
    if (wins.payments[row] != ABSENT).any():
        written["fenpei"] = _from_dealer(wins.payments[row], dealer)
    return written


def _events_of(games: Games, kyoku: int, seat: int) -> set[int]:
    """The kinds of events of a seat."""
    span = slice(int(games.event_start[kyoku]), int(games.event_start[kyoku + 1]))
    return set(games.events.kind[span][games.events.seat[span] == seat].tolist())


def _yaku(games: Games, win: int, rules: RuleSet, winner: int, kyoku: int) -> Iterator[dict[str, Any]]:
    winds = {"seat_wind": (winner - int(games.kyoku.dealer[kyoku])) % SEATS, "round_wind": int(games.kyoku.wind[kyoku])}
    for row in range(int(games.yaku_start[win]), int(games.yaku_start[win + 1])):
        yaku, han = YAKU[games.yaku.yaku[row]], int(games.yaku.han[row])
        name = f"{yaku.ja} {_WINDS[winds[yaku.key]]}" if yaku.key in winds else yaku.ja
        if han != 0:
            yield {"name": name, "fanshu": "*" * (1 + (yaku.key in rules.double_yakuman)) if han == ABSENT else han}


def _draw(games: Games, row: int, kyoku: int) -> dict[str, Any]:
    draws, dealer = games.draws, int(games.kyoku.dealer[kyoku])
    hands = []
    for seat in range(SEATS):
        tiles = [tile for tile in draws.hands[row, seat].tolist() if tile != ABSENT]
        calls = range(int(games.call_start[kyoku]), int(games.call_start[kyoku + 1]))
        melds = [_meld(games, call) for call in calls if games.calls.seat[call] == seat]
        hands.append(",".join([hand_text(tiles), *melds]) if tiles and draws.revealed[row, seat] == 1 else "")
    result = Result(games.kyoku.result[kyoku])
    if result not in NAME_OF_RESULT:
        raise LogError(Fault.BAD_VALUE, f"kobalab's JSON has no {result.name.lower()}")
    written = {
        "name": NAME_OF_RESULT[result],
        "shoupai": _from_dealer(hands, dealer) if (draws.revealed[row] != ABSENT).all() else None,
    }
    if (draws.payments[row] != ABSENT).any():
        written["fenpei"] = _from_dealer(draws.payments[row], dealer)
    return written
