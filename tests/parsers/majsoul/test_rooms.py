"""Rules of rooms, and games that are refused because they are not riichi mahjong."""

import pytest

from mjlog.errors import Fault, LogError
from mjlog.rules.presets import MAHJONG_SOUL, MAHJONG_SOUL_3P, MAHJONG_SOUL_ROOM
from mjlog.rules.ruleset import differences
from mjlog.rules.score import score
from parsers.majsoul import vocab
from parsers.majsoul.rooms import players_of, rules_of

DEFAULTS = {
    "can_jifei": True, "changbang_value": 300, "liqibang_value": 1000, "noting_fafu_1": 1000, "noting_fafu_2": 1500,
    "noting_fafu_3": 3000, "have_liujumanguan": True, "have_biao_dora": True, "have_gang_biao_dora": True,
    "have_li_dora": True, "have_gang_li_dora": True, "have_sifenglianda": True, "have_sigangsanle": True,
    "have_sijializhi": True, "have_jiuzhongjiupai": True, "have_helelianzhuang": True, "have_tingpailianzhuang": True,
    "have_helezhongju": True, "have_tingpaizhongju": True, "have_yifa": True, "have_nanruxiru": True,
    "shunweima_2": 5, "shunweima_3": -5, "shunweima_4": -15, "dora_count": 3, "shiduan": 1, "init_point": 25000,
    "fandian": 30000,
}  # fmt: skip
"""The switches of a room with detailed rules that plays as ranked tables do."""


def head(*, mode=2, category=1, mode_id=0, **rule):
    return {"config": {"category": category, "mode": {"mode": mode, "detail_rule": rule}, "meta": {"mode_id": mode_id}}}


def changed(players=4, **rule):
    return differences(rules_of(head(**rule), players), MAHJONG_SOUL_ROOM if players == 4 else MAHJONG_SOUL_3P)


def test_ranked_tables_have_the_presets():
    assert rules_of(head(category=2, mode_id=12), 4) == MAHJONG_SOUL
    assert rules_of(head(category=2, mode=12, mode_id=24), 3) == MAHJONG_SOUL_3P
    east = rules_of(head(category=2, mode=1), 4)
    assert (east.name, east.length) == ("mahjong-soul-east", "east")


def test_a_dump_without_a_head_has_the_presets():
    assert (rules_of({}, 4), rules_of({}, 3)) == (MAHJONG_SOUL, MAHJONG_SOUL_3P)


def test_switches_that_are_not_there_hold_only_where_their_group_is():
    assert changed() == {}
    assert changed(**DEFAULTS) == {}
    assert changed(dora_count=3, init_point=25000) == {"kuitan": False}


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"can_jifei": False}, {"tobi": "none"}),
        ({"changbang_value": 1500}, {"honba_points": 1500}),
        ({"have_liujumanguan": False}, {"nagashi": "off"}),
        ({"have_qieshangmanguan": True}, {"kiriage": True}),
        ({"have_li_dora": False}, {"ura_dora": False, "kan_ura_dora": False}),
        ({"have_gang_biao_dora": False}, {"kan_dora": False, "kan_ura_dora": False}),
        ({"ming_dora_immediately_open": True}, {"kan_dora_timing": "at_once"}),
        ({"have_sifenglianda": False}, {"suufon_renda": "off"}),
        ({"have_sigangsanle": False}, {"suukaikan": "off"}),
        ({"have_sijializhi": False}, {"suucha_riichi": "off"}),
        ({"have_jiuzhongjiupai": False}, {"kyuushu_kyuuhai": "off"}),
        ({"have_sanjiahele": True}, {"sanchahou": "repeat"}),
        ({"have_toutiao": True, "have_sanjiahele": True}, {"multiple_ron": "head_bump"}),
        ({"have_tingpailianzhuang": False}, {"dealer_repeat": "win", "tenpai_yame": "none"}),
        ({"have_helezhongju": False}, {"agari_yame": "none"}),
        ({"have_yifa": False}, {"disabled_yaku": frozenset({"ippatsu"})}),
        ({"have_nanruxiru": False}, {"extension_winds": 0}),
        ({"shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30}, {"uma": (30000, 10000, -10000, -30000)}),
        ({"jingsuanyuandian": 30000}, {"return_points": 30000}),
        ({"dora_count": 0}, {"reds": ()}),
        ({"dora_count": 4}, {"reds": ("5m", "5p", "5p", "5s")}),
        ({"shiduan": 0}, {"kuitan": False}),
        ({"fandian": 40000}, {"target_points": 40000}),
        ({"fanfu": 2}, {"min_han": 2}),
        ({"guyi_mode": 1}, {"local_yaku": vocab.OLD_YAKU, "renhou_value": "yakuman"}),
        ({"disable_double_yakuman": 1}, {"double_yakuman": frozenset()}),
        ({"disable_composite_yakuman": 1}, {"stacked_yakuman": False}),
        ({"disable_leijiyiman": True}, {"kazoe": "sanbaiman"}),
        ({"enable_shiti": 1}, {"kuikae": "free"}),
        ({"enable_nontsumo_liqi": 1}, {"riichi_wall": 0}),
        ({"disable_double_wind_four_fu": 1}, {"double_wind_fu": 2}),
        ({"disable_angang_guoshi": 1}, {"kokushi_robs_ankan": False}),
    ],
)
def test_a_switch_changes_its_option(rule, expected):
    assert changed(**(DEFAULTS | rule)) == expected


