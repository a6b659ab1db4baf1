"""Reading Tenhou's JSON: events, calls, timing, results, headers; every trap as a small log."""

import json as text
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest

from mjlog.auditing.run import audit
from mjlog.formats import Source
from mjlog.games.columns import ABSENT, EventKind, Limit, Result
from mjlog.rules.ruleset import RuleSet
from mjlog.rules.yaku import NUMBER, YAKU
from mjlog.tiles import to_mpsz
from parsers.tenhou import json
from parsers.tenhou.json.header import read_header
from tests.parsers.tenhou.json.logs import (
    HAND,
    NAMES,
    NO_ONE,
    TSUMO,
    data,
    error_of,
    events,
    game,
    games_of,
    kyoku,
    parse,
)


def events_of(*turns: tuple[list[Any], list[Any]], **more: Any) -> list[str]:
    """The events of one kyoku."""
    return events(games_of(game(kyoku(*turns, **more))))


# -- the course of a kyoku


def test_draws_and_discards_go_round_and_60_is_a_tsumogiri() -> None:
    assert events_of(([41, 25], [60, 11]), ([42], [60]), ([43], [12]), ([44], [60])) == [
        "draw0 1z", "discard0 1z*", "draw1 2z", "discard1 2z*", "draw2 3z", "discard2 2m",
        "draw3 4z", "discard3 4z*", "draw0 5p", "discard0 1m",
    ]  # fmt: skip


def test_a_discard_of_the_tile_drawn_by_its_code_is_not_a_tsumogiri() -> None:
    assert events_of(([11], [11])) == ["draw0 1m", "discard0 1m"]


def test_first_discards_are_not_recorded_where_a_drawn_tile_seems_to_be_from_the_hand() -> None:
    converted = kyoku(([41], [41]), ([42], [60])), kyoku(([], []), ([25], ["r11"]), ([43], [43]), start=(1, 0, 0))
    games = games_of(game(*converted))
    assert games.events.tsumogiri[games.events.kind == EventKind.DISCARD].tolist() == [ABSENT, 1, ABSENT, 0]
    games = games_of(game(converted[1]))
    assert games.events.tsumogiri[games.events.kind == EventKind.DISCARD].tolist() == [0, 0]


def test_the_dealer_of_the_kyoku_begins() -> None:
    turns = ([], []), ([], []), ([41], [60])
    assert events_of(*turns, start=(6, 0, 0)) == ["draw2 1z", "discard2 1z*"]


def test_three_players_go_round_without_the_fourth() -> None:
    turns = ([41, 41], [60, 60]), ([42], [60]), ([43], [60])
    entries = kyoku(*turns, players=3)
    for without in (entries, [*entries[:13], *[None] * 3, entries[16]], [*entries[:13], entries[16]]):
        games = games_of(game(without, rule={"disp": "三鳳南喰赤", "aka": 1}))
        assert events(games)[6] == "draw0 1z"
        assert games.games.players.tolist() == [3]
        assert (games.kyoku.hands[0, 3] == ABSENT).all()


@pytest.mark.parametrize(
    ("caller", "token", "hand", "kind", "tiles"),
    [
        (1, "c111213", HAND, EventKind.CHI, "123m"),
        (1, "p111111", [11, 11, *HAND[2:]], EventKind.PON, "111m"),
        (2, "11p1111", [11, 11, *HAND[2:]], EventKind.PON, "111m"),
        (3, "1111p11", [11, 11, *HAND[2:]], EventKind.PON, "111m"),
    ],
)
def test_the_place_of_the_letter_tells_whose_discard_is_called(
    caller: int, token: str, hand: list[int], kind: EventKind, tiles: str
) -> None:
    turns = [([], []) for _ in range(4)]
    turns[0] = ([41], [11])
    turns[caller] = ([token], [19])
    games = games_of(game(kyoku(*turns, hands={caller: hand})))
    assert events(games)[2:] == [f"{kind.name.lower()}{caller} 1m<0", f"discard{caller} 9m"]
    assert (games.calls.event[0], games.calls.from_seat[0]) == (2, 0)
    assert to_mpsz(games.calls.tiles[0, :3].tolist()) == tiles


def test_pon_and_kan_come_before_the_chi_of_a_later_discard() -> None:
    # both 1 (chi) and 2 (pon) want the 1m of 0, who discards it twice; only 2 first fits
    turns = ([41, 41], [11, 11]), (["c111213"], [60]), (["11p1111"], [47]), ([42], [60])
    hands = {0: [11, *HAND[:12]], 2: [11, 11, 47, *HAND[3:]]}
    assert (
        error_of(game(kyoku(*turns, hands=hands))).message == "seat 1: a discard from the hand must follow a chi or pon"
    )
    turns = ([41, 41], [11, 11]), (["c111213"], [19]), (["11p1111"], [47]), ([42], [60])
    assert [word for word in events_of(*turns, hands=hands) if "<" in word] == ["pon2 1m<0", "chi1 1m<0"]


