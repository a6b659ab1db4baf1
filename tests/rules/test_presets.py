from dataclasses import replace
from datetime import date

import pytest

from mjlog.errors import Fault, LogError
from mjlog.rules.association_presets import (
    EMA_2016,
    EMA_2025,
    JPML_A,
    JPML_A_2022,
    JPML_WRC_3P,
    KYOKAI,
    M_LEAGUE,
    MU,
    RMU_B,
    RMU_M,
    SAIKOUISEN,
    SAIKOUISEN_CLASSIC,
    SAIKYOSEN,
    WRC_2015,
    WRC_2022,
    WRC_2025,
)
from mjlog.rules.presets import (
    MAHJONG_SOUL,
    MAHJONG_SOUL_3P,
    PARLOUR,
    PRESETS,
    RIICHI_CITY,
    TENHOU,
    TENHOU_3P,
    TENHOU_CHANGES,
    preset,
    tenhou,
)
from mjlog.rules.rulefile import dump, load
from mjlog.rules.ruleset import RuleSet, differences


def test_presets_are_found_by_their_own_name_and_are_all_different() -> None:
    assert all(preset(name) is rules and rules.name == name for name, rules in PRESETS.items())
    alike = [
        (a.name, b.name)
        for a in PRESETS.values()
        for b in PRESETS.values()
        if a.name < b.name and not differences(a, b)
    ]
    assert alike == [("mahjong-soul", "mahjong-soul-room")]


def test_an_unknown_preset_is_refused_with_near_names() -> None:
    with pytest.raises(LogError, match=r"no preset 'ema'; nearest: ema-2016, ema-2025 ") as refused:
        preset("ema")
    assert refused.value.fault is Fault.BAD_RULES
    with pytest.raises(LogError, match="there are tenhou, tenhou-east, "):
        preset("zzzzz")


@pytest.mark.parametrize(
    ("rules", "oka", "uma"),
    [
        (TENHOU, 20_000, (20, 10, -10, -20)),
        (TENHOU_3P, 15_000, (20, 0, -20)),
        (tenhou(chips=2), 20_000, (30, 10, -10, -30)),
        (MAHJONG_SOUL, 0, (15, 5, -5, -15)),
        (MAHJONG_SOUL_3P, 0, (15, 0, -15)),
        (RIICHI_CITY, 0, (30, 10, -10, -30)),
        (M_LEAGUE, 20_000, (30, 10, -10, -30)),
        (KYOKAI, 20_000, (30, 10, -10, -30)),
        (RMU_B, 0, (15, 5, -5, -15)),
        (RMU_M, 20_000, (30, 10, -10, -30)),
        (JPML_A, 0, (8, 4, -4, -8)),
        (JPML_WRC_3P, 0, (10, 0, -10)),
        (SAIKOUISEN, 0, (30, 10, -10, -30)),
        (SAIKOUISEN_CLASSIC, 0, (12, 4, -4, -12)),
        (MU, 0, (12, 4, -4, -12)),
        (WRC_2025, 0, (15, 5, -5, -15)),
        (EMA_2016, 0, (15, 5, -5, -15)),
    ],
)
def test_oka_and_uma(rules: RuleSet, oka: int, uma: tuple[int, ...]) -> None:
    assert (rules.oka, rules.uma) == (oka, tuple(1_000 * n for n in uma))


def test_tenhou_rooms() -> None:
    assert differences(tenhou(), TENHOU) == {}
    assert differences(tenhou(red=False, kuitan=False), TENHOU) == {"reds": (), "kuitan": False}
    assert differences(tenhou(east_only=True), TENHOU) == {"length": "east"}
    assert set(differences(tenhou(chips=2), TENHOU)) == {"uma", "kiriage", "kan_dora_timing"}
    assert set(differences(tenhou(chips=5), TENHOU)) == {"uma", "kiriage", "kan_dora_timing", "honba_points"}
    assert tenhou(players=3, red=False).reds == ()


