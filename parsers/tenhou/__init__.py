"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser, Writer
from mjlog.lists import Lister
from parsers.tenhou import json, lists, write, write_json, xml

PARSERS: Final[tuple[Parser, ...]] = (xml, json)
WRITERS: Final[tuple[Writer, ...]] = (write, write_json)
LISTERS: Final[tuple[Lister, ...]] = (lists,)