def test_own_tiles_of_a_call_stand_as_their_copies_would() -> None:
    turns = ([41], [15]), (["p151551"], [19])
    games = games_of(game(kyoku(*turns, hands={1: [15, 51, *HAND[:3], *HAND[5:]]})))
    assert games.calls.tiles[0].tolist() == [4, 34, 4, ABSENT]


KAN_HANDS = {0: [11, 11, 11, 12, *HAND[4:]], 2: [12, 12, 12, *HAND[3:]]}


def test_an_ankan_turns_its_indicator_at_once() -> None:
    turns = [([11, 41], ["111111a11", 60])]
    assert events_of(*turns, hands=KAN_HANDS, dora=(47, 46)) == [
        "draw0 1m", "ankan0 1m", "dora 6z", "draw0 1z", "discard0 1z*",
    ]  # fmt: skip


@pytest.mark.parametrize("placeholder", [[0], []])
def test_an_open_kan_turns_its_indicator_before_the_discard(placeholder: list[int]) -> None:
    turns = ([41], [12]), ([], []), (["12m121212", 42], [*placeholder, 60])
    assert events_of(*turns, hands=KAN_HANDS, dora=(47, 46))[2:] == [
        "daiminkan2 2m<0", "draw2 2z", "dora 6z", "discard2 2z*",
    ]  # fmt: skip


def test_a_second_kan_turns_the_indicator_of_an_open_one_before_its_own() -> None:
    turns = ([41], [12]), ([], []), (["12m121212", 14, 43], [0, "141414a14", 60])
    hands = {**KAN_HANDS, 2: [12, 12, 12, 14, 14, 14, *HAND[6:]]}
    assert events_of(*turns, hands=hands, dora=(47, 46, 45))[3:] == [
        "draw2 4m", "ankan2 4m", "dora 6z", "dora 5z", "draw2 3z", "discard2 3z*",
    ]  # fmt: skip


def test_mahjong_soul_turns_the_indicator_of_an_open_kan_behind_the_discard() -> None:
    turns = ([41], [12]), ([], []), (["12m121212", 42], [0, 60])
    one = game(kyoku(*turns, hands=KAN_HANDS, dora=(47, 46)), rule={"disp": "玉の間南喰赤", "aka": 1})
    assert events(games_of(one))[3:] == ["draw2 2z", "discard2 2z*", "dora 6z"]


def test_a_win_on_the_replacement_of_an_open_kan_turns_nothing() -> None:
    hand = [12, 12, 12, 13, 14, 15, 16, 17, 18, 22, 23, 24, 27]
    win = ["和了", [-500, -500, 2000, -1000], [2, 2, 2, "30符2飜500-1000点", "嶺上開花(1飜)", "断幺九(1飜)"]]
    turns = ([41], [12]), ([], []), (["12m121212", 27], [])
    games = games_of(game(kyoku(*turns, hands={2: hand}, result=win)))
    assert events(games)[2:] == ["daiminkan2 2m<0", "draw2 7p"]
    assert to_mpsz(games.wins.hand[0, :11].tolist()) == "345678m23477p"


def test_a_kakan_takes_the_place_of_its_pon_in_the_hand_of_the_winner() -> None:
    turns = ([41, 41], [12, 60]), ([42], [60]), (["12p1212", 12, 17], [19, "12k121212"]), ([43], [60])
    win = ["和了", [-500, -500, 2000, -1000], [2, 2, 2, "30符2飜500-1000点", "嶺上開花(1飜)"]]
    games = games_of(game(kyoku(*turns, hands={2: [12, 12, 19, *HAND[3:]]}, result=win)))
    assert games.calls.kind.tolist() == [EventKind.PON, EventKind.KAKAN]
    assert games.calls.from_seat.tolist() == [0, 0]
    assert games.calls.tiles.tolist() == [[1, 1, 1, ABSENT], [1, 1, 1, 1]]
    assert events(games)[-3:] == ["draw2 2m", "kakan2 2m", "draw2 7m"]
    assert games.wins.calls[0, :2].tolist() == [1, ABSENT]


def test_a_north_is_set_aside_and_replaced() -> None:
    turns = [([44, 41], ["f44", 60])]
    entries = kyoku(*turns, players=3)
    for without in (entries, [*entries[:13], *[None] * 3, entries[16]], [*entries[:13], entries[16]]):
        games = games_of(game(without, rule={"disp": "三鳳南喰赤", "aka": 1}))
    assert events(games) == ["draw0 4z", "kita0 4z", "draw0 1z", "discard0 1z*"]


def test_a_riichi_is_accepted_when_anything_but_a_ron_follows() -> None:
    turns = ([41, 42], ["r41", 60]), ([43], [60]), ([44], [60]), ([45], [60])
    games = games_of(game(kyoku(*turns)))
    assert events(games)[:5] == ["draw0 1z", "riichi0", "discard0 1z", "riichi_accepted0", "draw1 3z"]
    assert games.draws.points_before[0].tolist() == [24000, 25000, 25000, 25000]
    assert games.draws.sticks.tolist() == [1]


