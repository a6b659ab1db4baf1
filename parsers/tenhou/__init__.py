"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser, Writer
from parsers.tenhou import json, write, xml

PARSERS: Final[tuple[Parser, ...]] = (xml, json)
WRITERS: Final[tuple[Writer, ...]] = (write,)
