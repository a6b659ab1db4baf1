"""Small mjai logs made for the tests."""

import json

from mjlog.formats import Parsed, Source
from parsers.mjai import read


def tiles_named(names):
    return names.split()


HANDS = (
    tiles_named("1m 2m 3m 4m 5m 6m 7m 8m 9m E E 5p 6p"),
    tiles_named("1p 2p 3p 4p 5p 6p 7p 8p 9p S S 3s 4s"),
    tiles_named("1s 1s 2s 3s 4s 5s 6s 7s 8s 9s W W N"),
    tiles_named("P P F F C C C 2m 2m 2m 1p 1p N"),
)
POINTS = [25000] * 4


def event(kind, **fields):
    return {"type": kind, **fields}


def start(number=1, wind="E", honba=0, sticks=0, dealer=None, hands=HANDS, points=POINTS, **more):
    fields = {
        "bakaze": wind,
        "dora_marker": "9s",
        "kyoku": number,
        "honba": honba,
        "kyotaku": sticks,
        "oya": number - 1 if dealer is None else dealer,
        "scores": points,
        "tehais": hands,
    }
    return event("start_kyoku", **{k: v for k, v in fields.items() if v is not None}, **more)


def draw(actor, pai):
    return event("tsumo", actor=actor, pai=pai)


def discard(actor, pai, tsumogiri=False):
    return event("dahai", actor=actor, pai=pai, tsumogiri=tsumogiri)


def win(actor, target, **fields):
    return event("hora", actor=actor, target=target, **fields)


GAME = event("start_game", names=["A", "B", "C", "D"])
END_KYOKU, END_GAME = event("end_kyoku"), event("end_game")
RON = [draw(0, "W"), discard(0, "W", True), win(2, 0, deltas=[-2000, 0, 2000, 0])]
TSUMO = [draw(0, "4p"), win(0, 0, deltas=[6000, -2000, -2000, -2000], ura_markers=[])]
DRAWN = event("ryukyoku", deltas=[0, 0, 0, 0], reason="fanpai", tenpais=[False] * 4, tehais=[["?"]] * 4)


def kyoku(*events, **fields):
    return [start(**fields), *events, END_KYOKU]


def log(*events):
    """One event a line."""
    return b"".join(json.dumps(e).encode() + b"\n" for e in events)


def game(*events, head=GAME):
    """A whole game of these events between its ends."""
    return log(head, *events, END_GAME)


def parse(data, name="a.mjson") -> Parsed:
    return read.parse([Source(name, data)])


def only(data):
    """The one game of a log that has nothing wrong with it."""
    parsed = parse(data)
    assert parsed.failures == ()
    (one,) = parsed.games
    return one


def fault(data):
    """The one failure of a log."""
    ((_, _, error),) = parse(data).failures
    return error