def test_a_riichi_by_the_last_discard_before_a_draw_is_accepted() -> None:
    assert events_of(([41], ["r60"])) == ["draw0 1z", "riichi0", "discard0 1z*", "riichi_accepted0"]


def test_a_riichi_whose_discard_is_won_is_not_accepted() -> None:
    win = ["和了", [-1500, 1500, 0, 0], [1, 0, 1, "30符1飜1500点", "断幺九(1飜)"]]
    games = games_of(game(kyoku(([15], ["r60"]), result=win, start=(0, 0, 1))))
    assert events(games)[-1] == "discard0 5m*"
    assert games.wins.points_before[0].tolist() == [25000] * 4
    assert games.wins.sticks.tolist() == [1]


# -- results


def test_a_tsumo_counts_the_drawn_tile_in_the_hand() -> None:
    wins = games_of(game(kyoku(([25], []), result=TSUMO))).wins
    assert to_mpsz(wins.hand[0].tolist()) == "123456789m12345p"
    assert (wins.tile[0], wins.from_seat[0], wins.pao[0]) == (13, ABSENT, ABSENT)
    assert (wins.fu[0], wins.points[0], wins.limit[0]) == (30, 3000, Limit.NONE)


def test_winners_of_one_discard_are_settled_one_behind_the_other() -> None:
    result = [
        "和了",
        [-2600, 3600, 0, 0], [1, 0, 1, "30符1飜1000点", "断幺九(1飜)"],
        [-1000, 0, 1000, 0], [2, 0, 2, "30符1飜1000点", "断幺九(1飜)"],
    ]  # fmt: skip
    games = games_of(game(kyoku(([15], [60]), result=result, start=(0, 2, 1))))
    assert games.wins.points_before.tolist() == [[25000] * 4, [22400, 28600, 25000, 25000]]
    assert games.wins.sticks.tolist() == [1, 0]
    assert games.wins.honba.tolist() == [2, 2]
    assert games.wins.from_seat.tolist() == [0, 0]


def test_only_a_winner_in_riichi_has_ura_indicators() -> None:
    turns = ([41, 25], ["r60"]), ([43], [60]), ([44], [60]), ([45], [60])
    wins = games_of(game(kyoku(*turns, result=TSUMO, ura=(46,)))).wins
    assert wins.ura_indicators[0, 0] == 32
    wins = games_of(game(kyoku(([25], []), result=TSUMO, ura=(46,)))).wins
    assert (wins.ura_indicators == ABSENT).all()


def test_ura_indicators_that_are_null_are_not_recorded() -> None:
    entries = kyoku(([41, 25], ["r60"]), ([43], [60]), ([44], [60]), ([45], [60]), result=TSUMO)
    assert games_of(game(entries)).wins.lists_ura.tolist() == [True]
    assert games_of(game([*entries[:3], None, *entries[4:]])).wins.lists_ura.tolist() == [False]


def test_a_liable_seat_is_told_by_the_third_number() -> None:
    result = ["和了", [48000, 0, -48000, 0], [0, 0, 2, "役満16000点∀", "大三元(役満)"]]
    games = games_of(game(kyoku(([25], []), result=result)))
    assert (games.wins.pao[0], games.wins.limit[0], games.wins.points[0]) == (2, Limit.YAKUMAN, 48000)
    assert (games.yaku.yaku[0], games.yaku.han[0], games.yaku.code[0]) == (NUMBER["daisangen"], ABSENT, 39)


@pytest.mark.parametrize(
    ("detail", "points", "n_yaku"),
    [
        ([1, 0], ABSENT, 0),
        ([1, 0, None], ABSENT, 0),
        ([1, 0, 1, ""], ABSENT, 0),
        ([1, 0, 1, None, "立直(1飜)"], ABSENT, 1),
        ([1, 0, "満貫8000点", "立直(1飜)"], 8000, 1),
        ([1, 0, "", "立直(1飜)", ""], ABSENT, 1),
        ([1, 0, None, "満貫8000点"], 8000, 0),
    ],
)
def test_a_win_of_a_transcription_may_leave_out_the_liable_seat_and_the_value(
    detail: list[Any], points: int, n_yaku: int
) -> None:
    games = games_of(game(kyoku(([41], [60]), result=["和了", [-8000, 8000, 0, 0], detail])))
    wins = games.wins
    assert (wins.winner[0], wins.from_seat[0], wins.pao[0], wins.points[0]) == (1, 0, ABSENT, points)
    assert len(games.yaku.yaku) == n_yaku


def test_a_win_without_value_and_yaku_claims_none() -> None:
    games = games_of(game(kyoku(([25], []), result=["和了", [3000, -1000, -1000, -1000], [0, 0, 0]])))
    assert (games.wins.fu[0], games.wins.points[0], games.wins.limit[0]) == (ABSENT, ABSENT, ABSENT)
    assert len(games.yaku.yaku) == 0


