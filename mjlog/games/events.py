"""The events of a kyoku as values, for people and for following it step by step.

`tile` is 0-36, `copy` 0-135 (`mjlog.tiles`), or None if the log does not record copies.
"""

from __future__ import annotations

from dataclasses import dataclass

Tiles = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile is drawn from the live wall, or as a replacement after a kan or kita."""

    seat: int
    tile: int | None
    """None if the log does not record it."""
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile is discarded."""

    seat: int
    tile: int
    copy: int | None = None
    tsumogiri: bool | None = None
    """Whether it is the tile just drawn."""


@dataclass(frozen=True, slots=True)
class Chi:
    """The last discard becomes a run."""

    seat: int
    from_seat: int
    tiles: Tiles
    """The called tile, then the two from the hand."""
    copies: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Pon:
    """The last discard becomes a triplet."""

    seat: int
    from_seat: int
    tiles: Tiles
    """The called tile, then the two from the hand."""
    copies: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Daiminkan:
    """The last discard becomes a kan."""

    seat: int
    from_seat: int
    tiles: Tiles
    """The called tile, then the three from the hand."""
    copies: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Ankan:
    """Four tiles of the hand become a concealed kan."""

    seat: int
    tiles: Tiles
    copies: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Kakan:
    """A tile of the hand is added to a pon."""

    seat: int
    from_seat: int
    """The seat that discarded the tile of the pon."""
    tiles: Tiles
    """The added tile, the tile called for the pon, then the other two."""
    copies: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Kita:
    """A north is set aside (three players)."""

    seat: int
    tile: int
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class Riichi:
    """Riichi is declared; the discard follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class RiichiAccepted:
    """Nobody won on the declaration tile, and the stick is paid."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenRiichi:
    """The hand, or its waiting part, is shown right after the riichi is accepted."""

    seat: int


@dataclass(frozen=True, slots=True)
class DoraIndicator:
    """A further dora indicator is turned."""

    tile: int
    copy: int | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """The player lost the connection; the service plays for the seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class Returned:
    """The player is back."""

    seat: int


OpenSet = Chi | Pon | Daiminkan | Kakan
Call = OpenSet | Ankan | Kita
Event = Draw | Discard | Call | Riichi | RiichiAccepted | OpenRiichi | DoraIndicator | Left | Returned
