"""The audit as one call: games, files, archives or a data set in, a report out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from mjlog.archive import Shard, absolute, total_bytes
from mjlog.auditing import legality, progress, score, settlement, tile_copies, tile_counts, wall
from mjlog.auditing.findings import LEVELS, Finding, Level, known_levels
from mjlog.auditing.infer_rules import Decision, rules_of_log
from mjlog.auditing.report import AuditReport, merged, report_of
from mjlog.games.batch import Games
from mjlog.jit import is_compiled
from mjlog.parallel import Inline, in_order
from mjlog.progress_bar import COMPILING, PATIENCE, ProgressBar, is_watched
from mjlog.replay.play import play
from mjlog.replay.played import Played
from mjlog.rules.rulefile import Rules, rules_of
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.folder import Folder, folder_of
from mjlog.tables.originals import GameSource, originals, read_shard

CHECKS: Final[Mapping[Level, Callable[[Played], list[Finding]]]] = {
    "score": score.check,
    "settlement": lambda played: settlement.check(played.games_with_tenpai, played.payments),
    "progress": lambda played: progress.check(played.games_with_tenpai, played.payments),
    "legality": lambda played: [
        *legality.check(played.games, played.replay),
        *tile_counts.check(played.games),
        *tile_copies.check(played.games, played.replay),
    ],
    "wall": lambda played: wall.check(played.games),
}
"""The function that finds the differences of each level."""

MOST_PENDING: Final = 4
"""Shards submitted to an executor whose reports are still awaited, for an unknown number of workers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """The settings of an audit, the same for every shard."""

    levels: tuple[Level, ...]
    rules: RuleSet | None = None
    """Rules for all games; None for the rules of each log."""
    dataset: Folder | None = None
    """The data set whose games are audited; None audits all games."""


def audit(
    source: GameSource,
    *,
    levels: str | Iterable[str] = LEVELS,
    rules: Rules | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
) -> AuditReport:
    """Compare all that games record with the rules, and report the differences.

    `source` is a batch of games, or files, folders and archives, or a data set, which is audited from the files it was
    imported from. Each log is audited by its own rules, or all games with the right number of players by `rules`. An
    `executor` with this number of `workers` audits the shards of an archive in parallel.

    A terminal or notebook shows the progress. The report lists files that cannot be read. Raises FileNotFoundError for
    a path that does not exist, ValueError for an unknown level, and LogError for unknown rules.
    """
    begun = time.monotonic()
    levels = known_levels(levels)
    reports = audits(source, levels=levels, rules=rules, executor=executor, workers=workers)
    report = merged(_shown(reports, source) if is_watched() else reports, levels)
    return replace(report, seconds=time.monotonic() - begun)


def _shown(reports: Iterable[AuditReport], source: GameSource) -> Iterator[AuditReport]:
    """The same reports, with a bar that shows how many bytes of the source are done."""
    total = None if isinstance(source, Games) else total_bytes(originals(source).paths)
    n_games = n_bytes = 0
    with ProgressBar("Auditing" if is_compiled(play) else COMPILING, total=total, patience=PATIENCE) as bar:
        for report in reports:
            n_games += report.n_games
            n_bytes += report.stored_bytes
            bar.update(f"{n_games:,} games audited", done=n_bytes)
            yield report


def audits(
    source: GameSource,
    *,
    levels: str | Iterable[str] = LEVELS,
    rules: Rules | None = None,
    executor: Executor | None = None,
    workers: int | None = None,
) -> Iterator[AuditReport]:
    """One report per shard, in order, each as soon as it is complete; see `audit`."""
    job = Job(levels=known_levels(levels), rules=None if rules is None else rules_of(rules))
    if isinstance(source, Games):
        yield audit_games(source, job)
        return
    files = originals(source)
    if files.missing:
        yield AuditReport(levels=job.levels, missing=files.missing)
    if files.dataset is not None:
        job = replace(job, dataset=folder_of(absolute(str(files.dataset))))
    elif executor is not None:  # the games of a data set are known by their recorded names, which stay
        files = files._replace(paths=tuple(map(absolute, files.paths)))
    if executor is None:
        executor, limit = Inline(), 0
    else:
        limit = 2 * workers if workers else MOST_PENDING
    pending = in_order(partial(_submit, executor, job), files.shards(), limit)
    yield from (future.result() for _, future in pending)


def _submit(executor: Executor, job: Job, shard: Shard) -> Future[AuditReport]:
    return executor.submit(audit_shard, shard, job)


def audit_games(games: Games, job: Job) -> AuditReport:
    """The report on one batch of games."""
    games, decisions = under_rules(games, job.rules)
    return report_on(Played(games), job.levels, decisions)


def report_on(played: Played, levels: Iterable[Level], decisions: tuple[Decision, ...]) -> AuditReport:
    """The report on a batch under the rules it names."""
    levels = tuple(levels)
    findings = [finding for level in levels for finding in CHECKS[level](played)]
    findings.sort(key=lambda f: (f.game, -1 if f.kyoku is None else f.kyoku, LEVELS.index(f.level)))
    return report_of(played.games, findings, levels, decisions)


def audit_shard(shard: Shard, job: Job) -> AuditReport:
    """The report on the games of one shard."""
    read = read_shard(shard, job.dataset)
    report = audit_games(read.games, job)
    return replace(report, failures=read.errors, n_lists=len(read.lists), stored_bytes=shard.n_stored)


def under_rules(games: Games, rules: RuleSet | None) -> tuple[Games, tuple[Decision, ...]]:
    """The games under these rules, or under those of each log with the decisions where the log leaves some open."""
    return rules_of_log(games) if rules is None else (forced(games, rules), ())


def forced(games: Games, rules: RuleSet) -> Games:
    """The games under one rule set; games with another number of players keep their own."""
    rule_sets = (*games.rule_sets, rules)
    header = games.games
    places = np.where(header.players == rules.players, len(games.rule_sets), header.rules).astype(header.rules.dtype)
    return replace(games, rule_sets=rule_sets, games=header._replace(rules=places))
