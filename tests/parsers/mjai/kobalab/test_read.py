"""kobalab's JSON, with games made by hand: tiles, melds, riichi, results, heads and damage."""

import json

import pytest

from mjlog.errors import Fault
from mjlog.formats import Source, formats
from mjlog.games.columns import ABSENT, EventKind, Result
from mjlog.rules.ruleset import DOUBLE_FORMS
from mjlog.rules.yaku import YAKU
from mjlog.tiles import name_of
from parsers.mjai.kobalab import notation, read
from tests.parsers.tenhou.xml.test_calls import decoded

HANDS = ["m123456789z11p56", "p123456789z22s34", "s1123456789z334", "m222p11s0z5566777"]


def qipai(jushu=0, hands=HANDS, **more):
    fields = {"zhuangfeng": 0, "jushu": jushu, "changbang": 0, "lizhibang": 0, "defen": [25000] * 4, "baopai": "s9"}
    return {"qipai": fields | {"shoupai": hands} | more}


def zimo(seat, tile):
    return {"zimo": {"l": seat, "p": tile}}


def dapai(seat, tile):
    return {"dapai": {"l": seat, "p": tile}}


def fulou(seat, meld):
    return {"fulou": {"l": seat, "m": meld}}


def hule(seat, hand, baojia=None, **more):
    fields = {"l": seat, "shoupai": hand, "baojia": baojia, "fubaopai": None, "fu": 30, "fanshu": 1, "defen": 1000}
    return {"hule": fields | {"hupai": [{"name": "門前清自摸和", "fanshu": 1}], "fenpei": [1000, -1000, 0, 0]} | more}


def pingju(name="荒牌平局", hands=("", "", "", ""), fenpei=(0, 0, 0, 0)):
    return {"pingju": {"name": name, "shoupai": list(hands), "fenpei": list(fenpei)}}


TSUMO = [zimo(0, "p4"), hule(0, "m123456789z11p56p4", fenpei=[6000, -2000, -2000, -2000])]


END = {"defen": [31000, 23000, 23000, 23000], "rank": [1, 2, 3, 4], "point": ["51.0", "3.0", "-17.0", "-37.0"]}


def paipu(*kyoku, **more):
    head = {"title": "", "player": ["A", "B\n(Z)", "C", "D"], "qijia": 0}
    return head | {"log": [list(moves) for moves in kyoku]} | END | more


def parsed(*games):
    return read.parse(
        [Source("a.json", game if isinstance(game, bytes) else json.dumps(game).encode()) for game in games]
    )


def one(game):
    found = parsed(game)
    assert [str(error) for *_, error in found.failures] == []
    return found.games


def fault(game):
    ((_, _, error),) = parsed(game).failures
    return error


def moves_of(games):
    return [
        (EventKind(kind).name, seat, tile if tile == ABSENT else name_of(tile, "mpsz"))
        for kind, seat, tile in zip(games.events.kind, games.events.seat, games.events.tile, strict=True)
    ]


OF_TENHOU = {  # code of the call in Tenhou's XML and kobalab's text of it, from the tests of kobalab/tenhou-log
    6207: "m3-40", 31767: "p40-6", 57735: "s067-", 6697: "m505+", 20010: "p550=", 34315: "s555-", 48681: "z555+",
    6705: "m505+5", 20018: "p550=5", 34323: "s555-0", 4609: "m5505+", 13314: "p5550=", 22528: "s5550", 31744: "z5555",
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), OF_TENHOU.items())
def test_a_meld_is_the_one_of_tenhous_code(code, text):
    kind, from_seat, _, tiles = decoded(code)
    meld = notation.meld_of(text)
    assert sorted(meld.tiles) == sorted(tiles)
    added = tiles.pop(0) if kind == EventKind.KAKAN else None
    if kind == EventKind.ANKAN:
        assert meld.called is None
        assert notation.meld_text(tiles) == text
    else:
        assert (meld.tiles[meld.called], meld.towards) == (tiles[0], from_seat)
        assert notation.meld_text(tiles[1:], tiles[0], from_seat, added) == text


