"""The work on one shard: its games become staged parts of tables, with all that the commit needs to know of them."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, cast

import numpy as np

from mjlog.archive import Shard, Source, Unreadable, sources
from mjlog.auditing.findings import Level
from mjlog.auditing.run import report_on, under_rules
from mjlog.errors import LogError
from mjlog.formats import list_reader_of, list_readers, parse
from mjlog.games.batch import Games, concatenate, offsets
from mjlog.games.columns import ABSENT, Ints, Result
from mjlog.games.digest import DIGEST_BYTES, content_digests, openings
from mjlog.games.parts import kyoku_text
from mjlog.importing import warm_up
from mjlog.importing.digest_set import Digest, DigestSet, LogKeys, imported_inputs, input_digests
from mjlog.importing.list_pages import ListStager, StagedList
from mjlog.importing.precedence import precedences
from mjlog.replay.played import Played
from mjlog.replay.wait_yaku import yields, yields_of_wins
from mjlog.rules.ruleset import RuleSet
from mjlog.tables.build import Computed, build
from mjlog.tables.folder import Folder
from mjlog.tables.store import load_manifest, staged_path, write_part

BATCH_BYTES: Final = 8 << 20
"""Unpacked bytes that are parsed together; they fit into the processor's cache."""
PART_GAMES: Final = 4_000
"""Games after which a part is written; with `BATCH_BYTES` it limits the memory of a worker."""


class Job(NamedTuple):
    """The part of the work that is the same for every shard of an import."""

    folder: Folder
    staging: Folder
    levels: tuple[Level, ...] = ()
    """Levels of the audit of new games."""
    decisions: bool = False
    """Whether to build the tables of all discards and calls."""
    rules: RuleSet | None = None
    """The rules of the audit; None for those of each log."""
    rebuild: bool = False
    """Whether all tables are made anew, so that no file counts as known."""


class Input(NamedTuple):
    """A file or member that was read."""

    source: str
    digest: Digest
    readable: bool = True


class GameKeys(NamedTuple):
    """Origin, identity and counts of games, `(n_games,)` each."""

    input: Ints
    """Index of the input the game is from."""
    keys: Sequence[LogKeys]
    kyoku: Sequence[str]
    """Which kyoku the log has, as `kyoku_text`."""
    n_kyoku: Ints
    n_wins: Ints
    n_draws: Ints
    rank: Sequence[int]
    """By `precedences`."""

    def select(self, rows: Sequence[int]) -> GameKeys:
        """The games in these rows."""
        indices = np.array(rows, np.int64)
        return GameKeys(
            input=self.input[indices],
            keys=[self.keys[row] for row in rows],
            kyoku=[self.kyoku[row] for row in rows],
            n_kyoku=self.n_kyoku[indices],
            n_wins=self.n_wins[indices],
            n_draws=self.n_draws[indices],
            rank=[self.rank[row] for row in rows],
        )


class StagedPart(NamedTuple):
    """A part in the staging folder: one file per table. No two of its games have a key in common."""

    name: str
    rows: Mapping[str, int]
    checksums: Mapping[str, str]
    games: GameKeys


class Failure(NamedTuple):
    """A row of the table `failures`, with the index of its input."""

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
    """The content of a shard."""

    inputs: Sequence[Input] = ()
    n_known: int = 0
    """Files and members whose bytes the data set, or an earlier one of the shard, has."""
    parts: Sequence[StagedPart] = ()
    duplicates: Sequence[tuple[int, LogKeys]] = ()
    """Index of the input and keys of each game with the id and content of a better one of the shard."""
    failures: Sequence[Failure] = ()
    lists: Sequence[StagedList] = ()


def stage_shard(shard: Shard, job: Job, name: str) -> ShardResult:
    """Parse a shard and stage its tables as parts whose names begin with `name`.

    The names are different in each call: a cluster may start the work on a shard again while its first worker, no
    longer in reach, still writes.
    """
    reader = _ShardReader(job, f"{name}-{uuid.uuid4().hex[:8]}")
    for batch in batches(sources(shard)):
        reader.read(batch)
    return reader.finish()


