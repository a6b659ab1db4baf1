"""Presets: the rule sets in use, each as its difference from another, with sources.

The values come from the organisations' own texts where those could be read, else from other descriptions;
`mjlog.rules.preset_sources` gives the source of each value, and names the options that no source states. These are as
in the parent set. Sets that changed over the years carry the year.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, Literal

from mjlog.errors import Fault, LogError
from mjlog.rules.association_presets import (
    EMA_2016,
    EMA_2025,
    JPML_A,
    JPML_A_2022,
    JPML_B,
    JPML_WRC,
    JPML_WRC_3P,
    KYOKAI,
    M_LEAGUE,
    MU,
    RMU_A,
    RMU_B,
    RMU_M,
    SAIKOUISEN,
    SAIKOUISEN_2022,
    SAIKOUISEN_CLASSIC,
    SAIKYOSEN,
    WRC_2015,
    WRC_2022,
    WRC_2025,
)
from mjlog.rules.preset_options import PAO_OF_THREE, THREE_PLAYERS, Options, uma_of
from mjlog.rules.ruleset import DOUBLE_FORMS, RuleSet

# -- Tenhou: the site's manual with its list of changes (copy of 2020), and genuine logs of 2009-2023.

TENHOU: Final = RuleSet()
"""Tenhou, ranked four-player hanchan, red fives, open tanyao."""
TENHOU_3P: Final = replace(
    TENHOU,
    name="tenhou-3p",
    **THREE_PLAYERS,
    start_points=35_000,
    return_points=40_000,
    target_points=40_000,
    uma=uma_of(20, 0, -20),
)
"""Tenhou, ranked three-player hanchan: no chi, norths pulled, tsumo loss."""
TENHOU_CHANGES: Final[tuple[tuple[date, Options], ...]] = (
    (date(2007, 3, 1), {"two_han_honba": 5, "pao_yaku": PAO_OF_THREE}),
    (date(2007, 7, 17), {"reds": ("5m", "5p", "5p", "5s")}),
    (date(2007, 11, 29), {"kuikae": "free"}),
    (date(2009, 7, 4), {"extension_winds": 2}),
    (date(2009, 8, 1), {"uma": uma_of(10, 5, -5, -10)}),
    (date(2010, 6, 1), {"tenpai_yame": "none"}),
    (date(2022, 1, 14), {"rounding": "half"}),
)
"""The options that held at Tenhou before each day. All but the last from the manual's list of changes (its "up to a
second north round" read as two winds; the uma is that of east-only games). The last is inferred from the results in
logs: whole points in every ranked game up to 2022-01-13, tenths in every one from 2022-01-31 on, none seen between."""


def tenhou(
    *,
    players: Literal[3, 4] = 4,
    red: bool = True,
    kuitan: bool = True,
    east_only: bool = False,
    chips: Literal[0, 2, 5] = 0,
    day: date | None = None,
) -> RuleSet:
    """Give Tenhou's rules for a ranked room or one with chips of 2,000 or 5,000, on a day in Japan or as they are now.

    >>> tenhou(east_only=True, day=date(2009, 3, 1)).uma
    (10000, 5000, -5000, -10000)
    >>> tenhou(players=3, kuitan=False, day=date(2020, 1, 1)).name
    'tenhou-3p-nokuitan-until-2022-01-13'
    """
    rules = TENHOU_3P if players == 3 else TENHOU
    words, options = [rules.name], dict[str, Any]()
    if not red:
        words.append("nored")
        options["reds"] = ()
    if not kuitan:
        words.append("nokuitan")
        options["kuitan"] = False
    if east_only:
        words.append("east")
        options["length"] = "east"
    if chips:
        words.append(f"chips{chips}")
        options |= _CHIP_ROOM
        if players == 4:
            options |= _CHIP_ROOM_4P | (_CHIPS_5 if chips == 5 else {})
    kept = {"reds": red and players == 4, "uma": east_only and players == 4 and not chips}
    past = [(end, {k: v for k, v in then.items() if kept.get(k, True)}) for end, then in TENHOU_CHANGES]
    past = [(end, then) for end, then in past if then and day and day < end]
    if past:
        words.append(f"until-{past[0][0] - timedelta(days=1)}")
    for _, then in past:
        options |= then
    return replace(rules, **options, name="-".join(words))


_CHIP_ROOM: Final[Options] = {
    "kiriage": True,
    "kan_dora_timing": "at_once",
    "note": "From three logs: kiriage was seen at 30 fu 4 han only, an open kan's indicator (at once) once. "
    "Chips are not counted.",
}
_CHIP_ROOM_4P: Final[Options] = {"uma": uma_of(30, 10, -10, -30)}
_CHIPS_5: Final[Options] = {"honba_points": 1_500}
"""One log: a ron at honba 1 brought 1,500 more. In three-player that does not split evenly and stays unknown."""

# -- Mahjong Soul: the game's switches and notices, riichi.wiki (2020), RiichiEnv's rule page.

MAHJONG_SOUL: Final = replace(
    TENHOU,
    name="mahjong-soul",
    return_points=25_000,
    uma=uma_of(15, 5, -5, -15),
    kan_dora_timing="after_discard",
    double_yakuman=DOUBLE_FORMS,
    tenhou_kokushi_13=True,
    tenhou_suuankou_tanki=True,
    tenhou_junsei_chuuren=True,
    kokushi_robs_ankan=True,
    sanchahou="off",
    pao_scope="yaku",
)
"""Mahjong Soul, ranked four-player. Dealt yakuman are raised: first document, tenhou; InjusticeJudge, issue 19."""
MAHJONG_SOUL_3P: Final = replace(
    MAHJONG_SOUL,
    name="mahjong-soul-3p",
    **THREE_PLAYERS,
    start_points=35_000,
    return_points=35_000,
    target_points=40_000,
    uma=uma_of(15, 0, -15),
)
"""Mahjong Soul, ranked three-player."""
MAHJONG_SOUL_ROOM: Final = replace(
    MAHJONG_SOUL,
    name="mahjong-soul-room",
    note="A friend room before anything is switched: points, uma and nearly every rule are set by the host.",
)
"""Mahjong Soul, friend room with everything as preset."""

# -- Riichi City: one source only, the presets of riichi_advanced.

RIICHI_CITY: Final = replace(
    TENHOU,
    name="riichi-city",
    note="Known from one implementation, which is doubtful in double yakuman and kokushi on a closed kan.",
    return_points=25_000,
    uma=uma_of(30, 10, -10, -30),
    double_yakuman=DOUBLE_FORMS,
    kokushi_robs_ankan=True,
    rinshan_pao="unless_furiten",
)
"""Riichi City, ranked four-player."""
RIICHI_CITY_3P: Final = replace(
    RIICHI_CITY,
    **THREE_PLAYERS,
    name="riichi-city-3p",
    note="Only the uma is known; points as at Mahjong Soul.",
    start_points=35_000,
    return_points=35_000,
    target_points=40_000,
    uma=uma_of(20, 0, -20),
)
"""Riichi City, ranked three-player."""

# -- Parlours: what five published house rules agree on.

PARLOUR: Final = replace(
    TENHOU,
    name="parlour",
    note="Uma, rounding, extension, triple ron, counted and double yakuman and renhou vary from house to house.",
    agari_yame="optional",
    tenpai_yame="optional",
    honba_to="all",
    double_wind_fu=2,
    kiriage=True,
    nagashi="win",
    kokushi_robs_ankan=True,
    suucha_riichi="off",
    pao_yaku=PAO_OF_THREE,
)
"""A common parlour (ari-ari)."""

PRESETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            TENHOU,
            tenhou(east_only=True),
            tenhou(red=False),
            tenhou(red=False, kuitan=False),
            tenhou(chips=2),
            tenhou(east_only=True, chips=5),
            TENHOU_3P,
            tenhou(players=3, east_only=True),
            MAHJONG_SOUL,
            MAHJONG_SOUL_3P,
            MAHJONG_SOUL_ROOM,
            RIICHI_CITY,
            RIICHI_CITY_3P,
            M_LEAGUE,
            SAIKYOSEN,
            KYOKAI,
            RMU_A,
            RMU_B,
            RMU_M,
            JPML_A,
            JPML_A_2022,
            JPML_B,
            JPML_WRC,
            JPML_WRC_3P,
            SAIKOUISEN,
            SAIKOUISEN_2022,
            SAIKOUISEN_CLASSIC,
            MU,
            WRC_2015,
            WRC_2022,
            WRC_2025,
            EMA_2016,
            EMA_2025,
            PARLOUR,
        )
    }
)
"""Every preset by its name."""


def preset(name: str) -> RuleSet:
    """The preset of that name.

    >>> preset("m-league").kiriage
    True
    >>> preset("mleague")
    Traceback (most recent call last):
    ...
    mjlog.errors.LogError: no preset 'mleague'; nearest: m-league [bad-rules]
    >>> preset("wrc")
    Traceback (most recent call last):
    ...
    mjlog.errors.LogError: no preset 'wrc'; nearest: jpml-wrc, jpml-wrc-3p, wrc-2015, wrc-2022, wrc-2025 [bad-rules]
    """
    if name in PRESETS:
        return PRESETS[name]
    near = [known for known in PRESETS if name and name in known] or get_close_matches(name, PRESETS, n=3)
    there_are = f"nearest: {', '.join(near)}" if near else f"there are {', '.join(PRESETS)}"
    raise LogError(Fault.BAD_RULES, f"no preset {name!r}; {there_are}")
