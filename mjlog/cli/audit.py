"""`mjlog audit`: what games claim, checked against the rules, as a summary or as rows."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Final

import pyarrow as pa
import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from mjlog.archive import total_bytes
from mjlog.auditing.findings import LEVELS, Level, known_levels
from mjlog.cli import COMPILING, plain
from mjlog.errors import LogError
from mjlog.rules.rulefile import rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.rows import FindingRow
from mjlog.tables.schema import columns_of
from mjlog.tables.store import StoreError

if TYPE_CHECKING:
    from mjlog.auditing.report import AuditReport, Summary

WORTH_A_POOL: Final = 32 << 20
"""Stored bytes that take longer to audit than processes take to start."""
INTERRUPTED: Final = 130
"""Exit status after an interrupt, as shells have it."""


class Format(StrEnum):
    """What is printed."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Files, folders, archives and URLs of logs, - for standard input, or a data set.", show_default=False
        ),
    ],
    levels: Annotated[str, typer.Option(help="What is checked, separated by commas.")] = ",".join(LEVELS),
    rules: Annotated[
        str | None, typer.Option(help="A preset, or a rule file ending in .toml; by default the rules of each log.")
    ] = None,
    detect_rules: Annotated[bool, typer.Option(help="Say which rules explain the games best, and stop.")] = False,
    format: Annotated[Format, typer.Option(help="Summary, or a row (json: a line) per finding.")] = Format.TABLE,
    limit: Annotated[
        int | None, typer.Option(min=0, help="Findings shown of each code; by default 3 in a table, else all.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-j", min=1, help="Processes; by default as many as pay.")
    ] = None,
) -> None:
    """Check everything games claim against the rules: hands, payments, the course of the game, moves, the wall.

    The exit status is 1 if anything differs or cannot be read, or there are no logs.

    Example: mjlog audit logs/ --levels score,settlement
    """
    source = paths[0] if len(paths) == 1 else paths
    begun = time.monotonic()
    try:
        if detect_rules:
            _detect(source)
            return
        summary = _audit(source, known_levels(levels), _rules(rules), workers, _Rows(format, limit))
    except KeyboardInterrupt as stop:
        raise typer.Exit(INTERRUPTED) from stop
    except (OSError, StoreError, LogError, ValueError) as error:
        typer.echo(plain(error), err=True)
        raise typer.Exit(2) from error
    from mjlog.formats import skipped_lists  # loaded by now

    if summary.empty:
        if n_lists := summary.totals["n_lists"]:
            typer.echo(skipped_lists(n_lists), err=True)
        typer.echo(f"no logs found in {', '.join(paths)}", err=True)
        raise typer.Exit(1)
    if format is Format.TABLE:
        typer.echo(summary.text(time.monotonic() - begun))
    else:
        for line in [*summary.unread, *(f"not there: {name}" for name in summary.missing)]:
            typer.echo(line, err=True)
        if n_lists := summary.totals["n_lists"]:
            typer.echo(skipped_lists(n_lists), err=True)
    if not summary.clean:
        raise typer.Exit(1)


def _audit(
    source: str | list[str], levels: tuple[Level, ...], rules: RuleSet | None, workers: int | None, rows: _Rows
) -> Summary:
    """Audit shard by shard, write the rows, and sum up."""
    from mjlog.auditing import report, run  # what loads the compiler, which `--help` does not need
    from mjlog.tables.originals import originals

    total = total_bytes(originals(source).paths)
    n_workers = workers or max(1, min(os.cpu_count() or 1, total // WORTH_A_POOL))
    summary = report.Summary(levels=levels, examples=report.EXAMPLES if rows.limit is None else rows.limit)
    with _pool(n_workers) as executor:
        for part in _watched(run.audits(source, levels=levels, rules=rules, executor=executor), total):
            summary.add(part)
            rows.write(part)
    return summary


def _rules(name: str | None) -> RuleSet | None:
    return rules_of(name) if name is not None else None


@contextmanager
def _pool(n_workers: int) -> Iterator[Executor | None]:
    """Processes to work in, or None to work here."""
    if n_workers == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(n_workers, context, initializer=_begin) as pool:
        try:
            yield pool
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _begin() -> None:
    """Prepare a worker: interrupts are its parent's, and it keeps to one processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pa.set_cpu_count(1)


def _watched(reports: Iterator[AuditReport], total: int) -> Iterator[AuditReport]:
    """The reports, with a bar on a terminal."""
    from mjlog.importing.warm_up import is_first  # as above

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(COMPILING if is_first() else "Auditing", total=total)
        n_games = n_findings = 0
        for report in reports:
            n_games += report.n_games
            n_findings += len(report.findings)
            bar.update(
                task, advance=report.stored_bytes, description=f"{n_games:,} games audited, {n_findings:,} findings"
            )
            yield report


class _Rows:
    """Writes findings as rows, at most so many of each code."""

    def __init__(self, format: Format, limit: int | None) -> None:
        self.format = format
        self.limit = limit
        self.written = Counter[str]()
        self.csv = csv.DictWriter(sys.stdout, list(columns_of(FindingRow)))
        if format is Format.CSV:
            self.csv.writeheader()

    def write(self, report: AuditReport) -> None:
        """Write the findings of a report."""
        if self.format is Format.TABLE:
            return
        for row in report.to_table().to_pylist():
            self.written[row["code"]] += 1
            if self.limit is None or self.written[row["code"]] <= self.limit:
                self._write_row(row)

    def _write_row(self, row: dict[str, Any]) -> None:
        if self.format is Format.CSV:
            self.csv.writerow(row)
        else:
            typer.echo(json.dumps(row, ensure_ascii=False))


def _detect(source: str | list[str]) -> None:
    from mjlog.auditing.detect_rules import detect  # as above

    found = detect(source)
    if not found:
        typer.echo("No game could be read.", err=True)
        raise typer.Exit(1)
    typer.echo("\n\n".join(map(str, found)))
