"""A field that a record leaves out is not 0: the yaku by name, tsumogiri, payments of a tsumo, final points, tiles."""

import numpy as np
import pytest

import mjlog
from mjlog.auditing.run import audit
from mjlog.errors import Fault
from mjlog.formats import Source, parse
from mjlog.games.columns import ABSENT, EventKind
from mjlog.rules.yaku import NUMBER, YAKU
from parsers.majsoul.yaku_names import yaku_named
from tests.parsers.majsoul import made
from tests.parsers.majsoul.test_faults import fault_of
from tests.parsers.majsoul.test_traps import DRAW, HANDS, deal, discard, hule, read, start, win

OF_THE_CLIENT = {
    "menzen_tsumo": "门前清自摸和 門前清自摸和 Fully_Concealed_Hand",
    "riichi": "立直 Riichi",
    "chankan": "抢杠 搶槓 槍槓 Robbing_a_Kan",
    "rinshan": "岭上开花 嶺上開花 After_a_Kan",
    "haitei": "海底摸月 海底捞月 Under_the_Sea",
    "houtei": "河底捞鱼 河底撈魚 Under_the_River",
    "haku": "役牌:白 役牌：白 White_Dragon",
    "hatsu": "役牌:发 役牌：發 役牌:發 Green_Dragon",
    "chun": "役牌:中 役牌：中 Red_Dragon",
    "seat_wind": "役牌:自风牌 役牌：自風牌 役牌:自風牌 Seat_Wind",
    "round_wind": "役牌:场风牌 役牌：場風牌 役牌:場風牌 Prevalent_Wind",
    "tanyao": "断幺九 斷么九 All_Simples",
    "iipeikou": "一杯口 一盃口 Pure_Double_Sequence",
    "pinfu": "平和 Pinfu",
    "chanta": "混全带幺九 混全帶么九 混全帯幺九 Half_Outside_Hand",
    "ittsuu": "一气通贯 一氣通貫 一気通貫 Pure_Straight",
    "sanshoku_doujun": "三色同顺 三色同順 Mixed_Triple_Sequence",
    "double_riichi": "两立直 兩立直 ダブル立直 Double_Riichi",
    "sanshoku_doukou": "三色同刻 Triple_Triplets",
    "sankantsu": "三杠子 三槓子 Three_Quads",
    "toitoi": "对对和 對對和 対々和 All_Triplets",
    "sanankou": "三暗刻 Three_Concealed_Triplets",
    "shousangen": "小三元 Little_Three_Dragons",
    "honroutou": "混老头 混老頭 All_Terminals_and_Honors",
    "chiitoitsu": "七对子 七對子 七対子 Seven_Pairs",
    "junchan": "纯全带幺九 純全帶么九 純全帯幺九 Fully_Outside_Hand",
    "honitsu": "混一色 Half_Flush",
    "ryanpeikou": "二杯口 二盃口 Twice_Pure_Double_Sequence",
    "chinitsu": "清一色 Full_Flush",
    "ippatsu": "一发 一發 一発 Ippatsu",
    "dora": "宝牌 寶牌 ドラ Dora",
    "red_dora": "红宝牌 紅寶牌 赤ドラ Red_Five",
    "ura_dora": "里宝牌 裡寶牌 裏ドラ Ura_Dora",
    "kita": "拔北宝牌 拔北寶牌 抜きドラ Kita",
    "tenhou": "天和 Blessing_of_Heaven",
    "chiihou": "地和 Blessing_of_Earth",
    "daisangen": "大三元 Big_Three_Dragons",
    "suuankou": "四暗刻 Four_Concealed_Triplets",
    "tsuuiisou": "字一色 All_Honors",
    "ryuuiisou": "绿一色 綠一色 緑一色 All_Green",
    "chinroutou": "清老头 清老頭 All_Terminals",
    "kokushi": "国士无双 國士無雙 国士無双 Thirteen_Orphans",
    "shousuushii": "小四喜 Four_Little_Winds",
    "suukantsu": "四杠子 四槓子 Four_Quads",
    "chuuren": "九莲宝灯 九蓮寶燈 九蓮宝燈 Nine_Gates",
    "paarenchan": "八连庄 八連莊 八連荘 Eight-time_East_Staying",
    "junsei_chuuren": "纯正九莲宝灯 純正九蓮寶燈 純正九蓮宝燈 True_Nine_Gates",
    "suuankou_tanki": "四暗刻单骑 四暗刻單騎 四暗刻単騎 Single-wait_Four_Concealed_Triplets",
    "kokushi_13": "国士无双十三面 國士無雙十三面 国士無双十三面待ち Thirteen-wait_Thirteen_Orphans",
    "daisuushii": "大四喜 Four_Big_Winds",
    "tsubame_gaeshi": "燕返 燕返し Tsubame-gaeshi",
    "kanburi": "杠振 槓振 槓振り Kanburi",
    "shiiaruraotai": "十二落抬 Shiiaruraotai",
    "uumensai": "五门齐 五門齊 五門斉 Uumensai",
    "sanrenkou": "三连刻 三連刻 Three_Chained_Triplets",
    "isshoku_sanjun": "一色三同顺 一色三同順 一色三順 Pure_Triple_Chow",
    "iipin_mouyue": "一筒摸月 Iipinmoyue",
    "chuupin_raoyui": "九筒捞鱼 九筒撈魚 Chuupinraoyui",
    "renhou": "人和 Hand_of_Man",
    "daisharin": "大车轮 大車輪 Big_Wheels",
    "daichikurin": "大竹林 Bamboo_Forest",
    "daisuurin": "大数邻 大數鄰 大数隣 Numerous_Neighbours",
    "ishi_no_ue_ni_mo_sannen": "石上三年 石の上にも三年 Ishinouenimosannen",
    "daichisei": "大七星 Big_Seven_Stars",
}
"""The names of the game client, by language; an underscore is a space."""


