"""One session with a server: one request after the other, at a pace, as `robots.txt` allows, again where that helps.

The standard library is enough for this: `http.client` keeps a connection open between requests, which `urllib.request`
does not. Proxies are not used.
"""

from __future__ import annotations

import email.utils
import http.client
import socket
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.message import Message
from typing import Final, NamedTuple
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from mjlog.fetching.pacing import Pace

TRIES: Final = 5
TIMEOUT: Final = 30.0
"""Seconds without a byte after which a server is taken to be silent."""
LONGEST_ANSWER: Final = 180.0
"""Seconds in which an answer must have come whole."""
MOST_BYTES: Final = 16 << 20
"""Of one answer, before and after unpacking; a log has some ten thousand."""
MOST_REDIRECTS: Final = 3
MOST_PATIENCE: Final = 3600.0
"""Seconds a server may ask us to wait; if it asks for more, somebody should look why."""

AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which the same request may succeed."""
GONE: Final = frozenset({404, 410})
NOT_ALLOWED: Final = frozenset({401, 403, 451})
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


_TOO_SLOW: Final = "the answer trickles"


class RefusedError(Exception):
    """The server does not want to be asked; nothing more is asked."""


class MissingError(Exception):
    """The server does not have what was asked for."""


class UnansweredError(Exception):
    """No usable answer came, also when asked again."""


class _PassingError(Exception):
    """Something that may be over the next time."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait
        """Seconds the server asks to wait."""


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: Message
    body: bytes


class Session:
    """Requests to one server, and to where it sends us."""

    def __init__(self, agent: str, pace: Pace) -> None:
        self.agent = agent
        self.pace = pace
        self.n_requests = 0
        self.connections: dict[str, http.client.HTTPConnection] = {}
        self.robots: dict[str, RobotFileParser] = {}

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self.connections.values():
            connection.close()

    def get(self, url: str) -> bytes:
        """What is at an address; raises MissingError, UnansweredError or RefusedError."""
        return self._get(url, obey=True).body

    def _get(self, url: str, *, obey: bool) -> Answer:
        for _ in range(MOST_REDIRECTS + 1):
            if obey:
                self._obey(url)
            answer = self._tried(url)
            if answer.status not in REDIRECTS:
                return _usable(answer)
            url = _target(url, answer)
        raise UnansweredError(f"more than {MOST_REDIRECTS} redirections")

    def _obey(self, url: str) -> None:
        """Ask for `robots.txt` where a server is met first; raises RefusedError for an address not to be asked for."""
        origin = _origin(url)
        if origin not in self.robots:
            rules = RobotFileParser()
            try:
                text = self._get(f"{origin}/robots.txt", obey=False).body.decode("utf-8", "replace")
            except MissingError:
                text = ""
            except UnansweredError as error:
                raise RefusedError(f"{origin}/robots.txt cannot be had, so nothing is asked for: {error}") from error
            try:
                rules.parse(text.splitlines())
                delay = float(rules.crawl_delay(self.agent) or 0)
            except (ValueError, OverflowError) as error:  # of the parser, for what is neither number nor address
                raise RefusedError(
                    f"{origin}/robots.txt cannot be understood ({error}), so nothing is asked for"
                ) from error
            if delay > MOST_PATIENCE:
                raise RefusedError(f"{origin}/robots.txt asks to wait {delay:,.0f} s between two requests")
            self.robots[origin] = rules
            self.pace.slow_to(delay)
        if not self.robots[origin].can_fetch(self.agent, url):
            raise RefusedError(f"{origin}/robots.txt does not allow programs to ask for {urlsplit(url).path}")

    def _tried(self, url: str) -> Answer:
        """The answer to a request, which is tried again after rests that grow."""
        for nth in range(TRIES):
            try:
                return self._once(url)
            except _PassingError as trouble:
                if trouble.wait is not None and trouble.wait > MOST_PATIENCE:
                    raise RefusedError(f"the server asks to wait {trouble.wait:,.0f} s ({trouble})") from trouble
                if nth == TRIES - 1:
                    raise UnansweredError(f"{trouble}, {TRIES} times") from trouble
                self.pace.rest(nth, trouble.wait)
        raise AssertionError("the last try returns or raises")

    def _once(self, url: str) -> Answer:
        kept = self.connections.get(_origin(url))
        reused = kept is not None and kept.sock is not None
        try:
            answer = self._request(url)
        except (http.client.HTTPException, OSError, ValueError) as error:  # ValueError for a length below zero
            self._drop(url)
            if reused and isinstance(error, ConnectionError):  # the server had closed it while we waited
                return self._once(url)
            reason = f": {' '.join(str(error).split())}" if str(error) else ""
            raise _PassingError(f"{type(error).__name__}{reason}") from error
        if answer.status in AGAIN:
            raise _PassingError(f"status {answer.status}", _asked_wait(answer.headers))
        return answer

    def _request(self, url: str) -> Answer:
        parts = urlsplit(url)
        connection = self._connection(url)
        self.pace.wait()
        self.n_requests += 1
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            if connection.sock is None:
                connection.connect()
            with _hurried(connection.sock):
                connection.request("GET", path, headers={"User-Agent": self.agent, "Accept-Encoding": "gzip"})
                with connection.getresponse() as response:
                    body = response.read(MOST_BYTES + 1)
            if len(body) > MOST_BYTES:
                raise UnansweredError(f"more than {MOST_BYTES >> 20} MiB, where a log has some ten kB")
            if response.length:
                raise _PassingError(f"the answer breaks off {response.length} bytes before its end")
            return Answer(response.status, response.headers, _unpacked(body, response.headers))
        except (UnansweredError, _PassingError):
            self._drop(url)  # what is left of the answer would be taken for the next one
            raise
        finally:
            self.pace.done()

    def _drop(self, url: str) -> None:
        connection = self.connections.pop(_origin(url), None)
        if connection is not None:
            connection.close()

    def _connection(self, url: str) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        origin = _origin(url)
        if origin not in self.connections:
            assert parts.hostname is not None, "addresses are checked where they come from"
            self.connections[origin] = kind(parts.hostname, parts.port, timeout=TIMEOUT)
        return self.connections[origin]


