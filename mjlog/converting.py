"""Games written in another format: formats that can be written, and what a game must be given for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Final, Protocol, runtime_checkable

from mjlog.claims import with_claims
from mjlog.copies import with_copies
from mjlog.errors import Fault, LogError
from mjlog.formats import GROUP, Writer
from mjlog.games import Games

__all__ = ["SUFFIXES", "convert", "viewer_link", "with_claims", "with_copies", "writers"]

TENHOU_XML: Final = "tenhou-xml"
SUFFIXES: Final = {TENHOU_XML: ".xml", "tenhou-json": ".json", "mjai": ".mjson"}
"""How the files of a format are named."""


@runtime_checkable
class Viewer(Protocol):
    """A format whose service shows a kyoku at an address that holds it."""

    def viewer_link(self, games: Games, game: int, kyoku: int) -> str:
        """The address."""


@cache
def writers() -> dict[str, Writer]:
    """Every format that can be written, by its name."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    found: Sequence[Writer] = [writer for entry in entries for writer in getattr(entry.load(), "WRITERS", ())]
    return {writer.name: writer for writer in found}


def convert(games: Games, to: str) -> list[bytes]:
    """One file's bytes per game, in the format `to`.

    Tenhou's XML names every physical tile and the value of every win: games of formats that do not tell them get them
    made up (`with_copies`) and worked out (`with_claims`). A game that the format cannot carry is refused with a
    `LogError` that names what is missing.
    """
    if to not in writers():
        raise LogError(Fault.UNKNOWN_FORMAT, f"{to!r} cannot be written; there are {', '.join(writers())}")
    return writers()[to].write(with_copies(with_claims(games)) if to == TENHOU_XML else games)


def viewer_link(games: Games, game: int, kyoku: int) -> str:
    """The address that shows one kyoku in Tenhou's viewer; it holds the whole kyoku, nothing is uploaded."""
    for writer in writers().values():
        if isinstance(writer, Viewer):
            return writer.viewer_link(games, game, kyoku)
    raise LogError(Fault.UNKNOWN_FORMAT, "no installed format has a viewer")
