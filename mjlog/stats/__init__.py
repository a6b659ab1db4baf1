"""Statistics of an archive: what is counted stands once, in the registry, and runs on any Ibis backend."""

from mjlog.stats.dimensions import NoSuchColumnError, Tables
from mjlog.stats.overview import pivot, player, population
from mjlog.stats.registry import STATISTICS, UnknownStatisticError, explain, find, register, variants
from mjlog.stats.statistic import Statistic

__all__ = [
    "STATISTICS",
    "NoSuchColumnError",
    "Statistic",
    "Tables",
    "UnknownStatisticError",
    "explain",
    "find",
    "pivot",
    "player",
    "population",
    "register",
    "variants",
]
