"""The course of a fetch: one log after the other, the outcome of each, and the reasons to stop."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.fetching.check import check_log
from mjlog.fetching.log_store import LogStore
from mjlog.fetching.session import MissingError, RefusedError, Session, UnansweredError
from mjlog.formats.lists import ListReader

UNANSWERED_IN_A_ROW: Final = 3
"""Logs without a usable answer, each tried several times; then the site is considered down or changed."""
MISSING_IN_A_ROW: Final = 20
"""Logs that the site does not have; then the ids or the site are considered wrong."""


class NotFetched(NamedTuple):
    """A log that could not be fetched."""

    game: str
    url: str
    reason: str

    def __str__(self) -> str:
        return f"{self.game}: {self.reason} ({self.url})"


class Progress(NamedTuple):
    """State of a running fetch, in logs."""

    n_done: int
    n_total: int
    n_failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchReport:
    """Results of a fetch, in logs unless noted."""

    out: Path
    n_games: int
    n_existing: int
    """Logs that were already stored."""
    n_known_missing: int
    """Logs that the site did not have in an earlier fetch; they are not requested again."""
    n_fetched: int
    not_fetched: tuple[NotFetched, ...]
    n_remaining: int
    """Logs not requested, because of the limit or because the fetch was stopped."""
    stopped: str | None
    """Reason for stopping early, None if there was none."""
    n_requests: int
    seconds: float

    def __str__(self) -> str:
        counts = {
            "games": self.n_games,
            "already there": self.n_existing,
            "known missing": self.n_known_missing,
            "fetched": self.n_fetched,
            "not fetched": len(self.not_fetched),
            "remaining": self.n_remaining,
        }
        lines = [f"Logs in {self.out}, {self.n_requests:,} requests in {self.seconds:.0f} s"]
        lines += (f"  {name:<14}{count:>12,}" for name, count in counts.items())
        lines += [f"Stopped: {self.stopped}"] if self.stopped else []
        return "\n".join(lines)


class Download:
    """The logs to fetch, and the outcome so far."""

    def __init__(self, games: Iterable[str], site: str, reader: ListReader, store: LogStore, session: Session) -> None:
        self.site = site
        self.reader = reader
        self.store = store
        self.session = session
        ids = list(dict.fromkeys(games))
        self.n_games = len(ids)
        self.n_existing = sum(game in store.games for game in ids)
        self.to_do = [game for game in ids if game not in store.games and game not in store.missing]
        self.n_fetched = 0
        self.not_fetched: list[NotFetched] = []
        self.stopped: str | None = None
        self.game_of: dict[bytes, str] = {}
        """Games by the digest of their log."""

    @property
    def progress(self) -> Progress:
        """The state of the fetch."""
        return Progress(self.n_fetched + len(self.not_fetched), len(self.to_do), len(self.not_fetched))

    def run(self, limit: int | None) -> Iterator[Progress]:
        """Request one log after the other, at most `limit`, until all are fetched or there is a reason to stop.

        A missing log is recorded once another log has come or all were requested: until then the site may be wrong.
        """
        unanswered = 0
        missing: list[str] = []
        for game in self.to_do[:limit]:
            url = f"{self.site}{self.reader.path(game)}"
            try:
                self._fetch(game, url)
                self.store.add_missing(missing)
                unanswered, missing = 0, []
            except MissingError as error:
                self.not_fetched.append(NotFetched(game, url, f"the site does not have it, {error}"))
                missing.append(game)
                unanswered = 0
            except UnansweredError as error:
                self.not_fetched.append(NotFetched(game, url, str(error)))
                unanswered += 1
            except RefusedError as error:
                self.stopped = str(error)
                return
            yield self.progress
            if unanswered == UNANSWERED_IN_A_ROW or len(missing) == MISSING_IN_A_ROW:
                n = unanswered or len(missing)
                self.stopped = f"{n} logs in a row could not be fetched; the last: {self.not_fetched[-1]}"
                return
        self.store.add_missing(missing)

    def report(self, out: Path, seconds: float) -> FetchReport:
        """The results so far."""
        return FetchReport(
            out=out,
            n_games=self.n_games,
            n_existing=self.n_existing,
            n_known_missing=self.n_games - self.n_existing - len(self.to_do),
            n_fetched=self.n_fetched,
            not_fetched=tuple(self.not_fetched),
            n_remaining=self.progress.n_total - self.progress.n_done,
            stopped=self.stopped,
            n_requests=self.session.n_requests,
            seconds=seconds,
        )

    def _fetch(self, game: str, url: str) -> None:
        data, flaw = check_log(game, self.session.get(url), self.reader)
        if flaw:
            raise UnansweredError(flaw)
        digest = hashlib.sha256(data).digest()
        other = self.game_of.setdefault(digest, game)
        if other != game:
            raise UnansweredError(f"the log of another game: the same bytes came for {other}")
        self.store.add(game, data)
        self.n_fetched += 1
