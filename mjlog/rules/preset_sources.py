"""The source of each value of a preset: the values that differ from its base, and those that no source states.

A value has one or more sources by their codes, or is *inferred*: it follows from another value, or is taken from a
similar rule set. All other values are those of the base; the base of every chain is Tenhou, whose sources
`mjlog.rules.ruleset` gives at each option.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

INFERRED: Final = "inferred"

CODES: Final[Mapping[str, str]] = {
    "A": "first rule document",
    "AM17": "blog of a JPML player, 2017",
    "AMs": "blog on Mu's rules",
    "AZ": "azriichi.org, competitive rules, 2025",
    "E16": "EMA riichi rules 2016, 3.3.9 and 3.4.2, in two copies",
    "EM": "EMA, announcement of the rules of 2016",
    "EW": "riichi.wiki, EMA rules, partly of 2012",
    "IJ": "Longhorn-Riichi/InjusticeJudge, issue 19",
    "JN09": "jan39.com, copies of association rules, 2009",
    "JP12": "ma-jan.or.jp, rules of 2012, a copy",
    "JPa": "note.com mahjong_academy, before 2023",
    "JS": "jansou 0.14.0, presets",
    "KY": "Wikipedia on Kyokai, a copy",
    "MA": "dnovikoff/mahjong-api, rules",
    "MD": "fields and switches of Mahjong Soul's records",
    "MLi": "majyan-item.com, M-League rules",
    "MLk": "k-bys.work, M-League rules",
    "MLn": "majannavi.com, summary of M-League's official rules",
    "MLs": "mahjong-space.com, M-League rules",
    "MLw": "riichi.wiki, M-League rules",
    "MUp": "mj-king.net, Mu's rules",
    "MW": "riichi.wiki, Mahjong Soul rules, 2020",
    "N23": "note.com good_lion597, comparison of associations, 2023",
    "P1": "house rules, chiseikaihatsu.com",
    "P2": "house rules, taiyou-mj.com",
    "P3": "house rules, mj-king.net",
    "P4": "house rules, Shin-Sakae",
    "PI": "MahjongPantheon/pantheon, issue 744",
    "PK2": "a parlour that plays M-League and JPML rules, after 2023",
    "PT": "MahjongPantheon/pantheon, rule sets",
    "QC": "house rules of qcriichi.com, which cite the WRC rules of 2025 by page",
    "R2": "ron2.jp, JPML's WRC rules",
    "RA": "EpicOrange/riichi_advanced, presets",
    "RC": "a score keeper with M-League's rules",
    "RD": "forum thread that quotes the WRC rules of 2025",
    "RE": "smly/RiichiEnv, rule page; pull request 233 for riichi with three players",
    "RM": "rmu.jp, rules",
    "RP": "EmeraldCoder/riichi-pointer-js, WRC and EMA rule sets, issue 29",
    "RX": "a scoring library with rule sets of JPML and WRC",
    "SK09": "jan39.com, summary of Saikouisen, 2009",
    "SK15": "West One Cup rules, based on Saikouisen, 2015",
    "SK97": "Saikouisen, notice of 1997",
    "SKC": "note.com, which quotes Saikouisen's page on Classic",
    "SY18": "news of the rule change of Saikyosen, 2018",
    "SY22": "mahjong-saikyosen.com, rules of 2022",
    "TM": "Tenhou's manual, copy of 2020",
    "TO": "toronto-riichi-club, rules, WRC of 2015 and 2017",
    "TY": "blog t-yoko, comparison of associations, 2022",
    "WB": "WRC rule book 2015 and its errata of 2014",
    "WK": "riichi.wiki, pages on WRC, three-player mahjong and several rons",
    "logs": "genuine logs",
}
"""Every source by its code."""


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources of one preset."""

    base: str
    """The preset it is a difference from."""
    stated: Mapping[str, str]
    """Codes, or `INFERRED`, and the options whose values come from there, with blanks between them."""
    unstated: str = ""
    """Options that no source states, so that they have the values of the base."""

    def by_option(self) -> dict[str, str]:
        """The codes of each option that differs from the base."""
        return {option: codes for codes, options in self.stated.items() for option in options.split()}


