"""Locations of input: a path on this machine, `-` for standard input, or a URL.

fsspec opens URLs of any protocol for which it has a driver: `https://`, `s3://`, `gs://`, `memory://` …, also chained
(`simplecache::s3://…`). A URL is a file, a folder with everything below it (over HTTP, which has no folders, a page of
links whose address ends in `/`), or a pattern with `*`. A `file://` URL is a path.

Put logins into the configuration of the driver: tables record the URL as the source of a game.
"""

from __future__ import annotations

import io
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit
from urllib.request import url2pathname

from mjlog.archive.shard import Stream, is_junk, shown, too_large

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

STANDARD_INPUT: Final = "-"
CHUNK: Final = 1 << 20
"""Bytes that are copied from one stream to another at a time."""
EXTRAS: Final = {"http": "http", "https": "http", "s3": "s3", "s3a": "s3", "gs": "gs", "gcs": "gs"}
"""The extra of fsspec, and of this package, that installs the driver of a protocol."""

_URL: Final = re.compile(r"(?:[A-Za-z][\w+.-]*::)*([A-Za-z][\w+.-]+)://")


class UnreachableError(OSError):
    """A URL cannot be read: nothing is there, the server does not answer, or the driver is missing."""


class MissingError(UnreachableError, FileNotFoundError):
    """Nothing is at a URL."""


class FileSystem(Protocol):
    """The methods of fsspec's file systems that are used."""

    def info(self, path: str) -> dict[str, Any]:
        """`type` and `size` of the file or folder at a path."""

    def find(self, path: str, *, detail: bool) -> dict[str, dict[str, Any]]:
        """Every file below a path."""

    def glob(self, path: str, *, detail: bool) -> dict[str, dict[str, Any]]:
        """Every file and folder that matches a pattern."""

    def open(self, path: str, mode: str) -> IO[bytes]:
        """Open a file."""

    def get_file(self, path: str, local: str) -> None:
        """Copy a file to this machine."""

    def ls(self, path: str, *, detail: bool) -> list[str]:
        """Every file and folder in a folder."""

    def cat_file(self, path: str) -> bytes:
        """A whole file."""

    def pipe_file(self, path: str, value: bytes, **options: str) -> None:
        """Write a whole file."""

    def copy(self, old: list[str], new: list[str]) -> None:
        """Copy files, in parallel if the driver can."""

    def rm(self, path: str | list[str], *, recursive: bool = False) -> None:
        """Delete files."""

    def cat_ranges(
        self, paths: list[str], starts: None, ends: None, *, on_error: str
    ) -> Sequence[bytes | BaseException]:
        """Whole files, in parallel if the driver can."""


def is_url(location: str | Path) -> bool:
    """Whether a location is a URL.

    >>> [is_url(text) for text in ("s3://logs/a.zip", "zip://a.xml::s3://logs/a.zip", "logs/a.zip", "C:/logs", "-")]
    [True, True, False, False, False]
    """
    return isinstance(location, str) and _URL.match(location) is not None


def location_of(path: str | Path) -> str:
    """A URL or `-` unchanged; a path without a leading `./` and a slash at the end.

    >>> [location_of(location) for location in ("s3://logs/", "-", "./logs/", "file:///logs/a.zip", "./-")]
    ['s3://logs/', '-', 'logs', '/logs/a.zip', './-']
    """
    text = os.fspath(path)
    if text.startswith("file://"):
        text = url2pathname(urlsplit(text).path)
    if text == STANDARD_INPUT or is_url(text):
        return text
    plain = str(Path(text))
    return f".{os.sep}{plain}" if plain == STANDARD_INPUT else plain


def absolute(path: str | Path) -> str:
    """The location as a process in another folder finds it; a URL and `-` unchanged."""
    location = location_of(path)
    return location if location == STANDARD_INPUT or is_url(location) else os.path.abspath(location)


