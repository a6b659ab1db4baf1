"""The audit as one call: games, files, archives or a data set in, a report out."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
import pandas as pd
import pyarrow.compute as pc
import pyarrow.parquet as pq

from mjlog.archive import Shard, Source, Unreadable, check_place, exists, is_url, shards, sources
from mjlog.auditing import legality, progress, score, settlement, tile_counts, wall
from mjlog.auditing.findings import LEVELS, Finding, Level, known_levels
from mjlog.auditing.infer_rules import Decision, rules_of_log
from mjlog.auditing.report import AuditReport, merged, report_of
from mjlog.errors import LogError
from mjlog.formats import parse
from mjlog.games.batch import Games
from mjlog.games.columns import Ints
from mjlog.replay.played import Played
from mjlog.rules.presets import preset
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.store import MANIFEST, load_manifest, parts_of

CHECKS: Final[Mapping[Level, Callable[[Played], list[Finding]]]] = {
    "score": score.check,
    "settlement": lambda played: settlement.check(played.games_with_tenpai, played.payments),
    "progress": lambda played: progress.check(played.games_with_tenpai, played.payments),
    "legality": lambda played: legality.check(played.games, played.replay) + tile_counts.check(played.games),
    "wall": lambda played: wall.check(played.games),
}
"""The function that finds the differences of each level."""

AUDIT_SHARD_BYTES: Final = 2 << 20
"""Stored bytes audited together; bounds the memory of a worker."""
AHEAD: Final = 4
"""Shards in work or waiting; more than any pool has workers for is for the caller's executor to say."""


@runtime_checkable
class Stored(Protocol):
    """A data set: what tells the folder it is in, such as `mjlog.tables.dataset.Dataset`."""

    folder: Path


