"""What a reader of list pages is: pages on which a service lists games, with results and, on some, ids of the logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from mjlog.archive import Source
from mjlog.errors import LogError
from mjlog.games.batch import Games


class ListedGame(NamedTuple):
    """One line of a list page; the fields are those of the table `list`, which documents them."""

    line: int
    game: str | None
    started: datetime
    minutes: int | None
    page: str | None
    lobby: int | None
    lobby_name: str | None
    rule: str
    players: int
    length: str | None
    room: str
    red: bool
    kuitan: bool
    fast: bool | None
    chips: bool
    names: Sequence[str]
    scores: Sequence[float]
    final_chips: Sequence[int] | None


@dataclass(frozen=True, slots=True)
class Listing:
    """What a reader makes of one page."""

    games: list[ListedGame] = field(default_factory=list)
    """In the order of the page."""
    failures: list[LogError] = field(default_factory=list)
    """What could not be read, each with its byte offset in the page."""


class Lister(Protocol):
    """A service's list pages, and where its logs are."""

    name: str
    """Short name, such as `tenhou-list`."""
    site: str
    """Address logs are fetched from unless another is given, such as `https://tenhou.net`."""

    format: str
    """Name of the format the site has its logs in."""

    def recognises(self, source: Source) -> bool:
        """Whether the name or the first line is that of a list page; cheap and never raises."""

    def mark(self, name: str) -> str:
        """What a page means beyond its bytes by its name (the day), empty if nothing."""

    def read(self, source: Source) -> Listing:
        """All games of a page; bad lines become failures, never an exception."""

    def ids(self, text: str) -> list[str]:
        """The ids of games in any text, such as addresses of the viewer or names of files, each once, in order."""

    def path(self, game: str) -> str:
        """Path and query of a game's log at the site."""

    def agrees(self, game: str, games: Games) -> bool:
        """Whether a log, read as a batch, says nothing else of itself than its id says."""


def lister_of(listers: Iterable[Lister], source: Source) -> Lister | None:
    """The reader that knows a source as a list page, if there is one."""
    return next((lister for lister in listers if lister.recognises(source)), None)
