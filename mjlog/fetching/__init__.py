"""Fetching logs a list names: one session, slowly, under a name one can write to, and nothing twice.

Nothing is requested before the caller says that the terms of the service have been read and are kept to. The pace has a
floor; `robots.txt` is asked first and obeyed; a server that asks for patience gets it, one that refuses is left alone.
Two fetches from one site do not run at once on a machine.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mjlog.fetching.download import Fetching, FetchReport, NotFetched, Step
from mjlog.fetching.pacing import FLOOR, INTERVAL, Pace
from mjlog.fetching.session import Session, is_address
from mjlog.fetching.storing import shelf_at
from mjlog.fetching.wanted import wanted
from mjlog.formats import list_readers
from mjlog.tables.store import StoreError, locked

__all__ = [
    "FLOOR",
    "INTERVAL",
    "FetchReport",
    "NotFetched",
    "Pace",
    "Step",
    "TermsError",
    "fetch",
    "wanted",
]

CONTACT: Final = re.compile(r"[!-'*-~]+@[!-'*-~]+\.[!-'*-~]+|https?://[!-'*-~]+")
"""An address for mail or on the web, of printable ASCII without brackets: it goes into those of a header."""


class TermsError(PermissionError):
    """The caller has not said that the terms of the service are read and kept to."""


def unwatched(step: Step) -> None:
    """Nobody looks at the progress."""


def fetch(
    games: Iterable[str],
    out: str | Path,
    *,
    contact: str,
    accept_terms: bool = False,
    site: str | None = None,
    limit: int | None = None,
    pace: Pace | None = None,
    progress: Callable[[Step], None] = unwatched,
) -> FetchReport:
    """Fetch the logs of games, by their ids, into a folder or, if `out` ends in `.zip`, an archive; and report.

    `contact` is your address, by mail or on the web, which every request names. `site` is asked in place of the
    service's own, as `http://host:port`. At most `limit` logs are asked for. `pace` is two seconds and more between
    requests unless given. Logs that are in `out` are not asked for again, nor those an earlier fetch into it has found
    missing. A log is kept only if it can be read to its end.

    A log that cannot be had is in the report. Raises TermsError without `accept_terms`, ValueError for a contact
    or site that is none, StoreError while another fetch from the site is running, OSError if `out` cannot be written.
    """
    if not accept_terms:
        raise TermsError("the terms of the service must be read and kept to before anything is fetched")
    if not contact:
        raise ValueError(
            "no contact given: an address one can write to, such as name@example.org or https://example.org"
        )
    if not CONTACT.fullmatch(contact):
        raise ValueError(f"{contact!r} is no address one can write to, such as name@example.org or https://example.org")
    lister = list_readers()[0]
    address = (site or lister.site).rstrip("/")
    if not is_address(address) or urlsplit(address).path:
        raise ValueError(f"{address!r} is no site, such as {lister.site}")
    begun = time.monotonic()
    agent = f"mjlog/{version('mjlog')} (analysis of game logs; contact: {contact})"
    with _alone(address), shelf_at(Path(out), lister.ids) as shelf, Session(agent, pace or Pace()) as session:
        fetching = Fetching(games, address, lister, shelf, session)
        progress(fetching.step)
        for step in fetching.steps(limit):
            progress(step)
        return fetching.report(Path(out), time.monotonic() - begun)


@contextmanager
def _alone(address: str) -> Iterator[None]:
    """Keep other fetches from the site off this machine: services ask for one session at a time."""
    name = re.sub(r"[^\w.-]+", "-", urlsplit(address).netloc)
    folder = Path(tempfile.gettempdir(), f"mjlog-fetch-{name}")
    folder.mkdir(exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder))
        except StoreError as error:
            message = f"another fetch from {address} is running; a site is asked in one session at a time"
            raise StoreError(message) from error
        yield
