"""Fetching of listed logs: one session, slowly, with a contact address, and no log twice.

Nothing is requested before the caller confirms that the terms of the service have been read and are respected. The pace
has a minimum interval; `robots.txt` is requested first and obeyed; a server that asks to wait is waited for, and one
that refuses gets no further request. A machine runs one fetch from a site at a time.
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

from mjlog.fetching.download import Download, FetchReport, NotFetched, Progress
from mjlog.fetching.game_ids import game_ids
from mjlog.fetching.log_store import log_store_at
from mjlog.fetching.pace import FLOOR, INTERVAL, Pace
from mjlog.fetching.session import Session, is_address
from mjlog.formats import list_readers
from mjlog.tables.store import StoreError, locked

__all__ = [
    "FLOOR",
    "INTERVAL",
    "FetchReport",
    "NotFetched",
    "Pace",
    "Progress",
    "TermsError",
    "fetch",
    "game_ids",
]

CONTACT: Final = re.compile(r"[!-'*-~]+@[!-'*-~]+\.[!-'*-~]+|https?://[!-'*-~]+")
"""A mail or web address of printable ASCII without brackets, because a header shows it in brackets."""


class TermsError(PermissionError):
    """The caller has not confirmed that the terms of the service are read and respected."""


def ignore(step: Progress) -> None:
    """Ignore the progress."""


def fetch(
    games: Iterable[str],
    out: str | Path,
    *,
    contact: str,
    accept_terms: bool = False,
    site: str | None = None,
    limit: int | None = None,
    pace: Pace | None = None,
    progress: Callable[[Progress], None] = ignore,
) -> FetchReport:
    """Fetch the logs of games, by their ids, into a folder or, if `out` ends in `.zip`, an archive; and report.

    `contact` is your mail or web address, which every request names. `site` replaces the service's own site, as
    `http://host:port`. At most `limit` logs are requested. The default of `pace` is two seconds or more between
    requests. Logs that are in `out` are not requested again, nor those that were missing in an earlier fetch into it. A
    log is kept only if it is complete.

    The report lists logs that could not be fetched. Raises TermsError without `accept_terms`, ValueError for an
    invalid contact or site, StoreError while another fetch from the site runs, OSError if `out` cannot be written.
    """
    if not accept_terms:
        raise TermsError("read and respect the terms of the service before fetching from it (accept_terms)")
    if not contact:
        raise ValueError(
            "no contact given: pass a mail or web address, such as name@example.org or https://example.org"
        )
    if not CONTACT.fullmatch(contact):
        raise ValueError(f"{contact!r} is not a mail or web address, such as name@example.org or https://example.org")
    reader = list_readers()[0]
    address = (site or reader.site).rstrip("/")
    if not is_address(address) or urlsplit(address).path:
        raise ValueError(f"{address!r} is not a site, such as {reader.site}")
    started = time.monotonic()
    agent = f"mjlog/{version('mjlog')} (analysis of game logs; contact: {contact})"
    with _one_session(address), log_store_at(Path(out), reader.ids) as store, Session(agent, pace or Pace()) as session:
        download = Download(games, address, reader, store, session)
        progress(download.progress)
        for step in download.run(limit):
            progress(step)
        return download.report(Path(out), time.monotonic() - started)


@contextmanager
def _one_session(address: str) -> Iterator[None]:
    """Refuse other fetches from the site on this machine: services ask for one session at a time."""
    name = re.sub(r"[^\w.-]+", "-", urlsplit(address).netloc)
    folder = Path(tempfile.gettempdir(), f"mjlog-fetch-{name}")
    folder.mkdir(exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(folder))
        except StoreError as error:
            message = f"another fetch from {address} is running; use one session per site at a time"
            raise StoreError(message) from error
        yield
