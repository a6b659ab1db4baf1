"""The folder of a data set: parts of tables, and the manifest that lists the valid ones.

    out/manifest.json                   replaced as a whole, after all other writes
    out/<table>/part-0000000.parquet
    out/.staging-…/                     parts of an import that is running or was killed

Readers ignore a part that the manifest does not list; the next import deletes it. The manifest has a checksum of each
file and of itself (CRC-32), so a flipped bit is found: by `verify` before rows are written anew, for a whole
data set by `mjlog.tables.checking`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import types

from mjlog.archive.locations import is_url
from mjlog.tables.folder import PATTERN, Folder, RemotePath, delete, delete_folder, folder_of, write
from mjlog.tables.rows import TABLES
from mjlog.tables.schema import SCHEMA_VERSION, check, schema_of

MANIFEST: Final = "manifest.json"
LOCK: Final = ".lock"
STAGING: Final = ".staging-"
ANEW: Final = "import into a new folder"
SETTINGS: Final = ("rules", "levels", "aliases", "n_writers")
"""Fields of `Manifest` that are left out where they are empty."""
WRITER_PARTS: Final = 1_000_000
"""Numbers that each writer to an object store has for its parts."""
SEAL: Final = b',\n"checksum": '
DECISION_TABLES: Final = frozenset({"discards", "calls", "offers"})
"""Tables with a row for each discard, call or possible act."""
SCHEMAS: Final[Mapping[str, pa.Schema]] = {name: schema_of(row) for name, row in TABLES.items()}


class StoreError(RuntimeError):
    """A folder cannot be used as a data set; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rows of several tables that were added together: one file per table, named by the part's number."""

    number: int
    rows: Mapping[str, int]
    """Number of rows by table, without empty tables."""
    checksums: Mapping[str, str] = field(default_factory=dict)
    """CRC-32 of the file of each table, in hexadecimal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The parts of a data set, and the versions it was written with."""

    schema_version: int = SCHEMA_VERSION
    mjlog_version: str = field(default_factory=lambda: version("mjlog"))
    """Version of the last writer."""
    parts: tuple[Part, ...] = ()
    rules: str = ""
    """The rule file, as text, under which games are audited; empty for the rules of each log."""
    levels: tuple[str, ...] = ()
    """The levels of the audit of all games; empty if some games are not audited."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Account → name: the accounts of one person appear under one name."""
    n_writers: int = 0
    """In an object store, the number of writers so far; only the last one may go on."""

    @property
    def has_decisions(self) -> bool:
        """Whether the tables of discards and calls are filled; every kyoku has discards."""
        return bool(self.rows("discards")) or not self.rows("hands")

    @property
    def next_number(self) -> int:
        """The number of the next part; in an object store no two writers use the same."""
        return max([self.n_writers * WRITER_PARTS, *(part.number + 1 for part in self.parts)])

    def rows(self, table: str) -> int:
        """Number of rows of a table in all parts."""
        return sum(part.rows.get(table, 0) for part in self.parts)


def is_dataset(location: str | Path) -> bool:
    """Whether a data set is at a path or URL; web servers are not asked."""
    if is_url(location) and (str(location).startswith("http") or not PATTERN.isdisjoint(str(location))):
        return False
    return (folder_of(location) / MANIFEST).is_file()


def part_path(folder: Folder, table: str, number: int) -> Folder:
    """The file of one table of a part."""
    return folder / table / f"part-{number:07}.parquet"


def staged_path(staging: Folder, table: str, name: str) -> Folder:
    """The file of one table of a part that is not in the data set yet."""
    return staging / table / f"{name}.parquet"


def checksum_of(path: Folder) -> str:
    """CRC-32 of a file, in hexadecimal."""
    value = 0
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            value = zlib.crc32(block, value)
    return f"{value:08x}"


def verify(folder: Folder, part: Part) -> None:
    """Raise StoreError if a file of the part is missing or is not as it was written."""
    for table in part.rows:
        path = part_path(folder, table, part.number)
        try:
            is_whole = checksum_of(path) == part.checksums.get(table)
        except FileNotFoundError as error:
            raise StoreError(f"{path} is missing, so the data set is incomplete; {ANEW}") from error
        if not is_whole:
            raise StoreError(f"{path} is damaged (its checksum differs); {ANEW}")


def parts_of(folder: Folder, manifest: Manifest, table: str) -> list[Folder]:
    """The files of a table, oldest first."""
    return [part_path(folder, table, part.number) for part in manifest.parts if part.rows.get(table)]


