"""Record sheets: how open sets and whole hands are drawn, and the text form of the drawing.

A set lies with the called tile sideways, and where it lies tells who discarded it: left for kamicha (left neighbour),
in the middle for toimen (across), right for shimocha (right neighbour). The tile added by a kakan lies stacked on the
sideways one; of an ankan two tiles lie face down.

The text form writes the tiles left to right: `-` behind a sideways tile, `=` behind a stacked one, `*` behind a red
five, `0z` (`0m`, `0p`, `0s`, `00`) for a tile face down; `_` stands between hand, sets and winning tile, a space
between sets: `2m-3m4m`, `8s8s-8s`, `5z-5z=5z5z`, `0z6z6z0z`, `4s_2m-2m2m2m 5z5z5z5z-_4s`.

Source: the set displays and example hands of the first rules document; that `*` is a red five is inferred from them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, NamedTuple

from mjlog.errors import Fault, LogError
from mjlog.tiles import KIND_OF_TILE, RED_FIVES, name_of, tile_of

SetKind = Literal["chi", "pon", "daiminkan", "kakan", "ankan"]


class Turn(Enum):
    """How a tile of a set lies."""

    UPRIGHT = ""
    SIDEWAYS = "-"
    STACKED = "="
    FACE_DOWN = "0"


class Laid(NamedTuple):
    """One tile of a set as it lies; a set is given left to right, a stacked tile behind the one under it."""

    tile: int
    turn: Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How sets are laid where customs differ; the defaults are those of the first document."""

    chi: Literal["by rank", "left"] = "by rank"
    """Place of the called tile of a chi."""
    toimen_kan: Literal["left", "right"] = "left"
    """Which of the two middle tiles of a daiminkan from across lies sideways."""
    face_down: Literal["outer", "inner"] = "outer"
    """Which two tiles of an ankan lie face down."""


