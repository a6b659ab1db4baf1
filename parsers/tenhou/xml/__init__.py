r"""Tenhou's XML (mjlog), in which the service keeps its games.

A log is `SHUFFLE? GO UN TAIKYOKU (INIT event* (AGARI+ | RYUUKYOKU))+` in the root `mjloggm`; BYE, and UN with one name,
may follow anywhere after TAIKYOKU. Points are in hundreds, except for the value of a hand. Established on 1,400 genuine
logs of 2009-2023, each read to its end by this parser and written again to the same columns.

- A game that is cut short or damaged keeps its complete kyoku and has `complete` False; a failure says what is wrong.
- Several roots in a file are several games, `name#1`, `name#2`, …
- The id of a game is Tenhou's own, if the name of the file contains it; it begins with the hour of the start (Japan).
- What GO and UN contain beyond the columns, or what does not fit them, is kept as text in `extra`, as are the unknown
  attributes of the tag with the final result.
- A name that is not UTF-8 keeps its bytes as `\x8e`.

The way of the data: `scan` finds tags and attributes, `rewrite` first brings unusual XML into Tenhou's own form,
`decode` turns tags into columns (with `headers`, `records`, `calls`), `game_header` adds the texts; `reader` conducts.
"""

from typing import Final

from mjlog.formats import Format
from parsers.tenhou.platform import TENHOU
from parsers.tenhou.xml.reader import parse, recognises
from parsers.tenhou.xml.writer import write

__all__ = ["FORMAT", "parse", "recognises", "write"]

FORMAT: Final = Format(
    name="tenhou-xml",
    title="Tenhou's XML (mjlog)",
    suffix=".xml",
    unrecorded=frozenset({"wins.han"}),
    recognises=recognises,
    parse=parse,
    write=write,
    filled_for=TENHOU.name,
)
