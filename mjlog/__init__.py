"""Riichi-mahjong game logs to parquet tables, audited scores and statistics."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mjlog import plots, simulate, stats
    from mjlog.auditing.run import audit
    from mjlog.converting.convert import convert, viewer_link
    from mjlog.errors import LogError
    from mjlog.fetching import fetch
    from mjlog.formats import read
    from mjlog.games.batch import Games
    from mjlog.importing import ImportReport, import_archive
    from mjlog.rules.columns.score import score_many
    from mjlog.rules.explain import explain
    from mjlog.rules.presets import M_LEAGUE, MAHJONG_SOUL, MAHJONG_SOUL_3P, PRESETS, TENHOU, TENHOU_3P, preset
    from mjlog.rules.ruleset import RuleSet
    from mjlog.rules.score import Score, score
    from mjlog.rules.shanten import shanten, ukeire
    from mjlog.rules.waits import waits_of
    from mjlog.tables.dataset import Dataset, open

__all__ = [
    "MAHJONG_SOUL",
    "MAHJONG_SOUL_3P",
    "M_LEAGUE",
    "PRESETS",
    "TENHOU",
    "TENHOU_3P",
    "Dataset",
    "Games",
    "ImportReport",
    "LogError",
    "RuleSet",
    "Score",
    "audit",
    "convert",
    "explain",
    "fetch",
    "import_archive",
    "open",
    "plots",
    "preset",
    "read",
    "score",
    "score_many",
    "shanten",
    "simulate",
    "stats",
    "ukeire",
    "viewer_link",
    "waits_of",
]

_HOMES: Final = {
    "mjlog.auditing.run": ("audit",),
    "mjlog.converting.convert": ("convert", "viewer_link"),
    "mjlog.tables.dataset": ("Dataset", "open"),
    "mjlog.errors": ("LogError",),
    "mjlog.fetching": ("fetch",),
    "mjlog.formats": ("read",),
    "mjlog.games.batch": ("Games",),
    "mjlog.importing": ("ImportReport", "import_archive"),
    "mjlog.rules.columns.score": ("score_many",),
    "mjlog.rules.explain": ("explain",),
    "mjlog.rules.presets": (
        "M_LEAGUE",
        "MAHJONG_SOUL",
        "MAHJONG_SOUL_3P",
        "PRESETS",
        "TENHOU",
        "TENHOU_3P",
        "preset",
    ),
    "mjlog.rules.ruleset": ("RuleSet",),
    "mjlog.rules.score": ("Score", "score"),
    "mjlog.rules.shanten": ("shanten", "ukeire"),
    "mjlog.rules.waits": ("waits_of",),
    "mjlog.plots": ("plots",),
    "mjlog.simulate": ("simulate",),
    "mjlog.stats": ("stats",),
}
"""Where each public name is defined; it is imported on first use, so that scoring a hand never waits for pandas."""
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(_HOME_OF[name])
    found = home if home.__name__ == f"{__name__}.{name}" else getattr(home, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
