"""What may stand where a path is asked for: a file or folder of this machine, `-` for standard input, or a URL.

URLs are opened by fsspec, with whatever driver it has for the protocol: `https://`, `s3://`, `gs://`, `memory://` …,
also chained (`simplecache::s3://…`). A URL is one file, a folder with all that is below it (over HTTP, which has none,
a page of links whose address ends in `/`), or a pattern with `*`. A `file://` URL is a path.

Logins belong into the configuration of the driver: a URL is the name under which tables tell where a game is from.
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

from mjlog.archive.pieces import Stream, is_junk, shown, too_large

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

STANDARD_INPUT: Final = "-"
CHUNK: Final = 1 << 20
"""Bytes that go from one stream to another at a time."""
EXTRAS: Final = {"http": "http", "https": "http", "s3": "s3", "s3a": "s3", "gs": "gs", "gcs": "gs"}
"""The extra of this package that brings the driver of a protocol."""

_URL: Final = re.compile(r"(?:[A-Za-z][\w+.-]*::)*([A-Za-z][\w+.-]+)://")


class UnreachableError(OSError):
    """A URL behind which there is nothing, or nobody who answers, or for which a driver is missing."""


class FileSystem(Protocol):
    """What is used of fsspec's file systems."""

    def info(self, path: str) -> dict[str, Any]:
        """`type` and `size` of what is at a path."""

    def find(self, path: str, *, detail: bool) -> dict[str, dict[str, Any]]:
        """Every file below a path."""

    def glob(self, path: str, *, detail: bool) -> dict[str, dict[str, Any]]:
        """What a pattern fits."""

    def open(self, path: str, mode: str) -> IO[bytes]:
        """A file."""

    def get_file(self, path: str, local: str) -> None:
        """Write a file to a local one."""

    def cat_ranges(
        self, paths: list[str], starts: None, ends: None, *, on_error: str
    ) -> Sequence[bytes | BaseException]:
        """Whole files, at once where the driver can."""


def is_url(place: str | Path) -> bool:
    """Whether a place is a URL.

    >>> [is_url(place) for place in ("s3://logs/a.zip", "zip://a.xml::s3://logs/a.zip", "logs/a.zip", "C:/logs", "-")]
    [True, True, False, False, False]
    """
    return isinstance(place, str) and _URL.match(place) is not None


def place_of(path: str | Path) -> str:
    """A URL or `-` as it is; a path without what says nothing, such as `./` or a slash at the end.

    >>> [place_of(place) for place in ("s3://logs/", "-", "./logs/", "file:///logs/a.zip", "./-")]
    ['s3://logs/', '-', 'logs', '/logs/a.zip', './-']
    """
    text = os.fspath(path)
    if text.startswith("file://"):
        text = url2pathname(urlsplit(text).path)
    if text == STANDARD_INPUT or is_url(text):
        return text
    plain = str(Path(text))
    return f".{os.sep}{plain}" if plain == STANDARD_INPUT else plain


def check_place(path: str | Path) -> None:
    """Raise FileNotFoundError or another OSError, with the place in it, for what cannot be read from."""
    place = place_of(path)
    try:
        if is_url(place):
            for _ in listed(place):
                return
        elif place != STANDARD_INPUT:
            os.stat(place)
    except UnreachableError as error:
        raise type(error)(f"{place}: {error}") from error
    except FileNotFoundError as error:
        raise FileNotFoundError(f"no such file or folder: {shown(place)}") from error
    except OSError as error:
        raise type(error)(f"{shown(place)}: {error.strerror or error}") from error


def exists(path: str | Path) -> bool:
    """Whether a place can be read from, standard input only once."""
    try:
        check_place(path)
    except OSError:
        return False
    return os.fspath(path) != STANDARD_INPUT


def listed(url: str) -> Iterator[tuple[str, int | None]]:
    """Every file at a URL, by its own URL, with its size, None where that is told only while it is read."""
    with _located():
        files, path = _found(url)
        is_pattern = "*" in path
        if not (is_pattern or url.endswith("/")):
            about = files.info(path)
            if about["type"] != "directory":
                yield url, about.get("size")
                return
        base = _before_pattern(url) if is_pattern else url
        base_path = _found(base)[1]
        found = files.glob(path, detail=True) if is_pattern else files.find(path, detail=True)
        for folder in [path for path, about in found.items() if about["type"] == "directory"]:
            found.update(files.find(folder, detail=True))
    for path, about in sorted(found.items()):
        name = path[len(base_path) :].strip("/")
        if about["type"] != "directory" and not is_junk(name):
            yield _below(base, name), about.get("size")


def open_place(place: str) -> IO[bytes]:
    """A file or a URL, for reading."""
    if not is_url(place):
        return open(place, "rb")
    with _located():
        files, path = _found(place)
        return io.BufferedReader(_Remote(files.open(path, "rb")), CHUNK)


class _Remote(io.RawIOBase):
    """A file of a driver, with errors of ours."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """Whether it can be entered in the middle; `can_be_entered` asks the server, too."""
        return self.file.seekable()

    def readinto(self, into: Buffer) -> int:
        """As `io.RawIOBase.readinto`."""
        view = memoryview(into)
        with _located():
            data = self.file.read(len(view))
        view[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        """As `io.IOBase.seek`."""
        with _located():
            return self.file.seek(offset, whence)

    def tell(self) -> int:
        """As `io.IOBase.tell`."""
        return self.file.tell()

    def close(self) -> None:
        """Close the driver's file too."""
        self.file.close()
        super().close()