def check_location(path: str | Path) -> None:
    """Raise FileNotFoundError or another OSError that names the location if it cannot be read."""
    location = location_of(path)
    try:
        if is_url(location):
            for _ in files_at(location):
                return
        elif location != STANDARD_INPUT:
            os.stat(location)
    except UnreachableError as error:
        raise type(error)(f"{location}: {error}") from error
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no such file or folder: {shown(location)}") from error
    except OSError as error:
        raise type(error)(f"{shown(location)}: {error.strerror or error}") from error


def exists(path: str | Path) -> bool:
    """Whether a location can be read, also a second time; standard input cannot."""
    try:
        check_location(path)
    except OSError:
        return False
    return os.fspath(path) != STANDARD_INPUT


def files_at(url: str) -> Iterator[tuple[str, int | None]]:
    """The URL of every file at a URL, with its size, None if the server does not report it."""
    with driver_errors():
        files, path = resolve(url)
        is_pattern = "*" in path
        if not (is_pattern or url.endswith("/")):
            about = files.info(path)
            if about["type"] != "directory":
                yield url, about.get("size")
                return
        base = _before_pattern(url) if is_pattern else url
        base_path = resolve(base)[1]
        found = files.glob(path, detail=True) if is_pattern else files.find(path, detail=True)
        for folder in [path for path, about in found.items() if about["type"] == "directory"]:
            found.update(files.find(folder, detail=True))
    for path, about in sorted(found.items()):
        name = path[len(base_path) :].strip("/")
        if about["type"] != "directory" and not is_junk(name):
            yield _below(base, name), about.get("size")


def open_location(location: str) -> IO[bytes]:
    """Open a file or a URL for reading."""
    if not is_url(location):
        return open(location, "rb")
    with driver_errors():
        files, path = resolve(location)
        return io.BufferedReader(_Remote(files.open(path, "rb")), CHUNK)


class _Remote(io.RawIOBase):
    """A file of a driver, which raises UnreachableError."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def readable(self) -> bool:
        """Always true."""
        return True

    def seekable(self) -> bool:
        """Whether the driver can seek; `is_seekable` asks the server too."""
        return self.file.seekable()

    def readinto(self, into: Buffer) -> int:
        """As `io.RawIOBase.readinto`."""
        view = memoryview(into)
        with driver_errors():
            data = self.file.read(len(view))
        view[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """As `io.IOBase.seek`."""
        with driver_errors():
            return self.file.seek(offset, whence)

    def tell(self) -> int:
        """As `io.IOBase.tell`."""
        return self.file.tell()

    def close(self) -> None:
        """Close the file of the driver too."""
        self.file.close()
        super().close()


def is_seekable(file: IO[bytes], size: int) -> bool:
    """Whether a file can be read from the middle, which not every server allows; if so, it is at its beginning."""
    try:
        file.seek(size - 1)
        file.read(1)
        file.seek(0)
    except UnreachableError:
        return False
    return True


def downloads(urls: Sequence[str]) -> Iterator[bytes | OSError]:
    """The bytes or the error of each URL; those of one file system are downloaded in parallel."""
    for same in groupby(map(_resolved_or_error, urls), key=lambda resolved: id(resolved[0])):
        yield from _downloads(list(same[1]))


def _downloads(resolved: Sequence[tuple[FileSystem | OSError, str]]) -> Iterator[bytes | OSError]:
    files = resolved[0][0]
    if isinstance(files, OSError):
        yield files
        return
    paths = [path for _, path in resolved]
    try:
        with driver_errors():
            contents = files.cat_ranges(paths, None, None, on_error="return")
    except UnreachableError as error:
        contents = [error] * len(paths)
    for path, data in zip(paths, contents, strict=True):
        if isinstance(data, AttributeError):  # a cache (`simplecache::`) of fsspec before 2026.9
            yield _whole(files, path)
        else:
            yield _unreachable(data) if isinstance(data, BaseException) else data


def _whole(files: FileSystem, path: str) -> bytes | OSError:
    try:
        with driver_errors():
            return files.cat_file(path)
    except UnreachableError as error:
        return error


def _resolved_or_error(url: str) -> tuple[FileSystem | OSError, str]:
    try:
        with driver_errors():
            return resolve(url)
    except OSError as error:
        return error, url


@contextmanager
def local_copy(location: str) -> Iterator[IO[bytes]]:
    """The content of a URL or of standard input as a temporary file."""
    if location == STANDARD_INPUT:
        if sys.stdin is None:  # the command was started with `<&-`
            raise UnreachableError("standard input is closed")
        with temporary_file(chunks_of(sys.stdin.buffer)) as file:
            yield file
        return
    with tempfile.TemporaryDirectory(prefix="mjlog-") as folder:
        copy = os.path.join(folder, "copy")
        with driver_errors():
            files, path = resolve(location)
            files.get_file(path, copy)
        with open(copy, "rb") as file:
            yield file


@contextmanager
def temporary_file(chunks: Iterable[bytes], most_bytes: int | None = None) -> Iterator[IO[bytes]]:
    """A temporary file with the chunks; raises if they have more than `most_bytes`."""
    with tempfile.TemporaryDirectory(prefix="mjlog-") as folder, open(os.path.join(folder, "copy"), "w+b") as file:
        n = 0
        for chunk in chunks:
            n += len(chunk)
            if most_bytes is not None and n > most_bytes:
                raise too_large(most_bytes)
            file.write(chunk)
        file.seek(0)  # also flushes the buffer
        yield file


def chunks_of(stream: Stream) -> Iterator[bytes]:
    """The rest of a stream in chunks."""
    while data := stream.read(CHUNK):
        yield data


def resolve(url: str, **options: bool) -> tuple[FileSystem, str]:
    """The file system of a URL, with options of fsspec, and the path on it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise UnreachableError(f"URLs need fsspec: {_how_to_install(url)}") from error
    try:
        files, path = url_to_fs(url, **options)
    except ImportError as error:
        raise UnreachableError(f"a driver is missing ({error}): {_how_to_install(url)}") from error
    except ValueError as error:
        unknown = str(error).startswith("Protocol not known")
        raise UnreachableError(f"unknown protocol ({error})" if unknown else str(error)) from error
    return files, path


