"""Published figures of whole populations, and known reasons why other games differ from them.

The figures were counted by others over large archives. Each population has its source and a filter for its kind of
games, so that only the same kind is compared. Definitions of figures by zyr17 are those of `analyzer.cpp` and
`PAADData.json` of MajsoulPaipuAnalyzer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A reason why games of some kind differ from a population, with the statistics it raises and lowers."""

    text: str
    years: tuple[int, int] | None = None
    """First and last year it applies to; None for all."""
    east: Literal["more", "less"] | None = None
    """Applies to data sets with a larger or smaller share of east games than the population."""
    higher: frozenset[str] = field(default_factory=frozenset)
    """Statistics, without variants."""
    lower: frozenset[str] = field(default_factory=frozenset)
    """Statistics, without variants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Figures of one population."""

    key: str
    title: str
    source: str
    where: Mapping[str, Any]
    """The filter for its games."""
    figures: Mapping[str, float]
    """Statistic → published value."""
    east_share: float | None = None
    """Share of kyoku in east games, if it has both lengths."""
    reasons: tuple[Reason, ...] = ()
    """Known differences of other years and lengths."""


ZYR17: Final = "MajsoulPaipuAnalyzer (zyr17), baseline of all Phoenix games to 2018-12-31; 64,270,360 kyoku of players"
PHOENIX: Final[dict[str, Any]] = {"platform": "tenhou", "room": "鳳", "players": 4}
TO_2018: Final = tuple(range(2006, 2019))

MORE_RIICHI: Final = frozenset(
    (
        "riichi_rate", "riichi_win_share", "riichi_share", "win_value", "win_turn", "chase_rate", "chased_rate",
        "deal_in_value", "deal_in_riichi_share", "riichi_income", "value_3900_share", "value_7700_share",
        "value_11600_share", "all_dora_tiles", "tsumo_share", "tsumo_hit_rate", "dealer_hit_rate", "riichi_turn",
        "ura_tiles", "tenpai_at_draw",
    )
)  # fmt: skip
"""Higher where players declare more riichi and call less: riichi wins are later, larger and more often by tsumo."""
FEWER_CALLS: Final = frozenset(
    (
        "call_rate", "open_win_share", "first_riichi_rate", "calls_2_rate", "calls_3_rate", "deal_in_open_share",
        "deal_in_rate", "call_deal_in_rate",
    )
)  # fmt: skip
"""Lower where players declare more riichi and call less."""
LATER: Final = (
    Reason(
        years=(2019, 2099),
        text=(
            "later years have more riichi and fewer calls: 16.8 and 34.7 % of Phoenix hanchan kyoku to 2018, 17.0 and "
            "34.4 % in 2016, 18.0 and 32.8 % in 613 games of 2019-22; riichi are 38.6 % of wins to 2018, 39.9 % in "
            "2018, 41.2 % in those games"
        ),
        higher=MORE_RIICHI,
        lower=FEWER_CALLS,
    ),
)
EARLY: Final = (
    Reason(
        years=(2006, 2009),
        text=(
            "the early Phoenix table was played differently: in 176 east games of March 2009 riichi 17.9, calls 34.3 % "
            "of kyoku, riichi 41.1 % of wins; in 99 east games of 2011-22, by the same definitions, 16.8, 35.8 and "
            "36.4 %; in all east games to 2018 15.3, 38.8 and 34.7 %"
        ),
        higher=MORE_RIICHI,
        lower=FEWER_CALLS | {"dama_win_share"},
    ),
)