def can_be_entered(file: IO[bytes], size: int) -> bool:
    """Whether a file can be read from the middle, which not every server allows; it stands at its beginning then."""
    try:
        file.seek(size - 1)
        file.read(1)
        file.seek(0)
    except UnreachableError:
        return False
    return True


def fetched(urls: Sequence[str]) -> Iterator[bytes | OSError]:
    """The bytes of each URL, or why there are none; those of one file system are fetched at once."""
    for same in groupby(map(_found_or_not, urls), key=lambda found: id(found[0])):
        yield from _fetched(list(same[1]))


def _fetched(found: Sequence[tuple[FileSystem | OSError, str]]) -> Iterator[bytes | OSError]:
    files = found[0][0]
    if isinstance(files, OSError):
        yield files
        return
    paths = [path for _, path in found]
    try:
        with _located():
            everything = files.cat_ranges(paths, None, None, on_error="return")
    except UnreachableError as error:
        everything = [error] * len(paths)
    for data in everything:
        yield _unreachable(data) if isinstance(data, BaseException) else data


def _found_or_not(url: str) -> tuple[FileSystem | OSError, str]:
    try:
        with _located():
            return _found(url)
    except OSError as error:
        return error, url


@contextmanager
def local_copy(place: str) -> Iterator[IO[bytes]]:
    """What is at a URL, or comes from standard input, as a temporary file."""
    if place == STANDARD_INPUT:
        if sys.stdin is None:  # as where the command was started with `<&-`
            raise UnreachableError("standard input is closed")
        with spooled(chunks_of(sys.stdin.buffer)) as file:
            yield file
        return
    with tempfile.TemporaryDirectory(prefix="mjlog-") as folder:
        copy = os.path.join(folder, "copy")
        with _located():
            files, path = _found(place)
            files.get_file(path, copy)
        with open(copy, "rb") as file:
            yield file


@contextmanager
def spooled(chunks: Iterable[bytes], most_bytes: int | None = None) -> Iterator[IO[bytes]]:
    """A temporary file with all that the chunks give; raises where that is more than `most_bytes`."""
    with tempfile.TemporaryDirectory(prefix="mjlog-") as folder, open(os.path.join(folder, "copy"), "w+b") as file:
        n = 0
        for chunk in chunks:
            n += len(chunk)
            if most_bytes is not None and n > most_bytes:
                raise too_large(most_bytes)
            file.write(chunk)
        file.seek(0)  # which writes what is still held back, too
        yield file


def chunks_of(stream: Stream) -> Iterator[bytes]:
    """All of a stream, piece by piece."""
    while data := stream.read(CHUNK):
        yield data


def _found(url: str) -> tuple[FileSystem, str]:
    """The file system of a URL, and the path on it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise UnreachableError(f"URLs are read with fsspec: {_how_to_install(url)}") from error
    try:
        files, path = url_to_fs(url)
    except ImportError as error:
        raise UnreachableError(f"a driver is missing ({error}): {_how_to_install(url)}") from error
    except ValueError as error:
        unknown = str(error).startswith("Protocol not known")
        raise UnreachableError(f"no such protocol is known ({error})" if unknown else str(error)) from error
    return files, path


def _how_to_install(url: str) -> str:
    match = _URL.match(url)
    extra = EXTRAS.get(match[1].lower() if match else "")
    return f"pip install 'mjlog[{extra}]'" if extra else "pip install fsspec, and what it needs for the protocol"


@contextmanager
def _located() -> Iterator[None]:
    """Give every error of a driver as one of ours."""
    try:
        yield
    except Exception as error:  # each driver raises errors of its own libraries
        raise _unreachable(error) from error


def _unreachable(error: BaseException) -> UnreachableError:
    """The error for what a driver raised; some hide the cause, such as a refused connection, behind 'not found'."""
    if isinstance(error, UnreachableError):
        return error
    cause = error.__cause__ or error
    if isinstance(error, FileNotFoundError) and isinstance(cause, FileNotFoundError | KeyError):
        return UnreachableError("nothing is there")
    status = getattr(cause, "status", None)
    if isinstance(status, int) and status:  # 0 is an error of the driver's own, such as too many redirections
        return UnreachableError(f"the server says {status} {getattr(cause, 'message', '')}".strip())
    return UnreachableError(str(cause) or type(cause).__name__)


def _before_pattern(url: str) -> str:
    """The URL of the folder in which a pattern begins."""
    links = url.split("::")
    at, link = next((at, link) for at, link in enumerate(links) if "://" in link)
    links[at] = link[: link.find("*")].rsplit("/", 1)[0] + "/"
    return "::".join(links)


def _below(folder: str, name: str) -> str:
    """The URL of a file below the URL of a folder, within the link of a chain that has a path.

    >>> _below("zip://::s3://logs/a.zip", "b.xml"), _below("s3://logs/2024/", "b.xml")
    ('zip://b.xml::s3://logs/a.zip', 's3://logs/2024/b.xml')
    """
    links = folder.split("::")
    at, link = next((at, link) for at, link in enumerate(links) if "://" in link)
    protocol, _, path = link.partition("://")
    links[at] = f"{protocol}://{path.rstrip('/')}/{name}" if path.strip("/") else f"{protocol}://{path}{name}"
    return "::".join(links)
