"""A sample: a file, and the games expected from its import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from expected import without
from pieces import Claims, Piece, Row, played

from mjlog.games.batch import Games
from mjlog.games.digest import openings
from mjlog.simulate.to_games import to_games


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A file, and the result expected from its import."""

    file: str
    data: bytes
    shows: str
    games: Games | None
    """The games as played, without what the file does not record; None if none can be read."""
    options: tuple[str, ...] = ()
    claims: Claims = field(default_factory=dict)
    failures: Sequence[Row] = ()
    """Fault and kyoku of each."""
    shown: int = 0

    @property
    def folder(self) -> str:
        """The folder: `traps` for Tenhou's XML, `formats` for others."""
        return "traps" if ".xml" in self.file else "formats"


def of_piece(piece: Piece, suffix: str, data: bytes, games: Games | None, **more: Any) -> Sample:
    """The sample of a piece; `more` replaces values of the piece."""
    values = {key: getattr(piece, key) for key in ("shows", "options", "claims", "shown")}
    return Sample(file=piece.name + suffix, data=data, games=games, **(values | more))


def plain(name: str, number: int, shows: str, **more: Any) -> Piece:
    """A piece about its file, not its play."""
    return Piece(name=name, number=number, shows=shows, **more)


def nameless(piece: Piece) -> Games:
    """The game of a file whose name is not an id: named by its content, without a start."""
    return named_by_content(without(to_games([played(piece)]), {"games.started"}))


def named_by_content(games: Games) -> Games:
    """The games with digests as ids."""
    ids = np.array(openings(games), object)
    return replace(games, games=games.games._replace(id=ids))


def of_platform(games: Games, platform: str) -> Games:
    """The games as if of another service."""
    return replace(games, games=games.games._replace(platform=np.full(len(games), platform, object)))