@pytest.mark.parametrize(
    ("day", "option", "before", "after"),
    [
        (date(2007, 3, 1), "two_han_honba", 5, None),
        (date(2007, 3, 1), "pao_yaku", {"daisangen", "daisuushii", "suukantsu"}, {"daisangen", "daisuushii"}),
        (date(2007, 7, 17), "reds", ("5m", "5p", "5p", "5s"), ("5m", "5p", "5s")),
        (date(2007, 11, 29), "kuikae", "free", "forbidden"),
        (date(2009, 7, 4), "extension_winds", 2, 1),
        (date(2009, 8, 1), "uma", (10_000, 5_000, -5_000, -10_000), (20_000, 10_000, -10_000, -20_000)),
        (date(2010, 6, 1), "tenpai_yame", "none", "automatic"),
        (date(2022, 1, 14), "rounding", "half", "none"),
    ],
)
def test_tenhou_changes_on_its_day(day: date, option: str, before: object, after: object) -> None:
    eve = day.replace(day=day.day - 1) if day.day > 1 else date.fromordinal(day.toordinal() - 1)
    assert getattr(tenhou(east_only=True, day=eve), option) == before
    assert getattr(tenhou(east_only=True, day=day), option) == after


def test_a_change_that_does_not_concern_a_room_leaves_no_mark_on_it() -> None:
    assert tenhou(day=date(2009, 7, 15)).name == "tenhou-until-2010-05-31"
    assert tenhou(day=date(2009, 7, 15)).uma == TENHOU.uma
    assert tenhou(day=date(2007, 7, 1), red=False).reds == ()
    assert tenhou(players=3, day=date(2007, 1, 1)).reds == ("5p", "5s")
    assert tenhou(day=TENHOU_CHANGES[-1][0]) == TENHOU


def test_every_tenhou_rule_set_has_its_own_name() -> None:
    days = [None, *(date.fromordinal(end.toordinal() - 1) for end, _ in TENHOU_CHANGES)]
    named: dict[str, RuleSet] = {}
    for players in (3, 4):
        for flags in range(8):
            for chips in (0, 2, 5):
                for day in days:
                    rules = tenhou(
                        players=players,  # type: ignore[arg-type]  # a loop over both
                        red=bool(flags & 1),
                        kuitan=bool(flags & 2),
                        east_only=bool(flags & 4),
                        chips=chips,  # type: ignore[arg-type]  # a loop over all
                        day=day,
                    )
                    assert named.setdefault(rules.name, rules) == rules


def test_mahjong_soul_differs_from_tenhou_as_described() -> None:
    assert set(differences(MAHJONG_SOUL, TENHOU)) == {
        "return_points", "uma", "kan_dora_timing", "double_yakuman", "kokushi_robs_ankan", "sanchahou", "pao_scope",
        "tenhou_kokushi_13", "tenhou_suuankou_tanki", "tenhou_junsei_chuuren",
    }  # fmt: skip
    assert MAHJONG_SOUL.target_points == 30_000


@pytest.mark.parametrize(
    ("name", "tiles"), [("tenhou-3p", 3), ("mahjong-soul-3p", 3), ("riichi-city-3p", 3), ("jpml-wrc-3p", 0)]
)
def test_riichi_with_three_players_needs_one_more_own_draw_where_it_needs_any(name: str, tiles: int) -> None:
    assert PRESETS[name].riichi_wall == tiles
    assert PRESETS[name.removesuffix("-3p")].riichi_wall == (4 if tiles else 0)


@pytest.mark.parametrize("rules", [M_LEAGUE, SAIKYOSEN, KYOKAI, RMU_B, JPML_A, SAIKOUISEN, MU, WRC_2015, WRC_2025])
def test_leagues_play_as_planned_with_head_bump_and_without_abortive_draws(rules: RuleSet) -> None:
    assert (rules.tobi, rules.extension_winds, rules.agari_yame, rules.tenpai_yame) == ("none", 0, "none", "none")
    assert rules.multiple_ron == "head_bump"
    assert {rules.kyuushu_kyuuhai, rules.suufon_renda, rules.suucha_riichi, rules.suukaikan, rules.sanchahou} == {"off"}
    assert rules.nagashi == "off"