@pytest.mark.parametrize(
    ("value", "players", "fu", "points", "limit"),
    [
        ("30符4飜7700点", 4, 30, 7700, Limit.NONE),
        ("40符2飜700-1300点", 4, 40, 2700, Limit.NONE),
        ("40符2飜700-1300点", 3, 40, 2000, Limit.NONE),
        ("30符4飜3900点∀", 4, 30, 11700, Limit.NONE),
        ("30Fu3Han1000-2000点", 4, 30, 4000, Limit.NONE),
        ("満貫8000点", 4, ABSENT, 8000, Limit.MANGAN),
        ("跳満6000点∀", 3, ABSENT, 12000, Limit.HANEMAN),
        ("Baiman 4000-8000点", 4, ABSENT, 16000, Limit.BAIMAN),
        ("三倍満24000点", 4, ABSENT, 24000, Limit.SANBAIMAN),
        ("役満8000-16000点", 4, ABSENT, 32000, Limit.YAKUMAN),
        ("数え役満32000点", 4, ABSENT, 32000, Limit.YAKUMAN),
        ("Counted Yakuman 32000点", 4, ABSENT, 32000, Limit.YAKUMAN),
        ("切り上げ満貫8000点", 4, ABSENT, 8000, Limit.NONE),
        ("Rounded Mangan 8000点", 4, ABSENT, 8000, Limit.NONE),
        ("40符4飜満貫8000点", 4, 40, 8000, Limit.MANGAN),
        # fu and han of a mangan without the word, and a value alone: no limit is told
        ("40符4飜8000点", 4, 40, 8000, ABSENT),
        ("30符5飜2000-4000点", 4, 30, 8000, ABSENT),
        ("8000点", 4, ABSENT, 8000, ABSENT),
        # blanks, and other characters for the same words
        ("30 fu 4 han 7700點", 4, 30, 7700, Limit.NONE),
        ("30符 4翻 7700 点", 4, 30, 7700, Limit.NONE),
        ("満貫 2000-4000 点", 4, ABSENT, 8000, Limit.MANGAN),
    ],
)
def test_the_value_of_a_hand(value: str, players: int, fu: int, points: int, limit: int) -> None:
    result = ["和了", [0, 0, 0, 0], [0, 0, 0, value]]
    wins = games_of(game(kyoku(([25], []), result=result, players=players))).wins
    assert (wins.fu[0], wins.points[0], wins.limit[0]) == (fu, points, limit)


@pytest.mark.parametrize(
    ("entry", "key", "han", "code"),
    [
        ("立直(1飜)", "riichi", 1, 1),
        ("自風 西(1飜)", "seat_wind", 1, 12),
        ("場風 東(1飜)", "round_wind", 1, 14),
        ("翻牌 白(1飜)", "haku", 1, 18),
        ("国士無双１３面(役満)", "kokushi_13", ABSENT, 48),
        ("国士無双十三面待ち(役満)", "kokushi_13", ABSENT, 48),
        ("ダブル立直(2飜)", "double_riichi", 2, 21),
        ("役牌:自風牌(1飜)", "seat_wind", 1, ABSENT),
        ("抜きドラ(3飜)", "kita", 3, ABSENT),
        ("石の上にも三年(役満)", "ishi_no_ue_ni_mo_sannen", ABSENT, ABSENT),
        ("Mixed Triple Sequence(2飜)", "sanshoku_doujun", 2, 25),
        ("Red Five(2飜)", "red_dora", 2, 54),
        ("menzen tsumo(1飜)", "menzen_tsumo", 1, 0),
        ("立直 (1 han)", "riichi", 1, 1),
        ("立直（1翻）", "riichi", 1, 1),
    ],
)
def test_a_yaku_by_its_names(entry: str, key: str, han: int, code: int) -> None:
    result = ["和了", [0, 0, 0, 0], [0, 0, 0, "満貫4000点∀", entry]]
    yaku = games_of(game(kyoku(([25], []), result=result))).yaku
    assert (yaku.yaku[0], yaku.han[0], yaku.code[0]) == (NUMBER[key], han, code)


def test_every_yaku_of_the_table_is_read_by_its_japanese_and_english_name() -> None:
    for row, yaku in enumerate(YAKU):
        for name in (yaku.ja, yaku.en):
            result = ["和了", [0, 0, 0, 0], [0, 0, 0, "満貫4000点∀", f"{name}(1飜)"]]
            assert games_of(game(kyoku(([25], []), result=result))).yaku.yaku.tolist() == [row]


def test_with_mahjong_soul_the_number_of_a_yaku_is_that_services() -> None:
    result = ["和了", [0, 0, 0, 0], [0, 0, 0, "満貫4000点∀", "Riichi(1飜)", "役牌:場風牌(1飜)"]]
    one = game(kyoku(([25], []), result=result), rule={"disp": "Gold Room South", "aka": 1})
    assert games_of(one).yaku.code.tolist() == [2, 11]