Auditable = Games | Stored | str | Path | Iterable[str | Path]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is done with every shard of an audit."""

    levels: tuple[Level, ...]
    rules: RuleSet | None = None
    """Rules forced on all games; None for those of each log."""
    dataset: Path | None = None
    """The data set whose games are audited; None audits all games."""


def audit(
    source: Auditable,
    *,
    levels: str | Iterable[str] = LEVELS,
    rules: RuleSet | str | None = None,
    executor: Executor | None = None,
) -> AuditReport:
    """Check everything that games claim against the rules, and report what differs.

    `source` is a batch of games, files, folders and archives, or a data set, which is audited from the files it was
    imported from. Rules are those of each log, or `rules` (a preset's name or a rule set) for all games of that number
    of players. An `executor` works on the shards of an archive; without one the work is done here.

    What cannot be read is listed in the report. Raises FileNotFoundError for a path that does not exist, ValueError for
    an unknown level, and LogError for an unknown preset.
    """
    begun = time.monotonic()
    chosen = known_levels(levels)
    report = merged(audits(source, levels=chosen, rules=rules, executor=executor), chosen)
    return replace(report, seconds=time.monotonic() - begun)


def audits(
    source: Auditable,
    *,
    levels: str | Iterable[str] = LEVELS,
    rules: RuleSet | str | None = None,
    executor: Executor | None = None,
) -> Iterator[AuditReport]:
    """One report per shard of what is audited, in order and as soon as it is made; see `audit`."""
    job = Job(levels=known_levels(levels), rules=preset(rules) if isinstance(rules, str) else rules)
    if isinstance(source, Games):
        yield audit_games(source, job)
        return
    paths, missing, dataset = originals(source)
    if missing:
        yield AuditReport(levels=job.levels, missing=tuple(missing))
    job = replace(job, dataset=dataset)
    waiting: deque[tuple[Shard, Future[AuditReport]]] = deque()
    for shard in shards(paths, shard_bytes=AUDIT_SHARD_BYTES):
        if executor is None:
            yield audit_shard(shard, job)
            continue
        waiting.append((shard, executor.submit(audit_shard, shard, job)))
        if len(waiting) > AHEAD:
            yield waiting.popleft()[1].result()
    for _, future in waiting:
        yield future.result()


def audit_games(games: Games, job: Job) -> AuditReport:
    """The report on one batch of games."""
    if job.rules is None:
        judged, decisions = rules_of_log(games)
    else:
        judged, decisions = forced(games, job.rules), ()
    return report_on(Played(judged), job.levels, decisions)


def report_on(played: Played, levels: Iterable[Level], decisions: tuple[Decision, ...]) -> AuditReport:
    """The report on a batch whose rules are decided."""
    levels = tuple(levels)
    found = [finding for level in levels for finding in CHECKS[level](played)]
    found.sort(key=lambda f: (f.game, -1 if f.kyoku is None else f.kyoku, LEVELS.index(f.level)))
    return report_of(played.games, found, levels, decisions)


def audit_shard(shard: Shard, job: Job) -> AuditReport:
    """The report on the games of one shard."""
    games, errors, n_lists = _read(shard, job.dataset)
    return replace(audit_games(games, job), failures=errors, n_lists=n_lists, stored_bytes=shard.n_stored)


def games_of(source: Auditable) -> Iterator[Games]:
    """What is audited, shard by shard; what cannot be read is left out."""
    if isinstance(source, Games):
        yield source
        return
    paths, _, dataset = originals(source)
    for shard in shards(paths, shard_bytes=AUDIT_SHARD_BYTES):
        yield _read(shard, dataset)[0]


def _read(shard: Shard, dataset: Path | None) -> tuple[Games, tuple[LogError, ...], int]:
    """The games of a shard (those a data set has, if one is given), what could not be read, and how many list pages."""
    read: list[Source] = []
    errors: list[LogError] = []
    for item in sources(shard):
        if isinstance(item, Unreadable):
            errors.append(item.error.at(source=item.name))
        else:
            read.append(item)
    parsed = parse(read)
    if dataset is not None:
        return parsed.games.select(_held(parsed.games, dataset)), (), 0
    errors += (error.at(source=read[place].name) for place, _, error in parsed.failures)
    return parsed.games, tuple(errors), len(parsed.lists)


def forced(games: Games, rules: RuleSet) -> Games:
    """The games under one rule set; those of another number of players keep their own."""
    rule_sets = (*games.rule_sets, rules)
    header = games.games
    chosen = np.where(header.players == rules.players, len(games.rule_sets), header.rules).astype(header.rules.dtype)
    return replace(games, rule_sets=rule_sets, games=header._replace(rules=chosen))


def originals(source: Stored | str | Path | Iterable[str | Path]) -> tuple[list[str], list[str], Path | None]:
    """The files to read, the files of a data set that are gone, and the folder of that data set if it is one."""
    if isinstance(source, Stored):
        folder: Path | None = source.folder
    elif isinstance(source, str | Path):
        folder = Path(source) if (Path(source) / MANIFEST).is_file() else None
    else:
        folder = None
    if folder is None:
        given = [source] if isinstance(source, str | Path) else source
        assert not isinstance(given, Stored)
        paths = [os.fspath(path) for path in given]
        for path in paths:
            check_place(path)
        return paths, [], None
    names = sorted({file_of(name) for name in _column(folder, "inputs", "source")})
    there = {name for name in names if exists(name)}
    return [name for name in names if name in there], [name for name in names if name not in there], folder


def file_of(source: str) -> str:
    """The file a source was read from: `!` begins the name of a member, and may be part of the file's own name."""
    ends = [n for n, letter in enumerate(source) if letter == "!"]
    if is_url(source):
        return source[: ends[0]] if ends else source
    files = (source[:end] for end in [*ends, len(source)])
    return next(filter(os.path.isfile, files), source[: ends[0]] if ends else source)


def _column(folder: Path, table: str, column: str) -> Iterator[Any]:
    for path in parts_of(folder, load_manifest(folder), table):
        yield from pc.unique(pq.read_table(path, columns=[column], partitioning=None)[column]).to_pylist()


def _held(games: Games, dataset: Path) -> Ints:
    """Rows of the games that a data set holds from these very files."""
    return np.flatnonzero(np.isin(_keys(games.games.id, games.games.source), _kept(dataset)))


@lru_cache(maxsize=1)
def _kept(dataset: Path) -> Ints:
    """`(n_games,)` uint64: keys of the games of a data set."""
    tables = [
        pq.read_table(path, columns=["game", "source"], partitioning=None)
        for path in parts_of(dataset, load_manifest(dataset), "games")
    ]
    keys = [_keys(*(table[name].to_numpy() for name in ("game", "source"))) for table in tables]
    return np.concatenate([np.zeros(0, np.uint64), *keys])


def _keys(ids: Ints, names: Ints) -> Ints:
    """One number of 64 bits for each id and source; two games of one key are not to be expected."""
    both = [f"{game}\n{name}" for game, name in zip(ids.tolist(), names.tolist(), strict=True)]
    return pd.util.hash_array(np.array(both, object))
