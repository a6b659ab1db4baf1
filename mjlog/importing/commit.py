"""The one process that writes a data set: it selects the new rows, moves parts into place and lists them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from mjlog.games.columns import Bools, Ints
from mjlog.games.parts import id_of_game
from mjlog.importing.digest_set import (
    LogKeys,
    add_parts,
    id_digest,
    imported_games,
    imported_inputs,
    input_digests,
    is_opening,
)
from mjlog.importing.links import Key, links_of
from mjlog.importing.list_pages import ListTable
from mjlog.importing.repair import failed_sources, incomplete_games, part_without, repaired_sources
from mjlog.importing.replacement import (
    StoredGame,
    added_by,
    finding_codes,
    stored_games,
    stored_kyoku,
    with_duplicates,
)
from mjlog.importing.report import ImportReport, examples_of
from mjlog.importing.shard import Failure, GameKeys, Input, ShardResult, StagedPart
from mjlog.tables.folder import Folder, move
from mjlog.tables.store import (
    SCHEMAS,
    Manifest,
    Part,
    drop_games,
    part_path,
    read_column,
    save_manifest,
    staged_path,
    write_part,
)

MANIFEST_SECONDS: Final = 1.0
"""Least time between two manifests; a killed import loses at most the work of this time."""


class Pending(NamedTuple):
    """The rows of a shard while they are added."""

    inputs: Sequence[Input]
    duplicates: dict[int, list[LogKeys]]
    """The duplicates in each input, by its index; only for inputs that have not been read before."""
    n_games: Ints
    """`(n_inputs,)`: games that were taken from each input."""
    parts: list[Part]


class DatasetWriter:
    """The data set that an import adds to."""

    def __init__(
        self, folder: Folder, old: Manifest, settings: Manifest, staging: Folder, *, rebuild: bool = False
    ) -> None:
        """`old` is the manifest on disk, `settings` the same with the settings of this import.

        With `rebuild` the new rows replace all old ones; the manifest then changes once, at the end.
        """
        self.folder = folder
        parts = () if rebuild else old.parts
        manifest = replace(settings, mjlog_version=Manifest().mjlog_version, parts=parts, levels=old.levels)
        self.manifest = manifest
        self.committed = manifest
        """The manifest after the last whole commit; an error or Ctrl-C may leave the other one between two states."""
        self.levels = settings.levels
        self.rebuild = rebuild
        self.staging = staging
        self.report = ImportReport(out=folder)
        self.next_number = old.next_number
        self.inputs = imported_inputs(folder, manifest)
        self.failed = failed_sources(folder, manifest)
        self.repaired: set[str] = set()
        self.keys, self.parts_of = imported_games(folder, manifest)
        self.links = links_of(folder, manifest, self.keys)
        self.earlier = {part.number for part in manifest.parts}
        """Numbers of the parts with games of earlier imports."""
        self.lists = ListTable(folder, manifest.parts)
        self.saved_at = time.monotonic()
        self.saved = old
        for table in SCHEMAS:
            (folder / table).mkdir(exist_ok=True)
            (staging / table).mkdir()

    def commit(self, result: ShardResult, n_stored: int) -> ImportReport:
        """Add the new rows of a shard, all or nothing; the report on the import so far."""
        self._delete_repaired(result.inputs[index].source for index in self._new_inputs(result))
        duplicates: dict[int, list[LogKeys]] = {index: [] for index in self._new_inputs(result)}
        new = duplicates.keys()
        for index, game in result.duplicates:
            if index in new:
                duplicates[index].append(game)
        parts: list[Part] = []
        pending = Pending(result.inputs, duplicates, np.zeros(len(result.inputs), np.int64), parts)
        for staged in result.parts:
            self._add_games(staged, pending)
        self._add_lists(result, new, parts)
        failures = [failure for failure in result.failures if failure.input in new]
        self._write_inputs(result, pending.n_games.tolist(), failures, duplicates, parts)
        for index in new:
            self.inputs.add(*input_digests(result.inputs[index].digest, result.inputs[index].source))
        levels = self.levels if any("games" in part.rows for part in parts) else self.manifest.levels
        self.manifest = replace(self.manifest, parts=(*self.manifest.parts, *parts), levels=levels)
        self.committed = self.manifest
        if not self.rebuild and time.monotonic() - self.saved_at > MANIFEST_SECONDS:
            self.save()
        self.report += ImportReport(
            out=self.folder,
            n_listed=sum(part.rows.get("list", 0) for part in parts),
            n_inputs=len(new),
            n_known=result.n_known + len(result.inputs) - len(new),
            n_duplicates=sum(map(len, duplicates.values())),
            findings=self._finding_codes(parts),
            failures=Counter(failure.fault for failure in failures),
            examples=examples_of((failure.fault, f"{failure.source}: {failure.message}") for failure in failures),
            stored_bytes=n_stored,
        )
        return self.report

    def save(self) -> None:
        """Write the manifest of all whole commits, unless nothing has been added."""
        if replace(self.committed, mjlog_version=self.saved.mjlog_version) != self.saved:
            save_manifest(self.folder, self.committed)
            self.saved = self.committed
        self.saved_at = time.monotonic()

    def _new_inputs(self, result: ShardResult) -> list[int]:
        """Indices of the inputs that have not been read; the failure of a repaired file may come again."""
        return [
            index
            for index, item in enumerate(result.inputs)
            if input_digests(item.digest, item.source)[0] not in self.inputs
            or (not item.readable and item.source in self.repaired)
        ]

    def _delete_repaired(self, names: Iterable[str]) -> None:
        """Delete the failures and the incomplete games of these files."""
        sources = repaired_sources(names, self.failed)
        if not sources:
            return
        games = incomplete_games(self.folder, self.manifest, sources)
        parts = []
        for part in self.manifest.parts:
            remaining = part_without(self.folder, part, self.next_number, sources, {game.id for game in games})
            self.next_number += remaining is not part
            if remaining.rows:
                parts.append(remaining)
        self.manifest = replace(self.manifest, parts=tuple(parts))
        self.keys.remove([digest for game in games for digest in game.stored])
        self.failed -= sources
        self.repaired |= sources

    def _add_games(self, staged: StagedPart, pending: Pending) -> None:
        """Add the new games of a part, instead of the games they replace, and note the others as duplicates."""
        games = staged.games
        is_new, replaced = self._are_new(games, pending)
        self._replace(replaced, pending)
        old = np.flatnonzero(~is_new).tolist()
        for row in old:
            if games.input[row] in pending.duplicates:
                pending.duplicates[games.input[row]].append(games.keys[row])
        self._move(staged, {games.keys[row].id for row in old}, pending.parts)
        n_parts = sum(keys.id != id_of_game(keys.id) for keys, new in zip(games.keys, is_new, strict=True) if new)
        n_kyoku, n_wins, n_draws = (int(n[is_new].sum()) for n in (games.n_kyoku, games.n_wins, games.n_draws))
        self.report += ImportReport(
            out=self.folder, n_games=int(is_new.sum()), n_parts=n_parts, n_kyoku=n_kyoku, n_wins=n_wins, n_draws=n_draws
        )
        np.add.at(pending.n_games, games.input[is_new], 1)

    def _are_new(self, games: GameKeys, pending: Pending) -> tuple[Bools, list[StoredGame]]:
        """Which games are from new inputs and the best logs of their games so far, and the games they replace.

        From now on the data set has the new games. No two of the games have a key in common.
        """
        is_new = np.array([index in pending.duplicates for index in games.input.tolist()], np.bool_)
        replaced: list[StoredGame] = []
        add_parts((keys.id for keys in games.keys), self.parts_of)
        sought = [digest for keys in games.keys for digest in keys.sought]
        known = np.array([self._is_linked(keys) for keys in games.keys], np.bool_)
        known |= self.keys.contains(sought).reshape(len(games.keys), -1).any(axis=1)
        if known.any():
            parts = (*self.manifest.parts, *pending.parts)
            replaced = self._replaced(games, np.flatnonzero(is_new & known).tolist(), is_new, parts)
            self.keys.remove([digest for game in replaced for digest in game.keys.stored])
        new = games if is_new.all() else games.select(np.flatnonzero(is_new).tolist())
        stored = [(digest, rank) for keys, rank in zip(new.keys, new.rank, strict=True) for digest in keys.stored]
        self.keys.add(*(digest for digest, _ in stored), ranks=[rank for _, rank in stored])
        return is_new, replaced

    def _is_linked(self, keys: LogKeys) -> bool:
        """Whether a log of these keys may be linked to logs that have none of them, or the game is there in parts."""
        return self.links.touches(keys) or (bool(self.parts_of) and id_of_game(keys.id) in self.parts_of)

    def _replaced(self, games: GameKeys, rows: Sequence[int], is_new: Bools, parts: Iterable[Part]) -> list[StoredGame]:
        """The stored games that are replaced because of these rows; clears `is_new` where another log is better."""
        for row in rows:
            by_id, by_content, _ = map(self.keys.rank, games.keys[row].stored)
            if by_id is not None and by_id == by_content and games.rank[row] <= by_id:
                is_new[row] = False  # a worse log with id and content of a stored game links nothing new
            else:
                self._link(games.keys[row])
        ids = {row: games.keys[row].id for row in rows if is_new[row]}
        unclear: set[Key] = set()
        for keys, logs in self.links.grouped(ids):
            ranks = self._ranks(keys)
            if len(ranks) == 1 and max(games.rank[row] for row in logs) <= max(ranks):
                is_new[logs] = False
            elif ranks:
                unclear |= keys
        in_parts = {game for row in rows if (game := id_of_game(games.keys[row].id)) in self.parts_of}
        for game in in_parts:
            unclear.update(*(self.links.of(name) for name in (game, *self.parts_of[game])))
        stored = stored_games(self.folder, parts, unclear)
        for log in stored:
            self._link(log.keys)
        rivals: dict[StoredGame | int, str] = {log: log.keys.id for log in stored}
        rivals |= {row: game for row, game in ids.items() if is_new[row]}
        best: dict[StoredGame | int, Set[Key]] = {}
        for keys, group in self.links.grouped(rivals):
            best[max(group, key=lambda log: games.rank[log] if isinstance(log, int) else log.rank)] = keys
        for game in in_parts:
            for part in self._covered(game, best, games):
                del best[part]
        is_new[[row for row in ids if row not in best]] = False
        return [log for log in stored if log not in best]

    def _link(self, keys: LogKeys) -> None:
        """Link the keys of a log; its opening only if a log without an id has it."""
        self.links.add(keys.id, keys.content)
        if self.links.touches([keys.opening]) or id_digest(keys.opening) in self.keys:
            self.links.add(keys.id, keys.opening)

    def _covered(self, game: str, logs: Mapping[StoredGame | int, Set[Key]], games: GameKeys) -> list[StoredGame | int]:
        """Of logs with their keys, the parts of a game of which another log has all kyoku, and more."""
        names = {game, *self.parts_of[game]}
        kyoku = {
            log: games.kyoku[log] if isinstance(log, int) else stored_kyoku(self.folder, log)
            for log, keys in logs.items()
            if not names.isdisjoint(keys)
        }
        return [
            part
            for part, text in kyoku.items()
            if game not in logs[part] and any(text in other and text != other for other in kyoku.values())
        ]

    def _ranks(self, keys: Iterable[Key]) -> set[int]:
        """The ranks of the games in the data set with these keys."""
        digests = {id_digest(key) if isinstance(key, str) else key for key in keys}
        digests |= {bytes.fromhex(key) for key in keys if isinstance(key, str) and is_opening(key)}
        return {rank for digest in digests if (rank := self.keys.rank(digest)) is not None}

    def _replace(self, replaced: Sequence[StoredGame], pending: Pending) -> None:
        """Delete the replaced games; their files have duplicates instead."""
        if not replaced:
            return
        ids: dict[int, set[str]] = {}
        for game in replaced:
            ids.setdefault(game.part, set()).add(game.keys.id)
        numbers = {part.number for part in pending.parts}
        sources: dict[str, list[StoredGame]] = {}
        index_of = {pending.inputs[index].source: index for index in pending.duplicates if pending.n_games[index]}
        for game in replaced:
            if game.part not in numbers:
                sources.setdefault(game.source, []).append(game)
            elif (index := index_of.get(game.source)) is not None:
                pending.n_games[index] -= 1
                pending.duplicates[index].append(game.keys)
        for part in (*self.manifest.parts, *pending.parts):
            if part.number in ids and part.number not in self.earlier:
                self._uncount(part, ids[part.number], is_pending=part.number in numbers)
        pending.parts[:] = self._rewritten(pending.parts, ids, {})
        self.manifest = replace(self.manifest, parts=tuple(self._rewritten(self.manifest.parts, ids, sources)))
        self.report += ImportReport(out=self.folder, n_replaced=len(replaced))

    def _rewritten(
        self, parts: Sequence[Part], ids: Mapping[int, Set[str]], sources: dict[str, list[StoredGame]]
    ) -> list[Part]:
        """The parts without some games each, the newest row of each source with these games as duplicates."""
        new: list[Part] = []
        for part in reversed(parts):
            rewritten = part
            if part.number in ids:
                rewritten = part_without(self.folder, part, self.next_number, (), ids[part.number])
            elif sources:
                rewritten = with_duplicates(self.folder, part, self.next_number, sources)
            if rewritten is not part:
                self.next_number += 1
                if part.number in self.earlier:
                    self.earlier.add(rewritten.number)
            if rewritten.rows:
                new.append(rewritten)
        return new[::-1]

    def _uncount(self, part: Part, games: Collection[str], *, is_pending: bool) -> None:
        """Take games that this import added, and another replaces, out of the report; findings only once counted."""
        self.report += added_by(self.folder, part, games)
        if not is_pending:  # the other counts of pending parts come at the end of the commit
            codes = finding_codes(self.folder, part, games)
            findings = Counter(self.report.findings)
            findings.subtract(codes)
            self.report = replace(self.report, findings=+findings, n_duplicates=self.report.n_duplicates + len(games))

    def _move(self, staged: StagedPart, dropped: set[str], parts: list[Part]) -> None:
        """Move a staged part into the data set, without the dropped games."""
        rows, checksums = dict(staged.rows), dict(staged.checksums)
        for table in staged.rows:
            if dropped:
                path = staged_path(self.staging, table, staged.name)
                rows[table], checksums[table] = drop_games(table, path, dropped)
            if not rows[table]:
                del rows[table], checksums[table]
        move(
            {
                staged_path(self.staging, table, staged.name): part_path(self.folder, table, self.next_number)
                for table in rows
            }
        )
        self._add(Part(self.next_number, rows, checksums), parts)

    def _add_lists(self, result: ShardResult, inputs: Collection[int], parts: list[Part]) -> None:
        """Add the new rows of the list pages that are among the inputs."""
        for staged in result.lists:
            if part := self.lists.commit(staged, inputs, self.next_number):
                self._add(part, parts)

    def _finding_codes(self, parts: Iterable[Part]) -> Counter[str]:
        """Number of findings of each code in the parts."""
        paths = [part_path(self.folder, "findings", part.number) for part in parts if "findings" in part.rows]
        return Counter(code for path in paths for code in read_column(path, "code"))

    def _write_inputs(
        self,
        result: ShardResult,
        n_games: list[int],
        failures: list[Failure],
        duplicates: Mapping[int, list[LogKeys]],
        parts: list[Part],
    ) -> None:
        """Write the rows of `inputs` and `failures` as one part."""
        n_failures = Counter(failure.input for failure in failures)
        inputs = {
            "source": [result.inputs[index].source for index in duplicates],
            "digest": [result.inputs[index].digest.hex() for index in duplicates],
            "n_games": [n_games[index] for index in duplicates],
            "n_failures": [n_failures[index] for index in duplicates],
            "duplicate_of": [[game.id for game in games] for games in duplicates.values()],
            "duplicate_content": [[game.content.hex() for game in games] for games in duplicates.values()],
        }
        failed = {column: [getattr(failure, column) for failure in failures] for column in SCHEMAS["failures"].names}
        rows, checksums = {}, {}
        for table, columns in (("inputs", inputs), ("failures", failed)):
            built = pa.table(columns, SCHEMAS[table])
            if len(built):
                checksums[table] = write_part(table, built, part_path(self.folder, table, self.next_number))
                rows[table] = len(built)
        self._add(Part(self.next_number, rows, checksums), parts)

    def _add(self, part: Part, parts: list[Part]) -> None:
        """Add the part just written, which has the next number, unless it has no rows."""
        if part.rows:
            parts.append(part)
            self.next_number += 1
