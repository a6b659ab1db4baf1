"""The report of an audit: findings with their places, counts, and the table `findings`."""

from __future__ import annotations

import html
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import pyarrow as pa

from mjlog.archive import STANDARD_INPUT
from mjlog.auditing.findings import Code, Finding, Level
from mjlog.auditing.infer_rules import Decision
from mjlog.auditing.messages import finding_text, with_names
from mjlog.display.text import names_of_seats
from mjlog.errors import LogError
from mjlog.formats import skipped_lists
from mjlog.games.batch import Games
from mjlog.seats import WINDS
from mjlog.tables.store import SCHEMAS
from mjlog.words import kyoku_text, tr, tr_values

_NAME_OF_KYOKU: Final = re.compile(r"^(?:East|South|West|North) \d(?:, honba \d+)?: ")
"""The kyoku at the beginning of a message, which is left out next to the place of the finding."""

EXAMPLES: Final = 3
"""Number of findings that a summary shows of each code."""


class Place(NamedTuple):
    """The place of a finding, in words."""

    game: str
    """Id of the game."""
    source: str
    rules: str
    """Name of the rule set of the audit."""
    kyoku: str | None
    """Round, number and honba, such as `S3-1`."""
    players: tuple[str, ...] = ()
    """The names by seat; `seat 2` for an unknown one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditReport:
    """The games audited, and their differences from the rules."""

    levels: tuple[Level, ...]
    findings: tuple[Finding, ...] = ()
    """In the order of the games; `Finding.game` counts all games of the report from 0."""
    places: tuple[Place, ...] = ()
    """One per finding."""
    failures: tuple[LogError, ...] = ()
    """Errors of files and games that could not be read and are not audited."""
    missing: tuple[str, ...] = ()
    """Original files of a data set that no longer exist; their games are not audited."""
    decisions: tuple[Decision, ...] = ()
    """The rules inferred for games whose header leaves some open."""
    n_lists: int = 0
    """List pages skipped."""
    n_games: int = 0
    n_kyoku: int = 0
    n_wins: int = 0
    stored_bytes: int = 0
    """Bytes of the files audited."""
    seconds: float = 0.0

    @property
    def counts(self) -> dict[Code, int]:
        """Findings of each code, the most frequent first."""
        return dict(Counter(finding.code for finding in self.findings).most_common())

    @property
    def clean(self) -> bool:
        """Whether everything was read and nothing differs."""
        return not (self.findings or self.failures or self.missing)

    def to_table(self) -> pa.Table:
        """The findings as rows of the table `findings`."""
        return table_of(self.findings, self.places)

    def __str__(self) -> str:
        summary = Summary(levels=self.levels)
        summary.add(self)
        return summary.text(self.seconds)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        cells = [*map(tr, ("code", "level", "findings", "for example"))]
        rows = "".join(
            f"<tr><td>{code}</td><td>{tr(next(f.level for f in self.findings if f.code == code))}</td>"
            f"<td style='text-align:right'>{count:,}</td>"
            f"<td style='text-align:left'>{html.escape(self.examples(code)[0])}</td></tr>"
            for code, count in self.counts.items()
        )
        head = "".join(f"<th>{cell}</th>" for cell in cells)
        caption = html.escape(str(self).splitlines()[0])
        return f"<table><caption>{caption}</caption><tr>{head}</tr>{rows}</table>"

    def examples(self, code: Code, most: int = EXAMPLES) -> list[str]:
        """The first findings of a code, each with its place and sentence."""
        both = zip(self.findings, self.places, strict=True)
        chosen = [described(finding, place) for finding, place in both if finding.code == code]
        return chosen[:most]


class Summary:
    """Counts and examples of one report after another; the reports themselves are not kept."""

    def __init__(self, *, levels: tuple[Level, ...], examples: int = EXAMPLES) -> None:
        self.levels = levels
        self.most = examples
        self.counts = Counter[Code]()
        self.totals = Counter[str]()
        self.examples: dict[Code, list[str]] = {}
        self.first: dict[Code, str] = {}
        self.unread: list[str] = []
        self.missing: list[str] = []

    def add(self, report: AuditReport) -> None:
        """Add a report."""
        for finding, place in zip(report.findings, report.places, strict=True):
            self.counts[finding.code] += 1
            if place.source.split("!")[0] != STANDARD_INPUT:
                self.first.setdefault(finding.code, _show_command(finding, place))
            shown = self.examples.setdefault(finding.code, [])
            if len(shown) < self.most:
                shown.append(described(finding, place))
        self.totals.update({name: getattr(report, name) for name in TOTALS})
        self.totals.update(failures=len(report.failures), missing=len(report.missing))
        self.unread += map(str, report.failures[: self.most - len(self.unread)])
        self.missing += report.missing[: self.most - len(self.missing)]

    @property
    def clean(self) -> bool:
        """Whether everything was read and nothing differs."""
        return not (self.counts or self.totals["failures"] or self.totals["missing"])

    @property
    def empty(self) -> bool:
        """Whether there were no logs, not even unreadable ones."""
        return not (self.totals["n_games"] or self.totals["failures"] or self.totals["missing"])

    def text(self, seconds: float) -> str:
        """The summary in lines: totals, then each code with examples, the most frequent first."""
        totals = self.totals
        speed = ""
        if seconds and totals["n_games"]:
            speed = tr(" in {seconds:.1f} s ({speed:,.0f} games/s)", seconds=seconds, speed=totals["n_games"] / seconds)
        first = tr(
            "{findings:,} findings in {n_games:,} games, {n_kyoku:,} kyoku, {n_wins:,} wins; checked {levels}{speed}",
            findings=self.counts.total(),
            **totals,
            levels=tr(", ").join(map(tr, self.levels)) or tr("nothing"),
            speed=speed,
        )
        lines = [first]
        for code, count in self.counts.most_common():
            lines.append(f"  {code:<18}{count:>8,}")
            lines += (f"    {text}" for text in self.examples[code])
        if commands := [self.first[code] for code, _ in self.counts.most_common(1) if code in self.first]:
            lines.append(tr("  show the first: {command}", command=commands[0]))
        for what, shown, key in (("not read", self.unread, "failures"), ("file not found", self.missing, "missing")):
            lines += (f"  {tr(what)}: {text}" for text in shown)
            if totals[key] > len(shown):
                lines.append(f"  {tr(what)}: {tr('{n:,} more', n=totals[key] - len(shown))}")
        if totals["n_lists"]:
            lines.append(f"  {tr_values(skipped_lists(totals['n_lists']))}")
        return "\n".join(lines)


TOTALS: Final = ("n_lists", "n_games", "n_kyoku", "n_wins", "stored_bytes")
"""Attributes of a report that are added up."""


def report_of(
    games: Games, findings: Sequence[Finding], levels: tuple[Level, ...], decisions: tuple[Decision, ...] = ()
) -> AuditReport:
    """The report on one batch."""
    return AuditReport(
        levels=levels,
        findings=tuple(findings),
        places=tuple(_place(games, finding) for finding in findings),
        decisions=decisions,
        n_games=len(games),
        n_kyoku=len(games.kyoku.wind),
        n_wins=len(games.wins.winner),
    )


def merged(reports: Iterable[AuditReport], levels: tuple[Level, ...]) -> AuditReport:
    """All reports as one, in their order."""
    findings: list[Finding] = []
    places: list[Place] = []
    failures: list[LogError] = []
    missing: list[str] = []
    decisions: list[Decision] = []
    totals = Counter[str]()
    for report in reports:
        shift = totals["n_games"]
        findings += (replace(f, game=f.game + shift) for f in report.findings)
        places += report.places
        decisions += (replace(d, game=d.game + shift) for d in report.decisions)
        failures += report.failures
        missing += report.missing
        totals.update({name: getattr(report, name) for name in TOTALS})
    return AuditReport(
        levels=levels,
        findings=tuple(findings),
        places=tuple(places),
        decisions=tuple(decisions),
        failures=tuple(failures),
        missing=tuple(missing),
        **totals,
    )


def described(finding: Finding, place: Place) -> str:
    """A finding in one line: place, sentence, and the option that would explain it."""
    parts = [place.game]
    if finding.kyoku is not None:
        parts.append(tr("kyoku {n} ({name})", n=finding.kyoku, name=_kyoku_text(place.kyoku)))
    if finding.event is not None:
        parts.append(tr("event {n}", n=finding.event))
    option = tr(" It would be correct with {option}.", option=finding.option) if finding.option else ""
    message = finding_text(finding.code, finding.message, finding.expected, finding.found)
    message = with_names(_NAME_OF_KYOKU.sub("", message.removesuffix(".")), place.players)
    return f"{tr(', ').join(parts)}: {message}{tr('.')}{option}"


def _kyoku_text(name: str | None) -> str:
    """The name of a kyoku, such as `S3-1`, in the language in use."""
    found = re.fullmatch(r"([ESWN])(\d+)-(\d+)", name or "")
    if found is None:
        return name or "–"
    return kyoku_text(WINDS.index(found[1]), int(found[2]), int(found[3]))


def _show_command(finding: Finding, place: Place) -> str:
    """The command that shows the table at the moment of a finding."""
    options = "".join(f" --{name} {n}" for name in ("kyoku", "event") if (n := getattr(finding, name)) is not None)
    return f"mjlog show {shlex.quote(place.source)}{options}"


def table_of(findings: Sequence[Finding], places: Sequence[Place]) -> pa.Table:
    """Findings as rows of the table `findings`."""
    rows = [
        {
            "game": place.game,
            "kyoku": f.kyoku,
            "event": f.event,
            "win": f.win,
            "seat": f.seat,
            "level": f.level,
            "code": f.code.value,
            "expected": f.expected,
            "found": f.found,
            "message": f.message,
            "option": f.option,
            "rules": place.rules,
            "source": place.source,
        }
        for f, place in zip(findings, places, strict=True)
    ]
    return pa.Table.from_pylist(rows, SCHEMAS["findings"])


def _place(games: Games, finding: Finding) -> Place:
    game = games[finding.game]
    name = None if finding.kyoku is None else game.kyoku[finding.kyoku].name
    return Place(game.id, game.source, game.rules.name, name, names_of_seats(game.names))
