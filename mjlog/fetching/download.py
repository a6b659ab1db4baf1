"""A fetch as it goes: log after log, what became of each, and when to stop."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.fetching.checking import checked
from mjlog.fetching.session import MissingError, RefusedError, Session, UnansweredError
from mjlog.fetching.storing import Shelf
from mjlog.formats.lists import ListReader

UNANSWERED_IN_A_ROW: Final = 3
"""Logs without a usable answer, each tried several times, after which the site is taken to be down or changed."""
MISSING_IN_A_ROW: Final = 20
"""Logs the site does not have, after which the ids or the site are taken to be wrong."""


class NotFetched(NamedTuple):
    """A log that could not be had."""

    game: str
    url: str
    reason: str

    def __str__(self) -> str:
        return f"{self.game}: {self.reason} ({self.url})"


class Step(NamedTuple):
    """How far a fetch is, in logs."""

    n_done: int
    n_total: int
    n_failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchReport:
    """What a fetch did."""

    out: Path
    n_wanted: int
    n_held: int
    """Logs that were there before."""
    n_known_missing: int
    """Logs that an earlier fetch has found the site not to have; they are not asked for again."""
    n_fetched: int
    not_fetched: tuple[NotFetched, ...]
    n_left: int
    """Logs not asked for, because of the limit or because the fetch was stopped."""
    stopped: str | None
    """Why it was stopped before its end."""
    n_requests: int
    seconds: float

    def __str__(self) -> str:
        counts = {
            "wanted": self.n_wanted,
            "there before": self.n_held,
            "known missing": self.n_known_missing,
            "fetched": self.n_fetched,
            "not fetched": len(self.not_fetched),
            "left": self.n_left,
        }
        lines = [f"Logs in {self.out}, {self.n_requests:,} requests in {self.seconds:.0f} s"]
        lines += (f"  {name:<14}{count:>12,}" for name, count in counts.items())
        lines += [f"Stopped: {self.stopped}"] if self.stopped else []
        return "\n".join(lines)


class Fetching:
    """The logs that are wanted, and what has become of them so far."""

    def __init__(self, games: Iterable[str], site: str, lister: ListReader, shelf: Shelf, session: Session) -> None:
        self.site = site
        self.lister = lister
        self.shelf = shelf
        self.session = session
        wanted = list(dict.fromkeys(games))
        self.n_wanted = len(wanted)
        self.n_held = sum(game in shelf.held for game in wanted)
        self.to_do = [game for game in wanted if game not in shelf.held and game not in shelf.missing]
        self.n_fetched = 0
        self.not_fetched: list[NotFetched] = []
        self.stopped: str | None = None
        self.game_of: dict[bytes, str] = {}
        """Games by the digest of the log that came for them."""

    @property
    def step(self) -> Step:
        """How far it is."""
        return Step(self.n_fetched + len(self.not_fetched), len(self.to_do), len(self.not_fetched))

    def steps(self, limit: int | None) -> Iterator[Step]:
        """Ask for one log after the other, at most so many, until all are there or there is a reason to stop.

        That a log is missing is noted once another has come, or all have been asked for: before, the site may be wrong.
        """
        unanswered = 0
        missing: list[str] = []
        for game in self.to_do[:limit]:
            url = f"{self.site}{self.lister.path(game)}"
            try:
                self._ask(game, url)
                self.shelf.miss(missing)
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
            yield self.step
            if unanswered == UNANSWERED_IN_A_ROW or len(missing) == MISSING_IN_A_ROW:
                n = unanswered or len(missing)
                self.stopped = f"{n} logs in a row could not be had; the last: {self.not_fetched[-1]}"
                return
        self.shelf.miss(missing)

    def report(self, out: Path, seconds: float) -> FetchReport:
        """What has been done."""
        return FetchReport(
            out=out,
            n_wanted=self.n_wanted,
            n_held=self.n_held,
            n_known_missing=self.n_wanted - self.n_held - len(self.to_do),
            n_fetched=self.n_fetched,
            not_fetched=tuple(self.not_fetched),
            n_left=self.step.n_total - self.step.n_done,
            stopped=self.stopped,
            n_requests=self.session.n_requests,
            seconds=seconds,
        )

    def _ask(self, game: str, url: str) -> None:
        data, flaw = checked(game, self.session.get(url), self.lister)
        if flaw:
            raise UnansweredError(flaw)
        digest = hashlib.sha256(data).digest()
        other = self.game_of.setdefault(digest, game)
        if other != game:
            raise UnansweredError(f"the log of another game: the same bytes came for {other}")
        self.shelf.keep(game, data)
        self.n_fetched += 1
