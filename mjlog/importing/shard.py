"""What a worker does: a shard of an archive becomes staged parts of tables, and an account of what is in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np

from mjlog.archive import Shard, Source, Unreadable, sources
from mjlog.auditing.findings import Level
from mjlog.auditing.infer_rules import rules_of_log
from mjlog.auditing.run import report_on
from mjlog.errors import LogError
from mjlog.formats import list_reader_of, list_readers, parse
from mjlog.games.batch import Games, concatenate, offsets
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.games.digest import DIGEST_BYTES, content_digests
from mjlog.importing import warm_up
from mjlog.importing.digest_set import Digest, Seen, id_digest, known_inputs
from mjlog.importing.list_pages import Listed, StagedList
from mjlog.replay.played import Played
from mjlog.tables.build import Computed, build
from mjlog.tables.store import write_part

BATCH_BYTES: Final = 8 << 20
"""Unpacked bytes that are parsed together, few enough to stay in the processor's cache."""
PART_GAMES: Final = 4_000
"""Games after which a part is written; with the bytes it bounds the memory of a worker."""


class Job(NamedTuple):
    """Where the work is done, the same for every shard of an import."""

    folder: Path
    staging: Path
    levels: tuple[Level, ...] = ()
    """What is audited while importing."""
    decisions: bool = False
    """Whether the tables of every discard and call are built too."""


class Input(NamedTuple):
    """A file or member that was read."""

    source: str
    digest: Digest
    readable: bool = True


class Account(NamedTuple):
    """What committing wants to know about games, one place each."""

    input: Ints
    """Place of the input a game is from."""
    id: Sequence[str]
    id_digest: Sequence[Digest]
    content: Sequence[Digest]
    n_kyoku: Ints
    n_wins: Ints
    n_draws: Ints

    def select(self, games: Sequence[int]) -> Account:
        """The account of some of the games."""
        chosen = np.array(games, np.int64)
        return Account(
            input=self.input[chosen],
            id=[self.id[at] for at in games],
            id_digest=[self.id_digest[at] for at in games],
            content=[self.content[at] for at in games],
            n_kyoku=self.n_kyoku[chosen],
            n_wins=self.n_wins[chosen],
            n_draws=self.n_draws[chosen],
        )


class Staged(NamedTuple):
    """A part in the staging folder: one file per table, and its games, no two of one id or content."""

    name: str
    rows: Mapping[str, int]
    games: Account


class Failure(NamedTuple):
    """A row of `failures`, behind the place of its input."""

    input: int
    source: str
    game: str | None
    fault: str
    message: str
    kyoku: int | None
    event: int | None
    offset: int | None
    snippet: str | None


class ShardResult(NamedTuple):
    """What is in a shard."""

    inputs: Sequence[Input] = ()
    n_known: int = 0
    """Files and members whose bytes were known."""
    staged: Sequence[Staged] = ()
    duplicates: Sequence[tuple[int, str]] = ()
    """Input and id of games that equal one before them in the shard."""
    failures: Sequence[Failure] = ()
    listed: Sequence[StagedList] = ()
    """Parts of the table `list`."""


def read_shard(shard: Shard, job: Job, name: str) -> ShardResult:
    """Parse a shard and stage its tables as parts whose names begin with `name`."""
    known = _known(job.folder, job.staging)
    inputs: list[Input] = []
    staged: list[Staged] = []
    duplicates: list[tuple[int, str]] = []
    failures: list[Failure] = []
    waiting: list[tuple[Games, Ints]] = []
    listed = Listed(lambda rows, part: write_part("list", rows, staged_path(job.staging, part, "list")), name)
    seen: set[Digest] = set()
    n_items = 0
    for batch in batches(sources(shard)):
        new: list[Source] = []
        of_source: list[int] = []
        for item in batch:
            n_items += 1
            digest = digest_of(item)
            readable = isinstance(item, Source)
            if digest in seen or (readable and digest in known):
                continue
            seen.add(digest)
            if isinstance(item, Unreadable):
                failures.append(failure_of(len(inputs), item.name, None, item.error))
            elif lister := list_reader_of(item):
                page = lister.read(item)
                failures += (failure_of(len(inputs), item.name, None, error) for error in page.failures)
                listed.add(len(inputs), item.name, page.games)
            else:
                of_source.append(len(inputs))
                new.append(item)
            inputs.append(Input(item.name, digest, readable))
        if not new:
            continue
        parsed = parse(new)
        failures += (failure_of(of_source[at], new[at].name, game, error) for at, game, error in parsed.failures)
        waiting.append((parsed.games, np.array(of_source)[parsed.source_of_game]))
        if sum(len(games) for games, _ in waiting) >= PART_GAMES:
            stage_all(waiting, job, name, staged, duplicates)
            waiting = []
    if waiting:
        stage_all(waiting, job, name, staged, duplicates)
    listed.stage()
    return ShardResult(inputs, n_items - len(inputs), staged, duplicates, failures, listed.staged)


@lru_cache(maxsize=1)
def _known(folder: Path, staging: Path) -> Seen:  # a new import has a new staging folder and reads them again
    return known_inputs(folder)