def test_a_tsumo():
    games = one(paipu([qipai(), *TSUMO]))
    assert moves_of(games) == [("DRAW", 0, "4p")]
    assert games.seats.name[0].tolist() == ["A", "B", "C", "D"]
    assert games.games.final_points[0].tolist() == END["defen"]
    assert games.games.final_scores[0].tolist() == [51.0, 3.0, -17.0, -37.0]
    assert (games.games.platform[0], games.games.complete[0]) == ("kobalab", True)
    assert (games.wins.fu[0], games.wins.points[0]) == (30, 1000)
    assert [YAKU[row].key for row in games.yaku.yaku] == ["menzen_tsumo"]


def test_players_are_seated_from_the_first_dealer():
    end = {"defen": [1, 2, 3, 4], "rank": [4, 3, 2, 1], "point": ["1", "2", "3", "4"]}
    games = one(paipu([qipai(jushu=1), *TSUMO], qijia=3, **end))
    assert games.seats.name[0].tolist() == ["D", "A", "B", "C"]
    assert games.kyoku.dealer.tolist() == [1]
    assert games.wins.winner.tolist() == [1]
    assert games.wins.payments[0].tolist() == [-2000, 6000, -2000, -2000]
    assert not games.games.complete[0]  # it does not begin with the first kyoku


def test_a_riichi_is_accepted_unless_its_discard_is_won():
    riichi = [qipai(), zimo(0, "p4"), dapai(0, "p4_*")]
    accepted = [("DRAW", 0, "4p"), ("RIICHI", 0, -1), ("DISCARD", 0, "4p"), ("RIICHI_ACCEPTED", 0, -1)]
    games = one(paipu([*riichi, zimo(1, "z4"), dapai(1, "z4_"), pingju()]))
    assert moves_of(games)[:4] == accepted
    assert games.events.tsumogiri.tolist() == [-1, -1, 1, -1, -1, 1]
    for end in (hule(2, "s1123456789z334p4", 0), pingju("三家和")):
        assert moves_of(one(paipu([*riichi, end]))) == accepted[:3]
    assert moves_of(one(paipu([*riichi, pingju("四家立直")]))) == accepted


def test_calls_and_the_indicators_of_kans():
    games = one(
        paipu(
            [
                qipai(), zimo(0, "m2"), dapai(0, "m2"), fulou(3, "m2222+"), {"gangzimo": {"l": 3, "p": "z5"}},
                dapai(3, "s0"), {"kaigang": {"baopai": "z1"}}, fulou(1, "s340="), dapai(1, "z2"), pingju(),
            ],
        )
    )  # fmt: skip
    assert [EventKind(kind).name for kind in games.calls.kind] == ["DAIMINKAN", "CHI"]
    assert games.calls.from_seat.tolist() == [0, 3]
    dora = games.events.kind.tolist().index(EventKind.DORA)
    assert games.events.kind[dora + 1] == EventKind.DISCARD  # where Tenhou turns it


def test_wins_state_their_claims():
    win = hule(
        3, "m222p11s0z5566777z5*", 0, fubaopai=["m1"], fu=None, fanshu=None, damanguan=2, defen=64000,
        hupai=[{"name": "四暗刻単騎", "fanshu": "**"}, {"name": "大三元", "fanshu": "*", "baojia": 1}],
    )  # fmt: skip
    win["hule"] = {key: value for key, value in win["hule"].items() if value is not None}
    games = one(paipu([qipai(), zimo(0, "z5"), dapai(0, "z5_"), win]))
    assert (games.wins.from_seat[0], games.wins.pao[0], games.wins.points[0]) == (0, 1, 64000)
    assert [(YAKU[row].key, han) for row, han in zip(games.yaku.yaku, games.yaku.han, strict=True)] == [
        ("suuankou_tanki", ABSENT),
        ("daisangen", ABSENT),
    ]
    assert games.rule_sets[0].double_yakuman == DOUBLE_FORMS


