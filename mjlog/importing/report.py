"""The report on an import: counts that can be added, and the summary printed after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

EXAMPLES: Final = 3
"""Failures of each fault that a report shows."""
NOTES: Final = {
    "already imported": "files with the same bytes as an earlier one",
    "duplicates": "games that the data set already has from other files",
    "replaced": "games of which another file has more",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """Results of an import, or of a part of it; the sum of two reports is the report on both."""

    out: Path
    n_games: int = 0
    n_kyoku: int = 0
    n_wins: int = 0
    n_draws: int = 0
    n_listed: int = 0
    """Games taken from list pages."""
    n_inputs: int = 0
    """Files and archive members read."""
    n_known: int = 0
    """Files and archive members skipped, because their bytes are in the data set or came from an earlier file."""
    n_duplicates: int = 0
    """Games that the data set already had from other bytes."""
    n_replaced: int = 0
    """Games of the data set that a log of higher precedence of the same game replaced."""
    findings: Counter[str] = field(default_factory=Counter)
    """Number of findings of the audit by code."""
    failures: Counter[str] = field(default_factory=Counter)
    """Number of failures by fault."""
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The first failures of each fault, in words."""
    stored_bytes: int = 0
    """Bytes of the archive that have been processed."""
    seconds: float = 0.0

    @property
    def n_failures(self) -> int:
        """Failures of all faults."""
        return self.failures.total()

    @property
    def n_findings(self) -> int:
        """Findings of all codes."""
        return self.findings.total()

    def __add__(self, other: ImportReport) -> ImportReport:
        names = [field.name for field in fields(self) if field.name not in {"out", "examples"}]
        sums: dict[str, Any] = {name: getattr(self, name) + getattr(other, name) for name in names}
        pairs = (
            (fault, text) for report in (self, other) for fault, texts in report.examples.items() for text in texts
        )
        return ImportReport(out=self.out, examples=examples_of(pairs), **sums)

    def __str__(self) -> str:
        speed = [f"{self.n_games / self.seconds:,.0f} games/s"] if self.n_games and self.seconds else []
        size = f"{self.stored_bytes / 1e6:,.1f} MB"
        counts = {
            "games": self.n_games,
            "kyoku": self.n_kyoku,
            "wins": self.n_wins,
            "draws": self.n_draws,
            **({"listed games": self.n_listed} if self.n_listed else {}),
            "files read": self.n_inputs,
            "already imported": self.n_known,
            "duplicates": self.n_duplicates,
            **({"replaced": self.n_replaced} if self.n_replaced else {}),
            "failures": self.n_failures,
        }
        lines = [f"Tables in {self.out}, {self.seconds:.1f} s ({', '.join([*speed, size])})"]
        for name, count in counts.items():
            note = f"   {NOTES[name]}" if count and name in NOTES else ""
            lines.append(f"  {name:<18}{count:>12,}{note}")
        for fault, count in sorted(self.failures.items()):
            lines.append(f"    {fault:<20}{count:>8,}   {self.examples[fault][0]}")
            lines += (f"{'':<35}{example}" for example in self.examples[fault][1:])
        if self.findings:
            lines.append(f"  {'findings':<18}{self.n_findings:>12,}")
            lines += (f"    {code:<20}{count:>8,}" for code, count in self.findings.most_common())
        return "\n".join(lines)


def examples_of(failures: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The first texts of each fault, from pairs of both."""
    examples: dict[str, tuple[str, ...]] = {}
    for fault, text in failures:
        examples[fault] = (*examples.get(fault, ()), text)[:EXAMPLES]
    return examples
