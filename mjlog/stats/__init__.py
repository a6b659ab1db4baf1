"""Statistics of an archive: what is counted stands once, in the registry, and runs on any Ibis backend."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mjlog.stats.aliases import AliasError, merged, pseudonym, pseudonym_key, pseudonymised, read_aliases
from mjlog.stats.dimensions import NoSuchColumnError, NoTableError, Tables
from mjlog.stats.populations import POPULATIONS
from mjlog.stats.published import compare, composition
from mjlog.stats.query import pivot, player, population
from mjlog.stats.questions.comparison import against_field, difference
from mjlog.stats.questions.curves import (
    best_wins,
    calls,
    haipai,
    han_and_fu,
    history,
    riichi,
    turns,
    values,
    winning_tiles,
)
from mjlog.stats.questions.danger import danger, danger_matrix, deal_ins_by_shanten, efficiency, folding
from mjlog.stats.questions.head_to_head import meetings
from mjlog.stats.questions.lengths import dealer_streaks, game_lengths, kyoku_lengths, results
from mjlog.stats.questions.luck import luck
from mjlog.stats.questions.placement import league_points, placement, placement_by_start, soul_ladder, tenhou_ladder
from mjlog.stats.questions.situation import all_last, chance_added, places_added, situations
from mjlog.stats.questions.streaks import streaks
from mjlog.stats.questions.yaku import yaku
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, explain, find, register, variants
from mjlog.stats.self_check import check
from mjlog.stats.statistic import Statistic

if TYPE_CHECKING:
    from mjlog.stats.questions.wall_luck import wall_draws, wall_riichi

__all__ = [
    "POPULATIONS",
    "STATISTICS",
    "AliasError",
    "NoSuchColumnError",
    "NoTableError",
    "Statistic",
    "Tables",
    "UnknownStatisticError",
    "against_field",
    "all_last",
    "best_wins",
    "calls",
    "chance_added",
    "check",
    "compare",
    "composition",
    "danger",
    "danger_matrix",
    "deal_ins_by_shanten",
    "dealer_streaks",
    "difference",
    "efficiency",
    "explain",
    "find",
    "folding",
    "game_lengths",
    "haipai",
    "han_and_fu",
    "history",
    "kyoku_lengths",
    "league_points",
    "luck",
    "meetings",
    "merged",
    "pivot",
    "placement",
    "placement_by_start",
    "places_added",
    "player",
    "population",
    "pseudonym",
    "pseudonym_key",
    "pseudonymised",
    "read_aliases",
    "register",
    "results",
    "riichi",
    "situations",
    "soul_ladder",
    "streaks",
    "tenhou_ladder",
    "turns",
    "values",
    "variants",
    "wall_draws",
    "wall_riichi",
    "winning_tiles",
    "yaku",
]


def __getattr__(name: str) -> Any:
    if name not in ("wall_draws", "wall_riichi"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("mjlog.stats.questions.wall_luck"), name)  # which loads the compiler
