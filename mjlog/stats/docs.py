"""The reference page of statistics, made from the registry."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from mjlog.stats.populations import POPULATIONS
from mjlog.stats.registry import STATISTICS
from mjlog.stats.statistic import Kind, Statistic

INTRODUCTION: Final = """\
# Statistics

Each entry is what one statistic is, exactly. `name@source` is a variant: the same question as another site or program
answers it. A *rate* is the share of the rows in *of* that satisfy the definition; a *mean* is over these rows; a
*ratio* divides two sums.
`mjlog.stats.summary(ds)` measures all of them, `mjlog.stats.explain("deal_in_rate@zyr17")` shows one.\
"""
KINDS: Final[dict[Kind, str]] = {"rate": "share of", "mean": "mean over", "ratio": "for each of", "count": "number of"}


def of(statistic: Statistic) -> str:
    """What the denominator counts, in words."""
    return f"{KINDS[statistic.kind]} {statistic.per}" if statistic.kind != "count" else statistic.per


def page() -> str:
    """The whole page as Markdown."""
    parts = [INTRODUCTION]
    for table, entries in groupby(sorted(STATISTICS.values(), key=lambda s: s.table), key=lambda s: s.table):
        head = ["| key | statistic | definition | of | unit | source |", "|---|---|---|---|---|---|"]
        rows = [
            f"| {' | '.join((f'`{s.key}`', f'{s.english} {s.japanese}', s.definition, of(s), s.unit, s.source))} |"
            for s in entries
        ]
        parts += [f"## {table}", "\n".join(head + rows)]
    lines = [f"| `{p.key}` | {p.words} | {len(p.figures)} | {p.source} |" for p in POPULATIONS.values()]
    head = ["| key | population | figures | source |", "|---|---|---|---|"]
    parts += ["## Published populations", "For `mjlog.stats.compare_published`.", "\n".join(head + lines)]
    return "\n\n".join(parts)
