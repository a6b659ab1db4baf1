"""Servers that mean harm: each is left in time, and nothing of theirs is kept or followed."""

import gzip
import shutil
import ssl
import subprocess
import threading
import time
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest

from mjlog.fetching import session
from tests.fetching.loopback import pace, trickling
from tests.fetching.test_fetch import HEAD, get, names
from tests.made_logs import log, log_name

PATH = f"/0/log/?{log_name(1)}"


@contextmanager
def speaking(handle):
    """The port of a server that does this with every connection."""

    class Handler(BaseRequestHandler):
        def handle(self):
            with suppress(OSError):  # the client has gone
                handle(self.request)

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(session, "LONGEST_ANSWER", 0.2)
    monkeypatch.setattr(session, "TRIES", 1)


@pytest.mark.parametrize(
    "target",
    [
        "file:///etc/passwd", "ftp://127.0.0.1/a", "gopher://127.0.0.1/a", "data:text/xml,<mjloggm/>", "javascript:1",
        "http://[::1", "http://a b/",
    ],
)  # fmt: skip
def test_a_redirection_to_anything_but_the_web_is_not_followed(site, tmp_path, target):
    site.say(PATH, (302, b"", {"Location": target}))
    report = get(site, tmp_path / "out", 1)
    assert "which is not an address" in report.not_fetched[0].reason
    assert names(tmp_path / "out") == []


@pytest.mark.parametrize("host", ["localhost", "127.1", "2130706433", "0x7f.1"])
def test_a_redirection_to_another_private_host_is_not_followed(site, tmp_path, host):
    """Other programs on this machine, and those of its network, are none of the server's business."""
    asked = []
    with speaking(lambda connection: asked.append(connection.recv(1_000))) as port:
        site.say(PATH, (302, b"", {"Location": f"http://{host}:{port}/secret"}))
        report = get(site, tmp_path / "out", 1)
    assert asked in ([], [b""])
    assert "which is not a public address" in report.stopped
    assert names(tmp_path / "out") == []


def test_a_redirection_to_another_port_of_the_site_is_followed(site, tmp_path):
    body = log(1)
    page = [HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body]
    pages = {b"/robots.txt": [b"HTTP/1.1 404 no\r\nContent-Length: 0\r\n\r\n"], b"/a": page}
    with trickling(pages) as url:
        site.say(PATH, (302, b"", {"Location": f"{url}/a"}))
        assert get(site, tmp_path / "out", 1).n_fetched == 1


@pytest.mark.parametrize(
    "address", ["10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1%eth0", "::ffff:127.0.0.1"]
)
def test_addresses_of_a_network_of_ones_own_are_not_public(address):
    class Connection:
        sock = type("", (), {"getpeername": lambda _: (address, 80)})()

    assert not session._is_public(Connection())
    Connection.sock = type("", (), {"getpeername": lambda _: ("133.242.10.78", 80)})()
    assert session._is_public(Connection())


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (gzip.compress(bytes(64 << 20)), {"Content_Encoding": "gzip"}, "too large"),
        (gzip.compress(gzip.compress(bytes(8 << 20))), {"Content_Encoding": "gzip"}, "not a log"),
        (gzip.compress(bytes(270 << 20)), {}, "no single log is that large"),
        (b"[" * 1_000_000, {}, "not a log"),
        (b'<!DOCTYPE a [<!ENTITY a "b">]><mjloggm>&a;</mjloggm>', {}, "not a log"),
        (b"\x1b[31m\x00\n", {}, "not a log"),
    ],
)  # fmt: skip
def test_a_bomb_is_not_kept(site, tmp_path, monkeypatch, body, headers, reason):
    monkeypatch.setattr(session, "TRIES", 1)
    site.say(PATH, (200, body, headers))
    report = get(site, tmp_path / "out", 1)
    assert reason in report.not_fetched[0].reason
    assert str(report.not_fetched[0]).isprintable()
    assert names(tmp_path / "out") == []


def endless(connection):
    connection.recv(10_000)
    connection.sendall(HEAD + b"\r\n")
    while True:
        connection.sendall(bytes(1 << 16))


def test_an_answer_without_an_end_is_cut(impatient, monkeypatch):
    monkeypatch.setattr(session, "MOST_BYTES", 1 << 20)
    monkeypatch.setattr(session, "LONGEST_ANSWER", 20)
    error = pytest.raises(session.RefusedError, match="more than 1 MiB")  # of robots.txt
    with speaking(endless) as port, session.Session("mjlog", pace()) as asked, error:
        asked.get(f"http://127.0.0.1:{port}/a")


def test_a_handshake_without_an_end_is_left_in_time(impatient):
    def trickle(connection):
        connection.sendall(b"\x16\x03\x03\x40\x00")
        while True:
            connection.sendall(b"\0")
            time.sleep(0.02)

    with speaking(trickle) as port, session.Session("mjlog", pace()) as asked:
        begun = time.monotonic()
        with pytest.raises(session.RefusedError, match=r"the answer is too slow|SSLError"):
            asked.get(f"https://127.0.0.1:{port}/a")
        assert time.monotonic() - begun < 5


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")
def test_a_certificate_that_is_not_valid_ends_the_fetch_at_once(tmp_path):
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    n_connections = []

    def answer(connection):
        n_connections.append(1)
        with context.wrap_socket(connection, server_side=True) as secure:
            secure.recv(1_000)

    error = pytest.raises(session.RefusedError, match=r"certificate of https://127\.0\.0\.1:\d+ is not valid")
    with speaking(answer) as port, session.Session("mjlog", pace()) as asked, error:
        asked.get(f"https://127.0.0.1:{port}/a")
    assert len(n_connections) == 1