def _how_to_install(url: str) -> str:
    match = _URL.match(url)
    extra = EXTRAS.get(match[1].lower() if match else "")
    return f"pip install 'fsspec[{extra}]'" if extra else "pip install fsspec and its driver for the protocol"


@contextmanager
def driver_errors() -> Iterator[None]:
    """Turn every error of a driver into an UnreachableError."""
    try:
        yield
    except Exception as error:  # each driver raises errors of its own libraries
        raise _unreachable(error) from error


def _unreachable(error: BaseException) -> UnreachableError:
    """The error for one of a driver; some report causes such as a refused connection as 'not found'."""
    if isinstance(error, UnreachableError):
        return error
    cause = error.__cause__ or error
    if isinstance(error, FileNotFoundError) and isinstance(cause, FileNotFoundError | KeyError):
        return MissingError("no such file or folder")
    status = getattr(cause, "status", None)
    if isinstance(status, int) and status:  # 0 is an error of the driver itself, such as too many redirections
        return UnreachableError(f"the server answered {status} {getattr(cause, 'message', '')}".strip())
    return UnreachableError(str(cause) or type(cause).__name__)


def _before_pattern(url: str) -> str:
    """The URL of the folder above the first pattern."""
    links = url.split("::")
    at, link = next((at, link) for at, link in enumerate(links) if "://" in link)
    links[at] = link[: link.find("*")].rsplit("/", 1)[0] + "/"
    return "::".join(links)


def _below(folder: str, name: str) -> str:
    """The URL of a file below the URL of a folder; in a chain the part with the path changes.

    >>> _below("zip://::s3://logs/a.zip", "b.xml"), _below("s3://logs/2024/", "b.xml")
    ('zip://b.xml::s3://logs/a.zip', 's3://logs/2024/b.xml')
    """
    links = folder.split("::")
    at, link = next((at, link) for at, link in enumerate(links) if "://" in link)
    protocol, _, path = link.partition("://")
    links[at] = f"{protocol}://{path.rstrip('/')}/{name}" if path.strip("/") else f"{protocol}://{path}{name}"
    return "::".join(links)
