"""All statistics by key; a user can add more."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from mjlog.stats.entries import decisions, games, hands, wins
from mjlog.stats.other_names import keys_elsewhere
from mjlog.stats.statistic import Kind, Statistic
from mjlog.words import tr

SECTIONS: Final[dict[str, tuple[Statistic, ...]]] = {
    "Results": games.SEAT_STATISTICS,
    "Kyoku": (*hands.OUTCOMES, *games.KYOKU_STATISTICS),
    "Wins": (*hands.WIN_STATISTICS, *wins.VALUES, *wins.WAIT_STATISTICS, *wins.YAKU_STATISTICS),
    "Riichi": (*hands.RIICHI_STATISTICS, *hands.WAIT_STATISTICS),
    "Calls": (*hands.CALL_STATISTICS, *decisions.CALL_STATISTICS),
    "Defence": (*hands.DEFENCE_STATISTICS, *wins.DEAL_IN_STATISTICS),
    "Hands and discards": (*hands.SHANTEN_STATISTICS, *decisions.DISCARD_STATISTICS),
    "Points": hands.POINT_STATISTICS,
}
"""The built-in statistics by subject."""
STATISTICS: Final[dict[str, Statistic]] = {s.key: s for section in SECTIONS.values() for s in section}
"""Every statistic by key, in the order of presentation."""
BUILT_IN: Final = dict(STATISTICS)
"""The statistics of this module, without those that a user adds."""
SECTION_OF: Final = {s.key: name for name, section in SECTIONS.items() for s in section}
"""Key of a built-in statistic → its section."""


class UnknownStatisticError(LookupError):
    """No statistic has that key or label, or several have the label."""


def register(statistic: Statistic) -> Statistic:
    """Add a statistic for this session; its key must be new.

    One that is used once need not be registered: `summary(ds, ["win_rate", statistic])`.
    """
    if statistic.key in STATISTICS:
        raise ValueError(
            f"the statistic {statistic.key!r} exists already; name a variant of it {statistic.base}@source"
        )
    STATISTICS[statistic.key] = statistic
    return statistic


def find(key: str) -> Statistic:
    """The statistic with that key or label, English or Japanese; of variants that share a label, the plain one.

    It also answers to the names of other programs (`other_names`): a name alone means the plain statistic, as a label
    does, and `name@program` the one that counts as the program.

    >>> find("deal_in_rate@zyr17").per
    'kyoku'
    >>> find("Win rate").key
    'win_rate'
    >>> find("houjuu_rate").key, find("houjuu_rate@mortal").key
    ('deal_in_rate', 'deal_in_rate@mortal')
    """
    if key in STATISTICS:
        return STATISTICS[key]
    matching = [
        s for s in STATISTICS.values() if key.casefold() in (s.key.casefold(), s.english.casefold(), s.japanese)
    ]
    plain = [s for s in matching if s.key == s.base]
    if len(plain) == 1 or len(matching) == 1:
        return (plain or matching)[0]
    elsewhere = keys_elsewhere(key)
    names = elsewhere if "@" in key else {STATISTICS[name].base for name in elsewhere}
    if len(names) == 1 and not matching:
        return STATISTICS[next(iter(names))]
    if matching:
        raise UnknownStatisticError(f"several statistics are called {key!r}: {', '.join(s.key for s in matching)}")
    labels = {label: s.key for s in STATISTICS.values() for label in (s.key, s.english)}
    close = list(dict.fromkeys(labels[label] for label in get_close_matches(key, labels, n=3, cutoff=0.5)))
    raise UnknownStatisticError(
        f"no statistic is called {key!r}" + (f"; did you mean {', '.join(close)}?" if close else "")
    )


def variants(key: str) -> list[Statistic]:
    """The statistic and all variants of it."""
    base = find(key).base
    return [statistic for statistic in STATISTICS.values() if statistic.base == base]


def selected(stats: Iterable[str | Statistic] | None) -> list[Statistic]:
    """The statistics with these keys, or given as values; all for None."""
    if stats is None:
        return list(STATISTICS.values())
    stats = [stats] if isinstance(stats, str | Statistic) else stats
    return list({s.key: s for s in (s if isinstance(s, Statistic) else find(s) for s in stats)}.values())


MEASURED: Final[dict[Kind, str]] = {
    "rate": "share of {per}",
    "mean": "mean over {per}",
    "ratio": "per: {per}",
    "count": "count",
}


def explain(key: str) -> str:
    """The definition of a statistic and its variants, as text for people."""
    lines = []
    for s in variants(key):
        mark = "→ " if s.key == key and len(variants(key)) > 1 else ""
        of = tr(MEASURED[s.kind], per=tr(s.per))
        sources = tr("unit: {unit}; table: {table}; source: {source}", unit=tr(s.unit), table=s.table, source=s.source)
        lines += [
            f"{mark}{s.key} — {s.label}",
            *([f"    {tr(s.definition)}"] if s.definition else []),
            f"    {of}; {sources}",
        ]
    return "\n".join(lines)
