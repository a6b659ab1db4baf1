"""Storage of fetched logs: a folder of gzipped files, or a zip archive; a log is stored completely or not at all.

    out/ID.xml.gz            a log
    out/.missing             ids of logs that the site does not have
    out.zip                  an archive of ID.xml
    .out.zip.parts/          logs not yet in the archive, of a fetch that is running or was killed
    .out.zip.missing         ids of logs that the site does not have

A log is written under a hidden name and renamed; an archive is replaced as a whole.
"""

from __future__ import annotations

import gzip
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MISSING: Final = "missing"
PART: Final = ".part"


class LogStore:
    """A folder of logs, with the ids of its logs and of those the site does not have."""

    def __init__(self, folder: Path, missing_file: Path, ids: Callable[[str], list[str]]) -> None:
        self.folder = folder
        self.missing_file = missing_file
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f".*{PART}"):
            left.unlink()
        self.games = {
            game for path in folder.rglob("*") if path.is_file() and path.stat().st_size for game in ids(path.name)
        }
        self.missing = set(ids(missing_file.read_text(encoding="utf-8"))) if missing_file.exists() else set()

    def add(self, game: str, data: bytes) -> None:
        """Write a log, compressed, through to the disk."""
        _write_whole(self.folder / f"{game}.xml.gz", gzip.compress(data, mtime=0))
        self.games.add(game)

    def add_missing(self, games: Sequence[str]) -> None:
        """Record that the site does not have these logs."""
        if games:
            with open(self.missing_file, "a", encoding="utf-8") as file:
                file.writelines(f"{game}\n" for game in games)
        self.missing.update(games)


@contextmanager
def log_store_at(out: Path, ids: Callable[[str], list[str]]) -> Iterator[LogStore]:
    """The store in a folder, or for an archive, to which the logs are added at the end, also after an error."""
    if out.suffix.lower() != ".zip":
        yield LogStore(out, out / f".{MISSING}", ids)
        return
    packed = _games_in(out, ids)
    parts = out.with_name(f".{out.name}.parts")
    store = LogStore(parts, out.with_name(f".{out.name}.{MISSING}"), ids)
    store.games |= packed
    try:
        yield store
    finally:
        _pack(parts, out, packed)


def _games_in(out: Path, ids: Callable[[str], list[str]]) -> set[str]:
    """The ids of the logs in an archive. Raises ValueError if it is not a zip archive."""
    if not out.exists():
        return set()
    try:
        with zipfile.ZipFile(out) as archive:
            return {game for name in archive.namelist() for game in ids(name)}
    except zipfile.BadZipFile as error:
        raise ValueError(f"{out} is not a zip archive: {error}") from error


def _pack(parts: Path, out: Path, packed: set[str]) -> None:
    """Add the logs in a folder to an archive and remove the folder; the archive is replaced as a whole."""
    files = [path for path in sorted(parts.glob("*.xml.gz")) if path.name.removesuffix(".xml.gz") not in packed]
    if files:
        new = out.with_name(f".{out.name}{PART}")
        if out.exists():
            shutil.copyfile(out, new)
        else:
            new.unlink(missing_ok=True)
        with zipfile.ZipFile(new, "a", compression=zipfile.ZIP_DEFLATED) as archive:
            for path in files:
                member = zipfile.ZipInfo(path.name.removesuffix(".gz"))
                archive.writestr(member, gzip.decompress(path.read_bytes()), zipfile.ZIP_DEFLATED)
        with open(new, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(new, out)
    shutil.rmtree(parts)


def _write_whole(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}{PART}")
    with open(part, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
