"""Where a data set is: in a folder of this machine, or at a URL of an object store.

An object store has no folders, no locks and no renaming. It keeps an object whole, and `write_if` replaces one only
where no other writer has done so.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from mjlog.archive.locations import (
    FileSystem,
    UnreachableError,
    driver_errors,
    is_url,
    location_of,
    open_location,
    resolve,
)

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

PATTERN: Final = frozenset("*?[")
"""Letters that drivers would take for a pattern."""


@dataclass(frozen=True, slots=True)
class RemotePath:
    """A file or folder at a URL, with the methods of `pathlib.Path` that data sets need.

    Errors are OSError with the URL; FileNotFoundError if nothing is there.
    """

    url: str
    """Without a slash at the end."""

    def __truediv__(self, name: str) -> RemotePath:
        return RemotePath(f"{self.url}/{name}")

    def __str__(self) -> str:
        return self.url

    @property
    def name(self) -> str:
        """The last part of the URL."""
        return self.url.rpartition("/")[2]

    @property
    def is_s3(self) -> bool:
        """Whether the store is S3 or speaks its protocol."""
        return self.url.startswith(("s3://", "s3a://"))

    def mkdir(self, *, parents: bool = False, exist_ok: bool = False) -> None:
        """Nothing: object stores have no folders."""

    def is_file(self) -> bool:
        """Whether there is an object."""
        try:
            with self.opened() as (files, path):
                return bool(files.info(path)["type"] == "file")
        except FileNotFoundError:
            return False

    def open(self, mode: str = "rb") -> IO[bytes]:
        """The object for reading."""
        with self.opened():
            return open_location(self.url)

    def read_bytes(self) -> bytes:
        """The whole object, with one request."""
        with self.opened() as (files, path):
            return files.cat_file(path)

    def write_bytes(self, content: Buffer) -> None:
        """Replace the object, with one request."""
        with self.opened() as (files, path):
            files.pipe_file(path, bytes(content))

    def version(self) -> str | None:
        """The ETag of an object of S3; None if there is none."""
        try:
            with self.opened() as (files, path):
                return str(files.info(path)["ETag"])
        except FileNotFoundError:
            return None

    def write_if(self, version: str | None, content: bytes) -> bool:
        """Replace the object of S3 if it still has this version; whether it had it."""
        condition = {"IfNoneMatch": "*"} if version is None else {"IfMatch": version}
        try:
            with self.opened() as (files, path):
                files.pipe_file(path, content, **condition)
        except OSError:
            if self.version() == version:
                raise
            return False
        return True

    def glob(self, pattern: str) -> Iterator[RemotePath]:
        """The files and folders in this one whose names match the pattern."""
        try:
            with self.opened() as (files, path):
                names = [each.rstrip("/").rpartition("/")[2] for each in files.ls(path, detail=False)]
        except FileNotFoundError:
            return
        yield from (self / name for name in sorted(names) if fnmatchcase(name, pattern))

    def snapshot(self, folders: Iterable[str]) -> FileSystem:
        """A driver for reading these folders as they are now: it lists them once, and asks no more for each file."""
        with self._errors():
            files, path = resolve(self.url, skip_instance_cache=True)
            for folder in folders:
                with suppress(OSError):  # a web server may have no list
                    files.ls(f"{path}/{folder}", detail=False)
        return files

    @contextmanager
    def opened(self) -> Iterator[tuple[FileSystem, str]]:
        """The driver, and the path on it."""
        with self._errors():
            yield resolve(self.url, use_listings_cache=False)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            with driver_errors():
                yield
        except UnreachableError as error:
            raise type(error)(f"{self.url}: {error}") from error


Folder = Path | RemotePath
"""The folder of a data set, or a file in it."""


def folder_of(location: str | Path | RemotePath) -> Folder:
    """The folder at a path or URL. Raises UnreachableError for a pattern.

    >>> folder_of("s3://logs/tables/")
    RemotePath(url='s3://logs/tables')
    """
    if isinstance(location, RemotePath):
        return location
    plain = location_of(location)
    if not is_url(plain):
        return Path(plain)
    if not PATTERN.isdisjoint(plain):
        raise UnreachableError(f"{plain}: the URL of a data set has no *, ? or [")
    return RemotePath(plain.rstrip("/"))


def write(path: Folder, content: Buffer) -> None:
    """Write a file so that it outlasts a power cut; an OSError names the file, and no part of it is left."""
    if isinstance(path, RemotePath):
        path.write_bytes(content)
        return
    try:
        with path.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            path.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from error


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """A new file that takes the place of `path` when it is whole; after an error the old one is as it was.

    A device or a pipe, such as `/dev/stdout`, is written directly. An OSError names `path`.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    target = path.resolve()  # a link stays one
    new = target.with_name(f".{uuid.uuid4().hex}{target.suffix}")
    try:
        yield new
        os.replace(new, target)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        new.unlink(missing_ok=True)


def copy(old: Folder, new: Folder) -> None:
    """Copy a file within a data set."""
    if isinstance(old, RemotePath):
        move({old: new})
    else:
        shutil.copyfile(old, str(new))


def move(paths: Mapping[Folder, Folder]) -> None:
    """Move files within a data set; an object store keeps the old ones, too."""
    remote = {old: str(new) for old, new in paths.items() if isinstance(old, RemotePath)}
    for old, new in paths.items():
        if old not in remote:
            os.replace(str(old), str(new))
    if remote:
        with next(iter(remote)).opened() as (files, _):
            files.copy(list(map(str, remote)), list(remote.values()))


def delete(paths: Collection[Folder]) -> None:
    """Delete files of a data set, remote ones with few requests."""
    remote = [path for path in paths if isinstance(path, RemotePath)]
    for path in paths:
        if isinstance(path, Path):
            path.unlink()
    if remote:
        with remote[0].opened() as (files, _):
            files.rm(list(map(str, remote)))


def delete_folder(folder: Folder) -> None:
    """Delete a folder with everything below it, if it is there."""
    if isinstance(folder, Path):
        shutil.rmtree(folder, ignore_errors=True)
        return
    with suppress(FileNotFoundError), folder.opened() as (files, path):
        files.rm(path, recursive=True)