def batches(items: Iterable[Source | Unreadable]) -> Iterator[list[Source | Unreadable]]:
    """The items in runs of about `BATCH_BYTES`."""
    batch: list[Source | Unreadable] = []
    n_bytes = 0
    for item in items:
        n = len(item.data) if isinstance(item, Source) else 0
        if batch and n_bytes + n > BATCH_BYTES:
            yield batch
            batch, n_bytes = [], 0
        batch.append(item)
        n_bytes += n
    if batch:
        yield batch


def digest_of(item: Source | Unreadable) -> Digest:
    """Digest of the bytes and, of a list page, its day; or of what is said about bytes that cannot be had."""
    data = item.data if isinstance(item, Source) else f"{item.name}\n{item.error}".encode()
    return hashlib.sha256(data + _mark(item.name)).digest()[:16]


def _mark(name: str) -> bytes:
    return "".join(lister.mark(name) for lister in list_readers()).encode()


def failure_of(place: int, name: str, game: str | None, error: LogError) -> Failure:
    """The row for an error in the input at a place."""
    where = error.where
    source = where.source or name
    return Failure(
        place, source, game, error.fault.value, error.message, where.kyoku, where.event, where.offset, error.raw
    )


def account_of(games: Games, inputs: Ints) -> Account:
    """The account of games, from the places of their inputs."""
    ids = games.games.id.tolist()
    drawn = offsets(games.kyoku.result != Result.WIN)
    content = content_digests(games)
    return Account(
        input=inputs,
        id=ids,
        id_digest=list(map(id_digest, ids)),
        content=[content[at : at + DIGEST_BYTES] for at in range(0, len(content), DIGEST_BYTES)],
        n_kyoku=np.diff(games.kyoku_start),
        n_wins=np.diff(games.win_start[games.kyoku_start]),
        n_draws=np.diff(drawn[games.kyoku_start]),
    )


def in_rounds(ids: Sequence[str], contents: Sequence[Digest]) -> tuple[list[list[int]], list[int]]:
    """Places of the games in rounds without two of one id or content, and of those that equal an earlier one in both.

    Of two games that share only one of them the later goes into a later round: which of the two stays depends on the
    whole data set, and is decided when they are committed, in this order.
    """
    if len(set(ids)) == len(set(contents)) == len(ids):
        return [list(range(len(ids)))] if ids else [], []
    first: dict[tuple[str, Digest], int] = {}
    for place, both in enumerate(zip(ids, contents, strict=True)):
        first.setdefault(both, place)
    left = list(first.values())
    kept = set(left)
    rounds: list[list[int]] = []
    while left:
        met: set[str | Digest] = set()
        now: list[int] = []
        later: list[int] = []
        for place in left:
            keys: set[str | Digest] = {ids[place], contents[place]}
            (later if keys & met else now).append(place)
            met |= keys
        rounds.append(now)
        left = later
    return rounds, [place for place in range(len(ids)) if place not in kept]


def stage_all(
    batches: Sequence[tuple[Games, Ints]], job: Job, name: str, staged: list[Staged], duplicates: list[tuple[int, str]]
) -> None:
    """Stage batches, each with the inputs of its games, as one part, or as more where ids or contents repeat."""
    warm_up.wait()
    games = concatenate([games for games, _ in batches]) if len(batches) > 1 else batches[0][0]
    account = account_of(games, np.concatenate([inputs for _, inputs in batches]))
    rounds, equal = in_rounds(account.id, account.content)
    duplicates += ((int(account.input[at]), account.id[at]) for at in equal)
    for chosen in rounds:
        if len(chosen) == len(games):
            staged.append(stage(games, account, job, f"{name}-{len(staged)}"))
        else:
            some = games.select(np.array(chosen))
            staged.append(stage(some, account.select(chosen), job, f"{name}-{len(staged)}"))


def stage(games: Games, about: Account, job: Job, name: str) -> Staged:
    """Build and write the tables of some games, and audit them at the levels of the job."""
    judged, decided = rules_of_log(games) if job.levels else (games, ())
    played = Played(judged)
    tables = build(games, b"".join(about.content), computed_of(played), decisions=job.decisions)
    if job.levels:
        tables["findings"] = report_on(played, job.levels, decided).to_table()
    rows = {table: len(built) for table, built in tables.items() if len(built)}
    for table in rows:
        write_part(table, tables[table], staged_path(job.staging, name, table))
    return Staged(name, rows, about)


def compile_tables(job: Job) -> None:
    """Compile all that tables are built with, by building those of no games."""
    played = Played(parse([]).games)
    build(played.games, content_digests(played.games), computed_of(played), decisions=job.decisions)
    if job.levels:
        report_on(played, job.levels, ())


def computed_of(played: Played) -> Computed:
    """What the rules say of the wins of a batch."""
    scores, facts = played.scores, played.replay.wins
    values = scores.values
    return Computed(
        han=np.where(values.valid & (values.half_yakuman == 0), values.han, ABSENT),
        fu=np.where(values.valid, values.fu, ABSENT),
        limit=scores.limit,
        fu_items=cast(Ints, values.fu_items),
        points=np.where(played.base >= 0, scores.points, ABSENT),
        wait=values.wait,
        n_waits=np.where(facts.waits != 0, np.bitwise_count(facts.waits), ABSENT).astype(np.int8),
    )


def staged_path(staging: Path, name: str, table: str) -> Path:
    """Where a staged part of a table is."""
    return staging / table / f"{name}.parquet"
