"""The panels on a data set itself: its contents, what could not be read, and what differs from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import ibis
import pandas as pd

from mjlog import stats
from mjlog.auditing.messages import finding_text, with_names
from mjlog.display.svg import isolated
from mjlog.display.text import names_of_seats
from mjlog.panels.answers import Answers
from mjlog.panels.grids import kyoku_name
from mjlog.panels.links import game_link
from mjlog.panels.panel import Cell, Grid, NoAnswerError, Panel
from mjlog.panels.selection import Selection
from mjlog.rules.rulefile import load
from mjlog.stats.dimensions import Tables, to_frame
from mjlog.tables.dataset import Dataset
from mjlog.words import tr, word

TOP: Final = 50
"""Findings and failures listed; the tables have all of them."""
NOT_AUDITED: Final = "The games were not audited. The import does it with `--audit score,settlement` or `--rules FILE`."


def _contents(ds: Dataset) -> pd.DataFrame:
    found = ds.findings.group_by("game").aggregate(findings=lambda t: t.count())
    games = ds.games.left_join(found, "game").group_by(["platform", "rules", "players"])
    games = games.aggregate(games=lambda t: t.count(), findings=lambda t: t.findings.sum().fill_null(0))
    frame = to_frame(games.order_by([ibis.desc("games"), "platform", "rules", "players"]))
    manifest = ds.manifest
    audited_by = load(manifest.rules).name if manifest.rules else ""
    return frame.assign(levels=", ".join(manifest.levels), audited_by=audited_by)


def _findings(ds: Dataset) -> pd.DataFrame:
    findings = ds.findings.mutate(seat=ds.findings.seat.fill_null(-1), kyoku=ds.findings.kyoku.fill_null(-1))
    names = ds.seats.group_by("game").aggregate(names=lambda t: t.player.collect(order_by=t.seat, include_null=True))
    added = [*findings.columns]
    rows = findings
    for table, keys, columns in (
        (ds.seats, ("game", "seat"), ("player",)),
        (names, ("game",), ("names",)),
        (ds.games, ("game",), ("platform",)),
        (ds.kyoku, ("game", "kyoku"), ("wind", "number", "honba")),
    ):
        added += columns
        rows = rows.left_join(table.select(*keys, *columns), keys).select(*added)
    return to_frame(rows.order_by("game", "kyoku", "event", "code"))


def _failures(ds: Dataset) -> pd.DataFrame:
    return to_frame(ds.failures.order_by("source"))


def _checks(ds: Tables) -> pd.DataFrame:
    checks = stats.check_identities(ds)
    return checks[~checks["holds"]]


def counts(answers: Answers, s: Selection) -> pd.DataFrame:
    """The number of findings by level, code and the option that would explain them."""
    frame = answers(_findings).fillna({"option": ""})
    if frame.empty and not answers(_contents)["levels"].any():
        raise NoAnswerError(NOT_AUDITED)
    return frame.groupby(["level", "code", "option"], as_index=False, observed=True).agg(
        findings=("game", "size"), games=("game", "nunique"), message=("message", "first"),
        expected=("expected", "first"), found=("found", "first"), names=("names", "first"),
    ).sort_values(["findings", "code"], ascending=[False, True])  # fmt: skip


def contents_grid(frame: pd.DataFrame) -> Grid:
    """Games by platform, rules and number of players, with the rules and levels of the audit and its findings."""
    rows = [
        [
            Cell(row["platform"]),
            Cell(row["rules"]),
            Cell(row["audited_by"] or tr("those of the log") if row["levels"] else "–"),
            Cell(_levels(row["levels"]) or (tr("some games only") if row["findings"] else tr("no audit"))),
            Cell(str(row["players"])),
            Cell(f"{row['games']:,}"),
            Cell(f"{row['findings']:,}" if row["levels"] or row["findings"] else "–"),
        ]
        for row in frame.to_dict("records")
    ]
    heads = ("platform", "rules of the log", "rules of the audit", "audit", "players", "games", "findings")
    return Grid(heads, rows, words=4)


def _levels(names: str) -> str:
    return tr(", ").join(map(tr, filter(None, names.split(", "))))


def counts_grid(frame: pd.DataFrame) -> Grid:
    """Findings by code."""
    rows = [
        [
            Cell(row["code"], word(row["level"])),
            Cell(row["option"] or "–"),
            Cell(_message(row)),
            Cell(f"{row['findings']:,}", tone="bad"),
            Cell(f"{row['games']:,}"),
        ]
        for row in frame.to_dict("records")
    ]
    return Grid(("finding", "would be right with", "first one", "findings", "games"), rows, words=3)


def findings_grid(frame: pd.DataFrame) -> Grid:
    """The first findings, each with its player and kyoku."""
    frame = frame.assign(seat=frame["seat"].clip(lower=0))
    rows = [
        [
            _kyoku_cell(row),
            Cell(row["player"] if pd.notna(row["player"]) else "–"),
            Cell(row["code"], word(row["level"])),
            Cell(_message(row)),
            Cell(row["source"]),
        ]
        for row in frame.head(TOP).to_dict("records")
    ]
    return Grid(("kyoku", "player", "finding", "difference", "file"), rows, words=5)


def _message(row: Mapping[Any, Any]) -> str:
    text = finding_text(row["code"], row["message"], row["expected"], row["found"])
    return with_names(text, [*map(isolated, names_of_seats(row["names"]))])


def _kyoku_cell(row: Mapping[Any, Any]) -> Cell:
    if pd.isna(row["wind"]):
        return Cell("–", row["game"], game_link(row))
    return Cell(kyoku_name(row), row["game"], game_link(row), (row["game"], int(row["kyoku"])))


def failures_grid(frame: pd.DataFrame) -> Grid:
    """The first files that could not be read."""
    rows = [
        [Cell(row["source"]), Cell(row["fault"]), Cell(row["message"])] for row in frame.head(TOP).to_dict("records")
    ]
    return Grid(("file", "fault", "reason"), rows, words=3)


def checks_grid(frame: pd.DataFrame) -> Grid:
    """Consistency checks that failed."""
    rows = [
        [
            Cell(tr(row["sentence"])),
            Cell(str(row["players"])),
            Cell(f"{row['left']:,}", tone="bad"),
            Cell(f"{row['right']:,}"),
        ]
        for row in frame.to_dict("records")
    ]
    return Grid(("check", "players", "value", "expected"), rows)


AUDIT: Final = (
    Panel(
        key="contents",
        title="What is in the data set?",
        ask=lambda answers, s: answers(_contents),
        table=contents_grid,
        cases=lambda frame: int(frame["games"].sum()),
        least=1,
        unit="games",
    ),
    Panel(
        key="checks",
        title="Which tables disagree?",
        words="Consistency checks that failed: please report them, with the games.",
        ask=lambda answers, s: answers(_checks),
        table=checks_grid,
        cases=len,
        least=1,
        unit="failed consistency checks",
    ),
    Panel(
        key="failures",
        title="Which files could not be read?",
        words=f"The first {TOP}; the table `failures` has all.",
        ask=lambda answers, s: answers(_failures),
        table=failures_grid,
        cases=len,
        least=1,
        unit="unreadable files or games",
    ),
    Panel(
        key="findings",
        title="What differs from the rules?",
        words="Findings of the audit, and the rule option under which the log would be right.",
        ask=counts,
        table=counts_grid,
        cases=lambda frame: int(frame["findings"].sum()),
        least=1,
        unit="findings",
    ),
    Panel(
        key="finding-list",
        title="Where are the differences?",
        words=f"The first {TOP}; the table `findings` has all.",
        ask=lambda answers, s: answers(_findings),
        table=findings_grid,
        cases=len,
        least=1,
        unit="findings",
    ),
)
"""In the order of the page."""