@contextmanager
def _hurried(line: socket.socket) -> Iterator[None]:
    """Break off an answer that has not come whole after `LONGEST_ANSWER`, however it trickles."""
    late = threading.Event()

    def stop() -> None:
        late.set()
        with suppress(OSError):  # closed meanwhile
            line.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(LONGEST_ANSWER, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    except (http.client.HTTPException, OSError, ValueError) as error:
        if not late.is_set():
            raise
        raise _PassingError(_TOO_SLOW) from error
    finally:
        timer.cancel()
    if late.is_set():
        raise _PassingError(_TOO_SLOW)


def _target(url: str, answer: Answer) -> str:
    """Where an answer leads to; raises UnansweredError if that is no address."""
    location = answer.headers.get("Location", "")
    try:
        target = urljoin(url, location)
    except ValueError:
        target = location
    if not (is_address(target) and target.isascii() and target.isprintable() and " " not in target):
        raise UnansweredError(f"status {answer.status} leads to {target!r}, which is no address")
    return target


def is_address(url: str) -> bool:
    """Whether one can ask for it.

    >>> is_address("http://127.0.0.1:80/a"), is_address("ftp://a.org"), is_address("https://"), is_address("http://a:b")
    (True, False, False, False)
    """
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _usable(answer: Answer) -> Answer:
    """The answer, if it is what was asked for."""
    if answer.status in GONE:
        raise MissingError(f"status {answer.status}")
    if answer.status in NOT_ALLOWED:
        raise RefusedError(f"the server refuses (status {answer.status})")
    if answer.status != http.client.OK:
        raise UnansweredError(f"status {answer.status}")
    return answer


def _unpacked(body: bytes, headers: Message) -> bytes:
    """The body without the encoding of the transfer."""
    encoding = headers.get("Content-Encoding", "identity").strip().lower()
    if encoding == "identity" or not body:
        return body
    if encoding not in {"gzip", "x-gzip"}:
        raise UnansweredError(f"content encoding {encoding!r}, where gzip or none was asked for")
    unpacker = zlib.decompressobj(wbits=31)
    try:
        data = unpacker.decompress(body, MOST_BYTES)
    except zlib.error as error:
        raise _PassingError(f"the answer is damaged ({error})") from error
    if not unpacker.eof:
        raise _PassingError("the compressed answer ends too early or is too large")
    return data


def _asked_wait(headers: Message) -> float | None:
    """Seconds of `Retry-After`, which gives seconds or a date (RFC 9110, section 10.2.3)."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text)
    try:
        then = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, ((then if then.tzinfo else then.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())
