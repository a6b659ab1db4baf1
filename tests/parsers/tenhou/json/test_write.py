"""Writing Tenhou's JSON: its own spelling, and the same columns read back."""

import json as text
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest

from mjlog.errors import LogError
from mjlog.formats import Source
from mjlog.games.columns import ABSENT
from mjlog.rules.presets import PRESETS
from parsers.tenhou import json
from parsers.tenhou.json.writer import VIEWER
from tests.parsers.tenhou.json.logs import HAND, TSUMO, game, games_of, kyoku
from tests.parsers.tenhou.xml.logs import differences, same


def written(one: dict[str, Any]) -> dict[str, Any]:
    """What is written of what is read of a game."""
    (data,) = json.write(games_of(one))
    return dict(text.loads(data))


def tenhous(*log: list[Any], **keys: Any) -> dict[str, Any]:
    """A game as Tenhou's own server writes it."""
    header = {
        "ver": 2.3,
        "ref": "2022081017gm-00e1-0000-2df24853",
        "ratingc": "PF4",
        "rule": {"disp": "鳳東喰赤速", "aka53": 1, "aka52": 1, "aka51": 1},
        "lobby": 0,
        "dan": ["七段", "七段", "天鳳", "新人"],
        "rate": [2112.37, 2026, 2153.05, 1500],
        "sx": ["M", "F", "C", "M"],
        "sc": [28000, 48.0, 24000, -6, 24000, -16, 24000, -26.5],
        "title": None,
    }
    return game(*log, **{**header, **keys})