@pytest.mark.parametrize("key", OF_THE_CLIENT)
def test_every_name_of_the_client_is_its_yaku(key):
    for name in OF_THE_CLIENT[key].split():
        found = yaku_named(name.replace("_", " "))
        assert (name, found is not None and YAKU[found].key) == (name, key)


def ron(*fans):
    return hule([-2000, 2000, 0, 0], win(1, HANDS[1], "5s", point_rong=2000, fans=[*fans]))


@pytest.mark.parametrize("absent", [{}, {"id": 0}, {"id": None}])
def test_a_yaku_without_id_is_the_one_with_its_name(absent):
    fans = [
        {"name": "役牌 白", "val": 1, **absent},
        {"name": "红宝牌", "val": 2, **absent},
        {"name": "里宝牌", **absent},
    ]
    games = read(start(), discard(0, "5s"), ron(*fans))
    assert games.yaku.yaku.tolist() == [NUMBER["haku"], NUMBER["red_dora"], NUMBER["ura_dora"]]
    assert games.yaku.han.tolist() == [1, 2, 0]
    assert games.yaku.code.tolist() == [ABSENT] * 3


def test_an_id_counts_where_a_record_has_both():
    games = read(start(), discard(0, "5s"), ron({"id": 7, "name": "Haku!?", "val": 1}))
    assert (games.yaku.yaku[0], games.yaku.code[0]) == (NUMBER["haku"], 7)


@pytest.mark.parametrize(
    ("fan", "fault", "words"),
    [
        ({"val": 1}, Fault.MISSING_VALUE, "a yaku with neither id nor name"),
        ({"id": 0, "val": 5}, Fault.MISSING_VALUE, "a yaku with neither id nor name"),
        ({"name": "龙七对", "val": 1}, Fault.UNKNOWN_CODE, "unknown yaku '龙七对'"),
        ({"name": "流し満貫", "val": 5}, Fault.UNKNOWN_CODE, "unknown yaku '流し満貫'"),
        ({"id": 7}, Fault.MISSING_VALUE, "haku without han"),
    ],
)
def test_a_yaku_that_cannot_be_known_is_an_error(fan, fault, words):
    assert fault_of(start(), discard(0, "5s"), ron(fan)) == (fault, words, 0)


