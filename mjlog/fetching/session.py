"""One session with a server: one request at a time, at a pace, as `robots.txt` allows; failed requests are repeated.

The standard library is enough for this: `http.client` keeps a connection open between requests, which `urllib.request`
does not. Proxies are not used.
"""

from __future__ import annotations

import email.utils
import http.client
import ipaddress
import socket
import ssl
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from email.message import Message
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin, urlsplit
from urllib.robotparser import RobotFileParser

from mjlog.fetching.pace import Pace
from mjlog.limits import limit

TRIES: Final = 5
TIMEOUT: Final = limit("SILENT_SECONDS", 30)
"""Seconds without a byte until the server is considered silent."""
LONGEST_ANSWER: Final = limit("ANSWER_SECONDS", 180)
"""Seconds within which an answer must be complete."""
MOST_BYTES: Final = limit("ANSWER_BYTES", 16 << 20)
"""Bytes of one answer, before and after unpacking; a log has some ten thousand."""
MOST_REDIRECTS: Final = limit("REDIRECTIONS", 3)
MOST_PATIENCE: Final = limit("WAIT_SECONDS", 3600)
"""Most seconds that a server may ask us to wait; a longer wait needs the attention of the user."""

AGAIN: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which a repeated request may succeed."""
GONE: Final = frozenset({404, 410})
NOT_ALLOWED: Final = frozenset({401, 403, 451})
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})


_TOO_SLOW: Final = "the answer is too slow"


class RefusedError(Exception):
    """The server refuses requests; no more are sent."""


class MissingError(Exception):
    """The server does not have the log."""


class UnansweredError(Exception):
    """There was no usable answer, also after repeated requests."""


class _PassingError(Exception):
    """A failure that a repeated request may overcome."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait
        """Seconds that the server asks to wait."""


class Answer(NamedTuple):
    """Status, headers and unpacked body of an answer."""

    status: int
    headers: Message
    body: bytes


class Session:
    """Requests to one server, and to public ones it redirects to."""

    def __init__(self, agent: str, pace: Pace) -> None:
        self.host: str | None = None
        """The host of the first request, which may be any; others must have public addresses."""
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
        """The content of an address. Raises MissingError, UnansweredError or RefusedError."""
        return self._get(url, obey=True).body

    def _get(self, url: str, *, obey: bool) -> Answer:
        for _ in range(MOST_REDIRECTS + 1):
            if obey:
                self._obey(url)
            answer = self._repeated(url)
            if answer.status not in REDIRECTS:
                return _usable(answer)
            url = _target(url, answer)
        raise UnansweredError(f"more than {MOST_REDIRECTS} redirections")

    def _obey(self, url: str) -> None:
        """Request `robots.txt` from each server once; raise RefusedError for an address that it forbids."""
        origin = _origin(url)
        if origin not in self.robots:
            rules = RobotFileParser()
            try:
                text = self._get(f"{origin}/robots.txt", obey=False).body.decode("utf-8", "replace")
            except MissingError:
                text = ""
            except UnansweredError as error:
                raise RefusedError(f"{origin}/robots.txt cannot be read, so nothing is requested: {error}") from error
            try:
                rules.parse(text.splitlines())
                delay = float(rules.crawl_delay(self.agent) or 0)
            except (ValueError, OverflowError) as error:  # from the parser, for invalid numbers and addresses
                raise RefusedError(
                    f"{origin}/robots.txt is not understood ({error}), so nothing is requested"
                ) from error
            if delay > MOST_PATIENCE:
                raise RefusedError(f"{origin}/robots.txt asks to wait {delay:,.0f} s between two requests")
            self.robots[origin] = rules
            self.pace.slow_to(delay)
        if not self.robots[origin].can_fetch(self.agent, url):
            raise RefusedError(f"{origin}/robots.txt does not allow programs to request {urlsplit(url).path}")

    def _repeated(self, url: str) -> Answer:
        """The answer to a request, which is repeated after growing rests."""
        for nth in range(TRIES):
            try:
                return self._once(url)
            except _PassingError as failure:
                if failure.wait is not None and failure.wait > MOST_PATIENCE:
                    raise RefusedError(f"the server asks to wait {failure.wait:,.0f} s ({failure})") from failure
                if nth == TRIES - 1:
                    raise UnansweredError(f"{failure}, {TRIES} times") from failure
                self.pace.rest(nth, failure.wait)
        raise AssertionError("the last try returns or raises")

    def _once(self, url: str) -> Answer:
        kept = self.connections.get(_origin(url))
        reused = kept is not None and kept.sock is not None
        try:
            answer = self._request(url)
        except ssl.SSLCertVerificationError as error:
            self._drop(url)
            raise RefusedError(f"the certificate of {_origin(url)} is not valid: {error.verify_message}") from error
        except (http.client.HTTPException, OSError, ValueError) as error:  # ValueError: a negative length
            self._drop(url)
            if reused and isinstance(error, ConnectionError):  # the server closed it while we waited
                return self._once(url)
            reason = f": {' '.join(str(error).split())}" if str(error) else ""
            raise _PassingError(f"{type(error).__name__}{reason}") from error
        if answer.status in AGAIN:
            raise _PassingError(f"status {answer.status}", _requested_wait(answer.headers))
        return answer

    def _request(self, url: str) -> Answer:
        parts = urlsplit(url)
        connection = self._connection(url)
        self.host = self.host or parts.hostname
        self.pace.wait()
        self.n_requests += 1
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            if connection.sock is None:
                connection.connect()
                if parts.hostname != self.host and not _is_public(connection):
                    raise UnansweredError(f"it redirects to {parts.hostname!r}, which is not a public address")
            with _time_limit(connection.sock):
                if isinstance(connection.sock, ssl.SSLSocket):
                    connection.sock.do_handshake()
                connection.request("GET", path, headers={"User-Agent": self.agent, "Accept-Encoding": "gzip"})
                with connection.getresponse() as response:
                    body = response.read(MOST_BYTES + 1)
            if len(body) > MOST_BYTES:
                raise UnansweredError(f"more than {MOST_BYTES >> 20} MiB, a log has some ten kB")
            if response.length:
                raise _PassingError(f"the answer ends {response.length} bytes early")
            return Answer(response.status, response.headers, _unpacked(body, response.headers))
        except (UnansweredError, _PassingError):
            self._drop(url)  # the rest of the answer would be read as the next one
            raise
        finally:
            self.pace.done()

    def _drop(self, url: str) -> None:
        connection = self.connections.pop(_origin(url), None)
        if connection is not None:
            connection.close()

    def _connection(self, url: str) -> http.client.HTTPConnection:
        parts = urlsplit(url)
        origin = _origin(url)
        if origin not in self.connections:
            assert parts.hostname is not None, "addresses are checked where they come from"
            self.connections[origin] = (
                http.client.HTTPSConnection(parts.hostname, parts.port, timeout=TIMEOUT, context=_LateHandshake())
                if parts.scheme == "https"
                else http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT)
            )
        return self.connections[origin]


