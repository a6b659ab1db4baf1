"""The reference page of statistics, generated from the registry."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from mjlog.stats.other_names import OTHER_NAMES
from mjlog.stats.populations import POPULATIONS
from mjlog.stats.registry import STATISTICS
from mjlog.stats.statistic import Kind, Statistic

INTRODUCTION: Final = """\
# Statistics

Each row defines one statistic exactly. `name@source` is a variant: the same question as another site or program
answers it. A *share* counts the rows of *sample* that match the definition; a *mean* is taken over these rows; a ratio
divides by *sample*. `mjlog.stats.summary(ds)` measures all of them,
`mjlog.stats.explain("deal_in_rate@zyr17")` shows one.\
"""
OTHER_PROGRAMS: Final = """\
Where mjlog takes a key, it also takes the names below: `houjuu_rate` is `deal_in_rate`, and `houjuu_rate@mortal` the
variant that counts as Mortal does. A figure that no statistic counts in the same way is not listed.\
"""
KINDS: Final[dict[Kind, str]] = {"rate": "share of", "mean": "mean over", "ratio": "per", "count": "number of"}


def sample(statistic: Statistic) -> str:
    """The sample of a statistic, as the page shows it."""
    return f"{KINDS[statistic.kind]} {statistic.per}" if statistic.kind != "count" else statistic.per


def page() -> str:
    """The whole page as Markdown."""
    parts = [INTRODUCTION]
    for table, entries in groupby(sorted(STATISTICS.values(), key=lambda s: s.table), key=lambda s: s.table):
        head = ["| key | statistic | definition | sample | unit | source |", "|---|---|---|---|---|---|"]
        rows = [
            f"| {' | '.join((f'`{s.key}`', f'{s.english} {s.japanese}', s.definition, sample(s), s.unit, s.source))} |"
            for s in entries
        ]
        parts += [f"## {table}", "\n".join(head + rows)]
    parts += ["## Names in other programs", OTHER_PROGRAMS, _names_elsewhere()]
    lines = [f"| `{p.key}` | {p.title} | {len(p.figures)} | {p.source} |" for p in POPULATIONS.values()]
    head = ["| key | population | figures | source |", "|---|---|---|---|"]
    parts += [
        "## Published populations",
        "`mjlog.stats.compare_published` compares a data set with one of them, or with the exact chances of dealt hands"
        " (`theory`, `theory-3p`; see [Chances of dealt hands](odds.md)).",
        "\n".join(head + lines),
    ]
    return "\n\n".join(parts)


def _names_elsewhere() -> str:
    rows = [
        f"| `{name}` | {program} | `{key}` ({STATISTICS[key].english}) |"
        for program, names in OTHER_NAMES.items()
        for name, key in names.items()
    ]
    return "\n".join(["| name | program | key |", "|---|---|---|", *rows])
