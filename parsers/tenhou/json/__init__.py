"""Tenhou's JSON (`tenhou.net/6`, the output of mjlog2json), which is also the format of its viewer.

It is read as whole games, kyoku cut out of games, several objects in a file, addresses of the viewer
(`…/6/#json=…`), files written by hand with half the keys missing, and games of Mahjong Soul as converters write them.

- The format does not record which of its four copies a tile is, nor the fu of a mangan and above.
- It does not record the order of the turns: `turn_order` finds it from their end; there is one or none.
- A game with a faulty kyoku keeps those before it and has `complete` False; a game without `sc` is not complete either.
- Hands shown at a draw follow from the payments, else from who is tenpai.
- Values that have no column are kept in `extra`, by their keys.
"""

from typing import Final

from mjlog.formats import Format
from mjlog.games.columns import CHIPS, COPIES
from parsers.tenhou.json.reader import parse, recognises
from parsers.tenhou.json.writer import viewer_link, write

__all__ = ["FORMAT", "parse", "recognises", "viewer_link", "write"]

FORMAT: Final = Format(
    name="tenhou-json",
    title="Tenhou's JSON (tenhou.net/6)",
    suffix=".json",
    unrecorded=COPIES | CHIPS | {"games.seed", "kyoku.dice"},
    recognises=recognises,
    parse=parse,
    write=write,
    viewer_link=viewer_link,
)
