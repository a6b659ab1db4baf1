"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser, Writer
from parsers.tenhou import json, write, write_json, xml

PARSERS: Final[tuple[Parser, ...]] = (xml, json)
WRITERS: Final[tuple[Writer, ...]] = (write, write_json)
