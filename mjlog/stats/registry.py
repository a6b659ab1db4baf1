"""All statistics by key, and how a user adds one."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from mjlog.stats.entries.decisions import DECISION_STATISTICS
from mjlog.stats.entries.games import GAME_STATISTICS
from mjlog.stats.entries.hands import HAND_STATISTICS
from mjlog.stats.entries.wins import WIN_STATISTICS
from mjlog.stats.statistic import Statistic

STATISTICS: Final[dict[str, Statistic]] = {
    s.key: s for s in (*HAND_STATISTICS, *WIN_STATISTICS, *GAME_STATISTICS, *DECISION_STATISTICS)
}
"""Every known statistic by key, in the order of presentation."""


class UnknownStatisticError(LookupError):
    """No statistic has that key or label, or several have the label."""


def register(statistic: Statistic) -> Statistic:
    """Add a statistic for this session; its key must be new.

    One that is used once need not be registered: `summary(ds, ["win_rate", statistic])`.
    """
    if statistic.key in STATISTICS:
        raise ValueError(
            f"there is a statistic {statistic.key!r} already; a variant of it is named {statistic.base}@source"
        )
    STATISTICS[statistic.key] = statistic
    return statistic


def find(key: str) -> Statistic:
    """The statistic of that key or label, English or Japanese; of variants that share a label, the one without source.

    >>> find("deal_in_rate@zyr17").per
    'kyoku'
    >>> find("Win rate").key
    'win_rate'
    """
    if key in STATISTICS:
        return STATISTICS[key]
    named = [s for s in STATISTICS.values() if key.casefold() in (s.key.casefold(), s.english.casefold(), s.japanese)]
    plain = [s for s in named if s.key == s.base]
    if len(found := plain if len(plain) == 1 else named) == 1:
        return found[0]
    if named:
        raise UnknownStatisticError(f"several statistics {key!r}: {', '.join(s.key for s in named)}")
    labels = {label: s.key for s in STATISTICS.values() for label in (s.key, s.english)}
    close = list(dict.fromkeys(labels[label] for label in get_close_matches(key, labels, n=3, cutoff=0.5)))
    raise UnknownStatisticError(f"no statistic {key!r}" + (f"; there are {', '.join(close)}" if close else ""))


def variants(key: str) -> list[Statistic]:
    """The statistic and all variants of it."""
    base = find(key).base
    return [statistic for statistic in STATISTICS.values() if statistic.base == base]


def chosen(stats: Iterable[str | Statistic] | None) -> list[Statistic]:
    """The statistics meant by keys and values; all of them for None."""
    if stats is None:
        return list(STATISTICS.values())
    stats = [stats] if isinstance(stats, str | Statistic) else stats
    return list({s.key: s for s in (s if isinstance(s, Statistic) else find(s) for s in stats)}.values())


def explain(key: str) -> str:
    """What a statistic is, in some lines, with its variants."""
    lines = []
    for s in variants(key):
        mark = "→ " if s.key == key and len(variants(key)) > 1 else ""
        of = {
            "rate": f"share of {s.per}",
            "mean": f"mean over {s.per}",
            "ratio": f"for each of: {s.per}",
            "count": "count",
        }[s.kind]
        lines += [
            f"{mark}{s.key} — {s.english} ({s.japanese})",
            *([f"    {s.definition}"] if s.definition else []),
            f"    {of}; unit: {s.unit}; table: {s.table}; source: {s.source}",
        ]
    return "\n".join(lines)
