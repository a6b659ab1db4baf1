"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser, Writer
from parsers.tenhou import write, xml

PARSERS: Final[tuple[Parser, ...]] = (xml,)
WRITERS: Final[tuple[Writer, ...]] = (write,)