class _LateHandshake(ssl.SSLContext):
    """Certificates are verified as by default; the handshake is left to the caller, who limits its time."""

    def __new__(cls) -> _LateHandshake:
        """A context for clients."""
        context = super().__new__(cls, ssl.PROTOCOL_TLS_CLIENT)
        context.load_default_certs()
        return context

    def wrap_socket(self, sock: socket.socket, *_: Any, server_hostname: Any = None, **__: Any) -> ssl.SSLSocket:
        """As of the base class, without the handshake."""
        return super().wrap_socket(sock, do_handshake_on_connect=False, server_hostname=server_hostname)


def _is_public(connection: http.client.HTTPConnection) -> bool:
    address = ipaddress.ip_address(connection.sock.getpeername()[0].partition("%")[0])
    return (getattr(address, "ipv4_mapped", None) or address).is_global


@contextmanager
def _time_limit(connection: socket.socket) -> Iterator[None]:
    """Abort an answer that is not complete after `LONGEST_ANSWER`, even if bytes still come."""
    late = threading.Event()

    def stop() -> None:
        late.set()
        with suppress(OSError):  # already closed
            connection.shutdown(socket.SHUT_RDWR)

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
    """The target of a redirection. Raises UnansweredError if it is not an address."""
    location = answer.headers.get("Location", "")
    try:
        target = urljoin(url, location)
    except ValueError:
        target = location
    if not (is_address(target) and target.isascii() and target.isprintable() and " " not in target):
        raise UnansweredError(f"status {answer.status} redirects to {target!r}, which is not an address")
    return target


def is_address(url: str) -> bool:
    """Whether a text is an address for requests.

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
    """The answer, if it has a body to use. Raises MissingError, RefusedError or UnansweredError."""
    if answer.status in GONE:
        raise MissingError(f"status {answer.status}")
    if answer.status in NOT_ALLOWED:
        raise RefusedError(f"the server refuses (status {answer.status})")
    if answer.status != http.client.OK:
        raise UnansweredError(f"status {answer.status}")
    return answer


def _unpacked(body: bytes, headers: Message) -> bytes:
    """The body without the content encoding."""
    encoding = headers.get("Content-Encoding", "identity").strip().lower()
    if encoding == "identity" or not body:
        return body
    if encoding not in {"gzip", "x-gzip"}:
        raise UnansweredError(f"content encoding {encoding!r}, instead of gzip or none")
    unpacker = zlib.decompressobj(wbits=31)
    try:
        data = unpacker.decompress(body, MOST_BYTES)
    except zlib.error as error:
        raise _PassingError(f"the answer is damaged ({error})") from error
    if not unpacker.eof:
        raise _PassingError("the compressed answer ends too early or is too large")
    return data


def _requested_wait(headers: Message) -> float | None:
    """Seconds of `Retry-After`, which contains seconds or a date (RFC 9110, section 10.2.3)."""
    text = headers.get("Retry-After", "").strip()
    if text.isdecimal():
        return float(text)
    try:
        then = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    return max(0.0, ((then if then.tzinfo else then.replace(tzinfo=UTC)) - datetime.now(UTC)).total_seconds())