CASES = {
    "round": kyoku(([41, 25], [60, 11]), ([42], [60]), ([43], [12]), ([44], [60])),
    "riichi": kyoku(([41], ["r60"])),
    "riichi of a tile of the hand": kyoku(([41], ["r11"])),
    "chi": kyoku(([51], [60]), (["c511416"], [19]), hands={1: [14, 16, *HAND[:3], *HAND[4:5], *HAND[6:]]}),
    "chi with a red five": kyoku(([17], [60]), (["c175116"], [19]), hands={1: [*HAND[:4], 51, *HAND[5:]]}),
    "pon": kyoku(
        ([41], [51]),
        ([], []),
        (["15p5115"], [19]),
        hands={0: [*HAND[:4], 51, *HAND[5:]], 2: [*HAND[:4], 15, 15, *HAND[6:]]},
    ),
    "daiminkan": kyoku(
        ([41], [12]),
        ([], []),
        ([], []),
        (["121212m12", 42], [0, 60]),
        hands={3: [*HAND[:1], 12, 12, 12, *HAND[4:]]},
        dora=(47, 46),
    ),
    "win on the replacement of a daiminkan": kyoku(
        ([41], [12]),
        (["m12121212", 42], []),
        hands={1: [*HAND[:1], 12, 12, 12, *HAND[4:]]},
        result=["和了", [-1000, 3000, -1000, -1000], [1, 1, 1, "満貫2000-4000点", "嶺上開花(1飜)"]],
    ),
    "ankan of fives": kyoku(
        ([51, 42], ["151515a51", 60]), hands={0: [*HAND[:4], 15, 15, 15, *HAND[7:]]}, dora=(47, 46)
    ),
    "tsumo of the dealer": kyoku(([25], []), result=TSUMO),
    "liable": kyoku(([25], []), result=["和了", [48000, 0, -48000, 0], [0, 0, 2, "役満16000点∀", "大三元(役満)"]]),
    "two rons": kyoku(
        ([41], [60]),
        result=[
            "和了",
            [-2600, 3600, 0, 0],
            [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"],
            [-1000, 0, 1000, 0],
            [2, 0, 2, "30符1飜1000点", "断幺九(1飜)"],
        ],
        start=(0, 2, 1),
    ),
    "winds": kyoku(
        ([41], [60]),
        result=["和了", [-8000, 0, 8000, 0], [2, 0, 2, "満貫8000点", "自風 西(1飜)", "場風 東(1飜)", "ドラ(2飜)"]],
    ),
    "no claims": kyoku(([25], []), result=["和了", [3000, -1000, -1000, -1000], [0, 0, 0]]),
    "draw with payments": kyoku(([41], [60]), result=["流局", [1500, 1500, -1500, -1500]]),
    "all tenpai": kyoku(([41], [60]), result=["全員聴牌"]),
    "nagashi": kyoku(([41], [60]), result=["流し満貫", [-4000, -2000, 8000, -2000]]),
    "nine terminals and honors": kyoku(([41], []), result=["九種九牌"]),
    "four winds": kyoku(([41], [60]), result=["四風連打"]),
    "four kans": kyoku(([41], [60]), result=["四槓散了"]),
    "four riichi": kyoku(([41], [60]), result=["四家立直"]),
    "three rons": kyoku(([41], [60]), result=["三家和了"]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_tenhou_writes_is_written_as_it_was(case: str) -> None:
    one = tenhous(CASES[case])
    for hand in (4, 7, 10, 13):
        one["log"][0][hand] = sorted(
            one["log"][0][hand], key=lambda code: (code % 10 * 10 + 5, 1) if code > 50 else (code, 0)
        )
    assert written(one) == one


def test_keys_stand_in_tenhous_order() -> None:
    one = tenhous(CASES["round"], connection=[{"what": 0, "log": 0, "who": 3, "step": 1}])
    order = ["ver", "ref", "log", "connection", "ratingc", "rule", "lobby", "dan", "rate", "sx", "sc", "name"]
    assert list(written(one)) == order


@pytest.mark.parametrize(
    ("read", "spelled"),
    [
        ("切り上げ満貫8000点", "切り上げ満貫8000点"),
        ("Haneman 12000点", "跳満12000点"),
        ("数え役満32000点", "役満32000点"),
        ("40符4飜満貫8000点", "満貫8000点"),
        ("30Fu4Han7700点", "30符4飜7700点"),
    ],
)
def test_other_words_are_written_as_tenhou_spells_them(read: str, spelled: str) -> None:
    yaku = ["翻牌 白(1飜)", "Mixed Triple Sequence(2飜)", "裏ドラ(0飜)", "Red Five(1飜)"]
    result = ["和了", [-8000, 8000, 0, 0], [1, 0, 1, read, *yaku]]
    claims = written(game(kyoku(([41], [60]), result=result)))["log"][0][16][2]
    assert claims == [1, 0, 1, spelled, "役牌 白(1飜)", "三色同順(2飜)", "赤ドラ(1飜)"]


@pytest.mark.parametrize(
    ("winner", "value", "players", "points"),
    [
        (0, "700点∀", 4, 2100),
        (1, "400-700点", 4, 1500),
        (1, "2000-3900点", 4, 7900),
        (1, "700-1300点", 3, 2000),
        (1, "1000-2000点", 3, 3000),
    ],
)
def test_the_shares_of_a_tsumo_are_worked_out_of_the_whole(winner: int, value: str, players: int, points: int) -> None:
    turns: list[Any] = [([41], [60]), ([25], [])] if winner else [([25], [])]
    result = ["和了", [0, 0, 0, 0], [winner, winner, winner, f"30符3飜{value}", "立直(3飜)"]]
    one = game(kyoku(*turns, result=result, players=players))
    assert games_of(one).wins.points.tolist() == [points]
    assert written(one)["log"][0][16] == result


def test_words_without_a_column_are_written_back() -> None:
    own = {"title": ["大会戦: 1", 17], "dan": ["雀傑★1"] * 4, "rate": [409, 0, 1, 2], "playerMapping": [{"a": 1}]}
    rule = {"disp": "大会戦南喰赤", "aka53": 1, "aka52": 2, "aka51": 1}
    again = written(game(kyoku(([41], [60])), rule=rule, **own))
    assert {key: again[key] for key in (*own, "rule")} == {**own, "rule": rule}


def test_other_rule_sets_are_written_as_the_nearest_table() -> None:
    games = games_of(game(kyoku(([41], [60])), rule={"aka": 1}))
    untold = np.array([None], object)
    bare = replace(games, games=games.games._replace(extra=untold, room=untold))
    for rules in PRESETS.values():
        if rules.players == 4:
            rule = text.loads(json.write(replace(bare, rule_sets=(rules,)))[0])["rule"]
            again = games_of(game(kyoku(([41], [60])), rule=rule)).rule_sets[0]
            assert (again.length, bool(again.reds), again.kuitan) == (rules.length, bool(rules.reds), rules.kuitan)


def test_a_draw_out_of_turn_is_refused_for_the_format_tells_no_order() -> None:
    games = games_of(tenhous(CASES["round"], CASES["chi"]))
    games.events.seat[games.event_start[1]] = 2
    with pytest.raises(LogError) as raised:
        json.write(games)
    assert str(raised.value) == "game.json, kyoku 1: seat 2 draws where it is the turn of seat 0 [bad-order]"


def test_a_result_that_is_not_told_stays_so() -> None:
    games = games_of(tenhous(CASES["round"]))
    untold = replace(games, games=games.games._replace(final_scores=np.full((1, 4), np.nan)))
    (data,) = json.write(untold)
    assert text.loads(data)["sc"] == [28000, None, 24000, None, 24000, None, 24000, None]
    assert same(json.parse([Source("a", data)]).games.games.final_scores, untold.games.final_scores)


def test_the_link_opens_one_kyoku_in_the_viewer() -> None:
    one = tenhous(CASES["round"], CASES["tsumo of the dealer"])
    link = json.viewer_link(games_of(one), 0, 1)
    assert link.startswith("https://tenhou.net/6/#json=%7B")
    shown = text.loads(unquote(link.removeprefix(VIEWER).removesuffix("&ts=0")))
    assert shown["log"][0][16] == TSUMO
    assert json.parse([Source("link", link.encode())]).games.wins.points.tolist() == [3000]


def test_games_read_of_what_is_written_are_the_same() -> None:
    games = games_of(tenhous(*CASES.values()))
    again = json.parse([Source("game.json", data) for data in json.write(games)])
    assert again.failures == ()
    assert set(differences(games, again.games)) <= {"kyoku.hands"}
    assert (games.events.copy == ABSENT).all()
