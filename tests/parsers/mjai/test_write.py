"""What is written is read as the same columns."""

import json
from dataclasses import replace

import numpy as np
import pytest

import mjlog
from mjlog.converting.convert import encode
from mjlog.converting.losses import losses
from mjlog.errors import LogError
from mjlog.games.batch import NESTING
from mjlog.games.columns import EventKind
from mjlog.rules.presets import TENHOU
from parsers.mjai import FORMATS, write
from tests.parsers.mjai.logs import (
    DRAWN,
    GAME,
    HANDS,
    RON,
    TSUMO,
    discard,
    draw,
    event,
    game,
    kyoku,
    log,
    parse,
    tiles_named,
    win,
)


def differences(a, b):
    """Names of columns that differ."""
    found = [start for _, start, _ in NESTING if not np.array_equal(getattr(a, start), getattr(b, start))]
    for group in ("games", "seats", *(child for _, _, child in NESTING)):
        for name, x, y in zip(getattr(a, group)._fields, getattr(a, group), getattr(b, group), strict=True):
            if x.shape != y.shape or x.dtype != y.dtype or not ((x == y) | ((x != x) & (y != y))).all():
                found.append(f"{group}.{name}")
    return found


SAID = win(
    3, 0, fu=40, fan=5, hora_points=12000, deltas=[-12000, 0, 0, 12000], hora_tehais=HANDS[3], pao=1,
    yakus=[["reach", 1], ["sangenpai", 2], ["akadora", 2]], ura_markers=["1p"],
)  # fmt: skip
CALLS = [
    draw(0, "P"), discard(0, "P", True), event("pon", actor=3, target=0, pai="P", consumed=["P", "P"]),
    discard(3, "N"), draw(0, "2m"), discard(0, "2m", True),
    event("daiminkan", actor=3, target=0, pai="2m", consumed=["2m"] * 3), draw(3, "P"),
    event("dora", dora_marker="2s"), event("kakan", actor=3, pai="P", consumed=["P"] * 3), draw(3, "5mr"),
    discard(3, "5mr", True), draw(0, "1p"),
]  # fmt: skip
THREE = (tiles_named("1m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p N E"), *HANDS[1:3])
KITA = [draw(0, "S"), event("nukidora", actor=0, pai="N"), draw(0, "1p"), win(0, 0, deltas=[4000, -2000, -2000])]
URI = {"uri": "https://tenhou.net/0/?log=2020010100gm-0009-0000-01234567", "kyoku_first": 4}
LOGS = {
    "tsumo": game(*kyoku(*TSUMO)),
    "two rons": game(*kyoku(*RON, win(3, 0, deltas=[-1000, 0, 0, 1000]))),
    "claims": game(*kyoku(draw(0, "F"), discard(0, "F", True), SAID)),
    "calls and a draw": game(*kyoku(*CALLS, DRAWN)),
    "nothing paid is told": game(*kyoku(*RON[:2], win(2, 0))),
    "three players": game(*kyoku(*KITA, hands=THREE, points=[35000] * 3), head=GAME | {"names": ["A", "B", "C"]}),
    "an id, east only": game(*kyoku(*TSUMO), head=GAME | URI),
    "no names": game(*kyoku(*TSUMO), head=event("start_game", aka_flag=False)),
    "another first dealer": game(*kyoku(draw(2, "N"), win(2, 2, deltas=[-1000, -1000, 3000, -1000]), dealer=2)),
    "cut": log(GAME, *kyoku(*TSUMO)),
}


@pytest.mark.parametrize("case", LOGS)
def test_what_is_written_is_read_as_the_same(case):
    games = parse(LOGS[case]).games
    (data,) = write.write(games)
    again = parse(data).games
    assert differences(games, again) == []
    assert write.write(again) == [data]


def test_an_open_riichi_and_the_old_suukantsu_come_through_mjai_alone():
    local = frozenset({"open_riichi", "open_double_riichi", "old_suukantsu"})
    rules = replace(TENHOU, local_yaku=local)
    for kind, event_name in ((EventKind.OPEN_RIICHI, "open_riichi_deal_in"), (None, "old_suukantsu")):
        games = mjlog.simulate.games(1, rules=rules, event=event_name, seed=5)
        back = parse(write.write(games)[0]).games
        assert mjlog.audit(games).findings == mjlog.audit(back, rules=rules, levels=LEVELS).findings == ()
        assert np.array_equal(back.events.kind, games.events.kind)
        if kind is None:
            with pytest.raises(LogError, match="single tile"):
                encode(games, "tenhou-json")
        else:
            assert losses(games, "tenhou-json", encode(games, "tenhou-json")).events == {kind}
        with pytest.raises(LogError, match="needs the number of the yaku"):
            encode(games, "tenhou-xml")


LEVELS = ("score", "settlement", "progress", "legality")


def test_what_mortal_reads_is_written_as_it_writes():
    (data,) = write.write(parse(LOGS["tsumo"]).games)
    events = [json.loads(line) for line in data.splitlines()]
    assert [e["type"] for e in events] == [
        "start_game", "start_kyoku", "tsumo", "hora", "end_kyoku", "end_game",
    ]  # fmt: skip
    assert all(next(iter(e)) == "type" for e in events)
    assert events[1] == kyoku(*TSUMO)[0] | {"tehais": list(HANDS)}
    assert {k: events[3][k] for k in TSUMO[1]} == TSUMO[1]


def test_a_writer_of_the_package_is_found():
    assert FORMATS[0].write == write.write