def load_manifest(folder: Folder) -> Manifest:
    """The manifest of a data set; an empty one for a folder without a manifest."""
    try:
        text = (folder / MANIFEST).read_bytes()
    except FileNotFoundError:
        return Manifest()
    try:
        content: Any = json.loads(text)
        if content["schema_version"] == SCHEMA_VERSION and text != _sealed(text.rpartition(SEAL)[0]):
            raise StoreError(f"{folder / MANIFEST} is damaged (its checksum differs); {ANEW}")
        manifest = Manifest(
            schema_version=content["schema_version"],
            mjlog_version=content["mjlog_version"],
            parts=tuple(
                Part(number, rows, dict(zip(rows, checksums, strict=True)))
                for number, rows, checksums in content["parts"]
            ),
            rules=content.get("rules", ""),
            levels=tuple(content.get("levels", ())),
            aliases=content.get("aliases", {}),
            n_writers=content.get("n_writers", 0),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{folder / MANIFEST} is not a manifest of mjlog") from error
    if manifest.schema_version != SCHEMA_VERSION:
        raise StoreError(
            f"{folder} was written by mjlog {manifest.mjlog_version} with tables of version {manifest.schema_version}; "
            f"this mjlog reads version {SCHEMA_VERSION}: {ANEW}"
        )
    return manifest


def check_columns(folder: Folder, manifest: Manifest) -> None:
    """Raise StoreError if the oldest part of a table lacks a column, because an earlier mjlog wrote it."""
    for table, schema in SCHEMAS.items():
        for path in parts_of(folder, manifest, table)[:1]:
            if missing := sorted(set(schema.names) - set(_column_names(path))):
                raise StoreError(
                    f"{folder} was written by an earlier mjlog: its table {table} has no {', '.join(missing)}; {ANEW}"
                )


def _column_names(path: Folder) -> list[str]:
    try:
        with path.open("rb") as file:
            return list(pq.read_schema(file).names)
    except FileNotFoundError as error:
        raise StoreError(f"{path} is missing, so the data set is incomplete; {ANEW}") from error
    except (pa.ArrowInvalid, OSError) as error:
        raise StoreError(f"{path} cannot be read ({error}); {ANEW}") from error


def save_manifest(folder: Folder, manifest: Manifest) -> None:
    """Replace the manifest as a whole, also where the writer is killed or the power is cut.

    Raises StoreError if another writer has taken over a data set in an object store.
    """
    if isinstance(folder, Path):
        new = folder / f"{MANIFEST}.new"
        write(new, _text_of(manifest))
        os.replace(new, folder / MANIFEST)
        return

    def if_ours(now: Manifest) -> Manifest:
        if now.n_writers != manifest.n_writers:
            raise StoreError(
                f"another writer has taken over {folder}; the rows listed before are kept: run the command again"
            )
        return manifest

    _change_manifest(folder, if_ours)


def _change_manifest(folder: RemotePath, change: Callable[[Manifest], Manifest]) -> Manifest:
    """Replace the manifest in an object store by a change of the one that is there; the new manifest."""
    while True:
        version = (folder / MANIFEST).version()
        new = change(load_manifest(folder))
        if (folder / MANIFEST).write_if(version, _text_of(new)):
            return new


def _text_of(manifest: Manifest) -> bytes:
    parts = ",\n".join(
        json.dumps([part.number, dict(part.rows), [part.checksums.get(table, "") for table in part.rows]])
        for part in manifest.parts
    )
    settings = {name: value for name in SETTINGS if (value := getattr(manifest, name))}
    versions = {"schema_version": manifest.schema_version, "mjlog_version": manifest.mjlog_version}
    head = json.dumps(versions | settings, ensure_ascii=False)
    return _sealed(f'{head[:-1]}, "parts": [\n{parts}\n]'.encode())


def _sealed(text: bytes) -> bytes:
    """The text of a manifest with the checksum of its other entries as its last entry."""
    return b'%s%s"%08x"}\n' % (text, SEAL, zlib.crc32(text))


def write_part(table: str, rows: pa.Table, path: Folder) -> str:
    """Check rows, write them as one parquet file, and flush it to the disk; the checksum of the file.

    Snappy is the fastest codec to write and a fifth larger than zstd (measured on tables of genuine games, all columns
    with dictionaries: 36 µs and 1.3 kB a game, zstd 43 µs and 1.1 kB; row-group statistics add 6 µs).
    """
    rows = check(rows, TABLES[table], SCHEMAS[table])
    file = pa.BufferOutputStream()
    pq.write_table(rows, file, compression="snappy", write_statistics=False, **_encodings(table))
    content = file.getvalue()
    write(path, content)
    return f"{zlib.crc32(content):08x}"


def read_part(path: Folder, columns: Sequence[str] | None = None) -> pa.Table:
    """The rows of a part's file; without `partitioning=None` folders such as `year=2024` would become columns."""
    source = pa.BufferReader(path.read_bytes()) if isinstance(path, RemotePath) else path
    return pq.read_table(source, columns=columns, partitioning=None)


def read_column(path: Folder, name: str) -> list[Any]:
    """One column of a part's file."""
    values: list[Any] = read_part(path, [name])[name].to_pylist()
    return values


def column_of(folder: Folder, manifest: Manifest, table: str, name: str) -> Iterator[Any]:
    """One column of a table, read part by part."""
    for path in parts_of(folder, manifest, table):
        yield from read_column(path, name)


@cache
def _encodings(table: str) -> Mapping[str, Any]:
    """Arguments of pyarrow's writer for the encodings of a table; most columns use dictionaries.

    Small integers are stored as differences: writing `hands` takes a fifth less time with no more bytes, while DuckDB
    reads them a tenth slower (measured as above). `discards` and `calls`, which are long and more often read than
    written, keep dictionaries, which are a tenth smaller there. Fractions hardly repeat and are stored plain.
    """
    encodings, dictionaries = {}, []
    for name, type_ in (leaf for column in SCHEMAS[table] for leaf in _leaves(column.name, column.type)):
        if types.is_floating(type_):
            encodings[name] = "PLAIN"
        elif table not in DECISION_TABLES and (types.is_int8(type_) or types.is_int16(type_)):
            encodings[name] = "DELTA_BINARY_PACKED"
        else:
            dictionaries.append(name)
    return {"use_dictionary": dictionaries, "column_encoding": encodings or None}


def _leaves(name: str, type_: pa.DataType) -> Iterator[tuple[str, pa.DataType]]:
    """The paths and types under which parquet stores a column."""
    if types.is_list(type_) or types.is_fixed_size_list(type_):
        yield from _leaves(f"{name}.list.element", type_.value_type)
    elif types.is_struct(type_):
        for field in type_:
            yield from _leaves(f"{name}.{field.name}", field.type)
    else:
        yield name, type_


def drop_games(table: str, path: Folder, games: Collection[str]) -> tuple[int, str]:
    """Rewrite a part's file without the rows of some games; the number of rows left, and the new checksum."""
    rows = read_part(path)
    kept = rows.filter(pc.invert(pc.is_in(rows["game"], pa.array(games, pa.string()))))
    return len(kept), write_part(table, kept, path)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other writers out of a data set; the operating system frees the lock of a killed process."""
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(closing(sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)))
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreError(f"another import is writing to {folder}") from error
            raise OSError(f"cannot write to {folder}: {error}") from error
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{folder / LOCK} is damaged ({error}); delete it") from error
        yield


@contextmanager
def writing(folder: Folder) -> Iterator[Manifest]:
    """The manifest of a data set, for the one process that may write to it.

    A second writer to a folder is refused. In an object store, which has no locks, the second writer takes over: the
    first one can no longer list any part, and stops with a StoreError, which a URL that is not of S3 raises, too.

    After an OSError, such as a full disk, the files of the unfinished work are deleted from a folder.
    """
    if isinstance(folder, RemotePath) and not folder.is_s3:
        raise StoreError(f"{folder}: a data set is written to a folder, or to a URL that begins with s3://")
    with locked(folder) if isinstance(folder, Path) else nullcontext():
        manifest = load_manifest(folder)
        check_columns(folder, manifest)
        if isinstance(folder, RemotePath):
            manifest = _change_manifest(folder, lambda now: replace(now, n_writers=now.n_writers + 1))
        clean(folder, manifest)
        try:
            yield manifest
        except OSError:
            if isinstance(folder, Path):  # in an object store they may be those of another writer
                with suppress(OSError, StoreError):
                    clean(folder, load_manifest(folder))
            raise


def clean(folder: Folder, manifest: Manifest) -> None:
    """Delete the remains of a killed import: staging folders and unlisted parts."""
    for staging in folder.glob(f"{STAGING}*"):
        delete_folder(staging)
    listed = {path for table in TABLES for path in parts_of(folder, manifest, table)}
    delete([path for table in TABLES for path in (folder / table).glob("part-*.parquet") if path not in listed])