@pytest.mark.parametrize(
    ("words", "result"),
    [
        (("流局", "Ryuukyoku", "Exhaustive Draw"), Result.EXHAUSTIVE_DRAW),
        (("流し満貫", "Nagashi Mangan", "Mangan at Draw"), Result.NAGASHI_MANGAN),
        (("四風連打", "Suufon Renda", "Four Wind Abortion"), Result.SUUFON_RENDA),
        (("四槓散了", "四開槓", "Suukaikan", "Four Kan Abortion"), Result.SUUKAIKAN),
        (("四家立直", "Suucha Riichi", "Four Riichi Abortion"), Result.SUUCHA_RIICHI),
        (("三家和了", "三家和", "Sanchahou", "Three Ron Abortion"), Result.SANCHAHOU),
    ],
)
def test_draws_by_their_names(words: tuple[str, ...], result: Result) -> None:
    for word in words:
        assert games_of(game(kyoku(([41], [60]), result=[word]))).kyoku.result.tolist() == [result]


@pytest.mark.parametrize(
    ("result", "revealed"),
    [
        (["流局", [1500, -1500, 1500, -1500]], [True, False, True, False]),
        (["全員聴牌"], [True] * 4),
        (["全員不聴"], [False] * 4),
        (["四家立直"], [True] * 4),
        (["三家和了"], [False, True, True, True]),
        (["四風連打"], [False] * 4),
        # payments do not tell: all or none of them, or any
        (["流局"], [ABSENT] * 4),
        (["流局", [0, 0, 0, 0]], [ABSENT] * 4),
        (["流し満貫", [-4000, -2000, 8000, -2000]], [ABSENT] * 4),
    ],
)
def test_who_shows_a_hand_at_a_draw(result: list[Any], revealed: list[int]) -> None:
    draws = games_of(game(kyoku(([41], [60]), result=result, hands={3: [41, 42, *HAND[:10], 46]}))).draws
    assert draws.revealed[0].tolist() == revealed
    assert (draws.hands[0, :, 12] != ABSENT).tolist() == [shown == 1 for shown in revealed]


def test_a_riichi_shows_its_hand_at_a_draw_that_payments_leave_open() -> None:
    riichi = ([11], ["r60"])
    for result, others in ((["流局"], 1), (["流し満貫", [-4000, -2000, 8000, -2000]], ABSENT)):
        draws = games_of(game(kyoku(riichi, result=result))).draws
        assert draws.revealed[0].tolist() == [1, *[others] * 3]


def test_nine_terminals_and_honors_end_with_a_draw_and_show_fourteen_tiles() -> None:
    draws = games_of(game(kyoku(([41], []), result=["九種九牌"]))).draws
    assert draws.revealed[0].tolist() == [True, False, False, False]
    assert (draws.hands[0, 0] != ABSENT).all()


# -- headers


def test_the_log_alone_is_enough() -> None:
    games = games_of({"log": [kyoku(([41], [60]))]})
    assert games.games.platform.tolist() == ["tenhou-json"]
    assert games.games.complete.tolist() == [False]
    assert games.games.extra.tolist() == [None]
    assert games.rule_sets[0].name == "tenhou-nored"


FULL = {
    "ver": 2.3,
    "ref": "2019123123gm-00a9-0000-f4386d0e",
    "connection": [{"what": 0, "log": 0, "who": 3, "step": 1}, {"what": 1, "log": -1, "who": 1, "step": 0}],
    "ratingc": "PF4",
    "rule": {"disp": "鳳南喰赤", "aka53": 1, "aka52": 1, "aka51": 1},
    "lobby": 12,
    "dan": ["八段", "天鳳", "新人", "９級"],
    "rate": [2212.69, 2135, 1500, 1492.41],
    "sx": ["M", "F", "C", "M"],
    "sc": [26000, 6.0, 25000, -5.0, 25000, -5.0, 24000, 4],
    "title": None,
}


def test_the_header_of_tenhous_own_server() -> None:
    games = games_of(game(kyoku(([41], [60]), points=[26000, 25000, 25000, 24000]), **FULL))
    header, seats = games.games, games.seats
    assert header.id[0] == FULL["ref"]
    assert str(header.started[0]) == "2019-12-31T23:00"
    assert (header.platform[0], header.room[0], header.lobby[0], header.vendor_type[0]) == ("tenhou", "鳳", 12, 0xA9)
    assert header.final_points[0].tolist() == [26000, 25000, 25000, 24000]
    assert header.final_scores[0].tolist() == [6, -5, -5, 4]
    assert header.complete[0]
    assert games.rule_sets[0].name == "tenhou-until-2022-01-13"
    assert seats.dan[0].tolist() == [17, 20, 0, 1]
    assert seats.rate[0].tolist() == [2212.69, 2135, 1500, 1492.41]
    assert seats.name[0].tolist() == NAMES
    assert events(games) == ["draw0 1z", "left3", "discard0 1z*"]
    assert text.loads(header.extra[0]) == {"connection": [FULL["connection"][1]]}


