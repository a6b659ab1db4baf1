"""Sets as they are drawn on handwritten record sheets.

The tiles are written left to right as they lie: `-` after the called tile, which lies sideways, `=` after the tile a
kakan adds, stacked on the called one, `*` after a red tile, and `0z` (`0m`, `0p`, `0s`, `00`) for a tile face down, two
of them in an ankan: `2m-3m4m`, `8s8s-8s`, `5z-5z=5z5z`, `0z6z6z0z`.

Source: the set displays and example hands of the first rules document; that `*` is a red five is inferred from them.
"""

from __future__ import annotations

import re
from typing import Final

from mjlog.errors import Fault, LogError
from mjlog.rules.hand import Meld, MeldName
from mjlog.tiles import KIND_OF_TILE, is_run, tile_of

_TILE: Final = re.compile(r"(?:(?P<down>0[mpsz0])|(?P<name>[1-9][mpsz]))(?P<marks>[-=*]*)")
_FACE_DOWN: Final = -1
_KINDS_OF_SETS: Final[dict[tuple[int, str], MeldName]] = {(3, "-"): "pon", (4, "-"): "daiminkan", (4, "-="): "kakan"}
"""The meld of equal tiles, by their number and marks."""


def is_drawn(text: str) -> bool:
    """Whether a text draws a set: it has a mark, or a tile face down."""
    return bool(re.search(r"[-=]|0[mpsz0].*0[mpsz0]", text))


def drawn_meld(text: str) -> Meld:
    """The meld of a drawn set; a tile face down is read as a plain one of the kind that is visible.

    Raises `LogError` with `Fault.BAD_TILES` for a drawing that is not a set.

    >>> drawn_meld("5m*-6m7m"), drawn_meld("0z6z6z0z")
    (Meld(kind='chi', tiles=(34, 5, 6)), Meld(kind='ankan', tiles=(32, 32, 32, 32)))
    """
    tiles, marks = _tiles_and_marks(text)
    visible = [tile for tile in tiles if tile != _FACE_DOWN]
    kinds = sorted(KIND_OF_TILE[tile] for tile in visible)
    if _FACE_DOWN in tiles:
        hidden = [place for place, tile in enumerate(tiles) if tile == _FACE_DOWN]
        if marks or len(visible) != 2 or hidden not in ([0, 3], [1, 2]) or kinds[0] != kinds[1]:
            raise LogError(Fault.BAD_TILES, "an ankan has its outer or its inner two of four tiles face down", text)
        return Meld("ankan", (*visible, kinds[0], kinds[0]))
    kind = _KINDS_OF_SETS.get((len(tiles), marks)) if len(set(kinds)) == 1 else None
    if kind is None and is_run(kinds) and marks == "-":
        kind = "chi"
    if kind is None:
        raise LogError(
            Fault.BAD_TILES,
            "a called set is a run or equal tiles, one of them sideways, at most one stacked",
            text,
        )
    return Meld(kind, tuple(tiles))


def _tiles_and_marks(text: str) -> tuple[list[int], str]:
    """The tiles in order, and the marks `-` and `=` in order."""
    tiles, marks, position = [], "", 0
    while position < len(text):
        token = _TILE.match(text, position)
        if token is None or (token["down"] and token["marks"]):
            raise LogError(Fault.BAD_TILES, f"{text[position:]!r} is not a tile with its marks `-`, `=`, `*`", text)
        name, mark = token["name"], token["marks"].replace("*", "", 1)
        red = "*" in token["marks"]
        stacked_elsewhere = mark == "=" and text[position - 1 : position] != "-"
        if mark not in ("", "-", "=") or stacked_elsewhere:
            raise LogError(
                Fault.BAD_TILES,
                f"{token[0]!r} is misplaced: `*` marks a red tile, `=` follows a sideways tile",
                text,
            )
        tiles.append(_FACE_DOWN if name is None else tile_of("r".join(name) if red else name, "mpsz"))
        marks += mark
        position = token.end()
    return tiles, marks