EAST_HIGHER: Final = frozenset(
    ("win_rate", "deal_in_rate", "call_rate", "tenpai_at_draw", "open_win_share", "dama_win_share", "riichi_win_rate",
     "riichi_deal_in_rate", "first_riichi_rate")
)  # fmt: skip
"""Higher in the published figures of east games than in those of hanchan."""
EAST_LOWER: Final = frozenset(
    ("tsumo_share", "riichi_rate", "draw_rate", "riichi_win_share", "win_value", "win_turn", "ippatsu_rate",
     "riichi_turn", "riichi_income", "chase_rate", "chased_rate", "deal_in_value", "deal_in_shanten", "good_wait_rate")
)  # fmt: skip
"""Lower in east games; the shanten at a deal-in was measured on genuine games: 0.64, in hanchan 0.76."""
LENGTHS: Final = (
    Reason(
        east="more",
        text=(
            "more kyoku of east games than the population; at a deal-in the hand is 0.64 shanten there, in hanchan "
            "0.76, and the published figures of both lengths show the other differences"
        ),
        higher=EAST_HIGHER,
        lower=EAST_LOWER,
    ),
    Reason(
        east="less",
        text="fewer kyoku of east games than the population; its published figures of both lengths differ like this",
        higher=EAST_LOWER,
        lower=EAST_HIGHER,
    ),
)