def test_three_players_have_no_fourth_in_the_header() -> None:
    one = game(kyoku(([41], [60]), players=3), **FULL | {"sc": [35000, 0, 35000, 0, 35000, 0, 0, 0], "ref": None})
    games = games_of(one)
    assert games.games.final_points[0].tolist() == [35000, 35000, 35000, ABSENT]
    assert np.isnan(games.seats.rate[0, 3])
    assert games.seats.sex[0].tolist() == ["M", "F", "C", None]
    assert games.games.vendor_type[0] == 0xB9


@pytest.mark.parametrize(
    ("disp", "aka", "platform", "rules", "room", "kind"),
    [
        ("鳳南喰赤", 1, "tenhou", "tenhou", "鳳", 0xA9),
        ("般東喰赤速", 1, "tenhou", "tenhou-east", "般", 0x41),
        ("上南", 0, "tenhou", "tenhou-nored-nokuitan", "上", 0x8F),
        ("特南喰赤－", 1, "tenhou", "tenhou", "特", 0x29),
        ("琥南喰赤祝２", 1, "tenhou", "tenhou-chips2", "琥", 0x229),
        ("電脳南喰赤", 1, "tenhou-json", "tenhou", "電脳", ABSENT),
        ("玉の間南喰赤", 1, "mahjong-soul", "mahjong-soul", "玉の間", ABSENT),
        ("銅の間東喰赤", 1, "mahjong-soul", "mahjong-soul-east", "銅の間", ABSENT),
        ("玉の間四人南", 1, "mahjong-soul", "mahjong-soul", "玉の間", ABSENT),
        ("Gold Room East", 1, "mahjong-soul", "mahjong-soul-east", "Gold Room", ABSENT),
        ("友人戦南喰", 0, "mahjong-soul", "mahjong-soul-room-nored", "友人戦", ABSENT),
        ("大会戦東喰赤", 1, "mahjong-soul", "mahjong-soul-room-east", "大会戦", ABSENT),
        ("第1節A卓", 0, "tenhou-json", "tenhou-nored", "第1節A卓", ABSENT),
    ],
)
def test_rules_and_room_by_the_name_of_the_table(
    disp: str, aka: int, platform: str, rules: str, room: str, kind: int
) -> None:
    games = games_of(game(kyoku(([41], [60])), rule={"disp": disp, "aka": aka}))
    header = games.games
    assert (header.platform[0], games.rule_sets[0].name) == (platform, rules)
    assert (header.room[0], header.vendor_type[0]) == (room, kind)


def test_four_red_fives_of_mahjong_soul() -> None:
    rule = {"disp": "友人戦南喰赤", "aka53": 1, "aka52": 2, "aka51": 1}
    assert games_of(game(kyoku(([41], [60])), rule=rule)).rule_sets[0].reds == ("5m", "5p", "5s", "5p")


@pytest.mark.parametrize("rule", [None, {}, {"disp": "般南喰"}])
def test_without_a_word_about_red_fives_the_tiles_show_them(rule: dict[str, str] | None) -> None:
    red, called = [*HAND[:4], 51, *HAND[5:]], (["5152c53"], [60])
    for seen in (kyoku(([52], [60])), kyoku(([41], [53])), kyoku(([41], [41]), called), kyoku(hands={0: red})):
        assert rules_of(game(seen, rule=rule)).reds
    assert not rules_of(game(kyoku(([41], [60])), rule=rule)).reds
    assert not rules_of(game(kyoku(([52], [60])), rule={"aka": 0})).reds


def rules_of(raw: dict[str, Any]) -> RuleSet:
    """The rules of a game, whatever else is wrong with it."""
    return read_header(raw, "").rules


def test_a_game_of_mahjong_soul_shows_itself_by_its_id_and_keeps_its_own_words() -> None:
    ref = "240302-203b66a8-1e89-441c-a784-033ce03badb2"
    own = {"ver": "2.3", "ref": ref, "dan": ["雀傑★1"] * 4, "rate": [409, 0, 1, 2], "title": ["大会戦: 1", 1709367289]}
    games = games_of(game(kyoku(([41], [60])), rule={}, **own))
    assert (games.games.platform[0], games.games.id[0]) == ("mahjong-soul", ref)
    assert np.isnan(games.seats.rate).all()
    assert (games.seats.dan == ABSENT).all()
    extra = text.loads(games.games.extra[0])
    assert [extra[key] for key in ("dan", "rate", "title")] == [own[key] for key in ("dan", "rate", "title")]