FU_DETAILS: Final = "pinfu_tsumo open_pinfu_fu rinshan_tsumo_fu rinshan_with_haitei ryuuiisou_needs_green"
DRAWS: Final = "kyuushu_kyuuhai suufon_renda suucha_riichi suukaikan"
YAME: Final = "agari_yame tenpai_yame"
OF_THREE: Final = "players north noten_pool"
FIRST_DORA_ONLY: Final = "disabled_yaku kan_dora ura_dora kan_ura_dora"

SOURCES: Final[Mapping[str, Sources]] = {
    "tenhou-east": Sources("tenhou", {"TM": "length"}),
    "tenhou-nored": Sources("tenhou", {"TM": "reds"}),
    "tenhou-nored-nokuitan": Sources("tenhou-nored", {"TM": "kuitan"}),
    "tenhou-chips2": Sources("tenhou", {"logs": "uma kiriage kan_dora_timing"}, "rounding left_sticks"),
    "tenhou-east-chips5": Sources("tenhou-chips2", {"TM": "length", "logs": "honba_points"}),
    "tenhou-3p": Sources(
        "tenhou",
        {
            "TM": "players north start_points return_points uma",
            "JS, RA": "target_points",
            "JS": "suufon_renda suucha_riichi",
            "RA, MW": "reds",
            "logs": "honba_points noten_pool riichi_wall",
            INFERRED: "sanchahou",
        },
        "rinshan_with_haitei pao_scope",
    ),
    "tenhou-3p-east": Sources("tenhou-3p", {"TM": "length"}),
    "mahjong-soul": Sources(
        "tenhou",
        {
            "MD": "return_points",
            "MD, RA": "uma",
            "MW, RE": "pao_scope double_yakuman kokushi_robs_ankan sanchahou kan_dora_timing",
            "A": "tenhou_kokushi_13",
            "IJ": "tenhou_suuankou_tanki tenhou_junsei_chuuren",
        },
        "ryuuiisou_needs_green",
    ),
    "mahjong-soul-3p": Sources(
        "mahjong-soul",
        {
            "MW": f"{OF_THREE} honba_points reds",
            "MW, JS": "target_points suufon_renda suucha_riichi",
            "MW, RA": "start_points return_points uma",
            "RE": "riichi_wall",
        },
        "pao_scope rinshan_with_haitei",
    ),
    "mahjong-soul-room": Sources("mahjong-soul", {}),
    "riichi-city": Sources(
        "tenhou",
        {"RA": "return_points uma rinshan_pao double_yakuman kokushi_robs_ankan"},
        f"rounding ties kuitan {FU_DETAILS} local_yaku riichi_ankan fifth_kan honba_to sticks_to pao_scope pao_honba "
        "noten_pool tenpai_shown own_held_waits",
    ),
    "riichi-city-3p": Sources(
        "riichi-city",
        {
            "RA": "uma",
            INFERRED: f"{OF_THREE} target_points start_points return_points honba_points reds riichi_wall "
            "suufon_renda suucha_riichi sanchahou",
        },
    ),
    "m-league": Sources(
        "tenhou",
        {
            "MLn, RC": "tobi",
            "MLn, JS": f"{YAME} extension_winds multiple_ron",
            "MLw, MLi": "ties",
            "N23, RC": "left_sticks",
            "MLw, MLk": "uma",
            "MLw, JS": "pao_yaku double_wind_fu",
            "MLi, JS, RC": "kiriage",
            "MLk, JS": "kazoe",
            "MLw, MLs": "kan_dora_timing",
            "MLn": f"riichi_points riichi_wall {DRAWS}",
            "PK2": "riichi_ankan",
            "JS": "tenpai_shown nagashi",
            INFERRED: "own_held_waits sanchahou",
        },
        f"{FU_DETAILS} local_yaku pao_scope",
    ),
    "saikyosen": Sources(
        "tenhou",
        {
            "SY22": "tobi uma multiple_ron kyuushu_kyuuhai suufon_renda suucha_riichi",
            "SY22, SY18": YAME,
            "JS": "extension_winds pao_yaku kiriage double_wind_fu kazoe kan_dora_timing riichi_wall tenpai_shown "
            "suukaikan nagashi",
            "N23": "reds",
            INFERRED: "sanchahou",
        },
        f"{FU_DETAILS} local_yaku riichi_ankan fifth_kan pao_scope own_held_waits",
    ),
    "kyokai": Sources("saikyosen", {"JS": "ties left_sticks", "KY, JS": "pao_yaku"}, "rounding"),
    "rmu-a": Sources(
        "tenhou",
        {
            "RM": f"tobi {YAME} start_points ties uma multiple_ron reds own_held_waits {DRAWS} sanchahou kuikae",
            "JS": "extension_winds left_sticks kiriage double_wind_fu kan_dora_timing riichi_wall tenpai_shown nagashi",
            "TY, JS": "pao_yaku",
            "TY": "kazoe",
        },
        f"rounding {FU_DETAILS} local_yaku riichi_ankan",
    ),
    "rmu-b": Sources("rmu-a", {"RM": FIRST_DORA_ONLY}),
    "rmu-m": Sources("rmu-a", {"RM": "start_points uma reds"}),
    "jpml-a": Sources(
        "tenhou",
        {
            "PT, MA": "tobi extension_winds uma uma_by_below reds",
            "JPa, PT": f"{YAME} left_sticks multiple_ron",
            "JN09": "start_points",
            "PT, JS": "ties nagashi",
            "PT, JS, MA": "pao_yaku",
            "JS": "pao_honba tenpai_shown",
            "N23, RX": "double_wind_fu",
            "PT, MA, AM17": "kazoe stacked_yakuman",
            "JPa, MA": FIRST_DORA_ONLY,
            "JPa, PK2": "riichi_wall",
            "N23, PK2": DRAWS,
            INFERRED: "kan_dora_timing sanchahou",
        },
        "rounding pinfu_tsumo open_pinfu_fu local_yaku riichi_points riichi_ankan fifth_kan pao_scope own_held_waits",
    ),
    "jpml-a-2022": Sources(
        "jpml-a",
        {
            "JPa, AM17": "rinshan_pao",
            "N23, RX": "double_wind_fu rinshan_tsumo_fu",
            "JP12": "local_yaku ryuuiisou_needs_green kokushi_robs_ankan",
            "JPa, AM17, MA": "kuikae",
            "JPa, PT": DRAWS,
        },
    ),
    "jpml-b": Sources(
        "tenhou",
        {
            "MA": f"tobi {YAME} extension_winds start_points ties left_sticks uma pao_yaku multiple_ron kiriage kazoe "
            "rinshan_tsumo_fu stacked_yakuman local_yaku reds riichi_points nagashi",
            INFERRED: "sanchahou",
        },
        "rounding double_wind_fu pinfu_tsumo open_pinfu_fu double_yakuman riichi_ankan kokushi_robs_ankan fifth_kan "
        "pao_scope pao_honba noten_pool tenpai_shown own_held_waits",
    ),
    "jpml-wrc": Sources(
        "tenhou",
        {
            "R2": "tenpai_yame start_points ties left_sticks uma pao_yaku pao_honba multiple_ron kiriage "
            f"double_wind_fu kazoe riichi_ankan riichi_wall {DRAWS} nagashi",
            INFERRED: "sanchahou",
        },
        "rounding extension_winds target_points dealer_repeat honba_points kan_dora_timing pinfu_tsumo open_pinfu_fu "
        "rinshan_with_haitei double_yakuman local_yaku kokushi_robs_ankan fifth_kan pao_scope noten_pool tenpai_shown "
        "own_held_waits",
    ),
    "jpml-wrc-3p": Sources(
        "jpml-wrc",
        {
            "R2": "players start_points return_points uma tsumo_loss reds",
            INFERRED: "target_points honba_points noten_pool north",
        },
    ),
    "saikouisen": Sources(
        "tenhou",
        {
            "JS": "tobi extension_winds ties kan_dora_timing reds tenpai_shown",
            "SK09, SK15": f"{YAME} start_points pao_yaku kazoe {DRAWS}",
            "SK15, JS": "left_sticks multiple_ron double_wind_fu nagashi kuikae",
            "SK97, SK15": "uma kiriage riichi_ankan",
            "SK15": "riichi_wall",
            INFERRED: "sanchahou",
        },
        f"rounding {FU_DETAILS} local_yaku fifth_kan own_held_waits",
    ),
    "saikouisen-2022": Sources("saikouisen", {"N23, JS": "stacked_yakuman"}),
    "saikouisen-classic": Sources(
        "saikouisen",
        {"SKC": f"dealer_repeat uma noten_pool kiriage {FIRST_DORA_ONLY} kuikae riichi_ankan"},
        "honba_points stacked_yakuman",
    ),
    "mu": Sources(
        "tenhou",
        {
            "JS": "tobi start_points left_sticks double_wind_fu kazoe stacked_yakuman riichi_wall",
            "MUp": f"{YAME} extension_winds ties uma multiple_ron {FIRST_DORA_ONLY} kan_dora_timing {DRAWS} nagashi",
            "MUp, JS": "honba_points",
            "MUp, AMs": "kuikae riichi_ankan",
            INFERRED: "reds sanchahou",
        },
        f"rounding {FU_DETAILS} pao_scope tenpai_shown own_held_waits",
    ),
    "wrc-2015": Sources(
        "tenhou",
        {
            "TO": "tobi extension_winds pao_honba kan_dora_timing reds kokushi_robs_ankan riichi_ankan sanchahou "
            "local_yaku",
            "WB, TO": f"{YAME} kazoe",
            "TO, WK": f"start_points ties uma stacked_yakuman {DRAWS}",
            "TO, EM": "left_sticks multiple_ron kiriage",
            "TO, MA": "riichi_points nagashi",
        },
        "open_pinfu_fu fifth_kan tenpai_shown own_held_waits",
    ),
    "wrc-2022": Sources(
        "wrc-2015",
        {"RP, RX": "double_wind_fu", "RP, RA": "stacked_yakuman", "RA": "kokushi_robs_ankan"},
        "riichi_ankan pao_scope pao_honba",
    ),
    "wrc-2025": Sources(
        "wrc-2022",
        {"AZ, RA": "kazoe", "QC": "renhou_join tenpai_shown", "QC, RD, RA": "riichi_wall"},
        "pao_scope pao_honba own_held_waits",
    ),
    "ema-2016": Sources(
        "tenhou",
        {
            "EM": f"uma kazoe local_yaku reds {DRAWS} sanchahou nagashi furiten_until chombo",
            "EM, EW": "left_sticks",
            "EW, PT": "tobi ties",
            "PT, MA": f"{YAME} extension_winds start_points",
            "PI": "pao_scope",
            "E16": "pao_honba tenpai_shown",
            "WK, PT, MA": "honba_to sticks_to",
            "EM, PT, MA": "stacked_yakuman",
            "EW, MA": "kan_dora_timing riichi_points",
            "EW": "own_held_waits",
        },
        "riichi_wall riichi_ankan kokushi_robs_ankan pinfu_tsumo open_pinfu_fu fifth_kan",
    ),
    "ema-2025": Sources("ema-2016", {"PT": "kiriage"}, "pao_honba tenpai_shown double_wind_fu"),
    "parlour": Sources(
        "tenhou",
        {
            "P1, P3": f"{YAME} honba_to suucha_riichi",
            "P1, P2": "pao_yaku nagashi",
            "P3, P4": "kiriage double_wind_fu",
            "P4": "kokushi_robs_ankan",
        },
        "uma rounding extension_winds rinshan_tsumo_fu rinshan_with_haitei ryuuiisou_needs_green riichi_ankan "
        "fifth_kan pao_honba rinshan_pao tenpai_shown own_held_waits",
    ),
}
"""The sources of each preset except Tenhou's own."""


def source_of(preset: str, option: str) -> str | None:
    """The codes of the sources of a value, or `INFERRED`; None for a value of Tenhou's rules.

    >>> source_of("rmu-b", "uma"), source_of("m-league", "sanchahou"), source_of("mu", "kuitan")
    ('RM', 'inferred', None)
    """
    while preset in SOURCES:
        sources = SOURCES[preset]
        if codes := sources.by_option().get(option):
            return codes
        preset = sources.base
    return None


def unstated(preset: str) -> tuple[str, ...]:
    """The options of a preset that no source states; they have the values of its base.

    >>> unstated("tenhou-3p")
    ('rinshan_with_haitei', 'pao_scope')
    """
    return tuple(SOURCES[preset].unstated.split()) if preset in SOURCES else ()
