"""The panels on a data set itself: its contents, what could not be read, and what differs from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import ibis
import pandas as pd

from mjlog import stats
from mjlog.auditing.messages import finding_text
from mjlog.panels.answers import Answers
from mjlog.panels.grids import kyoku_name
from mjlog.panels.links import game_link
from mjlog.panels.panel import Cell, Grid, Panel
from mjlog.panels.selection import Selection
from mjlog.stats.dimensions import Tables, to_frame
from mjlog.tables.dataset import Dataset
from mjlog.words import tr, word

TOP: Final = 50
"""Findings and failures listed; the tables have all of them."""


def _contents(ds: Tables) -> pd.DataFrame:
    games = ds.games.group_by(["platform", "rules", "players"]).aggregate(games=lambda t: t.count())
    return to_frame(games.order_by([ibis.desc("games"), "platform", "rules", "players"]))


def _findings(ds: Dataset) -> pd.DataFrame:
    findings = ds.findings.mutate(seat=ds.findings.seat.fill_null(-1), kyoku=ds.findings.kyoku.fill_null(-1))
    games = ds.games.select("game", "platform")
    kyoku = ds.kyoku.select("game", "kyoku", "wind", "number", "honba")
    rows = findings.left_join(ds.seats.select("game", "seat", "player"), ["game", "seat"])
    rows = (
        rows.select(*findings.columns, "player")
        .left_join(games, "game")
        .select(*findings.columns, "player", "platform")
    )
    rows = rows.left_join(kyoku, ["game", "kyoku"]).select(
        *findings.columns, "player", "platform", "wind", "number", "honba"
    )
    return to_frame(rows.order_by("game", "kyoku", "event", "code"))


def _failures(ds: Dataset) -> pd.DataFrame:
    return to_frame(ds.failures.order_by("source"))


def _checks(ds: Tables) -> pd.DataFrame:
    checks = stats.check_identities(ds)
    return checks[~checks["holds"]]


def counts(answers: Answers, s: Selection) -> pd.DataFrame:
    """The number of findings by level, code and the option that would explain them."""
    frame = answers(_findings).fillna({"option": ""})
    return frame.groupby(["level", "code", "option"], as_index=False, observed=True).agg(
        findings=("game", "size"), games=("game", "nunique"), message=("message", "first"),
        expected=("expected", "first"), found=("found", "first"),
    ).sort_values(["findings", "code"], ascending=[False, True])  # fmt: skip


def contents_grid(frame: pd.DataFrame) -> Grid:
    """Games by platform, rules and number of players."""
    rows = [
        [Cell(row["platform"]), Cell(row["rules"]), Cell(str(row["players"])), Cell(f"{row['games']:,}")]
        for row in frame.to_dict("records")
    ]
    return Grid(("platform", "rules", "players", "games"), rows, words=2)


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
    return finding_text(row["code"], row["message"], row["expected"], row["found"])


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
