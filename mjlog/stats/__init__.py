"""Statistics of an archive: what is counted stands once, in the registry, and runs on any Ibis backend."""

from mjlog.stats.curves import history, turns, values
from mjlog.stats.dimensions import NoSuchColumnError, Tables
from mjlog.stats.field import against_field
from mjlog.stats.identities import check
from mjlog.stats.overview import pivot, player, population
from mjlog.stats.published import POPULATIONS, compare
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, explain, find, register, variants
from mjlog.stats.statistic import Statistic
from mjlog.stats.yaku_table import yaku

__all__ = [
    "POPULATIONS",
    "STATISTICS",
    "NoSuchColumnError",
    "Statistic",
    "Tables",
    "UnknownStatisticError",
    "against_field",
    "check",
    "compare",
    "explain",
    "find",
    "history",
    "pivot",
    "player",
    "population",
    "register",
    "turns",
    "values",
    "variants",
    "yaku",
]
