"""One kyoku of a Riichi City record → events of mjai, which `parsers.mjai.game` reads.

An event is `eventType`, `userId` and `data`, an object as text. Players are named by their user ids; mjai's numbers are
their positions at the table.

- The dealer's fourteenth tile is its first draw. A turn (event 2) without a tile (`in_card` 0) draws nothing.
- A called tile is `card`, the tiles of the hand are `group_cards`; a closed kan has three of these and `card`.
- A riichi is accepted unless its discard is won.
- `move_cards_pos` begins with the place of the discard in the hand from 1. The place after the last tile is tsumogiri;
  some discards have none.
- `user_point` is a player's points after the kyoku. Of several winners each gets the change of its points from the
  discarder; if somebody is liable, their payments stay unknown.
- A `win_info` without yaku is the hand of a tenpai player.
- `all_point` may or may not contain honba (no source shows which), so it is a claim only without honba.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from mjlog.errors import Fault, LogError
from mjlog.games.columns import Result
from mjlog.rules.points import STICK
from parsers.mjai.riichi_city import codes
from parsers.mjai.riichi_city.codes import Action, EventType
from parsers.mjai.vocab import REASON_OF_RESULT, YAKUMAN_FAN

Fields = Mapping[str, Any]
Event = dict[str, Any]
Entry = tuple[int, Any, Fields]
"""Type, user and data of an event."""

DEALT: Final = 13


class Kyoku:
    """The players and the play of one kyoku while it is translated."""

    def __init__(self, record: Fields, users: Sequence[int]) -> None:
        self.entries = entries_of(record)
        self.users = users
        self.points = [0] * len(users)
        """Before the kyoku, after accepted riichi."""
        self.honba = self.sticks = 0
        self.sizes = [DEALT] * len(users)
        """Concealed tiles of each player without the drawn one."""
        self.pons: dict[tuple[int, int], list[str]] = {}
        """The tiles of each pon by its player and the kind of its tiles."""
        self.declared: tuple[int, bool] | None = None
        """The player of a riichi not yet accepted, and whether it is open."""
        self.last = -1
        """The player of the last discard or added tile."""
        self.won: str | None = None
        """The tile of a win."""
        self.drawn: int | None = None

    def events(self) -> Iterator[Event]:
        """The events of the kyoku, and `end_game` after the last."""
        yield from self._start([entry for entry in self.entries if entry[0] == EventType.DEAL])
        for kind, user, data in self.entries:
            match kind:
                case EventType.TURN:
                    yield from self._draw(user, data)
                case EventType.ACTION:
                    yield from self._action(user, data)
                case EventType.INDICATOR:
                    yield {"type": "dora", "dora_marker": tile(listed(data, "cards")[-1:] or data.get("card"))}
                case EventType.KYOKU_END:
                    yield from self._end(data)
                case EventType.GAME_END:
                    by_user = {number(entry, "user_id"): entry for entry in objects(data, "user_data")}
                    ends = [by_user.get(user, {}) for user in self.users]
                    yield {
                        "type": "end_game",
                        "scores": [number(end, "point_num") for end in ends],
                        "results": [end.get("score") for end in ends],
                    }

    def player(self, user: Any) -> int:
        """The position of a user."""
        if user not in self.users:
            raise LogError(Fault.BAD_VALUE, f"user {user!r} is not one of the {len(self.users)} players")
        return self.users.index(user)

    def _start(self, deals: Sequence[Entry]) -> Iterator[Event]:
        players = len(self.users)
        hands = {self.player(user): listed(data, "hand_cards") for _, user, data in deals}
        if len(hands) != players:
            raise LogError(Fault.MISSING_VALUE, f"the hands of {len(hands)} players, not of {players}")
        data = deals[0][2]
        dealer, wind = number(data, "dealer_pos"), number(data, "quan_feng")
        for player, hand in hands.items():
            if len(hand) != DEALT + (player == dealer):
                expected = DEALT + (player == dealer)
                raise LogError(Fault.BAD_TILES, f"player {player} is dealt {len(hand)} tiles, not {expected}")
        if wind not in codes.WINDS:
            raise LogError(Fault.UNKNOWN_CODE, f"quan_feng {wind} is not the code of a wind")
        points = {number(entry, "user_id"): number(entry, "hand_points") for entry in objects(data, "user_info_list")}
        if {*points} != {*self.users}:
            raise LogError(Fault.MISSING_VALUE, f"points of {len(points)} players, not of {players}")
        self.points = [points[user] for user in self.users]
        self.honba, self.sticks = number(data, "ben_chang_num"), number(data, "li_zhi_bang_num")
        yield {
            "type": "start_kyoku",
            "bakaze": codes.WINDS[wind],
            "dora_marker": tile(data.get("bao_pai_card")),
            "kyoku": (number(data, "chang_ci") - 1) % players + 1,
            "honba": self.honba,
            "kyotaku": self.sticks,
            "oya": dealer,
            "scores": [*self.points],
            "tehais": [[tile(card) for card in hands[player][:DEALT]] for player in range(players)],
        }
        yield from self._drawing(dealer, hands[dealer][DEALT])

    def _draw(self, user: Any, data: Fields) -> Iterator[Event]:
        if data.get("in_card"):
            yield from self._accept()
            yield from self._drawing(self.player(user), data["in_card"])

    def _drawing(self, player: int, card: int) -> Iterator[Event]:
        self.drawn = card
        yield {"type": "tsumo", "actor": player, "pai": tile(card)}

    def _accept(self) -> Iterator[Event]:
        if self.declared is not None:
            player, shown = self.declared
            self.declared = None
            self.points[player] -= STICK
            self.sticks += 1
            yield {"type": "reach_accepted", "actor": player} | ({"open": True} if shown else {})

    def _action(self, user: Any, data: Fields) -> Iterator[Event]:
        action = number(data, "action")
        if action in codes.PASSES:
            return
        player = self.player(data.get("user_id") or user)
        if action in (Action.RON, Action.TSUMO):
            self.won = tile(data["card"]) if data.get("card") else None
            return
        yield from self._accept()
        match action:
            case Action.DISCARD:
                yield from self._discard(player, data)
            case Action.CHI_LOW | Action.CHI_MIDDLE | Action.CHI_HIGH:
                yield self._call("chi", player, data)
            case Action.PON:
                event = self._call("pon", player, data)
                self.pons[player, data["card"] & 0xFF] = [event["pai"], *event["consumed"]]
                yield event
            case Action.DAIMINKAN:
                yield self._call("daiminkan", player, data)
            case Action.ANKAN:
                self.sizes[player] -= 3
                four = [*listed(data, "group_cards"), data.get("card")]
                yield {"type": "ankan", "actor": player, "consumed": [tile(card) for card in four]}
            case Action.KAKAN:
                added = tile(data.get("card"))
                self.last = player
                pon = self.pons.get((player, data["card"] & 0xFF))
                if pon is None:
                    raise LogError(Fault.BAD_ORDER, f"player {player} adds {added} to a pon that it does not have")
                yield {"type": "kakan", "actor": player, "pai": added, "consumed": pon}
            case Action.KITA:
                self.last = player
                yield {"type": "kita", "actor": player, "pai": tile(data.get("card"))}
            case Action.KYUUSHU:
                pass
            case _:
                raise LogError(Fault.UNKNOWN_CODE, f"unknown action {action}")

    def _discard(self, player: int, data: Fields) -> Iterator[Event]:
        if data.get("is_li_zhi"):
            shown = (
                any(data.get("li_zhi_type") == code for code in codes.OPEN_RIICHI) or data.get("li_zhi_operate") == 1
            )
            self.declared = player, shown
            yield {"type": "reach", "actor": player}
        places = data.get("move_cards_pos")
        event: Event = {"type": "dahai", "actor": player, "pai": tile(data.get("card"))}
        if isinstance(places, list) and places and self.drawn is not None:
            event["tsumogiri"] = places[0] == self.sizes[player] + 1
        elif self.drawn is None:
            event["tsumogiri"] = False  # the discard after a call
        self.last, self.drawn = player, None
        yield event

    def _call(self, name: str, player: int, data: Fields) -> Event:
        self.sizes[player] -= DEALT - 10
        self.drawn = None
        return {
            "type": name,
            "actor": player,
            "target": self.last,
            "pai": tile(data.get("card")),
            "consumed": [tile(card) for card in listed(data, "group_cards")],
        }

    def _end(self, data: Fields) -> Iterator[Event]:
        end = number(data, "end_type")
        shown = objects(data, "win_info")
        if end in codes.WINS:
            tsumo = codes.WINS[end] == "tsumo"
            if tsumo:
                yield from self._accept()
            yield from self._wins(data, [entry for entry in shown if entry.get("fang_info")], tsumo=tsumo)
        elif end in codes.DRAWS:
            yield from self._drawn(data, codes.DRAWS[end], shown)
        elif end in codes.STOPPED:
            raise LogError(Fault.TRUNCATED, f"the game was ended by {codes.STOPPED[end]} within a kyoku")
        else:
            raise LogError(Fault.UNKNOWN_CODE, f"unknown end_type {end}")
        yield {"type": "end_kyoku"}

    def _drawn(self, data: Fields, result: Result, shown: Sequence[Fields]) -> Iterator[Event]:
        if result != Result.SANCHAHOU:
            yield from self._accept()
        if any(yaku.get("fang_type") == codes.NAGASHI for entry in shown for yaku in objects(entry, "fang_info")):
            result = Result.NAGASHI_MANGAN
        event: Event = {"type": "ryukyoku", "reason": REASON_OF_RESULT[result], "deltas": self._changes(data)}
        if result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN):
            tenpai = [entry for entry in shown if not entry.get("fang_info") or entry.get("ting_card_list")]
            hands = {self.player(entry.get("user_id")): listed(entry, "user_cards") for entry in tenpai}
            event["tenpais"] = [player in hands for player in range(len(self.users))]
            event["tehais"] = [[tile(card) for card in hands.get(player, ())] for player in range(len(self.users))]
        yield event

    def _wins(self, data: Fields, wins: Sequence[Fields], *, tsumo: bool) -> Iterator[Event]:
        if not wins:
            raise LogError(Fault.MISSING_VALUE, "a kyoku that is won without a winner")
        changes = self._changes(data)
        liable = [self.player(e.get("user_id")) for e in objects(data, "user_profit") if e.get("is_bao_pai")]
        n_players, sticks = len(self.users), self.sticks * STICK
        winners = [(self.player(win.get("user_id")), win) for win in wins]
        for player, win in sorted(winners, key=lambda entry: (entry[0] - self.last) % n_players):
            event = self._win(player, player if tsumo else self.last, win)
            if len(wins) == 1:
                event["deltas"] = changes
            elif changes is not None and not liable:
                gains = [0] * n_players
                gains[player], gains[self.last] = changes[player], sticks - changes[player]
                event["deltas"], sticks = gains, 0
            if others := [seat for seat in liable if seat != player]:
                event["pao"] = others[0]
            yield event

    def _win(self, player: int, target: int, win: Fields) -> Event:
        listed_yaku = objects(win, "fang_info")
        ids = [number(entry, "fang_type") for entry in listed_yaku]
        if unknown := [code for code in ids if code not in codes.YAKU_OF_ID]:
            raise LogError(Fault.UNKNOWN_CODE, f"unknown yaku {unknown[0]}")
        yakuman = not codes.YAKUMAN.isdisjoint(ids)
        event: Event = {"type": "hora", "actor": player, "target": target, "pai": self.won}
        event["fan"] = YAKUMAN_FAN if yakuman else number(win, "all_fang_num")
        han = (
            YAKUMAN_FAN if code in codes.YAKUMAN else entry.get("fang_num")
            for code, entry in zip(ids, listed_yaku, strict=True)
        )
        event["yakus"] = [(codes.YAKU_OF_ID[code], value) for code, value in zip(ids, han, strict=True)]
        if win.get("all_fu") and not yakuman:
            event["fu"] = win["all_fu"]
        if win.get("all_point") and not self.honba:
            event["hora_points"] = win["all_point"]
        if cards := listed(win, "user_cards"):
            event["hora_tehais"] = [tile(card) for card in cards]
        if win.get("li_bao_card") is not None:
            event["ura_markers"] = [tile(card) for card in listed(win, "li_bao_card")]
        return event

    def _changes(self, data: Fields) -> list[int] | None:
        """The change of each player's points by the result; None if it is not recorded."""
        after = {number(entry, "user_id"): entry.get("user_point") for entry in objects(data, "user_profit")}
        if None in after.values() or not {*self.users} <= {*after}:
            return None
        return [
            number({"user_point": after[u]}, "user_point") - p for u, p in zip(self.users, self.points, strict=True)
        ]