@pytest.mark.parametrize(
    ("kind", "reds", "length"), [("0009", 3, "hanchan"), ("000b", 0, "hanchan"), ("0101", 3, "east")]
)
def test_the_rule_of_a_tournament_lobby_is_a_list_with_the_type_of_the_game(kind: str, reds: int, length: str) -> None:
    rule = ["202401010000", "202412312359", kind, "0", "0", "0", "0"]
    games = games_of(game(kyoku(([41], [60])), rule=rule, title="%54%65", ranking="", lobby=18940))
    assert (games.games.vendor_type[0], games.games.platform[0]) == (int(kind, 16), "tenhou")
    assert (len(games.rule_sets[0].reds), games.rule_sets[0].length) == (reds, length)
    (written,) = json.write(games)
    assert {key: text.loads(written)[key] for key in ("rule", "title", "ranking")} == {
        "rule": rule, "title": "%54%65", "ranking": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("disp", "players", "last", "final", "length"),
    [
        ("三玉の間赤", 3, 2, [35000, 0, 70000], "east"),
        ("三玉の間赤", 3, 6, [35000, 0, 70000], "hanchan"),
        ("三玉の間赤", 3, 2, [-100, 100, 105000], "hanchan"),
        ("三玉の間南赤", 3, 2, [35000, 0, 70000], "hanchan"),
        ("三玉の間赤", 3, 2, None, "hanchan"),
        ("玉の間赤", 4, 3, [25000] * 4, "east"),
        ("友人戦", 4, 2, [25000] * 4, "hanchan"),
        ("", 3, 2, [35000, 0, 70000], "east"),
        ("my club", 4, 3, [25000] * 4, "east"),
        ("鳳南喰赤", 4, 3, [25000] * 4, "hanchan"),
        # the south round of an east game, which ends with the first who has 30,000 points
        ("my club", 4, 5, [31000, 23000, 23000, 23000], "east"),
        ("my club", 4, 7, [25000] * 4, "east"),
        ("my club", 4, 7, [31000, 23000, 23000, 23000], "hanchan"),
        ("my club", 4, 5, [31000, -1000, 35000, 35000], "hanchan"),
    ],
)
def test_an_end_after_the_east_round_shows_a_length_that_the_table_does_not_name(
    disp: str, players: int, last: int, final: list[int] | None, length: str
) -> None:
    sc = None if final is None else [n for points in final for n in (points, 0)]
    turns = [*[([], [])] * (last % 4), ([41], [60])]
    log = kyoku(([41], [60]), players=players), kyoku(*turns, start=(last, 0, 0), players=players)
    games = games_of(game(*log, rule={"disp": disp, "aka": 1}, sc=sc))
    assert games.rule_sets[0].length == length


def test_the_last_kyoku_of_a_game_with_its_result_are_a_part_of_it() -> None:
    last = kyoku(([], []), ([41], [60]), start=(5, 1, 0))
    games = games_of(game(last, rule={"disp": "般南喰赤", "aka": 1}, sc=[25000, 0] * 4))
    assert games.games.complete.tolist() == [False]
    assert audit(games, levels="progress").findings == ()


def test_the_rules_of_other_bodies_by_the_words_of_the_title() -> None:
    one = game(kyoku(([41], [60])), title=["決勝", "最強戦ルール"], rule={"aka": 0})
    assert games_of(one).rule_sets[0].name == "saikyosen"


# -- files


ONE = game(kyoku(([41], [60])))
ADDRESS = "https://tenhou.net/6/#json=" + quote(text.dumps(ONE), safe="")


@pytest.mark.parametrize(
    ("file", "n_games"),
    [
        (data(ONE), 1),
        (b"\xef\xbb\xbf" + data(ONE), 1),
        (b"  \n" + data(ONE) + b"\n\n", 1),
        (text.dumps(ONE, indent=2).encode(), 1),
        (data(ONE, ONE, ONE), 3),
        (data(ONE) + data(ONE), 2),
        (text.dumps([ONE, ONE]).encode(), 2),
        (ADDRESS.encode(), 1),
        (ADDRESS.encode() + b"&ts=3\n", 1),
        (f"{ADDRESS}\n{ADDRESS}&ts=0\r\n\r\n".encode(), 2),
        (("#json=" + text.dumps(ONE)).encode(), 1),
        (data({"rule": {}, "name": NAMES, **ONE}), 1),
        (data({"id": 7, "by": "an editor", "log": ONE["log"]}), 1),
        (data({"ver": None, "ref": None, "log": ONE["log"]}), 1),
        (data({"ver": 3, "log": ONE["log"]}), 1),
    ],
)
def test_the_ways_games_are_kept_in_files(file: bytes, n_games: int) -> None:
    source = Source("games.txt", file)
    parsed = json.parse([source])
    assert json.recognises(source)
    assert parsed.failures == ()
    assert len(parsed.games) == n_games
    assert parsed.games.games.source[-1] == ("games.txt" if n_games == 1 else f"games.txt#{n_games}")