def test_one_star_shows_that_a_yakuman_counts_single():
    win = hule(3, "m222p11s0z5566777z5", 0, hupai=[{"name": "四暗刻単騎", "fanshu": "*"}])
    games = one(paipu([qipai(), zimo(0, "z5"), dapai(0, "z5_"), win]))
    assert games.rule_sets[0].double_yakuman == DOUBLE_FORMS - {"suuankou_tanki"}


@pytest.mark.parametrize(
    ("name", "key"),
    {
        "翻牌 白": "haku", "役牌 白": "haku", "場風 東": "round_wind", "自風 南": "seat_wind",
        "両立直": "double_riichi", "ダブル立直": "double_riichi", "国士無双十三面": "kokushi_13",
        "国士無双１３面": "kokushi_13", "門前清自摸和": "menzen_tsumo",
        "純正九蓮宝燈": "junsei_chuuren", "赤ドラ": "red_dora", "七対子": "chiitoitsu",
    }.items(),
)  # fmt: skip
def test_yaku_have_the_words_of_the_program_and_of_tenhou(name, key):
    games = one(paipu([qipai(), zimo(0, "p4"), hule(0, "m123456789z11p56p4", hupai=[{"name": name, "fanshu": 1}])]))
    assert [YAKU[row].key for row in games.yaku.yaku] == [key]


@pytest.mark.parametrize("hupai", [[{"name": "x", "fanshu": 1}], ["門前清自摸和"], "門前清自摸和"])
def test_a_list_of_yaku_that_cannot_be_read_is_no_claim_and_loses_no_kyoku(hupai):
    games = one(paipu([qipai(), zimo(0, "p4"), hule(0, "m123456789z11p56p4", hupai=hupai)]))
    assert (len(games.wins.winner), len(games.yaku.yaku), games.wins.fu[0]) == (1, 0, 30)


@pytest.mark.parametrize(
    ("name", "result"),
    {
        "流局": Result.EXHAUSTIVE_DRAW, "流し満貫": Result.NAGASHI_MANGAN, "九種九牌": Result.KYUUSHU_KYUUHAI,
        "四風連打": Result.SUUFON_RENDA, "四開槓": Result.SUUKAIKAN, "四槓散了": Result.SUUKAIKAN,
        "三家和了": Result.SANCHAHOU, "わからない": Result.EXHAUSTIVE_DRAW,
    }.items(),
)  # fmt: skip
def test_draws_have_names_and_an_unknown_one_is_a_label(name, result):
    play = [qipai(), zimo(0, "p4"), dapai(0, "p4_"), zimo(1, "z4")]
    if result != Result.KYUUSHU_KYUUHAI:
        play.append(dapai(1, "z4_"))
    assert one(paipu([*play, pingju(name)])).kyoku.result.tolist() == [result]


def test_hands_shown_at_a_draw_are_those_in_tenpai():
    hands = ["m123456789z11p56", "", "s1123456789z334", ""]
    games = one(
        paipu([qipai(), zimo(0, "z4"), dapai(0, "z4_"), pingju(hands=hands, fenpei=[1500, -1500, 1500, -1500])])
    )
    assert games.draws.revealed[0].tolist() == [1, 0, 1, 0]
    assert (games.draws.hands[0, :, 0] != ABSENT).tolist() == [True, False, True, False]


def test_a_log_converted_from_tenhou_is_named_by_its_title():
    title = "四鳳南喰赤\n2019031211gm-00a9-0000-01234567"
    games = one(paipu([qipai(), *TSUMO], title=title))
    assert (games.games.id[0], games.games.platform[0]) == (title.split("\n")[1], "tenhou")
    assert (games.rule_sets[0].name, str(games.games.started[0])) == (
        "tenhou-until-2022-01-13",
        "2019-03-12T11:00",
    )
    assert json.loads(games.games.extra[0])["title"] == title


