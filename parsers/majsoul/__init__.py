"""Mahjong Soul's records of games."""

from typing import Final

from mjlog.formats import Parser
from parsers.majsoul import read

PARSERS: Final[tuple[Parser, ...]] = (read,)
