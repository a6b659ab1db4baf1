"""mjai's event logs."""

from typing import Final

from mjlog.formats import Parser, Writer
from parsers.mjai import read, write

PARSERS: Final[tuple[Parser, ...]] = (read,)
WRITERS: Final[tuple[Writer, ...]] = (write,)
