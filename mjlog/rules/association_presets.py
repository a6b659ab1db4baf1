"""Presets of leagues and associations, each as its difference from another, with sources.

`mjlog.rules.presets` has the others, and all of them by name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.rules.preset_options import (
    FIRST_DORA_ONLY,
    FROM_30_000,
    LEAGUE,
    NO_ABORTIVE_DRAWS,
    PAO_OF_THREE,
    PLAY_AS_PLANNED,
    RENHOU_MANGAN,
    THREE_PLAYERS,
    uma_of,
)
from mjlog.rules.ruleset import RuleSet

# -- M-League: summaries of its official rules (majannavi, k-bys.work, riichi.wiki, mahjong-space); jansou for details.

M_LEAGUE: Final = replace(
    RuleSet(),
    **LEAGUE,
    name="m-league",
    note="Known from summaries; the official text was not read.",
    uma=uma_of(30, 10, -10, -30),
    ties="share",
    left_sticks="split",
    riichi_points="any",
    riichi_ankan="same_reading",
    pao_yaku=PAO_OF_THREE,
    own_held_waits="all_noten",
)
"""M-League."""

# -- Saikyosen (mahjong-saikyosen.com 2022), Kyokai (Wikipedia, copies of its rules), RMU (rmu.jp); jansou for details.

SAIKYOSEN: Final = replace(
    RuleSet(),
    **LEAGUE,
    name="saikyosen",
    note="Riichi and kan details from one implementation.",
    uma=uma_of(30, 10, -10, -30),
    reds=(),
    pao_yaku=PAO_OF_THREE,
)
"""Saikyosen, since 2018 without agari-yame."""
KYOKAI: Final = replace(
    SAIKYOSEN,
    name="kyokai",
    note="Details from one implementation.",
    ties="share",
    left_sticks="lost",
    pao_yaku=frozenset(),
)
"""Nihon Pro Mahjong Kyokai."""
RMU_A: Final = replace(
    RuleSet(),
    **LEAGUE,
    **FROM_30_000,
    name="rmu-a",
    note="Counted yakuman: none by one description, one by another.",
    uma=uma_of(15, 5, -5, -15),
    reds=(),
    ties="share",
    left_sticks="lost",
    pao_yaku=frozenset(),
    kuikae="dead_hand",
    own_held_waits="all_noten",
)
"""RMU, A rules."""
RMU_B: Final = replace(RMU_A, **FIRST_DORA_ONLY, name="rmu-b")
"""RMU, B rules: no ippatsu, no ura, no kan dora."""
RMU_M: Final = replace(
    RMU_A,
    name="rmu-m",
    start_points=25_000,
    uma=uma_of(30, 10, -10, -30),
    reds=RuleSet().reds,
)
"""RMU, M rules."""

# -- Renmei (JPML): its page of 2012, comparisons of 2022-23, Pantheon, mahjong-api; ron2.jp for its online rules.

JPML_A: Final = replace(
    RuleSet(),
    **LEAGUE | {"kiriage": False, "riichi_wall": 1},
    **FROM_30_000,
    **FIRST_DORA_ONLY,
    name="jpml-a",
    note="One implementation stacks yakuman.",
    uma=uma_of(8, 4, -4, -8),
    uma_by_below=tuple(
        uma_of(*row) for row in ((8, 4, -4, -8), (8, 3, 1, -12), (8, 4, -4, -8), (12, -1, -3, -8), (8, 4, -4, -8))
    ),
    reds=(),
    ties="share",
    left_sticks="lost",
    stacked_yakuman=False,
    pao_yaku=PAO_OF_THREE,
    pao_honba="discarder",
)
"""JPML, A rules since 2023."""
JPML_A_2022: Final = replace(
    JPML_A,
    **RENHOU_MANGAN,
    name="jpml-a-2022",
    note="Renhou and green in ryuuiisou from a text of 2012; the dealer is taken to repeat after abortive draws.",
    double_wind_fu=4,
    rinshan_tsumo_fu=False,
    kuikae="same_tile_forbidden",
    kokushi_robs_ankan=True,
    ryuuiisou_needs_green=True,
    rinshan_pao="always",
    kyuushu_kyuuhai="repeat",
    suufon_renda="repeat",
    suucha_riichi="repeat",
    suukaikan="repeat",
)
"""JPML, A rules until 2022."""
JPML_B: Final = replace(
    RuleSet(),
    **PLAY_AS_PLANNED,
    **FROM_30_000,
    **RENHOU_MANGAN,
    name="jpml-b",
    note="As one implementation had it about 2023.",
    uma=uma_of(15, 5, -5, -15),
    reds=(),
    ties="share",
    left_sticks="lost",
    kiriage=True,
    kazoe="sanbaiman",
    stacked_yakuman=False,
    rinshan_tsumo_fu=False,
    nagashi="off",
    riichi_points="any",
    multiple_ron="head_bump",
    sanchahou="off",
    pao_yaku=PAO_OF_THREE,
)
"""JPML, B rules before 2023."""
JPML_WRC: Final = replace(
    RuleSet(),
    **LEAGUE
    | {"tobi": "below_zero", "agari_yame": "automatic", "extension_winds": 1}
    | {"kan_dora_timing": "before_discard", "tenpai_shown": "automatic"},
    **FROM_30_000,
    name="jpml-wrc",
    note="Its online form.",
    uma=uma_of(15, 5, -5, -15),
    ties="share",
    left_sticks="lost",
    riichi_ankan="same_reading",
    pao_yaku=PAO_OF_THREE,
    pao_honba="discarder",
)
"""JPML, its WRC rules as played online."""
JPML_WRC_3P: Final = replace(
    JPML_WRC,
    **THREE_PLAYERS | {"riichi_wall": JPML_WRC.riichi_wall},
    name="jpml-wrc-3p",
    note="Only points, uma, red fives and tsumo are known.",
    start_points=40_000,
    return_points=40_000,
    target_points=40_000,
    uma=uma_of(10, 0, -10),
    tsumo_loss="as_ron",
)
"""JPML, three-player online."""

# -- Saikouisen (its notice of 1997, rule copies of 2014-15, its page on Classic), Mu (mj-king.net).

SAIKOUISEN: Final = replace(
    RuleSet(),
    **LEAGUE,
    **FROM_30_000,
    name="saikouisen",
    uma=uma_of(30, 10, -10, -30),
    reds=(),
    ties="share",
    left_sticks="lost",
    kuikae="dead_hand",
    riichi_ankan="same_reading",
    pao_yaku=frozenset(),
)
"""Saikouisen since 2023, when yakuman began to stack."""
SAIKOUISEN_2022: Final = replace(SAIKOUISEN, name="saikouisen-2022", stacked_yakuman=False)
"""Saikouisen from 1997 to 2022."""
SAIKOUISEN_CLASSIC: Final = replace(
    SAIKOUISEN,
    **FIRST_DORA_ONLY,
    name="saikouisen-classic",
    uma=uma_of(12, 4, -4, -12),
    kiriage=False,
    dealer_repeat="win",
    noten_pool=0,
    riichi_ankan="none",
    kuikae="free",
)
"""Saikouisen Classic."""
MU: Final = replace(
    RuleSet(),
    **LEAGUE | {"kiriage": False, "tenpai_shown": "automatic"},
    **FROM_30_000,
    **FIRST_DORA_ONLY,
    name="mu",
    note="Noten payments are 3,000 in its text and none in one implementation.",
    uma=uma_of(12, 4, -4, -12),
    reds=(),
    ties="share",
    left_sticks="lost",
    honba_points=0,
    stacked_yakuman=False,
    kuikae="free",
    riichi_ankan="none",
)
"""Mu."""

# -- WRC (rule book of 2015, lists of its changes) and EMA (announcement of 2016, Pantheon).

WRC_2015: Final = replace(
    RuleSet(),
    **LEAGUE | {"double_wind_fu": 4, "riichi_wall": 4, "tenpai_shown": "automatic"},
    **FROM_30_000,
    **RENHOU_MANGAN,
    name="wrc-2015",
    uma=uma_of(15, 5, -5, -15),
    reds=(),
    ties="share",
    left_sticks="lost",
    stacked_yakuman=False,
    kokushi_robs_ankan=True,
    riichi_points="any",
    riichi_ankan="same_reading",
    pao_honba="discarder",
)
"""World Riichi Championship, 2015 and 2017."""
WRC_2022: Final = replace(
    WRC_2015,
    name="wrc-2022",
    note="One implementation has pao of suukantsu, another does not.",
    double_wind_fu=2,
    stacked_yakuman=True,
    kokushi_robs_ankan=False,
)
"""World Riichi Championship, 2022."""
WRC_2025: Final = replace(
    WRC_2022,
    name="wrc-2025",
    note="Counted yakuman by two descriptions; red fives, nagashi, tobi are optional modules.",
    riichi_wall=0,
    kazoe="yakuman",
    renhou_join="alone",
    tenpai_shown="may_hide",
)
"""World Riichi Championship, 2025."""
EMA_2016: Final = replace(
    RuleSet(),
    **PLAY_AS_PLANNED,
    **NO_ABORTIVE_DRAWS,
    **FROM_30_000,
    **RENHOU_MANGAN,
    name="ema-2016",
    uma=uma_of(15, 5, -5, -15),
    reds=(),
    ties="share",
    left_sticks="split",
    chombo="after_game",
    honba_to="all",
    sticks_to="own_back",
    kan_dora_timing="at_once",
    kazoe="sanbaiman",
    stacked_yakuman=False,
    nagashi="off",
    riichi_points="any",
    furiten_until="draw",
    pao_scope="yaku",
    pao_honba="discarder",
    tenpai_shown="may_hide",
    own_held_waits="all_noten",
)
"""European Mahjong Association, 2016: 3.3.9 (only the discarder pays for counters), 3.4.2 (players who do not show)."""
EMA_2025: Final = replace(
    EMA_2016, name="ema-2025", note="Known from one implementation; all else as in 2016.", kiriage=True
)
"""European Mahjong Association, 2025."""