def test_tsumogiri_is_unknown_where_no_discard_records_it():
    records = [start(), discard(0, "5s"), deal(1, "4z"), discard(1, "4z"), deal(2, "4z")]
    assert set(read(*records, discard(2, "4z"), DRAW).events.tsumogiri.tolist()) == {ABSENT}
    of_discards = read(*records, discard(2, "4z", moqie=True), DRAW).events.tsumogiri[[3, 5]]
    assert of_discards.tolist() == [0, 1]


def test_the_points_of_a_tsumo_need_both_payments():
    records = [start(), discard(0, "5s"), deal(1, "5s")]
    tsumo = win(1, HANDS[1], "5s", zimo=True, point_zimo_xian=1300)
    assert read(*records, hule([-2600, 5200, -1300, -1300], tsumo)).wins.points[0] == ABSENT
    tsumo["point_zimo_qin"] = 2600
    assert read(*records, hule([-2600, 5200, -1300, -1300], tsumo)).wins.points[0] == 5200


def test_an_exhaustive_draw_without_players_is_an_error():
    assert fault_of(start(), discard(0, "5s"), ("NoTile", {"scores": [{}]}))[0] == Fault.MISSING_VALUE


def test_final_points_need_a_value_for_some_player():
    head = {"result": {"players": [{"seat": seat} for seat in range(4)]}}
    games = read(start(), discard(0, "5s"), deal(1, "4z"), discard(1, "4z", moqie=True), DRAW, head=head)
    assert games.games.final_points[0].tolist() == [25000] * 4


def test_a_ranked_game_without_a_mode_has_the_length_of_the_preset():
    head = {"config": {"category": 2, "meta": {"mode_id": 12}}}
    games = read(start(), discard(0, "5s"), DRAW, head=head)
    assert games.rule_sets[0].length == "hanchan"
    assert (
        made.one(made.flat({"config": {"category": 1}}, [start(), discard(0, "5s"), DRAW])).rule_sets[0].length
        == "single"
    )


def seen_by(own, records):
    """The records as one player sees them: without the tiles dealt to the others, and those that they draw."""
    for name, fields in records:
        kept = {key: value for key, value in fields.items() if not key.startswith("tiles") or key == f"tiles{own}"}
        if name == "DealTile" and fields["seat"] != own:
            del kept["tile"]
        yield name, kept if name in ("NewRound", "DealTile") else fields


@pytest.mark.parametrize("shape", [made.flat, made.answer])
def test_tiles_that_one_player_does_not_see_are_unknown_unless_they_follow(shape):
    whole = mjlog.simulate.games(1, seed=5, rules="mahjong-soul")
    file = shape(made.head_of(whole, 0), [*seen_by(2, made.records_of(whole, 0))])
    parsed = parse([Source("a.json", file)])
    [(_, _, error)] = parsed.failures
    assert (error.fault, error.where.kyoku) == (Fault.MISSING_VALUE, 0)
    assert "13 of the 13 tiles dealt to seat 0" in error.message
    assert "seat 2" not in error.message
    seen = parsed.games
    assert audit(seen).findings == ()
    assert (np.sort(seen.kyoku.hands[:, 2]) == np.sort(whole.kyoku.hands[:, 2])).all()
    assert (seen.events.kind == whole.events.kind).all()
    hidden = seen.events.tile != whole.events.tile
    assert set(seen.events.tile[hidden]) == {ABSENT}
    of_others = (whole.events.kind == EventKind.DRAW) & (whole.events.seat != 2)
    assert (hidden <= of_others).all()
    assert 0 < hidden.sum() < of_others.sum()
    assert (seen.wins.payments == whole.wins.payments).all()
