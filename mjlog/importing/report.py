"""The report on an import: counts that can be added, and the summary printed after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from html import escape
from typing import Any, Final

from rich.cells import cell_len

from mjlog.tables.folder import Folder
from mjlog.words import tr

EXAMPLES: Final = 3
"""Failures of each fault that a report shows."""
NOTES: Final = {
    "already imported": "files with the same bytes as an earlier one",
    "duplicates": "games that the data set already has from other files",
    "replaced": "games of which another file has more",
    "parts of games": "logs that begin after East 1, each kept as a game `id#kyoku` unless a log has all its kyoku",
}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ImportReport:
    """Results of an import, or of a part of it; the sum of two reports is the report on both."""

    out: Folder
    n_games: int = 0
    n_parts: int = 0
    """Games that are parts: logs with the id of a game that begin after its first kyoku (`mjlog.games.parts`)."""
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
        lines = [self._title()]
        for label, count, notes in self._rows():
            first, *more = notes or ("",)
            lines.append(f"{label}{count:>{32 - cell_len(label)},}   {first}".rstrip())
            lines += (f"{'':<35}{note}" for note in more)
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left;white-space:pre'>{label}</th><td>{count:,}</td>"
            f"<td style='text-align:left'>{'<br>'.join(map(escape, notes))}</td></tr>"
            for label, count, notes in self._rows()
        )
        return f"<table><caption>{escape(self._title())}</caption>{rows}</table>"

    def _title(self) -> str:
        speed = [tr("{n:,.0f} games/s", n=self.n_games / self.seconds)] if self.n_games > self.seconds else []
        notes = tr(", ").join([*speed, f"{self.stored_bytes / 1e6:,.1f} MB"])
        return tr("Tables in {out}, {seconds:.1f} s ({notes})", out=self.out, seconds=self.seconds, notes=notes)

    def _rows(self) -> Iterator[tuple[str, int, tuple[str, ...]]]:
        """Each count with its label, indented by its level, and notes or examples."""
        counts = {
            "games": self.n_games,
            **({"parts of games": self.n_parts} if self.n_parts else {}),
            "kyoku": self.n_kyoku,
            "wins": self.n_wins,
            "kyoku without a win": self.n_draws,
            **({"listed games": self.n_listed} if self.n_listed else {}),
            "files read": self.n_inputs,
            "already imported": self.n_known,
            "duplicates": self.n_duplicates,
            **({"replaced": self.n_replaced} if self.n_replaced else {}),
            "failures": self.n_failures,
        }
        for name, count in counts.items():
            yield f"  {tr(name)}", count, (tr(NOTES[name]),) if count and name in NOTES else ()
        for fault, count in sorted(self.failures.items()):
            yield f"    {fault}", count, self.examples[fault]
        if self.findings:
            yield f"  {tr('findings')}", self.n_findings, ()
            yield from ((f"    {code}", count, ()) for code, count in self.findings.most_common())


def examples_of(failures: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The first texts of each fault, from pairs of both."""
    examples: dict[str, tuple[str, ...]] = {}
    for fault, text in failures:
        examples[fault] = (*examples.get(fault, ()), text)[:EXAMPLES]
    return examples