class _ShardReader:
    """Reads a shard batch by batch, and stages its games a part at a time."""

    def __init__(self, job: Job, name: str) -> None:
        self.job = job
        self.name = name
        self.known = DigestSet(b"") if job.rebuild else _known_inputs(job.folder, job.staging)
        self.digests: set[Digest] = set()
        self.inputs: list[Input] = []
        self.n_known = 0
        self.unstaged: list[tuple[Games, Ints, Ints]] = []
        """Batches of games, with each game's index of the input and number of unrecorded columns."""
        self.parts: list[StagedPart] = []
        self.duplicates: list[tuple[int, LogKeys]] = []
        self.failures: list[Failure] = []
        self.lists = ListStager(job.staging, name)

    def read(self, batch: Iterable[Source | Unreadable]) -> None:
        """Read the new files of a batch."""
        logs: list[Source] = []
        inputs: list[int] = []
        for item in batch:
            index = self._add_input(item)
            if index is None:
                continue
            if isinstance(item, Unreadable):
                self.failures.append(failure_of(index, item.name, None, item.error))
            elif reader := list_reader_of(item):
                page = reader.read(item)
                self.failures += (failure_of(index, item.name, None, error) for error in page.failures)
                self.lists.add(index, item.name, page.games)
            else:
                logs.append(item)
                inputs.append(index)
        if not logs:
            return
        parsed = parse(logs)
        self.failures += (failure_of(inputs[n], logs[n].name, game, error) for n, game, error in parsed.failures)
        self.unstaged.append((parsed.games, np.array(inputs)[parsed.source_of_game], parsed.n_unrecorded))
        if sum(len(games) for games, _, _ in self.unstaged) >= PART_GAMES:
            self._stage()

    def finish(self) -> ShardResult:
        """Stage the rest; the result of the shard."""
        if self.unstaged:
            self._stage()
        self.lists.stage()
        return ShardResult(self.inputs, self.n_known, self.parts, self.duplicates, self.failures, self.lists.staged)

    def _add_input(self, item: Source | Unreadable) -> int | None:
        """Index of a new input; None if its bytes are known."""
        digest = digest_of(item)
        digests = input_digests(digest, item.name)
        readable = isinstance(item, Source)
        if digests[0] in self.digests or (readable and digests[0] in self.known):
            self.n_known += 1
            return None
        self.digests.update(digests)
        self.inputs.append(Input(item.name, digest, readable))
        return len(self.inputs) - 1

    def _stage(self) -> None:
        """Stage the games as one part, or as several if keys repeat."""
        warm_up.wait()
        batches, inputs, n_unrecorded = zip(*self.unstaged, strict=True)
        games = concatenate(batches) if len(batches) > 1 else batches[0]
        keys = keys_of(games, np.concatenate(inputs), np.concatenate(n_unrecorded))
        self.unstaged = []
        rounds, equal = rounds_of(keys.keys, keys.rank)
        self.duplicates += ((int(keys.input[row]), keys.keys[row]) for row in equal)
        for rows in rounds:
            name = f"{self.name}-{len(self.parts)}"
            if len(rows) == len(games):
                self.parts.append(stage(games, keys, self.job, name))
            else:
                self.parts.append(stage(games.select(np.array(rows)), keys.select(rows), self.job, name))


@lru_cache(maxsize=1)
def _known_inputs(folder: Folder, staging: Folder) -> DigestSet:  # each import has its own staging folder
    return imported_inputs(folder, load_manifest(folder))


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
    """Digest of the bytes, for a list page also of its day; for an unreadable file, digest of its name and error."""
    data = item.data if isinstance(item, Source) else f"{item.name}\n{item.error}".encode()
    mark = "".join(reader.mark(item.name) for reader in list_readers())
    return hashlib.sha256(data + mark.encode()).digest()[:16]


def failure_of(index: int, name: str, game: str | None, error: LogError) -> Failure:
    """The row for an error in the input with this index."""
    where = error.where
    source = where.source or name
    return Failure(
        index, source, game, error.fault.value, error.message, where.kyoku, where.event, where.offset, error.raw
    )


