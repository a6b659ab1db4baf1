"""mjai's event logs, and the formats whose moves are read as mjai's events."""

from typing import Final

from mjlog.formats import Format
from parsers.mjai import kobalab, read, write

FORMATS: Final[tuple[Format, ...]] = (
    Format(
        name="mjai",
        title="mjai event log",
        suffix=".mjson",
        unrecorded=read.UNRECORDED,
        recognises=read.recognises,
        parse=read.parse,
        write=write.write,
    ),
    kobalab.FORMAT,
)
