"""`mjlog audit`: logs checked against the rules, as a summary or as one row per finding."""

from __future__ import annotations

import csv
import json
import os
import sys
import time
from collections import Counter
from contextlib import nullcontext
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mjlog.archive import total_bytes
from mjlog.auditing.findings import LEVELS, Level, known_levels
from mjlog.cli.arguments import RULES_HELP, Dask, Workers, executor_at
from mjlog.cli.exits import FOUND_FAULTS, echo, fail, plain_errors
from mjlog.parallel import Processes
from mjlog.progress_bar import COMPILING, ProgressBar
from mjlog.rules.rulefile import rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.rows import FindingRow
from mjlog.tables.schema import columns_of
from mjlog.tables.spreadsheets import as_text
from mjlog.tables.store import StoreError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from mjlog.auditing.report import AuditReport, Summary

WORTH_A_POOL: Final = 32 << 20
"""Stored bytes that take longer to audit than processes take to start."""


class Format(StrEnum):
    """An output format."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(help="Files, folders, archives and URLs of logs, - for standard input, or a data set."),
    ],
    levels: Annotated[
        str, typer.Option(help=f"Levels to check, separated by commas: {', '.join(LEVELS)}.", show_default="all")
    ] = ",".join(LEVELS),
    rules: Annotated[str | None, typer.Option(help=f"{RULES_HELP}", show_default="the rules in each log")] = None,
    detect_rules: Annotated[
        bool, typer.Option("--detect-rules", help="Print the rules that explain the games best, not the findings.")
    ] = False,
    format: Annotated[Format, typer.Option(help="A summary, or one row or line per finding.")] = Format.TABLE,
    limit: Annotated[
        int | None, typer.Option(min=0, help="Findings to show of each code.", show_default="3 in a table, else all")
    ] = None,
    workers: Workers = None,
    dask: Dask = None,
) -> None:
    """Check logs against the rules: hands, payments, results, moves and walls.

    The exit status is 1 if the audit found something, a file could not be read, or no logs were found.

    Example: mjlog audit logs/ --levels score,settlement
    """
    source = paths[0] if len(paths) == 1 else paths
    begun = time.monotonic()
    with plain_errors(StoreError, ValueError):
        if detect_rules:
            _detect(source)
            return
        rule_set = None if rules is None else rules_of(rules)
        with executor_at(dask, workers) as (executor, n_workers):
            summary = _audit(source, known_levels(levels), rule_set, executor, n_workers, _Rows(format, limit))
    from mjlog.formats import skipped_lists  # loaded by now

    if summary.empty:
        if n_lists := summary.totals["n_lists"]:
            echo(skipped_lists(n_lists), err=True)
        fail(f"no logs found in {', '.join(paths)}")
    if format is Format.TABLE:
        echo(summary.text(time.monotonic() - begun))
    else:
        for line in [*summary.unread, *(f"file not found: {name}" for name in summary.missing)]:
            echo(line, err=True)
        if n_lists := summary.totals["n_lists"]:
            echo(skipped_lists(n_lists), err=True)
    if not summary.clean:
        raise typer.Exit(FOUND_FAULTS)


def _audit(
    source: str | list[str],
    levels: tuple[Level, ...],
    rules: RuleSet | None,
    executor: Executor | None,
    workers: int | None,
    rows: _Rows,
) -> Summary:
    """Audit shard by shard, write the rows, and sum up."""
    from mjlog.auditing import report, run  # these load numba, which `--help` does not need
    from mjlog.importing.warm_up import is_first
    from mjlog.tables.originals import originals

    total = total_bytes(originals(source).paths)
    n_workers = workers or max(1, min(os.cpu_count() or 1, total // WORTH_A_POOL))
    summary = report.Summary(levels=levels, examples=report.EXAMPLES if rows.limit is None else rows.limit)
    pool = nullcontext(executor) if executor or n_workers == 1 else Processes(n_workers)
    with pool as used, ProgressBar(COMPILING if is_first() else "Auditing", total=total) as bar:
        for part in run.audits(source, levels=levels, rules=rules, executor=used, workers=n_workers):
            summary.add(part)
            rows.write(part)
            text = f"{summary.totals['n_games']:,} games audited, {summary.counts.total():,} findings"
            bar.update(text, done=summary.totals["stored_bytes"])
    return summary


class _Rows:
    """Writes findings as rows, at most `limit` of each code."""

    def __init__(self, format: Format, limit: int | None) -> None:
        self.format = format
        self.limit = limit
        self.written = Counter[str]()
        self.csv = csv.DictWriter(sys.stdout, list(columns_of(FindingRow)))
        if format is Format.CSV:
            self.csv.writeheader()

    def write(self, report: AuditReport) -> None:
        """Write the findings of a report; nothing in the format table."""
        if self.format is Format.TABLE:
            return
        for row in report.to_table().to_pylist():
            self.written[row["code"]] += 1
            if self.limit is None or self.written[row["code"]] <= self.limit:
                self._write_row(row)

    def _write_row(self, row: dict[str, Any]) -> None:
        if self.format is Format.CSV:
            self.csv.writerow({name: as_text(value) for name, value in row.items()})
        else:
            echo(json.dumps(row, ensure_ascii=False))


def _detect(source: str | list[str]) -> None:
    from mjlog.auditing.detect_rules import detect  # as above

    groups = detect(source)
    if not groups:
        fail("no game could be read")
    echo("\n\n".join(map(str, groups)))
