"""The one process that writes a data set: it decides what is new, moves parts into place and lists them."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from mjlog.games.columns import Bools
from mjlog.importing.digest_set import id_digest, known_games, known_inputs
from mjlog.importing.list_pages import Pages
from mjlog.importing.repair import failed_sources, games_to_replace, mended, without
from mjlog.importing.shard import Account, Failure, ShardResult, Staged, staged_path
from mjlog.tables.store import SCHEMAS, Manifest, Part, drop_games, part_path, save_manifest, write_part

MANIFEST_SECONDS: Final = 1.0
"""Least time between two manifests: what a kill may cost."""
EXAMPLES: Final = 3
"""Failures of each fault that a report shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What an import did."""

    out: Path
    n_games: int = 0
    n_kyoku: int = 0
    n_wins: int = 0
    n_draws: int = 0
    n_listed: int = 0
    """Games taken from list pages."""
    n_inputs: int = 0
    """Files and archive members read."""
    n_known: int = 0
    """Files and archive members whose bytes the data set already had, or had from a file before them."""
    n_duplicates: int = 0
    """Games the data set already had, from other bytes."""
    findings: Mapping[str, int] = field(default_factory=dict)
    """Number of findings of each code, if there was an audit."""
    failures: Mapping[str, int] = field(default_factory=dict)
    """Number of failures of each fault."""
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The first few of each fault."""
    stored_bytes: int = 0
    """Bytes of the archive gone through."""
    seconds: float = 0.0

    @property
    def n_failures(self) -> int:
        """Failures of all faults."""
        return sum(self.failures.values())

    @property
    def n_findings(self) -> int:
        """Findings of all codes."""
        return sum(self.findings.values())

    def __str__(self) -> str:
        what = [f"{self.n_games / self.seconds:,.0f} games/s"] if self.n_games and self.seconds else []
        what.append(f"{self.stored_bytes / 1e6:,.1f} MB")
        counts = {
            "games": self.n_games,
            "kyoku": self.n_kyoku,
            "wins": self.n_wins,
            "draws": self.n_draws,
            **({"listed games": self.n_listed} if self.n_listed else {}),
            "files read": self.n_inputs,
            "not read again": self.n_known,
            "duplicates": self.n_duplicates,
            "failures": self.n_failures,
        }
        lines = [f"Tables in {self.out}, {self.seconds:.1f} s ({', '.join(what)})"]
        notes = {"not read again": "files of bytes the data set has, or met twice", "duplicates": "games it has"}
        for name, count in counts.items():
            note = f"   {notes[name]}" if count and name in notes else ""
            lines.append(f"  {name:<14}{count:>12,}{note}")
        for fault, count in sorted(self.failures.items()):
            lines.append(f"    {fault:<16}{count:>8,}   {self.examples[fault][0]}")
            lines += (f"{'':<31}{example}" for example in self.examples[fault][1:])
        if self.findings:
            lines.append(f"  {'findings':<14}{self.n_findings:>12,}")
            lines += (f"    {code:<16}{count:>8,}" for code, count in Counter(self.findings).most_common())
        return "\n".join(lines)