def test_counted_yakuman_and_kiriage_by_rule_set() -> None:
    assert {name for name, rules in PRESETS.items() if rules.kazoe == "yakuman"} >= {
        "tenhou",
        "mahjong-soul",
        "wrc-2025",
    }
    assert {name for name, rules in PRESETS.items() if rules.kiriage} == {
        "tenhou-chips2", "tenhou-east-chips5", "m-league", "saikyosen", "kyokai", "rmu-a", "rmu-b", "rmu-m", "jpml-b",
        "jpml-wrc", "jpml-wrc-3p", "saikouisen", "saikouisen-2022", "wrc-2015", "wrc-2022", "wrc-2025", "ema-2025",
        "parlour",
    }  # fmt: skip


def test_what_changed_in_a_league_is_what_its_years_differ_in() -> None:
    assert set(differences(WRC_2022, WRC_2015)) == {"double_wind_fu", "stacked_yakuman", "kokushi_robs_ankan"}
    assert set(differences(WRC_2025, WRC_2022)) == {"riichi_wall", "kazoe", "renhou_join", "tenpai_shown"}
    assert set(differences(EMA_2025, EMA_2016)) == {"kiriage"}
    assert {"double_wind_fu", "rinshan_tsumo_fu", "kuikae", "kokushi_robs_ankan", "rinshan_pao"} <= set(
        differences(JPML_A_2022, JPML_A)
    )


def test_parlour_pays_honba_to_all_and_takes_nagashi_for_a_win() -> None:
    assert (PARLOUR.honba_to, PARLOUR.nagashi, PARLOUR.suucha_riichi) == ("all", "win", "off")


@pytest.mark.parametrize("name", PRESETS)
def test_rule_files_round_trip(name: str) -> None:
    rules = PRESETS[name]
    assert load(dump(rules)) == rules
    for base in (TENHOU, M_LEAGUE, MAHJONG_SOUL_3P):
        assert load(dump(rules, base)) == rules


def test_a_rule_file_holds_the_differences_only() -> None:
    assert dump(replace(TENHOU, name="house", note='a "b" \\', kiriage=True, two_han_honba=5), TENHOU) == (
        'base = "tenhou"\nname = "house"\nnote = "a \\"b\\" \\\\"\ntwo_han_honba = 5\nkiriage = true\n'
    )


def test_a_rule_file_can_switch_a_number_off() -> None:
    old = replace(TENHOU, two_han_honba=5)
    assert load('two_han_honba = "none"') == TENHOU
    assert load(dump(old)).two_han_honba == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kiriagee = true", "no option 'kiriagee'; nearest: kiriage"),
        ("qqqq = 1", "no option 'qqqq'"),
        ('base = "m_league"', "no preset 'm_league'; nearest: m-league"),
        ("base = 3", "base is 3, expected the name of a preset"),
        ("kiriage = ", "the rule file is not TOML"),
        ("kiriage = 1", "kiriage is 1, expected true or false"),
        ("uma = 5", "uma is 5, expected a list of whole numbers"),
        ("uma = [20, 10, -10, -20]", "uma [20, 10, -10, -20] is in thousands, expected points"),
        ('dealer_repeat = "win"', "tenpai_yame needs"),
    ],
)
def test_a_bad_rule_file_is_refused(text: str, message: str) -> None:
    with pytest.raises(LogError) as refused:
        load(text)
    assert refused.value.fault is Fault.BAD_RULES
    assert message in refused.value.message


def test_a_rule_file_differs_from_a_preset_only() -> None:
    with pytest.raises(LogError, match="'house' is not a preset"):
        dump(TENHOU, replace(M_LEAGUE, name="house"))


@pytest.mark.parametrize("name", ["ema-2016", "ema-2025"])
def test_in_europe_the_discarder_pays_the_counters_and_tenpai_may_be_hidden(name):
    assert (PRESETS[name].pao_honba, PRESETS[name].tenpai_shown) == ("discarder", "may_hide")