@pytest.mark.parametrize(
    "end", [{"point": None}, {"point": [], "rank": []}, {"point": [0] * 4, "rank": [1, 2, 3, 4], "defen": [0] * 4}]
)
def test_a_game_without_final_points_has_not_ended(end):
    found = parsed(paipu([qipai(), *TSUMO], **end))
    assert not found.games.games.complete[0]
    assert [error.fault for *_, error in found.failures] == [Fault.TRUNCATED]


def test_every_shape_of_file_is_recognised():
    whole = paipu([qipai(), *TSUMO])
    text = json.dumps(whole).encode()
    for data in (text, json.dumps([whole], indent=2).encode(), b"\xef\xbb\xbf" + text, text + b"\n" + text + b"\n"):
        assert read.recognises(Source("a", data))
        assert len(parsed(data).games) == 1 + (data.count(b'"log"') == 2)
    kyoku = json.dumps([qipai(), *TSUMO]).encode()
    assert read.recognises(Source("a", kyoku))
    assert len(parsed(kyoku).games) == 1


@pytest.mark.parametrize(
    ("moves", "kind", "words"),
    [
        ([qipai()], Fault.TRUNCATED, "stops before the end"),
        ([qipai(), zimo(0, "p4")], Fault.TRUNCATED, "stops before the end"),
        ([zimo(0, "p4")], Fault.BAD_ORDER, "without a deal"),
        ([qipai(hands=[HANDS[0], *["_" * 14] * 3]), *TSUMO], Fault.BAD_TILES, "a hand of 14 tiles, not 13"),
        ([qipai(), zimo(0, "m10"), *TSUMO], Fault.BAD_TILES, "'m10' is not a tile"),
        ([qipai(), zimo(0, "p4"), dapai(0, "p4"), fulou(1, "p3_5-")], Fault.BAD_TILES, "is not a meld"),
        ([qipai(), zimo(4, "p4"), *TSUMO], Fault.BAD_VALUE, "l 4 is not an integer in 0-3"),
        ([qipai(), zimo(0, "p4"), dapai(0, "p4"), fulou(1, "p345"), pingju()], Fault.BAD_TILES, "no called tile"),
        ([qipai(), zimo(0, "p4"), {"penuki": {"l": 0}}, pingju()], Fault.UNKNOWN_TAG, "unknown move 'penuki'"),
        ([qipai(defen=[25000] * 3), *TSUMO], Fault.BAD_VALUE, "defen is not a list of four values"),
    ],
)
def test_a_fault_is_located_and_keeps_the_kyoku_before(moves, kind, words):
    found = parsed(paipu([qipai(), *TSUMO], moves))
    ((_, _, error),) = found.failures
    assert (error.fault, error.where.kyoku) == (kind, 1)
    assert words in error.message
    assert len(found.games.kyoku.wind) == 1


def test_damaged_files():
    assert fault(json.dumps(paipu([qipai(), *TSUMO])).encode()[:-9]).fault == Fault.TRUNCATED
    assert fault({"title": "", "qijia": 5, "log": []}).fault == Fault.BAD_VALUE
    assert fault({"title": "", "qijia": 0, "log": []}).fault == Fault.EMPTY_GAME
    assert fault(paipu([qipai(), *TSUMO], point=["x", "", "", ""])).fault == Fault.BAD_VALUE


def test_the_format_is_installed():
    assert "kobalab" in formats()


def test_the_moves_of_several_kyoku_may_be_alone():
    found = parsed(json.dumps([[qipai(), *TSUMO], [qipai(jushu=1), *TSUMO]]).encode())
    assert len(found.games.kyoku.wind) == 2
    assert [error.fault for *_, error in found.failures] == [Fault.TRUNCATED]