class Target:
    """The data set being written."""

    def __init__(self, folder: Path, manifest: Manifest, staging: Path) -> None:
        self.folder = folder
        self.manifest = Manifest(parts=manifest.parts)
        self.staging = staging
        self.report = ImportReport(out=folder)
        self.next_number = max((part.number for part in manifest.parts), default=-1) + 1
        self.inputs = known_inputs(folder)
        self.failed = failed_sources(folder, manifest)
        self.mended: set[str] = set()
        self.ids, self.contents = known_games(folder, manifest)
        self.pages = Pages(folder, manifest.parts)
        self.saved_at = time.monotonic()
        self.saved = manifest
        for table in SCHEMAS:
            (folder / table).mkdir(exist_ok=True)
            (staging / table).mkdir()

    def commit(self, result: ShardResult, n_stored: int) -> ImportReport:
        """Add what is new of a shard, all or nothing, and report on the import so far."""
        self._mend(result.inputs[place].source for place in self._new(result))
        new_inputs = self._new(result)
        is_new = set(new_inputs)
        duplicates: dict[int, list[str]] = {place: [] for place in new_inputs}
        n_games = np.zeros(len(result.inputs), np.int64)
        sums = np.zeros(4, np.int64)
        parts: list[Part] = []
        for place, game_id in result.duplicates:
            if place in is_new:
                duplicates[place].append(game_id)
        for staged in result.staged:
            games = staged.games
            taken = self._take(games, is_new)
            n_games += np.bincount(games.input[taken], minlength=len(n_games))
            sums += [taken.sum(), *(column[taken].sum() for column in (games.n_kyoku, games.n_wins, games.n_draws))]
            left_out = [(int(games.input[at]), games.id[at]) for at in np.flatnonzero(~taken).tolist()]
            for place, game_id in left_out:
                if place in is_new:
                    duplicates[place].append(game_id)
            self._move(staged, {game_id for _, game_id in left_out}, parts)
        self._add_lists(result, is_new, parts)
        failures = [failure for failure in result.failures if failure.input in is_new]
        self._write_account(result, n_games.tolist(), failures, duplicates, parts)
        self.inputs.add(*(result.inputs[place].digest for place in new_inputs))
        self.manifest = replace(self.manifest, parts=(*self.manifest.parts, *parts))
        if time.monotonic() - self.saved_at > MANIFEST_SECONDS:
            self.save()
        self.report = replace(
            self.report,
            n_games=self.report.n_games + int(sums[0]),
            n_kyoku=self.report.n_kyoku + int(sums[1]),
            n_wins=self.report.n_wins + int(sums[2]),
            n_draws=self.report.n_draws + int(sums[3]),
            n_listed=self.report.n_listed + sum(part.rows.get("list", 0) for part in parts),
            n_inputs=self.report.n_inputs + len(new_inputs),
            n_known=self.report.n_known + result.n_known + len(result.inputs) - len(new_inputs),
            findings=Counter(self.report.findings) + self._codes(parts),
            n_duplicates=self.report.n_duplicates + sum(map(len, duplicates.values())),
            failures=Counter(self.report.failures) + Counter(failure.fault for failure in failures),
            examples=_with_examples(self.report.examples, failures),
            stored_bytes=self.report.stored_bytes + n_stored,
        )
        return self.report

    def save(self) -> None:
        """Write the manifest, unless nothing has been added."""
        if self.manifest.parts != self.saved.parts:
            save_manifest(self.folder, self.manifest)
            self.saved = self.manifest
        self.saved_at = time.monotonic()

    def _take(self, games: Account, inputs: Collection[int]) -> Bools:
        """Which games are of these inputs and not in the data set yet; from now on they are."""
        taken = np.array([place in inputs for place in games.input.tolist()], np.bool_)
        if not (self.ids.meets(games.id_digest) or self.contents.meets(games.content)):
            chosen = games if taken.all() else games.select(np.flatnonzero(taken).tolist())
            self.ids.add(*chosen.id_digest)
            self.contents.add(*chosen.content)
            return taken
        for at in np.flatnonzero(taken).tolist():
            if games.id_digest[at] in self.ids or games.content[at] in self.contents:
                taken[at] = False
            else:
                self.ids.add(games.id_digest[at])
                self.contents.add(games.content[at])
        return taken

    def _new(self, result: ShardResult) -> list[int]:
        """Places of the inputs that have not been read; what cannot be read may also fail again in a mended file."""
        return [
            place
            for place, item in enumerate(result.inputs)
            if item.digest not in self.inputs or (not item.readable and item.source in self.mended)
        ]

    def _mend(self, names: Iterable[str]) -> None:
        """Take out what `failures` tells of these files, and the incomplete games from them."""
        sources = mended(names, self.failed)
        if not sources:
            return
        games = games_to_replace(self.folder, self.manifest, sources)
        parts = []
        for part in self.manifest.parts:
            left = without(self.folder, part, self.next_number, sources, games.keys())
            self.next_number += left is not part
            if left.rows:
                parts.append(left)
        self.manifest = replace(self.manifest, parts=tuple(parts))
        self.ids.remove([id_digest(game) for game in games])
        self.contents.remove([bytes.fromhex(content) for content in games.values()])
        self.failed -= sources
        self.mended |= sources

    def _move(self, staged: Staged, dropped: set[str], parts: list[Part]) -> None:
        """Put a staged part in its place, without the dropped games."""
        rows = {}
        for table, n_rows in staged.rows.items():
            path = staged_path(self.staging, staged.name, table)
            left = drop_games(table, path, dropped) if dropped else n_rows
            if left:
                os.replace(path, part_path(self.folder, table, self.next_number))
                rows[table] = left
        if rows:
            parts.append(Part(self.next_number, rows))
            self.next_number += 1

    def _add_lists(self, result: ShardResult, is_new: Collection[int], parts: list[Part]) -> None:
        """Take in what is new of the list pages."""
        for staged in result.listed:
            path = staged_path(self.staging, staged.name, "list")
            part = self.pages.commit(staged, path, is_new, self.next_number)
            if part is not None:
                parts.append(part)
                self.next_number += 1

    def _codes(self, parts: Iterable[Part]) -> Counter[str]:
        """Findings of each code in the parts."""
        paths = [part_path(self.folder, "findings", part.number) for part in parts if "findings" in part.rows]
        tables = (pq.read_table(path, columns=["code"], partitioning=None) for path in paths)
        return Counter(code for found in tables for code in found["code"].to_pylist())

    def _write_account(
        self,
        result: ShardResult,
        n_games: list[int],
        failures: list[Failure],
        duplicates: Mapping[int, list[str]],
        parts: list[Part],
    ) -> None:
        """Write the rows of `inputs` and `failures` as a part of their own."""
        n_failures = Counter(failure.input for failure in failures)
        inputs = {
            "source": [result.inputs[place].source for place in duplicates],
            "digest": [result.inputs[place].digest.hex() for place in duplicates],
            "n_games": [n_games[place] for place in duplicates],
            "n_failures": [n_failures[place] for place in duplicates],
            "duplicate_of": list(duplicates.values()),
        }
        failed = {column: [getattr(failure, column) for failure in failures] for column in SCHEMAS["failures"].names}
        rows = {}
        for table, columns in (("inputs", inputs), ("failures", failed)):
            found = pa.table(columns, SCHEMAS[table])
            if len(found):
                write_part(table, found, part_path(self.folder, table, self.next_number))
                rows[table] = len(found)
        if rows:
            parts.append(Part(self.next_number, rows))
            self.next_number += 1


def _with_examples(examples: Mapping[str, tuple[str, ...]], failures: list[Failure]) -> dict[str, tuple[str, ...]]:
    more = dict(examples)
    for failure in failures:
        shown = more.get(failure.fault, ())
        if len(shown) < EXAMPLES:
            more[failure.fault] = (*shown, f"{failure.source}: {failure.message}")
    return more