POPULATIONS: Final[dict[str, Population]] = {
    population.key: population
    for population in (
        Population(
            key="houou",
            title="Tenhou Phoenix, four players, to 2018",
            source=ZYR17,
            where=PHOENIX | {"year": TO_2018},
            east_share=0.18,
            reasons=(*EARLY, *LATER, *LENGTHS),
            figures={
                "win_rate": 0.2117,
                "tsumo_share": 0.3988,
                "deal_in_rate@zyr17": 0.1273,
                "riichi_rate": 0.1655,
                "call_rate": 0.3546,
                "draw_rate@zyr17": 0.1479,
                "tenpai_at_draw@zyr17": 0.4358,
                "dealer_win_rate": 0.2336,
                "tsumo_hit_rate": 0.2533,
                "riichi_win_share": 0.3789,
                "open_win_share": 0.4816,
                "dama_win_share": 0.1395,
                "win_value": 5557,
                "win_value@zyr17": 6480,
                "win_turn@zyr17": 10.97,
                "ippatsu_rate": 0.1853,
                "ura_tiles": 0.414,
                "riichi_turn": 8.79,
                "riichi_win_rate": 0.4847,
                "riichi_deal_in_rate@zyr17": 0.1425,
                "riichi_income@zyr17": 2279,
                "good_wait_rate@zyr17": 0.6838,
                "good_wait_win_rate@zyr17": 0.5264,
                "bad_wait_win_rate@zyr17": 0.3944,
                "good_wait_income@zyr17": 2757,
                "bad_wait_income@zyr17": 1244,
                "furiten_riichi_rate": 0.0076,
                "first_riichi_rate": 0.8364,
                "chase_rate": 0.1636,
                "chased_rate@zyr17": 0.1715,
                "calls_2_rate": 0.1404,
                "calls_3_rate": 0.0253,
                "calls_4_rate": 0.0005,
                "call_win_rate": 0.2875,
                "call_deal_in_rate@zyr17": 0.1359,
                "kans_per_kyoku": 0.0202,
                "daiminkan_per_kyoku": 0.0018,
                "ankan_per_kyoku": 0.0107,
                "kakan_per_kyoku": 0.0077,
                "deal_in_value@zyr17": 5023,
                "deal_in_riichi_share@zyr17": 0.1853,
                "deal_in_open_share@zyr17": 0.3785,
                "deal_in_shanten@zyr17": 0.7625,
                "dealer_hit_rate@zyr17": 0.3888,
                "value_3900_share@zyr17": 0.666,
                "value_7700_share@zyr17": 0.379,
                "value_11600_share@zyr17": 0.152,
                "dora_tiles": 0.5603,
                "red_tiles": 0.5045,
                "all_dora_tiles": 1.222,
                "flush_share": 0.0477,
                "tanyao_share": 0.2317,
                "pinfu_share": 0.1935,
                "chiitoitsu_share": 0.0257,
            },
        ),
        Population(
            key="houou-east",
            title="Tenhou Phoenix, four players, east games, to 2018",
            source=ZYR17,
            where=PHOENIX | {"year": TO_2018, "length": "east"},
            reasons=(*EARLY, *LATER),
            figures={
                "win_rate": 0.2158,
                "tsumo_share": 0.3865,
                "deal_in_rate@zyr17": 0.1324,
                "riichi_rate": 0.1528,
                "call_rate": 0.3875,
                "draw_rate@zyr17": 0.1320,
                "tenpai_at_draw@zyr17": 0.4509,
                "riichi_win_share": 0.3469,
                "open_win_share": 0.5117,
                "dama_win_share": 0.1414,
                "win_value": 5274,
                "win_value@zyr17": 6100,
                "win_turn@zyr17": 10.90,
                "ippatsu_rate": 0.1827,
                "riichi_turn": 8.64,
                "riichi_win_rate": 0.4898,
                "riichi_deal_in_rate@zyr17": 0.1448,
                "riichi_income@zyr17": 2222,
                "good_wait_rate@zyr17": 0.6696,
                "first_riichi_rate": 0.8484,
                "chase_rate": 0.1516,
                "chased_rate@zyr17": 0.1583,
                "deal_in_value@zyr17": 4791,
            },
        ),
        Population(
            key="houou-hanchan",
            title="Tenhou Phoenix, four players, hanchan, to 2018",
            source=ZYR17,
            where=PHOENIX | {"year": TO_2018, "length": "hanchan"},
            reasons=LATER,
            figures={
                "win_rate": 0.2108,
                "tsumo_share": 0.4016,
                "deal_in_rate@zyr17": 0.1261,
                "riichi_rate": 0.1683,
                "call_rate": 0.3473,
                "draw_rate@zyr17": 0.1514,
                "tenpai_at_draw@zyr17": 0.4329,
                "riichi_win_share": 0.3862,
                "open_win_share": 0.4747,
                "dama_win_share": 0.1391,
                "win_value": 5621,
                "win_value@zyr17": 6567,
                "win_turn@zyr17": 10.99,
                "ippatsu_rate": 0.1858,
                "riichi_turn": 8.82,
                "riichi_win_rate": 0.4836,
                "riichi_deal_in_rate@zyr17": 0.1420,
                "riichi_income@zyr17": 2290,
                "good_wait_rate@zyr17": 0.6867,
                "first_riichi_rate": 0.8340,
                "chase_rate": 0.1660,
                "chased_rate@zyr17": 0.1741,
                "deal_in_value@zyr17": 5078,
            },
        ),
        Population(
            key="houou-hanchan-2016",
            title="Tenhou Phoenix, four players, hanchan with red fives, 2016",
            source="kobalab, 159,798 games, 1,710,645 kyoku",
            where=PHOENIX | {"year": 2016, "length": "hanchan"},
            reasons=LATER,
            figures={
                "win_rate": 0.211,
                "draw_rate": 0.162,
                "deal_in_rate": 0.125,
                "riichi_rate": 0.170,
                "call_rate": 0.344,
                "win_value@kobalab": 5647,
                "ippatsu_rate": 0.187,
                "ura_tiles": 0.415,
                "kyoku_per_game": 10.71,
                "haipai_shanten": 3.58,
            },
        ),
        Population(
            key="houou-2018",
            title="Tenhou Phoenix, four players, 2018",
            source="mahjong-lurker, 1,849,142 kyoku, 1,560,585 wins",
            where=PHOENIX | {"year": 2018},
            reasons=LATER,
            figures={
                "draw_rate": 0.161,
                "riichi_share": 0.3987,
                "ippatsu_share": 0.0760,
                "pinfu_share": 0.2015,
                "tanyao_share": 0.2279,
                "chiitoitsu_share": 0.0271,
                "toitoi_share": 0.0166,
                "honitsu_share": 0.0457,
                "daisangen_share": 0.000174,
                "suuankou_share": 0.000323,
                "kokushi_share": 0.000211,
            },
        ),
        Population(
            key="houou-2011",
            title="Tenhou Phoenix, four players, 2011",
            source="taopp",
            where=PHOENIX | {"year": 2011},
            figures={"draw_rate@zyr17": 0.1467},
        ),
    )
}
"""Every population by key."""
THEORY: Final = {"theory": 4, "theory-3p": 3}
"""Number of players of each population of exact chances."""
COMPARED: Final = (*THEORY, *POPULATIONS)
"""Everything that a data set can be compared with."""