def entries_of(record: Fields) -> list[Entry]:
    """The events of a kyoku that are read, and empty ones for the others."""
    return [_entry(raw) for raw in listed(record, "handEventRecord")]


def _entry(raw: Any) -> Entry:
    """An event; those that are not read have no data."""
    if not isinstance(raw, dict):
        raise LogError(Fault.BAD_VALUE, "an event is an object")
    kind = number(raw, "eventType")
    if kind in codes.IGNORED:
        return kind, None, {}
    if kind not in {*EventType}:
        raise LogError(Fault.UNKNOWN_CODE, f"unknown eventType {kind}")
    data = raw.get("data")
    try:
        value = orjson.loads(data) if isinstance(data, str) else data
    except orjson.JSONDecodeError as error:
        raise LogError(Fault.BROKEN_MARKUP, f"data of an event is not JSON: {error.msg}") from error
    if not isinstance(value, dict):
        raise LogError(Fault.BAD_VALUE, "data of an event is not an object")
    return kind, raw.get("userId"), value


def tile(card: Any) -> str:
    """The tile with a code, as mjai names it."""
    if isinstance(card, list) and len(card) == 1:
        (card,) = card
    if type(card) is not int or card not in codes.TILES:
        raise LogError(Fault.BAD_TILES, f"{card!r} is not the code of a tile")
    return codes.TILES[card]


def number(fields: Fields, name: str) -> int:
    """An integer."""
    value = fields.get(name)
    if type(value) is not int:
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is not an integer")
    return value


def listed(fields: Fields, name: str) -> list[Any]:
    """A list; empty for null or a missing field."""
    value = fields.get(name) or []
    if not isinstance(value, list):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(value)[:40]!r} is not a list")
    return value


def objects(fields: Fields, name: str) -> list[Fields]:
    """A list of objects; empty for null or a missing field."""
    value = listed(fields, name)
    if not all(isinstance(entry, dict) for entry in value):
        raise LogError(Fault.BAD_VALUE, f"{name} {str(value)[:40]!r} is not a list of objects")
    return value
