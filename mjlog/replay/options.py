"""The rule options that a replay reads, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from mjlog.rules.rule_options import number_of
from mjlog.rules.ruleset import RuleSet

AT_ONCE: Final = number_of("kan_dora_timing", "at_once")
BEFORE_DISCARD: Final = number_of("kan_dora_timing", "before_discard")
AFTER_DISCARD: Final = number_of("kan_dora_timing", "after_discard")
NEVER: Final = -1
"""Kan dora do not exist."""
FREE: Final = number_of("kuikae", "free")
SAME_TILE: Final = number_of("kuikae", "same_tile_forbidden")
DEAD_HAND: Final = number_of("kuikae", "dead_hand")
TENPAI: Final = number_of("own_held_waits", "tenpai")
ALL_NOTEN: Final = number_of("own_held_waits", "all_noten")
NO_ANKAN: Final = number_of("riichi_ankan", "none")
SAME_READING: Final = number_of("riichi_ankan", "same_reading")
ANY_POINTS: Final = -(2**31)
"""Points needed for riichi where any are enough."""


class Options(NamedTuple):
    """One rule set; yes and no are 1 and 0."""

    players: int
    live: int
    """Tiles of the live wall."""
    refilled: int
    """A replacement tile shortens the live wall."""
    kuikae: int
    """Number of the option's word, as are the next ones with constants above."""
    riichi_points: int
    riichi_wall: int
    riichi_ankan: int
    furiten_riichi: int
    """Riichi may be declared in furiten."""
    fifth_kan: int
    """A fifth kan is a draw if one other seat has all four."""
    kan_dora: int
    """Number of the option `kan_dora_timing`, or `NEVER`."""
    n_dora: int
    """Number of turned indicators that count: 0, 1 or 5."""
    n_ura: int
    """Number of ura indicators that count: 0, 1 or 5."""
    furiten_until_draw: int
    """Same-turn furiten ends with the next draw or call, not only with the next discard."""
    own_held: int
    tsubame_skips: int
    """Only the tile that declared riichi counts for tsubame-gaeshi, not one that replaces it."""
    tenpai_may_hide: int
    """A tenpai hand not in riichi need not be shown at an exhaustive draw."""
    kita: int
    """A north may be set aside."""
    kita_ron: int
    kita_drawn: int
    """Only a north that was just drawn may be set aside."""
    kita_furiten: int
    """A north set aside counts as discarded."""
    kokushi_ankan: int
    """Kokushi robs a closed kan."""
    open_riichi: int
    """A riichi may be open."""
    old_suukantsu: int
    """The discard after the fourth own kan wins once it has passed."""
    max_rons: int
    nagashi: int
    kyuushu: int
    suufon: int
    suufon_west: int
    """Only four wests are suufon renda."""
    suukaikan: int
    suucha: int
    sanchahou: int
    foul_draw: int

    @classmethod
    def of(cls, rules: RuleSet) -> Options:
        """The options of a rule set."""
        four = rules.players == 4
        return cls(
            players=rules.players,
            live=(136 if four else 108) - 13 * rules.players - rules.dead_wall,
            refilled=rules.dead_wall == 14,
            kuikae=number_of("kuikae", rules.kuikae),
            riichi_points=1000 if rules.riichi_points == "thousand" else ANY_POINTS,
            riichi_wall=rules.riichi_wall,
            riichi_ankan=number_of("riichi_ankan", rules.riichi_ankan),
            furiten_riichi=rules.furiten_riichi,
            fifth_kan=rules.fifth_kan == "draw",
            kan_dora=number_of("kan_dora_timing", rules.kan_dora_timing) if rules.kan_dora else NEVER,
            n_dora=_n_counted(rules.dora, rules.kan_dora),
            n_ura=_n_counted(rules.ura_dora, rules.kan_ura_dora),
            furiten_until_draw=rules.furiten_until == "draw",
            own_held=number_of("own_held_waits", rules.own_held_waits),
            tsubame_skips=rules.tsubame_skips_replaced,
            tenpai_may_hide=rules.tenpai_shown == "may_hide",
            kita=rules.north == "kita",
            kita_ron=rules.kita_ron,
            kita_drawn=rules.kita_from == "draw",
            kita_furiten=rules.kita_furiten,
            kokushi_ankan=rules.kokushi_robs_ankan,
            open_riichi=rules.has_open_riichi,
            old_suukantsu="old_suukantsu" in rules.local_yaku,
            max_rons=1 if rules.multiple_ron == "head_bump" else 3 if rules.sanchahou == "off" else 2,
            nagashi=rules.nagashi != "off",
            kyuushu=rules.kyuushu_kyuuhai != "off",
            suufon=rules.suufon_renda != "off" and four,
            suufon_west=rules.suufon_west_only,
            suukaikan=rules.suukaikan != "off",
            suucha=rules.suucha_riichi != "off" and four,
            sanchahou=rules.sanchahou != "off" and rules.multiple_ron != "head_bump",
            foul_draw=rules.foul_draw != "off",
        )


def option_rows(rule_sets: Sequence[RuleSet]) -> Any:
    """The options of all rule sets as records with the fields of `Options`."""
    dtype = [(name, np.int64) for name in Options._fields]
    return np.array([tuple(Options.of(rules)) for rules in rule_sets], dtype).view(np.recarray)


def _n_counted(first: bool, of_kans: bool) -> int:
    """Number of the five indicators that count."""
    return (5 if of_kans else 1) if first else 0
