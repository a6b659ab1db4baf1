"""List pages: pages on which a service lists games, with their results and, on some, the ids of their logs."""

from __future__ import annotations

from collections.abc import Sequence
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
    """The content of one page."""

    games: list[ListedGame] = field(default_factory=list)
    """In the order of the page."""
    failures: list[LogError] = field(default_factory=list)
    """The lines that cannot be read, each with its byte offset in the page."""


class ListReader(Protocol):
    """The list pages of a service, and the addresses of its logs."""

    name: str
    """Short name, such as `tenhou-list`."""
    site: str
    """Address from which logs are fetched by default, such as `https://tenhou.net`."""

    format: str
    """Name of the format in which the site keeps its logs."""

    def recognises(self, source: Source) -> bool:
        """Whether the name or the first line is that of a list page; cheap and never raises."""

    def mark(self, name: str) -> str:
        """The facts a page takes from its name and not from its bytes (its day); empty if none."""

    def read(self, source: Source) -> Listing:
        """All games of a page; bad lines become failures, never an exception."""

    def ids(self, text: str) -> list[str]:
        """The ids of games in any text, such as viewer addresses or file names, each once, in order."""

    def path(self, game: str) -> str:
        """Path and query of a game's log at the site."""

    def agrees(self, game: str, games: Games) -> bool:
        """Whether a log, read as a batch, agrees with all that its id says about the game."""