def test_a_room_with_old_yaku_counts_those_double_that_are():
    seven_stars = {"hand": "1122334455667z", "win": "7z"}
    assert score(**seven_stars, rules=rules_of(head(**DEFAULTS, guyi_mode=1), 4)).yakuman == 2
    assert score(**seven_stars, rules=rules_of(head(**DEFAULTS, guyi_mode=1, disable_double_yakuman=1), 4)).yakuman == 1
    assert score(**seven_stars, rules=MAHJONG_SOUL).yakuman == 1  # all honors


@pytest.mark.parametrize("switch", [*vocab.EVENT_MODES, "brand_new_mode"])
def test_event_modes_are_refused_by_name(switch):
    with pytest.raises(LogError, match=f"an event mode, not riichi mahjong: .*{switch}") as refused:
        rules_of(head(**{switch: 1}), 4)
    assert refused.value.fault == Fault.BAD_RULES


@pytest.mark.parametrize("table", [33, 36, 40, 41, 70])
def test_tables_of_event_modes_are_refused(table):
    with pytest.raises(LogError, match=f"table {table}"):
        rules_of(head(category=2, mode_id=table), 4)


@pytest.mark.parametrize(("mode", "players"), [(3, 4), (2, 3), (12, 4), (32, 4)])
def test_unknown_modes_are_errors(mode, players):
    with pytest.raises(LogError, match=f"unknown mode {mode} of {players} players"):
        rules_of(head(mode=mode), players)


def test_two_players_are_refused():
    with pytest.raises(LogError, match="two players"):
        players_of(head(mode=21), 4)
    with pytest.raises(LogError, match="two players"):
        players_of({}, 2)


@pytest.mark.parametrize(
    ("table", "room"),
    [(2, "銅の間"), (9, "金の間"), (12, "玉の間"), (15, "王座の間"), (16, "王座の間"), (26, "王座の間")],
)
def test_tables_have_their_room(table, room):
    assert vocab.ROOMS[table] == room


@pytest.mark.parametrize(
    ("players", "each", "pool"),
    [(4, (2000, 3000, 6000), 6000), (4, (3000, 1500, 1000), 3000), (4, (0, 0, 0), 0), (3, (1000, 2000), 2000)],
)
def test_noten_payments_are_shares_of_a_pool(players, each, pool):
    told = {f"noting_fafu_{n}": points for n, points in enumerate((*each, 9)[:3], 1)}
    told["changbang_value"] = 300 if players == 4 else 200
    rules = rules_of(head(mode=2 if players == 4 else 12, **(DEFAULTS | told)), players)
    assert rules.noten_pool == pool


@pytest.mark.parametrize(
    ("switch", "value"), [("noting_fafu_1", 1100), ("liqibang_value", 2000), ("tianbian_value", 1000)]
)
def test_rules_without_an_option_are_refused(switch, value):
    with pytest.raises(LogError, match=str(value)) as refused:
        rules_of(head(**(DEFAULTS | {switch: value})), 4)
    assert refused.value.fault == Fault.BAD_RULES


def test_three_players_pay_a_tsumo_as_the_room_says():
    for switch, loss in ((True, "loss"), (False, "halves")):
        told = DEFAULTS | {"noting_fafu_2": 2000, "changbang_value": 200, "have_zimosun": switch}
        assert rules_of(head(mode=12, **told), 3).tsumo_loss == loss