def keys_of(games: Games, inputs: Ints, n_unrecorded: Ints) -> GameKeys:
    """Keys and counts of games, with each game's index of the input and number of unrecorded columns."""
    ids = games.games.id.tolist()
    kyoku, starts = games.kyoku, games.kyoku_start.tolist()
    text = kyoku_text(kyoku.wind, kyoku.number, kyoku.honba)
    draw_start = offsets(games.kyoku.result != Result.WIN)
    content = content_digests(games)
    contents = [content[at : at + DIGEST_BYTES] for at in range(0, len(content), DIGEST_BYTES)]
    return GameKeys(
        input=inputs,
        keys=list(map(LogKeys, ids, contents, openings(games))),
        kyoku=[text[start:stop] for start, stop in pairwise(starts)],
        n_kyoku=np.diff(games.kyoku_start),
        n_wins=np.diff(games.win_start[games.kyoku_start]),
        n_draws=np.diff(draw_start[games.kyoku_start]),
        rank=precedences(games, n_unrecorded).tolist(),
    )


def rounds_of(keys: Sequence[LogKeys], ranks: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Rows of the games in rounds without a repeated key; and rows whose id and content a better game has.

    Of two games that share only a part of their keys the later goes into a later round: which of them stays depends on
    the whole data set, and is decided when the rounds are committed, in this order.
    """
    best: dict[tuple[str, Digest], int] = {}
    for row, key in enumerate(keys):
        if ranks[row] > ranks[best.setdefault(key[:2], row)]:
            best[key[:2]] = row
    remaining = sorted(best.values())
    distinct = set(remaining)
    rounds: list[list[int]] = []
    while remaining:
        earlier: set[Digest] = set()
        this_round: list[int] = []
        later: list[int] = []
        for row in remaining:
            (this_round if earlier.isdisjoint(keys[row].sought) else later).append(row)
            earlier.update(keys[row].stored)
        rounds.append(this_round)
        remaining = later
    return rounds, [row for row in range(len(keys)) if row not in distinct]


def stage(games: Games, keys: GameKeys, job: Job, name: str) -> StagedPart:
    """Build, audit and write the tables of games as a staged part."""
    judged, decisions = under_rules(games, job.rules) if job.levels else (games, ())
    played = Played(judged)
    tables = build(
        games, b"".join(key.content for key in keys.keys), keys.rank, computed_of(played), decisions=job.decisions
    )
    if job.levels:
        tables["findings"] = report_on(played, job.levels, decisions).to_table()
    rows = {table: len(built) for table, built in tables.items() if len(built)}
    checksums = {table: write_part(table, tables[table], staged_path(job.staging, table, name)) for table in rows}
    return StagedPart(name, rows, checksums, keys)


def compile_tables(job: Job) -> None:
    """Compile the code that builds the tables, by building them for no games."""
    played = Played(parse([]).games)
    build(played.games, content_digests(played.games), [], computed_of(played), decisions=job.decisions)
    if job.levels:
        report_on(played, job.levels, ())


def computed_of(played: Played) -> Computed:
    """The values of all wins by the rules, as the tables need them."""
    scores, facts, (hands, rules) = played.scores, played.replay.wins, played.hands
    values, known = scores.values, played.known
    valid = values.valid & known.hand
    has_dora = known.dora & played.games.wins.lists_ura
    return Computed(
        han=np.where(valid & has_dora & (values.half_yakuman == 0), values.han, ABSENT),
        fu=np.where(valid, values.fu, ABSENT),
        limit=np.where(known.hand & has_dora, scores.limit, ABSENT),
        fu_items=cast(Ints, values.fu_items),
        points=np.where(played.base >= 0, scores.points, ABSENT),
        wait=np.where(known.hand, values.wait, 0),
        n_waits=np.where(facts.waits != 0, np.bitwise_count(facts.waits).astype(np.int8), ABSENT),
        wait_yaku=yields_of_wins(hands, facts.waits, played.games.rule_sets, rules),
        tenpai_yaku=yields(played.games, played.replay.kyoku),
    )
