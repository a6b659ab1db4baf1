"""A server on this machine that answers as it is told, and a clock nobody waits for."""

import threading
import time
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, ThreadingTCPServer

from mjlog.fetching import Pace
from tests.made_logs import log, log_name

CONTACT = "me@example.org"


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.now = 100.0
        self.slept = []

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        assert seconds > 0
        self.slept.append(seconds)
        self.now += seconds


def pace(clock=None, **options):
    clock = clock or Clock()
    return Pace(options.pop("interval", 2.0), clock=clock, sleep=clock.sleep, chance=lambda: 0.0, **options)


class Site:
    """What a server does: answers by path, each a list that is gone through and whose last stays."""

    def __init__(self, clock, url=""):
        self.clock = clock
        self.url = url
        self.answers = {}
        self.requests = []
        """Path, headers, time and connection of each."""

    def say(self, path, *answers):
        self.answers[path] = list(answers)

    def has(self, *numbers, data=None, **headers):
        for number in numbers:
            self.say(f"/0/log/?{log_name(number)}", (200, data or log(number), headers))

    @property
    def paths(self):
        return [request[0] for request in self.requests]

    @property
    def asked(self):
        """Ids that were asked for."""
        return [path.removeprefix("/0/log/?") for path in self.paths if path != "/robots.txt"]


@contextmanager
def serving(clock=None):
    """A site on the loopback, with its address."""
    site = Site(clock or Clock())

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            site.requests.append((self.path, self.headers, site.clock(), self.client_address))
            queue = site.answers.get(self.path, [(404, b"not here", {})])
            status, body, headers = queue.pop(0) if len(queue) > 1 else queue[0]
            if status is None:
                self.close_connection = True
                return
            self.send_response(status)
            cut = headers.pop("cut", None) if "cut" in headers else None
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            if "Transfer_Encoding" not in headers:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[:cut])
            self.close_connection = cut is not None or "Transfer_Encoding" in headers

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def trickling(pages, pause=0.02):
    """The address of a server that writes the pieces of each page as they are, one after the other."""

    class Handler(StreamRequestHandler):
        def handle(self):
            path = self.rfile.readline().split()[1]
            while self.rfile.readline().strip():
                pass
            with suppress(OSError):  # the client has gone
                for piece in pages[path]:
                    self.wfile.write(piece)
                    time.sleep(pause)

    with ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
