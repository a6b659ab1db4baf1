"""Moves of a kyoku in kobalab's JSON → events of mjai, which `parsers.mjai.game` reads.

Both formats record the same facts of play. kobalab counts seats from the dealer of the kyoku, puts riichi and tsumogiri
into the discard, and does not record when a riichi is accepted: it is, unless its discard is won.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mjlog.errors import Fault, LogError
from mjlog.games.columns import ABSENT, Result
from mjlog.rules.yaku import YAKU
from mjlog.seats import WINDS
from mjlog.tiles import KIND_OF_TILE, NAMES
from parsers.mjai.kobalab.notation import DISCARD, HIDDEN, RESULTS, hand_of, meld_of, tile_of
from parsers.mjai.vocab import HIDDEN as MJAI_HIDDEN
from parsers.mjai.vocab import OTHER_NAMES, REASON_OF_RESULT, YAKUMAN_FAN

Fields = Mapping[str, Any]
Event = dict[str, Any]

SEATS: Final = 4
_MJAI: Final = tuple(names.mjai for names in NAMES)
_OTHER_WORDS: Final = {"ダブル立直": "double_riichi", "国士無双十三面": "kokushi_13"} | {
    f"翻牌 {sign}": key for sign, key in (("白", "haku"), ("發", "hatsu"), ("中", "chun"))
}
"""kobalab's names of yaku that differ from Tenhou's."""


def events_of(moves: Any, first_dealer: int) -> Iterator[Event]:
    """The events of a kyoku; players are numbered as in the list of players."""
    if not isinstance(moves, list) or not all(isinstance(move, dict) and move for move in moves):
        raise LogError(Fault.BAD_VALUE, "a kyoku is a list of moves")
    start = _fields(moves[0], "qipai") if moves else None
    if start is None:
        raise LogError(Fault.BAD_ORDER, "a kyoku without a deal (`qipai`)")
    table = _Table(start, first_dealer)
    yield table.start(start)
    declared: int | None = None
    for move in moves[1:]:
        name, fields = next(iter(move.items()))
        if name not in _EVENTS or not isinstance(fields, dict):
            raise LogError(Fault.UNKNOWN_TAG, f"unknown move {name!r}")
        if declared is not None and name != "kaigang":
            if not _wins_on(name, fields):
                yield {"type": "reach_accepted", "actor": declared}
            declared = None
        yield from _EVENTS[name](table, fields)
        if name == "dapai" and "*" in str(fields.get("p")):
            declared = table.player(fields, "l")
    if next(iter(moves[-1])) not in ("hule", "pingju"):
        raise LogError(Fault.TRUNCATED, "the log stops before the end of the kyoku")
    yield {"type": "end_kyoku"}


def _wins_on(name: str, fields: Fields) -> bool:
    """Whether the discard before a move is won, by one player or, for a draw, by three."""
    if name == "pingju":
        return RESULTS.get(str(fields.get("name"))) == Result.SANCHAHOU
    return name == "hule" and fields.get("baojia") is not None


class _Table:
    """The players of a kyoku by their seats, which are counted from its dealer."""

    def __init__(self, start: Fields, first_dealer: int) -> None:
        self.dealer = (first_dealer + number(start, "jushu", SEATS - 1)) % SEATS

    def player(self, fields: Fields, name: str) -> int:
        return (self.dealer + number(fields, name, SEATS - 1)) % SEATS

    def by_player(self, fields: Fields, name: str) -> list[Any]:
        values = fields.get(name)
        if not isinstance(values, list) or len(values) != SEATS:
            raise LogError(Fault.BAD_VALUE, f"{name} is not a list of four values")
        return [values[(player - self.dealer) % SEATS] for player in range(SEATS)]

    def start(self, fields: Fields) -> Event:
        return {
            "type": "start_kyoku",
            "bakaze": WINDS[number(fields, "zhuangfeng", SEATS - 1)],
            "dora_marker": _tile_or_hidden(fields.get("baopai")),
            "kyoku": number(fields, "jushu", SEATS - 1) + 1,
            "honba": number(fields, "changbang", 99),
            "kyotaku": number(fields, "lizhibang", 99),
            "oya": self.dealer,
            "scores": self.by_player(fields, "defen"),
            "tehais": [_names(hand_of(text)) for text in self.by_player(fields, "shoupai")],
        }

    def draw(self, fields: Fields) -> Iterator[Event]:
        yield {"type": "tsumo", "actor": self.player(fields, "l"), "pai": _tile_or_hidden(fields.get("p"))}

    def discard(self, fields: Fields) -> Iterator[Event]:
        actor, text = self.player(fields, "l"), fields.get("p")
        match = DISCARD.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise LogError(Fault.BAD_TILES, f"{text!r} is not a discard")
        if match[3]:
            yield {"type": "reach", "actor": actor}
        yield {"type": "dahai", "actor": actor, "pai": _tile(match[1]), "tsumogiri": bool(match[2])}

    def call(self, fields: Fields) -> Iterator[Event]:
        actor, meld = self.player(fields, "l"), meld_of(fields.get("m"))
        if meld.called is None:
            raise LogError(Fault.BAD_TILES, f"the meld {fields['m']!r} has no called tile")
        called = meld.tiles.pop(meld.called)
        same = len({KIND_OF_TILE[tile] for tile in (called, *meld.tiles)}) == 1
        yield {
            "type": "daiminkan" if len(meld.tiles) == 3 else "pon" if same else "chi",
            "actor": actor,
            "target": (actor + meld.towards) % SEATS,
            "pai": _MJAI[called],
            "consumed": _names(meld.tiles),
        }

    def kan(self, fields: Fields) -> Iterator[Event]:
        actor, meld = self.player(fields, "l"), meld_of(fields.get("m"))
        tiles = _names(meld.tiles)
        if len(tiles) != SEATS:
            raise LogError(Fault.BAD_TILES, f"{fields['m']!r} is not a kan")
        if meld.called is None:
            yield {"type": "ankan", "actor": actor, "consumed": tiles}
        else:
            yield {"type": "kakan", "actor": actor, "pai": tiles[-1], "consumed": tiles[:-1]}

    def indicator(self, fields: Fields) -> Iterator[Event]:
        yield {"type": "dora", "dora_marker": _tile(fields.get("baopai"))}

    def win(self, fields: Fields) -> Iterator[Event]:
        actor, hand = self.player(fields, "l"), _names(hand_of(fields.get("shoupai")))
        event: Event = {
            "type": "hora",
            "actor": actor,
            "target": actor if fields.get("baojia") is None else self.player(fields, "baojia"),
            "hora_tehais": hand[:-1],
            "pai": hand[-1] if hand else None,
            "ura_markers": _indicators(fields.get("fubaopai")),
        }
        if fields.get("fenpei") is not None:
            event["deltas"] = self.by_player(fields, "fenpei")
        stated = (("fanshu", "fan"), ("fu", "fu"), ("defen", "hora_points"))
        event |= {ours: fields[theirs] for theirs, ours in stated if theirs in fields}
        if fields.get("hupai") is not None:
            listed = _yaku(fields["hupai"])
            event["yakus"] = [(_key(entry["name"]), _han(entry)) for entry in listed] if listed else fields["hupai"]
            liable = next((entry for entry in listed if entry.get("baojia") is not None), None)
            if liable is not None:
                event["pao"] = self.player(liable, "baojia")
        yield event

    def drawn(self, fields: Fields) -> Iterator[Event]:
        result = RESULTS.get(str(fields.get("name")))
        event: Event = {"type": "ryukyoku", "reason": REASON_OF_RESULT[result] if result else None}
        if fields.get("fenpei") is not None:
            event["deltas"] = self.by_player(fields, "fenpei")
        if fields.get("shoupai") is not None:
            hands = [hand_of(text) for text in self.by_player(fields, "shoupai")]
            event["tehais"] = [_names(hand) for hand in hands]
            if result in (Result.EXHAUSTIVE_DRAW, Result.NAGASHI_MANGAN, None):
                event["tenpais"] = [bool(hand) for hand in hands]
        yield event


_EVENTS: Final = {
    "zimo": _Table.draw,
    "gangzimo": _Table.draw,
    "dapai": _Table.discard,
    "fulou": _Table.call,
    "gang": _Table.kan,
    "kaigang": _Table.indicator,
    "hule": _Table.win,
    "pingju": _Table.drawn,
}


def number(fields: Fields, name: str, most: int) -> int:
    """An integer from 0."""
    value = fields.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise LogError(Fault.BAD_VALUE, f"{name} {value!r} is not an integer in 0-{most}")
    return value


def yakuman_stars(games_moves: Any) -> Iterator[tuple[str, str]]:
    """Key and stars of each yakuman in the wins of a kyoku; two stars count double."""
    for move in games_moves if isinstance(games_moves, list) else ():
        listed = (_fields(move, "hule") or {}).get("hupai")
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("fanshu"), str):
                yield _key(str(entry.get("name"))), entry["fanshu"]


def _fields(move: Any, name: str) -> Fields | None:
    fields = move.get(name) if isinstance(move, dict) else None
    return fields if isinstance(fields, dict) else None


def _yaku(raw: Any) -> Sequence[Fields]:
    """The yaku of a list of objects with names; none of a list in another form, which is no claim."""
    named = isinstance(raw, list) and all(isinstance(e, dict) and isinstance(e.get("name"), str) for e in raw)
    return raw if named else ()


def _key(name: str) -> str:
    """The key of a yaku by kobalab's or Tenhou's name of it; the name itself if it is not known."""
    bare = name.rsplit(" ", 1)[0] if name.startswith(("自風", "場風")) else name
    row = OTHER_NAMES.get(bare.casefold())
    return _OTHER_WORDS.get(bare) or (bare if row is None else YAKU[row].key)


def _han(entry: Fields) -> Any:
    stars = entry.get("fanshu")
    return YAKUMAN_FAN if isinstance(stars, str) and stars and set(stars) == {"*"} else stars


def _tile(name: Any) -> str:
    return _MJAI[tile_of(name)]


def _tile_or_hidden(name: Any) -> str:
    return MJAI_HIDDEN if name in (None, "", HIDDEN) else _tile(name)


def _names(tiles: Sequence[int]) -> list[str]:
    return [MJAI_HIDDEN if tile == ABSENT else _MJAI[tile] for tile in tiles]


def _indicators(raw: Any) -> list[str] | None:
    if not isinstance(raw, list | None):
        raise LogError(Fault.BAD_VALUE, f"fubaopai is {raw!r}, not a list of tiles")
    return None if raw is None else [_tile(name) for name in raw]
