"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser, Writer
from mjlog.formats.lists import Lister
from parsers.tenhou import lists
from parsers.tenhou.json import read as json
from parsers.tenhou.json import write as write_json
from parsers.tenhou.xml import read as xml
from parsers.tenhou.xml import write

PARSERS: Final[tuple[Parser, ...]] = (xml, json)
WRITERS: Final[tuple[Writer, ...]] = (write, write_json)
LISTERS: Final[tuple[Lister, ...]] = (lists,)
