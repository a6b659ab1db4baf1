"""What a format is: bytes of many games in, columns and located failures out; formats are found through entry points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from mjlog.errors import LogError
from mjlog.columns import Ints
from mjlog.games import Games


class Source(NamedTuple):
    """One file or archive member: its name as shown to users, and its decompressed bytes."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a parser makes of a batch of sources."""

    games: Games
    source_of_game: Ints
    """`(n_games,)` int32: place in the batch of the source each game came from."""
    failures: tuple[tuple[int, str | None, LogError], ...]
    """Place of the source in the batch, id of the game whose complete kyoku were kept, and the located error."""


class Parser(Protocol):
    """A format that can be read."""

    name: str
    """Short name, such as `tenhou-xml`."""

    def recognises(self, source: Source) -> bool:
        """Whether the first bytes (or the name) look like this format; cheap and never raises."""

    def parse(self, sources: Sequence[Source]) -> Parsed:
        """All games of all sources as one batch; bad input becomes failures, never an exception."""


class Writer(Protocol):
    """A format that can be written."""

    name: str

    def write(self, games: Games) -> list[bytes]:
        """One file's bytes per game."""
