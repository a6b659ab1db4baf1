"""A web server on this machine, for tests of URLs."""

import contextlib
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder; a part of a file only if `ranges`, and no size at all unless `sizes`."""

    ranges = True
    sizes = True

    def do_GET(self):
        asked = self.headers.get("Range")
        path = self.translate_path(self.path)
        if asked is None or not self.ranges:
            super().do_GET()
            return
        first, last = asked.removeprefix("bytes=").split("-")
        with open(path, "rb") as file:
            data = file.read()
        part = data[int(first) : int(last or len(data)) + 1]
        self.send_response(206)
        self.send_header("Content-Length", str(len(part)))
        self.send_header("Content-Range", f"bytes {first}-{int(first) + len(part) - 1}/{len(data)}")
        self.end_headers()
        self.wfile.write(part)

    def send_header(self, keyword, value):
        if keyword != "Content-Length" or self.sizes:
            super().send_header(keyword, value)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder, *, ranges=True, sizes=True):
    """The address of a server of a folder."""
    handler = type("Told", (Handler,), {"ranges": ranges, "sizes": sizes})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
