"""A sample: a file, and the games that an import must find in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from expected import untold
from pieces import Claims, Piece, Row, played

from mjlog.games.batch import Games
from mjlog.games.digest import as_text, content_digests
from mjlog.simulate.to_games import to_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A file, and what an import must make of it."""

    file: str
    data: bytes
    shows: str
    games: Games | None
    """As they were played, without what the file does not tell; None if there are none to find."""
    options: tuple[str, ...] = ()
    claims: Claims = field(default_factory=dict)
    failures: Sequence[Row] = ()
    """Fault and kyoku of each."""
    shown: int = 0

    @property
    def folder(self) -> str:
        """Where it lies: logs in Tenhou's XML, and those in other formats."""
        return "traps" if ".xml" in self.file else "formats"


def of_piece(piece: Piece, suffix: str, data: bytes, games: Games | None, **more: Any) -> Sample:
    """The sample of a piece; `more` stands before what the piece says."""
    told = {key: getattr(piece, key) for key in ("shows", "options", "claims", "shown")}
    return Sample(file=piece.name + suffix, data=data, games=games, **(told | more))


def plain(name: str, number: int, shows: str, **more: Any) -> Piece:
    """A piece that shows something of its file rather than of its play."""
    return Piece(name=name, number=number, shows=shows, **more)


def nameless(piece: Piece) -> Games:
    """The game as a file tells it whose name is no id: named by its content, and of no day."""
    return named_by_content(untold(to_games([played(piece)]), {"games.started"}))


def named_by_content(games: Games) -> Games:
    """The games with digests as ids."""
    ids = np.array(as_text(content_digests(games)), object)
    return replace(games, games=games.games._replace(id=ids))


def of_platform(games: Games, platform: str) -> Games:
    """The games as of another service."""
    return replace(games, games=games.games._replace(platform=np.full(len(games), platform, object)))
