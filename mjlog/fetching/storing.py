"""Where fetched logs are kept: a folder of gzipped files, or a zip archive; each is there whole or not at all.

    out/ID.xml.gz            a log
    out/.missing             ids the site does not have
    out.zip                  an archive of ID.xml
    .out.zip.parts/          logs that are not in the archive yet, of a fetch that is running or was killed
    .out.zip.missing         ids the site does not have

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


class Shelf:
    """A folder of logs, and the ids that are known of it."""

    def __init__(self, folder: Path, journal: Path, ids: Callable[[str], list[str]]) -> None:
        self.folder = folder
        self.journal = journal
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(f".*{PART}"):
            left.unlink()
        self.held = {
            game for path in folder.rglob("*") if path.is_file() and path.stat().st_size for game in ids(path.name)
        }
        self.missing = set(ids(journal.read_text(encoding="utf-8"))) if journal.exists() else set()

    def keep(self, game: str, data: bytes) -> None:
        """Put a log in its place."""
        _write_whole(self.folder / f"{game}.xml.gz", gzip.compress(data, mtime=0))
        self.held.add(game)

    def miss(self, games: Sequence[str]) -> None:
        """Note that the site does not have these logs."""
        if games:
            with open(self.journal, "a", encoding="utf-8") as file:
                file.writelines(f"{game}\n" for game in games)
        self.missing.update(games)


@contextmanager
def shelf_at(out: Path, ids: Callable[[str], list[str]]) -> Iterator[Shelf]:
    """The shelf of a folder, or of an archive, into which the logs go at the end, however it comes."""
    if out.suffix.lower() != ".zip":
        yield Shelf(out, out / f".{MISSING}", ids)
        return
    held = _held_in(out, ids)
    parts = out.with_name(f".{out.name}.parts")
    shelf = Shelf(parts, out.with_name(f".{out.name}.{MISSING}"), ids)
    shelf.held |= held
    try:
        yield shelf
    finally:
        _pack(parts, out, held)


def _held_in(out: Path, ids: Callable[[str], list[str]]) -> set[str]:
    """The ids of the logs in an archive; ValueError if it is none."""
    if not out.exists():
        return set()
    try:
        with zipfile.ZipFile(out) as archive:
            return {game for name in archive.namelist() for game in ids(name)}
    except zipfile.BadZipFile as error:
        raise ValueError(f"{out} is not a zip archive: {error}") from error


def _pack(parts: Path, out: Path, held: set[str]) -> None:
    """Add the logs in a folder to an archive and remove the folder; the archive is replaced as a whole."""
    files = [path for path in sorted(parts.glob("*.xml.gz")) if path.name.removesuffix(".xml.gz") not in held]
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
