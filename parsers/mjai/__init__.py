"""mjai's event logs, and the formats whose moves are read as mjai's events."""

from typing import Final

from mjlog.formats import Format, Platform
from parsers.mjai import kobalab, read, riichi_city, write

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
    riichi_city.FORMAT,
)
PLATFORMS: Final[tuple[Platform, ...]] = (riichi_city.PLATFORM,)