@pytest.mark.parametrize(
    "file",
    [
        b"", b"{}", b"[]", b"<mjloggm ver=\"2.3\">", b"\x1f\x8b\x08", b"hello", b"https://tenhou.net/0/?log=2019",
        b'{"type":"start_game","names":["a","b","c","d"]}', b'{"name":".lq.RecordNewRound","data":{}}',
        b'{"head":{"uuid":"1"},"data":[]}', b'{"names":["a"],"log":[]}', b'{"log":[{"type":"tsumo"}]}',
    ],
)  # fmt: skip
def test_other_files_are_not_recognised(file: bytes) -> None:
    assert not json.recognises(Source("file", file))


PLAIN = data(game(kyoku(([41], [60])), name=["// A # {;, ]", "+1", "C", "D"])).decode()


@pytest.mark.parametrize(
    "file",
    [
        "// my game {\n" + PLAIN,
        "# [my game]\n" + PLAIN,
        "/* my\n{game */ " + PLAIN,
        "The second game of the 3rd of May\n\n" + PLAIN,
        f"var game = {PLAIN};\n",
        f"show({PLAIN});\n",
        PLAIN.replace('"log"', '/* all */ "log"'),
        PLAIN.replace('"log": [', '"log": [ // the "first\n'),
        PLAIN.replace("]}", "],\n}"),
        PLAIN.replace("25000", "+25000"),
        "# a link\nhttps://tenhou.net/6/#json=" + PLAIN,
    ],
)
def test_remarks_of_people_around_the_values_are_skipped(file: str) -> None:
    source = Source("game.json", file.encode())
    assert json.recognises(source)
    parsed = json.parse([source])
    assert (parsed.failures, len(parsed.games.kyoku.wind)) == ((), 1)
    assert parsed.games.seats.name[0, 0] == "// A # {;, ]"


def test_games_that_share_an_id_in_a_file_are_not_taken_for_one() -> None:
    one = game(kyoku(([41], [60])), ref=FULL["ref"])
    assert games_of(one, one).games.id.tolist() == [None, None]


def test_the_name_of_a_file_tells_the_id_where_the_log_does_not() -> None:
    games = parse(ONE, name=f"{FULL['ref']}.json").games
    assert games.games.id.tolist() == [FULL["ref"]]


def test_games_of_many_files_are_one_batch() -> None:
    files = [Source("a", data(ONE, ONE)), Source("b", b"{"), Source("c", data(game(kyoku(([25], []), result=TSUMO))))]
    parsed = json.parse(files)
    assert parsed.source_of_game.tolist() == [0, 0, 2]
    assert [place for place, _, _ in parsed.failures] == [1]
    assert parsed.games.win_start.tolist() == [0, 0, 0, 1]


def test_nothing_is_a_batch_too() -> None:
    parsed = json.parse([])
    assert len(parsed.games) == 0
    assert parsed.games.seats.name.shape[0] == 0


def test_three_kyoku_of_a_game_are_told_apart() -> None:
    log = [kyoku(([41], [60])), kyoku(([25], []), result=TSUMO, start=(0, 1, 0)), kyoku(([15], [60]), result=NO_ONE)]
    games = games_of(game(*log))
    assert games.kyoku_start.tolist() == [0, 3]
    assert games.kyoku.result.tolist() == [Result.EXHAUSTIVE_DRAW, Result.WIN, Result.EXHAUSTIVE_DRAW]
    assert games.win_start.tolist() == [0, 0, 1, 1]
    assert games.draw_start.tolist() == [0, 1, 1, 2]


PART = {key: value for key, value in FULL.items() if key != "connection"}


def test_objects_of_one_game_that_go_on_in_order_are_joined() -> None:
    starts = [(0, 0, 0), (0, 1, 0), (1, 0, 0)]
    turns = [[([41], [60])], [([41], [60])], [([], []), ([41], [60])]]
    games = games_of(*(game(kyoku(*of, start=start), **PART) for of, start in zip(turns, starts, strict=True)))
    assert games.games.id.tolist() == [FULL["ref"]]
    assert list(zip(games.kyoku.number.tolist(), games.kyoku.honba.tolist(), strict=True)) == [(1, 0), (1, 1), (2, 0)]


@pytest.mark.parametrize("change", [{"ref": None}, {"name": ["w", "x", "y", "z"]}, {"start": (0, 0, 0)}], ids=str)
def test_objects_of_other_games_or_not_in_order_are_not_joined(change: dict[str, Any]) -> None:
    keys = PART | change
    start = keys.pop("start", (0, 1, 0))
    games = games_of(game(kyoku(([41], [60])), **PART), game(kyoku(([42], [60]), start=start), **keys))
    assert len(games) == 2


def test_the_first_kyoku_cut_out_with_the_result_is_no_whole_game() -> None:
    one = kyoku(([41], [60]))
    assert not games_of(game(one, **PART)).games.complete[0]
    final = [n for points in one[1] for n in (points, 0.0)]
    assert games_of(game(one, **PART | {"sc": final})).games.complete[0]