BY_RANK: Final = Style()
"""The first document: the called tile of a chi lies in its rank place."""
LEFT: Final = Style(chi="left")
"""The second document: the called tile of a chi lies leftmost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSet:
    """One set on the table. An ankan has four own tiles and nothing else."""

    own: tuple[int, ...]
    """Tiles from the caller's hand, without the added one."""
    called: int | None = None
    source: int | None = None
    """Turns from the caller to the discarder: 1 shimocha, 2 toimen, 3 kamicha."""
    added: int | None = None
    """The tile a kakan added."""

    def __post_init__(self) -> None:
        kinds = [KIND_OF_TILE[tile] for tile in self.tiles]
        if (self.called is None) != (self.source is None):
            raise _bad_set(self, "a called tile and its source go together")
        if len(set(kinds)) > 1 and not _is_run(kinds):
            raise _bad_set(self, "a set is a run or tiles of one kind")
        if self.called is None and (len(self.own) != 4 or self.added is not None):
            raise _bad_set(self, "a set without a called tile is an ankan of four")
        if self.called is not None and len(self.own) != (3 if self.kind == "daiminkan" else 2):
            raise _bad_set(self, "a called set has three tiles, or four of one kind")
        if self.source not in {None, 1, 2, 3} or (self.kind == "chi" and self.source != 3):
            raise _bad_set(self, "a tile comes from 1 shimocha, 2 toimen or 3 kamicha, and a chi from kamicha")

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles of the set."""
        return (*self.own, *(tile for tile in (self.called, self.added) if tile is not None))

    @property
    def kind(self) -> SetKind:
        """What was called."""
        if self.called is None:
            return "ankan"
        if self.added is not None:
            return "kakan"
        if len(self.own) == 3:
            return "daiminkan"
        return "chi" if len({KIND_OF_TILE[tile] for tile in self.tiles}) == 3 else "pon"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHand:
    """A whole hand as a sheet shows it."""

    concealed: tuple[int, ...]
    """Without the winning tile, as ordered on the sheet."""
    sets: tuple[SheetSet, ...] = ()
    winning: int | None = None


def lay(called_set: SheetSet, style: Style = BY_RANK) -> tuple[Laid, ...]:
    """The tiles of a set as they lie on the table.

    A red five of an ankan lies where it is seen.
    """
    own = sorted(called_set.own, key=_rank)
    if called_set.called is None:
        hidden = (0, 3) if style.face_down == "outer" else (1, 2)
        order = sorted(own, key=lambda tile: tile not in RED_FIVES)
        shown, down = iter(order[:2]), iter(order[2:])
        return tuple(
            Laid(next(down), Turn.FACE_DOWN) if i in hidden else Laid(next(shown), Turn.UPRIGHT) for i in range(4)
        )
    place = _place(called_set, own, style)
    laid = [Laid(tile, Turn.UPRIGHT) for tile in own]
    laid.insert(place, Laid(called_set.called, Turn.SIDEWAYS))
    if called_set.added is not None:
        laid.insert(place + 1, Laid(called_set.added, Turn.STACKED))
    return tuple(laid)


def format_set(called_set: SheetSet, style: Style = BY_RANK) -> str:
    """The text form of a set.

    >>> format_set(SheetSet(own=(5, 6), called=34, source=3)), format_set(SheetSet(own=(32,) * 4))
    ('5m*-6m7m', '0z6z6z0z')
    """
    return "".join(_text(laid) for laid in lay(called_set, style))


def parse_set(text: str) -> SheetSet:
    """The set a text form shows; a tile face down is read as a plain one of the kind that is seen.

    >>> parse_set("5p6p-7p")
    SheetSet(own=(13, 15), called=14, source=3, added=None)
    """
    laid = _laid(text)
    turns = [turn for _, turn in laid]
    if Turn.FACE_DOWN in turns:
        return _ankan(text, laid)
    if turns.count(Turn.SIDEWAYS) != 1 or turns.count(Turn.STACKED) > 1:
        raise LogError(Fault.BAD_TILES, "a called set has one sideways tile and at most one stacked on it", text)
    place = turns.index(Turn.SIDEWAYS)
    if Turn.STACKED in turns and turns.index(Turn.STACKED) != place + 1:
        raise LogError(Fault.BAD_TILES, "the added tile of a kakan follows the sideways one", text)
    own = tuple(tile for tile, turn in laid if turn is Turn.UPRIGHT)
    added = laid[place + 1].tile if Turn.STACKED in turns else None
    run = len({KIND_OF_TILE[tile] for tile, _ in laid}) > 1
    source = 3 if run or place == 0 else 1 if place == len(own) else 2
    try:
        return SheetSet(own=own, called=laid[place].tile, source=source, added=added)
    except LogError as error:
        raise LogError(error.fault, error.message, text) from error


def format_hand(hand: SheetHand, style: Style = BY_RANK) -> str:
    """The text form of a hand: concealed tiles, sets, winning tile."""
    parts = ["".join(_text(Laid(tile, Turn.UPRIGHT)) for tile in hand.concealed)]
    if hand.sets:
        parts.append(" ".join(format_set(called_set, style) for called_set in hand.sets))
    if hand.winning is not None:
        parts.append(_text(Laid(hand.winning, Turn.UPRIGHT)))
    return "_".join(parts)


def parse_hand(text: str) -> SheetHand:
    """The hand a text form shows; a last part of one tile is the winning tile.

    >>> hand = parse_hand("9s9s6z6z_4z4z-4z 1m2m-3m 2p3p-4p_9s")
    >>> hand.winning, [called_set.kind for called_set in hand.sets]
    (26, ['pon', 'chi', 'chi'])
    """
    concealed, *parts = text.split("_")
    winning = _upright(parts.pop()) if parts and len(_laid(parts[-1])) == 1 else ()
    if len(parts) > 1:
        raise LogError(Fault.BAD_TILES, "a hand has three parts: concealed tiles, sets, one winning tile", text)
    sets = tuple(parse_set(part) for part in parts[0].split()) if parts else ()
    return SheetHand(concealed=_upright(concealed), sets=sets, winning=winning[0] if winning else None)


_TILE: Final = re.compile(r"(?:(?P<down>0[mpsz0])|(?P<name>[1-9][mpszq]))(?P<marks>[-=*]*)")
_FACE_DOWN: Final = -1
_MARKS: Final = {"": Turn.UPRIGHT, "-": Turn.SIDEWAYS, "=": Turn.STACKED}


def _laid(text: str) -> list[Laid]:
    """Tiles as they lie; one face down has the tile `_FACE_DOWN`."""
    laid = []
    position = 0
    while position < len(text):
        token = _TILE.match(text, position)
        if token is None:
            raise LogError(Fault.BAD_TILES, f"{text[position:]!r} is not a tile with its marks `-`, `=`, `*`", text)
        position = token.end()
        marks = token["marks"]
        if token["down"] and not marks:
            laid.append(Laid(_FACE_DOWN, Turn.FACE_DOWN))
            continue
        turn = _MARKS.get(marks.replace("*", "", 1))
        name = token["name"]
        if turn is None or name is None or ("*" in marks and (name[0] != "5" or name == "5z")):
            raise LogError(
                Fault.BAD_TILES, f"{token[0]!r} is not a tile: `*` marks a red five, `-` or `=` how it lies", text
            )
        laid.append(Laid(tile_of("0" + name[1] if "*" in marks else name, "mpsz"), turn))
    return laid


def _upright(text: str) -> tuple[int, ...]:
    laid = _laid(text)
    if any(turn is not Turn.UPRIGHT for _, turn in laid):
        raise LogError(Fault.BAD_TILES, "concealed and winning tiles carry no `-`, `=` and are not face down", text)
    return tuple(tile for tile, _ in laid)


def _ankan(text: str, laid: list[Laid]) -> SheetSet:
    seen = tuple(tile for tile, turn in laid if turn is Turn.UPRIGHT)
    places = tuple(i for i, (_, turn) in enumerate(laid) if turn is Turn.FACE_DOWN)
    if (
        len(laid) != 4
        or len(seen) != 2
        or places not in {(0, 3), (1, 2)}
        or len({KIND_OF_TILE[tile] for tile in seen}) > 1
    ):
        raise LogError(Fault.BAD_TILES, "an ankan has its outer or its inner two of four tiles face down", text)
    return SheetSet(own=(*seen, KIND_OF_TILE[seen[0]], KIND_OF_TILE[seen[0]]))


def _place(called_set: SheetSet, own: list[int], style: Style) -> int:
    """Place of the sideways tile among the tiles that lie side by side."""
    if called_set.kind == "chi" and called_set.called is not None and style.chi == "by rank":
        return sum(_rank(tile) < _rank(called_set.called) for tile in own)
    middle = 2 if called_set.kind == "daiminkan" and style.toimen_kan == "right" else 1
    return (len(own), middle, 0)[(called_set.source or 3) - 1]


def _rank(tile: int) -> tuple[int, int]:
    return KIND_OF_TILE[tile], tile


def _is_run(kinds: list[int]) -> bool:
    low = min(kinds)
    return low < 27 and low % 9 < 7 and sorted(kinds) == [low, low + 1, low + 2]


def _text(laid: Laid) -> str:
    name = name_of(laid.tile, "mpsz")
    if laid.turn is Turn.FACE_DOWN:
        return "0z"
    return (f"5{name[1]}*" if laid.tile in RED_FIVES else name) + str(laid.turn.value)


def _bad_set(called_set: SheetSet, expected: str) -> LogError:
    names = " ".join(name_of(tile, "mpsz") for tile in called_set.tiles)
    return LogError(Fault.BAD_TILES, f"{names} is not a set: {expected}")
