"""Tenhou's replay formats."""

from typing import Final

from mjlog.formats import Parser
from parsers.tenhou import xml

PARSERS: Final[tuple[Parser, ...]] = (xml,)
