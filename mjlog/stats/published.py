"""Published figures of whole populations, and an archive held against them.

The figures are facts counted by others over large archives; each population states its source and of what kind of
games it speaks, so that an archive is compared only with its own kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from mjlog.stats.dimensions import Tables, Where
from mjlog.stats.overview import population


@dataclass(frozen=True, slots=True, kw_only=True)
class Population:
    """Figures of one population."""

    key: str
    words: str
    source: str
    where: Mapping[str, Any]
    """The games it speaks of, as a filter."""
    figures: Mapping[str, float]
    """Statistic → published value."""


ZYR17: Final = "MajsoulPaipuAnalyzer (zyr17), baseline of all Phoenix games to 2018-12-31; 64,270,360 kyoku of players"

POPULATIONS: Final[dict[str, Population]] = {
    population.key: population
    for population in (
        Population(
            key="houou",
            words="Tenhou Phoenix, four players, to 2018",
            source=ZYR17,
            where={"platform": "tenhou", "room": "鳳", "players": 4},
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
                "riichi_deal_in_rate": 0.1425,
                "riichi_income": 2279,
                "furiten_riichi_rate": 0.0076,
                "first_riichi_rate": 0.8364,
                "chase_rate": 0.1636,
                "chased_rate": 0.1715,
                "calls_2_rate": 0.1404,
                "calls_3_rate": 0.0253,
                "calls_4_rate": 0.0005,
                "call_win_rate": 0.2875,
                "call_deal_in_rate": 0.1359,
                "kans_per_kyoku": 0.0202,
                "daiminkan_per_kyoku": 0.0018,
                "ankan_per_kyoku": 0.0107,
                "kakan_per_kyoku": 0.0077,
                "deal_in_value@zyr17": 5023,
                "deal_in_riichi_share": 0.1853,
                "deal_in_open_share": 0.3785,
                "deal_in_shanten": 0.7625,
                "dealer_hit_rate@zyr17": 0.3888,
                "value_3900_share": 0.666,
                "value_7700_share": 0.379,
                "value_11600_share": 0.152,
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
            words="Tenhou Phoenix, four players, east games, to 2018",
            source=ZYR17,
            where={"platform": "tenhou", "room": "鳳", "players": 4, "length": "east"},
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
                "riichi_deal_in_rate": 0.1448,
                "riichi_income": 2222,
                "first_riichi_rate": 0.8484,
                "chase_rate": 0.1516,
                "chased_rate": 0.1583,
                "deal_in_value@zyr17": 4791,
            },
        ),
        Population(
            key="houou-hanchan",
            words="Tenhou Phoenix, four players, hanchan, to 2018",
            source=ZYR17,
            where={"platform": "tenhou", "room": "鳳", "players": 4, "length": "hanchan"},
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
                "riichi_deal_in_rate": 0.1420,
                "riichi_income": 2290,
                "first_riichi_rate": 0.8340,
                "chase_rate": 0.1660,
                "chased_rate": 0.1741,
                "deal_in_value@zyr17": 5078,
            },
        ),
        Population(
            key="houou-hanchan-2016",
            words="Tenhou Phoenix, four players, hanchan with red fives, 2016",
            source="kobalab, 159,798 games, 1,710,645 kyoku",
            where={"platform": "tenhou", "room": "鳳", "players": 4, "length": "hanchan"},
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
            words="Tenhou Phoenix, four players, 2018",
            source="mahjong-lurker, 1,849,142 kyoku, 1,560,585 wins",
            where={"platform": "tenhou", "room": "鳳", "players": 4},
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
    )
}
"""Every population by key."""


def compare(ds: Tables, key: str = "houou", where: Where | None = None) -> pd.DataFrame:
    """An archive beside a published population: each statistic, the published value, and whether the interval holds it.

    By default only the archive's games of the population's kind are taken; `where` replaces that filter. One statistic
    in twenty is expected outside its 95 % interval.
    """
    published = POPULATIONS[key]
    frame = population(ds, stats=published.figures, where=published.where if where is None else where)
    value = frame["statistic"].map(published.figures)
    inside = (frame["low"] <= value) & (value <= frame["high"])
    return frame.assign(published=value, difference=frame["value"] - value, inside=inside.where(frame["n"] > 0))
